package pathread

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct{ rest, keep, server, reason string }{
		{"/..", "", "dot segments removed", "it does not stay below From"},
		{"/a/../..", "", "dot segments removed", "it does not stay below From"},
		{"/a/..", "", "", ""},
		{"/.a/../..", "", "dot segments removed", "it does not stay below From"},
		{"/a/.//../../b", "", "slashes merged", "it does not stay below From"},
		{"/%2e%2E", "", "escaped dots", "it does not stay below From"},
		{"/%252e%252e", "", "decoded twice", "it does not stay below From"},
		{"/..;", "", "parameters cut", "it does not stay below From"},
		{"/..%3b", "", "decoded once, parameters cut", "it does not stay below From"},
		{"/..:x", "", "names of Windows", "it does not stay below From"},
		{"/%20/..", "", several, "it does not stay below From"},
		{"/..%7f/..", "", "", ""},
		{"/..%80", "", several, "it does not stay below From"},
		{"/..%c3%a9", "", several, "it does not stay below From"},
		{"/a%2fb", "", "decoded once", "an escape makes another segment"},
		{"/a%5cb", "/", "decoded once", "an escape makes another segment"},
		{"/a%252fb", "/", "decoded twice", "an escape makes another segment"},
		{"/a%252fb", "/%", "", ""},
		{"/a%2fb", "/", "", ""},
		{"/a%2f../b", "/", "decoded once", "an escape makes a dot segment"},
		{"/..%2fb", "/", "decoded once", "an escape makes a dot segment"},
		{"/a%2f%252e./b", "/", "decoded twice", "an escape makes a dot segment"},
		{"/a%2fb%252f..", "/%", "decoded twice", "an escape makes a dot segment"},
		{"/a%252f..%2fb", "/%", "decoded twice", "an escape makes a dot segment"},
		{"/a%252fb%2f..", "/%", "decoded once", "an escape makes a dot segment"},
		{"/a%2f..%2fb%252fc", "/%", "decoded once", "an escape makes a dot segment"},
		{"/a%2f.%3fx", "/?", "decoded once, read again", "an escape makes a dot segment"},
		{"/a%2f.%253fx", "/?%", "decoded twice, read again", "an escape makes a dot segment"},
		{"/a%2f%3fx", "/?", "", ""},
		{"/a%2f;..%2fb", "/", "", ""},
		{"/a%2f;.%20", "/", "", ""},
		{"/a%3fb", "/", "decoded once, read again", "an escape ends the path or vanishes"},
		{"/a%253fb", "?", "decoded twice, read again", "an escape ends the path or vanishes"},
		{"/..%3fb", "?", "decoded once, read again", "it does not stay below From"},
		{"/a%3fb", "?", "", ""},
		{"/a%c0%afb", "", "decoded once, overlong UTF-8", "an escape makes another segment"},
		{"/a%c0%bfb", "", "decoded once, overlong UTF-8, read again", "an escape ends the path or vanishes"},
		{"/a%25c0%25afb", "", "decoded twice, overlong UTF-8", "an escape makes another segment"},
		{"/%c0%ae%c0%ae/b", "", "decoded once, overlong UTF-8", "it does not stay below From"},
		{"/%c0%a52e", "", "decoded twice, read again", "an escape ends the path or vanishes"},
		{"/%c0%09%ae", "\t", "decoded twice, read again", "an escape ends the path or vanishes"},
		{"/%25%092e", "\t", "decoded twice, read again", "an escape ends the path or vanishes"},
		{"/%25%09g%25%092", "\t", "", ""},
		{"/%zz%092e", "\t", "", ""}, // decoding makes no escape of what is none
		{"/%25%c0%b2e", "", "decoded twice, read again", "an escape ends the path or vanishes"},
		{"/a%252fb", "%/", "", ""},
		{"/a%252fb", "/", "decoded twice", "an escape makes another segment"},
		{"/%09../x", "\t", "decoded once, read again", "it does not stay below From"},
		{"/%09a/..", "\t", several, "it does not stay below From"},
		{"/a%09/..", "\t", "", ""},
		{"/%C2%A0a/..", "", "", ""},
		{"/E0/%E0%B8%81/%F0%9F%92%A9/../../..", "", "", ""},
	} {
		if by, reason := Leaves("/a", tt.rest, tt.keep); by != tt.server || reason != tt.reason {
			t.Errorf("%s, keep %q: %q, %q; want %q, %q", tt.rest, tt.keep, by, reason, tt.server, tt.reason)
		}
		if by, _ := Leaves("/a/", strings.TrimPrefix(tt.rest, "/"), tt.keep); by != tt.server {
			t.Errorf("%s after /a/: %q; want %q", tt.rest, by, tt.server)
		}
	}
	for _, tt := range []struct{ path, from, name string }{
		{"/a", "/a", "as written"},
		{"/a;x/b", "/a", "parameters cut"},
		{"/a%3bx/b", "/a", "decoded once, parameters cut"},
		{"/a%00x/b", "/a", "decoded once, read again"},
		{"/%61", "/a", "decoded once"},
		{"/%2561", "/a", "decoded twice"},
		{"/x/%2e./a", "/a", "escaped dots"},
		{"/x//../a", "/a", "slashes merged"},
		{"/x//../../a", "/a", "dot segments removed"},
		{"/a", "/%61", "decoded once"},
		{"/a", "/a;b", "parameters cut"},
		{"/a%20", "/a%20b", ""},
		{"//a", "/a", "slashes merged"},
		{"//h/a", "/a", "as written, after a host"},
		{"//h//A", "/a", "slashes merged, letters in any case, after a host"},
		{"/%2fh/a", "/a", "as written, after a host"},
		{"/%252fh/a", "/a", "as written, after a host"},
		{"/%252fh%252fa", "/a", "decoded twice, after a host"},
		{"/%09%5ch/%61", "/a", "decoded once, after a host"},
		{"/%c0%afh/a", "/a", "as written, after a host"},
		{"//h%3f/a", "/a", "as written, after a host"},
		{"/%2fh%3f/a", "/a", ""},
		{"/%2fh%253f/a", "/a", "as written, after a host"},
		{"/%c0%afh%253f/a", "/a", "as written, after a host"},
		{"/%2fh%23/a", "/a", ""},
		{"/%2f%09/h/a", "/a", "as written, after a host"},
		{"/%09h/a", "/a", ""},
		{"//h", "/a", ""},
		{"/A", "/a", "dot segments removed, letters in any case"},
		{"/A/..", "/a", "dot segments kept, letters in any case"},
		{"/%61/../b", "/a", "decoded once, dot segments kept"},
		{"/x/%2fa/../../b", "/a", ""},
		{"//%61/..", "/a", "decoded once, slashes merged, dot segments kept"},
		{"/A.b/C", "/a.b", "dot segments removed, letters in any case"},
		{"/AB", "/a", ""},
		{"/%41/b", "/a", "decoded once, letters in any case"},
		{"/%E2%84%AA", "/k", "decoded once, letters in any case"}, // the sign of the Kelvin
		{"/%C4%B1x", "/ix", "decoded once, letters in any case"},  // upper case of some programs
		{"/%25C4%25B0x", "/ix", "decoded twice, letters in any case"},
		{"/%C3%89/x", "/%C3%A9", "decoded once, letters in any case"},
		{"/%FF/x", "/%FE", ""},
		{"/a.", "/a", "names of Windows"},
		{"/a:$DATA", "/a", "names of Windows"},
		{"/:a", "/a", ""},
		{"/a", "/a:b", "names of Windows"},
		{"/x/a;v", "/x/a;w", "parameters cut"},
		{"/%c1%a1", "/a", "decoded once, overlong UTF-8"},
		{"/%25%c0%b61", "/a", "decoded twice, overlong UTF-8"},
		{"/%25c1%a1", "/a", "decoded twice, overlong UTF-8"},
		{"", "/", ""},
		{"a", "/", ""},
		{"x../a", "/a", ""},
	} {
		if name, ok := Claims(tt.path, tt.from, false); name != tt.name || ok != (name != "") {
			t.Errorf("%s below %s: %q, want %q", tt.path, tt.from, name, tt.name)
		}
		if name, _ := Claims(tt.path, tt.from, true); !strings.Contains(tt.name, "any case") && name != tt.name || name != tt.name && name != "" {
			t.Errorf("%s below %s: %q if case matters, want %q", tt.path, tt.from, name, tt.name)
		}
	}
}

func TestOffsets(t *testing.T) {
	for path, want := range map[string]int{
		"/a/../b": 3, "/a%2f..%2fb": 5, "/a%2f.%3f": 5, "/%252e": 1, "/a/b%252f%2e;": 9, "/..%20x": 1, "/a/..%C3%A9": 3, "/%c0%ae": 1, "/a/%c0%a5": 3, "/.": 1, "..": 0,
		"/": -1, "/a.b/c..": -1, "/...": -1, "/a%2fb": -1, "/%25/x": -1, "/;.": -1, "/:.": -1, "//": -1, "/a%20..": -1, "/%C3%A9..": -1, "/a%2f...%2fb": -1,
	} {
		if at, ok := DotSegment(path); ok != (want >= 0) || ok && at != want {
			t.Errorf("%s: %d %v, want %d", path, at, ok, want)
		}
	}
}

func TestUnambiguous(t *testing.T) {
	for path, want := range map[string]bool{
		"/": true, "/a": true, "/a/b/": true, "": true, "/a//b": true, "/a.b": true, "/.a": true, "/...": true, "/%41": true, "/%25": true, "/a%20b": true, "/a;b": true, "/a:b": true,
		"/%C3%A9": true, "/a%01b": true, "/a%3b": true, "/a%2e": true, "/%2ea": true,
		"//a": false, ".": false, "/.": false, "/a/..": false, "/%2e": false, "/;a": false, "/%3b": false, "/a%2f": false, "/a%5c": false, "/a%3f": false, "/a%09b": false, "/%20b": false, "/a%20": false,
		"/a%01": false, "/a%C2%A0": false, "/a%E2%80%A8": false, "/a%85": false, "/a%EF%BB%BF": false, "/a%c0%af": false, "/%252e": false, "/a%252f": false, "/%c0%ae": false,
	} {
		if got := Unambiguous(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	for path, want := range map[string]bool{"": false, "/": false, "/ ": true, "/a": false, "%20": true, "/a%20": true, "/a%20/": false, "/%C2%A0": true, "/%E2%80%A8": true, "/%E3%81%82": false, "/%zz": false, "/x20": false} {
		if got := EndIsTrimmed(path); got != want {
			t.Errorf("the end of %q: %v", path, got)
		}
	}
}

func TestBelow(t *testing.T) {
	for _, tt := range []struct {
		path, prefix, rest string
		ok                 bool
	}{
		{"/a", "/a", "", true}, {"/a/b", "/a", "/b", true}, {"/a/", "/a/", "", true}, {"/a/b", "/a/", "b", true}, {"/ab", "/a", "", false}, {"/", "/a", "", false}, {"/b", "/a", "", false}, {"a", "", "", false}, {"", "", "", true},
	} {
		if rest, ok := Below(tt.path, tt.prefix); rest != tt.rest || ok != tt.ok {
			t.Errorf("%q below %q: %q %v", tt.path, tt.prefix, rest, ok)
		}
		if ok := BelowAnyCase(strings.ToUpper(tt.path), tt.prefix); ok != tt.ok {
			t.Errorf("%q below %q in any case: %v", tt.path, tt.prefix, ok)
		}
	}
}

// TestAboveEscapes compares routes above others with escapes, parameters and hosts.
func TestAboveEscapes(t *testing.T) {
	for _, tt := range []struct {
		path, from string
		want       bool
	}{
		{"/voil%c3%a0", "/voil%C3%A0/x", true},
		{"/voil%C3%A0/", "/voil%C3%A0/x", true},
		{"/voil%C3%A0/y", "/voil%C3%A0/x", false},
		{"/a%00b", "/a/x", true},
		{"/a;b", "/a/x", true},
		{"/a/x/y", "/a/x", false},
		{"//h/a", "/a/x", true},
		{"/%2Fh/a", "/a/x", true},
		{"/%252Fh/a", "/a/x", true},
		{"/A", "/a/x", true},
	} {
		if got := Above(tt.path, tt.from, false); got != tt.want {
			t.Errorf("%s above %s: %v", tt.path, tt.from, got)
		}
	}
	if Above("/A", "/a/x", true) || !Above("/a", "/a/x", true) {
		t.Error("the case of letters")
	}
}

// TestDotsAgree holds, for a path about whose dot segments the servers agree, that they see
// it below each prefix of the path without dot segments.
func TestDotsAgree(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"": true, "/": true, "/a/../b": true, "/a/./b/..": true, "/a/./..": true, "/../a": true, "/%2e%2E/a": true, "/a/%2e/b": true, "/a/b/../../c": true, "/a//b": true, "/a;x/../b": true, "/a:b/../c": true, "/a/b%20c": true,
		"/a//b/../c": true, "/a//b/./../c": true, "//h/./a": true, "/.;/a/../b": true, "/a/..x": true, "/a/...": true, "/%2525/a": true, "/a%2fb/c/..": true, "/a/%252525/b": true, "/a/b.c/../d": true, "/a/100%25/../b": true, "/a/%C3%A9/..": true, "/a/.;%2525c0%2525a5": true,
		"/a//../b": false, "/a/;/../b": false, "/a/..;": false, "/a/..%3F": false, "/a/..%2Fb": false, "/a/%252e%252e": false, "/a/%25252e%2e": false, "/a/%2525252e./b": false, "/a%2fb/../c": false, "/a%20b/../c": false,
		"/a%3fb/../c": false, "/a%09b/../c": false, "/a/..%c0%af": false, "/a/%c0%ae%c0%ae": false, "/a/..:x": false, "//h/../a": false, "//h/a/../b": false, "/%2fh/a/../b": false, "/a/%25%092e": false, "/a/..%C3%A9": false,
		"/a//b/../../c": false, "/a/%2525xx/../b": false, "/a/b%252f..": false, "/a/b%25252f..": false, "/a/%25%092e%2525": false,
	} {
		if got := DotsAgree(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	agree := 0
	eachPath(2, "/a/", func(path string) {
		if !DotsAgree(path) || mayBeHost(path) {
			return
		}
		agree++
		path = strings.NewReplacer("%2e", ".", "%2E", ".").Replace(path) // dots to all servers
		dotless := naiveDots(path)
		for i := range dotless {
			prefix := dotless[:i]
			if dotless[i] != '/' || i == 0 || EndIsTrimmed(prefix) || strings.Contains(prefix, ".") {
				continue
			}
			// Each server sees the path below the prefix as it sees that, which has fewer
			// segments that differ.
			places, above := naivePlaces(path), naivePlaces(prefix)
			for _, place := range places {
				if !slices.ContainsFunc(above, func(p string) bool { return naiveBelow(place, p) }) {
					t.Fatalf("%s is %q, which is not below %q", path, place, above)
				}
			}
		}
	})
	if agree < 100 {
		t.Errorf("servers agree about %d paths only", agree)
	}
}

func TestRemoveDots(t *testing.T) {
	for path, want := range map[string]string{"/x/../ab/.": "/ab/", "/x/../ab/c/..": "/ab/", "/..": "/", "/a/../..": "/", "/./a": "/a"} {
		if got := string(removeDots([]byte(path))); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for path, want := range map[string]bool{"": true, "/": true, "/a.b;c:d//e": true, "/a/.b": false, "/.": false, "/%41": false} {
		if got := Plain(path); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

// TestShortcuts checks that the fast paths take the paths that they are for, and that a search
// leaves out servers that change nothing. Without them the answers are the same, but late.
func TestShortcuts(t *testing.T) {
	for path, want := range map[string]bool{"/": true, "/a/b": true, "/.a/b.c/": true, "/a.b": true, "/a//b": false, "/a.": false, "/a./b": false, "/..a": false, "/%61": false, "/a;": false, "": false, "a/b": false, "..": false} {
		if got := readsAlike(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	for path, want := range map[string]bool{"/a;": false, "/a/b": false, "/%20": false, "/a%2561/%63;": false, "/a//": true, "/%09/": true, "/a%09;": false, "/a/;": true, "/a/%09;": true, "/a/%09b;": false, "/%5c%5c": true, "/a/%2500": true, "/a%25%096": false, "/a%25%0961": true} {
		if relevant, _, _ := relevantBehaviors(path); relevant&mergers != 0 != want {
			t.Errorf("slashes to merge in %s: %v", path, !want)
		}
	}
	for path, want := range map[string]int{"/a": 1, "/a;": 2, "/%61": 3, "/%2561": 4, "/a%3b": 4, "/a;%61": 8, "/%3b": 6} {
		got := 0
		if eachServer(path, "", func(server) bool { got++; return true }); got != want {
			t.Errorf("%s has %d servers, want %d", path, got, want)
		}
	}
	for path, want := range map[string]bool{"/b": false, "/b%62": false, "/%25%62": false, "/x/API": true, "/%61pi": true, "/%2561pi": true, "/%252561pi": false, "/a%09pi": true, "/%c1%a1": true, "/%25c1%a1": true} {
		text := namesOf(nil, path)
		if got := text == nil || hasLastName(text, "/x/api;v/"); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// TestSearchLimit searches among very many servers: a long path that most of them read
// differently is claimed after a while.
func TestSearchLimit(t *testing.T) {
	path := "/x/a" + strings.Repeat("/..;/%2f%5c%00%3f%23%20%09%0d%0a%c0%ae:.%253b//", 30)
	last := path + strings.Repeat("a", (searchLimit+64)/64-64-len(path)) // the limit is reached with no byte left
	for _, path := range []string{path, last} {
		servers := 0
		want := (searchLimit-len(path))/(len(path)+64) + 2 // a server also costs as much as 64 bytes
		if name, ok := search(path, "", func(server) bool { servers++; return false }); name != several || !ok || servers != want {
			t.Errorf("%q %v after %d servers, want %d", name, ok, servers, want)
		}
	}
	if name, ok := search("/a", "", func(server) bool { return false }); name != "" || ok {
		t.Errorf("%q %v", name, ok)
	}
}

// TestBehaviors checks that the list of guard.Rewrite names each behavior, and that each early behavior has the
// same row without early. A name stands once for all behaviors of it that follow each other.
func TestBehaviors(t *testing.T) {
	list, err := os.ReadFile("../../guard/rewrite.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range behaviors {
		if !strings.Contains(string(list), `//   - "`+w.name+`"`) {
			t.Errorf("guard.Rewrite does not name the behavior %q", w.name)
		}
		late := w
		late.early = false
		if !slices.Contains(behaviors[:], late) {
			t.Errorf("%+v has no row without early", w)
		}
	}
	if roles[0]&roleDrop != 0 {
		t.Error("NUL vanishes, and octet returns it at the end of a text")
	}
	const all = "decoded twice, parameters cut, overlong UTF-8, read again, backslash as slash, read again, parameters cut, names of Windows, slashes merged"
	if got := (server{decodedTwice, allBehaviors}).String(); got != all {
		t.Errorf("the server with all behaviors is %q", got)
	}
}

func TestAllocations(t *testing.T) {
	for _, path := range []string{"/b/c", "/b/../x%62", "/" + strings.Repeat("b", 240), "/a%2fb/x;y", "/%c0%ae/a;x"} {
		if n := testing.AllocsPerRun(100, func() { Claims(path, "/api", false) }); n != 0 {
			t.Errorf("Claims of %s: %v allocations", path, n)
		}
	}
}

// TestChars checks that each character of the table is in one group, and that servers read the paths
// with the characters of a group alike.
func TestChars(t *testing.T) {
	all := slices.Concat(Chars()...)
	for _, b := range behaviors {
		for _, char := range b.chars {
			if !slices.Contains(all, string(char)) {
				t.Errorf("%s: no %q", b.name, char)
			}
		}
	}
	for _, char := range []string{"\x01", "\x1f", "\u0085", "\u2028", "\ufeff"} { // white space and control characters
		if !slices.Contains(all, char) {
			t.Errorf("no %q", char)
		}
	}
	if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) {
		t.Errorf("a character is in two groups: %q", all)
	}
	for _, group := range Chars() {
		for _, place := range []string{"/a*", "/a/*", "/a*x", "/a*/x", "/a/x*..", "/*a", "*a", "/x/..*/a", "/x*/../a", "/x/*../a", "/x/.*./a", "/x*..*a", "/.*/a", "/*h/a", "/*/h/a"} {
			for level := range 3 {
				name := func(char string) string {
					text := ""
					for _, c := range []byte(char) {
						text += [...]string{string(rune(c)), fmt.Sprintf("%%%02x", c), fmt.Sprintf("%%25%02x", c)}[level]
					}
					name, _ := Claims(strings.ReplaceAll(place, "*", text), "/a", false)
					return name
				}
				for _, char := range group {
					if got, want := name(char), name(group[0]); got != want && (level > 0 || len(char) == 1) {
						t.Errorf("%s with %q: %q, with %q: %q", place, char, got, group[0], want)
					}
				}
			}
		}
	}
}
