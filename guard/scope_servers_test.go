package guard

import (
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/seed"
)

// placeFor returns where a naive server sees a path, without dot segments. Escaped dots are dots
// for all (RFC 3986, 6.2.2.2).
func placeFor(server func(naivePath) naivePath, path string) string {
	return string(server(naivePath(path).replace("%2e", ".").replace("%2E", ".")).dots())
}

// TestScopeReaders tries paths made of pieces: a path that a crawl.Scope takes is below the
// added path for each naive server. A path without pieces that some of them read in another
// way is taken if RFC 3986 says so. The test is in this package because the naive servers are.
func TestScopeReaders(t *testing.T) {
	t.Parallel()
	r := seed.Rand(t)
	pieces := []string{"/", "/", "/", "/", "/", "/", "/a", "/a", "a", "a", "a", ".", "..", "/../", "%2e", "%2E%2e", ";", "..;", "/;/", "%2F", "%5C", "%3b", "%25", "2E", "2F", "%3F", "%23", "%00", "%09", "%20", "%c0%af", "%C0%AE", "%e0%80%af"}
	prefixes := []string{"/a", "/a/", "/a/a", "/a//", "/a/;", "/;a", "/.;/a", "/a%2Fa/", "//a", "/a%20a", "/a%20"}
	scopes := make([]crawl.Scope, len(prefixes))
	above := make([][]string, len(prefixes)) // as each server sees them
	for i, prefix := range prefixes {
		scopes[i].Add(uri.MustParse("http://h"+prefix), false)
		for _, server := range naiveServers {
			above[i] = append(above[i], placeFor(server.read, prefix))
		}
	}
	var agree, taken, plain int
	n := max(*inputs, 20_000) // servers agree on a path to take in one of 30, and 9 of 10 of these are taken
	for range n {
		path := []string{"/a", "/a", "/a", "/"}[r.IntN(4)]
		for range 1 + r.IntN(8) {
			path += pieces[r.IntN(len(pieces))]
		}
		u, err := uri.Parse("http://h" + path)
		if err != nil {
			continue // "%25" and a cut escape
		}
		i := r.IntN(len(prefixes))
		got, all := scopes[i].Contains(u), true
		for k, server := range naiveServers {
			place := placeFor(server.read, path)
			below := naivePath(place).isBelow(above[i][k])
			all = all && below
			if got && !below {
				t.Fatalf("%q takes %q, which is %q (%s)", prefixes[i], path, place, server.name)
			}
		}
		if !got && all && !strings.ContainsAny(path, ";%") && !strings.Contains(path, "//") {
			t.Fatalf("%q does not take %q", prefixes[i], path)
		}
		if all {
			agree++
		}
		if got {
			taken++
			if pathread.Plain(path) {
				plain++
			}
		}
	}
	t.Logf("all servers agree on %d, %d are taken, %d of them plain", agree, taken, plain)
	if taken < n/40 || taken < agree*8/10 || plain == taken {
		t.Errorf("all servers agree on %d, %d are taken, %d of them plain", agree, taken, plain)
	}
}
