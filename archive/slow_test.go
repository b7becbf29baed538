package archive

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// slowURL is the expression of RFC 2396, Appendix B, with the characters of a
// scheme.
var slowURL = regexp.MustCompile(`(?s)^(?:([A-Za-z][-A-Za-z0-9+.]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#.*)?$`)

var (
	slowScheme   = regexp.MustCompile(`^[A-Za-z][-A-Za-z0-9+.]*:`)
	slowRepeated = regexp.MustCompile(`^(https?://)+`)
	slowEscape   = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	slowWWW      = regexp.MustCompile(`^www[0-9]*\.`)
	slowBreaks   = regexp.MustCompile(`[\t\n\r]`)
	slowNamed    = regexp.MustCompile(`(?s)^([^:]*):?(.*)$`)
	slowBracket  = regexp.MustCompile(`(?s)^[^\[]*\[([^\]]*)\]?[^:]*:?(.*)$`)
	slowSlashes  = regexp.MustCompile(`//+`)
	slowNumbers  = regexp.MustCompile(`^([1-9][0-9]*(\.[0-9]+){0,3}|0[0-7]*(\.[0-7]+){0,3}|[0-9]+)$`)
	slowPaths    = []*regexp.Regexp{
		regexp.MustCompile(`^(.*/)\((?:[a-z]\([0-9a-z]{24}\))+\)/([^?]+\.aspx.*)$`),
		regexp.MustCompile(`^(.*/)\([0-9a-z]{24}\)/([^?]+\.aspx.*)$`),
	}
	slowQueries = []*regexp.Regexp{
		regexp.MustCompile(`^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`^(.*)sid=[0-9a-z]{32}(?:&(.*))?$`),
		regexp.MustCompile(`^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$`),
		regexp.MustCompile(`^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$`),
	}
)

// slowKey is AppendKey, step by step, with expressions and slices.
// ok is false if the host is not US-ASCII, or very long.
func slowKey(s string) (key string, ok bool) {
	if s == "" {
		return "-", true
	}
	if strings.HasPrefix(s, "filedesc") {
		return s, true
	}
	s = strings.Trim(s, " \t\n\v\f\r")
	s = slowBreaks.ReplaceAllString(s, "")
	if s == "" {
		return "", true
	}
	if !slowScheme.MatchString(s) {
		s = "http://" + s
	}
	s = slowRepeated.ReplaceAllString(s, "$1")
	m := slowURL.FindStringSubmatch(s)
	scheme, authority, path, query := m[1], m[2], m[3], m[4]

	authority = strings.TrimRight(authority, ":")
	authority = authority[strings.LastIndex(authority, "@")+1:]
	parts := slowNamed.FindStringSubmatch(authority)
	if strings.Contains(authority, "[") {
		parts = slowBracket.FindStringSubmatch(authority)
	}
	host, port := parts[1], parts[2]
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || len(parts[2]) > maxDigits {
			return "", true
		}
		port = fmt.Sprint(":", n)
		if n == 0 || strings.EqualFold(scheme, "http") && n == 80 || strings.EqualFold(scheme, "https") && n == 443 {
			port = ""
		}
	}
	if host == "" && path != "" && strings.HasPrefix(scheme, "http") {
		host, path, _ = strings.Cut(strings.TrimLeft(path, "/"), "/")
		path = "/" + path
	}

	host = slowUnescape(host)
	if len(host) > maxDigits || strings.ContainsFunc(host, func(r rune) bool { return r > 0x7F }) {
		return "", false
	}
	if host != "" {
		host = strings.Trim(strings.ReplaceAll(host, "..", "."), ".")
	}
	if address := slowIPv4(host); address != "" {
		host = address
	}
	host = slowEscapeLower(host)
	key = scheme + ":"
	path = slowUnescape(path)
	if host != "" {
		if scheme != "dns" {
			host = slowWWW.ReplaceAllString(host, "")
		}
		labels := strings.Split(host, ".")
		slices.Reverse(labels)
		key = strings.Join(labels, ",") + port + ")"
		var kept []string
		for _, segment := range strings.Split(path, "/")[1:] {
			switch {
			case segment == ".":
			case segment == ".." && len(kept) > 0:
				kept = kept[:len(kept)-1]
			default:
				kept = append(kept, segment)
			}
		}
		path = slowSlashes.ReplaceAllString("/"+strings.Join(kept, "/"), "/")
	}
	path = slowEscapeLower(path)
	for _, session := range slowPaths {
		path = session.ReplaceAllString(path, "$1$2")
	}
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	query = slowEscapeLower(slowUnescape(query))
	for _, session := range slowQueries {
		query = session.ReplaceAllString(query, "$1$2")
	}
	if query != "" {
		pairs := strings.Split(query, "&")
		slices.SortFunc(pairs, func(a, b string) int {
			// NUL, which is escaped, is less than all characters of a name.
			return strings.Compare(strings.Replace(a, "=", "\x00=", 1), strings.Replace(b, "=", "\x00=", 1))
		})
		if path == "" {
			path = "/"
		}
		query = "?" + strings.Join(pairs, "&")
	}
	return key + path + query, true
}

// slowUnescape undoes the escapes of s until none is left.
func slowUnescape(s string) string {
	for {
		next := slowEscape.ReplaceAllStringFunc(s, func(e string) string {
			b, err := strconv.ParseUint(e[1:], 16, 8)
			if err != nil {
				panic(err)
			}
			return string([]byte{byte(b)})
		})
		if next == s {
			return s
		}
		s = next
	}
}

// slowEscapeLower escapes bytes that are not printable, " ", "#" and "%".
func slowEscapeLower(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7F || c == '#' || c == '%' {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return strings.ToLower(b.String())
}

// slowIPv4 returns the IPv4 address in host, or "".
func slowIPv4(host string) string {
	if !slowNumbers.MatchString(host) {
		return ""
	}
	if !strings.Contains(host, ".") {
		var n uint32
		for _, c := range []byte(host) {
			n = 10*n + uint32(c) - '0'
		}
		return slowAddress(n)
	}
	var a uint32
	numbers := strings.Split(host, ".")
	for i, s := range numbers {
		base := 10
		if strings.HasPrefix(s, "0") {
			base = 8
		}
		bits := 8
		if i == len(numbers)-1 {
			bits = 8 * (4 - i)
		}
		n, err := strconv.ParseUint(s, base, bits)
		if err != nil {
			return ""
		}
		a = a<<bits | uint32(n)
	}
	return slowAddress(a)
}

func slowAddress(a uint32) string {
	return netip.AddrFrom4([4]byte{byte(a >> 24), byte(a >> 16), byte(a >> 8), byte(a)}).String()
}
