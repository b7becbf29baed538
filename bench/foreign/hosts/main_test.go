package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// TestGoParsers asks the parsers of Go, since they need no other program: Audit finds
// something wherever they see different hosts.
func TestGoParsers(t *testing.T) {
	here := slices.DeleteFunc(slices.Clone(parsers), func(p parser) bool { return p.ask == nil })
	texts := changedURLs([]string{"http://www.example.com/a?b#c", "file:///a/b", "https://example.org:8080/"}, 20_000, 1)
	for _, s := range texts {
		if !uri.Valid(s) {
			t.Fatalf("%q is no URI", s)
		}
	}
	all, err := ask(t.TempDir(), here, texts)
	if err != nil {
		t.Fatal(err)
	}
	if silent := all.report("changed URLs", 5); silent > 0 || len(here) != 4 {
		t.Errorf("Audit is silent about %d texts, %d parsers", silent, len(here))
	}
	name := filepath.Join(t.TempDir(), "answers")
	if err := all.write(name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Count(string(text), "\n") != len(texts) || !strings.HasPrefix(string(text), `{"input":"`) {
		t.Errorf("%v, %.100s", err, text)
	}
}

// TestSame checks which spellings of a host are one.
func TestSame(t *testing.T) {
	for _, hosts := range [][2]string{{"H.Example", "h.example"}, {"[::1]", "0:0::1"}, {"[::1]", "::1"}} {
		if same(hosts[0]) != same(hosts[1]) {
			t.Errorf("%q", hosts)
		}
	}
	for _, hosts := range [][2]string{{"h.", "h"}, {"127.1", "127.0.0.1"}, {"", "h"}} {
		if same(hosts[0]) == same(hosts[1]) {
			t.Errorf("%q", hosts)
		}
	}
}
