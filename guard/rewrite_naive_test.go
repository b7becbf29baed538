package guard

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
)

// The naive readers, one for each line of the list in Rewrite's comment, each
// by the simplest means. A reader may change the bytes of the path that it is given.
var naiveReaders = []struct {
	name string
	read func(path []byte) []byte
}{
	{"as written", func(p []byte) []byte { return p }},
	{"dot segments removed", naiveDots},
	{"escaped dots", func(p []byte) []byte { return naiveDots(naiveReplace(naiveReplace(p, "%2e", "."), "%2E", ".")) }},
	{"decoded once", func(p []byte) []byte { return naiveDots(naiveDecode(p)) }},
	{"decoded twice", func(p []byte) []byte { return naiveDots(naiveDecode(naiveDecode(p))) }},
	{"backslash as slash", func(p []byte) []byte { return naiveDots(naiveReplace(naiveDecode(p), `\`, "/")) }},
	{"slashes merged", func(p []byte) []byte { return naiveDots(naiveMerge(p)) }},
	{"parameters cut", func(p []byte) []byte { return naiveDots(naiveCut(p, ';')) }},
	// Readers that read the decoded path again, each as the program does.
	{"net/url", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(p), "?#")) }},
	{"Python", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDrop(naiveDecode(p), "\t\r\n"), "?#")) }},
	{"node", func(p []byte) []byte {
		return naiveDots(naiveReplace(naiveEnd(naiveDrop(naiveTrim(naiveDecode(p)), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"node with a query", func(p []byte) []byte {
		return naiveDots(naiveReplace(naiveEnd(naiveDrop(naiveDecode(p), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"http.server of Python", func(p []byte) []byte {
		words := naiveDecode(slices.Clone(p))
		for len(words) > 0 { // as ISO 8859-1; without the last octet a letter of UTF-8 makes no path of From
			last := words[len(words)-1]
			if r, _ := utf8.DecodeLastRune(words); last > ' ' && (r != utf8.RuneError || last != 0x85 && last != 0xA0) {
				break
			}
			words = words[:len(words)-1]
		}
		if bytes.ContainsAny(words, " \r\n") {
			return naiveDots(p) // it refuses a line of more than three words
		}
		return naiveDots(words)
	}},
	{"url.parse of node", func(p []byte) []byte {
		p = bytes.TrimRightFunc(naiveDecode(p), func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
		return naiveDots(naiveReplace(naiveEnd(p, "?#"), `\`, "/"))
	}},
	{"trimmed, decoded twice", func(p []byte) []byte { return naiveDots(naiveTrim(naiveDecode(naiveDecode(p)))) }},
	{"a request line", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(p), " \r\n")) }},
	{"a request line of words", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(p), " \t\r\n?#")) }},
	{"a line of text", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(p), "\n")) }},
	{"C", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(p), "\x00")) }},
	{"C, decoded twice", func(p []byte) []byte { return naiveDots(naiveEnd(naiveDecode(naiveDecode(p)), "\x00")) }},
	{"nginx", func(p []byte) []byte { return naiveDots(naiveEnd(naiveMerge(naiveDecode(p)), " \r\n?#")) }},
	{"overlong UTF-8", func(p []byte) []byte { return naiveDots(naiveOverlong(naiveDecode(p))) }},
	{"overlong UTF-8, decoded twice", func(p []byte) []byte {
		return naiveDots(naiveReplace(naiveOverlong(naiveDecode(naiveOverlong(naiveDecode(p)))), `\`, "/"))
	}},
	{"Windows", func(p []byte) []byte { return naiveWindows(naiveDots(p)) }},
	{"IIS", func(p []byte) []byte { return naiveWindows(naiveDots(naiveReplace(naiveDecode(p), `\`, "/"))) }},
	{"Express", func(p []byte) []byte { return bytes.ToLower(p) }},
	{"Express, after a proxy", func(p []byte) []byte { return bytes.ToLower(naiveDots(p)) }},
	{"a router in PHP", func(p []byte) []byte { return naiveDecode(p) }},
	{"a file system of Windows", func(p []byte) []byte { return bytes.ToUpper(naiveWindows(naiveDots(naiveDecode(p)))) }},
	{"Jetty", func(p []byte) []byte { return naiveDots(naiveCut(naiveDecode(p), 0)) }},
	{"Jetty, decoded twice", func(p []byte) []byte { return naiveDots(naiveCut(naiveDecode(naiveDecode(p)), 0)) }},
	{"node, of the target", func(p []byte) []byte { return naiveDots(naiveHost(p)) }},
	{"PHP, of the target", func(p []byte) []byte { return naiveDots(naiveDecode(naiveHost(p))) }},
	{"node, as a reference", func(p []byte) []byte {
		return naiveDots(naiveHost(naiveReplace(naiveEnd(naiveDrop(naiveDecode(p), "\t\r\n"), "?#"), `\`, "/")))
	}},
	{"node, of a path decoded twice", func(p []byte) []byte {
		return naiveDots(naiveHost(naiveReplace(naiveEnd(naiveDrop(naiveDecode(naiveDecode(p)), "\t\r\n"), "?#"), `\`, "/")))
	}},
	{"Python and a server", func(p []byte) []byte { return naiveDots(naiveDecode(naiveDrop(naiveDecode(p), "\t\r\n"))) }},
	// Some combinations, and some readers in turn.
	{"cut, decoded", func(p []byte) []byte { return naiveDots(naiveDecode(naiveCut(p, ';'))) }},
	{"decoded, cut", func(p []byte) []byte { return naiveDots(naiveCut(naiveDecode(p), ';')) }},
	{"decoded, merged", func(p []byte) []byte { return naiveDots(naiveMerge(naiveDecode(p))) }},
	{"decoded twice, merged", func(p []byte) []byte { return naiveDots(naiveMerge(naiveDecode(naiveDecode(p)))) }},
	{"all", func(p []byte) []byte {
		p = naiveReplace(naiveDecode(naiveDecode(naiveCut(p, ';'))), `\`, "/")
		return naiveDots(naiveMerge(naiveCut(p, ';')))
	}},
	{"nginx and node", func(p []byte) []byte {
		p = naiveEnd(naiveMerge(naiveDots(naiveDecode(p))), " \r\n?#")
		return naiveDots(naiveReplace(naiveEnd(naiveDrop(naiveDecode(p), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"node, parameters cut", func(p []byte) []byte {
		return naiveDots(naiveCut(naiveEnd(naiveDrop(naiveDecode(p), "\t\r\n"), "?#"), ';'))
	}},
	{"read again, and everything else", func(p []byte) []byte {
		p = naiveEnd(naiveDrop(naiveDecode(naiveDecode(naiveCut(p, ';'))), "\t\r\n"), "?# \x00")
		return naiveDots(naiveMerge(naiveCut(naiveReplace(p, `\`, "/"), ';')))
	}},
	{"Jetty, and everything else", func(p []byte) []byte {
		p = naiveEnd(naiveDrop(naiveDecode(naiveDecode(naiveCut(p, ';'))), "\t\r\n"), "?# ")
		return naiveDots(naiveMerge(naiveCut(naiveCut(naiveReplace(p, `\`, "/"), 0), ';')))
	}},
	{"a proxy and a server", func(p []byte) []byte { return naiveDots(naiveDecode(naiveDots(p))) }},
	{"a proxy and a decoding server", func(p []byte) []byte {
		return naiveDots(naiveMerge(naiveDecode(naiveDots(naiveCut(naiveDots(p), ';')))))
	}},
	{"two decoding servers", func(p []byte) []byte {
		return naiveDots(naiveReplace(naiveDecode(naiveDots(naiveDecode(p))), `\`, "/"))
	}},
}

// naiveReplace writes to for from, which is not shorter, everywhere in p.
func naiveReplace(p []byte, from, to string) []byte {
	out := p[:0]
	for {
		before, rest, found := bytes.Cut(p, []byte(from))
		out = append(out, before...)
		if !found {
			return out
		}
		out = append(out, to...)
		p = rest
	}
}

func naiveDecode(p []byte) []byte {
	out := p[:0]
	for len(p) > 0 {
		if len(p) > 2 && p[0] == '%' && naiveDigit(p[1]) >= 0 && naiveDigit(p[2]) >= 0 {
			out = append(out, byte(naiveDigit(p[1])<<4|naiveDigit(p[2])))
			p = p[3:]
		} else {
			out = append(out, p[0])
			p = p[1:]
		}
	}
	return out
}

// naiveOverlong decodes US-ASCII in UTF-8 of two to four bytes, by its bits.
func naiveOverlong(p []byte) []byte {
	out := p[:0]
	for len(p) > 0 {
		c, n := p[0], 1
		switch {
		case len(p) > 1 && c&0xFE == 0xC0 && p[1]&0xC0 == 0x80:
			c, n = c<<6&0x7F|p[1]&0x3F, 2
		case len(p) > 2 && c == 0xE0 && p[1]&0xFE == 0x80 && p[2]&0xC0 == 0x80:
			c, n = p[1]<<6&0x7F|p[2]&0x3F, 3
		case len(p) > 3 && c == 0xF0 && p[1] == 0x80 && p[2]&0xFE == 0x80 && p[3]&0xC0 == 0x80:
			c, n = p[2]<<6&0x7F|p[3]&0x3F, 4
		}
		out = append(out, c)
		p = p[n:]
	}
	return out
}

// naiveWindows names the files as Windows does: without streams, and without dots and spaces
// at the end of a name.
func naiveWindows(p []byte) []byte {
	segments := strings.Split(string(p), "/")
	for i, s := range segments {
		if colon := strings.IndexByte(s, ':'); colon > 0 {
			s = s[:colon]
		}
		if name := strings.TrimRight(s, ". "); name != "" {
			s = name
		}
		segments[i] = s
	}
	return []byte(strings.Join(segments, "/"))
}

// naiveDigit returns the value of a hexadecimal digit, or -1.
func naiveDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func naiveMerge(p []byte) []byte {
	for bytes.Contains(p, []byte("//")) {
		p = naiveReplace(p, "//", "/") // which leaves half of them
	}
	return p
}

// naiveEnd ends p at the first of the characters in set.
func naiveEnd(p []byte, set string) []byte {
	for i := range p {
		if strings.IndexByte(set, p[i]) >= 0 {
			return p[:i]
		}
	}
	return p
}

// naiveHost takes slashes and a host off the beginning of p, which then begins with "/".
func naiveHost(p []byte) []byte {
	if !bytes.HasPrefix(p, []byte("//")) {
		return p
	}
	rest := bytes.TrimLeft(p, "/")
	if i := bytes.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return p[:1]
}

// naiveTrim takes spaces and control characters off the end of p.
func naiveTrim(p []byte) []byte {
	return bytes.TrimRightFunc(p, func(r rune) bool { return r <= ' ' })
}

// naiveDrop takes the characters in set out of p.
func naiveDrop(p []byte, set string) []byte {
	for i := range len(set) {
		p = naiveReplace(p, set[i:i+1], "")
	}
	return p
}

// naiveCut ends each segment of p at its first mark.
func naiveCut(p []byte, mark byte) []byte {
	out := p[:0]
	for {
		segment, rest, more := bytes.Cut(p, []byte("/"))
		name, _, _ := bytes.Cut(segment, []byte{mark})
		out = append(out, name...)
		if !more {
			return out
		}
		out = append(out, '/')
		p = rest
	}
}

// naiveDots follows RFC 3986, 5.2.4, step by step: it moves the input p to the output,
// which never reaches the input although it is written over its beginning.
func naiveDots(p []byte) []byte {
	out := p[:0]
	for len(p) > 0 {
		switch in := string(p[:min(len("/../"), len(p))]); {
		case strings.HasPrefix(in, "/./"): // B
			p = p[len("/."):]
		case in == "/.": // B
			p = p[len("."):]
			p[0] = '/'
		case in == "/../" || in == "/..": // C
			out = out[:max(bytes.LastIndexByte(out, '/'), 0)]
			if p = p[len("/.."):]; len(p) == 0 {
				out = append(out, '/')
			}
		default: // E
			n := 1
			for n < len(p) && p[n] != '/' {
				n++
			}
			out = append(out, p[:n]...)
			p = p[n:]
		}
	}
	return out
}

// naiveBelow reports whether path is prefix or lies below it.
func naiveBelow(path []byte, prefix string) bool {
	if len(path) < len(prefix) || string(path[:len(prefix)]) != prefix {
		return false
	}
	return strings.HasSuffix(prefix, "/") || len(path) == len(prefix) || path[len(prefix)] == '/'
}

// A rewriteCheck compares the answers of Rewrite with the naive readers.
type rewriteCheck struct {
	r                       Rewrite
	from, to                []string // From and To's path for each naive reader
	buf                     []byte
	claims                  bool // compare Claims for long paths too
	pathAlone               bool // read the path as the readers do, and not the result
	applied, refused, other int  // paths that Apply moved, refused, and said false about
}

func newRewriteCheck(r Rewrite) *rewriteCheck {
	c := &rewriteCheck{r: r}
	for _, naive := range naiveReaders {
		c.from = append(c.from, string(naive.read([]byte(r.From))))
		to := "/"
		if path := r.To.Path(); path != "" {
			to = string(naive.read([]byte(path)))
		}
		c.to = append(c.to, to)
	}
	return c
}

// read returns path as the naive reader i reads it. The next call overwrites it.
func (c *rewriteCheck) read(i int, path string) []byte {
	c.buf = append(c.buf[:0], path...)
	return naiveReaders[i].read(c.buf)
}

// leaves returns the index of the first naive reader to whom path does not lie
// below its own prefix, or -1.
func (c *rewriteCheck) leaves(path string, prefixes []string) int {
	for i, prefix := range prefixes {
		if !naiveBelow(c.read(i, path), prefix) {
			return i
		}
	}
	return -1
}

// check compares one answer of Apply with the naive readers, and returns its error.
func (c *rewriteCheck) check(t *testing.T, path string) error {
	r := &c.r
	if path == "" || path[0] != '/' {
		return nil
	}
	u, err := uri.Parse("http://proxy.example" + path + "?q=/../")
	if err != nil {
		return nil
	}
	got, ok, err := r.Apply(u)
	if ok != naiveBelow([]byte(path), r.From) && err == nil {
		t.Fatalf("%+v, %q: %v", r, path, ok)
	}
	if c.claims || len(path) < len(r.From)+5 {
		c.checkClaims(t, u, ok, err)
	}
	switch {
	case err != nil:
		c.refused++
		c.checkRefused(t, path, ok, err)
	case ok:
		c.applied++
		c.checkApplied(t, path, got)
	default:
		c.other++
	}
	return err
}

// checkRefused expects a reader that leaves From if Apply says that one does.
func (c *rewriteCheck) checkRefused(t *testing.T, path string, ok bool, err error) {
	var e *Error
	if ok || !errors.As(err, &e) || e.Part != "path" || e.Reader == "" {
		t.Fatalf("%+v, %q: %v, %v", c.r, path, ok, err)
	}
	if e.Reason != "it does not stay below From" || e.Reader == "several readers in turn" || strings.ContainsAny(path, ";%") {
		return
	}
	for i := range naiveReaders {
		if p := c.read(i, path); !naiveBelow(p, c.from[i]) || bytes.Contains(p, []byte("/..")) {
			return // one leaves, or comes back
		}
	}
	t.Fatalf("%+v, %q: %v, and no reader leaves", c.r, path, err)
}

// checkApplied expects got to be path with To in the place of From, below To to
// every reader, and path to be below From to every reader.
func (c *rewriteCheck) checkApplied(t *testing.T, path string, got uri.URI) {
	r := &c.r
	host, _ := got.Authority()
	query, _ := got.Query()
	if want, _ := r.To.Authority(); host != want || got.Scheme() != r.To.Scheme() || query != "q=/../" {
		t.Fatalf("%+v, %q: %q", r, path, got)
	}
	result := got.Path()
	if result == "" {
		result = "/"
	}
	if i := c.leaves(path, c.from); i >= 0 {
		t.Fatalf("%+v, %q: %s is at %q", r, path, naiveReaders[i].name, c.read(i, path))
	}
	if !c.pathAlone {
		if i := c.leaves(result, c.to); i >= 0 {
			t.Fatalf("%+v, %q, made %q: %s is at %q", r, path, got, naiveReaders[i].name, c.read(i, result))
		}
	}
	// The text after From is there byte for byte.
	rest := strings.TrimPrefix(strings.TrimPrefix(path, strings.TrimSuffix(r.From, "/")), "/")
	if want := strings.TrimSuffix(c.to[0], "/") + "/" + rest; result != want && (rest != "" || result != c.to[0]) {
		t.Fatalf("%+v, %q: %q", r, path, got)
	}
}

// checkClaims compares the answer of Claims for u with the naive readers and with that
// of Apply.
func (c *rewriteCheck) checkClaims(t *testing.T, u uri.URI, ok bool, err error) {
	reader, claimed := c.r.ClaimedBy(u)
	for i, naive := range naiveReaders[:34] {
		if !claimed && naiveBelow(c.read(i, u.Path()), c.from[i]) {
			t.Fatalf("%+v, %q: not claimed, and is for %s", c.r, u, naive.name)
		}
	}
	if claimed != (reader != "") || !claimed && (ok || err != nil) {
		t.Fatalf("%+v, %q: claimed %v %q", c.r, u, claimed, reader)
	}
}
