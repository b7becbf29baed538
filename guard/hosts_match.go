package guard

import (
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// Match reports whether the list contains the host of u with its port. If u names
// no port, Match takes the default port of the scheme. If that is unknown too, an
// entry with a port does not match. A list with "*" matches every URI, also one
// without a host.
//
// Match reads an address in any notation ([LooseAddr]). Where widely used programs read
// different hosts, only "*" matches: "010.0.0.1" is an address or another, "http://a@b@c/"
// names no single host, and some programs read another host in
// "http://good.example?@evil.example/", "http://evil.example%2F@good.example/",
// "HTTP://good.example/" and in every host with an escape.
//
// Match does not keep addresses out, because every address may have other names. Use a
// [Gate]. Match allocates only if the host contains capital letters.
func (h Hosts) Match(u uri.URI) bool {
	if h.all {
		return true
	}
	port, _ := u.EffectivePort()
	to := portQuery{port: port}
	switch name, addr, _, ok := hostread.Plain(u); {
	case !ok:
		return h.matchRead(u, to)
	case addr.IsValid():
		return h.matchAddr(addr, to)
	default:
		return h.matchName(name, to)
	}
}

// MatchHost is Match for a host without a URI, for example from a Host field or from
// [net.SplitHostPort]. An IPv6 address may have brackets. Port 0 means no port: then an
// entry with a port does not match. MatchHost allocates only if the host is not a name
// in lower case.
func (h Hosts) MatchHost(host string, port uint16) bool {
	return h.all || h.matchHost(host, portQuery{port: port})
}

// MatchNamedPort is [Hosts.MatchHost] for a list without the entries that have no port. A
// proxy calls it for CONNECT: an entry without a port would allow a tunnel to every
// service of a host.
func (h Hosts) MatchNamedPort(host string, port uint16) bool {
	return port != 0 && h.matchHost(host, portQuery{port: port, named: true})
}

// IsEmpty reports whether h has no entry: it is the zero Hosts, or the list of a text without
// entries. The Hosts of a failed [ParseHosts] is not empty.
func (h Hosts) IsEmpty() bool {
	return !h.all && h.err == nil && len(h.ports) == 0 && len(h.names) == 0 && len(h.addrs) == 0 && len(h.prefixes) == 0
}

// IsZero reports whether h is the zero Hosts: no list was given. It is false for a list without
// entries, as [ParseHosts] reads it from "", and for the Hosts of a failed [ParseHosts].
func (h Hosts) IsZero() bool { return h.names == nil && h.err == nil }

// matchHost is MatchHost for a port as it is asked for.
func (h *Hosts) matchHost(host string, to portQuery) bool {
	if name, ok := hostread.PlainName(host); ok {
		return h.matchName(name, to)
	}
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	u, err := uri.Parse("//" + host)
	if err != nil {
		return false
	}
	if whole, _ := u.Host(); whole != host || host == "" {
		return false
	}
	return h.matchRead(u, to)
}

// A portQuery is the port of a question to a list.
type portQuery struct {
	port  uint16 // 0 if it is not known
	any   bool   // every rule matches
	named bool   // a rule without a port does not match
}

func (p portRule) matches(to portQuery) bool {
	if p == 0 {
		return !to.named
	}
	return to.any || p == everyPort || p == portRule(to.port)
}

// matchRead reports whether the list contains the host of u with the port, and widely
// used programs read no other host.
func (h *Hosts) matchRead(u uri.URI, to portQuery) bool {
	host, _ := u.Host()
	addrs := hostread.AddrsOf(u)
	if host == "" || hostread.Capital(u) >= 0 || hostread.EscapesDelimiter(u) || hostread.Disputed(u, addrs) {
		return false
	}
	if a := addrs.Loose(); a.IsValid() {
		return h.matchAddr(a.Unmap(), to)
	}
	domain, ok := hostread.Name(host)
	return ok && h.matchName(domain, to)
}

// matchAddr reports whether the list contains the address with the port.
func (h *Hosts) matchAddr(a netip.Addr, to portQuery) bool {
	return !to.named && containsAny(h.prefixes, a) || to.isOneOf(h.addrs[a]) || to.isOneOf(h.ports)
}

// isOneOf reports whether one of the rules matches the port.
func (to portQuery) isOneOf(rules []portRule) bool {
	return slices.ContainsFunc(rules, func(p portRule) bool { return p.matches(to) })
}

// matchName reports whether the list has domain, or a parent with its subdomains, with the port.
func (h *Hosts) matchName(domain string, to portQuery) bool {
	for name, self := domain, true; ; self = false {
		if h.lengths.has(name) {
			for _, rule := range h.names[name] {
				if (self && rule.self || !self && rule.below) && rule.port.matches(to) {
					return true
				}
			}
		}
		dot := strings.IndexByte(name, '.')
		if dot < 0 {
			return to.isOneOf(h.ports)
		}
		name = name[dot+1:]
	}
}
