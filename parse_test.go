package uri

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/vectors"
)

// TestVectors checks that Parse accepts and refuses the texts of the tables as they expect,
// and gives the components that they name, except in the rows of testdata/differs.txt.
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

// peerComponents returns the components that a row expects, and those of u in the same
// notation; nil for a row that names no components. Those of oracle_cases are in
// testdata/components.txt.
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

// TestVectorOracle checks that the check by the one grammar of RFC 2396 gives the verdicts
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
func grammarFunctions() map[string]func(s string) (end int, r *rule) {
	functions := map[string]func(s string) (end int, r *rule){
		"URI-reference": func(s string) (int, *rule) {
			if _, err := Parse(s); err != nil {
				e := err.(*SyntaxError)
				return e.Offset, e.Rule.rule
			}
			return len(s), nil
		},
		"IPv6address": func(s string) (int, *rule) {
			end, r := ipv6reference("["+s+"]", 0)
			if r == nil {
				end--
			}
			return end - 1, r
		},
	}
	for name, f := range map[string]func(s string, i int) (int, *rule){
		"hier-part":             func(s string, i int) (int, *rule) { return hierPart3986(s, i, 0) },
		"relative-part":         func(s string, i int) (int, *rule) { return relativePart3986(s, i, 0) },
		"authority of RFC 3986": func(s string, i int) (int, *rule) { return authority3986(s, i, 0) },
		"IP-literal":            ipLiteral, "IPvFuture": ipvFuture,
	} {
		functions[name] = func(s string) (int, *rule) { return f(s, 0) }
	}
	for name, read := range map[string]func(s string) error{
		"Interpret":    func(s string) error { _, err := interpretText(s); return err },
		"ParseMailto":  func(s string) error { _, err := ParseMailto(s); return err },
		"ParseNews":    func(s string) error { _, err := ParseNews(s); return err },
		"ServerFrom":   func(s string) error { _, err := ServerFrom(MustParse(s)); return err },
		"Conforms1738": Conforms1738,
		"Conforms3986": func(s string) error { _, err := Conforms3986(s); return err },
		"Conforms3987": func(s string) error { _, err := Conforms3987(s); return err },
	} {
		functions[name] = func(s string) (int, *rule) {
			if e, ok := read(s).(*SyntaxError); ok {
				return e.Offset, e.Rule.rule
			}
			return len(s), nil
		}
	}
	for _, p := range productions() {
		name := strings.Trim(p.rule, "[ ]")
		switch p.function {
		case "absoluteURI": // begins after the ":"
			name = "absoluteURI"
			f := p.f
			p.f = func(s string, i int) (int, *rule) {
				i, r := scheme(s, i)
				if r == nil && !at(s, i, ':') {
					r = ruleAbsoluteURI
				}
				if r != nil {
					return i, r
				}
				return f(s, i+1)
			}
		case "netPath": // goes on to the query
			name = "net_path"
			f := p.f
			p.f = func(s string, i int) (int, *rule) {
				path, _, _ := strings.Cut(s, "?")
				return f(path, i)
			}
		}
		functions[name] = func(s string) (int, *rule) {
			if !strings.HasPrefix(s, p.begins) {
				return 0, nil
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

// TestRules tries each rule of testdata/rules.txt by itself, and checks that each rule of the
// package has rows: those of its own grammar function, or one that an error names it in.
func TestRules(t *testing.T) {
	functions := grammarFunctions()
	type tried struct{ accepted, refused int }
	count := make(map[string]tried)
	broken := make(map[rule]bool)
	for _, row := range ruleRows(t) {
		f := functions[row.rule]
		if f == nil {
			t.Fatalf("%s:%d: no function recognises %q", rulesFile, row.line, row.rule)
		}
		end, r := f(row.text)
		if r != nil && (r.escapes == ruleEscape1738 || r.escapes == rulePctEncoded) { // errors have the place and rule of these rows
			e := newSyntaxError(opConforms3986, row.text, PartNone, end, r)
			end, r = e.Offset, e.Rule.rule
		}
		n := count[row.rule]
		if row.accepted {
			n.accepted++
			row.offset = len(row.text)
		} else {
			n.refused++
			if r != nil {
				broken[r.texts()] = true
			}
		}
		count[row.rule] = n
		if end != row.offset || (Rule{r}).String() != row.by {
			t.Errorf("%s:%d: %s %q: stopped at %d by rule %q, want %d by %q",
				rulesFile, row.line, row.rule, row.text, end, Rule{r}, row.offset, row.by)
		}
		if !row.accepted && end == len(row.text) && r == nil {
			t.Errorf("%s:%d: %s takes the whole of %q", rulesFile, row.line, row.rule, row.text)
		}
	}
	for _, r := range rulesOf(t, "") {
		n, of2396 := count[r.name], strings.HasPrefix(r.section, "RFC 2")
		switch {
		case r == ruleLength.texts(): // TestLength; the text would have 4 GiB
		case r == ruleSegment.texts(): // the test of JoinSegments; no text breaks it by itself
		case of2396 && (n.accepted == 0 || n.refused == 0):
			t.Errorf("%s: rule %s has %d texts that it takes and %d that it does not", rulesFile, r.name, n.accepted, n.refused)
		case !of2396 && !broken[r]:
			t.Errorf("%s: no row breaks rule %s (%s)", rulesFile, r.name, r.section)
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
// length only. It does not make such a text, which would take 4 GiB.
func TestLength(t *testing.T) {
	if tooLong(1<<32-2) || !tooLong(1<<32-1) || tooLong(0) {
		t.Error("the limit is not 2^32-2 octets")
	}
	if got := reflect.TypeOf(URI{}).Field(1).Type; got.Bits() != 32 || got.Kind() != reflect.Uint32 {
		t.Errorf("the offsets are %v, and the limit is for 32 bits", got)
	}
	e := newSyntaxError(opParse, "abc%", PartNone, 3, ruleLength)
	const want = `uri: parse "abc%": length: text too long at offset 3 (this library, its limit)`
	if e.Rule.rule != ruleLength || e.Offset != 3 || e.Error() != want {
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
	for _, p := range u.Values() {
		n += len("&") + len(p)
	}
	if query, ok := u.Query(); ok && n != len(query)+1 {
		errorf("pairs of %d octets in a query of %d", n, len(query))
	}
}

// rows returns the rows of the given kinds in the tables of testdata/vectors, in the order of the
// files. It returns all rows if no kind is given.
func rows(t testing.TB, kinds ...string) (all []vectors.Row) {
	t.Helper()
	files, err := filepath.Glob("testdata/vectors/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, row := range vectors.Table(t, file) {
			if len(kinds) == 0 || slices.Contains(kinds, row.Kind) {
				all = append(all, row)
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("no rows of kind %q", kinds)
	}
	return all
}

// A differRow is one row of testdata/differs.txt: it names the rows of the
// vectors whose expectation is not RFC 2396's. A base or an expected that is
// not given fits any.
type differRow struct {
	line   int
	fields []string // table, kind, input, base, expected
	reason string
}

func (d differRow) fits(v vectors.Row) bool {
	for i, field := range []string{v.Table, v.Kind, v.Input, v.Base, v.Expected} {
		if i < len(d.fields) && d.fields[i] != field {
			return false
		}
	}
	return true
}

const differsFile = "testdata/differs.txt"

// differs reads testdata/differs.txt. A line that begins with a tab is a row;
// the text above the rows is their reason.
func differs(t testing.TB) []differRow {
	t.Helper()
	var all []differRow
	reason, inRows := "", false
	for n, row := range vectors.TabLines(t, differsFile) {
		switch {
		case row == nil:
			reason, inRows = "", false
		case row[0] != "":
			if inRows {
				reason, inRows = "", false
			}
			reason = strings.TrimSpace(reason + " " + strings.Join(row, " "))
		default:
			d := differRow{n + 1, row[1:], reason}
			if len(d.fields) < 3 || len(d.fields) > 5 {
				t.Fatalf("%s:%d: %d columns, want 3 to 5", differsFile, d.line, len(d.fields))
			}
			if reason == "" {
				t.Errorf("%s:%d: no reason given", differsFile, d.line)
			}
			all = append(all, d)
			inRows = true
		}
	}
	return all
}

// checkVectors calls check for every row of the given kinds. check returns the
// difference from the row's expectation, or "". The rows of
// testdata/differs.txt must differ, all others must not.
func checkVectors(t *testing.T, check func(v vectors.Row) (difference string), kinds ...string) {
	t.Helper()
	list := differs(t)
	for _, v := range rows(t, kinds...) {
		listed := 0
		for _, d := range list {
			if d.fits(v) {
				listed = d.line
			}
		}
		difference := check(v)
		if difference != "" && listed == 0 {
			t.Errorf("%v: %s", v, difference)
		}
		if difference == "" && listed != 0 {
			t.Errorf("%v: no longer differs: take %s:%d away", v, differsFile, listed)
		}
	}
}

// TestDiffersRows checks that each row of testdata/differs.txt names a vector
// and that no two name the same.
func TestDiffersRows(t *testing.T) {
	all := rows(t)
	taken := make(map[string]int)
	for _, d := range differs(t) {
		found := false
		for _, v := range all {
			if !d.fits(v) {
				continue
			}
			found = true
			if line, ok := taken[v.String()]; ok && line != d.line {
				t.Errorf("%s:%d: %v is in line %d too", differsFile, d.line, v, line)
			}
			taken[v.String()] = d.line
		}
		if !found {
			t.Errorf("%s:%d: no such row: %q", differsFile, d.line, d.fields)
		}
	}
}

// seeds returns the texts that a fuzzer begins with: every string of the tables in
// plain "go test"; when it fuzzes, the few of seeds.txt and a text for each state of the
// machine that Valid should be.
func seeds(t testing.TB) []string {
	t.Helper()
	if vectors.Fuzzing() {
		return append(vectors.Seeds(t, seedsFile), machineValid().Cover...)
	}
	return allTexts(t)
}

const seedsFile = "testdata/seeds.txt"

// TestSeeds checks that the texts of seedsFile reach every statement that all
// the texts reach. Without -cover it only checks that they are among them. With
// -choose and -cover it writes the file anew:
//
//	go test -cover -run 'TestSeeds$' -choose .
func TestSeeds(t *testing.T) {
	all := allTexts(t)
	slices.SortStableFunc(all, func(a, b string) int { return len(a) - len(b) })
	var few []string
	if !*choose {
		few = vectors.Seeds(t, seedsFile)
		for _, s := range few {
			if !slices.Contains(all, s) {
				t.Errorf("%s: %q is in no table", seedsFile, s)
			}
		}
		if testing.CoverMode() == "" {
			return
		}
		for _, s := range few {
			tryEverything(t, s)
		}
	}
	var text []byte
	reached := testing.Coverage()
	for _, s := range all {
		tryEverything(t, s)
		if now := testing.Coverage(); now > reached {
			reached = now
			text = append(strconv.AppendQuote(text, s), '\n')
			if !*choose {
				t.Errorf("%s: %q reaches what none of the few reaches", seedsFile, s)
			}
		}
	}
	if *choose {
		if err := os.WriteFile(seedsFile, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tryEverything does the checks of all fuzzers with s.
func tryEverything(t *testing.T, s string) {
	checkParse(t, s)
	checkEscape(t, s)
	checkScheme(t, s)
	u, err := Parse(s)
	if err != nil {
		return
	}
	base := MustParse("http://u@a/b/c/d;p?q")
	for _, r := range modes {
		for _, pair := range [][2]URI{{base, u}, {u, base}, {u, u}} {
			if wrong := checkResolve(r, pair[0], pair[1]); wrong != "" {
				t.Errorf("%+v: %q against %q: %s", r, pair[1], pair[0], wrong)
			}
		}
	}
	if wrong := checkRelativize(base, u); wrong != "" {
		t.Errorf("%q from %q: %s", u, base, wrong)
	}
	for _, m := range []Mode{RFC2396, RFC3986} {
		if wrong := checkNormalize(m, u); wrong != "" {
			t.Errorf("%v: %q: %s", m, u, wrong)
		}
	}
}

// allTexts returns every text in the tables of testdata, once.
func allTexts(t testing.TB) []string {
	t.Helper()
	var all []string
	known := make(map[string]bool)
	add := func(s string) {
		if !known[s] {
			known[s] = true
			all = append(all, s)
		}
	}
	for _, v := range rows(t) {
		add(v.Input)
		add(v.Base)
		if v.Kind == "resolve" || v.Kind == "normalize" || v.Kind == "relativize" {
			add(v.Expected)
		}
	}
	for _, row := range vectors.TabLines(t, componentsFile) {
		if row != nil {
			add(row[0])
		}
	}
	for _, r := range ruleRows(t) {
		add(r.text)
	}
	return all
}

// TestClasses compares the table with a transcription of the rules by hand, for
// all octets.
func TestClasses(t *testing.T) {
	const (
		digits     = slowDigits
		letters    = slowLetters
		unreserved = slowUnreserved
	)
	for _, test := range []struct {
		name  string
		k     class
		chars string
	}{
		{"alpha", isAlpha, letters},
		{"digit", isDigit, digits},
		{"hex", isHex, digits + "abcdefABCDEF"},
		{"alphanum", isAlpha | isDigit, letters + digits},
		{"unreserved", isUnreserved, unreserved},
		{"uric", isURIC, slowReserved + unreserved},
		{"uric_no_slash", isURICNoSlash, unreserved + ";?:@&=+$,"},
		{"rel_segment", isRelSegment, unreserved + ";@&=+$,"},
		{"scheme", isScheme, letters + digits + "+-."},
		{"reg_name", isRegName, unreserved + "$,;:@&=+"},
		{"userinfo", isUserinfo, unreserved + ";:&=+$,"},
		{"domainlabel", isLabel, letters + digits + "-"},
		{"abs_path", isPath, unreserved + ":@&=+$,;/"},
		{"IPv6address", isIPv6, digits + "abcdefABCDEF:."},
		{"reg-name", isRegName3986, letters + digits + "-._~!$&'()*+,;="},
		{"userinfo of RFC 3986", isUserinfo3986, letters + digits + "-._~!$&'()*+,;=:"},
		{"segment-nz-nc", isSegmentNC3986, letters + digits + "-._~!$&'()*+,;=@"},
		{"path of RFC 3986", isPath3986, letters + digits + "-._~!$&'()*+,;=:@/"},
		{"query of RFC 3986", isQuery3986, letters + digits + "-._~!$&'()*+,;=:@/?"},
	} {
		for b := range 256 {
			want := strings.IndexByte(test.chars, byte(b)) >= 0
			if got := table[b]&test.k != 0; got != want {
				t.Errorf("%s %q: got %t, want %t", test.name, string([]byte{byte(b)}), got, want)
			}
		}
	}
}

// TestScan compares the scans with the obvious loop, for each place of the byte
// that ends the run, at each offset, and for complete and broken escapes.
func TestScan(t *testing.T) {
	slow := func(s string, i int, escapes bool) int {
		for i < len(s) {
			switch {
			case strings.IndexByte(slowDigits, s[i]) >= 0:
				i++
			case escapes && len(s)-i >= 3 && s[i] == '%' && slowOnly(s[i+1:i+3], slowDigits+"abcdefABCDEF"):
				i += 3
			default:
				return i
			}
		}
		return i
	}
	const run = "01234567890123456789012345"
	for n := range len(run) {
		for k := range n + 1 {
			for _, put := range []string{"", "x", "%41", "%4", "%", "%4x", "%x4", "%41%42", "%\x80\x80"} {
				s := run[:k] + put + run[k:n]
				for i := range len(s) + 1 {
					if got, want := scan(s, i, isDigit), slow(s, i, false); got != want {
						t.Errorf("scan(%q, %d) = %d, want %d", s, i, got, want)
					}
					if got, want := scanEscaped(s, i, isDigit), slow(s, i, true); got != want {
						t.Errorf("scanEscaped(%q, %d) = %d, want %d", s, i, got, want)
					}
				}
			}
		}
	}
}
