// Gateway is a forward proxy. It fetches http, https (by CONNECT), ftp, gopher and nntp
// URLs for clients of HTTP, as Squid does:
//
//	go run ./gateway -listen 127.0.0.1:8118
//	curl -x http://127.0.0.1:8118 ftp://ftp.example.com/pub/
//
// Browsers no longer send such URLs to a proxy, and curl opens a tunnel for gopher. They can
// ask the gateway itself, in its own space:
//
//	curl http://127.0.0.1:8118/gopher://gopher.example.com/1/
//
// Its own space is one origin for browsers, so it has only ftp, gopher and nntp, and no
// script in its answers can run: see [page].
//
// Unless flags say otherwise, the gateway connects only to public addresses, and tunnels
// lead only to port 443. The memory for a request and its answer is bounded. So is the time:
// package httpguard ends an exchange after thirty times the -timeout of one step, and a
// tunnel if no byte moves for a hundred times as long.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"golang.org/x/net/netutil"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8118", "`address` to listen on, with its port")
	loopback := flag.Bool("loopback", false, "may connect to loopback addresses, for tests")
	clients := flag.Int("clients", 256, "how many `n` connections of clients are served at a time")
	hosts := flag.String("hosts", "* *:443", "the `list` of hosts for http; a tunnel needs an entry with its port")
	timeout := flag.Duration("timeout", 2*time.Minute, "the longest time for one step of a server or a client")
	flag.Parse()
	if err := check(*listen, *clients, *timeout, flag.Args()); err != nil {
		exit(2, err)
	}
	allowed, err := guard.ParseHosts(*hosts)
	if err != nil {
		exit(2, fmt.Errorf("-hosts: %w", err))
	}
	g := &Gateway{
		Gate:        wire.NewGate(*loopback),
		Hosts:       allowed,
		StepTimeout: *timeout,
		Log:         slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	server, err := g.Server()
	if err != nil {
		exit(2, err)
	}
	l, err := net.Listen("tcp", *listen)
	if err == nil {
		g.Log.Info("listening", "address", l.Addr())
		err = server.Serve(netutil.LimitListener(l, *clients))
	}
	exit(1, err)
}

// check returns an error for wrong values of flags. No address would be every address of the
// machine, and without a client the gateway would wait for ever.
func check(listen string, clients int, timeout time.Duration, args []string) error {
	switch _, _, err := net.SplitHostPort(listen); {
	case len(args) > 0:
		return errors.New("there are arguments, but only flags are read")
	case err != nil:
		return fmt.Errorf("-listen: %w", err)
	case clients < 1:
		return errors.New("-clients is below 1")
	case timeout <= 0:
		return errors.New("-timeout is not above 0s")
	}
	return nil
}

// exit ends the program with an error.
func exit(status int, err error) {
	fmt.Fprintln(os.Stderr, "gateway:", wire.Printable(wire.Clip(err.Error(), maxLog)))
	os.Exit(status)
}
