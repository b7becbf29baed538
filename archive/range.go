package archive

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A Match selects keys of an archive's index.
type Match uint8

// The matches, by their names in pywb and the CDX server.
const (
	MatchExact  Match = iota // exact: the URL itself
	MatchPrefix              // prefix: URLs that begin with it
	MatchHost                // host: all URLs of its host
	MatchDomain              // domain: all URLs of its host and of the subdomains
)

var matches = [...]string{"exact", "prefix", "host", "domain"}

// String returns the name in small letters, "exact" or "prefix".
func (m Match) String() string { return ascii.Name(matches[:], int(m)) }

// ParseMatch returns the URL and the match meant by s: "*.example.com" is the domain
// example.com, "example.com/a*" the prefix example.com/a, anything else the exact URL.
// These are the forms of pywb.
func ParseMatch(s string) (url string, m Match) {
	if host, ok := strings.CutPrefix(s, "*."); ok {
		return host, MatchDomain
	}
	if prefix, ok := strings.CutSuffix(s, "*"); ok {
		return prefix, MatchPrefix
	}
	return s, MatchExact
}

// Range returns the range of lines of a sorted CDX file for m: from start up to but not
// including end, compared byte by byte. The lines begin with keys of [AppendKey].
// calc_search_range of pywb 2.10 returns the same range.
//
//	http://example.com/a  MatchExact   com,example)/a  com,example)/a!
//	http://example.com/a  MatchPrefix  com,example)/a  com,example)/b
//	http://example.com/a  MatchHost    com,example)/   com,example*
//	http://example.com/a  MatchDomain  com,example)/   com,example-
//	com                   MatchDomain  com,            com-
//
// The port of s decides which URLs are in the range of a host or a domain:
//
//	               port in s  URLs of the host  URLs of subdomains
//	MatchHost    no         without a port    no
//	MatchHost    yes        with that port    no
//	MatchDomain  no         without a port    on any port
//	MatchDomain  yes        with that port    no
//
// The range of a domain of one label has only its subdomains. With MatchPrefix, "/" or
// "?" at the end of s is kept. The error is [ErrNoKey] if s has no key or, with
// MatchHost and MatchDomain, the key has no host, as for "mailto:a)/b". (DEVIATION: pywb
// then takes the text before ")/", or the whole key, for a host. If a text begins with "urn:"
// and has no key, pywb takes the text for its own key.)
func Range(s string, m Match) (start, end string, err error) {
	b, hasHost := Keyer{}.appendKey(nil, s)
	key := string(b)
	if key == "" {
		return "", "", ErrNoKey
	}
	switch m {
	case MatchPrefix:
		for _, last := range [...]string{"/", "?"} {
			if strings.HasSuffix(s, last) && !strings.HasSuffix(key, last) {
				key += last
			}
		}
		return key, successor(key), nil
	case MatchHost, MatchDomain:
		host, _, ok := strings.Cut(key, ")/")
		if !ok || !hasHost {
			return "", "", ErrNoKey
		}
		switch {
		case m == MatchHost:
			return host + ")/", host + "*", nil
		case strings.Contains(host, ","):
			return host + ")/", host + "-", nil
		}
		return host + ",", host + "-", nil
	}
	return key, key + "!", nil
}

// successor returns the least string after all with the prefix s, which has a byte other than 0xFF.
func successor(s string) string {
	last := len(s) - 1
	for s[last] == 0xFF {
		last--
	}
	return s[:last] + string([]byte{s[last] + 1})
}
