package guardtest_test

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/guard/guardtest"
)

// A recorder is a testing.TB that keeps errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }

// TestErrors checks that each gap is one error, which begins with the behavior and has the text and
// the programs.
func TestErrors(t *testing.T) {
	all := func(string) bool { return true }
	for name, tt := range map[string]struct {
		run  func(testing.TB)
		gaps iter.Seq[guardtest.Gap]
	}{
		"DenyList":  {func(r testing.TB) { guardtest.DenyList(r, "evil.example", all) }, guardtest.DenyListGaps("evil.example", all)},
		"AllowList": {func(r testing.TB) { guardtest.AllowList(r, "good.example", all) }, guardtest.AllowListGaps("good.example", all)},
		"Redirects": {func(r testing.TB) { guardtest.Redirects(r, origin, all) }, guardtest.RedirectGaps(origin, all)},
	} {
		r := &recorder{TB: t}
		tt.run(r)
		var want []string
		for g := range tt.gaps {
			want = append(want, g.String())
		}
		if diff := cmp.Diff(want, r.errors); diff != "" || len(want) < 15 {
			t.Errorf("%s: %d gaps: %s", name, len(want), diff)
		}
		for _, n := range []int{0, 1, len(want) - 1} { // a loop may end early
			i := 0
			for range tt.gaps {
				if i++; i > n {
					break
				}
			}
		}
	}
}

// TestGapString has gaps with several numbers of programs.
func TestGapString(t *testing.T) {
	programs := []string{"a:a", "b:b", "c:c", "d:d", "e:e", "f:f", "g:g"}
	for n, want := range map[int]string{0: `b: "t\n"`, 1: `b: "t\n" (a:a)`, 5: `b: "t\n" (a:a, b:b, c:c, d:d, e:e)`, 6: `b: "t\n" (a:a, b:b, c:c, d:d, e:e and 1 more)`, 7: `b: "t\n" (a:a, b:b, c:c, d:d, e:e and 2 more)`} {
		if got := (guardtest.Gap{Behavior: "b", Text: "t\n", Programs: programs[:n]}).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestGapsShortest checks that each behavior comes once, and that no shorter text of Hosts has the
// behavior and gets through.
func TestGapsShortest(t *testing.T) {
	odd := func(s string) bool { return len(s)%2 == 1 }
	seen := map[string]bool{}
	for g := range guardtest.DenyListGaps("evil.example", odd) {
		if !odd(g.Text) || seen[g.Behavior] {
			t.Errorf("%s", g)
		}
		seen[g.Behavior] = true
		for shorter := range guardtest.DenyListGaps("evil.example", func(s string) bool { return odd(s) && len(s) < len(g.Text) }) {
			if shorter.Behavior == g.Behavior && (shorter.Programs != nil || g.Programs == nil) {
				t.Errorf("%s, but %s", g, shorter)
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("%d gaps", len(seen))
	}
}

// TestGapsSimplest checks that a combination of behaviors is no gap if fewer of them get through.
func TestGapsSimplest(t *testing.T) {
	slash := func(s string) bool { return strings.HasPrefix(s, "/%2F") || strings.HasPrefix(s, "/x%2F..%2F") }
	var behaviors []string
	for g := range guardtest.RedirectGaps(origin, slash) {
		behaviors = append(behaviors, g.Behavior)
	}
	if !slices.Equal(behaviors, []string{"two slashes at the start: decoded once"}) {
		t.Errorf("%q", behaviors)
	}
}

// TestFaults has checks that panic, end their goroutine or do not return.
func TestFaults(t *testing.T) {
	behaviors := func(allowed func(string) bool) (all []string) {
		for g := range guardtest.RedirectGaps(origin, allowed) {
			all = append(all, g.Behavior)
		}
		return all
	}
	var calls atomic.Int32
	stop := make(chan bool)
	defer close(stop)
	for want, allowed := range map[string]func(string) bool{
		"the check panics: runtime error: index out of range [3] with length 3": func(s string) bool { return s[:3][len(s[:3])] == 'x' },
		"the check panics: ftp":        func(s string) bool { panic(s[:3]) },
		"the check ends its goroutine": func(string) bool { runtime.Goexit(); return true },
		"the check does not return":    func(string) bool { calls.Add(1); <-stop; return true },
	} {
		wait := time.Minute
		if want == "the check does not return" {
			wait = 50 * time.Millisecond
		}
		restore := guardtest.SetTimes(wait, time.Second, time.Second, time.Minute)
		got := behaviors(allowed)
		restore()
		if strings.HasSuffix(want, ": ftp") {
			if len(got) != 1 || !strings.HasPrefix(got[0], "the check panics: ") {
				t.Errorf("%q", got)
			}
		} else if !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if n := calls.Load(); n != 1 {
		t.Errorf("a check that does not return was called %d times", n)
	}
	got := behaviors(func(s string) bool {
		if s == origin+":81/" {
			panic("port")
		}
		return strings.HasPrefix(s, origin)
	})
	if !slices.Contains(got, "the check panics: port") || !slices.Contains(got, "the origin as userinfo") {
		t.Errorf("%q", got)
	}
}

// TestGapsOfAnyText has hosts and origins that are none.
func TestGapsOfAnyText(t *testing.T) {
	all := func(string) bool { return true }
	for _, s := range []string{"", "\x00\xff%", "//", "[::1]", strings.Repeat("a", 300)} {
		n := 0
		for range guardtest.DenyListGaps(s, all) {
			n++
		}
		for range guardtest.AllowListGaps(s, all) {
			n++
		}
		for range guardtest.RedirectGaps(s, all) {
			n++
		}
		if n < 10 {
			t.Errorf("%q: %d gaps", s, n)
		}
	}
}
