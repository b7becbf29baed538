package archive

import (
	"bytes"
	"slices"

	"example.com/uri/internal/ascii"
)

// A pattern is a text in lower case, except that "A" is any letter and "N" any letter or digit.
type pattern string

const (
	eight      = "AAAAAAAA"
	twentyFour = "NNNNNNNNNNNNNNNNNNNNNNNN"
	thirtyTwo  = twentyFour + "NNNNNNNN"
)

// The session identifiers in a path, and the part that the nested one has once or more.
const (
	plainSession pattern = "(" + twentyFour + ")/"
	nestedPart   pattern = "A(" + twentyFour + ")"
)

// querySessions are the session identifiers in a query, in the order of their removal.
var querySessions = [...]struct {
	name  string
	value pattern
}{{"jsessionid=", thirtyTwo}, {"phpsessid=", thirtyTwo}, {"sid=", thirtyTwo}, {"aspsessionid", eight + "=" + eight + eight + eight}}

// length returns the length of p if s, in lower case, begins with it, else 0.
func (p pattern) length(s []byte) int {
	if len(s) < len(p) {
		return 0
	}
	for i, c := range []byte(p) {
		if c != s[i] && !(c == 'A' && ascii.Letter.Has(s[i])) && !(c == 'N' && (ascii.Letter | ascii.Digit).Has(s[i])) {
			return 0
		}
	}
	return len(p)
}

// nestedSession returns the length of "(", nestedPart once or more, and ")/" at the start of s, or 0.
func nestedSession(s []byte) int {
	if len(s) == 0 || s[0] != '(' {
		return 0
	}
	n := len("(")
	for nestedPart.length(s[n:]) > 0 {
		n += len(nestedPart)
	}
	if n == len("(") || !bytes.HasPrefix(s[n:], []byte(")/")) {
		return 0
	}
	return n + len(")/")
}

// dropPathSessions removes from the lower-case path dst[start:] the session identifiers
// of ASP.NET: the last of each of the two forms before a file ".aspx".
//
//	/(x(24 letters or digits)y(...))/  /(24 letters or digits)/
func dropPathSessions(dst []byte, start int) []byte {
	if !bytes.Contains(dst[start:], []byte(".aspx")) || !bytes.Contains(dst[start:], []byte("/(")) {
		return dst
	}
	dst = dropPathSession(dst, start, nestedSession)
	return dropPathSession(dst, start, plainSession.length)
}

// dropPathSession removes the last segment of the path dst[start:] with a session identifier, found
// by session. ".aspx", with a byte or more before it, must follow the segment before any "?".
func dropPathSession(dst []byte, start int, session func([]byte) int) []byte {
	aspx := -1 // the last ".aspx" before the next "?"
	for i := len(dst) - 1; i >= start; i-- {
		switch dst[i] {
		case '?':
			aspx = -1
		case '.':
			if aspx < 0 && bytes.HasPrefix(dst[i:], []byte(".aspx")) {
				aspx = i
			}
		case '/':
			if n := session(dst[i+1:]); n > 0 && aspx > i+1+n {
				return slices.Delete(dst, i+1, i+1+n)
			}
		}
	}
	return dst
}

// dropQuerySessions removes from the lower-case query dst[start:] the last
// session identifier of each kind, at the end or with the "&" after it. The byte
// before it need not be "&". In [DialectCommons] its name occurs before others are removed.
func dropQuerySessions(dst []byte, start int, d Dialect) []byte {
	if !bytes.Contains(dst[start:], []byte("id")) { // all of them have it
		return dst
	}
	may := func(name string) bool { return d == DialectSurt || bytes.Contains(dst[start:], []byte(name)) }
	var occurs [len(querySessions)]bool
	for i, x := range querySessions {
		occurs[i] = may(x.name)
	}
	cf := may("cftoken=")
	for i, x := range querySessions {
		if occurs[i] {
			dst = dropQuerySession(dst, start, x.name, x.value)
		}
	}
	if cf {
		dst = dropCFSession(dst, start)
	}
	return dst
}

// dropQuerySession removes the last session identifier with this name from the query dst[start:].
func dropQuerySession(dst []byte, start int, name string, value pattern) []byte {
	for end := len(dst); ; {
		i := start + bytes.LastIndex(dst[start:end], []byte(name))
		if i < start {
			return dst
		}
		n := value.length(dst[i+len(name):])
		if stop := i + len(name) + n; n > 0 && (stop == len(dst) || dst[stop] == '&') {
			return slices.Delete(dst, i, min(stop+1, len(dst)))
		}
		end = i
	}
}

// dropCFSession removes from dst[start:] the last "cfid=" and "&cftoken=" that have a value.
func dropCFSession(dst []byte, start int) []byte {
	const id, token = "cfid=", "&cftoken="
	for end := len(dst); ; {
		and := start + bytes.LastIndex(dst[start:end], []byte(token))
		if and < start {
			return dst
		}
		value := and + len(token)
		stop := ascii.IndexOrEnd(dst, value, '&')
		pair := start + 1 + bytes.LastIndexByte(dst[start:and], '&')
		if i := pair + bytes.LastIndex(dst[pair:max(pair, and-1)], []byte(id)); i >= pair && stop > value {
			return slices.Delete(dst, i, min(stop+1, len(dst)))
		}
		end = and
	}
}
