package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// TestReadPage reads a page of each type with links.
func TestReadPage(t *testing.T) {
	for _, tt := range []struct{ contentType, body, want string }{
		{"text/html", "<base href=/b><a href=1>", "1"}, {"application/xhtml+xml", "<a href='1'/>", "1"}, {"image/svg+xml", "<svg><a xlink:href='1'/></svg>", "1"},
		{"text/plain", "<a href=1> http://h/2", "http://h/2"}, {"text/css", "@import '1'; p { background: url(data:,x) }", "1"},
		{"application/xml", "<urlset><url><loc>1</loc></url></urlset>", "1"}, {"text/xml", "<feed><link href='1'/></feed>", "1"}, {"application/atom+xml", "<feed><link href='1'/></feed>", "1"},
		{"application/xml", "<html><a href='1'/></html>", ""}, {"image/png", "<a href=1>", ""}, {"application/javascript", "http://h/2", ""},
		{"text/html", "<meta name=robots content=nofollow><a href=1><img src=2>", "2"},
	} {
		page := new(fetched)
		r := &http.Response{Header: http.Header{"Content-Type": {tt.contentType}}, Body: io.NopCloser(strings.NewReader(tt.body))}
		(&Crawler{MaxBody: 1000}).readPage(page, uri.MustParse("http://h/"), r)
		if got := strings.Join(page.links.texts, " "); got != tt.want || page.err != nil || page.media != tt.contentType || page.size != int64(len(tt.body)) || page.cut || page.sitemaps {
			t.Errorf("%s, %s: %q, %v; %+v", tt.contentType, tt.body, got, page.err, page)
		}
	}
}

// TestItems fetches an item of each kind from a gopher server. Only a menu has links, and a search has nothing
// until it is asked.
func TestItems(t *testing.T) {
	server := serveGopher(t, "0a\t/a\th.example\t70\r\niinfo\t/i\th.example\t70\r\n3error\r\n0bad\t/\th.example\tx\r\n1b\t/b\th.example\t70\r\n.\r\n0c\t/c\th.example\t70\r\n")
	long := serveGopher(t, "0a\t/a\th.example\t70\r\n"+strings.Repeat("x", 2*wire.MaxLine))
	const menu, bytes, search = "text/x-gopher-menu", "application/octet-stream", "text/x-gopher-search"
	c := Crawler{MaxBody: 100_000, Timeout: time.Minute, wire: &wire.Client{Gate: wire.NewGate(true), Connect: time.Minute, Idle: time.Minute}}
	for _, tt := range []struct{ u, media, links, fails string }{
		{server + "/", menu, "gopher://h.example/0/a bad gopher://h.example/1/b", ""}, {server + "/1/m", menu, "gopher://h.example/0/a bad gopher://h.example/1/b", ""},
		{server + "/0/t", bytes, "", ""}, {server + "/2/x", bytes, "", ""}, {server + "/6/x", bytes, "", ""}, {server + "/8/x", bytes, "", ""}, {server + "/9/x", bytes, "", ""},
		{server + "/7/s", search, "", ""},
		{long + "/1", menu, "gopher://h.example/0/a", "too long"}, {long + "/0", bytes, "", ""},
	} {
		page := new(fetched)
		c.fetchScheme(page, nil, uri.MustParse("gopher://"+tt.u))
		if got := strings.Join(page.links.texts, " "); got != tt.links || page.media != tt.media || page.asked != (tt.media != search) || (page.size > 0) != page.asked {
			t.Errorf("%s: %q, %+v", tt.u, got, page)
		}
		if (page.err != nil) != (tt.fails != "") || !strings.Contains(fmt.Sprint(page.err), tt.fails) || len(page.links.errors) != strings.Count(tt.links, "bad") {
			t.Errorf("%s: %v, %v", tt.u, page.err, page.links.errors)
		}
	}
}

// TestListing crawls a directory of an FTP server with empty lines and dot segments in its list: they are no
// links. After an error at its end the list may lack names. And a user without a password sends none.
func TestListing(t *testing.T) {
	for _, tt := range []struct {
		user, end string
		want      string // the commands, without those for a link
		got       Stats
	}{
		{"", "226 done", "USER CWD EPSV NLST", Stats{Pages: 1, Waiting: 2}},
		{"", "451 the disk fails", "USER CWD EPSV NLST", Stats{Failed: 1, Later: 1, Waiting: 2}},
		{"u@", "226 done", "USER", Stats{Failed: 1}},
	} {
		var asked []string
		done := make(chan bool, 1)
		server := peer.Serve(t, func(conn net.Conn) {
			defer func() { done <- true }()
			data, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return
			}
			defer data.Close()
			_, port, _ := net.SplitHostPort(data.Addr().String())
			io.WriteString(conn, "220 hello\r\n")
			replies := map[string]string{"USER": "230 welcome", "EPSV": "229 (|||" + port + "|)", "NLST": "150 it comes"}
			if tt.user != "" {
				replies["USER"] = "331 a password"
			}
			for in := bufio.NewScanner(conn); in.Scan(); {
				verb, _, _ := strings.Cut(in.Text(), " ")
				asked = append(asked, verb)
				io.WriteString(conn, cmp.Or(replies[verb], "250 done")+"\r\n")
				if verb != "NLST" {
					continue
				}
				if to, err := data.Accept(); err == nil {
					io.WriteString(to, "a\r\n\r\n.\r\n..\r\nb\r\n")
					to.Close()
				}
				io.WriteString(conn, tt.end+"\r\n")
			}
		})
		name := newState(t)
		got := crawlAll(t, name, func(c *Crawler) { c.MaxLinks = 1 }, "ftp://"+tt.user+server+"/d/")
		<-done
		if strings.Join(asked, " ") != tt.want {
			t.Errorf("%s, %s: asked %q", tt.user, tt.end, asked)
		}
		if got.Pages != tt.got.Pages || got.Failed != tt.got.Failed || got.Later != tt.got.Later || got.Waiting != tt.got.Waiting || got.Refused != 0 {
			t.Errorf("%s, %s: %+v", tt.user, tt.end, got)
		}
		for _, r := range records(t, name) {
			if r.Type == "page" && (int64(r.New) != tt.got.Waiting || r.Seen != 0) {
				t.Errorf("%s, %s: %d new links, %d known ones", tt.user, tt.end, r.New, r.Seen)
			}
		}
	}
}
