package crawl

import (
	"errors"
	"strings"
	"unicode/utf8"

	"example.com/uri"
)

// A Change is one thing that [Repair] changed.
type Change struct {
	// Offset is where Old stands in the text given, in octets.
	Offset int
	// Old is what stood there and New what stands there instead. Either may be
	// empty.
	Old, New string
	// Kind says why, and Part where.
	Kind ChangeKind
	Part Part
}

// A ChangeKind is a reason for a [Change].
type ChangeKind uint8

const (
	Trimmed      ChangeKind = iota // white space or controls around the reference: left out
	Removed                        // tabs or line breaks in it: left out
	Escaped                        // characters that no URI holds: escaped
	StrayPercent                   // "%" without two hexadecimal digits: escaped
	SecondHash                     // "#" in a fragment: escaped
	Bracket                        // "[" or "]" outside an IPv6 literal: escaped
	Backslash                      // "\": written "/"
	HostName                       // a host with characters beyond US-ASCII: what the Host function made of it
	DotSegment                     // ":" in the first segment of a relative path: "./" written before it
)

var changeKinds = [...]string{"trimmed", "removed", "escaped", "stray percent", "second hash", "bracket",
	"backslash", "host name", "dot segment"}

// String returns the name in small letters, "trimmed" or "stray percent".
func (k ChangeKind) String() string { return changeKinds[k] }

// A Part is a component of a reference that a [Change] is made in.
type Part uint8

const (
	Around   Part = iota // before or behind the reference
	Scheme               // the scheme
	Userinfo             // the userinfo
	Host                 // the host, the "//" and "@" before it
	Port                 // the port
	Path                 // the path or opaque part
	Query                // the query
	Fragment             // the fragment
)

var parts = [...]string{"around", "scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// String returns the name in small letters, "around" or "host".
func (p Part) String() string { return parts[p] }

// A Repairer repairs references. The zero value does what [Repair] does.
type Repairer struct {
	// Backslashes reads "\" before query and fragment as "/", as browsers do,
	// in a reference without a scheme or with http, https, ftp, file, ws or wss.
	Backslashes bool
	// Host turns a host name with characters beyond US-ASCII into US-ASCII, as
	// the ToASCII function of an IDNA library does. It is given the name as
	// written. Without it such names are refused.
	Host func(name string) (string, error)
}

// A RepairError says why a text cannot be repaired.
type RepairError struct {
	// Offset is where the trouble is in the text given, in octets.
	Offset int
	// Err is the [*uri.SyntaxError] that the text still gives with all repairs
	// made, an error of the function [Repairer.Host], or [ErrHost].
	Err error
}

// Error describes the error. It shows no password.
func (e *RepairError) Error() string { return "crawl: beyond repair: " + e.Err.Error() }

// Unwrap returns Err.
func (e *RepairError) Unwrap() error { return e.Err }

// ErrHost is the error for a host name that is not US-ASCII, where no function
// is there to make it so or what the function makes is no host name.
var ErrHost = errors.New("host name beyond US-ASCII")

// Repair turns what people and pages write into a reference that [uri.Parse]
// accepts, and lists what it changed, in order. The kinds of repair are the
// [ChangeKind] constants. Applied to s, the changes give the text of the URI.
// What is repaired is accepted by Parse, so repairing it again changes nothing.
//
// A host is not repaired, but for tabs and line breaks and what a [Repairer] is
// set to do: a name with a space in it is refused. So is, without
// [Repairer.Backslashes], a "\" in the authority of a reference where browsers
// would read "/", since this would be another host. The error is a
// [*RepairError].
//
// A text that Parse accepts comes back as it is, without allocation, at the cost
// of Parse.
func Repair(s string) (uri.URI, []Change, error) {
	return Repairer{}.Repair(s)
}

// Repair is the function [Repair] with the settings of r.
func (r Repairer) Repair(s string) (uri.URI, []Change, error) {
	u, err := uri.Parse(s)
	if err == nil {
		return u, nil, nil
	}
	return r.repair(s)
}

// repair is [Repairer.Repair] for what Parse refuses.
func (r Repairer) repair(s string) (uri.URI, []Change, error) {
	b := newBench(s, r.Backslashes)
	if err := b.write(r); err != nil {
		return uri.URI{}, nil, err
	}
	fixed := string(b.out)
	changes := b.changes(fixed)
	u, err := uri.Parse(fixed)
	if err != nil {
		e := &RepairError{Err: err}
		if syntax := (*uri.SyntaxError)(nil); errors.As(err, &syntax) {
			e.Offset = origin(changes, syntax.Offset)
		}
		return uri.URI{}, nil, e
	}
	return u, changes, nil
}

// origin returns which offset in the repaired text was offset i before changes.
func origin(changes []Change, i int) int {
	shift := 0 // how much further on the same octet is in the original text
	for _, c := range changes {
		at := c.Offset - shift
		if at > i || at == i && c.Part == Around && i > 0 {
			break
		}
		if i < at+len(c.New) {
			return c.Offset
		}
		shift += len(c.Old) - len(c.New)
	}
	return i + shift
}

// A bench holds a text under repair: the text without what surrounds it and
// without tabs and line breaks, where its parts lie, and what is written so far.
type bench struct {
	given   string
	first   int // where s begins in given
	s       string
	removed []removal // from s, in order

	likeHTTP bool // "\" is a "/" to browsers
	slashes  bool // and is to be one
	colon    int  // behind the scheme; -1: none
	userinfo int  // where the authority begins
	host     int  // -1: no authority
	port     int  // where the host ends
	path     int
	query    int // its "?"; without one where the path ends
	fragment int // its "#"; without one where the text ends

	out   []byte
	edits []edit
}

// A removal is a part of given, given[start:end], that was left out before
// s[at:].
type removal struct{ at, start, end int }

// An edit wrote out[from:to] for s[start:end].
type edit struct {
	kind                 ChangeKind
	part                 Part
	start, end, from, to int
}

const (
	tabs = "\t\n\r"
	// What is left out around a reference is, as in browsers, every control.
	space = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0E\x0F" +
		"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F "
)

// newBench trims given, leaves out its tabs and line breaks, and finds its
// parts.
func newBench(given string, backslashes bool) *bench {
	s := strings.TrimLeft(given, space)
	b := &bench{given: given, first: len(given) - len(s)}
	s = strings.TrimRight(s, space)
	if b.s = s; strings.ContainsAny(s, tabs) {
		kept := make([]byte, 0, len(s))
		for i := 0; i < len(s); i++ {
			start := i
			for strings.IndexByte(tabs, s[i]) >= 0 {
				i++ // The last octet is none of them.
			}
			if i > start {
				b.removed = append(b.removed, removal{len(kept), b.first + start, b.first + i})
			}
			kept = append(kept, s[i])
		}
		b.s = string(kept)
	}
	b.split(backslashes)
	return b
}

// split finds the parts of s as the expression of RFC 2396, Appendix B, does,
// but takes for a scheme only what is one.
func (b *bench) split(backslashes bool) {
	s := b.s
	b.colon, b.host = -1, -1
	i := 0
	if s != "" && table[s[0]]&isAlpha != 0 {
		for i < len(s) && table[s[i]]&isScheme != 0 {
			i++
		}
	}
	if i < len(s) && s[i] == ':' && i > 0 {
		b.colon = i
		i++
	} else {
		i = 0
	}
	switch strings.ToLower(s[:max(b.colon, 0)]) {
	case "", "http", "https", "ftp", "file", "ws", "wss":
		b.likeHTTP, b.slashes = true, backslashes
	}
	if b.slash(i) && b.slash(i+1) {
		b.userinfo = i + 2
		for i = b.userinfo; i < len(s) && !b.slash(i) && s[i] != '?' && s[i] != '#'; {
			i++
		}
		b.host = b.userinfo + strings.LastIndexByte(s[b.userinfo:i], '@') + 1
		b.port = i
		if k := strings.LastIndexByte(s[b.host:i], ':'); k >= 0 && strings.Trim(s[b.host+k:i], ":0123456789") == "" {
			b.port = b.host + k
		}
	}
	opaque := b.colon >= 0 && i == b.colon+1 && !b.slash(i)
	b.path = i
	b.fragment = indexOr(s, i, '#', len(s))
	b.query = b.fragment
	if !opaque {
		b.query = indexOr(s[:b.fragment], i, '?', b.fragment)
	}
}

// slash reports whether s[i] is a "/", or is to be one.
func (b *bench) slash(i int) bool {
	return i < len(b.s) && (b.s[i] == '/' || b.s[i] == '\\' && b.slashes)
}

// indexOr returns where c first stands in s at or after i, otherwise for
// nowhere.
func indexOr(s string, i int, c byte, otherwise int) int {
	if k := indexByte(s, i, c); k >= 0 {
		return k
	}
	return otherwise
}

// write writes the repaired text.
func (b *bench) write(r Repairer) error {
	start := 0
	switch {
	case b.colon >= 0:
		start = b.colon + 1
		b.out = append(b.out, b.s[:start]...)
	case b.host < 0 && b.firstSegmentHasColon():
		b.edit(DotSegment, Path, 0, 0, "./")
	}
	if b.host >= 0 {
		b.component(Host, start, b.userinfo)
		b.component(Userinfo, b.userinfo, b.host)
		if err := b.writeHost(r); err != nil {
			return err
		}
		b.out = append(b.out, b.s[b.port:b.path]...)
		start = b.path
	}
	b.component(Path, start, b.query)
	b.component(Query, b.query, b.fragment)
	if b.fragment < len(b.s) {
		b.out = append(b.out, '#')
		b.component(Fragment, b.fragment+1, len(b.s))
	}
	return nil
}

// firstSegmentHasColon reports whether s, which has neither scheme nor
// authority, begins with a segment that would make it seem to have a scheme.
func (b *bench) firstSegmentHasColon() bool {
	for i := 0; i < b.query && !b.slash(i); i++ {
		if b.s[i] == ':' {
			return true
		}
	}
	return false
}

// writeHost writes the host.
func (b *bench) writeHost(r Repairer) error {
	name := b.s[b.host:b.port]
	for i := range len(name) {
		if name[i] < utf8.RuneSelf {
			continue
		}
		err := ErrHost
		if r.Host != nil && utf8.ValidString(name) {
			var ascii string
			if ascii, err = r.Host(name); err == nil {
				u, parseErr := uri.Parse("//" + ascii)
				if host, _ := u.Host(); parseErr == nil && host == ascii && len(u.String()) == len("//")+len(ascii) {
					b.edit(HostName, Host, b.host, b.port, ascii)
					return nil
				}
				err = ErrHost
			}
		}
		return &RepairError{Offset: b.origin(b.host + i), Err: err}
	}
	b.out = append(b.out, name...)
	return nil
}

// component writes s[i:end], which is of the part given, with what cannot stand
// there repaired.
func (b *bench) component(part Part, i, end int) {
	const upperhex = "0123456789ABCDEF"
	for i < end {
		c := b.s[i]
		kind := Escaped
		switch {
		case c == '%':
			if escaped(b.s[:end], i) {
				b.out = append(b.out, b.s[i:i+3]...)
				i += 3
				continue
			}
			kind = StrayPercent
		case c == '#':
			kind = SecondHash
		case c == '[' || c == ']':
			kind = Bracket
		case c == '\\' && b.slashes && (part == Host || part == Path):
			b.edit(Backslash, part, i, i+1, "/")
			i++
			continue
		case table[c]&inURI != 0, c == '\\' && b.likeHTTP && part == Userinfo:
			b.out = append(b.out, c)
			i++
			continue
		}
		b.edit(kind, part, i, i+1, string([]byte{'%', upperhex[c>>4], upperhex[c&15]}))
		i++
	}
}

// edit writes text for s[start:end]. Edits of one kind that touch are one.
func (b *bench) edit(kind ChangeKind, part Part, start, end int, text string) {
	from := len(b.out)
	b.out = append(b.out, text...)
	if n := len(b.edits); n > 0 {
		if e := &b.edits[n-1]; e.kind == kind && e.part == part && e.end == start {
			e.end, e.to = end, len(b.out)
			return
		}
	}
	b.edits = append(b.edits, edit{kind, part, start, end, from, len(b.out)})
}

// changes lists what was done to the given text to make it fixed.
func (b *bench) changes(fixed string) []Change {
	changes := make([]Change, 0, len(b.edits)+len(b.removed)+2)
	if b.first > 0 {
		changes = append(changes, Change{Old: b.given[:b.first]})
	}
	removed := b.removed
	shift := b.first // from an offset in s to one in given
	take := func() removal {
		r := removed[0]
		removed = removed[1:]
		shift += r.end - r.start
		return r
	}
	keep := func() {
		r := take()
		changes = append(changes, Change{r.start, b.given[r.start:r.end], "", Removed, b.removedFrom(r.at)})
	}
	for _, e := range b.edits {
		for len(removed) > 0 && removed[0].at <= e.start {
			keep()
		}
		start := e.start + shift
		// What was left out within s[e.start:e.end] is a part of this change.
		for len(removed) > 0 && removed[0].at < e.end {
			take()
		}
		changes = append(changes, Change{start, b.given[start : e.end+shift], fixed[e.from:e.to], e.kind, e.part})
	}
	for len(removed) > 0 {
		keep()
	}
	if end := len(b.s) + shift; end < len(b.given) {
		changes = append(changes, Change{Offset: end, Old: b.given[end:]})
	}
	return changes
}

// removedFrom returns the part that something left out before s[at:] belonged
// to: the one before it, but for the host, which begins behind its "@".
func (b *bench) removedFrom(at int) Part {
	switch {
	case at <= b.colon:
		return Scheme
	case b.host >= 0 && at <= b.path:
		switch {
		case at >= b.userinfo && at < b.host:
			return Userinfo
		case at <= b.port:
			return Host
		}
		return Port
	case at <= b.query:
		return Path
	case at <= b.fragment:
		return Query
	}
	return Fragment
}

// origin returns which offset in the given text s[i:] has.
func (b *bench) origin(i int) int {
	shift := b.first
	for _, r := range b.removed {
		if r.at > i {
			break
		}
		shift += r.end - r.start
	}
	return i + shift
}
