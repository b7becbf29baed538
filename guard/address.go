package guard

import (
	"net/netip"

	"example.com/uri"
	"example.com/uri/internal/hostread"
)

// LooseAddr returns the IP address of the host of u for some program. It decodes
// escapes, and reads every spelling of inet_aton of POSIX and of the IPv4 parser of the
// URL Standard: one to four numbers, decimal, octal after "0" or hexadecimal after "0x"
// ("0x" is zero). The last number fills the remaining bytes. A "." may follow, or white
// space and anything. "127.1", "0x7f.1", "0177.0.0.1", "2130706433" and "%31%32%37.1"
// are all 127.0.0.1. If these programs read no address, LooseAddr returns the result of
// [uri.URI.Addr].
//
// If two readings differ, as for "010.0.0.1", LooseAddr returns inet_aton's. [Audit]
// reports both. Only uri.URI.Addr reads "127.0.0.08". LooseAddr does not apply IDNA, so it does
// not read digits and dots of other scripts. Browsers do. Audit reports such a host
// as [CodeEscapedHost]. LooseAddr does not allocate.
func LooseAddr(u uri.URI) (netip.Addr, bool) {
	a := hostread.AddrsOf(u).Loose()
	return a, a.IsValid()
}
