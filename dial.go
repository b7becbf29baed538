package uri

import (
	"iter"
	"net/netip"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// EffectivePort returns the port of u, or the default port of its scheme if u has no
// port, and whether there is one (RFC 2396, 3.2.2). A number above 65535 is no port, 0 is one.
func (u URI) EffectivePort() (uint16, bool) {
	if digits, _ := u.Port(); digits != "" {
		n, over := portNumber(digits)
		return n, over < 0
	}
	return DefaultPort(u.Scheme())
}

// DefaultPort returns the default port of the scheme with this name, and whether this
// package knows one. It knows the ports of ftp (21), http (80), gopher (70), nntp (119),
// telnet (23), wais (210) and prospero (1525) from RFC 1738, and the ports of https
// (443), ws (80), wss (443), news (119), snews and nntps (563). The case of the name does not
// matter.
func DefaultPort(name string) (uint16, bool) {
	p := schemes.Lookup(name).Port
	return p, p != 0
}

// schemeAddr returns a host and port as net.Dial takes them, for HostPort of a scheme
// struct, and whether the struct has a host.
func schemeAddr(schemeName, hostName string, p uint16) (string, bool) {
	if checkHost(schemeName, hostName) != nil {
		return "", false
	}
	return hostAddr(schemeName, hostName, p)
}

// HostPort returns Host and Port as net.Dial takes them. It reports false if Host is
// not a host, or if Port is 0.
func (s Server) HostPort() (string, bool) {
	if s.Port == 0 {
		return "", false
	}
	return schemeAddr("", s.Host, s.Port)
}

// hostAddr returns a host and port as net.Dial takes them. p is 0 for the default
// port of the scheme. The numbers of an IPv4 address lose their leading zeros, since
// some programs read such numbers as octal. It reports false if one is above 255.
func hostAddr(schemeName, hostName string, p uint16) (string, bool) {
	if p == 0 {
		p = schemes.Lookup(schemeName).Port
	}
	if end, kind, _ := host(hostName, 0); kind == HostIPv4 && end == len(hostName) {
		a, big := addr4(hostName)
		if big >= 0 {
			return "", false
		}
		hostName = a.String()
	}
	return hostName + ":" + strconv.Itoa(int(p)), true
}

// HostPort returns the host and port of u as net.Dial takes them, and whether u
// names both. If u has no port, it returns the default port of the scheme. An IPv6
// literal has its brackets. Leading zeros of the numbers in an IPv4 address are
// left out, because some programs read such numbers as octal. A name is as
// written.
//
// It reports false if
//
//   - u has no host, as "mailto:a@b" and "file:///a";
//   - its authority names no single host, as "//a@b@c";
//   - the name has escapes, as "//ex%61mple.com": only some programs decode them;
//   - an IPv4 address has a number above 255;
//   - neither u nor its scheme has a port;
//   - the port is 0 or above 65535.
func (u URI) HostPort() (string, bool) {
	h, _ := u.Host()
	n, ok := u.EffectivePort()
	if h == "" || !ok || n == 0 || u.hostKind == HostRegName && strings.IndexByte(h, '%') >= 0 {
		return "", false
	}
	return hostAddr(u.Scheme(), h, n)
}

// Addr returns the IP address of the host, and whether the host is one: an IPv4address
// with decimal numbers below 256, or an IPv6 literal (RFC 2396, 3.2.2; RFC 2732, 3).
func (u URI) Addr() (netip.Addr, bool) {
	s, _ := u.Host()
	switch u.hostKind {
	case HostIPv4:
		a, big := addr4(s)
		return a, big < 0
	case HostIPv6:
		a, err := netip.ParseAddr(s[1 : len(s)-1])
		return a, err == nil
	}
	return netip.Addr{}, false
}

// Hosts returns the hosts of the authority in order, each with its port without ":", as
// written. An authority is a list, as "h1:27017,h2" in the URL of a database, or a server
// with one host. A missing port is "". An empty member has the host "". An authority
// without a host ("//:80") has no hosts, and an unsplittable one ("//a@b@c") has none. A
// list cannot have IPv6 literals: RFC 2396 has no such authority.
//
// [ServerFrom] refuses a list of hosts. [URI.Userinfo] returns the user and password
// before a list: split it at the first ":", and decode each part with [Unescape].
func (u URI) Hosts() iter.Seq2[string, string] {
	return func(yield func(name, digits string) bool) {
		if !u.hasAuthority() {
			return
		}
		list := u.s[u.host:u.path]
		switch u.hostKind {
		case HostNone:
			if !ascii.IsHostList(list) {
				return
			}
		case HostIPv6:
			digits, _ := u.Port()
			yield(u.s[u.host:u.hostEnd], digits)
			return
		}
		for more := true; more; {
			var member string
			member, list, more = strings.Cut(list, ",")
			name, digits, _ := strings.Cut(member, ":")
			if !yield(name, digits) {
				return
			}
		}
	}
}

// RequestTarget returns the path and the query of u as an HTTP request has them: the
// origin-form (RFC 9112, 3.2.1), "/" for an empty path. It reports false for an opaque
// URI, and for a reference without an authority and without "/" at the start of its
// path.
func (u URI) RequestTarget() (string, bool) {
	switch {
	case u.IsOpaque():
		return "", false
	case at(u.s, int(u.path), '/'):
		return u.s[u.path:u.uriEnd()], true
	case !u.hasAuthority():
		return "", false
	}
	return "/" + u.s[u.path:u.uriEnd()], true // the path is empty
}
