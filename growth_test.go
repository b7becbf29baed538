package uri

import (
	"strings"
	"testing"
)

// growing are the functions that read text. They are tried on text of any kind and
// refuse most of it.
var growing = map[string]func(s string){
	"Parse":        func(s string) { _, _ = Parse(s) },
	"ParseRFC2396": func(s string) { _, _ = ParseRFC2396(s) },
	"Valid":        func(s string) { Valid(s) },
	"Escape":       func(s string) { Escape(s, EscapeSegment) },
	"EscapeOnce":   func(s string) { EscapeOnce(s, EscapeQueryPair) },
	"Unescape":     func(s string) { _, _ = Unescape(s) },
	"Append": func(s string) {
		AppendEscape(nil, s, EscapeData)
		appendEscapeOnce(nil, s, EscapeData)
		_, _ = AppendUnescape(nil, s)
	},
	"Resolve": func(s string) {
		base := MustParse("http://u@a/b/c/d;p?q")
		for _, r := range modes {
			_, _ = r.AppendResolve(nil, base, s)
			if u, err := Parse(s); err == nil {
				_, _ = r.Resolve(base, u)
				_, _ = r.Resolve(u, MustParse("../../g"))
			}
		}
	},
	"Relativize": func(s string) {
		if u, err := Parse("http://a/b/" + s); err == nil {
			MustParse("http://a/b/c").Relativize(u)
			u.Relativize(MustParse("http://a/b/c"))
		}
	},
	"Normalize": func(s string) {
		for _, m := range []Mode{RFC2396, RFC3986, RFC1808} {
			if u, err := Parse(s); err == nil {
				m.Normalize(u)
				m.AppendNormalize(nil, u)
			}
		}
	},
	"Equivalent": func(s string) {
		if u, err := Parse(s); err == nil {
			Equivalent(u, u.WithoutFragment())
			Compare(u, MustParse("http://h"))
		}
	},
	"accessors": func(s string) {
		if u, err := Parse(s); err == nil {
			for g := range u.Segments() {
				g.Params()
			}
			for p := range u.Pairs() {
				p.Name()
			}
			u.Addr()
			u.Redacted()
			u.Clone()
		}
	},
	"text": func(s string) {
		var u URI
		if u.UnmarshalText([]byte(s)) == nil {
			_, _ = u.MarshalText()
		}
	},
	"With": func(s string) {
		for _, u := range []URI{MustParse("http://u@h:1/p?q#f"), MustParse("a:b"), MustParse("/x")} {
			for _, f := range []func(URI, string) (URI, error){URI.WithScheme, URI.WithAuthority, URI.WithUserinfo,
				URI.WithHost, URI.WithPort, URI.WithPath, URI.WithQuery, URI.WithFragment} {
				if _, err := f(u, s); err != nil {
					_ = err.Error()
				}
			}
			_, _ = u.JoinSegments(s, s)
		}
	},
	"change": func(s string) {
		if u, err := Parse(s); err == nil {
			_, _ = u.WithPath("x:y")
			_, _ = u.WithHost("h")
			u.WithoutUserinfo()
			u.WithoutPort()
			u.WithoutQuery()
		}
	},
}

// growthTexts returns texts of about n bytes, of the kinds that have been slow in
// other libraries.
func growthTexts(n int) (texts []string) {
	for _, ends := range [][2]string{{"", ""}, {"http://u:", "@h"}, {"http://h/", ""}} {
		for _, unit := range []string{"%2e/", "a/../", ";", "@", "a.", " "} {
			texts = append(texts, ends[0]+strings.Repeat(unit, n/len(unit))+ends[1])
		}
	}
	return texts
}

// TestGrowth checks that a function allocates at most a small multiple of a text of
// 64 KiB for each call that it makes, and that the size grows no faster than the
// text. It counts the bytes allocated, not time.
func TestGrowth(t *testing.T) {
	const n = 64 << 10
	small, large := growthTexts(n/8), growthTexts(n)
	for name, f := range growing {
		most := map[string]float64{"Resolve": 80, "With": 128, "Normalize": 40, "Append": 40, "Relativize": 20}[name]
		if most == 0 {
			most = 12
		}
		for i, s := range large {
			took := allocated(1, func() { f(s) })
			if took > most*n {
				t.Errorf("%s: %.12q...: %.0f octets for %d", name, s, took, len(s))
			}
			if before := allocated(1, func() { f(small[i]) }); took > 16*before+8*n {
				t.Errorf("%s: %.12q...: %.0f octets for %d, %.0f for %d", name, s, took, len(s), before, len(small[i]))
			}
		}
	}
}
