package hostread_test

import (
	"iter"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard/guardtest"
	"example.com/uri/internal/hostread"
)

// hosts are one host of each kind.
var hosts = []string{"evil.example", "localhost", "127.0.0.1", "10.0.0.1", "::1", "2001:db8::1", "xn--bcher-kva.example", "a-b_c.evil.example"}

// isHost reports whether r is host, for a program that reads r.
func isHost(r hostread.Host, host string) bool {
	a, err := netip.ParseAddr(host)
	switch {
	case r.Any:
		return true
	case r.Local:
		return host == "localhost" || err == nil && a.IsLoopback()
	case r.Addr.IsValid():
		b := r.Addr.Unmap().As16()
		return a == r.Addr.WithZone("").Unmap() || err == nil && a.Is4() && a.As4() == [4]byte(b[12:])
	}
	return r.Name == host || strings.HasSuffix(r.Name, "."+host)
}

// reads reports whether some program reads the host in text: in a URI, or else in the text between
// "//" and "/".
func reads(text, host string) bool {
	some := func(all iter.Seq[hostread.Host]) bool {
		for r := range all {
			if isHost(r, host) {
				return true
			}
		}
		return false
	}
	if u, err := uri.Parse(text); err == nil {
		return some(hostread.All(u))
	}
	authority, ok := strings.CutPrefix(text, "http://")
	authority, _, _ = strings.Cut(authority, "/")
	if !ok || slices.Contains([]string{"", ":", "good.example:80"}, authority) {
		return true // a text that no check is asked about, or only the host before the one in question
	}
	return some(hostread.In(authority))
}

// TestSpellings checks that a program reads the host in each spelling.
func TestSpellings(t *testing.T) {
	for _, host := range hosts {
		for s := range guardtest.Hosts(host) {
			if !reads(s, host) {
				t.Errorf("%s: not read in %q", host, s)
			}
		}
	}
}

// ofRow returns the spellings of host by the row i of the table only.
func ofRow(i int, host string) []string {
	table := hostread.Behaviors()
	saved := slices.Clone(table)
	defer copy(table, saved)
	for k := range table {
		if k != i {
			table[k].Texts = nil
		}
	}
	return slices.Collect(guardtest.Hosts(host))
}

// TestRows checks that each row of the table is needed: without its function or its effect
// programs do not read the host in one of its own texts.
func TestRows(t *testing.T) {
	for i, b := range hostread.Behaviors() {
		if b.Name == "" || b.Programs == "" || len(b.Texts) == 0 {
			t.Errorf("%q: programs %q, %d texts", b.Name, b.Programs, len(b.Texts))
		}
		texts := map[string][]string{} // by host
		for _, host := range append(slices.Clone(hosts), "edi") {
			texts[host] = ofRow(i, host)
		}
		restore, acts := hostread.Disable(i)
		missed := !acts
		for host, all := range texts {
			missed = missed || slices.ContainsFunc(all, func(s string) bool { return !reads(s, host) })
		}
		restore()
		if !missed {
			t.Errorf("%s: nobody misses the row", b.Name)
		}
	}
}

// TestDelimiters checks that each delimiter is one character of US-ASCII.
func TestDelimiters(t *testing.T) {
	for _, s := range hostread.Delimiters() {
		if len(s) != 1 || hostread.End(s) != 0 {
			t.Errorf("%q", s)
		}
	}
}

// TestPlainName checks that PlainName takes the names that it should: the checks give the same
// answers without it, more slowly.
func TestPlainName(t *testing.T) {
	label := strings.Repeat("a", 63)
	for host, want := range map[string]int{
		"a": 1, "a.": 1, "a-b_1.c": 7, label: 63, label + "." + label + ".": 127, strings.Repeat("a.", 126) + "a": 253, strings.Repeat("a.", 127): 253,
		"": 0, ".": 0, "a..": 0, ".a": 0, "a..b": 0, "A": 0, "a%62": 0, "a.1": 0, "1.a": 3, "a0": 2, "0z.a9": 5, "xn--9": 0, "xn--9.a": 0, "a.xn--9": 0, label + "a": 0, label + "a.b": 0, strings.Repeat("a.", 127) + "a": 0,
	} {
		if name, ok := hostread.PlainName(host); ok != (want > 0) || ok && name != host[:want] {
			t.Errorf("%q: %q, %v; want %d", host, name, ok, want)
		}
	}
}
