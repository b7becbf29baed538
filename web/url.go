package web

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"example.com/uri/internal/schemes"
)

// A URL is a URL record of the standard ("URL representation"): a text as a browser
// reads it. It holds the serialization and the offsets of its parts, so every part has
// the browser's form. [Parse] and [Parser.Parse] make URLs.
//
// URLs are immutable values of 48 bytes. They may be compared with == (the
// standard's "URL equivalence") and be map keys. The zero URL is not a URL: its
// serialization is empty.
//
// If the text equals its serialization, the URL shares its memory. No accessor
// allocates, unless it says so. A missing part and an empty part are kept apart:
// "https://h/" has no query, "https://h/?" has an empty one.
type URL struct {
	s string
	parts
}

// parts says where in the text of a URL its parts are.
type parts struct {
	scheme   uint32 // where the ":" after it is
	user     uint32 // where the username ends
	host     uint32 // where the host begins; 0: null
	hostEnd  uint32
	path     uint32 // where it begins, after a port or the "/." of the serializer
	query    uint32 // where it begins, after the "?"; 0: null
	fragment uint32 // where it begins, after the "#"; 0: null
	kind     kind
}

// A kind is one of the special schemes of package schemes, or notSpecial.
type kind = schemes.ID

const (
	notSpecial  = schemes.Unknown
	httpScheme  = schemes.HTTP
	httpsScheme = schemes.HTTPS
	wsScheme    = schemes.WS
	wssScheme   = schemes.WSS
	fileScheme  = schemes.File
)

// kindOf returns the kind of a scheme in lower case ("special scheme" in section "URL
// miscellaneous").
func kindOf(scheme []byte) kind {
	if k := schemes.Find(string(scheme)); k.Info().Special {
		return k
	}
	return notSpecial
}

// defaultPort returns the "default port" of a special scheme, or -1 for null.
func defaultPort(k kind) int { return cmp.Or(int(k.Info().Port), -1) }

// String returns the serialization of u ("URL serializer"). Browsers call it href. It
// is empty only for the zero URL.
func (u URL) String() string { return u.s }

// Scheme returns the scheme of u in lower case, without the ":".
func (u URL) Scheme() string { return u.s[:u.scheme] }

// Username returns the username of u, still percent-encoded, or "" if it is missing.
func (u URL) Username() string {
	if u.user == u.host {
		return ""
	}
	return u.s[u.scheme+uint32(len("://")) : u.user]
}

// Password returns the password of u, still percent-encoded, or "" if it is missing.
func (u URL) Password() string {
	if u.user == u.host || u.s[u.user] != ':' {
		return ""
	}
	return u.s[u.user+1 : u.host-1]
}

// Host returns the host of u and whether it has one ("host serializer"). The host of
// "file:///x" is the empty string. An IPv6 address has its brackets.
func (u URL) Host() (string, bool) { return u.s[u.host:u.hostEnd], u.host != 0 }

// Port returns the port of u and whether it has one. The default port of a scheme
// is never kept: "https://h:443/" has no port.
func (u URL) Port() (uint16, bool) {
	if u.host == 0 || u.hostEnd == u.path {
		return 0, false
	}
	n := uint16(0)
	for _, b := range []byte(u.s[u.hostEnd+1 : u.path]) {
		n = n*10 + uint16(b-'0')
	}
	return n, true
}

// Path returns the path of u ("URL path serializer"). If it does not begin with
// "/" it is an opaque path, as in "mailto:a@b", or empty.
func (u URL) Path() string {
	end := u.fragmentMark()
	if u.query != 0 {
		end = u.query - 1
	}
	return u.s[u.path:end]
}

// Query returns the query of u, without the "?", and whether it has one.
func (u URL) Query() (string, bool) {
	if u.query == 0 {
		return "", false
	}
	return u.s[u.query:u.fragmentMark()], true
}

// Fragment returns the fragment of u, without the "#", and whether it has one.
func (u URL) Fragment() (string, bool) {
	if u.fragment == 0 {
		return "", false
	}
	return u.s[u.fragment:], true
}

// WithoutFragment returns u without its fragment and "#". It shares the memory of u.
func (u URL) WithoutFragment() URL {
	u.s = u.s[:u.fragmentMark()]
	u.fragment = 0
	return u
}

// HostPort returns the host and the port to connect to, as net.Dial takes them: an IPv6
// address in brackets, and the default port of a special scheme if u has no port. It
// reports false for a URL without a host or without a port, like "file:///x" or
// "foo://h", for the port 0, and for a host with escapes. Such a host occurs only
// outside the special schemes.
func (u URL) HostPort() (string, bool) {
	host, _ := u.Host()
	port, ok := u.Port()
	if !ok {
		port = uint16(max(defaultPort(u.kind), 0))
	}
	if host == "" || port == 0 || strings.IndexByte(host, '%') >= 0 {
		return "", false
	}
	return host + ":" + strconv.Itoa(int(port)), true
}

// fragmentMark returns the offset of the "#" before the fragment, or of the end of the
// text.
func (u URL) fragmentMark() uint32 {
	if u.fragment == 0 {
		return uint32(len(u.s))
	}
	return u.fragment - 1
}

// authorityEnd returns where the path and the "/." before it begin.
func (u URL) authorityEnd() uint32 {
	if u.host == 0 {
		return u.scheme + 1
	}
	return u.path
}

// opaque reports whether u has an opaque path. A list of segments is never empty if
// there is no host.
func (u URL) opaque() bool {
	return u.host == 0 && !hasByte(u.s, int(u.path), '/')
}

// maxLen is the greatest length of an input and of a URL: the offsets in a URL have 32
// bits.
const maxLen = math.MaxUint32 - 1
