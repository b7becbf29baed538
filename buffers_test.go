package uri

import (
	"strings"
	"testing"
)

// lengthsAround returns the lengths of texts around a buffer of size bytes, some below, at and above it:
// a function may add or leave out a few bytes.
func lengthsAround(size int) (all []int) {
	for n := size - 8; n <= size+4; n++ {
		all = append(all, n)
	}
	return all
}

// TestBuffers gives texts of every length around stackBuf and longStackBuf to the functions with
// such a buffer, and compares with their slow twins.
func TestBuffers(t *testing.T) {
	for _, n := range append(lengthsAround(stackBuf), lengthsAround(2*stackBuf)...) {
		for _, piece := range []string{"a", " ", "%41", "%zz", "\u00e9", "/"} {
			s := strings.Repeat(piece, n/len(piece)+1)[:n]
			checkEscape(t, s)
			checkEscape(t, s[:n-1]+"%")
		}
		for _, s := range []string{"http://h/a/../%7e/", "http://h_%78/%7e", "HTTP://H:80", "x:a/../%7e"} {
			for _, fill := range []string{"a", "/b/.."} {
				u := MustParse(s + strings.Repeat(fill, max(n-len(s), 0)/len(fill)))
				for _, m := range []Mode{RFC2396, RFC3986} {
					if wrong := checkNormalize(m, u); wrong != "" {
						t.Errorf("%v, %d bytes: %.60q: %s", m, n, u, wrong)
					}
				}
			}
		}
		checkGeneric(t, Generic{Scheme: "http", Host: "h", Path: []string{strings.Repeat("a", n-len("http://h/"))}})
		checkGeneric(t, Generic{Scheme: "http", Host: "h", Path: []string{strings.Repeat(" ", n/len("%20"))}})
		front := strings.Repeat("a", n-len("%41"))
		if s := front + "%41"; !decodesTo(s, front+"A") || decodesTo(s, front) || decodesTo(s, front+"AA") {
			t.Errorf("%d bytes: decodesTo is wrong", n)
		}
		name := strings.Repeat("a", n-len("/p/"))
		if u, err := MustParse("/p").JoinSegments(name); u.String() != "/p/"+name || err != nil {
			t.Errorf("%d bytes: JoinSegments: %q, %v", n, u, err)
		}
	}
	for _, size := range []int{stackBuf, longStackBuf} {
		for _, n := range lengthsAround(size) {
			for _, s := range []string{"g", "../g", "/a/../g", "?y", "//h/g", "g/./../h", "../../g#f"} {
				ref := MustParse(s)
				base := MustParse("http://u@a/b/" + strings.Repeat("c", n-len("http://u@a/b/")-len(s)))
				for _, r := range modes {
					if wrong := checkResolve(r, base, ref); wrong != "" {
						t.Errorf("%+v, %d bytes: %q: %s", r, n, s, wrong)
					}
				}
				target := MustParse("http://u@a/b/" + strings.Repeat("d", n-len("http://u@a/b/")))
				if wrong := checkRelativize(base, target); wrong != "" {
					t.Errorf("%d bytes: %s", n, wrong)
				}
			}
		}
	}
}
