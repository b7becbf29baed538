package uri

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVectors holds that Parse accepts and refuses what the tables expect, and
// gives the components that they name, but for the rows of testdata/differs.txt.
func TestVectors(t *testing.T) {
	compared := 0
	checkVectors(t, func(v vector) string {
		u, err := Parse(v.input)
		valid := v.kind != "invalid"
		switch {
		case v.kind == "whatwg-parse":
			valid = v.expected != "failure"
		case strings.HasPrefix(v.kind, "curl-"):
			valid = strings.HasSuffix(v.note, "CURLUE_OK")
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
func peerComponents(t *testing.T, v vector, u URI) (want, got map[string]any) {
	if v.kind != "parse" || v.table != "go" && v.table != "fluent_uri" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(v.expected), &want); err != nil {
		t.Fatalf("%v: %v", v, err)
	}
	optional := func(s string, ok bool) any {
		if !ok {
			return nil
		}
		return s
	}
	if v.table == "fluent_uri" {
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
	for _, v := range vectors(t) {
		verdict := v.oracle
		if v.kind == "whatwg-parse" {
			verdict = strings.Replace(v.note, "2396 ", "2396:", 1)
		}
		_, verdict, found := strings.Cut(verdict, "2396:")
		if !found {
			continue
		}
		n++
		verdict, _, _ = strings.Cut(verdict, " ")
		_, err := ParseRFC2396(v.input)
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
				if r != RuleNone || !at(s, i, ':') {
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

// TestRules tries each rule of testdata/rules.txt alone.
func TestRules(t *testing.T) {
	const file = "testdata/rules.txt"
	functions := grammarFunctions()
	type tried struct{ accepted, refused int }
	count := make(map[string]tried)
	rule := ""
	for i, row := range tabLines(t, file) {
		if row == nil {
			continue
		}
		line := row[0]
		n := count[rule]
		if text, ok := strings.CutPrefix(line, "+ "); ok {
			n.accepted++
			if end, r := functions[rule](text); end != len(text) || r != RuleNone {
				t.Errorf("%s:%d: %s %q: stopped at %d by rule %q", file, i+1, rule, text, end, r)
			}
		} else if text, ok := strings.CutPrefix(line, "- "); ok {
			n.refused++
			// The text is what stands before the last one or two words.
			words := strings.Split(text, " ")
			last := len(words) - 1
			want, wantRule := words[last], ""
			if strings.Trim(want, "0123456789") != "" {
				last--
				want, wantRule = words[last], want
			}
			text = strings.Join(words[:last], " ")
			end, r := functions[rule](text)
			if strconv.Itoa(end) != want || r == RuleNone && end == len(text) && rule != "absoluteURI" {
				t.Errorf("%s:%d: %s %q: stopped at %d by rule %q, want %s", file, i+1, rule, text, end, r, want)
			}
			if r.String() != wantRule {
				t.Errorf("%s:%d: %s %q: refused by rule %q, want %q", file, i+1, rule, text, r, wantRule)
			}
		} else {
			rule = line
			if functions[rule] == nil {
				t.Fatalf("%s:%d: no function recognises %q", file, i+1, rule)
			}
			continue
		}
		count[rule] = n
	}
	for r := RuleNone + 1; r <= RuleIPv6address; r++ {
		if n := count[r.String()]; n.accepted == 0 || n.refused == 0 {
			t.Errorf("%s: rule %s has %d texts that it takes and %d that it does not", file, r, n.accepted, n.refused)
		}
	}
}
