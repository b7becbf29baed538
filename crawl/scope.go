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
	web    map[string]domain          // http and https without a port: the top level
	others map[site]map[string]domain // the top levels of all others
}

// A site is the scheme and the port of a place.
type site struct{ scheme, port string }

// A domain is a node of a tree whose edges are the labels of host names, from the last
// to the first. It has the paths of all hosts with these last labels. A host
// that is not a name, such as an address, is a single label.
//
// Most hosts have one path. It is kept in the node and compared as text, so that
// Contains seldom leaves the cache.
type domain struct {
	below      map[string]domain // by the label before these
	first      string            // the first path, if added
	added      bool
	subdomains bool     // first counts for subdomains too
	others     *folders // the other paths
}

// folders has trees of paths: of the host itself, and of its subdomains too.
type folders struct{ host, all folder }

// A folder is a node of a tree whose edges are the segments of paths, without their
// first "/".
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
	domains := s.domains(p)
	if domains == nil {
		domains = make(map[string]domain)
		if p.isWeb() {
			s.web = domains
		} else {
			if s.others == nil {
				s.others = make(map[site]map[string]domain)
			}
			s.others[site{string(p.scheme), string(p.port)}] = domains
		}
	}
	// The labels and the path share one text, to be near each other.
	text := string(p.host) + string(p.path)
	host, path := text[:len(p.host)], text[len(p.host):]
	for more := true; more; {
		var label string
		label, host, more = cutLabel(host, p.named)
		d := domains[label]
		switch {
		case !more:
			d.add(path, subdomains)
		case d.below == nil:
			d.below = make(map[string]domain)
		}
		domains[label] = d
		domains = d.below
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
	if host, path, ok := plainPlace(u); ok {
		return contain(s.web, host, path, true, false)
	}
	var buf [scopeBuf]byte
	p, ok := findPlace(buf[:0], u)
	return ok && contain(s.domains(p), p.host, p.path, p.named, p.disputed)
}

// contain reports whether a place with host and path is in the tree domains. The
// arguments are fields of the place: they are quicker to pass than the place.
func contain[T ascii.Text](domains map[string]domain, host, path T, named, disputed bool) bool {
	for {
		label, rest, more := cutLabel(host, named)
		d := domains[string(label)]
		switch {
		case inDomain(&d, path, !more, disputed):
			return true
		case !more:
			return false
		}
		domains, host = d.below, rest
	}
}

// domains returns the tree for p, nil if it is missing.
func (s *Scope) domains(p place) map[string]domain {
	if p.isWeb() {
		return s.web
	}
	return s.others[site{string(p.scheme), string(p.port)}]
}

// cutLabel returns the last label of host and the text before its ".", and whether
// there is a ".". Any other host is one label.
func cutLabel[T ascii.Text](host T, named bool) (label, rest T, more bool) {
	for i := len(host) - 1; i >= 0 && named; i-- {
		if host[i] == '.' {
			return host[i+1:], host[:i], true
		}
	}
	return host, rest, false
}

// add adds a path, without its first "/", to the paths of a host.
func (d *domain) add(path string, subdomains bool) {
	if !d.added {
		d.first, d.added, d.subdomains = path, true, subdomains
		return
	}
	if d.others == nil {
		d.others = new(folders)
	}
	if subdomains {
		d.others.all.add(path)
	} else {
		d.others.host.add(path)
	}
}

// inDomain reports whether path, without its first "/", is in the scope: of the host of d
// itself, or of one of its subdomains. A disputed path is in only if the whole host is.
func inDomain[T ascii.Text](d *domain, path T, itself, disputed bool) bool {
	if d.added && (d.subdomains || itself) {
		n := len(d.first)
		if n == 0 || !disputed && n <= len(path) && string(path[:n]) == d.first &&
			(n == len(path) || path[n] == '/' || path[n-1] == '/') {
			return true
		}
	}
	return d.others != nil && (inFolder(&d.others.all, path, disputed) || itself && inFolder(&d.others.host, path, disputed))
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

// inFolder reports whether path was added to f or is below an added path. A disputed path is
// only below the empty path.
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
