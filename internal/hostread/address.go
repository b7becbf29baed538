package hostread

import (
	"bytes"
	"net/netip"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// Addrs holds the addresses that programs read in one host, zero if they refuse the host.
type Addrs struct {
	Decimal netip.Addr // one to four decimal numbers, as Java and RFC 3986 read them; or an IPv6 address
	Aton    netip.Addr // inet_aton and browsers
	Wrapped netip.Addr // an old inet_aton, which keeps the low 32 bits of a number; zero if Aton is valid

	Odd bool // the host is made of numbers, and not all programs read the same address
}

// Loose returns the address of inet_aton, or else of the other programs.
func (a Addrs) Loose() netip.Addr {
	if a.Aton.IsValid() {
		return a.Aton
	}
	return a.Decimal
}

// AddrsOf reads the host of u as each program does.
func AddrsOf(u uri.URI) Addrs {
	if u.HostKind() == uri.HostIPv6 {
		addr, _ := u.Addr()
		return Addrs{Decimal: addr}
	}
	if addr, ok := fourNumbers(u); ok {
		return Addrs{Decimal: addr, Aton: addr}
	}
	host, _ := u.Host()
	return addrsIn(host)
}

// fourNumbers returns the IPv4 address of u if its host is four numbers as net/netip writes them.
// No program reads another address in it.
func fourNumbers(u uri.URI) (netip.Addr, bool) {
	if u.HostKind() != uri.HostIPv4 {
		return netip.Addr{}, false
	}
	host, _ := u.Host()
	addr, ok := u.Addr()
	var buf [len("255.255.255.255")]byte
	return addr, ok && string(addr.AppendTo(buf[:0])) == host
}

// addrsIn is AddrsOf for a host without an IPv6 address, and not four numbers as net/netip writes
// them. The programs decode escapes on the way.
func addrsIn(host string) (a Addrs) {
	a.Decimal = readDecimal(host)
	a.Odd = a.Decimal.IsValid()
	var exact, wrapped quad
	for i := 0; ; {
		n, end := scanNumber(host, i)
		if !n.ok {
			return a
		}
		c, width := ascii.DecodedAt(host, end)
		i = end + width
		if c == '.' && i < len(host) {
			exact.add(n.value, false)
			wrapped.add(uint64(n.low), false)
			continue
		}
		if width > 0 && c != '.' && c != ' ' && (c < '\t' || c > '\r') {
			return a
		}
		exact.add(n.value, true)
		wrapped.add(uint64(n.low), true)
		a.Odd = true
		if a.Aton = exact.address(); !a.Aton.IsValid() {
			a.Wrapped = wrapped.address()
		}
		return a
	}
}

// readDecimal reads one to four decimal numbers. The last one fills the remaining bytes.
func readDecimal(host string) netip.Addr {
	var q quad
	if c, _ := ascii.DecodedAt(host, 0); !ascii.Digit.Has(c) { // nearly all hosts
		return netip.Addr{}
	}
	var buf [len("255.255.255.255")]byte
	for rest, more := ascii.AppendDecoded(buf[:0], host), true; more; {
		var part []byte
		part, rest, more = bytes.Cut(rest, []byte("."))
		value, ok := ascii.Number(part, 10)
		if !ok {
			return netip.Addr{}
		}
		q.add(value, !more)
	}
	return q.address()
}

// A quad builds an IPv4 address number by number.
type quad struct {
	bits uint32
	n    int  // numbers so far
	bad  bool // too many or too large
}

// add adds the next number. The last one fills the remaining bytes.
func (q *quad) add(v uint64, last bool) {
	q.n++
	if q.n > 4 || !last && v > 255 || v >= 1<<(8*(5-q.n)) {
		q.bad = true
		return
	}
	if !last {
		v <<= 8 * (4 - q.n)
	}
	q.bits |= uint32(v)
}

// address returns the address, or the zero Addr if the numbers are not one.
func (q *quad) address() netip.Addr {
	if q.bad {
		return netip.Addr{}
	}
	return ascii.IPv4(q.bits)
}

// A number is a part of an IPv4 address as programs write it.
type number struct {
	value uint64 // 2^32 stands for larger numbers too
	low   uint32 // its low 32 bits
	ok    bool
}

// scanNumber reads a number at s[i:] as strtoul does with base 0, except that
// "0x" is zero, as in the URL Standard ("IPv4 number parser") and in the
// inet_aton of BSD. It decodes escapes on the way. A digit too large for the
// base ends the number.
func scanNumber(s string, i int) (n number, end int) {
	base := uint32(10)
	if c, width := ascii.DecodedAt(s, i); c == '0' {
		n.ok = true
		i += width
		base = 8
		if c, width := ascii.DecodedAt(s, i); c|0x20 == 'x' {
			i += width
			base = 16
		}
	}
	for {
		c, width := ascii.DecodedAt(s, i)
		if !ascii.Hex.Has(c) || uint32(ascii.Unhex(c)) >= base {
			return n, i
		}
		d := uint32(ascii.Unhex(c))
		n.ok = true
		n.value = min(n.value*uint64(base)+uint64(d), 1<<32)
		n.low = n.low*base + d
		i += width
	}
}
