package pathread

import "strings"

// A Request is the path of a request that is compared with many routes. It reads the path once.
type Request struct {
	path  string
	alike bool   // all servers read path alike
	text  []byte // the names of path, or nil if a server may find other ones
}

// ReadRequest reads path. It may write to buf.
func ReadRequest(buf []byte, path string) Request {
	r := Request{path: path, alike: readsAlike(path)}
	if !r.alike && !slashFollows(path) {
		r.text = namesOf(buf, path)
	}
	return r
}

// Claims is [Claims] for the path. simple is [Simple] of from: then most routes cost one comparison.
func (r *Request) Claims(from string, simple, caseMatters bool) (name string, ok bool) {
	if simple && (r.alike && !(fits(r.path, from) && strings.EqualFold(r.path[:len(from)], from)) || r.text != nil && !hasLastName(r.text, from)) {
		return "", false
	}
	return Claims(r.path, from, caseMatters)
}
