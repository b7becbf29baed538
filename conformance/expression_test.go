package main

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// The expressions of a URI reference, written by hand from each RFC. They share nothing with
// the automata. A name in braces stands for the expression of that name.
const (
	// RFC 3986, Appendix A, and RFC 3987, 2.2. In RFC 3986, ucs and private are empty.
	names3986 = `
reference  ({scheme}:(//{authority}{abempty}|{absolute}|{nz}{abempty}|)|//{authority}{abempty}|{absolute}|{nc}{abempty}|)(\?({pchar}|[/?{private}])*)?(#({pchar}|[/?])*)?
scheme     [A-Za-z][A-Za-z0-9+.-]*
authority  (({name}|:)*@)?(\[({ipv6}|[Vv]{hex}+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]|({name})*)(:[0-9]*)?
absolute   /({nz}{abempty})?
abempty    (/({pchar})*)*
nz         ({pchar})+
nc         ({name}|@)+
pchar      {name}|[:@]
name       [A-Za-z0-9._~!$&'()*+,;={ucs}-]|%{hex}{hex}
`
	// RFC 2396, Appendix A, with the query alone of Appendix C, and RFC 2732, 3 (1).
	names2396 = `
reference  ({scheme}:({hier}|{opaque}{uric}*)|{hier}|({rel}(/{path})?)(\?{uric}*)?|\?{uric}*|)(#{uric}*)?
hier       (//({server}|({name}|[$,;:@&=+])+)?(/{path})?|/{path})(\?{uric}*)?
scheme     [A-Za-z][A-Za-z0-9+.-]*
server     (({name}|[;:&=+$,])*@)?{host}(:[0-9]*)?
host       \[{ipv6}\]|([0-9]+\.){3}[0-9]+|({alnum}({alnum}|-)*{alnum}\.|{alnum}\.)*[A-Za-z](({alnum}|-)*{alnum})?\.?
opaque     ({name}|[;?:@&=+$,])
rel        ({name}|[;@&=+$,])+
path       ({name}|[:@&=+$,;/])*
uric       ({name}|[;/?:@&=+$,])
alnum      [A-Za-z0-9]
name       [A-Za-z0-9_.!~*'()-]|%{hex}{hex}
`
	// RFC 3986, 3.2.2.
	namesIPv6 = `
ipv6  ({h}:){6}{ls32}|::({h}:){5}{ls32}|{h}?::({h}:){4}{ls32}|(({h}:){0,1}{h})?::({h}:){3}{ls32}|(({h}:){0,2}{h})?::({h}:){2}{ls32}|(({h}:){0,3}{h})?::{h}:{ls32}|(({h}:){0,4}{h})?::{ls32}|(({h}:){0,5}{h})?::{h}|(({h}:){0,6}{h})?::
ls32  {h}:{h}|{byte}(\.{byte}){3}
h     {hex}{1,4}
byte  25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]
hex   [0-9A-Fa-f]
`
	ucs = `\x{A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}\x{10000}-\x{1FFFD}\x{20000}-\x{2FFFD}\x{30000}-\x{3FFFD}\x{40000}-\x{4FFFD}` +
		`\x{50000}-\x{5FFFD}\x{60000}-\x{6FFFD}\x{70000}-\x{7FFFD}\x{80000}-\x{8FFFD}\x{90000}-\x{9FFFD}\x{A0000}-\x{AFFFD}` +
		`\x{B0000}-\x{BFFFD}\x{C0000}-\x{CFFFD}\x{D0000}-\x{DFFFD}\x{E1000}-\x{EFFFD}`
	private = `\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}`
)

// expressions has the expression of a URI reference of each RFC.
var expressions = map[string]func() *regexp.Regexp{
	"3986": sync.OnceValue(func() *regexp.Regexp { return expression(names3986+namesIPv6, "{ucs}", "", "{private}", "") }),
	"3987": sync.OnceValue(func() *regexp.Regexp { return expression(names3986+namesIPv6, "{ucs}", ucs, "{private}", private) }),
	"2396": sync.OnceValue(func() *regexp.Regexp { return expression(names2396 + namesIPv6) }),
}

// expression returns the first of the named expressions, with those that it names put into it.
func expression(names string, replace ...string) *regexp.Regexp {
	var first string
	for i, line := range strings.Split(strings.TrimSpace(names), "\n") {
		name, expr, _ := strings.Cut(line, " ")
		if expr = "(" + strings.TrimSpace(expr) + ")"; i == 0 {
			first = expr
		}
		replace = append(replace, "{"+name+"}", expr)
	}
	for strings.Contains(first, "{") {
		next := strings.NewReplacer(replace...).Replace(first)
		if next == first {
			break
		}
		first = next
	}
	return regexp.MustCompile("^" + first + "$")
}

// TestExpressions checks that the automata and the expressions judge the texts of the suites alike.
// Without -long it takes one text in 30 of the suite of RFC 3986.
func TestExpressions(t *testing.T) {
	for rfc, expr := range expressions {
		if large[rfc] && !*long {
			continue
		}
		texts := suite{spec: specs[rfc]()}.texts()
		n := 0
		for text := range texts {
			if n++; !*long && n%30 > 0 {
				continue
			}
			if valid := specs[rfc]().record(text).valid; valid != expr().MatchString(text) {
				t.Fatalf("RFC %s: %q: valid %v, by the expression %v", rfc, text, valid, !valid)
			}
		}
	}
}

// TestWitnesses checks the lines of result.jsonl. The expressions must judge each witness as its
// line says, and the answer of the parser must be another one.
func TestWitnesses(t *testing.T) {
	text, err := os.ReadFile("result.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	type members = map[string]any
	var witnesses, answers []members
	n := 0
	for line := range strings.Lines(string(text)) {
		var l struct {
			RFC          string
			Witness, Got members
			Parts        []string
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Witness == nil { // the verdict on the parser of the lines before
			for i, got := range answers {
				differ := got["valid"] != witnesses[i]["valid"]
				for _, name := range l.Parts {
					differ = differ || !reflect.DeepEqual(got[name], witnesses[i][name])
				}
				if !differ {
					t.Errorf("%v: the answer is right: %v", witnesses[i], got)
				}
			}
			witnesses, answers = nil, nil
			continue
		}
		n++
		witnesses, answers = append(witnesses, l.Witness), append(answers, l.Got)
		s, err := hex.DecodeString(l.Witness["hex"].(string))
		if err != nil {
			t.Fatal(err)
		}
		want := members{"hex": l.Witness["hex"], "valid": expressions[l.RFC]().Match(s)}
		if want["valid"] == true {
			for name, offsets := range expected(string(s), l.RFC != "2396" || serverExpr.Match(s)) {
				want[name] = offsets
			}
		} else {
			want["error"] = l.Witness["error"]
		}
		if !reflect.DeepEqual(l.Witness, want) {
			t.Errorf("RFC %s: %q: %v, by the expressions %v", l.RFC, s, l.Witness, want)
		}
	}
	if n < 150 {
		t.Errorf("only %d witnesses", n)
	}
}
