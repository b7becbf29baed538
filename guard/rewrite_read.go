package guard

import (
	"bytes"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// How often a pathReader decodes.
const (
	notDecoded  = iota
	escapedDots // decodes "%2E" only
	decodedOnce
	decodedTwice
)

// A pathReader is one way to read a path. All of them remove dot segments.
type pathReader struct {
	decode    int
	backslash bool // reads `\` as "/"
	merge     bool // reads "//" as "/"
	cut       bool // cuts parameters after decoding
	cutFirst  bool // cuts parameters before decoding
	again     int  // how it reads the decoded path again: an index in secondReadings, 0 for not at all
}

// A secondReading is how a program reads a path that was decoded and then written into
// a URL, a request line or a string of C.
type secondReading struct {
	end   string // the character that ends the path; empty if none does
	trims bool   // white space and control characters at the end of the path vanish
	drops bool   // tabs, CRs and LFs vanish
	cuts  bool   // a segment ends at NUL
}

// secondReadings are the ways to read a decoded path again. A program for which
// several characters end a path ends it at the first of them, and so does one of these.
// After "?" or "#" a program that trims has nothing to trim in the path.
var secondReadings = []secondReading{
	{},
	{end: "?"}, {end: "#"}, {end: " "}, {end: "\x00"}, {end: "\t"}, {end: "\r"}, {end: "\n"},
	{trims: true}, {drops: true}, {trims: true, drops: true},
	{end: "?", drops: true}, {end: "#", drops: true}, {end: " ", drops: true}, {end: "\x00", drops: true},
	{cuts: true}, {cuts: true, drops: true}, {cuts: true, trims: true}, {cuts: true, trims: true, drops: true},
	{cuts: true, end: "?"}, {cuts: true, end: "#"}, {cuts: true, end: " "}, {cuts: true, end: "\t"}, {cuts: true, end: "\r"}, {cuts: true, end: "\n"},
	{cuts: true, end: "?", drops: true}, {cuts: true, end: "#", drops: true}, {cuts: true, end: " ", drops: true},
}

// dropped are the characters that vanish when a decoded path is read as a URL (WHATWG
// URL, 4.4).
const dropped = "\t\r\n"

// trimmed are the characters that vanish at the end of a decoded path that is read as a
// URL, as appendReadAgain writes them.
const trimmed = "\x00\x01\t\r\n "

// isReadAgain reports whether c, decoded, ends a path or vanishes in one of
// secondReadings.
func isReadAgain(c byte) bool { return c <= ' ' || c == '?' || c == '#' }

// isKept reports whether c, which isReadAgain reports, may be in a path only if Keep lists
// it. A space and the other control characters may be, because they end it below the same
// segments except after dots.
func isKept(c byte) bool {
	switch c {
	case '?', '#', 0, '\t', '\r', '\n':
		return true
	}
	return false
}

// pathReaders are all combinations of the ways to read a path, the simple ones first.
// Only a reader that decodes sees "\" and a character that is read again, and can cut
// parameters before that or after it.
var pathReaders = func() (all []pathReader) {
	for again := range secondReadings {
		for ways := range 16 {
			for decode := range 4 {
				backslash, merge, cut, cutFirst := ways&1 != 0, ways&2 != 0, ways&4 != 0, ways&8 != 0
				if decode >= decodedOnce || again == 0 && !backslash && !cutFirst {
					all = append(all, pathReader{decode, backslash, merge, cut, cutFirst, again})
				}
			}
		}
	}
	return all
}()

// againEnds are the ends in pathReaders of the readers with each way to read again.
var againEnds = func() (ends []int) {
	for i, reader := range pathReaders {
		if i+1 == len(pathReaders) || pathReaders[i+1].again != reader.again {
			ends = append(ends, i+1)
		}
	}
	return ends
}()

// readersOf yields pathReaders, without those that read path again and find nothing
// to change.
func readersOf(path string) iter.Seq[pathReader] {
	return func(yield func(pathReader) bool) {
		var room [8]byte
		seen := string(appendReadAgain(room[:0], path))
		start := 0
		for again, end := range againEnds {
			if again == 0 || secondReadings[again].concerns(seen) {
				for _, reader := range pathReaders[start:end] {
					if !yield(reader) {
						return
					}
				}
			}
			start = end
		}
	}
}

// appendReadAgain appends to dst each character of path, decoded twice, that
// isReadAgain reports, once. One control character stands for all that isKept does not
// report, and for octets beyond US-ASCII, which may be white space.
func appendReadAgain(dst []byte, path string) []byte {
	for i := strings.IndexByte(path, '%'); i >= 0 && i < len(path); {
		c, n := decodeTwice(path, i)
		if c < ' ' && !isKept(c) || c >= 0x80 {
			c = 1
		}
		if isReadAgain(c) && bytes.IndexByte(dst, c) < 0 { // a URI has these as escapes alone
			dst = append(dst, c)
		}
		i += n
	}
	return dst
}

// String names the ways in which r reads a path.
func (r pathReader) String() string {
	var names []string
	if r.decode != notDecoded {
		names = append(names, [...]string{"", "escaped dots", "decoded once", "decoded twice"}[r.decode])
	}
	if r.backslash {
		names = append(names, "backslash as slash")
	}
	if r.merge {
		names = append(names, "slashes merged")
	}
	if r.cut || r.cutFirst {
		names = append(names, "parameters cut")
	}
	if r.again != 0 {
		names = append(names, "read again")
	}
	if names == nil {
		return "dot segments removed"
	}
	return strings.Join(names, ", ")
}

// mayHold is a fast path for [Rewrite.Claims]. It reports whether path, decoded twice and
// without the characters that vanish, contains the name of the last segment of from. If
// not, no reader finds that segment: a reader that decodes less sees the same name, since
// it follows a slash and no escape reaches over a slash. It may write to dst.
func mayHold(dst []byte, path, from string) bool {
	name := strings.TrimRight(from, "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	if end := strings.IndexAny(name, "%;"); end >= 0 {
		name = name[:end]
	}
	if strings.IndexByte(path, '%') < 0 {
		return strings.Contains(path, name)
	}
	text := dropBytes(decodeBytes(append(dst, path...), ""))
	return bytes.Contains(dropBytes(decodeBytes(text, "")), []byte(name))
}

// appendPath appends path, which begins with "/", to dst as r reads it.
func (r pathReader) appendPath(dst []byte, path string) []byte {
	start := len(dst)
	dst = append(dst, path...)
	b := dst[start:]
	if r.cutFirst {
		b = cutSegments(b, ';')
	}
	switch r.decode {
	case escapedDots:
		b = decodeBytes(b, ".")
	case decodedOnce:
		b = decodeBytes(b, "")
	case decodedTwice:
		b = decodeBytes(b, "")
		if secondReadings[r.again].drops {
			b = dropBytes(b)
		}
		b = decodeBytes(b, "")
	}
	if r.again != 0 {
		b = secondReadings[r.again].read(b)
	}
	if r.backslash {
		for i := range b {
			if b[i] == '\\' {
				b[i] = '/'
			}
		}
	}
	if secondReadings[r.again].cuts {
		b = cutSegments(b, 0)
	}
	if r.cut {
		b = cutSegments(b, ';')
	}
	if r.merge {
		b = mergeSlashes(b)
	}
	return dst[:start+len(removeDots(b))]
}

// read reads b, a decoded path, again, in place. It does not cut segments: another step
// may split them first.
func (s secondReading) read(b []byte) []byte {
	if s.end != "" {
		if i := bytes.IndexByte(b, s.end[0]); i >= 0 {
			b = b[:i]
		}
	}
	if s.trims {
		b = trimSpace(b)
	}
	if s.drops {
		b = dropBytes(b)
	}
	return b
}

// concerns reports whether s may read a path otherwise than a reader that does not read
// it again. seen are the characters of the path that are read again.
func (s secondReading) concerns(seen string) bool {
	return strings.Contains(seen, s.end) && (!s.trims || strings.ContainsAny(seen, trimmed)) &&
		(!s.drops || strings.ContainsAny(seen, dropped)) && (!s.cuts || strings.IndexByte(seen, 0) >= 0)
}

// decodeBytes decodes escapes in b, in place: those of the characters in only, or
// all if only is empty.
func decodeBytes(b []byte, only string) []byte {
	n := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' && i+2 < len(b) && ascii.Hex.Has(b[i+1]) && ascii.Hex.Has(b[i+2]) {
			if d := ascii.Unhex(b[i+1])<<4 | ascii.Unhex(b[i+2]); only == "" || strings.IndexByte(only, d) >= 0 {
				c = d
				i += 2
			}
		}
		b[n] = c
		n++
	}
	return b[:n]
}

// trimSpace returns b without the white space and the control characters at its end, in
// UTF-8 and in ISO 8859-1.
func trimSpace(b []byte) []byte {
	for {
		switch r, n := utf8.DecodeLastRune(b); {
		case r < ' ', r != utf8.RuneError && unicode.IsSpace(r), r == '\uFEFF':
			b = b[:len(b)-n]
		case n == 1 && (b[len(b)-1] == 0x85 || b[len(b)-1] == 0xA0):
			b = b[:len(b)-1]
		default:
			return b
		}
	}
}

// dropBytes removes tabs, CRs and LFs from b, in place.
func dropBytes(b []byte) []byte {
	n := 0
	for _, c := range b {
		if strings.IndexByte(dropped, c) < 0 {
			b[n] = c
			n++
		}
	}
	return b[:n]
}

// cutSegments removes the first mark of each segment of b and the rest of the segment,
// in place.
func cutSegments(b []byte, mark byte) []byte {
	n, cut := 0, false
	for _, c := range b {
		cut = c == mark || cut && c != '/'
		if !cut {
			b[n] = c
			n++
		}
	}
	return b[:n]
}

// mergeSlashes removes the empty segments of b, in place.
func mergeSlashes(b []byte) []byte {
	n := 0
	for i, c := range b {
		if c != '/' || i == 0 || b[n-1] != '/' {
			b[n] = c
			n++
		}
	}
	return b[:n]
}

// removeDots removes the dot segments of b, which begins with "/", in place
// (RFC 3986, 5.2.4).
func removeDots(b []byte) []byte {
	n := 0 // b[:n] is the result so far
	for i := 0; i < len(b); {
		end := i + 1
		for end < len(b) && b[end] != '/' {
			end++
		}
		switch segment := b[i+1 : end]; {
		case string(segment) == "." || string(segment) == "..":
			if len(segment) == 2 {
				for n > 0 {
					n--
					if b[n] == '/' {
						break
					}
				}
			}
			if end == len(b) {
				b[n] = '/'
				n++
			}
		default:
			n += copy(b[n:], b[i:end])
		}
		i = end
	}
	return b[:n]
}

// decodeTwice returns the byte at s[i:] after decoding twice, and its length in s.
func decodeTwice(s string, i int) (c byte, n int) {
	c, n = octetAt(s, i)
	if c != '%' {
		return c, n
	}
	high, m := octetAt(s, i+n)
	low, k := octetAt(s, i+n+m)
	if !ascii.Hex.Has(high) || !ascii.Hex.Has(low) {
		return c, n
	}
	return ascii.Unhex(high)<<4 | ascii.Unhex(low), n + m + k
}

// splitsEscape reports whether s, which begins with an escaped "%", is an escape for a
// reader that decodes it, drops tabs, CRs and LFs, and decodes it again: "%25%092e".
func splitsEscape(s string) bool {
	drops := false
	for i, digits := len("%25"), 0; digits < 2; {
		c, n := octetAt(s, i)
		switch {
		case strings.IndexByte(dropped, c) >= 0: // octetAt returns 0 at the end
			drops = true
		case ascii.Hex.Has(c):
			digits++
		default:
			return false
		}
		i += n
	}
	return drops
}

// slashFollows reports whether a slash, a backslash, a tab or a line break follows the
// first character of path, escaped up to twice.
func slashFollows(path string) bool {
	if len(path) < 2 {
		return false
	}
	switch c, _ := decodeTwice(path, 1); c {
	case '/', '\\', '\t', '\r', '\n':
		return true
	}
	return false
}

// afterHost returns the rest of path after a host, which follows two or more slashes at
// its beginning, for a reader that decodes level times. "\" is a slash, and tabs, CRs and
// LFs vanish before the host. It returns false if the path ends before the next slash.
func afterHost(path string, level int) (rest string, ok bool) {
	slashes, host := 0, false
	for i := 0; i < len(path); {
		c, n := path[i], 1
		switch level {
		case 1:
			c, n = octetAt(path, i)
		case 2:
			c, n = decodeTwice(path, i)
		}
		switch {
		case c == '/' || c == '\\':
			if host {
				return path[i:], true
			}
			slashes++
		case slashes < 2 && strings.IndexByte(dropped, c) < 0, c == '?' || c == '#':
			return "", false
		default:
			host = host || strings.IndexByte(dropped, c) < 0
		}
		i += n
	}
	return "", false
}
