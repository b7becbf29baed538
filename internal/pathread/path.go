package pathread

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// Unambiguous reports whether a route may have path: no server sees a dot segment, an escaped
// delimiter or a host in it, or trims its end. It may also report false if the path has
// escapes and a segment with "." or ";" at its start.
func Unambiguous(path string) bool {
	if readsAlike(path) {
		return true
	}
	for start := 0; start < len(path); {
		end := ascii.IndexOrEnd(path, start, '/')
		if end > start && score(path[start:end], "").levels < 1 { // 0 if a server sees a delimiter
			return false
		}
		start = end + 1
	}
	return !strings.HasPrefix(path, "//") && !EndIsTrimmed(path)
}

// EndIsTrimmed reports whether some servers trim the end of path.
func EndIsTrimmed(path string) bool {
	n := len(path)
	if n == 0 || about[path[n-1]] == 0 && (n < len("%hh") || path[n-len("%hh")] != '%') {
		return false // a fast path: no server changes the last character
	}
	var room [len("%hh%hh%hh")]byte // white space has up to three octets
	end := server{decodedOnce, replacers}.appendText(room[:0], path[max(n-len(room), 0):])
	return len(trimSpace(end)) < len(end)
}

// Below reports whether path is prefix or below it, and returns the text after prefix.
func Below[T ascii.Text](path, prefix T) (rest T, ok bool) {
	n := len(prefix)
	if !fits(path, prefix) || string(path[:n]) != string(prefix) {
		return rest, false
	}
	return path[n:], true
}

// fits reports whether prefix is as long as whole segments at the start of path. It tells most
// prefixes apart without a comparison.
func fits[T ascii.Text](path, prefix T) bool {
	n := len(prefix)
	return n == len(path) || n < len(path) && (path[n] == '/' || n > 0 && prefix[n-1] == '/')
}

// BelowAnyCase reports whether path is prefix or below it if case does not matter.
func BelowAnyCase[T ascii.Text](path, prefix T) bool {
	n := prefixAnyCase(path, prefix)
	return n >= 0 && (n == len(path) || path[n] == '/' || n > 0 && prefix[len(prefix)-1] == '/')
}

// prefixAnyCase returns the length of prefix at the start of s, in any case, or -1.
func prefixAnyCase[T ascii.Text](s, prefix T) int {
	i := 0
	for k := 0; k < len(prefix); {
		if i == len(s) {
			return -1
		}
		c, d := s[i], prefix[k]
		n, m := 1, 1
		if ascii.Lower(c) != ascii.Lower(d) || c >= utf8.RuneSelf {
			if c < utf8.RuneSelf && d < utf8.RuneSelf {
				return -1
			}
			var r, q rune
			r, n = utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
			q, m = utf8.DecodeRuneInString(string(prefix[k:min(len(prefix), k+utf8.UTFMax)]))
			if firstCase(r) != firstCase(q) || r == utf8.RuneError && string(s[i:i+n]) != string(prefix[k:k+m]) {
				return -1
			}
		}
		i, k = i+n, k+m
	}
	return i
}

// firstCase returns the first letter with the case folding of r. The Turkish "\u0131" and "\u0130" are
// an "i" to programs that compare letters in upper case, or in lower case.
func firstCase(r rune) rune {
	r = unicode.ToLower(unicode.ToUpper(r))
	first := r
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		first = min(first, c)
	}
	return first
}

// Leaves returns the first server that leaves from in rest, the text after from in a path, and
// the reason. It returns "" if all servers stay. Of [Listed], a path may contain those in
// keep as escapes, and also as escapes of escapes if keep has "%" too.
//
// The score of a segment is the number of levels that it leads down: one for a name, none for "."
// or an empty segment, less than none for "..". If servers differ, it is the least of their numbers.
// If the sum of the scores from the left is never below 0, no server leaves from. Nor do several
// in turn, if they decode at most twice in all: one removes dot segments, then one decodes.
func Leaves(from, rest, keep string) (name, reason string) {
	if readsAlike(rest) {
		return "", ""
	}
	depth := 0
	for start := 0; start < len(rest); {
		end := ascii.IndexOrEnd(rest, start, '/')
		s := score(rest[start:end], keep)
		switch depth += s.levels; {
		case s.server != "":
			return s.server, s.reason
		case s.dotServer != "":
			return s.dotServer, "an escape makes a dot segment"
		case depth < 0:
			return firstAbove(from, rest), "it does not stay below From"
		}
		start = end + 1
	}
	return "", ""
}

// firstAbove returns the name of the first server that reads rest as a path above from.
func firstAbove(from, rest string) string {
	const root = "/from"
	path := root + "/" + rest
	if from[len(from)-1] != '/' {
		path = root + rest
	}
	name, ok := search(path, "", func(r server) bool {
		_, ok := Below(string(r.appendPath(nil, path)), root)
		return !ok
	})
	if !ok {
		return several
	}
	return name
}

// Claims reports whether path is from or below it for some server, and returns the name
// of the first such server. Unless caseMatters is true, case may be ignored. from must
// be [Unambiguous]. If no server claims the path and it has up to 256 bytes, Claims does
// not allocate.
func Claims(path, from string, caseMatters bool) (name string, ok bool) {
	if path == "" || path[0] != '/' {
		return "", false
	}
	if readsAlike(path) && readsAlike(from) {
		if _, ok := Below(path, from); ok {
			return "as written", true
		}
		if !caseMatters && BelowAnyCase(path, from) {
			return server{}.String() + anyCase, true
		}
		return "", false
	}
	if name, ok := claims(path, from, caseMatters); ok || !slashFollows(path) {
		return name, ok
	}
	for level := range 3 {
		if rest, ok := afterHost(path, level); ok {
			if name, ok := claims(rest, from, caseMatters); ok {
				return name + ", after a host", true
			}
		}
	}
	return "", false
}

// Above reports whether from is path or below it for some server. Unless caseMatters is true, case
// may be ignored. path and from must begin with "/", and from must be [Unambiguous].
func Above(path, from string, caseMatters bool) bool {
	is := func(p, from string) bool {
		p = strings.TrimRight(p, "/")
		_, ok := Below(from, p)
		return ok || !caseMatters && BelowAnyCase(from, p)
	}
	if is(path, from) || readsAlike(path) && readsAlike(from) {
		return is(path, from)
	}
	find := func(path string) bool {
		_, ok := search(path, from, func(r server) bool {
			route := server{r.decode, r.behaviors &^ enders} // a route is not read again: it is no request
			read := string(route.appendPath(nil, from))
			return is(string(r.appendText(nil, path)), read) || is(string(r.appendPath(nil, path)), read)
		})
		return ok
	}
	ok := find(path)
	for level := 0; level < 3 && !ok && slashFollows(path); level++ {
		if rest, host := afterHost(path, level); host {
			ok = find(rest)
		}
	}
	return ok
}

// The ends of the name of a server that chooses a handler before it removes dot segments, and of one
// without regard to case.
const keepsDots, anyCase = ", dot segments kept", ", letters in any case"

// claims is Claims for a path with a "/" at its start, escaped or not.
func claims(path, from string, caseMatters bool) (name string, ok bool) {
	if _, ok := Below(path, from); ok {
		return "as written", true
	}
	var room [4][256]byte
	if text := namesOf(room[0][:0], path); text != nil && !hasLastName(text, from) {
		return "", false
	}
	suffix, plain, last := "", readsAlike(from), room[3][:0]
	name, ok = search(path, from, func(r server) bool {
		text := r.appendText(room[1][:0], path)
		if plain && bytes.Equal(text, last) {
			return false // as for the server before r
		}
		last = append(last[:0], text...)
		prefix := append(room[0][:0], from...)
		if !plain {
			r.behaviors &^= enders // a route is not read again: it is no request
			prefix = r.appendPath(prefix[:0], from)
		}
		place := removeDots(append(room[2][:0], text...))
		_, inPlace := Below(place, prefix)
		_, inText := Below(text, prefix)
		switch {
		case inPlace:
			suffix = ""
		case inText:
			suffix = keepsDots
		case caseMatters:
			return false
		case BelowAnyCase(place, prefix):
			suffix = anyCase
		case BelowAnyCase(text, prefix):
			suffix = keepsDots + anyCase
		default:
			return false
		}
		return true
	})
	if name == (server{}).String() && strings.HasPrefix(suffix, keepsDots) {
		name, suffix = "", strings.TrimPrefix(suffix, ", ")
	}
	return name + suffix, ok
}

// namesOf returns path decoded twice, without vanishing characters and in lower case, or nil if a
// server may find other names in it. It may write to buf.
func namesOf(buf []byte, path string) []byte {
	text := append(buf, path...)
	if strings.IndexByte(path, '%') >= 0 {
		for range 2 {
			text = droppers.apply(decodeBytes(text, ""))
			if len(decodeOverlong(text)) < len(text) {
				return nil
			}
		}
		if bytes.ContainsAny(text, "\u212A\u017F\u0131\u0130") { // "k", "s" and "i" in another case
			return nil
		}
	}
	for i, c := range text {
		text[i] = ascii.Lower(c)
	}
	return text
}

// hasLastName is a fast path for claims. It reports whether text, the names of a path, has the
// start of the last name of from, in any case. If not, no server finds that name, also not with
// fewer decodings: one more changes no name after a slash.
func hasLastName(text []byte, from string) bool {
	name := strings.TrimRight(from, "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	var room [32]byte
	n := 0
	for n < min(len(name), len(room)) && isName[name[n]] {
		room[n] = ascii.Lower(name[n])
		n++
	}
	return bytes.Contains(text, room[:n])
}

// TwoSlashes reports whether path begins with "//" for some server, and returns the name of the
// first such server. As a reference the path names another host.
func TwoSlashes(path string) (name string, ok bool) {
	if readsAlike(path) {
		return "", false
	}
	if slashFollows(path) {
		if t := next(path, 1); t.level > 0 {
			return t.server(), true
		}
		return "as written", true
	}
	if relevant, _, _ := relevantBehaviors(path); relevant&mergers == 0 {
		return "", false // no server sees two slashes in a row
	}
	return search(path, "", func(r server) bool {
		p := r.appendPath(nil, path)
		return len(p) > 1 && roles[p[1]]&roleSlash != 0
	})
}

// DotSegment returns the offset in path of the first dot segment of some server.
func DotSegment(path string) (offset int, ok bool) {
	for start := 0; start < len(path); {
		end := ascii.IndexOrEnd(path, start, '/')
		if s := score(path[start:end], Listed+"%"); s.hasDots || s.server != "" {
			return start + s.dotsAt, true
		}
		start = end + 1
	}
	return 0, false
}

// DotsAgree reports whether all servers keep the same segments of path when they remove its
// dot segments. Then a prefix of the rest is one for all of them. They keep the same if no
// segment is ".." for only some of them, and no ".." removes an odd segment: one with
// different names for them. Other odd segments only lead further down. Escaped dots are dots
// to all (RFC 3986, 2.3).
func DotsAgree(path string) bool {
	hasHost := slashFollows(path) // a ".." may remove a segment that some take for a host
	afterOdd, names := false, 0   // whether there was an odd one, and the names after it
	for start := min(len(path), 1); start < len(path); {
		end := ascii.IndexOrEnd(path, start, '/')
		segment := path[start:end]
		start = end + 1
		s := score(segment, Listed+"%")
		if strings.Contains(segment, "%2525") { // a server may decode more than twice
			if deep := score(string(ascii.AppendUnescaped(nil, segment)), Listed+"%"); s.server == "" && deep.levels < s.levels || deep.dotServer != "" {
				s = deep
			}
			s.dotsOnly, s.ends = false, true
		}
		switch {
		case s.dotsOnly && s.levels < 0:
			if hasHost || afterOdd && names == 0 {
				return false
			}
			names = max(names-1, 0)
		case s.dotsOnly:
		case s.server != "" || s.dotServer != "" || s.levels < 0:
			return false
		case s.levels < 1 || s.parts > 1 || s.ends:
			afterOdd, names = true, 0
		default:
			names++
		}
	}
	return true
}

// Plain reports whether no server removes a segment of path, that of a URI: no "%" and no "/.".
func Plain(path string) bool {
	return strings.IndexByte(path, '%') < 0 && !strings.Contains(path, "/.")
}
