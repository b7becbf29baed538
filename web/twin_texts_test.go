package web

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// twinTexts makes inputs.
type twinTexts struct {
	*rand.Rand
	rows  []vectors.Row
	count int // of differences
}

func newTwinTexts(t testing.TB, r *rand.Rand) *twinTexts {
	return &twinTexts{Rand: r, rows: tableRows(t)}
}

// another counts differences: ten are enough.
func (g *twinTexts) another() bool {
	g.count++
	return g.count < 10
}

func (g *twinTexts) pick(from ...string) string { return from[g.IntN(len(from))] }

// some returns up to n texts from make, joined.
func (g *twinTexts) some(n int, one func() string) string {
	var b strings.Builder
	for range g.IntN(n + 1) {
		b.WriteString(one())
	}
	return b.String()
}

func (g *twinTexts) next() twinCase {
	c := twinCase{idna: g.IntN(4) > 0, query: g.IntN(4) == 0}
	if g.IntN(2) == 0 {
		c.base = g.text()
		if g.IntN(4) > 0 {
			c.base = g.pick(
				"http://h/a/b?q#f", "https://u:p@h:8080/", "file:///C:/a/b", "file://host/a/b?q", "file:///", "x://h/a/b?q#f",
				"x:/a/b", "x:/.//a", "mailto:a@b?q#f", "ftp://h/a/", "ws://h/?q", "x://h", "file:///C:", "about:blank",
				"blob:https://h/1", "x:/C:/a", "file://h/C:/a", "http://h//a//b")
		}
	}
	c.input = g.text()
	return c
}

// text returns an input of one of three kinds.
func (g *twinTexts) text() string {
	var s string
	switch g.IntN(8) {
	case 0, 1:
		s = g.rows[g.IntN(len(g.rows))].Input
		for range g.IntN(4) {
			s = g.mutate(s)
		}
	case 2:
		b := make([]byte, g.IntN(16))
		for i := range b {
			b[i] = byte(g.IntN(256))
		}
		s = g.pick("", "", "http://", "file:", "x://", "x:", "//") + string(b)
	default:
		s = g.url()
		for range g.IntN(6) - 3 {
			s = g.mutate(s)
		}
	}
	return s
}

// mutate changes a text in one place.
func (g *twinTexts) mutate(s string) string {
	i := g.IntN(len(s) + 1)
	j := i + g.IntN(min(len(s)-i, 4)+1)
	switch g.IntN(4) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:i] + s[i:j] + s[i:]
	case 2:
		other := g.rows[g.IntN(len(g.rows))].Input
		k := g.IntN(len(other) + 1)
		return s[:i] + other[k:]
	}
	return s[:i] + g.unit() + s[j:]
}

// unit returns a character or a few, rather often of those that mean something.
func (g *twinTexts) unit() string {
	switch g.IntN(6) {
	case 0:
		return g.pick("/", "\\", "?", "#", ":", "@", "[", "]", "|", "%", ".", "..", "//", "\t", "\n", "\r", " ")
	case 1:
		return g.pick("%2e", "%2E", "%2f", "%41", "%00", "%80", "%C3%A9", "%ef%bc%85", "%", "%4", "%zz", "%25", "%E4%BD%A0", "%ad")
	case 2:
		return g.pick("é", "你", "\U0001F4A9", "\uFFFD", "\uFFFE", "\uFDD0", "\U0010FFFF", "\u00AD", "\uFF0E", "\uFF05", "\uFF10", "\u3002",
			"\x80", "\xC3", "\xED\xA0\x80", "\u0080", "\u009F", "\u00A0", "\uFEFF", "\U000E0001", "\xFF", "\xF4\x90\x80\x80")
	case 3:
		return string(rune(g.IntN(0x80)))
	}
	return string(rune('a' + g.IntN(26)))
}

// url returns a text that is made as a URL is.
func (g *twinTexts) url() string {
	var s string
	if g.IntN(16) == 0 {
		s += g.some(3, func() string { return g.pick(" ", "\t", "\n", "\x00", "\x1f") })
	}
	if g.IntN(4) > 0 {
		s += g.pick("http", "https", "ftp", "ws", "wss", "file", "FILE", "x", "non-spec.1+", "blob", "blob:https", "hTTp", "javascript", "data", "C", "1x") + ":"
	}
	if g.IntN(4) > 0 {
		s += g.pick("//", "//", "//", "/", "", "///", "\\\\", "/\\", "////")
		if g.IntN(5) == 0 {
			s += g.some(4, g.word) + g.pick("", ":"+g.some(4, g.word)) + "@"
		}
		s += g.host()
		if g.IntN(4) == 0 {
			s += ":" + g.pick("", "0", "80", "443", "21", "8080", "00080", "65535", "65536", "99999999999999999999", "8a", " ", "1:2", "0000000000000000000000443")
		}
	}
	s += g.path()
	if g.IntN(3) == 0 {
		s += "?" + g.some(5, g.word)
	}
	if g.IntN(3) == 0 {
		s += "#" + g.some(5, g.word)
	}
	if g.IntN(16) == 0 {
		s += g.some(3, func() string { return g.pick(" ", "\t", "\n", "\x00", "\x1f") })
	}
	return s
}

// word returns what may stand anywhere: mostly letters.
func (g *twinTexts) word() string {
	if g.IntN(4) == 0 {
		return g.unit()
	}
	return g.pick("a", "bc", "D", "-", "_", "~", "1", "20", "=", "&", "+", ";", ",", "'", "\"", "<", "`", "{", "^", "!", "$", "(")
}

func (g *twinTexts) path() string {
	return g.some(6, func() string {
		return g.pick("/", "/", "/", "/", "\\", "") +
			g.pick("", ".", "..", "%2e", "%2E.", ".%2e", "%2e%2E", "C:", "c|", "...", "a", "a", g.some(4, g.word))
	})
}

func (g *twinTexts) host() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("", "localhost", "LOCALHOST", "h", "C:", "c|", "xn--9ca", "XN--a", ".", "..", "a..b", "h.", "-h", "a--b", "a_b", "%6c%6fcalhost")
	case 1:
		number := func() string {
			return g.pick("0", "1", "127", "255", "256", "0x7f", "0X", "017", "08", "0xfffff", "4294967295", "4294967296", "65535", "65536",
				"16777215", "16777216", "", "a", "99999999999999999999", "0x00000000000000000000001", "00000000000000000000000007", "%30", "\uFF10")
		}
		s := number()
		for range g.IntN(5) {
			s += "." + number()
		}
		return s + g.pick("", "", "", ".")
	case 2, 3:
		piece := func() string {
			return g.pick("0", "0", "1", "ff", "0db8", "2001", "FFFF", "0000", "00", "", "", "12345", "g", "1.2.3.4", "1.2.3", "256.1.1.1", "1.02.3.4", "1.2.3.4.5", "0.0.0.0", ".", "a.b")
		}
		s := piece()
		for range g.IntN(9) {
			s += ":" + piece()
		}
		return "[" + s + g.pick("]", "]", "]", "]", "]", "", "]a", "%25]")
	}
	labels := []string{g.some(3, g.word)}
	for range g.IntN(3) {
		labels = append(labels, g.some(3, g.word))
	}
	if g.IntN(2) == 0 {
		labels = append(slices.Clone(labels), g.pick("com", "example", "é", "1", "0x1", "\uFF11"))
	}
	return strings.Join(labels, ".")
}
