package page

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A token is a token of CSS Syntax Level 3, section 4. kind is the name of the section on tokenization without
// "-token", or a delimiter.
type token struct{ kind, value string }

// A tokenizer is the tokenizer of CSS Syntax Level 3, 4.3. Its input is preprocessed (3.3).
type tokenizer struct {
	code []rune
	i    int // the next input code point
}

const eof = rune(-1)

// preprocess is "preprocessing the input stream" (3.3), after "decode".
func preprocess(s string) (code []rune) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		code = append(code, r)
		i += n
	}
	text := strings.ReplaceAll(string(code), "\r\n", "\n")
	return []rune(strings.NewReplacer("\r", "\n", "\f", "\n", "\x00", "\uFFFD").Replace(text))
}

func (z *tokenizer) peek(n int) rune {
	if z.i+n < len(z.code) {
		return z.code[z.i+n]
	}
	return eof
}

func (z *tokenizer) next() rune {
	r := z.peek(0)
	z.i++
	return r
}

func isOneOf(r rune, chars string) bool { return r >= 0 && strings.ContainsRune(chars, r) }

func isIdentStart(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 || r == '_'
}

func isIdent(r rune) bool { return isIdentStart(r) || isOneOf(r, "0123456789-") }

func validEscape(first, second rune) bool { return first == '\\' && second != '\n' }

func wouldStartIdent(a, b, c rune) bool {
	switch {
	case a == '-':
		return isIdentStart(b) || b == '-' || validEscape(b, c)
	case isIdentStart(a):
		return true
	case a == '\\':
		return validEscape(a, b)
	}
	return false
}

func wouldStartNumber(a, b, c rune) bool {
	const digit = "0123456789"
	switch {
	case a == '+' || a == '-':
		return isOneOf(b, digit) || b == '.' && isOneOf(c, digit)
	case a == '.':
		return isOneOf(b, digit)
	}
	return isOneOf(a, digit)
}

// consumeToken is 4.3.1.
func (z *tokenizer) consumeToken() token {
	for z.peek(0) == '/' && z.peek(1) == '*' {
		z.i += 2
		for z.peek(0) != eof && !(z.peek(0) == '*' && z.peek(1) == '/') {
			z.i++
		}
		z.i = min(z.i+2, len(z.code))
	}
	r := z.next()
	switch {
	case r == eof:
		return token{"EOF", ""}
	case isOneOf(r, "\n\t "):
		for isOneOf(z.peek(0), "\n\t ") {
			z.i++
		}
		return token{"whitespace", ""}
	case r == '"' || r == '\'':
		return z.consumeString(r)
	case r == '#' && (isIdent(z.peek(0)) || validEscape(z.peek(0), z.peek(1))):
		return token{"hash", z.consumeIdentSequence()}
	case wouldStartNumber(r, z.peek(0), z.peek(1)):
		z.i--
		return z.consumeNumeric()
	case r == '-' && z.peek(0) == '-' && z.peek(1) == '>':
		z.i += 2
		return token{"CDC", ""}
	case r == '<' && z.peek(0) == '!' && z.peek(1) == '-' && z.peek(2) == '-':
		z.i += 3
		return token{"CDO", ""}
	case r == '@' && wouldStartIdent(z.peek(0), z.peek(1), z.peek(2)):
		return token{"at-keyword", z.consumeIdentSequence()}
	case wouldStartIdent(r, z.peek(0), z.peek(1)):
		z.i--
		return z.consumeIdentLike()
	}
	return token{string(r), ""}
}

// consumeString is 4.3.5.
func (z *tokenizer) consumeString(ending rune) token {
	value := ""
	for {
		switch r := z.next(); {
		case r == ending || r == eof:
			return token{"string", value}
		case r == '\n':
			z.i--
			return token{"bad-string", ""}
		case r == '\\' && z.peek(0) == eof:
		case r == '\\' && z.peek(0) == '\n':
			z.i++
		case r == '\\':
			value += string(z.consumeEscaped())
		default:
			value += string(r)
		}
	}
}

// consumeEscaped is 4.3.7.
func (z *tokenizer) consumeEscaped() rune {
	const hex = "0123456789abcdefABCDEF"
	r := z.next()
	switch {
	case r == eof:
		return '\uFFFD'
	case isOneOf(r, hex):
		number := rune(0)
		for n := 0; n < 6; n++ {
			number = number*16 + rune(strings.IndexRune("0123456789abcdef", []rune(strings.ToLower(string(r)))[0]))
			if n == 5 || !isOneOf(z.peek(0), hex) {
				break
			}
			r = z.next()
		}
		if isOneOf(z.peek(0), "\n\t ") {
			z.i++
		}
		if number == 0 || number >= 0xD800 && number <= 0xDFFF || number > 0x10FFFF {
			return '\uFFFD'
		}
		return number
	}
	return r
}

// consumeIdentSequence is 4.3.11.
func (z *tokenizer) consumeIdentSequence() (result string) {
	for {
		switch r := z.next(); {
		case isIdent(r):
			result += string(r)
		case validEscape(r, z.peek(0)):
			result += string(z.consumeEscaped())
		default:
			z.i--
			return result
		}
	}
}

// consumeNumeric is 4.3.3, with 4.3.12.
func (z *tokenizer) consumeNumeric() token {
	const digit = "0123456789"
	skip := func() {
		for isOneOf(z.peek(0), digit) {
			z.i++
		}
	}
	if isOneOf(z.peek(0), "+-") {
		z.i++
	}
	skip()
	if z.peek(0) == '.' && isOneOf(z.peek(1), digit) {
		z.i += 2
		skip()
	}
	if isOneOf(z.peek(0), "eE") && (isOneOf(z.peek(1), digit) || isOneOf(z.peek(1), "+-") && isOneOf(z.peek(2), digit)) {
		z.i += 2
		skip()
	}
	switch {
	case wouldStartIdent(z.peek(0), z.peek(1), z.peek(2)):
		return token{"dimension", z.consumeIdentSequence()}
	case z.peek(0) == '%':
		z.i++
		return token{"percentage", ""}
	}
	return token{"number", ""}
}

// consumeIdentLike is 4.3.4.
func (z *tokenizer) consumeIdentLike() token {
	name := z.consumeIdentSequence()
	if z.peek(0) != '(' {
		return token{"ident", name}
	}
	z.i++
	if slowLower(name) != "url" {
		return token{"function", name}
	}
	for isOneOf(z.peek(0), "\n\t ") && isOneOf(z.peek(1), "\n\t ") {
		z.i++
	}
	if isOneOf(z.peek(0), `"'`) || isOneOf(z.peek(0), "\n\t ") && isOneOf(z.peek(1), `"'`) {
		return token{"function", name}
	}
	return z.consumeURL()
}

// consumeURL is 4.3.6.
func (z *tokenizer) consumeURL() token {
	value := ""
	for isOneOf(z.peek(0), "\n\t ") {
		z.i++
	}
	for {
		switch r := z.next(); {
		case r == ')' || r == eof:
			return token{"url", value}
		case isOneOf(r, "\n\t "):
			for isOneOf(z.peek(0), "\n\t ") {
				z.i++
			}
			if z.peek(0) == ')' || z.peek(0) == eof {
				z.i++
				return token{"url", value}
			}
			return z.consumeBadURL()
		case isOneOf(r, `"'(`), r >= 0 && r <= 8, r == 0xB, r >= 0xE && r <= 0x1F, r == 0x7F:
			return z.consumeBadURL()
		case r == '\\' && validEscape(r, z.peek(0)):
			value += string(z.consumeEscaped())
		case r == '\\':
			return z.consumeBadURL()
		default:
			value += string(r)
		}
	}
}

// consumeBadURL is 4.3.14.
func (z *tokenizer) consumeBadURL() token {
	for {
		switch r := z.next(); {
		case r == ')' || r == eof:
			return token{"bad-url", ""}
		case validEscape(r, z.peek(0)):
			z.consumeEscaped()
		}
	}
}

// slowTokens returns all tokens except white space.
func slowTokens(s string) (tokens []token) {
	z := &tokenizer{preprocess(s), 0}
	for {
		switch t := z.consumeToken(); t.kind {
		case "EOF":
			return tokens
		case "whitespace":
		default:
			tokens = append(tokens, t)
		}
	}
}

// slowCSS returns the references in the tokens.
func slowCSS(s string) (references []string) {
	tokens := slowTokens(s)
	var open []string // the opening token of each block: a delimiter, or the name of a function
	namespace := -1   // how many blocks were open where the prelude of an @namespace began
	for i, t := range tokens {
		before := token{}
		if i > 0 {
			before = tokens[i-1]
		}
		in := ""
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		closes := map[string]string{")": "(", "]": "[", "}": "{"}
		switch t.kind {
		case "url":
			if namespace < 0 {
				references = append(references, t.value)
			}
		case "string":
			name := slowLower(before.value)
			if namespace < 0 && (before.kind == "at-keyword" && name == "import" || before.kind == "," && strings.HasSuffix(in, "image-set") ||
				before.kind == "function" && slices.Contains([]string{"url", "src", "image-set", "-webkit-image-set"}, name)) {
				references = append(references, t.value)
			}
		case "at-keyword":
			if slowLower(t.value) == "namespace" && namespace < 0 {
				namespace = len(open)
			}
		case "function":
			name := "("
			if f := slowLower(t.value); f == "image-set" || f == "-webkit-image-set" {
				name = f
			}
			open = append(open, name)
		case "(", "[", "{":
			if t.kind == "{" && namespace == len(open) {
				namespace = -1
			}
			open = append(open, t.kind)
		case ";":
			if namespace == len(open) {
				namespace = -1
			}
		case ")", "]", "}":
			if in == closes[t.kind] || t.kind == ")" && strings.HasSuffix(in, "image-set") {
				open = open[:len(open)-1]
				if namespace > len(open) {
					namespace = -1
				}
			}
		}
	}
	return references
}
