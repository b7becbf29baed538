package crawl

import (
	"errors"
	"strings"

	"example.com/uri/internal/archive"
	"example.com/uri/internal/ascii"
)

// An ArchiveDialect names a program whose keys web archives use.
type ArchiveDialect uint8

// The dialects.
const (
	DialectSurt    ArchiveDialect = ArchiveDialect(archive.Surt)    // surt of internetarchive/surt
	DialectCommons ArchiveDialect = ArchiveDialect(archive.Commons) // WaybackURLKeyMaker of iipc/webarchive-commons
)

var archiveDialects = [...]string{"surt", "commons"}

// String returns the name in small letters, "surt" or "commons".
func (d ArchiveDialect) String() string { return ascii.Name(archiveDialects[:], int(d)) }

// An ArchiveKeyer makes the keys by which the CDX files of web archives are
// sorted. The zero value works as [AppendArchiveKey].
type ArchiveKeyer struct {
	// Dialect is the program whose keys are made. Both make the same keys for
	// nearly all http and https URLs.
	Dialect ArchiveDialect
}

// AppendArchiveKey appends to dst the key that web archives use for the URL s. The
// key is, byte for byte, the result of surt.surt(s) of the Python package
// internetarchive/surt (0.3.1) with its default options: the key of the CDX
// files of the Internet Archive, of pywb and of cdxj-indexer.
//
//	http://www.example.com/A/?b=2&a=1   com,example)/a?a=1&b=2
//	https://user@example.com:8443/#c    com,example:8443)/
//	http://1.2.772/                     4,3,2,1)/
//	mailto:Somebody@example.com         mailto:somebody@example.com
//
// It joins URLs that may identify different resources: case, the scheme if there
// is a host, a first label "www", "www2" ..., session identifiers, the order of
// the query's pairs, the last "/" of the path, userinfo and fragment do not count.
// For a key that keeps apart the URIs that the RFCs keep apart, see [AppendKey].
//
// s may be any text. Bytes that are not UTF-8 count as escaped. If s has no key,
// because surt raises an exception, nothing is appended. That is so for
//
//   - white space alone (the empty text has the key "-"),
//   - a port that is not a decimal number or is above 65535, and
//   - a host that is a number, or a port, of more than 4300 digits.
//
// These properties of the keys may surprise, and are as in surt:
//
//   - Escapes are undone until no escape is left, and then all bytes but printable
//     US-ASCII, and " ", "#" and "%", are escaped: %252541 is "a", and %2F, %3F and %26
//     are delimiters.
//   - A text that begins with "filedesc" is its own key. All other schemes are read
//     like http. Without a host the key keeps the scheme as written: dns:Example.com
//     is dns:example.com, URN:A is URN:a.
//   - example.com:80/ has the scheme "example.com". If a URL of a scheme that begins
//     with "http" has no host, the first segment of its path that is not empty
//     is the host: http:///example.com/ and http:example.com.
//   - If http:// or https:// is repeated, the last one counts.
//   - "www." is removed once, also if one label is left, and not for the scheme dns.
//   - Of two dots in a row in a host one is removed: four become two.
//   - IPv4 addresses are reversed like names. Decimal and octal numbers, and fewer
//     than four of them, are addresses if the C function inet_aton reads them,
//     except if the first begins with 0 and an 8 or 9 occurs. A single number
//     is decimal, modulo 2^32.
//   - IPv6 addresses lose their brackets, and the text between "]" and ":".
//   - A second ".." above the root removes the first: /../../a is /a. A ".." removes
//     an empty segment like any other.
//   - Port 0 counts as no port. Only http and https have default ports.
//   - A session identifier leaves the "&" before it: a=b&sid=... is &a=b, once sorted.
//   - A query that is empty, or becomes so, loses its "?".
//
// Labels of the host beyond US-ASCII are converted as in IDNA 2003 (RFC 3490,
// without UseSTD3ASCIIRules, unassigned code points allowed). If that fails for one
// label, all bytes of the host beyond US-ASCII are escaped. Python converts letters
// newer than Unicode 3.2 by its own version of Unicode. Here it is the version
// in Python 3.11. If surt asks the resolver about a host of digits and dots, AppendArchiveKey
// assumes that there is no such name.
//
// It takes linear time, except for the sorting of the query's pairs. It does not
// allocate if dst has room, except for texts with a tab or line break inside,
// hosts beyond US-ASCII and queries of more than 64 pairs.
func AppendArchiveKey(dst []byte, s string) []byte {
	return ArchiveKeyer{}.AppendKey(dst, s)
}

// AppendKey appends the key of the URL s in the dialect of k to dst. With
// DialectSurt it is [AppendArchiveKey]. With DialectCommons the key is the result of
// WaybackURLKeyMaker.makeKey of iipc/webarchive-commons (3.0) with Java 17. OpenWayback
// and Heritrix use that library. The dialect differs from the other one in this:
//
//   - Only http, https, ftp, mms, rtsp and wais, followed by "://", are schemes.
//     Before anything else http:// is written, so that mailto:a@example.com has
//     the key com,example)/. Texts that begin with "filedesc" or "warcinfo" are their
//     own keys. dns:example.com has the key com,example).
//   - After http:// and https:// further slashes are removed, but no repeated scheme.
//   - All control characters are removed from the ends, and U+0085, U+2028 and
//     U+2029 everywhere.
//   - "www." is removed as often as a host begins with it, and so are all but one of
//     the dots in a row.
//   - Four numbers are an IPv4 address, each up to 255. All are octal if the
//     first begins with 0, else all are decimal. A single number is an address up
//     to 2^63-1.
//   - The userinfo ends at the first "@". After it, "[" begins no IPv6 address. An
//     address with a dot in it keeps its brackets.
//   - A port may have a sign, be as large as 2^31-1 and have digits of other scripts.
//   - DEL (%7F) stays unescaped.
//   - A session identifier is removed only if its name occurs before others are
//     removed.
//   - Code points that are not in Unicode 3.2 make the conversion of a host fail.
//     Such a host is made lower case by the rules of Unicode. A capital sigma
//     always becomes U+03C3, although Java writes U+03C2 at the end of a word.
//
// A text has no key in this dialect, and nothing is appended, if it has no
// authority or no host, or if its port is not a number.
func (k ArchiveKeyer) AppendKey(dst []byte, s string) []byte {
	return archive.AppendKey(dst, s, archive.Dialect(k.Dialect))
}

// An ArchiveMatch says which keys of an archive's index are asked for.
type ArchiveMatch uint8

// The matches, by their names in pywb and the CDX server.
const (
	ArchiveExact  ArchiveMatch = ArchiveMatch(archive.Exact)  // exact: the URL itself
	ArchivePrefix ArchiveMatch = ArchiveMatch(archive.Prefix) // prefix: URLs that begin with it
	ArchiveHost   ArchiveMatch = ArchiveMatch(archive.Host)   // host: all URLs of its host
	ArchiveDomain ArchiveMatch = ArchiveMatch(archive.Domain) // domain: all URLs of its host and of the subdomains
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
// The port of s decides which URLs are in the range of a host or a domain:
//
//	               port in s  URLs of the host  URLs of subdomains
//	ArchiveHost    no         without a port    no
//	ArchiveHost    yes        with that port    no
//	ArchiveDomain  no         without a port    on any port
//	ArchiveDomain  yes        with that port    no
//
// The range of a domain of one label has only its subdomains. With ArchivePrefix, "/" or
// "?" at the end of s is kept. The error is [ErrNoArchiveKey] if s has no key or, with
// ArchiveHost and ArchiveDomain, the key has no host, as for "mailto:a)/b". (DEVIATION: pywb
// then takes the text before ")/", or the whole key, for a host. If a text begins with "urn:"
// and has no key, pywb takes the text for its own key.)
func ArchiveRange(s string, m ArchiveMatch) (start, end string, err error) {
	start, end, ok := archive.Range(s, archive.Match(m))
	if !ok {
		return "", "", ErrNoArchiveKey
	}
	return start, end, nil
}
