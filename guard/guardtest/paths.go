package guardtest

import (
	"iter"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
)

// Paths yields request-targets for the path guarded or a path below it, as some server
// reads them, each once and guarded itself first. Send them to a server, or to a proxy
// before it, to test a check of the path: each must be refused like guarded, or lead to
// something else.
//
// guarded is the same path to all servers, as the From of a guard.Rewrite must be. If
// it does not begin with "/", Paths adds one. Write the request-targets to the connection yourself, or into
// the Opaque of a url.URL: net/http escapes and cleans a path. A "\" is not allowed in
// a URL, but servers take it.
func Paths(guarded string) iter.Seq[string] {
	if !strings.HasPrefix(guarded, "/") {
		guarded = "/" + guarded
	}
	last := strings.LastIndexByte(guarded, '/') + len("/")
	front, name := guarded[:last], guarded[last:]
	half := len(name) / 2
	return spell(func(char, dot string) []string {
		return []string{
			guarded + char, guarded + char + "x", guarded + char + "/x", guarded + "/" + char, guarded + "/x" + char + dot + dot, // after it
			front + char + name, front + name[:half] + char + name[half:], front + char + "/" + name, front[:len(front)-1] + char + name, // before it and in it
			"/" + char + guarded[1:], "/" + char + "h" + guarded, "/" + char + "/h" + guarded,
			"/x/" + dot + dot + char + guarded, "/x/" + char + dot + dot + guarded, "/x/" + dot + char + dot + guarded, "/x" + char + "/" + dot + dot + guarded, "/x/" + dot + dot + char + guarded[1:],
			"/x" + char + dot + dot + char + guarded[1:], "/x" + char + dot + dot + guarded, "/" + dot + char + guarded, strings.ToUpper(guarded) + char,
		}
	}, func(s string) bool {
		_, ok := pathread.Claims(s, guarded, false)
		return ok
	})
}

// spell yields, each once, the texts with a character and a dot, in each of their forms, for
// which isRead reports true. The characters are those that some server reads as something else,
// "/", a letter and none.
func spell(texts func(char, dot string) []string, isRead func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, group := range append([][]string{{""}, {"/"}, {"a"}}, pathread.Chars()...) {
			var read []bool // the texts with the first of group: those with the others are read alike
			for _, char := range group {
				n := 0
				for _, f := range forms(char) {
					for _, s := range texts(f.char, f.dot) {
						if n == len(read) {
							read = append(read, isRead(s))
						}
						if read[n] && !seen[s] && !yield(s) {
							return
						}
						seen[s] = true
						n++
					}
				}
			}
		}
	}
}

// A form is the spelling of a character and a dot in a request.
type form struct{ char, dot string }

// forms returns the forms in which servers find char, and a dot beside it: as they are if a
// request may contain char, escaped once and twice, and in overlong UTF-8.
func forms(char string) (all []form) {
	if strings.IndexFunc(char, func(r rune) bool { return r <= ' ' || r == '?' || r == '#' || r >= 0x7F }) < 0 {
		all = append(all, form{char, "."}, form{char, "%2E"})
	}
	once := escaped(char)
	twice := escapedAgain(once)
	all = append(all, form{once, "."}, form{once, "%2E"}, form{twice, "."}, form{twice, "%2E"}, form{twice, "%252E"})
	if len(char) == 1 {
		long := escaped(overlong(char[0]))
		all = append(all, form{long, "%C0%AE"}, form{escapedAgain(long), "."})
	}
	return all
}

// escaped returns s with each byte as an escape.
func escaped(s string) string {
	var b []byte
	for i := range len(s) {
		b = ascii.AppendEscape(b, s[i])
	}
	return string(b)
}

// escapedAgain returns s with each "%" as an escape.
func escapedAgain(s string) string { return strings.ReplaceAll(s, "%", "%25") }

// overlong returns c, a character of US-ASCII, in two bytes of UTF-8 (RFC 3629, 10).
func overlong(c byte) string { return string([]byte{0xC0 | c>>6, 0x80 | c&0x3F}) }
