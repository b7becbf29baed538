package httpguard_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/peer"
)

// echoes are malformed answers, with the request's first line in the place of "%s". net/http quotes many
// of them in its errors.
var echoes = []string{
	"%s\r\n\r\n", "%s", "HTTP/1.1 %s\r\n\r\n", "HTTP/1.1 200%s\r\n\r\n", "HTTP/%s 200 OK\r\n\r\n", "HTTP/9.%s 200 OK\r\n\r\n", "%s HTTP/1.1 200 OK\r\n\r\n",
	"HTTP/1.1 2%s OK\r\n\r\n", "HTTP/1.1 -20 %s\r\n\r\n", "HTTP/1.1 99 %s\r\n\r\n", "HTTP/1.1 099 %s\r\n\r\n", "HTTP/1.1 1000 %s\r\n\r\n", "HTTP/1.1  %s\r\n\r\n", "HTTP/1.1\t200 %s\r\n\r\n",
	"HTTP/2.0 200 %s\r\n\r\n", "HTTP/0.9 %s\r\n\r\n", "ICY 200 %s\r\n\r\n", "\r\n%s\r\n\r\n", "\x00%s\r\n\r\n", "\x16\x03\x01%s\r\n\r\n",
	"HTTP/1.1 200 OK\r\n%s\r\n\r\n", "HTTP/1.1 200 OK\r\n%s: a\r\n\r\n", "HTTP/1.1 200 OK\r\nX: \x00%s\r\n\r\n", "HTTP/1.1 200 OK\r\nX: \x7f%s\r\n\r\n", "HTTP/1.1 200 OK\r\n X: %s\r\n\r\n",
	"HTTP/1.1 200 OK\r\nX%s : a\r\n\r\n", "HTTP/1.1 200 OK\r\n: %s\r\n\r\n", "HTTP/1.1 200 OK\r\nX: a\r\n%s", "HTTP/1.1 200 OK\r\nX: a\rY: %s\r\n\r\n", "HTTP/1.1 200 OK\nX\x01: %s\n\n",
	"HTTP/1.1 200 OK\r\nLocation: \x01%s\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: \x7f%s\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: http://[%s\r\n\r\n", "HTTP/1.1 307 Found\r\nLocation: http://h:%s/\r\n\r\n",
	"HTTP/1.1 302 Found\r\nLocation: http://u:%s@h/\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: ftp://h/%s\r\n\r\n", "HTTP/1.1 301 Moved\r\nLocation: %%zz%s\r\n\r\n", "HTTP/1.1 303 See Other\r\nLocation: http://10.0.0.1/%s\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: %s\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: -1%s\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n%.5s",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: %s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, %s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: %s\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;%s\r\nxy\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx%s\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n%s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\nX\x00: %s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n %s: a\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: %s\r\n\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\nContent-Length: %s\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n%s", "HTTP/1.1 200 OK\r\nConnection: %s\r\n\r\n",
	"HTTP/1.1 100 Continue\r\n\r\n%s\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: %[1]s\r\n\r\n%[1]s\r\n\r\n", "HTTP/1.1 103 %s\r\n\x00: a\r\n\r\n",
	"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: \xff%s\r\n\r\n", "HTTP/1.1 101 %s\r\n\r\n",
	"HTTP/1.1 401 No\r\nWWW-Authenticate: %s\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 204 No Content\r\nContent-Length: 5%s\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: gzip%s\r\n\r\n",
	"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 70_000) + "%s\r\n\r\n", "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 1%s\r\n\r\n",
}

// texts returns the texts of an error and of all errors inside it, without that of a *url.Error, which
// shows the URL of the request.
func texts(err error) (all string) {
	for ; err != nil; err = errors.Unwrap(err) {
		if _, ok := err.(*url.Error); !ok {
			all += fmt.Sprintf("%v %+v\n", err, err)
		}
	}
	return all
}

// TestEchoes has servers that send the request back in malformed answers. No error, no log and no answer of
// this package shows more of the URL than its host.
func TestEchoes(t *testing.T) {
	if len(echoes) < 65 {
		t.Errorf("only %d answers", len(echoes))
	}
	lines := make(chan string, 1000)
	log.SetOutput(writes(lines))
	defer log.SetOutput(os.Stderr)
	for _, form := range echoes {
		site := echo(t, form)
		serve := func(handler http.Handler) string {
			s := httptest.NewUnstartedServer(handler)
			s.Config.ErrorLog = log.New(writes(lines), "", 0)
			s.Start()
			t.Cleanup(s.Close)
			return s.Listener.Addr().String()
		}
		proxies := map[string]string{
			serve(made(t, httpguard.ForwardProxy{Gate: loopback, Hosts: hosts(t, "127.0.0.1"), StepTimeout: long})):                                                                  site + "/SECRET?SECRET",
			serve(made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long, Upgrades: true})): "/SECRET?SECRET",
		}
		for address, target := range proxies {
			got := ask(t, address, "GET", target, "proxy.example", "Upgrade: websocket", "Connection: Upgrade")
			if own := strings.HasPrefix(got, "502") || strings.HasPrefix(got, "504"); own && strings.Contains(got, "SECRET") {
				t.Errorf("%.60q: the answer is %q", form, got)
			}
		}
		for _, redirects := range []int{0, -1} {
			c := open
			c.Redirects = redirects
			client := c.HTTP()
			for _, path := range []string{"/SECRET?SECRET", `/"SECRET"?a="SECRET"`, `/\SECRET?\SECRET`, "/%22SECRET?\u200bSECRET", "/\u200bSECRET"} {
				r, err := http.NewRequest("GET", site+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, opaque := range []string{"", "//127.0.0.1/SECRET"} {
					r.URL.Opaque = opaque
					response, err := client.Do(r)
					if err == nil {
						_, err = io.ReadAll(response.Body)
						response.Body.Close()
					}
					if strings.Contains(texts(err), "SECRET") {
						t.Errorf("%.60q, %s: %s", form, path, texts(err))
					}
				}
			}
			client.CloseIdleConnections()
		}
		for len(lines) > 0 {
			if line := <-lines; strings.Contains(line, "SECRET") {
				t.Errorf("%.60q: logged: %.300s", form, line)
			}
		}
	}
}

// echo starts a server that answers with a text, with the first line of the request in it.
func echo(t *testing.T, form string) string {
	t.Helper()
	return "http://" + peer.Serve(t, func(conn net.Conn) {
		in := bufio.NewReader(conn)
		line, err := in.ReadString('\n')
		for rest := line; err == nil && len(rest) > 2; {
			rest, err = in.ReadString('\n')
		}
		if err == nil {
			fmt.Fprintf(conn, form, strings.TrimSpace(line))
		}
	})
}

// A failingBody is a body that ends with an error.
type failingBody struct{ err error }

func (b failingBody) Read([]byte) (int, error) { return 0, b.err }

// TestErrorsPass checks that errors which quote no response are not replaced.
func TestErrorsPass(t *testing.T) {
	mine := errors.New("mine")
	silent := make(chan bool)
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/silent":
			<-r.Context().Done()
		case "/body":
			w.Header().Set("Content-Length", "9")
			io.WriteString(w, "x")
			http.NewResponseController(w).Flush()
			close(silent)
			<-r.Context().Done()
		case "/close":
			panic(http.ErrAbortHandler)
		case "/half":
			w.Header().Set("Content-Length", "9")
			io.WriteString(w, "x")
		default:
			io.Copy(io.Discard, r.Body)
		}
	})
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(secure.Close)
	var certificate *tls.CertificateVerificationError
	var network *net.OpError
	for name, tt := range map[string]struct {
		url    string
		change func(r *http.Request) *http.Request
		want   func(err error) bool
	}{
		"a field":  {site, func(r *http.Request) *http.Request { r.Header["X"] = []string{"a\nb"}; return r }, func(err error) bool { return strings.Contains(err.Error(), `invalid header field value for "X"`) }},
		"a method": {site, func(r *http.Request) *http.Request { r.Method = "A B"; return r }, func(err error) bool { return strings.Contains(err.Error(), `invalid method "A B"`) }},
		"a body": {site, func(r *http.Request) *http.Request {
			r.Method, r.Body, r.ContentLength = "POST", io.NopCloser(failingBody{mine}), -1
			return r
		}, func(err error) bool { return errors.Is(err, mine) }},
		"a cause": {site + "/silent", func(r *http.Request) *http.Request {
			ctx, cancel := context.WithCancelCause(r.Context())
			time.AfterFunc(short/5, func() { cancel(mine) })
			return r.WithContext(ctx)
		}, func(err error) bool { return errors.Is(err, mine) }},
		"a cause later": {site + "/body", func(r *http.Request) *http.Request {
			ctx, cancel := context.WithCancelCause(r.Context())
			go func() { <-silent; cancel(mine) }()
			return r.WithContext(ctx)
		}, func(err error) bool { return errors.Is(err, mine) }},
		"the end":       {site + "/close", nil, func(err error) bool { return err == io.EOF }},
		"an end":        {site + "/half", nil, func(err error) bool { return err == io.ErrUnexpectedEOF }},
		"no TLS":        {strings.Replace(site, "http:", "https:", 1), nil, func(err error) bool { return err == http.ErrSchemeMismatch }},
		"a certificate": {secure.URL, nil, func(err error) bool { return errors.As(err, &certificate) }},
		"no server":     {"http://127.0.0.1:1/", nil, func(err error) bool { return errors.As(err, &network) }},
	} {
		r, err := http.NewRequest("GET", tt.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if tt.change != nil {
			r = tt.change(r)
		}
		response, err := open.HTTP().Do(r)
		if err == nil {
			_, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		if err = httpguard.WithoutURL(err); err == nil || !tt.want(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What a handler of Wrap has written is shown to the operator.
	_, logged := askLogged(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { r.Header["X"] = []string{"a\nb"}; next.ServeHTTP(w, r) })
		},
	}), "GET", "/")
	if !strings.Contains(logged, `invalid header field value for "X"`) {
		t.Errorf("%q", logged)
	}
	// A Transport of the caller may put the URL around any error.
	for err, want := range map[error]string{
		&url.Error{Op: "Get", URL: "http://SECRET/", Err: &net.OpError{Op: "dial", Err: mine}}: "dial: mine",
		fmt.Errorf("http://SECRET/: %w", io.EOF):                                               "EOF",
		errors.New("http://SECRET/"):                                                           "net/http cannot read the response",
	} {
		answer, logged := askLogged(t, made(t, httpguard.ReverseProxy{
			Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
			Transport: roundTripper(func(*http.Request) (*http.Response, error) { return nil, err }),
		}), "GET", "/")
		if answer != "502 no answer" || !strings.HasSuffix(logged, want+"\n") || strings.Contains(logged, "SECRET") {
			t.Errorf("%v: %q, %q", err, answer, logged)
		}
	}
}
