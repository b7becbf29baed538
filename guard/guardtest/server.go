package guardtest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// A Site is the configuration of a front, such as a reverse proxy: it asks for a login at one path,
// and lets everybody have the rest.
type Site struct {
	// Host is the name in the Host field, "" for the address of the front.
	Host string
	// Guarded is the path with the login. All paths below it have the login, too. The front
	// does not change it.
	Guarded string
	// Open is a path for everybody, "" for "/".
	Open string
	// Login has the fields of a client after the login, such as an Authorization. nil
	// stands for no login: the front lets nobody in. A [Gap] may show these fields.
	Login http.Header
	// Field is the name of a field for the server. The front writes User into it for a
	// client with Login. "" stands for no such field.
	Field, User string
}

// A Server is an HTTP server on a loopback address, for the place behind a front. It keeps each
// request as it is received, and answers with an empty 200. Use it with one front at a time.
type Server struct {
	URL string // "http://127.0.0.1:" and the port

	t        testing.TB
	site     Site
	attacks  sync.Mutex // held by Gaps
	mu       sync.Mutex
	arrivals []arrival
	conns    map[net.Conn]bool
}

// NewServer starts a server for the site. It ends with the test. A wrong Site fails the test, for
// example if some server reads Open as a path below Guarded.
func NewServer(t testing.TB, site Site) *Server {
	t.Helper()
	if site.Open == "" {
		site.Open = "/"
	}
	if problem := site.problem(); problem != "" {
		t.Fatalf("guardtest: the site: %s", problem)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("guardtest: %v", err)
	}
	s := &Server{URL: "http://" + l.Addr().String(), t: t, site: site, conns: map[net.Conn]bool{}}
	go s.accept(l)
	t.Cleanup(func() {
		l.Close()
		s.mu.Lock()
		defer s.mu.Unlock()
		for conn := range s.conns {
			conn.Close()
		}
		s.conns = nil
	})
	return s
}

// problem returns why the site cannot be meant, or "".
func (s *Site) problem() string {
	route := guard.Rewrite{From: s.Guarded, To: uri.MustParse("http://h")}
	open, err := uri.Parse("http://h" + s.Open)
	_, claimed := route.ClaimedBy(open)
	switch {
	case !strings.HasPrefix(s.Open, "/") || err != nil:
		return "Open is no path"
	case s.Guarded == "/" || guard.Routes{route}.Check() != nil:
		return "Guarded is no path of a site that servers read alike"
	case claimed:
		return "Open is below Guarded"
	case (s.Field == "") != (s.User == ""):
		return "Field and User belong together"
	case s.User != "" && s.Login == nil:
		return "a User needs a Login"
	case strings.ContainsAny(s.Host+s.Field+s.User, "\r\n") || strings.ContainsAny(s.Field, " :"):
		return "Host, Field or User breaks a line"
	}
	return ""
}

// accept serves the connections of l.
func (s *Server) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		open := s.conns != nil
		if open {
			s.conns[conn] = true
		}
		s.mu.Unlock()
		if !open {
			conn.Close()
			return
		}
		go s.serve(conn)
	}
}

// serve reads the requests of a connection and answers them.
func (s *Server) serve(conn net.Conn) {
	defer func() {
		conn.Close()
		s.mu.Lock()
		delete(s.conns, conn)
		s.mu.Unlock()
	}()
	const idle = 5 * time.Minute
	r := bufio.NewReader(conn)
	for {
		_ = conn.SetDeadline(time.Now().Add(idle))
		a, err := readArrival(r)
		if a.method == "" && a.frame == "" {
			return
		}
		s.mu.Lock()
		s.arrivals = append(s.arrivals, a)
		s.mu.Unlock()
		response := "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
		switch {
		case err != nil || a.method == "CONNECT":
			a.last = true
			response = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n"
		case a.last:
			response += "Connection: close\r\n"
		}
		if _, err := io.WriteString(conn, response+"\r\n"); err != nil || a.last {
			return
		}
	}
}

// take returns the requests that have arrived since the last call.
func (s *Server) take() []arrival {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.arrivals
	s.arrivals = nil
	return all
}
