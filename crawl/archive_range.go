package crawl

import (
	"errors"
	"strings"

	"example.com/uri/internal/ascii"
)

// An ArchiveMatch says which keys of an archive's index are asked for.
type ArchiveMatch uint8

// The matches, by their names in pywb and the CDX server.
const (
	ArchiveExact  ArchiveMatch = iota // exact: the URL itself
	ArchivePrefix                     // prefix: URLs that begin with it
	ArchiveHost                       // host: all URLs of its host
	ArchiveDomain                     // domain: all URLs of its host and of the subdomains
)

var archiveMatches = [...]string{"exact", "prefix", "host", "domain"}

// String returns the name in small letters, "exact" or "prefix".
func (m ArchiveMatch) String() string { return ascii.Name(archiveMatches[:], int(m)) }

// ErrNoArchiveKey is the error for a text that has no archive key, or whose key has
// no host although a host is asked for.
var ErrNoArchiveKey = errors.New("crawl: no archive key, or none with a host")

// ParseArchiveMatch returns the URL and the match that a person means with s:
// "*.example.com" is the domain example.com, "example.com/a*" the prefix
// example.com/a, anything else the exact URL. These are the forms of pywb. It
// does not allocate.
func ParseArchiveMatch(s string) (url string, m ArchiveMatch) {
	if host, ok := strings.CutPrefix(s, "*."); ok {
		return host, ArchiveDomain
	}
	if prefix, ok := strings.CutSuffix(s, "*"); ok {
		return prefix, ArchivePrefix
	}
	return s, ArchiveExact
}

// ArchiveRange returns the range of the lines of a sorted CDX file that m asks
// for: those that begin with a key of [AppendArchiveKey], are not less than start,
// and are less than end, compared byte by byte. It is the range that calc_search_range
// of pywb (2.10) gives.
//
//	http://example.com/a  ArchiveExact   com,example)/a  com,example)/a!
//	http://example.com/a  ArchivePrefix  com,example)/a  com,example)/b
//	http://example.com/a  ArchiveHost    com,example)/   com,example*
//	http://example.com/a  ArchiveDomain  com,example)/   com,example-
//	com                   ArchiveDomain  com,            com-
//
// The range of a host has only the URLs with the port of s; without a port in s,
// those without one. The range of a domain has the same of its host, and without a
// port in s all subdomains on any port, but with one none; that of a single label has
// only the subdomains. With ArchivePrefix, "/" or "?" at the end of s is
// kept. The error is [ErrNoArchiveKey] if s has no key or, with ArchiveHost and
// ArchiveDomain, the key has no host. (DEVIATION: pywb takes the whole key for a
// host then, and its range has no key in it.) It allocates start and end.
func ArchiveRange(s string, m ArchiveMatch) (start, end string, err error) {
	key := string(AppendArchiveKey(nil, s))
	if key == "" {
		return "", "", ErrNoArchiveKey
	}
	switch m {
	case ArchivePrefix:
		for _, last := range [...]string{"/", "?"} {
			if strings.HasSuffix(s, last) && !strings.HasSuffix(key, last) {
				key += last
			}
		}
		return key, successor(key), nil
	case ArchiveHost, ArchiveDomain:
		host, _, ok := strings.Cut(key, ")/")
		if !ok {
			return "", "", ErrNoArchiveKey
		}
		switch {
		case m == ArchiveHost:
			return host + ")/", host + "*", nil
		case strings.Contains(host, ","):
			return host + ")/", host + "-", nil
		}
		return host + ",", host + "-", nil
	}
	return key, key + "!", nil
}

// successor returns the least string that is greater than all that begin with s,
// which is a key and so has a byte other than 0xFF.
func successor(s string) string {
	last := len(s) - 1
	for s[last] == 0xFF {
		last--
	}
	return s[:last] + string([]byte{s[last] + 1})
}
