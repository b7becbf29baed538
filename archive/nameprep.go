package archive

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/punycode"
)

//go:embed nameprep.txt
var nameprepText string

// nameprepTables are the tables of RFC 3454 that RFC 3491 uses, and the
// data of Unicode 3.2 for normal form KC.
type nameprepTables struct {
	mapping map[rune]string // tables B.1 and B.2, decomposed
	class   map[rune]uint8  // canonical combining class
	compose map[[2]rune]rune

	prohibited, right, left, unassigned unicode.RangeTable
}

// nameprepOnce reads nameprepText for the first host beyond US-ASCII, in about a millisecond.
var nameprepOnce = sync.OnceValue(func() *nameprepTables {
	t := &nameprepTables{mapping: map[rune]string{}, class: map[rune]uint8{}, compose: map[[2]rune]rune{}}
	section := ""
	for line := range strings.Lines(nameprepText) {
		line = strings.TrimSuffix(line, "\n")
		first, rest, _ := strings.Cut(line, "\t")
		switch {
		case line[0] == '#':
		case line[0] == '[':
			section = line
		case section == "[map]":
			c, _ := ascii.Number(first, 16)
			for to := range strings.SplitSeq(rest, "\t") {
				t.mapping[rune(c)] = to
				c++
			}
		case section == "[class]":
			combining, _ := ascii.Number(first, 10)
			for c := range strings.SplitSeq(rest, "\t") {
				r, _ := utf8.DecodeRuneInString(c)
				t.class[r] = uint8(combining)
			}
		case section == "[compose]":
			a, _ := utf8.DecodeRuneInString(first)
			for pair := range strings.SplitSeq(rest, "\t") {
				b, n := utf8.DecodeRuneInString(pair)
				t.compose[[2]rune{a, b}], _ = utf8.DecodeRuneInString(pair[n:])
			}
		default:
			to := map[string]*unicode.RangeTable{
				"[prohibited]": &t.prohibited, "[right]": &t.right, "[left]": &t.left, "[unassigned]": &t.unassigned,
			}[section]
			for run := range strings.SplitSeq(line, " ") {
				first, last, _ := strings.Cut(run, "-")
				lo, _ := ascii.Number(first, 16)
				hi, _ := ascii.Number(cmp.Or(last, first), 16)
				to.R32 = append(to.R32, unicode.Range32{Lo: uint32(lo), Hi: uint32(hi), Stride: 1})
			}
		}
	}
	return t
})

// hostToASCII converts a host without escapes to US-ASCII by IDNA 2003. If that
// fails, it returns the text to escape instead.
func hostToASCII(host string, d Dialect) string {
	if d == DialectCommons {
		host = escapeInvalid(host)
		if converted, ok := idnaToASCII(host, d); ok {
			return converted
		}
		// Java makes U+0130 two characters.
		return strings.ToLower(strings.ReplaceAll(host, "\u0130", "i\u0307"))
	}
	if converted, ok := idnaToASCII(strings.ToValidUTF8(host, ""), d); ok {
		return converted
	}
	return host
}

// idnaDots writes "." for the other separators of labels (RFC 3490, 3.1).
var idnaDots = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// idnaToASCII returns the labels of host as ToASCII of RFC 3490, 4.1 gives
// them, with dots between, and whether it gives all of them. A dot at the end stays.
func idnaToASCII(host string, d Dialect) (_ string, ok bool) {
	host = idnaDots.Replace(host)
	if d == DialectCommons && host == "." {
		return host, true
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if label == "" && i == len(labels)-1 {
			break
		}
		if labels[i], ok = labelToASCII(label, d); !ok {
			return "", false
		}
	}
	return strings.Join(labels, "."), true
}

// labelToASCII is ToASCII (RFC 3490, 4.1) without UseSTD3ASCIIRules.
func labelToASCII(label string, d Dialect) (_ string, ok bool) {
	if !ascii.Is(label) {
		runes, ok := nameprep(label, d)
		if !ok {
			return "", false
		}
		label = string(runes)
		if !ascii.Is(label) {
			// An encoded character takes a byte or more.
			if strings.HasPrefix(label, "xn--") || len(runes) > punycode.MaxLabel {
				return "", false
			}
			label = "xn--" + string(punycode.Append(nil, runes))
		}
	}
	return label, label != "" && len(label) <= punycode.MaxLabel
}

// maxParts is the greatest number of characters in a composition. A label of more than
// maxParts*punycode.MaxLabel stays too long for labelToASCII.
const maxParts = 4

// nameprep prepares a label by RFC 3491, and reports false if that refuses it. A label is a query,
// but in DialectCommons a stored string, without unassigned code points (RFC 3454, 7).
func nameprep(label string, d Dialect) (_ []rune, ok bool) {
	t := nameprepOnce()
	if d == DialectCommons && t.hasUnassigned(label) {
		return nil, false
	}
	runes := t.composed(t.decomposed(label, d))
	right, left := false, false
	for _, r := range runes {
		if unicode.Is(&t.prohibited, r) {
			return nil, false
		}
		right = right || unicode.Is(&t.right, r)
		left = left || unicode.Is(&t.left, r)
	}
	// RFC 3454, 6.
	return runes, !right || !left && unicode.Is(&t.right, runes[0]) && unicode.Is(&t.right, runes[len(runes)-1])
}

// hasUnassigned reports whether s has a code point newer than Unicode 3.2.
func (t *nameprepTables) hasUnassigned(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(&t.unassigned, r) })
}

// Hangul syllables are composed by arithmetic (The Unicode Standard, "Conjoining Jamo Behavior").
const (
	hangulS, hangulL, hangulV, hangulT = 0xAC00, 0x1100, 0x1161, 0x11A7
	hangulLs, hangulVs, hangulTs       = 19, 21, 28
)

// decomposed returns the characters of s mapped and decomposed, in canonical order,
// or the first of them if they are too many for a label. Syllables of Hangul stay, since
// composed would only make them again. In DialectSurt some have a lower
// case that is newer than Unicode 3.2 (U+10A0), since Python's tables are made with
// its own version of Unicode.
func (t *nameprepTables) decomposed(s string, d Dialect) []rune {
	var runes []rune
	for _, r := range s {
		if len(runes) > maxParts*punycode.MaxLabel {
			return runes
		}
		if to, ok := t.mapping[r]; ok && (d == DialectSurt || !t.hasUnassigned(to)) {
			runes = append(runes, []rune(to)...)
		} else {
			runes = append(runes, r)
		}
	}
	for i := 0; i < len(runes); {
		end := i
		for end < len(runes) && t.class[runes[end]] > 0 {
			end++
		}
		slices.SortStableFunc(runes[i:end], func(a, b rune) int { return int(t.class[a]) - int(t.class[b]) })
		i = end + 1
	}
	return runes
}

// composed composes decomposed runes in place (The Unicode Standard, "Normalization Forms").
func (t *nameprepTables) composed(runes []rune) []rune {
	starter, last := -1, 0 // index of the last starter, and the class before
	end := 0
	for _, r := range runes {
		combining := int(t.class[r])
		if starter >= 0 && (last < combining || last == 0) {
			if c, ok := t.pair(runes[starter], r); ok {
				runes[starter] = c
				continue
			}
		}
		if combining == 0 {
			starter = end
		}
		last = combining
		runes[end] = r
		end++
	}
	return runes[:end]
}

// pair returns the composition of a and b, and whether there is one.
func (t *nameprepTables) pair(a, b rune) (rune, bool) {
	if l, v := a-hangulL, b-hangulV; 0 <= l && l < hangulLs && 0 <= v && v < hangulVs {
		return hangulS + (l*hangulVs+v)*hangulTs, true
	}
	if s, n := a-hangulS, b-hangulT; 0 <= s && s < hangulLs*hangulVs*hangulTs && s%hangulTs == 0 && 0 < n && n < hangulTs {
		return a + n, true
	}
	c, ok := t.compose[[2]rune{a, b}]
	return c, ok
}
