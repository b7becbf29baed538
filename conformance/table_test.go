package main

import (
	"os"
	"path/filepath"
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
	if s := string(markdown(results)); !strings.Contains(s, "3 of 9") || !strings.Contains(s, "| `` \"`\\|\" `` | invalid | valid | other | path (3.3) | 3 |") {
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
		fault:                          "no verdict for a|b",
		"{":                            "1: ",
		fault + "\n{\"parser\":\"c\"}": "2: no verdict for a|b before this line",
		`{"parser":"a"}`:               "1: neither a witness nor a verdict",
	} {
		if _, err := readResults([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
