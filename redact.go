package uri

import (
	"strings"

	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// Redacted returns the text of u with "xxxxx" in place of what may be a password:
//
//   - what is between the first ":" and the last "@" of the authority;
//   - what is between the first ":" and the last "@" after the authority;
//   - for an authority without a host, what is between its first ":" and the last "@"
//     of u, since the author of "//u:p/q@h" meant a password with "/";
//   - for an authority that cannot be split and a u without "@", everything after
//     its first ":": "//u:p" may be "//u:p#q@h" without its fragment;
//   - in an opaque URI, what is before the last "@" after the scheme, as in
//     "x:user:password@h", except for a scheme of addresses, such as mailto.
//
// It allocates only if it hides something.
func (u URI) Redacted() string {
	lo1, hi1, lo2, hi2 := u.secrets()
	switch {
	case lo1 == hi1 && lo2 == hi2:
		return u.s
	case lo2 == hi2:
		return u.s[:lo1] + secret.Mask + u.s[hi1:]
	case lo1 == hi1:
		return u.s[:lo2] + secret.Mask + u.s[hi2:]
	}
	return u.s[:lo1] + secret.Mask + u.s[hi1:lo2] + secret.Mask + u.s[hi2:]
}

// secrets returns where the two passwords would be that Redacted hides, that of
// the authority first. lo == hi means nowhere.
func (u URI) secrets() (lo1, hi1, lo2, hi2 int) {
	if lo, hi := u.bareSecret(); lo < hi {
		return lo, hi, hi, hi
	}
	start, path := 0, int(u.path)
	if u.scheme != 0 {
		start = int(u.scheme) + 1
	}
	if u.hasAuthority() && u.hostKind == HostNone {
		path = len(u.s)
	}
	if n := strings.LastIndexByte(u.s[path:], '@'); n > 0 && u.IsOpaque() && !schemes.Lookup(u.Scheme()).Addresses {
		return start, start, path, path + n
	}
	lo1, hi1 = secret.Find(u.s[start:path])
	lo2, hi2 = secret.Find(u.s[path:])
	return start + lo1, start + hi1, path + lo2, path + hi2
}

// bareSecret returns where a password would be if the "@" after it is lost: from the
// first ":" of an authority that is no [ userinfo "@" ] name [ ":" port ] to the end
// of u. A fragment that was removed may have begun at a "#" in the password.
// lo == hi means nowhere.
func (u URI) bareSecret() (lo, hi int) {
	if !u.unsplit() || strings.IndexByte(u.s, '@') >= 0 {
		return 0, 0
	}
	start := int(u.authority())
	return start + strings.IndexByte(u.s[start:], ':') + 1, len(u.s)
}

// unsplit reports whether u has an authority that RFC 3986 does not split into
// userinfo, host and port, such as "a@b@c".
func (u *URI) unsplit() bool { return u.hostKind == HostNone && u.host < u.hostEnd }
