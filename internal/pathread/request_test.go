package pathread

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestRequest compares the claims of a Request with Claims, for routes of plain names.
func TestRequest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"/", "/", "a", "b", "k", "s", "A", "K", "S", "-", "_", ".", "..", "\\", ";", ":", " ", "%2f", "%2F", "%61", "%41", "%2561", "%6b",
		"%e2%84%aa", "%c5%bf", "%c4%b1", "%c4%b0", "i", "I", "%c1%a1", "%c0%af", "%25", "%00", "%09", "%0d", "?", "#", "%3f", "%5c", "\u212a", "\u017f", "h.example"}
	names := []string{"a", "ab", "k", "sk", "A", "b-a", "_s"}
	claimed, quick := 0, 0
	for range 40_000 {
		var path, from strings.Builder
		path.WriteString("/")
		for range random.IntN(6) {
			path.WriteString(pieces[random.IntN(len(pieces))])
		}
		for range 1 + random.IntN(2) {
			from.WriteString("/" + names[random.IntN(len(names))])
		}
		if random.IntN(4) == 0 {
			from.WriteString("/")
		}
		caseMatters := random.IntN(2) == 0
		want, wantOK := Claims(path.String(), from.String(), caseMatters)
		r := ReadRequest(nil, path.String())
		if got, ok := r.Claims(from.String(), true, caseMatters); got != want || ok != wantOK {
			t.Fatalf("%q is claimed by %q: %q, %v, want %q, %v (case matters: %v)", path.String(), from.String(), got, ok, want, wantOK, caseMatters)
		}
		if wantOK {
			claimed++
		} else if r.alike || r.text != nil {
			quick++
		}
	}
	request := ReadRequest(nil, "/a%25c0%2589b") // a tab in overlong UTF-8 that was escaped twice
	if name, ok := request.Claims("/ab", true, true); !ok {
		t.Errorf("a path with a name around an overlong tab is claimed by %q: %v", name, ok)
	}
	if request = ReadRequest(nil, "/xbc;"); hasLastName(request.text, "/abc") || !hasLastName(request.text, "/xbc") {
		t.Error("the last name of a route is not compared as a whole")
	}
	if request = ReadRequest(nil, "/a%62"); request.text == nil {
		t.Error("an escape makes a request slow")
	}
	if claimed < 400 || quick < 10_000 {
		t.Errorf("%d are claimed, %d are refused at once", claimed, quick)
	}
}

// TestMarks compares Simple and readsAlike with their definitions, for all paths of a few characters.
func TestMarks(t *testing.T) {
	isSimple, isAlike := regexp.MustCompile(`^(/|(/[A-Za-z0-9_-]+)+/?)$`), regexp.MustCompile(`^(/(\.?[a~_-])*)?$`)
	for length, paths := 0, []string{""}; length < 7; length++ {
		var longer []string
		for _, path := range paths {
			if got, want := Simple(path), isSimple.MatchString(path); got != want {
				t.Fatalf("%q is simple: %v, want %v", path, got, want)
			}
			alike := strings.HasPrefix(path, "/")
			for i, segment := range strings.Split(path, "/") {
				alike = alike && isAlike.MatchString("/"+segment) && (segment != "" || i == 0 || i == strings.Count(path, "/"))
			}
			if got := readsAlike(path); got != alike {
				t.Fatalf("all servers read %q alike: %v, want %v", path, got, alike)
			}
			for _, c := range "/.a~%\u00e9" {
				longer = append(longer, path+string(c))
			}
		}
		paths = longer
	}
	for c := range utf8.RuneSelf {
		if got, want := Simple("/"+string(rune(c))), isSimple.MatchString("/"+string(rune(c))); got != want {
			t.Errorf("%q is simple: %v", c, got)
		}
	}
}

// TestTwoSlashesOf checks which server sees the two slashes.
func TestTwoSlashesOf(t *testing.T) {
	for path, want := range map[string]string{"//h": "as written", "/%2fh": "decoded once", "/%252fh": "decoded twice", "/;/h": "parameters cut", "/h//": "", "/": ""} {
		if got, ok := TwoSlashes(path); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v, want %q", path, got, ok, want)
		}
	}
}
