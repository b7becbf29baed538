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

// TestAround has secrets near the ends of what an excerpt shows. Around them there is more.
func TestAround(t *testing.T) {
	s := strings.Repeat("<", 200) + "0123456789" + strings.Repeat(">", 200)
	mark := func(n int, char string) string { return strings.Repeat(char, n) }
	for _, tt := range []struct {
		i             int
		secrets       []Span
		before, after string
	}{
		{205, nil, "..." + mark(55, "<") + "01234", "56789" + mark(55, ">") + "..."},
		{205, []Span{{203, 207}}, "..." + mark(57, "<") + "012", "xxxxx789" + mark(57, ">") + "..."},
		{205, []Span{{205, 207}}, "..." + mark(55, "<") + "01234", "xxxxx789" + mark(57, ">") + "..."},
		{205, []Span{{204, 205}}, "..." + mark(56, "<") + "0123xxxxx", "56789" + mark(55, ">") + "..."},
		{205, []Span{{203, 204}, {206, 207}}, "..." + mark(57, "<") + "012xxxxx4", "5xxxxx789" + mark(57, ">") + "..."},
		// at the first and the last byte, and right beside them
		{205, []Span{{140, 146}}, "..." + mark(60, "<") + "xxxxx" + mark(54, "<") + "01234", "56789" + mark(55, ">") + "..."},
		{205, []Span{{140, 145}}, "..." + mark(55, "<") + "01234", "56789" + mark(55, ">") + "..."},
		{205, []Span{{264, 270}}, "..." + mark(55, "<") + "01234", "56789" + mark(54, ">") + "xxxxx" + mark(60, ">") + "..."},
		{205, []Span{{265, 270}}, "..." + mark(55, "<") + "01234", "56789" + mark(55, ">") + "..."},
		// what is shown around a secret ends in another one
		{205, []Span{{80, 90}, {140, 146}}, "...xxxxx" + mark(50, "<") + "xxxxx" + mark(54, "<") + "01234", "56789" + mark(55, ">") + "..."},
		{205, []Span{{264, 270}, {320, 340}}, "..." + mark(55, "<") + "01234", "56789" + mark(54, ">") + "xxxxx" + mark(50, ">") + "xxxxx..."},
		// at the ends of the text
		{0, []Span{{0, 10}}, "", "xxxxx" + mark(60, "<") + "..."},
		{60, []Span{{0, 1}}, "xxxxx" + mark(59, "<"), mark(60, "<") + "..."},
		{61, []Span{{0, 1}}, "..." + mark(60, "<"), mark(60, "<") + "..."},
		{410, []Span{{405, 410}}, "..." + mark(60, ">") + "xxxxx", ""},
		{350, []Span{{409, 410}}, "..." + mark(60, ">"), mark(59, ">") + "xxxxx"},
		{350, nil, "..." + mark(60, ">"), mark(60, ">")},
		{349, nil, "..." + mark(60, ">"), mark(60, ">") + "..."},
	} {
		if before, after := Around(s, tt.i, tt.secrets).Split(); before != tt.before || after != tt.after {
			t.Errorf("at %d, secrets %v: %q, %q\nwant %q, %q", tt.i, tt.secrets, before, after, tt.before, tt.after)
		}
	}
}
