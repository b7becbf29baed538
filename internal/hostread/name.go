package hostread

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/punycode"
)

// maxName is the length of the longest name (RFC 1035, 2.3.4).
const maxName = 253

// TooLong reports whether host is longer than the longest name. url.parse of node drops such a host.
func TooLong(host string) bool { return len(host) > maxName }

// PlainName returns host without a final dot if it is one name in lower case to all programs.
func PlainName(host string) (name string, ok bool) {
	n, last, ok := LowerName(host)
	if !ok || ascii.Digit.Has(host[last]) || BrokenLabel(host) >= 0 {
		return "", false
	}
	return host[:n], true
}

// LowerName reports whether host is a name in lower case with labels of the lengths in
// DNS. n is its length without a final dot, and last the offset of its last label.
func LowerName(host string) (n, last int, ok bool) {
	n = len(strings.TrimSuffix(host, "."))
	if n > maxName {
		return 0, 0, false
	}
	for i := range n {
		switch c := host[i]; {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_':
		case c == '.' && 0 < i-last && i-last <= punycode.MaxLabel:
			last = i + 1
		default:
			return 0, 0, false
		}
	}
	return n, last, 0 < n-last && n-last <= punycode.MaxLabel
}

// Name returns host, in US-ASCII, in lower case without a final dot, and whether that is a LowerName.
func Name(host string) (name string, ok bool) {
	host = strings.ToLower(host)
	n, _, ok := LowerName(host)
	return host[:n], ok
}

// End returns the offset of the first byte of host that may end it for some program:
// any byte except letters, digits, "-", "_" and ".". It returns -1 if there is none.
func End(host string) int {
	for i := range len(host) {
		if !ascii.Host.Has(host[i]) {
			return i
		}
	}
	return -1
}

// BrokenLabel returns the offset of the first label of host with "xn--" and a text that no
// encoder writes (RFC 3492), or -1. Some programs read such a label as another one.
func BrokenLabel(host string) int {
	if !strings.Contains(host, "--") { // nearly all hosts
		return -1
	}
	for i := 0; i < len(host); {
		label, _, _ := strings.Cut(host[i:], ".")
		if ascii.HasPrefixFold(label, "xn--") && !isPunycode(label[len("xn--"):]) {
			return i
		}
		i += len(label) + len(".")
	}
	return -1
}

// isPunycode reports whether an encoder writes text, for characters not all of US-ASCII.
func isPunycode(text string) bool {
	var runes [punycode.MaxLabel]rune
	var buf [2 * punycode.MaxLabel]byte
	decoded, ok := punycode.AppendDecoded(runes[:0], text)
	return ok && slices.ContainsFunc(decoded, func(r rune) bool { return r >= utf8.RuneSelf }) &&
		strings.EqualFold(string(punycode.Append(buf[:0], decoded)), text)
}
