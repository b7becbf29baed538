package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// TestDifferenceRules gives texts about which readers part by one rule each.
func TestDifferenceRules(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"HTTP://h/", "scheme: " + ruleCase},
		{"\thttp://h/a", "verdict: " + ruleTabs}, // only browsers accept it
		{"http:h\t", "verdict: " + ruleTabs},
		{"x://h/a ", "verdict, path: " + ruleTabs},
		{`x:\a`, ""},
		{`http:\\h/a`, "verdict, host, path: " + ruleBackslash},
		{"//a@b@c/", "userinfo, host: " + ruleRegistry},
		{`http://good.example\@evil.example/`, "verdict: " + ruleBackslash},
		{`x:\a`, ""},
		{"\thttp:\\\\h", "verdict: " + ruleTabs + "; verdict: " + ruleBackslash},
		{"http://h/a b", "verdict: " + ruleEscapes},
		{"http://h/\u00e9?<#`", "verdict, query: " + ruleEscapes},
		{"http://u:p q@h/", "verdict: " + ruleUser},
		{"http://@h/a b", "verdict: " + ruleEscapes + "; userinfo: " + ruleUser},
		{"http://h?a b", "verdict, query: " + ruleEscapes + "; path: " + ruleEmptyPath},
		{"x:a b", ""},
		{"http://h/%zz", ""},                 // browsers keep it
		{"http://%68/", "host: " + ruleHost}, // net/url refuses it
		{"http://a@b@c/", "verdict: " + ruleUser + "; userinfo, host: " + ruleRegistry},
		{"http://[v1.a]/", ""},
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

		// Texts with a sign of another rule that does not explain the difference.
		{`http://A/?\`, "host: " + ruleHost},
		{`x://h/#\`, "fragment: " + ruleNetText},
		{"http://1/#\t", "verdict, fragment: " + ruleTabs + "; host: " + ruleNumber + "; fragment: " + ruleNetEmpty},
		{"http://h/\t#", "verdict: " + ruleTabs},
		{"http://@h/", "userinfo: " + ruleUser},
		{"http://h/.a?'", "query: " + ruleEscapes},
		{"http://A/a..b'", "host: " + ruleHost},
		{"http://@@-", "verdict: " + ruleUser + "; userinfo, host: " + ruleRegistry + "; path: " + ruleEmptyPath},
		{"//:#", "host, port: " + ruleRegistry + "; fragment: " + ruleNetEmpty},
		{"x://\u00e9/", "host: " + ruleEscapes},
		{"x://%e9/", "host: " + ruleNetText},
		{"http://%6c/", "host: " + ruleHost},

		// Texts that browsers rewrite before they split them.
		{"file:a", "host, path: " + ruleFile + "; host: " + ruleNetEmpty},
		{"file:/a", "host: " + ruleFile + "; host: " + ruleNetEmpty},
		{"file://c:/a", "host, port, path: " + ruleDrive + "; host: " + ruleNetEmpty},
		{"file:///%6cocalhost/a", "host: " + ruleNetEmpty},
		{"http:u:p@h:8/", "userinfo, host, port, path: " + ruleSlashes},
		{`http:\\A\..\b`, "verdict, host, path: " + ruleBackslash + "; host: " + ruleHost + "; path: " + ruleDots},
		{"http:?a", "path, query: " + ruleOpaque},
		{"///a", "host, path: " + ruleNetPath},
		{"file:%zz#", "host, path: " + ruleFile + "; fragment: " + ruleNetEmpty},
		{"http:a?b", "host, path: " + ruleSlashes + "; path, query: " + ruleOpaque + "; path: " + ruleEmptyPath},
	} {
		if got := strings.Join(differenceRules(test.in, views(test.in, test.in)), "; "); got != test.want {
			t.Errorf("%q: %s, want %s", test.in, got, test.want)
		}
	}
	for in, want := range map[string]string{
		"file:///C|/x": "verdict, path: " + ruleDrive,
		"http://h/é|":  "path: " + ruleEscapes,
		"/a%2f(":       "",
		"//h/a[":       "",
	} {
		if got := differenceRules(in, views(in, in)); want == "" && got != nil || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %s", in, got, want)
		}
	}
}

// TestDifferenceRulesHold draws texts and checks that each part that two readers find
// differently has a rule, and that no rule is named for a part that has no sign of it.
func TestDifferenceRulesHold(t *testing.T) {
	const seed = 29
	rng := rand.New(rand.NewPCG(seed, 0))
	begin := []string{"http://", "HTTP:", "ftp:/", "file:", "file://", "file:///", "x://", "x:", "//", "///", ""}
	more := strings.Fields(`a A h.A 1 0x7f.1 127.0.0.1 [0::1] [::1] localhost %6cocalhost c: C| : :0 :80 :080 @ u:p@ @@ / // /.. /.a /%2e%2E ; \ ? ? # # %41 %e9 %zz é | ' ^ _ "`)
	more = append(more, "\t", " ")
	signs := map[string]func(text, part string, host uri.Optional) bool{
		ruleTabs:      func(text, _ string, _ uri.Optional) bool { return strings.ContainsAny(text, "\t ") },
		ruleBackslash: func(text, _ string, _ uri.Optional) bool { return backslash.MatchString(text) },
		ruleSlashes:   func(text, _ string, _ uri.Optional) bool { return !twoSlashes.MatchString(text) },
		ruleFile:      func(text, part string, _ uri.Optional) bool { return oneSlash.MatchString(text) },
		ruleDrive:     func(text, _ string, _ uri.Optional) bool { return driveLetter.MatchString(text) },
		ruleNumber: func(_, part string, host uri.Optional) bool {
			return part == "host" && strings.Trim(host.String(), "0123456789.") == "" && host.String() != ""
		},
		ruleIPv6: func(_, part string, host uri.Optional) bool {
			return part == "host" && strings.HasPrefix(host.String(), "[")
		},
		ruleLocalhost: func(_, part string, host uri.Optional) bool { return part == "host" && host == uri.Defined("") },
		ruleHost: func(text, part string, _ uri.Optional) bool {
			return part == "host" && strings.ContainsAny(text, "AC%")
		},
		ruleDots: func(text, part string, _ uri.Optional) bool {
			return part == "path" && (strings.Contains(text, "..") || strings.Contains(text, "%2e"))
		},
		ruleEmptyPath: func(_, part string, _ uri.Optional) bool { return part == "path" },
		rulePort:      func(_, part string, _ uri.Optional) bool { return part == "port" },
		ruleRegistry: func(_, part string, _ uri.Optional) bool {
			return part == "userinfo" || part == "host" || part == "port"
		},
		ruleOpaque: func(text, part string, _ uri.Optional) bool {
			return (part == "path" || part == "query") && strings.Contains(text, "?")
		},
		ruleNetPath: func(text, _ string, _ uri.Optional) bool { return strings.HasPrefix(text, "///") },
		ruleNetUser: func(_, part string, _ uri.Optional) bool { return part == "userinfo" },
	}
	for range 5000 {
		text := begin[rng.IntN(len(begin))]
		for range rng.IntN(6) {
			text += more[rng.IntN(len(more))]
		}
		all := views(text, text)
		named := map[string]bool{}
		for _, line := range differenceRules(text, all) {
			parts, rule, _ := strings.Cut(line, ": ")
			for part := range strings.SplitSeq(parts, ", ") {
				named[part] = true
				if holds := signs[rule]; holds != nil && !holds(text, part, all[byBrowser].Host) {
					t.Fatalf("%q: %s: %s", text, part, rule)
				}
			}
		}
		for _, name := range readParts {
			found := map[uri.Optional]bool{}
			for i := range all {
				if all[i].read {
					found[*partOf(&all[i].Reading, name)] = true
				}
			}
			if (len(found) > 1) != named[name] {
				t.Fatalf("%q: %s has %d readings, a rule: %v", text, name, len(found), named[name])
			}
		}
	}
}

// The signs of rules in a text.
var (
	backslash   = regexp.MustCompile(`^[^?#]*\\`)
	twoSlashes  = regexp.MustCompile(`^[^:]*://[^/\\]`)
	oneSlash    = regexp.MustCompile(`^[^:]*:(/?$|/?[^/]|\\)`)
	driveLetter = regexp.MustCompile(`[/:\\][A-Za-z][:|]`)
)

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
