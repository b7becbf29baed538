package pathread

import (
	"fmt"
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Spellings yields request-targets that some server takes for path or a path below it, each
// once: path, then it with the characters of each behavior, in each form and place. path must
// be [Settled].
func Spellings(path string) iter.Seq[string] {
	front, last := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	half := len(last) / 2
	return spell(func(char, dot string) []string {
		return []string{
			path, path + char, path + char + "x", path + char + "/x", path + "/" + char, path + "/x" + char + dot + dot, // behind it
			front + char + last, front + last[:half] + char + last[half:], front + char + "/" + last, front[:len(front)-1] + char + last, // before it and in it
			char + path[1:], char + path, "/" + char + path[1:], "/" + char + "h" + path, "/" + char + "/h" + path, "/h" + char + path,
			"/x/" + dot + dot + char + path, "/x/" + char + dot + dot + path, "/x/" + dot + char + dot + path, "/x" + char + "/" + dot + dot + path, "/x/" + dot + dot + char + path[1:],
			"/x" + char + dot + dot + char + path[1:], "/x" + char + dot + dot + path, "/" + dot + char + path, strings.ToUpper(path) + char,
		}
	}, func(s string) bool {
		_, ok := Claims(s, path, false)
		return ok
	})
}

// References yields references to host for some server, each once: to it they begin with two
// slashes.
func References(host string) iter.Seq[string] {
	return spell(func(char, dot string) []string {
		return []string{
			"//" + host + char, "/" + char + "/" + host, "/" + char + host, char + char + host, char + "/" + host, "/" + dot + "/" + char + host, "/x/" + dot + dot + "/" + char + host,
			"/" + dot + char + "/" + host, "/x/" + dot + dot + char + "/" + host, "/x" + char + dot + dot + char + char + host,
		}
	}, func(s string) bool { return s[0] == '/' && StartsWithTwoSlashes(s) })
}

// spell yields, each once, the texts with a character of a behavior and a dot, in each form,
// for which isRead reports true.
func spell(texts func(char, dot string) []string, isRead func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, char := range allChars() {
			for _, f := range forms(char) {
				for _, s := range texts(f.char, f.dot) {
					if !seen[s] && isRead(s) && !yield(s) {
						return
					}
					seen[s] = true
				}
			}
		}
	}
}

// allChars returns "", "/", a letter and the characters of the behaviors.
var allChars = sync.OnceValue(func() (all []string) {
	all = []string{"", "/", "a"}
	for _, w := range behaviors {
		for _, r := range w.chars {
			all = append(all, string(r))
		}
		for r := rune(0); w.kind == trims && r <= '\uFFFF'; r++ {
			if s := []byte(string(r)); utf8.ValidRune(r) && len(trimSpace(s)) == 0 {
				all = append(all, string(r))
			}
		}
	}
	return all
})

// A form is the spelling of a character and a dot in a request.
type form struct{ char, dot string }

// forms returns the forms in which servers find char, and a dot beside it.
func forms(char string) (all []form) {
	for level := notDecoded; level <= decodedTwice; level++ {
		text := escaped(char, level)
		all = append(all, form{text, "."}, form{text, "%2E"}, form{text, escaped(".", level)})
	}
	if c := char + "\x00"; c[0] < utf8.RuneSelf && overlongs != 0 {
		long := fmt.Sprintf("%%%02X%%%02X", 0xC0|c[0]>>6, 0x80|c[0]&0x3F)
		all = append(all, form{long, "%C0%AE"}, form{strings.ReplaceAll(long, "%", "%25"), "."})
	}
	return all
}

// escaped returns s in a request to a server with these decodings: as it is, if a request may
// contain it, with each byte escaped, or with each "%" of that escaped too.
func escaped(s string, decode int) string {
	if decode == notDecoded && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r == '?' || r == '#' || r >= 0x7F }) < 0 {
		return s
	}
	var b []byte
	for i := range len(s) {
		b = ascii.AppendEscape(b, s[i])
	}
	if decode == decodedTwice {
		return strings.ReplaceAll(string(b), "%", "%25")
	}
	return string(b)
}
