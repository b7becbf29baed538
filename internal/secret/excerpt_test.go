package secret

import (
	"strings"
	"testing"
)

// TestCaret checks the text for people. The "^" is under the place, also after an escape.
func TestCaret(t *testing.T) {
	const want = `a"\\nb` + "\n     ^"
	if got := Around("a\"\\\nb", 4, nil).Caret(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestExcerpt checks that an excerpt shows a part of a long text, and no byte of the
// secret between lo and hi, wherever the offset and the secret are.
func TestExcerpt(t *testing.T) {
	const text = "0123456789abcdefghijklmnopqrstuvwxyz"
	for _, n := range []int{0, 1, 59, 60, 61, 119, 120, 121, 180, 400} {
		s := strings.Repeat("#", n)
		s = strings.Repeat("<", n) + text + strings.Repeat(">", n) + s
		for lo := n; lo <= n+20; lo += 5 {
			for hi := lo; hi <= n+len(text); hi += 7 {
				for i := range len(s) + 1 {
					var secrets []Span
					if lo < hi {
						secrets = []Span{{lo, hi}}
					}
					e := Around(s, i, secrets)
					before, after := e.Split()
					shown, caret := before+after, len(before)
					inside := lo <= i && i < hi
					if caret > len(shown) || !inside && (i < len(s) && (caret == len(shown) || shown[caret] != s[i]) || i == len(s) && caret != len(shown)) {
						t.Fatalf("Around(%q, %d, %d, %d) = %q, %d: another place", s, i, lo, hi, shown, caret)
					}
					if lo == hi && (strings.HasPrefix(before, "...") != (i > width) || strings.HasSuffix(after, "...") != (i+width < len(s))) {
						t.Fatalf("Around(%q, %d) = %q, %q: the wrong ends", s, i, before, after)
					}
					if e.Hidden != inside {
						t.Fatalf("Around(%q, %d, %d, %d): Hidden is %v", s, i, lo, hi, e.Hidden)
					}
					if inside && !strings.HasPrefix(shown[caret:], Mask) {
						t.Fatalf("Around(%q, %d, %d, %d) = %q, %d: not at the mask", s, i, lo, hi, shown, caret)
					}
					// Each letter occurs once in the text.
					if lo < hi && strings.ContainsAny(strings.ReplaceAll(shown, Mask, ""), s[lo:hi]) {
						t.Fatalf("Around(%q, %d, %d, %d) = %q: shows %q", s, i, lo, hi, shown, s[lo:hi])
					}
					if len(shown) > 3*width+len(Mask)+2*len("...") || len(s) <= width && strings.Contains(shown, "...") {
						t.Fatalf("Around(%q, %d, %d, %d) = %q: the wrong length", s, i, lo, hi, shown)
					}
				}
			}
		}
	}
}
