package guardtest

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
)

// An arrival is a request as a server receives it.
type arrival struct {
	method, target string
	fields         []field
	frame          string // why programs disagree about its end; "" if they agree
	last           bool   // the connection ends after it
}

// A field is a line of a head, or of the trailers after a body.
type field struct {
	name, value string
	trailer     bool
}

// maxHead and maxBody are the most bytes that are read of one request.
const (
	maxHead = 1 << 20
	maxBody = 1 << 24
)

// errNoRequest is the error for a request with an unknown end: the connection ends there.
var errNoRequest = errors.New("no request")

// readArrival reads a request (RFC 9112) as a program that accepts nearly everything, and notes
// what other programs refuse or read otherwise. A Transfer-Encoding counts more than a
// Content-Length. Without a request the method is empty, and also the frame if the connection
// ended before one.
func readArrival(r *bufio.Reader) (a arrival, err error) {
	line := ""
	for line == "" && err == nil { // empty lines before a request (RFC 9112, 2.2)
		line, err = a.line(r)
	}
	if err != nil {
		if line != "" {
			a.odd("bytes that are no request")
		}
		return a, err
	}
	method, rest, _ := strings.Cut(line, " ")
	i := strings.LastIndexByte(rest, ' ')
	if i < 0 || !strings.HasPrefix(rest[i+1:], "HTTP/") {
		return a, a.bad("bytes that are no request")
	}
	a.method, a.target, a.last = method, rest[:i], rest[i+1:] == "HTTP/1.0"
	if strings.ContainsAny(a.target, " \t") {
		a.odd("a target with a space")
	}
	for size := 0; size < maxHead; size += len(line) {
		if line, err = a.line(r); err != nil {
			return a, err
		}
		if line == "" {
			return a, a.body(r)
		}
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			a.odd("a line without a colon")
		case name == "" || strings.ContainsAny(name, " \t"):
			a.odd("a space before a colon or at the start of a line")
		}
		a.fields = append(a.fields, field{name: strings.TrimSpace(name), value: strings.Trim(value, " \t")})
	}
	return a, a.bad("a head that is too long")
}

// line reads a line without its end.
func (a *arrival) line(r *bufio.Reader) (string, error) {
	var b []byte
	for {
		part, err := r.ReadSlice('\n')
		b = append(b, part...)
		if err == nil {
			break
		}
		if err != bufio.ErrBufferFull || len(b) > maxHead {
			return string(b), err
		}
	}
	line, ok := strings.CutSuffix(string(b), "\r\n")
	if !ok {
		line = line[:len(line)-1]
		a.odd("a line that ends in LF only")
	}
	if strings.ContainsAny(line, "\r\x00") {
		a.odd("CR or NUL in a line")
	}
	return line, nil
}

// odd notes the first reason why programs disagree about the end of the request.
func (a *arrival) odd(reason string) {
	if a.frame == "" {
		a.frame = reason
	}
}

// bad is odd for what ends the connection.
func (a *arrival) bad(reason string) error {
	a.odd(reason)
	return errNoRequest
}

// values returns the values of the fields with a name, spelled so or in other case.
func (a *arrival) values(name string) (all []string) {
	for _, f := range a.fields {
		if strings.EqualFold(f.name, name) {
			all = append(all, f.value)
		}
	}
	return all
}

// body reads the body.
func (a *arrival) body(r *bufio.Reader) error {
	codings, lengths := a.values("Transfer-Encoding"), a.values("Content-Length")
	for _, f := range a.fields {
		if n := ascii.FoldField(f.name); (n == "transfer-encoding" || n == "content-length") && strings.Contains(f.name, "_") {
			a.odd("the length in a field with another name")
		}
	}
	switch {
	case len(codings) > 1 || len(lengths) > 1:
		a.odd("two lengths")
	case len(codings) > 0 && len(lengths) > 0:
		a.odd("Transfer-Encoding and Content-Length")
	case len(codings) > 0 && !strings.EqualFold(codings[0], "chunked"):
		a.odd("an unusual Transfer-Encoding")
	case len(codings) > 0 && a.last:
		a.odd("Transfer-Encoding in HTTP/1.0")
	case len(lengths) > 0 && strings.Trim(lengths[0], "0123456789") != "":
		a.odd("a Content-Length that is no number")
	}
	for _, c := range a.values("Connection") {
		a.last = a.last || strings.Contains(strings.ToLower(c), "close")
	}
	if len(codings) > 0 {
		return a.chunks(r)
	}
	if len(lengths) == 0 {
		return nil
	}
	n, err := strconv.ParseUint(strings.TrimLeft(lengths[0], "+ "), 10, 24)
	if err != nil {
		return nil // what follows is another request, or no request
	}
	_, err = io.CopyN(io.Discard, r, int64(n))
	return err
}

// chunks reads a chunked body (RFC 9112, 7.1).
func (a *arrival) chunks(r *bufio.Reader) error {
	for total := uint64(0); total < maxBody; {
		line, err := a.line(r)
		if err != nil {
			return err
		}
		digits, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(digits, 16, 24)
		if err != nil {
			return a.bad("a chunk size that is no number")
		}
		if n == 0 {
			return a.trailers(r)
		}
		if _, err := io.CopyN(io.Discard, r, int64(n)); err != nil {
			return err
		}
		if line, err := a.line(r); err != nil || line != "" {
			return a.bad("a chunk without an end")
		}
		total += n
	}
	return a.bad("a body that is too long")
}

// trailers reads the fields after a chunked body. A server may treat them as fields of the head.
func (a *arrival) trailers(r *bufio.Reader) error {
	for size := 0; size < maxHead; {
		line, err := a.line(r)
		if err != nil || line == "" {
			return err
		}
		name, value, _ := strings.Cut(line, ":")
		a.fields = append(a.fields, field{name, strings.Trim(value, " \t"), true})
		size += len(line)
	}
	return a.bad("trailers that are too long")
}
