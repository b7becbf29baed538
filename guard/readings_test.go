package guard

import (
	"errors"
	"math/rand"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

// readBy returns the reading of s by one reader.
func readBy(t *testing.T, by, s string) Reading {
	t.Helper()
	for _, r := range Readings(s) {
		if r.By == by {
			return r
		}
	}
	t.Fatalf("no reading by %s", by)
	return Reading{}
}

// parts writes the parts of r with a mark before each that is defined.
func (r Reading) parts() string {
	if r.Err != nil {
		return "refused"
	}
	var b strings.Builder
	for _, p := range []struct {
		mark string
		part uri.Optional
	}{{"s", r.Scheme}, {"u", r.Userinfo}, {"h", r.Host}, {"p", r.Port}, {"/", r.Path}, {"?", r.Query}, {"#", r.Fragment}} {
		if text, ok := p.part.Get(); ok {
			b.WriteString(" " + p.mark + "=" + text)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

func TestFourReadings(t *testing.T) {
	for _, test := range []struct{ in, rfc2396, rfc3986, standard, netURL string }{
		{"HTTP://u:p@H:80/a/../b?q#f", "s=HTTP u=u:p h=H p=80 /=/a/../b ?=q #=f", "s=HTTP u=u:p h=H p=80 /=/a/../b ?=q #=f", "s=http u=u:p h=h /=/b ?=q #=f", "s=http u=u:p h=H p=80 /=/a/../b ?=q #=f"},
		{"http://h:/?#", "s=http h=h p= /=/ ?= #=", "s=http h=h p= /=/ ?= #=", "s=http h=h /=/ ?= #=", "s=http h=h p= /=/ ?="},
		{"//a@b@c/", "h=a@b@c /=/", "refused", "refused", "u=a%40b h=c /=/"},
		{"http://a@b@c/", "s=http h=a@b@c /=/", "refused", "s=http u=a%40b h=c /=/", "s=http u=a%40b h=c /=/"},
		{`http:\\a\b`, "refused", "refused", "s=http h=a /=/b", `s=http /=\\a\b`},
		{"mailto:a@b?c#d", "s=mailto /=a@b?c #=d", "s=mailto /=a@b ?=c #=d", "s=mailto /=a@b ?=c #=d", "s=mailto /=a@b ?=c #=d"},
		{"x:", "refused", "s=x /=", "s=x /=", "s=x /="},
		{"", "/=", "/=", "refused", "/="},
		{"file:///a", "s=file h= /=/a", "s=file h= /=/a", "s=file h= /=/a", "s=file /=/a"},
		{"//[::1]:8/", "h=[::1] p=8 /=/", "h=[::1] p=8 /=/", "refused", "h=[::1] p=8 /=/"},
		{"//[v1.a]", "refused", "h=[v1.a] /=", "refused", "refused"},
		{"http://0x7f.1/", "s=http h=0x7f.1 /=/", "s=http h=0x7f.1 /=/", "s=http h=127.0.0.1 /=/", "s=http h=0x7f.1 /=/"},
		{"http://:8/", "s=http h=:8 /=/", "s=http h= p=8 /=/", "refused", "s=http h= p=8 /=/"},
		{"a/b:c", "/=a/b:c", "/=a/b:c", "refused", "/=a/b:c"},
		{"http://u@/", "s=http h=u@ /=/", "s=http u=u h= /=/", "refused", "s=http u=u h= /=/"},
		{"http://u:@h", "s=http u=u: h=h /=", "s=http u=u: h=h /=", "s=http u=u h=h /=/", "s=http u=u: h=h /="},
	} {
		if _, err := url.Parse(test.in); err == nil && strings.Contains(test.in, "[v1") {
			test.netURL = test.rfc3986 // net/url took such a literal before Go 1.25
		}
		var by []string
		for i, r := range Readings(test.in) {
			by = append(by, r.By)
			want := []string{test.rfc2396, test.rfc3986, test.standard, test.netURL}[i]
			if got := r.parts(); got != want {
				t.Errorf("%q by %s: %s, want %s", test.in, r.By, got, want)
			}
		}
		if got := strings.Join(by, ", "); got != "RFC 2396, RFC 3986, URL Standard, net/url" {
			t.Errorf("readers %s", got)
		}
	}
}

// readingTexts calls f with four times -inputs random texts, most of which some reader
// accepts.
func readingTexts(f func(s string)) {
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http", "HTTPS", "file", "x", ":", ":", "/", "//", "//", "?", "#", "@", "h", "[::1]", "[v1.a]", "80", "%41", "%zz", "%", `\`, " ", "..", "a", "é", ";", "127.1", "\t", "http://h"}
	for range 4 * *inputs {
		var b strings.Builder
		for range rnd.Intn(12) {
			b.WriteString(pieces[rnd.Intn(len(pieces))])
		}
		f(b.String())
	}
}

// TestReadingsSplit splits random texts with the regular expression of RFC 3986,
// Appendix B, and the authority with one for its syntax in section 3.2.
func TestReadingsSplit(t *testing.T) {
	appendixB := regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	authority := regexp.MustCompile(`^(?:([^@]*)@)?(\[[^]]*\]|[^:@]*)(?::([0-9]*))?$`)
	accepted := 0
	readingTexts(func(s string) {
		for _, by := range []string{"RFC 3986", "RFC 2396"} {
			r := readBy(t, by, s)
			if r.Err != nil {
				continue
			}
			accepted++
			m := appendixB.FindStringSubmatchIndex(s)
			group := func(s string, m []int, i int) uri.Optional {
				if m[2*i] < 0 {
					return uri.Optional{}
				}
				return uri.Defined(s[m[2*i]:m[2*i+1]])
			}
			want := Reading{By: by, Scheme: group(s, m, 2), Host: group(s, m, 4), Path: group(s, m, 5), Query: group(s, m, 7), Fragment: group(s, m, 9)}
			if by == "RFC 2396" && want.Scheme != (uri.Optional{}) && s[m[4]+len(want.Scheme.String())+1] != '/' { // opaque
				want.Path, want.Query = uri.Defined(s[m[10]:m[11]]+s[max(m[11], m[12]):max(m[11], m[13])]), uri.Optional{}
			}
			if a, ok := want.Host.Get(); ok {
				if n := authority.FindStringSubmatchIndex(a); n != nil && (by == "RFC 3986" || n[4] < n[5]) {
					want.Userinfo, want.Host, want.Port = group(a, n, 1), group(a, n, 2), group(a, n, 3)
				}
			}
			if r != want {
				t.Fatalf("%q by %s: %s, want %s", s, by, r.parts(), want.parts())
			}
		}
	})
	if accepted < *inputs*6/5 {
		t.Errorf("only %d texts are accepted", accepted)
	}
}

// TestReadingsStandard puts the parts that browsers find together again: they are the
// serialization.
func TestReadingsStandard(t *testing.T) {
	accepted := 0
	readingTexts(func(s string) {
		u, err := web.Parse(s)
		r := readBy(t, "URL Standard", s)
		if (err == nil) != (r.Err == nil) {
			t.Fatalf("%q: %v, want %v", s, r.Err, err)
		}
		if err != nil {
			return
		}
		accepted++
		text := r.Scheme.String() + ":"
		put := func(before string, o uri.Optional, after string) {
			if part, ok := o.Get(); ok {
				text += before + part + after
			}
		}
		if _, ok := r.Host.Get(); ok {
			text += "//"
		} else if strings.HasPrefix(r.Path.String(), "//") {
			text += "/." // or the path would become a host
		}
		put("", r.Userinfo, "@")
		put("", r.Host, "")
		put(":", r.Port, "")
		put("", r.Path, "")
		put("?", r.Query, "")
		put("#", r.Fragment, "")
		if text != u.String() {
			t.Fatalf("%q: %s make %q, not %q", s, r.parts(), text, u)
		}
	})
	if accepted < *inputs/6 {
		t.Errorf("only %d texts are accepted", accepted)
	}
}

// TestReadingsNetURL compares net/url with RFC 2396 where AgreesWithNetURL says that
// the two agree: only the case of the scheme may differ.
func TestReadingsNetURL(t *testing.T) {
	agreed := 0
	readingTexts(func(s string) {
		u, err := uri.Parse(s)
		if err != nil || AgreesWithNetURL(u) != nil {
			return
		}
		agreed++
		r, want := readBy(t, "net/url", s), readBy(t, "RFC 2396", s)
		if scheme, ok := want.Scheme.Get(); ok {
			want.Scheme = uri.Defined(strings.ToLower(scheme))
		}
		for _, p := range []*uri.Optional{&r.Userinfo, &want.Userinfo} { // net/url decodes it
			if text, ok := p.Get(); ok {
				text, _ = uri.Unescape(text)
				*p = uri.Defined(text)
			}
		}
		if want.By = r.By; want.Host == uri.Defined("") {
			want.Host = uri.Optional{} // net/url has none
		}
		if r != want {
			t.Fatalf("%q: %s, want %s", s, r.parts(), want.parts())
		}
	})
	if agreed < *inputs*2/5 {
		t.Errorf("only %d texts are read alike", agreed)
	}
}

func TestWithoutText(t *testing.T) {
	for text, want := range map[string]string{
		`"ZQV" is wrong`:         "is wrong",
		`wrong: parse "ZQV": no`: "wrong",
		`net/url: wrong "ZQV"`:   "wrong",
		"wrong":                  "wrong",
	} {
		if got := withoutText(errors.New(text)); strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestReadingsSecret puts a password where readers fail: no error shows a piece of it.
func TestReadingsSecret(t *testing.T) {
	refusals := 0
	for _, s := range []string{"http://u:ZQV%zz@h/", "http://u:ZQV@h:ZQ/", "http://u:ZQV\x01@h/", "http://u:ZQV@h x/", "http://u:ZQV^@h/", "//u:ZQV@[h/", "http://u:ZQV@h%zz/", "\x7fhttp://u:ZQV@h", "http://u:1:ZQV/x@h/", "http://u:ZQ V@h/"} {
		for _, r := range Readings(s) {
			if r.Err == nil {
				continue
			}
			refusals++
			if text := r.Err.Error(); strings.Contains(text, "ZQV") || strings.Contains(s, "%zz@") && strings.Contains(text, "zz") {
				t.Errorf("%q by %s: %s", s, r.By, text)
			}
			if text := r.Err.Error(); strings.Contains(text, "  ") || strings.HasSuffix(text, " ") {
				t.Errorf("%q by %s: %q", s, r.By, text)
			}
		}
	}
	if refusals < 20 {
		t.Errorf("only %d refusals", refusals)
	}
}

// TestReadingsMayMatch checks that the table of hosts has the host of each reading: a list with the host
// keeps the text out.
func TestReadingsMayMatch(t *testing.T) {
	found := 0
	readingTexts(func(s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		for _, r := range Readings(s) {
			host, ok := r.Host.Get()
			list, err := ParseHosts(strings.TrimSuffix(host, "."))
			if !ok || err != nil || list.IsEmpty() {
				continue
			}
			found++
			if !list.MayMatch(u) {
				t.Fatalf("%q: MayMatch(%s) is false; %s", s, host, r)
			}
		}
	})
	if found < *inputs/5 {
		t.Errorf("only %d hosts", found)
	}
}
