package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

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
	texts      []string
	isLink     []bool        // whether the text at this index is a link, and no part of the page
	fields     int           // how many of texts, at the front, are of header fields
	errors     map[int]error // of texts without a reference, by their index
	size       int           // their bytes, and 17 for each, and 100 for each error
	room       int           // the most that size may be; 0: maxLinks
	over       int           // how many more there are, past the limits
	nofollow   bool          // the page asks not to follow its links
	nofollowed int           // how many links it or they ask not to follow
}

// add adds references that a page has as its content. It only counts those past the limits.
func (l *references) add(texts ...string) {
	for _, text := range texts {
		l.append(text, false)
	}
}

func (l *references) append(text string, isLink bool) {
	if len(text) > maxLink || l.size+len(text)+17 > cmp.Or(l.room, maxLinks) {
		l.over++
		return
	}
	l.size += len(text) + 17
	l.texts, l.isLink = append(l.texts, text), append(l.isLink, isLink)
}

// addLink adds a link, unless it asks not to be followed.
func (l *references) addLink(text string, nofollow bool) {
	if nofollow {
		l.nofollowed++
		return
	}
	l.append(text, true)
}

// addEmbedded adds a part of the page, unless it is in the page itself.
func (l *references) addEmbedded(text string) {
	if len(text) < len("data:") || !strings.EqualFold(text[:len("data:")], "data:") {
		l.append(text, false)
	}
}

// dropNofollow removes the links of a page that asks not to follow them.
func (l *references) dropNofollow() {
	if !l.nofollow {
		return
	}
	kept, fields := l.texts[:0], 0
	for i, text := range l.texts {
		if l.isLink[i] {
			l.nofollowed++
			continue
		}
		if kept = append(kept, text); i < l.fields {
			fields++
		}
	}
	l.texts, l.fields = kept, fields
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
		l.append(m.URI.String(), true)
	}
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
