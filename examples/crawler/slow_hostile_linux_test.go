package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"example.com/uri"
)

var hostileLinks = flag.Int("links", 5000, "how many links the hostile web has")

// The servers of the hostile web are addresses of this machine, all at one port. Each of the
// addresses from 127.0.1.0 on has a tree of pages.
const (
	hub        = "127.0.0.1" // has one page, with links to all others
	down       = "127.0.2.1" // answers robots.txt with 503
	cutShort   = "127.0.2.2" // cuts its robots.txt short
	garbage    = "127.0.2.3" // answers with garbage
	circular   = "127.0.2.4" // redirects robots.txt and its pages in circles
	endless    = "127.0.2.5" // sends robots.txt and its pages without an end
	recovering = "127.0.2.6" // answers robots.txt with 503 twice
	changing   = "127.0.2.7" // forbids its pages when it is asked for the second time
	slow       = "127.0.2.8" // waits before it answers
	closed     = "closed"    // listens at no port
	trees      = 8
)

// A hostileWeb is a small web of servers that make a crawl hard.
type hostileWeb struct {
	port   string
	closed string // the host and port of the server closed
	pages  int    // of each tree
	began  time.Time
	mu     sync.Mutex
	asked  map[string]int // by host and target
	total  int
	want   []string // the pages that must come, by host and target
	wrong  []string
}

// url returns the URL of a path of a server.
func (h *hostileWeb) url(host, path string) string {
	if host == closed {
		return "http://" + h.closed + path
	}
	return "http://" + host + ":" + h.port + path
}

func (h *hostileWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, _ := net.SplitHostPort(r.Host)
	h.mu.Lock()
	h.total++
	target := host + r.RequestURI
	h.asked[target]++
	times := h.asked[target]
	robots := h.asked[host+"/robots.txt"]
	if strings.HasPrefix(r.URL.Path, "/forbidden/") || host == changing && robots > 1 && r.URL.Path != "/robots.txt" {
		h.wrong = append(h.wrong, "asked against robots.txt: "+target)
	}
	h.mu.Unlock()
	if r.URL.Path == "/robots.txt" {
		h.robots(w, host, times)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch host {
	case hub:
		for i := range trees {
			fmt.Fprintf(w, "<a href='%s'>", h.url(tree(i), "/n/0"))
		}
	case circular:
		w.Header().Set("Location", strings.Replace(r.RequestURI+"?", "??", "", 1))
		w.WriteHeader(http.StatusFound)
	case endless:
		if strings.HasSuffix(r.URL.Path, "00") {
			repeat(w, "text ")
		}
	case slow:
		time.Sleep(2 * time.Millisecond)
	default:
		var i, n int
		fmt.Sscanf(host, "127.0.1.%d", &i)
		if _, err := fmt.Sscanf(r.URL.Path, "/n/%d", &n); err != nil || i >= trees {
			if strings.HasPrefix(r.RequestURI, "/odd%") { // the server knows only the other spelling
				http.NotFound(w, r)
			}
			return
		}
		h.page(w, i, n)
	}
}

// robots answers a request for robots.txt.
func (h *hostileWeb) robots(w http.ResponseWriter, host string, times int) {
	switch {
	case host == down, host == recovering && times <= 2:
		w.WriteHeader(http.StatusServiceUnavailable)
	case host == cutShort:
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, "User-agent: *\n")
	case host == garbage:
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			io.WriteString(conn, "\x00\xff\x1b]0;\r\n\r\n")
			conn.Close()
		}
	case host == circular:
		w.Header().Set("Location", "/robots.txt")
		w.WriteHeader(http.StatusMovedPermanently)
	case host == endless:
		repeat(w, "User-agent: *\nDisallow: /n/1\n")
	case host == changing && times > 1:
		io.WriteString(w, "User-agent: *\nDisallow: /\n")
	default:
		io.WriteString(w, "User-agent: *\nDisallow: /forbidden/\n")
	}
}

// repeat writes s until the client reads no more.
func repeat(w io.Writer, s string) {
	s = strings.Repeat(s, 1000)
	for {
		if _, err := io.WriteString(w, s); err != nil {
			return
		}
	}
}

func tree(i int) string { return fmt.Sprintf("127.0.1.%d", i) }

// page writes page n of tree i, with links to its two children in one of ten forms, and to
// other servers.
func (h *hostileWeb) page(w http.ResponseWriter, i, n int) {
	out, e := new(bytes.Buffer), encoding.Nop
	var children []int
	for _, child := range []int{2*n + 1, 2*n + 2} {
		if child < h.pages {
			children = append(children, child)
		}
	}
	host := tree(i)
	list := func(format string, args ...any) {
		for _, child := range children {
			fmt.Fprintf(out, format, append([]any{child}, args...)...)
		}
	}
	switch n % 10 {
	case 0:
		list("<a href='%d'>")
		fmt.Fprintf(out, "<a href='/odd%%2D%d'><a href='/odd-%[1]d'>", n)
	case 1:
		list("<a href=%d>")
		if n%1000 == 1 {
			fmt.Fprintf(out, "<script>%s</script>", strings.Repeat("x", 1_100_000))
		}
	case 2:
		list("<a href='//0x7f.0.1.%[2]d.:%[3]s/n/%[1]d'>", i, h.port)
	case 3:
		bases := []string{"javascript:void(0)", "", "http://ho st/", "data:,x", "/n/x", "//" + host + ":" + h.port + "/n/"}
		fmt.Fprintf(out, "<base target=_top><base href='%s'><base href='/wrong/'>", bases[n/10%len(bases)])
		list("<a href='%d'>")
	case 4:
		name := encodings[n/10%len(encodings)].name
		e, _ = htmlindex.Get(name)
		w.Header().Set("Content-Type", "text/html; charset="+name)
		for _, child := range children {
			fmt.Fprintf(out, "詳しくは（%s）をご覧ください。", h.url(host, fmt.Sprint("/n/", child)))
		}
		fmt.Fprintf(out, "<a href='/日本/%d?本'>", n)
	case 5:
		list("<meta http-equiv=refresh content='0,url=%d'>")
	case 6:
		list("<img srcset='/n/%d 2x, /n/0 1x'>")
	default:
		list("<iframe src='./%d'></iframe>")
	}
	fmt.Fprintf(out, "<a href='/forbidden/%d'><a href='mailto:a@b.example'>", n)
	fmt.Fprintf(out, "<a href='%s'>", h.url(cutShort, fmt.Sprint("/", host, "/", n)))
	fmt.Fprintf(out, "<a href='%s'>", h.url(others[n%len(others)], fmt.Sprint("/", host, "/", n)))
	io.WriteString(e.NewEncoder().Writer(w), out.String())
}

// encodings are those of the pages in Japanese, with the query "本" of their links.
var encodings = []struct{ name, query string }{
	{"shift_jis", "%96%7B"}, {"euc-jp", "%CB%DC"}, {"iso-2022-jp", "%1B$BK%5C%1B(B"}, {"utf-8", "%E6%9C%AC"}, {"utf-16le", "%E6%9C%AC"},
}

// others are the servers that each page has one link to, in turn.
var others = []string{down, garbage, circular, endless, recovering, changing, slow, closed}

// newHostileWeb starts a web of about that many links.
func newHostileWeb(t *testing.T, links int) *hostileWeb {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	h := &hostileWeb{closed: nobody.Addr().String(), pages: links / (4*trees + trees/2), began: time.Now(), asked: map[string]int{}}
	_, h.port, _ = net.SplitHostPort(l.Addr().String())
	for i := range trees {
		host := tree(i)
		for n := range h.pages {
			h.want = append(h.want, fmt.Sprintf("%s/n/%d", host, n))
			switch n % 10 {
			case 0:
				h.want = append(h.want, fmt.Sprintf("%s/odd-%d", host, n))
			case 4:
				h.want = append(h.want, fmt.Sprintf("%s/%%E6%%97%%A5%%E6%%9C%%AC/%d?%s", host, n, encodings[n/10%len(encodings)].query))
			}
			switch other := others[n%len(others)]; other {
			case circular, endless, recovering, slow:
				h.want = append(h.want, fmt.Sprintf("%s/%s/%d", other, host, n))
			}
		}
	}
	site := httptest.NewUnstartedServer(h)
	site.Listener.Close()
	site.Listener = l
	site.Start()
	t.Cleanup(site.Close)
	return h
}

// TestHostileWeb crawls the hostile web in processes that are killed at twenty moments.
// Nothing is lost, no page in the state file is asked for again, and the last process keeps
// at most 12 MB.
func TestHostileWeb(t *testing.T) {
	const kills, workers, limit = 20, 8, 12 // MB
	program, name := build(t), newState(t)
	h := newHostileWeb(t, *hostileLinks)
	done := map[string]int{} // how often a page was asked for when it was in the state file
	var said bytes.Buffer
	for kill := range kills + 1 {
		said.Reset()
		c := exec.Command(program, "-loopback", "-delay", "0", "-tries", "3", "-max-delay", "1s", "-state", name, h.url(hub, "/"))
		c.Stderr = &said
		attach(c)
		c.Env = append(os.Environ(), "GODEBUG=gctrace=1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		after := (2*kill + 1) * len(h.want) / (2 * kills)
		for (h.count() < after || kill == kills) && len(ended) == 0 {
			time.Sleep(time.Millisecond)
		}
		if kill < kills {
			c.Process.Kill()
		}
		err := <-ended
		if kill < kills && err == nil || kill == kills && err != nil {
			t.Fatalf("run %d: %v: %s", kill, err, &said)
		}
		all := records(t, name)
		got := h.check(t, all, done)
		if kill < kills {
			continue
		}
		h.checkEnd(t, all, kills, workers)
		if want := fmt.Sprintf("%d pages, %d links, %d refused, %d failed\n", got.Pages, got.Links, got.Refused, got.Failed); !strings.Contains(said.String(), want) {
			t.Errorf("says %s, want %s", &said, want)
		}
	}
	live := regexp.MustCompile(`(?m)^gc \d+ .* \d+->\d+->(\d+) MB,`).FindAllStringSubmatch(said.String(), -1)
	if len(live) < 20 {
		t.Fatalf("%d collections of garbage: %s", len(live), &said)
	}
	// The pages under way come and go, and what a crawler keeps stays. So neither a busy machine nor
	// a late collection counts.
	kept := math.MaxInt
	for _, line := range live[len(live)-20:] {
		n, err := strconv.Atoi(line[1])
		if err != nil {
			t.Fatal(err)
		}
		kept = min(kept, n)
	}
	if kept > limit {
		t.Errorf("%d MB are kept, want %d at most", kept, limit)
	}
	t.Logf("%d MB are kept", kept)
}

func (h *hostileWeb) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.total
}

// check compares the state file with the requests, and adds its pages to done.
func (h *hostileWeb) check(t *testing.T, all []record, done map[string]int) (got Stats) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	for target, n := range done {
		if h.asked[target] != n {
			t.Errorf("%s was asked for %d times, want %d", target, h.asked[target], n)
		}
	}
	links, last := map[int64]bool{}, map[int64]record{}
	for _, r := range all {
		switch r.Type {
		case "link":
			links[r.N] = true
			got.Links++
		case "page", "same":
			if !links[r.N] && !last[r.N].Later {
				t.Errorf("link %d has two pages, or is none", r.N)
			}
			delete(links, r.N)
			last[r.N] = r
		}
	}
	for _, r := range last {
		if r.Type != "page" {
			continue
		}
		got.Refused += int64(r.Refused)
		target := h.target(r.URI)
		switch {
		case r.Error == errRobots.Error(), r.Error == errOutage.Error():
			got.Refused++
		case r.Reason != "":
			got.Failed++
		default:
			got.Pages++
		}
		done[target] = h.asked[target]
	}
	return got
}

// target returns the host and the target of a link.
func (h *hostileWeb) target(u uri.URI) string {
	return strings.Replace(strings.TrimPrefix(u.String(), "http://"), ":"+h.port, "", 1)
}

// checkEnd checks the requests and the pages of the whole crawl.
func (h *hostileWeb) checkEnd(t *testing.T, all []record, kills, workers int) {
	came := map[string]bool{}
	for _, r := range all {
		if r.Type == "page" && r.Error == "" && r.Reason == "" {
			came[h.target(r.URI)] = true
		}
	}
	for _, target := range h.want {
		if h.asked[target] == 0 || !came[target] {
			t.Errorf("%s is lost: asked for %d times, came %v", target, h.asked[target], came[target])
		}
	}
	twice := 0
	for target, n := range h.asked {
		host, path, _ := strings.Cut(target, "/")
		switch broken := host == down || host == cutShort || host == garbage; {
		case path != "robots.txt" && broken:
			t.Errorf("%s was asked for", target)
		case path != "robots.txt":
			twice += n - 1
		case broken && n > kills+3+int(time.Since(h.began)/time.Second): // once in each process, and after each -max-delay
			t.Errorf("%s was asked for %d times", target, n)
		}
	}
	if mostTwice := kills * workers; twice > mostTwice {
		t.Errorf("%d pages were asked for twice, want %d at most", twice, mostTwice)
	}
	for _, wrong := range h.wrong {
		t.Error(wrong)
	}
	t.Logf("%d requests, %d pages asked for twice, robots.txt of broken servers %d, %d, %d times", h.total, twice,
		h.asked[down+"/robots.txt"], h.asked[cutShort+"/robots.txt"], h.asked[garbage+"/robots.txt"])
}

// TestTerminal crawls with a terminal and with a pipe. Only the terminal gets progress.
func TestTerminal(t *testing.T) {
	program := os.Args[0]
	var site counter
	start := site.serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/" {
			io.WriteString(w, links("/", 3))
		}
	})
	args := []string{"-loopback", "-delay", "0", "-state", newState(t), start + "/"}
	shown, err := exec.Command("script", "-qec", program+" "+strings.Join(args, " "), "/dev/null").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, shown)
	}
	const end = "4 pages, 4 links, 0 refused, 0 failed\n"
	last := strings.ReplaceAll(string(shown[bytes.LastIndexByte(shown, '\x1b')-1:]), "\r\n", "\n") // over the line of progress
	if !strings.HasPrefix(string(shown), "\r0 pages, 1 links wait, 1 servers wait, 0.0 MB\x1b[K") || last != "\r\x1b[K"+end {
		t.Errorf("the terminal shows %q", shown)
	}
	args[len(args)-2] = newState(t)
	if code, said := run(t, program, args...); code != 0 || said != end {
		t.Errorf("exit code %d, the pipe gets %q", code, said)
	}
}
