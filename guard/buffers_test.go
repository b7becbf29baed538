package guard

import (
	"strings"
	"testing"

	"example.com/uri"
)

// TestBuffers gives hosts and paths around buffers of 256 bytes: their length changes no answer.
func TestBuffers(t *testing.T) {
	routes := Routes{{From: "/api", To: uri.MustParse("http://h/x")}}
	for n := 256 - 20; n <= 256+10; n++ {
		for _, fill := range []string{"a", "%61"} {
			fill := strings.Repeat(fill, n/len(fill))
			for name, want := range map[string]bool{".localhost": true, ".LOCALHOST.": true, ".%6Cocalhost": true, ".localhos": false, "localhost": false} {
				if got := specialName(fill + name); (got != "") != want {
					t.Errorf("%d bytes: %q for %s", n, got, name)
				}
			}
			for path, want := range map[string]bool{"": true, "/b": true, "/%2e%2e/%2e%2e/b": false, "/..%2F..%2Fb": false, "/..;/../b": false} {
				_, to, err := routes.Match(uri.MustParse("/api/" + fill + path))
				if (err == nil) != want || want && to.String() != "http://h/x/"+fill+path {
					t.Errorf("%d bytes: %s: %.40q, %v", n, path, to, err)
				}
			}
		}
	}
}
