package links

import (
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A charKind is the role of a character beyond US-ASCII in and after an IRI.
type charKind uint8

const (
	outside  charKind = iota // no IRI contains it, so an IRI ends before it
	breaks                   // the text before it is only part of something
	word                     // part of an IRI, as are all kinds below
	joins                    // like an apostrophe: part of an IRI, except at its end
	stops                    // like a comma: the same, and only after a word
	period                   // ends a sentence, with no space after it
	opens                    // an opening bracket
	closes                   // a closing bracket
	reserved                 // iprivate: part of a query
)

// ends reports whether no IRI contains a character of the kind k.
func (k charKind) ends() bool { return k == outside || k == breaks }

// kindOf returns the kind of r, a character beyond US-ASCII. An IRI
// contains
//
//	ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
//	               / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
//	               / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
//	               / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
//	               / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
//	               / %xD0000-DFFFD / %xE1000-EFFFD
//	iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
//
// (RFC 3987, 2.2), the latter in a query only.
//
// DEVIATION: white space, U+200B, U+2060 and U+FEFF and characters for the direction of
// the text (4.1 excludes most of them) end it too, and so does U+FFFD. If there is a
// soft hyphen or a tag, the text as it was written is unknown.
func kindOf(r rune) charKind {
	switch {
	case r >= 0xC0 && r < 0x0300 || r >= 0x0400 && r < 0x0530 || r >= 0x4E00 && r < 0xA000:
		return word // Latin, Cyrillic and Chinese have no other kinds here
	case r == 0xAD, r >= 0xE0000 && r < 0xE1000:
		return breaks
	case r >= 0xE000 && r <= 0xF8FF, r >= 0xF0000 && r&0xFFFF <= 0xFFFD:
		return reserved
	case r < 0xA0, r == utf8.RuneError, r >= 0xFDD0 && r < 0xFDF0, r > 0xFFEF && r < 0x10000, r&0xFFFF > 0xFFFD:
		return outside
	case r == 0x200B, r == 0x2060, r == 0xFEFF, unicode.In(r, unicode.White_Space, unicode.Bidi_Control):
		return outside
	}
	switch r {
	case '。', '｡':
		return period
	case '’', '‘', '·', '–':
		return joins
	case '…', '‥', '—', '―', '•':
		return stops
	}
	switch {
	case unicode.In(r, unicode.Ps, unicode.Pi):
		return opens
	case unicode.In(r, unicode.Pe, unicode.Pf):
		return closes
	case unicode.Is(unicode.Terminal_Punctuation, r):
		return stops
	}
	return word
}

// rune returns the character at s[i:], and its length in bytes.
func (in *input[T]) rune(i int) (r rune, n int) {
	if in.has(i, 1) && in.s[i] < utf8.RuneSelf {
		return rune(in.s[i]), 1
	}
	char := string(in.s[i:min(i+utf8.UTFMax, len(in.s))])
	if in.seen = max(in.seen, i+len(char)); !utf8.FullRuneInString(char) {
		in.seen = len(in.s) + 1
	}
	return utf8.DecodeRuneInString(char)
}

// kindAt returns the kind of the character beyond US-ASCII at s[i:], and its length in bytes. A
// byte of invalid UTF-8 is outside.
func (in *input[T]) kindAt(i int) (k charKind, n int) {
	r, n := in.rune(i)
	return kindOf(r), n
}

// isDelimiter reports whether r, beyond US-ASCII, is the wide form of
// punctuation at the end of a host. UTS 46 maps it to that punctuation.
func isDelimiter(r rune) bool {
	const wideForms = '\uFF01' - '!'
	switch b := r - wideForms; b {
	case '-', '.', '_', '%', '~':
		return false
	default:
		return '!' <= b && b <= '~' && isEscapable(byte(b))
	}
}

// mapIRI maps an IRI reference to a URI reference (RFC 3987, 3.1): it escapes the bytes
// beyond US-ASCII. The text is UTF-8 already: that section forbids normalizing it.
// toASCII converts a host beyond US-ASCII (RFC 3987, 3.1, step 2, allows this). If
// toASCII is nil, the host is escaped too.
func mapIRI(s string, toASCII func(string) (string, error)) (string, error) {
	p := split(s)
	host := s[p.Host:p.HostEnd]
	if toASCII != nil && !ascii.Is(host) {
		decoded, err := uri.Unescape(host)
		if err == nil {
			host, err = asciiHost(decoded, toASCII)
		}
		if err != nil {
			return "", err
		}
	}
	b := appendEscaped(make([]byte, 0, 3*len(s)), s[:p.Host])
	return string(appendEscaped(appendEscaped(b, host), s[p.HostEnd:])), nil
}

// onlyIRI reports whether an IRI may have each character of s beyond US-ASCII at its place.
func onlyIRI(s string) bool {
	query, fragment := false, false
	for _, r := range s {
		if r < utf8.RuneSelf {
			fragment = fragment || r == '#'
			query = query || r == '?' && !fragment
		} else if k := kindOf(r); k.ends() || k == reserved && (!query || fragment) {
			return false
		}
	}
	return true
}

// appendEscaped appends s with its bytes beyond US-ASCII escaped.
func appendEscaped(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = ascii.AppendByte(dst, s[i], s[i] >= utf8.RuneSelf)
	}
	return dst
}
