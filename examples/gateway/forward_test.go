package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// readHead reads a request or an answer up to its empty line and returns its
// lines, sorted after the first.
func readHead(in *bufio.Reader) []string {
	var lines []string
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimSuffix(line, "\r\n")
		if err != nil || line == "" {
			if len(lines) > 0 {
				slices.Sort(lines[1:])
			}
			return lines
		}
		lines = append(lines, line)
	}
}

// TestForward compares the head of each request that reaches the server, line by line:
// nothing else is added or removed. SERVER is replaced by the address of the server.
func TestForward(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	heads := make(chan []string, 1)
	server := peer.Serve(t, func(conn net.Conn) {
		heads <- readHead(bufio.NewReader(conn))
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	})
	for _, tt := range []struct{ request, want string }{
		{"GET http://SERVER/a/%2e%2e/b?c HTTP/1.1\nHost: evil", "GET /a/%2e%2e/b?c HTTP/1.1\nHost: SERVER\nVia: 1.1 httpguard"},
		{"GET http://SERVER HTTP/1.0", "GET / HTTP/1.1\nHost: SERVER\nVia: 1.0 httpguard"},
		{"GET http://SERVER/ HTTP/1.1\nHost: x\nVia: 1.0 a, 1.1 b", "GET / HTTP/1.1\nHost: SERVER\nVia: 1.0 a, 1.1 b\nVia: 1.1 httpguard"},
		{
			"GET http://SERVER/ HTTP/1.1\nHost: x\nConnection: close, X-a,x-B\nConnection: X-c\nX-A: a\nX-B: b\nX-C: c\nX-D: d\n" +
				"Keep-Alive: 1\nProxy-Connection: keep-alive\nTE: trailers\nUpgrade: websocket\nProxy-Authorization: Basic SECRET",
			"GET / HTTP/1.1\nHost: SERVER\nVia: 1.1 httpguard\nX-D: d",
		},
		{
			"GET http://SERVER/ HTTP/1.1\nHost: x\nConnection: Upgrade\nUpgrade: websocket\nX-Forwarded-For: a\nForwarded: for=b",
			"GET / HTTP/1.1\nForwarded: for=b\nHost: SERVER\nVia: 1.1 httpguard\nX-Forwarded-For: a",
		},
		{"GET http://SERVER/ HTTP/1.1\nHost: x\nAccept-Encoding: br\nUser-Agent: u", "GET / HTTP/1.1\nAccept-Encoding: br\nHost: SERVER\nUser-Agent: u\nVia: 1.1 httpguard"},
		{"GET http://SERVER/ HTTP/1.1\nHost: x\nMax-Forwards: 0", "GET / HTTP/1.1\nHost: SERVER\nMax-Forwards: 0\nVia: 1.1 httpguard"},
		{"OPTIONS http://SERVER HTTP/1.1\nHost: x", "OPTIONS * HTTP/1.1\nHost: SERVER\nVia: 1.1 httpguard"},
		{"OPTIONS http://SERVER/ HTTP/1.1\nHost: x", "OPTIONS / HTTP/1.1\nHost: SERVER\nVia: 1.1 httpguard"},
		{"OPTIONS http://SERVER?q HTTP/1.1\nHost: x", "OPTIONS /?q HTTP/1.1\nHost: SERVER\nVia: 1.1 httpguard"},
		{"OPTIONS http://SERVER HTTP/1.1\nHost: x\nMax-Forwards: 10", "OPTIONS * HTTP/1.1\nHost: SERVER\nMax-Forwards: 9\nVia: 1.1 httpguard"},
		{"OPTIONS http://SERVER/ HTTP/1.1\nHost: x\nMax-Forwards: 99999999999999999999", "OPTIONS / HTTP/1.1\nHost: SERVER\nMax-Forwards: 18446744073709551614\nVia: 1.1 httpguard"},
	} {
		request := strings.ReplaceAll(strings.ReplaceAll(tt.request, "SERVER", server), "\n", "\r\n")
		conn := dial(t, gateway, request+"\r\n\r\n")
		answer := readHead(bufio.NewReader(conn))
		if !slices.Contains(answer, "Via: 1.1 httpguard") {
			t.Errorf("%q: the answer has no Via: %q", tt.request, answer)
		}
		select {
		case head := <-heads:
			head = slices.DeleteFunc(head, func(line string) bool { return line == "Connection: close" }) // the gateway's own
			if got, want := strings.Join(head, "\n"), strings.ReplaceAll(tt.want, "SERVER", server); got != want {
				t.Errorf("%q reaches the server as\n%s\nwant\n%s", tt.request, got, want)
			}
		default:
			t.Errorf("%q does not reach the server: %q", tt.request, answer)
		}
	}
}

// TestMaxForwards checks that the gateway itself answers an OPTIONS that may not be
// forwarded, and refuses TRACE, since a server would show the secrets of the client.
func TestMaxForwards(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	server := peer.Serve(t, func(net.Conn) { t.Error("the server was asked") })
	for _, tt := range []struct {
		request, forwards string
		code              int
	}{
		{"OPTIONS http://" + server + "/t", "0", 204},
		{"OPTIONS http://" + server, "000", 204},
		{"OPTIONS *", "0", 200},
		{"OPTIONS http://" + server + "/t", "-1", 400},
		{"OPTIONS http://" + server + "/t", "", 400},
		{"OPTIONS http://" + server + "/t", "1\r\nMax-Forwards: 2", 400},
		{"TRACE http://" + server + "/t", "0", 405},
		{"TRACE http://" + server + "/t", "2", 405},
		{"trace http://" + server + "/t", "2", 501},
		{"Options http://" + server + "/t", "2", 501},
		{"delete http://" + server + "/t", "2", 501},
		{"connect " + server, "2", 400},
		{"get ftp://" + server + "/t", "2", 405},
	} {
		r := ask(t, gateway, tt.request, "Host: x\r\nMax-Forwards: "+tt.forwards+"\r\n")
		if r.StatusCode != tt.code {
			t.Errorf("%s with %q: %s, want %d", tt.request, tt.forwards, r.Status, tt.code)
		}
	}
}

// TestAnswer checks that the fields that concern only one connection are removed from
// an answer and from interim responses, and that too many of the latter are refused.
func TestAnswer(t *testing.T) {
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true)})
	serve := func(text string, again bool) string {
		return "GET http://" + peer.Serve(t, func(conn net.Conn) {
			readHead(bufio.NewReader(conn))
			io.WriteString(conn, text)
			for again {
				if _, err := io.WriteString(conn, text); err != nil {
					return
				}
			}
		}) + "/"
	}
	const fields = "Connection: Upgrade, X-A\r\nX-A: a\r\nX-B: b\r\nKeep-Alive: 1\r\nUpgrade: h2c\r\n\r\n"
	conn := dial(t, gateway, serve("HTTP/1.1 103 Early Hints\r\n"+fields+"HTTP/1.0 200 OK\r\nVia: 1.1 a\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n"+fields, false)+" HTTP/1.1\r\nHost: x\r\n\r\n")
	in := bufio.NewReader(conn)
	if got := strings.Join(readHead(in), "\n"); got != "HTTP/1.1 103 Early Hints\nX-B: b" {
		t.Errorf("interim response: %s", got)
	}
	head := slices.DeleteFunc(readHead(in), func(line string) bool { return strings.HasPrefix(line, "Date: ") })
	got := strings.Join(head, "\n")
	if want := "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 0\nVia: 1.0 httpguard\nVia: 1.1 a\nX-B: b"; got != want {
		t.Errorf("answer:\n%s\nwant\n%s", got, want)
	}

	for _, text := range []string{"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"} {
		in := bufio.NewReader(dial(t, gateway, serve(text, true)+" HTTP/1.1\r\nHost: x\r\n\r\n"))
		interim, first := 0, ""
		for {
			head := readHead(in)
			if len(head) == 0 || !strings.HasPrefix(head[0], "HTTP/1.1 1") {
				first = strings.Join(head, "\n")
				break
			}
			interim++
		}
		if interim > 10 || !strings.HasPrefix(first, "HTTP/1.1 502 ") {
			t.Errorf("%q without end: %d of it, then %q", text, interim, first)
		}
	}
	if r := ask(t, gateway, serve("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", false), "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"); r.StatusCode != http.StatusBadGateway {
		t.Errorf("another protocol: %s", r.Status)
	}
}
