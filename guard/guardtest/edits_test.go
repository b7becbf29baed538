package guardtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/web"
)

// escapes returns the byte c as it is, and in escapes of one and two levels.
func escapes(c int) (all []string) {
	for _, format := range []string{"%%%02X", "%%%02x", "%%25%02X", "%%25%02x"} {
		all = append(all, fmt.Sprintf(format, c))
	}
	return append(all, string([]byte{byte(c)}))
}

// overlongs returns c, a character of US-ASCII, in two bytes of UTF-8, in escapes of one and two
// levels.
func overlongs(c int) (all []string) {
	for _, escape := range []string{"%", "%25"} {
		s := fmt.Sprintf("%s%02x%s%02x", escape, 0xC0|c>>6, escape, 0x80|c&0x3F)
		all = append(all, s, strings.ToUpper(s))
	}
	return all
}

// edits returns the texts that one edit makes of path: a character at one of the offsets others
// spelled otherwise, and a character more at one of the offsets more.
func edits(path string, others, more []int) (all []string) {
	for _, i := range others {
		other := append(escapes(int(path[i])), overlongs(int(path[i]))...)
		for _, s := range append(other, strings.ToUpper(path[i:i+1]), strings.ToLower(path[i:i+1]), "%E2%84%AA", "%C5%BF") { // the signs of kelvin and of a long s
			all = append(all, path[:i]+s+path[i+1:])
		}
	}
	for _, i := range more {
		for c := range 0x100 {
			inserted := escapes(c)
			if c < 0x80 {
				inserted = append(inserted, overlongs(c)...)
			}
			for _, s := range inserted {
				all = append(all, path[:i]+s+path[i:])
			}
		}
		for _, space := range []string{"%C2%85", "%C2%A0", "%E1%9A%80", "%E2%80%80", "%E2%80%A8", "%E3%80%80", "%EF%BB%BF"} {
			all = append(all, path[:i]+space+path[i:])
		}
	}
	return all
}

// TestPathsEdits checks that Paths has each text that one edit makes of a guarded path and that
// Routes refuses because some server reads it as the guarded path: edits at all places of short
// paths, and at the first, the last and all places of longer ones.
func TestPathsEdits(t *testing.T) {
	for _, guarded := range []string{"/ad", "/ks", "/K9", "/a/b", "/-.~", "/admin", "/api/v1/Tokens", "/%7Ea"} {
		route := guard.Rewrite{From: guarded}
		all := slices.Collect(guardtest.Paths(guarded))
		others, more := []int{1, len(guarded) - 1}, []int{1, 2, len(guarded) - 1, len(guarded)}
		switch {
		case guarded[1] == '%':
			others, more = others[1:], []int{1, 4, 5}
		case len(guarded) <= len("/a/b"):
			others, more = []int{1, 2, len(guarded) - 1}, []int{1, 2, 3, len(guarded)}
		}
		texts := edits(guarded, others, more)
		each := func(by func(c int) []string) { // the same edit at all places
			for n := range by('a') {
				var b strings.Builder
				for _, c := range []byte(guarded[1:]) {
					if s := by(int(c)); c == '/' || c == '%' {
						b.WriteByte(c)
					} else {
						b.WriteString(s[n])
					}
				}
				texts = append(texts, "/"+b.String())
			}
		}
		if guarded[1] != '%' {
			each(escapes)
			each(overlongs)
		}
		for c := range 0x80 {
			each(func(before int) (all []string) {
				for _, s := range append(escapes(c), overlongs(c)...) {
					all = append(all, string(rune(before))+s)
				}
				return all
			})
		}
		claimed := 0
		for _, s := range texts {
			u, err := uri.Parse("http://h" + s)
			if err != nil || strings.ContainsAny(s, "?#") {
				continue
			}
			if reader, ok := route.ClaimedBy(u); ok {
				if claimed++; !slices.Contains(all, s) {
					t.Errorf("%s: no %s, which is it for %s", guarded, s, reader)
				}
			}
		}
		t.Logf("%s: %d paths, %d of %d edits are claimed", guarded, len(all), claimed, len(texts))
		if claimed < 200 {
			t.Errorf("%s: only %d edits of %d are claimed", guarded, claimed, len(texts))
		}
	}
}

// TestHostsEdits checks that Hosts has each text that one edit makes of a URL and that MayMatch
// refuses, although the URL has another host: edits at the first, the last and all places of the host.
func TestHostsEdits(t *testing.T) {
	for _, host := range []string{"ab", "evil.example", "192.0.2.1"} {
		list, err := guard.ParseHosts("=" + host)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(guardtest.Hosts(host))
		texts := edits("/"+host, []int{1, len(host)}, []int{1, min(3, len(host)), len(host), len(host) + 1})
		claimed := 0
		for _, s := range texts {
			name := s[len("/"):]
			s = "http://" + name + "/"
			u, err := uri.Parse(s)
			if err != nil || strings.ContainsAny(name, "/?#:") || strings.Contains(decoded(name), "%"+host) || strings.Contains(decoded(decoded(name)), ".@") || strings.Contains(name, "%"+host) || isName(decoded(decoded(name))) && len(decoded(decoded(name))) > len(host) || !asciiEscapes(s) {
				continue // another part, host after a delimiter, an empty label, a longer name or one beyond US-ASCII
			}
			if name != host && list.MayMatch(u) {
				if claimed++; !slices.Contains(all, s) {
					t.Errorf("%s: no %s", host, s)
				}
			}
		}
		t.Logf("%s: %d URLs, %d of %d edits are claimed", host, len(all), claimed, len(texts))
		if claimed < 100 {
			t.Errorf("%s: only %d edits are claimed", host, claimed)
		}
	}
}

// isName reports whether s has only characters of names.
func isName(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_.", unicode.ToLower(r))
	})
}

// asciiEscapes reports whether the escapes of s, once and twice decoded, are of US-ASCII.
func asciiEscapes(s string) bool {
	for range 2 {
		for i := range len(s) {
			if s[i] == '%' && (i+1 < len(s) && s[i+1] >= '8') {
				return false
			}
		}
		s = decoded(s)
	}
	return true
}

// TestReferencesEdits checks that References has each text that one edit makes of a reference and
// that browsers take to another host: a character more at each place around and in its delimiters.
func TestReferencesEdits(t *testing.T) {
	home, err := web.Parse("https://good.example/login")
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Collect(guardtest.References("https://good.example"))
	for ref, places := range map[string][]int{
		"//evil.example/": {0, 1, 2, 14}, "http://evil.example/": {0, 2, 5, 6, 7, 19}, "javascript:alert(1)": {0, 4, 10},
	} {
		claimed := 0
		for _, i := range places {
			for _, c := range "\x00\x01\v\t\r\n /\\" {
				s := ref[:i] + string(c) + ref[i:]
				v, err := web.Parser{}.Parse(home, s)
				if err != nil || v.Origin() == home.Origin() && v.Scheme() == "https" {
					continue
				}
				s = strings.Replace(s, "http:", "https:", 1) // as the origin
				if claimed++; !slices.Contains(all, s) && !slices.Contains(all, strings.TrimSuffix(s, "/")) {
					t.Errorf("no %q, which leads to %s", s, v)
				}
			}
		}
		if claimed < 10 {
			t.Errorf("%s: only %d edits lead away", ref, claimed)
		}
	}
}
