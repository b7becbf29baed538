package uri

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// The functions below are productions of RFC 822. Each octet may be written as an
// escape.

// skipSpace returns the offset after the LWSP-chars at s[i:] (RFC 822, 3.3).
func skipSpace(s string, i int) int {
	for {
		b, n := ascii.DecodedAt(s, i)
		if b != ' ' && b != '\t' {
			return i
		}
		i += n
	}
}

// addrSpec recognises
//
//	addr-spec = local-part "@" domain
//
// (RFC 822, 6.1) at s[i:].
func addrSpec(s string, i int) (end int, r *rule) {
	if end, r = localPart(s, i); r != nil {
		return end, r
	}
	b, n := ascii.DecodedAt(s, end)
	if b != '@' {
		return end, ruleAddrSpec
	}
	return mailDomain(s, end+n)
}

// localPart recognises
//
//	local-part = word *("." word)
//	word       = atom / quoted-string
//
// (RFC 822, 6.1 and 3.3) at s[i:].
func localPart(s string, i int) (end int, r *rule) {
	return words(s, i, '"', quotedString, ruleLocalPart)
}

// mailDomain recognises
//
//	domain     = sub-domain *("." sub-domain)
//	sub-domain = domain-ref / domain-literal
//	domain-ref = atom
//
// (RFC 822, 6.1) at s[i:].
func mailDomain(s string, i int) (end int, r *rule) {
	return words(s, i, '[', domainLiteral, ruleMailDomain)
}

// words recognises a list of words with a "." between two at s[i:]. A word is an atom or, after
// the octet first, quoted text. It fails with rule r if there is no word.
func words(s string, i int, first byte, quoted func(s string, i int) (int, *rule), r *rule) (end int, _ *rule) {
	for {
		b, n := ascii.DecodedAt(s, i)
		if b == first {
			var failed *rule
			if end, failed = quoted(s, i+n); failed != nil {
				return end, failed
			}
		} else if end = atom(s, i); end == i {
			return end, r
		}
		if b, n = ascii.DecodedAt(s, end); b != '.' {
			return end, nil
		}
		i = end + n
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
		b, n := ascii.DecodedAt(s, i)
		switch {
		case b >= utf8.RuneSelf:
			if n = nonASCII(s, i); n == 0 {
				return i
			}
		case b <= ' ' || b == 0x7F || strings.IndexByte("()<>@,;:\\\".[]", b) >= 0:
			return i
		}
		i += n
	}
}

// quotedString recognises the rest of
//
//	quoted-string = <"> *(qtext/quoted-pair) <">
//
// (RFC 822, 3.3) at s[i:], after the first <">.
func quotedString(s string, i int) (end int, r *rule) {
	return quotedUntil(s, i, '"', 0, ruleQuotedString)
}

// domainLiteral recognises the rest of
//
//	domain-literal = "[" *(dtext / quoted-pair) "]"
//
// (RFC 822, 3.3) at s[i:], after the "[".
func domainLiteral(s string, i int) (end int, r *rule) {
	return quotedUntil(s, i, ']', '[', ruleDomainLiteral)
}

// quotedUntil recognises text with quoted-pairs at s[i:], up to and including the
// octet last. The octet bare may occur only in a quoted-pair.
//
// DEVIATION: RFC 822 allows CR, LF and NUL in a quoted-pair, and LF and NUL in
// the text. An address becomes part of an SMTP command, so they are refused
// everywhere.
func quotedUntil(s string, i int, last, bare byte, r *rule) (end int, _ *rule) {
	for {
		b, n := ascii.DecodedAt(s, i)
		isPair := b == '\\'
		if isPair {
			i += n
			b, n = ascii.DecodedAt(s, i)
		}
		switch {
		case b == 0, b == '\r', b == '\n', b == bare && !isPair: // also at the end of s
			return i, r
		case b >= utf8.RuneSelf:
			if n = nonASCII(s, i); n == 0 {
				return i, r
			}
		case b == last && !isPair:
			return i + n, nil
		}
		i += n
	}
}

// nonASCII returns the length of one character beyond ASCII at s[i:], written as the
// escapes of its UTF-8. It returns 0 if there is no such character.
func nonASCII(s string, i int) int {
	var buf [utf8.UTFMax]byte
	for k := range buf {
		b, n := ascii.DecodedAt(s, i)
		buf[k] = b
		i += n
	}
	if _, size := utf8.DecodeRune(buf[:]); size > 1 {
		return size * len("%hh")
	}
	return 0
}
