package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"unicode"

	"example.com/uri/bench"
	"example.com/uri/web"
)

// texts makes inputs: lines of the lists, rows of web-platform-tests and texts
// that are made as URLs are, as they are and changed.
type texts struct {
	*rand.Rand
	lines []string // of the lists
	rows  []string // of web-platform-tests
	runes []rune   // characters beyond ASCII
}

// rowsFile is the table of web-platform-tests, seen from the folder bench.
const rowsFile = "../testdata/vectors/whatwg.tsv"

func newTexts(lists *bench.Lists, r *rand.Rand) (*texts, error) {
	g := &texts{Rand: r, lines: lists.All}
	text, err := os.ReadFile(rowsFile)
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		for _, column := range strings.Split(line, "\t")[1:3] {
			s, err := strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %q: %v", rowsFile, n+2, column, err)
			}
			if s != "" {
				g.rows = append(g.rows, s)
			}
		}
	}
	for c := rune(0x80); c <= unicode.MaxRune; c++ {
		if unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf) {
			g.runes = append(g.runes, c)
		}
	}
	return g, nil
}

func (g *texts) pick(from ...string) string { return from[g.IntN(len(from))] }

// some returns up to n texts from one, joined.
func (g *texts) some(n int, one func() string) string {
	var b strings.Builder
	for range g.IntN(n + 1) {
		b.WriteString(one())
	}
	return b.String()
}

func (g *texts) next() input {
	c := input{text: g.text()}
	switch g.IntN(4) {
	case 0:
		c.base = g.base()
	case 1:
		c.base = g.pick(
			"http://h/a/b?q#f", "https://u:p@h:8080/", "file:///C:/a/b", "file://host/a/b?q", "file:///", "x://h/a/b?q#f", "x:/a/b",
			"x:/.//a", "mailto:a@b?q#f", "ftp://h/a/", "ws://h/?q", "x://h", "file:///C:", "about:blank", "http://h//a//b", "x:/C:/a")
	}
	return c
}

// base returns a base whose domain needs no IDNA: what the two make of a domain
// is asked about inputs alone.
func (g *texts) base() string {
	s := g.text()
	if u, err := parser.Parse(web.URL{}, s); err == nil {
		if host, _ := u.Host(); !strings.Contains(host, "xn--") {
			return s
		}
	}
	return "http://h/a/b?q#f"
}

// text returns an input.
func (g *texts) text() string {
	var s string
	switch g.IntN(8) {
	case 0:
		return g.lines[g.IntN(len(g.lines))]
	case 1:
		s = g.lines[g.IntN(len(g.lines))]
	case 2, 3:
		s = g.rows[g.IntN(len(g.rows))]
	case 4:
		b := make([]byte, g.IntN(24))
		for i := range b {
			b[i] = byte(g.IntN(256))
		}
		s = g.pick("", "", "http://", "file:", "x://", "x:", "//") + string(b)
	case 5:
		return g.pick("http://", "https://", "") + g.some(6, g.letter) + g.pick("", ".") + g.some(4, g.letter) + g.pick("", "/", ".de/p")
	default:
		s = g.url()
	}
	for range g.IntN(5) - 1 {
		s = g.mutate(s)
	}
	return s
}

// mutate changes a text in one place.
func (g *texts) mutate(s string) string {
	i := g.IntN(len(s) + 1)
	j := i + g.IntN(min(len(s)-i, 4)+1)
	switch g.IntN(4) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:i] + s[i:j] + s[i:]
	case 2:
		other := g.rows[g.IntN(len(g.rows))]
		return s[:i] + other[g.IntN(len(other)+1):]
	}
	return s[:i] + g.unit() + s[j:]
}

// letter returns a character of a domain, mostly one that needs IDNA.
func (g *texts) letter() string {
	switch g.IntN(8) {
	case 0:
		return string(g.runes[g.IntN(len(g.runes))])
	case 1:
		return g.pick("\u0661", "\u05D0", "\u0627", "\u06F1", "\u0300", "\u094D", "\u200D", "\u200C", "\u00AD", "\uFF0E", "\u3002", "\uFF41",
			"ß", "ẞ", "ς", "İ", "K", "ﬁ", "\u2024", "\u2488", "\u2260", "<\u0338", "\U0001D7D8", "\uFF10", "\uFF58n--", "\u0640", "\u0644")
	case 2:
		return g.pick("xn--", "xn--9ca", "xn--a", "xn--abc-", "XN--", "-", "--", "_", ".", "%C3%A9", "%ad", "1", "0x")
	case 3:
		return string(rune(0xC0 + g.IntN(0x600)))
	}
	return string(rune('a' + g.IntN(26)))
}

// unit returns a character or a few, rather often of those that mean something.
func (g *texts) unit() string {
	switch g.IntN(6) {
	case 0:
		return g.pick("/", "\\", "?", "#", ":", "@", "[", "]", "|", "%", ".", "..", "//", "\t", "\n", "\r", " ")
	case 1:
		return g.pick("%2e", "%2E", "%2f", "%41", "%00", "%80", "%C3%A9", "%ef%bc%85", "%", "%4", "%zz", "%25", "%E4%BD%A0")
	case 2:
		return g.pick("é", "你", "\U0001F4A9", "\uFFFD", "\uFFFE", "\uFDD0", "\U0010FFFF", "\x80", "\xC3", "\xED\xA0\x80", "\u00A0", "\uFEFF")
	case 3:
		return string(rune(g.IntN(0x80)))
	case 4:
		return g.letter()
	}
	return string(rune('a' + g.IntN(26)))
}

// url returns a text that is made as a URL is.
func (g *texts) url() string {
	var s string
	if g.IntN(4) > 0 {
		s += g.pick("http", "https", "ftp", "ws", "wss", "file", "FILE", "x", "non-spec.1+", "blob", "hTTp", "javascript", "data", "C") + ":"
	}
	if g.IntN(4) > 0 {
		s += g.pick("//", "//", "//", "/", "", "///", "\\\\", "/\\", "////")
		if g.IntN(5) == 0 {
			s += g.some(4, g.word) + g.pick("", ":"+g.some(4, g.word)) + "@"
		}
		s += g.host()
		if g.IntN(4) == 0 {
			s += ":" + g.pick("", "0", "80", "443", "21", "8080", "00080", "65535", "65536", "99999999999999999999", "8a", " ", "1:2")
		}
	}
	s += g.some(6, func() string {
		return g.pick("/", "/", "/", "/", "\\", "") +
			g.pick("", ".", "..", "%2e", "%2E.", ".%2e", "%2e%2E", "C:", "c|", "...", "a", "a", g.some(4, g.word))
	})
	if g.IntN(3) == 0 {
		s += "?" + g.some(5, g.word)
	}
	if g.IntN(3) == 0 {
		s += "#" + g.some(5, g.word)
	}
	return s
}

// word returns what may stand anywhere: mostly letters.
func (g *texts) word() string {
	if g.IntN(4) == 0 {
		return g.unit()
	}
	return g.pick("a", "bc", "D", "-", "_", "~", "1", "20", "=", "&", "+", ";", ",", "'", "\"", "<", "`", "{", "^", "!", "$", "(")
}

func (g *texts) host() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("", "localhost", "LOCALHOST", "h", "C:", "c|", "xn--9ca", "XN--a", ".", "..", "a..b", "h.", "-h", "a--b", "a_b", "%6c%6fcalhost")
	case 1:
		number := func() string {
			return g.pick("0", "1", "127", "255", "256", "0x7f", "0X", "017", "08", "0xfffff", "4294967295", "4294967296", "65535", "65536",
				"16777215", "16777216", "", "a", "99999999999999999999", "0x00000000000000000000001", "00000000000000000000000007", "%30")
		}
		s := number()
		for range g.IntN(5) {
			s += "." + number()
		}
		return s + g.pick("", "", "", ".")
	case 2, 3:
		piece := func() string {
			return g.pick("0", "0", "1", "ff", "0db8", "2001", "FFFF", "0000", "00", "", "", "12345", "g", "1.2.3.4", "1.2.3", "256.1.1.1", "1.02.3.4", "0.0.0.0", "a.b")
		}
		s := piece()
		for range g.IntN(9) {
			s += ":" + piece()
		}
		return "[" + s + g.pick("]", "]", "]", "]", "]", "", "]a", "%25]")
	case 4:
		return g.some(5, g.letter)
	}
	return g.some(3, g.word) + g.pick("", ".") + g.some(3, g.word) + g.pick("", ".com", ".é", ".1", ".0x1")
}
