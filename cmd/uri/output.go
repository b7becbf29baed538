package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/secret"
	"example.com/uri/links"
	"example.com/uri/web"
)

// A printer collects results and errors, and writes them.
type printer struct {
	command
	format
	hints    bool      // with hints for the person who typed the inputs
	out, err io.Writer // standard output and standard error

	b     []byte // the collected text, for out and for err by turns
	turns []int  // where in b one turn ends and the next begins
}

// An action returns errFound with a result that makes the exit status 1: a
// finding, or the result shows that the input is refused. Only the actions of safe
// commands may return it.
var errFound = errors.New("found what was looked for")

// flush writes the collected text. It returns an error of writing to out.
func (p *printer) flush() (err error) {
	start, turns := 0, append(p.turns, len(p.b))
	for i, end := range turns {
		text := p.b[start:end]
		start = end
		switch {
		case len(text) == 0:
		case i%2 == 1:
			p.err.Write(text) // if it fails there is nowhere to say so
		case err == nil:
			_, err = p.out.Write(text)
		}
	}
	p.b, p.turns = p.b[:0], turns[:0]
	return err
}

// A tally counts the inputs that were accepted and refused.
type tally struct {
	inputs, refused int
	found           bool // an action returned errFound
	blank           int  // lines of no bytes that were accepted
	firstBlank      int  // the number of the first of them
}

// add adds the tally of later inputs.
func (t *tally) add(later tally) {
	if t.blank == 0 {
		t.firstBlank = later.firstBlank
	}
	t.inputs += later.inputs
	t.refused += later.refused
	t.blank += later.blank
	t.found = t.found || later.found
}

// status is the exit status if nothing else failed.
func (t tally) status() int {
	if t.refused > 0 || t.found {
		return refused
	}
	return accepted
}

// aScreen is how many lines a person can see at once.
const aScreen = 24

// note says what the results do not show by themselves: how many lines of a long run were
// refused, and that blank lines were read as inputs.
func (t tally) note(w io.Writer) {
	if t.refused > 0 && t.inputs > aScreen {
		fmt.Fprintf(w, "uri: %d of %d lines refused\n", t.refused, t.inputs)
	}
	const offer = "-skip-blank skips blank lines"
	switch {
	case t.blank == 1:
		fmt.Fprintf(w, "uri: line %d is blank and was read as an empty input; %s\n", t.firstBlank, offer)
	case t.blank > 1:
		fmt.Fprintf(w, "uri: %d blank lines, the first of them line %d, were read as empty inputs; %s\n", t.blank, t.firstBlank, offer)
	}
}

// process processes every input of src.
func (p *printer) process(src *source, act action) (t tally) {
	for src.next() {
		in, err := src.text()
		if err != nil {
			in = src.raw
		}
		shown := in
		switch {
		case !p.redact:
		case err != nil:
			shown = secret.Mask // escapes of JSON may hide the delimiters
		default:
			shown = p.shape.redacted(in)
		}
		switch {
		case err == nil && p.shape == wholeText:
			p.b, err = act(p.b, in)
		case p.json:
			err = p.oneJSON(in, shown, err, act)
		default:
			err = p.oneText(in, err, act, src)
		}
		t.inputs++
		switch {
		case err == errFound:
			t.found = true
		case err != nil:
			t.refused++
			continue
		}
		if src.raw == "" && src.unit == "line" && p.shape == oneLine {
			if t.blank == 0 {
				t.firstBlank = src.number
			}
			t.blank++
		}
	}
	return t
}

// oneJSON writes shown in the place of the input, and then the result of act for
// in. err is the error of reading in.
func (p *printer) oneJSON(in, shown string, err error, act action) error {
	b := append(p.b, `{"input":`...)
	n := len(b)
	b = appendString(b, shown)
	b = append(b, `,"valid":true`...)
	end := len(b)
	if err == nil {
		b, err = act(b, in)
	}
	if err != nil && err != errFound {
		more := string(b[end:])
		b = append(appendString(b[:n], shown), `,"valid":false`...)
		all := []member{errorMember(err)}
		if fix, ok := fixOf(err); ok {
			all = append(all, textMember("fix", fix))
		}
		b = append(appendMembers(b, all), more...)
	}
	p.b = append(b, "}\n"...)
	return err
}

// oneText writes the result of act for in, or why in is refused. err is the error of
// reading in.
func (p *printer) oneText(in string, err error, act action, src *source) error {
	sep := ""
	if p.blankBetween && src.number > 1 {
		sep = "\n"
	}
	if err == nil {
		var b []byte
		if b, err = act(append(p.b, sep...), in); err == nil || err == errFound {
			p.b = append(b, '\n')
			return err
		}
	}
	if n := len(p.turns); n > 0 && p.turns[n-1] == len(p.b) {
		p.turns = p.turns[:n-1] // err's turn goes on
	} else {
		p.turns = append(p.turns, len(p.b))
	}
	p.b = appendRefusal(append(p.b, sep...), err, src)
	if p.hints {
		p.b = appendHint(p.b, err)
	}
	p.turns = append(p.turns, len(p.b))
	return err
}

// appendRefusal writes err as a line for people. err is about the current input of
// src.
func appendRefusal(b []byte, err error, src *source) []byte {
	drawn, isDrawn := err.(*drawnError)
	switch {
	case isDrawn && src.unit != "":
		return drawn.append(fmt.Appendf(b, "uri: %s %d:\n", src.unit, src.number))
	case isDrawn:
		return drawn.append(b)
	case src.unit != "":
		return fmt.Appendf(b, "uri: %s %d: %s\n", src.unit, src.number, withoutPrefix(err))
	}
	return fmt.Appendf(b, "uri: %s\n", withoutPrefix(err))
}

// A hintedError has advice for the person who typed the text.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint returns the sentence.
func (e *hintedError) Hint() string { return e.hint }

// appendHint writes the text that was probably meant, and the hint of err, each in a line of its
// own, if err has them.
func appendHint(b []byte, err error) []byte {
	if fix, ok := fixOf(err); ok {
		b = fmt.Appendf(b, "did you mean %s\n", fix)
	}
	var h interface{ Hint() string }
	if errors.As(err, &h) && h.Hint() != "" {
		b = fmt.Appendf(b, "hint: %s\n", h.Hint())
	}
	return b
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
	switch {
	case errors.As(err, &r):
		offset = r.Offset
		if errors.As(err, &e) {
			rule = e.Rule.String()
		}
	case errors.As(err, &e):
		offset, rule = e.Offset, e.Rule.String()
	case errors.As(err, &g):
		offset, rule = g.Offset, g.Part
	case errors.As(err, &w):
		offset, rule = w.Offset, w.Name
	case errors.As(err, &j):
		offset = int(j)
	}
	return objectMember("error",
		numberMember("offset", offset),
		textMember("rule", rule),
		textMember("message", withoutPrefix(err)))
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
