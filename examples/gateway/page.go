package main

import (
	"bufio"
	"html/template"
	"io"
	"iter"
	"mime"
	"net/http"
	"path"
	"strings"

	"example.com/uri"
)

// A page is an answer to a request for ftp, gopher or nntp.
type page struct {
	w      http.ResponseWriter
	u      uri.URI
	prefix string // the start of each link
}

// newPage returns the answer to r. Its header fields forbid that anything in it runs, is
// loaded, stored, or sent as a referrer.
func newPage(w http.ResponseWriter, r *http.Request, u uri.URI) page {
	h := w.Header()
	h.Set("Content-Security-Policy", "sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	p := page{w: w, u: u}
	if inOwnSpace(r) {
		p.prefix = "/"
	}
	return p
}

// An entry is one line of a page of links.
type entry struct {
	Kind string // "dir", "text" ... or "" for a line without a link
	Text string
	URI  uri.URI
}

var listing = template.Must(template.New("head").Parse(`<!DOCTYPE html>
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
{{define "row"}}<tr><td class="kind">{{.Kind}}</td><td>{{if .Href}}<a href="{{.Href}}">{{.Text}}</a>{{else}}{{.Text}}{{end}}</td></tr>
{{end}}{{define "foot"}}</table>
</body>
</html>
{{end}}`))

// list answers with a page of links, and sends each as soon as it is read. If the first
// entry is an error, nothing was sent. If search is not empty, the page has a form whose text
// is sent there.
func (p page) list(entries iter.Seq2[entry, error], search string) error {
	out, began := bufio.NewWriter(p.w), false
	begin := func() {
		began = true
		p.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		listing.ExecuteTemplate(out, "head", map[string]string{"Title": p.u.Redacted(), "Search": search})
	}
	row := func(e entry) error {
		if !began {
			begin()
		}
		return listing.ExecuteTemplate(out, "row", struct {
			Kind, Text string
			Href       template.URL // a URI, and so safe between quotes
		}{e.Kind, strings.ToValidUTF8(e.Text, "\uFFFD"), template.URL(p.href(e.URI))})
	}
	for e, err := range entries {
		if err != nil && !began {
			return err
		}
		if err != nil {
			row(entry{Kind: "error", Text: "The list is cut off here: " + err.Error()})
			out.Flush()
			http.NewResponseController(p.w).Flush()
			return cutOff{err}
		}
		if err := row(e); err != nil {
			return cutOff{err}
		}
	}
	if !began {
		begin()
	}
	listing.ExecuteTemplate(out, "foot", nil)
	if err := out.Flush(); err != nil { // also an error of an earlier write
		return cutOff{err}
	}
	return nil
}

// href returns the link to u, in the gateway's own space for its schemes. It returns "" for a
// scheme without a server, such as javascript or data: with these a server could change the
// page of another one. A relative URI has none either.
func (p page) href(u uri.URI) string {
	switch strings.ToLower(u.Scheme()) {
	case "ftp", "gopher", "nntp":
		return p.prefix + u.String()
	case "http", "https", "mailto", "news", "telnet", "wais", "prospero":
		return u.String()
	}
	return ""
}

// copy answers with the bytes of r. If the first of them cannot be read, nothing was sent.
func (p page) copy(r io.Reader, contentType string) error {
	in := bufio.NewReader(r)
	first, err := in.Peek(512)
	if err != nil && err != io.EOF {
		return err
	}
	if contentType == "" {
		contentType = http.DetectContentType(first)
	}
	p.w.Header().Set("Content-Type", contentType)
	if _, err := io.Copy(p.w, in); err != nil {
		return cutOff{err}
	}
	return nil
}

// typeByName guesses a media type from a file's name. It returns "" without a guess.
func typeByName(name string) string { return mime.TypeByExtension(path.Ext(name)) }

// redirect sends the client to the URI of x, which is made of the request.
func (p page) redirect(x uri.Scheme) error {
	u, err := x.URI()
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	p.w.Header().Set("Location", p.href(u))
	p.w.WriteHeader(http.StatusFound)
	return nil
}
