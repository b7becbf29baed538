package web

import (
	"net/url"
	"os"
	"strings"
	"testing"
)

// lines returns the lines of the file that the environment variable WEB_LIST names,
// or of a small list.
func benchLines(b *testing.B) []string {
	var list []string
	for _, f := range []string{"isaacs_files", "kasztp", "node_files"} {
		text, err := os.ReadFile("../bench/testdata/" + f + ".txt")
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, strings.Split(strings.TrimSpace(string(text)), "\n")...)
	}
	return list
}

func BenchmarkParse(b *testing.B) {
	list := benchLines(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		u, _ := Parse(list[i])
		_ = u.String()
		if i++; i == len(list) {
			i = 0
		}
	}
}

func BenchmarkLong(b *testing.B) {
	list := benchLines(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		u, _ := Parser{}.parse(URL{}, list[i])
		_ = u.String()
		if i++; i == len(list) {
			i = 0
		}
	}
}

func BenchmarkNetURL(b *testing.B) {
	list := benchLines(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		u, err := url.Parse(list[i])
		_, _ = u, err
		if i++; i == len(list) {
			i = 0
		}
	}
}
