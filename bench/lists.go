// Package bench compares the speed of the library with that of its peers: with the same
// inputs, in turns, in the same processes. Quote only ratios within one run.
package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Lists are the inputs of a run, one text a line.
type Lists struct {
	Folder string   // where they were read, for the report
	Web    []string // kasztp.txt: links of web pages
	Node   []string // node_files.txt: the files of a source tree, as file://path
	Isaacs []string // isaacs_files.txt: files of a deep tree, each with a query
	All    []string // the three of them in this order
	Refs   []string // the references of RFC 2396, Appendix C
	Wanted []string // their targets against AppendixBase
}

// AppendixBase is the base URI of the examples of RFC 2396, Appendix C.
const AppendixBase = "http://a/b/c/d;p?q"

// Load reads the lists from the folder that the environment variable URI_CORPUS names,
// or else the small ones in ../testdata/urls; it has to be called in the folder of this module.
// No line is left out: the refused lines are counted for each parser, and the time of a refusal
// counts.
func Load() (*Lists, error) {
	l := &Lists{Folder: "the lists of $URI_CORPUS"}
	folder := os.Getenv("URI_CORPUS")
	if folder == "" {
		folder, l.Folder = "../testdata/urls", "the small lists of testdata/urls"
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
	return l, l.loadAppendix("../testdata/rfc2396-c.txt")
}

// loadAppendix reads the examples of Appendix C as printed. If two results are printed,
// the first counts; "(current document)" is the base.
func (l *Lists) loadAppendix(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	example := regexp.MustCompile(`(?m)^ {6}(\S+) += +(\(current document\))?(\S*)`)
	for _, m := range example.FindAllStringSubmatch(string(text), -1) {
		ref, want := m[1], m[3]
		if ref == "<>" {
			ref = ""
		}
		if m[2] != "" {
			want = AppendixBase + want
		}
		l.Refs, l.Wanted = append(l.Refs, ref), append(l.Wanted, want)
	}
	if len(l.Refs) != 42 {
		return fmt.Errorf("%s: %d examples, not 42", name, len(l.Refs))
	}
	return nil
}

// Octets returns the mean length of the lines in bytes.
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

// spoiled returns the lines with the byte in the middle replaced by a space.
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
