package guard

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/uri"
)

var (
	paths  = flag.Int("paths", 5, "compare Rewrite with the naive readers on every path of up to `N` characters")
	tokens = flag.Int("tokens", 3, "compare Rewrite with the naive readers on every path of up to `N` tokens")
)

var rewriteRoutes = []Rewrite{
	{From: "/a", To: uri.MustParse("http://h/p")},
	{From: "/a", To: uri.MustParse("http://h/p/"), Keep: `/\%`},
	{From: "/a/", To: uri.MustParse("http://h")},
	{From: "/a/p", To: uri.MustParse("http://h/a"), Keep: "/"},
	{From: "/", To: uri.MustParse("https://u@h:1/p")},
}

// rewriteTokens has one of everything that a reader of a decoded path
// treats in its own way, escaped as a URI has it. A raw "\" is in no URI.
var rewriteTokens = []string{"a", ".", "/", ";", "%2e", "%2f", "%5c", "%25", "%3f", "%23", "%20", "%00", "%09", "%0d", "%01"}

// TestRewriteTokens tries all paths that consist of From and up to -tokens tokens. From
// the fifth token on it leaves out
//
//   - the paths whose beginning is refused for good (refusedForGood),
//   - those with "%23", which every reader here treats as "%3f", and with "%01",
//   - those without an "a" that are not below From as written: no reader decodes
//     another token to it,
//   - the reading of the result, which is the path with another name for From.
//
// It tries all paths of up to four tokens, and holds that nothing is lost: a path with a
// refused beginning is refused, and leftOut.
func TestRewriteTokens(t *testing.T) {
	const whole = 4
	for _, route := range []struct {
		Rewrite
		prefix string
	}{
		{Rewrite{From: "/a/", To: uri.MustParse("http://h/p")}, "/a/"},
		{Rewrite{From: "/a", To: uri.MustParse("http://h/p/"), Keep: "/\\%?#\x00\t\r\n"}, "/a/"},
		{Rewrite{From: "/a", To: uri.MustParse("http://h/p")}, "/"}, // most are not below From as written
	} {
		for _, first := range rewriteTokens {
			t.Run(route.prefix+" "+first, func(t *testing.T) {
				t.Parallel()
				c := newRewriteCheck(route.Rewrite)
				c.claims = route.prefix == "/"
				buf := []byte(route.prefix + first)
				var walk func(n int, refused bool)
				walk = func(n int, refused bool) {
					if n <= whole {
						c.leftOut(t, buf)
					}
					if n <= whole || c.counts(buf) {
						c.pathAlone = n > whole
						err := c.check(t, string(buf))
						if refused && err == nil {
							t.Fatalf("%s: not refused, and its beginning is", buf)
						}
						refused = refused || refusedForGood(buf, err)
					}
					if n == *tokens || refused && n >= whole {
						return
					}
					end := len(buf)
					for _, token := range rewriteTokens {
						if n < whole || token != "%23" && token != "%01" {
							buf = append(buf[:end], token...)
							walk(n+1, refused)
						}
					}
					buf = buf[:end]
				}
				walk(1, false)
				if c.applied < 10 && route.Keep != "" && first != "." && first != "/" {
					t.Errorf("only %d paths applied", c.applied)
				}
			})
		}
	}
}

// TestClaimsHost tries short paths that may begin with a host.
func TestClaimsHost(t *testing.T) {
	c := newRewriteCheck(Rewrite{From: "/a", To: uri.MustParse("http://h")})
	tokens := []string{"/", "a", "h", "%2f", "%255c", "%25", "%09", "61"}
	claimed := 0
	var walk func(path string, n int)
	walk = func(path string, n int) {
		u := uri.MustParse("http://proxy" + path)
		_, ok, err := c.r.Apply(u)
		c.checkClaims(t, u, ok, err)
		if reader, _ := c.r.ClaimedBy(u); strings.HasSuffix(reader, "after a host") {
			claimed++
		}
		if n == 0 {
			return
		}
		for _, token := range tokens {
			walk(path+token, n-1)
		}
	}
	for _, start := range []string{"/", "//h", "/%2fh", "/%09%255c"} {
		walk(start, 3)
	}
	if claimed < 50 {
		t.Errorf("only %d paths were claimed after a host", claimed)
	}
}

// refusedForGood reports whether Apply, which answered err for path, must refuse all
// paths that begin with it: it refused an escape, or a path that a whole segment leads
// out of.
func refusedForGood(path []byte, err error) bool {
	var e *Error
	return errors.As(err, &e) && (strings.HasPrefix(e.Reason, "an escape makes another") || strings.HasPrefix(e.Reason, "an escape ends") || path[len(path)-1] == '/')
}

// leftOut holds that Apply answers alike for path with "%3f" for "%23", that path is claimed
// if that is, and that it is not claimed if it does not count.
func (c *rewriteCheck) leftOut(t *testing.T, path []byte) {
	u, other := uri.MustParse(string(path)), strings.ReplaceAll(string(path), "%23", "%3f")
	if !c.counts(path) {
		if reader, ok := c.r.ClaimedBy(u); ok {
			t.Fatalf("%s: claimed, %s", path, reader)
		}
	}
	if other == string(path) {
		return
	}
	v := uri.MustParse(other)
	_, ok, err := c.r.Apply(u)
	_, otherOK, otherErr := c.r.Apply(v)
	if ok != otherOK || (err == nil) != (otherErr == nil) {
		t.Fatalf("%s: %v %v; %s: %v %v", u, ok, err, v, otherOK, otherErr)
	}
	if _, otherClaimed := c.r.ClaimedBy(v); otherClaimed {
		if _, claimed := c.r.ClaimedBy(u); !claimed {
			t.Fatalf("%s is claimed, and %s not", v, u)
		}
	}
}

// counts reports whether some reader may see path below From.
func (c *rewriteCheck) counts(path []byte) bool {
	return naivePath(path).isBelow(c.r.From) || bytes.IndexByte(path[1:], 'a') >= 0
}

// pathAlphabet has one of everything that some reader treats in its own way.
const pathAlphabet = `/.%25FeC;\ap`

// TestRewriteExhaustive tries all paths that consist of From and a rest of up to
// -paths characters of pathAlphabet. The rest begins with "/", which counts, even
// if that is the "/" at the end of From. With -paths 8 these are for each route
// the 1+12+...+12^7 = 39,089,245 texts that begin with "/", 35,831,808 of them
// with eight characters. Texts that are no path of a URI are not visited: `\` is
// in none, and a "%" has two hexadecimal digits after it. The routes other than
// "/" and "/a" take rests of one character less.
func TestRewriteExhaustive(t *testing.T) {
	var applied, refused, other atomic.Int64
	t.Run("routes", func(t *testing.T) {
		for i, r := range rewriteRoutes {
			n := *paths
			if r.From != "/" && i > 0 {
				n--
			}
			prefix := strings.TrimSuffix(r.From, "/") + "/"
			for _, first := range append(strings.Split(pathAlphabet, ""), "") {
				t.Run(r.From+" "+first, func(t *testing.T) {
					t.Parallel()
					c := newRewriteCheck(r)
					c.checkAll(t, prefix, first, n)
					applied.Add(int64(c.applied))
					refused.Add(int64(c.refused))
					other.Add(int64(c.other))
				})
			}
		}
	})
	t.Logf("%d paths applied, %d refused, %d not below From", applied.Load(), refused.Load(), other.Load())
	if applied.Load() < 1000 || refused.Load() < 50 {
		t.Errorf("only %d paths applied and %d refused", applied.Load(), refused.Load())
	}
}

// checkAll checks prefix, which ends in "/", with first after it and all that
// follows, up to n characters with that "/". An empty first is prefix alone.
func (c *rewriteCheck) checkAll(t *testing.T, prefix, first string, n int) {
	buf := append(make([]byte, 0, len(prefix)+n), prefix+first...)
	var walk func(end int)
	walk = func(end int) {
		// No longer text has the beginning of one that is no path.
		buf = buf[:end]
		if !pathBegins(buf[len(prefix)-1:]) {
			return
		}
		c.check(t, string(buf))
		if first == "" || end == len(prefix)-1+n {
			return
		}
		for k := range len(pathAlphabet) {
			buf = append(buf[:end], pathAlphabet[k])
			walk(end + 1)
		}
	}
	walk(len(buf))
}

// pathBegins reports whether a path may begin with s as far as its last three
// characters say.
func pathBegins(s []byte) bool {
	last := s[len(s)-1]
	if last == '\\' {
		return false
	}
	for i := max(len(s)-3, 0); i < len(s)-1; i++ {
		if s[i] == '%' && strings.IndexByte("0123456789abcdefABCDEF", last) < 0 {
			return false
		}
	}
	return true
}

// TestRewriteRandom tries long paths of pieces that meet often.
func TestRewriteRandom(t *testing.T) {
	pieces := []string{"/", "/", "/", ".", "..", "../", "/..", "a", "a/", "ap", "p", ";", "%2e", "%2E", "%2F", "%2f", "%5C", "%5c", "%25", "%252e", "%252F",
		"%255C", "%25%32%65", "%3B", "%253b", "//", "%20", "%C3%A9", "%00", "%3f", "%23", "%09", "%0D%0A", "%2520", "%253F", "%41", "%61", "A", "%c0%af", "%C0%AE", "%c1%a1", "%e0%80%af", "%25c0%25ae", "%c1%1c", "a.", ":", "a:x", ":$DATA", "%01", "%0B", "%251F", "%C2%A0", "%E2%80%A8", "%25A0", "%85", "..;", ".;x", "@s%2Fn", "b%2Fc/"}
	random := rand.New(rand.NewPCG(1, 2))
	var checks []*rewriteCheck
	for _, r := range rewriteRoutes {
		checks = append(checks, newRewriteCheck(r))
	}
	for range *inputs {
		c := checks[random.IntN(len(checks))]
		path := strings.TrimSuffix(c.r.From, "/")
		if random.IntN(8) > 0 {
			path += "/"
		}
		for range random.IntN(12) {
			path += pieces[random.IntN(len(pieces))]
		}
		c.check(t, path)
	}
	applied, refused := 0, 0
	for _, c := range checks {
		applied += c.applied
		refused += c.refused
	}
	if applied < *inputs/20 || refused < *inputs/20 {
		t.Errorf("only %d paths applied and %d refused", applied, refused)
	}
}

// FuzzRewrite skips long texts: the fuzzer shortens each text that is new to it, which
// takes quadratic time.
func FuzzRewrite(f *testing.F) {
	for _, path := range []string{"/a", "/a/", "/a/x/../y", "/a/%2e%2e/x", "/a/..;/x", "/a//../x", "/a/%2F..", "/a/@s%2Fn/..", "/ap", "/A/x", "/a/%252e%252e/", "/a/..%5Cx", ""} {
		f.Add("/a", "http://h/p", "/", path)
		f.Add("/", "http://h", "", path)
	}
	f.Add("/a%20b", "http://h", "", "/a%20bx")
	f.Fuzz(func(t *testing.T, from, to, keep, path string) {
		if len(from)+len(to)+len(path) > 1<<8 {
			return
		}
		if strings.ContainsAny(path, "?#") || strings.ContainsAny(from, "?#") {
			return
		}
		v, err := uri.Parse(to)
		if err != nil || !uri.Valid(from) {
			return
		}
		r := Rewrite{From: from, To: v, Keep: keep}
		if u, err := uri.Parse("http://proxy.example" + path); err != nil || u.Path() != path || path == "" {
			return
		}
		_, _, err = r.Apply(uri.MustParse("/"))
		var e *Error
		if errors.As(err, &e) && e.Part != "path" {
			return
		}
		newRewriteCheck(r).check(t, path)
	})
}
