package guard

import (
	"net/netip"
	"testing"

	"example.com/uri"
)

// TestQuotedTexts checks texts that comments and documents quote and no other test has: each is as its sentence says.
func TestQuotedTexts(t *testing.T) {
	good, _ := ParseHosts("good.example")
	own, _ := ParseOrigins("https://app.example")
	to := uri.MustParse("http://h")
	admin, overlong := Rewrite{From: "/admin", To: to}, uri.MustParse("http://h/x%E0%80%AF..%E0%80%AFadmin")
	_, claimed := admin.ClaimedBy(overlong)
	for text, is := range map[string]bool{
		"javascript://example.com/%0aalert(1)": Gate{}.Check(uri.MustParse("javascript://example.com/%0aalert(1)")) == nil,
		"HTTP://good.example/":                 !good.Match(uri.MustParse("HTTP://good.example/")),
		"https://evilapp.example":              own.Match("https://app.example") && !own.Match("https://evilapp.example"),
		"https://app.example.evil.example":     !own.Match("https://app.example.evil.example"),
		"%E0%80%AF":                            claimed,
		"/api/admin":                           Routes{{From: "/api/admin", To: to}, {From: "/api", To: to}}.Check() == nil,
		"/api":                                 Routes{{From: "/api", To: to}, {From: "/api/admin", To: to}}.Check() != nil,
		"::0:5efe:192.0.2.1":                   unwrap(netip.MustParseAddr("2001:db8::0:5efe:192.0.2.1")) == netip.MustParseAddr("192.0.2.1"),
		"::200:5efe:192.0.2.1":                 unwrap(netip.MustParseAddr("2001:db8::200:5efe:192.0.2.1")) == netip.MustParseAddr("192.0.2.1"),
	} {
		if !is {
			t.Errorf("%s is not as the sentence says", text)
		}
	}
}
