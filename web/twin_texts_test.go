package web

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// twinTexts makes random URLs, and texts that are nearly URLs.
type twinTexts struct {
	*rand.Rand
	samples []string // to copy and change
}

// pick returns one of the strings.
func (m *twinTexts) pick(from ...string) string { return from[m.IntN(len(from))] }

// base returns a base for a reference.
func (m *twinTexts) base() string {
	return m.pick(
		"http://h/a/b?q#f", "https://u:p@h:8080/", "file:///C:/a/b", "file://host/a/b?q", "file:///", "x://h/a/b?q#f",
		"x:/a/b", "x:/.//a", "mailto:a@b?q#f", "ftp://h/a/", "ws://h/?q", "x://h", "file:///C:", "about:blank",
		"blob:https://h/1", "x:/C:/a", "file://h/C:/a", "http://h//a//b")
}

// text returns a text of one of four kinds: a changed sample, any bytes, a domain that
// needs IDNA, and, most often, a URL made of parts.
func (m *twinTexts) text() string {
	switch m.IntN(8) {
	case 0, 1:
		return m.change(m.samples[m.IntN(len(m.samples))], m.IntN(4))
	case 2:
		b := make([]byte, m.IntN(24))
		for i := range b {
			b[i] = byte(m.IntN(256))
		}
		return m.pick("", "", "http://", "file:", "x://", "x:", "//") + string(b)
	case 3:
		return m.pick("http://", "https://", "") + m.some(6, m.letter) + m.pick("", ".") + m.some(4, m.letter) + m.pick("", "/", ".de/p")
	}
	return m.change(m.url(), m.IntN(6)-3)
}

// change changes s in n places.
func (m *twinTexts) change(s string, n int) string {
	for range n {
		i := m.IntN(len(s) + 1)
		j := i + m.IntN(min(len(s)-i, 4)+1)
		switch m.IntN(4) {
		case 0:
			s = s[:i] + s[j:]
		case 1:
			s = s[:i] + s[i:j] + s[i:]
		case 2:
			other := m.samples[m.IntN(len(m.samples))]
			s = s[:i] + other[m.IntN(len(other)+1):]
		default:
			s = s[:i] + m.unit() + s[j:]
		}
	}
	return s
}

// some returns up to n results of one, joined.
func (m *twinTexts) some(n int, one func() string) string {
	var b strings.Builder
	for range m.IntN(n + 1) {
		b.WriteString(one())
	}
	return b.String()
}

// letter returns a character of a domain. Most need IDNA.
func (m *twinTexts) letter() string {
	switch m.IntN(8) {
	case 0:
		for {
			c := rune(0x80 + m.IntN(unicode.MaxRune-0x7F))
			if unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf) {
				return string(c)
			}
		}
	case 1:
		return m.pick("\u0661", "\u05D0", "\u0627", "\u06F1", "\u0300", "\u094D", "\u200D", "\u200C", "\u00AD", "\uFF0E", "\u3002", "\uFF41",
			"ß", "ẞ", "ς", "İ", "K", "ﬁ", "\u2024", "\u2488", "\u2260", "<\u0338", "\U0001D7D8", "\uFF10", "\uFF58n--", "\u0640", "\u0644")
	case 2:
		return m.pick("xn--", "xn--9ca", "xn--a", "xn--abc-", "XN--", "-", "--", "_", ".", "%C3%A9", "%ad", "1", "0x")
	case 3:
		return string(rune(0xC0 + m.IntN(0x600)))
	}
	return string(rune('a' + m.IntN(26)))
}

// unit returns a character or a few. Many of them are delimiters or escapes.
func (m *twinTexts) unit() string {
	switch m.IntN(6) {
	case 0:
		return m.pick("/", "\\", "?", "#", ":", "@", "[", "]", "|", "%", ".", "..", "//", "\t", "\n", "\r", " ")
	case 1:
		return m.pick("%2e", "%2E", "%2f", "%41", "%00", "%80", "%C3%A9", "%ef%bc%85", "%", "%4", "%zz", "%25", "%E4%BD%A0", "%ad")
	case 2:
		return m.pick("é", "你", "\U0001F4A9", "\uFFFD", "\uFFFE", "\uFDD0", "\U0010FFFF", "\u00AD", "\uFF0E", "\uFF05", "\uFF10", "\u3002",
			"\x80", "\xC3", "\xED\xA0\x80", "\u0080", "\u009F", "\u00A0", "\uFEFF", "\U000E0001", "\xFF", "\xF4\x90\x80\x80")
	case 3:
		return string(rune(m.IntN(0x80)))
	case 4:
		return m.letter()
	}
	return string(rune('a' + m.IntN(26)))
}

// word returns a character or a few, possible in any part. Most are letters.
func (m *twinTexts) word() string {
	if m.IntN(4) == 0 {
		return m.unit()
	}
	return m.pick("a", "bc", "D", "-", "_", "~", "1", "20", "=", "&", "+", ";", ",", "'", "\"", "<", "`", "{", "^", "!", "$", "(")
}

// margin returns a text for the ends of the input: the parser removes it.
func (m *twinTexts) margin() string {
	if m.IntN(16) > 0 {
		return ""
	}
	return m.some(3, func() string { return m.pick(" ", "\t", "\n", "\x00", "\x1f") })
}

// url returns a text with the parts of a URL.
func (m *twinTexts) url() string {
	s := m.margin()
	if m.IntN(4) > 0 {
		s += m.pick("http", "https", "ftp", "ws", "wss", "file", "FILE", "x", "non-spec.1+", "blob", "blob:https", "hTTp", "javascript", "data", "C", "1x") + ":"
	}
	if m.IntN(4) > 0 {
		s += m.pick("//", "//", "//", "/", "", "///", "\\\\", "/\\", "////")
		if m.IntN(5) == 0 {
			s += m.some(4, m.word) + m.pick("", ":"+m.some(4, m.word)) + "@"
		}
		s += m.host()
		if m.IntN(4) == 0 {
			s += ":" + m.pick("", "0", "80", "443", "21", "8080", "00080", "65535", "65536", "99999999999999999999", "8a", " ", "1:2", "0000000000000000000000443")
		}
	}
	s += m.path()
	if m.IntN(3) == 0 {
		s += "?" + m.some(5, m.word)
	}
	if m.IntN(3) == 0 {
		s += "#" + m.some(5, m.word)
	}
	return s + m.margin()
}

func (m *twinTexts) path() string {
	return m.some(6, func() string {
		return m.pick("/", "/", "/", "/", "\\", "") +
			m.pick("", ".", "..", "%2e", "%2E.", ".%2e", "%2e%2E", "C:", "c|", "...", "a", "a", m.some(4, m.word))
	})
}

// ipv6 returns an IPv6 address with many zeros, or one piece too many.
func (m *twinTexts) ipv6() string {
	pieces := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = m.pick("0", "0", "0", "1", "FF", "0db8")
		}
		return strings.Join(list, ":")
	}
	before := m.IntN(10)
	switch before {
	case 8:
		return pieces(8)
	case 9: // an address of IPv4, and others like it
		return "::" + m.pick("ffff", "FFFF", "0:ffff", "fffe") + ":" + m.pick("1.2.3.4", pieces(2))
	}
	return pieces(before) + "::" + pieces(m.IntN(9-before))
}

func (m *twinTexts) host() string {
	switch m.IntN(8) {
	case 0:
		return m.pick("", "localhost", "LOCALHOST", "h", "C:", "c|", "xn--9ca", "XN--a", ".", "..", "a..b", "h.", "-h", "a--b", "a_b", "%6c%6fcalhost")
	case 1:
		number := func() string {
			return m.pick("0", "1", "127", "255", "256", "0x7f", "0X", "017", "08", "0xfffff", "4294967295", "4294967296", "65535", "65536",
				"16777215", "16777216", "", "a", "99999999999999999999", "0x00000000000000000000001", "00000000000000000000000007", "%30", "\uFF10")
		}
		s := number()
		for range m.IntN(5) {
			s += "." + number()
		}
		return s + m.pick("", "", "", ".")
	case 2:
		return "[" + m.ipv6() + "]"
	case 3:
		piece := func() string {
			return m.pick("0", "0", "1", "ff", "0db8", "2001", "FFFF", "0000", "00", "", "", "12345", "g", "1.2.3.4", "1.2.3", "256.1.1.1", "1.02.3.4", "1.2.3.4.5", "0.0.0.0", ".", "a.b")
		}
		s := piece()
		for range m.IntN(9) {
			s += ":" + piece()
		}
		return "[" + s + m.pick("]", "]", "]", "]", "]", "", "]a", "%25]")
	case 4:
		return m.some(5, m.letter)
	}
	s := m.some(3, m.word)
	for range m.IntN(3) {
		s += "." + m.some(3, m.word)
	}
	return s + m.pick("", "", "", ".com", ".example", ".é", ".1", ".0x1", ".\uFF11")
}
