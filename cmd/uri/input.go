package main

import (
	"encoding/json"
	"errors"
	"strings"
)

// A source gives inputs one after another: arguments or lines.
type source struct {
	args  []string // those that are left
	lines string   // those that are left, each with its line end
	json  bool     // each input is a JSON string
	skip  bool     // without the blank lines
	shape shape    // what an input is

	raw    string // the input as given
	unit   string // "argument" or "line" in messages; empty if there is only one input
	number int    // which one, from 1
}

// next moves to the next input and reports whether there is one.
func (s *source) next() bool {
	if len(s.args) > 0 {
		s.raw, s.args = s.args[0], s.args[1:]
		s.number++
		return true
	}
	for s.lines != "" {
		i := strings.IndexByte(s.lines, '\n')
		s.raw, s.lines = strings.TrimSuffix(s.lines[:i], "\r"), s.lines[i+1:]
		s.number++
		if !s.skip || strings.Trim(s.raw, " \t") != "" {
			return true
		}
	}
	return false
}

// text returns the input, which it decodes if it is a JSON string.
func (s *source) text() (string, error) {
	if !s.json {
		return s.raw, nil
	}
	if s.shape == twoFields {
		// A JSON string contains no tab.
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
