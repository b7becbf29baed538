// Package testdata has the grammars of this folder for command conformance, which runs in any folder.
package testdata

import "embed"

//go:embed *.bnf *.abnf
var Grammars embed.FS
