package web

import (
	"bytes"
	"slices"
)

// pathStart is the "path start state" at in[i], after an authority.
func (d *parsing) pathStart(i int) bool {
	d.u.path = uint32(len(d.out))
	if d.special() || at(d.in, i, '/') {
		if d.slash(i) {
			d.reportBackslash(i)
			i++
		}
		i = d.path(i)
	}
	return d.queryAndFragment(i)
}

// path is the "path state". The output from out[u.path] on is the path so far, a
// list: a "/" before each segment. It parses the segments from in[i] on, which is
// after a slash, and returns where the path ends.
func (d *parsing) path(i int) (end int) {
	special := d.special()
	first := i
	for {
		end = i
		for end < len(d.in) {
			c := d.in[end]
			if c == '/' || c == '?' || c == '#' || c == '\\' && special {
				break
			}
			end++
		}
		segment := d.in[i:end]
		more := d.slash(end)
		switch dots := dotSegment(segment); {
		case dots > 0:
			if dots == 2 {
				d.shorten()
			}
			if !more {
				d.out = append(d.out, '/')
			}
		case d.u.kind == fileScheme && len(d.out) == int(d.u.path) && isDriveLetter(segment):
			d.out = append(d.out, '/', segment[0], ':')
		default:
			d.out = append(d.out, '/')
			d.out = appendEncoded(d.out, segment, inPathSet)
		}
		if !more {
			break
		}
		i = end + 1
	}
	if d.p.Report != nil {
		d.reportUnits(first, end)
	}
	return end
}

// dotSegment returns 1 for a "single-dot URL path segment", 2 for a "double-dot URL
// path segment", 0 for all others.
func dotSegment(s string) int {
	if len(s) > len("%2e%2e") || len(s) == 0 {
		return 0
	}
	n := 0
	for i := 0; i < len(s); n++ {
		switch {
		case s[i] == '.':
			i++
		case len(s)-i >= 3 && s[i] == '%' && s[i+1] == '2' && s[i+2]|0x20 == 'e':
			i += 3
		default:
			return 0
		}
	}
	if n > 2 {
		return 0
	}
	return n
}

// shorten removes the last segment of the path, except the drive letter of a file
// URL ("shorten a URL's path").
func (d *parsing) shorten() {
	path := d.out[d.u.path:]
	if d.u.kind == fileScheme && len(path) == len("/C:") && hasDriveLetter(string(path)) {
		return
	}
	if i := bytes.LastIndexByte(path, '/'); i >= 0 {
		d.out = d.out[:int(d.u.path)+i]
	}
}

// guardPath writes "/." before a path that begins with "//" if there is no host,
// since "//" would begin one ("URL serializer").
func (d *parsing) guardPath() {
	if path := d.out[d.u.path:]; d.u.host == 0 && len(path) > 1 && path[0] == '/' && path[1] == '/' {
		d.out = slices.Insert(d.out, int(d.u.path), '/', '.')
		d.u.path += 2
	}
}

// opaquePath is the "opaque path state". It parses from in[i] on and returns where
// the path ends.
func (d *parsing) opaquePath(i int) (end int) {
	end = i
	for end < len(d.in) && d.in[end] != '?' && d.in[end] != '#' {
		end++
	}
	if end < len(d.in) && end > i && d.in[end-1] == ' ' {
		d.out = appendEncoded(d.out, d.in[i:end-1], inC0Set)
		d.out = append(d.out, "%20"...)
	} else {
		d.out = appendEncoded(d.out, d.in[i:end], inC0Set)
	}
	if d.p.Report != nil {
		d.reportUnits(i, end)
	}
	return end
}

// queryAndFragment parses what begins at in[i], after the path: nothing, a "?"
// with the query, or a "#" with the fragment.
func (d *parsing) queryAndFragment(i int) bool {
	if at(d.in, i, '?') {
		i = d.query(i + 1)
	}
	if i < len(d.in) {
		return d.fragment(i)
	}
	return true
}

// query is the "query state". It parses the query that begins at in[i] and returns
// where it ends.
func (d *parsing) query(i int) (end int) {
	end = i
	for end < len(d.in) && d.in[end] != '#' {
		end++
	}
	d.out = append(d.out, '?')
	d.u.query = uint32(len(d.out))
	k := inQuerySet
	if d.special() {
		k = inSpecialQuerySet
	}
	s := d.in[i:end]
	switch override := d.p.Query; {
	case override == nil, s == "", d.u.kind == notSpecial, d.u.kind == wsScheme, d.u.kind == wssScheme:
		d.out = appendEncoded(d.out, s, k)
	default:
		d.out = appendBytes(d.out, override(nil, string([]rune(s))), k)
	}
	if d.p.Report != nil {
		d.reportUnits(i, end)
	}
	return end
}

// fragment is the "fragment state": in[i] is the "#".
func (d *parsing) fragment(i int) bool {
	d.out = append(d.out, '#')
	d.u.fragment = uint32(len(d.out))
	d.out = appendEncoded(d.out, d.in[i+1:], inFragmentSet)
	if d.p.Report != nil {
		d.reportUnits(i+1, len(d.in))
	}
	return true
}

// reportUnits reports each code point in in[i:end] that is not a "URL unit", and
// each "\" that is a slash of a path.
func (d *parsing) reportUnits(i, end int) {
	slashes := d.special() && d.u.query == 0 && d.u.fragment == 0
	for n, r := range d.in[i:end] {
		switch {
		case r == '\\' && slashes:
			d.report(invalidReverseSolidus, i+n)
		case !isURLUnit(d.in, i+n, r):
			d.report(invalidURLUnit, i+n)
		}
	}
}

// isURLUnit reports whether r, which begins at s[i], is a "URL code point" or
// begins a percent-encoded byte.
func isURLUnit(s string, i int, r rune) bool {
	switch {
	case r == '%':
		return percentEncoded(s, i)
	case r < 0x80:
		return table[r]&isURLCodePoint != 0
	}
	noncharacter := 0xFDD0 <= r && r <= 0xFDEF || r&0xFFFE == 0xFFFE
	return r >= 0xA0 && !noncharacter
}
