package web

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// host is the "host parser" for in[i:end], opaque unless the URL is special. It is
// not empty in a special URL.
func (d *parsing) host(i, end int) bool {
	d.u.host = uint32(len(d.out))
	ok := false
	switch {
	case i < end && d.in[i] == '[':
		ok = d.bracketed(i, end)
	case d.special():
		ok = d.domain(i, end)
	default:
		ok = d.opaqueHost(i, end)
	}
	d.u.hostEnd = uint32(len(d.out))
	return ok
}

// bracketed parses in[i:end], which begins with "[", as an IPv6 address in brackets.
func (d *parsing) bracketed(i, end int) bool {
	if d.in[end-1] != ']' {
		return d.fail(ipv6Unclosed, end)
	}
	address, ok := d.ipv6(i+1, end-1)
	if ok {
		d.out = append(d.out, '[')
		d.out = appendIPv6(d.out, address)
		d.out = append(d.out, ']')
	}
	return ok
}

// opaqueHost is the "opaque-host parser" for in[i:end].
func (d *parsing) opaqueHost(i, end int) bool {
	for j := i; j < end; j++ {
		if table[d.in[j]]&isForbiddenHost != 0 {
			return d.fail(hostInvalidCodePoint, j)
		}
	}
	if d.p.Report != nil {
		d.reportUnits(i, end)
	}
	d.out = appendEncoded(d.out, d.in[i:end], inC0Set)
	return true
}

// domain is the rest of the "host parser", for a host that is not opaque. The
// output is a domain or, if that ends in a number, an IPv4 address.
func (d *parsing) domain(i, end int) bool {
	asWritten := d.asciiDomain(d.in[i:end])
	if !asWritten {
		d.out = d.out[:d.u.host]
		if !d.decodedDomain(i, end) {
			return false
		}
	}
	domain := d.out[d.u.host:]
	if d.p.Report != nil {
		d.reportStrict(i, domain)
	}
	if !endsInNumber(domain) {
		return true
	}
	address, ok := d.ipv4(domain, i, asWritten)
	if ok {
		d.out = appendIPv4(d.out[:d.u.host], address)
	}
	return ok
}

// asciiDomain appends s in lower case. It reports false, and appends a part of s, if
// s holds a forbidden domain code point or is not ASCII.
func (d *parsing) asciiDomain(s string) bool {
	for _, b := range []byte(s) {
		if table[b]&isForbiddenDomain != 0 || b >= utf8.RuneSelf {
			return false
		}
		d.out = append(d.out, lowered(b))
	}
	return true
}

// decodedDomain is the "percent-decoding" of the "host parser" and the "domain
// parser" for in[i:end], which has forbidden domain code points, percent-encoded
// bytes or code points that are not ASCII.
//
// A U+FFFD, which is what decoding makes of invalid UTF-8, is never part of a
// domain. A byte of the input that is not valid UTF-8 counts as one: it must not
// become valid together with the percent-encoded bytes beside it.
func (d *parsing) decodedDomain(i, end int) bool {
	s := d.in[i:end]
	domain := s
	if strings.IndexByte(s, '%') >= 0 {
		domain = string(appendDecoded(nil, s))
		if len(domain) < len(s) {
			d.report(domainPercentEncoded, i)
		}
	}
	if !utf8.ValidString(s) || !utf8.ValidString(domain) || strings.ContainsRune(domain, utf8.RuneError) {
		return d.fail(domainToASCII, i)
	}
	if isASCII(domain) {
		if d.asciiDomain(domain) {
			return true
		}
		if len(domain) == len(s) {
			i += len(d.out) - int(d.u.host) // where it stopped
		}
		return d.fail(domainToASCII, i)
	}
	if d.p.ToASCII == nil {
		*d.cause = ErrNoToASCII
		return d.fail(domainToASCII, i)
	}
	result, err := d.p.ToASCII(strings.Clone(domain))
	if err != nil || result == "" || !d.asciiDomain(result) {
		*d.cause = err
		return d.fail(domainToASCII, i)
	}
	return true
}

// endsInNumber is the "ends in a number checker".
func endsInNumber(domain []byte) bool {
	if n := len(domain); domain[n-1] == '.' {
		domain = domain[:n-1]
	}
	last := domain[bytes.LastIndexByte(domain, '.')+1:]
	if len(last) == 0 {
		return false
	}
	digits := 0
	for digits < len(last) && table[last[digits]]&isDigit != 0 {
		digits++
	}
	if digits == len(last) {
		return true
	}
	_, _, ok := ipv4Number(last)
	return ok
}

// isASCII reports whether s is an ASCII string.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// reportStrict reports a domain, whose text is at in[i], if the "domain parser"
// would refuse it with beStrict. The labels that begin with "xn--" are ToASCII's.
func (d *parsing) reportStrict(i int, domain []byte) {
	encoded := false
	strict := len(domain) <= 253
	for label := range bytes.SplitSeq(domain, []byte(".")) {
		n := len(label)
		strict = strict && 1 <= n && n <= 63
		if bytes.HasPrefix(label, []byte("xn--")) {
			encoded = true
		} else if n > 0 {
			strict = strict && label[0] != '-' && label[n-1] != '-' && (n < 4 || string(label[2:4]) != "--")
		}
		for _, b := range label {
			strict = strict && (b == '-' || table[b]&(isAlpha|isDigit) != 0)
		}
	}
	if strict && encoded && d.p.ToASCII != nil {
		_, err := d.p.ToASCII(string(domain))
		strict = err == nil
	}
	if !strict {
		d.report(domainToASCII, i)
	}
}
