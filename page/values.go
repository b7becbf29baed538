package page

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// attributes are the attributes of an element.
type attributes func(name string) (value string, ok bool)

// is reports whether the value of an attribute is one of a list of words in lower case.
func (a attributes) is(name, values string) bool {
	value, _ := a(name)
	for word := range strings.FieldsSeq(values) {
		if equalFold(value, word) {
			return true
		}
	}
	return false
}

// words yields the words of a text: "split on ASCII whitespace" (Infra Standard).
func words(value string) iter.Seq[string] {
	return strings.FieldsFuncSeq(value, func(r rune) bool { return r < utf8.RuneSelf && isSpace(byte(r)) })
}

// Each of these functions yields the references in a value of one form.

// one is a URL.
func one(_ attributes, value string, yield func(text string) bool) { yield(value) }

// list is a set of URLs with ASCII whitespace between.
func list(_ attributes, value string, yield func(text string) bool) { words(value)(yield) }

// commas is a list of URLs with commas between, and ASCII whitespace around each.
func commas(_ attributes, value string, yield func(text string) bool) {
	for text := range strings.SplitSeq(value, ",") {
		if text = strings.Trim(text, space); text != "" && !yield(text) {
			return
		}
	}
}

// names is a set of names. A name with a ":" is a URL, or abbreviates one.
func names(_ attributes, value string, yield func(text string) bool) {
	for text := range words(value) {
		if strings.IndexByte(text, ':') >= 0 && !yield(text) {
			return
		}
	}
}

// prefixes is a list of prefixes with the URLs they stand for: "x: y z: w".
func prefixes(_ attributes, value string, yield func(text string) bool) {
	isURL := false
	for text := range words(value) {
		if isURL && !yield(text) {
			return
		}
		isURL = !isURL
	}
}

// images is a srcset.
func images(_ attributes, value string, yield func(text string) bool) {
	for c := range Srcset(value) {
		if !yield(c.Reference) {
			return
		}
	}
}

// styles is CSS.
func styles(_ attributes, value string, yield func(text string) bool) { CSS(value)(yield) }

// content is the content of a meta element: a refresh, or the URL of a property.
func content(attribute attributes, value string, yield func(text string) bool) {
	switch {
	case attribute.is("http-equiv", "refresh"):
		if _, reference, ok := Refresh(value); ok {
			yield(reference)
		}
	case attribute.is("property", urlProperties), attribute.is("name", urlProperties):
		yield(value)
	}
}

// parameter is the value of a param element, if it is a URL.
func parameter(attribute attributes, value string, yield func(text string) bool) {
	if attribute.is("valuetype", "ref") || attribute.is("name", "movie src filename") {
		yield(value)
	}
}

// urlProperties are the properties of meta elements with a URL: The Open Graph protocol,
// and the cards of X.
const urlProperties = "og:url og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url " +
	"og:audio og:audio:url og:audio:secure_url twitter:image twitter:image:src twitter:player twitter:player:stream"
