package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// sitePages is how many pages the generated site has.
const sitePages = 10_000

// planted are links on pages of the site beside the good ones: as they are written, and
// as browsers read them. "%d" is the number of the page.
var planted = []struct {
	link string
	want string // part of the URI or of the error, or the path of the page that it leads to after "->"
}{
	{"http://user@0x7f.1:25/%d", "//user@127.0.0.1:25/"},
	{"http://www.bank.example@evil.example/%d", "userinfo-host"},
	{"http://h.example:25/%d", "bad-port"},
	{"http://ho st/%d", "domain-to-ASCII"},
	{"http://[::1/%d", "IPv6-unclosed"},
	{"http://h%%0d%%0a/%d", "domain-to-ASCII"},
	{"mailto:nobody%d@example.com", "does not follow mailto"},
	{"javascript:alert(%d)", "does not follow javascript"},
	{"ftp://h.example/%d;type=x", "ftptype"},
	{"gopher://h.example/1%d%%0D%%0AEHLO", "smuggling"},
	{"http://b\u00fccher.example:25/%d", "bad-port"},
	{"http://xn--\u00fc.example/%d", "idna"},
	{" /odd/space %d ", "->/odd/space%20%d"},
	{"/odd/a|b%d", "->/odd/a%7Cb%d"},
	{"\\odd\\backslash%d", "->/odd/backslash%d"},
	{"/odd/100%%/%d", "->/odd/100%25/%d"},
	{"/odd/\u00fc%d", "->/odd/%C3%BC%d"},
	{"/odd/line\n%d", "->/odd/line%d"},
	{"/odd/x/../../../y%d", "->/y%d"},
	{"?odd=%d", "->/page/%d?odd=%d"},
}

// plantedOn returns the planted link on page n, if there is one.
func plantedOn(n int) (link, want string, ok bool) {
	if n%10 != 3 {
		return "", "", false
	}
	p := planted[n/10%len(planted)]
	count := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "%d", fmt.Sprint(n)), "%%", "%")
	}
	if want, ok := strings.CutPrefix(p.want, "->"); ok {
		return count(p.link), "->" + strings.ReplaceAll(want, "%d", fmt.Sprint(n)), true
	}
	return count(p.link), p.want, true
}

// site serves sitePages pages, page n with links to 2n+1 and 2n+2, to earlier pages,
// and the planted links. It counts the requests.
type site struct {
	mu    sync.Mutex
	asked map[string]int
	total int
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.RequestURI]++
	s.total++
	s.mu.Unlock()
	if r.URL.Path == "/robots.txt" {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	var n int
	if _, err := fmt.Sscanf(r.URL.Path, "/page/%d", &n); err != nil || r.URL.RawQuery != "" {
		fmt.Fprint(w, "<p>nothing more")
		return
	}
	fmt.Fprintf(w, "<!DOCTYPE html><title>%d</title>", n)
	for _, child := range []int{2*n + 1, 2*n + 2} {
		if child >= sitePages {
			continue
		}
		switch child % 5 { // all ways to link, in turn
		case 0:
			fmt.Fprintf(w, `<a href="%d#part">`, child)
		case 1:
			fmt.Fprintf(w, `<img srcset="./%d 2x, /page/0 1x">`, child)
		case 2:
			fmt.Fprintf(w, `<iframe src="../page/%d"></iframe>`, child)
		case 3:
			fmt.Fprintf(w, `<meta http-equiv=refresh content="5; URL='/page/%d'">`, child)
		case 4:
			fmt.Fprintf(w, `<noscript><video poster="//%s/page/%d"></video></noscript>`, r.Host, child)
		}
	}
	fmt.Fprintf(w, `<area href="/page/%d"><link href="/private/%d">`, n/2, n)
	if link, _, ok := plantedOn(n); ok {
		fmt.Fprintf(w, `<a href="%s">planted</a>`, link)
	}
}

func (s *site) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

// records reads a state file. A process that was killed may have left its last line
// without an end.
func records(t *testing.T, name string) []record {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []record
	for line := range bytes.Lines(text) {
		var r record
		if err := json.Unmarshal(line, &r); err != nil && bytes.HasSuffix(line, []byte("\n")) {
			t.Fatalf("%v: %s", err, line)
		} else if err == nil {
			all = append(all, r)
		}
	}
	return all
}

// buildFolder has the crawler that build builds.
var buildFolder string

// childVariable is set in the processes that the tests start. It says what the test program does there.
const childVariable = "URI_CRAWLER_CHILD"

var children = map[string]func(){"main": main} // it is the crawler

func TestMain(m *testing.M) {
	if child := children[os.Getenv(childVariable)]; child != nil {
		child()
		return
	}
	os.Setenv(childVariable, "main")
	var err error
	if buildFolder, err = os.MkdirTemp("", "crawler"); err != nil {
		panic(err)
	}
	os.Setenv("GOCOVERDIR", buildFolder) // with -cover the processes would say that it is not set
	code := m.Run()
	os.RemoveAll(buildFolder)
	os.Exit(code)
}

// build builds the crawler, once, for tests that measure its memory or its times.
func build(t *testing.T) (program string) {
	t.Helper()
	if err := buildOnce(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(buildFolder, "crawler")
}

var buildOnce = sync.OnceValue(func() error {
	out, err := exec.Command("go", "build", "-o", filepath.Join(buildFolder, "crawler"), ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return err
})

// TestProtocols crawls a tree of files over ftp and over gopher.
func TestProtocols(t *testing.T) {
	dir := peers.Tree(t, map[string]string{"motd": "m", "pub/a b;c?d.txt": "odd", "pub/sub/x.txt": "x", "pub/sub/y": "y"})
	ftp, gopher := peers.FTP(t, dir, "", ""), peers.Gopher(t, dir)
	name := filepath.Join(t.TempDir(), "crawl.jsonl")
	c := Crawler{Workers: 2, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
	_, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse("ftp://" + ftp + "/"), uri.MustParse("gopher://" + gopher + "/")})
	if err != nil {
		t.Fatal(err)
	}
	got, media := map[string]string{}, map[string]string{}
	for _, r := range records(t, name) {
		if r.Type == "page" {
			got[r.URI.String()], media[r.URI.String()] = r.Error, r.Media
		}
	}
	for u, want := range map[string]string{
		"ftp://" + ftp + "/motd": "application/octet-stream", "ftp://" + ftp + "/": "text/x-ftp-listing",
		"gopher://" + gopher + "/0/motd": "application/octet-stream", "gopher://" + gopher + "/": "text/x-gopher-menu",
	} {
		if media[u] != want {
			t.Errorf("%s: of the type %q, want %q", u, media[u], want)
		}
	}
	for _, want := range []string{
		"ftp://" + ftp + "/motd", "ftp://" + ftp + "/pub/a%20b%3Bc%3Fd.txt", "ftp://" + ftp + "/pub/sub/y",
		"gopher://" + gopher + "/0/pub/sub/x.txt", "gopher://" + gopher + "/1/pub/sub/",
	} {
		if e, ok := got[want]; !ok || e != "" {
			t.Errorf("%s: fetched %v, error %q; all: %v", want, ok, e, got)
		}
	}
}

// TestDirectories crawls over ftp from directories by URLs whose text is not that of
// the directory: with a type, and with a "?", which is data in an ftp URL.
func TestDirectories(t *testing.T) {
	dir := peers.Tree(t, map[string]string{"motd": "m", "pub/a.txt": "a", "pub/sub/x.txt": "x", "what?/b.txt": "b"})
	ftp, login := peers.FTP(t, dir, "", ""), peers.FTP(t, dir, "user", "p@ss")
	pub := []string{"/pub/a.txt", "/pub/sub", "/pub/sub/", "/pub/sub/x.txt"}
	redirected := append([]string{"/pub/"}, pub...)
	for _, tt := range []struct {
		path string
		want []string // the other pages
	}{
		{"/pub/", pub},
		{"/pub;type=d", pub},
		{"/pub/;type=d", pub},
		{"/pub/;type=a", pub},
		{"/pub", redirected},
		{"/pub;type=i", redirected},
		{"/pub;type=a", redirected},
		{"/pub/sub;type=d", []string{"/pub/sub/x.txt"}},
		{"/what?", []string{"/what%3F/", "/what%3F/b.txt"}},
		{"/what?/", []string{"/what%3F/b.txt"}},
		{"/what?;type=d", []string{"/what%3F/b.txt"}},
	} {
		for _, server := range []string{"ftp://" + ftp, "ftp://user:p%40ss@" + login} {
			name := filepath.Join(t.TempDir(), "crawl.jsonl")
			c := Crawler{Workers: 2, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
			if _, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse(server + tt.path)}); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range records(t, name) {
				if r.Error != "" {
					t.Errorf("%s: %s: %s", tt.path, r.URI, r.Error)
				}
				if path := strings.TrimPrefix(r.URI.String(), strings.Replace(server, ":p%40ss", "", 1)); r.Type == "page" && path != tt.path {
					got = append(got, path)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s%s: leads to %q, want %q", server, tt.path, got, tt.want)
			}
		}
	}
}

// TestRobotsRedirect crawls a page and one that robots.txt disallows, from servers that
// redirect robots.txt.
func TestRobotsRedirect(t *testing.T) {
	const rules, outage = "User-agent: *\nDisallow: /private/\n", "could not be asked"
	elsewhere := &site{asked: map[string]int{}} // has the same rules
	other := httptest.NewServer(elsewhere)
	defer other.Close()
	for _, tt := range []struct {
		name     string
		location map[string]string // where a path leads
		status   int               // of a redirect; 0: 301
		asked    int               // how often for robots.txt or a place that it leads to
		other    int               // how often the other server
		private  string            // part of the error of the private page; "" if it is fetched
		page     string            // part of the error of the other page
	}{
		{"none", nil, 0, 1, 0, "", ""},
		{"relative", map[string]string{"/robots.txt": "r/1"}, 0, 2, 0, "disallows", ""},
		{"302", map[string]string{"/robots.txt": "/r/1"}, 302, 2, 0, "disallows", ""},
		{"308", map[string]string{"/robots.txt": "/r/1"}, 308, 2, 0, "disallows", ""},
		{"fragment", map[string]string{"/robots.txt": "/r/2#a", "/r/2": "/r/1#%0D%0A"}, 0, 3, 0, "disallows", ""},
		{"not there", map[string]string{"/robots.txt": "/none"}, 0, 2, 0, "", ""},
		{"five", map[string]string{"/robots.txt": "/r/5", "/r/5": "4", "/r/4": "3", "/r/3": "2", "/r/2": "1"}, 0, 6, 0, "disallows", ""},
		{"six", map[string]string{"/robots.txt": "/r/6", "/r/6": "5", "/r/5": "4", "/r/4": "3", "/r/3": "2", "/r/2": "1"}, 0, 6, 0, "", ""},
		{"loop", map[string]string{"/robots.txt": "/robots.txt"}, 0, 6, 0, "", ""},
		{"no Location", map[string]string{"/robots.txt": ""}, 0, 1, 0, "", ""},
		{"not modified", map[string]string{"/robots.txt": ""}, 304, 1, 0, "", ""},
		{"server error", map[string]string{"/robots.txt": ""}, 503, 1, 0, outage, "disallows"},
		{"too many requests", map[string]string{"/robots.txt": ""}, 429, 1, 0, outage, "disallows"},
		{"another server", map[string]string{"/robots.txt": other.URL + "/robots.txt"}, 0, 1, 1, "disallows", ""},
		// Redirects that are refused.
		{"bad port", map[string]string{"/robots.txt": "http://127.0.0.1:25/robots.txt"}, 0, 1, 0, outage, "bad-port"},
		{"not a public address", map[string]string{"/robots.txt": "http://10.0.0.1/robots.txt"}, 0, 1, 0, outage, "not public"},
		{"later", map[string]string{"/robots.txt": "/r/2", "/r/2": "//169.254.169.254/"}, 0, 2, 0, outage, "not public"},
		{"another scheme", map[string]string{"/robots.txt": "ftp" + strings.TrimPrefix(other.URL, "http") + "/robots.txt"}, 0, 1, 0, outage, "scheme"},
		{"a password", map[string]string{"/robots.txt": "http://user:SECRET@" + other.Listener.Addr().String() + "/robots.txt"}, 0, 1, 0, outage, "user name"},
		{"no URI", map[string]string{"/robots.txt": "//user:SECRET@h/a b"}, 0, 1, 0, outage, "invalid"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/page" && !strings.HasPrefix(r.URL.Path, "/private/") {
					asked.Add(1)
				}
				location, ok := tt.location[r.URL.Path]
				switch {
				case ok:
					if location != "" {
						w.Header().Set("Location", location)
					}
					w.WriteHeader(cmp.Or(tt.status, http.StatusMovedPermanently))
					fmt.Fprint(w, rules) // of no effect, since this is not robots.txt
				case r.URL.Path == "/r/1":
					fmt.Fprint(w, rules)
				case r.URL.Path == "/robots.txt", r.URL.Path == "/none":
					http.NotFound(w, r)
				}
			}))
			defer server.Close()
			before := elsewhere.count()
			name := filepath.Join(t.TempDir(), "crawl.jsonl")
			c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, SameHosts: true, Progress: func(Stats) {}}
			_, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse(server.URL + "/page"), uri.MustParse(server.URL + "/private/1")})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"/page": tt.page, "/private/1": tt.private}
			for _, r := range records(t, name) {
				if r.Type != "page" {
					continue
				}
				if e, ok := want[r.URI.Path()]; !ok || (e == "") != (r.Error == "") || !strings.Contains(r.Error, e) || strings.Contains(r.Error, "SECRET") {
					t.Errorf("%s: error %q, want %q", r.URI, r.Error, e)
				}
				delete(want, r.URI.Path())
			}
			if len(want) > 0 {
				t.Errorf("not fetched: %v", want)
			}
			if n, m := int(asked.Load()), elsewhere.count()-before; n != tt.asked || m != tt.other {
				t.Errorf("%d requests for robots.txt and %d to the other server, want %d and %d", n, m, tt.asked, tt.other)
			}
		})
	}
}

// TestRobotsRedirectBody redirects robots.txt with a body that does not end. Its
// connection must be closed before robots.txt is read elsewhere.
func TestRobotsRedirectBody(t *testing.T) {
	closed := make(chan bool, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusFound)
			fmt.Fprint(w, "body")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
			closed <- true
		case "/elsewhere":
			select {
			case <-closed:
			case <-time.After(30 * time.Second):
				t.Error("the connection is still open")
			}
		}
	}))
	defer server.Close()
	c := Crawler{Workers: 1, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Loopback: true, Progress: func(Stats) {}}
	stats, err := c.Run(context.Background(), filepath.Join(t.TempDir(), "crawl.jsonl"), []uri.URI{uri.MustParse(server.URL + "/page")})
	if err != nil || stats.Pages != 1 || stats.Failed != 0 {
		t.Errorf("%+v, %v", stats, err)
	}
}

// TestLoopbackIsRefused checks that there is no connection to the loopback without the
// flag: the gate refuses the URI at the start, and the dialer the address of a name.
func TestLoopbackIsRefused(t *testing.T) {
	s := &site{asked: map[string]int{}}
	server := httptest.NewServer(s)
	defer server.Close()
	c := Crawler{Workers: 1, Timeout: time.Minute, MaxLinks: 1000, MaxBody: 1 << 20, Progress: func(Stats) {}}
	_, err := c.Run(context.Background(), filepath.Join(t.TempDir(), "crawl.jsonl"), []uri.URI{uri.MustParse(server.URL + "/page/0")})
	var gate *guard.Error
	if !errors.As(err, &gate) || s.count() != 0 {
		t.Errorf("%v, %d requests", err, s.count())
	}
	conn, err := c.wire.Dial(context.Background(), "tcp", server.Listener.Addr().String())
	if !errors.As(err, &gate) {
		t.Errorf("%v, %v", conn, err)
	}
	if r := (&fetched{err: err}).reason(); r != "the address may not be connected to" {
		t.Error(r)
	}
}

// TestHTMLLinks reads documents as browsers without scripts read them.
func TestHTMLLinks(t *testing.T) {
	for _, tt := range []struct {
		name, page, base string
		want             []string
	}{
		{"many", `<base href=/b/><base href=/c/>
<a href="1">x</a><a name=y><area HREF=2><link href=3><img src=4 srcset="5 1x,6 2x , 7,8"><frame src=9><iframe src=10></iframe>
<form action="?a&amp;b"><button formaction=no></form><meta http-equiv="Refresh" content="0;URL=12"><meta http-equiv=refresh content="3; '13 x'">
<picture><source srcset="14,15 100w"></picture><!-- <a href=no> --><script>"<a href=no> http://no/"</script><a href="">http://no/</a>
<p>詳しくはhttp://h:80&#12434;ご覧ください。<style>http://no/</style>http://例え.テスト/ mailto:no@h ftp://h/x`, "/b/",
			[]string{"1", "2", "3", "4", "5", "6", "7,8", "9", "10", "12", "13 x", "14,15", "", "http://h:80", "http://xn--r8jz45g.xn--zckzah/", "ftp://h/x"}},
		{"noscript", `<noscript><a href=1><img src=2></noscript><noembed><a href=no></noembed><noframes><a href=no></noframes><a href=3>`, "", []string{"1", "2", "3"}},
		{"CSS", `<style>@import "1"; p { background: url(2) } /* url(no) */</style><p style="background: url('3')"><img src="data:,no">`, "", []string{"1", "2", "3"}},
		{"media", `<script src=1></script><video poster=2 src=3><track src=4><source src=5></video><object data=6><embed src=7><input type=image src=8><audio src=9>`, "",
			[]string{"2", "3", "1", "4", "5", "6", "7", "8", "9"}},
		{"SVG", `<svg><a xlink:href=1 /><image href=2 /><style>p { fill: url(3) }</style><use href="4#x"/><use href="#no"/><foreignObject><img src=5></foreignObject><a href=6></svg><img src=7>`, "",
			[]string{"1", "2", "3", "4#x", "5", "6", "7"}},
		{"after SVG", `<svg></svg><iframe src=1></iframe><math><mi></mi></math><video src=2></video><svg><svg></svg></svg><iframe src=3></iframe></svg><iframe src=4>`, "", []string{"1", "2", "3", "4"}},
		{"no HTML in SVG", `<svg><iframe src=no></iframe><foreignObject><iframe src=1></iframe></foreignObject><iframe src=no></iframe></svg><foreignObject><iframe src=2>`, "", []string{"1", "2"}},
		{"a group in SVG", `<svg><g><a xlink:href=1 /></g></svg>`, "", []string{"1"}},
		{"an image ends SVG", `<svg><noscript><img src=1><a href=2></svg>`, "", []string{"1", "2"}},
		{"an attribute twice", `<a href=1 href=no>`, "", []string{"1"}},
		{"a frame", `<iframe srcdoc="<a href=2><iframe srcdoc='<a href=no>'></iframe>"></iframe><a href=1>`, "", []string{"1", "2"}},
		{"no frame", `<div srcdoc="<a href=no>"></div><a href=1>`, "", []string{"1"}},
		{"nofollow", `<a rel="NoFollow ugc" href=no><a rel=next href=1>`, "", []string{"1"}},
		{"nofollow of the page", `<a href=no><img src=1><meta name=Robots content="noindex, NOFOLLOW"><style>p{background:url(2)}</style><area href=no>http://no/`, "", []string{"1", "2"}},
		{"for this crawler", `<a href=no><meta name=a content=none><img src=1>`, "", []string{"1"}},
		{"for another one", `<a href=1><meta name=b content=none><meta content=none><meta name=robots content="index, follow">`, "", []string{"1"}},
	} {
		var links references
		base, err := links.addHTML(strings.NewReader(tt.page), "A/1.0")
		links.dropNofollow()
		if tt.name == "media" {
			slices.Sort(links.texts)
			slices.Sort(tt.want)
		}
		if err != nil || base != tt.base || !slices.Equal(links.texts, tt.want) {
			t.Errorf("%s: base %q, links %q, %v\nwant %q", tt.name, base, links.texts, err, tt.want)
		}
	}
}

// TestBase reads the base of a page with several, one of which is no URL of a page.
func TestBase(t *testing.T) {
	for _, tt := range []struct{ page, want string }{
		{"<base href='javascript:void(0)'><base href=/c/>", "http://h/a/x"},
		{"<base href=''><base href=/c/>", "http://h/a/x"},
		{"<base target=_top><base href=/c/>", "http://h/c/x"},
		{"<base href='http://ho st/'>", "http://h/a/x"},
	} {
		embedded, err := new(references).addHTML(strings.NewReader(tt.page), "a")
		page, parseErr := parser.Parse(web.URL{}, "http://h/a/b?c#d")
		if err != nil || parseErr != nil {
			t.Fatal(err, parseErr)
		}
		if got, err := parser.Parse(parser.DocumentBase(page, embedded), "x"); err != nil || got.String() != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.page, got, err, tt.want)
		}
	}
}

// TestEncoding reads the links of pages in other encodings: the path of a link is in
// UTF-8 and its query in the encoding of the page.
func TestEncoding(t *testing.T) {
	for _, tt := range []struct{ contentType, page, want string }{
		{"text/html; charset=utf-8", "<a href='/ü?ü'>", "http://h/%C3%BC?%C3%BC"},
		{"text/html; charset=iso-8859-1", "<a href='/\xfc?\xfc=&#12354;&#252;'>", "http://h/%C3%BC?%FC=%26%2312354%3B%FC"},
		{"text/html", "<meta charset=shift_jis><a href='/?\x82\xa0'>", "http://h/?%82%A0"},
		{"text/html; charset=utf-16le", "<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00?\x00\xfc\x00>\x00", "http://h/?%C3%BC"},
	} {
		text, query := decoded(strings.NewReader(tt.page), tt.contentType)
		var links references
		_, err := links.addHTML(text, "a")
		if err != nil || len(links.texts) != 1 {
			t.Fatalf("%q: %q, %v", tt.page, links.texts, err)
		}
		base, err := parser.Parse(web.URL{}, "http://h/")
		if err != nil {
			t.Fatal(err)
		}
		c := Crawler{wire: &wire.Client{}}
		p := parser
		p.Query = query
		if u, err := c.follow(p, base, links.texts[0], false); u.String() != tt.want {
			t.Errorf("%q: %s, %v, want %s", tt.page, u, err, tt.want)
		}
	}
}
