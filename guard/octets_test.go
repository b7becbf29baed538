package guard

import (
	"fmt"
	"strings"
	"testing"

	"example.com/uri"
)

// TestEdgeOctets gives each check the octets on both sides of the edge of US-ASCII, raw
// and escaped. 7F is a control of US-ASCII (RFC 20, 5.2) and no character of a name. 80 and
// 81 are no characters of a URI, but may be octets of a character in UTF-8; alone they are
// none.
func TestEdgeOctets(t *testing.T) {
	octets := []string{"\x7F", "\x80", "\x81", "%7F", "%80", "%81"}
	const no = "-" // not a URI, or refused
	word := func(err error) string {
		if err != nil {
			return no
		}
		return "ok"
	}
	hosts, err := ParseHosts("a.example")
	if err != nil {
		t.Fatal(err)
	}
	origins, err := ParseOrigins("https://a.example")
	if err != nil {
		t.Fatal(err)
	}
	callbacks, err := ParseCallbacks("https://a.example/cb")
	if err != nil {
		t.Fatal(err)
	}
	// of returns a check of the URI that has the octet in the place of "*".
	of := func(format string, f func(u uri.URI) string) func(string) string {
		return func(octet string) string {
			u, err := uri.Parse(strings.Replace(format, "*", octet, 1))
			if err != nil {
				return no
			}
			return f(u)
		}
	}
	codes := func(u uri.URI) string {
		var all []string
		for _, f := range Audit(u) {
			all = append(all, f.Code.String())
		}
		return strings.Join(all, " ")
	}
	base := uri.MustParse("http://a.example/")
	for _, tt := range []struct {
		name string
		call func(octet string) string
		want []string // for each of octets
	}{
		{"Audit of a path", of("http://a.example/p*", codes), []string{no, no, no, "control", "", ""}},
		{"Audit of a query", of("http://a.example/?p*", codes), []string{no, no, no, "control", "", ""}},
		{"Audit of a selector", of("gopher://a.example/1*", codes), []string{no, no, no, "control", "", ""}},
		{"Audit of a host", of("http://a*.example/", codes), []string{no, no, no, "escaped-host control", "escaped-host", "escaped-host"}},
		{"Audit of a user", of("http://*.a@h.example/", codes), []string{no, no, no, "control", "userinfo-host", "userinfo-host"}},
		{"AgreesWithNetURL, path", of("http://a.example/p*", func(u uri.URI) string { return word(AgreesWithNetURL(u)) }), []string{no, no, no, "ok", "ok", "ok"}},
		{"AgreesWithNetURL, host", of("http://a*.example/", func(u uri.URI) string { return word(AgreesWithNetURL(u)) }), []string{no, no, no, no, no, no}},
		{"Gate, path", of("http://a.example/p*", func(u uri.URI) string { return word(Gate{}.Check(u)) }), []string{no, no, no, "ok", "ok", "ok"}},
		{"Gate, host", of("http://a*.example/", func(u uri.URI) string { return word(Gate{}.Check(u)) }), []string{no, no, no, no, no, no}},
		{"Hosts.Match", of("http://a*.example/", func(u uri.URI) string { return fmt.Sprint(hosts.Match(u)) }), []string{no, no, no, "false", "false", "false"}},
		{"Hosts.MatchHost", func(octet string) string { return fmt.Sprint(hosts.MatchHost("a"+octet+".example", 0)) }, []string{"false", "false", "false", "false", "false", "false"}},
		// An octet beyond US-ASCII may be mapped to anything by the reader's IDNA.
		{"Hosts.MayMatch", of("http://a*.example/", func(u uri.URI) string { return fmt.Sprint(hosts.MayMatch(u)) }), []string{no, no, no, "false", "true", "true"}},
		{"ParseHosts", func(octet string) string { _, err := ParseHosts("a" + octet + ".example"); return word(err) }, []string{no, no, no, no, no, no}},
		{"ParseOrigins", func(octet string) string { _, err := ParseOrigins("https://a" + octet + ".example"); return word(err) }, []string{no, no, no, no, no, no}},
		{"Origins.Match", func(octet string) string { return fmt.Sprint(origins.Match("https://a" + octet + ".example")) }, []string{"false", "false", "false", "false", "false", "false"}},
		{"ParseCallbacks", func(octet string) string {
			_, err := ParseCallbacks("https://a.example/cb" + octet)
			return word(err)
		}, []string{no, no, no, "ok", "ok", "ok"}},
		{"Callbacks.Match", func(octet string) string { return word(callbacks.Match("https://a.example/cb" + octet)) }, []string{no, no, no, no, no, no}},
		{"ParseTarget", func(octet string) string { _, err := ParseTarget("GET", "/p"+octet); return word(err) }, []string{no, no, no, "ok", "ok", "ok"}},
		{"RepairTarget", func(octet string) string {
			target, err := RepairTarget("GET", "/p"+octet)
			if err != nil {
				return no
			}
			return target.String()
		}, []string{no, "/p%80", "/p%81", "/p%7F", "/p%80", "/p%81"}},
		{"ParseHostField", func(octet string) string { _, _, err := ParseHostField("a" + octet + ".example:8"); return word(err) }, []string{no, no, no, "ok", "ok", "ok"}},
		// As browsers do: the path percent-encode set has 7F, and an octet that is not UTF-8 is U+FFFD.
		{"Local", func(octet string) string {
			u, err := Local(base, "/x"+octet)
			if err != nil {
				return no
			}
			return u.Path()
		}, []string{"/x%7F", "/x%EF%BF%BD", "/x%EF%BF%BD", "/x%7F", "/x%80", "/x%81"}},
		{"Local, host", func(octet string) string { _, err := Local(base, "http://a"+octet+".example/"); return word(err) }, []string{no, no, no, no, no, no}},
		{"LocalPath", func(octet string) string {
			path, err := LocalPath("/x" + octet)
			if err != nil {
				return no
			}
			return path
		}, []string{"/x%7F", "/x%EF%BF%BD", "/x%EF%BF%BD", "/x%7F", "/x%80", "/x%81"}},
		{"Rewrite.Apply", of("http://a.example/p/*x", func(u uri.URI) string {
			v, ok, err := Rewrite{From: "/p", To: uri.MustParse("http://b/x")}.Apply(u)
			if err != nil || !ok {
				return no
			}
			return v.Path()
		}), []string{no, no, no, "/x/%7Fx", "/x/%80x", "/x/%81x"}},
		{"Rewrite.ClaimedBy", of("http://a.example/p*", func(u uri.URI) string {
			_, ok := (Rewrite{From: "/p"}).ClaimedBy(u)
			return fmt.Sprint(ok)
		}), []string{no, no, no, "false", "false", "false"}},
	} {
		for i, octet := range octets {
			if got := tt.call(octet); got != tt.want[i] {
				t.Errorf("%s, %q: %s, want %s", tt.name, octet, got, tt.want[i])
			}
		}
	}
}
