package main

import (
	"math/rand"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// setParts are the flags of set that replace a part. A twin below keeps the parts in
// this order: each with the delimiters before and after it.
var setParts = []struct{ name, before, after string }{
	{"scheme", "", ":"}, {"userinfo", "", "@"}, {"host", "", ""}, {"port", ":", ""}, {"path", "", ""}, {"query", "?", ""}, {"fragment", "#", ""},
}

var (
	setAppendixB = regexp.MustCompile(`^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)
	setAuthority = regexp.MustCompile(`^(?:([^@]*)@)?([^@:]*|\[[^@]*\])(?::([0-9]*))?$`)
)

// splitSet splits a text by Appendix B into the parts of setParts, nil for one that is
// undefined. An opaque part takes the "?" and the text after it.
func splitSet(s string) (parts [7]*string) {
	m := setAppendixB.FindStringSubmatchIndex(s)
	part := func(s string, m []int, i int) *string {
		if m[2*i] < 0 {
			return nil
		}
		text := s[m[2*i]:m[2*i+1]]
		return &text
	}
	parts[0], parts[4], parts[5], parts[6] = part(s, m, 2), part(s, m, 5), part(s, m, 7), part(s, m, 9)
	if parts[0] != nil && parts[5] != nil && m[6] < 0 && !strings.HasPrefix(*parts[4], "/") {
		opaque := *parts[4] + "?" + *parts[5]
		parts[4], parts[5] = &opaque, nil
	}
	if m[6] >= 0 {
		authority := s[m[8]:m[9]]
		if n := setAuthority.FindStringSubmatchIndex(authority); n != nil {
			parts[1], parts[2], parts[3] = part(authority, n, 1), part(authority, n, 2), part(authority, n, 3)
		} else {
			parts[2] = &authority
		}
	}
	return parts
}

// joinSet writes the parts one after another.
func joinSet(parts [7]*string) string {
	var b strings.Builder
	for i, p := range parts {
		if i == 1 && parts[2] != nil {
			b.WriteString("//")
		}
		if p != nil {
			b.WriteString(setParts[i].before + *p + setParts[i].after)
		}
	}
	return b.String()
}

// TestSetOrder gives the flags of set in any order. The result is that of a twin
// for the split text, if that has these parts again; otherwise the reference is refused.
func TestSetOrder(t *testing.T) {
	values := [7][]string{{"x", "https"}, {"u", "u:p", ""}, {"h", "[::1]", "1.2.3.4"}, {"8", ""}, {"/p", "", "a", "a:b", "//b", "/", "b?c"}, {"q", "", "a=b?/"}, {"f", ""}}
	inputs := []string{"", "a", "a/b", "/", "/a?b", "//h", "//u@h:1/p?q#f", "http://h", "http://h/a?", "mailto:a@b", "mailto:a?b#c", "x:/a", "x:/a?b", "?", "#", "//", "x:///p"}
	rnd := rand.New(rand.NewSource(1))
	accepted, n := 0, 5_000
	if *long {
		n = 20_000
	}
	for range n {
		in := inputs[rnd.Intn(len(inputs))]
		parts := splitSet(in)
		var flags [][]string
		for i, all := range values {
			if rnd.Intn(3) > 0 {
				continue
			}
			value := all[rnd.Intn(len(all))]
			flags = append(flags, []string{"-" + setParts[i].name, value})
			parts[i] = &value
			if value == "" && setParts[i].name != "path" {
				parts[i] = nil
			}
		}
		want := joinSet(parts)
		again := splitSet(want)
		ok := uri.Valid(want)
		for i := range parts {
			ok = ok && (parts[i] == nil) == (again[i] == nil) && (parts[i] == nil || *parts[i] == *again[i])
		}
		if parts[2] == nil || *parts[2] == "" { // no URI has a user or a port without a host
			ok = ok && parts[1] == nil && parts[3] == nil
		}
		if ok {
			accepted++
		}
		for range 3 {
			rnd.Shuffle(len(flags), func(i, j int) { flags[i], flags[j] = flags[j], flags[i] })
			args := append([]string{"set"}, slices.Concat(flags...)...)
			out, _, status := uriRun("", append(args, "--", in)...)
			if ok && out != want+"\n" || !ok && status == 0 {
				t.Fatalf("%q of %q: %q, %d, want %q, %v", args, in, out, status, want, ok)
			}
		}
	}
	if accepted < n/4 {
		t.Errorf("only %d of the results are URIs", accepted)
	}
}

// TestSetLists gives the flags that change lists in any order of their names.
func TestSetLists(t *testing.T) {
	groups := [][]string{
		{"-segment", "a b", "-segment", "c"}, {"-drop", "d*", "-drop", "e"}, {"-tracking"}, {"-pair", "q=1", "-pair", "r=2"},
		{"-add", "dd=3", "-add", "b=4"}, {"-sort"}, {"-query", "q=0&d=1&utm_x=2&e=3&q=4"}, {"-scheme", "x"},
	}
	rnd := rand.New(rand.NewSource(1))
	for range 1000 {
		rnd.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
		args := slices.Concat([]string{"set"}, slices.Concat(groups...), []string{"http://h/p?gone"})
		if out, errText, _ := uriRun("", args...); out != "x://h/p/a%20b/c?b=4&dd=3&q=1&r=2\n" {
			t.Fatalf("%q: %q, %q", args, out, errText)
		}
	}
}

// TestSetLogin gives logins of any bytes. Package net/url decodes the same name and password.
func TestSetLogin(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 2000 {
		b := make([]byte, rnd.Intn(20))
		for i := range b {
			b[i] = byte(rnd.Intn(256))
			if rnd.Intn(2) == 0 {
				b[i] = ":@/?#[]% %4"[rnd.Intn(11)]
			}
		}
		name, password, hasPassword := strings.Cut(string(b), ":")
		out, errText, _ := uriRun("", "set", "-login", string(b), "http://h/")
		u, err := url.Parse(strings.TrimSuffix(out, "\n"))
		if err != nil || u.Host != "h" || u.Path != "/" {
			t.Fatalf("%q: %q, %q, %v", b, out, errText, err)
		}
		got, hasGot := u.User.Password()
		if u.User.Username() != name || got != password || hasGot != hasPassword || (u.User == nil) != (len(b) == 0) {
			t.Fatalf("%q: %q", b, out)
		}
	}
}
