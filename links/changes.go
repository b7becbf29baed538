package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Change is one change of [Repair].
type Change struct {
	// Offset is the byte offset of Old in the given text.
	Offset int
	// Old is the given text, and New replaces it. Either may be empty.
	Old, New string
	// Kind says why, and Part where: [uri.PartHost] for a host, [uri.PartPath] for an
	// opaque part too, and [uri.PartNone] around the reference.
	Kind ChangeKind
	Part uri.Part
}

// A ChangeKind is a reason for a [Change].
type ChangeKind uint8

const (
	ChangeTrimmed      ChangeKind = iota // white space, controls or a byte order mark around the reference: left out
	ChangeRemoved                        // tabs or line breaks in it: left out
	ChangeEscaped                        // characters that no URI may contain there: escaped
	ChangeStrayPercent                   // "%" without two hexadecimal digits: escaped
	ChangeSecondHash                     // "#" in a fragment: escaped
	ChangeBracket                        // "[" or "]" outside an IPv6 literal: escaped
	ChangeDotSegment                     // ":" in the first segment of a relative path: "./" written before it
	ChangeHostName                       // a host beyond US-ASCII: converted by Repairer.ToASCII
)

var changeKinds = [...]string{"trimmed", "removed", "escaped", "stray percent", "second hash", "bracket",
	"dot segment", "host name"}

// String returns the name in small letters, "trimmed" or "stray percent".
func (k ChangeKind) String() string { return ascii.Name(changeKinds[:], int(k)) }

// A repairLog has the text that a [repair] has written, and the list of changes. A
// repair is written twice. The first time only counts, so that the text and the list
// are allocated once, in the right size.
type repairLog struct {
	counting bool
	size     int // how many bytes were written
	count    int // how many changes there were
	out      strings.Builder

	listing  bool
	changes  []Change
	kind     ChangeKind // of the last change in s
	part     uri.Part
	end      int // where it ends in s; -1: there is no change yet
	from     int // where it begins in out
	listed   int // how far s is listed
	listedAt int // where that is in given
}

// finish writes the repaired text and returns it. If list is true it keeps the list
// of changes.
func (d *repair) finish(list bool) string {
	d.listing = list
	d.counting = true
	d.write()
	d.out.Grow(d.size)
	if d.count > 0 {
		d.changes = make([]Change, 0, d.count)
	}
	d.counting = false
	d.write()
	return d.out.String()
}

// write writes the repaired text.
func (d *repair) write() {
	d.end, d.listed, d.listedAt = -1, 0, d.first
	if d.first > 0 {
		d.add(Change{Old: d.given[:d.first]})
	}
	start := d.colon + 1
	d.put(d.s[:start])
	switch {
	case d.host >= 0:
		d.put(d.s[start:d.userinfo])
		d.component(uri.PartUserinfo, d.userinfo, d.host)
		if d.ascii != "" {
			d.put(d.ascii)
			d.note(ChangeHostName, uri.PartHost, d.host, d.port, len(d.ascii))
		} else {
			d.component(uri.PartHost, d.host, d.port)
		}
		d.put(d.s[d.port:d.path])
	case d.colon < 0 && d.firstSegmentHasColon():
		d.put("./")
		d.note(ChangeDotSegment, uri.PartPath, start, start, len("./"))
	}
	d.component(uri.PartPath, d.path, d.query)
	d.component(uri.PartQuery, d.query, d.fragment)
	if d.fragment < len(d.s) {
		d.put("#")
		d.component(uri.PartFragment, d.fragment+1, len(d.s))
	}
	d.passTo(len(d.s))
	if d.last < len(d.given) {
		d.add(Change{Offset: d.last, Old: d.given[d.last:]})
	}
}

// firstSegmentHasColon reports whether the first segment of the path has a ":".
// Without a scheme and an authority, the text before it would be read as a scheme.
func (d *repair) firstSegmentHasColon() bool {
	segment, _, _ := strings.Cut(d.s[d.path:d.query], "/")
	return strings.IndexByte(segment, ':') >= 0
}

// component writes s[i:end], a piece of the given part, and escapes the bytes not
// allowed there.
func (d *repair) component(part uri.Part, i, end int) {
	for i < end {
		start := i
		for i < end && d.keeps(part, i, end) {
			i++
		}
		d.put(d.s[start:i])
		if i == end {
			return
		}
		kind := ChangeEscaped
		switch d.s[i] {
		case '%':
			kind = ChangeStrayPercent
		case '#':
			kind = ChangeSecondHash
		case '[', ']':
			kind = ChangeBracket
		}
		var buf [len("%hh")]byte
		d.put(string(ascii.AppendEscape(buf[:0], d.s[i])))
		d.note(kind, part, i, i+1, len("%hh"))
		i++
	}
}

// keeps reports whether s[i] stays as it is in a part ending at s[end:]. In a host all
// bytes stay, except four: browsers allow them there, and URIs do not (URL Standard,
// "forbidden domain code point"). Parse refuses the other invalid ones.
func (d *repair) keeps(part uri.Part, i, end int) bool {
	c := d.s[i]
	switch {
	case part == uri.PartHost:
		return c != '"' && c != '`' && c != '{' && c != '}'
	case c == '%':
		return ascii.Escaped(d.s[:end], i)
	case c == '\\':
		return d.likeHTTP && part == uri.PartUserinfo
	}
	return c != '#' && table[c]&inURI != 0
}

// put writes s.
func (d *repair) put(s string) {
	if d.counting {
		d.size += len(s)
	} else {
		d.out.WriteString(s)
	}
}

// note lists that the n bytes written last replace s[start:end]. Adjacent changes
// of one kind become one change. It includes the tabs and line breaks left out
// between them.
func (d *repair) note(kind ChangeKind, part uri.Part, start, end, n int) {
	if !d.listing {
		return
	}
	if d.end != start || d.kind != kind || d.part != part {
		d.passTo(start)
		d.kind, d.part, d.from = kind, part, d.out.Len()-n
		d.add(Change{Offset: d.listedAt, Kind: kind, Part: part})
	}
	d.end = end
	d.skipTo(end)
	if !d.counting {
		c := &d.changes[len(d.changes)-1]
		c.Old, c.New = d.given[c.Offset:d.listedAt], d.out.String()[d.from:]
	}
}

// add lists a change.
func (d *repair) add(c Change) {
	switch {
	case !d.listing:
	case d.counting:
		d.count++
	default:
		d.changes = append(d.changes, c)
	}
}

// passTo moves on to s[i:] and lists the tabs and line breaks on the way.
func (d *repair) passTo(i int) {
	for d.listing {
		start := d.listedAt
		for d.listedAt < d.last && isTabOrBreak(d.given[d.listedAt]) {
			d.listedAt++
		}
		if d.listedAt > start {
			d.add(Change{Offset: start, Old: d.given[start:d.listedAt], Kind: ChangeRemoved, Part: d.partAt(d.listed)})
		}
		if d.listed == i {
			return
		}
		d.listed++
		d.listedAt++
	}
}

// skipTo moves on to s[i:], past the tabs and line breaks on the way.
func (d *repair) skipTo(i int) {
	for ; d.listed < i; d.listedAt++ {
		if !isTabOrBreak(d.given[d.listedAt]) {
			d.listed++
		}
	}
}

// offsetBefore returns the offset in the given text of the offset i in the repaired text.
func offsetBefore(changes []Change, i int) int {
	shift := 0 // how much further on the same byte is in the original text
	for _, c := range changes {
		at := c.Offset - shift
		if at > i || at == i && c.Part == uri.PartNone && i > 0 {
			break
		}
		if i < at+len(c.New) {
			return c.Offset
		}
		shift += len(c.Old) - len(c.New)
	}
	return i + shift
}
