package links

import (
	"math/bits"
	"strings"

	"example.com/uri/internal/ascii"
)

// openers are the openers and their closers, with texts in RULES.md. The first row that fits decides.
var openers = [...]struct {
	opener, closer string
	at             place
}{
	{"``", "''", anywhere}, // TeX
	{"''", "'", anywhere},  // italics of MediaWiki
	{"'", "'", verbatim},
	{"`", "`", verbatim},
	{"](", ")", verbatim}, // [text](URL) of Markdown
	{"|", "|", anywhere},
	{"[[", "|", anywhere},
	{"{{", "|", anywhere},
	{"[", "|", anywhere}, // [URL|label] of Jira
	{"!", "|", anywhere}, // !URL|width=300! of Jira
	{"**", "**", anywhere},
	{"~~", "~~", anywhere},
	{"/*", "*/", anywhere},
	{"]8;;", `\a`, anywhere}, // the beginning of a link in a terminal
	{"//", "//", atEnd},
	{"_", "_", atEnd},
	{"~", "~", atEnd},
	{"+", "+", atEnd},
	{"==", "=", atEnd},
}

// A place says where a closer ends the URI.
type place uint8

const (
	anywhere place = iota // at its first place
	verbatim              // the same, and punctuation before it is part of the URI
	atEnd                 // only as the last characters of the URI
)

// closerRows and lastRows find the rows of openers by one byte of their closers, as bits: by the
// first byte, and by the last byte if the closers close only at the end of a URI.
var closerRows, lastRows = func() (first, end [256]uint32) {
	for r, row := range openers {
		if row.at == atEnd {
			end[row.closer[len(row.closer)-1]] |= 1 << r
		} else {
			first[row.closer[0]] |= 1 << r
		}
	}
	return first, end
}()

// closer returns the closer at s[i:] of the opener before the URI, and whether it is [verbatim].
func (p *scanner[T]) closer(i int) (closer string, isVerbatim bool) {
	for rows := closerRows[p.s[i]]; rows != 0; rows &= rows - 1 {
		row := &openers[bits.TrailingZeros32(rows)]
		if p.precededBy(row.opener) && p.head(i, len(row.closer)) == row.closer {
			return row.closer, row.at == verbatim
		}
	}
	return "", false
}

// closes reports whether the closer of the opener before the URI is at s[p.i:].
func (p *scanner[T]) closes() bool {
	closer, _ := p.closer(p.i)
	return closer != "" || p.s[p.i] == '|' && p.afterParameter()
}

// closerBefore returns the length of the closer that ends at s[end] and closes only at the end of a URI.
func (p *scanner[T]) closerBefore(end int) int {
	for rows := lastRows[p.s[end-1]]; rows != 0; rows &= rows - 1 {
		row := &openers[bits.TrailingZeros32(rows)]
		if n := len(row.closer); end-n >= p.first && p.precededBy(row.opener) && string(p.s[end-n:end]) == row.closer {
			return n
		}
	}
	return 0
}

// maxTag is the length of the longest closing tag.
const maxTag = 16

// closesTag reports whether the closer of a tag is at s[p.i]: "[/name]" of BBCode, or
// "{name}" after the opener "{name}" or "{name:...}" of Jira.
func (p *scanner[T]) closesTag() bool {
	tag := p.head(p.i, maxTag)
	n := 1
	if tag[0] == '[' && len(tag) > 1 && tag[1] == '/' {
		n = len("[/")
	}
	name := n
	for n < len(tag) && ascii.Letter.Has(tag[n]) {
		n++
	}
	if n == name || n == len(tag) {
		return false
	}
	if tag[0] == '[' {
		return name > 1 && tag[n] == ']'
	}
	before := string(p.s[max(0, p.start-maxLead):p.start])
	opener := before[max(0, strings.LastIndexByte(before, '{')):]
	rest, ok := strings.CutPrefix(opener, tag[:n])
	return ok && tag[n] == '}' && strings.HasSuffix(rest, "}") && (rest == "}" || rest[0] == ':')
}

// afterMacro reports whether a macro of AsciiDoc precedes the URI, as in link:URL[label].
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
