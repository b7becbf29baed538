package links

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A schemeContext is the context of a ":".
type schemeContext struct {
	start   int // of the scheme before the ":"; the ":" itself without a scheme
	body    int // where the URI in the wrapper begins
	opener  int // where the wrapper begins
	wrapper Wrapper
	split   bool // white space is between body and the ":"
}

// openerNear reports whether a "<" or a double quote before s[colon:] is near enough to be the
// opener of a wrapper around the scheme.
func openerNear[T ascii.Text](s T, colon int) bool {
	near := s[max(0, colon-maxLead):colon]
	return ascii.Index(near, 0, '<') >= 0 || ascii.Index(near, 0, '"') >= 0
}

// schemeBefore returns the context of the ":" at s[colon].
func schemeBefore[T ascii.Text](s T, colon int) schemeContext {
	i := colon
	for i > 0 && ascii.Scheme.Has(s[i-1]) {
		i--
		if colon-i > maxScheme {
			return schemeContext{start: colon, body: colon}
		}
	}
	l := schemeContext{start: i, body: i}
	for l.start < colon && !ascii.Letter.Has(s[l.start]) {
		l.start++
	}
	inWrapper := openerNear(s, colon)
	if l.start == colon && !inWrapper {
		return l // no scheme, as in 12:30
	}
	if escapeBefore(s, i) < i {
		l.start = webSchemeBefore(s, l.start, colon)
	} else if l.start < colon && s[l.start] == 'm' && colourBefore(s, i) < i && webSchemeBefore(s, l.start, colon) == l.start+1 {
		l.start++
	}
	if !inWrapper {
		return l
	}
	low := max(0, colon-maxLead)
	if w, at := wrapperBefore(s, low, i); w != WrapperNone {
		l.wrapper, l.opener = w, at
		return l
	}
	// In a wrapper the scheme may contain white space. The opener is at low or later and ends
	// the search.
	for {
		j := spaceBefore(s, low, i)
		k := j
		for ascii.Scheme.Has(s[k-1]) {
			k--
		}
		if j == i || k == j {
			break
		}
		i, l.split = k, true
	}
	if w, at := wrapperBefore(s, low, i); l.split && w != WrapperNone {
		l.wrapper, l.opener, l.body = w, at, i
	}
	return l
}

// escapeBefore returns the start of the escape around s[i:], or i without one: the "\"
// of a string, and "\", "\f(" or "\(" of troff.
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

// maxColour is the length of the longest colour, as in "[38;2;255;255;255".
const maxColour = 24

// colourBefore returns the start of the colour of a terminal before s[i:], such as
// "[36" or "[0;", or i without a colour. An "m" follows, and ESC or its escape comes
// before it.
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

// webSchemeBefore returns the start of the http, https or ftp scheme before the ":" at
// s[colon], or i without one. Text of an escape is before it, as in "\nhttp:",
// "\fBhttp:", "\(dqhttp:" and "[36mhttp:".
func webSchemeBefore[T ascii.Text](s T, i, colon int) int {
	for _, scheme := range [...]string{"https", "http", "ftp"} {
		if j := colon - len(scheme); j > i && strings.EqualFold(string(s[j:colon]), scheme) {
			return j
		}
	}
	return i
}

// wrapperBefore returns the wrapper with its opener at the end of s[low:i], and its
// start. White space may follow "<" and "URL:". A quotation mark before white space is
// a closing one.
func wrapperBefore[T ascii.Text](s T, low, i int) (w Wrapper, at int) {
	j := spaceBefore(s, low, i)
	prefix := j-low >= len("URL:") && s[j-1] == ':' && strings.EqualFold(string(s[j-len("URL:"):j-1]), "URL")
	if prefix {
		i = j - len("URL:")
		j = spaceBefore(s, low, i)
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
