package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Change is one change of [Repair]. Packages fmt and log/slog show it with its secrets.
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

// A repair is a text under repair.
type repair struct {
	given       string
	first, last int    // where the reference begins and ends in given
	s           string // the reference without tabs and line breaks
	parts              // of s
	ascii       string // the host in US-ASCII; "" if it stays
}

// bom is a byte order mark. Editors write it before a text, but it is no part of the text.
const bom = "\uFEFF"

// newRepair finds the reference in given and its parts. As in browsers, spaces and all
// controls around a reference are left out.
func newRepair(given string) repair {
	isSpace := func(r rune) bool { return r <= ' ' }
	s := strings.TrimLeftFunc(strings.TrimPrefix(given, bom), isSpace)
	first := len(given) - len(s)
	s = strings.TrimRightFunc(s, isSpace)
	d := repair{given: given, first: first, last: first + len(s), s: ascii.WithoutBreaks(s)}
	d.parts = split(d.s)
	return d
}

// isTabOrBreak reports whether b is a tab or a part of a line break.
func isTabOrBreak(b byte) bool { return b == '\t' || b == '\n' || b == '\r' }

// after returns the offset in the given text after n bytes of s, from given[i:] on.
func (d *repair) after(i, n int) int {
	for ; n > 0; i++ {
		if !isTabOrBreak(d.given[i]) {
			n--
		}
	}
	return i
}

// write returns the repaired text and its changes, which it first counts and then lists.
func (d *repair) write() (string, []Change) {
	n, size := 0, len(d.given)
	d.list(func(c Change, escapes int) {
		n++
		size += len(c.New) + escapes*len("%hh") - len(c.Old)
	})
	changes := make([]Change, 0, n)
	var out strings.Builder
	out.Grow(size)
	end := 0 // of the last change
	d.list(func(c Change, escapes int) {
		out.WriteString(d.given[end:c.Offset])
		start := out.Len()
		out.WriteString(c.New)
		for i := 0; escapes > 0; i++ {
			if !isTabOrBreak(c.Old[i]) {
				var buf [len("%hh")]byte
				out.Write(ascii.AppendEscape(buf[:0], c.Old[i]))
				escapes--
			}
		}
		c.New = out.String()[start:]
		changes = append(changes, c)
		end = c.Offset + len(c.Old)
	})
	out.WriteString(d.given[end:])
	return out.String(), changes
}

// list calls add for each change in order, with the number of bytes that it escapes. The New of
// such a change is missing.
func (d *repair) list(add func(c Change, escapes int)) {
	if d.first > 0 {
		add(Change{Old: d.given[:d.first]}, 0)
	}
	if segment, _, _ := strings.Cut(d.s[d.path:d.query], "/"); d.colon < 0 && !d.hasAuthority && strings.Contains(segment, ":") {
		// Without "./" the text before the ":" would be read as a scheme.
		add(Change{Offset: d.first, New: "./", Kind: ChangeDotSegment, Part: uri.PartPath}, 0)
	}
	for i, j := d.first, 0; i < d.last; {
		start := i
		for isTabOrBreak(d.given[i]) { // never the last byte
			i++
		}
		if i > start {
			add(Change{Offset: start, Old: d.given[start:i], Kind: ChangeRemoved, Part: d.partBefore(j)}, 0)
			start = i
		}
		kind, n := d.changeAt(j)
		if n == 0 {
			i, j = i+1, j+1
			continue
		}
		i, j = d.after(i, n), j+n
		c := Change{Offset: start, Old: d.given[start:i], Kind: kind, Part: d.partBefore(j)}
		if kind == ChangeHostName {
			c.New, n = d.ascii, 0
		}
		add(c, n)
	}
	if d.last < len(d.given) {
		add(Change{Offset: d.last, Old: d.given[d.last:]}, 0)
	}
}

// changeAt returns the kind of the change of s[j:] and its length in s, which is 0 if s[j] stays.
// Adjacent bytes with the same fault are one change.
func (d *repair) changeAt(j int) (kind ChangeKind, n int) {
	if d.ascii != "" && j == d.Host {
		return ChangeHostName, d.HostEnd - d.Host
	}
	kind, wrong := d.fault(j)
	for k := kind; wrong && k == kind; {
		if n++; j+n == len(d.s) {
			break
		}
		k, wrong = d.fault(j + n)
	}
	return kind, n
}

// fault reports whether s[j] has to be escaped, and why. In a host only quotes, backquotes
// and braces have to: browsers allow them there (URL Standard, "forbidden domain code point").
// Parse refuses the other invalid ones. Browsers may read a "\" in a userinfo as "/".
func (d *repair) fault(j int) (kind ChangeKind, wrong bool) {
	switch c := d.s[j]; {
	case d.Host <= j && j < d.HostEnd:
		return ChangeEscaped, c == '"' || c == '`' || c == '{' || c == '}'
	case c == '%':
		return ChangeStrayPercent, !ascii.Escaped(d.s, j)
	case c == '#':
		return ChangeSecondHash, j > d.fragment
	case c == '[' || c == ']':
		return ChangeBracket, true
	case c == '\\' && d.Start <= j && j < d.Host:
		return ChangeEscaped, d.colon >= 0 && !schemes.Lookup(d.s[:d.colon]).Special
	default:
		return ChangeEscaped, table[c]&inURI == 0
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
