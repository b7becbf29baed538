package uri

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

// already is the content of a buffer before a test appends to it. It contains
// everything that the Append functions change or search for.
const already = "X:%4a/../Y?Z%2e#//W@V:80/./"

// The slow twin: a URI-reference read from the outside in, with one obvious
// cut after another. It never calls the code that it checks.

// The characters of RFC 2396, Appendix A, once more and by hand.
const (
	slowDigits     = "0123456789"
	slowLetters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	slowUnreserved = slowLetters + slowDigits + "-_.!~*'()"
	slowReserved   = ";/?:@&=+$,"
)

// slowDescribe returns the result of [describe] for an accepted text, and "" for a
// refused one.
func slowDescribe(s string) string {
	var n notation

	whole, fragment, hasFragment := strings.Cut(s, "#")
	if !slowRun(fragment, slowReserved+slowUnreserved) {
		return ""
	}

	// A ":" in the first segment ends a scheme.
	rest := whole
	scheme, afterScheme, absolute := strings.Cut(whole, ":")
	if strings.ContainsAny(scheme, "/?") {
		scheme, absolute = "", false
	}
	if absolute {
		if scheme == "" || !strings.Contains(slowLetters, scheme[:1]) || !slowOnly(scheme, slowLetters+slowDigits+"+-.") {
			return ""
		}
		rest = afterScheme
	}

	if absolute && !strings.HasPrefix(rest, "/") {
		if rest == "" || !slowRun(rest, slowReserved+slowUnreserved) {
			return ""
		}
		n.word("absolute-opaque", "opaque_part")
		n.add("scheme", scheme, true)
		n.add("opaque", rest, true)
		n.add("fragment", fragment, hasFragment)
		return n.String()
	}

	rest, query, hasQuery := strings.Cut(rest, "?")
	if !slowRun(query, slowReserved+slowUnreserved) {
		return ""
	}
	kind, form := "relative", "rel_path"
	path, authority := rest, ""
	after, hasAuthority := strings.CutPrefix(rest, "//")
	switch {
	case hasAuthority:
		form = "net_path"
		authority, _, _ = strings.Cut(after, "/")
		path = after[len(authority):]
	case strings.HasPrefix(rest, "/"):
		form = "abs_path"
	case rest == "" && hasQuery:
		form = "query_only"
	case rest == "":
		kind, form = "same-document", ""
	}
	if absolute {
		kind = "absolute-hier"
	}
	if !slowRun(path, slowUnreserved+":@&=+$,;/") {
		return ""
	}
	n.word(kind, form)
	n.add("scheme", scheme, absolute)
	if hasAuthority && !slowAuthority(&n, authority) {
		return ""
	}
	n.add("path", path, true)
	if path != "" {
		var segments []string
		for _, segment := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
			words := strings.Split(segment, ";")
			for i, param := range words[1:] {
				words[1+i] = "{" + param + "}"
			}
			segments = append(segments, strings.Join(words, ""))
		}
		n.add("segments", strings.Join(segments, "|"), true)
	}
	n.add("query", query, hasQuery)
	if hasQuery {
		pairs := strings.Split(query, "&")
		for i, pair := range pairs {
			if name, value, found := strings.Cut(pair, "="); found {
				pairs[i] = name + "{" + value + "}"
			}
		}
		n.add("pairs", strings.Join(pairs, "|"), true)
	}
	n.add("fragment", fragment, hasFragment)
	return n.String()
}

// slowAuthority sets the parts of an authority. It reports whether it is valid.
func slowAuthority(n *notation, s string) bool {
	if s == "" {
		n.add("server", s, true)
		return true
	}
	user, hostport, hasUser := strings.Cut(s, "@")
	if !hasUser {
		user, hostport = "", s
	}

	host, port, hasPort := strings.Cut(hostport, ":")
	if i := strings.Index(hostport, "]"); i >= 0 {
		host = hostport[:i+1]
		port, hasPort = strings.CutPrefix(hostport[i+1:], ":")
		if !hasPort && port != "" {
			return false
		}
	}
	kind, addr := slowHost(host)
	if kind != "" && slowOnly(port, slowDigits) && slowRun(user, slowUnreserved+";:&=+$,") {
		n.add("server", s, true)
		n.add("userinfo", user, hasUser)
		n.add(kind, host, true)
		n.add("addr", addr.String(), addr.IsValid())
		n.add("port", port, hasPort)
		return true
	}

	if !slowRun(s, slowUnreserved+"$,;:@&=+") {
		return false
	}
	n.add("reg_name", s, true)
	if strings.Count(s, "@") <= 1 && slowOnly(port, slowDigits) {
		n.add("userinfo", user, hasUser)
		n.add("regname", host, host != "")
		n.add("port", port, hasPort)
	} else if strings.Count(s, "@") == 1 && slowHostList(hostport) {
		n.add("userinfo", user, true)
	}
	return true
}

// slowHostList reports whether s has two members or more, each with at most one ":"
// and after it only digits.
func slowHostList(s string) bool {
	members := strings.Split(s, ",")
	for _, member := range members {
		_, digits, _ := strings.Cut(member, ":")
		if !slowOnly(digits, slowDigits) {
			return false
		}
	}
	return len(members) > 1
}

// slowHost returns the kind of a host, "" for none, and its address.
func slowHost(s string) (kind string, addr netip.Addr) {
	if strings.HasPrefix(s, "[") {
		if !strings.HasSuffix(s, "]") || strings.Contains(s, "%") {
			return "", addr
		}
		addr, err := netip.ParseAddr(s[1 : len(s)-1])
		if err != nil || !addr.Is6() {
			return "", addr
		}
		return "IPv6", addr
	}

	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	top := labels[len(labels)-1]
	hostname := top != "" && strings.Contains(slowLetters, top[:1])
	for _, label := range labels {
		if label == "" || !slowOnly(label, slowLetters+slowDigits+"-") ||
			strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			hostname = false
		}
	}
	if hostname {
		return "hostname", addr
	}

	numbers := strings.Split(s, ".")
	if len(numbers) != 4 {
		return "", addr
	}
	for i, number := range numbers {
		if number == "" || !slowOnly(number, slowDigits) {
			return "", addr
		}
		if numbers[i] = strings.TrimLeft(number, "0"); numbers[i] == "" {
			numbers[i] = "0"
		}
	}
	// With a number above 255 it is not an address, but still an IPv4address.
	addr, err := netip.ParseAddr(strings.Join(numbers, "."))
	if err != nil {
		return "IPv4", netip.Addr{}
	}
	return "IPv4", addr
}

// slowOnly reports whether s has no other characters than these.
func slowOnly(s, chars string) bool {
	for i := range len(s) {
		if strings.IndexByte(chars, s[i]) < 0 {
			return false
		}
	}
	return true
}

// slowRun reports whether s is made of these characters and of escapes.
func slowRun(s, chars string) bool {
	parts := strings.Split(s, "%")
	for i, part := range parts {
		if i > 0 {
			if len(part) < 2 || !slowOnly(part[:2], slowDigits+"abcdefABCDEF") {
				return false
			}
			part = part[2:]
		}
		if !slowOnly(part, chars) {
			return false
		}
	}
	return true
}

// slowComponents are the characters that each component may contain unescaped.
var slowComponents = map[EscapeSet]string{
	EscapeData:         slowUnreserved,
	EscapeUser:         slowUnreserved + ";&=+$,",
	EscapeUserinfo:     slowUnreserved + ";:&=+$,",
	EscapeRegistryHost: slowUnreserved + "$,;&=+",
	EscapeSegment:      slowUnreserved + ":@&=+$,",
	EscapePath:         slowUnreserved + ":@&=+$,;/",
	EscapeQueryPair:    slowUnreserved + "/?:@$,",
	EscapeQuery:        slowReserved + slowUnreserved,
	EscapeUnreserved:   slowLetters + slowDigits + "-._~",
}

// slowEscape writes s for component c; once keeps the escapes in it.
func slowEscape(s string, c EscapeSet, once bool) string {
	var b strings.Builder
	for s != "" {
		switch {
		case once && len(s) >= 3 && s[0] == '%' && slowRun(s[:3], ""):
			b.WriteString(s[:3])
			s = s[3:]
			continue
		case slowOnly(s[:1], slowComponents[c]):
			b.WriteByte(s[0])
		default:
			fmt.Fprintf(&b, "%%%02X", s[0])
		}
		s = s[1:]
	}
	return b.String()
}

// slowUnescape decodes the escapes of s. offset is that of the byte that breaks an
// escape, or -1.
func slowUnescape(s string) (text string, offset int) {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '%' {
			b.WriteByte(s[i])
			i++
			continue
		}
		for k := i + 1; k < i+3; k++ {
			if k == len(s) || !slowOnly(s[k:k+1], slowDigits+"abcdefABCDEF") {
				return "", k
			}
		}
		n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
		b.WriteByte(byte(n))
		i += 3
	}
	return b.String(), -1
}

// slowData returns the text that the escapes of a valid part encode.
func slowData(part string) string {
	text, _ := slowUnescape(part)
	return text
}

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

// slowResolve returns the components of the URI that r resolves ref to, or the fault.
func slowResolve(r Resolver, base, ref string) (p slowParts, wrong string) {
	b, f := slowSplit(base), slowSplit(ref)
	opaque := b.authority == "" && !strings.HasPrefix(b.path, "/")
	if r.SameScheme && f.scheme != "" && !opaque && strings.EqualFold(f.scheme, b.scheme) {
		switch strings.ToLower(f.scheme) {
		case "ftp:", "gopher:", "http:", "https:", "ws:", "wss:", "nntp:", "nntps:", "telnet:", "wais:", "file:", "prospero:":
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

	// A complete path segment is the text between two "/", or one and an end. No
	// segment is before the "/" at the root of a path.
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
	for r.AboveRoot != AboveRootDefault && r.AboveRoot != AboveRootKeep && strings.HasPrefix(buffer[root:]+"/", "../") {
		if r.AboveRoot == AboveRootReject {
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
			"nntp:": "119", "news:": "119", "nntps:": "563", "snews:": "563", "ws:": "80", "wss:": "443", "wais:": "210", "https:": "443",
			"prospero:": "1525",
		}
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

	relative := p.scheme+p.authority == "" && !strings.HasPrefix(p.path, "/")
	segments := strings.Split(p.path, "/")
	for i, g := range segments {
		name := plain(g)
		if (name == "." || name == "..") && (m != RFC3986 || relative) {
			name = upper(g)
		}
		segments[i] = name
	}
	p.path = strings.Join(segments, "/")
	if m == RFC3986 && !relative {
		p.path = slowRemoveDotSegments(p.path)
		p = p.guarded()
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
