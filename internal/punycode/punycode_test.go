package punycode

import (
	"strings"
	"testing"

	"example.com/uri/internal/seed"
)

// TestExamples has the examples of RFC 3492, 7.1, letters as there.
func TestExamples(t *testing.T) {
	for encoded, decoded := range map[string]string{
		"egbpdaj6bu4bxfgehfvwxn":                   "\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f",
		"ihqwcrb4cv8a8dqg056pqjye":                 "\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587",
		"ihqwctvzc91f659drss3x8bo0yb":              "\u4ed6\u5011\u7232\u4ec0\u9ebd\u4e0d\u8aaa\u4e2d\u6587",
		"Proprostnemluvesky-uyb24dma41a":           "Pro\u010dprost\u011bnemluv\u00ed\u010desky",
		"4dbcagdahymbxekheh6e0a7fei0b":             "\u05dc\u05de\u05d4\u05d4\u05dd\u05e4\u05e9\u05d5\u05d8\u05dc\u05d0\u05de\u05d3\u05d1\u05e8\u05d9\u05dd\u05e2\u05d1\u05e8\u05d9\u05ea",
		"n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa":   "\u306a\u305c\u307f\u3093\u306a\u65e5\u672c\u8a9e\u3092\u8a71\u3057\u3066\u304f\u308c\u306a\u3044\u306e\u304b",
		"3B-ww4c5e180e575a65lsy2b":                 "3\u5e74B\u7d44\u91d1\u516b\u5148\u751f",
		"-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n": "\u5b89\u5ba4\u5948\u7f8e\u6075-with-SUPER-MONKEYS",
		"Hello-Another-Way--fc4qua05auwb3674vfr0b": "Hello-Another-Way-\u305d\u308c\u305e\u308c\u306e\u5834\u6240",
		"2-u9tlzr9756bt3uc0v":                      "\u3072\u3068\u3064\u5c4b\u6839\u306e\u4e0b2",
		"MajiKoi5-783gue6qz075azm5e":               "Maji\u3067Koi\u3059\u308b5\u79d2\u524d",
		"de-jg4avhby1noc0d":                        "\u30d1\u30d5\u30a3\u30fcde\u30eb\u30f3\u30d0",
		"d9juau41awczczp":                          "\u305d\u306e\u30b9\u30d4\u30fc\u30c9\u3067",
		"dn32g":                                    "\U0010ffff",
		"a-":                                       "a",
		"":                                         "",
	} {
		if got := string(Append([]byte("xn--"), []rune(decoded))); got != "xn--"+encoded {
			t.Errorf("%q: %s, want %s", decoded, got, encoded)
		}
		got, ok := AppendDecoded([]rune("é"), encoded)
		if string(got) != "é"+decoded || !ok {
			t.Errorf("%s: %q, %v, want %q", encoded, string(got), ok, decoded)
		}
	}
}

// TestRoundTrip decodes the output of Append for labels with characters near to each
// other and far from each other.
func TestRoundTrip(t *testing.T) {
	r := seed.Rand(t)
	alphabets := [][]rune{[]rune("ab-"), []rune("aé\u0430"), []rune("\u0430\u0431\u0432"), []rune("\u3042\u4e00\uffef"), {0x80, 0x10FFFF, 'z'}}
	for range 20_000 {
		alphabet := alphabets[r.IntN(len(alphabets))]
		label := make([]rune, 1+r.IntN(12))
		for i := range label {
			label[i] = alphabet[r.IntN(len(alphabet))]
		}
		s := string(Append(nil, label))
		got, ok := AppendDecoded(nil, s)
		if len(s) > MaxLabel {
			continue
		}
		if string(got) != string(label) || !ok || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Fatalf("%q: %s, back %q, %v", string(label), s, string(got), ok)
		}
	}
}
