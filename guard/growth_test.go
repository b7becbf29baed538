package guard

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/growth"
	"example.com/uri/web"
)

// growing are the exported functions, each on a text: the functions that take a URI
// get one only if the text is one. A test in internal/house checks that none is
// missing.
var growing = map[string]func(text string){
	"LooseAddr":          ofURI(func(u uri.URI) { LooseAddr(u) }),
	"AgreesWithBrowsers": ofURI(func(u uri.URI) { growth.Methods(growth.As[*Error](AgreesWithBrowsers(u))) }),
	"AgreesWithNetURL":   ofURI(func(u uri.URI) { growth.Methods(growth.As[*Error](AgreesWithNetURL(u))) }),
	"ToURL":              ofURI(func(u uri.URI) { _, _ = ToURL(u) }),
	"FromURL": func(s string) {
		if v, err := url.Parse(s); err == nil {
			_, _ = FromURL(v)
		}
		_, _ = FromURL(&url.URL{Scheme: "http", Host: "h", Path: s})
	},
	"Audit": ofURI(func(u uri.URI) {
		for _, f := range Audit(u) {
			growth.Methods(f)
		}
	}),
	"IsPublic": func(s string) { IsPublic(netip.IPv6Unspecified().WithZone(s)) },
	"ClassOf":  func(s string) { growth.Methods(ClassOf(netip.IPv6Unspecified().WithZone(s))) },
	"Gate.CheckAddr": func(s string) {
		growth.Methods(growth.As[*Error](Gate{}.CheckAddr(netip.AddrPortFrom(netip.IPv6Unspecified().WithZone(s), 80))))
	},
	"Gate.Check":   ofURI(func(u uri.URI) { growth.Methods(growth.As[*Error](Gate{}.Check(u))) }),
	"Gate.Control": func(s string) { growth.Methods(growth.As[*Error](Gate{}.Control("tcp", s+":80", nil))) },
	"Rewrite": ofURI(func(u uri.URI) {
		route := Rewrite{From: "/", To: uri.MustParse("http://h/"), Keep: `/\%`}
		_, _, err := route.Apply(u)
		growth.Methods(growth.As[*Error](err))
		_, _ = route.ClaimedBy(u)
		_, _ = route.Back(u)
		_, _, _ = Rewrite{From: u.Path(), To: u}.Apply(u)
		_, _, _ = Routes{{From: "/a", To: route.To}, route}.Match(u)
		_ = Routes{{From: u.Path(), To: u}, {From: u.Path() + "/a", To: u}}.Check()
		_, err = Routes{{From: "/a", To: route.To}, route}.Apply(u)
		growth.Methods(growth.As[*Error](err))
	}),
	"ParseHosts": func(s string) {
		h, err := ParseHosts(s)
		growth.Methods(h, uri.MustParse("http://h.example/"))
		growth.Methods(growth.As[*Error](err))
	},
	"Hosts.Match":          ofURI(func(u uri.URI) { someHosts.Match(u) }),
	"Hosts.MayMatch":       ofURI(func(u uri.URI) { someHosts.MayMatch(u) }),
	"Hosts.MatchNamedPort": func(s string) { someHosts.MatchNamedPort(s, 80) },
	"Hosts.MatchHost":      func(s string) { someHosts.MatchHost(s, 0) },
	"Hosts.MayMatchHost":   func(s string) { someHosts.MayMatchHost(s, 0) },
	"Redirector.Resolve": func(s string) {
		r := Redirector{Base: uri.MustParse("http://h/a"), Hosts: someHosts}
		_, err := r.Resolve(s)
		growth.Methods(growth.As[*Error](err))
	},
	"BrowserURL": func(s string) {
		if u, err := web.Parse(s); err == nil {
			_, _ = BrowserURL(u)
		}
	},
	"LocalPath": func(s string) { _, _ = LocalPath(s) },
	"Local": func(s string) {
		_, err := Local(uri.MustParse("http://h/a"), s)
		growth.Methods(growth.As[*Error](err))
		ofURI(func(u uri.URI) { _, _ = Local(u, "../b") })(s)
	},
	"Readings": func(s string) {
		for _, r := range Readings(s) {
			growth.Methods(r)
			growth.Methods(growth.As[*Error](r.Err))
		}
	},
	"ParseTarget": func(s string) {
		for _, method := range []string{"GET", "CONNECT"} {
			t, err := ParseTarget(method, s)
			growth.Methods(t, s)
			growth.Methods(growth.As[*Error](err))
		}
	},
	"ParseCallbacks": func(s string) {
		c, err := ParseCallbacks("http://127.0.0.1/"+s, s)
		growth.Methods(c, s)
		growth.Methods(growth.As[*Error](err))
	},
	"Callbacks.Match": func(s string) {
		growth.Methods(growth.As[*Error](someCallbacks.Match(s)))
		_ = someCallbacks.Match("http://127.0.0.1:1/" + s)
	},
	"ParseOrigins": func(s string) {
		o, err := ParseOrigins(s)
		growth.Methods(o, s)
		growth.Methods(growth.As[*Error](err))
	},
	"Origins.Match": func(s string) {
		someOrigins.Match(s)
		someOrigins.Match("https://" + s + ".a.example")
	},
	"RepairTarget": func(s string) {
		for _, method := range []string{"GET", "CONNECT"} {
			_, err := RepairTarget(method, s)
			growth.Methods(growth.As[*Error](err))
		}
	},
	"Target.CheckHost and Target.Effective": func(s string) {
		t, _ := ParseTarget("GET", "/a")
		growth.Methods(growth.As[*Error](t.CheckHost(s)))
		_, _ = t.Effective(s, true)
	},
	"ParseHostField": func(s string) { _, _, _ = ParseHostField(s) },
}

// someHosts is a list with an entry of each kind.
var someHosts, _ = ParseHosts("h, .a, 10.0.0.0/8")

// someCallbacks and someOrigins have an entry of each kind.
var (
	someCallbacks, _ = ParseCallbacks("https://h/", "http://127.0.0.1/")
	someOrigins, _   = ParseOrigins("https://h, https://*.a.example:81, https://*.a.example")
)

// ofURI returns a function that calls f if its text is a URI.
func ofURI(f func(u uri.URI)) func(text string) {
	return func(text string) {
		if u, err := uri.Parse(text); err == nil {
			f(u)
		}
	}
}

// TestGrowthRandom is [TestGrowth] for random shapes.
func TestGrowthRandom(t *testing.T) {
	n := 1
	if *long {
		n = 100
	}
	growth.Check(t, true, growing, growth.Random(n, []string{"", "/", "http:", "http://", "http://h/", "http://h/?"},
		[]string{"a", ".", "..", "/", "//", "\\", ";", ":", ":80", "@", "?", "#", "&", "=", "%2e", "%2f", "%5c", "%25", "%252e", "%00", "%09", "%0d%0a", "%c2%a0", "%41", "%", "1", "1.2.3.4", "0x7f", "[::1]", "[", "]", "*", "*.", ",", " ", "\t", "\x00", "é", "。", "xn--a", "-", "_", "h", "https://", "{", "|", "token="}))
}

// TestGrowthLists is [TestGrowth] for the functions that take a list of texts: one text
// for each byte, and a question for each of them.
func TestGrowthLists(t *testing.T) {
	growth.Check(t, *long, map[string]func(text string){
		"ParseCallbacks": func(s string) {
			var uris []string
			for i := range len(s) {
				uris = append(uris, fmt.Sprintf("https://app.example/%s%d", s[:4], i))
			}
			c, err := ParseCallbacks(uris...)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range uris {
				if err := c.Match(u); err != nil {
					t.Fatal(err)
				}
			}
		},
		"ParseHosts": func(s string) {
			h, err := ParseHosts(listOf(s, "host", ".example"))
			for i := range len(s) {
				u := uri.MustParse(fmt.Sprint("http://host", i, ".example/"))
				if err != nil || !h.Match(u) || !h.MayMatch(u) {
					t.Fatal(i, err)
				}
			}
		},
		"ParseOrigins": func(s string) {
			o, err := ParseOrigins(listOf(s, "https://host", ".example"))
			for i := range len(s) {
				if err != nil || !o.Match(fmt.Sprint("https://host", i, ".example")) {
					t.Fatal(i, err)
				}
			}
		},
	}, []growth.Shape{{Piece: "a"}, {Piece: "%41/"}})
}

// listOf returns a list with an entry for each byte of s: a number between two texts.
func listOf(s, before, after string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprint(&b, before, i, after, ",")
	}
	return b.String()
}

// TestGrowth checks that no exported function takes quadratic time.
func TestGrowth(t *testing.T) {
	growth.Check(t, *long, growing, []growth.Shape{
		{Before: "http://h/", Piece: "a"},
		{Before: "http://h/", Piece: "%41"},
		{Before: "http://h/", Piece: "%00"},
		{Before: "http://h/", Piece: "%25"},
		{Before: "http://h/", Piece: "%2e%2e/"},
		{Before: "http://h/", Piece: "..;/"},
		{Before: "http://h/", Piece: "/"},
		{Before: "/", Piece: "{"},
		{Before: "/", Piece: "|", After: " "},
		{Before: "http:", Piece: "/", After: "h"},
		{Before: "", Piece: "/", After: "h"},
		{Before: "http://h/?", Piece: "%0D"},
		{Before: "http://h/#", Piece: "%25"},
		{Before: "http://h", Piece: "?@"},
		{Before: "mailto:a@b?x=", Piece: "%0A"},
		{Before: "http://", Piece: "0", After: "1/"},
		{Before: "http://", Piece: "1.", After: "1/"},
		{Before: "http://", Piece: "%31", After: ".1/"},
		{Before: "http://", Piece: "a.", After: "/"},
		{Before: "http://", Piece: "xn--a.", After: "/"},
		{Before: "http://", Piece: "%D0%B0.", After: "a/"},
		{Before: "http://", Piece: "%41", After: "@h/"},
		{Before: "http://", Piece: "a.", After: "@h/"},
		{Before: "http://", Piece: "@", After: "/"},
		{Before: "http://", Piece: "a@", After: "h.example/"},
		{Before: "http://", Piece: "1.@", After: "/"},
		{Before: "http://", Piece: "%2540", After: "@a/"},
		{Before: "http://h?@", Piece: "a."},
		{Before: "http://u:", Piece: "%3A", After: "@h/"},
		{Before: "http://h:", Piece: "1", After: "/"},
		{Before: "", Piece: "a", After: ":b"},
		{Before: "", Piece: "a,"},
		{Before: "", Piece: "https://a "},
		{Before: "https://", Piece: "a."},
		{Before: "", Piece: "https://*.a.example,"},
		{Before: "", Piece: "1.", After: "1"},
	})
}
