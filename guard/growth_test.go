package guard

import (
	"flag"
	"net/url"
	"strings"
	"testing"

	"example.com/uri"
)

// TestGrowth guards that no function takes quadratic time: a long text may take
// at most six times as long as the same length in 32 short texts. Linear work
// takes about as long, quadratic work 32 times as long. Both are measured one
// right after the other and, while noise does not interfere, for the same time,
// so a busy machine slows both down. A pair that does not pass is measured again,
// up to 20 times; for quadratic work no pair passes.
func TestGrowth(t *testing.T) {
	const small, factor, limit, tries = 1 << 11, 32, 6, 20
	benchtime := flag.Lookup("test.benchtime")
	was := benchtime.Value.String()
	defer benchtime.Value.Set(was)
	if err := benchtime.Value.Set("1x"); err != nil {
		t.Fatal(err)
	}
	route := Rewrite{From: "/", To: uri.MustParse("http://h/"), Keep: `/\%`}
	hosts, err := ParseHosts("h, .a, 10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	functions := []struct {
		name string
		f    func(u uri.URI, v *url.URL)
	}{
		{"Strict", func(u uri.URI, _ *url.URL) { Strict(u) }},
		{"Loose", func(u uri.URI, _ *url.URL) { Loose(u) }},
		{"AgreesWithBrowsers", func(u uri.URI, _ *url.URL) { _ = AgreesWithBrowsers(u) }},
		{"Audit", func(u uri.URI, _ *url.URL) { Audit(u) }},
		{"Findings", func(u uri.URI, _ *url.URL) {
			for f := range (Auditor{}).Findings(u) {
				_ = f.Message()
			}
		}},
		{"AgreesWithNetURL", func(u uri.URI, _ *url.URL) { _ = AgreesWithNetURL(u) }},
		{"ToURL", func(u uri.URI, _ *url.URL) { _, _ = ToURL(u) }},
		{"FromURL", func(_ uri.URI, v *url.URL) { _, _ = FromURL(v) }},
		{"Gate.Check", func(u uri.URI, _ *url.URL) { _ = Gate{}.Check(u) }},
		{"Rewrite.Apply", func(u uri.URI, _ *url.URL) { _, _, _ = route.Apply(u) }},
		{"Rewrite.Claims", func(u uri.URI, _ *url.URL) { _, _ = route.Claims(u) }},
		{"ParseHosts", func(u uri.URI, _ *url.URL) { _, _ = ParseHosts(u.String()) }},
		{"Hosts.Match", func(u uri.URI, _ *url.URL) { hosts.Match(u) }},
		{"Local", func(u uri.URI, _ *url.URL) { _, _ = Local(uri.MustParse("http://h/a"), u.String()) }},
		{"ParseTarget", func(u uri.URI, _ *url.URL) { _, _ = ParseTarget("GET", u.String()) }},
	}
	// Each is one text, or a piece between what stands before and after it.
	for _, shape := range []struct{ before, piece, after string }{
		{"http://h/", "a", ""},
		{"http://h/", "%41", ""},
		{"http://h/", "%00", ""},
		{"http://h/", "%25", ""},
		{"http://h/", "%2e%2e/", ""},
		{"http://h/", "..;/", ""},
		{"http://h/", "/", ""},
		{"http:", "/", "h"},
		{"", "/", "h"},
		{"http://h/?", "%0D", ""},
		{"http://h/#", "%25", ""},
		{"http://h", "?@", ""},
		{"mailto:a@b?x=", "%0A", ""},
		{"http://", "0", "1/"},
		{"http://", "1.", "1/"},
		{"http://", "%31", ".1/"},
		{"http://", "a.", "/"},
		{"http://", "xn--a.", "/"},
		{"http://", "%D0%B0.", "a/"},
		{"http://", "%41", "@h/"},
		{"http://", "a.", "@h/"},
		{"http://", "@", "/"},
		{"http://u:", "%3A", "@h/"},
		{"http://h:", "1", "/"},
		{"", "a", ":b"},
	} {
		text := func(size int) (uri.URI, *url.URL) {
			u := uri.MustParse(shape.before + strings.Repeat(shape.piece, size/len(shape.piece)) + shape.after)
			v, err := url.Parse(u.String())
			if err != nil {
				v = &url.URL{Scheme: "http", Host: "h", Path: u.String()}
			}
			return u, v
		}
		shortU, shortV := text(small)
		longU, longV := text(small * factor)
		for _, function := range functions {
			run := func(times int, u uri.URI, v *url.URL) int64 {
				return testing.Benchmark(func(*testing.B) {
					for range times {
						function.f(u, v)
					}
				}).T.Nanoseconds()
			}
			for n := 1; ; n++ {
				quick, slow := run(factor, shortU, shortV), run(1, longU, longV)
				if slow <= limit*quick {
					break
				}
				if n == tries {
					t.Errorf("%s of %q, %q ..., %q: %d ns for %d times %d bytes, %d ns for %d", function.name,
						shape.before, shape.piece, shape.after, quick, factor, small, slow, small*factor)
					break
				}
			}
		}
	}
}
