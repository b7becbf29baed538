package web

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	twinInputs = flag.Int("twin", 30_000, "hold the parser against its slow twin on `N` random inputs")
	twinSeed   = flag.Uint64("twinseed", 0, "`seed` of these inputs; 0 takes one at random")
)

// TestTwin holds the parser against its slow twin: the serialization, each
// accessor, the origin and the name of the validation error that stops it.
func TestTwin(t *testing.T) {
	seed := *twinSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	g := newTwinTexts(t, rand.New(rand.NewPCG(seed, 0)))
	refused := 0
	for range *twinInputs {
		c := g.next()
		difference, failed := c.compare()
		if failed {
			refused++
		}
		if difference == "" {
			continue
		}
		c, difference = c.shortest(difference)
		t.Errorf("%q against %q (IDNA %v, query %v): %s", c.input, c.base, c.idna, c.query, difference)
		if t.Failed() && !g.another() {
			t.Fatalf("too many differences (-twinseed %d)", seed)
		}
	}
	if t.Failed() {
		t.Logf("-twinseed %d", seed)
	}
	if part := float64(refused) / float64(*twinInputs); *twinInputs > 1000 && (part < 0.1 || part > 0.7) {
		t.Errorf("%.2f of the inputs are refused: the inputs try too little", part)
	}
}

// TestTwinTable holds the parser against its slow twin on the table's rows, each
// with each option.
func TestTwinTable(t *testing.T) {
	for _, row := range twinRows(t) {
		for _, idna := range []bool{false, true} {
			for _, query := range []bool{false, true} {
				c := twinCase{row.input, row.base, idna, query}
				if difference, _ := c.compare(); difference != "" {
					t.Errorf("%q against %q (IDNA %v, query %v): %s", c.input, c.base, idna, query, difference)
				}
			}
		}
	}
}

// FuzzTwin is TestTwin on the fuzzer's inputs.
func FuzzTwin(f *testing.F) {
	for _, seed := range []twinCase{
		{"http://u:p@EXAMPLE.com:80/a/../b?q#f", "", true, false},
		{"//C|/a\\..\\b", "file:///D:/x", false, false},
		{"x://h[/%2e", "x:/a", true, true},
		{"http://0x7f.1/?é", "", true, true},
		{"https://[1::2:1.2.3.4]:65536", "", false, false},
		{"\uFF11.\u00AD%31", "http://h", true, false},
	} {
		f.Add(seed.input, seed.base, seed.idna, seed.query)
	}
	f.Fuzz(func(t *testing.T, input, base string, idna, query bool) {
		if len(input)+len(base) > 1<<12 {
			return // the twin is slow
		}
		c := twinCase{input, base, idna, query}
		if difference, _ := c.compare(); difference != "" {
			t.Errorf("%q against %q (IDNA %v, query %v): %s", input, base, idna, query, difference)
		}
	})
}

// A twinCase is one input with a base, "" for none, and the parser's options.
type twinCase struct {
	input, base string
	idna, query bool
}

// A twinResult is what a parser says of an input.
type twinResult struct {
	href, scheme, username, password string
	host, port, path, query          string
	fragment, origin                 string
	failure                          string   // the name of the validation error that stopped it
	errors                           []string // the names of the others
}

// compare returns what the parser and its twin say differently, "" for nothing,
// and whether the twin fails.
func (c twinCase) compare() (difference string, failed bool) {
	want, usable := c.twin()
	got := c.parser()
	if !usable {
		if got.failure != "base" {
			return fmt.Sprintf("the parser takes the base, the twin does not: %+v", got), true
		}
		return "", true
	}
	got.errors, want.errors = nil, nil
	g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want)
	if g != w {
		return fmt.Sprintf("\n\tparser %s\n\ttwin   %s", g, w), want.failure != ""
	}
	return "", want.failure != ""
}

// twin asks the twin. It returns false if the base is refused.
func (c twinCase) twin() (twinResult, bool) {
	toASCII := func(string) (string, bool) { return "", false }
	if c.idna {
		toASCII = func(domain string) (string, bool) {
			ascii, err := twinToASCII(domain)
			return ascii, err == nil
		}
	}
	p := slowParser{toASCII: toASCII, strict: func(domain string) bool { return slowStrict(domain, toASCII) }}
	var base *slowURL
	if c.base != "" {
		parsed, ok := p.parse(c.base, nil)
		if !ok {
			return twinResult{}, false
		}
		base = &parsed
	}
	p.errors = nil
	if c.query {
		p.encode = twinEncode
	}
	u, ok := p.parse(c.input, base)
	if !ok {
		last := len(p.errors) - 1
		return twinResult{failure: p.errors[last], errors: p.errors[:last]}, true
	}
	r := twinResult{
		href: u.serialize(), scheme: u.scheme, username: u.username, password: u.password, path: u.pathText(),
		origin: u.origin(toASCII), errors: p.errors,
		query: fmt.Sprint(u.query), fragment: fmt.Sprint(u.fragment),
		host: fmt.Sprint(slowText{u.host.serialize(), u.host.kind != slowNullHost}),
		port: fmt.Sprint(max(u.port, 0), u.port >= 0),
	}
	return r, true
}

// parser asks the parser under test.
func (c twinCase) parser() twinResult {
	var r twinResult
	p := Parser{}
	if c.idna {
		p.ToASCII = twinToASCII
	}
	var base URL
	if c.base != "" {
		var err error
		if base, err = p.Parse(URL{}, c.base); err != nil {
			return twinResult{failure: "base"}
		}
	}
	if c.query {
		p.Query = func(dst []byte, s string) []byte { return append(dst, twinEncode(s)...) }
	}
	silent, silentErr := p.Parse(base, c.input)
	p.Report = func(e *Error) { r.errors = append(r.errors, e.Name) }
	u, err := p.Parse(base, c.input)
	if u != silent || (err == nil) != (silentErr == nil) {
		return twinResult{failure: fmt.Sprintf("%q %v without Report, %q %v with it", silent, silentErr, u, err)}
	}
	if err != nil {
		var e *Error
		if !errors.As(err, &e) || u != (URL{}) {
			return twinResult{failure: fmt.Sprintf("%T and %q", err, u)}
		}
		r.failure = e.Name
		if e.Offset < 0 || e.Offset > len(c.input) {
			r.failure += fmt.Sprintf(" at %d", e.Offset)
		}
		return r
	}
	r.href, r.scheme, r.username, r.password = u.String(), u.Scheme(), u.Username(), u.Password()
	r.path, r.origin = u.Path(), p.Origin(u)
	host, ok := u.Host()
	r.host = fmt.Sprint(slowText{host, ok})
	port, ok := u.Port()
	r.port = fmt.Sprint(port, ok)
	query, ok := u.Query()
	r.query = fmt.Sprint(slowText{query, ok})
	fragment, ok := u.Fragment()
	r.fragment = fmt.Sprint(slowText{fragment, ok})
	return r
}

// shortest takes bytes away from a case as long as the answers differ.
func (c twinCase) shortest(difference string) (twinCase, string) {
	for again := true; again; {
		again = false
		for _, field := range []*string{&c.input, &c.base} {
			for i := 0; i < len(*field); i++ {
				whole := *field
				*field = whole[:i] + whole[i+1:]
				if d, _ := c.compare(); d != "" {
					difference, again = d, true
					i--
				} else {
					*field = whole
				}
			}
		}
	}
	return c, difference
}

// twinToASCII stands for Unicode ToASCII: what it does is not that, but like it.
// It is called for domains that are not ASCII.
func twinToASCII(domain string) (string, error) {
	if strings.ContainsAny(domain, "\uFFFD\uFFFF\uFDD0") {
		return "", errors.New("disallowed")
	}
	labels := strings.Split(strings.Map(func(r rune) rune {
		switch {
		case r == 0x3002:
			return '.'
		case r == 0xAD:
			return -1
		case r >= 0xFF01 && r <= 0xFF5E:
			return slowLower(r - 0xFF01 + '!')
		}
		return slowLower(r)
	}, domain), ".")
	for i, label := range labels {
		if strings.ContainsFunc(label, func(r rune) bool { return r > 0x7F }) {
			labels[i] = fmt.Sprintf("xn--%x", label)
		}
	}
	return strings.Join(labels, "."), nil
}

// slowStrict reports whether "domain parser ToASCII" with beStrict succeeds.
func slowStrict(domain string, toASCII func(string) (string, bool)) bool {
	ascii := domain
	if strings.ContainsFunc(domain, func(r rune) bool { return r > 0x7F }) {
		var ok bool
		if ascii, ok = toASCII(domain); !ok {
			return false
		}
	}
	if len(ascii) > 253 {
		return false
	}
	for _, label := range strings.Split(ascii, ".") {
		if len(label) < 1 || len(label) > 63 {
			return false
		}
		// What a label stands for that begins with xn-- is checked by ToASCII alone,
		// and twinToASCII does not.
		encoded := strings.HasPrefix(strings.ToLower(label), "xn--")
		if !encoded && (label[0] == '-' || label[len(label)-1] == '-' || len(label) >= 4 && label[2:4] == "--") {
			return false
		}
		for _, c := range label {
			if !slowASCIIAlphanumeric(c) && c != '-' {
				return false
			}
		}
	}
	return true
}

// twinEncode stands for an encoder: Latin-1, and a reference for what it does not
// have.
func twinEncode(s string) []byte {
	var b []byte
	for _, r := range s {
		if r < 0x100 {
			b = append(b, byte(r))
		} else {
			b = fmt.Appendf(b, "%%26%%23%d%%3B", r)
		}
	}
	return b
}

// twinTexts makes inputs.
type twinTexts struct {
	*rand.Rand
	rows  []twinRow
	count int // of differences
}

func newTwinTexts(t testing.TB, r *rand.Rand) *twinTexts {
	return &twinTexts{Rand: r, rows: twinRows(t)}
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
		s = g.rows[g.IntN(len(g.rows))].input
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
		other := g.rows[g.IntN(len(g.rows))].input
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
