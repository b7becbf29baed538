// Package naivepath is the model of how servers parse a path, for the tests of several
// packages. Each step is written by the simplest means, and shares no code with package
// pathread. The steps change the bytes of their argument and return a part of it.
package naivepath

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Servers parse a path, each by the simplest means: one for each line of the list in the
// comment of guard.Rewrite, then combinations of them, and programs one after the other. Read
// may change the bytes of path.
var Servers = []struct {
	Name string
	Read func(path []byte) []byte
}{
	{"as written", func(p []byte) []byte { return p }},
	{"dot segments removed", Dots},
	{"escaped dots", func(p []byte) []byte { return Dots(Replace(Replace(p, "%2e", "."), "%2E", ".")) }},
	{"decoded once", func(p []byte) []byte { return Dots(Decode(p)) }},
	{"decoded twice", func(p []byte) []byte { return Dots(Decode(Decode(p))) }},
	{"backslash as slash", func(p []byte) []byte { return Dots(Replace(Decode(p), `\`, "/")) }},
	{"slashes merged", func(p []byte) []byte { return Dots(Merge(p)) }},
	{"parameters cut", func(p []byte) []byte { return Dots(Cut(p, ';')) }},
	// Programs that parse the decoded path again.
	{"net/url", func(p []byte) []byte { return Dots(End(Decode(p), "?#")) }},
	{"Python", func(p []byte) []byte { return Dots(End(Drop(Decode(p), "\t\r\n"), "?#")) }},
	{"node", func(p []byte) []byte {
		return Dots(Replace(End(Drop(Trim(Decode(p)), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"node with a query", func(p []byte) []byte {
		return Dots(Replace(End(Drop(Decode(p), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"http.server of Python", func(p []byte) []byte {
		words := Decode(slices.Clone(p))
		for len(words) > 0 { // as ISO 8859-1, except in the middle of a letter of UTF-8: without it the path is not one of From
			last := words[len(words)-1]
			if r, _ := utf8.DecodeLastRune(words); last > ' ' && (r != utf8.RuneError || last != 0x85 && last != 0xA0) {
				break
			}
			words = words[:len(words)-1]
		}
		return Dots(words) // it refuses a line of more than three words
	}},
	{"url.parse of node", func(p []byte) []byte {
		p = bytes.TrimRightFunc(Decode(p), func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
		return Dots(Replace(End(p, "?#"), `\`, "/"))
	}},
	{"trimmed, decoded twice", func(p []byte) []byte { return Dots(Trim(Decode(Decode(p)))) }},
	{"a request line", func(p []byte) []byte { return Dots(End(Decode(p), " \r\n")) }},
	{"a request line of words", func(p []byte) []byte { return Dots(End(Decode(p), " \t\r\n?#")) }},
	{"a line of text", func(p []byte) []byte { return Dots(End(Decode(p), "\n")) }},
	{"C", func(p []byte) []byte { return Dots(End(Decode(p), "\x00")) }},
	{"C, decoded twice", func(p []byte) []byte { return Dots(End(Decode(Decode(p)), "\x00")) }},
	{"nginx", func(p []byte) []byte { return Dots(End(Merge(Decode(p)), " \r\n?#")) }},
	{"overlong UTF-8", func(p []byte) []byte { return Dots(Overlong(Decode(p))) }},
	{"overlong UTF-8, decoded twice", func(p []byte) []byte {
		return Dots(Replace(Overlong(Decode(Overlong(Decode(p)))), `\`, "/"))
	}},
	{"Windows", func(p []byte) []byte { return Windows(Dots(p)) }},
	{"IIS", func(p []byte) []byte { return Windows(Dots(Replace(Decode(p), `\`, "/"))) }},
	{"Express", func(p []byte) []byte { return bytes.ToLower(p) }},
	{"Express, after a proxy", func(p []byte) []byte { return bytes.ToLower(Dots(p)) }},
	{"a router in PHP", func(p []byte) []byte { return Decode(p) }},
	{"a file system of Windows", func(p []byte) []byte { return bytes.ToUpper(Windows(Dots(Decode(p)))) }},
	{"Jetty", func(p []byte) []byte { return Dots(Cut(Decode(p), 0)) }},
	{"Jetty, decoded twice", func(p []byte) []byte { return Dots(Cut(Decode(Decode(p)), 0)) }},
	{"node, of the target", func(p []byte) []byte { return Dots(Host(p)) }},
	{"PHP, of the target", func(p []byte) []byte { return Dots(Decode(Host(p))) }},
	{"node, as a reference", func(p []byte) []byte {
		return Dots(Host(Replace(End(Drop(Decode(p), "\t\r\n"), "?#"), `\`, "/")))
	}},
	{"node, of a path decoded twice", func(p []byte) []byte {
		return Dots(Host(Replace(End(Drop(Decode(Decode(p)), "\t\r\n"), "?#"), `\`, "/")))
	}},
	{"Python and a server", func(p []byte) []byte { return Dots(Decode(Drop(Decode(p), "\t\r\n"))) }},
	// Some combinations, and some programs in turn.
	{"cut, decoded", func(p []byte) []byte { return Dots(Decode(Cut(p, ';'))) }},
	{"decoded, cut", func(p []byte) []byte { return Dots(Cut(Decode(p), ';')) }},
	{"decoded, merged", func(p []byte) []byte { return Dots(Merge(Decode(p))) }},
	{"decoded twice, merged", func(p []byte) []byte { return Dots(Merge(Decode(Decode(p)))) }},
	{"all", func(p []byte) []byte {
		p = Replace(Decode(Decode(Cut(p, ';'))), `\`, "/")
		return Dots(Merge(Cut(p, ';')))
	}},
	{"nginx and node", func(p []byte) []byte {
		p = End(Merge(Dots(Decode(p))), " \r\n?#")
		return Dots(Replace(End(Drop(Decode(p), "\t\r\n"), "?#"), `\`, "/"))
	}},
	{"node, parameters cut", func(p []byte) []byte {
		return Dots(Cut(End(Drop(Decode(p), "\t\r\n"), "?#"), ';'))
	}},
	{"read again, and everything else", func(p []byte) []byte {
		p = End(Drop(Decode(Decode(Cut(p, ';'))), "\t\r\n"), "?# \x00")
		return Dots(Merge(Cut(Replace(p, `\`, "/"), ';')))
	}},
	{"Jetty, and everything else", func(p []byte) []byte {
		p = End(Drop(Decode(Decode(Cut(p, ';'))), "\t\r\n"), "?# ")
		return Dots(Merge(Cut(Cut(Replace(p, `\`, "/"), 0), ';')))
	}},
	{"a proxy and a server", func(p []byte) []byte { return Dots(Decode(Dots(p))) }},
	{"a proxy and a decoding server", func(p []byte) []byte {
		return Dots(Merge(Decode(Dots(Cut(Dots(p), ';')))))
	}},
	{"two decoding servers", func(p []byte) []byte {
		return Dots(Replace(Decode(Dots(Decode(p))), `\`, "/"))
	}},
}

// Replace writes to for from everywhere in p. to is not longer than from.
func Replace(p []byte, from, to string) []byte {
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

func Decode(p []byte) []byte {
	out := p[:0]
	for len(p) > 0 {
		if len(p) > 2 && p[0] == '%' && digit(p[1]) >= 0 && digit(p[2]) >= 0 {
			out = append(out, byte(digit(p[1])<<4|digit(p[2])))
			p = p[3:]
		} else {
			out = append(out, p[0])
			p = p[1:]
		}
	}
	return out
}

// Overlong decodes US-ASCII characters of more than one byte. Each has 7 bits at the
// end, and zeros before them.
func Overlong(p []byte) []byte {
	out := p[:0]
next:
	for len(p) > 0 {
		for n := 2; n <= min(6, len(p)); n++ {
			lead := []byte{2: 0xC0, 3: 0xE0, 4: 0xF0, 5: 0xF8, 6: 0xFC}[n]
			value, ok := uint64(p[0]^lead), p[0]&^1 == lead && (n == 2 || p[0] == lead)
			for _, c := range p[1:n] {
				value = value<<6 | uint64(c&0x3F)
				ok = ok && c&0xC0 == 0x80
			}
			if ok && value < 0x80 {
				out = append(out, byte(value))
				p = p[n:]
				continue next
			}
		}
		out = append(out, p[0])
		p = p[1:]
	}
	return out
}

// Windows names the files as Windows does: without streams, and without dots and spaces
// at the end of a name.
func Windows(p []byte) []byte {
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

// digit returns the value of a hexadecimal digit, or -1.
func digit(c byte) int {
	i := strings.IndexByte("0123456789abcdefABCDEF", c)
	if i > 15 {
		i -= len("ABCDEF")
	}
	return i
}

func Merge(p []byte) []byte {
	for bytes.Contains(p, []byte("//")) {
		p = Replace(p, "//", "/") // which leaves half of them
	}
	return p
}

// End ends p at the first of the characters in set.
func End(p []byte, set string) []byte {
	for i := range p {
		if strings.IndexByte(set, p[i]) >= 0 {
			return p[:i]
		}
	}
	return p
}

// Host takes slashes and a host off the beginning of p. The rest begins with "/".
func Host(p []byte) []byte {
	if !bytes.HasPrefix(p, []byte("//")) {
		return p
	}
	rest := bytes.TrimLeft(p, "/")
	if i := bytes.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return p[:1]
}

// Trim takes spaces and control characters off the end of p.
func Trim(p []byte) []byte {
	return bytes.TrimRightFunc(p, func(r rune) bool { return r <= ' ' })
}

// Drop takes the characters in set out of p.
func Drop(p []byte, set string) []byte {
	for i := range len(set) {
		p = Replace(p, set[i:i+1], "")
	}
	return p
}

// Cut ends each segment of p at its first mark.
func Cut(p []byte, mark byte) []byte {
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

// Dots follows RFC 3986, 5.2.4, step by step: it moves the input p to the output. The
// output is written over the beginning of the input and never reaches it.
func Dots(p []byte) []byte {
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

// Below reports whether path is prefix or lies below it.
func Below(path []byte, prefix string) bool {
	if len(path) < len(prefix) || string(path[:len(prefix)]) != prefix {
		return false
	}
	return strings.HasSuffix(prefix, "/") || len(path) == len(prefix) || path[len(prefix)] == '/'
}
