package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTable checks that RESULT.md and result.html are what the table writes of
// result.jsonl, and a small example of each.
func TestTable(t *testing.T) {
	folder := t.TempDir()
	if err := writeTable("result.jsonl", folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"RESULT.md", "result.html"} {
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != string(want) {
			t.Errorf("go run ./conformance table conformance/result.jsonl conformance: another %s, %v", name, err)
		}
	}
}

// TestTableFails has a folder in which RESULT.md cannot be written.
func TestTableFails(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "RESULT.md"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := writeTable("result.jsonl", folder); err == nil {
		t.Error("no error")
	}
}

func TestReadResults(t *testing.T) {
	const who = `"parser":"a|b","version":"1","rfc":"3986","k":0`
	const fault = `{` + who + `,"witness":{"hex":"607c"},"got":{"valid":true},"states":3,"section":"3.3","production":"path","class":"other","expected":"invalid","given":"valid"}`
	const verdict = `{` + who + `,"certified":false,"texts":10,"states":9,"wrong":3,"date":"2026-01-02"}`
	results, err := readResults([]byte(fault + "\n" + verdict + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s := string(markdown(results)); !strings.Contains(s, "3 of 9") || !strings.Contains(s, "\n## a|b 1, RFC 3986\n\n| text |") ||
		!strings.Contains(s, "| `` \"`\\|\" `` | invalid | valid | other | path (3.3) | 3 |") {
		t.Error(s)
	}
	if s := string(page(results)); !strings.Contains(s, "<td>3 of 9") || !strings.Contains(s, "<code>&#34;`|&#34;</code>") || strings.Contains(s, "<script") {
		t.Error(s)
	}
	many := result{}
	for n := range faultLines + 1 {
		many.faults = append(many.faults, resultFault{text: string(rune('a' + n)), states: n})
	}
	if left := many.mostStates(); len(left) != faultLines || left[0].text != "b" || left[faultLines-1].states != faultLines {
		t.Errorf("%v", left)
	}
	for text, want := range map[string]string{
		fault: "no verdict for a|b",
		"{":   "1: unexpected end",
		verdict + "\n" + fault + "\n{\"k\":\"0\"}": "3: json: cannot unmarshal",
		`{"parser":"a"}`: "1: neither a witness nor a verdict",
		verdict + "\n{}": "2: neither a witness nor a verdict",
		verdict + "\n" + strings.Replace(fault, "607c", "607", 1):      "2: encoding/hex: odd length",
		fault + "\n" + strings.Replace(verdict, `"a|b"`, `"a"`, 1):     "2: no verdict for a|b before this line",
		fault + "\n" + strings.Replace(verdict, `"3986"`, `"3987"`, 1): "2: no verdict for a|b before this line",
		fault + "\n" + strings.Replace(verdict, `"k":0`, `"k":1`, 1):   "2: no verdict for a|b before this line",
	} {
		if _, err := readResults([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestResultOrder reads verdicts in two orders. The table has one: by RFC, suite, k and parts, then by the
// share of wrong states and the kinds of fault.
func TestResultOrder(t *testing.T) {
	const line = `{"parser":"%d","rfc":"%s","k":%d,"suite":%d,"parts":[%s],"states":%d,"wrong":%d,"certified":true}`
	const fault = `{"parser":"%d","rfc":"%s","k":%d,"witness":{"hex":""}}` + "\n"
	var runs []string
	for i, r := range []struct {
		rfc                   string
		suite, k              int
		parts                 string
		states, wrong, faults int
	}{
		{"2396", 4, 0, "", 10, 0, 0}, {"3986", 4, 0, "", 10, 9, 0}, {"3986", 4, 0, `"path"`, 100, 30, 2}, {"3986", 4, 0, `"path"`, 10, 5, 0},
		{"3986", 4, 0, `"path"`, 10, 5, 1}, {"3986", 4, 1, "", 10, 0, 0}, {"3986", 3, 0, "", 10, 0, 0},
	} {
		runs = append(runs, strings.Repeat(fmt.Sprintf(fault, i, r.rfc, r.k), r.faults)+fmt.Sprintf(line, i, r.rfc, r.k, r.suite, r.parts, r.states, r.wrong))
	}
	for range 2 {
		results, err := readResults([]byte(strings.Join(runs, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			if r.name != strconv.Itoa(i) {
				t.Errorf("the parser %s has place %d", r.name, i)
			}
		}
		slices.Reverse(runs)
	}
}
