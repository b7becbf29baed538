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

// contextBefore returns the context of the ":" at s[colon]. The opener of a wrapper may be before it if inWrapper is set.
func (in *input[T]) contextBefore(colon int, inWrapper bool) schemeContext {
	s, i := in.s, colon
	for i > 0 && ascii.Scheme.Has(s[i-1]) {
		i--
		if colon-i > maxScheme {
			return schemeContext{start: colon, body: colon}
		}
	}
	c := schemeContext{start: i, body: i}
	for c.start < colon && !ascii.Letter.Has(s[c.start]) {
		c.start++
	}
	if i > 0 && table[s[i-1]]&isLead != 0 {
		in.seen = colon // a control sequence may be there
		c.start = in.afterToken(i, c.start, colon)
	}
	if !inWrapper {
		return c
	}
	// In a wrapper the scheme may contain white space. The search ends at the opener or s[low].
	for low := max(0, colon-maxLead); ; c.split = true {
		if c.wrapper, c.opener = wrapperBefore(s, low, i); c.wrapper != WrapperNone {
			c.body = i
			return c
		}
		end := spaceBefore(s, low, i)
		for i = end; ascii.Scheme.Has(s[i-1]); {
			i--
		}
		if i == end {
			return c
		}
	}
}

// afterToken returns the start of the scheme in s[start:colon]. The last letters of a token, as in "\f(CWhttp:", or of a
// color are no part of it. The token begins before s[i].
func (in *input[T]) afterToken(i, start, colon int) int {
	s := in.s
	switch b := s[i-1]; {
	case (b == '\\' || b == '(' || b == '*') && strings.IndexByte(string(s[max(0, i-3):i]), '\\') >= 0 && webSchemeBefore(s, start-1, colon) != start: // not "\*http:"
		if end := in.tokenBefore(i, colon); end == colon || end > start && ascii.Letter.Has(s[end]) {
			return end
		}
		if b == '\\' {
			return webSchemeBefore(s, start, colon)
		}
	case b == '\x1b', b == '(' && i > 1 && s[i-2] == '\x1b', (b == '[' || b == ';') && s[start] == 'm':
		if web := webSchemeBefore(s, start, colon); web == start+1 {
			return web
		}
	}
	return start
}

// webSchemeBefore returns the start, after s[i], of http, https or ftp before s[colon], or i.
func webSchemeBefore[T ascii.Text](s T, i, colon int) int {
	for _, scheme := range [...]string{"https", "http", "ftp"} {
		if j := colon - len(scheme); j > i && strings.EqualFold(string(s[j:colon]), scheme) {
			return j
		}
	}
	return i
}

// wrapperBefore returns the wrapper with its opener at the end of s[low:i], and its start. White
// space may follow "<" and "URL:", but no empty line. Before white space a quotation mark is a closing one.
func wrapperBefore[T ascii.Text](s T, low, i int) (w Wrapper, at int) {
	body, j := i, spaceBefore(s, low, i)
	prefix := j-low >= len("URL:") && s[j-1] == ':' && strings.EqualFold(string(s[j-len("URL:"):j-1]), "URL")
	if prefix {
		i = j - len("URL:")
		j = spaceBefore(s, low, i)
	}
	switch {
	case i > low && s[i-1] == '"':
		return WrapperQuotes, i - 1
	case j == low || s[j-1] != '<' || strings.Count(string(s[j:body]), "\n") > 1:
		return WrapperNone, 0
	case prefix:
		return WrapperAngleURL, j - 1
	}
	return WrapperAngle, j - 1
}
