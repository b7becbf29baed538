package uri

import (
	"strings"
	"unicode/utf8"
)

// The functions below are productions of RFC 822. The octets they read may be
// written as escapes.

// octet returns the octet that stands at s[i:], or that an escape there stands
// for, and where it ends. At the end of s it is -1.
func octet(s string, i int) (b, end int) {
	switch {
	case i >= len(s):
		return -1, i
	case escaped(s, i):
		return int(unhex(s[i+1])<<4 | unhex(s[i+2])), i + 3
	}
	return int(s[i]), i + 1
}

// skipSpace skips LWSP-chars (RFC 822, 3.3).
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
		return end, RuleAddrSpec
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
	for {
		b, next := octet(s, i)
		if b == '"' {
			if end, r = quotedString(s, next); r != 0 {
				return end, r
			}
		} else if end = atom(s, i); end == i {
			return end, RuleLocalPart
		}
		if b, i = octet(s, end); b != '.' {
			return end, 0
		}
	}
}

// mailDomain recognises
//
//	domain     = sub-domain *("." sub-domain)
//	sub-domain = domain-ref / domain-literal
//	domain-ref = atom
//
// (RFC 822, 6.1) at s[i:].
func mailDomain(s string, i int) (end int, r Rule) {
	for {
		b, next := octet(s, i)
		if b == '[' {
			if end, r = domainLiteral(s, next); r != 0 {
				return end, r
			}
		} else if end = atom(s, i); end == i {
			return end, RuleMailDomain
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
// (RFC 822, 3.3) at s[i:], or nothing. Characters beyond ASCII, written as the
// escapes of their UTF-8, are let in as RFC 6068 does (2, items 4 and 5).
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
// (RFC 822, 3.3) at s[i:], behind the first <">.
func quotedString(s string, i int) (end int, r Rule) {
	return quotedUntil(s, i, '"', -1, RuleQuotedString)
}

// domainLiteral recognises the rest of
//
//	domain-literal = "[" *(dtext / quoted-pair) "]"
//
// (RFC 822, 3.3) at s[i:], behind the "[".
func domainLiteral(s string, i int) (end int, r Rule) {
	return quotedUntil(s, i, ']', '[', RuleDomainLiteral)
}

// quotedUntil recognises text with quoted-pairs at s[i:] up to and with the
// octet last. The octet not cannot stand in it but in a quoted-pair.
//
// DEVIATION: RFC 822 lets CR, LF and NUL into a quoted-pair, and LF and NUL
// into the text. An address becomes part of a command of SMTP, so they are
// refused everywhere.
func quotedUntil(s string, i, last, not int, r Rule) (end int, _ Rule) {
	for {
		b, end := octet(s, i)
		quoted := b == '\\'
		if quoted {
			i = end
			b, end = octet(s, i)
		}
		switch {
		case b <= 0, b == '\r', b == '\n', b == not && !quoted:
			return i, r
		case b >= utf8.RuneSelf:
			if end = nonASCII(s, i); end == i {
				return i, r
			}
		case b == last && !quoted:
			return end, 0
		}
		i = end
	}
}

// nonASCII returns where the escapes end that stand for the UTF-8 of one
// character at s[i:], i where there is none.
func nonASCII(s string, i int) int {
	var buf [utf8.UTFMax]byte
	end := i
	for n := range buf {
		var b int
		b, end = octet(s, end)
		buf[n] = byte(b) // 0xFF behind s, which no UTF-8 has
	}
	if _, size := utf8.DecodeRune(buf[:]); size > 1 {
		return i + size*len("%hh")
	}
	return i
}
