package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// wrongly1738 returns wrong parsers that choose the rule of RFC 1738 by the scheme: other
// schemes are read by the rule of one, and one is read as if it were another.
func wrongly1738() map[string]parser {
	parsers := map[string]parser{}
	readAs := func(from, to string) {
		parsers[fmt.Sprintf("%s: by the rule of %s:", from, to)] = func(text string) (bool, [partCount]part) {
			name, rest, ok := strings.Cut(text, ":")
			if ok && strings.EqualFold(name, from) {
				text = to + ":" + rest
			}
			return uri.Conforms1738(text) == nil, [partCount]part{}
		}
	}
	for _, other := range []string{"https", "ftps", "newsx", "a"} {
		readAs(other, "ftp")
		readAs(other, "news")
	}
	for _, own := range []string{"ftp", "http", "gopher", "mailto", "wais"} {
		readAs(own, "x")
	}
	readAs("nntp", "news")
	return parsers
}

// wrongly3986 returns wrong parsers of RFC 3986. They decode an escape before they split, or have
// a fault at one octet of a part only, as parsers may that read many octets at a time.
func wrongly3986() map[string]parser {
	parsers := map[string]parser{}
	for _, b := range []byte(":/?#[]@%") {
		for _, escape := range []string{fmt.Sprintf("%%%02x", b), fmt.Sprintf("%%%02X", b)} {
			parsers["reads "+escape+" as "+string([]byte{b})] = func(text string) (bool, [partCount]part) {
				if ok, _ := right3986(text); !ok {
					return false, [partCount]part{}
				}
				return right3986(strings.ReplaceAll(text, escape, string([]byte{b})))
			}
		}
	}
	for _, escape := range []string{"%00", "%7f", "%80", "%FF"} {
		parsers["refuses "+escape] = func(text string) (bool, [partCount]part) {
			ok, parts := right3986(text)
			return ok && !strings.Contains(text, escape), parts
		}
	}
	for _, segment := range []string{"/./", "/../"} {
		parsers["takes "+segment+" from a path"] = func(text string) (bool, [partCount]part) {
			ok, parts := right3986(text)
			if p := &parts[path]; ok && strings.Contains(text[p.start:p.end], segment) {
				p.end -= len(segment) - 1
			}
			return ok, parts
		}
	}
	places := []int{15, 16, 31}
	if *long {
		places = nil
		for n := 1; n < 33; n++ {
			places = append(places, n)
		}
	}
	for i, name := range partNames {
		like, refused := "a", "~"
		switch i {
		case scheme:
			refused = "+"
		case port:
			like, refused = "0", "9"
		}
		for _, n := range places {
			parsers[fmt.Sprintf("accepts ^ at octet %d of the %s", n, name)] = func(text string) (bool, [partCount]part) {
				if ok, parts := right3986(text); ok || strings.Count(text, "^") != 1 {
					return ok, parts
				}
				at := strings.IndexByte(text, '^')
				ok, parts := right3986(strings.Replace(text, "^", like, 1))
				return ok && parts[i].ok && at-parts[i].start == n && at < parts[i].end, parts
			}
			parsers[fmt.Sprintf("refuses %s at octet %d of the %s", refused, n, name)] = func(text string) (bool, [partCount]part) {
				ok, parts := right3986(text)
				at := parts[i].start + n
				return ok && !(parts[i].ok && at < parts[i].end && text[at:at+1] == refused), parts
			}
		}
	}
	return parsers
}

// TestWrongClasses checks that the suites for k=0 find what they once missed: rules chosen
// wrongly, escapes decoded too early, and faults of parsers that read many octets at a time.
func TestWrongClasses(t *testing.T) {
	found := 0
	check := func(rfc string, parts bool, texts []string, parsers map[string]parser) {
		s := specs[rfc]()
		for name, p := range parsers {
			c := certifier{suite: suite{spec: s}}
			for i := range c.judged {
				c.judged[i] = parts
			}
			octets := "" // in all texts that p may answer wrongly
			if f := strings.Fields(name); len(f) > 2 && f[2] == "at" {
				octets = f[1]
			}
			if !slices.ContainsFunc(texts, func(text string) bool {
				if !strings.Contains(text, octets) {
					return false
				}
				want := s.record(text)
				valid, got := p(text)
				return !c.right(&want, answer{valid: valid, parts: got})
			}) {
				t.Errorf("RFC %s, parts %v: not found: %s", rfc, parts, name)
			}
			found++
		}
	}
	wrong := wrongly3986()
	check("3986", true, suite3986(), wrong)
	for name := range wrong { // what removes dot segments is right in validity
		if strings.HasPrefix(name, "takes") {
			delete(wrong, name)
		}
	}
	if *long {
		check("3986", false, suite3986(), wrong)
		check("1738", false, slices.Collect(suite{spec: specs["1738"]()}.texts()), wrongly1738())
	}
	if found < 65 || *long && found < 1000 {
		t.Errorf("only %d parsers", found)
	}
}
