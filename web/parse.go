package web

import (
	"math"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/secret"
)

// A Parser reads text as browsers do. The zero Parser is ready to use: it reads a
// query as UTF-8, and refuses hosts that are not ASCII.
//
// A Parser may be used by several goroutines at once if its functions may.
type Parser struct {
	// ToASCII is the standard's "domain parser ToASCII" with beStrict false: Unicode
	// ToASCII (UTS 46) with CheckHyphens, UseSTD3ASCIIRules, VerifyDnsLength,
	// Transitional_Processing and IgnoreInvalidPunycode false, CheckBidi and
	// CheckJoiners true. Its argument is not ASCII, is valid UTF-8 and has its
	// percent-encoded bytes decoded. The parser itself refuses a result that is
	// empty or holds a forbidden domain code point. If ToASCII is nil, a host
	// that is not ASCII is refused with ErrNoToASCII. A host that is ASCII is
	// never given to it, even if it has labels that begin with "xn--": the
	// standard takes these as they are.
	ToASCII func(domain string) (string, error)

	// Query is the standard's "encoding override": it appends s, the query of an
	// http, https, ftp or file URL without the "?", in the encoding of the page
	// that the reference was found in. For a character that the encoding does not
	// have it appends "%26%23", the code point in decimal digits, and "%3B". The
	// parser percent-encodes the bytes that a URL must not have. If Query is nil,
	// the encoding is UTF-8.
	Query func(dst []byte, s string) []byte

	// Report, if it is not nil, is called with each validation error that does not stop
	// the parser, as browsers show them in their consoles. The calls are in the order
	// of the parts of the URL, after those for white space that the parser removes
	// first, and Parse may return an error afterwards. A domain that
	// the strict form of ToASCII would refuse is reported if its ASCII form shows the
	// reason; a label that begins with "xn--" is not decoded for that.
	Report func(*Error)
}

// Parse parses s, an absolute URL. It is the Parse of the zero [Parser] without a
// base.
func Parse(s string) (u URL, err error) {
	if uint64(len(s)) < maxLen && u.serialized(s) {
		return u, nil
	}
	return Parser{}.parse(URL{}, s)
}

// Parse parses ref, a URL or a reference against base ("basic URL parser"). The zero
// base means that there is no base. The error is a *[Error].
//
// The cost is linear in the lengths of base and ref. Parse usually does not
// allocate for a URL that is its own serialization, and once for other texts; the
// package comment has the exceptions.
func (p Parser) Parse(base URL, ref string) (u URL, err error) {
	if p.Report == nil && uint64(len(ref)) < maxLen &&
		(p.Query == nil || strings.IndexByte(ref, '?') < 0) {
		if u.serialized(ref) || u.scheme == 0 && base.kind != notSpecial && u.reference(&base, ref) {
			return u, nil
		}
	}
	return p.parse(base, ref)
}

// maxLen is the greatest length of an input and of a URL: the offsets in a URL have 32
// bits.
const maxLen = math.MaxUint32 - 1

// parse is Parse without its fast paths. It allocates the serialization unless that
// equals ref.
func (p Parser) parse(base URL, ref string) (URL, error) {
	d := parsing{p: p, base: base, given: ref}
	if uint64(len(ref)) > maxLen {
		return URL{}, d.newError(tooLong, 0, nil)
	}
	d.clean()
	var buf [256]byte
	text := d.url(buf[:0])
	if text == nil {
		return URL{}, d.err
	}
	if uint64(len(text)) > maxLen {
		return URL{}, d.newError(tooLong, 0, nil)
	}
	if string(text) == ref {
		return URL{ref, d.u}, nil
	}
	return URL{string(text), d.u}, nil
}

// A parsing is one run of the basic URL parser. Its methods read a part of in, append
// the serialization of that part to the text of the URL so far, set where it is, and
// return the text. nil means failed: such a method has set err, with fail, failBecause or
// failed.
//
// The text is a parameter, not a field, so that it can be on the stack.
type parsing struct {
	p     Parser
	base  URL
	given string // the input as it was given
	in    string // the input that is parsed
	u     parts
	err   error

	searched          bool
	secrets           []secret.Span // of given, once it was searched
	lastIn, lastGiven int           // an offset in in, and its place in given
}

// clean removes C0 controls and spaces at both ends, then all ASCII tabs and
// newlines, as the basic URL parser does first.
func (d *parsing) clean() {
	s := d.given
	i, end := 0, len(s)
	for i < end && s[i] <= ' ' {
		i++
	}
	for end > i && s[end-1] <= ' ' {
		end--
	}
	d.lastGiven = i
	d.in = s[i:end]
	n := plain(d.in, 0, isTabOrNewline)
	if d.p.Report != nil {
		if i > 0 {
			d.reportGiven(invalidURLUnit, 0)
		} else if end < len(s) {
			d.reportGiven(invalidURLUnit, end)
		}
		if n < len(d.in) {
			d.reportGiven(invalidURLUnit, i+n)
		}
	}
	if n == len(d.in) {
		return
	}
	b := make([]byte, 0, len(d.in))
	for rest := d.in; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case size > 1 || r < utf8.RuneSelf && table[rest[0]]&isTabOrNewline == 0:
			b = append(b, rest[:size]...)
		case r == utf8.RuneError:
			// Invalid UTF-8 must not become valid when bytes between are removed. 0xFF
			// is never valid.
			b = append(b, 0xFF)
		}
		rest = rest[size:]
	}
	d.in = string(b)
}

// inGiven returns the offset in given of the byte in[i]. It starts from the result of
// the last call, so that calls for rising offsets take linear time together.
func (d *parsing) inGiven(i int) int {
	if len(d.in) == len(d.given) {
		return i
	}
	for d.lastIn > i {
		d.lastGiven--
		if !hasClass(d.given, d.lastGiven, isTabOrNewline) {
			d.lastIn--
		}
	}
	for d.lastGiven < len(d.given) {
		if hasClass(d.given, d.lastGiven, isTabOrNewline) {
			d.lastGiven++
			continue
		}
		if d.lastIn == i {
			break
		}
		d.lastIn++
		d.lastGiven++
	}
	return d.lastGiven
}

// fail makes the parsing fail at in[i] with a validation error. It returns nil.
func (d *parsing) fail(name string, i int) []byte { return d.failBecause(name, i, nil) }

// failBecause is fail with the error that caused it.
func (d *parsing) failBecause(name string, i int, cause error) []byte {
	d.err = d.newError(name, d.inGiven(i), cause)
	return nil
}

// failed is fail for a method that returns no text. It returns false.
func (d *parsing) failed(name string, i int) bool { return d.fail(name, i) != nil }

// report reports a validation error at in[i] that does not stop the parser.
func (d *parsing) report(name string, i int) {
	if d.p.Report != nil {
		d.reportGiven(name, d.inGiven(i))
	}
}

// reportGiven reports a validation error at given[i].
func (d *parsing) reportGiven(name string, i int) { d.p.Report(d.newError(name, i, nil)) }

// newError returns the error at given[i].
func (d *parsing) newError(name string, i int, cause error) *Error {
	if !d.searched {
		var buf [4]secret.Span
		d.secrets = append([]secret.Span(nil), secret.AppendText(buf[:0], d.given)...)
		d.searched = true
	}
	return newError(d.given, i, name, cause, d.secrets)
}

// special reports whether the URL "is special".
func (d *parsing) special() bool { return d.u.kind != notSpecial }

// slash reports whether in[i] is a "/", or a "\" in a special URL.
func (d *parsing) slash(i int) bool {
	return i < len(d.in) && (d.in[i] == '/' || d.in[i] == '\\' && d.special())
}

// reportBackslash reports in[i] if it is a "\".
func (d *parsing) reportBackslash(i int) {
	if hasByte(d.in, i, '\\') {
		d.report(invalidReverseSolidus, i)
	}
}

// url is the "scheme start state" and the "scheme state": it reads a scheme, if
// there is one, and chooses the next state.
func (d *parsing) url(text []byte) []byte {
	colon := schemeEnd(d.in)
	if colon < 0 {
		return d.noScheme(text)
	}
	text = appendLowered(text, d.in[:colon])
	d.u.kind = kindOf(text)
	d.u.scheme = uint32(colon)
	text = append(text, ':')
	rest := colon + 1
	slashes := strings.HasPrefix(d.in[rest:], "//")
	if d.special() && !slashes {
		d.report(missingFollowingSolidus, rest)
	}
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

// schemeEnd returns the offset of the ":" after the scheme that s begins with, and
// -1 if it begins with none.
func schemeEnd(s string) int {
	if !hasClass(s, 0, isAlpha) {
		return -1
	}
	i := 1
	for hasClass(s, i, isScheme) {
		i++
	}
	if !hasByte(s, i, ':') {
		return -1
	}
	return i
}

// noScheme is the "no scheme state".
func (d *parsing) noScheme(text []byte) []byte {
	base := &d.base
	switch {
	case base.s == "", base.opaque() && !hasByte(d.in, 0, '#'):
		return d.fail(missingScheme, 0)
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
// reference against the base, whose scheme the URL has and which is not a file URL.
func (d *parsing) relative(text []byte, i int) []byte {
	if !d.slash(i) {
		return d.relativePath(d.baseAuthority(text), i)
	}
	d.reportBackslash(i)
	if d.slash(i + 1) {
		d.reportBackslash(i + 1)
		if d.special() {
			return d.specialAuthority(text, i+2)
		}
		return d.authority(text, i+2)
	}
	return d.pathAndRest(d.baseAuthority(text), i+1)
}

// baseAuthority makes the authority that of the base. The text is the scheme.
func (d *parsing) baseAuthority(text []byte) []byte {
	base := &d.base
	start := base.authorityEnd()
	d.u = parts{
		scheme: base.scheme, user: base.user, host: base.host, hostEnd: base.hostEnd,
		path: start, kind: base.kind,
	}
	return append(text, base.s[base.scheme+1:start]...)
}

// relativePath is the end of the "relative state" and of the "file state": in[i:] is a
// reference with a path that does not begin with a slash, or without a path. The text
// is the scheme and the authority of the base.
func (d *parsing) relativePath(text []byte, i int) []byte {
	base := &d.base
	text = append(text, base.Path()...)
	if i < len(d.in) && d.in[i] != '?' && d.in[i] != '#' {
		return d.pathAndRest(d.shorten(text), i)
	}
	text = d.guardPath(text)
	if query, ok := base.Query(); ok && !hasByte(d.in, i, '?') {
		text = append(text, '?')
		d.u.query = uint32(len(text))
		text = append(text, query...)
	}
	return d.rest(text, i)
}
