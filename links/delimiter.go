package links

import "example.com/uri/internal/ascii"

// closer returns the closer of the opener, or the empty string. The template of DokuWiki and MediaWiki
// has [[URL|label]], {{URL|label}} and {{name|url=URL|...}}.
func (p *scanner[T]) closer() string {
	s, i := p.s, p.start
	if i == 0 {
		return ""
	}
	switch opener := string(s[max(0, i-2):i]); {
	case s[i-1] == '\'' || s[i-1] == '`' || s[i-1] == '|':
		return opener[len(opener)-1:]
	case opener == "**" || opener == "~~":
		return opener
	case opener == "/*":
		return "*/"
	case opener == "[[" || opener == "{{" || parameterBefore(s, i) < i:
		return "|"
	}
	return ""
}

// closes reports whether the closer of the opener is at s[p.i:].
func (p *scanner[T]) closes() bool {
	c := p.closer()
	return c != "" && p.s[p.i] == c[0] && p.head(p.i, len(c)) == c
}

// delimits reports whether b is a closer beyond doubt. The text up to b is the URI
// then, with all punctuation.
func (p *scanner[T]) delimits(b byte) bool {
	s, i := p.s, p.start
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

// maxTag is the length of the longest tag.
const maxTag = 16

// closesTag reports whether the closer of a tag is at s[p.i]: "[/name]" of BBCode, or
// the opener "{name}" again, as {code} of Jira.
func (p *scanner[T]) closesTag() bool {
	if p.s[p.i] == '{' {
		tag := string(p.s[tagBefore(p.s, p.start):p.start])
		return tag != "" && p.head(p.i, len(tag)) == tag
	}
	tag := p.head(p.i, maxTag)
	n := len("[/")
	for n < len(tag) && ascii.Letter.Has(tag[n]) {
		n++
	}
	return n > len("[/") && n < len(tag) && tag[:len("[/")] == "[/" && tag[n] == ']'
}

// tagBefore returns the start of the "{name}" before s[i:], or i without one.
func tagBefore[T ascii.Text](s T, i int) int {
	j := i - 1
	for j > 0 && i-j < maxTag && ascii.Letter.Has(s[j-1]) {
		j--
	}
	if j > 0 && j < i-1 && s[i-1] == '}' && s[j-1] == '{' {
		return j - 1
	}
	return i
}

// afterMacro reports whether a macro of AsciiDoc comes right before the URI, as in
// link:URL[label].
func (p *scanner[T]) afterMacro() bool {
	s, i := p.s, p.start
	return i > 1 && s[i-1] == ':' && (ascii.Letter.Has(s[i-2]) || s[i-2] == ':')
}

// precededBy reports whether char comes right before the URI.
func (p *scanner[T]) precededBy(char string) bool {
	i := p.start
	return i >= len(char) && string(p.s[i-len(char):i]) == char
}

// parameterBefore returns the start of the "|name=" of a MediaWiki template before
// s[end:], or end without one. Blanks may be around the name and after "=".
func parameterBefore[T ascii.Text](s T, end int) int {
	if end == 0 || s[end-1] != '=' && s[end-1] != ' ' && s[end-1] != '\t' {
		return end
	}
	low := max(0, end-maxLead)
	i := blanksBefore(s, low, end)
	if i == low || s[i-1] != '=' {
		return end
	}
	i = blanksBefore(s, low, i-1)
	for i > low && (ascii.Scheme.Has(s[i-1]) || s[i-1] == '_') {
		i--
	}
	if i = blanksBefore(s, low, i); i == low || s[i-1] != '|' {
		return end
	}
	return i - 1
}

// blanksBefore returns the start of the spaces and tabs before s[i:], but at least low.
func blanksBefore[T ascii.Text](s T, low, i int) int {
	for i > low && (s[i-1] == ' ' || s[i-1] == '\t') {
		i--
	}
	return i
}

// repeatsOpener reports whether b, at the end of the URI, is also the opener, as in
// "_http://a/b_". The opener "=" is doubled.
func (p *scanner[T]) repeatsOpener(b byte) bool {
	s, i := p.s, p.start
	switch b {
	case '_', '~', '+':
		return i > 0 && s[i-1] == b
	case '=':
		return i > 1 && s[i-1] == b && s[i-2] == b
	}
	return false
}
