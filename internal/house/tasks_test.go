package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTasks compares the headings of tasks.md with those of the examples. The examples that need another
// module are in examples/tasks.
func TestTasks(t *testing.T) {
	headings := func(file, expression string) (all []string) {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(expression).FindAllStringSubmatch(string(text), -1) {
			all = append(all, match[1])
		}
		return all
	}
	want := headings("docs/tasks.md", `(?m)^### (.*)$`)
	const example = `(?m)^// (.*)\nfunc Example_task`
	for _, heading := range headings(elsewhere, example) {
		i := slices.Index(want, heading)
		if i < 0 {
			t.Fatalf("tasks.md has no %q", heading)
		}
		want = slices.Delete(want, i, i+1)
	}
	if got := headings("docs/tasks_test.go", example); !slices.Equal(got, want) || len(want) < 40 {
		t.Errorf("the examples are of\n%q, want of\n%q", got, want)
	}
}

// TestCrawlerSteps compares the table of COOKBOOK's crawler with the program: it calls each name of the table, and the
// table names each package that it imports.
func TestCrawlerSteps(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "COOKBOOK.md"))
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join(root, "examples/recipe/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## A crawler\n")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(\\w+)\\.(\\w+)(?:\\.(\\w+))?`").FindAllStringSubmatch(table, -1) {
		named[m[1]] = true
		calls := []string{m[1] + "." + m[2]}
		if m[3] != "" {
			calls = append(calls, "."+m[3]+"(")
		}
		for _, call := range calls {
			if !strings.Contains(string(program), call) {
				t.Errorf("COOKBOOK names %s, and examples/recipe has no %s", m[0], call)
			}
		}
	}
	for _, m := range regexp.MustCompile(`"example\.com/uri/(?:guard/)?(\w+)"`).FindAllStringSubmatch(string(program), -1) {
		if name := m[1]; !named[name] && name != "idna" {
			t.Errorf("examples/recipe imports %s, and COOKBOOK's table of its steps does not name it", name)
		}
	}
}
