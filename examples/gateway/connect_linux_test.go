package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"testing"

	"example.com/uri/examples/internal/wire"
)

// TestServerDoesNotAccept connects to a server whose queue of connections is
// full. Linux does not answer another one, as a firewall would not.
func TestServerDoesNotAccept(t *testing.T) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	server := fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	full := net.Dialer{Timeout: short}
	for {
		conn, err := full.Dial("tcp", server)
		if err != nil {
			break // it is full
		}
		defer conn.Close()
	}
	gateway, _ := start(t, &Gateway{Gate: wire.NewGate(true), StepTimeout: short})
	for _, request := range []string{"GET http://" + server + "/", "GET ftp://" + server + "/", "GET gopher://" + server + "/", "GET nntp://" + server + "/a.b", "CONNECT " + server} {
		conn := dial(t, gateway, request+" HTTP/1.1\r\nHost: x\r\n\r\n")
		r, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || r.StatusCode != http.StatusGatewayTimeout {
			t.Errorf("%s: %+v, %v", request, r, err)
		}
	}
}
