package guard

import (
	"iter"
	"net/netip"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
)

// Hosts is a list of hosts, like NO_PROXY or an allow list. It matches a host in every
// spelling: case, a final dot and the notation of an address make no difference.
// [ParseHosts] returns it. The zero Hosts matches nothing. For an invalid list Match is false and
// [Hosts.MayMatch] is true ([Hosts.Err]). Hosts is safe for concurrent use.
//
// For an allow list use [Hosts.Match]. It is true if all programs read a listed host.
// For a deny list use [Hosts.MayMatch]. It is true if any program might read one. They
// differ where programs read different hosts: "http://a@b@evil.example/" names no host
// by RFC 3986, and browsers and net/http send it to evil.example. For a list with
// evil.example Match is false and [Hosts.MayMatch] is true.
type Hosts struct {
	all      bool
	ports    []portRule // of all hosts
	err      error
	names    map[string][]nameRule     // keys in lower case, without a final dot
	lengths  lengths                   // of the names
	addrs    map[netip.Addr][]portRule // keys unmapped
	prefixes []netip.Prefix
}

// lengths has a bit for each length of a key, modulo 64. It saves most of the look-ups in a map.
type lengths uint64

func (l *lengths) add(key string)     { *l |= 1 << (len(key) % 64) }
func (l lengths) has(key string) bool { return l>>(len(key)%64)&1 != 0 }

// A portRule is the port of an entry. 0 matches all ports.
type portRule int32

// everyPort is the port of an entry for all ports: "*".
const everyPort portRule = -1

// A nameRule is the meaning of a name in the list.
type nameRule struct {
	port  portRule
	self  bool // the name
	below bool // its subdomains
}

// ParseHosts reads a list of hosts with commas or white space between them:
//
//	=example.com       only the host
//	example.com        the host and its subdomains
//	.example.com       only its subdomains
//	*.example.com      the same; "=" may stand before it
//	192.0.2.1          an IPv4 address, or an IPv6 address with or without brackets;
//	                   "=" may stand before it
//	192.0.2.0/24       all addresses with a prefix
//	example.com:8080   with a port: after a name, an IPv4 address or an IPv6
//	                   address in brackets
//	example.com:*      with every port: the same as without one, except for MatchNamedPort
//	*                  all hosts
//	*:443              all hosts with a port
//
// Without a port an entry matches all ports. In many lists a name is only the host, and
// its default port. Put "=" before each entry of such a list, and the port after it.
// Without them the list would match more than before.
//
// Names are ASCII: "bücher.example" is written "xn--bcher-kva.example" (RFC 5890,
// 2.3.2.1). All other entries are errors, because an entry that never matches would
// hide a mistake. The error is an [*Error]. ParseHosts takes time and memory linear in len(s).
//
// There is no standard for these lists. ParseHosts differs from package
// golang.org/x/net/http/httpproxy on purpose: white space separates entries, a list
// with a mistake is an error, "localhost" and loopback addresses match only if the
// list names them, and names are not converted to Punycode.
func ParseHosts(s string) (Hosts, error) {
	h := Hosts{names: map[string][]nameRule{}, addrs: map[netip.Addr][]portRule{}}
	for i, entry := range entries(s) {
		if offset, reason := h.add(entry); reason != "" {
			err := &Error{Op: opHosts, Offset: i + offset, Reason: reason}
			return Hosts{err: err}, err
		}
	}
	return h, nil
}

// Err returns the error of [ParseHosts] if it returned one with h: then Match is false and
// [Hosts.MayMatch] true for every host.
func (h Hosts) Err() error { return h.err }

// entries yields the entries of the list s with their offsets.
func entries(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for start := 0; start < len(s); {
			end := start
			for end < len(s) && strings.IndexByte(", \t\n\v\f\r", s[end]) < 0 {
				end++
			}
			if end > start && !yield(start, s[start:end]) {
				return
			}
			start = end + 1
		}
	}
}

// add adds an entry to the list. If it cannot, it returns the fault and its offset.
func (h *Hosts) add(entry string) (offset int, reason string) {
	if entry == "*" {
		h.all = true
		return 0, ""
	}
	if exact, ok := strings.CutPrefix(entry, "="); ok {
		if exact == "" || exact[0] == '.' || strings.Contains(exact, "/") {
			return len("="), `"=" stands before one host or "*." and a name`
		}
		offset, reason = h.addHost(exact, false)
		return offset + len("="), reason
	}
	if i := strings.Index(entry, "://"); i >= 0 {
		return i, "a host is expected, not a URL"
	}
	if !strings.Contains(entry, "/") {
		return h.addHost(entry, true)
	}
	p, err := netip.ParsePrefix(entry)
	if err != nil {
		return 0, "not an address prefix"
	}
	h.prefixes = append(h.prefixes, p.Masked())
	return 0, ""
}

// addHost adds a name, perhaps with its subdomains, or an address, each with or without a port.
func (h *Hosts) addHost(entry string, subdomains bool) (offset int, reason string) {
	if a, err := netip.ParseAddr(entry); err == nil {
		return h.addAddr(a, 0)
	}
	if entry[0] == '[' {
		return h.addLiteral(entry)
	}
	host, digits, hasPort := strings.Cut(entry, ":")
	port, ok := parsePortRule(digits)
	if hasPort && !ok {
		return len(host) + 1, "neither a port from 1 to 65535 nor an IPv6 address"
	}
	if host == "*" && hasPort && subdomains {
		h.ports = append(h.ports, port)
		return 0, ""
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return h.addAddr(a, port)
	}
	return h.addName(host, port, subdomains)
}

// addLiteral adds an IPv6 address in brackets, with or without a port, to the list.
func (h *Hosts) addLiteral(entry string) (offset int, reason string) {
	end := strings.IndexByte(entry, ']')
	if end < 0 {
		return 0, `"[" without "]"`
	}
	digits, hasPort := strings.CutPrefix(entry[end+1:], ":")
	if !hasPort && digits != "" {
		return end + 1, `only ":" and a port may follow "]"`
	}
	port, ok := parsePortRule(digits)
	if hasPort && !ok {
		return end + 2, "not a port from 1 to 65535"
	}
	a, err := netip.ParseAddr(entry[1:end])
	if err != nil || !a.Is6() {
		return 1, "not an IPv6 address"
	}
	return h.addAddr(a, port)
}

// parsePortRule reads the port of an entry.
func parsePortRule(s string) (portRule, bool) {
	if s == "*" {
		return everyPort, true
	}
	port, ok := parsePort(s)
	return portRule(port), ok
}

// parsePort reads a port above 0, up to 65535. For other texts it returns 0 and false.
func parsePort(digits string) (uint16, bool) {
	// ParseUint takes no sign and, with a base, no "_".
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0, false // ParseUint returns 65535 for a larger number
	}
	return uint16(port), port > 0
}

// addAddr adds an address with a port to the list.
func (h *Hosts) addAddr(a netip.Addr, port portRule) (offset int, reason string) {
	if a.Zone() != "" {
		return 0, "an address with a zone"
	}
	a = a.Unmap()
	h.addrs[a] = append(h.addrs[a], port)
	return 0, ""
}

// addName adds a name, with or without "." or "*." before it, to the list.
func (h *Hosts) addName(entry string, port portRule, subdomains bool) (offset int, reason string) {
	domain := entry
	if domain != "*" {
		domain = strings.TrimPrefix(domain, "*")
	}
	self := !strings.HasPrefix(domain, ".") && len(domain) == len(entry)
	if !self && !strings.HasPrefix(domain, ".") {
		return 1, `"*" must be a whole label`
	}
	domain = strings.TrimPrefix(domain, ".")
	start := len(entry) - len(domain)
	if i := hostread.End(domain); i >= 0 {
		if domain[i] >= 0x80 {
			return start + i, "not ASCII: write the name with xn--"
		}
		return start + i, "not a character of a name"
	}
	domain, ok := hostread.Name(domain)
	switch {
	case !ok:
		return start, "not a name, since the name or a label is empty or too long"
	case ascii.EndsInNumber(domain):
		return start, "not a name, since it ends in a number, and not an address"
	}
	h.names[domain] = append(h.names[domain], nameRule{port, self, subdomains || !self})
	h.lengths.add(domain)
	return 0, ""
}
