package guard

import "net/netip"

// A block is a prefix whose addresses are all public or all not public.
type block struct {
	prefix netip.Prefix
	public bool   // globally reachable
	name   string // in the registry
	source string // RFC and section
}

// blocks lists, under the names that they have there, the prefixes of the IANA
// special-purpose address registries for IPv4 and IPv6 (RFC 6890, RFC 8190 and
// later registrations, as of July 2026). Two of the registries' prefixes are not
// here: specialPrefix reads the IPv4 address inside ::ffff:0:0/96 and 64:ff9b::/96
// instead. Other rows are multicast, the rest of the address space (RFC 4291, 2.4:
// IANA assigns unicast addresses only from 2000::/3), retired prefixes, and an
// address that a cloud uses outside the registries. The longest prefix that
// contains an address decides.
//
// A prefix is public if the registry says that it is globally reachable. The
// registries say "N/A" about Teredo and 6to4, which carry IPv4 addresses, and
// nothing about the terminated 192.88.99.0/24 and 2001:10::/28. All four are not
// public here.
var blocks = []block{
	{netip.MustParsePrefix("0.0.0.0/0"), true, "IPv4", "RFC 791, 3.2"},
	{netip.MustParsePrefix("0.0.0.0/8"), false, "This network", "RFC 791, 3.2"},
	{netip.MustParsePrefix("0.0.0.0/32"), false, "This host on this network", "RFC 1122, 3.2.1.3"},
	{netip.MustParsePrefix("10.0.0.0/8"), false, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("100.64.0.0/10"), false, "Shared Address Space", "RFC 6598"},
	{netip.MustParsePrefix("127.0.0.0/8"), false, "Loopback", "RFC 1122, 3.2.1.3"},
	{netip.MustParsePrefix("168.63.129.16/32"), false, "Azure platform resources", "Microsoft, What is IP address 168.63.129.16?"},
	{netip.MustParsePrefix("169.254.0.0/16"), false, "Link Local", "RFC 3927"},
	{netip.MustParsePrefix("172.16.0.0/12"), false, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("192.0.0.0/24"), false, "IETF Protocol Assignments", "RFC 6890, 2.1"},
	{netip.MustParsePrefix("192.0.0.0/29"), false, "IPv4 Service Continuity Prefix", "RFC 7335"},
	{netip.MustParsePrefix("192.0.0.8/32"), false, "IPv4 dummy address", "RFC 7600"},
	{netip.MustParsePrefix("192.0.0.9/32"), true, "Port Control Protocol Anycast", "RFC 7723"},
	{netip.MustParsePrefix("192.0.0.10/32"), true, "Traversal Using Relays around NAT Anycast", "RFC 8155"},
	{netip.MustParsePrefix("192.0.0.170/31"), false, "NAT64/DNS64 Discovery", "RFC 8880; RFC 7050, 2.2"},
	{netip.MustParsePrefix("192.0.2.0/24"), false, "Documentation (TEST-NET-1)", "RFC 5737"},
	{netip.MustParsePrefix("192.31.196.0/24"), true, "AS112-v4", "RFC 7535"},
	{netip.MustParsePrefix("192.52.193.0/24"), true, "AMT", "RFC 7450"},
	{netip.MustParsePrefix("192.88.99.0/24"), false, "Deprecated (6to4 Relay Anycast)", "RFC 7526"},
	{netip.MustParsePrefix("192.88.99.2/32"), false, "6a44-relay anycast address", "RFC 6751"},
	{netip.MustParsePrefix("192.168.0.0/16"), false, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("192.175.48.0/24"), true, "Direct Delegation AS112 Service", "RFC 7534"},
	{netip.MustParsePrefix("198.18.0.0/15"), false, "Benchmarking", "RFC 2544"},
	{netip.MustParsePrefix("198.51.100.0/24"), false, "Documentation (TEST-NET-2)", "RFC 5737"},
	{netip.MustParsePrefix("203.0.113.0/24"), false, "Documentation (TEST-NET-3)", "RFC 5737"},
	{netip.MustParsePrefix("224.0.0.0/4"), false, "Multicast", "RFC 5771"},
	{netip.MustParsePrefix("240.0.0.0/4"), false, "Reserved", "RFC 1112, 4"},
	{netip.MustParsePrefix("255.255.255.255/32"), false, "Limited Broadcast", "RFC 919, 7"},

	{netip.MustParsePrefix("::/0"), false, "Reserved by IETF", "RFC 4291, 2.4"},
	{netip.MustParsePrefix("::/96"), false, "IPv4-compatible, deprecated", "RFC 4291, 2.5.5.1"},
	{netip.MustParsePrefix("::/128"), false, "Unspecified Address", "RFC 4291, 2.5.2"},
	{netip.MustParsePrefix("::1/128"), false, "Loopback Address", "RFC 4291, 2.5.3"},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), false, "IPv4-translated", "RFC 2765, 2.1"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), false, "IPv4-IPv6 Translat.", "RFC 8215"},
	{netip.MustParsePrefix("100::/64"), false, "Discard-Only Address Block", "RFC 6666"},
	{netip.MustParsePrefix("100:0:0:1::/64"), false, "Dummy IPv6 Prefix", "RFC 9780"},
	{netip.MustParsePrefix("2000::/3"), true, "Global Unicast", "RFC 4291, 2.4"},
	{netip.MustParsePrefix("2001::/23"), false, "IETF Protocol Assignments", "RFC 2928"},
	{netip.MustParsePrefix("2001::/32"), false, "TEREDO", "RFC 4380"},
	{netip.MustParsePrefix("2001:1::1/128"), true, "Port Control Protocol Anycast", "RFC 7723"},
	{netip.MustParsePrefix("2001:1::2/128"), true, "Traversal Using Relays around NAT Anycast", "RFC 8155"},
	{netip.MustParsePrefix("2001:1::3/128"), true, "DNS-SD Service Registration Protocol Anycast", "RFC 9665"},
	{netip.MustParsePrefix("2001:2::/48"), false, "Benchmarking", "RFC 5180"},
	{netip.MustParsePrefix("2001:3::/32"), true, "AMT", "RFC 7450"},
	{netip.MustParsePrefix("2001:4:112::/48"), true, "AS112-v6", "RFC 7535"},
	{netip.MustParsePrefix("2001:10::/28"), false, "Deprecated (previously ORCHID)", "RFC 4843"},
	{netip.MustParsePrefix("2001:20::/28"), true, "ORCHIDv2", "RFC 7343"},
	{netip.MustParsePrefix("2001:30::/28"), true, "Drone Remote ID Protocol Entity Tags (DETs) Prefix", "RFC 9374"},
	{netip.MustParsePrefix("2001:db8::/32"), false, "Documentation", "RFC 3849"},
	{netip.MustParsePrefix("2002::/16"), false, "6to4", "RFC 3056"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), true, "Direct Delegation AS112 Service", "RFC 7534"},
	{netip.MustParsePrefix("3fff::/20"), false, "Documentation", "RFC 9637"},
	{netip.MustParsePrefix("5f00::/16"), false, "Segment Routing (SRv6) SIDs", "RFC 9602"},
	{netip.MustParsePrefix("fc00::/7"), false, "Unique-Local", "RFC 4193"},
	{netip.MustParsePrefix("fe80::/10"), false, "Link-Local Unicast", "RFC 4291, 2.5.6"},
	{netip.MustParsePrefix("fec0::/10"), false, "Site-local, deprecated", "RFC 3879"},
	{netip.MustParsePrefix("ff00::/8"), false, "Multicast", "RFC 4291, 2.7"},
}

// nat64 is the well-known prefix before an IPv4 address (RFC 6052, 2.1).
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// translated is the prefix of IPv4-translated addresses (RFC 2765, 2.1).
var translated = netip.MustParsePrefix("::ffff:0:0:0/96")

// inner returns the IPv4 address in the last four bytes of an IPv6 address.
func inner(a netip.Addr) netip.Addr {
	b := a.As16()
	return netip.AddrFrom4([4]byte(b[12:]))
}

// isISATAP reports whether the IPv6 address of these octets has an interface
// identifier that ends in an IPv4 address (RFC 5214, 6.1): "::0:5efe:192.0.2.1" or
// "::200:5efe:192.0.2.1" below any prefix of 64 bits.
func isISATAP(b [16]byte) bool {
	return b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

// IsPublic reports whether a is a global unicast address and not a special-purpose
// address that the IANA registries (RFC 6890) mark as not globally reachable. For
// IPv6 only addresses in 2000::/3 can be public. For an IPv4-mapped address, and
// for one in 64:ff9b::/96 (NAT64), the IPv4 address inside decides. An ISATAP address
// (RFC 5214, 6.1) is public if it and the IPv4 address inside are. IsPublic
// returns false for 168.63.129.16, which Azure uses to serve its own machines, for
// an address with a zone, and for the zero Addr. It does not allocate.
func IsPublic(a netip.Addr) bool {
	_, _, special := specialPrefix(a)
	return !special
}

// specialPrefix returns the longest prefix that contains a, the source of the
// prefix, and true if a is not public because of it. For the zero Addr it returns
// the zero Prefix and true, and for an address with a zone the prefix of that
// address alone. It does not allocate.
func specialPrefix(a netip.Addr) (prefix netip.Prefix, source string, special bool) {
	if !a.IsValid() {
		return netip.Prefix{}, "no address", true
	}
	if a.Zone() != "" { // Prefix.Contains is false for all of these
		return netip.PrefixFrom(a.WithZone(""), a.BitLen()), "RFC 4007, 6", true
	}
	a = a.Unmap()
	if nat64.Contains(a) {
		a = inner(a)
	}
	longest := longestBlock(a)
	if longest.public && isISATAP(a.As16()) {
		longest = longestBlock(inner(a))
	}
	return longest.prefix, longest.source, !longest.public
}

// longestBlock returns the block with the longest prefix that contains a.
func longestBlock(a netip.Addr) (longest block) {
	for _, b := range blocks {
		if b.prefix.Contains(a) && (!longest.prefix.IsValid() || b.prefix.Bits() > longest.prefix.Bits()) {
			longest = b
		}
	}
	return longest
}

// specialNames are domains that only local name servers or hosts files resolve, and
// the sources that say so.
var specialNames = []struct{ name, source string }{
	{"localhost", "RFC 6761, 6.3"},
	{"local", "RFC 6762, 3"}, // and cluster.local of Kubernetes
	{"home.arpa", "RFC 8375"},
	{"internal", "ICANN, reserved in 2024"}, // metadata.google.internal gives out secrets
	{"metadata", "Google Cloud, VM metadata"},
	{"localhost.localdomain", "hosts(5) of Red Hat"},
	{"localhost6.localdomain6", "hosts(5) of Red Hat"},
	{"localhost6", "hosts(5) of Red Hat"},
	{"ip6-localhost", "hosts(5) of Debian"},
	{"ip6-loopback", "hosts(5) of Debian"},
	{"svc", "Kubernetes, DNS for Services and Pods"},
}

// specialName returns the source that says that host, with its escapes decoded, is one
// of specialNames or a subdomain of one. It returns "" for other hosts.
func specialName(host string) (source string) {
	start := true // i is the start of a label
	for i := 0; i < len(host); {
		if start {
			for _, special := range specialNames {
				if spells(host[i:], special.name) {
					return special.source
				}
			}
		}
		c, width := octetAt(host, i)
		start = c == '.'
		i += width
	}
	return ""
}

// spells reports whether s, with its escapes decoded, is want, which is in lower
// case. It ignores the case of s and a "." at its end.
func spells(s, want string) bool {
	i := 0
	for k := range len(want) {
		c, width := octetAt(s, i)
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != want[k] {
			return false
		}
		i += width
	}
	c, width := octetAt(s, i)
	return width == 0 || c == '.' && i+width == len(s)
}
