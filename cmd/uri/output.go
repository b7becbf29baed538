package main

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/guard"
)

// A printer writes the results and what was refused.
type printer struct {
	json     bool      // both are lines of JSON
	shape    shape     // what an input is
	plain    bool      // what is accepted needs no escapes in JSON
	out, err io.Writer // standard output and standard error
	failed   error     // the first error of writing to out

	errText []byte // what is held back for err
	b       []byte // and, to be written behind it, for out
}

// flush writes what is held back.
func (p *printer) flush() {
	if len(p.errText) > 0 {
		p.err.Write(p.errText) // if it fails there is nowhere to say so
		p.errText = p.errText[:0]
	}
	if len(p.b) > 0 && p.failed == nil {
		_, p.failed = p.out.Write(p.b)
	}
	p.b = p.b[:0]
}

// one treats the input that src stands at, and reports whether it was accepted.
func (p *printer) one(src *source, act action) bool {
	in, err := src.text()
	if err != nil {
		in = src.raw
	}
	switch {
	case err == nil && p.shape == wholeText:
		p.b, err = act(p.b, in)
	case p.json:
		err = p.oneJSON(in, err, act)
	default:
		err = p.oneText(in, err, act, src)
	}
	if len(p.b)+len(p.errText) >= bufSize {
		p.flush()
	}
	return err == nil
}

func (p *printer) oneJSON(in string, err error, act action) error {
	b := append(p.b, `{"input":`...)
	n := len(b)
	if p.plain { // if not, it will be refused
		b = append(b, '"')
		b = append(b, in...)
		b = append(b, '"')
	} else {
		b = appendString(b, in)
	}
	b = append(b, `,"valid":true`...)
	if err == nil {
		b, err = act(b, in)
	}
	if err != nil {
		b = appendString(b[:n], in)
		b = append(b, `,"valid":false,"error":`...)
		b = appendError(b, err)
	}
	p.b = append(b, "}\n"...)
	return err
}

func (p *printer) oneText(in string, err error, act action, src *source) error {
	b := p.b
	if err == nil {
		b, err = act(b, in)
	}
	if err == nil {
		p.b = append(b, '\n')
		return nil
	}
	if len(p.b) > 0 {
		p.flush()
	}
	p.errText = appendRefusal(p.errText, err, src)
	return err
}

// appendRefusal writes err, which is about the input that src stands at, as a
// line for people.
func appendRefusal(b []byte, err error, src *source) []byte {
	if e, ok := err.(*drawnError); ok {
		return e.append(b)
	}
	b = append(b, "uri: "...)
	if src.unit != "" {
		b = append(b, src.unit...)
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(src.number), 10)
		b = append(b, ": "...)
	}
	b = append(b, withoutPrefix(err)...)
	return append(b, '\n')
}

// appendError writes err as a JSON object. An error that has no place is given
// offset 0, and one that is about no rule of a grammar the rule "".
func appendError(b []byte, err error) []byte {
	var offset int
	var rule string
	var e *uri.SyntaxError
	var r *crawl.RepairError
	var t *guard.TargetError
	switch {
	case errors.As(err, &r):
		offset = r.Offset
		if errors.As(err, &e) {
			rule = e.Rule.String()
		}
	case errors.As(err, &e):
		offset, rule = e.Offset, e.Rule.String()
	case errors.As(err, &t):
		offset, rule = t.Offset, t.Part
	}
	b = append(b, `{"offset":`...)
	b = strconv.AppendInt(b, int64(offset), 10)
	b = append(b, `,"rule":`...)
	b = appendString(b, rule)
	b = append(b, `,"message":`...)
	b = appendString(b, withoutPrefix(err))
	return append(b, '}')
}

// withoutPrefix returns the message of err without the name of the package that
// it comes from.
func withoutPrefix(err error) string {
	s := err.Error()
	for _, name := range []string{"uri: ", "crawl: ", "guard: "} {
		s = strings.TrimPrefix(s, name)
	}
	return s
}

// isPlain tells the octets that stand for themselves in a JSON string.
var isPlain = func() (t [256]bool) {
	for c := ' '; c <= '~'; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// plain returns the length of the longest prefix of s that stands for itself in
// a JSON string.
func plain(s string) int {
	for i := range len(s) {
		if !isPlain[s[i]] {
			return i
		}
	}
	return len(s)
}

// appendString writes s as a JSON string. An octet that is not UTF-8 becomes
// U+FFFD, as in package encoding/json, since JSON has no way to write it. What
// is not printable is escaped, so that it does nothing to a terminal.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		i := plain(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return append(b, '"')
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == utf8.RuneError || !unicode.IsPrint(r):
			b = appendUnicode(b, r)
		default:
			b = append(b, s[i:i+n]...)
		}
		s = s[i+n:]
	}
}

// appendUnicode writes r as one or two \uhhhh.
func appendUnicode(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	for _, u := range utf16.AppendRune(nil, r) {
		b = append(b, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	return b
}

// appendMember writes a member of a JSON object.
func appendMember(b []byte, name, value string) []byte {
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, `":`...)
	return appendString(b, value)
}

// appendResult writes the result of a command that gives one text.
func appendResult(b []byte, f format, text string) []byte {
	if f.json {
		return appendMember(b, "result", text)
	}
	return append(b, text...)
}
