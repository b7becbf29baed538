package archive

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// ErrNoKey is the error for a text without a key, or without a needed host in its key.
var ErrNoKey = errors.New("archive: no key in web archives, or none with a host")

// A Keyer makes the sort keys of CDX files. The zero value works as [AppendKey].
type Keyer struct {
	// Dialect is the program to follow. Nearly all URLs of the web have the same key in both.
	Dialect Dialect
}

// AppendKey appends to dst the key of web archives for the URL s. The key is, byte for
// byte, the result of surt.surt(s) of the Python package internetarchive/surt 0.3.1 with
// its default options: that of the Internet Archive, of pywb and of cdxj-indexer.
//
//	http://www.example.com/A/?b=2&a=1   com,example)/a?a=1&b=2
//	https://user@example.com:8443/#c    com,example:8443)/
//	http://1.2.772/                     4,3,2,1)/
//	mailto:Somebody@example.com         mailto:somebody@example.com
//
// URLs of different resources may have the same key. Case, the scheme before a host, a
// first label "www", "www2" ..., session identifiers, the order of the query's pairs,
// the last "/" of the path, userinfo and fragment do not count. AppendKey of package
// crawl distinguishes what the RFCs distinguish.
//
// s may be any text. Invalid UTF-8 counts as escaped. If s has no key, because surt
// raises an exception, nothing is appended. These texts have no key:
//
//   - only white space (the empty text has the key "-"),
//   - a port above 65535 or with anything but decimal digits, and
//   - a port, or a number as the host, of more than 4300 digits.
//
// The file RULES.md of this package has the rules of surt that may surprise, with examples: for
// escapes, schemes, ports, addresses, hosts beyond US-ASCII (IDNA 2003, RFC 3490), dot segments
// and session identifiers.
//
// AppendKey does not allocate if dst has room, except for texts with a tab or line break
// inside, hosts beyond US-ASCII and queries of more than 64 pairs.
func AppendKey(dst []byte, s string) []byte {
	return Keyer{}.AppendKey(dst, s)
}

// AppendKey appends the key of the URL s in the dialect of k to dst. With DialectSurt
// it is [AppendKey]. With DialectCommons the key is the result of
// WaybackURLKeyMaker.makeKey of iipc/webarchive-commons 3.0 with Java 17. OpenWayback
// and Heritrix use the library. The file RULES.md of this package says where the dialects
// differ.
//
// A text has no key in this dialect, and nothing is appended, if it has no
// authority or no host, or if its port is not a number.
func (k Keyer) AppendKey(dst []byte, s string) []byte {
	dst, _ = k.appendKey(dst, s)
	return dst
}

// Key returns the key of [AppendKey] for the URL s. The error is [ErrNoKey] if s has none.
func Key(s string) (string, error) { return Keyer{}.Key(s) }

// Key is the function [Key] in the dialect of k.
func (k Keyer) Key(s string) (string, error) {
	key := k.AppendKey(make([]byte, 0, len(s)+len(",)/")), s)
	if len(key) == 0 {
		return "", ErrNoKey
	}
	return string(key), nil
}

// appendKey is AppendKey. For DialectSurt it also reports whether the key is that of a URL with a host.
func (k Keyer) appendKey(dst []byte, s string) (_ []byte, hasHost bool) {
	switch {
	case s == "":
		return append(dst, '-'), false
	case strings.HasPrefix(s, "filedesc"), k.Dialect == DialectCommons && strings.HasPrefix(s, "warcinfo"):
		return append(dst, s...), false
	case k.Dialect == DialectCommons:
		return appendCommonsKey(dst, s), false
	}
	u, ok := splitSurt(s)
	if !ok {
		return dst, false
	}
	return u.appendKey(dst, DialectSurt)
}

// appendCommonsKey is appendKey with DialectCommons for other texts.
func appendCommonsKey(dst []byte, s string) []byte {
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
	if u, ok := splitCommons(trimmed); ok {
		dst, _ = u.appendKey(dst, DialectCommons)
	}
	return dst
}

// appendKey appends the key of u, if it has one, and reports whether the key has a host.
func (u splitURL) appendKey(dst []byte, d Dialect) (_ []byte, hasHost bool) {
	start := len(dst)
	dst, hasHost, ok := u.appendHost(dst, d)
	switch {
	case !ok:
		return dst[:start], false
	case !hasHost:
		dst = append(dst, u.scheme...)
		dst = append(dst, ':')
	default:
		without := 0 // port 0 of other schemes than those of the web occurs only in DialectCommons
		if x := schemes.Lookup(u.scheme); x.HTTP {
			without = int(x.Port)
		}
		if u.port != noPort && u.port != without {
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
		return dst, hasHost
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
		return dst[:end], hasHost
	}
	return dst, hasHost
}

// appendHost appends the host of u for the key. ok is false if the program fails.
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
	case d == DialectCommons:
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
