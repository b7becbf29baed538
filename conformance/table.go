package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// claims has the name of each parser, a tab, and a sentence or two with its claims and
// with the choices in its documents.
//
//go:embed claims.txt
var claims string

// A result has the lines of one run of certify -json.
type result struct {
	name, version, rfc string
	k, suite           int // suite is the version of the suite
	parts              []string
	claim              string
	faults             []resultFault
	texts              int
	states, wrong      int
	seconds            float64
	date               string
}

type resultFault struct {
	text, place, class, expected, given string
	states                              int
}

// writeTable writes RESULT.md and result.html into a folder, from a file with the lines
// of certify -json.
func writeTable(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	results, err := readResults(text)
	if err != nil {
		return fmt.Errorf("%s:%w", file, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "RESULT.md"), markdown(results), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "result.html"), page(results), 0o644)
}

// readResults reads the lines of several runs. Each run ends with a verdict.
func readResults(text []byte) (results []*result, err error) {
	claimOf := map[string]string{}
	for line := range strings.Lines(claims) {
		name, claim, _ := strings.Cut(strings.TrimSpace(line), "\t")
		claimOf[name] = claim
	}
	var r *result
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var l struct {
			Parser, Version, RFC, Section, Production, Class, Expected, Given, Date string
			K, Suite, Texts, States, Wrong                                          int
			Parts                                                                   []string
			Seconds                                                                 float64
			Witness                                                                 *struct{ Hex string }
			Certified                                                               *bool
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
		if r == nil {
			r = &result{name: l.Parser, version: l.Version, rfc: l.RFC, k: l.K, claim: claimOf[l.Parser]}
		}
		switch {
		case l.Parser != r.name || l.RFC != r.rfc || l.K != r.k:
			return nil, fmt.Errorf("%d: no verdict for %s before this line", i+1, r.name)
		case l.Witness != nil:
			text, err := hex.DecodeString(l.Witness.Hex)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i+1, err)
			}
			r.faults = append(r.faults, resultFault{string(text), l.Production + " (" + l.Section + ")", l.Class, l.Expected, l.Given, l.States})
		case l.Certified == nil:
			return nil, fmt.Errorf("%d: neither a witness nor a verdict", i+1)
		default:
			r.texts, r.states, r.wrong, r.seconds, r.date = l.Texts, l.States, l.Wrong, l.Seconds, l.Date
			r.suite, r.parts = l.Suite, l.Parts
			results = append(results, r)
			r = nil
		}
	}
	if r != nil {
		return nil, fmt.Errorf("no verdict for %s", r.name)
	}
	slices.SortStableFunc(results, func(a, b *result) int {
		return cmp.Or(strings.Compare(a.rfc, b.rfc), b.suite-a.suite, a.k-b.k, strings.Compare(a.reported(), b.reported()),
			a.wrong*b.states-b.wrong*a.states, len(a.faults)-len(b.faults))
	})
	return results, nil
}

// reported returns the names of the reported parts, or a word for none and for all.
func (r *result) reported() string {
	switch len(r.parts) {
	case 0:
		return "none"
	case int(partCount):
		return "all"
	}
	return strings.Join(r.parts, ", ")
}

// faultLines is the number of faults of a parser in RESULT.md. result.jsonl has all.
const faultLines = 12

// mostStates returns the faults with the most states, the shortest text first.
func (r *result) mostStates() []resultFault {
	faults := slices.Clone(r.faults)
	slices.SortStableFunc(faults, func(a, b resultFault) int { return b.states - a.states })
	faults = faults[:min(len(faults), faultLines)]
	slices.SortStableFunc(faults, func(a, b resultFault) int {
		return cmp.Or(len(a.text)-len(b.text), strings.Compare(a.text, b.text))
	})
	return faults
}

const introduction = `Each parser was asked the texts of the suite for the RFC in the second column. The suite assumes at most k states
more than the grammar has. The parser was judged by the parts in its answers: rows with the same RFC, k and parts can be compared.
README.md explains what that proves. A fault may be a choice: the section of a parser has its claims. A kind has all faults with the
same shortest text. The states blamed are a guess, those with the largest share of wrong answers. All rows are of version 4 of the
suites. Certificates of version 1 for RFC 1738, and for RFC 3987 with k=1, were too strong.`

func markdown(results []*result) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Parsers and the grammars of the RFCs\n\n`go run ./conformance table conformance/result.jsonl conformance` wrote this file from [result.jsonl](result.jsonl), "+
		"and [result.html](result.html).\n%s\n\n", introduction)
	b.WriteString("| parser | RFC | suite | k | parts reported | kinds of fault | states blamed | texts | seconds | date |\n|---|---|--:|--:|---|--:|--:|--:|--:|---|\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s %s | %s | %d | %d | %s | %d | %d of %d | %d | %.1f | %s |\n",
			r.name, r.version, r.rfc, r.suite, r.k, r.reported(), len(r.faults), r.wrong, r.states, r.texts, r.seconds, r.date)
	}
	for _, r := range results {
		if len(r.faults) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s %s, RFC %s\n\n", r.name, r.version, r.rfc)
		if r.claim != "" {
			b.WriteString(r.claim + "\n\n")
		}
		faults := r.mostStates()
		if len(faults) < len(r.faults) {
			fmt.Fprintf(&b, "The %d of %d kinds of fault with the most states:\n\n", len(faults), len(r.faults))
		}
		b.WriteString("| text | it is | the parser says | octet | production | states blamed |\n|---|---|---|---|---|--:|\n")
		for _, f := range faults {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %d |\n", code(f.text), f.expected, f.given, f.class, f.place, f.states)
		}
	}
	return b.Bytes()
}

// code writes a text as a code span in a table of Markdown.
func code(s string) string {
	q := strings.ReplaceAll(strconv.QuoteToASCII(s), "|", `\|`)
	if strings.Contains(q, "`") {
		return "`` " + q + " ``"
	}
	return "`" + q + "`"
}

// page writes the same as a page.
func page(results []*result) []byte {
	var b bytes.Buffer
	b.WriteString(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Parsers and the grammars of the RFCs</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; width: 100% } td, th { padding: .2em .6em; text-align: left; border-bottom: 1px solid #ddd; vertical-align: top }
summary { cursor: pointer } code { background: #f4f4f4; overflow-wrap: anywhere }
</style></head><body>
<h1>Parsers and the grammars of the RFCs</h1>
`)
	fmt.Fprintf(&b, "<p>%s</p>\n<table><tr><th>parser<th>RFC<th>suite<th>k<th>parts reported<th>kinds of fault<th>states blamed<th>date</tr>\n", introduction)
	for _, r := range results {
		fmt.Fprintf(&b, "<tr><td>%s %s<td>%s<td>%d<td>%d<td>%s<td>%d<td>%d of %d<td>%s</tr>\n",
			html.EscapeString(r.name), html.EscapeString(r.version), r.rfc, r.suite, r.k, html.EscapeString(r.reported()), len(r.faults), r.wrong, r.states, r.date)
	}
	b.WriteString("</table>\n")
	for _, r := range results {
		if len(r.faults) == 0 {
			continue
		}
		fmt.Fprintf(&b, "<details><summary>%s %s, RFC %s: %d kinds of fault</summary>\n<p>%s</p>\n<table><tr><th>text<th>it is<th>the parser says<th>octet<th>production<th>states blamed</tr>\n",
			html.EscapeString(r.name), html.EscapeString(r.version), r.rfc, len(r.faults), html.EscapeString(r.claim))
		for _, f := range r.faults {
			fmt.Fprintf(&b, "<tr><td><code>%s</code><td>%s<td>%s<td>%s<td>%s<td>%d</tr>\n", html.EscapeString(strconv.QuoteToASCII(f.text)),
				f.expected, f.given, html.EscapeString(f.class), html.EscapeString(f.place), f.states)
		}
		b.WriteString("</table></details>\n")
	}
	b.WriteString("</body></html>\n")
	return b.Bytes()
}
