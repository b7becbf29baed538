package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
)

// A source gives inputs one after another: arguments or lines.
type source struct {
	args  []string // the arguments that are left
	lines string   // the lines that are left, each with its line end
	long  bool     // lines is an empty line in place of one that is too long
	json  bool     // each input is a JSON string
	skip  bool     // skip blank lines
	shape shape    // the form of an input

	raw    string // the input as given
	unit   string // "argument" or "line" in messages; empty if there is only one input
	number int    // the number of the input, from 1
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
		if !s.skip || s.long || strings.Trim(s.raw, " \t") != "" {
			return true
		}
	}
	return false
}

// maxLine is how many bytes a line may have, without its LF.
const maxLine = 64 << 20

// errLong refuses a line with more bytes.
var errLong = fmt.Errorf("uri: the line is longer than %d MiB", maxLine>>20)

// text returns the input. It decodes a JSON string.
func (s *source) text() (string, error) {
	if s.long {
		return "", errLong
	}
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
			second, err := unquote(b)
			var wrong notJSON
			if errors.As(err, &wrong) {
				return "", wrong + notJSON(len(s.raw)-len(b))
			}
			return a + "\t" + second, err
		}
	}
	return unquote(s.raw)
}

// A notJSON refuses an input of -in-json. It is the offset of the first byte outside a
// JSON string, or of the end if the string goes on.
type notJSON int

func (e notJSON) Error() string { return fmt.Sprintf("uri: not a JSON string at offset %d", int(e)) }

// unquote decodes a JSON string. An invalid byte becomes U+FFFD.
func unquote(s string) (string, error) {
	if i := len(s) - 1; i > 0 && s[0] == '"' && plainPrefix(s[1:i]) == i-1 && s[i] == '"' {
		return s[1:i], nil
	}
	if i := len(s) - len(strings.TrimLeft(s, " \t\r\n")); i == len(s) || s[i] != '"' {
		return "", notJSON(i)
	}
	var t string
	// A line end cannot be in a JSON string: a string cut off by one has its error
	// there.
	err := json.Unmarshal([]byte(s+"\n"), &t)
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		return "", notJSON(wrong.Offset - 1)
	}
	return t, err
}

// A block is some lines of the input and their results.
type block struct {
	src   source
	p     printer
	tally tally
	done  chan struct{} // receives when all lines are processed
}

// runLines processes the lines of r and returns the exit status. One goroutine reads,
// one for each block of lines processes them, and this one writes, in the order of the
// lines. Each read makes a block, so no result waits for more input: the writer of the
// input may wait for results.
func (p *printer) runLines(r io.Reader, src source, act action) int {
	blocks := runtime.GOMAXPROCS(0) + 2 // to read into and to write from
	free, read := make(chan *block, blocks), make(chan *block, blocks)
	for range blocks {
		free <- &block{p: *p, done: make(chan struct{}, 1)}
	}
	in := newLineReader(r, maxLine)
	src.unit = "line"
	go func() {
		defer close(read)
		for b := range free {
			if !in.Scan() {
				return
			}
			b.src = src
			b.src.lines, b.src.long = in.Text(), in.long
			src.number += strings.Count(b.src.lines, "\n")
			read <- b
			go func() {
				b.tally = b.p.process(&b.src, act)
				b.done <- struct{}{}
			}()
		}
	}()
	var all tally
	for b := range read {
		<-b.done
		all.add(b.tally)
		if err := b.p.flush(); err != nil {
			close(free) // this ends the reading goroutine, unless a read never returns
			return p.fail(err)
		}
		free <- b
	}
	if err := in.Err(); err != nil {
		return p.fail(err)
	}
	if !p.json {
		all.note(p.err)
	}
	return all.status()
}

// bufSize is how many bytes are read at once.
const bufSize = 32 << 10

// mark is the byte order mark of some programs at the start of a text. It is not part
// of the first line.
const mark = "\ufeff"

// A lineReader reads lines. A token is all the lines that the buffer has, each with its
// line end, so that a line costs no allocation of its own. In place of a line that is too
// long it is an empty line, and the rest of the long line is not stored.
type lineReader struct {
	*bufio.Scanner
	most int  // how many bytes a line may have
	long bool // the token is in place of a line that is too long
	skip bool // the rest of that line is still to be read
	any  bool // there was a token
	seen int  // how many bytes of a line without an end have been searched for one
}

func newLineReader(r io.Reader, most int) *lineReader {
	l := &lineReader{Scanner: bufio.NewScanner(r), most: most}
	l.Buffer(make([]byte, min(bufSize, most+1)), most+1) // 1 for the LF
	l.Split(l.split)
	return l
}

// split is a [bufio.SplitFunc].
func (l *lineReader) split(data []byte, atEOF bool) (advance int, lines []byte, _ error) {
	if l.skip {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return len(data), nil, nil
		}
		l.skip = false
		advance, data = i+1, data[i+1:]
	}
	l.long = false
	switch i := bytes.LastIndexByte(data[l.seen:], '\n'); {
	case i >= 0:
		data = data[:l.seen+i+1]
		lines = data
	case len(data) > l.most:
		lines, l.long, l.skip = []byte("\n"), true, true
	case atEOF && len(data) > 0 && (l.any || string(data) != mark): // the last line has no end
		lines = append(data[:len(data):len(data)], '\n')
	default:
		l.seen = len(data)
		return advance, nil, nil
	}
	if !l.any {
		lines = bytes.TrimPrefix(lines, []byte(mark))
	}
	l.any, l.seen = true, 0
	return advance + len(data), lines, nil
}
