package docs

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/links"
	"example.com/uri/web"
)

// TestMovingFromNetURL runs the rows of the table in net-url.md, by the text of
// their first cells: first the side of net/url, then ours.
func TestMovingFromNetURL(t *testing.T) {
	const s = "HTTP://Joe:s%3Acret@[::1]:8080/a%2Fb/c%20d.txt?q=x+y&q=2#"
	v, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	u := uri.MustParse(s)
	valid := func(s string) bool { _, err := url.Parse(s); return err == nil }
	last, _ := u.LastSegment()
	base, ref := uri.MustParse("http://a/b/c/d;p?q"), uri.MustParse("?y")
	netBase, netRef := &url.URL{Scheme: "http", Host: "a", Path: "/b/c/d;p"}, &url.URL{RawQuery: "y"}
	netMail, err := url.Parse("mailto:a@b?subject=x#f")
	if err != nil {
		t.Fatal(err)
	}
	refused := "a b,[,],{,},\",<,>,\\,^,|,`,é,#a#b,?%zz"
	rows := map[string][]answer{
		"`(&url.URL{Scheme: ..., Host: ..., Path: ...}).String()`": {
			{(&url.URL{Scheme: "http", Host: "h/x:80", Path: "a b"}).String(), "http://h%2Fx:80/a%20b"},
			{show(uri.Generic{Scheme: "http", Host: "h", Port: 80, Path: []string{"a b", "c/d"}}.URI()), "http://h:80/a%20b/c%2Fd <nil>"},
			{show(uri.Generic{Scheme: "http", Host: "h:80"}.URI()), " uri: generic: field Host: a host is expected without its port"},
		},
		"`url.Parse(s)`": {
			{show(slices.IndexFunc(strings.Split(refused, ","), func(x string) bool { return !valid("http://h/" + x) })), "-1"},
			{show(slices.IndexFunc(strings.Split(refused, ","), func(x string) bool { return uri.Valid("http://h/" + x) })), "-1"},
			{show(valid("http://[fe80::1%25eth0]/"), uri.Valid("http://[fe80::1%25eth0]/")), "true false"},
			{show(testing.AllocsPerRun(10, func() { _, _ = uri.Parse(s) })), "0"}, {first(links.Repair("http://h/a b")), "http://h/a%20b"},
		},
		"`?a[]=1&b={c}`, which `url.Parse` accepts": {
			{show(valid("http://h/?a[]=1&b={c}"), uri.Valid("http://h/?a[]=1&b={c}")), "true false"},
			{show(web.Parse("http://h/?a[]=1")), "http://h/?a[]=1 <nil>"},
			{first(links.Repair("http://h/?a[]=1")), "http://h/?a%5B%5D=1"},
		},
		"refuses a bad port, `http://h:80a/`": {
			{show(valid("http://h:80a/"), uri.Valid("http://h:80a/"), uri.MustParse("http://h:80a/").IsServer()), "false true false"},
			{show(uri.MustParse("http://h:80a/").HostPort()), " false"},
			{show(first(uri.ParseHTTP("http://h:80a/")) == "http://h:80a/", guard.Gate{}.Check(uri.MustParse("http://h:80a/")) == nil), "false false"},
		},
		"`u.Scheme`, in lower case": {{v.Scheme, "http"}, {u.Scheme(), "HTTP"}},
		"`u.Host`, `u.Hostname()`, `u.Port()`": {
			{show(v.Host, v.Hostname(), v.Port()), "[::1]:8080 ::1 8080"},
			{show(u.Host()), "[::1] true"}, {show(u.Port()), "8080 true"}, {show(u.EffectivePort()), "8080 true"}, {show(u.Addr()), "::1 true"},
		},
		"`net.JoinHostPort(u.Hostname(), u.Port())`": {
			{net.JoinHostPort(v.Hostname(), v.Port()), "[::1]:8080"}, {show(u.WithoutPort().HostPort()), "[::1]:80 true"},
		},
		"`u.User`, `url.UserPassword(u, p)`": {
			{v.User.String(), "Joe:s%3Acret"}, {show(u.Userinfo()), "Joe:s%3Acret true"},
			{show(must(uri.ServerFrom(u)).Login.Password()), "s:cret true"},
			{show(uri.Generic{Scheme: "x", Login: uri.LoginPassword("Joe", "s:cret"), Host: "h"}.URI()), "x://Joe:s%3Acret@h <nil>"},
		},
		"`u.Path` decoded, `u.RawPath` sometimes": {
			{show(v.Path, v.RawPath), "/a/b/c d.txt /a%2Fb/c%20d.txt"}, {must(url.Parse("http://h/a%20b")).RawPath, ""},
			{u.Path(), "/a%2Fb/c%20d.txt"}, {show(slices.Collect(u.Segments())), "[a%2Fb c%20d.txt]"}, {show(uri.Unescape("a%2Fb")), "a/b <nil>"},
		},
		"`u.EscapedPath()`": {{v.EscapedPath(), u.Path()}},
		"`u.RequestURI()`":  {{v.RequestURI(), "/a%2Fb/c%20d.txt?q=x+y&q=2"}, {show(u.RequestTarget()), "/a%2Fb/c%20d.txt?q=x+y&q=2 true"}},
		"`url.ParseRequestURI(s)`": {
			{show(url.ParseRequestURI("/a?b")), "/a?b <nil>"}, {show(guard.ParseTarget("GET", "/a?b")), "/a?b <nil>"},
			{show(guard.ParseTarget("CONNECT", "h:80")), "h:80 <nil>"}, {show(guard.RepairTarget("GET", "/a|b")), "/a%7Cb <nil>"},
		},
		"`path.Base(u.Path)`, `path.Ext(u.Path)`": {
			{show(path.Base(v.Path), path.Ext(v.Path)), "c d.txt .txt"}, {show(u.LastSegment()), "c%20d.txt true"}, {show(uri.Unescape(string(last))), "c d.txt <nil>"},
		},
		"`u.RawQuery`, `u.ForceQuery`": {
			{netMail.RawQuery, "subject=x"}, {show(uri.RFC3986.Query(uri.MustParse("mailto:a@b?subject=x#f"))), "subject=x true"},
			{show(v.RawQuery, v.ForceQuery, must(url.Parse("/?")).ForceQuery), "q=x+y&q=2 false true"},
			{show(u.Query()), "q=x+y&q=2 true"}, {show(uri.MustParse("/?").Query()), " true"}, {show(uri.MustParse("/").Query()), " false"},
		},
		"`u.Query()`, a map": {
			{show(v.Query()), "map[q:[x y 2]]"}, {show(u.Values()), "q=x+y&q=2"}, {show(u.Values().Get("q")), "x y true"}, {show(uri.Pair("q=x+y").Decode()), "q x y <nil>"},
		},
		"`q.Set(...)`, `u.RawQuery = q.Encode()`": {
			{url.Values{"b": {"x y"}, "a": {"%7e"}}.Encode(), "a=%257e&b=x+y"},
			{show(uri.MustParse("/?b=%7e&a=1&c").WithValues(uri.MustParse("/?b=%7e&a=1&c").Values().With("a", "2"))), "/?b=%7e&a=2&c <nil>"},
		},
		"`u.RawQuery = q.Encode()` for a new `url.Values`": {
			{show(uri.MustParse("http://h/").WithQuery(url.Values{"a": {"x y&", "é"}}.Encode())), "http://h/?a=x+y%26&a=%C3%A9 <nil>"},
			{show(uri.MustParse("http://h/").WithQuery(url.Values{}.Encode())), "http://h/? <nil>"}, {show(uri.MustParse("http://h/?a").WithoutQuery()), "http://h/"},
		},
		"`u.Fragment`, which loses an empty one": {{v.String()[len(v.String())-3:], "q=2"}, {show(u.Fragment()), " true"}},
		"`u.Opaque`, without the query":          {{netMail.Opaque, "a@b"}, {uri.RFC3986.Path(uri.MustParse("mailto:a@b?subject=x#f")), "a@b"}, {show(uri.MustParse("mailto:a@b?subject=x#f").Opaque()), "a@b?subject=x true"}},
		"`base.ResolveReference(ref)`": {
			{netBase.ResolveReference(netRef).String(), "http://a/b/c/d;p?y"},
			{show(uri.RFC3986.Resolve(base, ref)), "http://a/b/c/d;p?y <nil>"}, {show(base.Resolve(ref)), "http://a/b/c/?y <nil>"},
		},
		"`u.JoinPath(\"a/b\")` cleans the path": {
			{netBase.JoinPath("../a/b").Path, "/b/c/a/b"}, {show(base.JoinSegments("a", "b")), "http://a/b/c/d;p/a/b?q <nil>"},
			{show(uri.MustParse("http://h/x/../y//").JoinSegments("a/b")), "http://h/x/../y//a%2Fb <nil>"},
		},
		"`url.PathEscape(s)`":  {{url.PathEscape(everyByte), escapeAlso(t, "net-url.md", uri.EscapeSegment)}},
		"`url.QueryEscape(s)`": {{strings.ReplaceAll(url.QueryEscape(everyByte), "+", "%20"), uri.Escape(everyByte, uri.EscapeUnreserved)}},
		"`url.PathUnescape`":   {{show(url.PathUnescape("a+%2F")), "a+/ <nil>"}, {show(uri.Unescape("a+%2F")), "a+/ <nil>"}},
		"setting fields": {
			{(&url.URL{Scheme: "http", Host: "h/evil", Path: "/"}).String(), "http://h%2Fevil/"}, {show(u.WithHost("h/evil")), " uri: change host \"h/evil\": host: invalid character '/' at offset 1 (RFC 2396, 3.2.2)"},
			{show(uri.MustParse("http://h/").WithHost("[::1]")), "http://[::1]/ <nil>"}, {show(uri.MustParse("http://h/?a").WithoutQuery()), "http://h/"},
		},
		"`u.Redacted()`": {
			{v.Redacted(), "http://Joe:xxxxx@[::1]:8080/a%2Fb/c%20d.txt?q=x+y&q=2"}, {u.Redacted(), strings.Replace(s, "s%3Acret", "xxxxx", 1)}, {fmt.Sprintf("%+v", u), u.Redacted()},
			{show(must(url.Parse("http://h/?token=x")).Redacted(), uri.MustParse("http://h/?token=x").Redacted()), "http://h/?token=x http://h/?token=xxxxx"},
		},
		"`*url.URL` in other APIs": {
			{show(guard.ToURL(uri.MustParse("http://h/a%2Fb"))), "http://h/a%2Fb <nil>"}, {show(guard.FromURL(must(url.Parse("http://h/a%2Fb")))), "http://h/a%2Fb <nil>"},
			{must(guard.BrowserURL(must(web.Parse("http://h/a|b")))).RequestURI(), "/a|b"},
		},
	}
	text, err := os.ReadFile("net-url.md")
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, string(text), "net/url", rows)
}

// first returns the text of the first result of a call.
func first(values ...any) string { return fmt.Sprint(values[0]) }

// must returns the result of a call that cannot fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
