package httpguard_test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/guard/httpguard"
	"example.com/uri/internal/vectors"
)

// trusted returns the names of testdata/fields.tsv, and each name of plain words also as the end of
// a longer name.
func trusted(t *testing.T) (names []string) {
	t.Helper()
	for _, row := range vectors.TabLines(t, "testdata/fields.tsv") {
		if row == nil {
			continue
		}
		for _, name := range strings.Fields(row[1]) {
			names = append(names, name)
			if isPlain(name) {
				names = append(names, "Vendor-"+name)
			}
		}
	}
	return names
}

// isPlain reports whether a name has only letters, digits and "-".
func isPlain(name string) bool {
	return strings.Trim(name, "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}

// echoFields starts a server for the fields that it gets, and a ReverseProxy in front of it. It
// returns the address of the proxy.
func echoFields(t *testing.T, got *http.Header) string {
	t.Helper()
	site := backend(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		*got = r.Header
		for name := range r.Trailer {
			t.Errorf("the server sees %s in a trailer", name)
		}
	})
	return start(t, made(t, httpguard.ReverseProxy{Hosts: hosts(t, "=proxy.example"), Routes: guard.Routes{{From: "/", To: uri.MustParse(site)}}, StepTimeout: long}), long)
}

// TestProxyFields checks that no field that only a proxy may write reaches the server, in any
// spelling that some server takes for it, also if the client lists the proxy's own fields in
// Connection.
func TestProxyFields(t *testing.T) {
	var got http.Header
	proxy := echoFields(t, &got)
	names := trusted(t)
	if len(names) < 200 {
		t.Errorf("only %d names", len(names))
	}
	own := map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "proxy.example", "X-Forwarded-Proto": "http", "Via": "1.1 httpguard"}
	for _, name := range names {
		fields := []string{"Connection: Via, " + strings.Join(slices.Collect(maps.Keys(own)), ", ")}
		for spelling := range guardtest.Fields(name) {
			if isPlain(spelling) && !isPlain(name) {
				continue // Script-Name is HTTP_SCRIPT_NAME to CGI, and not its own SCRIPT_NAME
			}
			fields = append(fields, spelling+": SECRET")
		}
		got = nil
		if status := ask(t, proxy, "GET", "/", "proxy.example", fields...); status != "200" {
			t.Fatalf("%s: %q", name, status)
		}
		for name, values := range got {
			if slices.Contains(values, "SECRET") {
				t.Errorf("the server sees %s", name)
			}
		}
		for name, want := range own {
			if fmt.Sprint(got[name]) != "["+want+"]" {
				t.Errorf("%s: %q, want %q", name, got[name], want)
			}
		}
	}
}

// TestProxyFieldsPass checks that the fields of browsers and programs reach the server as they are.
func TestProxyFieldsPass(t *testing.T) {
	var got http.Header
	proxy := echoFields(t, &got)
	fields := strings.Fields(`Accept Accept-Language Access-Control-Request-Method Authorization Cache-Control
		Content-Type Cookie DNT If-None-Match Idempotency-Key Origin Range Referer Sec-CH-UA-Platform Sec-Fetch-Site
		Sec-WebSocket-Key traceparent Upgrade-Insecure-Requests X-API-Key X-CSRF-Token X-Requested-With
		X-Request-ID X-Forwarding X-Method X-Urls Zipcode X-Ship-To DNS Matched Clients Verify-Client X-WOPI-Override Proxying Zip Expected 3 x
		X-User X-Auth-Request-User X-Goog-IAP-JWT-Assertion X-Amzn-Oidc-Identity Cf-Access-Jwt-Assertion X-MS-CLIENT-PRINCIPAL
		X-Azure-FDID X-Amz-Copy-Source X-Copy-From`)
	var lines []string
	for _, name := range fields {
		lines = append(lines, name+": one", name+": two")
	}
	if status := ask(t, proxy, "GET", "/", "proxy.example", lines...); status != "200" {
		t.Fatal(status)
	}
	for _, name := range fields {
		if fmt.Sprint(got.Values(name)) != "[one two]" {
			t.Errorf("%s: %q", name, got.Values(name))
		}
	}
}

// TestProxyFieldsConnection checks the fields that a client lists in Connection, and Expect.
func TestProxyFieldsConnection(t *testing.T) {
	var got http.Header
	proxy := echoFields(t, &got)
	for _, tt := range []struct{ fields, want string }{ // of X-A and Expect
		{"X-A: a", "[a] []"},
		{"X-A: a\r\nConnection: X-A", "[] []"},
		{"X-A: a\r\nConnection: close,\tx-a ,", "[] []"},
		{"X-A: a\r\nConnection: close\r\nConnection: X-A", "[] []"},
		{"Expect: 100-continue", "[] [100-continue]"},
		{"Expect: 100-Continue", "[] [100-Continue]"},
		{"Expect: y 100-continue", "[] []"},
		{"Expect: 100-continue, y", "[] []"},
		{"Expect: 100-continue\r\nExpect: 100-continue", "[] []"},
	} {
		got = nil
		conn, err := net.Dial("tcp", proxy)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: proxy.example\r\n%s\r\nTransfer-Encoding: chunked\r\nTrailer: X-Real-Ip\r\n\r\n1\r\nx\r\n0\r\nX-Real-Ip: SECRET\r\n\r\n", tt.fields)
		in := bufio.NewReader(conn)
		response, err := http.ReadResponse(in, nil)
		for err == nil && response.StatusCode == http.StatusContinue {
			response, err = http.ReadResponse(in, nil)
		}
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("%q: %v, %v", tt.fields, response, err)
		}
		if s := fmt.Sprint(got["X-A"], got["Expect"]); s != tt.want {
			t.Errorf("%q: %s, want %s", tt.fields, s, tt.want)
		}
	}
}

// TestProxyFieldsAny sends names with each byte, many fields and long ones.
func TestProxyFieldsAny(t *testing.T) {
	var got http.Header
	proxy := echoFields(t, &got)
	for c := range 256 {
		got = nil
		name := "X" + string(rune(c)) + "User"
		if c >= 0x80 {
			name = "X" + string([]byte{byte(c)}) + "User"
		}
		status := ask(t, proxy, "GET", "/", "proxy.example", name+": SECRET")
		letter := isPlain(string([]byte{byte(c)}))
		passed := false
		for _, values := range got {
			passed = passed || strings.Contains(fmt.Sprint(values), "SECRET")
		}
		if passed != letter && !(c == ':' || c == '\n') || letter && status != "200" {
			t.Errorf("%q: %q, passed: %v", name, status, passed)
		}
	}
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprintf("X_%d: SECRET\r\nX-%[1]d: a", i)
	}
	long := "X-Long: " + strings.Repeat("x", 60_000)
	if status := ask(t, proxy, "GET", "/", "proxy.example", many...); status != "200" || len(got) < 1000 || strings.Contains(fmt.Sprint(got), "SECRET") {
		t.Errorf("%q, %d fields", status, len(got))
	}
	if status := ask(t, proxy, "GET", "/", "proxy.example", long); status != "200" || len(got.Get("X-Long")) != 60_000 {
		t.Errorf("%q, %d bytes", status, len(got.Get("X-Long")))
	}
}
