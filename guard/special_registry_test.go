package guard

import (
	"net/netip"
	"strings"
	"testing"
)

// registryRows has a row for each entry of the IANA IPv4 and IPv6 special-purpose
// address registries as of July 2026: the address block, the RFCs, and what the
// column "Globally Reachable" says. That is empty for terminated entries.
var registryRows = []struct{ prefix, rfcs, reachable string }{
	{"0.0.0.0/8", "791", "False"},
	{"0.0.0.0/32", "1122", "False"},
	{"10.0.0.0/8", "1918", "False"},
	{"100.64.0.0/10", "6598", "False"},
	{"127.0.0.0/8", "1122", "False"}, // except when an RFC says otherwise, as 8029 does
	{"169.254.0.0/16", "3927", "False"},
	{"172.16.0.0/12", "1918", "False"},
	{"192.0.0.0/24", "6890", "False"}, // except the longer ones
	{"192.0.0.0/29", "7335", "False"},
	{"192.0.0.8/32", "7600", "False"},
	{"192.0.0.9/32", "7723", "True"},
	{"192.0.0.10/32", "8155", "True"},
	{"192.0.0.170/32", "8880 7050", "False"},
	{"192.0.0.171/32", "8880 7050", "False"},
	{"192.0.2.0/24", "5737", "False"},
	{"192.31.196.0/24", "7535", "True"},
	{"192.52.193.0/24", "7450", "True"},
	{"192.88.99.0/24", "7526", ""},
	{"192.88.99.2/32", "6751", "False"},
	{"192.168.0.0/16", "1918", "False"},
	{"192.175.48.0/24", "7534", "True"},
	{"198.18.0.0/15", "2544", "False"},
	{"198.51.100.0/24", "5737", "False"},
	{"203.0.113.0/24", "5737", "False"},
	{"240.0.0.0/4", "1112", "False"},
	{"255.255.255.255/32", "8190 919", "False"},

	{"::1/128", "4291", "False"},
	{"::/128", "4291", "False"},
	{"::ffff:0:0/96", "4291", "False"}, // the IPv4 address inside decides
	{"64:ff9b::/96", "6052", "True"},   // likewise
	{"64:ff9b:1::/48", "8215", "False"},
	{"100::/64", "6666", "False"},
	{"100:0:0:1::/64", "9780", "False"},
	{"2001::/23", "2928", "False"}, // except the longer ones
	{"2001::/32", "4380 8190", "N/A"},
	{"2001:1::1/128", "7723", "True"},
	{"2001:1::2/128", "8155", "True"},
	{"2001:1::3/128", "9665", "True"},
	{"2001:2::/48", "5180", "False"},
	{"2001:3::/32", "7450", "True"},
	{"2001:4:112::/48", "7535", "True"},
	{"2001:10::/28", "4843", ""},
	{"2001:20::/28", "7343", "True"},
	{"2001:30::/28", "9374", "True"},
	{"2001:db8::/32", "3849", "False"},
	{"2002::/16", "3056", "N/A"},
	{"2620:4f:8000::/48", "7534", "True"},
	{"3fff::/20", "9637", "False"},
	{"5f00::/16", "9602", "False"},
	{"fc00::/7", "4193 8190", "False"},
	{"fe80::/10", "4291", "False"},
}

// unregistered are the prefixes of blocks that are in neither registry.
var unregistered = []string{
	"0.0.0.0/0", "168.63.129.16/32", "224.0.0.0/4",
	"::/0", "::/96", "::ffff:0:0:0/96", "2000::/3", "fec0::/10", "ff00::/8",
}

// TestRegistries compares IsPublic, for the first and the last address of each
// registered prefix, with the row of the longest prefix that contains the address.
// It compares the sources too, and expects no row of blocks that the registries do
// not have, except the unregistered ones.
func TestRegistries(t *testing.T) {
	listed := map[string]bool{}
	for _, prefix := range unregistered {
		listed[prefix] = true
	}
	for _, row := range registryRows {
		prefix := netip.MustParsePrefix(row.prefix)
		listed[row.prefix] = true
		if row.prefix == "::ffff:0:0/96" || row.prefix == "64:ff9b::/96" {
			continue
		}
		for _, a := range []netip.Addr{prefix.Addr(), lastAddr(prefix)} {
			longest := row
			for _, other := range registryRows {
				if p := netip.MustParsePrefix(other.prefix); p.Contains(a) && p.Bits() > netip.MustParsePrefix(longest.prefix).Bits() {
					longest = other
				}
			}
			if public := longest.reachable == "True"; IsPublic(a) != public {
				t.Errorf("%s, of %s: public %v, and the registry says %q", a, longest.prefix, !public, longest.reachable)
			}
			b := blockOf(a)
			number, _, _ := strings.Cut(strings.TrimPrefix(b.source, "RFC "), ",")
			number, _, _ = strings.Cut(number, ";")
			if b.class != ClassPublic && !strings.Contains(" "+longest.rfcs+" ", " "+number+" ") {
				t.Errorf("%s, of %s: %s, and the registry says RFC %s", a, longest.prefix, b.source, longest.rfcs)
			}
		}
	}
	listed["192.0.0.170/31"] = true // two entries in one
	for _, b := range blocks {
		if !listed[b.prefix.String()] {
			t.Errorf("%v is in no registry", b.prefix)
		}
	}
}
