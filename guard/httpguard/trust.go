package httpguard

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"example.com/uri/guard"
)

// checkTrust returns the prefixes of a list, those of IPv4-mapped addresses as prefixes
// of IPv4. It returns an error for an invalid prefix and for one with every address:
// then every client could name its own address.
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

// forwardingOf returns the forwarding of r. If the peer of the connection is trusted,
// its well-formed fields count.
func forwardingOf(r *http.Request, trust []netip.Prefix) forwarding {
	f := forwarding{host: r.Host, proto: "http", remoteAddr: r.RemoteAddr}
	if r.TLS != nil {
		f.proto = "https"
	}
	var err error
	if f.chain, _, err = net.SplitHostPort(r.RemoteAddr); err != nil {
		return f
	}
	peer, err := netip.ParseAddr(f.chain)
	if err != nil || !trusts(trust, peer.Unmap().WithZone("")) {
		return f
	}
	if proto := strings.ToLower(single(r.Header["X-Forwarded-Proto"])); proto == "http" || proto == "https" {
		f.proto = proto
	}
	if host := single(r.Header["X-Forwarded-Host"]); host != "" && (guard.Target{}).CheckHost(host) == nil {
		f.host = host
	}
	clients := clientAddrs(r.Header["X-Forwarded-For"])
	if len(clients) == 0 {
		return f
	}
	var chain []byte
	client := clients[0]
	for _, a := range clients {
		chain = append(a.AppendTo(chain), ", "...)
		if !trusts(trust, a) {
			client = a // the last one
		}
	}
	f.chain = string(chain) + f.chain
	f.remoteAddr = netip.AddrPortFrom(client, 0).String()
	return f
}

// single returns the only value of a field, or "".
func single(values []string) string {
	if len(values) != 1 {
		return ""
	}
	return values[0]
}

// clientAddrs returns the addresses of X-Forwarded-For, or nil if one of them is malformed. An
// address may be in brackets and may have a port.
func clientAddrs(values []string) (list []netip.Addr) {
	for _, value := range values {
		for s := range strings.SplitSeq(value, ",") {
			s = strings.Trim(s, " \t")
			a, err := netip.ParseAddr(s)
			if err != nil {
				if strings.HasSuffix(s, "]") {
					s += ":0"
				}
				var withPort netip.AddrPort
				withPort, err = netip.ParseAddrPort(s)
				a = withPort.Addr()
			}
			if err != nil || a.Zone() != "" {
				return nil
			}
			list = append(list, a.Unmap())
		}
	}
	return list
}

// set writes the three fields.
func (f forwarding) set(h http.Header) {
	h.Del("X-Forwarded-For")
	if f.chain != "" {
		h["X-Forwarded-For"] = []string{f.chain}
	}
	h["X-Forwarded-Host"], h["X-Forwarded-Proto"] = []string{f.host}, []string{f.proto}
}
