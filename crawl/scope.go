package crawl

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
)

// A Scope is a set of places on the net: of hosts, and of paths with everything below
// them. The zero Scope is empty. Several goroutines may call Contains at the same time,
// while Add is not called.
//
// It compares whole labels of a host name and whole segments of a path:
// "http://archive.org/" does not contain http://archiveteam.org/, and "http://h/a" does
// not contain http://h/ab. The prefixes of SURTs ([AppendSURT]) of Heritrix do.
//
// URIs are compared by their keys ([AppendKey]), so that case, escapes, dot
// segments, a default port and a final dot of the host make no difference. But the two
// spellings of an international name are different places, since they have different keys.
// Userinfo, query and fragment do not count. http and https count as one scheme,
// all others as schemes of their own. Another port is another place.
//
// A copy of a Scope with places shares them: what is added to one may be in the other.
type Scope struct {
	web    nameTree           // http and https without a port
	others map[site]*nameTree // all others
}

// A site is the scheme and the port of a place.
type site struct{ scheme, port string }

// A nameTree is a tree whose edges are the labels of host names, from the last to the first. The
// last label and the one before it are one edge. A host that is not a name, such as an address, is
// a single label.
type nameTree struct {
	top    map[string]*domain
	single bool // a name of a single label was added with subdomains
}

// A domain is a node of the tree. It has the paths of all hosts with these last labels.
//
// Most domains have one place. The first one is kept in the node and compared as text,
// so that Contains seldom leaves the cache.
type domain struct {
	labels     string             // of the host of the first place: those before the labels of the node, with a "." after each
	path       string             // of the first place
	subdomains bool               // it counts for subdomains too
	others     *folders           // the other paths of the host of the node
	below      map[string]*domain // by the label before these
}

// folders has trees of paths: of the host itself, and of its subdomains too.
type folders struct{ host, all folder }

// A folder is a node of a tree whose edges are segments, of paths without their first "/".
type folder struct {
	below  map[string]folder // by the next segment
	whole  bool              // the path itself is in, and the paths below
	inside bool              // a path that begins with this one and a "/" is in
}

// Add adds the host of u with its path and the paths below, and with subdomains
// also the same paths of every subdomain. "/a" itself and "/a/b" are below "/a",
// but "/ab" is not. Everything that begins with "/a/" is below "/a/", but "/a" is
// not. The whole host is below "/" and below the empty path. (Heritrix makes its
// prefix of a seed by cutting its path after the last "/". To do so, add the URI
// without its last segment.)
//
// A path with escaped white space or an escaped control character at its end is not
// added: some servers ignore it there, but not in the paths below.
//
// An address has no subdomains. Nor has a name with other characters than [AppendSURT]
// reverses. A URI without a scheme or without a host ("/a", mailto:a@example.com) names
// no place, and nothing is added.
func (s *Scope) Add(u uri.URI, subdomains bool) {
	var buf [scopeBuf]byte
	p, ok := findPlace(buf[:0], u)
	if !ok || pathread.EndIsTrimmed(u.Path()) { // for some server no other path is below it
		return
	}
	tree := s.tree(p)
	if tree == nil {
		if s.others == nil {
			s.others = make(map[site]*nameTree)
		}
		tree = new(nameTree)
		s.others[site{string(p.scheme), string(p.port)}] = tree
	}
	if tree.top == nil {
		tree.top = make(map[string]*domain)
	}
	// The labels and the path share one text, to be near each other.
	text := string(p.host) + string(p.path)
	path := text[len(p.host):]
	before, label := cutLabels(text[:len(p.host)], p.named, 2)
	tree.single = tree.single || subdomains && p.named && strings.IndexByte(label, '.') < 0
	for nodes := tree.top; ; before, label = cutLabels(before[:len(before)-1], true, 1) {
		d := nodes[label]
		switch {
		case d == nil:
			nodes[label] = &domain{labels: before, path: path, subdomains: subdomains}
			return
		case before == "":
			if d.others == nil {
				d.others = new(folders)
			}
			if subdomains {
				d.others.all.add(path)
			} else {
				d.others.host.add(path)
			}
			return
		case d.below == nil:
			d.below = make(map[string]*domain)
		}
		nodes = d.below
	}
}

// Contains reports whether u is in one of the added places. It is false for a URI
// without a scheme or without a host.
//
// Servers read paths in many ways, so a path is below another one only if it is for all
// servers in the list of guard.Rewrite. They may also decode more than twice, but all
// decode escaped letters, digits and dots (RFC 3986, 6.2.2.2) and remove dot segments
// (5.2.4) first. So Contains is false for "/a/..;/b", "/a/..%2Fb" and "/a/..%3Fb", and
// if some server finds no segment or several before a "..", as in
// "/a//../b" and "/a/.;/../b". If the whole host was added, the path does not matter.
//
// Its time does not depend on how many places there are. It allocates only for a URI
// of more than 512 bytes, and where [AppendKey] does.
func (s *Scope) Contains(u uri.URI) bool {
	if host, ok := plainHost(&u); ok {
		q := question[string]{written: u.Path(), path: strings.TrimPrefix(u.Path(), "/")}
		if a := q.ask(&s.web, host, true); a != unknown {
			return a == within
		}
	}
	var buf [scopeBuf]byte
	p, ok := findPlace(buf[:0], u)
	if !ok {
		return false
	}
	q := question[[]byte]{path: p.path, disputed: p.disputed}
	return q.ask(s.tree(p), p.host, p.named) == within
}

// An answer is whether a place is in a scope.
type answer uint8

const (
	outside answer = iota
	within
	unknown // the path decides, and is not plain
)

// A question is whether a path is in a scope.
type question[T ascii.Text] struct {
	path     T      // without its first "/"
	disputed bool   // as in a place
	written  string // the whole path, if path is not known to be as in a key
}

// ask answers q for a host.
func (q *question[T]) ask(tree *nameTree, host T, named bool) answer {
	if tree == nil {
		return outside
	}
	if tree.single && named {
		before, label := cutLabels(host, true, 1)
		if d := tree.top[string(label)]; d != nil && len(before) > 0 {
			if a := q.in(d, before); a != outside {
				return a
			}
		}
	}
	before, label := cutLabels(host, named, 2)
	for nodes := tree.top; ; before, label = cutLabels(before[:len(before)-1], true, 1) {
		d := nodes[string(label)]
		if d == nil {
			return outside
		}
		if a := q.in(d, before); a != outside || len(before) == 0 {
			return a
		}
		nodes = d.below
	}
}

// in answers q for the places of d. before has the labels of the host before those of d.
func (q *question[T]) in(d *domain, before T) answer {
	n := len(before) - len(d.labels)
	isFirst := n >= 0 && string(before[n:]) == d.labels && (n == 0 || d.subdomains && before[n-1] == '.')
	itself := len(before) == 0
	switch {
	case !isFirst && d.others == nil:
		return outside
	case q.written != "":
		if isFirst && d.path == "" || contain(d.others, q.path, itself, true) {
			return within
		}
		if !pathread.Plain(q.written) {
			return unknown
		}
		q.written = ""
	}
	if isFirst && isUnder(q.path, d.path, q.disputed) || contain(d.others, q.path, itself, q.disputed) {
		return within
	}
	return outside
}

// tree returns the tree for p, nil if it is missing.
func (s *Scope) tree(p place) *nameTree {
	if string(p.scheme) == "http" && len(p.port) == 0 { // http or https, without a port
		return &s.web
	}
	return s.others[site{string(p.scheme), string(p.port)}]
}

// cutLabels returns the last n labels of host, or all if there are fewer, and the text before them.
// Any other host is one label.
func cutLabels[T ascii.Text](host T, named bool, n int) (before, label T) {
	for i := len(host) - 1; i >= 0 && named; i-- {
		if host[i] == '.' {
			if n--; n == 0 {
				return host[:i+1], host[i+1:]
			}
		}
	}
	return host[:0], host
}

// isUnder reports whether path is top or below it, both without their first "/". A disputed
// path is only below the empty one.
func isUnder[T ascii.Text](path T, top string, disputed bool) bool {
	n := len(top)
	return n == 0 || !disputed && n <= len(path) && string(path[:n]) == top &&
		(n == len(path) || path[n] == '/' || path[n-1] == '/')
}

// contain reports whether path is in f, for the host itself or for a subdomain.
func contain[T ascii.Text](f *folders, path T, itself, disputed bool) bool {
	return f != nil && (inFolder(&f.all, path, disputed) || itself && inFolder(&f.host, path, disputed))
}

// add adds a path.
func (f *folder) add(path string) {
	if path == "" {
		f.inside = true
		return
	}
	if f.below == nil {
		f.below = make(map[string]folder)
	}
	for nodes := f.below; ; {
		segment, rest, more := strings.Cut(path, "/")
		next := nodes[segment]
		inside := more && rest == ""
		switch {
		case inside:
			next.inside = true
		case !more:
			next.whole = true
		case next.below == nil:
			next.below = make(map[string]folder)
		}
		nodes[segment] = next
		if inside || !more {
			return
		}
		nodes, path = next.below, rest
	}
}

// inFolder reports whether path is at or below one added to f. A disputed one is only below "".
func inFolder[T ascii.Text](f *folder, path T, disputed bool) bool {
	if f.inside || disputed {
		return f.inside
	}
	nodes := f.below
	for more := true; more && nodes != nil; {
		end := ascii.IndexOrEnd(path, 0, '/')
		next := nodes[string(path[:end])]
		more = end < len(path)
		if next.whole || more && next.inside {
			return true
		}
		nodes, path = next.below, path[min(end+1, len(path)):]
	}
	return false
}
