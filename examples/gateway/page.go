package main

import (
	"html/template"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"

	"example.com/uri"
)

// A page is where an answer goes.
type page struct {
	w      http.ResponseWriter
	u      uri.URI
	prefix string // what links begin with
}

// An entry is one line of a page of links.
type entry struct {
	Kind string // "dir", "text" ... or "" for a line without a link
	Text string
	URI  uri.URI
}

var listing = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{.Title}}</title>
<style>
body { font: 16px/1.5 monospace; margin: 2em auto; max-width: 60em; padding: 0 1em; color-scheme: light dark }
td { padding: 0 1em 0 0; white-space: pre-wrap; vertical-align: top }
.kind { color: GrayText }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{if .Search}}<form method="get" action="{{.Search}}"><input name="search" autofocus> <button>Search</button></form>
{{end}}<table>
{{range .Entries}}<tr><td class="kind">{{.Kind}}</td><td>{{if .Href}}<a href="{{.Href}}">{{.Text}}</a>{{else}}{{.Text}}{{end}}</td></tr>
{{end}}</table>
</body>
</html>
`))

// list answers with a page of links. search, where not empty, is where a form
// sends what to search for.
func (p page) list(entries []entry, search string) error {
	type row struct {
		Kind, Text string
		Href       template.URL // a URI, and so safe between quotes
	}
	rows := make([]row, len(entries))
	for i, e := range entries {
		rows[i] = row{Kind: e.Kind, Text: strings.ToValidUTF8(e.Text, "\uFFFD")}
		if e.URI != (uri.URI{}) {
			rows[i].Href = template.URL(p.href(e.URI))
		}
	}
	p.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	p.w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
	return listing.Execute(p.w, map[string]any{"Title": p.u.Redacted(), "Entries": rows, "Search": search})
}

// href is the link to u: within the gateway's own space for what it speaks.
func (p page) href(u uri.URI) string {
	switch strings.ToLower(u.Scheme()) {
	case "ftp", "gopher", "nntp":
		return p.prefix + u.String()
	}
	return u.String()
}

// copy answers with the octets of r. Nothing has been sent when it fails to
// read the first of them.
func (p page) copy(r io.Reader, contentType string) error {
	first := make([]byte, 512)
	n, err := io.ReadFull(r, first)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	if contentType == "" {
		contentType = http.DetectContentType(first[:n])
	}
	p.w.Header().Set("Content-Type", contentType)
	p.w.Header().Set("X-Content-Type-Options", "nosniff")
	p.w.Header().Set("Content-Security-Policy", "sandbox") // what an old server sends runs nowhere
	if _, err := p.w.Write(first[:n]); err != nil {
		return nil // the client is gone
	}
	if _, err := io.Copy(p.w, r); err != nil {
		panic(http.ErrAbortHandler) // half an answer must not look like a whole one
	}
	return nil
}

// typeByName guesses a media type from a file's name, "" where it cannot.
func typeByName(name string) string { return mime.TypeByExtension(path.Ext(name)) }

// redirect sends the client to u.
func (p page) redirect(u uri.URI) error {
	p.w.Header().Set("Location", p.href(u))
	p.w.WriteHeader(http.StatusFound)
	return nil
}
