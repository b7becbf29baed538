package guard

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A naivePath is a path for the model of how servers parse one. Each step of the model is a
// method, is written by the simplest means, and shares no code with package pathread. The steps
// change the bytes of the path and return a part of it.
type naivePath []byte

// naiveServers parse a path, each by the simplest means: one for each line of the list in the
// comment of Rewrite, then combinations of them, and programs one after the other. read
// may change the bytes of path.
var naiveServers = []struct {
	name string
	read func(path naivePath) naivePath
}{
	{"as written", func(p naivePath) naivePath { return p }},
	{"dot segments removed", naivePath.dots},
	{"escaped dots", func(p naivePath) naivePath { return p.replace("%2e", ".").replace("%2E", ".").dots() }},
	{"decoded once", func(p naivePath) naivePath { return p.decode().dots() }},
	{"decoded twice", func(p naivePath) naivePath { return p.decode().decode().dots() }},
	{"backslash as slash", func(p naivePath) naivePath { return p.decode().replace(`\`, "/").dots() }},
	{"slashes merged", func(p naivePath) naivePath { return p.merge().dots() }},
	{"parameters cut", func(p naivePath) naivePath { return p.cut(';').dots() }},
	// Programs that parse the decoded path again.
	{"net/url", func(p naivePath) naivePath { return p.decode().end("?#").dots() }},
	{"Python", func(p naivePath) naivePath { return p.decode().drop("\t\r\n").end("?#").dots() }},
	{"node", func(p naivePath) naivePath {
		return p.decode().trim().drop("\t\r\n").end("?#").replace(`\`, "/").dots()
	}},
	{"node with a query", func(p naivePath) naivePath {
		return p.decode().drop("\t\r\n").end("?#").replace(`\`, "/").dots()
	}},
	{"http.server of Python", func(p naivePath) naivePath {
		words := slices.Clone(p).decode()
		for len(words) > 0 { // as ISO 8859-1, except in the middle of a letter of UTF-8: without it the path is not one of From
			last := words[len(words)-1]
			if r, _ := utf8.DecodeLastRune(words); last > ' ' && (r != utf8.RuneError || last != 0x85 && last != 0xA0) {
				break
			}
			words = words[:len(words)-1]
		}
		return words.dots() // it refuses a line of more than three words
	}},
	{"url.parse of node", func(p naivePath) naivePath {
		p = bytes.TrimRightFunc(p.decode(), func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
		return p.end("?#").replace(`\`, "/").dots()
	}},
	{"trimmed, decoded twice", func(p naivePath) naivePath { return p.decode().decode().trim().dots() }},
	{"a request line", func(p naivePath) naivePath { return p.decode().end(" \r\n").dots() }},
	{"a request line of words", func(p naivePath) naivePath { return p.decode().end(" \t\r\n?#").dots() }},
	{"a line of text", func(p naivePath) naivePath { return p.decode().end("\n").dots() }},
	{"C", func(p naivePath) naivePath { return p.decode().end("\x00").dots() }},
	{"C, decoded twice", func(p naivePath) naivePath { return p.decode().decode().end("\x00").dots() }},
	{"nginx", func(p naivePath) naivePath { return p.decode().merge().end(" \r\n?#").dots() }},
	{"overlong UTF-8", func(p naivePath) naivePath { return p.decode().overlong().dots() }},
	{"overlong UTF-8, decoded twice", func(p naivePath) naivePath {
		return p.decode().overlong().decode().overlong().replace(`\`, "/").dots()
	}},
	{"Windows", func(p naivePath) naivePath { return p.dots().windows() }},
	{"IIS", func(p naivePath) naivePath { return p.decode().replace(`\`, "/").dots().windows() }},
	{"Express", func(p naivePath) naivePath { return bytes.ToLower(p) }},
	{"Express, after a proxy", func(p naivePath) naivePath { return bytes.ToLower(p.dots()) }},
	{"a router in PHP", func(p naivePath) naivePath { return p.decode() }},
	{"a file system of Windows", func(p naivePath) naivePath { return bytes.ToUpper(p.decode().dots().windows()) }},
	{"Jetty", func(p naivePath) naivePath { return p.decode().cut(0).dots() }},
	{"Jetty, decoded twice", func(p naivePath) naivePath { return p.decode().decode().cut(0).dots() }},
	{"node, of the target", func(p naivePath) naivePath { return p.host().dots() }},
	{"PHP, of the target", func(p naivePath) naivePath { return p.host().decode().dots() }},
	{"node, as a reference", func(p naivePath) naivePath {
		return p.decode().drop("\t\r\n").end("?#").replace(`\`, "/").host().dots()
	}},
	{"node, of a path decoded twice", func(p naivePath) naivePath {
		return p.decode().decode().drop("\t\r\n").end("?#").replace(`\`, "/").host().dots()
	}},
	{"Python and a server", func(p naivePath) naivePath { return p.decode().drop("\t\r\n").decode().dots() }},
	// Some combinations, and some programs in turn.
	{"cut, decoded", func(p naivePath) naivePath { return p.cut(';').decode().dots() }},
	{"decoded, cut", func(p naivePath) naivePath { return p.decode().cut(';').dots() }},
	{"decoded, merged", func(p naivePath) naivePath { return p.decode().merge().dots() }},
	{"decoded twice, merged", func(p naivePath) naivePath { return p.decode().decode().merge().dots() }},
	{"all", func(p naivePath) naivePath {
		p = p.cut(';').decode().decode().replace(`\`, "/")
		return p.cut(';').merge().dots()
	}},
	{"nginx and node", func(p naivePath) naivePath {
		p = p.decode().dots().merge().end(" \r\n?#")
		return p.decode().drop("\t\r\n").end("?#").replace(`\`, "/").dots()
	}},
	{"node, parameters cut", func(p naivePath) naivePath {
		return p.decode().drop("\t\r\n").end("?#").cut(';').dots()
	}},
	{"read again, and everything else", func(p naivePath) naivePath {
		p = p.cut(';').decode().decode().drop("\t\r\n").end("?# \x00")
		return p.replace(`\`, "/").cut(';').merge().dots()
	}},
	{"Jetty, and everything else", func(p naivePath) naivePath {
		p = p.cut(';').decode().decode().drop("\t\r\n").end("?# ")
		return p.replace(`\`, "/").cut(0).cut(';').merge().dots()
	}},
	{"a proxy and a server", func(p naivePath) naivePath { return p.dots().decode().dots() }},
	{"a proxy and a decoding server", func(p naivePath) naivePath {
		return p.dots().cut(';').dots().decode().merge().dots()
	}},
	{"two decoding servers", func(p naivePath) naivePath {
		return p.decode().dots().decode().replace(`\`, "/").dots()
	}},
}

// replace writes to for from everywhere in p. to is not longer than from.
func (p naivePath) replace(from, to string) naivePath {
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

func (p naivePath) decode() naivePath {
	out := p[:0]
	for len(p) > 0 {
		if len(p) > 2 && p[0] == '%' && hexDigit(p[1]) >= 0 && hexDigit(p[2]) >= 0 {
			out = append(out, byte(hexDigit(p[1])<<4|hexDigit(p[2])))
			p = p[3:]
		} else {
			out = append(out, p[0])
			p = p[1:]
		}
	}
	return out
}

// overlong decodes US-ASCII characters of more than one byte. Each has 7 bits at the
// end, and zeros before them.
func (p naivePath) overlong() naivePath {
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

// windows names the files as Windows does: without streams, and without dots and spaces
// at the end of a name.
func (p naivePath) windows() naivePath {
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

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(c byte) int {
	i := strings.IndexByte("0123456789abcdefABCDEF", c)
	if i > 15 {
		i -= len("ABCDEF")
	}
	return i
}

func (p naivePath) merge() naivePath {
	for bytes.Contains(p, []byte("//")) {
		p = p.replace("//", "/") // which leaves half of them
	}
	return p
}

// end ends p at the first of the characters in set.
func (p naivePath) end(set string) naivePath {
	for i := range p {
		if strings.IndexByte(set, p[i]) >= 0 {
			return p[:i]
		}
	}
	return p
}

// host takes slashes and a host off the beginning of p. The rest begins with "/".
func (p naivePath) host() naivePath {
	if !bytes.HasPrefix(p, []byte("//")) {
		return p
	}
	rest := bytes.TrimLeft(p, "/")
	if i := bytes.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return p[:1]
}

// trim takes spaces and control characters off the end of p.
func (p naivePath) trim() naivePath {
	return bytes.TrimRightFunc(p, func(r rune) bool { return r <= ' ' })
}

// drop takes the characters in set out of p.
func (p naivePath) drop(set string) naivePath {
	for i := range len(set) {
		p = p.replace(set[i:i+1], "")
	}
	return p
}

// cut ends each segment of p at its first mark.
func (p naivePath) cut(mark byte) naivePath {
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

// dots follows RFC 3986, 5.2.4, step by step: it moves the input p to the output. The
// output is written over the beginning of the input and never reaches it.
func (p naivePath) dots() naivePath {
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

// isBelow reports whether p is prefix or lies below it.
func (p naivePath) isBelow(prefix string) bool {
	if len(p) < len(prefix) || string(p[:len(prefix)]) != prefix {
		return false
	}
	return strings.HasSuffix(prefix, "/") || len(p) == len(prefix) || p[len(prefix)] == '/'
}
