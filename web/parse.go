package web

import (
	"math"
	"strings"
	"unicode/utf8"
)

// A Parser reads text as browsers do. The zero Parser is ready to use: it reads a
// query as UTF-8, and refuses hosts that are not ASCII.
//
// A Parser may be used by several goroutines at once if its functions may.
type Parser struct {
	// ToASCII is the standard's "domain parser ToASCII", not strict: Unicode
	// ToASCII (UTS 46) with CheckHyphens, UseSTD3ASCIIRules, VerifyDnsLength,
	// Transitional_Processing and IgnoreInvalidPunycode false, CheckBidi and
	// CheckJoiners true. Its argument is not ASCII, is valid UTF-8 and has its
	// percent-encoded bytes decoded. The parser itself refuses a result that is
	// empty or holds a forbidden domain code point. If ToASCII is nil, a host
	// that is not ASCII is refused with ErrNoToASCII. A host that is ASCII is
	// never given to it, even if it has labels that begin with "xn--", except
	// when there is a Report that is to be told of labels that are invalid.
	ToASCII func(domain string) (string, error)

	// Query is the standard's "encoding override": it appends s, the query of an
	// http, https, ftp or file URL without the "?", in the encoding of the page
	// that the reference was found in. For a character that the encoding does not
	// have it appends "%26%23", the code point in decimal digits, and "%3B". The
	// parser percent-encodes the bytes that a URL must not have. If Query is nil,
	// the encoding is UTF-8.
	Query func(dst []byte, s string) []byte

	// Report, if it is not nil, is called with each validation error that does
	// not stop the parser, as browsers show them in their consoles. They come in
	// the order of the parts that they are in, and some may come although a later
	// one makes Parse return an error. Strict rules for labels that begin with
	// "xn--" are checked as far as ToASCII checks them.
	Report func(*Error)
}

// Parse parses s, an absolute URL. It is the Parse of the zero [Parser] without a
// base.
func Parse(s string) (URL, error) { return Parser{}.Parse(URL{}, s) }

// Parse parses ref, a URL or a reference against base ("basic URL parser"). The
// zero base is none. The error is a *[Error].
//
// The cost is linear in the lengths of base and ref. Parse does not allocate for an http or
// https URL that is its own serialization, and mostly once for another one.
func (p Parser) Parse(base URL, ref string) (URL, error) {
	if p.Report == nil && uint64(len(ref)) <= maxLen &&
		(p.Query == nil || strings.IndexByte(ref, '?') < 0) {
		if u, ok := serialized(ref); ok {
			return u, nil
		}
		if base.kind != notSpecial {
			if u, ok := reference(&base, ref); ok {
				return u, nil
			}
		}
	}
	return p.parse(base, ref)
}

// maxLen is how long an input and a URL can be: the offsets in a URL are 32 bits.
const maxLen = math.MaxUint32 - 1

// parse is Parse without its short ways. It allocates the text of the URL, unless
// that is the input or the base.
func (p Parser) parse(base URL, ref string) (URL, error) {
	var buf [256]byte
	var cause error
	d := parsing{p: p, base: base, given: ref, out: buf[:0], cause: &cause}
	d.clean()
	if uint64(len(ref)) > maxLen {
		d.fail(tooLong, 0)
	} else if d.url() && uint64(len(d.out)) > maxLen {
		d.fail(tooLong, 0)
	}
	if d.failed != noError {
		return URL{}, d.newError(d.failed, d.failedAt, cause)
	}
	u := URL{parts: d.u}
	switch string(d.out) {
	case ref:
		u.s = ref
	case base.s:
		u.s = base.s
	default:
		u.s = string(d.out)
	}
	return u, nil
}

// A parsing is one run of the basic URL parser. Its methods read a part of in and
// append the serialization of that part to out. They report failure as false,
// with failed set.
//
// Nothing that leaves parse points into a parsing, so that it and the buffer of out
// can be on the stack.
type parsing struct {
	p     Parser
	base  URL
	given string // the input as it was given
	in    string // the input that is parsed
	out   []byte
	u     parts // of out

	failed   validation
	failedAt int    // in given
	cause    *error // of the failure

	secretKnown        bool
	secretLo, secretHi int // what errors must not show of given
	known, knownGiven  int // an offset in in, and where that is in given
}

// clean removes what the basic URL parser removes first: C0 controls and spaces
// at both ends, then all ASCII tabs and newlines.
func (d *parsing) clean() {
	s := d.given
	i, end := 0, len(s)
	for i < end && s[i] <= ' ' {
		i++
	}
	for end > i && s[end-1] <= ' ' {
		end--
	}
	d.knownGiven = i
	d.in = s[i:end]
	n := strings.IndexAny(d.in, "\t\n\r")
	if d.p.Report != nil {
		if i > 0 {
			d.reportGiven(invalidURLUnit, 0)
		}
		if end < len(s) {
			d.reportGiven(invalidURLUnit, end)
		}
		if n >= 0 {
			d.reportGiven(invalidURLUnit, i+n)
		}
	}
	if n < 0 {
		return
	}
	b := make([]byte, 0, len(d.in))
	for rest := d.in; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case size > 1 || r < utf8.RuneSelf && !tabOrNewline(rest[0]):
			b = append(b, rest[:size]...)
		case r == utf8.RuneError:
			// What is not valid UTF-8 must not become valid by what is removed
			// between its bytes. 0xFF never is.
			b = append(b, 0xFF)
		}
		rest = rest[size:]
	}
	d.in = string(b)
}

// tabOrNewline reports whether b is an ASCII tab or newline.
func tabOrNewline(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// inGiven returns where the byte in[i] is in given. It walks from the place of
// the call before, so that calls for rising offsets take linear time together.
func (d *parsing) inGiven(i int) int {
	if len(d.in) == len(d.given) {
		return i
	}
	for d.known > i {
		d.knownGiven--
		if !tabOrNewline(d.given[d.knownGiven]) {
			d.known--
		}
	}
	for d.knownGiven < len(d.given) {
		if tabOrNewline(d.given[d.knownGiven]) {
			d.knownGiven++
			continue
		}
		if d.known == i {
			break
		}
		d.known++
		d.knownGiven++
	}
	return d.knownGiven
}

// fail makes the parsing fail at in[i] with a validation error. It returns false.
func (d *parsing) fail(v validation, i int) bool {
	d.failed, d.failedAt = v, d.inGiven(i)
	return false
}

// report reports a validation error at in[i] that does not stop the parser.
func (d *parsing) report(v validation, i int) {
	if d.p.Report != nil {
		d.reportGiven(v, d.inGiven(i))
	}
}

// reportGiven reports a validation error at given[i].
func (d *parsing) reportGiven(v validation, i int) { d.p.Report(d.newError(v, i, nil)) }

// newError returns the error v at given[i].
func (d *parsing) newError(v validation, i int, cause error) *Error {
	if !d.secretKnown {
		d.secretLo, d.secretHi = secret(d.given)
		d.secretKnown = true
	}
	return newError(d.given, i, v, cause, d.secretLo, d.secretHi)
}

// special reports whether the URL "is special".
func (d *parsing) special() bool { return d.u.kind != notSpecial }

// slash reports whether in[i] is a "/", or a "\" in a special URL.
func (d *parsing) slash(i int) bool {
	return i < len(d.in) && (d.in[i] == '/' || d.in[i] == '\\' && d.special())
}

// reportBackslash reports in[i] if it is a "\".
func (d *parsing) reportBackslash(i int) {
	if at(d.in, i, '\\') {
		d.report(invalidReverseSolidus, i)
	}
}

// url is the "scheme start state" and the "scheme state": it reads a scheme, if
// there is one, and decides what follows.
func (d *parsing) url() bool {
	colon := schemeEnd(d.in)
	if colon < 0 {
		return d.noScheme()
	}
	for _, b := range []byte(d.in[:colon]) {
		d.out = append(d.out, lowered(b))
	}
	d.u.scheme = uint32(colon)
	d.u.kind = kindOf(d.out)
	d.out = append(d.out, ':')
	rest := colon + 1
	slashes := strings.HasPrefix(d.in[rest:], "//")
	if d.special() && !slashes {
		d.report(missingFollowingSolidus, rest)
	}
	switch {
	case d.u.kind == fileScheme:
		return d.file(rest)
	case d.special() && slashes:
		return d.specialAuthority(rest + len("//"))
	case d.special() && d.base.kind == d.u.kind:
		return d.relative(rest)
	case d.special():
		return d.specialAuthority(rest)
	case slashes:
		return d.authority(rest + len("//"))
	case at(d.in, rest, '/'):
		d.u.path = uint32(len(d.out))
		return d.rest(d.path(rest + 1))
	}
	d.u.path = uint32(len(d.out))
	return d.rest(d.opaquePath(rest))
}

// schemeEnd returns the offset of the ":" after the scheme that s begins with, and
// -1 if it begins with none.
func schemeEnd(s string) int {
	if !in(s, 0, isAlpha) {
		return -1
	}
	i := 1
	for in(s, i, isScheme) {
		i++
	}
	if !at(s, i, ':') {
		return -1
	}
	return i
}

// noScheme is the "no scheme state".
func (d *parsing) noScheme() bool {
	base := &d.base
	switch {
	case base.s == "", base.opaque() && !at(d.in, 0, '#'):
		return d.fail(missingScheme, 0)
	case base.opaque():
		d.u = base.parts
		d.out = append(d.out, base.s[:base.fragmentMark()]...)
		return d.fragment(0)
	}
	d.u.kind, d.u.scheme = base.kind, base.scheme
	if base.kind == fileScheme {
		d.out = append(d.out, "file:"...)
		return d.file(0)
	}
	return d.relative(0)
}

// relative is the "relative state" and the "relative slash state": in[i:] is
// a reference against the base, whose scheme the URL has.
func (d *parsing) relative(i int) bool {
	if !d.slash(i) {
		d.copyAuthority()
		return d.relativePath(i, false)
	}
	d.reportBackslash(i)
	switch {
	case d.slash(i+1) && d.special():
		d.reportBackslash(i + 1)
		return d.specialAuthority(i + 2)
	case d.slash(i + 1):
		d.out = append(d.out[:0], d.base.s[:d.base.scheme+1]...)
		return d.authority(i + 2)
	}
	d.copyAuthority()
	return d.rest(d.path(i + 1))
}

// relativePath is the end of the "relative state" and of the "file state": in[i:]
// is a reference with a path that does not begin with a slash, or with none. Its
// authority is the base's. drive says that in[i:] begins with a Windows drive
// letter in a file URL, so that nothing of the base's path is kept.
func (d *parsing) relativePath(i int, drive bool) bool {
	base := &d.base
	end := i == len(d.in) || d.in[i] == '#'
	if drive {
		return d.rest(d.path(i))
	}
	d.out = append(d.out, base.Path()...)
	if end || d.in[i] == '?' {
		d.guardPath()
		if query, ok := base.Query(); ok && end {
			d.out = append(d.out, '?')
			d.u.query = uint32(len(d.out))
			d.out = append(d.out, query...)
		}
		return d.queryAndFragment(i)
	}
	d.shorten()
	return d.rest(d.path(i))
}

// copyAuthority makes the output the scheme and the authority of the base.
func (d *parsing) copyAuthority() {
	base := &d.base
	d.out = append(d.out[:0], base.s[:base.pathStart()]...)
	d.u = parts{
		scheme: base.scheme, user: base.user, host: base.host, hostEnd: base.hostEnd,
		path: base.pathStart(), kind: base.kind,
	}
}

// rest parses what follows a path that ends at in[i].
func (d *parsing) rest(i int) bool {
	d.guardPath()
	return d.queryAndFragment(i)
}
