package links

import "example.com/uri/internal/ascii"

// mark returns the mark before the URI that ends the URI where it stands again, or 0 without
// such a mark. "*" and "~" are marks in pairs.
func (r *run[T]) mark() byte {
	s, i := r.s, r.start
	if i == 0 {
		return 0
	}
	switch b := s[i-1]; {
	case b == '\'' || b == '`' || b == '|', i > 1 && b == s[i-2] && (b == '*' || b == '~'):
		return b
	case b == '[' && i > 1 && s[i-2] == '[', parameter(s, i) < i:
		return '|' // [[URL|label]] of DokuWiki, {{name|url=URL|...}} of MediaWiki
	}
	return 0
}

// delimits reports whether b ends the URI together with the mark before it, so that the text
// up to b is the URI, with all punctuation.
func (r *run[T]) delimits(b byte) bool {
	s, i := r.s, r.start
	switch b {
	case '`':
		return i > 0 && s[i-1] == '`'
	case '\'':
		return i > 0 && s[i-1] == '\'' && (i == 1 || s[i-2] != '\'') // '' are italics of MediaWiki
	case ')':
		return i > 1 && s[i-1] == '(' && s[i-2] == ']' // [text](URL) of Markdown
	}
	return false
}

// followsMacro reports whether "name:" is before the URI, so that "[label]" after it is no
// part of it.
func (r *run[T]) followsMacro() bool {
	s, i := r.s, r.start
	return i > 1 && s[i-1] == ':' && (ascii.Letter.Has(s[i-2]) || s[i-2] == ':')
}

// follows reports whether char is before the URI.
func (r *run[T]) follows(char string) bool {
	i := r.start
	return i >= len(char) && string(r.s[i-len(char):i]) == char
}

// parameter returns where the "|name=" of a MediaWiki template begins that ends before
// s[end:], or end without one. Blanks may be around the name and after "=".
func parameter[T ascii.Text](s T, end int) int {
	if end == 0 || s[end-1] != '=' && s[end-1] != ' ' && s[end-1] != '\t' {
		return end
	}
	low := max(0, end-maxLead)
	i := spaceBefore(s, low, end)
	if i == low || s[i-1] != '=' {
		return end
	}
	i = spaceBefore(s, low, i-1)
	for i > low && (ascii.Scheme.Has(s[i-1]) || s[i-1] == '_') {
		i--
	}
	if i = spaceBefore(s, low, i); i == low || s[i-1] != '|' {
		return end
	}
	return i - 1
}

// spaceBefore returns where the spaces and tabs begin that end before s[i:], at low or
// later.
func spaceBefore[T ascii.Text](s T, low, i int) int {
	for i > low && (s[i-1] == ' ' || s[i-1] == '\t') {
		i--
	}
	return i
}

// isMark reports whether b, at the end of the URI, is a mark that is also directly before
// it, as in "_http://a/b_". A "=" is a mark if it is doubled.
func (r *run[T]) isMark(b byte) bool {
	s, i := r.s, r.start
	switch b {
	case '_', '~', '+':
		return i > 0 && s[i-1] == b
	case '=':
		return i > 1 && s[i-1] == b && s[i-2] == b
	}
	return false
}
