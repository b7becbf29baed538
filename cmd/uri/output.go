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

	result object // of one input
	b      []byte // results that are not written yet
	failed error  // the first error of writing results
	status int
}

// An action returns errFound with a result for the exit status 1: a finding, or a picture of a
// refused input. Only the actions of safe commands may return it.
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
	case p.shape == noInput, p.shape == wholeText && len(args) == 0 && !p.inJSON:
		return j.stream(p.stdin, p)
	case len(args) > 0 && p.shape == twoFields:
		p.process(input{text: strings.Join(args, "\t")}, j)
	case len(args) == 1:
		p.process(input{text: args[0]}, j)
	case len(args) > 1:
		for i, arg := range args {
			p.process(input{arg, "argument", i + 1}, j)
		}
	default:
		lines := lineReader{Reader: bufio.NewReaderSize(flushingReader{p.stdin, p}, bufSize)}
		for {
			line, err := lines.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			p.process(input{line, "line", lines.number}, j)
		}
	}
	return nil
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
	result := p.result[:0]
	if decoded {
		result, err = j.act(result, text)
		p.result = result
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
			fix, ok := fixOf(err)
			b = object{errorMember(err), optional("fix")(fix, ok), p.readMember(text, err)}.appendMembers(b)
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

// advice returns the URI that a person meant by a text, or the Fix of its error, and the hint of the
// error, each in a line of its own, if there are any and a person reads them.
func (p *printer) advice(text string, err error) (lines string) {
	var e *uri.SyntaxError
	if !p.hints || !errors.As(err, &e) {
		return ""
	}
	meant, ok := fixOf(err)
	if p.read {
		switch _, shown, isRead, why := readOf(text, e); {
		case why != nil:
			lines, ok = "hint: "+withoutPrefix(why)+"\n", false
		case isRead:
			meant, ok = shown, true
		}
	}
	if ok {
		lines = "did you mean " + meant + "\n"
	}
	if hint := e.Hint(); hint != "" {
		lines += "hint: " + hint + "\n"
	}
	return lines
}

// readMember returns the answer of links.Read for a text that was refused with err, if the command
// asks for it and there is one.
func (p *printer) readMember(text string, err error) member {
	var e *uri.SyntaxError
	if !p.read || !errors.As(err, &e) {
		return member{undefined: true}
	}
	x, shown, ok, _ := readOf(text, e)
	m := typed("read", readMembers(x, shown))
	m.undefined = !ok
	return m
}

// fixOf returns the Fix of err without passwords, if there is one to show.
func fixOf(err error) (string, bool) {
	var e *uri.SyntaxError
	if !errors.As(err, &e) {
		return "", false
	}
	fix, ok := e.Fix()
	shown, isShown := secret.RedactFix(fix, e.Caret())
	return shown, ok && isShown
}

// errorMember describes err. An error without an offset gets offset 0, and one without
// a rule of a grammar gets the rule "".
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
	case e != nil:
	case errors.As(err, &g):
		offset, rule = g.Offset, g.Part
	case errors.As(err, &w):
		offset, rule = w.Offset, w.Name
	case errors.As(err, &j):
		offset = int(j)
	}
	return typed("error", object{typed("offset", offset), field("rule", rule), field("message", withoutPrefix(err))})
}

// withoutPrefix returns the message of err without the name of the package that
// it comes from.
func withoutPrefix(err error) string {
	s := err.Error()
	for _, name := range []string{"uri: ", "links: ", "crawl: ", "archive: ", "guard: ", "web: "} {
		s = strings.TrimPrefix(s, name)
	}
	return s
}
