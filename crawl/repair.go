package crawl

import (
	"errors"
	"strconv"
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
	// Kind says why, and Part where: the host with the "//" and "@" before it, the
	// path and not the opaque part, and [uri.NoPart] around the reference.
	Kind ChangeKind
	Part uri.Part
}

// A ChangeKind is a reason for a [Change].
type ChangeKind uint8

const (
	Trimmed      ChangeKind = iota // white space or controls around the reference: left out
	Removed                        // tabs or line breaks in it: left out
	Escaped                        // characters that cannot stand there: escaped
	StrayPercent                   // "%" without two hexadecimal digits: escaped
	SecondHash                     // "#" in a fragment: escaped
	Bracket                        // "[" or "]" outside an IPv6 literal: escaped
	DotSegment                     // ":" in the first segment of a relative path: "./" written before it
	HostName                       // a host beyond US-ASCII: what Repairer.Host made of it; with Web, its escapes are decoded
	Backslash                      // "\": written "/", for Repairer.Backslashes and Web

	// For Repairer.Web alone.
	Slashes     // not two "/" before a host, not three before the path of a file: written so
	BaseScheme  // the scheme of the base where no "//" follows it: left out
	DriveLetter // a drive letter with "|", or not at the beginning of a path: written so
)

var changeKinds = [...]string{"trimmed", "removed", "escaped", "stray percent", "second hash", "bracket",
	"dot segment", "host name", "backslash", "slashes", "base scheme", "drive letter"}

// String returns the name in small letters, "trimmed" or "stray percent".
func (k ChangeKind) String() string { return name(changeKinds[:], int(k)) }

// A Repairer repairs references. The zero value does what [Repair] does.
type Repairer struct {
	// Backslashes reads "\" before query and fragment as "/", as browsers do,
	// if the scheme is http, https, ftp, file, ws or wss, or unknown.
	Backslashes bool
	// Web does what Backslashes does, and reads references with these schemes,
	// their own or the base's, as browsers do in all else that decides about host
	// and path (WHATWG URL Standard, 4.4): any number of "/" before a host, none
	// included, unless it is the base's scheme that is repeated; "@" in the
	// userinfo; escapes in the host; drive letters in file URLs. This changes
	// references that Parse accepts.
	Web bool
	// Base is the URI that the reference is going to be resolved against. If it
	// is set, the scheme of a reference that has none is known.
	Base uri.URI
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

// Error describes the error in one line, with Offset. It shows no password, and
// of a [*uri.SyntaxError] not the text, which is the repaired one.
func (e *RepairError) Error() string {
	what, rule := e.Err.Error(), ""
	if s, ok := e.Err.(*uri.SyntaxError); ok {
		what, rule = s.Rule.String()+": "+s.Reason(), " ("+s.Rule.Section()+")"
	}
	return "crawl: beyond repair: " + what + " at offset " + strconv.Itoa(e.Offset) + rule
}

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
// of Parse, but for [Repairer.Web].
func Repair(s string) (uri.URI, []Change, error) {
	return Repairer{}.Repair(s)
}

// Repair is the function [Repair] with the settings of r.
func (r Repairer) Repair(s string) (uri.URI, []Change, error) {
	u, err := uri.Parse(s)
	if err == nil && !(r.Web && r.readsOtherwise(u)) {
		return u, nil, nil
	}
	return r.repair(s)
}

// readsOtherwise reports whether browsers may find another host or path in u
// than Parse did.
func (r Repairer) readsOtherwise(u uri.URI) bool {
	scheme := u.Scheme()
	if scheme == "" {
		scheme = r.Base.Scheme()
	}
	scheme = strings.ToLower(scheme)
	_, authority := u.Authority()
	switch {
	case scheme == "file":
		return true
	case !isWeb(scheme):
		return false
	case u.HostKind() == uri.RegName:
		host, _ := u.Host()
		return strings.Contains(host, "%")
	}
	return u.HostKind() == uri.NoHost && (authority || u.IsAbsolute())
}

// repair is [Repairer.Repair] for what may have to be changed.
func (r Repairer) repair(s string) (uri.URI, []Change, error) {
	b := newBench(s, r)
	if err := b.write(r.Host); err != nil {
		return uri.URI{}, nil, err
	}
	fixed := string(b.out)
	if fixed == s {
		fixed = s
	}
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
		if at > i || at == i && c.Part == uri.NoPart && i > 0 {
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

	likeHTTP bool // browsers read "\" as "/"
	slashes  bool // and that is asked for
	web      bool // all else that browsers read is, too

	colon    int // behind the scheme; -1: none
	userinfo int // where the authority begins
	host     int // -1: no authority
	port     int // where the host ends
	path     int
	drive    int // the "|" of a drive letter; -1: none
	query    int // its "?"; without one where the path ends
	fragment int // its "#"; without one where the text ends

	opening []opening // in order

	out   []byte
	edits []edit
}

// A removal is a part of given, given[start:end], that was left out before
// s[at:].
type removal struct{ at, start, end int }

// An opening is an edit to make of what comes before the authority, or before
// the path if there is none.
type opening struct {
	kind       ChangeKind
	part       uri.Part
	start, end int
	text       string
}

// An edit wrote out[from:to] for s[start:end].
type edit struct {
	kind                 ChangeKind
	part                 uri.Part
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
func newBench(given string, r Repairer) *bench {
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
	b.split(r)
	return b
}

// split finds the parts of s as the expression of RFC 2396, Appendix B, does,
// but takes for a scheme only what is one.
func (b *bench) split(r Repairer) {
	s := b.s
	b.colon, b.host, b.drive = -1, -1, -1
	i := 0
	for i < len(s) && table[s[i]]&isScheme != 0 && table[s[0]]&isAlpha != 0 {
		i++
	}
	scheme, base := "", strings.ToLower(r.Base.Scheme())
	if 0 < i && i < len(s) && s[i] == ':' {
		b.colon = i
		scheme = strings.ToLower(s[:i])
		i++
	} else {
		i = 0
		scheme = base
	}
	if scheme == "" || isWeb(scheme) {
		b.likeHTTP = true
		b.slashes = r.Backslashes || r.Web
		b.web = r.Web && scheme != ""
	}
	n := 0
	for b.slash(i + n) {
		n++
	}
	authority := n >= 2
	if b.web {
		switch {
		case b.colon >= 0 && scheme == base && n < 2:
			b.open(BaseScheme, uri.PartScheme, 0, i, "")
			b.colon = -1
		case scheme == "file" && b.colon >= 0 && n < 2:
			b.open(Slashes, uri.PartPath, i, i+n, "///")
		case scheme != "file" && (b.colon >= 0 && n < 2 || n > 2):
			b.open(Slashes, uri.PartHost, i, i+n, "//")
			i += n - len("//")
			authority = true
		}
	}
	if authority {
		b.userinfo = i + len("//")
		for i = b.userinfo; i < len(s) && !b.slash(i) && s[i] != '?' && s[i] != '#'; {
			i++
		}
		b.host = b.userinfo + strings.LastIndexByte(s[b.userinfo:i], '@') + 1
		b.port = i
		if k := strings.LastIndexByte(s[b.host:i], ':'); k >= 0 && strings.Trim(s[b.host+k:i], ":0123456789") == "" {
			b.port = b.host + k
		}
	}
	b.path = i
	if b.web && scheme == "file" {
		b.findDrive()
	}
	b.fragment = indexOr(s, i, '#', len(s))
	b.query = b.fragment
	if opaque := b.colon >= 0 && n == 0 && b.opening == nil; !opaque {
		b.query = indexOr(s[:b.fragment], i, '?', b.fragment)
	}
}

// isWeb reports whether scheme is one of those that browsers have rules of
// their own for.
func isWeb(scheme string) bool {
	info, _ := uri.LookupScheme(scheme)
	return info.Special
}

// open notes an edit of the opening.
func (b *bench) open(kind ChangeKind, part uri.Part, start, end int, text string) {
	b.opening = append(b.opening, opening{kind, part, start, end, text})
}

// findDrive looks for a drive letter in a file URL, which begins the path
// wherever it stands.
func (b *bench) findDrive() {
	letter := b.path
	switch {
	case b.host >= 0 && b.path-b.userinfo == 2 && b.isDrive(b.userinfo): // "//C:/"
		letter = b.userinfo
		b.open(DriveLetter, uri.PartHost, letter-2, letter, "///")
		b.host, b.path = -1, letter
	case b.slash(letter):
		letter++
		if !b.isDrive(letter) {
			return
		}
	case !b.isDrive(letter):
		return
	case b.colon < 0: // "C|/"
		b.open(DriveLetter, uri.PartPath, letter, letter, "/")
	}
	if b.s[letter+1] == '|' {
		b.drive = letter + 1
	}
}

// isDrive reports whether a drive letter makes the first segment at s[i:].
func (b *bench) isDrive(i int) bool {
	s := b.s
	return len(s)-i >= 2 && table[s[i]]&isAlpha != 0 && (s[i+1] == ':' || s[i+1] == '|') &&
		(len(s)-i == 2 || b.slash(i+2) || s[i+2] == '?' || s[i+2] == '#')
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
func (b *bench) write(toASCII func(string) (string, error)) error {
	start := b.colon + 1
	b.out = append(b.out, b.s[:start]...)
	for _, o := range b.opening {
		b.edit(o.kind, o.part, o.start, o.end, o.text)
		start = o.end
	}
	if b.host >= 0 {
		b.component(uri.PartHost, start, b.userinfo)
		b.component(uri.PartUserinfo, b.userinfo, b.host)
		if err := b.writeHost(toASCII); err != nil {
			return err
		}
		b.out = append(b.out, b.s[b.port:b.path]...)
		start = b.path
	}
	if len(b.out) == 0 && b.firstSegmentHasColon(start) {
		b.edit(DotSegment, uri.PartPath, start, start, "./")
	}
	b.component(uri.PartPath, start, b.query)
	b.component(uri.PartQuery, b.query, b.fragment)
	if b.fragment < len(b.s) {
		b.out = append(b.out, '#')
		b.component(uri.PartFragment, b.fragment+1, len(b.s))
	}
	return nil
}

// firstSegmentHasColon reports whether the first segment of the path at s[i:]
// would make a scheme be seen where there is none.
func (b *bench) firstSegmentHasColon(i int) bool {
	for ; i < b.query && !b.slash(i); i++ {
		if b.s[i] == ':' {
			return true
		}
	}
	return false
}

// writeHost writes the host.
func (b *bench) writeHost(toASCII func(string) (string, error)) error {
	name := b.s[b.host:b.port]
	if b.web && strings.Contains(name, "%") {
		// What cannot be decoded is left to Parse.
		decoded, err := uri.Unescape(name)
		if err == nil {
			decoded, err = asciiHost(decoded, toASCII)
		}
		if err == nil {
			b.edit(HostName, uri.PartHost, b.host, b.port, decoded)
			return nil
		}
	}
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			ascii, err := asciiHost(name, toASCII)
			if err != nil {
				return &RepairError{Offset: b.origin(b.host + i), Err: err}
			}
			b.edit(HostName, uri.PartHost, b.host, b.port, ascii)
			return nil
		}
	}
	b.out = append(b.out, name...)
	return nil
}

// asciiHost returns name as a host of US-ASCII without escapes.
func asciiHost(name string, toASCII func(string) (string, error)) (string, error) {
	if strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		if toASCII == nil || !utf8.ValidString(name) {
			return "", ErrHost
		}
		ascii, err := toASCII(name)
		if err != nil {
			return "", err
		}
		name = ascii
	}
	u, err := uri.Parse("//" + name)
	if host, _ := u.Host(); err != nil || host == "" || host != name || strings.Contains(name, "%") {
		return "", ErrHost
	}
	return name, nil
}

// component writes s[i:end], which is of the part given, with what cannot stand
// there repaired.
func (b *bench) component(part uri.Part, i, end int) {
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
		case c == '\\' && b.slashes && (part == uri.PartHost || part == uri.PartPath):
			b.edit(Backslash, part, i, i+1, "/")
			i++
			continue
		case i == b.drive:
			b.edit(DriveLetter, part, i, i+1, ":")
			i++
			continue
		case c == '@' && b.web && i < b.host-1:
		case table[c]&inURI != 0, c == '\\' && b.likeHTTP && part == uri.PartUserinfo:
			b.out = append(b.out, c)
			i++
			continue
		}
		from := len(b.out)
		b.out = append(b.out, '%', upperhex[c>>4], upperhex[c&15])
		b.note(edit{kind, part, i, i + 1, from, len(b.out)})
		i++
	}
}

// edit writes text for s[start:end].
func (b *bench) edit(kind ChangeKind, part uri.Part, start, end int, text string) {
	from := len(b.out)
	b.out = append(b.out, text...)
	b.note(edit{kind, part, start, end, from, len(b.out)})
}

// note keeps an edit. Those of one kind that touch are one.
func (b *bench) note(e edit) {
	if n := len(b.edits); n > 0 {
		if last := &b.edits[n-1]; last.kind == e.kind && last.part == e.part && last.end == e.start {
			last.end, last.to = e.end, e.to
			return
		}
	}
	b.edits = append(b.edits, e)
}

// changes lists what was done to the given text to make it fixed.
func (b *bench) changes(fixed string) []Change {
	if fixed == b.given {
		return nil
	}
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
func (b *bench) removedFrom(at int) uri.Part {
	switch {
	case at <= b.colon:
		return uri.PartScheme
	case b.host >= 0 && at <= b.path:
		switch {
		case at >= b.userinfo && at < b.host:
			return uri.PartUserinfo
		case at <= b.port:
			return uri.PartHost
		}
		return uri.PartPort
	case at <= b.query:
		return uri.PartPath
	case at <= b.fragment:
		return uri.PartQuery
	}
	return uri.PartFragment
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
