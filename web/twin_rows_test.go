package web

import (
	"strings"
	"testing"
)

// TestTwinRows checks the twin by itself against the table.
func TestTwinRows(t *testing.T) {
	all, used := domains(t), make(map[string]bool)
	toASCII := func(domain string) (string, bool) {
		ascii, ok := all[domain]
		if !ok {
			t.Errorf("no row for the domain %q", domain)
		}
		used[domain] = true
		return ascii, ascii != `\N`
	}
	for _, row := range tableRows(t) {
		var base *slowURL
		if row.Base != "" {
			p := slowParser{toASCII: toASCII}
			parsed, ok := p.parse(row.Base, nil)
			if !ok {
				t.Errorf("%v: the base: %q", row, p.errors)
				continue
			}
			base = &parsed
		}
		p := slowParser{toASCII: toASCII}
		got := "failure"
		if u, ok := p.parse(row.Input, base); ok {
			got = u.serialize()
		} else if len(p.errors) == 0 {
			t.Errorf("%v: failure without a validation error", row)
		}
		if got != row.Expected {
			t.Errorf("%v: %q, want %q", row, got, row.Expected)
		}
	}
	for domain := range all {
		if !used[domain] {
			t.Errorf("no row has the domain %q", domain)
		}
	}
}

// TestTwinErrors checks the twin against the examples of the standard's table of
// validation errors (1.1), in its order. If failure is true, the last error is a
// failure.
func TestTwinErrors(t *testing.T) {
	for _, row := range []struct {
		input, base, errors string
		failure             bool
	}{
		{"https://exa%23mple.org", "", "domain-percent-encoded domain-to-ASCII", true},
		{"https://exam%70le.org", "", "domain-percent-encoded", false},
		{"foo://exa[mple.org", "", "host-invalid-code-point", true},
		{"https://127.0.0.1./", "", "IPv4-empty-part", false},
		{"https://1.2.3/", "", "IPv4-too-few-parts", false},
		{"https://1.2.3.4.5/", "", "IPv4-too-many-parts", true},
		{"https://test.42", "", "IPv4-too-few-parts IPv4-non-numeric-part", true},
		{"https://127.0.0x0.1", "", "IPv4-non-decimal-part", false},
		{"https://255.255.4000.1", "", "IPv4-out-of-range-part", true},
		{"https://1.2.3.256", "", "IPv4-out-of-range-part", true},
		{"https://256.1", "", "IPv4-too-few-parts IPv4-out-of-range-part", true},
		{"https://1.256", "", "IPv4-too-few-parts IPv4-out-of-range-part", false},
		{"https://[::1", "", "IPv6-unclosed", true},
		{"https://[:1]", "", "IPv6-invalid-compression", true},
		{"https://[1:2:3:4:5:6:7:8:9]", "", "IPv6-too-many-pieces", true},
		{"https://[1::1::1]", "", "IPv6-multiple-compression", true},
		{"https://[1:2:3!:4]", "", "IPv6-invalid-code-point", true},
		{"https://[1:2:3:]", "", "IPv6-invalid-code-point", true},
		{"https://[1:2:3]", "", "IPv6-too-few-pieces", true},
		{"https://[::01]", "", "IPv6-piece-leading-zero", false},
		{"https://[1:1:1:1:1:1:1:127.0.0.1]", "", "IPv4-in-IPv6-too-many-pieces", true},
		{"https://[ffff::.0.0.1]", "", "IPv4-in-IPv6-invalid-code-point", true},
		{"https://[ffff::127.0.xyz.1]", "", "IPv4-in-IPv6-invalid-code-point", true},
		{"https://[ffff::127.0xyz]", "", "IPv4-in-IPv6-invalid-code-point", true},
		{"https://[ffff::127.00.0.1]", "", "IPv4-in-IPv6-invalid-code-point", true},
		{"https://[ffff::127.0.0.1.2]", "", "IPv4-in-IPv6-invalid-code-point", true},
		{"https://[ffff::127.0.0.4000]", "", "IPv4-in-IPv6-out-of-range-part", true},
		{"https://[ffff::127.0.0]", "", "IPv4-in-IPv6-too-few-parts", true},
		{"https://example.org/>", "", "invalid-URL-unit", false},
		{" https://example.org ", "", "invalid-URL-unit", false},
		{"ht\ntps://example.org", "", "invalid-URL-unit", false},
		{"https://example.org/%s", "", "invalid-URL-unit", false},
		{"file:c:/my-secret-folder", "", "special-scheme-missing-following-solidus", false},
		{"https:example.org", "", "special-scheme-missing-following-solidus", false},
		{"https:foo.html", "https://example.org/", "special-scheme-missing-following-solidus", false},
		{"\U0001F4A9", "", "missing-scheme-non-relative-URL", true},
		{"\U0001F4A9", "mailto:user@example.org", "missing-scheme-non-relative-URL", true},
		{`https://example.org\path\to\file`, "", "invalid-reverse-solidus invalid-reverse-solidus invalid-reverse-solidus", false},
		{"https://user@example.org", "", "invalid-credentials", false},
		{"ssh://user@example.org", "", "invalid-credentials", false},
		{"https://#fragment", "", "host-missing", true},
		{"https://:443", "", "host-missing", true},
		{"https://user:pass@", "", "invalid-credentials host-missing", true},
		{"https://example.org:70000", "", "port-out-of-range", true},
		{"https://example.org:7z", "", "port-invalid", true},
		{"c:/path/to/file", "file:///c:/", "", false},
		{"file:c:/path", "file:///d:/", "special-scheme-missing-following-solidus file-invalid-Windows-drive-letter", false},
		{"c|/path", "file:///d:/", "file-invalid-Windows-drive-letter invalid-URL-unit", false},
		{"file://c:", "", "file-invalid-Windows-drive-letter-host", false},
	} {
		var base *slowURL
		if row.base != "" {
			parsed, ok := (&slowParser{}).parse(row.base, nil)
			if !ok {
				t.Fatalf("base %q", row.base)
			}
			base = &parsed
		}
		var p slowParser
		_, ok := p.parse(row.input, base)
		if got := strings.Join(p.errors, " "); got != row.errors || ok == row.failure {
			t.Errorf("%q against %q: %v, %q, want %q", row.input, row.base, ok, got, row.errors)
		}
	}
}

// TestTwinDots compares the parser with its slow twin on paths of up to four segments, many of
// them dot segments, and on references with these paths.
func TestTwinDots(t *testing.T) {
	segments := []string{"", "a", "longer-than-8", ".", "..", "%2e", ".%2E", ".x", "%41", "C|"}
	paths := []string{""}
	for start := 0; len(paths) < 10_000; {
		grown := paths[start:]
		start = len(paths)
		for _, path := range grown {
			for _, g := range segments {
				paths = append(paths, path+"/"+g)
			}
		}
	}
	for _, path := range paths {
		for _, c := range []twinCase{
			{input: "http://h" + path + "?q"}, {input: "file://" + path}, {input: "foo://h" + path + " /.."},
			{base: "http://h/a/b?q", input: path + "#f"}, {base: "http://h/a/b", input: strings.TrimPrefix(path, "/")},
			{base: "file:///a/b", input: strings.TrimPrefix(path, "/") + "?q"},
		} {
			if difference, _ := c.compare(); difference != "" {
				t.Fatalf("%q against %q: %s", c.input, c.base, difference)
			}
		}
	}
}
