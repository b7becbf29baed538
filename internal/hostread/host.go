package hostread

import (
	"iter"
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Host is what some program reads as the host.
type Host struct {
	Name  string     // in lower case, without a final dot; "" for an address
	Addr  netip.Addr // the address, if it is one
	Port  Port       // the port to which the program connects
	Any   bool       // it may be any name
	Local bool       // it is this machine
}

// Plain is a fast path for All. It returns the host of u, a name without a final dot or an IPv4
// address, if no program reads anything else in u except the scheme. word is the scheme, because
// some programs read it as the host, or "" for http and https. Plain returns false if one of them
// has capitals.
func Plain(u uri.URI) (name string, addr netip.Addr, word string, ok bool) {
	host, ok := u.Host()
	if _, userinfo := u.Userinfo(); !ok || userinfo || LaterAt(u) >= 0 {
		return "", addr, "", false
	}
	if scheme := u.Scheme(); scheme != "http" && scheme != "https" {
		if word, ok = PlainName(scheme); !ok || hostAnywhere(u) {
			return "", addr, "", false
		}
	}
	if name, ok = PlainName(host); !ok {
		addr, ok = fourNumbers(u)
	}
	return name, addr, word, ok
}

// All yields each host of u for some program.
func All(u uri.URI) iter.Seq[Host] { return func(yield func(Host) bool) { eachOf(u, yield) } }

func eachOf(u uri.URI, yield func(Host) bool) {
	host, ok := u.Host()
	if !eachHost(host, PortWritten, yield) {
		return
	}
	// If all programs end the userinfo at the same "@", few of them read it as the host, and none of
	// these converts characters beyond US-ASCII.
	userinfo, _ := u.Userinfo()
	sameEnd := ok && !endsEarly(u) && !EscapesDelimiter(u)
	for i := range behaviors {
		b := &behaviors[i]
		if b.local != nil && b.local(u) && !yield(Host{Local: true}) {
			return
		}
		port := PortAny
		if ok {
			port = b.port
		}
		for from := 0; b.place != nil && from >= 0; {
			var text string
			if text, from = b.place(u, from); !eachIn(text, port, sameEnd && text == userinfo, yield) {
				return
			}
		}
	}
}

// In yields the hosts that programs read in the text of a host, as All does in a URI.
func In(host string) iter.Seq[Host] {
	return func(yield func(Host) bool) {
		if !eachHost(host, PortWritten, yield) || End(host) < 0 {
			return
		}
		if a, err := netip.ParseAddr(withoutBrackets(host)); err != nil || a.Is4() || a.Zone() != "" { // else all programs read it
			eachIn(host, PortAny, false, yield)
		}
	}
}

// Disputed reports whether widely used programs read another host in u than RFC 3986. all has the
// addresses in the host of u.
func Disputed(u uri.URI, all Addrs) bool {
	for i := range behaviors {
		if disputed := behaviors[i].disputed; disputed != nil && disputed(u) {
			return true
		}
	}
	return all.Decimal.IsValid() && all.Aton.IsValid() && all.Decimal != all.Aton
}

// eachIn calls yield with the hosts in s: in s as it is, decoded once, decoded twice, and decoded
// until no escape is left. If onlyASCII is true, a text with other characters is no host.
func eachIn(s string, port Port, onlyASCII bool, yield func(Host) bool) bool {
	if End(s) < 0 { // the usual scheme
		return eachHost(s, port, yield)
	}
	for level := 0; ; level++ {
		if !eachPiece(s, port, onlyASCII, yield) ||
			strings.ContainsFunc(s, vanishes.has) && !eachPiece(vanishes.replace(s, -1), port, onlyASCII, yield) ||
			strings.ContainsFunc(s, dots.has) && !eachDotted(s, port, onlyASCII, yield) {
			return false
		}
		if level == 3 || strings.IndexByte(s, '%') < 0 {
			return true
		}
		if level < 2 {
			s = string(ascii.AppendDecoded(nil, s))
		} else {
			s = string(ascii.AppendUnescaped(nil, s))
		}
	}
}

// eachDotted calls yield with the hosts in s whose dots are written otherwise. Such a dot may also
// be the delimiter before a host, but a host ends at a delimiter that is no dot.
func eachDotted(s string, port Port, onlyASCII bool, yield func(Host) bool) bool {
	for host := range strings.FieldsFuncSeq(s, func(r rune) bool { return delimits.has(r) && !dots.has(r) }) {
		for dot := 0; dot >= 0; host = host[dot+1:] {
			dot = strings.IndexFunc(host, dots.has)
			if dot >= 0 && len(host) <= maxName+len(".") && (!onlyASCII || ascii.Is(host)) && !eachHost(dots.replace(host, '.'), port, yield) {
				return false
			}
		}
	}
	return true
}

// replace replaces each character of s with the effect, or deletes it if by is negative.
func (e effect) replace(s string, by rune) string {
	return strings.Map(func(r rune) rune {
		if e.has(r) {
			return by
		}
		return r
	}, s)
}

// eachPiece calls yield with the hosts between the delimiters of s. A ":" may be in an address.
func eachPiece(s string, port Port, onlyASCII bool, yield func(Host) bool) bool {
	for long := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != ':' && delimits.has(r) }) {
		// An IPv6 address has at least two colons.
		if i := strings.LastIndexByte(long, ':'); i > strings.IndexByte(long, ':') && (!eachHost(long, port, yield) || !eachHost(long[:i], port, yield)) {
			return false
		}
		for more := true; more; {
			var piece string
			if piece, long, more = strings.Cut(long, ":"); (!onlyASCII || ascii.Is(piece)) && !eachHost(piece, port, yield) {
				return false
			}
		}
	}
	return true
}

// eachHost calls yield with the hosts that programs make of host. If it has an empty label, some
// programs read only the labels after it, and others read host without it.
func eachHost(host string, port Port, yield func(Host) bool) bool {
	if name, ok := PlainName(host); ok { // a fast path: most hosts
		return yield(Host{Name: name, Port: port})
	}
	if strings.IndexByte(host, ':') >= 0 {
		a, err := netip.ParseAddr(withoutBrackets(host))
		return err != nil || yield(Host{Addr: a, Port: port})
	}
	host = strings.Trim(host, ".")
	if i := strings.LastIndex(host, ".."); i >= 0 {
		merged := string(slices.CompactFunc([]byte(host), func(a, b byte) bool { return a == '.' && b == '.' }))
		if !eachName(merged, port, yield) {
			return false
		}
		host = host[i+len(".."):]
	}
	return eachName(host, port, yield)
}

// eachName is eachHost for a host without empty labels.
func eachName(host string, port Port, yield func(Host) bool) bool {
	if host == "" {
		return true
	}
	if !ascii.Is(host) || BrokenLabel(host) >= 0 {
		return yield(Host{Any: true})
	}
	if name, ok := Name(host); ok && !yield(Host{Name: name, Port: port}) {
		return false
	}
	if !ascii.Digit.Has(host[strings.LastIndexByte(host, '.')+1]) {
		return true
	}
	a := addrsIn(host)
	for _, addr := range [...]netip.Addr{a.Decimal, a.Aton, a.Wrapped} {
		if addr.IsValid() && !yield(Host{Addr: addr, Port: port}) {
			return false
		}
	}
	return true
}

// withoutBrackets returns host without a "[" before it and a "]" after it.
func withoutBrackets(host string) string {
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
