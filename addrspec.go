package uri

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// The functions below are productions of RFC 822. Each octet that they read may
// be written as an escape.

// octet returns the octet at s[i:], decoded if it is an escape, and the offset
// after it. At the end of s the octet is -1.
func octet(s string, i int) (b, end int) {
	switch {
	case i >= len(s):
		return -1, i
	case ascii.Escaped(s, i):
		return int(ascii.Octet(s, i)), i + 3
	}
	return int(s[i]), i + 1
}

// skipSpace returns the offset after the LWSP-chars at s[i:] (RFC 822, 3.3).
func skipSpace(s string, i int) int {
	for {
		b, end := octet(s, i)
		if b != ' ' && b != '\t' {
			return i
		}
		i = end
	}
}

// addrSpec recognises
//
//	addr-spec = local-part "@" domain
//
// (RFC 822, 6.1) at s[i:].
func addrSpec(s string, i int) (end int, r Rule) {
	if end, r = localPart(s, i); r != 0 {
		return end, r
	}
	b, next := octet(s, end)
	if b != '@' {
		return end, ruleAddrSpec
	}
	return mailDomain(s, next)
}

// localPart recognises
//
//	local-part = word *("." word)
//	word       = atom / quoted-string
//
// (RFC 822, 6.1 and 3.3) at s[i:].
func localPart(s string, i int) (end int, r Rule) {
	return words(s, i, '"', quotedString, ruleLocalPart)
}

// mailDomain recognises
//
//	domain     = sub-domain *("." sub-domain)
//	sub-domain = domain-ref / domain-literal
//	domain-ref = atom
//
// (RFC 822, 6.1) at s[i:].
func mailDomain(s string, i int) (end int, r Rule) {
	return words(s, i, '[', domainLiteral, ruleMailDomain)
}

// words recognises a list of words with a "." between two at s[i:]. A word is an atom or,
// after the octet first, text that quoted recognises. It fails with rule r without one.
func words(s string, i, first int, quoted func(s string, i int) (int, Rule), r Rule) (end int, _ Rule) {
	for {
		b, next := octet(s, i)
		if b == first {
			var failed Rule
			if end, failed = quoted(s, next); failed != 0 {
				return end, failed
			}
		} else if end = atom(s, i); end == i {
			return end, r
		}
		if b, i = octet(s, end); b != '.' {
			return end, 0
		}
	}
}

// atom recognises
//
//	atom = 1*<any CHAR except specials, SPACE and CTLs>
//
// (RFC 822, 3.3) at s[i:], or nothing. It also accepts characters beyond ASCII if
// they are written as the escapes of their UTF-8 (RFC 6068, 2, items 4 and 5).
func atom(s string, i int) (end int) {
	for {
		b, end := octet(s, i)
		switch {
		case b >= utf8.RuneSelf:
			if end = nonASCII(s, i); end == i {
				return i
			}
		case b <= ' ' || b == 0x7F || strings.IndexByte("()<>@,;:\\\".[]", byte(b)) >= 0:
			return i
		}
		i = end
	}
}

// quotedString recognises the rest of
//
//	quoted-string = <"> *(qtext/quoted-pair) <">
//
// (RFC 822, 3.3) at s[i:], after the first <">.
func quotedString(s string, i int) (end int, r Rule) {
	return quotedUntil(s, i, '"', -1, ruleQuotedString)
}

// domainLiteral recognises the rest of
//
//	domain-literal = "[" *(dtext / quoted-pair) "]"
//
// (RFC 822, 3.3) at s[i:], after the "[".
func domainLiteral(s string, i int) (end int, r Rule) {
	return quotedUntil(s, i, ']', '[', ruleDomainLiteral)
}

// quotedUntil recognises text with quoted-pairs at s[i:], up to and including the
// octet last. The octet bare may occur only in a quoted-pair.
//
// DEVIATION: RFC 822 allows CR, LF and NUL in a quoted-pair, and LF and NUL in
// the text. An address becomes part of an SMTP command, so they are refused
// everywhere.
func quotedUntil(s string, i, last, bare int, r Rule) (end int, _ Rule) {
	for {
		b, end := octet(s, i)
		isPair := b == '\\'
		if isPair {
			i = end
			b, end = octet(s, i)
		}
		switch {
		case b <= 0, b == '\r', b == '\n', b == bare && !isPair:
			return i, r
		case b >= utf8.RuneSelf:
			if end = nonASCII(s, i); end == i {
				return i, r
			}
		case b == last && !isPair:
			return end, 0
		}
		i = end
	}
}

// nonASCII returns the offset after one character beyond ASCII at s[i:], written
// as the escapes of its UTF-8. It returns i if there is no such character.
func nonASCII(s string, i int) int {
	var buf [utf8.UTFMax]byte
	end := i
	for n := range buf {
		var b int
		b, end = octet(s, end)
		buf[n] = byte(b) // 0xFF after the end of s, which is never UTF-8
	}
	if _, size := utf8.DecodeRune(buf[:]); size > 1 {
		return i + size*len("%hh")
	}
	return i
}
