package main

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"golang.org/x/net/html"

	"example.com/uri/page"
)

// maxAttributes is how many attributes of an element are read.
const maxAttributes = 1000

// addHTML adds the references in an HTML document and the URIs in its text, in order, as
// browsers without scripts read it. It returns the reference in its first BASE element (RFC
// 2396, 5.1.1), or "". The document must have a bound, since a whole tag or text of it is kept.
func (l *references) addHTML(r io.Reader, agent string) (base string, err error) {
	h := htmlReader{references: l, agent: agent}
	err = h.read(r)
	for _, frame := range h.frames { // A frame in one of these has no frame of its own.
		err = errors.Join(err, (&htmlReader{references: l, agent: agent, inFrame: true}).read(strings.NewReader(frame)))
	}
	return h.base, err
}

// An htmlReader reads one document.
type htmlReader struct {
	*references
	agent   string
	inFrame bool
	base    string
	hasBase bool
	element string   // before the next text
	foreign []string // the elements "svg", "math" and "foreignobject" around the next element
	frames  []string // the documents in attributes srcdoc
}

func (h *htmlReader) read(r io.Reader) error {
	in := html.NewTokenizer(r)
	for {
		switch kind := in.Next(); kind {
		case html.ErrorToken:
			if err := in.Err(); err != io.EOF {
				return err
			}
			return nil
		case html.TextToken:
			h.text(in.Text())
		case html.EndTagToken:
			name, _ := in.TagName()
			h.element = ""
			if n := len(h.foreign) - 1; n >= 0 && h.foreign[n] == string(name) {
				h.foreign = h.foreign[:n]
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := in.TagName()
			h.element = string(name)
			h.start(readAttributes(in, more), kind == html.SelfClosingTagToken)
			// The text in noscript is markup, because there are no scripts, and in SVG and
			// MathML all is.
			if h.element == "noscript" || len(h.foreign) > 0 {
				in.NextIsNotRawText()
			}
		}
	}
}

// text reads the text after the start tag of h.element.
func (h *htmlReader) text(text []byte) {
	switch h.element {
	case "a", "script":
	case "style":
		for link := range page.CSS(string(text)) {
			h.addEmbedded(link)
		}
	default:
		h.addText(string(text))
	}
}

// readAttributes returns the attributes of a tag, of each name the first.
func readAttributes(in *html.Tokenizer, more bool) map[string]string {
	attributes := map[string]string{}
	for more {
		var key, value []byte
		key, value, more = in.TagAttr()
		if _, ok := attributes[string(key)]; !ok && len(attributes) < maxAttributes {
			attributes[string(key)] = string(value)
		}
	}
	return attributes
}

// start reads a start tag.
func (h *htmlReader) start(attributes map[string]string, closed bool) {
	name := h.namespace() + h.element
	if h.element == "svg" || h.element == "math" {
		name = h.element + ":" + h.element
	}
	if !closed && (h.element == "svg" || h.element == "math" || h.element == "foreignobject" && h.namespace() == "svg:") && len(h.foreign) < maxAttributes {
		h.foreign = append(h.foreign, h.element)
	}
	if srcdoc, ok := attributes["srcdoc"]; ok && name == "iframe" && !h.inFrame {
		h.frames = append(h.frames, srcdoc)
	}
	if name == "meta" && isFor(attributes["name"], h.agent, "robots") && hasNofollow(attributes["content"]) {
		h.nofollow = true
	}
	nofollow := false
	for word := range strings.FieldsSeq(attributes["rel"]) {
		nofollow = nofollow || strings.EqualFold(word, "nofollow")
	}
	for r := range page.References(name, func(name string) (string, bool) { value, ok := attributes[name]; return value, ok }) {
		switch r.Use {
		case page.UseEmbed:
			h.addEmbedded(r.Text)
		case page.UseLink:
			h.addLink(r.Text, nofollow)
		case page.UseBase:
			if name == "base" && !h.hasBase {
				h.base, h.hasBase = r.Text, true
			}
		}
	}
}

// namespace returns the prefix of an element in SVG or in MathML. An element of HTML that is
// not in a foreignObject ends both (HTML, "parsing tokens in foreign content").
func (h *htmlReader) namespace() string {
	if breakouts[h.element] {
		for n := len(h.foreign); n > 0 && h.foreign[n-1] != "foreignobject"; n-- {
			h.foreign = h.foreign[:n-1]
		}
	}
	if n := len(h.foreign); n > 0 && h.foreign[n-1] != "foreignobject" {
		return h.foreign[n-1] + ":"
	}
	return ""
}

// breakouts are the elements of HTML that end SVG and MathML (HTML, "parsing tokens in foreign content").
var breakouts = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq("b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li " +
		"listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var") {
		names[name] = true
	}
	return names
}()

// addFields adds the references in the header fields of a response. It is called before those in
// its body are added.
func (l *references) addFields(header http.Header, agent string) {
	for link := range page.Links(header["Link"]...) {
		if len(link.Rel) > 0 && link.Rel[0] != "preconnect" && link.Rel[0] != "dns-prefetch" && link.Anchor == (page.Link{}).Anchor {
			l.addLink(link.Target, false)
		}
	}
	if _, link, ok := page.Refresh(header.Get("Refresh")); ok {
		l.addLink(link, false)
	}
	for _, value := range header["X-Robots-Tag"] {
		name, rest, ok := strings.Cut(value, ":")
		if !ok || strings.Contains(name, ",") || robotsValues[strings.ToLower(strings.TrimSpace(name))] {
			rest = value // It names no crawler.
		} else if !isFor(name, agent, "*") {
			continue
		}
		l.nofollow = l.nofollow || hasNofollow(rest)
	}
	l.fields = len(l.texts)
}

// robotsValues are the directives of X-Robots-Tag that have a value after a ":".
var robotsValues = map[string]bool{
	"unavailable_after": true, "max-snippet": true, "max-image-preview": true, "max-video-preview": true,
}

// isFor reports whether a directive for the crawlers of a name is for agent. all is the name of
// all crawlers.
func isFor(name, agent, all string) bool {
	name = strings.TrimSpace(name)
	end := strings.IndexFunc(agent, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_')
	})
	if end < 0 {
		end = len(agent)
	}
	return name != "" && (strings.EqualFold(name, all) || strings.EqualFold(name, agent[:end]))
}

// hasNofollow reports whether a list of directives forbids to follow links.
func hasNofollow(list string) bool {
	for word := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' || c == '\n' }) {
		if strings.EqualFold(word, "nofollow") || strings.EqualFold(word, "none") {
			return true
		}
	}
	return false
}
