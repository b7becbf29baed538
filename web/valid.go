package web

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// Valid reports whether s is a URL that [Parse] accepts. It makes no URL and no error,
// and does not allocate, except for a text of more than 450 MB and for a host of more
// than 256 bytes with anything but letters, digits, "-" and ".".
//
// Only the scheme, the host and the port of a URL can be wrong, so Valid reads no further.
func Valid(s string) bool {
	if uint64(len(s)) > maxLen/uint64(len("%EF%BF%BD")) { // the URL may be too long
		_, err := Parse(s)
		return err == nil
	}
	if k, n := webPrefix(s); n > 0 {
		i := scanUntil(s, n, isUnlikeASCIIDomain)
		if (i > n || k == fileScheme) && (i == len(s) || table[s[i]]&inSpecialPathEnd != 0) {
			return !mayBeNumber(s[n:i]) || validIPv4(s[n:i])
		}
	}
	return validHead(s)
}

// validIPv4 reports whether a domain is an IPv4 address if it has to be one.
func validIPv4[T ascii.Text](domain T) bool {
	if !ascii.EndsInNumber(domain) {
		return true
	}
	_, _, name := parseIPv4(domain)
	return name == ""
}

// validHead is [Valid] for a text that is not too long. It reads it up to the end of the
// authority, in the states of the parser.
func validHead(s string) bool {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	var buf [256]byte

	// The "scheme start state" and the "scheme state".
	i, name := 0, buf[:0]
	for ; i < len(s) && ascii.Scheme.Has(s[i]); i = afterBreaks(s, i+1) {
		if len(name) <= len("https") {
			name = append(name, ascii.Lower(s[i]))
		}
	}
	if i == 0 || !ascii.Letter.Has(s[0]) || !hasByte(s, i, ':') {
		return false
	}
	k := kindOf(name)
	i = afterBreaks(s, i+1)

	// The slashes after it: two before the host of a file URL and the authority of a
	// URL of no special scheme, any number in others.
	slashes, ends := 0, inPathEnd
	if k != notSpecial {
		ends = inSpecialPathEnd
	}
	for hasByte(s, i, '/') || k != notSpecial && hasByte(s, i, '\\') {
		i = afterBreaks(s, i+1)
		if slashes++; slashes == 2 && (k == notSpecial || k == fileScheme) {
			break
		}
	}
	if slashes < 2 && (k == notSpecial || k == fileScheme) {
		return true // a path
	}

	// The "authority state" and the "file host state".
	end := scanUntil(s, i, ends)
	user := -1
	if k != fileScheme {
		user = strings.LastIndexByte(s[i:end], '@')
		i += user + 1
	}
	host := buf[:0]
	for i = afterBreaks(s, i); i < end; i = afterBreaks(s, i+1) {
		host = append(host, s[i])
	}
	if k == fileScheme {
		return len(host) == 0 || len(host) == 2 && isDriveLetter(string(host)) || validHost(host, true)
	}
	colon := portColon(host)
	if colon == 0 && (len(host) > 0 || user >= 0 || k != notSpecial) {
		return false
	}
	if colon < len(host) {
		if _, _, name := parsePort(host[colon+1:]); name != "" {
			return false
		}
	}
	return validHost(host[:colon], k != notSpecial)
}

// afterBreaks returns the offset of the first byte at or after s[i] other than an ASCII
// tab or newline.
func afterBreaks(s string, i int) int {
	for hasClass(s, i, isTabOrNewline) {
		i++
	}
	return i
}

// validHost reports whether the "host parser" accepts a host. It overwrites the host.
func validHost(host []byte, special bool) bool {
	ends := isForbiddenHost
	switch {
	case len(host) > 0 && host[0] == '[':
		last := len(host) - 1
		_, _, name := parseIPv6(host[1:max(last, 1)])
		return name == "" && host[last] == ']'
	case special:
		host = ascii.AppendDecoded(host[:0], host)
		ends = isUnlikeASCIIDomain
	}
	for _, b := range host {
		if table[b]&ends != 0 {
			return false
		}
	}
	return !special || validIPv4(host)
}
