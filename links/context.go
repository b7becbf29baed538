package links

import (
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A schemeContext is the text before a ":".
type schemeContext struct {
	start   int // where the scheme before the ":" begins; the ":" itself if there is none
	body    int // where the URI that fills the wrapper begins
	context int // the text before this was not looked at, except by [contextBefore]
	wrapper Wrapper
	split   bool // white space is between body and the ":"
}

// marked reports whether a "<" or a double quote is before s[colon:], near enough
// to open a wrapper around the scheme.
func marked[T ascii.Text](s T, colon int) bool {
	near := s[max(0, colon-maxLead):colon]
	return ascii.Index(near, 0, '<') >= 0 || ascii.Index(near, 0, '"') >= 0
}

// before returns the context at the end of s[:colon].
func before[T ascii.Text](s T, colon int) schemeContext {
	i := colon
	for i > 0 && ascii.Scheme.Has(s[i-1]) {
		i--
		if colon-i > maxScheme {
			return schemeContext{start: colon, body: colon, context: i}
		}
	}
	l := schemeContext{start: i, body: i, context: i}
	for l.start < colon && !ascii.Letter.Has(s[l.start]) {
		l.start++
	}
	inMarks := marked(s, colon)
	if l.start == colon && !inMarks {
		return l // no scheme, as in 12:30
	}
	if escapeBefore(s, i) < i {
		l.start = afterEscape(s, l.start, colon)
	} else if l.start < colon && s[l.start] == 'm' && colourBefore(s, i) < i && afterEscape(s, l.start, colon) == l.start+1 {
		l.start++
	}
	if !inMarks {
		return l
	}
	low := max(0, colon-maxLead)
	if w, at := opener(s, low, i); w != WrapperNone {
		l.wrapper, l.context = w, at
		return l
	}
	// In a wrapper the scheme may contain white space. The mark is not before low and ends
	// the search.
	for {
		j := gapBefore(s, low, i)
		k := j
		for ascii.Scheme.Has(s[k-1]) {
			k--
		}
		if j == i || k == j {
			break
		}
		i, l.split = k, true
	}
	if w, at := opener(s, low, i); l.split && w != WrapperNone {
		l.wrapper, l.context, l.body = w, at, i
	}
	return l
}

// contextBefore returns where the text before s[i:] begins that decides how far a URI that
// begins there goes.
func contextBefore[T ascii.Text](s T, i int) int {
	context := max(0, min(i-2, parameter(s, i), escapeBefore(s, i), colourBefore(s, i))) // two "*" are a mark
	for context > 0 && i-context < len("‘") && s[context] >= utf8.RuneSelf && s[context-1] >= utf8.RuneSelf {
		context-- // up to the first byte of a quotation mark
	}
	return context
}

// escapeBefore returns where an escape begins whose letters may be s[i:], or i if there is
// no such escape: "\" of a string, and "\", "\f(" or "\(" of troff.
func escapeBefore[T ascii.Text](s T, i int) int {
	j := i
	if j > 0 && s[j-1] == '(' {
		if j--; j > 0 && s[j-1] == 'f' {
			j--
		}
	}
	if j > 0 && s[j-1] == '\\' {
		return j - 1
	}
	return i
}

// maxColour is the length of the longest "[38;2;255;255;255" that is read.
const maxColour = 24

// colourBefore returns where the colour of a terminal begins that ends before s[i:], as
// "[36" or "[0;" does, or i without a colour. An "m" follows, and ESC is before it, as it
// is or as an escape.
func colourBefore[T ascii.Text](s T, i int) int {
	j := i
	for j > 0 && i-j < maxColour && (ascii.Digit.Has(s[j-1]) || s[j-1] == ';') {
		j--
	}
	if j > 0 && s[j-1] == '[' {
		return j - 1
	}
	return i
}

// afterEscape returns where the scheme of the web begins that ends before s[colon:], or i if
// there is no such scheme. The text before the scheme is an escape, as in "\nhttp:",
// "\fBhttp:", "\(dqhttp:" and "[36mhttp:".
func afterEscape[T ascii.Text](s T, i, colon int) int {
	for _, scheme := range [...]string{"https", "http", "ftp"} {
		if j := colon - len(scheme); j > i && strings.EqualFold(string(s[j:colon]), scheme) {
			return j
		}
	}
	return i
}

// opener returns the wrapper that opens at the end of s[low:i], and where it opens.
// White space may follow "<" and "URL:". A quotation mark before white space is a
// closing one.
func opener[T ascii.Text](s T, low, i int) (w Wrapper, at int) {
	j := gapBefore(s, low, i)
	prefix := j-low >= len("URL:") && s[j-1] == ':' && strings.EqualFold(string(s[j-len("URL:"):j-1]), "URL")
	if prefix {
		i = j - len("URL:")
		j = gapBefore(s, low, i)
	}
	switch {
	case i > low && s[i-1] == '"':
		return WrapperQuotes, i - 1
	case j == low || s[j-1] != '<':
		return WrapperNone, 0
	case prefix:
		return WrapperAngleURL, j - 1
	}
	return WrapperAngle, j - 1
}
