package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// A source gives the inputs of a command one after another.
type source struct {
	args  []string // those that are left, where there are arguments
	json  bool     // each input is a JSON string
	shape shape    // what an input is

	r     io.Reader // what the lines come from
	idle  func()    // called before each read, since that may wait
	buf   []byte    // buf[:n] was read and is no whole line yet
	n     int
	lines string // whole lines, each with its line end
	err   error  // why there is no more to read

	raw    string // the input as given
	unit   string // what it is, "" where there is but one
	number int    // which one, from 1
}

// bufSize is how many octets are read or written at once.
const bufSize = 64 << 10

// next moves to the next input and reports whether there is one.
func (s *source) next() bool {
	if s.r == nil {
		if len(s.args) == 0 {
			return false
		}
		if len(s.args) > 1 {
			s.unit = "argument"
		}
		s.raw, s.args = s.args[0], s.args[1:]
		s.number++
		return true
	}
	if s.shape == wholeText && !s.json {
		return s.all()
	}
	for s.lines == "" {
		if s.err != nil {
			return false
		}
		s.fill()
	}
	i := strings.IndexByte(s.lines, '\n')
	s.raw, s.lines = strings.TrimSuffix(s.lines[:i], "\r"), s.lines[i+1:]
	s.unit = "line"
	s.number++
	return true
}

// all moves to all there is to read as one input.
func (s *source) all() bool {
	if s.err != nil {
		return false
	}
	var text strings.Builder
	if _, s.err = io.Copy(&text, s.r); s.err == nil {
		s.err = io.EOF
	}
	s.raw = text.String()
	return s.err == io.EOF
}

// fill reads on. The whole lines that are there after a read become one string,
// so that a line costs no allocation of its own.
func (s *source) fill() {
	if s.n == len(s.buf) {
		s.buf = append(s.buf, make([]byte, max(len(s.buf), bufSize))...)
	}
	s.idle()
	m, err := s.r.Read(s.buf[s.n:])
	if i := bytes.LastIndexByte(s.buf[s.n:s.n+m], '\n'); i >= 0 {
		end := s.n + i + 1
		s.lines = string(s.buf[:end])
		s.n = copy(s.buf, s.buf[end:s.n+m])
	} else {
		s.n += m
	}
	if err == nil {
		return
	}
	s.err = err
	if s.n > 0 { // the last line has no end
		s.lines += string(s.buf[:s.n]) + "\n"
	}
}

// failed returns why reading ended, if not because all was read.
func (s *source) failed() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// text returns what the input says.
func (s *source) text() (string, error) {
	if !s.json {
		return s.raw, nil
	}
	if s.shape == twoFields {
		// No tab is part of a JSON string.
		if a, b, ok := strings.Cut(s.raw, "\t"); ok {
			a, err := unquote(a)
			if err != nil {
				return "", err
			}
			b, err := unquote(b)
			return a + "\t" + b, err
		}
	}
	return unquote(s.raw)
}

// errNotJSON refuses an input that -in-json cannot read.
var errNotJSON = errors.New("uri: not a JSON string")

// unquote reads a JSON string. What is not UTF-8 in it becomes U+FFFD.
func unquote(s string) (string, error) {
	if i := len(s) - 1; i > 0 && s[0] == '"' && plain(s[1:i]) == i-1 && s[i] == '"' {
		return s[1:i], nil
	}
	var t *string
	if err := json.Unmarshal([]byte(s), &t); err != nil || t == nil {
		return "", errNotJSON
	}
	return *t, nil
}
