package pathread

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
)

var (
	foldLetters = strings.NewReplacer("A", "a", "B", "b")
)

// A naiveReading is a path as some server reads it, before it removes dot segments.
type naiveReading struct{ text, end string }

// naiveReadings returns the readings of path by all servers, by the simplest means.
func naiveReadings(path string) []string {
	var all []string
	seen := map[naiveReading]bool{}
	for decode := range 4 {
		for options := range 8 {
			cut, long, drop := options&1 != 0, options&2 != 0, options&4 != 0
			if decode < 2 {
				if options == 0 {
					text := path
					if decode == 1 {
						text = strings.NewReplacer("%2e", ".", "%2E", ".").Replace(path)
					}
					all = append(all, naiveEnds([]naiveReading{{text, ""}}, false)...)
				}
				continue
			}
			text := path
			if cut {
				text = naiveCut(text, ";")
			}
			for k := range decode - 1 {
				text = naiveDecode(text)
				if long {
					text = naiveOverlong(text)
				}
				if drop && k < decode-2 {
					text = naiveDrop(text)
				}
			}
			drop = drop && strings.ContainsAny(text, "\t\r\n")
			first := naiveReading{text, ""}
			if drop {
				first.end = "drop"
			}
			if seen[first] {
				continue
			}
			seen[first] = true
			readings := []naiveReading{{text, ""}}
			for _, char := range []string{"?", "#", " ", "\x00", "\t", "\r", "\n"} {
				if before, _, found := strings.Cut(text, char); found && !(drop && strings.Contains("\t\r\n", char)) {
					readings = append(readings, naiveReading{before, char})
				}
			}
			readings = append(readings, naiveReading{naiveTrim(text), "trim"})
			if drop {
				for i, r := range readings {
					readings[i].text = naiveDrop(r.text)
				}
			}
			all = append(all, naiveEnds(readings, true)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// naiveEnds applies the behaviors that come last to readings.
func naiveEnds(readings []naiveReading, decoded bool) (all []string) {
	add := func(change func(naiveReading) string) {
		for _, r := range readings {
			if text := change(r); text != r.text {
				readings = append(readings, naiveReading{text, r.end})
			}
		}
	}
	if decoded {
		add(func(r naiveReading) string { return strings.ReplaceAll(r.text, `\`, "/") })
		add(func(r naiveReading) string {
			if r.end == "\x00" {
				return r.text
			}
			return naiveCut(r.text, "\x00")
		})
	}
	add(func(r naiveReading) string { return naiveCut(r.text, ";") })
	add(func(r naiveReading) string { return naiveWindows(r.text) })
	add(func(r naiveReading) string {
		for strings.Contains(r.text, "//") {
			r.text = strings.ReplaceAll(r.text, "//", "/")
		}
		return r.text
	})
	for _, r := range readings {
		all = append(all, r.text)
	}
	return all
}

// naiveEscapes decodes escapes, naiveLong US-ASCII characters in overlong UTF-8: in two to six bytes, with
// 7 bits at the end and zeros before them.
var naiveEscapes, naiveLong = func() (escapes, long *strings.Replacer) {
	var escape, longer []string
	for c := range 256 {
		for _, format := range []string{"%x%x", "%X%X", "%x%X", "%X%x"} {
			escape = append(escape, "%"+fmt.Sprintf(format, c>>4, c&15), string([]byte{byte(c)}))
		}
	}
	for c := range byte(128) {
		longer = append(longer, string([]byte{0xC0 | c>>6, 0x80 | c&0x3F}), string(c))
		for _, lead := range []string{"\xe0", "\xf0\x80", "\xf8\x80\x80", "\xfc\x80\x80\x80"} {
			longer = append(longer, lead+string([]byte{0x80 | c>>6, 0x80 | c&0x3F}), string(c))
		}
	}
	return strings.NewReplacer(escape...), strings.NewReplacer(longer...)
}()

func naiveDecode(s string) string { return naiveEscapes.Replace(s) }

func naiveOverlong(s string) string { return naiveLong.Replace(s) }

func naiveDrop(s string) string { return strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(s) }

// naiveCut ends each segment at its first char.
func naiveCut(path, char string) string {
	return regexp.MustCompile(char+"[^/]*").ReplaceAllString(path, "")
}

// naiveStream and naiveSuffix are the texts after names that Windows leaves out.
var naiveStream, naiveSuffix = regexp.MustCompile("(/[^/:]+):[^/]*"), regexp.MustCompile("([^/. ])[. ]+(/|$)")

func naiveWindows(path string) string {
	return naiveSuffix.ReplaceAllString(naiveStream.ReplaceAllString(path, "$1"), "$1$2")
}

// naiveDots removes the dot segments of a path that begins with "/".
func naiveDots(path string) string {
	var kept []string
	segments := strings.Split(path, "/")[1:]
	for i, s := range segments {
		switch {
		case s == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		case s != "." && s != "..":
			kept = append(kept, s)
		}
		if i == len(segments)-1 && (s == "." || s == "..") {
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/")
}

// naiveBelow reports whether path is prefix or below it.
func naiveBelow(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/")
}

// naiveTrim takes white space and control characters off the end: runes of UTF-8, and single
// bytes of ISO 8859-1.
func naiveTrim(s string) string {
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			r = rune(s[len(s)-1])
		}
		if r > ' ' && r != 0xFEFF && !unicode.IsSpace(r) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// tokens has one of everything that a server treats in its own way, and pieces texts that
// meet often.
var (
	tokens = []string{"a", ".", "/", ";", ":", "%2e", "%2f", "%5c", "%25", "%3f", "%20", "%00", "%09", "%01", "%c0", "%ae", "%a0", "2e"}
	pieces = append([]string{"/", "/", "..", "/..", "../", "/a", "A", "%61", "b", "%41", "%23", "%0d", "%0A", "%7f", "%80", "%85", "%c3%a9", "%e2%80%a8", "%ef%bb%bf", "%E2%84%AA",
		"%c0%af", "%C0%AE", "%e0%80%af", "%e0%81%a1", "%f0%80%80%ae", "%f8%80%80%80%af", "%fc%80%80%80%80%ae", "%c1%a1", "%c1%1c", "%c0%2e", "%c0%25", "%c0%a52e", "%c1%81", "%e0%82%af", "%f0%80%81%a1",
		"%252e", "%252F", "%255c", "%253b", "%253A", "%2520", "%2500", "%2509", "%25c0%25ae", "%c0%25af", "%25%092e", "%25%32%65", "%25a0", "%3b", "%3a", "..;", "..:", "a.", ". ."}, tokens...)
)

// eachPath calls try with every path of prefix and up to n tokens, with each char of the behaviors,
// and with random paths of pieces. The text before a "%" that begins no escape is no path of a URI.
func eachPath(n int, prefix string, try func(path string)) {
	walk := [][]string{{prefix}}
	for range n {
		var longer []string
		for _, s := range walk[len(walk)-1] {
			for _, token := range tokens {
				longer = append(longer, s+token)
			}
		}
		walk = append(walk, longer)
	}
	for _, list := range walk {
		for _, s := range list {
			try(s)
		}
	}
	for _, w := range behaviors {
		for _, char := range []byte(w.chars) {
			for _, text := range []string{string(char), fmt.Sprintf("%%%02x", char), fmt.Sprintf("%%25%02x", char)} {
				if uri.Valid("http://h"+prefix+text) && strings.IndexByte("?#", text[0]) < 0 {
					try(prefix + ".." + text + "%61")
					try(prefix + "a" + text)
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range *inputs {
		s := prefix
		for range random.IntN(9) {
			s += pieces[random.IntN(len(pieces))]
		}
		try(strings.ReplaceAll(s, " ", "%20"))
	}
}

// TestReadersNaive compares the readings by the servers with the naive ones.
func TestReadersNaive(t *testing.T) {
	t.Parallel()
	eachPath(2, "/", func(path string) {
		var got []string
		eachServer(path, "", func(r server) bool {
			got = append(got, string(r.appendPath(nil, path)))
			return true
		})
		slices.Sort(got)
		if got, want := slices.Compact(got), naivePlaces(path); !slices.Equal(got, want) {
			only := func(a, b []string) []string {
				return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
			}
			t.Fatalf("%s: too many %q, missing %q", path, only(got, want), only(want, got))
		}
	})
}

// naivePlaces returns the naive readings of path without dot segments.
func naivePlaces(path string) []string { return naiveDotless(naiveReadings(path)) }

// naiveDotless returns readings without dot segments.
func naiveDotless(readings []string) []string {
	var all []string
	for _, s := range readings {
		all = append(all, naiveDots(s))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// mayBeHost reports whether the text after the first "/" begins with a slash or with a
// character that vanishes, for some server.
func mayBeHost(path string) bool {
	for _, decode := range []func(string) string{func(s string) string { return s }, naiveOverlong} {
		once := decode(naiveDecode(path))
		for _, s := range []string{path, once, decode(naiveDecode(once))} {
			if len(s) > 1 && strings.IndexByte("/\\\t\r\n", s[1]) >= 0 {
				return true
			}
		}
	}
	return false
}

// TestClaims compares Claims with the naive readings of a path. All servers read the routes
// alike.
func TestClaims(t *testing.T) {
	t.Parallel()
	claimed := 0
	eachPath(2, "/", func(path string) {
		readings := naiveReadings(path)
		places := append(naiveDotless(readings), readings...)
		folded := make([]string, len(places))
		for i, s := range places {
			folded[i] = naiveFold(s)
		}
		for _, from := range []string{"/a", "/", "/a/", "/a.b/a", "/A/a"} {
			written := slices.ContainsFunc(places, func(s string) bool { return naiveBelow(s, from) })
			inAnyCase := slices.ContainsFunc(folded, func(s string) bool { return naiveBelow(s, naiveFold(from)) })
			for _, caseMatters := range []bool{true, false} {
				want := written || !caseMatters && inAnyCase
				name, got := Claims(path, from, caseMatters)
				if want && !got || got && !want && !strings.HasSuffix(name, "after a host") || got != (name != "") {
					t.Fatalf("%s below %s, case matters %v: %v %q", path, from, caseMatters, got, name)
				}
				if strings.HasSuffix(name, "after a host") && !mayBeHost(path) {
					t.Fatalf("%s below %s: %q", path, from, name)
				}
				if got {
					claimed++
				}
			}
		}
	})
	if claimed < *inputs {
		t.Errorf("only %d paths were claimed", claimed)
	}
}

// TestAbove compares Above with the naive readings of a path.
func TestAbove(t *testing.T) {
	t.Parallel()
	above := 0
	eachPath(2, "/", func(path string) {
		readings := naiveReadings(path)
		readings = append(naiveDotless(readings), readings...)
		for _, from := range []string{"/a", "/", "/a/", "/a.b/a", "/A/a/b"} {
			for _, caseMatters := range []bool{true, false} {
				want := slices.ContainsFunc(readings, func(s string) bool {
					s = strings.TrimRight(s, "/")
					return naiveBelow(from, s) || !caseMatters && naiveBelow(naiveFold(from), naiveFold(s))
				})
				if got := Above(path, from, caseMatters); want && !got || got && !want && !mayBeHost(path) {
					t.Fatalf("%s above %s, case matters %v: %v", path, from, caseMatters, got)
				}
				if want {
					above++
				}
			}
		}
	})
	if above < *inputs {
		t.Errorf("only %d paths are above", above)
	}
}

// naiveFold folds the letters of the tests.
func naiveFold(s string) string { return foldLetters.Replace(s) }

// TestTwoSlashes compares TwoSlashes with the naive readings.
func TestTwoSlashes(t *testing.T) {
	t.Parallel()
	yes := 0
	eachPath(2, "/", func(path string) {
		want := mayBeHost(path) || slices.ContainsFunc(naivePlaces(path), func(s string) bool { return len(s) > 1 && strings.IndexByte("/\\", s[1]) >= 0 })
		if _, got := TwoSlashes(path); got != want && !strings.Contains(path, "%25") {
			t.Fatalf("%s: %v", path, got)
		} else if want && !got {
			t.Fatalf("%s: %v", path, got)
		} else if got {
			yes++
		}
	})
	if yes < 200 {
		t.Errorf("only %d paths name a host", yes)
	}
}

// naiveLevels returns the least number of levels that a segment leads down.
func naiveLevels(segment string) int {
	const above = "/x/x/x"
	least := 1
	for _, s := range naivePlaces(above + "/" + segment) {
		depth := len(strings.Split(strings.TrimRight(s, "/"), "/")) - len(strings.Split(above, "/"))
		least = min(least, depth)
	}
	return least
}

// mayEndInOverlong reports whether s has a "%", perhaps a digit, and then a first byte of overlong
// UTF-8, which may be a digit too.
func mayEndInOverlong(s string) bool {
	for {
		_, rest, ok := strings.Cut(s, "%")
		if !ok {
			return false
		}
		if s = rest; rest != "" && strings.IndexByte("0123456789abcdefABCDEF", rest[0]) >= 0 {
			rest = rest[1:]
		}
		if rest != "" && strings.IndexByte("\xc0\xc1\xe0\xf0\xf8\xfc", rest[0]) >= 0 {
			return true
		}
	}
}

// TestLeaves compares Leaves with the naive levels of the segments, and with the escapes in
// them. A segment in which letters beyond US-ASCII follow dots may score less.
func TestLeaves(t *testing.T) {
	t.Parallel()
	stay, leave, escapes := 0, 0, 0
	eachPath(2, "/", func(rest string) {
		name, reason := Leaves("/a", rest, "")
		if (name == "") != (reason == "") {
			t.Fatalf("%s: %q %q", rest, name, reason)
		}
		depth, lowest := 0, 0
		foreign, escape := false, false
		for _, segment := range strings.Split(rest, "/")[1:] {
			depth += naiveLevels(segment)
			lowest = min(lowest, depth)
			foreign = foreign || mayBeTrimmed(segment)
			escape = escape || hasListed(segment)
		}
		leaves := slices.ContainsFunc(naiveReadings("/x"+rest), leavesFirst)
		switch {
		case leaves && reason == "":
			t.Fatalf("%s stays, and some server leaves", rest)
		case escape:
			escapes++
			if reason == "" {
				t.Fatalf("%s stays", rest)
			}
		case mayEndInOverlong(naiveDecode(rest)): // Leaves refuses what is perhaps an escape
		case reason == "an escape makes another segment" || reason == "an escape ends the path or vanishes" || reason == "an escape makes a dot segment":
			t.Fatalf("%s: %q", rest, reason)
		case lowest < 0 && !foreign:
			leave++
			if reason == "" {
				t.Fatalf("%s stays, and leads to %d", rest, lowest)
			}
		case reason == "":
			stay++
		case !foreign:
			t.Fatalf("%s: %q, %q; it leads to %d", rest, name, reason, lowest)
		}
	})
	if stay < 300 || leave < 10 || escapes < 300 {
		t.Errorf("%d stay, %d leave, %d have escapes", stay, leave, escapes)
	}
}

// leavesFirst reports whether the dot segments of path lead above its first segment.
func leavesFirst(path string) bool {
	depth := 0
	for _, s := range strings.Split(path, "/")[1:] {
		switch s {
		case "..":
			depth--
		case ".":
		default:
			depth++
		}
		if depth < 1 {
			return true
		}
	}
	return false
}

// hasListed reports whether a server decodes one of Listed in segment, or an escape that
// decoding twice does not make.
func hasListed(segment string) bool {
	once := naiveDecode(segment)
	for _, s := range []string{once, naiveDecode(once), naiveOverlong(once), naiveOverlong(naiveDecode(once)), naiveOverlong(naiveDecode(naiveOverlong(once))), naiveDecode(naiveDrop(once))} {
		if strings.ContainsAny(s, "/\\?#\x00\t\r\n") {
			return true
		}
	}
	return strings.Contains(once, "\xc0\xa5") || strings.Contains(naiveDecode(once), "\xc0\xa5")
}

// mayBeTrimmed reports whether path has octets beyond US-ASCII or control characters, which
// vanish at the end of a path for some servers. After dots they count as an end.
func mayBeTrimmed(path string) bool {
	return strings.ContainsFunc(naiveDecode(naiveDecode(path)), func(r rune) bool { return r >= utf8.RuneSelf || r < ' ' }) ||
		strings.Count(naiveDecode(naiveDecode(path)), " ") > 1
}

// TestDotSegment compares DotSegment with the naive readings.
func TestDotSegment(t *testing.T) {
	t.Parallel()
	yes := 0
	eachPath(2, "/", func(path string) {
		want := slices.ContainsFunc(naiveReadings(path), func(s string) bool {
			return slices.ContainsFunc(strings.Split(s, "/"), func(s string) bool { return s == "." || s == ".." })
		})
		at, got := DotSegment(path)
		if want && !got || got && !want && !mayBeTrimmed(path) && !strings.Contains(path, "%25") {
			t.Fatalf("%s: %v, want %v", path, got, want)
		}
		if got {
			yes++
			if at < 1 || at >= len(path) {
				t.Fatalf("%s: at %d", path, at)
			}
		}
	})
	if yes < 200 {
		t.Errorf("only %d paths have a dot segment", yes)
	}
}
