package pathread

import (
	"fmt"
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Spellings yields request-targets that some reader takes for path or a path below it, each once:
// path, then one with each character that a way is about, in each form and place. path is one for
// which [Settled] is true.
func Spellings(path string) iter.Seq[string] {
	front, last := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	half := len(last) / 2
	return spell(func(mark, dot string) []string {
		return []string{
			path, path + mark, path + mark + "x", path + mark + "/x", path + "/" + mark, path + "/x" + mark + dot + dot, // behind it
			front + mark + last, front + last[:half] + mark + last[half:], front + mark + "/" + last, front[:len(front)-1] + mark + last, // before it and in it
			mark + path[1:], mark + path, "/" + mark + path[1:], "/" + mark + "h" + path, "/" + mark + "/h" + path, "/h" + mark + path,
			"/x/" + dot + dot + mark + path, "/x/" + mark + dot + dot + path, "/x/" + dot + mark + dot + path, "/x" + mark + "/" + dot + dot + path, "/x/" + dot + dot + mark + path[1:],
			"/x" + mark + dot + dot + mark + path[1:], "/x" + mark + dot + dot + path, "/" + dot + mark + path, strings.ToUpper(path) + mark,
		}
	}, func(s string) bool {
		_, ok := Claims(s, path, false)
		return ok
	})
}

// References yields references that some reader takes for a URL of host, each once: paths that begin with
// two slashes to it.
func References(host string) iter.Seq[string] {
	return spell(func(mark, dot string) []string {
		return []string{
			"//" + host + mark, "/" + mark + "/" + host, "/" + mark + host, mark + mark + host, mark + "/" + host, "/" + dot + "/" + mark + host, "/x/" + dot + dot + "/" + mark + host,
			"/" + dot + mark + "/" + host, "/x/" + dot + dot + mark + "/" + host, "/x" + mark + dot + dot + mark + mark + host,
		}
	}, func(s string) bool { return s[0] == '/' && StartsWithTwoSlashes(s) })
}

// spell yields the texts that are read so, each once: texts are called with each character that a
// way is about and with a dot, in each form.
func spell(texts func(mark, dot string) []string, isRead func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, mark := range allMarks() {
			for _, f := range forms(mark) {
				for _, s := range texts(f.mark, f.dot) {
					if !seen[s] && isRead(s) && !yield(s) {
						return
					}
					seen[s] = true
				}
			}
		}
	}
}

// allMarks returns "", "/", a letter and the characters that ways are about.
var allMarks = sync.OnceValue(func() (all []string) {
	all = []string{"", "/", "a"}
	for _, w := range ways {
		for _, r := range w.marks {
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

// A form is how a mark and a dot stand in a request.
type form struct{ mark, dot string }

// forms returns the forms of a mark that readers decode to it, and of a dot beside it.
func forms(mark string) (all []form) {
	for level := notDecoded; level <= decodedTwice; level++ {
		text := escaped(mark, level)
		all = append(all, form{text, "."}, form{text, "%2E"}, form{text, escaped(".", level)})
	}
	if c := mark + "\x00"; c[0] < utf8.RuneSelf && overlongWays != 0 {
		long := fmt.Sprintf("%%%02X%%%02X", 0xC0|c[0]>>6, 0x80|c[0]&0x3F)
		all = append(all, form{long, "%C0%AE"}, form{strings.ReplaceAll(long, "%", "%25"), "."})
	}
	return all
}

// escaped returns s as it stands in a request before a reader decodes it: as it is, if a request may have
// it so, with each byte escaped, or with each "%" of that escaped too.
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
