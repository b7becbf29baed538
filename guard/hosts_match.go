package guard

import (
	"iter"
	"net/netip"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// Match reports whether the list contains the host of u with its port. If u names
// no port, Match takes the default port of the scheme. If that is unknown too, an
// entry with a port does not match. A list with "*" matches every URI, also one
// without a host.
//
// Match reads the host as DNS receives it: it decodes escapes and reads an address
// in any notation ([LooseAddr]). Where programs read different hosts, only "*" matches:
// "010.0.0.1" is two addresses, "http://a@b@c/" names no single host, and some programs
// read evil.example in "http://good.example?@evil.example/",
// "http://evil.example%2F@good.example/" and "http://evil.example%2Egood.example/".
// Nor does a host match that is not an ASCII name after decoding.
//
// Match does not keep addresses out, because every address may have other names. Use a
// [Gate]. Match allocates only if the host contains capital letters or escapes.
func (h Hosts) Match(u uri.URI) bool {
	if h.all {
		return true
	}
	host, ok := u.Host()
	if !ok || host == "" || hidesHost(u) {
		return false
	}
	if n, ok := plainName(host); ok {
		return h.matchName(host[:n], portQuery{u: u})
	}
	return h.matchRead(host, read(u), portQuery{u: u})
}

// MatchHost is Match for a program that has a host and no URI, for example from a Host
// field or from [net.SplitHostPort]. An IPv6 address may have brackets. Port 0 means no
// port: then an entry with a port does not match. MatchHost allocates only if the host
// is not a name in lower case.
func (h Hosts) MatchHost(host string, port uint16) bool {
	return h.all || h.matchHost(host, portQuery{port: port, known: true})
}

// MatchPort is [Hosts.MatchHost] by the entries alone that name the port or have ":*". A
// proxy asks it for CONNECT: an entry without a port would allow a tunnel to every service
// of a host.
func (h Hosts) MatchPort(host string, port uint16) bool {
	return port != 0 && h.matchHost(host, portQuery{port: port, known: true, named: true})
}

// IsEmpty reports whether h has no entry. The Hosts of a failed [ParseHosts] is not empty.
func (h Hosts) IsEmpty() bool {
	return !h.all && h.err == nil && len(h.ports) == 0 && len(h.names) == 0 && len(h.addrs) == 0 && len(h.prefixes) == 0
}

// matchHost is MatchHost for a port as it is asked for.
func (h *Hosts) matchHost(host string, to portQuery) bool {
	if n, ok := plainName(host); ok {
		return h.matchName(host[:n], to)
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
	return h.matchRead(host, read(u), to)
}

// hidesHost reports whether some program finds a host of u behind an "@" that does not
// end the userinfo: after "?" or "#", or in the userinfo after an escaped delimiter.
func hidesHost(u uri.URI) bool {
	if userinfo, ok := u.Userinfo(); ok {
		for i := strings.IndexByte(userinfo, '%'); i >= 0; i = ascii.Index(userinfo, i+3, '%') {
			if strings.IndexByte(`/\?#@`, ascii.Octet(userinfo, i)) >= 0 {
				return true
			}
		}
	}
	return u.Path() == "" && strings.Contains(afterAuthority(u), "@")
}

// afterAuthority returns the text of u after its authority.
func afterAuthority(u uri.URI) string {
	_, end, _ := u.Span(uri.PartAuthority)
	return u.String()[end:]
}

// A portQuery is the port that a list is asked about.
type portQuery struct {
	u     uri.URI // names the port if it is not known
	port  uint16
	known bool
	any   bool // every rule matches
	named bool // a rule without a port does not match
}

// matches reports whether the rule matches the port. It looks for the port only if the
// rule names one, because that took a quarter of the time of Match.
func (p portRule) matches(a *portQuery) bool {
	if p == 0 || a.any {
		return !a.named
	}
	if p == everyPort {
		return true
	}
	if !a.known {
		a.port, _ = a.u.EffectivePort()
		a.known = true
	}
	return p == portRule(a.port)
}

// plainName is a fast path for [Hosts.Match]. It reports whether host is a name as the
// lists have it, and its last label begins with no digit, so that no program reads an
// address. n is its length without a final dot. All other hosts go through matchRead.
func plainName(host string) (n int, ok bool) {
	n, last, ok := lowerName(host)
	return n, ok && !ascii.Digit.Has(host[last])
}

// lowerName reports whether host is a name in lower case, with labels that DNS allows. n is
// its length without a final dot, and last is where its last label begins.
func lowerName(host string) (n, last int, ok bool) {
	n = len(host)
	if n > 0 && host[n-1] == '.' {
		n--
	}
	if n == 0 || n > 253 {
		return 0, 0, false
	}
	for i := range n {
		switch c := host[i]; {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_':
		case c == '.' && 0 < i-last && i-last <= 63:
			last = i + 1
		default:
			return 0, 0, false
		}
	}
	return n, last, 0 < n-last && n-last <= 63
}

// matchRead reports whether the list contains the host, of which r is how programs
// read it, with the port.
func (h *Hosts) matchRead(host string, r readings, to portQuery) bool {
	a := r.loose()
	if r.decimal.IsValid() && r.decimal != a {
		return false
	}
	if strings.IndexByte(host, '%') > 0 { // url.parse of node ends the host there
		return false
	}
	if a.IsValid() {
		return h.matchAddr(a.Unmap(), to)
	}
	host, err := uri.Unescape(host)
	if err != nil || strings.IndexFunc(host, notHostname) >= 0 {
		return false
	}
	domain, ok := hostName(host)
	return ok && h.matchName(domain, to)
}

// matchAddr reports whether the list contains the address with the port.
func (h *Hosts) matchAddr(a netip.Addr, to portQuery) bool {
	_, ok := containing(h.prefixes, a)
	return ok && !to.named || to.isOneOf(h.addrs[a]) || to.isOneOf(h.ports)
}

// isOneOf reports whether one of the rules matches the port.
func (a *portQuery) isOneOf(rules []portRule) bool {
	for _, p := range rules {
		if p.matches(a) {
			return true
		}
	}
	return false
}

// matchName reports whether the list contains the domain with the port, or a parent
// of it whose subdomains match.
func (h *Hosts) matchName(domain string, to portQuery) bool {
	self := true
	for name := range domains(domain) {
		// The bit saves most of the look-ups in the map.
		if h.lengths>>(len(name)%64)&1 != 0 {
			for _, rule := range h.names[name] {
				if (self && rule.self || !self && rule.below) && rule.port.matches(&to) {
					return true
				}
			}
		}
		self = false
	}
	return to.isOneOf(h.ports)
}

// domains yields domain and those above it: "a.b" and "b".
func domains(domain string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dot := 0; dot >= 0 && yield(domain); domain = domain[dot+1:] {
			dot = strings.IndexByte(domain, '.')
		}
	}
}
