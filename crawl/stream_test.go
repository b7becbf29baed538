package crawl

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
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

// TestStreamLong reads random texts that are longer than the buffer of a stream, with
// hostile pieces around long repetitions. Extract must find each URI that a stream
// finds, at the same place.
func TestStreamLong(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	pieces := append([]string{"www.", "a@b.c", `\u00e9`, `\ud83d\ude00`, "😀", "%41", " a", "\n> a", "?u=http://b/"}, hostile...)
	found := 0
	for range max(1, *inputs/200) {
		var b strings.Builder
		for range 3 + r.IntN(4) {
			b.WriteString(randomText(r, 8, pieces...) + []string{"", "http://a/"}[r.IntN(2)])
			unit := pieces[r.IntN(len(pieces))]
			b.WriteString(strings.Repeat(unit, (maxLength/2+r.IntN(maxLength))/len(unit)))
			b.WriteString(randomText(r, 8, pieces...))
		}
		text := b.String()
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
