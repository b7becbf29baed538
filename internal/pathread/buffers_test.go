package pathread

import (
	"strings"
	"testing"
)

// TestBuffers gives paths and names around buffers of 256 and 32 bytes: their length changes no
// answer.
func TestBuffers(t *testing.T) {
	for n := 256 - 20; n <= 256+10; n++ {
		for _, fill := range []string{"a", "%61"} {
			fill := strings.Repeat(fill, n/len(fill))
			for path, want := range map[string]bool{"/../admin": true, "/%2e%2e/%61dmin": true, "/..;/admin/x": true, "/../admi": false, "/admin": false} {
				if name, ok := Claims("/"+fill+path, "/admin", false); ok != want {
					t.Errorf("%d bytes: %s: %q, %v", n, path, name, ok)
				}
			}
		}
	}
	for n := 32 - 3; n <= 32+3; n++ {
		from := "/" + strings.Repeat("b", n)
		for _, path := range []string{from, from[:n], from + "c", "/x/.." + from, "/%62" + from[2:], "/%42" + from[2:] + "/c", "/x%2F..%2F" + from[1:], strings.ToUpper(from), "/%63" + from[2:]} {
			request := ReadRequest(nil, path)
			for _, caseMatters := range []bool{true, false} {
				name, ok := request.Claims(from, false, caseMatters)
				if want, wantOK := Claims(path, from, caseMatters); name != want || ok != wantOK {
					t.Errorf("%s of %s: %q, %v, want %q, %v", path, from, name, ok, want, wantOK)
				}
			}
		}
	}
}
