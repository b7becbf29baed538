// Gateway is a forward proxy that fetches http, https (by CONNECT), ftp, gopher and
// nntp URLs for a client that speaks only HTTP, as Squid does:
//
//	go run ./gateway -listen 127.0.0.1:8118
//	curl -x http://127.0.0.1:8118 ftp://ftp.example.com/pub/
//
// A client that does not send such URLs to a proxy (browsers no longer do, and
// curl opens a tunnel for gopher) can ask the gateway itself, in its own space:
//
//	curl http://127.0.0.1:8118/gopher://gopher.example.com/1/
//
// Its own space is one origin for browsers, so it has only ftp, gopher and nntp, and no
// script in its answers can run: see [page].
//
// The gateway connects only to public addresses, unless flags say otherwise. The memory
// for a request and its answer is bounded, and so is the time of each phase: see
// [Limits].
package main

import (
	"flag"
	"log"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/net/netutil"

	"example.com/uri/examples/internal/wire"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8118", "address to listen on")
	loopback := flag.Bool("loopback", false, "may connect to loopback addresses, for tests")
	clients := flag.Int("clients", 256, "how many `n` connections of clients are served at a time")
	limits := Limits{Connect: 20 * time.Second, Header: time.Minute, Idle: 2 * time.Minute}
	flag.DurationVar(&limits.Whole, "whole", 12*time.Hour, "the longest time for one request or tunnel")
	flag.Parse()
	debug.SetGCPercent(garbage)
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	g := &Gateway{
		Gate:   wire.NewGate(*loopback),
		Limits: limits,
		Log:    slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	l, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	g.Log.Info("listening", "address", l.Addr())
	log.Fatal(g.Server().Serve(netutil.LimitListener(l, *clients)))
}
