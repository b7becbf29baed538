package uri

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
	"github.com/google/go-cmp/cmp"
)

// TestVectors holds that Parse accepts and refuses what the tables expect, and
// gives the components that they name, but for the rows of testdata/differs.txt.
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
// oracle_cases stand in testdata/components.txt.
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

	// Go decodes, and does not tell what is empty from what is undefined.
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

// TestVectorOracle holds that the check by RFC 2396 alone gives the verdicts
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
		case "absoluteURI": // begins behind the ":"
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
// environment variable URI_CORPUS names, where it does.
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
