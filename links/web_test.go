package links

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// webBases are the bases that references are read against: of a special scheme, a
// file, of another scheme, one with an opaque path, none.
var webBases = []string{"http://b.example/x/y?z", "file:///C:/x/y", "foo://b/x/y", "mailto:b", ""}

// readsOtherwise reports whether s, which became u, is of a class that browsers read
// otherwise than u, as the documentation of Repair says.
func readsOtherwise(s string, u uri.URI) bool {
	if strings.Contains(s, `\`) || strings.Contains(s, "|") || !utf8.ValidString(s) || strings.HasPrefix(s, bom) {
		return true
	}
	// A host where the RFCs have a path: none or three slashes before it.
	authority, ok := u.Authority()
	return authority == "" && (ok || u.IsAbsolute() && special(u.Scheme()))
}

// checkWeb sees that package web reads s and the repaired s as the same
// URL up to escapes, against each base. It reports whether s was repaired.
func checkWeb(t *testing.T, s string) bool {
	t.Helper()
	u, changes, err := Repair(s)
	if err != nil || readsOtherwise(s, u) {
		return false
	}
	for _, text := range webBases {
		base, err := web.Parse(text)
		if err != nil && text != "" {
			t.Fatal(err)
		}
		var parser web.Parser
		given, err := parser.Parse(base, s)
		repaired, repairedErr := parser.Parse(base, u.String())
		if err != nil || repairedErr != nil {
			if (err == nil) != (repairedErr == nil) {
				t.Errorf("%q: %q is repaired as %q: %v, %v", text, s, u, err, repairedErr)
			}
			continue
		}
		// URI escapes what a browser leaves and no URI has. Where there is none, the
		// URL is nothing but a scheme and a fragment.
		want, wantErr := given.URI()
		got, gotErr := repaired.URI()
		if got != want || (gotErr == nil) != (wantErr == nil) || given.Origin() != repaired.Origin() && given.Scheme() == "http" {
			t.Errorf("%q: %q is repaired as %q: %q, %v, want %q, %v", text, s, u, got, gotErr, want, wantErr)
		}
	}
	return changes != nil
}

// webPieces are the pieces of random references.
var webPieces = []string{
	"http:", "https:", "ftp:", "file:", "ws:", "foo:", "x", "HTTP://h", "//", "/", "//h", "//u@", ":", ":80", ":0x", "?", "#", "@",
	" ", "\t", "\n", "\x00", "\x1f", "\x7f", "%", "%4", "%41", "%2e", "%2F", "%zz", ".", "..", "/../", "/./", "[", "]", "[::1]",
	"{", "}", "`", `"`, "<", ">", "^", "é", "文", "\uFEFF", "'", "$", "&", "=", "~", "a b", "12:30", "1.2.3", "127.1", "0x", "C:", "*",
}

// TestRepairBeside compares the results of Repair with those of package web, for all
// texts that web-platform-tests have, and random ones.
func TestRepairBeside(t *testing.T) {
	repaired := 0
	check := func(s string) {
		if checkWeb(t, s) {
			repaired++
		}
	}
	for _, name := range []string{"whatwg", "curl", "go"} {
		for _, row := range rows(t, name) {
			check(row.Input)
		}
	}
	random := rand.New(rand.NewPCG(13, 14))
	for range *inputs {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteString(webPieces[random.IntN(len(webPieces))])
		}
		if check(b.String()); t.Failed() {
			break
		}
	}
	if repaired < *inputs/25 {
		t.Errorf("only %d of %d texts were repaired", repaired, *inputs)
	}
}

func special(s string) bool { return schemes.Lookup(s).Special }
