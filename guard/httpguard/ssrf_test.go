package httpguard_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/rebind"
	"example.com/uri/internal/vectors"
)

// classify has the lists of TestClassifyAddr of smokescreen.
var classify = guard.Gate{
	Allow: prefixes("8.8.9.0/24", "10.0.1.0/24", "172.16.1.0/24", "192.168.1.0/24", "127.0.1.0/24"),
	Deny:  prefixes("1.1.1.1/32"),
	Ports: loopback.Ports,
}

// anything allows every address and port.
var anything = guard.Gate{Allow: prefixes("0.0.0.0/0", "::/0"), Ports: loopback.Ports}

func prefixes(list ...string) (p []netip.Prefix) {
	for _, s := range list {
		p = append(p, netip.MustParsePrefix(s))
	}
	return p
}

// An attack asks for a server on the inside, by a URL and as the target of a CONNECT.
type attack struct{ url, connect string }

// attackOf returns the attack with an authority and the text after it. If port is not
// empty, it replaces the port.
func attackOf(authority, rest, port string) attack {
	host, own := authority, ""
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		host, own = authority[:i], authority[i+1:]
	}
	switch {
	case port != "":
		authority = host + ":" + port
		own = port
	case own == "":
		own = "80"
	}
	return attack{"http://" + authority + rest, host + ":" + own}
}

// attacks returns the attacks of published advisories, and the ones that two other programs refuse,
// each once as it is and once for a server at this port.
func attacks(t *testing.T, port string) (all []attack) {
	t.Helper()
	add := func(authority, rest string) {
		for _, a := range []attack{attackOf(authority, rest, ""), attackOf(authority, rest, port)} {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	split := func(url string) {
		_, text, ok := strings.Cut(url, "//")
		if end := strings.IndexAny(text, "/?#"); ok && end >= 0 {
			add(text[:end], text[end:])
		} else if ok {
			add(text, "")
		}
	}
	for _, row := range vectors.TabLines(t, "../testdata/advisories.tsv") {
		if row == nil || !strings.HasPrefix(row[7], "refused") {
			continue
		}
		switch row[5] {
		case "check":
			split(row[6])
		case "dial":
			add(row[6], "/")
		}
	}
	for _, row := range vectors.TabLines(t, "testdata/ssrf.tsv") {
		if row == nil || row[3] != "refused" {
			continue
		}
		switch row[1] {
		case "url":
			split(row[2])
		case "range":
			p := netip.MustParsePrefix(row[2])
			for _, a := range []netip.Addr{p.Addr(), last(p)} {
				add(strings.TrimSuffix(netip.AddrPortFrom(a, 0).String(), ":0"), "/")
			}
		case "address":
			if ap := netip.MustParseAddrPort(row[2]); ap.Addr() != classify.Deny[0].Addr() {
				add(row[2], "/")
			}
		case "connect":
			add(row[2], "/")
		}
	}
	return all
}

// last returns the last address of a prefix.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < 8*len(b); i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// outside reports whether the host of a is the literal address of another machine. The test with
// the open gate does not ask these.
func outside(a attack) bool {
	host, _, _ := net.SplitHostPort(a.connect)
	addr, err := netip.ParseAddr(host)
	return err == nil && !addr.Unmap().IsLoopback() && !addr.Unmap().IsUnspecified()
}

// TestSSRF sends attacks through a Client and a Forward. Every name resolves to this
// machine. None of them reaches the server on the inside. With an open gate many do.
func TestSSRF(t *testing.T) {
	var reached atomic.Int64
	inside := backend(t, func(w http.ResponseWriter, _ *http.Request) { reached.Add(1); io.WriteString(w, "inside") })
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(inside, "http://"))
	rebind.Names(t)
	all := attacks(t, port)
	list := "*"
	for _, a := range all {
		_, p, _ := strings.Cut(a.connect[strings.LastIndexByte(a.connect, ']')+1:], ":")
		if n, err := strconv.ParseUint(p, 10, 16); err == nil && n > 0 {
			list += fmt.Sprint(" *:", n)
		}
	}
	// run returns how many attacks reached the server, and the number of attacks. Each way
	// returns an answer that is no refusal of this package, or "".
	run := func(gate guard.Gate, skip func(attack) bool, way func(attack) string) (int64, int) {
		before, n := reached.Load(), 0
		for _, a := range all {
			if skip != nil && skip(a) {
				continue
			}
			n++
			if got := way(a); got != "" && skip == nil {
				t.Errorf("%v: %s", a, got)
			}
		}
		return reached.Load() - before, n
	}
	for _, tt := range []struct {
		name  string
		gate  guard.Gate
		skip  func(attack) bool
		least int64 // of the attacks that reach the server
	}{
		{"closed", guard.Gate{Ports: loopback.Ports}, nil, 0},
		{"open", anything, outside, 10},
	} {
		client := httpguard.Client{Gate: tt.gate, StepTimeout: long}.HTTP()
		forward := start(t, made(t, httpguard.ForwardProxy{Gate: tt.gate, Hosts: hosts(t, list), StepTimeout: long}), long)
		refusal := func(got string) string {
			if strings.HasPrefix(got, "400 ") || strings.HasPrefix(got, "403 guard: ") {
				return ""
			}
			return got
		}
		for way, send := range map[string]func(attack) string{
			"Client": func(a attack) string {
				body, err := get(client, a.url)
				if _, notURL := url.Parse(a.url); notURL != nil && err != nil || part(err) != "" {
					return ""
				}
				return fmt.Sprint(body, err)
			},
			"absolute-form": func(a attack) string { return refusal(ask(t, forward, "GET", a.url, "x")) },
			"CONNECT": func(a attack) string {
				conn, status := dial(t, forward, a.connect, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
				defer conn.Close()
				if strings.HasPrefix(status, "HTTP/1.1 200 ") {
					io.ReadAll(conn)
				}
				return refusal(strings.TrimPrefix(strings.Replace(status, "403 Forbidden", "403 guard: ", 1), "HTTP/1.1 "))
			},
		} {
			got, n := run(tt.gate, tt.skip, send)
			if (tt.least == 0) != (got == 0) || got < tt.least {
				t.Errorf("%s, gate %s: %d of %d attacks reach the server, want at least %d", way, tt.name, got, n, tt.least)
			}
			t.Logf("%s, gate %s: %d of %d attacks reach the server", way, tt.name, got, n)
		}
	}
}

// TestSmokescreenAddresses judges the addresses of smokescreen with its lists.
func TestSmokescreenAddresses(t *testing.T) {
	for n, row := range vectors.TabLines(t, "testdata/ssrf.tsv") {
		if row == nil || row[1] != "address" {
			continue
		}
		if err := classify.CheckAddr(netip.MustParseAddrPort(row[2])); (err == nil) != (row[3] == "allowed") {
			t.Errorf("ssrf.tsv:%d: %s: %v, want %s", n+1, row[2], err, row[3])
		}
	}
}
