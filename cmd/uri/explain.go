package main

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/uri"
)

// explainReadings returns the action of "uri explain -by all". A text that is refused
// is read too.
func explainReadings(f format) action {
	return func(b []byte, in string) ([]byte, error) {
		u, err := uri.Parse(in)
		shown := in
		if f.redact {
			shown, u = masked(in), maskedURI(u)
		}
		switch {
		case f.json && err != nil:
			return appendMembers(b, []member{readingsMember(in, shown)}), err
		case f.json:
			return appendMembers(f.appendURI(b, u), []member{readingsMember(in, shown)}), nil
		case err != nil:
			err = errFound
		}
		return appendReadings(b, in, shown), err
	}
}

// explain returns the action of "uri explain".
func explain(f format) action {
	return func(b []byte, in string) ([]byte, error) {
		u, err := uri.Parse(in)
		switch {
		case err != nil && f.json:
			return b, err
		case err != nil:
			return b, &drawnError{err.(*uri.SyntaxError), f.width} // Parse returns no other
		case f.json && f.redact:
			return f.appendURI(b, maskedURI(u)), nil
		case f.json:
			return f.appendURI(b, u), nil
		}
		return appendPicture(b, u, f.width, f.colour), nil
	}
}

// A picture draws the components of a URI. It is cut into rows that fit a
// terminal.
type picture struct {
	text  string // printable ASCII
	width int    // of a row
	rows  [][]span
}

// A span is the part of a component in one row.
type span struct {
	from, to   int  // columns
	begin, end bool // whether the component begins and ends here
	label      string
	hue        hue
}

// maxRows is more than a person reads.
const maxRows = 50

// A hue is the colour of a component: the number that a terminal knows it by.
type hue int

const (
	red     hue = 31
	green   hue = 32
	yellow  hue = 33
	blue    hue = 34
	magenta hue = 35
	cyan    hue = 36
)

// A drawnPart is a part of a URI as the picture and the page show it.
type drawnPart struct {
	part     uri.Part
	name     string
	class    string // of its line on the page
	hue      hue    // of its line on a terminal
	inner    bool   // it is a part of the one before that is not
	from, to int
}

// drawnParts returns the parts of u in the order of the text, the authority before its
// parts.
func drawnParts(u uri.URI) (all []drawnPart) {
	for _, d := range []drawnPart{
		{part: uri.PartScheme, name: "scheme", class: "scheme", hue: magenta},
		{part: uri.PartAuthority, name: authorityLabel(u), class: "host", hue: blue},
		{part: uri.PartUserinfo, name: "userinfo", class: "userinfo", hue: cyan, inner: true},
		{part: uri.PartHost, name: "host, " + u.HostKind().String(), class: "host", hue: cyan, inner: true},
		{part: uri.PartPort, name: "port", class: "port", hue: cyan, inner: true},
		{part: uri.PartOpaque, name: "opaque part", class: "path", hue: green},
		{part: uri.PartPath, name: "path", class: "path", hue: green},
		{part: uri.PartQuery, name: "query", class: "query", hue: yellow},
		{part: uri.PartFragment, name: "fragment", class: "fragment", hue: red},
	} {
		var ok bool
		if d.from, d.to, ok = u.Span(d.part); ok && (d.part != uri.PartPath || !u.IsOpaque()) {
			all = append(all, d)
		}
	}
	return all
}

// newPicture puts in the parts of u.
func newPicture(u uri.URI, width int) *picture {
	p := &picture{text: u.String(), width: width}
	p.rows = make([][]span, min(maxRows, len(p.text)/width+1)) // an empty part may be after a full row
	for _, d := range drawnParts(u) {
		p.mark(d.from, d.to, d.name, d.hue)
		if d.part == uri.PartPath {
			p.segments(u)
		}
	}
	return p
}

func authorityLabel(u uri.URI) string {
	switch authority, _ := u.Authority(); {
	case authority == "":
		return "authority"
	case u.IsServer():
		return "authority of a server"
	}
	return "authority of a registry"
}

// segments puts in the segments of the path of u and their parameters.
func (p *picture) segments(u uri.URI) {
	i, _, _ := u.Span(uri.PartPath)
	if strings.HasPrefix(u.Path(), "/") {
		i += len("/")
	}
	put := func(s, label string) {
		p.mark(i, i+len(s), label+p.decoded(s), cyan)
		i += len(s)
	}
	for g := range u.Segments() {
		if i > maxRows*p.width {
			return
		}
		put(g.Name(), "segment")
		for param := range g.Params() {
			i += len(";")
			put(param, "param")
		}
		i += len("/")
	}
}

// decoded returns ` = "text"` if part has escapes and is not long, and ""
// otherwise.
func (p *picture) decoded(part string) string {
	if len(part) > p.width/2 || strings.IndexByte(part, '%') < 0 {
		return ""
	}
	text, _ := uri.Unescape(part)
	if text = strconv.QuoteToASCII(text); len("segment = "+text+", continued") > p.width {
		return ""
	}
	return " = " + text
}

// mark adds the part text[from:to].
func (p *picture) mark(from, to int, label string, h hue) {
	if from == to {
		label += ", empty"
	}
	for row := from / p.width; row < len(p.rows); row++ {
		start := row * p.width
		end := min(to, start+p.width)
		p.rows[row] = append(p.rows[row], span{
			from: max(from, start) - start, to: end - start,
			begin: from >= start, end: end == to,
			label: label, hue: h,
		})
		if end == to {
			return
		}
	}
}

// append draws p.
func (p *picture) append(b []byte, colour bool) []byte {
	for row, spans := range p.rows {
		start := row * p.width
		if start == len(p.text) && row > 0 && len(spans) == 0 {
			break
		}
		b = append(b, p.text[start:min(len(p.text), start+p.width)]...)
		b = append(b, '\n')
		for _, s := range spans {
			b = s.append(b, p.width, colour)
		}
	}
	if n := len(p.text) - maxRows*p.width; n > 0 {
		b = fmt.Appendf(b, "... and %d bytes more\n", n)
	}
	return b
}

// append draws the line below the text that belongs to s. The label is after the
// underline or, if there is no room, before or below it.
func (s span) append(b []byte, width int, colour bool) []byte {
	label := s.label
	if !s.begin {
		label += ", continued"
	}
	pad := s.from
	before, after := "", " "+label
	switch n := len(label) + 1; {
	case max(s.to, s.from+1)+n <= width:
	case s.from >= n:
		pad -= n
		before, after = label+" ", ""
	default:
		after = "\n" + strings.Repeat(" ", max(0, min(s.from, width-n))) + label
	}
	line := before + s.underline() + after
	if colour {
		line = fmt.Sprintf("\x1b[%dm%s\x1b[m", s.hue, line)
	}
	return append(b, strings.Repeat(" ", pad)+line+"\n"...)
}

// underline returns the line below the text: "\__/" with the ends that the
// component has in this row, "|" for one byte, and "^" at the place of an empty
// component.
func (s span) underline() string {
	n := s.to - s.from
	switch {
	case n == 0:
		return "^"
	case n == 1:
		return "|"
	}
	left, right := "_", "_"
	if s.begin {
		left = `\`
	}
	if s.end {
		right = "/"
	}
	return left + strings.Repeat("_", n-2) + right
}

// appendPicture draws u. Below the picture it writes the kind of u and which components
// are undefined.
func appendPicture(b []byte, u uri.URI, width int, colour bool) []byte {
	b = newPicture(maskedURI(u), width).append(b, colour)
	b = append(b, u.Kind().String()...)
	if form := formOf(u); form != "" {
		b = append(b, ", "+form...)
	}
	if missing := undefined(u); len(missing) > 0 {
		b = append(b, "; undefined: "+strings.Join(missing, ", ")...)
	}
	return b
}

// undefined returns the names of the components that u could have but does not.
func undefined(u uri.URI) (missing []string) {
	_, hasAuthority := u.Authority()
	for p := uri.PartScheme; p <= uri.PartFragment; p++ {
		could := true
		switch p {
		case uri.PartUserinfo, uri.PartHost, uri.PartPort:
			could = hasAuthority
		case uri.PartAuthority, uri.PartQuery:
			could = !u.IsOpaque()
		case uri.PartOpaque:
			could = false
		}
		if _, _, ok := u.Span(p); could && !ok {
			missing = append(missing, p.String())
		}
	}
	return missing
}

// A drawnError is written as a picture.
type drawnError struct {
	*uri.SyntaxError
	width int // of the picture
}

// append draws the text with a caret under the wrong byte, and writes the reason
// and the broken rule.
func (e *drawnError) append(b []byte) []byte {
	text, caret, _ := strings.Cut(e.Caret(), "\n")
	text, place := cutAround(text, len(caret)-len("^"), e.width)
	return fmt.Appendf(b, "%s\n%*s\n%s at offset %d\n%v = %s (%s)\n",
		text, place+len("^"), "^", e.Reason(), e.Offset, e.Rule, e.Rule.Production(), e.Rule.Section())
}

// cutAround returns a row of text that has the column place, with "..." where it is
// cut, and the column of the place in that row.
func cutAround(text string, place, width int) (row string, at int) {
	all := []rune(text)
	if len(all) <= width {
		return text, place
	}
	const dots = "..."
	before, after := "", ""
	start := 0
	if place >= width {
		before, width = dots, width-len(dots)
		start = min(place-width/2, len(all)-width)
	}
	shown := all[start:]
	if len(shown) > width {
		shown, after = shown[:width], dots
	}
	return before + string(shown) + after, len(before) + place - start
}
