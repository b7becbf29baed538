package web

import (
	"bytes"
	"slices"

	"example.com/uri/internal/ascii"
)

// pathStart is the "path start state" at in[i], after an authority.
func (d *parsing) pathStart(text []byte, i int) []byte {
	d.u.path = uint32(len(text))
	switch {
	case d.slash(i):
		return d.pathAndRest(text, i+1)
	case d.special():
		return d.pathAndRest(text, i)
	}
	return d.rest(text, i)
}

// pathAndRest parses from in[i] on the segments of a path, each but the last with the
// slash after it, and then the query and the fragment. The text from u.path on is the path so
// far, a list: a "/" before each segment.
func (d *parsing) pathAndRest(text []byte, i int) []byte {
	text, end := d.path(text, i)
	return d.rest(d.guardPath(text), end)
}

// segmentEnd returns the class of the bytes that end a segment of a path or an
// authority.
func (d *parsing) segmentEnd() class {
	if d.special() {
		return inSpecialPathEnd
	}
	return inPathEnd
}

// path is the "path state". It returns the text and where the path ends. The rest of most paths
// is plain, and appendDotless appends it.
func (d *parsing) path(text []byte, i int) ([]byte, int) {
	ends := d.segmentEnd()
	if d.special() && d.u.kind != fileScheme {
		if end, ok := plainPath(d.in, i); end == len(d.in) || table[d.in[end]]&inOpaquePathEnd != 0 {
			if ok {
				return append(append(text, '/'), d.in[i:end]...), end
			}
			return appendDotless(text, int(d.u.path), d.in[i:end]), end
		}
	}
	for {
		end := scanUntil(d.in, i, ends)
		segment := d.in[i:end]
		more := d.slash(end)
		switch dots := dotSegment(segment); {
		case dots > 0:
			if dots == 2 {
				text = d.shorten(text)
			}
			if !more {
				text = append(text, '/')
			}
		case d.u.kind == fileScheme && len(text) == int(d.u.path) && isDriveLetter(segment):
			text = append(text, '/', segment[0], ':')
		default:
			text = append(text, '/')
			text = appendEncoded(text, segment, inPathSet)
		}
		if !more {
			return text, end
		}
		i = end + 1
	}
}

// shorten removes the last segment of the path, except the drive letter of a file
// URL ("shorten a URL's path").
func (d *parsing) shorten(text []byte) []byte {
	path := text[d.u.path:]
	if d.u.kind == fileScheme && len(path) == len("/C:") && hasDriveLetter(string(path)) {
		return text
	}
	return text[:int(d.u.path)+max(bytes.LastIndexByte(path, '/'), 0)]
}

// guardPath writes "/." before a path that begins with "//" if there is no host,
// since "//" would begin one ("URL serializer").
func (d *parsing) guardPath(text []byte) []byte {
	if d.u.host == 0 && bytes.HasPrefix(text[d.u.path:], []byte("//")) {
		text = slices.Insert(text, int(d.u.path), '/', '.')
		d.u.path += 2
	}
	return text
}

// opaquePathAndRest is the "opaque path state" from in[i] on, and then the query and the
// fragment.
func (d *parsing) opaquePathAndRest(text []byte, i int) []byte {
	end := scanUntil(d.in, i, inOpaquePathEnd)
	if end < len(d.in) && end > i && d.in[end-1] == ' ' {
		text = appendEncoded(text, d.in[i:end-1], inC0Set)
		text = append(text, "%20"...)
	} else {
		text = appendEncoded(text, d.in[i:end], inC0Set)
	}
	return d.rest(text, end)
}

// rest parses the text after the path, from in[i] on: a "?" with the query, if there is
// one, and a "#" with the fragment, if there is one.
func (d *parsing) rest(text []byte, i int) []byte {
	if hasByte(d.in, i, '?') {
		text, i = d.query(text, i+1)
	}
	if i < len(d.in) {
		text = d.fragment(text, i)
	}
	return text
}

// query is the "query state". It parses the query at in[i] and returns the text and
// where the query ends.
func (d *parsing) query(text []byte, i int) ([]byte, int) {
	end := ascii.IndexOrEnd(d.in, i, '#')
	s := d.in[i:end]
	text = append(text, '?')
	d.u.query = uint32(len(text))
	set := inSpecialQuerySet
	if !d.special() {
		set = inQuerySet
	}
	switch k := d.u.kind; {
	case d.p.Query == nil, s == "", k == notSpecial, k == wsScheme, k == wssScheme:
		text = appendEncoded(text, s, set)
	default:
		// The conversion makes each byte that is not valid UTF-8 a U+FFFD.
		text = appendBytes(text, d.p.Query(nil, string([]rune(s))), set)
	}
	return text, end
}

// fragment is the "fragment state": in[i] is the "#".
func (d *parsing) fragment(text []byte, i int) []byte {
	text = append(text, '#')
	d.u.fragment = uint32(len(text))
	return appendEncoded(text, d.in[i+1:], inFragmentSet)
}

// baseAuthority takes the authority of the base. The text is the scheme.
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
// reference with a relative path or without a path. The text is the scheme and the
// authority of the base.
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
