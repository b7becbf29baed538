package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"

	"example.com/uri"
	"example.com/uri/page"
)

const (
	// maxSniffed is how many bytes of a body tell its type (MIME Sniffing, "read the resource header").
	maxSniffed = 1445
	// maxSitemap is how long a sitemap is at most, in bytes without compression
	// (sitemaps.org, "Sitemap file location").
	maxSitemap = 50 << 20
)

// A part is the beginning of a body.
type part struct {
	in   io.Reader
	left int64 // how many bytes more are read
	size int64 // how many were read
	err  error // the last one of in: a bufio.Reader forgets the one of a Peek
}

func (p *part) Read(b []byte) (int, error) {
	if p.left <= 0 {
		return 0, io.EOF
	}
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.in.Read(b[:min(int64(len(b)), p.left)])
	p.left, p.size, p.err = p.left-int64(n), p.size+int64(n), err
	return n, err
}

// extend lets up to n bytes be read.
func (p *part) extend(n int64) { p.left = max(p.left, n-p.size) }

// end notes how long a page is, and whether it is longer than what was read.
func (p *part) end(f *fetched) {
	f.size = p.size
	if p.left <= 0 {
		n, _ := io.ReadFull(p.in, make([]byte, 1))
		f.cut = f.cut || n > 0
	}
}

// readPage reads a page of a web server up to the limit, by its type, and finds its links. A
// document of a type without links is only read.
func (c *Crawler) readPage(f *fetched, u uri.URI, r *http.Response) {
	f.links.addFields(r.Header, c.Agent)
	body := &part{in: r.Body, left: c.MaxBody}
	defer body.end(f)
	in := bufio.NewReader(body)
	start, _ := in.Peek(maxSniffed) // An error is one of the reads to come.
	contentType := suppliedType(r.Header["Content-Type"])
	f.media = computedType(contentType, r.Header, start)
	longest := body.extend
	if packed := packedType(start, u); packed != "" {
		f.media = packed
		inner := &part{in: &gunzip{ReadCloser: io.NopCloser(in)}, left: c.MaxBody}
		defer inner.end(f)
		in = bufio.NewReader(inner)
		longest = func(n int64) { body.extend(n); inner.extend(n) }
	}
	if !c.Sitemaps {
		longest = func(int64) {}
	}
	text, query := decoded(in, contentType)
	switch {
	case f.media == "text/html", f.media == "application/xhtml+xml", f.media == "image/svg+xml":
		f.query = query
		f.base, f.err = f.links.addHTML(text, c.Agent)
	case f.media == "text/plain":
		var all []byte
		all, f.err = io.ReadAll(text)
		f.links.addText(string(all))
	case f.media == "text/css":
		var all []byte
		all, f.err = io.ReadAll(text)
		for link := range page.CSS(string(all)) {
			f.links.addEmbedded(link)
		}
	case isXML(f.media):
		f.sitemaps, f.err = f.links.addXML(text, longest)
	default:
		_, f.err = io.Copy(io.Discard, in)
	}
	f.links.dropNofollow()
}

// suppliedType returns the media type of the fields Content-Type with its parameters: the last
// valid one (Fetch, "extract a MIME type"). It is "" if there is none.
func suppliedType(fields []string) (last string) {
	for _, value := range splitList(strings.Join(fields, ",")) {
		essence := essenceOf(value)
		if essence == "" || essence == "*/*" {
			continue
		}
		if essence == essenceOf(last) && !strings.Contains(value, ";") {
			continue // It keeps the charset of the one before it.
		}
		last = value
	}
	return last
}

// splitList splits a list at the commas that are in no quoted string.
func splitList(s string) (values []string) {
	quoted, start := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '\\' && quoted:
			i++
		case s[i] == ',' && !quoted:
			values = append(values, strings.Trim(s[start:i], " \t"))
			start = i + 1
		}
	}
	return append(values, strings.Trim(s[start:], " \t"))
}

// essenceOf returns the type and the subtype of a media type in small letters, or "" if it is
// not valid (MIME Sniffing, "parse a MIME type").
func essenceOf(s string) string {
	s, _, _ = strings.Cut(s, ";")
	kind, subtype, _ := strings.Cut(strings.Trim(s, " \t\r\n"), "/")
	if !httpguts.ValidHeaderFieldName(kind) || !httpguts.ValidHeaderFieldName(subtype) {
		return ""
	}
	return strings.ToLower(kind + "/" + subtype)
}

// apacheTypes are the values of Content-Type that old versions of Apache sent for files of
// unknown types (MIME Sniffing, "supplied MIME type detection algorithm").
var apacheTypes = map[string]bool{
	"text/plain": true, "text/plain; charset=ISO-8859-1": true, "text/plain; charset=iso-8859-1": true, "text/plain; charset=UTF-8": true,
}

// computedType returns the media type of a body by its field and its first bytes, as browsers
// compute it (MIME Sniffing, "MIME type sniffing algorithm").
func computedType(supplied string, header http.Header, start []byte) string {
	essence := essenceOf(supplied)
	noSniff := strings.EqualFold(strings.Trim(splitList(header.Get("X-Content-Type-Options"))[0], " \t"), "nosniff")
	detected, _, _ := strings.Cut(http.DetectContentType(start), ";") // its "rules for identifying an unknown MIME type"
	switch {
	case essence == "" || essence == "unknown/unknown" || essence == "application/unknown" || essence == "*/*":
		if noSniff && (detected == "text/html" || detected == "text/xml") {
			return "text/plain" // no scriptable type
		}
		return detected
	case noSniff:
		return essence
	case apacheTypes[header.Get("Content-Type")] && isBinary(start):
		return "application/octet-stream"
	case essence == "text/html" && isFeed(start):
		return "text/xml"
	}
	return essence
}

// isBinary reports whether a body has bytes that no text has, and no BOM (MIME Sniffing, "rules for distinguishing if a resource is text or binary").
func isBinary(start []byte) bool {
	for _, bom := range []string{"\xFE\xFF", "\xFF\xFE", "\xEF\xBB\xBF"} {
		if bytes.HasPrefix(start, []byte(bom)) {
			return false
		}
	}
	return bytes.ContainsFunc(start, func(c rune) bool {
		return c <= 0x08 || c == 0x0B || 0x0E <= c && c <= 0x1A || 0x1C <= c && c <= 0x1F
	})
}

// isFeed reports whether a document of type text/html is a feed (MIME Sniffing, "rules for distinguishing if a resource is a feed or HTML").
func isFeed(start []byte) bool {
	s := strings.TrimPrefix(string(start), "\uFEFF")
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		end := ""
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		case strings.HasPrefix(s, "<!"):
			end = ">"
		case strings.HasPrefix(s, "<?"):
			end = "?>"
		case strings.HasPrefix(s, "<rdf:RDF"):
			return strings.Contains(s, "http://purl.org/rss/1.0/") && strings.Contains(s, "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
		default:
			return strings.HasPrefix(s, "<rss") || strings.HasPrefix(s, "<feed")
		}
		_, rest, ok := strings.Cut(s, end)
		if !ok {
			return false
		}
		s = rest
	}
}

// isXML reports whether a media type is an XML MIME type (MIME Sniffing, "XML MIME type").
func isXML(media string) bool {
	return media == "text/xml" || media == "application/xml" || strings.HasSuffix(media, "+xml")
}

// packedType returns the type of a sitemap that is compressed, by its first bytes: "text/xml", or
// "text/plain" for a name in ".txt.gz". It is "" for other documents.
func packedType(start []byte, u uri.URI) string {
	b := make([]byte, 256)
	n, _ := io.ReadFull(&gunzip{ReadCloser: io.NopCloser(bytes.NewReader(start))}, b)
	text := strings.TrimLeft(strings.TrimPrefix(string(b[:n]), "\uFEFF"), " \t\r\n")
	switch {
	case strings.HasPrefix(text, "<?xml"), strings.HasPrefix(text, "<urlset"), strings.HasPrefix(text, "<sitemapindex"):
		return "text/xml"
	case strings.HasSuffix(u.Path(), ".txt.gz") && n > 0 && !isBinary(b[:n]):
		return "text/plain"
	}
	return ""
}
