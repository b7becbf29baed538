package uri

import (
	"fmt"
	"net/netip"
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

// slowDescribe gives what [describe] gives for an accepted text, and "" for a
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
	}
	return true
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
