package uri

import (
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
)

// slowText returns the text that the slow twin resolves ref to, or "".
func slowText(r Resolver, base, ref string) string {
	if r.RelativeBase && r.Mode != RFC1808 && slowSplit(base).scheme == "" {
		return slowRelative(r, base, ref)
	}
	p, wrong := slowResolve(r, base, ref)
	if wrong != "" {
		return ""
	}
	return p.join()
}

// checkReference checks a result of Relativize for a target against short, a reference to
// it if there is one and otherwise "none".
func checkReference(t *testing.T, r Resolver, base, target URI, short string) {
	t.Helper()
	const none = "none"
	got, ok := r.Relativize(base, target)
	switch {
	case !ok && short != none:
		t.Errorf("%+v: nothing from %q to %q, there is %q", r, base, target, short)
	case !ok:
	case got.scheme != 0 || slowText(r, base.s, got.s) != target.s:
		t.Errorf("%+v: %q from %q to %q leads to %q", r, got, base, target, slowText(r, base.s, got.s))
	case short != none && len(got.s) > len(short):
		t.Errorf("%+v: %q from %q to %q, there is %q", r, got, base, target, short)
	}
	if u, err := Parse(got.s); err != nil || u != got {
		t.Errorf("%q is parsed as %q, %v", got, u, err)
	}
}

// samePlace reports whether the text of a URI begins with the scheme and the authority of
// another one, as the mode of r splits them, so that Relativize looks for a reference.
func samePlace(r Resolver, base, target string) bool {
	b, u := slowSplit(base), slowSplit(target)
	if r.Mode == RFC1808 { // a net_loc ends only at "/"
		authority := func(s string) string {
			s, _ = slowFrom(s[strings.Index(s, ":")+1:], "#")
			if !strings.HasPrefix(s, "//") {
				return ""
			}
			s, _ = slowFrom(s[2:], "/")
			return "//" + s
		}
		return b.scheme == u.scheme && authority(base) == authority(target)
	}
	return b.scheme == u.scheme && b.authority == u.authority
}

// TestRelativizeBrute compares Relativize in each mode with all short references.
func TestRelativizeBrute(t *testing.T) {
	n := 3
	if *long {
		n = 4
	}
	refs := shortTexts(n, resolveSymbols)
	targets, unreached := 0, 0
	for i, r := range slices.Concat(modes, []Resolver{
		{Mode: RFC1808, SameScheme: true}, {Mode: RFC1808, AboveRoot: AboveRootDrop}, {Mode: RFC1808, Document: MustParse("a://a/#a")}, {Mode: 7},
		{RelativeBase: true}, {Mode: RFC3986, RelativeBase: true},
	}) {
		bases := []string{"a://a/b/c/d?q", "a://a/../a/a", "a:/a/./a", "a://a", "a://a?a", "a:/.//a", "a:///a//a", "a://a/a;a?a#a",
			"a:a/a", "a:a", "a:a/../a?a", "a:.", "a:a;a/a", "a://a;a/?", "a:/", "a://a/a:a/",
			"a:./#a", "a://a#a", "a:/a?a#", "a://a/a/;a#a", "http://a/a/a#a", "http:/a#a"}
		if r.RelativeBase {
			bases = []string{"", "a", "a/b/c", "../a/b", "../../a", "./a:a/b", ".//a", "/", "/a/b", "/../a/b", "//a", "//a/a/b?a", "?a", "a?a", "a//a", "a/#a", "a/./b"}
		} else if i >= len(modes) && !*long {
			bases = bases[i%2*4:]
		}
		for _, base := range bases {
			base := MustParse(base)
			shortest := make(map[string]string)
			for _, ref := range refs {
				text := slowText(r, base.s, ref.s)
				if have, ok := shortest[text]; ref.scheme == 0 && text != "" && (!ok || len(ref.s) < len(have)) && samePlace(r, base.s, text) {
					shortest[text] = ref.s
				}
			}
			for text, short := range shortest {
				if target, err := Parse(text); err == nil {
					targets++
					checkReference(t, r, base, target, short)
				}
			}
			start := base.s[:base.path]
			for _, end := range refs {
				target, err := Parse(start + end.s)
				if _, ok := shortest[start+end.s]; err == nil && !ok {
					unreached++
					checkReference(t, r, base, target, "none")
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d targets, %d that no short reference reaches", targets, unreached)
}

// TestRelativizeRandom compares Relativize with a search among references that are made of
// the end of the target, on random pairs with dot segments.
func TestRelativizeRandom(t *testing.T) {
	rnd := seed.Rand(t)
	text := func() string {
		s := pick(rnd, 1, "x://h", "http://h", "x:", "x:///", "x://h", "x://u@h:1")
		return s + pick(rnd, 1, "/", "/", "/", "", "a") + pick(rnd, rnd.IntN(7), "a", "b", "/", "/", ".", "..", "../", "./", "?", ";", ":", "%2e", "?q", "a/b")
	}
	starts := []string{"", ".", "./", "..", "../", "../..", "../../", "../../../", "/.", "//", "/", ";", "?"}
	found, none := 0, 0
	for range *inputs {
		r := modes[rnd.IntN(len(modes))]
		base, err := Parse(text())
		if err != nil {
			continue
		}
		s := text()
		if rnd.IntN(2) == 0 {
			s = base.s[:rnd.IntN(len(base.s)+1)] + pick(rnd, rnd.IntN(4), "a", "/", "..", ".", "?", "#", "/c", ";")
		}
		target, err := Parse(s)
		if err != nil || target.scheme == 0 || !samePlace(r, base.s, target.s) {
			continue
		}
		short, limit := "none", len(target.s)
		if got, ok := r.Relativize(base, target); ok {
			short, limit = got.s, len(got.s)
			found++
		} else {
			none++
		}
		for i := range len(target.s) + 1 {
			for _, start := range starts {
				ref := start + target.s[i:]
				if u, err := Parse(ref); len(ref) < limit && err == nil && u.scheme == 0 && slowText(r, base.s, ref) == target.s {
					short, limit = ref, len(ref)
				}
			}
		}
		checkReference(t, r, base, target, short)
		if t.Failed() {
			return
		}
	}
	if found < *inputs/8 || none < *inputs/50 {
		t.Errorf("of %d pairs %d have a reference and %d have none", *inputs, found, none)
	}
}

// TestURIRelativize checks that the method of a URI is that of the zero Resolver.
func TestURIRelativize(t *testing.T) {
	for _, ref := range shortTexts(3, resolveSymbols) {
		for _, base := range []URI{MustParse("a://a/b/c?d"), MustParse("a:a")} {
			target, err := base.Resolve(ref)
			if err != nil {
				continue
			}
			got, ok := RFC2396.Relativize(base, target)
			if want, wantOK := (Resolver{}).Relativize(base, target); got != want || ok != wantOK {
				t.Errorf("%q from %q: %q, %t; the Resolver has %q, %t", target, base, got, ok, want, wantOK)
			}
		}
	}
}

// TestRelativizeColon has a pair that random texts found: the shortest way up, "..;%2e:",
// has a ":" before the first "/" and is no reference.
func TestRelativizeColon(t *testing.T) {
	base, target := MustParse("x://h//a/b..?"), MustParse("x://h//;%2e:")
	checkReference(t, Resolver{Mode: RFC1808, AboveRoot: AboveRootReject}, base, target, "../;%2e:")
}

// TestRelativizeRelative has a base or a target without a scheme: only the document, which
// needs no base, has a reference.
func TestRelativizeRelative(t *testing.T) {
	texts := []string{"", "a", "/a", "//h/a", "?a", "#a"}
	for _, r := range modes {
		for _, text := range texts {
			u := MustParse(text)
			for _, other := range append(texts, "http://h/a") {
				v := MustParse(other)
				for _, pair := range [][2]URI{{u, v}, {v, u}} {
					if ref, ok := r.Relativize(pair[0], pair[1]); ok {
						t.Errorf("%+v: %q from %q to %q", r, ref, pair[0], pair[1])
					}
				}
			}
			in := r
			in.Document = MustParse("http://h/d")
			for target, want := range map[string]string{"http://h/d": "", "http://h/d#g": "#g"} {
				checkReference(t, in, u, MustParse(target), want)
			}
		}
	}
}
