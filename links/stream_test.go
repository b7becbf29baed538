package links

import (
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// randomReads reads a text in pieces of random lengths.
type randomReads struct {
	text    string
	rand    *rand.Rand
	longest int
}

func (r *randomReads) Read(buf []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(buf, r.text[:min(len(r.text), 1+r.rand.IntN(r.longest))])
	r.text = r.text[n:]
	return n, nil
}

// longText returns a text of hostile pieces around n repetitions of about length bytes.
func longText(r *rand.Rand, n, length int) string {
	pieces := append([]string{
		"www.", "a@b.c", "😀", "%41", " a", "\n> a", "?u=http://b/",
		`\u00e9`, `\ud83d\ude00`, `\u003c`, `\u0022`, `\\`, `\n`, `\u2018`, `\ud83d`, `\u`,
	}, hostile...)
	var b strings.Builder
	for range n {
		b.WriteString(vectors.RandomText(r, 8, pieces...) + []string{"", "http://a/"}[r.IntN(2)])
		unit := pieces[r.IntN(len(pieces))]
		b.WriteString(strings.Repeat(unit, (length/2+r.IntN(length))/len(unit)))
		b.WriteString(vectors.RandomText(r, 8, pieces...))
	}
	return b.String()
}

// TestStreamLong reads random texts that are longer than the buffer of a stream, with
// hostile pieces around long repetitions. Extract must find each URI that a stream
// finds, at the same place.
func TestStreamLong(t *testing.T) {
	r := seed.Rand(t)
	found := 0
	for range max(10, *inputs/200) {
		text := longText(r, 3+r.IntN(4), maxLength)
		for _, x := range []Extractor{{}, {JSON: true}, {Abbreviated: true}} {
			all := slices.Collect(x.Extract(text))
			in := &randomReads{text, r, []int{4000, 20000, 70000}[r.IntN(3)]}
			for m, err := range x.ExtractFrom(in) {
				if err != nil {
					t.Fatal(err)
				}
				i, ok := slices.BinarySearchFunc(all, m.Start, func(m Match, start int) int { return m.Start - start })
				if !ok || m.End != all[i].End || m.URI != all[i].URI {
					t.Fatalf("%+v: %.100q at %d:%d is not found at once", x, m.URI, m.Start, m.End)
				}
				found++
			}
		}
	}
	if found < *inputs/200 {
		t.Errorf("only %d found", found)
	}
}

// TestStreamParts compares random texts that come in parts with the same texts at once.
// No URI in them is so long that a stream skips it.
func TestStreamParts(t *testing.T) {
	r := seed.Rand(t)
	for range max(1, *inputs/20) {
		text := longText(r, 1+r.IntN(5), maxNested<<r.IntN(4))
		for _, x := range []Extractor{{}, {JSON: true}, {Abbreviated: true}, {JSON: true, Abbreviated: true}} {
			var got []Match
			for m, err := range x.ExtractFrom(&randomReads{text, r, 50 << r.IntN(8)}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, m)
			}
			if want := slices.Collect(x.Extract(text)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%+v: %.300q ...: found %.400v, want %.400v", x, text, got, want)
			}
		}
	}
}

// TestStreamControls reads more control sequences than the buffer of a stream holds.
func TestStreamControls(t *testing.T) {
	for _, sequence := range []string{"\x1b[1m", `\033[0m`, "\x1b]8;;\a"} {
		for _, before := range []string{"", "a ", "http://a/", "http://c/ ", "<"} {
			text := before + strings.Repeat(sequence, 3*maxHeld/len(sequence)) + " http://b/"
			got := streamed(t, strings.NewReader(text))
			if want := extracted(text); len(got) == 0 || got[len(got)-1] != "http://b/" || want[len(want)-1] != "http://b/" {
				t.Errorf("%q, %q: found %q, at once %q", before, sequence, got, want)
			}
		}
	}
}

// A measuredReader remembers the longest piece that it was asked for.
type measuredReader struct {
	*strings.Reader
	longest int
}

func (r *measuredReader) Read(buf []byte) (int, error) {
	r.longest = max(r.longest, len(buf))
	return r.Reader.Read(buf)
}

// TestStreamBuffer checks how much of a text is buffered: the first Read fills the buffer.
func TestStreamBuffer(t *testing.T) {
	for _, x := range []Extractor{{}, {JSON: true}} {
		r := &measuredReader{Reader: strings.NewReader("http://a/ http://b/" + strings.Repeat("c", 100<<10) + " http://d/")}
		found := 0
		for _, err := range x.ExtractFrom(r) {
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
		if found != 2 || r.longest != 66<<10 {
			t.Errorf("%+v: %d found, with a buffer of %d bytes", x, found, r.longest)
		}
	}
}

// anyControl finds what begins as a control sequence, its first character perhaps as an escape.
var anyControl = regexp.MustCompile(`(?i)(\x1b|\\(e|0?33|x1b|u001b))[][]`)

// TestJSONLong compares the URIs in long texts with escapes with those in the same texts
// decoded.
func TestJSONLong(t *testing.T) {
	r := seed.Rand(t)
	for range max(1, *inputs/20) {
		text := longText(r, 1+r.IntN(3), 8<<10)
		decoded := newSource(&Extractor{JSON: true}, text, 0, false, true).s
		if anyControl.MatchString(decoded) {
			continue // its escapes would be decoded once more
		}
		for _, x := range []Extractor{{}, {Abbreviated: true}} {
			want := slices.Collect(x.Extract(decoded))
			x.JSON = true
			got := slices.Collect(x.Extract(text))
			same := func(a, b Match) bool { return a.URI == b.URI && a.Wrapper == b.Wrapper }
			if !slices.EqualFunc(got, want, same) {
				t.Fatalf("%.200q ...: found %.400v, want %.400v", text, got, want)
			}
		}
	}
}

// TestStreamSkips reads a text whose first URI is so long that a stream skips it, and
// that comes in three parts. The first ends in the punctuation after that URI, and the
// second may have as many bytes as that punctuation.
func TestStreamSkips(t *testing.T) {
	long := "http://a/" + strings.Repeat("b", maxLength)
	for _, after := range []string{" http://c/ d", "e http://c/ d", `\nhttp://c/ d`, `\u003chttp://c/\u003e d`, `e\/\u00e9\u2028http://c/ d`} {
		for i := 1; i < len(after); i++ {
			for n := 1; n <= i; n++ {
				first := long + strings.Repeat(")", n)
				in := io.MultiReader(strings.NewReader(first), strings.NewReader(after[:i]), strings.NewReader(after[i:]))
				var got []string
				for m, err := range (Extractor{JSON: true}).ExtractFrom(in) {
					got = append(got, fmt.Sprint(m.URI, " ", m.Start-len(first), " ", err))
				}
				if want := fmt.Sprintf("[http://c/ %d <nil>]", strings.Index(after, "h")); fmt.Sprint(got) != want {
					t.Errorf("%d and %q and %q: found %v, want %s", n, after[:i], after[i:], got, want)
				}
			}
		}
	}
}

// TestStreamLongWord reads, in two parts, a text with long words and a ":" between them.
func TestStreamLongWord(t *testing.T) {
	word := strings.Repeat("b", 8<<10)
	in := io.MultiReader(strings.NewReader("http://a/ "+word+":"+word), strings.NewReader(word+" http://c/"))
	var got []string
	for m, err := range (Extractor{JSON: true}).ExtractFrom(in) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, m.URI.String())
	}
	if want := []string{"http://a/", "http://c/"}; !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

// TestStreamSkipsEscapes reads a text whose first URI is so long that a stream skips it.
// The first part ends within the escape sequence after that URI.
func TestStreamSkipsEscapes(t *testing.T) {
	const after = `\u003chttp://c/\u003e d`
	for i := range after {
		first := "http://a/" + strings.Repeat("b", maxHeld+1-len("http://a/")-i)
		in := io.MultiReader(strings.NewReader(first+after[:i]), strings.NewReader(after[i:]))
		var got []string
		for m, err := range (Extractor{JSON: true}).ExtractFrom(in) {
			got = append(got, fmt.Sprint(m.URI, " ", m.Wrapper, " ", m.Start-len(first), " ", err))
		}
		if want := "[http://c/ <> 6 <nil>]"; fmt.Sprint(got) != want {
			t.Errorf("cut at %d: found %v, want %s", i, got, want)
		}
	}
}

// TestStreamAbbreviated reads, in two parts, texts that begin as an abbreviation, with a
// URI after it. The host may be too long.
func TestStreamAbbreviated(t *testing.T) {
	x := Extractor{Abbreviated: true}
	for _, n := range []int{0, maxDomain - len("www.:"), maxDomain - len("www."), maxDomain, 2 * maxDomain} {
		for _, text := range []string{
			"www." + strings.Repeat("a", n) + ":mailto:b:c é",
			"www.:mailto:b:" + strings.Repeat("%", n) + "é /",
			"www.a.b:" + strings.Repeat("0", n) + "80:mailto:b é",
		} {
			checkParts(t, x, text)
		}
	}
}

// TestStreamControlLate reads, in two parts, texts whose last part has a control sequence. The first part ends in the
// context of many schemes.
func TestStreamControlLate(t *testing.T) {
	for _, unit := range []string{"mailto:a@b", "xhttp://a{", "0a@b_"} {
		checkParts(t, Extractor{}, strings.Repeat(unit, 40)+"\u200bb.c\x1b[1m mailto:a@b")
	}
}

// TestStreamControlsInLong reads URIs that a stream skips, with a control sequence and another scheme in them.
func TestStreamControlsInLong(t *testing.T) {
	for n := maxHeld - 40; n < 2*maxHeld+10; n += 1 + n%maxHeld/8 {
		for _, sequence := range []string{"\x1b[1m", `\033[0m`, "\x1b]8;;\a"} {
			text := "http://a/" + strings.Repeat("b/", n/2) + "/" + sequence + "http://c/d http://e/"
			parts := io.MultiReader(strings.NewReader(text[:n]), strings.NewReader(text[n:n+30]), strings.NewReader(text[n+30:]))
			if got := streamed(t, parts); !slices.Equal(got, []string{"http://e/"}) {
				t.Errorf("%d, %q: found %.100q", n, sequence, got)
			}
		}
	}
}

// checkParts compares a text in two parts, cut at each character, with the same text at once.
func checkParts(t *testing.T, x Extractor, text string) {
	t.Helper()
	want := fmt.Sprint(slices.Collect(x.Extract(text)))
	for i := range text {
		var got []Match
		for m, err := range x.ExtractFrom(io.MultiReader(strings.NewReader(text[:i]), strings.NewReader(text[i:]))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%.80q, %d bytes, in two parts at %d: found %.80v, want %.80s", text, len(text), i, got, want)
		}
	}
}
