package bench

import (
	"regexp"
	"testing"
)

// BenchmarkRows runs every row for every contestant, for benchstat:
//
//	go test -bench . -count 10 | go tool benchstat -col /by -
func BenchmarkRows(b *testing.B) {
	l, err := Load()
	if err != nil {
		b.Fatal(err)
	}
	for _, row := range Rows(l) {
		for _, c := range row.contestants() {
			b.Run(row.Name+"/by="+c.Name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.Pass()
				}
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(row.Inputs)), "ns/"+row.Unit)
			})
		}
	}
}

// TestRows checks the answers of every row, and that each pass accepts as many inputs
// as have an answer.
func TestRows(t *testing.T) {
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range Rows(l) {
		if _, err := row.Check(); err != nil {
			t.Error(err)
		}
		for _, c := range row.contestants() {
			if c.Answer == nil {
				continue
			}
			n := 0
			for _, s := range row.Inputs {
				if _, ok := c.Answer(s); ok {
					n++
				}
			}
			if got := c.Pass(); got != n && c.Name != "net/url, the good URL" {
				t.Errorf("%s, %s: a pass accepts %d inputs, %d get an answer", row.Name, c.Name, got, n)
			}
		}
	}
}

// TestCalls checks that each call accepts its input, and how often it allocates.
func TestCalls(t *testing.T) {
	lines, err := Calls(1, regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	list, err := calls()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(list) {
		t.Errorf("%d lines for %d calls", len(lines), len(list))
	}
	for i, d := range list {
		if d.allocs == Free {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { d.pass() }); n > d.allocs {
			t.Errorf("%s: %v allocations", d.name, n)
		}
		t.Log(lines[i])
	}
}

// TestFloors compares the floors with a loop over the bytes.
func TestFloors(t *testing.T) {
	for n := range 20 {
		for at := range n {
			for c := range 256 {
				b := []byte("aaaaaaaaaaaaaaaaaaaa")[:n]
				b[at] = byte(c)
				want := 0x21 <= c && c <= 0x7e
				if got := tableFloor(string(b)); got != want {
					t.Fatalf("tableFloor(%q) = %v", b, got)
				}
				if got := wordFloor(string(b)); got != want {
					t.Fatalf("wordFloor(%q) = %v", b, got)
				}
			}
		}
	}
}

// TestTexts counts the bytes and the escapes of the random texts.
func TestTexts(t *testing.T) {
	for _, row := range []struct {
		share        float64
		coded, plain int
	}{{0, 0, 0}, {0.1, 8, 10}, {0.5, 25, 50}} {
		for _, s := range uriTexts(row.share) {
			if n := count(s, func(c byte) bool { return c == '%' }); len(s) != 100 || n != row.coded {
				t.Fatalf("uriTexts(%g): %q: %d octets, %d escapes", row.share, s, len(s), n)
			}
		}
		for _, s := range escapeTexts(row.share) {
			n := count(s, func(c byte) bool {
				return c >= 0x80 || c <= ' ' || c == '"' || c == '%' || c == '<' || c == '>' || c == '#' || c == '^' || c == '`'
			})
			if len(s) != 100 || n != row.plain {
				t.Fatalf("escapeTexts(%g): %q: %d octets, %d to escape", row.share, s, len(s), n)
			}
		}
	}
}

func count(s string, in func(byte) bool) (n int) {
	for i := range len(s) {
		if in(s[i]) {
			n++
		}
	}
	return n
}
