package links

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// closes reports whether the closer of the opener right before the URI is at s[p.i:].
func (p *scanner[T]) closes() bool {
	switch b := p.s[p.i]; b {
	case '\'', '`':
		return p.precededBy(string(rune(b)))
	case '|': // [[URL|label]] and {{URL|label}} of DokuWiki, {{name|url=URL|...}} of MediaWiki
		return p.precededBy("|") || p.precededBy("[[") || p.precededBy("{{") || p.afterParameter()
	case '*':
		return p.precededBy("**") && p.head(p.i, 2) == "**" || p.precededBy("/*") && p.head(p.i, 2) == "*/"
	case '~':
		return p.precededBy("~~") && p.head(p.i, 2) == "~~"
	}
	return false
}

// delimits reports whether b, after the URI, is its closer beyond doubt. Then the punctuation
// before b is part of the URI.
func (p *scanner[T]) delimits(b byte) bool {
	switch b {
	case '`':
		return p.precededBy("`")
	case '\'':
		return p.precededBy("'") && !p.precededBy("''") // italics of MediaWiki
	}
	return b == ')' && p.precededBy("](") // [text](URL) of Markdown
}

// maxTag is the length of the longest tag.
const maxTag = 16

// closesTag reports whether the closer of a tag is at s[p.i]: "[/name]" of BBCode, or
// the opener "{name}" again, as {code} of Jira.
func (p *scanner[T]) closesTag() bool {
	if p.s[p.i] == '{' {
		before := string(p.s[max(0, p.start-maxTag):p.start])
		tag := before[max(0, strings.LastIndexByte(before, '{')):]
		return len(tag) > len("{}") && tag[0] == '{' && tag[len(tag)-1] == '}' &&
			ascii.All(tag[1:len(tag)-1], ascii.Letter) && p.head(p.i, len(tag)) == tag
	}
	tag := p.head(p.i, maxTag)
	n := len("[/")
	for n < len(tag) && ascii.Letter.Has(tag[n]) {
		n++
	}
	return n > len("[/") && n < len(tag) && tag[:len("[/")] == "[/" && tag[n] == ']'
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

// afterParameter reports whether the "|name=" of a MediaWiki template comes right before
// the URI. Blanks may be around the name and after "=".
func (p *scanner[T]) afterParameter() bool {
	const blanks = " \t"
	before := strings.TrimRight(string(p.s[max(0, p.start-maxLead):p.start]), blanks)
	name, ok := strings.CutSuffix(before, "=")
	name = strings.TrimRight(name, blanks)
	for ok && name != "" && (ascii.Scheme.Has(name[len(name)-1]) || name[len(name)-1] == '_') {
		name = name[:len(name)-1]
	}
	return ok && strings.HasSuffix(strings.TrimRight(name, blanks), "|")
}

// repeatsOpener reports whether b, at the end of the URI, is also the opener, as in
// "_http://a/b_". The opener "=" is doubled.
func (p *scanner[T]) repeatsOpener(b byte) bool {
	switch b {
	case '_', '~', '+':
		return p.start > 0 && p.s[p.start-1] == b
	}
	return b == '=' && p.precededBy("==")
}
