package httpguard_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// TestTrust compares the three fields that a server gets, and the address that a handler of Wrap
// sees, with and without a trusted peer.
func TestTrust(t *testing.T) {
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Header["X-Forwarded-For"], r.Header["X-Forwarded-Host"], r.Header["X-Forwarded-Proto"], r.Header["X-Forwarded-Port"], r.Header["Forwarded"], r.Header["X-Real-Ip"], r.Header["X-Seen"])
	})
	proxy := httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example, a.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long,
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header["X-Seen"] = []string{r.RemoteAddr, r.Header.Get("X-Forwarded-For")}
				next.ServeHTTP(w, r)
			})
		},
	}
	const trusted, mapped, other = "10.0.0.1:1234", "[::ffff:10.0.0.1]:1234", "11.0.0.1:1234"
	for _, tt := range []struct{ peer, fields, chain, host, proto, remote string }{
		{other, "X-Forwarded-For: 1.2.3.4\nX-Forwarded-Proto: https\nX-Forwarded-Host: a.example", "11.0.0.1", "proxy.example", "http", other},
		{trusted, "", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: 1.2.3.4\nX-Forwarded-Proto: https\nX-Forwarded-Host: a.example", "1.2.3.4, 10.0.0.1", "a.example", "https", "1.2.3.4:0"},
		{trusted, "X-Forwarded-Port: 1\nForwarded: for=1.2.3.4\nX-Real-Ip: 1.2.3.4", "10.0.0.1", "proxy.example", "http", trusted},
		{mapped, "X-Forwarded-For: 1.2.3.4", "1.2.3.4, ::ffff:10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{"[fd00::1%eth0]:1", "X-Forwarded-For: 1.2.3.4", "1.2.3.4, fd00::1%eth0", "proxy.example", "http", "1.2.3.4:0"},
		{"[fd01::1]:1", "X-Forwarded-For: 1.2.3.4", "fd01::1", "proxy.example", "http", "[fd01::1]:1"},
		{"192.168.5.1:1", "X-Forwarded-For: 1.2.3.4", "1.2.3.4, 192.168.5.1", "proxy.example", "http", "1.2.3.4:0"}, // ::ffff:192.168.0.0/112
		// The first address from the right that is not trusted, or else the last one.
		{trusted, "X-Forwarded-For: 6.6.6.6, 1.2.3.4, 10.0.0.2,10.0.0.3", "1.2.3.4, 10.0.0.2, 10.0.0.3, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: 6.6.6.6\nX-Forwarded-For: 1.2.3.4", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: 10.0.0.2, 10.0.0.3", "10.0.0.2, 10.0.0.3, 10.0.0.1", "proxy.example", "http", "10.0.0.2:0"},
		// With ports, in brackets, IPv4-mapped.
		{trusted, "X-Forwarded-For: 1.2.3.4:5678", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: [::1]:5678", "::1, 10.0.0.1", "proxy.example", "http", "[::1]:0"},
		{trusted, "X-Forwarded-For: [::1]", "::1, 10.0.0.1", "proxy.example", "http", "[::1]:0"},
		{trusted, "X-Forwarded-For: ::ffff:1.2.3.4", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: 6.6.6.6, ::ffff:10.0.0.9", "6.6.6.6, 10.0.0.9, 10.0.0.1", "proxy.example", "http", "6.6.6.6:0"},
		// What is no address ends the walk, and an element without text does not count.
		{trusted, "X-Forwarded-For: 1.2.3.4, unknown", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: unknown, 1.2.3.4", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: 1.2.3.4, unknown, 10.0.0.2", "10.0.0.2, 10.0.0.1", "proxy.example", "http", "10.0.0.2:0"},
		{trusted, "X-Forwarded-For: 1.2.3.4,", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: 1.2.3.4, ,\t,10.0.0.2\nX-Forwarded-For: , ", "1.2.3.4, 10.0.0.2, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
		{trusted, "X-Forwarded-For: ", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: 01.2.3.4", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: [1.2.3.4]", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: fe80::1%eth0", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: 1.2.3.4:99999", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-For: \"1.2.3.4\"", "10.0.0.1", "proxy.example", "http", trusted},
		// One well-formed value.
		{trusted, "X-Forwarded-Proto: HTTPS", "10.0.0.1", "proxy.example", "https", trusted},
		{trusted, "X-Forwarded-Proto: https, http", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Proto: https\nX-Forwarded-Proto: https", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Proto: javascript", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example:8443", "10.0.0.1", "a.example:8443", "http", trusted},
		{trusted, "X-Forwarded-Host: A.a.example.", "10.0.0.1", "A.a.example.", "http", trusted},
		{trusted, "X-Forwarded-Host: evil.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: evil.example,a.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a!b.a.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example@evil.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example\nX-Forwarded-Host: a.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example, b.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example\nX-Forwarded-Host: b.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: a.example/b", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: u@a.example", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "X-Forwarded-Host: ", "10.0.0.1", "proxy.example", "http", trusted},
		{trusted, "Connection: X-Forwarded-For\nX-Forwarded-For: 1.2.3.4", "1.2.3.4, 10.0.0.1", "proxy.example", "http", "1.2.3.4:0"},
	} {
		proxy.Trust = prefixes("10.0.0.0/8", "fd00::1/128", "::ffff:192.168.0.0/112")
		r := request("GET", tt.fields)
		r.Host, r.RequestURI, r.RemoteAddr = "proxy.example", "/", tt.peer
		w := httptest.NewRecorder()
		made(t, proxy).ServeHTTP(w, r)
		want := fmt.Sprintf("[%s] [%s] [%s] [] [] [] [%s %s]", tt.chain, tt.host, tt.proto, tt.remote, tt.chain)
		if got := w.Body.String(); got != want {
			t.Errorf("%s, %q:\n got %s\nwant %s", tt.peer, tt.fields, got, want)
		}
	}
	r := request("GET", "X-Forwarded-For: 1.2.3.4")
	r.Host, r.RequestURI, r.RemoteAddr = "proxy.example", "/", "@"
	w := httptest.NewRecorder()
	made(t, proxy).ServeHTTP(w, r)
	if got := w.Body.String(); got != "[] [proxy.example] [http] [] [] [] [@ ]" {
		t.Error(got)
	}
}

var chains = flag.Int("chains", 4, "read every X-Forwarded-For of up to `N` elements")

// chainElements are the kinds of elements of X-Forwarded-For. "%d" is the place of the element.
var chainElements = []string{
	"10.0.0.%d", "1.2.3.%d", "", // in Trust, outside of it, without text
	"unknown", "_hidden", "[fe80::%d%%25eth0]", "1.2.3.%d:99999", "010.0.0.%d", "\"1.2.3.%d\"",
}

// walk returns the addresses of a chain that count, the client's first. kinds are indices of
// chainElements, without the peer.
func walk(kinds []int) (chain []string) {
	for i, kind := range slices.Backward(kinds) {
		switch kind {
		case 0, 1:
			chain = append([]string{fmt.Sprintf(chainElements[kind], i)}, chain...)
		case 2:
			continue
		}
		if kind != 0 {
			break
		}
	}
	return chain
}

// TestTrustChains compares every chain of elements with a walk from the right, in one line and in
// two, with and without Trust.
func TestTrustChains(t *testing.T) {
	var sent http.Header
	remote := ""
	proxy := httpguard.ReverseProxy{
		Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse("http://server.example")}},
		Wrap: func(_ string, next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { remote = r.RemoteAddr; next.ServeHTTP(w, r) })
		},
		Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			sent = r.Header
			return &http.Response{StatusCode: 204, Header: http.Header{}, Body: http.NoBody}, nil
		}),
	}
	wary := made(t, proxy)
	proxy.Trust = prefixes("10.0.0.0/8")
	trusting := made(t, proxy)
	check := func(h http.Handler, want []string, lines ...string) {
		const peer = "10.0.0.9:1234"
		r := &http.Request{Method: "GET", URL: &url.URL{}, RequestURI: "/", Host: "proxy.example", RemoteAddr: peer, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"X-Forwarded-For": lines}}
		h.ServeHTTP(httptest.NewRecorder(), r)
		client := peer
		if len(want) > 0 {
			client = want[0] + ":0"
		}
		if chain := strings.Join(append(want, "10.0.0.9"), ", "); fmt.Sprint(sent["X-Forwarded-For"]) != "["+chain+"]" || remote != client {
			t.Errorf("%q: the server gets %q and Wrap %s, want %s and %s", lines, sent["X-Forwarded-For"], remote, chain, client)
		}
	}
	for kinds := []int(nil); len(kinds) <= *chains; kinds = following(kinds, len(chainElements)) {
		elements := make([]string, len(kinds))
		for i, kind := range kinds {
			elements[i] = chainElements[kind]
			if strings.Contains(elements[i], "%d") {
				elements[i] = fmt.Sprintf(elements[i], i)
			}
		}
		want := walk(kinds)
		check(trusting, want, strings.Join(elements, ", "))
		if len(kinds) > 1 {
			at := 1 + kinds[0]%(len(kinds)-1)
			check(trusting, want, strings.Join(elements[:at], ","), strings.Join(elements[at:], "\t,"))
			check(wary, nil, elements...)
		}
	}
}

// following returns the list of digits below base that follows a list, the longer ones last.
func following(digits []int, base int) []int {
	for i := range digits {
		if digits[i]++; digits[i] < base {
			return digits
		}
		digits[i] = 0
	}
	return append(digits, 0)
}
