package ascii

import (
	"net/netip"
	"strings"
)

// An Authority has the offsets of the parts of an authority in a text:
//
//	authority = [ userinfo "@" ] host [ ":" port ]
//
// (RFC 3986, 3.2).
type Authority struct {
	Start   int // where it begins
	Host    int // where the host begins, after the userinfo and its "@"
	HostEnd int // the ":" before the port, or End without a port
	End     int
}

// SplitAuthority splits the authority s[start:end]. It does not fail: the last "@" ends the
// userinfo, and the first ":" after it and after the last "]" ends the host. After a "[" at the
// start of the host without a later "]", all is host.
func SplitAuthority(s string, start, end int) Authority {
	a := Authority{start, start + strings.LastIndexByte(s[start:end], '@') + 1, end, end}
	i := a.Host + strings.LastIndexByte(s[a.Host:end], ']') + 1
	if i == a.Host && i < end && s[i] == '[' {
		return a
	}
	if k := strings.IndexByte(s[i:end], ':'); k >= 0 {
		a.HostEnd = i + k
	}
	return a
}

// AuthorityEnd returns where the authority at s[i:] ends: at "/", "?", "#" or the end of s.
func AuthorityEnd(s string, i int) int { return IndexAnyOrEnd(s, i, "/?#") }

// Splits reports whether a, split from s, is as in the grammar: no "@" in the userinfo, no ":" in a
// host without brackets, and only digits in the port.
func (a Authority) Splits(s string) bool {
	userinfo, host := s[a.Start:max(a.Host-1, a.Start)], s[a.Host:a.HostEnd]
	return strings.IndexByte(userinfo, '@') < 0 && (strings.IndexByte(host, ':') < 0 || host[0] == '[' && host[len(host)-1] == ']') &&
		(a.HostEnd == a.End || All(s[a.HostEnd+1:a.End], Digit))
}

// IsHostList reports whether s is a list of two or more hosts, each with or without a port:
//
//	host [ ":" port ] 1*( "," host [ ":" port ] )
func IsHostList(s string) bool {
	if strings.IndexByte(s, ',') < 0 || strings.IndexByte(s, '@') >= 0 {
		return false
	}
	for more := true; more; {
		var member string
		member, s, more = strings.Cut(s, ",")
		if k := strings.IndexByte(member, ':'); k >= 0 && !All(member[k+1:], Digit) {
			return false
		}
	}
	return true
}

// ReadsAsIPv6 reports whether s is an IPv6 address, or begins with one and "]". An address
// that may also be a shorter one and a port does not count.
func ReadsAsIPv6(s string, closed bool) bool {
	address, _, found := strings.Cut(s, "]")
	addr, err := netip.ParseAddr(address)
	if err != nil || !addr.Is6() || addr.Zone() != "" || found != closed {
		return false
	}
	i := strings.LastIndexByte(address, ':')
	if closed || !All(address[i+1:], Digit) {
		return true
	}
	_, err = netip.ParseAddr(address[:i])
	return err != nil
}
