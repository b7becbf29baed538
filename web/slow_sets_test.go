package web

import "fmt"

// The sets of code points of the slow twin, as the Infra Standard and sections
// 1.2, 1.3, 3.2 and 4.3 of the URL Standard list them.

func slowASCIIDigit(c rune) bool        { return c >= '0' && c <= '9' }
func slowASCIIAlpha(c rune) bool        { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
func slowASCIIAlphanumeric(c rune) bool { return slowASCIIDigit(c) || slowASCIIAlpha(c) }
func slowC0Control(c rune) bool         { return c >= 0 && c <= 0x1F }
func slowC0ControlOrSpace(c rune) bool  { return slowC0Control(c) || c == ' ' }
func slowTabOrNewline(c rune) bool      { return c == '\t' || c == '\n' || c == '\r' }

func slowASCIIHexDigit(c rune) bool {
	return slowASCIIDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

func slowLower(c rune) rune {
	if c >= 'A' && c <= 'Z' {
		return c + 0x20
	}
	return c
}

// slowURLCodePoint reports whether c is a URL code point (4.3).
func slowURLCodePoint(c rune) bool {
	if slowASCIIAlphanumeric(c) {
		return true
	}
	switch c {
	case '!', '$', '&', '\'', '(', ')', '*', '+', ',', '-', '.', '/', ':', ';', '=', '?', '@', '_', '~':
		return true
	}
	if c < 0xA0 || c > 0x10FFFD {
		return false
	}
	surrogate := c >= 0xD800 && c <= 0xDFFF
	noncharacter := c >= 0xFDD0 && c <= 0xFDEF || c&0xFFFF == 0xFFFE || c&0xFFFF == 0xFFFF
	return !surrogate && !noncharacter
}

// slowForbiddenHost reports whether c is a forbidden host code point (3.2).
func slowForbiddenHost(c rune) bool {
	switch c {
	case 0, '\t', '\n', '\r', ' ', '#', '/', ':', '<', '>', '?', '@', '[', '\\', ']', '^', '|':
		return true
	}
	return false
}

// slowForbiddenDomain reports whether c is a forbidden domain code point (3.2).
func slowForbiddenDomain(c rune) bool {
	return slowForbiddenHost(c) || slowC0Control(c) || c == '%' || c == 0x7F
}

// The percent-encode sets (1.3).

func slowC0ControlSet(c rune) bool { return slowC0Control(c) || c > '~' }

func slowFragmentSet(c rune) bool {
	return slowC0ControlSet(c) || c == ' ' || c == '"' || c == '<' || c == '>' || c == '`'
}

func slowQuerySet(c rune) bool {
	return slowC0ControlSet(c) || c == ' ' || c == '"' || c == '#' || c == '<' || c == '>'
}

func slowSpecialQuerySet(c rune) bool { return slowQuerySet(c) || c == '\'' }

func slowPathSet(c rune) bool {
	return slowQuerySet(c) || c == '?' || c == '^' || c == '`' || c == '{' || c == '}'
}

func slowUserinfoSet(c rune) bool {
	return slowPathSet(c) || c == '/' || c == ':' || c == ';' || c == '=' || c == '@' ||
		c >= '[' && c <= ']' || c == '|'
}

// slowPercentEncode is UTF-8 percent-encode (1.3) of one code point.
func slowPercentEncode(c rune, set func(rune) bool) string {
	if !set(c) {
		return string(c)
	}
	var output string
	for _, b := range []byte(string(c)) {
		output += fmt.Sprintf("%%%02X", b)
	}
	return output
}

// slowPercentEncodeByte gives one byte of "percent-encode after encoding" (1.3).
func slowPercentEncodeByte(b byte, set func(rune) bool) string {
	if !set(rune(b)) {
		return string(rune(b))
	}
	return fmt.Sprintf("%%%02X", b)
}

// slowPercentDecode is percent-decode (1.3).
func slowPercentDecode(input []byte) []byte {
	var output []byte
	for i := 0; i < len(input); i++ {
		if input[i] != '%' || i+2 >= len(input) ||
			!slowASCIIHexDigit(rune(input[i+1])) || !slowASCIIHexDigit(rune(input[i+2])) {
			output = append(output, input[i])
			continue
		}
		output = append(output, byte(slowHex(rune(input[i+1]))<<4|slowHex(rune(input[i+2]))))
		i += 2
	}
	return output
}

// slowHex is the value of an ASCII hex digit.
func slowHex(c rune) int {
	switch {
	case slowASCIIDigit(c):
		return int(c - '0')
	case c >= 'a':
		return int(c-'a') + 10
	}
	return int(c-'A') + 10
}
