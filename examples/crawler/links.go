package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"example.com/uri/idna"
	linktext "example.com/uri/links"
)

const (
	// maxLink is the length in bytes of the longest link to follow.
	maxLink = 4 << 10
	// maxLinks is how many bytes the links of a page may take, both on the page and as
	// records of the state file.
	maxLinks = 4 << 20
)

// errLong is the error for a link of more than maxLink bytes.
var errLong = fmt.Errorf("longer than %d bytes", maxLink)

// references are the references on a page, as written and in order.
type references struct {
	texts  []string
	errors map[int]error // of texts without a reference, by their index
	size   int           // their bytes, and 16 for each, and 100 for each error
	over   int           // how many more there are, past the limits
}

// add adds references to the page. It only counts those past the limits.
func (l *references) add(texts ...string) {
	for _, text := range texts {
		if len(text) > maxLink || l.size+len(text)+16 > maxLinks {
			l.over++
			continue
		}
		l.size += len(text) + 16
		l.texts = append(l.texts, text)
	}
}

// extractor finds the URIs in text.
var extractor = linktext.Extractor{Only: []string{"http", "https", "ftp", "gopher"}, ToASCII: idna.ToASCII}

// refuse adds a text without a reference.
func (l *references) refuse(text string, err error) {
	n := len(l.texts)
	if l.add(text); len(l.texts) > n {
		if l.errors == nil {
			l.errors = map[int]error{}
		}
		l.errors[n] = err
		l.size += 100
	}
}

// addText adds the URIs in a text without markup.
func (l *references) addText(text string) {
	for m := range extractor.Extract(text) {
		l.add(m.URI.String())
	}
}

// linkAttributes are the attributes with one reference.
var linkAttributes = map[string]string{
	"a": "href", "area": "href", "link": "href", "img": "src", "frame": "src", "iframe": "src", "form": "action",
}

// maxAttributes is how many attributes of an element are read.
const maxAttributes = 1000

// addHTML adds the references in an HTML document and the URIs in its text, in order. It
// returns the reference in its first BASE element (RFC 2396, 5.1.1), or "". The document
// must have a bound, since a whole tag or text of it is kept.
func (l *references) addHTML(r io.Reader) (base string, err error) {
	in := html.NewTokenizer(r)
	hasBase, element := false, ""
	for {
		switch in.Next() {
		case html.ErrorToken:
			if err := in.Err(); err != io.EOF {
				return base, err
			}
			return base, nil
		case html.TextToken:
			if element != "a" && element != "script" && element != "style" {
				l.addText(string(in.Text()))
			}
		case html.EndTagToken:
			element = ""
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := in.TagName()
			element = string(name)
			attributes := map[string]string{}
			for more {
				var key, value []byte
				key, value, more = in.TagAttr()
				if _, ok := attributes[string(key)]; !ok && len(attributes) < maxAttributes {
					attributes[string(key)] = string(value)
				}
			}
			if href, ok := attributes["href"]; ok && element == "base" && !hasBase {
				base, hasBase = href, true
			}
			l.add(elementLinks(element, attributes)...)
		}
	}
}

// elementLinks returns the references in one element.
func elementLinks(element string, attributes map[string]string) (links []string) {
	if value, ok := attributes[linkAttributes[element]]; ok {
		links = append(links, value)
	}
	if value, ok := attributes["srcset"]; ok && (element == "img" || element == "source") {
		links = append(links, srcset(value)...)
	}
	if element == "meta" && strings.EqualFold(attributes["http-equiv"], "refresh") {
		if link, ok := refresh(attributes["content"]); ok {
			links = append(links, link)
		}
	}
	return links
}

// srcset splits a list of image candidates: a reference, then white space and
// descriptors, then a comma. Commas inside a reference belong to it.
func srcset(s string) (links []string) {
	const space = " \t\n\f\r"
	for {
		s = strings.TrimLeft(s, space+",")
		if s == "" {
			return links
		}
		end := strings.IndexAny(s, space)
		if end < 0 {
			end = len(s)
		}
		link := s[:end]
		s = s[end:]
		if bare := strings.TrimRight(link, ","); bare != link {
			links = append(links, bare) // no descriptors
			continue
		}
		links = append(links, link)
		_, s, _ = strings.Cut(s, ",")
	}
}

// refresh returns the reference in the content of a META refresh, as in "5; url=next.html"
// or "0,next.html" (HTML, shared declarative refresh steps).
func refresh(s string) (string, bool) {
	const space = " \t\n\f\r"
	s = strings.TrimLeft(s, space)
	rest := strings.TrimLeft(s, "0123456789.")
	if rest == s || rest == "" || !strings.ContainsRune(";,"+space, rune(rest[0])) {
		return "", false
	}
	s = strings.TrimLeft(rest, space)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = strings.TrimLeft(s[1:], space)
	}
	if s == "" {
		return "", false
	}
	if len(s) >= len("url") && strings.EqualFold(s[:len("url")], "url") {
		after, ok := strings.CutPrefix(strings.TrimLeft(s[len("url"):], space), "=")
		if !ok {
			return s, true
		}
		s = strings.TrimLeft(after, space)
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return s, true
}

// decoded returns the text of an HTML document in UTF-8, and a function to write queries
// in the encoding of the document, as browsers do for its links. The function is nil for
// UTF-8.
func decoded(r io.Reader, contentType string) (io.Reader, func(dst []byte, s string) []byte) {
	in := bufio.NewReader(r)
	start, _ := in.Peek(1024) // An error is one of the reads to come.
	e, name, _ := charset.DetermineEncoding(start, contentType)
	text := transform.NewReader(in, e.NewDecoder())
	switch name {
	case "utf-8", "utf-16be", "utf-16le", "replacement":
		return text, nil
	}
	// The encoder of package charset writes "&#12354;" for a character outside its
	// encoding.
	bare, err := htmlindex.Get(name)
	if err != nil {
		return text, nil
	}
	return text, func(dst []byte, s string) []byte { return appendEncoded(dst, s, bare) }
}

// appendEncoded appends s in an encoding. For a character outside the encoding it appends
// the escapes required by [web.Parser].
func appendEncoded(dst []byte, s string, e encoding.Encoding) []byte {
	for s != "" {
		encoder := e.NewEncoder()
		b, n, err := transform.String(encoder, s)
		dst = append(dst, b...)
		if err == nil {
			break
		}
		r, width := utf8.DecodeRuneInString(s[n:])
		dst = fmt.Appendf(dst, "%%26%%23%d%%3B", r)
		s = s[n+width:]
	}
	return dst
}
