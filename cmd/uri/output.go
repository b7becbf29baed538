package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/secret"
	"example.com/uri/links"
	"example.com/uri/web"
)

// A printer collects results, and writes them and errors.
type printer struct {
	command
	format
	inJSON   bool      // each input is a JSON string
	hints    bool      // with hints for the person who typed the inputs
	out, err io.Writer // standard output and standard error

	b      []byte // results that are not written yet
	failed error  // the first error of writing results
	status int
}

// An action returns errFound with a result for the exit status of a refusal: a finding, or a
// picture of a refused input. Only the actions of safe commands may return it.
var errFound = errors.New("found what was looked for")

// flush writes the collected results.
func (p *printer) flush() error {
	if p.failed == nil && len(p.b) > 0 {
		_, p.failed = p.out.Write(p.b)
	}
	p.b = p.b[:0]
	return p.failed
}

// runInputs processes the inputs: the arguments or, if there are none, the text or the lines of
// standard input. Its error is one of reading or writing.
func (p *printer) runInputs(j job) error {
	args := p.inputs
	switch {
	case p.shape == noInput && j.stream == nil:
		return nil
	case p.shape == noInput, p.shape == wholeText && len(args) == 0 && !p.inJSON:
		return j.stream(p.stdin, p)
	case p.shape == twoFields && len(args) > 0:
		args = []string{strings.Join(args, "\t")}
	}
	for i, arg := range args {
		in := input{arg, "argument", i + 1}
		if len(args) == 1 {
			in.unit = ""
		}
		p.process(in, j)
	}
	if len(args) > 0 {
		return nil
	}
	lines := lineReader{Reader: bufio.NewReaderSize(flushingReader{p.stdin, p}, bufSize)}
	for {
		line, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p.process(input{line, "line", lines.number}, j)
	}
}

// process writes the result of an input, or why it is refused.
func (p *printer) process(in input, j job) {
	text, err := in.text, error(nil)
	if p.inJSON {
		text, err = p.shape.unquote(in.text)
	}
	decoded := err == nil
	if decoded && p.shape == wholeText {
		j.stream(strings.NewReader(text), p) // fails only if p does
		return
	}
	var result object
	if decoded {
		result, err = j.act(text)
	}
	if err != nil {
		p.status = refused
	}
	if err == errFound {
		err = nil
	}
	separator := ""
	if p.blankBetween && in.number > 1 {
		separator = "\n"
	}
	switch {
	case p.json:
		shown := text
		switch {
		case !decoded && p.redact:
			shown = secret.Mask // escapes of JSON may hide the delimiters
		case !decoded:
			shown = in.text
		case p.redact:
			shown = p.shape.redacted(text)
		}
		b := append(appendString(append(p.b, `{"input":`...), shown), `,"valid":`...)
		b = strconv.AppendBool(b, err == nil)
		if err != nil {
			b = append(object{errorMember(err)}, p.meantMembers(text, err)...).appendMembers(b)
		}
		p.b = append(result.appendMembers(b), "}\n"...)
	case err == nil:
		p.b = append(p.b, separator...)
		p.b = append(member{value: result}.appendWords(p.b, len(p.b)), '\n')
	default:
		p.flush()
		fmt.Fprintf(p.err, "%suri: %s%s\n%s", separator, in.place(), withoutPrefix(err), p.advice(text, err))
	}
}

// place names the input in a message.
func (in input) place() string {
	if in.unit == "" {
		return ""
	}
	return fmt.Sprintf("%s %d: ", in.unit, in.number)
}

// advice returns lines for a person: the text meant by a refused one, and the hint of its error.
func (p *printer) advice(text string, err error) (lines string) {
	var e *uri.SyntaxError
	if !p.hints || !errors.As(err, &e) {
		return ""
	}
	switch m, ok, why := meantBy(text, e, p.read); {
	case why != nil:
		lines = "hint: " + withoutPrefix(why) + "\n"
	case ok:
		lines = "did you mean " + m.shown + "\n"
	}
	if hint := e.Hint(); hint != "" {
		lines += "hint: " + hint + "\n"
	}
	return lines
}

// errorMember describes err, with offset 0 if it has no offset, and rule "" if it has no rule.
func errorMember(err error) member {
	var offset int
	var rule string
	var e *uri.SyntaxError
	var r *links.RepairError
	var g *guard.Error
	var w *web.Error
	var j notJSON
	if errors.As(err, &e) {
		offset, rule = e.Offset, e.Rule.String()
	}
	switch {
	case errors.As(err, &r): // the offset in the input, of a SyntaxError about another text
		offset = r.Offset
	case errors.As(err, &g):
		offset, rule = g.Offset, g.Part
	case errors.As(err, &w):
		offset, rule = w.Offset, w.Name
	case errors.As(err, &j):
		offset = int(j)
	}
	return typed("error", object{typed("offset", offset), field("rule", rule), field("message", withoutPrefix(err))})
}

// withoutPrefix returns the message of err without the name of its package.
func withoutPrefix(err error) string {
	s := err.Error()
	for _, name := range []string{"uri: ", "links: ", "crawl: ", "archive: ", "guard: ", "web: "} {
		s = strings.TrimPrefix(s, name)
	}
	return s
}
