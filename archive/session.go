package archive

import (
	"bytes"
	"slices"

	"example.com/uri/internal/ascii"
)

// dropPathSessions removes from the lower-case path dst[start:] the session identifiers
// of ASP.NET: the last of each of the two forms before a file ".aspx".
//
//	/(x(24 letters or digits)y(...))/  /(24 letters or digits)/
func dropPathSessions(dst []byte, start int) []byte {
	if !bytes.Contains(dst[start:], []byte(".aspx")) || !bytes.Contains(dst[start:], []byte("/(")) {
		return dst
	}
	dst = dropPathSession(dst, start, nestedSession)
	return dropPathSession(dst, start, plainSession)
}

// dropPathSession removes the last segment of the path dst[start:] with a session
// identifier, found by session. ".aspx", with a byte or more before it, must follow the
// segment before any "?".
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

const pathSessionDigits = 24

// plainSession returns the length of "(", 24 letters or digits and ")/" at the
// beginning of s, 0 if they are not there.
func plainSession(s []byte) int {
	const n = len("(") + pathSessionDigits + len(")/")
	if len(s) < n || s[0] != '(' || !ascii.All(s[1:1+pathSessionDigits], ascii.Letter|ascii.Digit) || string(s[n-2:n]) != ")/" {
		return 0
	}
	return n
}

// nestedSession returns the length of "(", one or more times a letter with 24
// letters or digits in parentheses, and ")/" at the beginning of s, 0 if they are
// not there.
func nestedSession(s []byte) int {
	const part = len("a(") + pathSessionDigits + len(")")
	if len(s) == 0 || s[0] != '(' {
		return 0
	}
	n := 1
	for len(s)-n >= part && ascii.Letter.Has(s[n]) && s[n+1] == '(' &&
		ascii.All(s[n+2:n+2+pathSessionDigits], ascii.Letter|ascii.Digit) && s[n+part-1] == ')' {
		n += part
	}
	if n == 1 || !bytes.HasPrefix(s[n:], []byte(")/")) {
		return 0
	}
	return n + len(")/")
}

// querySessions are the names before session identifiers, and the lengths of those.
var querySessions = [...]struct {
	name   string
	length func([]byte) int
}{{"jsessionid=", session32}, {"phpsessid=", session32}, {"sid=", session32}, {"aspsessionid", sessionASP}}

// dropQuerySessions removes from the lower-case query dst[start:] the last
// session identifier of each kind, at the end or with the "&" after it. The byte
// before it need not be "&". In DialectCommons its name occurs before others are removed.
func dropQuerySessions(dst []byte, start int, d Dialect) []byte {
	if !maySession(dst[start:]) {
		return dst
	}
	may := func(name string) bool { return d == DialectSurt || bytes.Contains(dst[start:], []byte(name)) }
	var occurs [len(querySessions)]bool
	for i, s := range querySessions {
		occurs[i] = may(s.name)
	}
	cf := may("cftoken=")
	for i, s := range querySessions {
		if occurs[i] {
			dst = dropQuerySession(dst, start, s.name, s.length)
		}
	}
	if cf {
		dst = dropCFSession(dst, start)
	}
	return dst
}

// maySession reports whether a "=" follows "id", or "id" and eight bytes. Every
// session identifier has one.
func maySession(query []byte) bool {
	for i, b := range query {
		if b == '=' && (i >= 2 && string(query[i-2:i]) == "id" || i >= 10 && string(query[i-10:i-8]) == "id") {
			return true
		}
	}
	return false
}

// dropQuerySession removes the last session identifier and its name from the query
// dst[start:].
func dropQuerySession(dst []byte, start int, name string, length func([]byte) int) []byte {
	for end := len(dst); ; {
		i := start + bytes.LastIndex(dst[start:end], []byte(name))
		if i < start {
			return dst
		}
		value := i + len(name)
		if n := length(dst[value:]); n > 0 {
			if stop := value + n; stop == len(dst) {
				return dst[:i]
			} else if dst[stop] == '&' {
				return slices.Delete(dst, i, stop+1)
			}
		}
		end = i
	}
}

// session32 returns 32 if s begins with as many letters or digits, else 0.
func session32(s []byte) int {
	if len(s) < 32 || !ascii.All(s[:32], ascii.Letter|ascii.Digit) {
		return 0
	}
	return 32
}

// sessionASP returns the length of 8 letters, "=" and 24 letters at the
// beginning of s, 0 if they are not there.
func sessionASP(s []byte) int {
	const n = 8 + len("=") + 24
	if len(s) < n || s[8] != '=' || !ascii.All(s[:8], ascii.Letter) || !ascii.All(s[8+len("="):n], ascii.Letter) {
		return 0
	}
	return n
}

// dropCFSession removes from the query dst[start:] the last "cfid=" and "&cftoken="
// with their values. They must not be empty.
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
