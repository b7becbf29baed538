package schemes

import (
	"strings"
	"testing"
)

// TestLookup finds each scheme of the table by its name in both cases, and no other.
func TestLookup(t *testing.T) {
	for i := range table {
		x := &table[i]
		if ID(i) == Unknown {
			continue
		}
		upper := strings.ToUpper(x.Name)
		if Lookup(x.Name) != x || Lookup(upper) != x {
			t.Errorf("%q is found as %+v and %+v", x.Name, Lookup(x.Name), Lookup(upper))
		}
		if strings.ToLower(x.Name) != x.Name {
			t.Errorf("%q is not in lower case", x.Name)
		}
		if n := testing.AllocsPerRun(10, func() { Lookup(upper) }); n != 0 {
			t.Errorf("%q: %v allocations", upper, n)
		}
		for _, other := range []string{x.Name + "x", x.Name[1:], x.Name + " "} {
			if y := Lookup(other); y.Name != "" && y.Name != other {
				t.Errorf("%q is found as %+v", other, y)
			}
		}
	}
	for _, name := range []string{"", "x-own", "ftps", strings.Repeat("javascript", 9), "\u212A"} {
		if y := Lookup(name); *y != (Info{}) {
			t.Errorf("%q is found as %+v", name, y)
		}
	}
	for id, name := range map[ID]string{FTP: "ftp", HTTP: "http", HTTPS: "https", Gopher: "gopher", Mailto: "mailto", News: "news",
		NNTP: "nntp", Telnet: "telnet", WAIS: "wais", File: "file", Prospero: "prospero", WS: "ws", WSS: "wss"} {
		if got := id.Info().Name; got != name || Find(name) != id {
			t.Errorf("the scheme %d is %q, want %q", id, got, name)
		}
	}
}
