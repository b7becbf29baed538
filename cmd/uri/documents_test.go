package main

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestUsageInDocuments checks the flags in the command lines of the documents: the help of the command has each. The manual
// page of docs/command.md is one.
func TestUsageInDocuments(t *testing.T) {
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, document := range append(documents, "../../README.md", "../../COOKBOOK.md", "../../SECURITY.md") {
		b, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range regexp.MustCompile("`uri ([a-z]+)([^`]*)`").FindAllStringSubmatch(string(b), -1) {
			help, _, _ := uriRun("", line[1], "-h")
			arguments, _, _ := strings.Cut(regexp.MustCompile(`'[^']*'`).ReplaceAllString(line[2], ""), "|")
			arguments, _, _ = strings.Cut(arguments, " -- ")
			for _, flag := range regexp.MustCompile(` (-[a-z][a-z-]*)`).FindAllStringSubmatch(arguments, -1) {
				if found++; !regexp.MustCompile(`(?m)(^|[\s\[,])` + flag[1] + `\b`).MatchString(help) {
					t.Errorf("%s: uri %s has no flag %s", document, line[1], flag[1])
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d flags", found)
	}
	page, _, _ := uriRun("", "help", "-man")
	b, err := os.ReadFile("../../docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(page, ".TH ") || !strings.Contains(string(b), "`uri help -man | man -l -` is its manual page.") {
		t.Errorf("docs/command.md does not say how to read the manual page: %.20q", page)
	}
	lines := func(args ...string) int {
		stdout, _, _ := uriRun("", args...)
		return strings.Count(stdout, "\n")
	}
	hidden, _, _ := uriRun("", "parse", "-redact", "//u:secret@h")
	_, _, refused := uriRun("", "parse", "a b")
	_, _, wrong := uriRun("", "parse", "-x")
	for sentence, holds := range map[string]bool{
		"With `-json` every input has its line, except for `extract`.":        lines("parse", "-json", "a", "a b") == 2 && lines("extract", "-json", "a") == 0,
		"Each accepted input gives one line on standard output":               lines("parse", "a", "a b", "c") == 2,
		"`-redact` hides passwords, tokens and other secrets.":                !strings.Contains(hidden, "secret"),
		"The exit status is 1 if an input is refused, and 2 for wrong usage.": refused == 1 && wrong == 2,
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(b)), " "), sentence) || !holds {
			t.Errorf("docs/command.md does not say, or it is not so: %s", sentence)
		}
	}
}

// TestFlagComments checks the flags in the comments of functions: the function has a string with each.
func TestFlagComments(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		f, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(name, "_test.go") {
				continue
			}
			literals := ""
			ast.Inspect(d, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok {
					literals += lit.Value + "\n"
				}
				return true
			})
			for _, m := range regexp.MustCompile(`\bflag -([a-z][a-z-]*)`).FindAllStringSubmatch(d.Doc.Text(), -1) {
				if found++; !strings.Contains(literals, `"`+m[1]+`"`) {
					t.Errorf("%s: the function has no flag -%s", d.Name.Name, m[1])
				}
			}
		}
	}
	if found == 0 {
		t.Error("no comment has a flag")
	}
}
