package archive

import "strings"

// A Match says which keys of an archive's index are asked for.
type Match uint8

// The matches, by their names in pywb and the CDX server.
const (
	Exact Match = iota
	Prefix
	Host
	Domain
)

// Range returns the range of the lines of a sorted CDX file that m asks for. It
// reports false if s has no key, or the key has no host although m asks for one.
func Range(s string, m Match) (start, end string, ok bool) {
	key := string(AppendKey(nil, s, Surt))
	if key == "" {
		return "", "", false
	}
	switch m {
	case Prefix:
		for _, last := range [...]string{"/", "?"} {
			if strings.HasSuffix(s, last) && !strings.HasSuffix(key, last) {
				key += last
			}
		}
		return key, successor(key), true
	case Host, Domain:
		host, _, ok := strings.Cut(key, ")/")
		if !ok || !keyHasHost(s) {
			return "", "", false
		}
		switch {
		case m == Host:
			return host + ")/", host + "*", true
		case strings.Contains(host, ","):
			return host + ")/", host + "-", true
		}
		return host + ",", host + "-", true
	}
	return key, key + "!", true
}

// successor returns the least string that is greater than all that begin with s,
// a key and so a text with a byte other than 0xFF.
func successor(s string) string {
	last := len(s) - 1
	for s[last] == 0xFF {
		last--
	}
	return s[:last] + string([]byte{s[last] + 1})
}
