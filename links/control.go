package links

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A control sequence sets a color, moves the cursor, or begins or ends a link in a terminal (ECMA-48, 5.4 and 8.3.89).
// It stands as it is in the output of a program, and with escapes in strings. In a URI it is nothing.

// maxParameters is greater than the length of a control sequence, as of "\u001b[38;2;255;255;255m", without its end.
const maxParameters = 32

// maxControl is greater than the length of a control sequence.
const maxControl = 2 * maxParameters

// spelled returns the length of the control character char, ESC or BEL, at s[i:], itself or as an escape. It is 0 without one.
func (in *input[T]) spelled(i int, char byte) (n int) {
	switch {
	case !in.has(i, 1):
		return 0
	case in.s[i] == char:
		return 1
	case in.s[i] != '\\' || !in.has(i+1, 1) || table[in.s[i+1]]&isNotation == 0:
		return 0 // as most are
	}
	code := byte('\x1b')
	switch in.s[i+1] {
	case 'e', 'E':
		n = len(`\e`)
	case 'a':
		n, code = len(`\a`), '\a'
	default:
		n, code = controlEscape(in.head(i, len(`\u001b`)))
	}
	if code != char || in.isEscaped(i) {
		return 0
	}
	return n
}

// isEscaped reports whether one "\" is right before s[i:]. Two are an escaped "\", and after ESC it ends a sequence.
func (in *input[T]) isEscaped(i int) bool {
	return i > 0 && in.s[i-1] == '\\' && (i == 1 || in.s[i-2] != '\\' && in.s[i-2] != '\x1b')
}

// control returns the length of the control sequences at s[i:]:
//
//	CSI   ESC "[" parameters and a letter; the parameters have digits, ";", ":" and "?"
//	OSC   ESC "]", a digit, words, and BEL or ESC "\"; without a URL, a host or a mailbox in them
func (in *input[T]) control(i int) (n int) {
	for {
		k := in.sequence(i + n)
		if k == 0 {
			return n
		}
		n += k
	}
}

// sequence returns the length of the control sequence at s[i:], or 0.
func (in *input[T]) sequence(i int) (n int) {
	first := i + in.spelled(i, '\x1b')
	if first == i || !in.has(first, 1) {
		return 0
	}
	chars, separators := ascii.Digit, ";:?"
	switch in.s[first] {
	case ']':
		chars, separators = ascii.Digit|ascii.Letter, "; ,-=_"
	case '[':
	default:
		return 0
	}
	j := first + 1
	for j < i+maxParameters && in.has(j, 1) && (chars.Has(in.s[j]) || strings.IndexByte(separators, in.s[j]) >= 0) {
		j++
	}
	switch {
	case j == i+maxParameters || !in.has(j, 1):
	case in.s[first] == '[':
		if after := in.head(j, len("https://")); ascii.Letter.Has(after[0]) && !webBegins(after) && !strings.HasPrefix(after, "www.") && !strings.HasPrefix(after, "ftp.") {
			return j + 1 - i
		}
	case ascii.Digit.Has(in.s[first+1]):
		if n := in.spelled(j, '\a'); n > 0 {
			return j + n - i
		}
		n, end := in.spelled(j, '\x1b'), `\`
		if in.s[j] == '\\' {
			end = `\\`
		}
		if n > 0 && in.head(j+n, len(end)) == end {
			return j + n + len(end) - i
		}
	}
	return 0
}
