package guard

import (
	"net/netip"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// Hosts is a list of hosts, such as NO_PROXY or an allow list. It matches a host in
// every spelling: case, a final dot, escapes and the notation of an address make no
// difference. [ParseHosts] returns it; the zero Hosts matches nothing. It is safe
// for concurrent use.
type Hosts struct {
	all      bool
	names    map[string][]nameRule     // keys in lower case, without a final dot
	addrs    map[netip.Addr][]portRule // keys unmapped
	prefixes []netip.Prefix
}

// A portRule is the port that an entry names. 0 matches all ports.
type portRule uint16

func (p portRule) matches(port uint16) bool { return p == 0 || uint16(p) == port }

// A nameRule says what a name in the list matches.
type nameRule struct {
	port portRule
	self bool // it matches the name too, not only its subdomains
}

// ParseHosts reads a list of hosts with commas or white space between them:
//
//	example.com        the host and its subdomains
//	.example.com       only its subdomains
//	*.example.com      the same
//	192.0.2.1          an IPv4 address, or an IPv6 address with or without brackets
//	192.0.2.0/24       all addresses with a prefix
//	example.com:8080   with a port: after a name, an IPv4 address or an IPv6
//	                   address in brackets
//	*                  all hosts
//
// Names are ASCII: "bücher.example" is written "xn--bcher-kva.example" (RFC 5890,
// 2.3.2.1). All other entries are errors, because an entry that matches nothing
// would hide a mistake. The error is a [*Error]. ParseHosts takes time and
// memory linear in len(s).
//
// There is no standard for these lists. ParseHosts differs from package
// golang.org/x/net/http/httpproxy on purpose: white space separates entries, a list
// with a mistake is an error, "localhost" and loopback addresses match only if the
// list names them, and names are not converted to Punycode.
func ParseHosts(s string) (Hosts, error) {
	var h Hosts
	for i := 0; i < len(s); {
		if separator(s[i]) {
			i++
			continue
		}
		end := i
		for end < len(s) && !separator(s[end]) {
			end++
		}
		if offset, reason := h.add(s[i:end]); reason != "" {
			return Hosts{}, &Error{Op: opHosts, Offset: i + offset, Reason: reason}
		}
		i = end
	}
	return h, nil
}

// separator reports whether c separates the entries of a list.
func separator(c byte) bool { return c == ',' || c == ' ' || '\t' <= c && c <= '\r' }

// add adds an entry to the list. If it cannot, it returns the fault and its offset.
func (h *Hosts) add(entry string) (offset int, reason string) {
	if entry == "*" {
		h.all = true
		return 0, ""
	}
	if i := strings.Index(entry, "://"); i >= 0 {
		return i, "a host is expected, not a URL"
	}
	if strings.Contains(entry, "/") {
		return h.addPrefix(entry)
	}
	if a, err := netip.ParseAddr(entry); err == nil {
		return h.addAddr(a, 0)
	}
	if entry[0] == '[' {
		return h.addLiteral(entry)
	}
	return h.addHostPort(entry)
}

// addPrefix adds an address prefix to the list.
func (h *Hosts) addPrefix(entry string) (offset int, reason string) {
	p, err := netip.ParsePrefix(entry)
	if err != nil {
		return 0, "not an address prefix"
	}
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	h.prefixes = append(h.prefixes, p.Masked())
	return 0, ""
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
	port, ok := parsePort(digits)
	if hasPort && !ok {
		return end + 2, "not a port from 1 to 65535"
	}
	a, err := netip.ParseAddr(entry[1:end])
	if err != nil || !a.Is6() {
		return 1, "not an IPv6 address"
	}
	return h.addAddr(a, port)
}

// addHostPort adds a name or an IPv4 address, with or without a port, to the list.
func (h *Hosts) addHostPort(entry string) (offset int, reason string) {
	host, digits, hasPort := strings.Cut(entry, ":")
	port, ok := parsePort(digits)
	if hasPort && !ok {
		return len(host) + 1, "neither a port from 1 to 65535 nor an IPv6 address"
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return h.addAddr(a, port)
	}
	return h.addName(host, port)
}

// parsePort reads a port from 1 to 65535. For other texts it returns 0 and false.
func parsePort(digits string) (portRule, bool) {
	// ParseUint takes no sign and, with a base, no "_".
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0, false // ParseUint returns 65535 for a larger number
	}
	return portRule(port), port > 0
}

// addAddr adds an address with a port to the list.
func (h *Hosts) addAddr(a netip.Addr, port portRule) (offset int, reason string) {
	if a.Zone() != "" {
		return 0, "an address with a zone"
	}
	if h.addrs == nil {
		h.addrs = map[netip.Addr][]portRule{}
	}
	a = a.Unmap()
	h.addrs[a] = append(h.addrs[a], port)
	return 0, ""
}

// addName adds a name, with or without "." or "*." before it, to the list.
func (h *Hosts) addName(entry string, port portRule) (offset int, reason string) {
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
	if i := strings.IndexFunc(domain, notHostname); i >= 0 {
		if domain[i] >= 0x80 {
			return start + i, "not ASCII: write the name with xn--"
		}
		return start + i, "not a character of a name"
	}
	domain, ok := hostName(domain)
	switch {
	case !ok:
		return start, "not a name, since the name or a label is empty or too long"
	case ascii.EndsInNumber(domain):
		return start, "not a name, since it ends in a number, and not an address"
	}
	if h.names == nil {
		h.names = map[string][]nameRule{}
	}
	h.names[domain] = append(h.names[domain], nameRule{port, self})
	return 0, ""
}

// hostName returns s, which contains only characters of names, in lower case and
// without a final dot. It reports whether s and its labels have the lengths that
// DNS allows (RFC 1035, 2.3.4).
func hostName(s string) (string, bool) {
	s = strings.TrimSuffix(s, ".")
	if len(s) > 253 {
		return "", false
	}
	for rest, more := s, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if label == "" || len(label) > 63 {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

// Match reports whether the list contains the host of u with its port. If u names
// no port, Match takes the default port of the scheme; if there is none either, an
// entry with a port does not match.
//
// Match reads the host as DNS receives it: it decodes escapes and reads an address
// in any notation ([Loose]). Some hosts match only "*": those that programs read as
// two different addresses, such as "010.0.0.1", and those that are not an ASCII
// name after decoding. Do not use a list alone to keep hosts out, because every
// address may have other names; use a [Gate].
//
// The time depends on the number of labels, of prefixes in the list, and of entries
// for the same name or address with different ports, not on the other entries. Match
// allocates only if the host contains capital letters or escapes.
func (h Hosts) Match(u uri.URI) bool {
	host, ok := u.Host()
	if !ok || host == "" {
		return false
	}
	if h.all {
		return true
	}
	port, _ := u.EffectivePort()
	r := read(u)
	a := r.loose()
	if r.strict.IsValid() && r.strict != a {
		return false
	}
	if a.IsValid() {
		return h.matchAddr(a.Unmap(), port)
	}
	host, err := uri.Unescape(host)
	if err != nil || strings.IndexFunc(host, notHostname) >= 0 {
		return false
	}
	domain, ok := hostName(host)
	return ok && !ascii.EndsInNumber(domain) && h.matchName(domain, port)
}

// matchAddr reports whether the list contains the address with the port.
func (h Hosts) matchAddr(a netip.Addr, port uint16) bool {
	for _, p := range h.addrs[a] {
		if p.matches(port) {
			return true
		}
	}
	_, ok := containing(h.prefixes, a)
	return ok
}

// matchName reports whether the list contains the domain with the port, or a parent
// of it whose subdomains match.
func (h Hosts) matchName(domain string, port uint16) bool {
	for self, more := true, true; more; self = false {
		for _, rule := range h.names[domain] {
			if rule.port.matches(port) && (rule.self || !self) {
				return true
			}
		}
		_, domain, more = strings.Cut(domain, ".")
	}
	return false
}
