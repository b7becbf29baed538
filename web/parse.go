package web

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A Parser reads text as browsers do. The zero Parser is ready to use: it reads a query
// as UTF-8, and refuses hosts beyond ASCII.
//
// A Parser may be used by several goroutines at once if its functions may.
type Parser struct {
	// ToASCII is the standard's "domain parser ToASCII" with beStrict false: Unicode
	// ToASCII (UTS 46) with CheckHyphens, UseSTD3ASCIIRules, VerifyDnsLength,
	// Transitional_Processing and IgnoreInvalidPunycode false, CheckBidi and
	// CheckJoiners true. Its argument is not ASCII, is valid UTF-8 and has its
	// percent-encoded bytes decoded. The parser itself refuses an empty result and one
	// with a forbidden domain code point. If ToASCII is nil, a host beyond ASCII is
	// refused with [ErrNoToASCII]. ToASCII is never called for an ASCII host, not even
	// for one with "xn--" labels: the standard takes these unchanged.
	ToASCII func(domain string) (string, error)

	// Query is the standard's "encoding override": it appends s, the query of an http,
	// https, ftp or file URL without the "?", in the encoding of the page with the
	// reference. For a character missing from the encoding it appends "%26%23", the
	// code point in decimal digits, and "%3B". The parser percent-encodes the result.
	// If Query is nil, the encoding is UTF-8.
	Query func(dst []byte, s string) []byte
}

// Parse parses s, an absolute URL. It is the Parse of the zero [Parser] without a
// base. The error is an [*Error].
func Parse(s string) (u URL, err error) {
	if uint64(len(s)) < maxLen && u.serialized(s) {
		return u, nil
	}
	return Parser{}.parse(URL{}, s)
}

// Parse parses ref, a URL or a reference against base ("basic URL parser"). The zero
// base stands for no base. The error is an [*Error]. The time is linear in the lengths of base
// and ref; the package comment says what is allocated.
func (p Parser) Parse(base URL, ref string) (u URL, err error) {
	if uint64(len(ref)) < maxLen && (p.Query == nil || strings.IndexByte(ref, '?') < 0) {
		if u.serialized(ref) || u.scheme == 0 && base.kind != notSpecial && u.reference(&base, ref) {
			return u, nil
		}
	}
	return p.parse(base, ref)
}

// DocumentBase returns the base URL of an HTML document (HTML, "set the frozen base URL").
// page is the URL of the document. href is the first href of its base elements, and may be
// empty. If href cannot be parsed, or is a data: or javascript: URL, the base is page.
// Without such an element page is the base.
func (p Parser) DocumentBase(page URL, href string) URL {
	u, err := p.Parse(page, href)
	if scheme := u.Scheme(); err != nil || scheme == "data" || scheme == "javascript" {
		return page
	}
	return u
}

// parse is Parse without its fast paths. It allocates the serialization if it differs
// from ref.
func (p Parser) parse(base URL, ref string) (URL, error) {
	d := parsing{p: p, base: base, given: ref}
	if uint64(len(ref)) > maxLen {
		return URL{}, newError(ref, 0, "too-long", nil)
	}
	d.clean()
	var buf [256]byte
	text := d.url(buf[:0])
	if text == nil {
		return URL{}, d.err
	}
	if uint64(len(text)) > maxLen {
		return URL{}, newError(ref, 0, "too-long", nil)
	}
	if string(text) == ref {
		return URL{ref, d.u}, nil
	}
	return URL{string(text), d.u}, nil
}

// url is the "scheme start state" and the "scheme state": it reads a scheme, if
// there is one, and chooses the next state.
func (d *parsing) url(text []byte) []byte {
	colon := ascii.SchemeLength(d.in)
	if colon == 0 {
		return d.noScheme(text)
	}
	text = appendLowered(text, d.in[:colon])
	d.u.kind = kindOf(text)
	d.u.scheme = uint32(colon)
	text = append(text, ':')
	rest := colon + 1
	slashes := strings.HasPrefix(d.in[rest:], "//")
	switch {
	case d.u.kind == fileScheme:
		return d.file(text, rest)
	case d.special() && slashes:
		return d.specialAuthority(text, rest+len("//"))
	case d.special() && d.base.kind == d.u.kind:
		return d.relative(text, rest)
	case d.special():
		return d.specialAuthority(text, rest)
	case slashes:
		return d.authority(text, rest+len("//"))
	}
	d.u.path = uint32(len(text))
	if hasByte(d.in, rest, '/') {
		return d.pathAndRest(text, rest+1)
	}
	return d.opaquePathAndRest(text, rest)
}

// noScheme is the "no scheme state".
func (d *parsing) noScheme(text []byte) []byte {
	base := &d.base
	switch {
	case base.s == "", base.opaque() && !hasByte(d.in, 0, '#'):
		return d.fail("missing-scheme-non-relative-URL", 0)
	case base.opaque():
		d.u = base.parts
		text = append(text, base.s[:base.fragmentMark()]...)
		return d.fragment(text, 0)
	}
	d.u.kind, d.u.scheme = base.kind, base.scheme
	text = append(text, base.s[:base.scheme+1]...)
	if base.kind == fileScheme {
		return d.file(text, 0)
	}
	return d.relative(text, 0)
}

// relative is the "relative state" and the "relative slash state": in[i:] is a
// reference against the base. The URL has the scheme of the base, and it is not "file".
func (d *parsing) relative(text []byte, i int) []byte {
	if !d.slash(i) {
		return d.relativePath(d.baseAuthority(text), i)
	}
	if d.slash(i + 1) {
		if d.special() {
			return d.specialAuthority(text, i+2)
		}
		return d.authority(text, i+2)
	}
	return d.pathAndRest(d.baseAuthority(text), i+1)
}
