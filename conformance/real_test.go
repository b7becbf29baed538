package main

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A fault is found with k=0, with k=1, with -long, or never.
const (
	withLong = 2 + iota
	never
)

// A realFault is a parser of RFC 3986 with a fault that a real parser has or had.
type realFault struct {
	name  string
	found int
	parser
}

// splits makes a parser that judges and splits a text that f has changed. The offsets of the
// parts are those in the changed text.
func splits(f func(text string) string) parser {
	return func(text string) (bool, [partCount]part) { return right3986(f(text)) }
}

// accepts makes a parser that also accepts texts that are valid once f has changed them.
func accepts(f func(text string) string) parser {
	return func(text string) (bool, [partCount]part) {
		if ok, parts := right3986(text); ok {
			return true, parts
		}
		ok, _ := right3986(f(text))
		return ok, splitParts(text)
	}
}

// refuses makes a parser that refuses a part for which f is true.
func refuses(i int, f func(s string) bool) parser {
	return func(text string) (bool, [partCount]part) {
		ok, parts := right3986(text)
		p := parts[i]
		return ok && !(p.ok && f(text[p.start:p.end])), parts
	}
}

// changes makes a parser that changes the parts of a valid text.
func changes(f func(text string, p *[partCount]part)) parser {
	return func(text string) (bool, [partCount]part) {
		ok, parts := right3986(text)
		if ok {
			f(text, &parts)
		}
		return ok, parts
	}
}

func replacing(oldNew ...string) func(string) string { return strings.NewReplacer(oldNew...).Replace }

// without returns a function that removes the first mark from a text, with the characters of cut
// that follow it.
func without(mark, cut string) func(string) string {
	return func(text string) string {
		before, rest, ok := strings.Cut(text, mark)
		if !ok {
			return text
		}
		return before + strings.TrimLeft(rest, cut)
	}
}

// realFaults are faults of parsers in RESULT.md, and faults that browsers and libraries name in
// their advisories and documents.
var realFaults = []realFault{
	// Octets.
	{`reads \ as /`, 0, accepts(replacing(`\`, "/"))},
	{"removes tabs and ends of lines", 0, accepts(replacing("\t", "", "\r", "", "\n", ""))},
	{"trims spaces", 0, accepts(strings.TrimSpace)},
	{"ends the text at NUL", 0, accepts(func(text string) string { s, _, _ := strings.Cut(text, "\x00"); return s })},
	{"accepts a space in a query", 0, accepts(func(text string) string {
		before, query, ok := strings.Cut(text, "?")
		if !ok {
			return text
		}
		return before + "?" + strings.ReplaceAll(query, " ", "+")
	})},
	{"accepts % without digits", 0, accepts(replacing("%", "a"))},
	{"refuses %00", 0, refuses(path, func(s string) bool { return strings.Contains(s, "%00") })},
	{"accepts a second #", 0, accepts(replacing("##", "#a"))},
	// Decoded too early.
	{"decodes %2F before it splits", 0, splits(replacing("%2F", "/", "%2f", "/"))},
	{"decodes %40 before it splits", 0, splits(replacing("%40", "@"))},
	{"decodes %3A before it splits", 0, splits(replacing("%3A", ":", "%3a", ":"))},
	{"decodes %252F twice before it splits", never, splits(replacing("%252F", "/", "%252f", "/"))},
	// Scheme and first segment.
	{"accepts a digit first in a scheme", 0, accepts(func(text string) string { return strings.TrimLeft(text, "0123456789") })},
	{"accepts : in the first segment", 0, accepts(func(text string) string { return "./" + text })},
	{"takes a:80 for a host and a port", 0, changes(func(text string, p *[partCount]part) {
		if _, err := strconv.Atoi(text[p[path].start:p[path].end]); err == nil && p[scheme].ok && !p[authority].ok {
			p[scheme], p[authority] = part{}, part{0, p[path].end, true}
		}
	})},
	{"finds an authority after http: without //", 1, changes(func(text string, p *[partCount]part) {
		if strings.HasPrefix(text, "http:") && !p[authority].ok {
			p[authority] = p[path]
		}
	})},
	{"refuses // after mailto:", 1, func(text string) (bool, [partCount]part) {
		ok, parts := right3986(text)
		return ok && !strings.HasPrefix(text, "mailto://"), parts
	}},
	{"takes all after javascript: for the path", never, changes(func(text string, p *[partCount]part) {
		if strings.HasPrefix(text, "javascript:") {
			p[query], p[fragment], p[path].end = part{}, part{}, len(text)
		}
	})},
	// Authority.
	{"ends the userinfo at the last @", 0, accepts(func(text string) string {
		if i := strings.LastIndexByte(text, '@'); i >= 0 {
			return strings.ReplaceAll(text[:i], "@", "%40") + text[i:]
		}
		return text
	})},
	{"refuses an empty authority", 0, refuses(authority, func(s string) bool { return s == "" })},
	{"refuses an empty port", 0, refuses(port, func(s string) bool { return s == "" })},
	{"refuses ports above 65535", 0, refuses(port, func(s string) bool { n, err := strconv.Atoi(s); return err == nil && n > 65535 })},
	{"refuses ports of six digits", 0, refuses(port, func(s string) bool { return len(s) > 5 })},
	{"refuses _ in a host", 0, refuses(host, func(s string) bool { return strings.Contains(s, "_") })},
	{"refuses - before . in a host", never, refuses(host, func(s string) bool { return strings.Contains(s, "-.") })},
	{"refuses labels of 64 octets", withLong, refuses(host, func(s string) bool {
		return slices.ContainsFunc(strings.Split(s, "."), func(label string) bool { return len(label) > 63 })
	})},
	{"accepts ^ at octet 16 of a userinfo", 0, accepts(func(text string) string {
		if i := strings.Index(text, "//") + 2; i >= 2 && len(text) > i+16 && text[i+16] == '^' && strings.Contains(text, "@") {
			return text[:i+16] + "a" + text[i+17:]
		}
		return text
	})},
	// Addresses.
	{"accepts zones after %25", 0, accepts(without("%25", "abcdefghijklmnopqrstuvwxyz0123456789"))},
	{"accepts zones after %", 0, accepts(without("%", "abcdefghijklmnopqrstuvwxyz0123456789"))},
	{"refuses addresses of the future with V", 0, refuses(host, func(s string) bool { return strings.HasPrefix(s, "[V") })},
	{"accepts leading zeros in the IPv4 part", 0, accepts(replacing(".00", ".0", ":00.", ":0."))},
	{"refuses :: for one group", 0, refuses(host, func(s string) bool {
		return strings.Contains(s, "::") && strings.Count(s, ":") == 7 && !strings.HasPrefix(s, "[::") && !strings.HasSuffix(s, "::]")
	})},
	{"accepts five digits in a group", 0, accepts(replacing(":00000", ":0", ":aaaaa", ":a"))},
	// Query and fragment.
	{"takes an empty query for none", 0, changes(func(_ string, p *[partCount]part) {
		if p[query].start == p[query].end {
			p[query] = part{}
		}
	})},
	{"finds the query in the fragment", 0, changes(func(text string, p *[partCount]part) {
		if i := strings.IndexByte(text, '?'); i >= 0 && p[fragment].ok && !p[query].ok {
			p[query], p[path].end = part{i + 1, len(text), true}, i
		}
	})},
	// Limits and memory.
	{"refuses 2084 octets", withLong, func(text string) (bool, [partCount]part) {
		ok, parts := right3986(text)
		return ok && len(text) < 2084, parts
	}},
	{"keeps offsets in 16 bits", withLong, changes(func(_ string, p *[partCount]part) {
		for i := range p {
			p[i].start, p[i].end = int(uint16(p[i].start)), int(uint16(p[i].end))
		}
	})},
}

// TestRealFaults checks which suite finds each of the faults.
func TestRealFaults(t *testing.T) {
	finds := func(p parser, texts iter.Seq[string]) bool {
		s := specs["3986"]()
		c := certifier{suite: suite{spec: s, reported: allParts}, judged: allParts}
		for text := range texts {
			want := s.record(text)
			if valid, parts := p(text); !c.right(&want, answer{valid: valid, parts: parts}) {
				return true
			}
		}
		return false
	}
	var more []string
	if *long {
		more = slices.Collect(suite{spec: specs["3986"](), k: 1, reported: allParts}.texts())
	}
	var count [never + 1]int
	for _, fault := range realFaults {
		count[fault.found]++
		found := never
		if finds(fault.parser, slices.Values(suite3986())) {
			found = 0
		} else if !*long {
			found = max(fault.found, 1)
		} else if finds(fault.parser, slices.Values(more)) {
			found = 1
		} else if fault.found == withLong && finds(fault.parser, suite{spec: specs["3986"](), thorough: true}.texts()) {
			found = withLong // the suite is too large for the others
		}
		if found != fault.found {
			t.Errorf("%s: found with %d, want %d", fault.name, found, fault.found)
		}
	}
	if want := [...]int{29, 2, 3, 3}; count != want {
		t.Errorf("found with k=0, k=1, -long, and never: %v, want %v", count, want)
	}
}
