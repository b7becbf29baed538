package httpguard_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

// parts are the parts of a request, with two answers for each: which servers fold or decode the part before
// they use it, and what of it decides although only the client says it. "=" stands for the answers "none" and
// "nothing". A request is sent as it is, with "Host: www.example" if it has no Host. want has the status and
// what the server sees of these fields: the request line, X-Forwarded-Host, X-Forwarded-Proto and those that
// are listed.
var parts = []struct{ part, folds, decides, request, fields, want string }{
	{"method", "Flask, Django, gunicorn 20.1: its case", "nothing: TestMethods", "get /x HTTP/1.1", "", "501"},
	{"target, path", "all: TestDestinationPaths, and guardtest", "the route", "GET /x%2Fadmin HTTP/1.1", "", "400"},
	{"target, query", "all decode it", "nothing: it is passed byte for byte", "GET /x?a=%2F..&_method=DELETE HTTP/1.1", "", "200 GET /x?a=%2F..&_method=DELETE www.example http"},
	{"target, scheme of an absolute one", "all: its case", "nothing: the protocol is that of the connection", "GET https://www.example/x HTTP/1.1", "", "200 GET /x www.example http"},
	{"target, capital scheme", "all: its case", "nothing: the hosts of such URLs are disputed", "GET HTTP://www.example/x HTTP/1.1", "", "421"},
	{"target, host of an absolute one", "all: its case", "the site, of those in Hosts", "GET http://other.example/x HTTP/1.1", "", "200 GET /x other.example http"},
	{"target, another host than in Host", "=", "=", "GET http://other.example/x HTTP/1.1\nHost: www.example", "", "200 GET /x other.example http"},
	{"target, user", "=", "=", "GET http://u@www.example/x HTTP/1.1", "", "400"},
	{"target, fragment", "nginx, node: it ends the path", "nothing: refused", "GET /x#/admin HTTP/1.1", "", "400"},
	{"Host, its case and final dot", "all virtual hosts", "nothing: the server sees the host of the route", "GET /x HTTP/1.1\nHost: WWW.example.", "", "200 GET /x WWW.example. http"},
	{"Host, its port", "frameworks that write links", "nothing if an entry of Hosts has a port", "GET /x HTTP/1.1\nHost: port.example:99", "", "421"},
	{"Host, its port, for an entry without one", "frameworks that write links", "the port of these links", "GET /x HTTP/1.1\nHost: www.example:99", "", "200 GET /x www.example:99 http"},
	{"Host, several", "=", "=", "GET /x HTTP/1.1\nHost: www.example\nHost: other.example", "", "400"},
	{"Host, none", "=", "=", "GET /x HTTP/1.0", "", "400"},
	{"version", "=", "=", "GET /x HTTP/1.0\nHost: www.example", "Via", "200 GET /x www.example http [1.0 httpguard]"},
	{"name of a field", "CGI, WSGI, PHP: '_' for '-'", "nothing: TestProxyFields, TestWrapForged", "GET /x HTTP/1.1\nX_Forwarded_Proto: https\nX-Forwarded-Proto: https", "X_forwarded_proto", "200 GET /x www.example http []"},
	{"line folding", "old servers: a field of its own", "nothing: one line is sent", "GET /x HTTP/1.1\nX-A: a\n X-Forwarded-Proto: https", "X-A", "200 GET /x www.example http [a X-Forwarded-Proto: https]"},
	{"Connection", "=", "nothing: it takes away only fields of the client", "GET /x HTTP/1.1\nConnection: X-Forwarded-Proto, X-A\nX-A: a", "X-A", "200 GET /x www.example http []"},
	{"Content-Length and Transfer-Encoding", "servers differ in which counts", "nothing: one of them is sent", "POST /x HTTP/1.1\nContent-Length: 9\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n", "Content-Length", "200 POST /x www.example http []"},
	{"Content-Length, several", "servers differ in which counts", "=", "POST /x HTTP/1.1\nContent-Length: 1\nContent-Length: 2\n\nxy", "", "400"},
	{"Transfer-Encoding, its case", "all", "=", "POST /x HTTP/1.1\nTransfer-Encoding: CHUNKED\n\n1\nx\n0\n\n", "", "200 POST /x www.example http"},
	{"Transfer-Encoding, others", "some servers: an unknown one is none", "=", "POST /x HTTP/1.1\nTransfer-Encoding: xchunked\n\n1\nx\n0\n\n", "", "501"},
	{"Content-Type", "all: its case, and its parameters", "how the server reads the body; the proxy does not look at it", "POST /x HTTP/1.1\nContent-Type: TEXT/PLAIN; x=\"\"\nContent-Length: 0", "Content-Type", "200 POST /x www.example http [TEXT/PLAIN; x=\"\"]"},
	{"Upgrade", "servers: its case, and the first of a list", "nothing without Upgrades: TestProxyUpgrades", "GET /x HTTP/1.1\nConnection: Upgrade\nUpgrade: H2C, websocket", "Upgrade", "200 GET /x www.example http []"},
	{"Cookie", "frameworks: quotes, escapes, the first or last of a name", "who the user is, if Wrap and the server read it: Wrap writes a field instead", "GET /x HTTP/1.1\nCookie: a=b\nCookie: a=c", "Cookie", "200 GET /x www.example http [a=b a=c]"},
	{"Authorization", "all: the case of its scheme", "who the user is, if Wrap and the server read it: Wrap writes a field instead", "GET /x HTTP/1.1\nAuthorization: bAsIc x", "Authorization", "200 GET /x www.example http [bAsIc x]"},
	{"Range", "all: the case of its unit", "=", "GET /x HTTP/1.1\nRange: BYTES=0-1", "Range", "200 GET /x www.example http [BYTES=0-1]"},
	{"Early-Data", "=", "nothing: a client that lies asks for caution, and no proxy may remove it (RFC 8470, 5.1)", "GET /x HTTP/1.1\nEarly-Data: 1", "Early-Data", "200 GET /x www.example http [1]"},
	{"Max-Forwards", "=", "nothing: TRACE is refused", "OPTIONS /x HTTP/1.1\nMax-Forwards: 0", "Max-Forwards", "200 OPTIONS /x www.example http [0]"},
	{"Expect", "=", "=", "GET /x HTTP/1.1\nExpect: X-Forwarded-Proto", "Expect", "417"},
	{"TE and trailers", "servers that add trailers to the fields", "nothing: TestProxyFieldsConnection", "GET /x HTTP/1.1\nTE: trailers\nTrailer: X-Forwarded-Proto", "Te Trailer", "200 GET /x www.example http [] []"},
	{"Destination, If", "all decode them", "nothing: TestDestination, TestIf", "COPY /x HTTP/1.1\nDestination: /admin/x", "", "403"},
	{"Depth", "=", "nothing above another route: TestDepth", "PROPFIND / HTTP/1.1\nDepth: infinity", "", "403"},
	{"Forwarded and its like", "frameworks", "nothing: TestProxyFields, TestTrust", "GET /x HTTP/1.1\nForwarded: host=evil.example\nX-Forwarded-Host: evil.example", "Forwarded", "200 GET /x www.example http []"},
	{"Via", "nginx: no compression", "=", "GET /x HTTP/1.1\nVia: 1.1 a", "Via", "200 GET /x www.example http [1.1 a 1.1 httpguard]"},
	{"Origin and Sec-Fetch-Site", "=", "only what a browser may do: SameOrigin", "POST /x HTTP/1.1\nOrigin: null\nContent-Length: 0", "Origin", "200 POST /x www.example http [null]"},
}

// TestParts sends each part as it must not decide, and compares what the server sees.
func TestParts(t *testing.T) {
	var got http.Header
	line := ""
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		got, line = r.Header, r.Method+" "+r.RequestURI
	})
	proxy := start(t, made(t, httpguard.ReverseProxy{
		Hosts: hosts(t, "=www.example, =other.example, =port.example:80"), StepTimeout: long,
		Routes: guard.Routes{{From: "/admin", To: uri.MustParse(site + "/admin")}, {From: "/", To: uri.MustParse(site)}},
	}), long)
	for _, tt := range parts {
		if tt.folds == "" || tt.decides == "" {
			t.Errorf("%s: a question is not answered", tt.part)
		}
		request := tt.request
		if first, rest, _ := strings.Cut(request, "\n"); !strings.HasPrefix(rest, "Host:") && strings.HasSuffix(first, "1.1") {
			request = first + "\nHost: www.example\n" + rest
		}
		if !strings.Contains(request, "\n\n") {
			request = strings.TrimSuffix(request, "\n") + "\n\n"
		}
		got, line = nil, ""
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, strings.ReplaceAll(request, "\n", "\r\n"))
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		conn.Close()
		if err != nil {
			t.Errorf("%s: %v", tt.part, err)
			continue
		}
		seen := fmt.Sprint(response.StatusCode)
		if line != "" {
			seen = fmt.Sprintf("%s %s %s %s", seen, line, got.Get("X-Forwarded-Host"), got.Get("X-Forwarded-Proto"))
			for _, name := range strings.Fields(tt.fields) {
				seen += fmt.Sprint(" ", slices.Concat([]string{}, got[name]))
			}
		}
		if seen != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.part, seen, tt.want)
		}
	}
}
