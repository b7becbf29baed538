package httpguard

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"example.com/uri/guard"
)

// checkTrust returns the prefixes of a list, those of IPv4-mapped addresses as prefixes of IPv4. An
// invalid prefix is an error, and so is one with every address: every client could name its own.
func checkTrust(list []netip.Prefix) ([]netip.Prefix, error) {
	list = slices.Clone(list)
	for i, p := range list {
		if p.Addr().Is4In6() && p.Bits() >= 96 {
			p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
		}
		switch {
		case !p.IsValid():
			return nil, newError(opReverseProxy, "Trust", "a prefix is not valid")
		case p.Bits() == 0:
			return nil, newError(opReverseProxy, "Trust", "a prefix contains every address")
		}
		list[i] = p
	}
	return list, nil
}

// trusts reports whether one of the prefixes contains a.
func trusts(list []netip.Prefix, a netip.Addr) bool {
	return slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(a) })
}

// A forwarding has the values of the three X-Forwarded fields, and the address of the client.
type forwarding struct {
	chain       string // of X-Forwarded-For; "" if the address of the peer is not known
	host, proto string
	remoteAddr  string
}

// forwarding returns the forwarding of r. The fields of r count if the peer is trusted.
func (h *reverseProxy) forwarding(r *http.Request) forwarding {
	f := forwarding{host: r.Host, proto: "http", remoteAddr: r.RemoteAddr}
	if r.TLS != nil {
		f.proto = "https"
	}
	var err error
	if f.chain, _, err = net.SplitHostPort(r.RemoteAddr); err != nil {
		return f
	}
	peer, err := netip.ParseAddr(f.chain)
	if err != nil || !trusts(h.trust, peer.Unmap().WithZone("")) {
		return f
	}
	if proto := strings.ToLower(single(r.Header["X-Forwarded-Proto"])); proto == "http" || proto == "https" {
		f.proto = proto
	}
	if host := single(r.Header["X-Forwarded-Host"]); host != "" && h.isOwn(host, f.proto) {
		f.host = host
	}
	if hops := hopsBefore(r.Header["X-Forwarded-For"], h.trust); len(hops) > 0 {
		chain := make([]byte, 0, len("255.255.255.255, ")*len(hops)+len(f.chain))
		for _, a := range slices.Backward(hops) {
			chain = append(a.AppendTo(chain), ", "...)
		}
		f.chain = string(append(chain, f.chain...))
		f.remoteAddr = netip.AddrPortFrom(hops[len(hops)-1], 0).String()
	}
	return f
}

// root is the target of a request for the path "/".
var root, _ = guard.ParseTarget(http.MethodGet, "/")

// isOwn reports whether field names a host of the site, in a request with this scheme.
func (h *reverseProxy) isOwn(field, scheme string) bool {
	u, err := root.Effective(field, scheme == "https")
	return err == nil && h.hosts.Match(u)
}

// single returns the only value of a field, or "".
func single(values []string) string {
	if len(values) != 1 {
		return ""
	}
	return values[0]
}

// hopsBefore returns the addresses that trusted proxies wrote in X-Forwarded-For. It reads from
// the right, up to the first address outside of trust, or to an element without an address. What
// stands left of it, the client may have written. Elements without text do not count (RFC 9110,
// 5.6.1.2).
func hopsBefore(values []string, trust []netip.Prefix) (hops []netip.Addr) {
	for _, value := range slices.Backward(values) {
		for more := true; more; {
			var element string
			comma := strings.LastIndexByte(value, ',')
			element, more = strings.Trim(value[comma+1:], " \t"), comma >= 0
			value = value[:max(comma, 0)]
			if element == "" {
				continue
			}
			a, ok := hopAddr(element)
			if !ok {
				return hops
			}
			if hops = append(hops, a); !trusts(trust, a) {
				return hops
			}
		}
	}
	return hops
}

// hopAddr reads an element of the chain. The address may be in brackets and may have a port.
func hopAddr(element string) (netip.Addr, bool) {
	a, err := netip.ParseAddr(element)
	if err != nil {
		if strings.HasSuffix(element, "]") {
			element += ":0"
		}
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(element)
		a = withPort.Addr()
	}
	return a.Unmap(), err == nil && a.Zone() == ""
}

// set writes the fields.
func (f forwarding) set(h http.Header) {
	values := []string{f.host, f.proto, f.chain}
	h["X-Forwarded-Host"], h["X-Forwarded-Proto"], h["X-Forwarded-For"] = values[0:1:1], values[1:2:2], values[2:]
	if f.chain == "" {
		delete(h, "X-Forwarded-For")
	}
}
