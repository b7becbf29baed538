package uri

import (
	"slices"
	"strings"
)

// A url1808 has the parts of a URL after its scheme. Each includes the delimiter
// before it, and is empty if it is missing.
type url1808 struct{ netLoc, path, params, query, fragment string }

// split1808 splits s by RFC 1808, 2.4: each step takes one part away from the rest of
// the text. "//h/p;x?q#f" loses "#f", then "//h", then "?q", then ";x", and "/p"
// remains.
func split1808(s string) (p url1808) {
	from := func(delim byte) (part string) {
		if i := strings.IndexByte(s, delim); i >= 0 {
			s, part = s[:i], s[i:]
		}
		return part
	}
	p.fragment = from('#')
	if strings.HasPrefix(s, "//") {
		end := len(s)
		if i := strings.IndexByte(s[2:], '/'); i >= 0 {
			end = len("//") + i
		}
		p.netLoc, s = s[:end], s[end:]
	}
	p.query = from('?')
	p.params = from(';')
	p.path = s
	return p
}

// resolve1808 appends the result of resolving the relative reference ref by
// RFC 1808, 4. given is the reference as the caller gave it, for errors. The parts
// may differ from Parse's: a net_loc ends only at "/", and the parameters
// belong to the whole path.
//
// DEVIATION: RFC 1808 treats an empty part, except the path, as missing. Here only
// an empty net_loc is: "?" and ";" are parts, so the base's are not
// inherited.
func resolve1808(dst []byte, base, ref, given *URI, above AboveRoot) ([]byte, error) {
	prefix := base.s[:base.scheme+1]
	b, e := split1808(base.s[len(prefix):]), split1808(ref.s)
	dst = append(dst, prefix...)

	// Step 3: a net_loc with text in it.
	if len(e.netLoc) > len("//") {
		return append(dst, ref.s...), nil
	}
	dst = append(dst, b.netLoc...)
	root := len(dst)

	switch {
	// Step 4: a path with "/" at its start.
	case at(e.path, 0, '/'):
		dst = append(dst, e.path...)

	// Step 5: no path.
	case e.path == "":
		dst = append(dst, b.path...)
		if e.params == "" {
			e.params = b.params
			if e.query == "" {
				e.query = b.query
			}
		}

	// Step 6 is RFC 2396, 5.2, step 6.
	default:
		dir := directory(b.path)
		var bad string
		var inBase bool
		dst, bad, inBase = appendMerged(dst, dir, e.path, above)
		switch {
		case inBase:
			end := len(prefix) + len(b.netLoc) + len(dir)
			return dst, base.refuse(opResolveAgainst, end-len(bad), ruleRelPath, faultAboveRoot)
		case bad != "":
			end := len(given.s) - len(ref.s) + len(e.path)
			return dst, given.refuse(opResolveReference, end-len(bad), ruleRelPath, faultAboveRoot)
		}
		if b.netLoc == "" && !at(b.path, 0, '/') {
			dst = slices.Delete(dst, root, root+1) // the base's path has no "/" first, nor does the result
		}
	}

	// Step 7.
	//
	// DEVIATION: strictly, "http://a" and "?y" give "http://a?y". Its net_loc is "a?y", because
	// a net_loc ends only at "/" (RFC 1808, 2.4.3). Here the path is written "/", because no
	// reference may change the host.
	followed := e.params != "" || e.query != ""
	if b.netLoc == "" {
		dst = keepPath(dst, root, followed)
	} else if len(dst) == root && followed {
		dst = append(dst, '/') // this ends the net_loc
	}
	dst = append(dst, e.params...)
	dst = append(dst, e.query...)
	return append(dst, e.fragment...), nil
}
