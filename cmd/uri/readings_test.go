package main

import (
	"slices"
	"strings"
	"testing"
)

// TestPartingRules gives texts about which readers part by one rule each.
func TestPartingRules(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"HTTP://h/", "scheme: " + ruleCase},
		{"\thttp://h/a", ""}, // only browsers accept it
		{"http:h\t", ""},
		{"x://h/a ", "path: " + ruleTabs},
		{`x:\a`, ""},
		{`http:\\h/a`, "host, path: " + ruleBackslash},
		{"//a@b@c/", "userinfo, host: " + ruleRegistry},
		{"//:80/", "host, port: " + ruleRegistry},
		{"mailto:a?b", "path, query: " + ruleOpaque},
		{"http://h/#", "fragment: " + ruleNetEmpty},
		{"file:///a", "host: " + ruleNetEmpty},
		{"//%75@h/", "userinfo: " + ruleNetUser},
		{"/a|b", ""}, // only net/url accepts it
		{"/%5B[", ""},
		{"http://h:80/", "port: " + rulePort},
		{"http://h:/", "port: " + rulePort},
		{"http://h:08080/", "port: " + rulePort},
		{"http://u:@h/", "userinfo: " + ruleUser},
		{"http:h/a", "host, path: " + ruleSlashes},
		{"file://localhost/a", "host: " + ruleLocalhost},
		{"http://[0::1]/", "host: " + ruleIPv6},
		{"http://1/", "host: " + ruleNumber},
		{"http://0x7f.1/", "host: " + ruleNumber},
		{"http://H/", "host: " + ruleHost},
		{"http://h", "path: " + ruleEmptyPath},
		{"http://h/a/../b", "path: " + ruleDots},
		{"http://h/%2e%2E/b", "path: " + ruleDots},
		{"http://h/?'", "query: " + ruleEscapes},
		{"http://h/a?b#c", ""},
	} {
		if got := strings.Join(partingRules(test.in, views(test.in, test.in)), "; "); got != test.want {
			t.Errorf("%q: %s, want %s", test.in, got, test.want)
		}
	}
	for in, want := range map[string]string{
		"file:///C|/x": "path: " + ruleDrive,
		"http://h/é|":  "path: " + ruleEscapes,
		"/a%2f(":       "",
		"//h/a[":       "",
	} {
		if got := partingRules(in, views(in, in)); want == "" && got != nil || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %s", in, got, want)
		}
	}
}

// TestNormalForm has a text whose normal form differs for each reader, and texts that a
// reader refuses.
func TestNormalForm(t *testing.T) {
	for by, want := range map[string]string{
		"RFC 2396":     "http://h/a/../~b",
		"RFC 3986":     "http://h/~b",
		"URL Standard": "http://h/%7eb",
		"net/url":      "http://h/a/../%7eb",
	} {
		if got := normalForm(by, "HTTP://h/a/../%7eb"); got != want {
			t.Errorf("%s: %q, want %q", by, got, want)
		}
		if got := normalForm(by, "http://[/"); got != "" {
			t.Errorf("%s: %q", by, got)
		}
	}
}
