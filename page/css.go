package page

import (
	"iter"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// CSS yields the references in a stylesheet or in the value of a style attribute, in their order and with
// their escapes decoded, by the tokens of CSS Syntax Level 3:
//
//   - url(a.png) and url("a.png"),
//   - src("a.png") (CSS Values),
//   - @import "a.css" (CSS Cascade), and
//   - the strings of image-set("a.png" 1x, "b.png" 2x), also of -webkit-image-set (CSS Images).
//
// The names in @namespace are no references. CSS does not ask whether a rule applies: an @import after other
// rules, a url() in @supports or in a custom property are yielded too. Other strings are not, and neither are
// bad tokens: url(a b), or a string with a line break. An invalid byte of UTF-8 is U+FFFD.
func CSS(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for c := (stylesheet{s: text}); c.i < len(c.s); {
			if reference, ok := c.token(); ok && !yield(reference) {
				return
			}
		}
	}
}

// A stylesheet is a text of CSS, and the place of the next token in it.
type stylesheet struct {
	s      string
	i      int    // the start of the next token
	blocks []byte // of each open block the byte that ends it, or imageSet
	// namespace is 0, except in the prelude of an @namespace: there it is one more than the
	// number of open blocks at its start.
	namespace int
	// expect reports whether a string is a reference if it comes next, after white space and
	// comments.
	expect bool
}

// imageSet is the block of an image-set function, which ")" ends.
const imageSet = 1

// token consumes a token, and returns the reference in it (CSS Syntax, "consume a token").
func (c *stylesheet) token() (reference string, ok bool) {
	expected := c.expect
	c.expect = false
	switch b := c.s[c.i]; {
	case isSpace(b):
		c.i++
		c.expect = expected
	case strings.HasPrefix(c.s[c.i:], "/*"):
		c.comment()
		c.expect = expected
	case b == '"' || b == '\'':
		text, good := c.quoted()
		return text, good && expected && c.namespace == 0
	case c.isDigit(c.i):
		c.numeric()
	case c.startsIdent(c.i):
		return c.identLike()
	case b == '@' && c.startsIdent(c.i+1):
		c.i++
		c.atKeyword(c.name())
	case b == '#' && (c.isName(c.i+1) || c.escapes(c.i+1)):
		c.i++
		c.name()
	case strings.HasPrefix(c.s[c.i:], "<!--"):
		c.i += len("<!--")
	default:
		c.i++
		c.delimiter(b)
	}
	return "", false
}

// comment consumes a comment.
func (c *stylesheet) comment() {
	body := c.s[c.i+len("/*"):]
	if end := strings.Index(body, "*/"); end >= 0 {
		c.i += len("/*") + end + len("*/")
	} else {
		c.i = len(c.s)
	}
}

// delimiter opens and closes blocks, and notes where an @namespace ends and where a string of an
// image-set may follow.
func (c *stylesheet) delimiter(b byte) {
	n := len(c.blocks)
	switch b {
	case '(':
		c.blocks = append(c.blocks, ')')
	case '[':
		c.blocks = append(c.blocks, ']')
	case '{':
		c.endNamespace()
		c.blocks = append(c.blocks, '}')
	case ';':
		c.endNamespace()
	case ',':
		c.expect = n > 0 && c.blocks[n-1] == imageSet
	case ')', ']', '}':
		if n > 0 && (c.blocks[n-1] == b || b == ')' && c.blocks[n-1] == imageSet) { // another one is ignored in its block
			c.blocks = c.blocks[:n-1]
			if c.namespace > n {
				c.namespace = 0
			}
		}
	}
}

// endNamespace ends the prelude of an @namespace that began in the innermost block.
func (c *stylesheet) endNamespace() {
	if c.namespace == len(c.blocks)+1 {
		c.namespace = 0
	}
}

// atKeyword notes what follows an at-keyword.
func (c *stylesheet) atKeyword(name string) {
	switch {
	case equalFold(name, "import"):
		c.expect = true
	case equalFold(name, "namespace") && c.namespace == 0:
		c.namespace = len(c.blocks) + 1
	}
}

// identLike consumes an identifier, the start of a function or a url token ("consume an
// ident-like token"), and returns the reference in it.
func (c *stylesheet) identLike() (reference string, ok bool) {
	name := c.name()
	if c.i == len(c.s) || c.s[c.i] != '(' {
		return "", false
	}
	c.i++
	block := byte(')')
	switch {
	case equalFold(name, "url"):
		next := strings.TrimLeft(c.s[c.i:], space)
		if next == "" || next[0] != '"' && next[0] != '\'' {
			text, good := c.url()
			return text, good && c.namespace == 0
		}
		c.expect = true
	case equalFold(name, "src"):
		c.expect = true
	case equalFold(name, "image-set"), equalFold(name, "-webkit-image-set"):
		c.expect, block = true, imageSet
	}
	c.blocks = append(c.blocks, block)
	return "", false
}

// url consumes the rest of a url token after "url(" ("consume a url token").
func (c *stylesheet) url() (text string, ok bool) {
	c.skipSpace()
	start := c.i
	for c.i < len(c.s) {
		switch b := c.s[c.i]; {
		case b == ')':
			c.i++
			return decodeCSS(c.s[start : c.i-1]), true
		case isSpace(b):
			end := c.i
			c.skipSpace()
			if c.i < len(c.s) && c.s[c.i] != ')' {
				c.badURL()
				return "", false
			}
			c.i = min(c.i+1, len(c.s))
			return decodeCSS(c.s[start:end]), true
		case c.escapes(c.i):
			c.escape()
		case b == '"' || b == '\'' || b == '(' || b == '\\' || b < ' ' && b != 0 || b == 0x7F:
			c.badURL()
			return "", false
		default:
			c.i++
		}
	}
	return decodeCSS(c.s[start:]), true
}

// badURL consumes the rest of a bad url token ("consume the remnants of a bad url").
func (c *stylesheet) badURL() {
	for c.i < len(c.s) {
		switch {
		case c.escapes(c.i):
			c.escape()
		case c.s[c.i] == ')':
			c.i++
			return
		default:
			c.i++
		}
	}
}

// quoted consumes a string ("consume a string token"). It is false at a line break: that is a bad
// string.
func (c *stylesheet) quoted() (text string, ok bool) {
	quote := c.s[c.i]
	c.i++
	start := c.i
	for c.i < len(c.s) {
		switch b := c.s[c.i]; {
		case b == quote:
			c.i++
			return decodeCSS(c.s[start : c.i-1]), true
		case isNewline(b):
			return "", false
		case b == '\\' && c.i+1 == len(c.s):
			c.i++
			return decodeCSS(c.s[start : c.i-1]), true
		case b == '\\' && isNewline(c.s[c.i+1]):
			c.i += len(`\`) + newline(c.s[c.i+1:])
		case b == '\\':
			c.escape()
		default:
			c.i++
		}
	}
	return decodeCSS(c.s[start:]), true
}

// numeric consumes digits with a unit. Signs, fractions and exponents are no steps of their own: a
// sign and a "." are read as delimiters, an exponent as a unit. They end at the same place.
func (c *stylesheet) numeric() {
	for c.isDigit(c.i) {
		c.i++
	}
	if c.startsIdent(c.i) {
		c.name()
	}
}

func (c *stylesheet) isDigit(i int) bool { return i < len(c.s) && ascii.Digit.Has(c.s[i]) }

// startsIdent reports whether an identifier begins at s[i] ("check if three code points would start
// an ident sequence").
func (c *stylesheet) startsIdent(i int) bool {
	if i < len(c.s) && c.s[i] == '-' {
		i++
		if i < len(c.s) && c.s[i] == '-' {
			return true
		}
	}
	return c.isName(i) && !ascii.Digit.Has(c.s[i]) && c.s[i] != '-' || c.escapes(i)
}

// isName reports whether s[i] is an ident code point. U+0000 is one, because it stands for U+FFFD.
func (c *stylesheet) isName(i int) bool {
	if i >= len(c.s) {
		return false
	}
	b := c.s[i]
	return (ascii.Letter | ascii.Digit).Has(b) || b == '-' || b == '_' || b == 0 || b >= utf8.RuneSelf
}

// name consumes an ident sequence and returns it decoded ("consume an ident sequence").
func (c *stylesheet) name() string {
	start := c.i
	for {
		switch {
		case c.isName(c.i):
			c.i++
		case c.escapes(c.i):
			c.escape()
		default:
			return decodeCSS(c.s[start:c.i])
		}
	}
}

// escapes reports whether an escape begins at s[i] ("check if two code points are a valid escape").
func (c *stylesheet) escapes(i int) bool {
	return i < len(c.s) && c.s[i] == '\\' && (i+1 == len(c.s) || !isNewline(c.s[i+1]))
}

// escape consumes an escape.
func (c *stylesheet) escape() {
	_, n := escaped(c.s[c.i+1:])
	c.i += len(`\`) + n
}

// escaped returns the code point of an escape, and its length after the "\" ("consume an escaped
// code point").
func escaped(s string) (r rune, n int) {
	for n < min(len(s), 6) && ascii.Hex.Has(s[n]) {
		r = r<<4 | rune(ascii.Unhex(s[n]))
		n++
	}
	switch {
	case n == 0:
		r, n = utf8.DecodeRuneInString(s)
	case n < len(s) && isNewline(s[n]):
		n += newline(s[n:])
	case n < len(s) && isSpace(s[n]):
		n++
	}
	if r == 0 || !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	return r, n
}

// decodeCSS returns s with its escapes decoded, without its escaped line breaks, and with U+FFFD for U+0000
// and for each invalid byte of UTF-8.
func decodeCSS(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) {
		return s
	}
	b := make([]byte, 0, len(s)+len("\uFFFD"))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\\' && i+1 < len(s) && isNewline(s[i+1]):
			i += n + newline(s[i+1:])
			continue
		case r == '\\':
			i++
			r, n = escaped(s[i:])
		case r == 0:
			r = utf8.RuneError
		}
		b = utf8.AppendRune(b, r)
		i += n
	}
	return string(b)
}

func (c *stylesheet) skipSpace() {
	for c.i < len(c.s) && isSpace(c.s[c.i]) {
		c.i++
	}
}

// isNewline reports whether b is a newline, or is made one.
func isNewline(b byte) bool { return b == '\n' || b == '\r' || b == '\f' }

// newline returns the length of the newline at the start of s: CR LF is one newline.
func newline(s string) int {
	if strings.HasPrefix(s, "\r\n") {
		return len("\r\n")
	}
	return 1
}
