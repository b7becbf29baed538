package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
