package uri

import (
	"strings"
	"testing"
)

// A notation tells all that the accessors say about a URI on one line:
//
//	absolute-hier net_path scheme=http server=u@h:80 userinfo=u hostname=h port=80 path=/a;p segments=a{p}
//
// Kind and form come first, then what is defined. The key of an authority is
// the rule that it follows and the key of a host is its kind. "|" stands between
// segments and between pairs, and "{}" around parameters and values.
type notation []string

func (n *notation) word(words ...string) {
	for _, w := range words {
		if w != "" {
			*n = append(*n, w)
		}
	}
}

func (n *notation) add(key, value string, defined bool) {
	if defined {
		*n = append(*n, key+"="+value)
	}
}

func (n notation) String() string { return strings.Join(n, " ") }

// describe asks the accessors of u.
func describe(u URI) string {
	var n notation
	n.word(u.Kind().String(), u.Form().String())
	n.add("scheme", u.Scheme(), u.Scheme() != "")
	if authority, ok := u.Authority(); u.IsServer() {
		n.add("server", authority, ok)
	} else {
		n.add("reg_name", authority, ok)
	}
	userinfo, ok := u.Userinfo()
	n.add("userinfo", userinfo, ok)
	host, ok := u.Host()
	n.add(u.HostKind().String(), host, ok)
	addr, ok := u.Addr()
	n.add("addr", addr.String(), ok)
	port, ok := u.Port()
	n.add("port", port, ok)
	opaque, ok := u.Opaque()
	n.add("opaque", opaque, ok)
	n.add("path", u.Path(), !ok)
	var segments []string
	for g := range u.Segments() {
		s := g.Name()
		for p := range g.Params() {
			s += "{" + p + "}"
		}
		segments = append(segments, s)
	}
	n.add("segments", strings.Join(segments, "|"), segments != nil)
	query, ok := u.Query()
	n.add("query", query, ok)
	var pairs []string
	for p := range u.Pairs() {
		s := p.Name()
		if value, ok := p.Value(); ok {
			s += "{" + value + "}"
		}
		pairs = append(pairs, s)
	}
	n.add("pairs", strings.Join(pairs, "|"), pairs != nil)
	fragment, ok := u.Fragment()
	n.add("fragment", fragment, ok)
	return n.String()
}

const componentsFile = "testdata/components.txt"

// TestComponents holds the accessors, and the slow twin, against
// testdata/components.txt.
func TestComponents(t *testing.T) {
	n := 0
	for i, row := range tabLines(t, componentsFile) {
		if row == nil {
			continue
		}
		n++
		if len(row) != 2 {
			t.Fatalf("%s:%d: %d columns, want 2", componentsFile, i+1, len(row))
		}
		text, want := row[0], row[1]
		u, err := Parse(text)
		if err != nil {
			t.Errorf("%s:%d: %v", componentsFile, i+1, err)
			continue
		}
		if got := describe(u); got != want {
			t.Errorf("%s:%d: %q\n got %s\nwant %s", componentsFile, i+1, text, got, want)
		}
		if got := slowDescribe(text); got != want {
			t.Errorf("%s:%d: %q by the slow twin\n got %s\nwant %s", componentsFile, i+1, text, got, want)
		}
	}
	if n < 150 {
		t.Errorf("%s: %d rows, want at least 150", componentsFile, n)
	}
}
