package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// TestStats crawls a site with one of each thing that is counted. A second run counts the same from
// the state file, and asks again only for the page whose server failed.
func TestStats(t *testing.T) {
	long := strings.Repeat("x", maxLink)
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprintf(w, "User-agent: *\nDisallow: /private\nSitemap: /map\nSitemap: mailto:a@b\nSitemap: /%s\n", long)
		case "/":
			fmt.Fprintf(w, "<a href=/a><a href=/a><a href='/%%61'><a href=/%s><a href=mailto:x@y><a rel=nofollow href=/no><a href=/none><a href=/busy><a href=/private><a href=/cut>", long)
		case "/a":
			io.WriteString(w, "<a href=/><a href=/deep><a href=/deep>")
		case "/none":
			http.NotFound(w, r)
		case "/busy":
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/cut":
			io.WriteString(w, strings.Repeat("z", 5001))
		}
	})
	name := newState(t)
	options := func(c *Crawler) { c.Depth, c.MaxBody, c.Sitemaps, c.pause, c.MaxDelay = 1, 5000, true, 1, 1 }
	for n := range 3 {
		var uris []string
		if n == 0 {
			uris = append(uris, start+"/")
		}
		got := crawlAll(t, name, options, uris...)
		for _, f := range []map[string]Failure{got.Failures, got.Refusals} {
			for reason, failure := range f {
				if failure.Pages != 1 || !strings.HasPrefix(failure.First, start+"/") {
					t.Errorf("%s: %+v", reason, failure)
				}
			}
		}
		failures, refusals := len(got.Failures), len(got.Refusals)
		got.Failures, got.Refusals, got.Until = nil, nil, time.Time{}
		want := Stats{ // each run reads robots.txt, with two wrong sitemaps
			Pages: 4, Links: 9, Refused: 5 + 2*int64(n), Failed: 2, Beyond: 3, Waiting: 1, TooDeep: 1, Later: 1, BodyCut: 1, Over: 2 + int64(n), Nofollow: 1,
		}
		want.Bytes = got.Bytes
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || failures != 2 || refusals != 1 {
			t.Errorf("run %d: %+v, %d reasons, %d refusals\nwant %+v", n, got, failures, refusals, want)
		}
	}
	for path, want := range map[string]int{"/": 1, "/a": 1, "/none": 1, "/busy": 3, "/private": 0, "/cut": 1, "/deep": 0} {
		if site.asked[path] != want {
			t.Errorf("%s was asked for %d times, want %d", path, site.asked[path], want)
		}
	}
	if text := readFile(t, name); strings.Count(text, `"type":"start"`) != 1 || !strings.Contains(text, `"seen":2`) {
		t.Errorf("the state file: %s", text)
	}
}

// TestZeroCrawler checks the defaults of a Crawler, and that they replace no value.
func TestZeroCrawler(t *testing.T) {
	var c Crawler
	c.setDefaults()
	if c.now == nil || c.pause != time.Second || c.tick != time.Second || c.MaxDelay != 5*time.Minute || c.Servers != 10_000 || c.Known != 5_000_000 || c.Tries != 1 {
		t.Errorf("%+v", c)
	}
	now := time.Unix(1, 0)
	c = Crawler{Delay: 2, tick: 8, MaxDelay: 3, Servers: 4, Known: 5, MaxLinks: 6, Tries: 7, now: func() time.Time { return now }}
	c.setDefaults()
	if c.now() != now || c.pause != 2 || c.tick != 8 || c.MaxDelay != 3 || c.Servers != 4 || c.Known != 6 || c.Tries != 7 {
		t.Errorf("%+v", c)
	}
}

// TestUsage checks the default and the least value of each flag.
func TestUsage(t *testing.T) {
	program := os.Args[0]
	code, said := run(t, program, "-help")
	least := []string{}
	for _, f := range []struct{ name, value, least, below string }{
		{"state", "crawl.jsonl", "", ""}, {"report", "none", "", ""}, {"warc", "none", "", ""}, {"scope", "none", "", ""},
		{"agent", "example-crawler/1.0", "", ""}, {"loopback", "false", "", ""}, {"same-hosts", "false", "", ""}, {"sitemaps", "false", "", ""},
		{"workers", "8", "1", "0"}, {"delay", "1s", "0s", "-1ns"}, {"max-delay", "5m0s", "0s", "-1ns"}, {"timeout", "30s", "1ns", "0s"},
		{"max", "1000000", "1", "0"}, {"known", "5000000", "1", "0"}, {"depth", "0", "0", "-1"}, {"body", "2097152", "1", "0"},
		{"tries", "5", "1", "0"}, {"servers", "10000", "1", "0"},
	} {
		_, text, _ := strings.Cut(said, "\n  -"+f.name+" ")
		if f.least == "" && f.value == "false" {
			_, text, _ = strings.Cut(said, "\n  -"+f.name+"\n")
		}
		text, _, _ = strings.Cut(text, "\n  -")
		if !strings.HasSuffix(strings.TrimSpace(text), " (default "+f.value+")") || code != 0 {
			t.Errorf("exit code %d, the usage of -%s: %q", code, f.name, text)
		}
		if f.least == "" {
			continue
		}
		least = append(least, "-"+f.name, f.least)
		if code, said := run(t, program, "-"+f.name, f.below, "-help"); code != 2 || !strings.Contains(said, "must be at least "+f.least+"\n") {
			t.Errorf("-%s %s: exit code %d, says %s", f.name, f.below, code, said)
		}
	}
	if code, said := run(t, program, append(least, "-help")...); code != 0 {
		t.Errorf("the least values: exit code %d, says %s", code, said)
	}
	name := file(t, "scope", "nowhere\n")
	if code, said := run(t, program, "-scope", name); code != 1 || !strings.HasPrefix(said, "crawler: -scope: "+name+": line 1: ") {
		t.Errorf("exit code %d, says %s", code, said)
	}
	for _, agent := range []struct{ name, says string }{
		{"~", ""}, {" ", ""}, {"\x7f", `"\x7f"`}, {"\x1f", `"\x1f"`}, {"\x7f" + strings.Repeat("a", 99), `"\x7f` + strings.Repeat("a", 99) + `"`}, {"\x7f" + strings.Repeat("a", 100), `"\x7f` + strings.Repeat("a", 99) + `..."`},
	} {
		want := "crawler: no URI to start from\n"
		if agent.says != "" {
			want = "crawler: -agent: " + agent.says + " has characters that a header field must not have\n"
		}
		if code, said := run(t, program, "-state", newState(t), "-agent", agent.name); code != 1 || said != want {
			t.Errorf("-agent %q: exit code %d, says %s", agent.name, code, said)
		}
	}
	for arg, want := range map[string]string{"hxxp://h.example/": "a URI that was made harmless", "http://[/": "ipv6reference: ", "http://": "a URL without a host", "http://h:99999/": "port-out-of-range"} {
		if code, said := run(t, program, "http://h.example/", arg); code != 1 || !strings.HasPrefix(said, "crawler: argument 2: ") || !strings.Contains(said, want) {
			t.Errorf("%s: exit code %d, says %s", arg, code, said)
		}
	}
}

// TestLimitMemory checks the limit of memory: 14 MiB, 64 bytes for each link and 8 KiB for each
// server. The user of the program may set another one.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	f := frontier{state: &state{stats: Stats{Links: 1000}}, servers: map[string]*server{"a": nil, "b": nil}}
	t.Setenv("GOMEMLIMIT", "1GiB")
	if f.limitMemory(); debug.SetMemoryLimit(-1) != before {
		t.Error("sets a limit beside that of the user")
	}
	t.Setenv("GOMEMLIMIT", "")
	if f.limitMemory(); debug.SetMemoryLimit(-1) != 14*1024*1024+64*1000+2*8192 {
		t.Errorf("%d bytes", debug.SetMemoryLimit(-1))
	}
	debug.SetMemoryLimit(before)
	var site counter
	crawlAll(t, newState(t), nil, site.serve(t, func(http.ResponseWriter, *http.Request, int) {})+"/")
	if got := debug.SetMemoryLimit(-1); got != 14*1024*1024+64 {
		t.Errorf("%d bytes at the start of a crawl", got)
	}
}

// TestSecondSignal sends signals to a crawler whose server does not answer. The first ends it when the
// page comes, and one more ends it at once.
func TestSecondSignal(t *testing.T) {
	program := os.Args[0]
	asked, answer := make(chan bool, 10), make(chan bool)
	var site counter
	start := site.serve(t, func(http.ResponseWriter, *http.Request, int) {
		asked <- true
		<-answer
	})
	defer close(answer)
	c := exec.Command(program, "-loopback", "-timeout", "5s", "-state", newState(t), start+"/")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	ended := make(chan error)
	go func() { ended <- c.Wait() }()
	for {
		c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			if status := c.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
				t.Errorf("it ended with %v", c.ProcessState)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// TestCutState cuts the state file of a crawl while it is in use.
func TestCutState(t *testing.T) {
	for _, tt := range []struct {
		size int64 // what is left of the file; from its end if negative
		want string
	}{
		{-1, "the state file was cut while in use"},
		{0, "EOF"},
	} {
		var site counter
		start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			if r.URL.Path == "/" {
				io.WriteString(w, links("/", 3))
			}
		})
		name := newState(t)
		c := Crawler{Agent: "a", Workers: 1, Timeout: time.Minute, MaxLinks: 100, MaxBody: 1000, Loopback: true}
		c.Progress = func(s Stats) {
			if tt.size < 0 && s.Pages != 1 || tt.size == 0 && s.Pages != 2 {
				return
			}
			size := tt.size
			if info, err := os.Stat(name); err != nil {
				t.Error(err)
			} else if size < 0 {
				size += info.Size()
			}
			if err := os.Truncate(name, size); err != nil {
				t.Error(err)
			}
		}
		if _, err := c.Run(context.Background(), name, []uri.URI{uri.MustParse(start + "/")}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d bytes left: %v, want %s", tt.size, err, tt.want)
		}
	}
}

// TestCommit writes to a state file what it cannot have, and what it has no room for.
func TestCommit(t *testing.T) {
	s, err := openState(newState(t), &Crawler{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.commit([]record{{Type: "x"}}); err == nil || err.Error() != `a record of type "x"` {
		t.Error(err)
	}
	if err := s.commit([]record{{Type: "refused", At: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, {Type: "start"}}); err == nil {
		t.Error("the year 10,000 is written")
	}
	if err := s.commit([]record{{Type: "refused", Text: "<&>"}, {Type: "start"}}); err != nil || !strings.Contains(readFile(t, s.file.Name()), `"text":"<&>"`) {
		t.Errorf("%v, the file is %s", err, readFile(t, s.file.Name()))
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if err := s.commit([]record{{Type: "start"}}); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if _, err := openWARC(filepath.Join(t.TempDir(), "crawl.warc"), s); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	failure := errors.New("no room")
	if err := (&frontier{Crawler: &Crawler{}}).finish(result{page: &fetched{fatal: failure}}); err != failure {
		t.Error(err)
	}
}

// TestClosed opens a state file that is wrong, twice. The first error closes it, with its lock. So does a
// WARC file without its folder.
func TestClosed(t *testing.T) {
	wrong := file(t, "state", "{}\n")
	for range 2 {
		if _, err := openState(wrong, &Crawler{}); err == nil || !strings.HasSuffix(err.Error(), "not the state of a crawl") {
			t.Error(err)
		}
	}
	name := newState(t)
	s, err := openState(name, &Crawler{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openState(name, &Crawler{}); !errors.Is(err, errLocked) {
		t.Errorf("a file in use: %v", err)
	}
	s.close()
	for range 2 {
		if err := refusedWARC(name, filepath.Join(t.TempDir(), "none", "crawl.warc"), "http://127.0.0.1:8080/"); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
}

// TestDirectives has each byte in the name of a crawler and between two directives.
func TestDirectives(t *testing.T) {
	const name, separators = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", ", \t\n"
	for b := range byte(0x80) {
		c := string(b)
		if got, want := isFor("x"+c+"y", "X"+c+"Y/1", "*"), strings.Contains(name, c); got != want {
			t.Errorf("isFor with %q: %v", c, got)
		}
		if got, want := hasNofollow("x"+c+"NoFollow"), strings.Contains(separators, c); got != want {
			t.Errorf("hasNofollow with %q: %v", c, got)
		}
	}
	if isFor("", "/1", "*") || !hasNofollow("None") || !isFor("x", "X", "*") {
		t.Error("the whole name")
	}
}

// TestBits has sets of one number.
func TestBits(t *testing.T) {
	for _, n := range []int64{0, 1, 63, 64, 127, 128, 1000} {
		var b bits
		b.add(n)
		b.add(0)
		for i := range int64(1100) {
			if b.has(i) != (i == n || i == 0) {
				t.Errorf("%d in the set of %d", i, n)
			}
		}
		if int64(len(b)) != n/64+1 {
			t.Errorf("%d words for %d", len(b), n)
		}
	}
}

// TestRetryAfter has the longest times that a field can ask for.
func TestRetryAfter(t *testing.T) {
	const most = math.MaxInt64 / int64(time.Second)
	for field, want := range map[string]time.Duration{
		"": 0, "1": time.Second, fmt.Sprint(most): time.Duration(most) * time.Second, fmt.Sprint(most + 1): math.MaxInt64, "9223372036854775808": math.MaxInt64,
	} {
		if got := retryAfter(field, time.Unix(0, 0)); got != want {
			t.Errorf("%q: %v, want %v", field, got, want)
		}
	}
}

// TestReferences adds references at the limits of a page.
func TestReferences(t *testing.T) {
	for extra, want := range map[int]bool{0: true, -1: false} {
		l := references{room: len("abc") + 17 + len("de") + 17 + extra}
		l.add("abc", "de")
		if fits := len(l.texts) == 2; fits != want || l.over != 2-len(l.texts) || fits && l.size != l.room {
			t.Errorf("room for %d bytes: %+v", l.room, l)
		}
		l = references{}
		l.add(strings.Repeat("a", maxLink-extra))
		if fits := len(l.texts) == 1; fits != want {
			t.Errorf("%d bytes: %+v", maxLink-extra, l.over)
		}
	}
	var l references
	l.addEmbedded("data:")
	l.addEmbedded("DATA:,x")
	if len(l.texts) > 0 {
		t.Errorf("%q", l.texts)
	}
	l.addEmbedded("data")
	l.addEmbedded("datum:x")
	l.addLink("a", true)
	l.addLink("b", false)
	l.refuse("c", errLong)
	if l.refuse("d", errPassword); len(l.errors) != 2 || l.errors[3] != errLong || l.errors[4] != errPassword {
		t.Errorf("%+v", l)
	}
	l.texts, l.isLink, l.size = l.texts[:4], l.isLink[:4], l.size-17-1-100
	delete(l.errors, 4)
	if fmt.Sprint(l.texts, l.isLink, l.nofollowed, l.errors) != fmt.Sprint([]string{"data", "datum:x", "b", "c"}, []bool{false, false, true, false}, 1, map[int]error{3: errLong}) || l.size != 17*4+13+100 {
		t.Errorf("%+v", l)
	}
	l.refuse(strings.Repeat("a", maxLink+1), errLong)
	if l.over != 1 || len(l.errors) != 1 || l.size != 17*4+13+100 {
		t.Errorf("%+v", l)
	}
}

// TestRoom adds a link to a batch with room for its record, and to one without.
func TestRoom(t *testing.T) {
	const page, link = "http://h.example/", "http://h.example/a"
	for extra, want := range map[int]batch{0: {page: record{New: 1}}, -1: {page: record{Refused: 1, Over: 1}, left: -1}} {
		c := &Crawler{Known: 10, wire: &wire.Client{Gate: wire.NewGate(true)}}
		s, err := openState(newState(t), c)
		if err != nil {
			t.Fatal(err)
		}
		room := len(page) + len(link) + 100 + extra
		b := batch{page: record{URI: uri.MustParse(page)}, left: room}
		c.addLinks(s, &b, result{page: &fetched{links: references{texts: []string{link}}}})
		if extra < 0 {
			want.left = room
		}
		if b.page.New != want.page.New || b.page.Refused != want.page.Refused || b.page.Over != want.page.Over || b.left != want.left || len(b.records) != want.page.New {
			t.Errorf("room for %d bytes: %+v, want %+v", room, b, want)
		}
		s.close()
	}
	// A refused link that is too long has no URI in its record.
	c := &Crawler{Known: 10, wire: &wire.Client{Gate: wire.NewGate(true)}}
	b := batch{page: record{URI: uri.MustParse(page)}}
	c.addLinks(nil, &b, result{page: &fetched{links: references{texts: []string{"/" + strings.Repeat("a", maxLink-2), "mailto:a"}}}, link: record{N: 1}})
	if len(b.records) != 2 || b.records[0].URI != (uri.URI{}) || b.records[0].Error != errLong.Error() || b.records[1].URI.String() != "mailto:a" || b.records[1].Offset != 1 {
		t.Errorf("%+v", b.records)
	}
}

// TestManyElements reads as many nested elements and attributes as are kept, and one more.
func TestManyElements(t *testing.T) {
	h := htmlReader{references: new(references)}
	if err := h.read(strings.NewReader(strings.Repeat("<svg>", 2*maxAttributes))); err != nil || len(h.foreign) != maxAttributes {
		t.Errorf("%d elements, %v", len(h.foreign), err)
	}
	for before, want := range map[int]int{maxAttributes - 1: 1, maxAttributes: 0} {
		var tag strings.Builder
		for i := range before {
			fmt.Fprintf(&tag, " x%d", i)
		}
		var l references
		if _, err := l.addHTML(strings.NewReader("<a"+tag.String()+" href=1>"), "a"); err != nil || len(l.texts) != want {
			t.Errorf("after %d attributes: %q, %v", before, l.texts, err)
		}
	}
}

// TestBodies checks the functions that tell the type of a body.
func TestBodies(t *testing.T) {
	for b := range 0x80 {
		want := b <= 0x08 || b == 0x0B || b >= 0x0E && b <= 0x1A || b >= 0x1C && b <= 0x1F // MIME Sniffing, "binary data byte"
		if got := isBinary([]byte{'a', byte(b)}); got != want {
			t.Errorf("%#02x: %v", b, got)
		}
	}
	for _, bom := range []string{"\xfe\xff", "\xff\xfe", "\xef\xbb\xbf"} {
		if isBinary([]byte(bom+"\x00")) || !isBinary([]byte(bom[1:]+"\x00")) {
			t.Errorf("the BOM %q", bom)
		}
	}
	for s, want := range map[string][]string{
		"": {""}, "a": {"a"}, " a ,\tb": {"a", "b"}, `"a,b",c`: {`"a,b"`, "c"}, `"a\",b",c`: {`"a\",b"`, "c"}, `a\,b`: {`a\`, "b"}, `"a\`: {`"a\`}, ",": {"", ""},
	} {
		if got := splitList(s); !slices.Equal(got, want) {
			t.Errorf("%q: %q", s, got)
		}
	}
	for s, want := range map[string]bool{
		"<rss": true, "<feed>": true, "\ufeff \t\r\n<rss": true, "<!-- > --><rss": true, "<!DOCTYPE x><rss": true, "<?x ?><?y?><feed": true,
		"<rs": false, "a<rss": false, "<!-- <rss": false, "<!x": false, "<?x <rss": false, "<html>": false,
		"<rdf:RDF http://purl.org/rss/1.0/ http://www.w3.org/1999/02/22-rdf-syntax-ns#": true, "<rdf:RDF http://purl.org/rss/1.0/": false, "<rdf:RDF http://www.w3.org/1999/02/22-rdf-syntax-ns#": false,
	} {
		if isFeed([]byte(s)) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
	packed := func(s string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, s)
		w.Close()
		return b.Bytes()
	}
	for _, tt := range []struct{ text, name, want string }{
		{"<?xml", "a", "text/xml"}, {"\ufeff\n<urlset", "a", "text/xml"}, {"<sitemapindex", "a.txt.gz", "text/xml"}, {"http://h/", "a.txt.gz", "text/plain"},
		{"http://h/", "a.gz", ""}, {"", "a.txt.gz", ""}, {"a", "a.txt.gz", "text/plain"}, {"a\x00", "a.txt.gz", ""}, {strings.Repeat("a", 255) + "\x00", "a.txt.gz", ""}, {strings.Repeat("a", 256) + "\x00", "a.txt.gz", "text/plain"},
	} {
		if got := packedType(packed(tt.text), uri.MustParse("http://h/"+tt.name)); got != tt.want {
			t.Errorf("%.20q in %s: %q, want %q", tt.text, tt.name, got, tt.want)
		}
	}
	if got := packedType([]byte("<?xml"), uri.MustParse("http://h/a.txt.gz")); got != "" {
		t.Errorf("not packed: %q", got)
	}
	// The encoding in the first 1024 bytes counts (HTML, "prescan").
	const meta = "<meta charset=iso-8859-2>"
	for size, want := range map[int]string{1024: "\xb3", 1025: "%26%23322%3B"} {
		if _, query := decoded(strings.NewReader(strings.Repeat(" ", size-len(meta))+meta), "text/html"); string(query(nil, "ł")) != want {
			t.Errorf("an encoding at the end of %d bytes: %q", size, query(nil, "ł"))
		}
	}
}

// TestAboutServer has all statuses and replies.
func TestAboutServer(t *testing.T) {
	for code := range 1000 {
		ftp := &fetched{err: &wire.ReplyError{Code: code}}
		if got := ftp.aboutServer(); got != (code >= 400 && code < 500) {
			t.Errorf("reply %d: %v", code, got)
		}
		if f := (&fetched{status: code}); f.aboutServer() != serverStatuses[code] || (f.reason() != "") != (code >= 400) {
			t.Errorf("status %d: %v, %q", code, f.aboutServer(), f.reason())
		}
		r := &http.Response{StatusCode: code, Header: http.Header{"Location": {"/"}}}
		if got := isRedirect(r); got != (code >= 300 && code < 400) || isRedirect(&http.Response{StatusCode: code}) {
			t.Errorf("status %d: a redirect: %v", code, got)
		}
	}
}

// A roundTrip is a transport of package net/http.
type roundTrip func(r *http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestDeadline checks how long the answer to a request may take: ten times as long as one step of it.
func TestDeadline(t *testing.T) {
	var left time.Duration
	c := Crawler{Timeout: time.Hour, now: time.Now, http: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		deadline, _ := r.Context().Deadline()
		left = time.Until(deadline)
		return nil, io.EOF
	})}}
	page := new(fetched)
	c.fetchScheme(page, new(server), uri.MustParse("http://h.example/"))
	if want := 10 * time.Hour; left > want || left < want-time.Hour/2 || !page.asked || !page.robots || !errors.Is(page.err, io.EOF) {
		t.Errorf("%v is left, want %v; %+v", left, want, page)
	}
}

// TestPrintOrder checks that the most frequent failure is first, and then the names decide.
func TestPrintOrder(t *testing.T) {
	var b strings.Builder
	printFailures(&b, map[string]Failure{"c": {1, "u"}, "a": {1, "u"}, "b": {2, "u"}})
	if want := "       2 b, first u\n       1 a, first u\n       1 c, first u\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestManyRefusals counts the refusals of as many servers as have a name of their own, and of one more.
func TestManyRefusals(t *testing.T) {
	s := state{stats: Stats{Refusals: map[string]Failure{}}, starts: map[int64]bool{}}
	for i := range maxRefusals + 2 {
		s.outcome(record{URI: uri.MustParse(fmt.Sprintf("http://h%d.example/", i)), Error: errRobots.Error()})
	}
	if got := s.stats.Refusals["not asked for, of other servers"].Pages; len(s.stats.Refusals) != maxRefusals+1 || got != 2 || s.stats.Refused != maxRefusals+2 {
		t.Errorf("%d names, %d links of other servers, %d in all", len(s.stats.Refusals), got, s.stats.Refused)
	}
}

// TestOldPace checks which servers need no place in memory.
func TestOldPace(t *testing.T) {
	s := state{Crawler: &Crawler{Delay: time.Second}}
	past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for i, tt := range []struct {
		p    pace
		want bool
	}{
		{pace{}, true}, {pace{delay: time.Second, next: past, outage: outage{again: past}}, true},
		{pace{delay: time.Second + 1}, false}, {pace{next: future}, false}, {pace{outage: outage{again: future}}, false}, {pace{outage: outage{failures: 1}}, false},
	} {
		if got := s.isOld(tt.p); got != tt.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestReportFails makes reports of files that are not there or wrong, and without the program sort.
func TestReportFails(t *testing.T) {
	state, report := file(t, "state", `{"type":"page","n":0,"uri":"http://h/","status":200}`+"\n"), filepath.Join(t.TempDir(), "report")
	if err := writeReport(report, filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := writeReport(report, file(t, "state", "{\n")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := reportLines(io.Discard, strings.NewReader("{\n"), nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := writeReport(report, state); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(report); err != nil || string(text) != "h)/\t\"200\"\thttp://h/\n" {
		t.Errorf("%q, %v", text, err)
	}
	t.Setenv("PATH", "")
	if err := writeReport(report, state); !errors.Is(err, exec.ErrNotFound) {
		t.Error(err)
	}
}

// TestScopeFails reads places of files that are not there, and of one with a long line.
func TestScopeFails(t *testing.T) {
	if _, err := readScope(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := readScope(file(t, "scope", "http://h/\n#"+strings.Repeat("a", 1<<17))); !errors.Is(err, bufio.ErrTooLong) {
		t.Error(err)
	}
}

// TestLongAgent checks that the first record of a WARC file has a bound.
func TestLongAgent(t *testing.T) {
	s, err := openState(newState(t), &Crawler{Agent: strings.Repeat("a", 5000)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	name := filepath.Join(t.TempDir(), "crawl.warc")
	w, err := openWARC(name, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.close(); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(name)
	if want := "\r\nhttp-header-user-agent: " + strings.Repeat("a", 512) + "...\r\n"; err != nil || !strings.Contains(string(text), want) || len(text) > maxInfo || int64(len(text)) != w.end {
		t.Errorf("%d bytes, %v: %s", len(text), err, text)
	}
	if err := w.write(exchanges{nil}[:0]); err != nil {
		t.Error(err)
	}
}

// TestEmptyReads checks that a Read after the end, or of a body that is not packed, gives no byte.
func TestEmptyReads(t *testing.T) {
	b := make([]byte, 10)
	p := &part{in: strings.NewReader("abc"), left: 2}
	for i, want := range []int{2, 0, 0} {
		if n, err := p.Read(b); n != want || (err == io.EOF) != (i > 0) {
			t.Errorf("read %d: %d bytes, %v", i, n, err)
		}
	}
	p = &part{in: strings.NewReader("abc"), left: 1}
	if n, err := p.Read(b); n != 1 || err != nil || p.left != 0 {
		t.Errorf("the last byte: %d bytes, %v, %d are left", n, err, p.left)
	}
	for left, want := range map[int64]bool{0: true, 1: false} { // the body has one byte more
		page := new(fetched)
		if (&part{in: strings.NewReader("a"), left: left, size: 7}).end(page); page.cut != want || page.size != 7 {
			t.Errorf("%d bytes are left: %+v", left, page)
		}
	}
	p = &part{in: io.MultiReader(strings.NewReader("a"), iotest.ErrReader(errLong)), left: 9}
	for i, want := range []int{1, 0, 0} {
		if n, err := p.Read(b); n != want || (err == errLong) != (i > 0) || p.size != 1 || p.left != 8 {
			t.Errorf("read %d of a body that fails: %d bytes, %v", i, n, err)
		}
	}
	if n, err := (&gunzip{ReadCloser: io.NopCloser(strings.NewReader("abc"))}).Read(b); n != 0 || err == nil {
		t.Errorf("a body that is not packed: %d bytes, %v", n, err)
	}
	p = &part{left: 5, size: 5}
	for n, want := range map[int64]int64{0: 5, 10: 5, 11: 6} {
		p.left = 5
		if p.extend(n); p.left != want {
			t.Errorf("extended to %d: %d are left", n, p.left)
		}
	}
}
