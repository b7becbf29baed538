package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An input is an argument or a line.
type input struct {
	text   string
	unit   string // "argument" or "line" in messages; empty if there is only one input
	number int    // the first is one
}

// A shape is the form of one input of a command.
type shape uint8

const (
	oneLine   shape = iota // an argument, or a line
	twoFields              // two arguments, or a line with a tab between two
	wholeText              // an argument, or all that is read
	noInput                // the command has no inputs
)

// unquote decodes a JSON string, which contains no tab. For twoFields there is one on each side of a tab.
func (s shape) unquote(in string) (string, error) {
	first, second, ok := strings.Cut(in, "\t")
	if s != twoFields || !ok {
		return unquote(in)
	}
	a, err := unquote(first)
	if err != nil {
		return "", err
	}
	b, err := unquote(second)
	var wrong notJSON
	if errors.As(err, &wrong) {
		return "", wrong + notJSON(len(in)-len(second))
	}
	return a + "\t" + b, err
}

// A notJSON refuses an input. It is the offset of the first byte outside a JSON string,
// or of the end if the string is not closed.
type notJSON int

func (e notJSON) Error() string { return fmt.Sprintf("uri: not a JSON string at offset %d", int(e)) }

// unquote decodes a JSON string. An invalid byte becomes U+FFFD.
func unquote(s string) (t string, err error) {
	if i := len(s) - len(strings.TrimLeft(s, " \t\r\n")); i == len(s) || s[i] != '"' {
		return "", notJSON(i)
	}
	// A JSON string cannot contain a line end, so one that is not closed has its error there.
	err = json.Unmarshal([]byte(s+"\n"), &t)
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		return "", notJSON(wrong.Offset - 1)
	}
	return t, err
}

const (
	bufSize = 32 << 10 // how many bytes are read at once
	maxLine = 64 << 20 // how many bytes a line may have
	mark    = "\ufeff" // the byte order mark that some programs write before the first line
)

// A lineReader reads lines.
type lineReader struct {
	*bufio.Reader
	line   []byte
	number int // of the line; the first is one
}

// next returns the next line without its line end. Its error is io.EOF after the last line.
func (l *lineReader) next() (string, error) {
	l.line = l.line[:0]
	l.number++
	for {
		part, err := l.ReadSlice('\n')
		if l.number == 1 && len(l.line) == 0 {
			part = bytes.TrimPrefix(part, []byte(mark))
		}
		l.line = append(l.line, part...)
		line, ended := bytes.CutSuffix(l.line, []byte("\n"))
		if ended { // else it is the last line, where a CR ends no line
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		switch {
		case len(line) > maxLine+len("\r") || len(line) > maxLine && err != bufio.ErrBufferFull:
			return "", fmt.Errorf("line %d is longer than %d MiB", l.number, maxLine>>20)
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || len(line) == 0):
			return "", err
		}
		return string(line), nil
	}
}

// A flushingReader writes the results in p before it reads from r. So no result waits for more
// input: the writer of the input may wait for results.
type flushingReader struct {
	r io.Reader
	p *printer
}

func (f flushingReader) Read(b []byte) (int, error) {
	if err := f.p.flush(); err != nil {
		return 0, err
	}
	return f.r.Read(b)
}
