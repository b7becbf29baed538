package uri

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/vectors"
)

// TestVectors checks that Parse accepts and refuses what the tables expect, and
// gives the components that they name, except the rows of testdata/differs.txt.
func TestVectors(t *testing.T) {
	compared := 0
	checkVectors(t, func(v vectors.Row) string {
		u, err := Parse(v.Input)
		valid := v.Kind != "invalid"
		switch {
		case v.Kind == "whatwg-parse":
			valid = v.Expected != "failure"
		case strings.HasPrefix(v.Kind, "curl-"):
			valid = strings.HasSuffix(v.Note, "CURLUE_OK")
		}
		switch {
		case valid && err != nil:
			return err.Error()
		case !valid && err == nil:
			return "accepted: " + describe(u)
		case !valid:
			return ""
		}
		want, got := peerComponents(t, v, u)
		if want != nil {
			compared++
		}
		return cmp.Diff(want, got)
	}, "parse", "invalid", "valid-uri-ref", "whatwg-parse", "curl-url", "curl-parts")
	if compared < 70 {
		t.Errorf("%d rows with components, want at least 70", compared)
	}
}

// peerComponents returns what a row expects the components to be, and what those
// of u are in the same notation; nil for a row that names none. Those of
// oracle_cases are in testdata/components.txt.
func peerComponents(t *testing.T, v vectors.Row, u URI) (want, got map[string]any) {
	if v.Kind != "parse" || v.Table != "go" && v.Table != "fluent_uri" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(v.Expected), &want); err != nil {
		t.Fatalf("%v: %v", v, err)
	}
	optional := func(s string, ok bool) any {
		if !ok {
			return nil
		}
		return s
	}
	if v.Table == "fluent_uri" {
		if want["path"] == nil {
			return nil, nil
		}
		return want, map[string]any{
			"scheme":    optional(u.Scheme(), u.IsAbsolute()),
			"authority": optional(u.Authority()),
			"userinfo":  optional(u.Userinfo()),
			"host":      optional(u.Host()),
			"port":      optional(u.Port()),
			"path":      u.Path(),
			"query":     optional(u.Query()),
			"fragment":  optional(u.Fragment()),
		}
	}

	// Go decodes, and does not distinguish empty from undefined parts.
	decode := func(s string) string {
		s, err := Unescape(s)
		if err != nil {
			t.Errorf("%v: %v", v, err)
		}
		return s
	}
	host, _ := u.Authority()
	var user []any
	if userinfo, ok := u.Userinfo(); ok {
		host = host[len(userinfo)+len("@"):]
		for _, word := range strings.SplitN(userinfo, ":", 2) {
			user = append(user, decode(word))
		}
	}
	opaque, isOpaque := u.Opaque()
	path := u.Path()
	if isOpaque {
		path = ""
	}
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	got = map[string]any{
		"Scheme": strings.ToLower(u.Scheme()), "Opaque": opaque, "Host": decode(host), "Path": decode(path),
		"RawQuery": query, "Fragment": decode(fragment), "User": user,
	}
	for key, value := range got {
		if value == "" || key == "User" && user == nil {
			delete(got, key)
		}
	}
	for key, value := range want {
		if value == "" || key == "RawPath" || key == "RawFragment" {
			delete(want, key)
		}
	}
	return want, got
}

// TestVectorOracle checks that the check by RFC 2396 alone gives the verdicts
// that were found by the RFC's grammar for the rows of all tables.
func TestVectorOracle(t *testing.T) {
	n := 0
	for _, v := range rows(t) {
		verdict := v.Oracle
		if v.Kind == "whatwg-parse" {
			verdict = strings.Replace(v.Note, "2396 ", "2396:", 1)
		}
		_, verdict, found := strings.Cut(verdict, "2396:")
		if !found {
			continue
		}
		n++
		verdict, _, _ = strings.Cut(verdict, " ")
		_, err := ParseRFC2396(v.Input)
		switch {
		case verdict != "valid" && verdict != "valid-by-appC" && verdict != "invalid":
			t.Errorf("%v: no verdict: %q", v, verdict)
		case err == nil != strings.HasPrefix(verdict, "valid"):
			t.Errorf("%v: got %v, want %s", v, err, verdict)
		}
	}
	if n < 1000 {
		t.Errorf("%d verdicts, want at least 1000", n)
	}
}

// grammarFunctions returns for each rule's name a function that recognises it
// at the beginning of a text.
func grammarFunctions() map[string]func(s string) (end int, r Rule) {
	octet := func(k class) func(s string) (int, Rule) {
		return func(s string) (int, Rule) {
			switch {
			case escaped(s, 0):
				return 3, RuleNone
			case in(s, 0, k):
				return 1, RuleNone
			}
			return 0, RuleNone
		}
	}
	functions := map[string]func(s string) (end int, r Rule){
		"URI-reference": func(s string) (int, Rule) {
			if _, err := Parse(s); err != nil {
				e := err.(*SyntaxError)
				return e.Offset, e.Rule
			}
			return len(s), RuleNone
		},
		"uric":  octet(isURIC),
		"pchar": octet(isPchar),
		"IPv6address": func(s string) (int, Rule) {
			end, r := ipv6reference("["+s+"]", 0)
			if r == RuleNone {
				end--
			}
			return end - 1, r
		},
	}
	for _, p := range productions() {
		name := strings.Trim(p.rule, "[ ]")
		switch p.function {
		case "absoluteURI": // begins after the ":"
			name = "absoluteURI"
			f := p.f
			p.f = func(s string, i int) (int, Rule) {
				i, r := scheme(s, i)
				if r == RuleNone && !at(s, i, ':') {
					r = RuleAbsoluteURI
				}
				if r != RuleNone {
					return i, r
				}
				return f(s, i+1)
			}
		case "netPath": // goes on to the query
			name = "net_path"
			f := p.f
			p.f = func(s string, i int) (int, Rule) {
				path, _, _ := strings.Cut(s, "?")
				return f(path, i)
			}
		}
		functions[name] = func(s string) (int, Rule) {
			if !strings.HasPrefix(s, p.begins) {
				return 0, RuleNone
			}
			return p.f(s, 0)
		}
	}
	return functions
}

// A ruleRow is one row of testdata/rules.txt.
type ruleRow struct {
	line       int
	rule, text string
	accepted   bool
	offset     int    // where the rule stops in a text that it does not take
	by         string // the rule that fails there, if any
}

const rulesFile = "testdata/rules.txt"

func ruleRows(t testing.TB) []ruleRow {
	t.Helper()
	var all []ruleRow
	rule := ""
	for i, row := range vectors.TabLines(t, rulesFile) {
		if row == nil {
			continue
		}
		r := ruleRow{line: i + 1, rule: rule}
		if text, ok := strings.CutPrefix(row[0], "+ "); ok {
			r.text, r.accepted = text, true
		} else if text, ok := strings.CutPrefix(row[0], "- "); ok {
			words := strings.Split(text, " ")
			last := len(words) - 1
			offset, err := strconv.Atoi(words[last])
			if err != nil && last > 0 {
				r.by = words[last]
				last--
				offset, err = strconv.Atoi(words[last])
			}
			if err != nil {
				t.Fatalf("%s:%d: no offset", rulesFile, r.line)
			}
			r.text, r.offset = strings.Join(words[:last], " "), offset
		} else {
			rule = row[0]
			continue
		}
		all = append(all, r)
	}
	return all
}

// TestRules tries each rule of testdata/rules.txt alone.
func TestRules(t *testing.T) {
	functions := grammarFunctions()
	type tried struct{ accepted, refused int }
	count := make(map[string]tried)
	for _, row := range ruleRows(t) {
		f := functions[row.rule]
		if f == nil {
			t.Fatalf("%s:%d: no function recognises %q", rulesFile, row.line, row.rule)
		}
		end, r := f(row.text)
		n := count[row.rule]
		if row.accepted {
			n.accepted++
			row.offset = len(row.text)
		} else {
			n.refused++
		}
		count[row.rule] = n
		if end != row.offset || r.String() != row.by {
			t.Errorf("%s:%d: %s %q: stopped at %d by rule %q, want %d by %q",
				rulesFile, row.line, row.rule, row.text, end, r, row.offset, row.by)
		}
		if !row.accepted && end == len(row.text) && r == RuleNone {
			t.Errorf("%s:%d: %s takes the whole of %q", rulesFile, row.line, row.rule, row.text)
		}
	}
	for r := RuleNone + 1; r <= RuleIPv6address; r++ {
		if n := count[r.String()]; n.accepted == 0 || n.refused == 0 {
			t.Errorf("%s: rule %s has %d texts that it takes and %d that it does not", rulesFile, r, n.accepted, n.refused)
		}
	}
}

// TestCorpus checks each line of the lists of URLs in the folder that the
// environment variable URI_CORPUS names, if it is set.
func TestCorpus(t *testing.T) {
	folder := os.Getenv("URI_CORPUS")
	if folder == "" {
		return
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists in %s: %v", folder, err)
	}
	for _, file := range files {
		lines, refused := vectors.Lines(t, file), 0
		for _, line := range lines {
			checkParse(t, line)
			if !Valid(line) {
				refused++
			}
		}
		t.Logf("%s: %d lines, %d refused", filepath.Base(file), len(lines), refused)
	}
}

// TestLength checks that a text whose offsets would not fit is refused by its
// length alone. It does not make such a text, which would take 4 GiB.
func TestLength(t *testing.T) {
	if tooLong(1<<32-2) || !tooLong(1<<32-1) || tooLong(0) {
		t.Error("the limit is not 2^32-2 octets")
	}
	if got := reflect.TypeOf(URI{}).Field(1).Type; got.Bits() != 32 || got.Kind() != reflect.Uint32 {
		t.Errorf("the offsets are %v, and the limit is for 32 bits", got)
	}
	e := newSyntaxError("parse", "abc%", 3, RuleLength)
	const want = `uri: parse "abc%": length: text too long at offset 3 (this library, its limit)`
	if e.Rule != RuleLength || e.Offset != 3 || e.Error() != want {
		t.Errorf("got %v\nwant %s", e, want)
	}
}

// TestHuge reads texts of 64 MiB, and long texts of all kinds. It would not end if
// the time grew faster than the text.
func TestHuge(t *testing.T) {
	const huge = 64 << 20
	n := 1 << 17
	if *long {
		n = 1 << 20
	}
	around := [][2]string{
		{"", ""}, {"", " "}, {"/", ""}, {"/", "%"}, {"//", ""}, {"//", "@h"}, {"//h:", ""}, {"//u@", ":"}, {"//[", "]"},
		{"a:", ""}, {"?", ""}, {"#", ""}, {"//", " "}, {"//", "%"},
	}
	for _, piece := range strings.Fields("a %41 ../ ; &= a. 1. a- - @ : a:b@ [ ::") {
		for _, ends := range around {
			checkLong(t, ends[0], piece, ends[1], n)
		}
	}
	if !*long {
		return
	}
	for _, piece := range strings.Fields("a %41 ../ ;") {
		for _, ends := range around[:3] {
			checkLong(t, ends[0], piece, ends[1], huge)
		}
		if s := strings.Repeat(piece, huge/len(piece)); EscapeOnce(s, EscapePath) != s {
			t.Errorf("EscapeOnce changes a lot of %q", piece)
		}
	}
}

// checkLong reads a text of many times piece, in little memory.
func checkLong(t *testing.T, start, piece, end string, size int) {
	t.Helper()
	s := start + strings.Repeat(piece, size/len(piece)) + end
	errorf := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%q, a lot of %q, %q: %s", start, piece, end, fmt.Sprintf(format, args...))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	u, err := Parse(s)
	valid := Valid(s)
	message := ""
	if err != nil {
		message = err.Error()
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<16 || len(message) > 1<<10 {
		errorf("Parse allocates %d octets for %q", grown, message)
	}
	if valid != (err == nil) {
		errorf("Valid: %t, Parse: %v", valid, err)
	}
	n := 0
	for g := range u.Segments() {
		n += len("/") + len(g.Name())
		for p := range g.Params() {
			n += len(";") + len(p)
		}
	}
	if path := u.Path(); !u.IsOpaque() && n != len(path) && n != len(path)+1 {
		errorf("segments of %d octets in a path of %d", n, len(path))
	}
	n = 0
	for p := range u.Pairs() {
		n += len("&") + len(p)
	}
	if query, ok := u.Query(); ok && n != len(query)+1 {
		errorf("pairs of %d octets in a query of %d", n, len(query))
	}
}
