package guard

import (
	"bytes"
	"net/netip"

	"example.com/uri/internal/ascii"
)

// A block is a prefix of addresses with one purpose.
type block struct {
	prefix netip.Prefix
	class  Class  // ClassPublic if it is globally reachable
	name   string // in the registry
	source string // RFC and section
}

// blocks lists, under the names that they have there, the prefixes of the IANA
// special-purpose address registries for IPv6 and IPv4 (RFC 6890, RFC 8190 and later
// registrations, as of July 2026). These prefixes of the registries are not here:
// blockOf reads the IPv4 address inside ::ffff:0:0/96 and 64:ff9b::/96 instead. Other
// rows are multicast, the rest of the address space (RFC 4291, 2.4: IANA assigns
// unicast addresses only from 2000::/3), retired prefixes, and an address of a cloud
// outside the registries. The longest prefix of an address decides, so a longer one
// stands after those around it.
//
// A prefix is public if it is globally reachable by the registry. The registries say
// "N/A" about Teredo and 6to4, with IPv4 addresses inside, and nothing about the
// terminated 192.88.99.0/24 and 2001:10::/28. None of these is public here.
var blocks = []block{
	{netip.MustParsePrefix("::/0"), ClassReserved, "Reserved by IETF", "RFC 4291, 2.4"},
	{netip.MustParsePrefix("::/96"), ClassTransition, "IPv4-compatible, deprecated", "RFC 4291, 2.5.5.1"},
	{netip.MustParsePrefix("::/128"), ClassUnspecified, "Unspecified Address", "RFC 4291, 2.5.2"},
	{netip.MustParsePrefix("::1/128"), ClassLoopback, "Loopback Address", "RFC 4291, 2.5.3"},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), ClassTransition, "IPv4-translated", "RFC 2765, 2.1"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), ClassTransition, "IPv4-IPv6 Translat.", "RFC 8215"},
	{netip.MustParsePrefix("100::/64"), ClassReserved, "Discard-Only Address Block", "RFC 6666"},
	{netip.MustParsePrefix("100:0:0:1::/64"), ClassReserved, "Dummy IPv6 Prefix", "RFC 9780"},
	{netip.MustParsePrefix("2000::/3"), ClassPublic, "Global Unicast", "RFC 4291, 2.4"},
	{netip.MustParsePrefix("2001::/23"), ClassReserved, "IETF Protocol Assignments", "RFC 2928"},
	{netip.MustParsePrefix("2001::/32"), ClassTransition, "TEREDO", "RFC 4380"},
	{netip.MustParsePrefix("2001:1::1/128"), ClassPublic, "Port Control Protocol Anycast", "RFC 7723"},
	{netip.MustParsePrefix("2001:1::2/128"), ClassPublic, "Traversal Using Relays around NAT Anycast", "RFC 8155"},
	{netip.MustParsePrefix("2001:1::3/128"), ClassPublic, "DNS-SD Service Registration Protocol Anycast", "RFC 9665"},
	{netip.MustParsePrefix("2001:2::/48"), ClassReserved, "Benchmarking", "RFC 5180"},
	{netip.MustParsePrefix("2001:3::/32"), ClassPublic, "AMT", "RFC 7450"},
	{netip.MustParsePrefix("2001:4:112::/48"), ClassPublic, "AS112-v6", "RFC 7535"},
	{netip.MustParsePrefix("2001:10::/28"), ClassReserved, "Deprecated (previously ORCHID)", "RFC 4843"},
	{netip.MustParsePrefix("2001:20::/28"), ClassPublic, "ORCHIDv2", "RFC 7343"},
	{netip.MustParsePrefix("2001:30::/28"), ClassPublic, "Drone Remote ID Protocol Entity Tags (DETs) Prefix", "RFC 9374"},
	{netip.MustParsePrefix("2001:db8::/32"), ClassDocumentation, "Documentation", "RFC 3849"},
	{netip.MustParsePrefix("2002::/16"), ClassTransition, "6to4", "RFC 3056"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), ClassPublic, "Direct Delegation AS112 Service", "RFC 7534"},
	{netip.MustParsePrefix("3fff::/20"), ClassDocumentation, "Documentation", "RFC 9637"},
	{netip.MustParsePrefix("5f00::/16"), ClassReserved, "Segment Routing (SRv6) SIDs", "RFC 9602"},
	{netip.MustParsePrefix("fc00::/7"), ClassPrivate, "Unique-Local", "RFC 4193"},
	{netip.MustParsePrefix("fe80::/10"), ClassLinkLocal, "Link-Local Unicast", "RFC 4291, 2.5.6"},
	{netip.MustParsePrefix("fec0::/10"), ClassReserved, "Site-local, deprecated", "RFC 3879"},
	{netip.MustParsePrefix("ff00::/8"), ClassMulticast, "Multicast", "RFC 4291, 2.7"},

	{netip.MustParsePrefix("0.0.0.0/0"), ClassPublic, "IPv4", "RFC 791, 3.2"},
	{netip.MustParsePrefix("0.0.0.0/8"), ClassUnspecified, "This network", "RFC 791, 3.2"},
	{netip.MustParsePrefix("0.0.0.0/32"), ClassUnspecified, "This host on this network", "RFC 1122, 3.2.1.3"},
	{netip.MustParsePrefix("10.0.0.0/8"), ClassPrivate, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("100.64.0.0/10"), ClassShared, "Shared Address Space", "RFC 6598"},
	{netip.MustParsePrefix("127.0.0.0/8"), ClassLoopback, "Loopback", "RFC 1122, 3.2.1.3"},
	{netip.MustParsePrefix("168.63.129.16/32"), ClassReserved, "Azure platform resources", "Microsoft, What is IP address 168.63.129.16?"},
	{netip.MustParsePrefix("169.254.0.0/16"), ClassLinkLocal, "Link Local", "RFC 3927"},
	{netip.MustParsePrefix("172.16.0.0/12"), ClassPrivate, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("192.0.0.0/24"), ClassReserved, "IETF Protocol Assignments", "RFC 6890, 2.1"},
	{netip.MustParsePrefix("192.0.0.0/29"), ClassReserved, "IPv4 Service Continuity Prefix", "RFC 7335"},
	{netip.MustParsePrefix("192.0.0.8/32"), ClassReserved, "IPv4 dummy address", "RFC 7600"},
	{netip.MustParsePrefix("192.0.0.9/32"), ClassPublic, "Port Control Protocol Anycast", "RFC 7723"},
	{netip.MustParsePrefix("192.0.0.10/32"), ClassPublic, "Traversal Using Relays around NAT Anycast", "RFC 8155"},
	{netip.MustParsePrefix("192.0.0.170/31"), ClassReserved, "NAT64/DNS64 Discovery", "RFC 8880; RFC 7050, 2.2"},
	{netip.MustParsePrefix("192.0.2.0/24"), ClassDocumentation, "Documentation (TEST-NET-1)", "RFC 5737"},
	{netip.MustParsePrefix("192.31.196.0/24"), ClassPublic, "AS112-v4", "RFC 7535"},
	{netip.MustParsePrefix("192.52.193.0/24"), ClassPublic, "AMT", "RFC 7450"},
	{netip.MustParsePrefix("192.88.99.0/24"), ClassReserved, "Deprecated (6to4 Relay Anycast)", "RFC 7526"},
	{netip.MustParsePrefix("192.88.99.2/32"), ClassReserved, "6a44-relay anycast address", "RFC 6751"},
	{netip.MustParsePrefix("192.168.0.0/16"), ClassPrivate, "Private-Use", "RFC 1918"},
	{netip.MustParsePrefix("192.175.48.0/24"), ClassPublic, "Direct Delegation AS112 Service", "RFC 7534"},
	{netip.MustParsePrefix("198.18.0.0/15"), ClassReserved, "Benchmarking", "RFC 2544"},
	{netip.MustParsePrefix("198.51.100.0/24"), ClassDocumentation, "Documentation (TEST-NET-2)", "RFC 5737"},
	{netip.MustParsePrefix("203.0.113.0/24"), ClassDocumentation, "Documentation (TEST-NET-3)", "RFC 5737"},
	{netip.MustParsePrefix("224.0.0.0/4"), ClassMulticast, "Multicast", "RFC 5771"},
	{netip.MustParsePrefix("240.0.0.0/4"), ClassReserved, "Reserved", "RFC 1112, 4"},
	{netip.MustParsePrefix("255.255.255.255/32"), ClassMulticast, "Limited Broadcast", "RFC 919, 7"},
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

// isISATAP reports whether the interface identifier of the IPv6 address a ends in an
// IPv4 address (RFC 5214, 6.1): "::0:5efe:192.0.2.1" or "::200:5efe:192.0.2.1" below
// any prefix of 64 bits.
func isISATAP(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

// unwrap returns the destination of a connection to a: the IPv4 address inside an
// IPv4-mapped, IPv4-translated, NAT64 or ISATAP address, or else a without its zone.
func unwrap(a netip.Addr) netip.Addr {
	if a.Is4() {
		return a
	}
	a = a.WithZone("")
	if a.Is4In6() || translated.Contains(a) || nat64.Contains(a) || isISATAP(a) {
		return inner(a)
	}
	return a
}

// IsPublic reports whether a is a global unicast address. Special-purpose addresses are
// public only if the IANA registries (RFC 6890) call them globally reachable. Of IPv6,
// only addresses in 2000::/3 can be public. For an IPv4-mapped address, and for one in
// 64:ff9b::/96 (NAT64), the IPv4 address inside decides. An ISATAP address (RFC 5214,
// 6.1) is public if it and the IPv4 address inside are. IsPublic returns false for
// 168.63.129.16 (Azure serves its own machines there), for an address with a zone, and
// for the zero Addr. It does not allocate.
func IsPublic(a netip.Addr) bool { return blockOf(a).class == ClassPublic }

// ClassOf returns the class of a, or of the IPv4 address inside it if a [Gate] decides
// by it. It ignores a zone, except that an address with a zone is never public. It does
// not allocate.
func ClassOf(a netip.Addr) Class { return blockOf(a).class }

// The blocks of no address, and of a public address with a zone.
var (
	nowhere = block{}
	zoned   = block{class: ClassReserved, source: "RFC 4007, 6"}
)

// blockOf returns the deciding block for a: of the address inside it, or if that is public its own.
func blockOf(a netip.Addr) *block {
	if !a.IsValid() {
		return &nowhere
	}
	inside := unwrap(a)
	b := longestBlock(inside)
	switch {
	case b.class != ClassPublic:
		return b
	case a.Zone() != "":
		return &zoned
	case inside != a.Unmap() && !nat64.Contains(a): // IPv4-translated or ISATAP
		return longestBlock(a)
	}
	return b
}

// longestBlock returns the block with the longest prefix of a: the last one that has a.
func longestBlock(a netip.Addr) *block {
	var near []*block
	if a.Is4() {
		near = blocksNear[0][a.As4()[0]]
	} else {
		near = blocksNear[1][a.As16()[0]]
	}
	i := len(near) - 1
	for !near[i].prefix.Contains(a) {
		i--
	}
	return near[i]
}

// blocksNear has, for IPv4 and for IPv6, the blocks with an address that begins with each byte.
var blocksNear = func() (near [2][256][]*block) {
	for i := range blocks {
		p := blocks[i].prefix
		first, family := int(p.Addr().AsSlice()[0]), 0
		if p.Addr().Is6() {
			family = 1
		}
		for k := range 1 << max(8-p.Bits(), 0) {
			near[family][first+k] = append(near[family][first+k], &blocks[i])
		}
	}
	return near
}()

// specialNames are domains of local name servers and hosts files, and their sources.
var specialNames = map[string]string{
	"localhost":               "RFC 6761, 6.3",
	"local":                   "RFC 6762, 3", // and cluster.local of Kubernetes
	"home.arpa":               "RFC 8375",
	"internal":                "ICANN, reserved in 2024", // metadata.google.internal gives out secrets
	"metadata":                "Google Cloud, VM metadata",
	"localhost.localdomain":   "hosts(5) of Red Hat",
	"localhost6.localdomain6": "hosts(5) of Red Hat",
	"localhost6":              "hosts(5) of Red Hat",
	"ip6-localhost":           "hosts(5) of Debian",
	"ip6-loopback":            "hosts(5) of Debian",
	"svc":                     "Kubernetes, DNS for Services and Pods",
}

// specialName returns the source in [specialNames] for host or a parent of it, or "". It
// decodes escapes. It ignores case and a "." at the end.
func specialName(host string) (source string) {
	var buf [256]byte // three times the longest name, and more
	name := ascii.AppendDecoded(buf[:0], host[max(0, len(host)-len(buf)):])
	for i, c := range name {
		name[i] = ascii.Lower(c)
	}
	name = bytes.TrimSuffix(name, []byte("."))
	for dot := 0; dot >= 0 && source == ""; name = name[dot+1:] {
		source = specialNames[string(name)]
		dot = bytes.IndexByte(name, '.')
	}
	return source
}
