package web

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
)

var (
	long       = flag.Bool("long", false, "repeat texts that are hard for parsers up to 256 KiB, not 8 KiB")
	twinInputs = flag.Int("twin", 30_000, "compare the parser with its slow twin on `N` random inputs")
	twinFile   = flag.String("write", "", "write these inputs and their bases to a `file`, for bench/foreign/ada")
)

// TestTwin compares the parser with its slow twin: the serialization, each accessor,
// the origin, the name of the validation error that stops it, and the names and the
// order of those that do not.
func TestTwin(t *testing.T) {
	g := &twinTexts{seed.Rand(t), tableInputs(t)}
	refused, differences := 0, 0
	var made []byte
	for range *twinInputs {
		c := randomTwinCase(g)
		if *twinFile != "" {
			made = fmt.Appendf(made, "%q\t%q\n", c.input, c.base)
		}
		difference, failed := c.compare()
		if failed {
			refused++
		}
		if difference == "" {
			continue
		}
		c, difference = c.shortest(difference)
		t.Errorf("%q against %q (IDNA %v, query %v): %s", c.input, c.base, c.idna, c.query, difference)
		if differences++; differences == 10 {
			t.Fatal("too many differences")
		}
	}
	if *twinFile != "" {
		if err := os.WriteFile(*twinFile, made, 0o666); err != nil {
			t.Error(err)
		}
	}
	if part := float64(refused) / float64(*twinInputs); *twinInputs > 1000 && (part < 0.1 || part > 0.7) {
		t.Errorf("%.2f of the inputs are refused: the inputs try too little", part)
	}
}

// TestTwinTable compares the parser with its slow twin on each row of the table, with
// each option.
func TestTwinTable(t *testing.T) {
	for _, row := range tableRows(t) {
		for _, idna := range []bool{false, true} {
			for _, query := range []bool{false, true} {
				c := twinCase{row.Input, row.Base, idna, query}
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
		{"http://h:01/", "", false, false},
		{"http://[::1.2.3.255]/", "", false, false},
		{"http://[::FFFF:1.2.3.4]/", "", false, false},
		{"http://[::1:2:3:4:5:6:7:8]/", "", false, false},
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

// A twinCase is one input, a base, which may be "", and the options of the parser.
type twinCase struct {
	input, base string
	idna, query bool
}

// A twinResult is the result of a parser for an input.
type twinResult struct {
	href, scheme, username, password string
	host, query, fragment            slowText
	port                             int // -1 if there is none
	path, origin                     string
	failure                          string // the name of the validation error that stopped it
}

// randomTwinCase returns a case with texts of g.
func randomTwinCase(g *twinTexts) twinCase {
	c := twinCase{idna: g.IntN(4) > 0, query: g.IntN(4) == 0}
	switch g.IntN(8) {
	case 0:
		c.base = g.text()
	case 1, 2, 3:
		c.base = g.base()
	}
	c.input = g.text()
	return c
}

// compare returns the difference between the results of the parser and of its twin, or
// "", and whether the twin fails.
func (c twinCase) compare() (difference string, failed bool) {
	if c.base == "" {
		p := slowParser{toASCII: func(string) (string, bool) { return "", false }}
		if _, ok := p.parse(c.input, nil); Valid(c.input) != ok {
			return fmt.Sprintf("Valid says %v, the twin %v", !ok, ok), !ok
		}
	}
	want, usable := c.twin()
	got := c.parser()
	if !usable {
		if got.failure != "base" {
			return fmt.Sprintf("the parser takes the base, the twin does not: %+v", got), true
		}
		return "", true
	}
	if got != want {
		return fmt.Sprintf("\n\tparser %+v\n\ttwin   %+v", got, want), want.failure != ""
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
	p := slowParser{toASCII: toASCII}
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
		return twinResult{failure: p.errors[len(p.errors)-1]}, true
	}
	r := twinResult{
		href: u.serialize(), scheme: u.scheme, username: u.username, password: u.password, path: u.pathText(),
		origin: u.origin(toASCII), query: u.query, fragment: u.fragment, port: u.port,
		host: slowText{u.host.serialize(), u.host.kind != slowNullHost},
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
	u, err := p.Parse(base, c.input)
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
	r.host.text, r.host.defined = u.Host()
	r.query.text, r.query.defined = u.Query()
	r.fragment.text, r.fragment.defined = u.Fragment()
	port, ok := u.Port()
	if r.port = int(port); !ok {
		r.port = -1 - int(port)
	}
	return r
}

// shortest removes bytes from a case as long as the results differ.
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

// twinToASCII is used in place of Unicode ToASCII, and does similar things. It is
// called for domains that are not ASCII.
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

// twinEncode encodes as Latin-1, with a character reference for each character that
// Latin-1 does not have.
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
