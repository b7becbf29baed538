package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// A brokenWriter is a client that takes some bytes and then fails.
type brokenWriter struct {
	httptest.ResponseRecorder
	left int
}

var errBroken = errors.New("the client is gone")

func (w *brokenWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.left)
	if w.left -= n; n < len(b) {
		return n, errBroken
	}
	return n, nil
}

// A counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += n
	return n, err
}

// TestClientIsGone lists entries for clients that fail at some point. The error says so, and no more
// entries are read than those that fit into a buffer.
func TestClientIsGone(t *testing.T) {
	f := uri.FTP{Host: "h", Path: []string{"pub", ""}}
	x := uri.NNTP{Host: "h", Group: "a.b"}
	for left := range 4 {
		for name, list := range map[string]func(p page, r io.Reader) error{
			"ftp":    func(p page, r io.Reader) error { return p.list(ftpEntries(r, f), "") },
			"gopher": func(p page, r io.Reader) error { return p.list(gopherEntries(r), "") },
			"nntp":   func(p page, r io.Reader) error { return p.list(overview(r, x), "") },
			"none":   func(p page, r io.Reader) error { return p.list(none, "") },
			"a file": func(p page, r io.Reader) error { return p.copy(r, "") },
		} {
			for _, title := range []string{"http://h/", "http://h/" + strings.Repeat("a", 5000)} {
				in := &counter{Reader: strings.NewReader(strings.Repeat("1a\tb\tc\t70\r\n", 50_000))}
				w := &brokenWriter{left: 1000 * left}
				if name == "none" {
					w.left = min(w.left, 100)
				}
				err := list(page{w: w, u: uri.MustParse(title)}, in)
				if !errors.As(err, new(cutOff)) || !errors.Is(err, errBroken) || in.n > 100_000 {
					t.Errorf("%s with %d bytes: %v, after %d bytes read", name, w.left, err, in.n)
				}
				if got := w.Header().Get("Content-Type"); name != "a file" && got != "text/html; charset=utf-8" {
					t.Errorf("%s: of the type %q", name, got)
				}
			}
		}
	}
}

// TestCopy checks the type and the bytes of a file, and what happens if it cannot be read.
func TestCopy(t *testing.T) {
	for _, tt := range []struct{ given, text, want string }{
		{"", "text", "text/plain; charset=utf-8"},
		{"", "", "text/plain; charset=utf-8"},
		{"", "GIF89a" + strings.Repeat("x", 10_000), "image/gif"},
		{"application/octet-stream", "text", "application/octet-stream"},
	} {
		w := httptest.NewRecorder()
		if err := (page{w: w}).copy(strings.NewReader(tt.text), tt.given); err != nil || w.Header().Get("Content-Type") != tt.want || w.Body.String() != tt.text {
			t.Errorf("%q, %q: %v, %d bytes, %q", tt.given, tt.text, err, w.Body.Len(), w.Header().Get("Content-Type"))
		}
		for _, size := range []int{0, 511, 512, 10_000} {
			w := httptest.NewRecorder()
			err := (page{w: w}).copy(io.MultiReader(strings.NewReader(strings.Repeat("a", size)), peerFails{}), tt.given)
			if began := errors.As(err, new(cutOff)); !errors.Is(err, errBroken) || began != (size >= 512) || began != (w.Body.Len() > 0) {
				t.Errorf("%q, %d bytes: %v, %d bytes sent", tt.given, size, err, w.Body.Len())
			}
		}
	}
}

// peerFails is a reader that fails.
type peerFails struct{}

func (peerFails) Read([]byte) (int, error) { return 0, errBroken }

// TestServerLog checks that the log of the server of package net/http is that of the gateway.
func TestServerLog(t *testing.T) {
	log := new(syncBuffer)
	g := &Gateway{Gate: wire.NewGate(true), Hosts: everywhere, StepTimeout: long, Log: slog.New(slog.NewTextHandler(log, nil))}
	server, err := g.Server()
	if err != nil {
		t.Fatal(err)
	}
	server.ErrorLog.Print("accepts nothing")
	if !strings.Contains(log.String(), `level=WARN msg="accepts nothing"`) {
		t.Errorf("the log: %q", log)
	}
}

// TestWrongGateway checks the errors for a wrong configuration.
func TestWrongGateway(t *testing.T) {
	if _, err := (&Gateway{Gate: wire.NewGate(true), StepTimeout: long}).Server(); err == nil {
		t.Error("no error without hosts")
	}
}

// TestMediaTypes checks the types of gopher items. Menus and the results of a search are pages,
// but not in a form of Gopher+.
func TestMediaTypes(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	server := peer.Serve(t, says("text"))
	const text, page, bytes = "text/plain; charset=utf-8", "text/html; charset=utf-8", "application/octet-stream"
	for path, want := range map[string]string{
		"0x": text, "9x": bytes, "5x": bytes, "gx": "image/gif", "hx": page, "Ix": text,
		"1x": page, "7x%09a": page, "": page, "1x%09%09%2B": text, "7x%09a%09%2B": text,
	} {
		if r := ask(t, gateway, fmt.Sprintf("GET gopher://%s/%s", server, path), "Host: h\r\n"); r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != want {
			t.Errorf("%s: %s, %q", path, r.Status, r.Header.Get("Content-Type"))
		}
	}
}

// TestEntries reads lists with lines that are no entries, and lists that cannot be read to their end.
func TestEntries(t *testing.T) {
	f := uri.FTP{Host: "h", Path: []string{"pub"}}
	x := uri.NNTP{Host: "h", Group: "a.b"}
	for _, tt := range []struct {
		entries iter.Seq2[entry, error]
		want    string
	}{
		{ftpEntries(strings.NewReader("a\r\n\r\n..\r\nb c\r\n"), f), "up .. ftp://h/\nfile a ftp://h/pub/a\n .. \nfile b c ftp://h/pub/b%20c\n"},
		{ftpEntries(strings.NewReader("a"), uri.FTP{Host: "h"}), "file a ftp://h/a\n"},
		{ftpEntries(strings.NewReader("a"), uri.FTP{Host: "h", Path: []string{""}}), "file a ftp://h/a\n"},
		{ftpEntries(strings.NewReader("a"), uri.FTP{Host: "h", Path: []string{"pub", ""}}), "up .. ftp://h/\nfile a ftp://h/pub/a\n"},
		{ftpEntries(peerFails{}, f), "up .. ftp://h/\nfailed: the client is gone\n"},
		{ftpEntries(strings.NewReader("a"), uri.FTP{Host: " "}), "failed: "},
		{gopherEntries(strings.NewReader("0a\ts\th\t70\r\niinfo\r\n.\r\n0b\ts\th\t70\r\n")), "text a gopher://h/0s\n info \n"},
		{gopherEntries(strings.NewReader("Xa\ts\th\t70\r\n")), "item a gopher://h/Xs\n"},
		{gopherEntries(peerFails{}), "failed: the client is gone\n"},
		{overview(strings.NewReader("1\ta\tb\tc\n2\ta\tb\n3\ta\nx y\ta\tb\n"), x), "1 a\nb nntp://h/a.b/1\n2 a\nb nntp://h/a.b/2\nx y a\nb \n"},
		{overview(peerFails{}, x), "failed: the client is gone\n"},
	} {
		got := ""
		for e, err := range tt.entries {
			if err != nil {
				got += fmt.Sprintf("failed: %v\n", err)
				continue
			}
			got += fmt.Sprintf("%s %s %s\n", e.Kind, e.Text, e.URI)
		}
		if !strings.HasPrefix(got, tt.want) || strings.HasSuffix(tt.want, "\n") && got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestCutList checks that a list ends with the error if it cannot be read to its end.
func TestCutList(t *testing.T) {
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	server := peer.Serve(t, says("0a\ts\th\t70\r\n"+strings.Repeat("x", 2*wire.MaxLine)))
	r := ask(t, gateway, "GET gopher://"+server+"/1", "Host: h\r\n")
	body, err := io.ReadAll(r.Body)
	if err == nil || !strings.Contains(string(body), `<td class="kind">error</td><td>The list is cut off here: a line of more than`) {
		t.Errorf("%v, %s", err, body)
	}
	if !strings.Contains(log.String(), `level=WARN msg="cut off" method=GET uri=gopher://`+server+`/1 error="the answer was cut off: a line of`) {
		t.Errorf("the log: %s", log)
	}
}

// TestLog checks the line of the log for each way that a request can end.
func TestLog(t *testing.T) {
	gateway, log := start(t, &Gateway{Gate: wire.NewGate(true)})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	l.Close()
	gopher := "gopher://" + peer.Serve(t, says("text")) + "/0"
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	defer web.Close()
	for _, tt := range []struct {
		u    string
		code int
		want string
	}{
		{gopher, 200, "level=INFO msg=fetched method=GET uri=" + gopher + "\n"},
		{web.URL + "/", 418, "level=INFO msg=forwarded method=GET uri=" + web.URL + "/ status=418\n"},
		{"telnet://h/", 501, `level=WARN msg="not fetched" method=GET uri=telnet://h/ status=501 error="gateway: does not speak telnet"` + "\n"},
		{"gopher://" + closed + "/0", 502, `level=WARN msg="not fetched" method=GET uri=gopher://` + closed + "/0 status=502 error="},
		{"http://h:25/", 403, `level=WARN msg="not fetched" method=GET uri=http://h:25/ status=403 error=`},
	} {
		r := ask(t, gateway, "GET "+tt.u, "Host: h\r\nConnection: close\r\n")
		io.Copy(io.Discard, r.Body)
		if r.StatusCode != tt.code || !strings.Contains(log.String(), tt.want) {
			t.Errorf("%s: %s, the log is %s", tt.u, r.Status, log)
		}
		if fetched := "msg=fetched method=GET uri=" + tt.u; tt.code >= 400 && strings.Contains(log.String(), fetched) {
			t.Errorf("%s: %s, the log is %s", tt.u, r.Status, log)
		}
	}
}

// TestDeadline checks how long a request may take, and the answer after that.
func TestDeadline(t *testing.T) {
	log := new(syncBuffer)
	var left time.Duration
	g := &Gateway{
		Gate: wire.NewGate(true), StepTimeout: time.Hour, Log: slog.New(slog.NewTextHandler(log, nil)),
		forward: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			deadline, _ := r.Context().Deadline()
			left = time.Until(deadline)
		}),
	}
	request := httptest.NewRequest("GET", "http://127.0.0.1/", nil)
	request.RequestURI = "http://127.0.0.1/"
	g.ServeHTTP(httptest.NewRecorder(), request)
	if want := 30 * time.Hour; left <= want-time.Hour/2 || left > want {
		t.Errorf("a request may take %v, want %v", left, want)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	request.RequestURI = "gopher://" + peer.Serve(t, says("text")) + "/0"
	w := httptest.NewRecorder()
	if g.ServeHTTP(w, request.WithContext(ctx)); w.Code != http.StatusGatewayTimeout || w.Body.String() != "context deadline exceeded\n" {
		t.Errorf("after the deadline: %d %q", w.Code, w.Body)
	}
	request.RequestURI = "http://h:25/"
	w = httptest.NewRecorder()
	if g.ServeHTTP(w, request); w.Code != http.StatusForbidden {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
