// Package archive makes the keys by which web archives sort their indexes. It follows
// the programs that make them, not an RFC: they split a URL by rules of their own,
// convert hosts by IDNA 2003, read ports as Python and Java do, and leave out session
// identifiers. Package crawl documents the keys.
package archive

import (
	"slices"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
)

// AppendKey appends the key of the URL s in the dialect d to dst, or nothing if s has
// no key.
func AppendKey(dst []byte, s string, d Dialect) []byte {
	switch {
	case s == "":
		return append(dst, '-')
	case strings.HasPrefix(s, "filedesc"):
		return append(dst, s...)
	case d == Commons:
		return appendCommonsKey(dst, s)
	}
	u, ok := splitSurt(s)
	if !ok {
		return dst
	}
	return u.appendKey(dst, Surt)
}

// keyHasHost reports whether the key of the URL s in the dialect Surt begins with a
// host.
func keyHasHost(s string) bool {
	u, ok := splitSurt(s)
	if !ok || s == "" || strings.HasPrefix(s, "filedesc") {
		return false
	}
	_, has, ok := u.appendHost(nil, Surt)
	return has && ok
}

// appendCommonsKey is [AppendKey] with Commons, for a text that is not empty
// and does not begin with "filedesc".
func appendCommonsKey(dst []byte, s string) []byte {
	if strings.HasPrefix(s, "warcinfo") {
		return append(dst, s...)
	}
	s = escapeInvalid(s)
	if host, ok := strings.CutPrefix(s, "dns:"); ok {
		if host == "" {
			return dst
		}
		start := len(dst)
		dst = reverseLabels(withoutBrackets(append(dst, host...), start), start)
		return append(dst, ')')
	}
	trimmed := trimCommons(s)
	for _, scheme := range [...]string{"dns:", "filedesc:", "warcinfo:"} {
		if strings.HasPrefix(trimmed, scheme) {
			// White space was before it. It has a key by accident: the text
			// after the first "(" of the text, or else the untrimmed text.
			if _, after, ok := strings.Cut(trimmed, "("); ok {
				return append(dst, after...)
			}
			return append(dst, s...)
		}
	}
	u, ok := splitCommons(trimmed)
	if !ok {
		return dst
	}
	return u.appendKey(dst, Commons)
}

// appendKey appends the key that is made of the parts of u. It appends nothing
// if u has no key.
func (u splitURL) appendKey(dst []byte, d Dialect) []byte {
	start := len(dst)
	dst, hasHost, ok := u.appendHost(dst, d)
	switch {
	case !ok:
		return dst[:start]
	case !hasHost:
		dst = append(dst, u.scheme...)
		dst = append(dst, ':')
	default:
		if u.port != noPort && u.port != u.defaultPort() {
			dst = append(dst, ':')
			dst = strconv.AppendInt(dst, int64(u.port), 10)
		}
		dst = append(dst, ')')
	}

	path := len(dst)
	dst = ascii.AppendUnescaped(dst, u.path)
	if hasHost {
		dst = removeDots(dst, path)
	}
	dst = escapeLower(dst, path, d)
	dst = dropPathSessions(dst, path)
	if last := len(dst) - 1; last > path && dst[last] == '/' {
		dst = dst[:last]
	}

	end := len(dst)
	if u.query == "" {
		return dst
	}
	if end == path {
		dst = append(dst, '/')
	}
	dst = append(dst, '?')
	query := len(dst)
	dst = ascii.AppendUnescaped(dst, u.query)
	dst = escapeLower(dst, query, d)
	dst = dropQuerySessions(dst, query, d)
	dst = ascii.SortPairs(dst, query, true)
	if len(dst) == query {
		return dst[:end]
	}
	return dst
}

// appendHost appends the host of u as the key has it, and reports whether there
// is one and whether the program does not fail.
func (u splitURL) appendHost(dst []byte, d Dialect) (_ []byte, hasHost, ok bool) {
	start := len(dst)
	dst = ascii.AppendUnescaped(dst, u.host)
	if !ascii.Is(dst[start:]) {
		dst = append(dst[:start], hostToASCII(string(dst[start:]), d)...)
	}
	dst = removeHostDots(dst, start, d)
	address, is, ok := ipv4(dst[start:], d)
	if !ok {
		return dst, false, false
	}
	if is {
		dst = ascii.IPv4(address).AppendTo(dst[:start])
	} else {
		dst = escapeLower(dst, start, d)
	}
	hasHost = len(dst) > start
	switch {
	case d == Commons:
		if !hasHost {
			return dst, false, false
		}
		n := start
		for www := ascii.WWWLabel(dst[n:]); www > 0; www = ascii.WWWLabel(dst[n:]) {
			n += www
		}
		dst = withoutBrackets(slices.Delete(dst, start, n), start)
	case u.scheme != "dns":
		dst = slices.Delete(dst, start, start+ascii.WWWLabel(dst[start:]))
	}
	return reverseLabels(dst, start), hasHost, true
}

// defaultPort returns the port that is left out of the key. Port 0 of other schemes
// occurs only in Commons.
func (u splitURL) defaultPort() int {
	switch {
	case strings.EqualFold(u.scheme, "http"):
		return 80
	case strings.EqualFold(u.scheme, "https"):
		return 443
	}
	return 0
}
