package secret

import (
	"errors"
	"testing"

	"example.com/uri/internal/growth"
)

// TestGrowth checks that no function takes quadratic time.
func TestGrowth(t *testing.T) {
	growth.Check(t, false, map[string]func(text string){
		"Redact":         func(s string) { Redact(s) },
		"Rules.Redact":   func(s string) { Rules{Names: []string{"a", "key", "_=", "aaa"}, User: true}.Redact(s) },
		"RedactDecoded":  func(s string) { RedactDecoded(s) },
		"RedactText":     func(s string) { RedactText(s) },
		"RedactCut":      func(s string) { RedactCut(s) },
		"AppendUserinfo": func(s string) { AppendUserinfo(nil, s) },
		"Cause":          func(s string) { Cause(errors.New(s)) },
		"Around": func(s string) {
			secrets := AppendText(nil, s)
			for i := range len(s) {
				_ = Around(s, i, secrets).String()
			}
		},
	}, []growth.Shape{
		{Before: "http://h/?", Piece: "key=a&"},
		{Before: "http://h/?", Piece: "%6bey%3da&"},
		{Before: "http://h/", Piece: "x://a:b@/"},
		{Before: "http://h/", Piece: "x://a/"},
		{Piece: "25", Before: "%"},
		{Piece: "%25"},
		{Piece: "%3a%40"},
		{Piece: ":@"},
		{Piece: "?"},
		{Piece: "="},
		{Before: "?", Piece: "a"},
		{Before: "x:", Piece: "_", After: "=a"},
		{Before: "//h/", Piece: "://[", After: "%40"},
		{Piece: " = "},
		{Piece: "pwd= "},
		{Piece: "pwd=a "},
		{Piece: "a b", Before: "pwd="},
		{Piece: `pwd="\" `},
		{Piece: `\`, Before: "pwd= "},
		{Piece: `a="b" `},
		{Piece: " ", Before: "authorization", After: ":"},
		{Piece: "authorization "},
	})
}
