package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"example.com/uri"
)

// explain returns the action of "uri explain", or if byAll is set that of "uri explain -by all".
func explain(f format, byAll bool) action {
	return func(in string) (b object, err error) {
		u, err := uri.Parse(in)
		shown, shownURI := in, u
		if f.redact {
			shown, shownURI = masked(in), maskedURI(u)
		}
		if f.json && err == nil {
			b = partsOf(shownURI)
		}
		switch {
		case f.json && byAll:
			b = append(b, readingsMember(views(in, shown)))
		case f.json:
		case byAll:
			b = append(b, field("", readingsText(shown, views(in, shown))).as(textOnly))
			if err != nil {
				err = errFound
			}
		case err != nil:
			err = &drawnError{err.(*uri.SyntaxError)} // Parse returns no other
		default:
			b = append(b, field("", picture(u)).as(textOnly))
		}
		return b, err
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
	part        uri.Part
	Name, Class string // Class is that of its line on the page; "" for segments and parameters
	Inner       bool   // it is within the last outer part before it
	From, To    int
}

// drawnParts returns the parts of u in their order. Authority and path come before their parts.
func drawnParts(u uri.URI) (all []drawnPart) {
	for _, d := range []drawnPart{
		{part: uri.PartScheme, Name: "scheme", Class: "scheme"},
		{part: uri.PartAuthority, Name: authorityLabel(u), Class: "host"},
		{part: uri.PartUserinfo, Name: "userinfo", Class: "userinfo", Inner: true},
		{part: uri.PartHost, Name: "host, " + u.HostKind().String(), Class: "host", Inner: true},
		{part: uri.PartPort, Name: "port", Class: "port", Inner: true},
		{part: uri.PartOpaque, Name: "opaque part", Class: "path"},
		{part: uri.PartPath, Name: "path", Class: "path"},
		{part: uri.PartQuery, Name: "query", Class: "query"},
		{part: uri.PartFragment, Name: "fragment", Class: "fragment"},
	} {
		var ok bool
		if d.From, d.To, ok = u.Span(d.part); !ok || d.part == uri.PartPath && u.IsOpaque() {
			continue
		}
		all = append(all, d)
		if d.part != uri.PartPath {
			continue
		}
		i := d.From
		if strings.HasPrefix(u.Path(), "/") {
			i += len("/")
		}
		add := func(name, text string) {
			all = append(all, drawnPart{part: uri.PartPath, Name: name, Inner: true, From: i, To: i + len(text)})
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

// picture draws u without its secrets, in rows that fit a terminal, with kindOf below them.
func picture(u uri.URI) string {
	m := maskedURI(u)
	text := m.String()
	rows := make([][]span, min(maxRows, len(text)/pictureWidth+1)) // an empty part may be after a full row
	for _, d := range drawnParts(m) {
		label := d.Name
		if d.Class == "" {
			label += decodedLabel(text[d.From:d.To])
		}
		if d.From == d.To {
			label += ", empty"
		}
		for row := d.From / pictureWidth; row < len(rows); row++ {
			start := row * pictureWidth
			end := min(d.To, start+pictureWidth)
			rows[row] = append(rows[row], span{max(d.From, start) - start, end - start, d.From >= start, end == d.To, label})
			if end == d.To {
				break
			}
		}
	}
	var b strings.Builder
	for row, spans := range rows {
		start := row * pictureWidth
		if start == len(text) && len(spans) == 0 {
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

// decodedLabel returns ` = "text"` if part has escapes and is not long, or "".
func decodedLabel(part string) string {
	if len(part) > pictureWidth/2 || !strings.Contains(part, "%") {
		return ""
	}
	return " = " + strconv.QuoteToASCII(decode(part))
}

// draw underlines s. The label is after the line or, if there is no room, before or below it.
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
// component has in this row, "|" for one byte, and "^" for no byte.
func (s span) underline() string {
	n := s.to - s.from
	switch {
	case n == 0:
		return "^"
	case n == 1:
		return "|"
	}
	line := bytes.Repeat([]byte("_"), n)
	if s.begin {
		line[0] = '\\'
	}
	if s.end {
		line[n-1] = '/'
	}
	return string(line)
}

// kindOf describes u in words, names its kind and form, and names the components that are missing.
func kindOf(u uri.URI) string {
	form, description := formOf(u)
	text := "reference "
	switch {
	case u.IsAbsolute():
		text = "absolute URI "
	case form != "":
		text = "relative reference "
	}
	text += description + " (" + strings.TrimSuffix(u.Kind().String()+", "+form, ", ") + ")"
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
