package house

import (
	"flag"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "also leave out each step of the recipe for one more scheme")

// A step is one of CONTRIBUTING.md's recipe: what is added to a file. Without edits the block is a
// new file.
type step struct {
	number, file, block string
	edits               bool
}

// recipe returns the steps of the section "One more scheme".
func recipe(t *testing.T) []step {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## One more scheme\n")
	section, _, _ = strings.Cut(section, "\n## ")
	heads := regexp.MustCompile("(?m)^([0-9]+)\\. `([^`]+)`:").FindAllStringSubmatchIndex(section, -1)
	var steps []step
	for i, m := range heads {
		end := len(section)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		block := regexp.MustCompile("(?s)\n```([a-z]*)\n(.*?\n)```\n").FindAllStringSubmatch(section[m[1]:end], -1)
		if len(block) != 1 {
			t.Fatalf("step %s has %d blocks", section[m[2]:m[3]], len(block))
		}
		steps = append(steps, step{section[m[2]:m[3]], section[m[4]:m[5]], block[0][2], block[0][1] == "diff"})
	}
	if len(steps) < 5 {
		t.Fatalf("only %d steps", len(steps))
	}
	return steps
}

// apply follows the step in a copy of the module. The lines of an edit that are not added must
// stand in the file once, one after another.
func (s step) apply(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, s.file)
	text := s.block
	if s.edits {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
		for _, hunk := range strings.Split(s.block, "@@\n") {
			var before, after strings.Builder
			for line := range strings.Lines(hunk) {
				if line[0] != '+' {
					before.WriteString(line[1:])
				}
				after.WriteString(line[1:])
			}
			if n := strings.Count("\n"+text, "\n"+before.String()); n != 1 {
				t.Fatalf("step %s: %s has %d times\n%s", s.number, s.file, n, before.String())
			}
			text = strings.TrimPrefix(strings.Replace("\n"+text, "\n"+before.String(), "\n"+after.String(), 1), "\n")
		}
	} else if _, err := os.Stat(path); err == nil {
		t.Fatalf("step %s: there is a file %s", s.number, s.file)
	}
	if strings.HasSuffix(s.file, ".go") {
		formatted, err := format.Source([]byte(text))
		if err != nil || string(formatted) != text {
			t.Errorf("step %s: gofmt changes %s, %v", s.number, s.file, err)
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// copyModule copies the root module.
func copyModule(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	skipped := []string{".git", ".ci", "bench", "examples", "idna", "internal/house"}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(skipped, filepath.ToSlash(name)):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, name), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), b, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// goCommand runs the go command in a copy and returns what it writes.
func goCommand(dir string, args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	return string(out), err
}

// asking is a program that asks the new scheme for all that a scheme has.
const asking = `package main

import (
	"errors"
	"fmt"

	"` + module + `"
)

func main() {
	u := uri.MustParse("LDAP://h:389/o=a%2Cb?cn")
	x, err := uri.Interpret(u)
	fmt.Printf("%T %v %v\n", x, x, err)
	_, err = uri.ParseLDAP("ldap//h.example/o=a")
	var e *uri.SyntaxError
	fmt.Println(errors.As(err, &e))
	fmt.Println(e.Fix())
	fmt.Println(e.Hint())
	_, err = uri.LDAPFrom(uri.MustParse("ldap://u@h/"))
	fmt.Println(err)
	fmt.Println(uri.RFC3986.Normalize(u))
}
`

// TestRecipe follows the recipe for one more scheme in a copy of the module. The scheme must have
// all that a scheme has. With the flag, "uri interpret" reads it, the tests that the recipe names
// pass, and with a step left out one fails and names that step.
func TestRecipe(t *testing.T) {
	steps := recipe(t)
	dir := copyModule(t)
	for _, s := range steps {
		s.apply(t, dir)
	}
	program := filepath.Join(dir, "cmd", "ask")
	if err := os.MkdirAll(program, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(program, "main.go"), []byte(asking), 0o666); err != nil {
		t.Fatal(err)
	}
	const answers = `uri.LDAP ldap://h/o=a,b?cn <nil>
true
ldap://h.example/o=a true
write "ldap://" instead of "ldap//"
uri: ldap "ldap://u@h/": ldapurl: a user name is not allowed at offset 8 (RFC 4516, 2)
ldap://h/o=a%2Cb?cn
`
	if out, err := goCommand(dir, "run", "-trimpath", "./cmd/ask"); out != answers || err != nil {
		t.Errorf("the new scheme answers, %v:\n%s\nwant:\n%s", err, out, answers)
	}
	if err := os.RemoveAll(program); err != nil {
		t.Fatal(err)
	}
	if !*long {
		return
	}
	if out, err := goCommand(dir, "run", "./cmd/uri", "interpret", "ldap://h/o=a?cn"); out != "ldap host=h port=389 dn=o=a search=cn\n" || err != nil {
		t.Errorf("uri interpret: %q, %v", out, err)
	}
	if out, err := goCommand(dir, "test", ".", "./internal/schemes", "./cmd/uri"); err != nil {
		t.Errorf("the tests fail with all steps:\n%s", out)
	}
	for i, left := range steps {
		dir := copyModule(t)
		for k, s := range steps {
			if k != i {
				s.apply(t, dir)
			}
		}
		out, err := goCommand(dir, "test", "-run", "^(TestRuleNames|TestRules|TestStructSchemes|TestFields|FuzzNormalize)$", ".", "./cmd/uri")
		if err == nil {
			t.Errorf("no test fails without step %s", left.number)
			continue
		}
		named := strings.Contains(out, filepath.Base(left.file)) || strings.Contains(out, "testdata/*"+filepath.Ext(left.file))
		for _, m := range regexp.MustCompile(`undefined: (?:\w+\.)?(\w+)`).FindAllStringSubmatch(out, -1) {
			named = named || strings.Contains(left.block, m[1])
		}
		if !named {
			t.Errorf("without step %s the tests do not name %s:\n%s", left.number, left.file, out)
		}
	}
}
