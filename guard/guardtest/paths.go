package guardtest

import (
	"iter"
	"slices"
	"strings"

	"example.com/uri/internal/pathread"
)

// Paths yields request-targets for the path guarded or a path below it, as some server
// reads them, each once and guarded itself first. Send them to a server, or to a proxy
// before it, to test a check of the path: each must be refused like guarded, or lead to
// something else.
//
// Each behavior of servers acts on the first character of guarded, on the last one and on
// all, and before and after guarded. In a path of one or two letters it acts on each
// character. An escape or another case stands for each character, if guarded has up to 64.
// These are some of the results for "/admin": "/%61dmin", "/adm%2569n", "/adMin",
// "/admin;", "/x/..%2Fadmin", "//h/admin".
//
// guarded is the same path to all servers, as the From of a guard.Rewrite must be. If
// it does not begin with "/", Paths adds one. Write the request-targets to the connection
// yourself, or into the Opaque of a url.URL: net/http escapes and cleans a path. A "\" is
// not allowed in a URL, but servers take it.
func Paths(guarded string) iter.Seq[string] { return texts(paths(guarded)) }

// paths is Paths with the servers that read the texts so. A text may come several times.
func paths(guarded string) []attack {
	if !strings.HasPrefix(guarded, "/") {
		guarded = "/" + guarded
	}
	last := strings.LastIndexByte(guarded, '/') + len("/")
	front, name := guarded[:last], guarded[last:]
	starts := characters(guarded)
	some := places(guarded, starts)
	gaps := append(slices.Clone(some), len(guarded))
	for _, i := range some { // also after each of these characters
		gaps = append(gaps, i+len(characterAt(guarded, i)))
	}
	escape := replaced(guarded, starts[:min(len(starts), 1)], respellings[0]) // of its first character
	spellings := func(char, dot string) []string {
		all := []string{
			guarded + char, guarded + char + "x", guarded + char + "/x", guarded + "/" + char, guarded + "/x" + char + dot + dot, // after it
			front + char + "/" + name, front[:len(front)-1] + char + name, // before it and in it
			"/" + char + "h" + guarded, "/" + char + "/h" + guarded,
			"/x/" + dot + dot + char + guarded, "/x/" + char + dot + dot + guarded, "/x/" + dot + char + dot + guarded, "/x" + char + "/" + dot + dot + guarded, "/x/" + dot + dot + char + guarded[1:],
			"/x" + char + dot + dot + char + guarded[1:], "/x" + char + dot + dot + guarded, "/" + dot + char + guarded, strings.ToUpper(guarded) + char,
			"/x/" + dot + dot + guarded + char + "/" + dot + dot + "/x",    // below it if the path ends at char
			"/x/x" + char + "%2Fx/" + dot + dot + "/" + dot + dot + escape, // a slash that is decoded after the segment was cut
		}
		for _, i := range gaps {
			all = append(all, guarded[:i]+char+guarded[i:])
		}
		return append(all, replaced(guarded, starts, func(text string) string { return text + char }))
	}
	reader := func(s string) string {
		name, _ := pathread.Claims(s, guarded, false)
		return name
	}
	if len(starts) <= 64 {
		some = starts
	}
	return append(spell(spellings, reader), respell(guarded, starts, some, reader)...)
}

// characters returns the offsets of the characters of path after the "/" at its start. Escapes
// that are one character of UTF-8 together count as one.
func characters(path string) (starts []int) {
	for i := min(len(path), 1); i < len(path); i += len(characterAt(path, i)) {
		starts = append(starts, i)
	}
	return starts
}

// places returns the offsets in starts for a change of one character: all for a path of up to two
// letters, else the first, the last, those around the last "/", and one in the last segment.
func places(path string, starts []int) []int {
	if n := len(starts); n > 2+strings.Count(path[1:], "/") {
		name := slices.Index(starts, max(strings.LastIndexByte(path, '/'), 1))
		starts = []int{starts[0], starts[n-1], starts[max(name-1, 0)], starts[name], starts[min(name+1, n-1)], starts[(name+n)/2]}
	}
	return slices.Compact(slices.Sorted(slices.Values(starts)))
}

// replaced returns path with each character at one of starts, except slashes, replaced.
func replaced(path string, starts []int, by func(text string) string) string {
	var b strings.Builder
	at := 0
	for _, i := range starts {
		if path[i] != '/' {
			text := characterAt(path, i)
			b.WriteString(path[at:i] + by(text))
			at = i + len(text)
		}
	}
	return b.String() + path[at:]
}

// respell returns spellings of path for which reader returns the name of a server. In each of them
// other spellings are at one offset of some, at all of some, or at all of starts.
func respell(path string, starts, some []int, reader func(string) string) (all []attack) {
	add := func(s string) {
		if name := reader(s); name != "" {
			all = append(all, attack{behavior: name, text: s})
		}
	}
	for _, other := range respellings {
		add(replaced(path, starts, other))
		for _, i := range some {
			text := characterAt(path, i)
			add(path[:i] + other(text) + path[i+len(text):])
		}
	}
	return all
}
