package guard

import (
	"net/netip"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// LooseAddr returns the IP address that some program may take the host of u for. It
// decodes escapes, and reads every spelling that inet_aton of POSIX or the IPv4
// parser of the URL Standard reads: one to four numbers, decimal, octal after "0"
// or hexadecimal after "0x" ("0x" alone is zero). The last number fills the
// remaining bytes. A "." may follow, or white space and anything. "127.1", "0x7f.1",
// "0177.0.0.1", "2130706433" and "%31%32%37.1" are all 127.0.0.1. If these programs
// read no address, LooseAddr returns the result of [uri.URI.Addr].
//
// If two readings differ, as for "010.0.0.1", LooseAddr returns inet_aton's. [Audit]
// reports both. Only uri.URI.Addr reads "127.0.0.08". LooseAddr does not apply IDNA, so it does
// not read digits and dots of other scripts. Browsers do. Audit reports such a host
// as CodeEscapedHost. LooseAddr does not allocate.
func LooseAddr(u uri.URI) (netip.Addr, bool) {
	r := read(u)
	a := r.loose()
	return a, a.IsValid()
}

// readings holds the addresses that different programs read in one host. The zero
// Addr means that the program refuses the host.
type readings struct {
	strict  netip.Addr // uri.URI.Addr
	decimal netip.Addr // uri.URI.Addr, or one to four decimal numbers as Java reads them
	aton    netip.Addr // inet_aton and browsers
	wrapped netip.Addr // an old inet_aton, which keeps the low 32 bits of a number; zero if aton is valid

	numbers bool // all labels are numbers, in range or not
	plain   bool // four of them as net/netip writes them
}

func (r readings) loose() netip.Addr {
	if r.aton.IsValid() {
		return r.aton
	}
	return r.decimal
}

// read reads the host of u as each program does.
func read(u uri.URI) (r readings) {
	r.strict, _ = u.Addr()
	r.decimal = r.strict
	if u.HostKind() == uri.HostIPv6 {
		return r
	}
	host, _ := u.Host()
	if !r.decimal.IsValid() {
		r.decimal = readDecimal(host)
	}
	plain := strings.IndexByte(host, '%') < 0
	var exact, wrapped quad
	for i := 0; ; {
		n, end := scanNumber(host, i)
		if !n.ok {
			return r
		}
		plain = plain && n.plain
		c, width := ascii.DecodedAt(host, end)
		i = end + width
		if c == '.' && i < len(host) {
			exact.add(n.value, false)
			wrapped.add(uint64(n.low), false)
			continue
		}
		if width > 0 && c != '.' && c != ' ' && (c < '\t' || c > '\r') {
			return r
		}
		exact.add(n.value, true)
		wrapped.add(uint64(n.low), true)
		r.numbers = true
		r.plain = plain && r.strict.IsValid()
		if r.aton = exact.address(); !r.aton.IsValid() {
			r.wrapped = wrapped.address()
		}
		return r
	}
}

// readDecimal reads one to four decimal numbers, of which the last fills the remaining
// bytes.
func readDecimal(host string) netip.Addr {
	var q quad
	value, start := uint64(0), 0
	for i := range len(host) {
		switch c := host[i]; {
		case ascii.Digit.Has(c):
			value = min(value*10+uint64(c-'0'), 1<<32)
		case c == '.' && i > start:
			q.add(value, false)
			value, start = 0, i+1
		default:
			return netip.Addr{}
		}
	}
	if start == len(host) {
		return netip.Addr{}
	}
	q.add(value, true)
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
	value uint64 // 1<<32 for more than 32 bits
	low   uint32 // its low 32 bits
	plain bool   // decimal, without a leading zero
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
	start := i
	for {
		c, width := ascii.DecodedAt(s, i)
		d := digit(c)
		if d >= base {
			n.plain = base == 10 || base == 8 && i == start
			return n, i
		}
		n.ok = true
		n.value = min(n.value*uint64(base)+uint64(d), 1<<32)
		n.low = n.low*base + d
		i += width
	}
}

// digit returns the value of a hexadecimal digit, or 16 if c is another byte.
func digit(c byte) uint32 {
	if !ascii.Hex.Has(c) {
		return 16
	}
	return uint32(ascii.Unhex(c))
}
