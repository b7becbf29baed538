package crawl

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/seed"
)

var (
	escapedDot = regexp.MustCompile("%2[eE]")
	manySlash  = regexp.MustCompile("//+")
	parameters = regexp.MustCompile(";[^/]*")
	lineBreaks = strings.NewReplacer("\t", "", "\r", "", "\n", "")
	overlong   = strings.NewReplacer("\xc0\xae", ".", "\xc0\xaf", "/", "\xe0\x80\xae", ".", "\xe0\x80\xaf", "/", "\xc1\x9c", `\`)
)

// readers are servers that change a path in their own way before they remove its dot
// segments.
var readers = []struct {
	name string
	read func(path string) string
}{
	{"RFC 3986", func(s string) string { return s }},
	{"decoded", decodeAll},
	{"decoded twice", func(s string) string { return decodeAll(decodeAll(s)) }},
	{"decoded, backslashes", func(s string) string { return turnSlashes(decodeAll(s)) }},
	{"merged", mergeSlashes},
	{"cut", cutParameters},
	{"cut, merged", func(s string) string { return mergeSlashes(cutParameters(s)) }},
	{"cut, decoded", func(s string) string { return decodeAll(cutParameters(s)) }},
	{"decoded, cut", func(s string) string { return cutParameters(decodeAll(s)) }},
	{"decoded twice, merged", func(s string) string { return mergeSlashes(decodeAll(decodeAll(s))) }},
	{"all at once", func(s string) string {
		return mergeSlashes(cutParameters(turnSlashes(decodeAll(decodeAll(s)))))
	}},
	{"decoded, read as a URL", func(s string) string { return endAt(dropBreaks(decodeAll(s)), "?#") }},
	{"decoded, of a request line", func(s string) string { return endAt(decodeAll(s), " \r\n") }},
	{"decoded twice, of C", func(s string) string { return endAt(decodeAll(decodeAll(s)), "\x00") }},
	{"decoded, trimmed", func(s string) string { return strings.TrimRight(decodeAll(s), "\x00\t\r\n ") }},
	{"decoded, overlong, backslashes", func(s string) string { return turnSlashes(decodeOverlong(decodeAll(s))) }},
	{"after a host", afterHost},
	{"a proxy that cuts and a server that decodes", func(s string) string { return decodeAll(naiveDots(cutParameters(s))) }},
	{"a proxy that merges and a server that cuts", func(s string) string { return cutParameters(naiveDots(mergeSlashes(s))) }},
	{"a proxy and a server that both decode", func(s string) string { return decodeAll(naiveDots(decodeAll(s))) }},
}

// endAt ends s at the first of the characters in set.
func endAt(s, set string) string {
	if i := strings.IndexAny(s, set); i >= 0 {
		return s[:i]
	}
	return s
}

func dropBreaks(s string) string { return lineBreaks.Replace(s) }

// decodeOverlong decodes the overlong forms that the tests use.
func decodeOverlong(s string) string { return overlong.Replace(s) }

// afterHost takes slashes and a host off the beginning of s.
func afterHost(s string) string {
	if !strings.HasPrefix(s, "//") {
		return s
	}
	rest := strings.TrimLeft(s, "/")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func turnSlashes(s string) string   { return strings.ReplaceAll(s, `\`, "/") }
func mergeSlashes(s string) string  { return manySlash.ReplaceAllString(s, "/") }
func cutParameters(s string) string { return parameters.ReplaceAllString(s, "") }

// decodeAll decodes all escapes once. Other text stays.
func decodeAll(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		if len(s) >= 3 && s[0] == '%' {
			if c, err := url.PathUnescape(s[:3]); err == nil {
				b.WriteString(c)
				s = s[3:]
				continue
			}
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

// naiveDots removes the dot segments of a path that begins with "/", as RFC 3986,
// 5.2.4 does. Escaped dots are dots.
func naiveDots(s string) string {
	s = escapedDot.ReplaceAllString(s, ".")
	if strings.HasPrefix(s, "/") && !strings.Contains(s, "/.") {
		return s
	}
	segments := strings.Split(s, "/")[1:]
	var out []string
	for i, segment := range segments {
		if segment != "." && segment != ".." {
			out = append(out, segment)
			continue
		}
		if segment == ".." && len(out) > 0 {
			out = out[:len(out)-1]
		}
		if i == len(segments)-1 {
			out = append(out, "")
		}
	}
	return "/" + strings.Join(out, "/")
}

// naiveBelow reports whether path is prefix or below it.
func naiveBelow(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/")
}

// TestScopeReaders tries paths made of pieces: a path that a Scope takes is below the
// added path for each of readers. A path without pieces that some of them read in
// another way is taken if RFC 3986 says so.
func TestScopeReaders(t *testing.T) {
	r := seed.Rand(t)
	pieces := []string{"/", "/", "/", "/", "/", "/", "/a", "/a", "a", "a", "a", ".", "..", "/../", "%2e", "%2E%2e", ";", "..;", "/;/", "%2F", "%5C", "%3b", "%25", "2E", "2F", "%3F", "%23", "%00", "%09", "%20", "%c0%af", "%C0%AE", "%e0%80%af"}
	prefixes := []string{"/a", "/a/", "/a/a", "/a//", "/a/;", "/;a", "/.;/a", "/a%2Fa/", "//a", "/a%20a", "/a%20"}
	scopes := make([]Scope, len(prefixes))
	above := make([][]string, len(prefixes)) // as each reader sees them
	for i, prefix := range prefixes {
		scopes[i].Add(uri.MustParse("http://h"+prefix), false)
		for _, reader := range readers {
			above[i] = append(above[i], naiveDots(reader.read(prefix)))
		}
	}
	var agree, taken, plain int
	n := max(*inputs, 20_000) // readers agree on a path to take in one of 30, and 9 of 10 of these are taken
	for range n {
		path := []string{"/a", "/a", "/a", "/"}[r.IntN(4)]
		for range 1 + r.IntN(8) {
			path += pieces[r.IntN(len(pieces))]
		}
		u, err := uri.Parse("http://h" + path)
		if err != nil {
			continue // "%25" and a cut escape
		}
		i := r.IntN(len(prefixes))
		got, all := scopes[i].Contains(u), true
		for k, reader := range readers {
			place := naiveDots(reader.read(path))
			below := naiveBelow(place, above[i][k])
			all = all && below
			if got && !below {
				t.Fatalf("%q takes %q, which is %q (%s)", prefixes[i], path, place, reader.name)
			}
		}
		if !got && all && !strings.ContainsAny(path, ";%") && !strings.Contains(path, "//") {
			t.Fatalf("%q does not take %q", prefixes[i], path)
		}
		if all {
			agree++
		}
		if got {
			taken++
			if pathread.Plain(path) {
				plain++
			}
		}
	}
	t.Logf("all readers agree on %d, %d are taken, %d of them plain", agree, taken, plain)
	if taken < n/40 || taken < agree*8/10 || plain == taken {
		t.Errorf("all readers agree on %d, %d are taken, %d of them plain", agree, taken, plain)
	}
}
