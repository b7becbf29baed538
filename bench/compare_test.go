package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

var someVerdicts = []Verdict{
	{[]byte(""), true}, {[]byte("g?"), true}, {[]byte("mailto:a@b"), true}, {[]byte("//a_b/"), true},
	{[]byte("%"), false}, {[]byte("http://h/\x00"), false}, {[]byte("a:"), false}, {[]byte("b c"), false}, {[]byte("/\xff"), false},
}

// TestCompare checks that the library makes no mistake and loses nothing, and that the
// mistakes of others are counted.
func TestCompare(t *testing.T) {
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	cs, err := CompareAll(GoPeers(), someVerdicts, l)
	if err != nil {
		t.Fatal(err)
	}
	ours := cs[0]
	if ours.Accepts+ours.Refuses != 0 || ours.Resolved != 42 || len(ours.LostEmpty) > 0 || ours.Peer.Schemes != 10 {
		t.Errorf("ours: %+v", ours)
	}
	if ours.Octets < 40 || ours.Octets > 48.5 {
		t.Errorf("ours holds %g octets", ours.Octets)
	}
	for _, c := range cs[1:] {
		if c.Octets <= ours.Octets {
			t.Errorf("%s holds %g octets", c.Peer.Name, c.Octets)
		}
	}
	var b strings.Builder
	WriteComparison(&b, "the command", []string{"another: 1.0"}, "some", l, cs)
	for _, line := range []string{"* another: 1.0\n", "| uri | RFC 2396 | 0 | 0 + 0 | 42 | 5 | 10 | 48 |\n", "| no resolver |"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}

	all := Peer{Name: "all", Write: func(texts []string) ([]Answer, error) { return make([]Answer, len(texts)), nil }}
	c, err := all.Compare(someVerdicts, l)
	if err != nil || c.Accepts != 0 || c.Refuses != 4 || len(c.LostEmpty) != 5 || c.Resolved != 0 {
		t.Errorf("one that refuses all: %+v, %v", c, err)
	}
	all.Write = func(texts []string) ([]Answer, error) {
		return slices.Repeat([]Answer{{"file:/p", true}}, len(texts)), nil
	}
	all.Resolve = func(_ string, refs []string) ([]Answer, error) {
		return slices.Repeat([]Answer{{"http://a/b/c/g", true}}, len(refs)), nil
	}
	fits := 0
	for _, want := range l.Wanted {
		if want == "http://a/b/c/g" {
			fits++
		}
	}
	c, err = all.Compare(someVerdicts, l)
	if err != nil || c.Accepts != 5 || c.Refuses != 0 || len(c.LostEmpty) != 5 || c.Resolved != fits {
		t.Errorf("one that accepts all: %+v, %v", c, err)
	}
}

// TestModernAppendixC checks the figure for RFC 3986 in the notes of the table.
func TestModernAppendixC(t *testing.T) {
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, ref := range l.Refs {
		u, err := uri.Resolver{Mode: uri.RFC3986}.Resolve(uri.MustParse(AppendixBase), uri.MustParse(ref))
		if err != nil {
			t.Error(err)
		}
		if u.String() == l.Wanted[i] {
			n++
		}
	}
	if n != 37 {
		t.Errorf("RFC 3986 gives %d of the examples", n)
	}
}

func TestLoadVerdicts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "verdicts")
	for _, test := range []struct {
		text string
		ok   bool
	}{
		{`{"text":"Zw==","mutated":false,"valid":true}` + "\n" + `{"text":"/w==","valid":false}` + "\n", true},
		{`{"text":"Zw=="`, false},
		{`{"text":"g g"}`, false},
	} {
		if err := os.WriteFile(name, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		vs, err := LoadVerdicts(name)
		if (err == nil) != test.ok {
			t.Errorf("%s: %v", test.text, err)
		}
		if test.ok && (len(vs) != 2 || string(vs[0].Text) != "g" || !vs[0].Valid || string(vs[1].Text) != "\xff" || vs[1].Valid) {
			t.Errorf("%s: %v", test.text, vs)
		}
	}
}
