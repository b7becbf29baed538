package guardtest

import (
	"iter"

	"example.com/uri/internal/pathread"
)

// Paths yields request-targets by which some server reaches the path guarded or a path below it,
// each of them once and guarded itself first. Send them to a server, or to a proxy before it, to
// test that a check of the path cannot be avoided: each must be refused like guarded, or lead
// to something else.
//
// guarded begins with "/", and is a path that servers do not read differently, as the From of a
// guard.Rewrite must be. Write the request-targets to the connection yourself, or into the
// Opaque of a url.URL: net/http escapes and cleans a path. A "\" is not allowed in a URL, but
// servers take it.
func Paths(guarded string) iter.Seq[string] { return pathread.Spellings(guarded) }
