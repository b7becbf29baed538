package uri

import (
	"net/netip"

	"example.com/uri/internal/ascii"
)

// A HostKind is the form of a host (RFC 2396, 3.2.2; RFC 2732, 3).
type HostKind uint8

const (
	HostNone    HostKind = iota // no host: no authority, or one without a single host
	HostName                    // a hostname
	HostIPv4                    // an IPv4address
	HostIPv6                    // an IPv6 literal in brackets
	HostRegName                 // the name in a reg_name, for example "h_x"
)

var hostKinds = [...]string{HostNone: "", HostName: "hostname", HostIPv4: "IPv4", HostIPv6: "IPv6", HostRegName: "regname"}

// String returns "hostname", "IPv4", "IPv6", "regname", or "" for HostNone.
func (k HostKind) String() string { return ascii.Name(hostKinds[:], int(k)) }

// An authorityParts has the offsets of the parts of an authority.
type authorityParts struct {
	host, hostEnd int // the host is s[host:hostEnd], after a userinfo and its "@"
	end           int // the end of the authority, after ":" and port
	kind          HostKind
}

// authority recognises
//
//	authority = server | reg_name
//
// (RFC 2396, 3.2) at s[i:]. It is a server if a server reaches the end of the
// authority: most servers are a reg_name too.
func authority(s string, i int) (a authorityParts, r *rule) {
	if a = server(s, i); authorityEnds(s, a.end) {
		return a, nil
	}
	end, r := regName(s, i)
	if r == nil && authorityEnds(s, end) {
		return regNameParts(s, i, end), nil
	}
	a.end, r = authorityFailure(s, i, end)
	return a, r
}

// authorityFailure returns where s[i:] fails to be an authority, and the rule broken
// there. The alternative that gets furthest counts. A reg_name gets to end, and only an
// IPv6 literal gets further.
func authorityFailure(s string, i, end int) (int, *rule) {
	if !at(s, end, '[') {
		return end, ruleAuthority
	}
	if u := userinfo(s, i); at(s, u, '@') {
		i = u + 1
	}
	switch a, r := hostport(s, i); {
	case a.end <= end:
		return end, ruleAuthority
	case r != nil:
		return a.end, r
	case a.hostEnd < a.end:
		return a.end, rulePort
	default:
		return a.end, ruleHostport
	}
}

// authorityEnds reports whether an authority may end at s[i].
func authorityEnds(s string, i int) bool {
	return i == len(s) || s[i] == '/' || s[i] == '?' || s[i] == '#'
}

// regName recognises
//
//	reg_name = 1*( unreserved | escaped | "$" | "," |
//	               ";" | ":" | "@" | "&" | "=" | "+" )
//
// (RFC 2396, 3.2.1) at s[i:].
func regName(s string, i int) (end int, r *rule) {
	end = scanEscaped(s, i, isRegName)
	if end == i {
		return end, ruleRegName
	}
	return end, nil
}

// regNameParts splits the reg_name s[i:end] if it has the form
// [ userinfo "@" ] reg-name [ ":" port ] of RFC 3986 (3.2). An empty reg-name is no host, although RFC
// 3986 allows it. Of a list of hosts with ports, as "u@h1:1,h2:2" in the URLs of
// databases, only the userinfo is split off. [URI.Hosts] reads the list.
//
// DEVIATION: by RFC 2396, 3.2.1 a reg_name has no parts. It is split because programs
// that follow RFC 3986 read its host: so it can be checked and compared.
func regNameParts(s string, i, end int) authorityParts {
	a := ascii.SplitAuthority(s, i, end)
	switch {
	case a.Splits(s) && a.Host == a.HostEnd:
		return authorityParts{host: a.Host, hostEnd: a.Host, end: end}
	case a.Splits(s):
		return authorityParts{host: a.Host, hostEnd: a.HostEnd, end: end, kind: HostRegName}
	case userinfo(s, i) >= a.Host-len("@") && ascii.IsHostList(s[a.Host:end]): // no other "@"
		return authorityParts{host: a.Host, hostEnd: end, end: end}
	}
	return authorityParts{host: i, hostEnd: end, end: end}
}

// server recognises
//
//	server = [ [ userinfo "@" ] hostport ]
//
// (RFC 2396, 3.2.2) at s[i:]. It is empty if nothing else matches.
func server(s string, i int) (a authorityParts) {
	a, r := hostport(s, i)
	if r == nil && authorityEnds(s, a.end) {
		return a
	}
	if u := userinfo(s, i); at(s, u, '@') {
		if b, r := hostport(s, u+1); r == nil {
			return b
		}
	}
	if r != nil {
		return authorityParts{host: i, hostEnd: i, end: i}
	}
	return a
}

// userinfo recognises
//
//	userinfo = *( unreserved | escaped |
//	              ";" | ":" | "&" | "=" | "+" | "$" | "," )
//
// (RFC 2396, 3.2.2) at s[i:].
func userinfo(s string, i int) (end int) {
	return scanEscaped(s, i, isUserinfo)
}

// hostport recognises
//
//	hostport = host [ ":" port ]
//
// (RFC 2396, 3.2.2) at s[i:].
func hostport(s string, i int) (a authorityParts, r *rule) {
	end, kind, r := host(s, i)
	a = authorityParts{host: i, hostEnd: end, end: end, kind: kind}
	if r == nil {
		a.end = optionalPort(s, end)
	}
	return a, r
}

// host recognises
//
//	host = hostname | IPv4address | IPv6reference
//
// (RFC 2396, 3.2.2; RFC 2732, 3) at s[i:]. A matching hostname is never shorter than an
// IPv4address: its last label begins with a letter.
func host(s string, i int) (end int, k HostKind, r *rule) {
	if end, r = hostname(s, i); r == nil {
		return end, HostName, nil
	}
	if at(s, i, '[') {
		end, r = ipv6reference(s, i)
		return end, HostIPv6, r
	}
	if end4, r4 := ipv4address(s, i); r4 == nil {
		return end4, HostIPv4, nil
	}
	return end, HostNone, r
}

// hostname recognises
//
//	hostname = *( domainlabel "." ) toplabel [ "." ]
//
// (RFC 2396, 3.2.2) at s[i:]. The last label must begin with a letter, so an
// IPv4address is not a hostname.
func hostname(s string, i int) (end int, r *rule) {
	matched := false
	for {
		label, r := domainlabel(s, i)
		if r != nil {
			break
		}
		_, r = toplabel(s, i)
		i = label
		dot := at(s, i, '.')
		if dot {
			i++
		}
		if r == nil {
			end, matched = i, true
		}
		if !dot {
			if !matched {
				i = scan(s, i, isLabel) // the hyphens could be inside a longer label
			}
			break
		}
	}
	if !matched {
		return i, ruleHostname
	}
	return end, nil
}

// domainlabel recognises
//
//	domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum
//
// (RFC 2396, 3.2.2) at s[i:].
func domainlabel(s string, i int) (end int, r *rule) {
	if !in(s, i, isAlpha|isDigit) {
		return i, ruleDomainlabel
	}
	end = scan(s, i, isLabel)
	for s[end-1] == '-' {
		end--
	}
	return end, nil
}

// toplabel recognises
//
//	toplabel = alpha | alpha *( alphanum | "-" ) alphanum
//
// (RFC 2396, 3.2.2) at s[i:].
func toplabel(s string, i int) (end int, r *rule) {
	if !in(s, i, isAlpha) {
		return i, ruleToplabel
	}
	return domainlabel(s, i)
}

// ipv4address recognises
//
//	IPv4address = 1*digit "." 1*digit "." 1*digit "." 1*digit
//
// (RFC 2396, 3.2.2) at s[i:]. The numbers have no limit.
func ipv4address(s string, i int) (end int, r *rule) {
	for n := range 4 {
		if n > 0 {
			if !at(s, i, '.') {
				return i, ruleIPv4address
			}
			i++
		}
		if end = scan(s, i, isDigit); end == i {
			return end, ruleIPv4address
		}
		i = end
	}
	return end, nil
}

// ipv6reference recognises
//
//	ipv6reference = "[" IPv6address "]"
//
// (RFC 2732, 3) at s[i:]. [netip.ParseAddr] checks the address. It would accept a
// zone, although the rule has no zone, but the scan stops at "%".
//
// DEVIATION: the address must match IPv6address of RFC 3986, 3.2.2. RFC 2732 names
// the grammar of RFC 2373, Appendix B, but that does not count the groups.
//
// DEVIATION: RFC 2732 also makes "[" and "]" reserved characters. That would allow
// them in queries and fragments. It is about the literal, so no other place allows
// them here.
func ipv6reference(s string, i int) (end int, r *rule) {
	if !at(s, i, '[') {
		return i, ruleIPv6reference
	}
	i++
	end = scan(s, i, isIPv6)
	if !at(s, end, ']') {
		return end, ruleIPv6reference
	}
	if addr, err := netip.ParseAddr(s[i:end]); err != nil || !addr.Is6() {
		return i, ruleIPv6address
	}
	return end + 1, nil
}

// port recognises
//
//	port = *digit
//
// (RFC 2396, 3.2.2) at s[i:]. The authority "h:8x" has no port: it is a reg_name.
// [Parse] accepts it, [ServerFrom] and the scheme structs refuse it.
func port(s string, i int) (end int) {
	return scan(s, i, isDigit)
}

// optionalPort recognises [ ":" port ] at s[i:].
func optionalPort(s string, i int) (end int) {
	if at(s, i, ':') {
		return port(s, i+1)
	}
	return i
}

// addr4 reads an IPv4address. Unlike [netip.ParseAddr] it accepts leading zeros, as the
// rule does, and reads the numbers as decimal, as in RFC 2396. big is the index of the
// digit where a number passes 255, or -1.
func addr4(s string) (a netip.Addr, big int) {
	var b [4]byte
	n, i := 0, 0
	for k := range len(s) {
		if s[k] == '.' {
			b[i], n = byte(n), 0
			i++
		} else if n = n*10 + int(s[k]-'0'); n > 255 {
			return netip.Addr{}, k
		}
	}
	b[i] = byte(n)
	return netip.AddrFrom4(b), -1
}

// portNumber returns the value of digits. over is the index of the digit where it
// passes 65535, or -1.
func portNumber(digits string) (n uint16, over int) {
	v := 0
	for i := range len(digits) {
		if v = v*10 + int(digits[i]-'0'); v > 65535 {
			return 0, i
		}
	}
	return uint16(v), -1
}
