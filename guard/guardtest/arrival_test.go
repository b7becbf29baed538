package guardtest

import (
	"bufio"
	"strings"
	"testing"
)

// TestReadArrival has requests with their frame, the reason why programs disagree about the end, and the
// bytes that are left after them.
func TestReadArrival(t *testing.T) {
	const head = "POST /x HTTP/1.1\r\nHost: h\r\n"
	for text, want := range map[string]struct {
		frame, rest string
		last        bool
	}{
		"GET /x HTTP/1.1\r\nHost: h\r\n\r\nrest":                                   {rest: "rest"},
		"\r\n\r\nGET /x HTTP/1.1\r\n\r\n":                                          {},
		"GET /x HTTP/1.0\r\n\r\n":                                                  {last: true},
		head + "Connection: x, Close\r\n\r\n":                                      {last: true},
		head + "Content-Length: 3\r\n\r\nabcd":                                     {rest: "d"},
		head + "Transfer-Encoding: Chunked\r\n\r\n1;x\r\na\r\n0\r\nX: y\r\n\r\nd":  {rest: "d"},
		"GET /x y HTTP/1.1\r\n\r\n":                                                {frame: "a target with a space"},
		"GET /x HTTP/1.1\nHost: h\n\n":                                             {frame: "a line that ends in LF only"},
		head + "X\r\n\r\n":                                                         {frame: "a line without a colon"},
		head + "X : y\r\n\r\n":                                                     {frame: "a space before a colon or at the start of a line"},
		head + " y: z\r\n\r\n":                                                     {frame: "a space before a colon or at the start of a line"},
		head + "X: y\rz\r\n\r\n":                                                   {frame: "CR or NUL in a line"},
		head + "X: \x00\r\n\r\n":                                                   {frame: "CR or NUL in a line"},
		head + "Content-Length: 0\r\nContent-Length: 1\r\n\r\na":                   {frame: "two lengths", rest: "a"},
		head + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\na": {frame: "Transfer-Encoding and Content-Length", rest: "a"},
		head + "Transfer-Encoding: x\r\n\r\n0\r\n\r\n":                             {frame: "an unusual Transfer-Encoding"},
		"POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":          {frame: "Transfer-Encoding in HTTP/1.0", last: true},
		head + "Content-Length: 1x\r\n\r\na":                                       {frame: "a Content-Length that is no number", rest: "a"},
		head + "Content-Length: +1\r\n\r\nab":                                      {frame: "a Content-Length that is no number", rest: "b"},
		head + "Content_Length: 1\r\n\r\na":                                        {frame: "the length in a field with another name", rest: "a"},
		head + "Transfer_Encoding: chunked\r\n\r\na":                               {frame: "the length in a field with another name", rest: "a"},
		head + "Transfer-Encoding: chunked\r\n\r\ng\r\n":                           {frame: "a chunk size that is no number"},
		head + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n":                     {frame: "a chunk without an end"},
		"x\r\n":          {frame: "bytes that are no request"},
		"x":              {frame: "bytes that are no request"},
		"GET /x\r\n\r\n": {frame: "bytes that are no request", rest: "\r\n"},
	} {
		r := bufio.NewReader(strings.NewReader(text))
		a, _ := readArrival(r)
		rest := new(strings.Builder)
		r.WriteTo(rest)
		if a.frame != want.frame || rest.String() != want.rest || a.last != want.last {
			t.Errorf("%q: frame %q, rest %q, last %v; want %+v", text, a.frame, rest, a.last, want)
		}
	}
	for _, text := range []string{"", "\r\n"} {
		if a, err := readArrival(bufio.NewReader(strings.NewReader(text))); err == nil || a.method != "" || a.frame != "" {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
}

// TestJudge has requests that arrive for one without a login, and the gaps.
func TestJudge(t *testing.T) {
	for want, a := range map[string]arrival{
		"":                                           {method: "GET", target: "/x", fields: []field{{name: "X-Users", value: "a"}}},
		"X-User is forged: as written":               {method: "GET", target: "/x", fields: []field{{name: "X-User", value: "alice"}}},
		"X-User is forged: in a trailer":             {method: "GET", target: "/x", fields: []field{{"x-user", "a", true}}},
		`X-User is forged: with "_" or "-"`:          {method: "GET", target: "/x", fields: []field{{name: "X_USER"}}},
		"X-User is forged: in another case":          {method: "GET", target: "/x", fields: []field{{name: "x-USER"}}},
		"X-User is forged: with other punctuation":   {method: "GET", target: "/x", fields: []field{{name: "X.User"}}},
		"a path around the login: as written":        {method: "GET", target: "http://h/admin?x"},
		"a path around the login: slashes merged":    {method: "GET", target: "//admin"},
		"a Destination around the login: as written": {method: "GET", target: "/x", fields: []field{{name: "destination", value: "/admin/y"}}},
		"the front changes the case of a method":     {method: "get", target: "/x"},
		"the front changes the method":               {method: "POST", target: "/x"},
	} {
		r := run{site: Site{Guarded: "/admin", Field: "X-User", User: "alice"}, passed: map[string]bool{}}
		got := strings.Join(r.judge(message{method: "GET", text: "x"}, []arrival{a}), " and ")
		if got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
}
