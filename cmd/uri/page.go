package main

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/secret"
	"example.com/uri/links"
	"example.com/uri/web"
)

//go:embed explain.html
var pageSource string

// templates are "head", "section" for each input and "foot" of "uri explain -html" and "uri serve".
var templates = template.Must(template.New("page").Parse(pageSource))

// page returns the text of a template of the page.
func page(name string, data any) string {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // a strings.Builder does not fail, and the data are text
	}
	return b.String()
}

// A section is the part of the page about one input. Only the text of its Meant may hold passwords.
type section struct {
	Title  cell
	masked bool // a Mask in a cell is in the place of a password

	Refusal *uri.SyntaxError // nil for a URI
	Meant   *typedForm       // the text that was probably meant
	Unclear string           // why there is none

	// For a URI.
	Picture  []token // of the text
	Kind     string
	Parts    []partRow
	More     string // says that not all parts are shown
	Findings []guard.Finding

	Rows     []comparison
	Reasons  []string // why the Rows differ
	Verdicts []string

	Base     string     // of Resolved
	Resolved []resolved // on the page of "uri serve"
}

// A token is a part of the picture's text with the class of its line, or some delimiters.
type token struct{ Text, Class string }

// A partRow is a part in the table of parts.
type partRow struct {
	drawnPart
	Written cell
	Decoded string
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

// explainPage is the action of "uri explain -html". It also explains a refused text.
func explainPage(in string) (_ object, err error) {
	x := newSection(in)
	if x.Refusal != nil {
		err = errFound
	}
	return object{field("", page("section", x)).as(textOnly)}, err
}

// newSection returns the section about a text.
func newSection(in string) section {
	x := section{masked: masked(in) != in}
	u, err := uri.Parse(in)
	if err != nil {
		x.Refusal = err.(*uri.SyntaxError) // Parse returns no other
		x.Title.Text, _, _ = strings.Cut(x.Refusal.Caret(), "\n")
		x.offer(in, x.Refusal)
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
	{"RFC 2396", resolver(uri.Parse, uri.Resolver{Mode: uri.RFC2396}.AppendResolve)},
	{"RFC 3986", resolver(uri.Parse, uri.Resolver{Mode: uri.RFC3986}.AppendResolve)},
	{"browsers", resolver(web.Parse, func(dst []byte, base web.URL, ref string) ([]byte, error) {
		u, err := web.Parser{}.Parse(base, ref)
		return append(dst, u.String()...), err
	})},
}

// resolver returns the function that parses a base and resolves a text.
func resolver[T any](parse func(string) (T, error), resolve func(dst []byte, base T, ref string) ([]byte, error)) func(base, in string) (string, error) {
	return func(base, in string) (string, error) {
		from, err := parse(base)
		if err != nil {
			return "", errors.New("the base is refused: " + shortReason(err))
		}
		result, err := resolve(nil, from, in)
		if err != nil {
			return "", errors.New("refused: " + shortReason(err))
		}
		return string(result), nil
	}
}

// readAs says what a text of each kind is.
var readAs = map[links.Kind]string{
	links.KindURI:      "Browsers read the text as this URL.",
	links.KindFixed:    "The text is a URI with a mistake in it.",
	links.KindHost:     "The text is a host without a scheme.",
	links.KindMailbox:  "The text is a mailbox.",
	links.KindPath:     "The text is the path of a file.",
	links.KindRemote:   "The text is an address of git or scp.",
	links.KindEmbedded: "The text has this URI in it.",
	links.KindEscaped:  "The text has the escapes of JSON, HTML or a URI in place of “:” or “/”.",
	links.KindDefanged: "The text is a URL made harmless: do not open it without need.",
}

// offer sets what a person meant by a text that was refused with e.
func (x *section) offer(in string, e *uri.SyntaxError) {
	m, ok, why := meantBy(in, e, true)
	switch {
	case why != nil:
		x.Unclear = withoutPrefix(why)
	case ok:
		x.Meant = &typedForm{Text: m.text, Shown: shortened(m.shown)}
		if m.reading != nil {
			x.Meant.About = readAs[m.reading.Kind]
		}
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
	x.Kind = kindOf(u)
	x.Findings = guard.Audit(u)
	x.Parts = partRows(u)
	if len(x.Parts) > mostParts {
		x.Parts, x.More = x.Parts[:mostParts], fmt.Sprintf("The table ends after %d rows; there are more parts.", mostParts)
	}
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

// draw sets the picture of u: its text in pieces. An authority with a host has one for each part.
func (x *section) draw(u uri.URI) {
	_, hasHost := u.Host()
	at := 0
	for _, d := range drawnParts(u) {
		switch {
		case d.Class == "", d.part == uri.PartAuthority && hasHost, d.Inner && !hasHost,
			d.part == uri.PartPath && d.From == d.To && u.String() != "":
			continue
		}
		if at < d.From {
			x.Picture = append(x.Picture, token{Text: u.String()[at:d.From]})
		}
		at = d.To
		x.Picture = append(x.Picture, token{shortened(u.String()[d.From:d.To]), d.Class})
	}
}

// partRows returns the rows of the table of parts, without secrets: up to mostParts and one more.
func partRows(u uri.URI) (all []partRow) {
	s := u.String()
	secrets := secret.AppendURI(nil, s)
	for _, d := range drawnParts(u) {
		if len(all) > mostParts {
			break
		}
		text := maskHidden(s, d.From, d.To, secrets)
		all = append(all, newRow(d, text))
		if query, _ := u.Query(); d.part == uri.PartQuery && query != "" && text == query {
			for _, p := range u.Values() {
				if len(all) > mostParts {
					break
				}
				pairRow := newRow(drawnPart{Name: "pair", From: d.From, To: d.From + len(p), Inner: true}, string(p))
				if name, value, err := p.Decode(); err == nil && strings.ContainsAny(string(p), "%+") {
					pairRow.Decoded = shortened(strconv.Quote(name) + " = " + strconv.Quote(value))
				}
				all = append(all, pairRow)
				d.From += len(p) + len("&")
			}
		}
	}
	return all
}

// newRow returns the row of a part with this text.
func newRow(d drawnPart, text string) partRow {
	r := partRow{drawnPart: d, Written: cell{Text: shortened(text)}}
	if text == "" {
		r.Written.Note = "empty"
	}
	if strings.Contains(text, "%") && d.Inner {
		if t, err := uri.Unescape(text); err == nil {
			r.Decoded = shortened(strconv.Quote(t))
		}
	}
	return r
}
