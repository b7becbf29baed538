package links

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A token is an escape of a format: of Markdown, JSON, a string, troff or a terminal. A "\" that begins none
// is part of a URI as people write it. RULES.md lists the tokens.
type token struct {
	n    int  // its length in bytes; 0: there is none
	char byte // the character that it stands for; 0: it is nothing, or it ends a URI
	ends bool
}

// glyphs are the special characters of troff, each with the character that stands for it in the font of
// the device ascii (groff 1.22.4, font/devascii/R): punctuation in [inURI] or [inText], except quotation marks and "\".
const glyphs = "sh#Do$***pl+hy-mi-en-sl/f//eq=at@lB[rB]a^^ha^ru_ul_lC{ba|or|bv|br|rC}a~~ap~ti~"

// fonts are the first letters of fonts after "\f" in troff.
const fonts = "BIRPCS1234([*"

// maxToken is the length of the longest token.
const maxToken = 24

// token returns the token that the "\" at s[i] begins.
func (in *input[T]) token(i int) token {
	text := in.head(i, maxToken)
	if len(text) < 2 {
		return token{}
	}
	b, after := text[1], text[2:]
	switch {
	case b == '/': // as most are in JSON
		return token{n: 2, char: b}
	case b == '(' && in.hasPartner(i+2):
		return token{n: 2, char: '('}
	case b == '(' || b == '[':
		if n := nameLength(text[1:]); n > 0 {
			return glyph(strings.Trim(text[2:n+1], "]"), n+1)
		}
	case b == '*' && after != "":
		n := nameLength(after)
		switch {
		case after[0] == ':':
			return token{n: 3}
		case n > 0:
			return token{n: n + 2, ends: true}
		}
	case b == ':' && after != "" && !in.portBegins(i), b == '&' && (after == "" || after[0] == '.' || table[after[0]]&(inURI|inText) == 0):
		return token{n: 2}
	case b == 'f' && after != "" && strings.IndexByte(fonts, after[0]) >= 0:
		return token{n: 2 + max(1, nameLength(after)), ends: true}
	case b == 'e' && after != "" && (after[0] == '[' || after[0] == ']'):
		return token{n: 2, ends: true}
	}
	if n, _ := controlEscape(text); n > 0 {
		return token{n: n, ends: true}
	}
	switch {
	case isStringEscape(b):
		if r, _ := utf8.DecodeRuneInString(after); !unicode.IsLetter(r) && !unicode.IsDigit(r) || webBegins(after) {
			return token{n: 2, ends: true}
		}
	case isEscapable(b) && !ascii.Escaped(text, 1):
		return token{n: 2, char: b, ends: b == '"' || b == '<' || b == '>'}
	}
	return token{}
}

// nameLength returns the length of the name of a special character or string of troff at the start of s: "(" and
// two characters, "[name]", or a letter or digit. It is 0 without a name.
func nameLength(s string) int {
	isGraphic := func(b byte) bool { return '!' <= b && b <= '~' && b != '\\' && b != '[' && b != ']' }
	switch {
	case s == "":
	case s[0] == '(' && len(s) > 2 && isGraphic(s[1]) && isGraphic(s[2]):
		return 3
	case s[0] == '[':
		n := 1
		for n <= 20 && n < len(s) && isGraphic(s[n]) {
			n++
		}
		if n > 1 && n < len(s) && s[n] == ']' {
			return n + 1
		}
	case (ascii.Letter | ascii.Digit).Has(s[0]):
		return 1
	}
	return 0
}

// glyph returns the token of n bytes for the special character name of troff: one of [glyphs], or "u" and the
// number of a character.
func glyph(name string, n int) token {
	for i := 0; i < len(glyphs); i += len("ti~") {
		if glyphs[i:i+len("ti")] == name {
			return token{n: n, char: glyphs[i+len("ti")]}
		}
	}
	if code, err := strconv.ParseUint(strings.TrimPrefix(name, "u"), 16, 8); err == nil && name[0] == 'u' && len(name) == 5 &&
		table[code]&(inURI|inText) != 0 && code != '\\' && code != '`' && code != '\'' {
		return token{n: n, char: byte(code)}
	}
	return token{n: n, ends: true}
}

// portBegins reports whether a digit follows the "\:" at s[i:] and a letter, a digit or "]" is before it.
func (in *input[T]) portBegins(i int) bool {
	return ascii.Digit.Has(in.s[i+2]) && i > 0 && ((ascii.Letter | ascii.Digit).Has(in.s[i-1]) || in.s[i-1] == ']')
}

// endsAt reports whether a token at s[i:] ends a URI and is no escape of punctuation.
func (in *input[T]) endsAt(i int) bool {
	t := in.token(i)
	return t.ends && t.char == 0
}

// hasPartner reports whether a "\)" follows s[i:] in its line.
func (in *input[T]) hasPartner(i int) bool {
	near := in.s[i:min(i+maxNested, len(in.s))]
	in.has(i, maxNested)
	for j := ascii.Index(near, 0, ')'); j >= 0; j = ascii.Index(near, j+1, ')') {
		if j > 0 && near[j-1] == '\\' {
			return ascii.Index(near[:j], 0, '\n') < 0 && ascii.Index(near[:j], 0, '\r') < 0
		}
	}
	return false
}

// isEscapable reports whether a "\" before b is an escape of Markdown or JSON: b is
// punctuation.
func isEscapable(b byte) bool {
	return '!' <= b && b <= '~' && !ascii.Letter.Has(b) && !ascii.Digit.Has(b)
}

// isStringEscape reports whether "\" and b are the escape of a control character in
// strings of C, JSON and JavaScript.
func isStringEscape(b byte) bool { return strings.IndexByte("nrtabfv0", b) >= 0 }

// isSpaceEscape reports whether "\" and b are the escape of a line break or a tab in a string.
func isSpaceEscape(b byte) bool { return b == 'n' || b == 'r' || b == 't' }

// controlEscape returns the length of the escape of a control character in digits at the start of s, or 0, and the character.
func controlEscape(s string) (n int, code byte) {
	base := byte(16)
	switch {
	case len(s) >= len(`\033`) && (s[1] == '0' || s[1] == '1'):
		n, base = 4, 8
	case len(s) >= len(`\x1b`) && s[1] == 'x':
		n = 4
	case len(s) >= len(`\u001b`) && s[1:4] == "u00":
		n = 6
	default:
		return 0, 0
	}
	high, low := ascii.Unhex(s[n-2]), ascii.Unhex(s[n-1])
	if !ascii.Hex.Has(s[n-2]) || !ascii.Hex.Has(s[n-1]) || max(high, low) >= base {
		return 0, 0
	}
	if code = high*base + low; base == 8 {
		code += (s[1] - '0') << 6
	}
	if code >= ' ' && code != 0x7F {
		return 0, 0
	}
	return n, code
}

// webBegins reports whether a URL of the web begins at the start of s.
func webBegins(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "ftp://")
}

// tokenBefore returns the end of a token that begins at or before s[i-1], is no character, and ends in s[i:end].
// It returns i without one.
func (in *input[T]) tokenBefore(i, end int) int {
	for j := i - 1; j >= max(0, i-3); j-- {
		if in.s[j] == '\\' {
			if t := in.token(j); t.char == 0 && j+t.n > i && j+t.n <= end {
				return j + t.n
			}
		}
	}
	return i
}

// withoutTokens returns s with the characters that its tokens stand for.
func withoutTokens(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	in := input[string]{s: s}
	b := make([]byte, 0, len(s))
	from := 0
	for ; i < len(s); i = ascii.IndexOrEnd(s, i, '\\') {
		t := in.token(i)
		switch {
		case t.n == 0 || t.ends && t.char == 0:
			i++
			continue
		case t.char == 0:
			b = append(b, s[from:i]...)
		default:
			b = append(append(b, s[from:i]...), t.char)
		}
		i += t.n
		from = i
	}
	return string(append(b, s[from:]...))
}

// closesString reports whether a quotation mark is at s[i:], or after a letter of an escape there.
// In a string within strings many "\" are before it.
func (p *scanner[T]) closesString(i int) bool {
	if p.has(i, 1) && isSpaceEscape(p.s[i]) {
		for i++; p.has(i, 1) && p.s[i] == '\\'; i++ {
		}
	}
	return p.has(i, 1) && strings.IndexByte("\"'`", p.s[i]) >= 0
}
