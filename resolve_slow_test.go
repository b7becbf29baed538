package uri

import (
	"regexp"
	"strconv"
	"strings"
)

// The slow twins of the resolver: the string algorithms of the three RFCs as
// they are printed, with one obvious cut after another. They never call the code
// that they check. The few deviations are marked.

// slowParts are the components of a reference, each with its delimiter: "http:",
// "//h", "/p", "?q", "#f". An undefined one is empty.
type slowParts struct{ scheme, authority, path, query, fragment string }

// slowSplit splits as the expression of RFC 2396, Appendix B does.
func slowSplit(s string) (p slowParts) {
	s, p.fragment = slowFrom(s, "#")
	if i := strings.IndexAny(s, ":/?"); i > 0 && s[i] == ':' {
		p.scheme, s = s[:i+1], s[i+1:]
	}
	s, p.query = slowFrom(s, "?")
	if strings.HasPrefix(s, "//") {
		path, _ := slowFrom(s[2:], "/")
		p.authority = s[:2+len(path)]
		s = s[len(p.authority):]
	}
	p.path = s
	return p
}

// slowFrom cuts s before the first sep, which stays with the rest.
func slowFrom(s, sep string) (before, from string) {
	if i := strings.Index(s, sep); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

func (p slowParts) join() string { return p.scheme + p.authority + p.path + p.query + p.fragment }

// guarded is p with a path that reads as one.
//
// DEVIATION: 5.2, step 7 appends the path as it is.
func (p slowParts) guarded() slowParts {
	switch {
	case p.authority != "":
	case strings.HasPrefix(p.path, "//"):
		p.path = "/." + p.path
	case p.path == "" && p.query == "":
		p.path = "."
	}
	return p
}

// slowResolve returns the components of what r resolves ref to, or what is wrong.
func slowResolve(r Resolver, base, ref string) (p slowParts, wrong string) {
	b, f := slowSplit(base), slowSplit(ref)
	opaque := b.authority == "" && !strings.HasPrefix(b.path, "/")
	if r.SameScheme && f.scheme != "" && !opaque && strings.EqualFold(f.scheme, b.scheme) {
		switch strings.ToLower(f.scheme) {
		case "ftp:", "gopher:", "http:", "https:", "ws:", "wss:", "nntp:", "telnet:", "wais:", "file:", "prospero:":
			f.scheme = ""
		}
	}
	if f.scheme+f.authority+f.path+f.query == "" {
		if r.Document != (URI{}) {
			b = slowSplit(r.Document.String())
		}
		if b.scheme == "" {
			return p, "no scheme"
		}
		if r.Mode != RFC1808 || f.fragment != "" {
			b.fragment = f.fragment
		}
		return b, ""
	}
	if b.scheme == "" && f.scheme == "" {
		return p, "no scheme"
	}
	switch r.Mode {
	case RFC3986:
		return slowResolve3986(b, f)
	case RFC1808:
		return slowResolve1808(r, base, f)
	}
	if opaque && f.scheme == "" {
		return p, "opaque"
	}
	return slowResolve2396(r, b, f)
}

// slowResolve2396 follows RFC 2396, 5.2, steps 3 to 7.
func slowResolve2396(r Resolver, b, f slowParts) (p slowParts, wrong string) {
	if f.scheme != "" {
		return f, ""
	}
	f.scheme = b.scheme
	if f.authority != "" {
		return f, ""
	}
	f.authority = b.authority
	if strings.HasPrefix(f.path, "/") {
		return f.guarded(), ""
	}
	if b.path == "" && f.path != "" {
		b.path = "/" // DEVIATION: 6a leaves it empty
	}
	f.path, wrong = slowMerge(r, b.path, f.path)
	return f.guarded(), wrong
}

// slowMerge follows RFC 2396, 5.2, step 6.
func slowMerge(r Resolver, base, ref string) (path, wrong string) {
	// a) All but the last segment of the base URI's path component is copied to
	// the buffer.
	buffer := base[:strings.LastIndex(base, "/")+1]

	// b) The reference's path component is appended to the buffer string.
	buffer += ref

	// A complete path segment is what is between two "/", or one and an end. The
	// "/" at the root of a path has none before it.
	rooted := strings.HasPrefix(buffer, "/")
	complete := func(i, end int) bool {
		return (i == 0 && !rooted || i > 0 && buffer[i-1] == '/') && (end == len(buffer) || buffer[end] == '/')
	}
	cut := func(i, end int) { buffer = buffer[:i] + buffer[end:] }

	// c) All occurrences of "./", where "." is a complete path segment, are
	// removed from the buffer string.
	for i := 0; i+2 <= len(buffer); {
		if buffer[i:i+2] == "./" && complete(i, i+1) {
			cut(i, i+2)
		} else {
			i++
		}
	}

	// d) If the buffer string ends with "." as a complete path segment, that "."
	// is removed.
	if n := len(buffer); n > 0 && buffer[n-1] == '.' && complete(n-1, n) {
		cut(n-1, n)
	}

	// e) All occurrences of "<segment>/../", where <segment> is a complete path
	// segment not equal to "..", are removed from the buffer string. Removal of
	// these path segments is performed iteratively, removing the leftmost
	// matching pattern on each iteration, until no matching pattern remains.
	segment := func(i int) (end int, ok bool) {
		end = i
		for end < len(buffer) && buffer[end] != '/' {
			end++
		}
		return end, complete(i, end) && buffer[i:end] != ".."
	}
	for i := 0; i < len(buffer); {
		if end, ok := segment(i); ok && strings.HasPrefix(buffer[end:], "/../") {
			cut(i, end+len("/../"))
			i = 0
		} else {
			i++
		}
	}

	// f) If the buffer string ends with "<segment>/..", where <segment> is a
	// complete path segment not equal to "..", that "<segment>/.." is removed.
	for i := range len(buffer) {
		if end, ok := segment(i); ok && buffer[end:] == "/.." {
			cut(i, len(buffer))
			break
		}
	}

	// g) If the resulting buffer string still begins with one or more complete
	// path segments of "..", then the reference is considered to be in error.
	// Implementations may handle this error by retaining these components in
	// the resolved path, by removing them from the resolved path, or by
	// avoiding traversal of the reference.
	root := 0
	if rooted {
		root = 1
	}
	for r.AboveRoot != DefaultDots && r.AboveRoot != KeepDots && strings.HasPrefix(buffer[root:]+"/", "../") {
		if r.AboveRoot == RejectDots {
			return "", "above the root"
		}
		cut(root, min(root+len("../"), len(buffer)))
	}

	// h) The remaining buffer string is the reference URI's new path component.
	return buffer, ""
}

// slowResolve3986 follows the pseudocode of RFC 3986, 5.2.2.
func slowResolve3986(base, r slowParts) (t slowParts, wrong string) {
	if r.scheme != "" {
		t.scheme = r.scheme
		t.authority = r.authority
		t.path = slowRemoveDotSegments(r.path)
		t.query = r.query
	} else {
		if r.authority != "" {
			t.authority = r.authority
			t.path = slowRemoveDotSegments(r.path)
			t.query = r.query
		} else {
			if r.path == "" {
				t.path = base.path
				if r.query != "" {
					t.query = r.query
				} else {
					t.query = base.query
				}
			} else {
				if strings.HasPrefix(r.path, "/") {
					t.path = slowRemoveDotSegments(r.path)
				} else {
					t.path = slowMerge3986(base, r.path)
					t.path = slowRemoveDotSegments(t.path)
				}
				t.query = r.query
			}
			t.authority = base.authority
		}
		t.scheme = base.scheme
	}
	t.fragment = r.fragment
	return t.guarded(), ""
}

// slowMerge3986 follows RFC 3986, 5.2.3.
func slowMerge3986(base slowParts, path string) string {
	if base.authority != "" && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndex(base.path, "/")+1] + path
}

// slowRemoveDotSegments follows RFC 3986, 5.2.4.
func slowRemoveDotSegments(input string) string {
	output := ""
	for input != "" {
		switch {
		// A
		case strings.HasPrefix(input, "../"):
			input = input[len("../"):]
		case strings.HasPrefix(input, "./"):
			input = input[len("./"):]
		// B
		case strings.HasPrefix(input, "/./"):
			input = "/" + input[len("/./"):]
		case input == "/.":
			input = "/"
		// C
		case strings.HasPrefix(input, "/../"):
			input = "/" + input[len("/../"):]
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		case input == "/..":
			input = "/"
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		// D
		case input == "." || input == "..":
			input = ""
		// E
		default:
			n := len(input)
			if i := strings.Index(input[1:], "/"); i >= 0 {
				n = 1 + i
			}
			output += input[:n]
			input = input[n:]
		}
	}
	return output
}

// slowResolve1808 follows RFC 1808, 4, from step 2c, for a reference that is not
// empty. It splits again, by 2.4. The result's parts are not those that the text
// has in RFC 2396, so it comes as a path.
func slowResolve1808(r Resolver, base string, f slowParts) (p slowParts, wrong string) {
	if f.scheme != "" {
		return f, ""
	}
	split := func(s string) (netLoc, path, params, query string) {
		if strings.HasPrefix(s, "//") {
			netLoc, s = slowFrom(s[2:], "/")
			netLoc = "//" + netLoc
		}
		s, query = slowFrom(s, "?")
		path, params = slowFrom(s, ";")
		return netLoc, path, params, query
	}
	scheme, base, _ := strings.Cut(base, ":")
	base, _ = slowFrom(base, "#")
	baseLoc, basePath, baseParams, baseQuery := split(base)
	ref := f.authority + f.path + f.query
	netLoc, path, params, query := split(ref)

	if len(netLoc) > len("//") {
		return slowParts{scheme: scheme + ":", path: ref, fragment: f.fragment}, ""
	}
	netLoc = baseLoc
	switch {
	case strings.HasPrefix(path, "/"):
	case path == "":
		path = basePath
		if params == "" {
			params = baseParams
			if query == "" {
				query = baseQuery
			}
		}
	default:
		if netLoc != "" && basePath == "" {
			basePath = "/" // DEVIATION: as for RFC 2396
		}
		path, wrong = slowMerge(r, basePath, path)
	}
	if netLoc != "" {
		if path == "" && params+query != "" {
			path = "/" // a net_loc ends at one
		}
	} else {
		path = slowParts{path: path, query: params + query}.guarded().path
	}
	return slowParts{scheme: scheme + ":", path: netLoc + path + params + query, fragment: f.fragment}, wrong
}

// slowNormalize gives the text of the normal form of s.
func slowNormalize(m Mode, s string) string {
	unreserved := slowUnreserved
	if m == RFC3986 {
		unreserved = slowLetters + slowDigits + "-._~"
	}
	upper := func(s string) string { return escapeExpr.ReplaceAllStringFunc(s, strings.ToUpper) }
	plain := func(s string) string {
		return escapeExpr.ReplaceAllStringFunc(s, func(e string) string {
			if c, err := strconv.ParseUint(e[1:], 16, 8); err == nil && strings.IndexByte(unreserved, byte(c)) >= 0 {
				return string(rune(c))
			}
			return strings.ToUpper(e)
		})
	}
	p := slowSplit(s)
	p.scheme = strings.ToLower(p.scheme)
	p.authority = plain(p.authority)
	if m == RFC1808 {
		dots := func(s string) string { return strings.NewReplacer("%2e", "\x00", "%2E", "\x00").Replace(s) }
		p.path, p.query, p.fragment = dots(p.path), dots(p.query), dots(p.fragment)
	}
	p.query = plain(p.query)
	p.fragment = plain(p.fragment)

	host := serverExpr
	if m == RFC3986 {
		host = authorityExpr
	}
	if parts := host.FindStringSubmatch(p.authority); parts != nil {
		port := strings.TrimLeft(strings.TrimPrefix(parts[3], ":"), "0")
		defaults := map[string]string{"ftp:": "21", "telnet:": "23", "gopher:": "70", "http:": "80",
			"nntp:": "119", "ws:": "80", "wss:": "443", "wais:": "210", "https:": "443", "prospero:": "1525"}
		if port == "" && strings.HasSuffix(parts[3], "0") {
			port = "0"
		}
		if port != "" && port != defaults[p.scheme] {
			port = ":" + port
		} else {
			port = ""
		}
		p.authority = "//" + parts[1] + upper(strings.ToLower(parts[2])) + port
	}

	segments := strings.Split(p.path, "/")
	for i, g := range segments {
		name := plain(g)
		if (name == "." || name == "..") && (m != RFC3986 || !strings.HasPrefix(p.path, "/")) {
			name = upper(g)
		}
		segments[i] = name
	}
	p.path = strings.Join(segments, "/")
	if m == RFC3986 && strings.HasPrefix(p.path, "/") {
		p.path = slowRemoveDotSegments(p.path)
		if p.authority == "" && strings.HasPrefix(p.path, "//") {
			p.path = "/." + p.path
		}
	}
	if len(p.authority) > len("//") && p.path == "" && (m != RFC1808 || p.query == "") &&
		strings.Contains(" http: https: ws: wss: ", " "+p.scheme+" ") {
		p.path = "/"
	}
	if m == RFC1808 {
		return strings.ReplaceAll(p.join(), "\x00", "%2E")
	}
	return p.join()
}

var (
	escapeExpr = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

	// The server of RFC 2396, 3.2.2, that is not empty, with the literals of
	// RFC 2732, after its "//".
	serverExpr = regexp.MustCompile(`^//([^@]*@)?(` +
		`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.?` +
		`|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+` +
		`|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?$`)

	// The authority of RFC 3986, 3.2, after its "//".
	authorityExpr = regexp.MustCompile(`^//([^@]*@)?(\[.*\]|[^@:]*)(:[0-9]*)?$`)
)
