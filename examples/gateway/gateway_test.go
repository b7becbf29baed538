package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"html"
	"io"
	"log/slog"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/examples/internal/peers"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
	"example.com/uri/internal/peer"
)

// everywhere allows tunnels to every port, because the servers of the tests have random ports.
var everywhere = func() guard.Hosts {
	list := []byte("*")
	for port := 1; port < 1<<16; port++ {
		list = fmt.Appendf(list, " *:%d", port)
	}
	h, err := guard.ParseHosts(string(list))
	if err != nil {
		panic(err)
	}
	return h
}()

// start runs a gateway that may connect to the loopback, and returns its URL
// and its log.
func start(t *testing.T, g *Gateway) (string, *syncBuffer) {
	log := new(syncBuffer)
	g.Log = slog.New(slog.NewTextHandler(log, nil))
	g.Hosts = everywhere
	if g.StepTimeout == 0 {
		g.StepTimeout = long
	}
	config, err := g.Server()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config = config
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, log
}

// manyBytes returns lines of text and then random bytes, always the same.
func manyBytes() string {
	b := make([]byte, 300_000)
	rand.New(rand.NewSource(1)).Read(b)
	return "line\r\nline\n.\r\n" + string(b)
}

// through returns the arguments with which curl asks a gateway for u. curl sends
// ftp and http URLs to a proxy, but no gopher and nntp URLs: they need --request-target.
func through(gateway, u string) []string {
	if strings.HasPrefix(u, "ftp:") || strings.HasPrefix(u, "http:") {
		return []string{"--proxy", gateway, u}
	}
	return []string{"--request-target", u, gateway}
}

// TestCurl fetches the same URLs through the gateway and straight from the server: the
// answers must be equal byte for byte.
func TestCurl(t *testing.T) {
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	files := map[string]string{
		"motd":              "welcome\n",
		"pub/data.bin":      manyBytes(),
		"pub/a b;c?d#e.txt": "odd name\n",
		"pub/a b.txt":       "a space\n",
		"pub/sub/x.txt":     "x\n",
		"empty":             "",
	}
	dir := peers.Tree(t, files)
	ftp, gopher := peers.FTP(t, dir, "", ""), peers.Gopher(t, dir)
	login := peers.FTP(t, dir, "user", "p@ss word")
	for _, tt := range []struct{ u, file string }{
		{"ftp://" + ftp + "/motd", "motd"},
		{"ftp://" + ftp + "/pub/data.bin", "pub/data.bin"},
		{"ftp://" + ftp + "/pub/data.bin;type=i", "pub/data.bin"},
		{"ftp://" + ftp + "/pub/a%20b%3Bc%3Fd%23e.txt", "pub/a b;c?d#e.txt"},
		{"ftp://" + ftp + "/pub/sub/x.txt", "pub/sub/x.txt"},
		{"ftp://" + ftp + "/%2Fmotd", "motd"},
		{"ftp://" + ftp + "/empty", "empty"},
		{"ftp://user:p%40ss%20word@" + login + "/pub/data.bin", "pub/data.bin"},
		{"gopher://" + gopher + "/0/motd", "motd"},
		{"gopher://" + gopher + "/9/pub/data.bin", "pub/data.bin"},
		{"gopher://" + gopher + "/0/pub/a%20b.txt", "pub/a b.txt"},
		{"gopher://" + gopher + "/0/pub/sub/x.txt", "pub/sub/x.txt"},
	} {
		direct := peers.Curl(t, tt.u)
		indirect := peers.Curl(t, through(gateway, tt.u)...)
		if own := peers.Curl(t, gateway+"/"+tt.u); !bytes.Equal(own, indirect) {
			t.Errorf("%s: %d bytes as a proxy, %d in its own space", tt.u, len(indirect), len(own))
		}
		if !bytes.Equal(direct, indirect) {
			t.Errorf("%s: %d bytes straight, %d through the gateway", tt.u, len(direct), len(indirect))
		}
		text := files[tt.file]
		if strings.Contains(tt.u, "/0/") {
			text = strings.ReplaceAll(text, "\n", "\r\n") // as gopher servers send lines
		}
		if string(indirect) != text {
			t.Errorf("%s: %d bytes, the file has %d", tt.u, len(indirect), len(text))
		}
		if !strings.Contains(log.String(), tt.u[strings.Index(tt.u, "@")+1:]) {
			t.Errorf("%s: not in the gateway's log", tt.u)
		}
	}
}

// get asks for u through the gateway.
func get(t *testing.T, gateway, u string) (int, string) {
	t.Helper()
	out := peers.Curl(t, append(through(gateway, u), "--write-out", "%{http_code}")...)
	if len(out) < 3 {
		t.Fatalf("%s: %q", u, out)
	}
	code := 0
	fmt.Sscan(string(out[len(out)-3:]), &code)
	return code, string(out[:len(out)-3])
}

func TestListings(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	dir := peers.Tree(t, map[string]string{"motd": "m", "motd.css": "m", "pub/a b?.txt": "odd\n", "pub/a b.txt": "odd\n", "pub/sub/x": "x"})
	ftp, gopher := peers.FTP(t, dir, "", ""), peers.Gopher(t, dir)

	code, body := get(t, gateway, "ftp://"+ftp+"/pub/")
	if want := `href="ftp://` + ftp + `/pub/a%20b%3F.txt"`; code != 200 || !strings.Contains(body, want) {
		t.Errorf("ftp listing: %d %s\nwants %s", code, body, want)
	}
	if code, body := get(t, gateway, "ftp://"+ftp+"/pub/a%20b%3F.txt"); code != 200 || body != "odd\n" {
		t.Errorf("ftp link: %d %q", code, body)
	}
	if out := peers.Curl(t, "--proxy", gateway, "--head", "ftp://"+ftp+"/pub/sub"); !bytes.Contains(out, []byte("Location: ftp://"+ftp+"/pub/sub/")) {
		t.Errorf("ftp directory without a slash: %s", out)
	}
	if code, _ := get(t, gateway, "ftp://"+ftp+"/none"); code != 404 {
		t.Errorf("ftp file that is not there: %d", code)
	}
	code, body = get(t, gateway, "gopher://"+gopher+"/1/pub")
	if want := `href="gopher://` + gopher + `/0/pub/a%23040b.txt"`; code != 200 || !strings.Contains(body, want) {
		t.Errorf("gopher menu: %d %s\nwants %s", code, body, want)
	}
	for name, want := range map[string]string{"motd": "text/plain", "motd.css": "text/css"} {
		if out := peers.Curl(t, "--proxy", gateway, "--head", "ftp://"+ftp+"/"+name); !bytes.Contains(out, []byte("Content-Type: "+want+"; charset=utf-8")) {
			t.Errorf("the type of %s: %s", name, out)
		}
	}
	code, body = get(t, gateway, "gopher://"+gopher+"/7/search")
	if code != 200 || !strings.Contains(body, "<form") {
		t.Errorf("gopher search: %d %s", code, body)
	}
	out := peers.Curl(t, append(through(gateway, "gopher://"+gopher+"/7/search?search=two+words"), "--head")...)
	if !bytes.Contains(out, []byte("Location: gopher://"+gopher+"/7/search%09two%20words")) {
		t.Errorf("gopher search form: %s", out)
	}
}

// TestDirectoryLinks asks for directories by URLs whose text is not that of the
// directory: with a type, and with a "?", which is data in an ftp URL. It follows all
// links of the lists.
func TestDirectoryLinks(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	dir := peers.Tree(t, map[string]string{
		"motd": "m", "pub/a.txt": "a", "pub/odd?;type=d.txt": "odd", "pub/sub/x.txt": "x", "what?/b.txt": "b", "what?/sub/y.txt": "y",
	})
	ftp, login := peers.FTP(t, dir, "", ""), peers.FTP(t, dir, "user", "p@ss")
	follow := func(u string) (code, body string) {
		t.Helper()
		out := string(peers.Curl(t, append(through(gateway, u), "--location", "--write-out", "%{http_code}")...))
		return out[len(out)-3:], out[:len(out)-3]
	}
	href := regexp.MustCompile(`href="([^"]*)"`)
	root := []string{"/motd", "/pub", "/what%3F"}
	pub := []string{"/", "/pub/a.txt", "/pub/odd%3F%3Btype=d.txt", "/pub/sub"}
	sub := []string{"/pub/", "/pub/sub/x.txt"}
	what := []string{"/", "/what%3F/b.txt", "/what%3F/sub"}
	for _, tt := range []struct {
		path  string
		links []string
	}{
		{"/", root},
		{"/;type=d", root},
		{"/pub", pub},
		{"/pub/", pub},
		{"/pub;type=d", pub},
		{"/pub/;type=d", pub},
		{"/pub;type=i", pub},
		{"/pub;TYPE=A", pub},
		{"/pub/;type=a", pub},
		{"/pub/sub/", sub},
		{"/pub/sub;type=d", sub},
		{"/pub/sub;type=i", sub},
		{"/what?/", what},
		{"/what?;type=d", what},
		{"/what%3F/", what},
		{"/what?/sub;type=d", []string{"/what%3F/", "/what%3F/sub/y.txt"}},
	} {
		for _, server := range []string{"ftp://" + ftp, "ftp://user:p%40ss@" + login} {
			u := server + tt.path
			code, body := follow(u)
			var links []string
			for _, match := range href.FindAllStringSubmatch(body, -1) {
				link := html.UnescapeString(match[1])
				links = append(links, strings.TrimPrefix(link, server))
				if code, _ := follow(link); code != "200" {
					t.Errorf("%s: its link %s: %s", u, link, code)
				}
			}
			if code != "200" || !slices.Equal(links, tt.links) {
				t.Errorf("%s: %s, links %q, want %q", u, code, links, tt.links)
			}
		}
	}
	// curl would send "/" for an empty path, and no "?" at the end.
	r := ask(t, gateway, "GET ftp://"+ftp, "Host: h\r\n")
	if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != 200 || !bytes.Contains(body, []byte(`href="ftp://`+ftp+`/motd"`)) || bytes.Contains(body, []byte("..")) {
		t.Errorf("without a path: %s %s, %v", r.Status, body, err)
	}
	for path, want := range map[string]string{"/pub": "/pub/", "/pub;type=i": "/pub/", "/what?": "/what%3F/", "/what?/sub;type=a": "/what%3F/sub/"} {
		for _, prefix := range []string{"", "/"} {
			server := prefix + "ftp://" + ftp
			r := ask(t, gateway, "GET "+server+path, "Host: 127.0.0.1\r\n")
			if got := r.Header.Get("Location"); r.StatusCode != 302 || got != server+want {
				t.Errorf("%s%s: %s to %q, want %q", server, path, r.Status, got, server+want)
			}
		}
	}
}

// TestNNTP fetches from a server of a few lines in this test.
func TestNNTP(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	replies := map[string]string{
		"GROUP comp.empty": "211 0 0 0 comp.empty", "GROUP comp.gone": "211 0 5 4 comp.gone", // RFC 3977, 6.1.1.2
		"GROUP comp.short": "211 2 1", "GROUP comp.low": "211 2 x 2", "GROUP comp.high": "211 2 1 x",
		"GROUP comp.huge": "211 2 1 9223372036854775808", "GROUP comp.bare": "211 2 1 2", "GROUP comp.lowest": "211 2 9223372036854775808 1", "GROUP comp.refused": "211 2 1 3", "XOVER 1-3": "503 not here",
	}
	news := peer.Serve(t, func(conn net.Conn) {
		fmt.Fprint(conn, "200 ready\r\n")
		for in := bufio.NewScanner(conn); in.Scan(); {
			switch in.Text() {
			case "GROUP comp.test":
				fmt.Fprint(conn, "211 2 1 2 comp.test\r\n")
			case "ARTICLE 2":
				fmt.Fprint(conn, "220 2 <b@h>\r\nSubject: two\r\n\r\n..dot\r\n.\r\n")
			case "XOVER 1-2", "XOVER 1-100", "XOVER 2-101", "XOVER 9223372036854775807-9223372036854775807", "XOVER 9223372036854775708-9223372036854775807", "XOVER 9223372036854775709-9223372036854775808":
				fmt.Fprint(conn, "224 list\r\n1\tone <1>\ta@h\tx\r\n2\ttwo\tb@h\r\n3\tno author\r\n.\r\n")
			case "GROUP comp.large":
				fmt.Fprint(conn, "211 9 9 9223372036854775807 comp.large\r\n")
			case "GROUP comp.one":
				fmt.Fprint(conn, "211 1 9223372036854775807 9223372036854775807 comp.one\r\n")
			case "GROUP comp.hundred":
				fmt.Fprint(conn, "211 100 0 100 comp.hundred\r\n")
			case "GROUP comp.more":
				fmt.Fprint(conn, "211 101 1 101 comp.more\r\n")
			default:
				if reply, ok := replies[in.Text()]; ok {
					fmt.Fprint(conn, reply+"\r\n")
				} else {
					fmt.Fprint(conn, "411 no such thing\r\n")
				}
			}
		}
	})
	if code, body := get(t, gateway, "nntp://"+news+"/comp.test/2"); code != 200 || body != "Subject: two\n\n.dot\n" {
		t.Errorf("article: %d %q", code, body)
	}
	for _, group := range []string{"comp.test", "comp.one", "comp.large", "comp.hundred", "comp.more", "comp.bare"} {
		code, body := get(t, gateway, "nntp://"+news+"/"+group)
		if code != 200 || !strings.Contains(body, `href="nntp://`+news+"/"+group+`/1"`) || !strings.Contains(body, "one &lt;1&gt;\na@h<") ||
			!strings.Contains(body, "two\nb@h<") || strings.Count(body, "<title>") != 1 || strings.Contains(body, "no author") || !strings.HasSuffix(body, "</html>\n") {
			t.Errorf("%s: %d %s", group, code, body)
		}
	}
	for _, group := range []string{"comp.empty", "comp.gone"} {
		if code, body := get(t, gateway, "nntp://"+news+"/"+group); code != 200 || !strings.Contains(body, "no articles") {
			t.Errorf("%s: %d %s", group, code, body)
		}
	}
	for group, want := range map[string]int{
		"comp.none": 404, "comp%20none": 400, "comp.short": 502, "comp.low": 502, "comp.high": 502, "comp.huge": 502, "comp.lowest": 502, "comp.refused": 502,
	} {
		if code, body := get(t, gateway, "nntp://"+news+"/"+group); code != want {
			t.Errorf("%s: %d %s, want %d", group, code, body, want)
		}
	}
}

func TestHTTP(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s Host %s Proxy %q\n", r.Method, r.RequestURI, r.Host, r.Header.Get("Proxy-Authorization"))
	})
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	host := strings.TrimPrefix(plain.URL, "http://")
	out := peers.Curl(t, "--proxy", gateway, "--proxy-user", "u:SECRET", "-H", "Host: evil.example", "-X", "PUT", plain.URL+"/a/%2e%2e/b?c")
	if want := "PUT /a/%2e%2e/b?c Host " + host + " Proxy \"\"\n"; string(out) != want {
		t.Errorf("forwarded as %q, want %q", out, want)
	}
	proxy, err := url.Parse(gateway)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{
		Proxy:           http.ProxyURL(proxy),
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the server's certificate is made for the test
	}}
	r, err := client.Get(secure.URL + "/tunnel")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || !strings.HasPrefix(string(body), "GET /tunnel ") {
		t.Errorf("through the tunnel: %q, %v", body, err)
	}
}

// TestRefused sends request lines and checks that they are refused, with the reason.
func TestRefused(t *testing.T) {
	guarded, _ := start(t, &Gateway{Gate: wire.NewGate(false)})
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	for _, tt := range []struct {
		gateway, request string
		code             int
		reason           string
	}{
		{gateway, "GET http://h:25/", 403, "port"},
		{gateway, "GET gopher://h/1a%0D%0AEHLO", 403, "RFC 1738, 6"},
		{gateway, "GET ftp://h/a%0D%0APORT%201", 403, "RFC 1738, 6"},
		{gateway, "GET http://0x7f.1/", 403, "127.0.0.1"},
		{gateway, "GET http://www.bank.example@evil.example/", 400, "userinfo"},
		{gateway, "GET ftp://www.bank.example@evil.example/", 403, "looks like the host"},
		{gateway, "GET http://a@b@c/", 400, "RFC 9110"},
		{gateway, "GET http://h/#f", 400, "fragment"},
		{gateway, "GET h:80", 400, "only for CONNECT"},
		{gateway, "GET *", 400, "only for OPTIONS"},
		{gateway, "CONNECT h", 400, "port"},
		{gateway, "CONNECT u@h:80", 400, "userinfo"},
		{gateway, "CONNECT h:25", 403, "port"},
		{gateway, "GET /nothing", 421, "localhost"},
		{gateway, "GET telnet://h/", 501, "telnet"},
		{gateway, "GET gopher://h/7s?search=%25zz", 400, "escape"},
		{gateway, "GET gopher://h/7s?search=%2509", 400, "a tab"},
		{gateway, "GET gopher://h/1a%00", 403, "RFC 1738, 6"},
		{gateway, "GET gopher://h/1a%09b%0Ac", 403, "RFC 1738, 6"},
		{gateway, "GET gopher://h/1a%09b%09c%0Dd", 403, "RFC 1738, 6"},
		{gateway, "GET gopher://h/1a%09b%09c%0D%0Ad", 403, "RFC 1738, 6"},
		{gateway, "GET x-unknown:y", 501, "x-unknown"},
		{gateway, "POST ftp://h/", 405, "POST"},
		{gateway, "GET ftp://h/f;type=x", 400, "ftptype"},
		{gateway, "GET ftp://user:SECRET@h:25/", 403, "port"},
		{guarded, "GET http://127.0.0.1:8080/", 403, "not public"},
		{guarded, "GET http://localhost:8080/", 403, "own network"},
		{guarded, "GET ftp://[::1]/", 403, "not public"},
		{guarded, "GET gopher://169.254.169.254/", 403, "not public"},
		{guarded, "CONNECT 10.0.0.1:443", 403, "not public"},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(tt.gateway, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", tt.request)
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.request, err)
			continue
		}
		body, _ := io.ReadAll(r.Body)
		conn.Close()
		if r.StatusCode != tt.code || !strings.Contains(string(body), tt.reason) || strings.Contains(string(body), "SECRET") {
			t.Errorf("%s: %d %q, want %d %q", tt.request, r.StatusCode, body, tt.code, tt.reason)
		}
	}
	if strings.Contains(log.String(), "SECRET") {
		t.Errorf("the log has a password: %s", log)
	}
}

// TestSmuggling sends requests that two servers could split differently, and checks
// that none is forwarded.
func TestSmuggling(t *testing.T) {
	reached := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { reached <- r.RequestURI }))
	defer server.Close()
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	host := strings.TrimPrefix(server.URL, "http://")
	for _, request := range []string{
		"GET http://" + host + "/a b HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://" + host + "/ HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
		"POST http://" + host + "/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
		"POST http://" + host + "/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
		"GET http://" + host + "/\\evil HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://" + host + "\\@evil/ HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://" + host + "/\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET //" + host + "/ HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(gateway, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, request)
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || r.StatusCode/100 != 4 && r.StatusCode != http.StatusNotImplemented {
			t.Errorf("%q: %+v, %v", request, r, err)
		}
		conn.Close()
	}
	select {
	case target := <-reached:
		t.Errorf("%s was forwarded", target)
	default:
	}
}

// TestPasswordIsNotLogged logs in over ftp with a password, well and badly.
func TestPasswordIsNotLogged(t *testing.T) {
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	ftp := peers.FTP(t, peers.Tree(t, map[string]string{"f": "x"}), "user", "SECRET")
	if code, body := get(t, gateway, "ftp://user:SECRET@"+ftp+"/f"); code != 200 || body != "x" {
		t.Errorf("%d %q", code, body)
	}
	if code, body := get(t, gateway, "ftp://user:SECRET@"+ftp+"/"); code != 200 || strings.Contains(strings.Split(body, "<table>")[0], "SECRET") {
		t.Errorf("%d %q", code, body)
	}
	if code, body := get(t, gateway, "ftp://user:SECRET2@"+ftp+"/f"); code != 401 || strings.Contains(body, "SECRET") {
		t.Errorf("%d %q", code, body)
	}
	if code, _ := get(t, gateway, "ftp://user@"+ftp+"/f"); code != 401 {
		t.Errorf("without a password: %d", code)
	}
	if log.String() == "" || strings.Contains(log.String(), "SECRET") {
		t.Errorf("log: %s", log)
	}
}

// TestChromium shows a gopher menu in a browser and follows a link. Since browsers do
// not send gopher URLs to a proxy, it asks the gateway itself. The environment variable
// URI_SCREENSHOTS names a folder for the picture.
func TestChromium(t *testing.T) {
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	gopher := peers.Gopher(t, peers.Tree(t, map[string]string{
		"welcome.txt": "Hello from gopherspace\n", "pub/x.txt": "x", "pictures/y.gif": "GIF89a", "a b.txt": "odd",
	}))
	chromium := func(args ...string) []byte {
		t.Helper()
		args = append([]string{
			"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
			"--disable-component-update", "--disable-sync", "--window-size=900,600", "--user-data-dir=" + t.TempDir(),
		}, args...)
		out, err := exec.Command("chromium", args...).Output()
		if err != nil {
			t.Fatalf("chromium: %v", err)
		}
		return out
	}
	shots := os.Getenv("URI_SCREENSHOTS")
	if shots == "" {
		shots = t.TempDir()
	}
	shot := filepath.Join(shots, "gopher-menu.png")
	menu := gateway + "/gopher://" + gopher + "/1/"
	chromium("--screenshot="+shot, menu)
	if png, err := os.ReadFile(shot); err != nil || len(png) < 5000 {
		t.Errorf("screenshot of %d bytes, %v", len(png), err)
	}
	dom := string(chromium("--dump-dom", menu))
	link := "/gopher://" + gopher + "/0/a%23040b.txt" // gophernicus writes a space as "#040"
	if !strings.Contains(dom, `href="`+link+`"`) || !strings.Contains(dom, "welcome.txt") {
		t.Errorf("the menu in the browser: %s", dom)
	}
	if text := string(chromium("--dump-dom", gateway+link)); !strings.Contains(text, "odd") {
		t.Errorf("the text behind the link: %s\n%s", text, log)
	}
	page := peer.Serve(t, says(`<p>old page<script>document.body.append('it r' + 'an')</script><img src=x onerror="document.body.append('it r' + 'an')">`))
	if text := string(chromium("--dump-dom", gateway+"/gopher://"+page+"/h/")); !strings.Contains(text, "old page") || strings.Contains(text, "it ran") {
		t.Errorf("a page with a script: %s\n%s", text, log)
	}
}
