package web

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// host is the "host parser" for in[i:end], opaque unless the URL is special. It is
// not empty in a special URL.
func (d *parsing) host(text []byte, i, end int) []byte {
	d.u.host = uint32(len(text))
	switch {
	case i < end && d.in[i] == '[':
		text = d.bracketed(text, i, end)
	case d.special():
		text = d.domain(text, i, end)
	default:
		text = d.opaqueHost(text, i, end)
	}
	d.u.hostEnd = uint32(len(text))
	return text
}

// bracketed is the part of the "host parser" for in[i:end] that begins with "[".
func (d *parsing) bracketed(text []byte, i, end int) []byte {
	if d.in[end-1] != ']' {
		return d.fail("IPv6-unclosed", end)
	}
	address, bad, name := parseIPv6(d.in[i+1 : end-1])
	if name != "" {
		return d.fail(name, i+1+bad)
	}
	text = append(text, '[')
	text = appendIPv6(text, address)
	return append(text, ']')
}

// opaqueHost is the "opaque-host parser" for in[i:end].
func (d *parsing) opaqueHost(text []byte, i, end int) []byte {
	if j := scanUntil(d.in[:end], i, isForbiddenHost); j < end {
		return d.fail("host-invalid-code-point", j)
	}
	return appendEncoded(text, d.in[i:end], inC0Set)
}

// domain is the rest of the "host parser", for the host of a special URL. It appends a
// domain, or an IPv4 address for a domain with a number at its end.
func (d *parsing) domain(text []byte, i, end int) []byte {
	start := len(text)
	s := d.in[i:end]
	asWritten := scanUntil(s, 0, isUnlikeASCIIDomain) == len(s)
	if asWritten {
		text = appendLowered(text, s)
	} else if text = d.decodedDomain(text, i, s); text == nil {
		return nil
	}
	domain := text[start:]
	if !ascii.EndsInNumber(domain) {
		return text
	}
	address, bad, name := parseIPv4(domain)
	if name != "" {
		if !asWritten {
			bad = 0 // the place in s is not known
		}
		return d.fail(name, i+bad)
	}
	return ascii.IPv4(address).AppendTo(text[:start])
}

// decodedDomain is the "percent-decoding" of the "host parser" and the "domain parser"
// for s. The text s is in[i:] and has forbidden domain code points, percent-encoded
// bytes or code points beyond ASCII.
//
// Decoding turns invalid UTF-8 into U+FFFD, and no domain contains U+FFFD. An invalid
// byte of the input counts as one too: it must not become valid together with the
// percent-encoded bytes beside it.
func (d *parsing) decodedDomain(text []byte, i int, s string) []byte {
	domain := s
	if strings.IndexByte(s, '%') >= 0 {
		domain = string(ascii.AppendDecoded(nil, s))
	}
	if !utf8.ValidString(s) || !utf8.ValidString(domain) || strings.ContainsRune(domain, utf8.RuneError) {
		return d.fail("domain-to-ASCII", i)
	}
	if !ascii.Is(domain) {
		if d.p.ToASCII == nil {
			return d.failBecause("domain-to-ASCII", i, ErrNoToASCII)
		}
		result, err := d.p.ToASCII(domain)
		if err != nil || result == "" {
			return d.failBecause("domain-to-ASCII", i, err)
		}
		domain = result
	}
	if n := scanUntil(domain, 0, isUnlikeASCIIDomain); n < len(domain) {
		if domain == s {
			i += n
		}
		return d.fail("domain-to-ASCII", i)
	}
	return appendLowered(text, domain)
}
