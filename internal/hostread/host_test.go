package hostread

import (
	"iter"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// hosts are one host of each kind.
var hosts = []string{"evil.example", "localhost", "127.0.0.1", "10.0.0.1", "::1", "2001:db8::1", "xn--bcher-kva.example", "a-b_c.evil.example"}

// isHost reports whether r is host, for a program that reads r.
func isHost(r Host, host string) bool {
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
	some := func(all iter.Seq[Host]) bool {
		for r := range all {
			if isHost(r, host) {
				return true
			}
		}
		return false
	}
	if u, err := uri.Parse(text); err == nil {
		return some(All(u))
	}
	authority, ok := strings.CutPrefix(text, "http://")
	authority, _, _ = strings.Cut(authority, "/")
	if !ok || slices.Contains([]string{"", ":", "good.example:80"}, authority) {
		return true // a text that no check is asked about, or only the host before the one in question
	}
	return some(In(authority))
}

// TestSpellings checks that a program reads the host in each spelling, and that there are many.
func TestSpellings(t *testing.T) {
	for _, host := range hosts {
		seen, uris := map[string]bool{}, 0
		for s := range Spellings(host) {
			if seen[s] {
				t.Errorf("%s: %q twice", host, s)
			}
			seen[s] = true
			if uri.Valid(s) {
				uris++
			}
			if !reads(s, host) {
				t.Errorf("%s: not read in %q", host, s)
			}
		}
		if len(seen) < 1000 || uris < 100 {
			t.Errorf("%s: %d spellings, of which %d are URIs", host, len(seen), uris)
		}
		for n := range min(50, len(seen)) {
			i := 0
			for range Spellings(host) {
				if i++; i > n {
					break
				}
			}
		}
	}
}

// TestRows checks that each row of the table is needed: without its function or its effect
// programs do not read the host in one of its own texts.
func TestRows(t *testing.T) {
	for i := range behaviors {
		b := &behaviors[i]
		if b.name == "" || b.programs == "" || len(b.texts) == 0 {
			t.Errorf("%q: programs %q, %d texts", b.name, b.programs, len(b.texts))
		}
		if b.place == nil && b.local == nil && b.effect == 0 {
			continue
		}
		saved, all := *b, behaviors
		b.place, b.local, b.effect = nil, nil, 0
		effects = effectsOf()
		missed := ""
		for _, host := range append(slices.Clone(hosts), "edi") {
			own := all // the spellings of this row only
			for k := range own {
				if k != i {
					own[k].texts = nil
				}
			}
			behaviors = own
			texts := slices.Collect(Spellings(host))
			behaviors = all
			*b = behavior{texts: saved.texts}
			for _, s := range texts {
				if missed == "" && !reads(s, host) {
					missed = s
				}
			}
		}
		behaviors = all
		effects = effectsOf()
		if missed == "" {
			t.Errorf("%s: nobody misses the row", saved.name)
		}
	}
}

// TestDelimiters checks that each delimiter is one character of US-ASCII.
func TestDelimiters(t *testing.T) {
	for _, s := range delimiters() {
		if len(s) != 1 || End(s) != 0 {
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
		if name, ok := PlainName(host); ok != (want > 0) || ok && name != host[:want] {
			t.Errorf("%q: %q, %v; want %d", host, name, ok, want)
		}
	}
}
