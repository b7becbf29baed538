// Gateway is a forward proxy that fetches http, https (by CONNECT), ftp, gopher
// and nntp URLs for a client that speaks HTTP alone, in the manner of Squid:
//
//	go run ./gateway -listen 127.0.0.1:8118
//	curl -x http://127.0.0.1:8118 ftp://ftp.example.com/pub/
//	curl -x http://127.0.0.1:8118 gopher://gopher.example.com/1/
//
// A browser that no longer sends such URLs to a proxy can ask the gateway
// itself: http://127.0.0.1:8118/gopher://gopher.example.com/1/
//
// It connects to public addresses alone, unless it is told otherwise.
package main

import (
	"flag"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8118", "address to listen on")
	loopback := flag.Bool("loopback", false, "may connect to loopback addresses, for tests")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	g := &Gateway{Loopback: *loopback, Timeout: time.Minute, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	server := &http.Server{Addr: *listen, Handler: g, ReadHeaderTimeout: 10 * time.Second}
	slog.Info("listening", "address", *listen)
	log.Fatal(server.ListenAndServe())
}
