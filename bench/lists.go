// Package bench measures the library beside its peers: the same inputs, in
// alternation, in one process. Only ratios within one run are worth quoting.
package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Lists are the inputs of a run, one text a line.
type Lists struct {
	Folder string   // where they were read, for the report
	Web    []string // kasztp.txt: links of web pages
	Node   []string // node_files.txt: the files of a source tree, as file://path
	Isaacs []string // isaacs_files.txt: files of a deep tree, each with a query
	All    []string // the three of them in this order
}

// Load reads the lists from the folder that the environment variable
// URI_CORPUS names, or else the small ones in testdata, a folder of this
// module's root. No line is left out: what a parser refuses is counted, for
// each parser, and costs it the time of the refusal.
func Load(testdata string) (*Lists, error) {
	l := &Lists{Folder: "the lists of $URI_CORPUS"}
	folder := os.Getenv("URI_CORPUS")
	if folder == "" {
		folder, l.Folder = testdata, "the small lists of bench/testdata"
	}
	for _, f := range []struct {
		name  string
		lines *[]string
	}{{"kasztp.txt", &l.Web}, {"node_files.txt", &l.Node}, {"isaacs_files.txt", &l.Isaacs}} {
		text, err := os.ReadFile(filepath.Join(folder, f.name))
		if err != nil {
			return nil, err
		}
		*f.lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if len(text) == 0 {
			return nil, fmt.Errorf("%s: no lines", f.name)
		}
		l.All = append(l.All, *f.lines...)
	}
	return l, nil
}

// Octets is the mean length of the lines.
func Octets(lines []string) float64 {
	n := 0
	for _, s := range lines {
		n += len(s)
	}
	return float64(n) / float64(len(lines))
}

// relative returns the paths of file://path, each a relative reference.
func relative(lines []string) []string {
	refs := make([]string, len(lines))
	for i, s := range lines {
		refs[i] = strings.TrimPrefix(s, "file://")
	}
	return refs
}

// spoiled returns the lines with the octet in the middle replaced by a space.
func spoiled(lines []string) []string {
	bad := make([]string, len(lines))
	for i, s := range lines {
		if s == "" {
			s = "?"
		}
		m := len(s) / 2
		bad[i] = s[:m] + " " + s[m+1:]
	}
	return bad
}
