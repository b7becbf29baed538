package crawl

import (
	"bytes"
	"strings"

	"example.com/uri"
)

// A Scope is a set of places on the net: of hosts and of paths below which
// everything belongs to it. The zero Scope holds nothing. Several goroutines may
// call Contains at once, if none calls Add.
//
// It is a tree of SURTs ([AppendSURT]), with the labels of a host name from the last
// to the first and then the segments of the path. Unlike the prefixes of SURTs
// that Heritrix uses, it compares whole labels and segments:
// "http://archive.org/" does not take http://archiveteam.org/, and
// "http://h/a" does not take http://h/ab.
//
// URIs are compared by their keys ([AppendKey]), so that case, escapes, dot
// segments, a default port and a final dot of the host make no difference. These
// parts do not count at all: userinfo, query and fragment. http and https count as
// one scheme, all others as schemes of their own; another port is another place.
type Scope struct {
	web    map[string]domain          // http and https without a port: the top level
	others map[site]map[string]domain // by scheme, "http" for both, and port
}

// A site is what a place has besides its host and path. The port is as in a key, with
// its ":".
type site struct{ scheme, port string }

// A domain is a node of the tree: all that is known of the hosts that end in some
// labels. An address, or another host that is no name, has a single label. Maps hold
// nodes by value, which saves a look at memory for each.
type domain struct {
	below map[string]domain // by the label before these
	alone folder            // the paths of the host itself
	all   folder            // the paths of the host and its subdomains
}

// A folder is a node of the tree: a path.
type folder struct {
	below  map[string]folder // by the next segment
	whole  bool              // the path itself is in, and what is below
	inside bool              // what begins with the path and a "/" is in
}

// Add adds the host of u with its path and the paths below, and with subdomains also
// the same paths of every subdomain. Below "/a" are "/a" itself and "/a/b",
// but not "/ab". Below "/a/" is all that begins so, but not "/a". Below "/" and the
// empty path is the whole host. (Heritrix makes its prefix of a seed by cutting its
// path after the last "/". To do so, add the URI without its last segment.)
//
// An address has no subdomains, nor has a name that AppendSURT does not reverse.
// What has no scheme or no host, such as mailto:a@example.com or "/a", names no place,
// and nothing is added.
func (s *Scope) Add(u uri.URI, subdomains bool) {
	var buf [scopeBuf]byte
	key, at := Keyer{DropUserinfo: true}.appendKey(buf[:0], u)
	if !u.IsAbsolute() || at == (server{}) {
		return
	}
	domains := s.domains(u, key[at.port:at.end])
	if domains == nil {
		domains = make(map[string]domain)
		if at.port == at.end && siteScheme(u) == "http" {
			s.web = domains
		} else {
			if s.others == nil {
				s.others = make(map[site]map[string]domain)
			}
			s.others[site{siteScheme(u), string(key[at.port:at.end])}] = domains
		}
	}
	host := key[at.host:at.port]
	named := isName(host)
	for more := true; more; {
		var text []byte
		text, host, more = cutLabel(host, named)
		label := string(text)
		d := domains[label]
		switch {
		case more && d.below == nil:
			d.below = make(map[string]domain)
		case more:
		case subdomains:
			d.all.add(string(keyPath(key, at)))
		default:
			d.alone.add(string(keyPath(key, at)))
		}
		domains[label] = d
		domains = d.below
	}
}

// scopeBuf is the room for a key before it is allocated.
const scopeBuf = 512

// Contains reports whether u is in one of the places that were added. It is false for
// what has no scheme or no host, and for a path that some servers read as another
// because its ".." stands next to an escaped "/" or "\" or before a ";", as in
// "/a/..%2Fb", except if the whole host is in.
//
// Its time does not depend on how many places there are. It allocates only for a URI
// of more than 512 bytes and what [AppendKey] allocates for.
func (s *Scope) Contains(u uri.URI) bool {
	var buf [scopeBuf]byte
	key, at := Keyer{DropUserinfo: true}.appendKey(buf[:0], u)
	if at == (server{}) {
		return false
	}
	domains := s.domains(u, key[at.port:at.end])
	path := keyPath(key, at)
	host := key[at.host:at.port]
	named := isName(host)
	for {
		label, rest, more := cutLabel(host, named)
		d, ok := domains[string(label)]
		switch {
		case !ok:
			return false
		case d.all.contains(path):
			return true
		case !more:
			return d.alone.contains(path)
		}
		domains, host = d.below, rest
	}
}

// domains returns the tree for the scheme of u and a port, nil if there is none.
func (s *Scope) domains(u uri.URI, port []byte) map[string]domain {
	scheme := siteScheme(u)
	if scheme == "http" && len(port) == 0 {
		return s.web
	}
	return s.others[site{scheme, string(port)}]
}

// siteScheme returns the scheme of u in lower case, "http" for https.
func siteScheme(u uri.URI) string {
	if info, _ := uri.LookupScheme(u.Scheme()); info.HTTP {
		return "http"
	}
	return strings.ToLower(u.Scheme())
}

// cutLabel returns the last label of host and what precedes its ".", and whether
// there is any. A host that is no name is one label.
func cutLabel(host []byte, named bool) (label, rest []byte, more bool) {
	if named {
		if dot := bytes.LastIndexByte(host, '.'); dot >= 0 {
			return host[dot+1:], host[:dot], true
		}
	}
	return host, nil, false
}

// keyPath returns the path of a key without the "/" that it begins with.
func keyPath(key []byte, at server) []byte {
	path := key[at.end:]
	if query := bytes.IndexByte(path, '?'); query >= 0 {
		path = path[:query]
	}
	return bytes.TrimPrefix(path, []byte("/"))
}

// add adds a path, which is without its first "/", to those of a host.
func (f *folder) add(path string) {
	segment, path, more := strings.Cut(path, "/")
	if segment == "" && !more {
		f.inside = true
		return
	}
	if f.below == nil {
		f.below = make(map[string]folder)
	}
	for folders := f.below; ; {
		next := folders[segment]
		inside := more && path == ""
		switch {
		case inside:
			next.inside = true
		case !more:
			next.whole = true
		case next.below == nil:
			next.below = make(map[string]folder)
		}
		folders[segment] = next
		if inside || !more {
			return
		}
		folders = next.below
		segment, path, more = strings.Cut(path, "/")
	}
}

// contains reports whether a path, which is without its first "/", is one that was
// added or is below it.
func (f *folder) contains(path []byte) bool {
	if f.inside || len(f.below) == 0 || climbs(path) {
		return f.inside
	}
	folders := f.below
	for more := true; more && folders != nil; {
		slash := bytes.IndexByte(path, '/')
		segment := path
		if more = slash >= 0; more {
			segment, path = path[:slash], path[slash+1:]
		}
		next := folders[string(segment)]
		if next.whole || more && next.inside {
			return true
		}
		folders = next.below
	}
	return false
}

// climbs reports whether some servers find a segment ".." in path, which is that
// of a key, and so has none: those that decode "%2F" and "%5C" before they split, or
// cut the parameters first.
func climbs(path []byte) bool {
	for i := 0; ; i++ {
		k := bytes.Index(path[i:], []byte(".."))
		if k < 0 {
			return false
		}
		i += k
		left, right := path[:i], path[i+len(".."):]
		if (len(left) == 0 || left[i-1] == '/' || bytes.HasSuffix(left, []byte("%2F")) || bytes.HasSuffix(left, []byte("%5C"))) &&
			(len(right) == 0 || right[0] == '/' || right[0] == ';' || bytes.HasPrefix(right, []byte("%2F")) || bytes.HasPrefix(right, []byte("%5C"))) {
			return true
		}
	}
}
