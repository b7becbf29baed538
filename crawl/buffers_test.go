package crawl

import (
	"strings"
	"testing"

	"example.com/uri"
)

// TestBuffers gives names around the longest listed one, URIs around the buffer of a Scope, and the
// longest addresses.
func TestBuffers(t *testing.T) {
	for n := longestListed - 2; n <= longestListed+2; n++ {
		if name := "UTM_" + strings.Repeat("x", n-len("utm_")); !IsTracking(uri.Pair(name + "=1")) {
			t.Errorf("%s is no tracking", name)
		}
		name := ("spot_im_redirect_source" + "xx")[:n]
		if got := IsTracking(uri.Pair(name + "=1")); got != (n == longestListed) {
			t.Errorf("%s: %v", name, got)
		}
	}
	for n := scopeBuf - 40; n <= scopeBuf+10; n++ {
		for _, front := range []string{"http://h.example/a", "HTTP://H.example/%61", "x://h.example:8/a"} {
			place := front + strings.Repeat("b", n-len(front))
			var s Scope
			s.Add(uri.MustParse(place), true)
			for u, want := range map[string]bool{place: true, place + "/c": true, place + "c": false, place[:len(place)-1]: false} {
				if got := s.Contains(uri.MustParse(u)); got != want {
					t.Errorf("%d bytes: %s: %v", n, u, got)
				}
			}
		}
	}
	for in, want := range map[string]string{
		"http://[FFFF:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/": "http://[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]/",
		"http://[::FFFF:255.255.255.255]/":                  "http://[::ffff:255.255.255.255]/",
	} {
		if got := Key(uri.MustParse(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
