package links

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/seed"
)

// jsonString returns s as the inside of a string of JSON. Each character is written in a way
// that is drawn from those that JSON has for it (RFC 8259, 7). starts are the offsets in the
// result at which the characters begin, and the length of the result.
func jsonString(r *rand.Rand, s string) (inside string, starts []int) {
	var b strings.Builder
	for _, c := range s {
		starts = append(starts, b.Len())
		ways := []string{unicodeEscape(r, c)}
		if c >= ' ' && c != '"' && c != '\\' {
			ways = append(ways, string(c), string(c), string(c))
		}
		if i := strings.IndexRune("\"\\/\b\f\n\r\t", c); i >= 0 {
			ways = append(ways, `\`+`"\/bfnrt`[i:i+1])
		}
		b.WriteString(ways[r.IntN(len(ways))])
	}
	return b.String(), append(starts, b.Len())
}

// unicodeEscape returns the character as one or two \u, in digits of either case.
func unicodeEscape(r *rand.Rand, c rune) string {
	form := []string{`\u%04x`, `\u%04X`}[r.IntN(2)]
	if high, low := utf16.EncodeRune(c); high != 0xFFFD {
		return fmt.Sprintf(form+form, high, low)
	}
	return fmt.Sprintf(form, c)
}

// unmarshaled returns what encoding/json reads in the inside of a string.
func unmarshaled(t *testing.T, inside string) (s string) {
	t.Helper()
	if err := json.Unmarshal([]byte(`"`+inside+`"`), &s); err != nil {
		t.Fatalf("%q: %v", inside, err)
	}
	return s
}

// withoutControls returns s with NUL for each control character, as decode writes it.
func withoutControls(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return 0
		}
		return c
	}, s)
}

// jsonPieces are the pieces of random texts.
var jsonPieces = []string{"http://a/", "HTTPS://b.example:80/", "ftp://c/é", "/", "/", "?", "#", "%41", "a", "bc", "0", ".", "é", "ü", "😀", "\u2028", "\ud7ff", "\ue000", "\uffff", "\U0010ffff", "\"", "'", "\\", "<", ">", "(", ")", " ", " ", "u00e9", "n", "x41", "\x7f"}

func jsonPiece(r *rand.Rand) string { return jsonPieces[r.IntN(len(jsonPieces))] }

// TestDecode decodes strings as encoding/json does, and compares the bytes and the offset of
// each character. Without the end of the text it decodes a beginning of the string, all but the
// sequences that begin in the last 11 bytes.
func TestDecode(t *testing.T) {
	for _, tt := range []struct {
		inside string
		want   string
	}{
		{``, ""}, {`a`, "a"},
		{`\"\'\/\\`, `"'/\`},
		{`\b\f\n\r\t\v\0\1\7`, "\x00\x00\x00\x00\x00\x00\x00\x00\x00"},
		{`\8\a\`, `\8\a\`},
		{`\x41\x4a\xFF\x1f`, "AJÿ\x00"},
		{`\x4\x4g\x`, `\x4\x4g\x`},
		{`\u0041\u00E9\u2028\uFFFF\u001F\u0020`, "Aé\u2028\uffff\x00 "},
		{`\u004\u004g\u`, `\u004\u004g\u`},
		{`\u{41}`, "\x00{41}"},
		{`\ud83d\ude00\uDBFF\uDFFF\ud800\udc00`, "😀\U0010ffff\U00010000"},
		{`\ud83d\ud83d\ude00`, "\ufffd😀"},
		{`\ude00\ud83d\u0041\ud83d`, "\ufffd\ufffdA\ufffd"},
		{`\ud83d\n\ud83dx`, "\ufffd\x00\ufffdx"},
		{`\ud83d\ude0`, "\ufffd\\ude0"},
		{"\\\n\\\r\\\t", "\x00\n\x00\r\\\t"},
		{"\xff\\u0041\xff", "\xffA\xff"},
	} {
		if d := newSource(&Extractor{JSON: true}, tt.inside, 0, false, true); d.s != tt.want {
			t.Errorf("%q is decoded as %q, want %q", tt.inside, d.s, tt.want)
		}
	}
	r := seed.Rand(t)
	for range max(2_000, *inputs) {
		var text strings.Builder
		for range r.IntN(12) {
			if r.IntN(4) == 0 {
				text.WriteString([]string{"\b", "\f", "\n", "\r", "\t", "\x00", "\x1f"}[r.IntN(7)])
			} else {
				text.WriteString(jsonPiece(r))
			}
		}
		inside, starts := jsonString(r, text.String())
		d := newSource(&Extractor{JSON: true}, inside, 0, false, true)
		if want := withoutControls(unmarshaled(t, inside)); d.s != want {
			t.Fatalf("%s is decoded as %q, want %q", inside, d.s, want)
		}
		n := 0
		for i := range text.String() {
			if offset := d.offset(i); offset != starts[n] {
				t.Fatalf("%s: the character at %d of %q begins at %d, not %d", inside, i, d.s, offset, starts[n])
			}
			n++
		}
		if offset := d.offset(len(d.s)); offset != len(inside) {
			t.Fatalf("%s: the end of %q is at %d", inside, d.s, offset)
		}
		end := r.IntN(len(inside) + 1)
		front := newSource(&Extractor{JSON: true}, inside[:end], 0, false, false).s
		n = 0 // the characters that are decoded
		for n+1 < len(starts) && starts[n+1] <= end && (inside[starts[n]] != '\\' || starts[n] <= end-maxSequence) {
			n++
		}
		if least := len(string([]rune(text.String())[:n])); !strings.HasPrefix(d.s, front) || len(front) < least || len(front) >= least+utf8.UTFMax {
			t.Fatalf("%s, cut at %d, is decoded as %q, of %q", inside, end, front, d.s)
		}
	}
}

// TestExtractJSONDecoded finds in a string of JSON the URIs of the text that encoding/json reads
// there, at the places that it reads.
func TestExtractJSONDecoded(t *testing.T) {
	r := seed.Rand(t)
	found := 0
	for range max(1_000, *inputs) {
		var text strings.Builder
		for range 1 + r.IntN(20) {
			text.WriteString(jsonPiece(r))
		}
		inside, _ := jsonString(r, text.String())
		plain := unmarshaled(t, inside)
		type place struct {
			URI     string
			Wrapper Wrapper
			Start   int
			End     int
		}
		var want, got []place
		for m := range Extract(plain) {
			want = append(want, place{m.URI.String(), m.Wrapper, m.Start, m.End})
		}
		for m := range (Extractor{JSON: true}).Extract(inside) {
			got = append(got, place{m.URI.String(), m.Wrapper, len(unmarshaled(t, inside[:m.Start])), len(unmarshaled(t, inside[:m.End]))})
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s\n got %v\nwant %v", inside, got, want)
		}
		found += len(got)
	}
	if found < *inputs/2 {
		t.Errorf("only %d found", found)
	}
}
