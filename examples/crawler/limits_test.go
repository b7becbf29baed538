package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nlnwa/gowarc/v3"

	"example.com/uri"
	"example.com/uri/web"
)

// said is what a crawl reports.
func (s Stats) said(c *Crawler) string {
	var b strings.Builder
	s.print(&b, c)
	return b.String()
}

// TestLimits crawls a site of 40 pages with each limit. The report names it and how much waits, and
// a run with a larger one finds the rest, without a second request for a whole page.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name          string
		small, larger func(c *Crawler)
		pages         int64 // of the first run
		says          string
		again         int // how many pages are asked for again
	}{
		{"-max", func(c *Crawler) { c.MaxLinks = 5 }, func(c *Crawler) { c.MaxLinks = 100 }, 5, "      26 links wait for a larger -max than 5\n", 0},
		{"-depth", func(c *Crawler) { c.Depth = 1 }, func(c *Crawler) { c.Depth = 9 }, 11, "      20 links wait for a larger -depth than 1\n", 0},
		{"-depth, to any", func(c *Crawler) { c.Depth = 2 }, nil, 31, "       9 links wait for a larger -depth than 2\n", 0},
		{"-body", func(c *Crawler) { c.MaxBody = 30 }, nil, 7, "       3 pages were cut, and wait for a larger -body than 30\n", 3},
		{"-body 1", func(c *Crawler) { c.MaxBody = 1 }, nil, 1, "       1 pages were cut, and wait for a larger -body than 1\n", 1},
		{"-known 1", func(c *Crawler) { c.MaxLinks, c.Known = 1, 1 }, nil, 1, "       1 pages have more links, and wait for a larger -known than 1\n", 1},
		{"-known", func(c *Crawler) { c.MaxLinks, c.Known = 5, 5 }, nil, 5, "       2 pages have more links, and wait for a larger -known than 5\n", 2},
	} {
		var site counter
		start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			switch r.URL.Path {
			case "/robots.txt":
			case "/":
				io.WriteString(w, links("/", 10))
			case "/0":
				io.WriteString(w, links("/a", 20))
			case "/a0":
				io.WriteString(w, links("/b", 9))
			}
		})
		name := newState(t)
		c := &Crawler{MaxLinks: 100_000, MaxBody: 2 << 20}
		tt.small(c)
		got := crawlAll(t, name, tt.small, start+"/")
		first := fmt.Sprint(site.asked)
		if got := crawlAll(t, name, tt.small); got.Pages != tt.pages || strings.Replace(fmt.Sprint(site.asked), "/robots.txt:2", "/robots.txt:1", 1) != first {
			t.Errorf("%s: the same again: %+v, asked for %v", tt.name, got, site.asked)
		}
		if got.Pages != tt.pages || !strings.Contains(got.said(c), tt.says) {
			t.Errorf("%s: %+v\nsays %s\nwant %d pages, %s", tt.name, got, got.said(c), tt.pages, tt.says)
		}
		for range 2 {
			if got = crawlAll(t, name, tt.larger); got.Pages != 40 || got.Waiting != 0 || got.Links != 40 {
				t.Errorf("%s: the next run: %+v", tt.name, got)
			}
		}
		again := 0
		for path, n := range site.asked {
			if path != "/robots.txt" {
				again += n - 1
			}
		}
		if again != tt.again {
			t.Errorf("%s: %d pages were asked for again, want %d", tt.name, again, tt.again)
		}
		if got = crawlAll(t, name, tt.small); got.Pages != 40 || got.Waiting != 0 {
			t.Errorf("%s: with the small limit again: %+v", tt.name, got)
		}
	}
}

// TestNearer finds a link first too deep, and then by a shorter way.
func TestNearer(t *testing.T) {
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, earlier int) {
		switch r.URL.Path {
		case "/":
			io.WriteString(w, "<a href=/late><a href=/1>")
		case "/late":
			if earlier < 2 { // comes after /1
				w.WriteHeader(503)
			}
			io.WriteString(w, "<a href=/2>")
		case "/1":
			io.WriteString(w, "<a href=/x>")
		case "/x":
			io.WriteString(w, "<a href=/2>")
		case "/2":
			io.WriteString(w, "<a href=/3>")
		}
	})
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Depth, c.Tries, c.pause = 2, 3, 1 }, start+"/")
	if got.Pages != 5 || site.asked["/2"] != 1 || site.asked["/3"] != 0 {
		t.Errorf("%+v, asked for %v", got, site.asked)
	}
}

// TestStartRedirect begins at a server that redirects to another one. With -same-hosts that
// one joins, also for a later run without start URIs; with a scope it does not, and the report
// says so.
func TestStartRedirect(t *testing.T) {
	var one, two, three counter
	third := three.serve(t, func(http.ResponseWriter, *http.Request, int) {})
	second := two.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/":
			http.Redirect(w, r, "/home", http.StatusFound)
		case "/home":
			io.WriteString(w, links("/", 5)+"<a href="+third+"/>")
		case "/4":
			http.Redirect(w, r, third+"/moved", http.StatusFound)
		}
	})
	first := one.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path != "/robots.txt" {
			http.Redirect(w, r, second+"/", http.StatusMovedPermanently)
		}
	})
	name := newState(t)
	// A redirect is no link deeper.
	same := func(most int64) func(c *Crawler) {
		return func(c *Crawler) { c.SameHosts, c.MaxLinks, c.Depth = true, most, 1 }
	}
	crawlAll(t, name, same(3), first+"/")
	if got := crawlAll(t, name, same(100)); got.Pages != 8 || got.Refused != 2 || got.StartFailed != 0 || len(three.asked) != 0 {
		t.Errorf("%+v, asked for %v", got, three.asked)
	}
	scope, err := readScope(file(t, "scope", first+"/\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Scope = scope }, first+"/")
	if got.Pages != 0 || got.StartFailed != 1 || !strings.Contains(got.said(&Crawler{}), "redirects to "+second+"/: outside of the scope") {
		t.Errorf("%+v", got)
	}
}

// file writes a file in a new folder.
func file(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestScope reads the places of a crawl.
func TestScope(t *testing.T) {
	scope, err := readScope(file(t, "scope", "# places\n\nhttp://h.example/a/\r\n  https://*.b.example\nftp://f.example/\nhttp://bücher.example/\n"))
	if err != nil {
		t.Fatal(err)
	}
	for link, want := range map[string]bool{
		"http://h.example/a/b": true, "https://h.example/a/": true, "http://h.example/a": false, "http://h.example/ab": false, "http://x.h.example/a/b": false,
		"http://b.example/": true, "http://x.y.b.example/z": true, "http://xb.example/": false, "ftp://f.example/x": true, "http://f.example/": false,
		"http://xn--bcher-kva.example/x": true,
	} {
		u, err := absolute(parser, web.URL{}, link)
		if err != nil || scope.Contains(u) != want {
			t.Errorf("%s: %v, %v", link, !want, err)
		}
	}
	for text, want := range map[string]string{
		"": "names no place", "# a\n": "names no place", "http://h/\nh.example/a\n": "line 2: ", "mailto:a@b\n": "line 1: mailto:a@b names no place",
		"http://h/%20\n": "line 1: http://h/%20 names no place",
	} {
		if _, err := readScope(file(t, "scope", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestTypes computes the types of bodies.
func TestTypes(t *testing.T) {
	const page, image = "\n <!-- a --><HTML><a href=1>", "\x89PNG\r\n\x1a\n"
	for _, tt := range []struct {
		fields, start, want string
	}{
		{"", page, "text/html"}, {"", image, "image/png"}, {"", "plain", "text/plain"}, {"", "\x01\x02", "application/octet-stream"},
		{"", "<?xml version='1.0'?><urlset>", "text/xml"},
		{"text/html charset=utf-8", page, "text/html"}, {"text/html, text/html", page, "text/html"}, {"text/html,", page, "text/html"},
		{"text/plain|TEXT/HTML; charset=\"a,b\"", page, "text/html"}, {"text/html|*/*", page, "text/html"}, {"text/html|none", page, "text/html"},
		{"unknown/unknown", page, "text/html"}, {"application/unknown", image, "image/png"}, {"*/*", page, "text/html"}, {"html", page, "text/html"}, {"/", page, "text/html"},
		{"text/plain", page, "text/plain"}, {"text/plain", image, "application/octet-stream"}, {"text/plain; charset=UTF-8", "\xef\xbb\xbf\x00", "text/plain"},
		{"text/plain;charset=utf-8", image, "text/plain"}, {"image/png", page, "image/png"}, {"application/xml", page, "application/xml"},
		{"text/html", "<?xml version='1.0'?><!-- > --> <rss version='2.0'>", "text/xml"}, {"text/html", "\xef\xbb\xbf<feed xmlns='a'>", "text/xml"},
		{"text/html", "<rdf:RDF xmlns='http://purl.org/rss/1.0/' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", "text/xml"}, {"text/html", "<rdf:RDF>", "text/html"},
		{"text/html", "<!-- <rss", "text/html"}, {"text/html", "", "text/html"},
		{"|nosniff", page, "text/plain"}, {"|nosniff", image, "image/png"}, {"text/plain|nosniff", image, "text/plain"}, {"a/b, a/b|nosniff", page, "a/b"},
	} {
		header := http.Header{}
		fields, sniff, _ := strings.Cut(tt.fields, "|")
		if fields != "" {
			header["Content-Type"] = []string{fields}
		}
		if sniff == "nosniff" {
			header["X-Content-Type-Options"] = []string{"NoSniff "}
		} else if sniff != "" {
			header["Content-Type"] = append(header["Content-Type"], sniff)
		}
		if got := computedType(suppliedType(header["Content-Type"]), header, []byte(tt.start)); got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.fields, tt.start, got, tt.want)
		}
	}
	if got := suppliedType([]string{"text/html; charset=x", "text/html"}); got != "text/html; charset=x" {
		t.Errorf("two fields: %s", got)
	}
}

// TestFields reads the header fields that have or forbid links.
func TestFields(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header http.Header
		want   []string
	}{
		{"none", nil, []string{"page", "image"}},
		{"Link, Refresh", http.Header{"Link": {"<2>; rel=next, <https://cdn.example>; rel=preconnect", "<3>; rel=alternate"}, "Refresh": {"5; url=4"}}, []string{"2", "3", "4", "page", "image"}},
		{"nofollow", http.Header{"X-Robots-Tag": {"noindex, NoFollow"}, "Link": {"<2>; rel=next"}}, []string{"image"}},
		{"none", http.Header{"X-Robots-Tag": {"none"}}, []string{"image"}},
		{"for this one", http.Header{"X-Robots-Tag": {"other: index", "bot: nofollow"}}, []string{"image"}},
		{"for another one", http.Header{"X-Robots-Tag": {"other: noindex, nofollow"}}, []string{"page", "image"}},
		{"a date", http.Header{"X-Robots-Tag": {"unavailable_after: 25 Jun 2010 15:00:00 PST", "max-snippet: 20, nofollow"}}, []string{"image"}},
	} {
		for _, agent := range []string{"Bot/1.0", "Bot"} {
			var l references
			l.addFields(tt.header, agent)
			l.addLink("page", false)
			l.addEmbedded("image")
			fields := slices.DeleteFunc(slices.Clone(tt.want), func(s string) bool { return s == "page" || s == "image" })
			if l.dropNofollow(); !slices.Equal(l.texts, tt.want) || l.fields != len(fields) {
				t.Errorf("%s: %q, %d of them of fields, want %q", tt.name, l.texts, l.fields, tt.want)
			}
		}
	}
}

// TestIsFor has the name of a crawler, and all of its characters.
func TestIsFor(t *testing.T) {
	if !isFor(" b-09_z", "B-09_Z[1]", "*") || isFor("b", "B-09_Z[1]", "*") || !isFor("*", "b", "*") {
		t.Error("the name of the crawler")
	}
}

// TestFieldBase crawls pages with a base: it is not that of their header fields. A Location that is too
// long makes no redirect of the first link of its page.
func TestFieldBase(t *testing.T) {
	var here, there counter
	other := there.serve(t, func(http.ResponseWriter, *http.Request, int) {})
	base := "<base href='" + other + "/'><meta charset=iso-8859-1><a href='?\xfc'>"
	start := here.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.RequestURI {
		case "/":
			w.Header().Set("Link", "<linked?ü>; rel=next")
			w.Header().Set("Refresh", "0; url=refreshed")
			w.Header().Set("Location", "moved?ü")
			w.WriteHeader(http.StatusFound)
			io.WriteString(w, base)
		case "/created":
			w.Header().Set("Location", "/not")
			w.WriteHeader(http.StatusCreated)
		case "/long":
			w.Header().Set("Location", "/"+strings.Repeat("a", maxLink))
			w.WriteHeader(http.StatusFound)
			io.WriteString(w, "<a href="+other+"/long>")
		case "/nofollow":
			w.Header().Set("Link", "<no>; rel=next")
			w.Header().Set("X-Robots-Tag", "nofollow")
			w.Header().Set("Location", "followed")
			w.WriteHeader(http.StatusFound)
			io.WriteString(w, base+"<img src=image>")
		}
	})
	crawlAll(t, newState(t), nil, start+"/", start+"/nofollow", start+"/created")
	if here.asked["/not"]+here.asked["/no"] != 0 {
		t.Errorf("asked for %v", here.asked)
	}
	for _, path := range []string{"/moved?%C3%BC", "/linked?%C3%BC", "/refreshed", "/followed"} {
		if here.asked[path] != 1 {
			t.Errorf("%s: asked for %v", path, here.asked)
		}
	}
	if len(there.asked) != 3 || there.asked["/?%FC"] != 1 || there.asked["/image"] != 1 {
		t.Errorf("asked for %v", there.asked)
	}
	clear(there.asked)
	if got := crawlAll(t, newState(t), func(c *Crawler) { c.SameHosts = true }, start+"/long"); len(there.asked) > 0 {
		t.Errorf("%+v, asked for %v", got, there.asked)
	}
}

// TestSitemaps crawls a site whose pages are only in sitemaps and feeds.
func TestSitemaps(t *testing.T) {
	packed := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, s)
		w.Close()
		return b.String()
	}
	var site counter
	var start string
	var many strings.Builder
	for n := range 2000 {
		fmt.Fprintf(&many, "<url><loc>/%x</loc></url>", sum(fmt.Append(nil, n)))
	}
	start = site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		answers := map[string][2]string{
			"/dir/robots":    {"text/plain", "User-agent: *\nDisallow: /no\nSitemap: " + start + "/index.xml\nSitemap: map.txt\nSitemap: " + start + "/map.xml.gz\n"},
			"/many.xml.gz":   {"application/gzip", packed("<urlset>" + many.String())},
			"/index.xml":     {"application/xml", `<?xml version="1.0"?><sitemapindex><sitemap><loc> %s/a.xml </loc></sitemap><sitemap><loc>%s/b.txt.gz</loc></sitemap></sitemapindex>`},
			"/a.xml":         {"text/xml", `<urlset><url><loc>%s/1?a=b&amp;c=d</loc></url><url><x:loc><![CDATA[%s/2?a&b]]></x:loc><xhtml:link rel="alternate" href="%s/3"/></url></urlset>`},
			"/b.txt.gz":      {"application/gzip", packed(start + "/4\n" + start + "/no/5\n")},
			"/dir/map.txt":   {"text/plain", start + "/6\n" + start + "/7\n"},
			"/map.xml.gz":    {"application/octet-stream", packed("<?xml version='1.0'?><urlset><url><loc>" + start + "/feed</loc></url><url><loc>" + start + "/atom</loc></url></urlset>")},
			"/feed":          {"application/rss+xml", `<rss><channel><title>x</title><link>%s/8</link><item><link>%s/9</link><guid>%s/10</guid><guid isPermaLink="false">no</guid><enclosure url="%s/11"/></item></channel></rss>`},
			"/atom":          {"application/atom+xml", `<feed><title><link href="12"/></title><entry><link rel=self href="%s/13"/><content src="14"/></entry></feed>`},
			"/archive.gz":    {"application/gzip", packed("no sitemap")},
			"/long.xml.gz":   {"application/gzip", packed("<urlset>" + strings.Repeat("<url><loc>"+start+"/8</loc></url>", 100))},
			"/elsewhere.xml": {"text/xml", "<doc><loc>" + start + "/no</loc></doc>"},
		}
		if a, ok := answers[r.URL.Path]; ok {
			w.Header().Set("Content-Type", a[0])
			if !strings.HasSuffix(r.URL.Path, ".gz") {
				a[1] = strings.ReplaceAll(a[1], "%s", start)
			}
			io.WriteString(w, a[1])
		}
		switch r.URL.Path {
		case "/robots.txt": // a relative URI in it is one of its place
			http.Redirect(w, r, "/dir/robots", http.StatusFound)
		case "/":
			io.WriteString(w, "<a href=archive.gz><a href=elsewhere.xml>")
		}
	})
	got := crawlAll(t, newState(t), func(c *Crawler) { c.Sitemaps, c.Depth = true, 2 }, start+"/")
	for _, path := range []string{"/1?a=b&c=d", "/2?a&b", "/3", "/4", "/6", "/7", "/8", "/9", "/10", "/11", "/12", "/13", "/14", "/archive.gz", "/elsewhere.xml"} {
		if site.asked[path] != 1 {
			t.Errorf("%s was asked for %d times", path, site.asked[path])
		}
	}
	if got.Pages != 23 || got.Refused != 1 || got.Failed != 0 {
		t.Errorf("%+v, asked for %v", got, site.asked)
	}
	clear(site.asked)
	if got := crawlAll(t, newState(t), nil, start+"/"); got.Pages != 3 || site.asked["/index.xml"] != 0 {
		t.Errorf("without -sitemaps: %+v", got)
	}
	limited := func(c *Crawler) { c.MaxBody = 1000 }
	if got := crawlAll(t, newState(t), limited, start+"/long.xml.gz"); got.BodyCut != 1 {
		t.Errorf("a sitemap that is longer than -body: %+v", got)
	}
	all := func(c *Crawler) { c.Sitemaps, c.MaxBody, c.MaxLinks = true, 20_000, 1 }
	if got := crawlAll(t, newState(t), all, start+"/many.xml.gz"); got.BodyCut != 0 || got.Links < 2000 {
		t.Errorf("a sitemap that is longer than -body, with -sitemaps: %+v", got)
	}
}

// TestLongSitemap reads a sitemap of 50,000 links, longer than the limit of a page.
func TestLongSitemap(t *testing.T) {
	var l references
	body := &part{in: strings.NewReader("<urlset>" + strings.Repeat("<url><loc>http://h.example/"+strings.Repeat("x", 80)+"</loc></url>", 50_000)), left: 1 << 20}
	if index, err := l.addXML(body, body.extend); err != nil || index || len(l.texts) != 50_000 || l.over != 0 {
		t.Errorf("%d links, %d over, %v", len(l.texts), l.over, err)
	}
	l = references{}
	odd := "<feed>text<link/><link href=''/><content/><enclosure url=1></enclosure>text<x:guid>2</x:guid>text<guid isPermaLink=FALSE>text</guid></feed>text"
	if _, err := l.addXML(strings.NewReader(odd), nil); err != nil || !slices.Equal(l.texts, []string{"1", "2"}) {
		t.Errorf("%q, %v", l.texts, err)
	}
	l = references{}
	body = &part{in: io.MultiReader(strings.NewReader("<urlset><url><loc>"), bytes.NewReader(make([]byte, 1<<20))), left: 1 << 10}
	if _, err := l.addXML(body, body.extend); err == nil || len(l.texts) != 0 {
		t.Errorf("a link without an end: %d links, %v", len(l.texts), err)
	}
}

// TestOldState continues a crawl of the version before this one. A page that failed is the last.
func TestOldState(t *testing.T) {
	var site counter
	last := ""
	start := site.serve(t, func(_ http.ResponseWriter, r *http.Request, _ int) { last = r.URL.Path })
	name := file(t, "state", strings.ReplaceAll(`{"type":"link","n":0,"uri":"%s/"}
{"type":"start","n":0}
{"type":"link","n":1,"uri":"%s/1","from":"%s/"}
{"type":"link","n":2,"uri":"%s/2","from":"%s/"}
{"type":"link","n":3,"uri":"%s/3","from":"%s/"}
{"type":"refused","n":0,"uri":"mailto:a@b.example","from":"%s/","offset":2,"error":"does not follow mailto"}
{"type":"page","n":0,"uri":"%s/","status":200,"mediaType":"text/html","new":2,"refused":1}
{"type":"page","n":1,"uri":"%s/1","error":"HTTP status 503","reason":"HTTP status 503","status":503}
{"type":"page","n":3,"uri":"%s/3","error":"HTTP status 404","reason":"HTTP status 404","status":404}
{"type":"server","n":1,"uri":"%s/1","failures":1,"again":"2026-01-02T03:04:05.678901234Z","reason":"connection refused"}
`, "%s", start))
	got := crawlAll(t, name, func(c *Crawler) { c.Depth = 1 })
	if got.Pages != 3 || got.Failed != 1 || got.Refused != 1 || got.Links != 4 || site.asked["/2"] != 1 || site.asked["/1"] != 1 || last != "/1" {
		t.Errorf("%+v, asked for %v", got, site.asked)
	}
}

// readWARC reads a WARC file. It returns how often it has each type and URI.
func readWARC(t *testing.T, name string) map[string]int {
	t.Helper()
	r, err := gowarc.NewWarcFileReader(name, 0, gowarc.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	found := map[string]int{}
	for {
		record, err := r.Next()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		w := record.WarcRecord
		ip, media := w.WarcHeader().Get(gowarc.WarcIPAddress), w.WarcHeader().Get(gowarc.ContentType)
		switch kind := w.Type(); {
		case (kind == gowarc.Request || kind == gowarc.Response) && ip != "127.0.0.1", kind == gowarc.Resource && media != "text/x-gopher-menu":
			t.Errorf("a %v of the type %s from %q", kind, media, ip)
		}
		found[w.Type().String()+" "+w.WarcHeader().Get(gowarc.WarcTargetURI)+" "+w.WarcHeader().Get(gowarc.WarcTruncated)]++
		if validation, err := w.ValidateDigest(); err != nil || len(validation) > 0 {
			t.Errorf("%v, %v", validation, err)
		}
		w.Close()
	}
}

// refusedWARC begins a crawl with a WARC file that it must not use.
func refusedWARC(state, name, start string) error {
	c := Crawler{Workers: 1, Timeout: time.Second, MaxLinks: 10, MaxBody: 1000, Loopback: true, WARC: name, Progress: func(Stats) {}}
	var uris []uri.URI
	if start != "" {
		uris = append(uris, uri.MustParse(start))
	}
	_, err := c.Run(context.Background(), state, uris)
	return err
}

// TestWARC crawls into a WARC file and goes on with one that a killed process left. Nothing is
// in it twice.
func TestWARC(t *testing.T) {
	var begun state // of a process that was killed before the first page
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Encoding", "gzip")
			out := gzip.NewWriter(w)
			io.WriteString(out, links("/", 9))
			out.Close()
		case "/1":
			io.WriteString(w, strings.Repeat("long", 5000))
		case "/2":
			http.NotFound(w, r)
		}
	})
	gopher := "gopher://" + serveGopher(t, "0a\t/a\tnone.invalid\t70\r\n0b\t/b\t\t70\r\n.\r\n") + "/"
	for _, name := range []string{"crawl.warc", "crawl.warc.gz"} {
		state, name := newState(t), filepath.Join(t.TempDir(), name)
		into := func(most int64) func(c *Crawler) {
			return func(c *Crawler) { c.WARC, c.MaxLinks, c.MaxBody, c.SameHosts = name, most, 10_000, true }
		}
		crawlAll(t, state, into(4), start+"/", gopher)
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, append(whole, bytes.Repeat(whole, 9)...), 0o600); err != nil { // as if killed
			t.Fatal(err)
		}
		got := crawlAll(t, state, into(100))
		if got.Pages != 10 || got.Failed != 1 {
			t.Errorf("%+v", got)
		}
		want := map[string]int{
			"warcinfo  ": 1, "resource " + gopher + " ": 1,
			"request " + start + "/robots.txt ": 2, "response " + start + "/robots.txt ": 2,
			"request " + start + "/ ": 1, "response " + start + "/ ": 1, "request " + start + "/1 ": 1, "response " + start + "/1 length": 1,
		}
		for n := range 9 {
			if n != 1 {
				want[fmt.Sprintf("request %s/%d ", start, n)], want[fmt.Sprintf("response %s/%d ", start, n)] = 1, 1
			}
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if text, packed := readFile(t, name), strings.HasSuffix(name, ".gz"); strings.HasPrefix(text, "\x1f\x8b") != packed || strings.HasPrefix(text, "WARC/1.1") == packed {
			t.Errorf("%s begins with %q", name, text[:10])
		} else if !packed {
			for _, want := range []string{
				"\r\n\r\nGET / HTTP/1.1\r\nHost: ", "\r\nUser-Agent: a\r\n", "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n",
				"\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 19\r\nContent-Type: text/plain; charset=utf-8\r\nDate: ", "\r\nX-Content-Type-Options: nosniff\r\n\r\n404 page not found\n",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %q", name, want)
				}
			}
		}
		if found := readWARC(t, name); fmt.Sprint(found) != fmt.Sprint(want) {
			t.Errorf("%s has %v\nwant %v", name, found, want)
		}
		for size, want := range map[int64]bool{maxInfo: true, maxInfo + 1: false} {
			begun.warcName = name
			if err := os.Truncate(name, size); err != nil {
				t.Fatal(err)
			}
			if _, err := checkWARC(name, &begun); (err == nil) != want {
				t.Errorf("%d bytes: %v", size, err)
			}
		}
		if err := os.Truncate(name, 100); err != nil {
			t.Fatal(err)
		}
		if err := refusedWARC(state, name, ""); err == nil || !strings.Contains(err.Error(), "has 100 bytes, but the state file knows of ") {
			t.Errorf("a file that was cut: %v", err)
		}
		if _, err := os.Stat(state); err != nil {
			t.Errorf("the state file of a crawl that goes on: %v", err)
		}
		fresh := newState(t)
		if err := refusedWARC(fresh, name, start+"/"); err == nil || !strings.Contains(err.Error(), name+" exists, and is not of this crawl") {
			t.Errorf("a file of another crawl: %v", err)
		}
		if _, err := os.Stat(fresh); err == nil {
			t.Error("the state file of a crawl that did not begin is there")
		}
	}
}
