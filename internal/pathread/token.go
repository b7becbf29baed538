package pathread

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A token is a character of a path for the server that decodes most.
type token struct {
	c        byte
	n        int  // its length in the path
	level    int  // how often it was decoded
	overlong bool // only servers that decode overlong UTF-8 see it, or it begins such text
}

// decodeTwice returns the byte at s[i:] after at most two decodings, its length in s and the number
// of decodings. At the end of s all are 0, and NUL ends loops over vanishing characters.
func decodeTwice(s string, i int) (c byte, n, level int) {
	if c, n = ascii.DecodedAt(s, i); n > 1 {
		level = 1
	}
	if c != '%' {
		return c, n, level
	}
	high, m := ascii.DecodedAt(s, i+n)
	low, k := ascii.DecodedAt(s, i+n+m)
	if !ascii.Hex.Has(high) || !ascii.Hex.Has(low) {
		return c, n, level
	}
	return ascii.Unhex(high)<<4 | ascii.Unhex(low), n + m + k, 2
}

// next returns the token at s[i:]. Overlong UTF-8 is one token if its character has a role.
func next(s string, i int) (t token) {
	t.c, t.n, t.level = decodeTwice(s, i)
	if t.c < 0xC0 {
		return t
	}
	var room [6]byte
	b, at, level, hasDrop := append(room[:0], t.c), i+t.n, t.level, false
	for len(b) < len(room) {
		c, n, times := decodeTwice(s, at)
		at += n
		if roles[c]&roleDrop != 0 {
			hasDrop = true
			continue
		}
		b, level = append(b, c), max(level, times)
		switch c, n := overlongAt(b); {
		case n == 0:
		case hasDrop:
			return token{'%', t.n, level, true} // for makesEscape
		case roles[c] == 0 && c != '%':
			return token{t.c, t.n, t.level, true}
		default:
			return token{c, at - i, level, true}
		}
	}
	return t
}

// splitsEscape reports whether s, with an escaped "%" at its start, becomes an escape if a
// server decodes it, drops characters and decodes it again: "%25%092e". Digits in overlong
// UTF-8 count too.
func splitsEscape(s string) bool {
	hasDrop := false
	for i, digits := len("%25"), 0; digits < 2; {
		c, n := ascii.DecodedAt(s, i)
		switch {
		case roles[c]&roleDrop != 0:
			hasDrop = true
		case ascii.Hex.Has(c):
			digits++
		case c >= 0xC0:
			t := next(s, i)
			return t.overlong && t.c == c // a character without a role, for example a digit
		default:
			return false
		}
		i += n
	}
	return hasDrop
}

// makesEscape reports whether the text at t, the token at s[i:], becomes an escape or overlong
// UTF-8 in another way than by two decodings.
func (t token) makesEscape(s string, i int) bool {
	return t.c == '%' && (t.overlong || t.level > 0 && splitsEscape(s[i:]))
}

// slashFollows reports whether the second character of path is a slash or may vanish.
func slashFollows(path string) bool {
	return roles[next(path, 1).c]&(roleSlash|roleDrop) != 0
}

// afterHost returns the rest of path after a host, for a server with level decodings. The host
// follows two or more slashes at the start of path. "\" is a slash, and tabs, CRs and LFs
// vanish before the host. afterHost returns false if no slash follows the host.
func afterHost(path string, level int) (rest string, ok bool) {
	slashes, host := 0, false
	for i := 0; i < len(path); {
		t := token{c: path[i], n: 1}
		switch level {
		case 1:
			if t = next(path, i); t.level > 1 {
				t.c, t.n = ascii.DecodedAt(path, i)
			}
		case 2:
			t = next(path, i)
		}
		switch k := roles[t.c]; {
		case k&roleSlash != 0:
			if host {
				return path[i:], true
			}
			slashes++
		case slashes < 2 && k&roleDrop == 0, strings.IndexByte("?#", t.c) >= 0:
			return "", false
		default:
			host = host || k&roleDrop == 0
		}
		i += t.n
	}
	return "", false
}
