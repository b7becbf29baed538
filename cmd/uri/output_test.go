package main

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkJSON checks that each line of out is one JSON object with the members
// that all have.
func checkJSON(t *testing.T, command, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Errorf("%s: %v in %s", command, err, line)
			continue
		}
		if command == "extract" {
			continue
		}
		_, input := m["input"].(string)
		valid, ok := m["valid"].(bool)
		e, failed := m["error"].(map[string]any)
		if !input || !ok || valid == failed {
			t.Errorf("%s: %s", command, line)
		}
		if failed {
			_, offset := e["offset"].(float64)
			_, rule := e["rule"].(string)
			message, _ := e["message"].(string)
			if !offset || !rule || message == "" {
				t.Errorf("%s: %s", command, line)
			}
		}
	}
}

// FuzzString reads the output of appendString with package encoding/json.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a", `"\`, "\x00\x1f\x7f", "\xff\xc3", "é€😀", "\u202e\u2028\ufffd", "a\xe2\x82", "\xed\xa0\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := appendString([]byte("x"), s)[1:]
		var got string
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if want := string([]rune(s)); got != want {
			t.Errorf("%q: %q, want %q", b, got, want)
		}
		if bytes.ContainsAny(b, "\n\x1b\x7f") || !utf8.Valid(b) {
			t.Errorf("%q does not stay in its line", b)
		}
		if back, err := unquote(string(b)); err != nil || back != got {
			t.Errorf("unquote %q: %q, %v", b, back, err)
		}
	})
}

// corpus is a stream of lines that does not end.
const corpus = "http://www.example.com/a/b/c?x=1&y=2#top\n/one/two;three/four\nmailto:joe@example.com\nbad one\n"

// TestMemory checks that a long stream is not kept: its JSON would take eight
// times the 4 MiB of the stream.
func TestMemory(t *testing.T) {
	const size, most = 4 << 20, 2 << 20
	left := size
	var peak uint64
	stdin := readFunc(func(b []byte) (int, error) {
		if left <= 0 {
			return 0, io.EOF
		}
		if left%(1<<20) < len(b) {
			var m runtime.MemStats
			runtime.GC() // only what is in use counts
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
		n := 0
		for n+len(corpus) <= len(b) {
			n += copy(b[n:], corpus)
		}
		left -= n
		return n, nil
	})
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	run([]string{"parse", "-json"}, stdin, io.Discard, io.Discard)
	if grown := int64(peak) - int64(before.HeapAlloc); grown > most {
		t.Errorf("%d MiB of input took %d MiB", size>>20, grown>>20)
	}
}

func BenchmarkParse(b *testing.B) {
	in := strings.Repeat(corpus, 1000)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		run([]string{"parse", "-json"}, strings.NewReader(in), io.Discard, io.Discard)
	}
}

// TestDash checks that "-" as the only argument means standard input, in every command.
func TestDash(t *testing.T) {
	flags := map[string]string{"resolve": "-base http://a/", "relativize": "-base http://a/", "local": "-base http://a/", "get": "-format {host}", "robots": "-file /dev/null"}
	for _, group := range groups {
		for _, c := range group {
			args := append([]string{c.name}, strings.Fields(flags[c.name])...)
			in := "http://a/?q\n//b\n"
			if c.shape == twoFields {
				in = "http://a/\thttp://a\n"
			}
			var results [2]strings.Builder
			status := run(args, strings.NewReader(in), &results[0], &strings.Builder{})
			if got := run(append(args, "-"), strings.NewReader(in), &results[1], &strings.Builder{}); got != status || status == misused ||
				results[0].String() != results[1].String() {
				t.Errorf("uri %s -: %d, %q, want %d, %q", c.name, got, &results[1], status, &results[0])
			}
		}
	}
}
