package pathread

import (
	"bytes"
	"strings"

	"example.com/uri/internal/ascii"
)

// Simple reports whether path is "/", or segments of US-ASCII letters, digits, "-" and "_", each
// after one "/". All servers read it alike, and it is the path of a URI.
func Simple(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case c == '/' && (i == 0 || path[i-1] != '/'):
		case i == 0 || !(ascii.Letter|ascii.Digit).Has(c) && c != '-' && c != '_':
			return false
		}
	}
	return path != ""
}

// A Request is the path of a request that is compared with many routes. It reads the path once.
type Request struct {
	path  string
	alike bool   // all servers read path alike
	text  []byte // path decoded twice, in lower case, or nil if a server may find other names in it
}

// ReadRequest reads path. It may write to buf.
func ReadRequest(buf []byte, path string) Request {
	r := Request{path: path, alike: readsAlike(path)}
	if r.alike || slashFollows(path) {
		return r
	}
	text := append(buf, path...)
	if strings.IndexByte(path, '%') >= 0 {
		for range 2 {
			text = droppers.apply(decodeBytes(text, ""))
			if len(decodeOverlong(text)) < len(text) {
				return r
			}
		}
	}
	for i, c := range text {
		text[i] = ascii.Lower(c)
	}
	if !bytes.Contains(text, []byte("\u212A")) && !bytes.Contains(text, []byte("\u017F")) { // "k" and "s" in another case
		r.text = text
	}
	return r
}

// Claims is [Claims] for the path. simple is [Simple] of from: then most routes cost one comparison.
func (r *Request) Claims(from string, simple, caseMatters bool) (name string, ok bool) {
	if simple && (r.alike && !r.isBelow(from, caseMatters) || r.text != nil && !r.hasLastName(from)) {
		return "", false
	}
	return Claims(r.path, from, caseMatters)
}

// isBelow is [Below], or [BelowAnyCase] if case does not matter.
func (r *Request) isBelow(from string, caseMatters bool) bool {
	if caseMatters {
		_, ok := Below(r.path, from)
		return ok
	}
	return BelowAnyCase(r.path, from)
}

// hasLastName reports whether the text of r has the start of the last name of from, in any
// case. If not, no server claims the path: see [containsLastName].
func (r *Request) hasLastName(from string) bool {
	name := strings.TrimRight(from, "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	var room [32]byte
	n := copy(room[:], name)
	for i, c := range room[:n] {
		room[i] = ascii.Lower(c)
	}
	return bytes.Contains(r.text, room[:n])
}
