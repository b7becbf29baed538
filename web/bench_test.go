package web

import (
	"net/url"
	"testing"
)

// The benchmarks take a few texts of each kind in turn. Module bench compares with other
// libraries on long lists.
var (
	serializedTexts = []string{
		"https://www.example.com/content/home.aspx?profession=Accountants&site=12#top",
		"http://example.org/~someone/index.html",
		"https://tax.example.net/",
		"file:///Users/someone/dev/project/node_modules/module/dist/esm/index.js",
	}
	otherTexts = []string{
		"HTTPS://WWW.Example.com/content/home page.aspx",
		"http://example.org/a/../b|c.html?q=\u00FC",
		"https://user:pass@example.net:443\\x",
		"http://0x7f.1/{id}",
	}
	references = []string{
		"lib/internal/modules/esm/loader.js", "../test/parallel/test-url.js#L12", "/nodejs/node/issues?q=is%3Aopen",
		"#readme", "img/logo.png",
	}
)

const benchBase = "https://example.com/nodejs/node/blob/main/README.md"

func benchmark(b *testing.B, texts []string, base URL) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := (Parser{}).Parse(base, texts[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(texts) {
			i = 0
		}
	}
}

func BenchmarkParseSerialized(b *testing.B) { benchmark(b, serializedTexts, URL{}) }

func BenchmarkParseOther(b *testing.B) { benchmark(b, otherTexts, URL{}) }

func BenchmarkValid(b *testing.B) {
	for name, texts := range map[string][]string{"Serialized": serializedTexts, "Other": otherTexts} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if !Valid(texts[i]) {
					b.Fatal(texts[i])
				}
				if i++; i == len(texts) {
					i = 0
				}
			}
		})
	}
}

func BenchmarkParseReference(b *testing.B) {
	base, err := Parse(benchBase)
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, references, base)
}

// BenchmarkNetURL measures package net/url with the texts of BenchmarkParseSerialized.
func BenchmarkNetURL(b *testing.B) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := url.Parse(serializedTexts[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(serializedTexts) {
			i = 0
		}
	}
}

// BenchmarkNetURLReference measures it with the references of BenchmarkParseReference.
func BenchmarkNetURLReference(b *testing.B) {
	base, err := url.Parse(benchBase)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		u, err := url.Parse(references[i])
		if err != nil {
			b.Fatal(err)
		}
		_ = base.ResolveReference(u).String()
		if i++; i == len(references) {
			i = 0
		}
	}
}
