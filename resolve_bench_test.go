package uri

import (
	"bufio"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// appendixCRefs are the references of Appendix C, which net/url reads too.
func appendixCRefs(b *testing.B) (refs []string) {
	for _, x := range examples(b, "testdata/rfc2396-c.txt", 42) {
		refs = append(refs, x.ref)
	}
	return refs
}

// corpus returns the lines of a list of real URLs, from the folder that the
// environment variable URI_CORPUS names, or from the sample of bench.
func corpus(b *testing.B, name string) (lines []string) {
	dir := os.Getenv("URI_CORPUS")
	if dir == "" {
		dir = "bench/testdata"
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if s := in.Text(); Valid(s) {
			if _, err := url.Parse(s); err == nil {
				lines = append(lines, s)
			}
		}
	}
	return lines
}

// benchmarkRefs times parsing and resolving each of refs and writing the result,
// as net/url and this package do it.
func benchmarkRefs(b *testing.B, base string, refs []string) {
	netBase, err := url.Parse(base)
	if err != nil {
		b.Fatal(err)
	}
	u := MustParse(base)
	buf := make([]byte, 0, 1024)
	for _, c := range []struct {
		name string
		each func() (octets int)
	}{
		{"neturl", func() (n int) {
			for _, ref := range refs {
				if r, err := url.Parse(ref); err == nil {
					n += len(netBase.ResolveReference(r).String())
				}
			}
			return n
		}},
		{"uri", func() (n int) {
			for _, ref := range refs {
				if r, err := Parse(ref); err == nil {
					if t, err := u.Resolve(r); err == nil {
						n += len(t.String())
					}
				}
			}
			return n
		}},
		{"append", func() (n int) {
			for _, ref := range refs {
				if out, err := (Resolver{}).AppendResolve(buf, u, ref); err == nil {
					n += len(out)
				}
			}
			return n
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = c.each()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(refs)), "ns/ref")
			b.ReportMetric(float64(n)/float64(len(refs)), "octets/ref")
		})
	}
}

func BenchmarkResolveAppendixC(b *testing.B) {
	benchmarkRefs(b, "http://a/b/c/d;p?q", appendixCRefs(b))
}

func BenchmarkResolvePaths(b *testing.B) {
	var refs []string
	for _, s := range corpus(b, "node_files.txt") {
		refs = append(refs, strings.TrimPrefix(s, "file://"))
	}
	benchmarkRefs(b, "http://www.example.com/one/two/three/four/five.html", refs)
}

// BenchmarkNormalize times parsing, normalising and writing real URLs, as net/url
// parses and writes them.
func BenchmarkNormalize(b *testing.B) {
	for _, name := range []string{"isaacs_files.txt", "kasztp.txt", "node_files.txt"} {
		lines := corpus(b, name)
		for _, c := range []struct {
			name string
			each func() (octets int)
		}{
			{"neturl", func() (n int) {
				for _, s := range lines {
					if u, err := url.Parse(s); err == nil {
						n += len(u.String())
					}
				}
				return n
			}},
			{"uri", func() (n int) {
				for _, s := range lines {
					if u, err := Parse(s); err == nil {
						n += len(u.Normalize().String())
					}
				}
				return n
			}},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.each()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/uri")
			})
		}
	}
}
