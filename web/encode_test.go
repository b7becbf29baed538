package web

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTable compares the table with the sets of the standard, listed by their code
// points.
func TestTable(t *testing.T) {
	controls := ""
	for b := range 0x20 {
		controls += string(rune(b))
	}
	const (
		letters = "abcdefghijklmnopqrstuvwxyz"
		digits  = "0123456789"
		del     = "\x7F"
	)
	capitals := strings.ToUpper(letters)
	path := controls + del + " \"#<>?^`{}"
	host := "\x00\t\n\r #/:<>?@[\\]^|"
	domain := host + controls + "%" + del
	for _, set := range []struct {
		name     string
		k        class
		ascii    string
		nonASCII bool
	}{
		{"C0 control percent-encode set", inC0Set, controls + del, true},
		{"fragment percent-encode set", inFragmentSet, controls + del + " \"<>`", true},
		{"query percent-encode set", inQuerySet, controls + del + " \"#<>", true},
		{"special-query percent-encode set", inSpecialQuerySet, controls + del + " \"#<>'", true},
		{"path percent-encode set", inPathSet, path, true},
		{"userinfo percent-encode set", inUserinfoSet, path + "/:;=@[\\]|", true},
		{"forbidden host code point", isForbiddenHost, host, false},
		{"ASCII tab or newline", isTabOrNewline, "\t\n\r", false},
		{"end of a segment, special", inSpecialPathEnd, "/\\?#", false},
		{"end of a segment", inPathEnd, "/?#", false},
		{"end of an opaque path", inOpaquePathEnd, "?#", false},
		{"not of an ASCII domain", isUnlikeASCIIDomain, domain, true},
		{"not of a lower-case domain", isUnlikeDomain, domain + capitals, true},
		{"not of a plain path", isUnlikePath, path + "\\%", true},
		{"not of a plain path with escapes", endsPlainPathOrEscape, path + "\\", true},
		{"not of a plain opaque path", isUnlikeOpaque, controls + del + " ?#", true},
	} {
		for b := range 256 {
			want := strings.IndexByte(set.ascii, byte(b)) >= 0
			if b >= utf8.RuneSelf {
				want = set.nonASCII
			}
			if got := table[b]&set.k != 0; got != want {
				t.Errorf("%s: %#02x: %t, want %t", set.name, b, got, want)
			}
		}
	}
}

// TestEncodeEach puts each byte and some code points into each part of a URL. A code
// point in the part's set is percent-encoded, any other stays as it is.
func TestEncodeEach(t *testing.T) {
	list := []string{"\u0080", "\u00E9", "\u2603", "\uFFFD", "\uFFFF", "\U0001F600", "\U0010FFFF", "\xFF", "\xC3", "\x80"}
	for b := range utf8.RuneSelf {
		list = append(list, string(rune(b)))
	}
	for _, part := range []struct {
		front, back string
		k           class
		skip        string // bytes that end the part, or are removed
	}{
		{"foo:a", "b", inC0Set, "?#\t\n\r"},
		{"foo://h/a", "b", inPathSet, "/?#\t\n\r"},
		{"http://h/a", "b", inPathSet, "/\\?#\t\n\r"},
		{"foo://h/?a", "b", inQuerySet, "#\t\n\r"},
		{"http://h/?a", "b", inSpecialQuerySet, "#\t\n\r"},
		{"http://h/#a", "b", inFragmentSet, "\t\n\r"},
		{"foo:#a", "b", inFragmentSet, "\t\n\r"},
		{"http://a", "b@h/", inUserinfoSet, ":/\\?#\t\n\r"},
		{"foo://u:a", "b@h/", inUserinfoSet, "/?#\t\n\r"},
	} {
		for _, s := range list {
			if strings.Contains(part.skip, s) {
				continue
			}
			want := part.front
			for _, b := range []byte(string([]rune(s))) {
				if table[b]&part.k != 0 {
					want += fmt.Sprintf("%%%02X", b)
				} else {
					want += string(rune(b))
				}
			}
			want += part.back
			u, err := Parse(part.front + s + part.back)
			if err != nil || u.String() != want {
				t.Errorf("%q: %v, %v, want %s", part.front+s+part.back, u, err, want)
			}
		}
	}
}
