package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/secret"
	"example.com/uri/web"
)

//go:embed explain.html
var pageSource string

// page returns the templates of the page that "uri explain -html" and "uri serve" write: "head",
// "section" for each input, "foot".
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageSource))
})

// appendPage writes a template of the page.
func appendPage(b []byte, name string, data any) []byte {
	out := bytes.NewBuffer(b)
	if err := page().ExecuteTemplate(out, name, data); err != nil {
		panic(err) // a bytes.Buffer does not fail, and the data are text
	}
	return out.Bytes()
}

// A pageData holds the texts around the sections.
type pageData struct {
	Form *typedForm // nil: a page without boxes
	By   string     // the command that writes the page
}

// A section is the part of the page about one input. Only its Fix may hold passwords.
type section struct {
	Title  cell
	masked bool // a Mask in a cell is in the place of a password

	// For a text that is refused.
	Caret, Reason, Production, Section, Hint string

	// For a text that is refused, or has no scheme.
	Fix *typedForm

	// For a URI.
	Picture  []token   // of the text
	Legend   []caption // of the parts, in the order of the text
	Kind     string
	Parts    []partRow
	More     string // says that not all parts are shown
	Findings []guard.Finding

	Rows     []comparison
	Rules    []string // behind the differences of the readers
	Verdicts []string

	Base     string     // of Resolved
	Resolved []resolved // on the page of "uri serve"
}

// A token is a part of the text of the picture with the class of its line, or some
// delimiters.
type token struct{ Text, Class string }

// A caption is the name of a part below the picture, with the class of its line. That of
// an authority with a host has the names of its parts after it.
type caption struct {
	Name, Class string
	Parts       []caption
}

// A partRow is a part in the table of parts. Inner parts are parts of the one above.
type partRow struct {
	Name     string
	From, To int
	Written  cell
	Decoded  string
	Inner    bool
}

// A cell is a text, or a note in its place.
type cell struct{ Text, Note string }

// A comparison is a part as each reader finds it.
type comparison struct {
	Name    string
	Cells   []cell
	Differs bool
}

const (
	mostParts = 200  // rows of the table of parts
	mostText  = 2000 // bytes of a text on the page
)

// explainPage is the action of "uri explain -html". A text that is refused is
// explained too.
func explainPage(b []byte, in string) ([]byte, error) {
	x := newSection(in)
	b = appendPage(b, "section", x)
	if x.Caret != "" {
		return b, errFound
	}
	return b, nil
}

// newSection returns the section about a text.
func newSection(in string) section {
	x := section{masked: masked(in) != in}
	u, err := uri.Parse(in)
	if err != nil {
		x.refusal(err.(*uri.SyntaxError)) // Parse returns no other
	} else {
		x.accepted(u)
	}
	x.compare(in)
	return x
}

// Shown returns a cell as the page shows it: a note in the place of each password.
func (x section) Shown(c cell) (all []cell) {
	if !x.masked || c.Text == "" {
		return []cell{c}
	}
	for i, text := range strings.Split(c.Text, secret.Mask) {
		if i > 0 {
			all = append(all, cell{Note: "hidden"})
		}
		if text != "" {
			all = append(all, cell{Text: text})
		}
	}
	return all
}

// A resolved is the URI that a reference leads to by one standard.
type resolved struct {
	By     string
	Result cell
}

// resolve fills the table of the URIs to which the text, perhaps a reference, leads from a
// page at base. It resolves the masked texts, but an error is about the texts themselves.
func (x *section) resolve(in, base string) {
	x.Base = shortened(masked(base))
	x.masked = x.masked || masked(base) != base
	for _, by := range resolvers {
		result, err := by.resolve(masked(base), masked(in))
		r := resolved{By: by.name, Result: cell{Text: shortened(result)}}
		if err != nil {
			r.Result = cell{Note: notShown}
		}
		if _, err := by.resolve(base, in); err != nil {
			r.Result = cell{Note: err.Error()}
		}
		x.Resolved = append(x.Resolved, r)
	}
}

// resolvers are the standards that resolve references.
var resolvers = []struct {
	name    string
	resolve func(base, in string) (string, error)
}{
	{"RFC 2396", func(base, in string) (string, error) { return resolveText(uri.RFC2396, base, in) }},
	{"RFC 3986", func(base, in string) (string, error) { return resolveText(uri.RFC3986, base, in) }},
	{"browsers", func(base, in string) (string, error) {
		from, err := web.Parse(base)
		if err != nil {
			return "", errors.New("the base is refused: " + shortReason(err))
		}
		u, err := web.Parser{}.Parse(from, in)
		if err != nil {
			return "", errors.New("refused: " + shortReason(err))
		}
		return u.String(), nil
	}},
}

// resolveText resolves texts in a mode.
func resolveText(m uri.Mode, base, in string) (string, error) {
	from, err := uri.Parse(base)
	if err != nil {
		return "", errors.New("the base is refused: " + shortReason(err))
	}
	u, err := uri.Parse(in)
	if err == nil {
		u, err = uri.Resolver{Mode: m}.Resolve(from, u)
	}
	if err != nil {
		return "", errors.New("refused: " + shortReason(err))
	}
	return u.String(), nil
}

// refusal fills the section for a text that is not a URI.
func (x *section) refusal(e *uri.SyntaxError) {
	x.Caret = e.Caret()
	x.Title.Text, _, _ = strings.Cut(x.Caret, "\n")
	x.Reason = fmt.Sprintf("At byte %d: %s.", e.Offset, e.Reason())
	x.Production = e.Rule.String() + " = " + e.Rule.Production()
	x.Section = e.Rule.Section()
	x.Hint = e.Hint()
	x.offer(e)
}

// offer sets the Fix of e, if there is one to show.
func (x *section) offer(e *uri.SyntaxError) {
	if shown, ok := fixOf(e); ok {
		fix, _ := e.Fix()
		x.Fix = &typedForm{Text: fix, Shown: shortened(shown)}
	}
}

// accepted fills the section for a URI.
func (x *section) accepted(u uri.URI) {
	shown := maskedURI(u)
	x.Title = cell{Text: shortened(shown.String())}
	if x.Title.Text == "" {
		x.Title.Note = "the empty reference"
	}
	x.draw(shown)
	x.Kind = kindSentence(u)
	x.Findings = guard.Audit(u)
	all := partRows(u, shown)
	if len(all) > mostParts {
		all, x.More = all[:mostParts], fmt.Sprintf("The table ends after %d rows; there are more parts.", mostParts)
	}
	x.Parts = all
}

// shortened returns s, or its beginning.
func shortened(s string) string {
	if len(s) <= mostText {
		return s
	}
	n := mostText
	for n > 0 && !utf8.RuneStart(s[n]) { // between two characters
		n--
	}
	return fmt.Sprintf("%s ... and %d bytes more", s[:n], len(s)-n)
}

// draw sets the picture of u: its text in pieces, and the names of its parts. An
// authority with a host is drawn as its parts.
func (x *section) draw(u uri.URI) {
	_, hasHost := u.Host()
	at := 0
	for _, d := range drawnParts(u) {
		c := caption{Name: d.name, Class: d.class}
		switch {
		case d.part == uri.PartAuthority && hasHost:
			x.Legend = append(x.Legend, caption{Name: d.name})
			continue
		case d.inner && !hasHost:
			continue
		case d.from < d.to:
		case d.part == uri.PartPath && u.String() != "":
			continue
		default:
			c.Name += ", empty"
		}
		if at < d.from {
			x.Picture = append(x.Picture, token{Text: u.String()[at:d.from]})
		}
		at = d.to
		x.Picture = append(x.Picture, token{shortened(u.String()[d.from:d.to]), d.class})
		if d.inner {
			authority := &x.Legend[len(x.Legend)-1]
			authority.Parts = append(authority.Parts, c)
		} else {
			x.Legend = append(x.Legend, c)
		}
	}
}

// kindSentence names the kind of u and the parts that it does not have.
func kindSentence(u uri.URI) string {
	sentence := map[uri.Kind]string{
		uri.KindAbsoluteHier: "An absolute URI that is hierarchical", uri.KindAbsoluteOpaque: "An absolute URI that is opaque",
		uri.KindRelative: "A relative reference", uri.KindSameDocument: "A reference to the document that contains it",
	}[u.Kind()]
	if form := formOf(u); form != "" {
		sentence += " (" + form + ")"
	}
	if missing := undefined(u); len(missing) > 0 {
		sentence += ". It has no " + strings.Join(missing, ", no ")
	}
	return sentence + "."
}

// partRows returns the rows of the table of parts: the places in u, the texts of
// shown. shown is u without passwords. A part that only u has is hidden, since
// it may be of a password, as the port of "//:0#u:password@".
func partRows(u, shown uri.URI) (all []partRow) {
	for _, d := range drawnParts(u) {
		text := secret.Mask
		if from, to, ok := shown.Span(d.part); ok {
			text = shown.String()[from:to]
		}
		all = append(all, newRow(d.name, d.from, d.to, text, d.inner))
		switch query, _ := u.Query(); {
		case d.part == uri.PartPath:
			all = append(all, segmentRows(u, shown)...)
		case d.part == uri.PartQuery && query != "" && text == query:
			all = append(all, pairRows(u, d.from, mostParts-len(all))...)
		}
	}
	return all
}

// pairRows returns the rows of the pairs of the query of u: at most one more than most.
// The query begins at from.
func pairRows(u uri.URI, from, most int) (all []partRow) {
	for _, p := range u.Values() {
		if len(all) > most {
			break
		}
		r := newRow("pair", from, from+len(p), string(p), true)
		if name, value, err := p.Decode(); err == nil && strings.ContainsAny(string(p), "%+") {
			r.Decoded = shortened(strconv.Quote(name) + " = " + strconv.Quote(value))
		}
		all = append(all, r)
		from += len(p) + len("&")
	}
	return all
}

// newRow returns the row of a part with this text.
func newRow(name string, from, to int, text string, inner bool) partRow {
	r := partRow{Name: name, From: from, To: to, Written: cell{Text: shortened(text)}, Inner: inner}
	if text == "" {
		r.Written.Note = "empty"
	}
	if strings.Contains(text, "%") && inner {
		if t, err := uri.Unescape(text); err == nil {
			r.Decoded = shortened(strconv.Quote(t))
		}
	}
	return r
}

// segmentRows returns the rows of the segments of the path and their parameters.
// The paths of u and shown have the same delimiters.
func segmentRows(u, shown uri.URI) (all []partRow) {
	path, text := u.Path(), shown.Path()
	at, _, _ := u.Span(uri.PartPath)
	if strings.HasPrefix(path, "/") {
		path, text, at = path[1:], text[1:], at+1
	} else if path == "" {
		return nil
	}
	name := "segment"
	for len(all) <= mostParts {
		n, m := strings.IndexAny(path, "/;"), strings.IndexAny(text, "/;")
		if n < 0 || m < 0 {
			return append(all, newRow(name, at, at+len(path), text, true))
		}
		all = append(all, newRow(name, at, at+n, text[:m], true))
		name = "segment"
		if path[n] == ';' {
			name = "parameter"
		}
		path, text, at = path[n+1:], text[m+1:], at+n+1
	}
	return all
}
