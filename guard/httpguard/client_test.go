package httpguard_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/rebind"
)

// get asks for s, and returns the body and the first error without its URL.
func get(c *http.Client, s string) (string, error) {
	response, err := c.Get(s)
	if err != nil {
		return "", httpguard.WithoutURL(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	return string(b), err
}

// open is a Client for the servers of the tests.
var open = httpguard.Client{Gate: loopback, StepTimeout: long}

// part returns the Part of a *guard.Error, or "".
func part(err error) string {
	var e *guard.Error
	if errors.As(err, &e) {
		return e.Part
	}
	return ""
}

func TestClientGate(t *testing.T) {
	asked := 0
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { asked++; io.WriteString(w, "yes") })
	if body, err := get(open.HTTP(), site+"/a?b#c"); body != "yes" || err != nil || asked != 1 {
		t.Fatalf("%q, %v", body, err)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(site, "http://"))
	rebind.Names(t)
	anyPort := httpguard.Client{Gate: guard.Gate{Ports: loopback.Ports}, StepTimeout: long}.HTTP()
	for _, tt := range []struct {
		client *http.Client
		url    string
		part   string
	}{
		{httpguard.Client{}.HTTP(), site, "address"},
		{httpguard.Client{}.HTTP(), "http://localhost:" + port, "host"},
		{httpguard.Client{}.HTTP(), "http://rebind.example:22/", "port"},
		{anyPort, "http://rebind.example:" + port, "address"}, // refused when it is dialled
		{anyPort, "http://0x7f.1:" + port, "host"},
		{anyPort, "http://2130706433:" + port, "host"},
		{anyPort, "http://[::ffff:127.0.0.1]:" + port, "address"},
		{anyPort, "http://[64:ff9b::7f00:1]:" + port, "address"},
		{open.HTTP(), "file:///etc/passwd", "scheme"},
		{open.HTTP(), "ftp://127.0.0.1:" + port, "scheme"},
		{open.HTTP(), "gopher://127.0.0.1:" + port, "scheme"},
		{open.HTTP(), "http://good.example%2f@127.0.0.1:" + port, "host"},
	} {
		if body, err := get(tt.client, tt.url); part(err) != tt.part {
			t.Errorf("%s: %q, %v", tt.url, body, err)
		}
	}
	if asked != 1 {
		t.Errorf("%d requests reached the server", asked)
	}
}

// TestClientIDN checks that the error for a host that is not ASCII says what to do.
func TestClientIDN(t *testing.T) {
	for _, url := range []string{"http://b\u00fccher.example/", "http://b%C3%BCcher.example/", "https://\uff11.example/"} {
		if _, err := get(open.HTTP(), url); part(err) != "host" || !strings.Contains(err.Error(), "not ASCII") || !strings.Contains(err.Error(), "idna") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestClientHosts(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "yes") })
	failed, err := guard.ParseHosts("https://a")
	if err == nil {
		t.Fatal("no mistake")
	}
	for _, tt := range []struct {
		hosts guard.Hosts
		part  string
	}{
		{guard.Hosts{}, ""},
		{hosts(t, "127.0.0.1"), ""},
		{hosts(t, strings.TrimPrefix(site, "http://")), ""},
		{hosts(t, "other.example"), "host"},
		{hosts(t, ""), "host"},
		{failed, "Hosts"},
	} {
		c := open
		c.Hosts = tt.hosts
		if _, err := get(c.HTTP(), site); (err == nil) != (tt.part == "") || part(err) != tt.part {
			t.Errorf("%v: %v", tt.hosts, err)
		}
	}
}

// TestClientTLS asks a server whose certificate only the settings of the client know.
func TestClientTLS(t *testing.T) {
	site := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	site.EnableHTTP2 = true
	site.StartTLS()
	t.Cleanup(site.Close)
	site.Config.ErrorLog = log.New(io.Discard, "", 0)
	c := open
	var unknown x509.UnknownAuthorityError
	if _, err := get(c.HTTP(), site.URL); !errors.As(err, &unknown) {
		t.Errorf("without settings: %v", err)
	}
	c.TLS = &tls.Config{RootCAs: x509.NewCertPool(), NextProtos: []string{"h2", "http/1.1"}}
	c.TLS.RootCAs.AddCert(site.Certificate())
	client := c.HTTP()
	if c.TLS.NextProtos[0] != "h2" {
		t.Error("the settings of the caller have changed")
	}
	c.TLS.RootCAs = nil // too late
	if body, err := get(client, site.URL); body != "HTTP/1.1" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	c = httpguard.Client{StepTimeout: long, TLS: &tls.Config{InsecureSkipVerify: true}}
	c.Gate.Ports = loopback.Ports
	if _, err := get(c.HTTP(), site.URL); part(err) != "address" {
		t.Errorf("the gate is open: %v", err)
	}
}

// TestClientProxy checks that the client asks no proxy of the environment.
func TestClientProxy(t *testing.T) {
	t.Setenv("HTTP_PROXY", backend(t, func(http.ResponseWriter, *http.Request) { t.Error("the proxy was asked") }))
	t.Setenv("NO_PROXY", "")
	rebind.Names(t)
	if _, err := get(httpguard.Client{StepTimeout: long}.HTTP(), "http://a.example/"); part(err) != "address" {
		t.Error(err)
	}
	transport := httpguard.Client{}.HTTP().Transport
	if _, ok := transport.(*http.Transport); ok {
		t.Error("the Transport can be asked without the checks")
	}
}

// travels are the fields that a redirect carries to another origin.
const travels = "Accept Accept-Charset Accept-Encoding Accept-Language Cache-Control Pragma Range User-Agent"

// A hop is a request that a server saw.
type hop struct{ path, body, headers string }

// TestClientRedirects follows redirects, and compares what each server sees.
func TestClientRedirects(t *testing.T) {
	var seen []hop
	var here, there string
	record := func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var names []string
		for _, name := range strings.Fields(travels + " Authorization Cookie Referer X-Api-Key") {
			if r.Header.Get(name) != "" {
				names = append(names, name)
			}
		}
		path := strings.NewReplacer(here, "HERE", there, "THERE").Replace(r.URL.Path)
		seen = append(seen, hop{r.Method + " " + path, string(b), strings.Join(names, " ")})
		status, target, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if code, err := strconv.Atoi(status); ok && err == nil {
			target = strings.NewReplacer("HERE", here, "THERE", there).Replace(target)
			w.Header().Set("Location", target)
			w.WriteHeader(code)
		}
	}
	here, there = backend(t, record), backend(t, record)
	all := travels + " Authorization Cookie X-Api-Key"
	for _, tt := range []struct {
		path string
		part string // of the error
		want []hop
	}{
		{"/ok", "", []hop{{"POST /ok", "{}", all}}},
		{"/307/HERE/ok", "", []hop{{"POST /307/HERE/ok", "{}", all}, {"POST /ok", "{}", all}}},
		{"/303/HERE/ok", "", []hop{{"POST /303/HERE/ok", "{}", all}, {"GET /ok", "", all}}},
		{"/303/THERE/ok", "", []hop{{"POST /303/THERE/ok", "{}", all}, {"GET /ok", "", travels}}},
		{"/303/THERE/302/HERE/ok", "", []hop{{"POST /303/THERE/302/HERE/ok", "{}", all}, {"GET /302/HERE/ok", "", travels}, {"GET /ok", "", travels}}},
		{"/307/THERE/ok", "redirect", []hop{{"POST /307/THERE/ok", "{}", all}}},
		{"/308/THERE/ok", "redirect", []hop{{"POST /308/THERE/ok", "{}", all}}},
		{"/302/file:///etc/passwd", "scheme", []hop{{"POST /302/file:///etc/passwd", "{}", all}}},
		{"/302/http://[::ffff:169.254.169.254]/", "address", []hop{{"POST /302/http://[::ffff:169.254.169.254]/", "{}", all}}},
		{"/302/http://localhost./", "port", []hop{{"POST /302/http://localhost./", "{}", all}}},
		{"/302/http://u:SECRET@127.0.0.1/", "redirect", []hop{{"POST /302/http://u:SECRET@127.0.0.1/", "{}", all}}},
		{"/201/http://a b:SECRET/", "", []hop{{"POST /201/http://a b:SECRET/", "{}", all}}}, // not followed
		{"/302/http://a b:SECRET/", "response", []hop{{"POST /302/http://a b:SECRET/", "{}", all}}},
	} {
		seen = nil
		c := open
		if tt.part == "port" {
			c.Gate.Ports = func(port uint16) bool { return port > 1024 }
		}
		request, err := http.NewRequest("POST", here+(&url.URL{Path: tt.path}).EscapedPath()+"?token=SECRET", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(all) {
			request.Header.Set(name, "SECRET=1")
		}
		response, err := c.HTTP().Do(request)
		if err == nil {
			response.Body.Close()
		}
		err = httpguard.WithoutURL(err)
		if part(err) != tt.part || err != nil && strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v", tt.path, err)
		}
		if fmt.Sprint(seen) != fmt.Sprint(tt.want) {
			t.Errorf("%s:\n got %v\nwant %v", tt.path, seen, tt.want)
		}
	}
}

// TestClientHeader checks the limit for the header of an answer.
func TestClientHeader(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		w.Header().Set("X-Long", strings.Repeat("a", n))
	})
	for n, allowed := range map[int]bool{60 << 10: true, 70 << 10: false} {
		if _, err := get(open.HTTP(), fmt.Sprint(site, "/", n)); (err == nil) != allowed {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestClientRedirectsMany counts the redirects that are followed.
func TestClientRedirectsMany(t *testing.T) {
	var asked int
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		n, _ := strconv.Atoi(r.URL.Path[1:])
		if n > 0 {
			http.Redirect(w, r, fmt.Sprint("/", n-1), http.StatusFound)
		}
	})
	for _, tt := range []struct {
		redirects, chain, asked int
		ok                      bool
	}{
		{0, 5, 6, true},
		{0, 6, 6, false},
		{2, 2, 3, true},
		{2, 3, 3, false},
		{-1, 3, 1, true},
	} {
		asked = 0
		c := open
		c.Redirects = tt.redirects
		response, err := c.HTTP().Get(fmt.Sprint(site, "/", tt.chain))
		if err == nil {
			response.Body.Close()
			if want := map[bool]int{false: 200, true: 302}[tt.redirects < 0]; response.StatusCode != want {
				t.Errorf("%+v: status %d", tt, response.StatusCode)
			}
		}
		if (err == nil) != tt.ok || asked != tt.asked {
			t.Errorf("%+v: %d requests, %v", tt, asked, err)
		}
	}
}

// TestClientBody has bodies of every length around MaxBody, whole and compressed.
func TestClientBody(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		text := bytes.Repeat([]byte("x"), n)
		if r.URL.RawQuery == "" {
			w.Write(text)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		z.Write(text)
		z.Close()
	})
	for _, query := range []string{"", "?gzip"} {
		for n := range 20 {
			c := open
			c.MaxBody = 10
			body, err := get(c.HTTP(), fmt.Sprint(site, "/", n, query))
			if (err == nil) != (n <= 10) || len(body) != min(n, 10) || err != nil && part(err) != "body" {
				t.Errorf("%d%s: %q, %v", n, query, body, err)
			}
		}
		// More than the limit that 0 stands for.
		if body, err := get(open.HTTP(), fmt.Sprint(site, "/", 16<<20, query)); len(body) != 10<<20 || part(err) != "body" {
			t.Errorf("%s: %d octets, %v", query, len(body), err)
		}
	}
}

// TestClientWire has a server that sends empty members of gzip for ever: MaxBody after decompression
// is never reached.
func TestClientWire(t *testing.T) {
	var empty bytes.Buffer
	gzip.NewWriter(&empty).Close()
	members := bytes.Repeat(empty.Bytes(), 1000)
	sent := make(chan int, 1)
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		n, err := 0, error(nil)
		for err == nil && n < 256<<20 {
			var k int
			k, err = w.Write(members)
			n += k
		}
		sent <- n
	})
	c := open
	c.MaxBody = 1 << 20
	if body, err := get(c.HTTP(), site); body != "" || part(err) != "body" {
		t.Errorf("%d bytes, %v", len(body), err)
	}
	if n := <-sent; n > 32<<20 { // the buffers of the connection have some megabytes
		t.Errorf("the server sent %d bytes", n)
	}
}

// TestClientWireEdge has bodies around MaxBody and 64 KiB more on the wire, of a header of gzip that is
// as long as needed.
func TestClientWireEdge(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Comment = "x"
		z.Write([]byte("hello"))
		z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		end := bytes.Repeat(emptyMember, (n-b.Len())/len(emptyMember))
		w.Write(append(b.Bytes(), end...))
	})
	const maxBody = 100
	for _, tt := range []struct {
		bytes int
		part  string
	}{{1000, ""}, {65_000, ""}, {maxBody + 64<<10, ""}, {maxBody + 64<<10 + 1000, "body"}} {
		c := open
		c.MaxBody = maxBody
		if body, err := get(c.HTTP(), fmt.Sprint(site, "/", tt.bytes)); part(err) != tt.part || tt.part == "" && body != "hello" {
			t.Errorf("%d: %q, %v", tt.bytes, body, err)
		}
	}
}

// emptyMember is a member of gzip without content.
var emptyMember = func() []byte {
	var b bytes.Buffer
	gzip.NewWriter(&b).Close()
	return b.Bytes()
}()

// TestClientGzip checks that compression is as without a Client: the Client decompresses only what it
// has asked for.
func TestClientGzip(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Asked", fmt.Sprint(r.Header["Accept-Encoding"]))
		w.Header().Set("Content-Encoding", r.URL.RawQuery)
		if r.URL.Path == "/full" {
			w.Write(append([]byte(nil), emptyMember...))
		}
	})
	for _, tt := range []struct{ method, path, field, value string }{
		{"GET", "/full?gzip", "", ""},
		{"GET", "/full?GZIP", "", ""},
		{"GET", "/full?br", "", ""},
		{"GET", "/empty?gzip", "", ""},
		{"HEAD", "/full?gzip", "", ""},
		{"GET", "/full?gzip", "Range", "bytes=0-9"},
		{"GET", "/full?gzip", "Accept-Encoding", "gzip"},
		{"GET", "/full?gzip", "Accept-Encoding", "identity"},
	} {
		var all [2]string
		for i, c := range []*http.Client{http.DefaultClient, open.HTTP()} {
			r, err := http.NewRequest(tt.method, site+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if tt.field != "" {
				r.Header.Set(tt.field, tt.value)
			}
			response, err := c.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(response.Body)
			response.Body.Close()
			h := response.Header
			all[i] = fmt.Sprintf("%q %v %v %d %v %v %v", b, err, response.Uncompressed, response.ContentLength, h["X-Asked"], h["Content-Encoding"], h["Content-Length"])
			if _, ok := r.Header["Accept-Encoding"]; ok != (tt.field == "Accept-Encoding") {
				t.Errorf("%v: the request of the caller has changed", tt)
			}
		}
		if all[0] != all[1] {
			t.Errorf("%v:\n got %s\nwant %s", tt, all[1], all[0])
		}
	}
}

// TestClientFields checks that the fields of the caller reach the server, and that the caller keeps them.
func TestClientFields(t *testing.T) {
	var got http.Header
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header })
	r, err := http.NewRequest("GET", site, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer x"}, "X-A": {"a", "b"}, "User-Agent": {"test"}}
	response, err := open.HTTP().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if want := "map[Accept-Encoding:[gzip] Authorization:[Bearer x] User-Agent:[test] X-A:[a b]]"; fmt.Sprint(got) != want || len(r.Header) != 3 {
		t.Errorf("%v, want %s; the caller has %v", got, want, r.Header)
	}
}

// TestClientIdle checks that ten connections to one server stay open for the next requests.
func TestClientIdle(t *testing.T) {
	const clients = 12
	var all sync.WaitGroup
	all.Add(clients)
	site, closed := closing(t, func(http.ResponseWriter, *http.Request) {
		all.Done()
		all.Wait() // so each has a connection
	})
	client := open.HTTP()
	var done sync.WaitGroup
	for range clients {
		done.Add(1)
		go func() {
			defer done.Done()
			if _, err := get(client, site); err != nil {
				t.Error(err)
			}
		}()
	}
	done.Wait()
	for end := time.Now().Add(long); len(closed) < clients-10 && time.Now().Before(end); {
		time.Sleep(short / 10)
	}
	time.Sleep(short)
	if n := len(closed); n != clients-10 {
		t.Errorf("%d connections are closed", n)
	}
	client.CloseIdleConnections()
}

// TestClientRefusedBody checks that the connection of a response that is refused does not stay open.
func TestClientRefusedBody(t *testing.T) {
	closed := make(chan error, 10)
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		conn, b, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		if io.WriteString(conn, "HTTP/1.1 "+r.URL.Query().Get("status")+" X\r\nLocation: http://[\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nx"); err == nil {
			_, err = b.ReadByte()
		}
		closed <- err
	})
	for _, status := range []string{"101", "302"} {
		if _, err := get(open.HTTP(), site+"?status="+status); part(err) != "response" {
			t.Errorf("%s: %v", status, err)
		}
		select {
		case <-closed:
		case <-time.After(long / 2):
			t.Errorf("%s: the connection stays open", status)
		}
	}
}

// TestClientSecrets checks that no error shows a Location, or the request that a server sent back, and
// that nothing of a URL but its host is left after WithoutURL.
func TestClientSecrets(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		status, location, _ := strings.Cut(r.URL.Path[1:], "/")
		code, _ := strconv.Atoi(status)
		w.Header().Set("Location", location)
		w.WriteHeader(code)
	})
	echo, _ := raw(t, "GET /SECRET?SECRET HTTP/1.1\r\n\r\n")
	for _, tt := range []struct {
		method, url string
		redirects   int
		ok          bool
	}{
		{"GET", site + "/302/http://u:SECRET@h/", 0, false},
		{"GET", site + "/302/http://u:SECRET@h/", 1, false},
		{"GET", site + "/302/http://u:SECRET@h/", -1, true},
		{"GET", site + "/302/http://h:SECRET%2Fx", 0, false},
		{"GET", site + "/302/http://h:SECRET%2Fx", -1, true},
		{"GET", site + "/301/http://h:SECRET%2Fx", -1, true},
		{"GET", site + "/302/http://%25zz:SECRET", 0, false},
		{"POST", site + "/307/http://other.example/SECRET", 0, false},
		{"GET", site + "/300/http://h:SECRET%2Fx", 0, true}, // not followed
		{"GET", site + "/304/http://h:SECRET%2Fx", 0, true},
		{"GET", site + "/305/http://h:SECRET%2Fx", -1, true},
		{"GET", site + "/306/http://h:SECRET%2Fx", 0, true},
		{"GET", site + "/200/http://h:SECRET%2Fx", 0, true},
		{"GET", echo + "/SECRET", 0, false},
		{"GET", echo + "/a?SECRET", 0, false},
		{"GET", "http://h:SECRET/", 0, false},
		{"GET", "http://h/%SECRET", 0, false},
		{"GET", "http://SE CRET/", 0, false},
		{"GET", "http://[SECRET/", 0, false},
		{"GET", "SECRET:\x00//h/", 0, false},
		{"GET", ":SECRET", 0, false},
		{"GET", "http:SECRET", 0, false},
		{"GET", "SECRET", 0, false},
		{"GET", "http://10.0.0.1/SECRET", 0, false},
	} {
		c := open
		c.Redirects = tt.redirects
		var body io.Reader
		if tt.method == "POST" {
			body = strings.NewReader("x")
		}
		r, err := http.NewRequest(tt.method, tt.url, body)
		var response *http.Response
		if err == nil {
			response, err = c.HTTP().Do(r)
		}
		if err == nil {
			response.Body.Close()
		}
		if (err == nil) != tt.ok {
			t.Errorf("%s, %d: %v", tt.url, tt.redirects, err)
		}
		if err == nil {
			continue
		}
		if strings.Contains(httpguard.WithoutURL(err).Error(), "SECRET") {
			t.Errorf("%s, %d, without the URL: %v", tt.url, tt.redirects, httpguard.WithoutURL(err))
		}
		var e *url.Error
		if errors.As(err, &e) && r != nil && (e.URL != r.URL.String() || strings.Contains(e.Err.Error(), "SECRET")) {
			t.Errorf("%s, %d: %v", tt.url, tt.redirects, err)
		}
	}
}

// TestClientNoRedirects checks that the response is the redirect if no redirect is followed, whatever its
// Location is.
func TestClientNoRedirects(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308, 300, 304} {
		for _, location := range []string{"/x", "http://h:S3CRET/x", "http://[h/", "%zz", ":", "http://a b/", ""} {
			site := backend(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", location)
				w.WriteHeader(status)
			})
			c := open
			c.Redirects = -1
			response, err := c.HTTP().Get(site)
			if err != nil {
				t.Errorf("%d %q: %v", status, location, err)
				continue
			}
			response.Body.Close()
			if values := response.Header.Values("Location"); response.StatusCode != status || values[len(values)-1] != location {
				t.Errorf("%d %q: %d %q", status, location, response.StatusCode, values)
			}
		}
	}
}

// TestClientSecretsMany checks that the error about too many redirects does not show the last one, and
// that a body stays at its end.
func TestClientSecretsMany(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		if n, err := strconv.Atoi(r.URL.Path[1:]); err == nil {
			w.Header().Set("Location", fmt.Sprint("/", n+1, map[bool]string{true: "?SECRET"}[n == 1]))
			w.WriteHeader(http.StatusFound)
			return
		}
		io.WriteString(w, "hello")
	})
	c := open
	c.Redirects = 1
	if _, err := c.HTTP().Get(site + "/0"); part(err) != "redirect" || strings.Contains(err.Error(), "SECRET") {
		t.Error(err)
	}
	c.MaxBody = 3
	response, err := c.HTTP().Get(site + "/x")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if b, err := io.ReadAll(response.Body); string(b) != "hel" || part(err) != "body" {
		t.Errorf("%q, %v", b, err)
	}
	if n, err := response.Body.Read(make([]byte, 5)); n != 0 || part(err) != "body" {
		t.Errorf("%d bytes after the end, %v", n, err)
	}
}

// TestClientUploadEnd checks that the exchange ends although the body of the caller does not.
func TestClientUploadEnd(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	for name, body := range map[string]io.Reader{
		"silent":  readerFunc(func([]byte) (int, error) { select {} }),
		"endless": &slowReader{1 << 30, short / 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open
			c.StepTimeout = short / 2
			done := make(chan error, 1)
			go func() {
				_, err := c.HTTP().Post(site, "text/plain", body)
				done <- err
			}()
			select {
			case err := <-done:
				if slow, ok := err.(net.Error); !ok || !slow.Timeout() {
					t.Error(err)
				}
			case <-time.After(long):
				t.Error("the exchange goes on")
			}
		})
	}
}

// A readerFunc is a function as an io.Reader.
type readerFunc func(b []byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// A closeNoter notes that it is closed.
type closeNoter struct {
	io.Reader
	closed chan bool
}

func (b closeNoter) Close() error {
	b.closed <- true
	return nil
}

// TestClientUploadClose checks that the body of the caller reaches the server whole and is closed once, also
// if there is no server and if the server does not read it.
func TestClientUploadClose(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/read" {
			n, _ := io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, n)
		}
	})
	const size = 1 << 20
	for url, want := range map[string]string{site + "/read": strconv.Itoa(size), site + "/unread": "", "http://127.0.0.1:1/": "", "http://10.0.0.1/": ""} {
		body := closeNoter{io.LimitReader(readerFunc(func(b []byte) (int, error) { return len(b), nil }), size), make(chan bool, 2)}
		r, err := http.NewRequest("POST", url, body)
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = size
		response, err := open.HTTP().Do(r)
		got := ""
		if err == nil {
			b, _ := io.ReadAll(response.Body)
			response.Body.Close()
			got = string(b)
		}
		if got != want {
			t.Errorf("%s: %q, %v", url, got, err)
		}
		select {
		case <-body.closed:
		case <-time.After(long):
			t.Errorf("%s: the body stays open", url)
		}
		if len(body.closed) > 0 {
			t.Errorf("%s: the body is closed twice", url)
		}
	}
}

// TestClientServers has servers that give a client no end.
func TestClientServers(t *testing.T) {
	t.Parallel()
	wait := func(r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for name, handler := range map[string]http.HandlerFunc{
		"no answer": func(_ http.ResponseWriter, r *http.Request) { wait(r) },
		"a head without end": func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			for err == nil {
				_, err = io.WriteString(conn, "HTTP/1.1 100 Continue\r\nX: "+strings.Repeat("x", 1<<12)+"\r\n")
			}
		},
		"a silent body": func(w http.ResponseWriter, r *http.Request) {
			http.NewResponseController(w).Flush()
			wait(r)
		},
		"a slow body": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				io.WriteString(w, "x")
				http.NewResponseController(w).Flush()
				time.Sleep(short / 5)
			}
		},
		"a body without end": func(w http.ResponseWriter, r *http.Request) {
			for err := error(nil); err == nil; {
				_, err = w.Write(make([]byte, 1<<16))
			}
		},
		"an upgrade": func(w http.ResponseWriter, r *http.Request) {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
				conn.Close()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open
			c.StepTimeout = short / 2
			if name == "a body without end" {
				c.StepTimeout = long
			}
			request, err := http.NewRequest("POST", backend(t, handler)+"/SECRET", strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Connection", "Upgrade")
			request.Header.Set("Upgrade", "x")
			response, err := c.HTTP().Do(request)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
			if err = httpguard.WithoutURL(err); err == nil || strings.Contains(err.Error(), "SECRET") {
				t.Error(err)
			}
		})
	}
}

// A slowReader yields an octet after each pause.
type slowReader struct {
	left  int
	pause time.Duration
}

func (r *slowReader) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	r.left--
	time.Sleep(r.pause)
	return copy(b, "x"), nil
}

// TestClientUpload sends a body for longer than StepTimeout, which is for one step.
func TestClientUpload(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n)
	})
	retry(t, func(timeout time.Duration) error {
		c := open
		c.StepTimeout = timeout
		response, err := c.HTTP().Post(site, "text/plain", &slowReader{6, timeout / 4})
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if b, err := io.ReadAll(response.Body); string(b) != "6" || err != nil {
			return fmt.Errorf("%q, %v", b, err)
		}
		return nil
	})
}

// TestClientSteps checks that each step has the whole StepTimeout, also soon after the one before it.
func TestClientSteps(t *testing.T) {
	t.Parallel()
	retry(t, func(timeout time.Duration) error {
		site := backend(t, func(w http.ResponseWriter, r *http.Request) {
			for _, tenths := range []time.Duration{3, 8} {
				time.Sleep(tenths * timeout / 10)
				io.WriteString(w, "x")
				http.NewResponseController(w).Flush()
			}
		})
		c := open
		c.StepTimeout = timeout
		if body, err := get(c.HTTP(), site); body != "xx" || err != nil {
			return fmt.Errorf("%q, %v", body, err)
		}
		return nil
	})
}

// TestClientSilence checks that a server that falls silent has the time of one step, and not
// of an exchange.
func TestClientSilence(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "x")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	retry(t, func(timeout time.Duration) error {
		c := open
		c.StepTimeout = timeout
		start := time.Now()
		body, err := get(c.HTTP(), site)
		if slow, ok := err.(net.Error); body != "x" || !ok || !slow.Timeout() || time.Since(start) > 10*timeout {
			return fmt.Errorf("%q, %v, %v", body, err, time.Since(start))
		}
		return nil
	})
}

// TestClientUploadSilence checks that a server that takes no bytes has the time of one step too.
func TestClientUploadSilence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0") // nobody accepts and reads
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	retry(t, func(timeout time.Duration) error {
		c := open
		c.StepTimeout = timeout
		_, err := c.HTTP().Post("http://"+l.Addr().String(), "text/plain", readerFunc(func(b []byte) (int, error) { return len(b), nil }))
		if slow := new(net.OpError); !errors.As(err, &slow) || slow.Op != "write" || !slow.Timeout() {
			return fmt.Errorf("%v, want a Write without time", err)
		}
		return nil
	})
}

// TestClientServer checks that a server that was allowed does not allow another one.
func TestClientServer(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "yes") })
	client := open
	client.Hosts = hosts(t, strings.TrimPrefix(site, "http://"))
	c := client.HTTP()
	for range 2 {
		if body, err := get(c, site); body != "yes" || err != nil {
			t.Errorf("%q, %v", body, err)
		}
		for _, s := range []string{"https" + strings.TrimPrefix(site, "http"), strings.Replace(site, "127.0.0.1", "127.0.0.2", 1), strings.Replace(site, "http://", "http://10.0.0.1%2f@", 1)} {
			if _, err := get(c, s); err == nil {
				t.Errorf("%s is allowed", s)
			}
		}
	}
}

// TestClientClose closes connections that are not in use.
func TestClientClose(t *testing.T) {
	site, closed := closing(t, func(http.ResponseWriter, *http.Request) {})
	c := open.HTTP()
	if _, err := get(c, site); err != nil {
		t.Fatal(err)
	}
	c.CloseIdleConnections()
	<-closed
}

func TestWithoutURL(t *testing.T) {
	inner := errors.New("inner")
	for _, tt := range []struct{ err, want error }{
		{nil, nil},
		{inner, inner},
		{&url.Error{Op: "Get", URL: "http://h/SECRET", Err: inner}, inner},
		{&url.Error{Err: &url.Error{Err: inner}}, inner},
		{&url.Error{Op: "parse", URL: "http://h:SECRET", Err: inner}, nil},
		{&url.Error{Op: "Get", Err: &url.Error{Op: "parse", URL: "http://h:SECRET", Err: inner}}, nil},
		{fmt.Errorf("fetch: %w", &url.Error{Op: "Get", URL: "http://h/SECRET", Err: inner}), inner},
	} {
		got := httpguard.WithoutURL(tt.err)
		if parse := tt.err != nil && tt.want == nil; parse && part(got) != "URL" || !parse && got != tt.want {
			t.Errorf("%v: %v", tt.err, got)
		}
	}
}

// TestMistakes checks that a mistake of the program allows nothing.
func TestMistakes(t *testing.T) {
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
	failed, err := guard.ParseOrigins("https://a.example, null")
	if err == nil {
		t.Fatal("no mistake")
	}
	for name, mistake := range map[string]func(){
		"Client.StepTimeout":      func() { httpguard.Client{StepTimeout: -1}.HTTP() },
		"Client.MaxBody":          func() { httpguard.Client{MaxBody: -1}.HTTP() },
		"NewServer's handler":     func() { httpguard.NewServer(nil, 0) },
		"NewServer's StepTimeout": func() { httpguard.NewServer(http.NotFoundHandler(), -1) },
		"NewServer's function":    func() { httpguard.NewServer(http.HandlerFunc(nil), 0) },
		"SameOrigin":              func() { httpguard.SameOrigin(guard.Origins{}, nil) },
		"SameOrigin's list":       func() { httpguard.SameOrigin(failed, http.NotFoundHandler()) },
		"CORS":                    func() { httpguard.CORS(guard.Origins{}, nil) },
		"CORS's list":             func() { httpguard.CORS(failed, http.NotFoundHandler()) },
		"CORS's pointer":          func() { httpguard.CORS(guard.Origins{}, (*http.ServeMux)(nil)) },
		"Observe":                 func() { httpguard.Observe(nil, func(*http.Request, int, error) {}) },
		"Observe's function":      func() { httpguard.Observe(http.NotFoundHandler(), nil) },
		"a status code":           func() { httpguard.RedirectPath(w, r, "/a", 200) },
		"200, refused path":       func() { httpguard.RedirectPath(w, r, "//a", 200) },
		"200, refused base":       func() { httpguard.Redirect(w, r, guard.Redirector{}, "/a", 200) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "httpguard: ") {
					t.Errorf("%s: %v", name, s)
				}
			}()
			mistake()
		}()
	}
	// The longest StepTimeout does not become a negative one.
	c := open
	c.StepTimeout = 1<<63 - 1
	if body, err := get(c.HTTP(), backend(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "yes") })); body != "yes" {
		t.Error(err)
	}
}

// A forgetful RoundTripper does not pass on what came before a request.
type forgetful struct{ http.RoundTripper }

func (f forgetful) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Response = nil
	return f.RoundTripper.RoundTrip(r)
}

// TestClientWrapped checks that redirects have their limits also with a RoundTripper around the
// Transport.
func TestClientWrapped(t *testing.T) {
	requests := 0
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		if r.Method == "POST" {
			w.Header().Set("Location", strings.Replace("http://"+r.Host, "127.0.0.1", "localhost", 1))
			w.WriteHeader(http.StatusTemporaryRedirect)
			return
		}
		http.Redirect(w, r, "/", http.StatusFound)
	})
	c := open
	c.Redirects = 2
	client := c.HTTP()
	client.Transport = forgetful{client.Transport}
	if _, err := client.Get(site); err == nil || part(err) != "redirect" || requests != 3 {
		t.Errorf("%v after %d requests", err, requests)
	}
	if _, err := client.Post(site, "", strings.NewReader("SECRET")); err == nil || part(err) != "redirect" || requests != 4 {
		t.Errorf("%v after %d requests", err, requests)
	}
}

// TestClientRedirectsTime checks that all redirects together have the time of one exchange.
func TestClientRedirectsTime(t *testing.T) {
	t.Parallel()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(short / 5)
		http.Redirect(w, r, "/", http.StatusFound)
	})
	c := open
	c.StepTimeout, c.Redirects = short/2, 1000
	_, err := c.HTTP().Get(site)
	if slow, ok := err.(net.Error); !ok || !slow.Timeout() {
		t.Error(err)
	}
}

// TestClientContext checks that the context of the request ends the exchange, and that the
// body of a response that came in time can be read when the request is done.
func TestClientContext(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "first")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "GET", site, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := open.HTTP().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	b := make([]byte, 5)
	if _, err := io.ReadFull(response.Body, b); string(b) != "first" {
		t.Errorf("%q, %v", b, err)
	}
	cancel()
	if _, err := response.Body.Read(b); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
