package guardtest

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
)

// An attack is a text for a check, with the behavior it is for. programs were seen to read such a
// text so. Their names are separated by ", ".
type attack struct{ behavior, programs, text string }

// asWritten is the behavior of all programs.
const asWritten = "as written"

// texts yields the texts of all attacks, each once.
func texts(all []attack) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, a := range all {
			if seen[a.text] {
				continue
			}
			if seen[a.text] = true; !yield(a.text) {
				return
			}
		}
	}
}

// spell returns the texts with a character and a dot, in each of their forms, for which reader
// returns the name of a server. The characters are those that some server reads as something
// else, "/", a letter and none.
func spell(spellings func(char, dot string) []string, reader func(string) string) (all []attack) {
	for _, group := range append([][]string{{""}, {"/"}, {"a"}}, pathread.Chars()...) {
		var readers []string // of the texts with the first of group: those with the others are read alike
		for _, char := range group {
			n := 0
			for _, f := range forms(char) {
				for _, s := range spellings(f.char, f.dot) {
					if n == len(readers) {
						readers = append(readers, reader(s))
					}
					if readers[n] != "" {
						all = append(all, attack{behavior: readers[n], text: s})
					}
					n++
				}
			}
		}
	}
	return all
}

// A form is the spelling of a character and a dot in a request.
type form struct{ char, dot string }

// forms returns the forms in which servers find char, and a dot beside it: as they are if a
// request may contain char, escaped once and twice, and in overlong UTF-8.
func forms(char string) (all []form) {
	if strings.IndexFunc(char, func(r rune) bool { return r <= ' ' || r == '?' || r == '#' || r >= 0x7F }) < 0 {
		all = append(all, form{char, "."}, form{char, "%2E"})
	}
	escapes := func(s string) {
		for _, once := range [...]string{escaped(s), escapedLower(s)} {
			twice := escapedAgain(once)
			all = append(all, form{once, "."}, form{once, "%2E"}, form{twice, "."}, form{twice, "%2E"}, form{twice, "%252E"})
		}
	}
	escapes(char)
	all = append(all, form{escapedLower(char), "%2e"})
	if len(char) == 1 && char[0] < utf8.RuneSelf {
		escapes(overlong(char[0]))
		all = append(all, form{escaped(overlong(char[0])), "%C0%AE"})
	}
	return all
}

// escaped returns s with each byte as an escape.
func escaped(s string) string {
	var b []byte
	for i := range len(s) {
		b = ascii.AppendEscape(b, s[i])
	}
	return string(b)
}

// escapedLower is escaped with digits in lower case.
func escapedLower(s string) string { return strings.ToLower(escaped(s)) }

// escapedAgain returns s with each "%" as an escape.
func escapedAgain(s string) string { return strings.ReplaceAll(s, "%", "%25") }

// overlong returns c, a character of US-ASCII, in two bytes of UTF-8 (RFC 3629, 10).
func overlong(c byte) string { return string([]byte{0xC0 | c>>6, 0x80 | c&0x3F}) }

// characterAt returns the character at s[i:]: a byte, or escapes.
func characterAt(s string, i int) string {
	var b []byte
	for end := i; end < len(s) && ascii.Escaped(s, end) && !utf8.FullRune(b); end += len("%hh") {
		b = append(b, ascii.Octet(s, end))
	}
	_, n := utf8.DecodeRune(b)
	return s[i : i+max(1, n*len("%hh"))]
}

// decoded returns text with its escapes decoded.
func decoded(text string) string { return string(ascii.AppendDecoded(nil, text)) }

// overlongText returns the character that is written as text in overlong UTF-8 if it is one of
// US-ASCII.
func overlongText(text string) string {
	if d := decoded(text); len(d) == 1 && d[0] < utf8.RuneSelf {
		return overlong(d[0])
	}
	return text
}

// otherCase returns the letter that is written as text in another case. It is escaped if it is
// not of US-ASCII.
func otherCase(text string) string {
	r, _ := utf8.DecodeRuneInString(decoded(text))
	switch other := unicode.SimpleFold(r); {
	case r == utf8.RuneError || other == r:
		return text
	case other < utf8.RuneSelf:
		return string(other)
	default:
		return escaped(string(other))
	}
}

// respellings are other spellings of a character that is written as text.
var respellings = [...]func(text string) string{
	func(text string) string { return escaped(decoded(text)) },
	func(text string) string { return escapedLower(decoded(text)) },
	func(text string) string { return escapedAgain(escaped(decoded(text))) },
	func(text string) string { return escapedAgain(escapedLower(decoded(text))) },
	func(text string) string { return escaped(overlongText(text)) },
	func(text string) string { return escapedLower(overlongText(text)) },
	func(text string) string { return escapedAgain(escaped(overlongText(text))) },
	func(text string) string { return escapedAgain(escapedLower(overlongText(text))) },
	otherCase,
	func(text string) string { return otherCase(otherCase(text)) }, // "k" and "s" have three
	func(text string) string { return escaped(decoded(otherCase(text))) },
}
