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
	return func(b object, in string) (object, error) {
		u, err := uri.Parse(in)
		shown := in
		if f.redact {
			shown, u = masked(in), maskedURI(u)
		}
		all := views(in, shown)
		if !f.json {
			if err != nil {
				err = errFound
			}
			return append(b, field("", readingsText(shown, all)).as(textOnly)), err
		}
		if err == nil {
			b = appendParts(b, u)
		}
		return append(b, readingsMember(all)), err
	}
}

// explain returns the action of "uri explain".
func explain(f format) action {
	return func(b object, in string) (object, error) {
		u, err := uri.Parse(in)
		switch {
		case err != nil && f.json:
			return nil, err
		case err != nil:
			return nil, &drawnError{err.(*uri.SyntaxError)} // Parse returns no other
		case f.json && f.redact:
			return appendParts(b, maskedURI(u)), nil
		case f.json:
			return appendParts(b, u), nil
		}
		return append(b, field("", picture(u)).as(textOnly)), nil
	}
}

const (
	pictureWidth = 76 // of a row of a picture
	maxRows      = 50 // more than a person reads
)

// A span is the part of a component in one row of a picture.
type span struct {
	from, to   int  // columns
	begin, end bool // whether the component begins and ends here
	label      string
}

// A drawnPart is a part of a URI as the picture and the page show it.
type drawnPart struct {
	part     uri.Part
	name     string
	class    string // of its line on the page; "" for segments and parameters
	inner    bool   // it is a part of the one before that is not
	from, to int
}

// drawnParts returns the parts of u in the order of the text, the authority before its
// parts and the path before its segments.
func drawnParts(u uri.URI) (all []drawnPart) {
	for _, d := range []drawnPart{
		{part: uri.PartScheme, name: "scheme", class: "scheme"},
		{part: uri.PartAuthority, name: authorityLabel(u), class: "host"},
		{part: uri.PartUserinfo, name: "userinfo", class: "userinfo", inner: true},
		{part: uri.PartHost, name: "host, " + u.HostKind().String(), class: "host", inner: true},
		{part: uri.PartPort, name: "port", class: "port", inner: true},
		{part: uri.PartOpaque, name: "opaque part", class: "path"},
		{part: uri.PartPath, name: "path", class: "path"},
		{part: uri.PartQuery, name: "query", class: "query"},
		{part: uri.PartFragment, name: "fragment", class: "fragment"},
	} {
		var ok bool
		if d.from, d.to, ok = u.Span(d.part); !ok || d.part == uri.PartPath && u.IsOpaque() {
			continue
		}
		all = append(all, d)
		if d.part != uri.PartPath {
			continue
		}
		i := d.from
		if strings.HasPrefix(u.Path(), "/") {
			i += len("/")
		}
		add := func(name, text string) {
			all = append(all, drawnPart{part: uri.PartPath, name: name, inner: true, from: i, to: i + len(text)})
			i += len(text) + len("/")
		}
		for g := range u.Segments() {
			add("segment", g.Name())
			for param := range g.Params() {
				add("param", param)
			}
		}
	}
	return all
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

// picture draws u without its secrets, in rows that fit a terminal. Below it are the kind of u and
// the names of the components that are undefined.
func picture(u uri.URI) string {
	m := maskedURI(u)
	text := m.String()
	rows := make([][]span, min(maxRows, len(text)/pictureWidth+1)) // an empty part may be after a full row
	for _, d := range drawnParts(m) {
		label := d.name
		if d.class == "" {
			label += decodedLabel(text[d.from:d.to])
		}
		if d.from == d.to {
			label += ", empty"
		}
		for row := d.from / pictureWidth; row < len(rows); row++ {
			start := row * pictureWidth
			end := min(d.to, start+pictureWidth)
			rows[row] = append(rows[row], span{max(d.from, start) - start, end - start, d.from >= start, end == d.to, label})
			if end == d.to {
				break
			}
		}
	}
	var b strings.Builder
	for row, spans := range rows {
		start := row * pictureWidth
		if start == len(text) && row > 0 && len(spans) == 0 {
			break
		}
		b.WriteString(text[start:min(len(text), start+pictureWidth)] + "\n")
		for _, s := range spans {
			s.draw(&b)
		}
	}
	if n := len(text) - maxRows*pictureWidth; n > 0 {
		fmt.Fprintf(&b, "... and %d bytes more\n", n)
	}
	return b.String() + kindOf(u)
}

// decodedLabel returns ` = "text"` if part has escapes and is not long, and ""
// otherwise.
func decodedLabel(part string) string {
	if len(part) > pictureWidth/2 || !strings.Contains(part, "%") {
		return ""
	}
	text := strconv.QuoteToASCII(decode(part))
	if len("segment = "+text+", continued") > pictureWidth {
		return ""
	}
	return " = " + text
}

// draw writes the line below the text that belongs to s. The label is after the
// underline or, if there is no room, before or below it.
func (s span) draw(b *strings.Builder) {
	label := s.label
	if !s.begin {
		label += ", continued"
	}
	pad := s.from
	before, after := "", " "+label
	switch n := len(label) + 1; {
	case max(s.to, s.from+1)+n <= pictureWidth:
	case s.from >= n:
		pad -= n
		before, after = label+" ", ""
	default:
		after = "\n" + strings.Repeat(" ", max(0, min(s.from, pictureWidth-n))) + label
	}
	b.WriteString(strings.Repeat(" ", pad) + before + s.underline() + after + "\n")
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

// kindOf names the kind and the form of u, and the components that it could have but does not.
func kindOf(u uri.URI) string {
	text := u.Kind().String()
	if form := formOf(u); form != "" {
		text += ", " + form
	}
	_, hasAuthority := u.Authority()
	var missing []string
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
	if len(missing) > 0 {
		text += "; undefined: " + strings.Join(missing, ", ")
	}
	return text
}

// A drawnError shows a row of the text with a caret under the wrong byte, and the broken rule.
type drawnError struct{ *uri.SyntaxError }

func (e *drawnError) Unwrap() error { return e.SyntaxError }

func (e *drawnError) Error() string {
	text, caret, _ := strings.Cut(e.Caret(), "\n")
	row, place := []rune(text), len(caret)-len("^")
	const dots = "..."
	if cut := place - pictureWidth/2; cut > 0 && len(row) > pictureWidth {
		row, place = append([]rune(dots), row[cut+len(dots):]...), place-cut
	}
	if len(row) > pictureWidth {
		row = append(row[:pictureWidth-len(dots)], []rune(dots)...)
	}
	return fmt.Sprintf("%s at offset %d\n%s\n%*s\n%v = %s (%s)", e.Reason(), e.Offset, string(row),
		place+len("^"), "^", e.Rule, e.Rule.Production(), e.Rule.Section())
}
