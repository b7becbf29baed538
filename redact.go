package uri

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
)

// Redacted returns the text of u with "xxxxx" in the place of a password: of
// what stands between the first ":" and the last "@" of the authority, and
// between those of the part behind it. An authority that names no host counts as
// one with that part, since "//u:p/q@h" is a password with a "/" to whoever wrote
// it; so does the scheme of an opaque URI with the "@" of its opaque part, as
// in "user:password@h", unless what stands there are addresses, as in mailto.
// If that part has no "@", as in "//u:p#q@h" without its fragment, all behind
// the ":" is masked, except for a port. A scheme struct has no fragment, so an "@"
// that stood there masks nothing in its path. Redacted returns the text itself, without
// allocating, if there is no such place.
func (u URI) Redacted() string {
	lo1, hi1, lo2, hi2 := u.secrets()
	switch {
	case lo1 == hi1 && lo2 == hi2:
		return u.s
	case lo2 == hi2:
		return u.s[:lo1] + mask + u.s[hi1:]
	case lo1 == hi1:
		return u.s[:lo2] + mask + u.s[hi2:]
	}
	return u.s[:lo1] + mask + u.s[hi1:lo2] + mask + u.s[hi2:]
}

// secrets returns where the two passwords would be that Redacted hides, that of
// the authority first. lo == hi: nowhere.
func (u URI) secrets() (lo1, hi1, lo2, hi2 int) {
	if lo, hi := u.bareSecret(); lo < hi {
		return lo, hi, hi, hi
	}
	start, path := 0, int(u.path)
	if u.scheme != 0 {
		start = int(u.scheme) + 1
	}
	if u.host != 0 && u.hostKind == NoHost {
		path = len(u.s)
	}
	if at := strings.LastIndexByte(u.s[path:], '@'); at > 0 && u.IsOpaque() && !knownScheme(u.Scheme()).addresses {
		return start, start, path, path + at
	}
	lo1, hi1 = secret(u.s[start:path])
	lo2, hi2 = secret(u.s[path:])
	return start + lo1, start + hi1, path + lo2, path + hi2
}

// bareSecret returns where a password would be if the "@" after it is lost: in an
// authority that is no [ userinfo "@" ] name [ ":" port ], from the first ":" to
// the end of u. A fragment that was set aside may have begun with a "#" of the
// password. lo == hi: nowhere.
func (u URI) bareSecret() (lo, hi int) {
	if u.hostKind != NoHost || u.host == u.hostEnd || strings.IndexByte(u.s, '@') >= 0 {
		return 0, 0
	}
	start := int(u.authority())
	return start + strings.IndexByte(u.s[start:], ':') + 1, len(u.s)
}

// refuse builds the error for a URI that is right in itself, but not for op.
func (u URI) refuse(op string, offset int, r Rule, reason string) error {
	e := newReasonedError(op, u.s, offset, r, reason)
	if lo, hi := u.bareSecret(); lo < hi {
		e.hide(u.s, lo, hi)
	}
	return e
}

// Format writes u for package fmt: %s and %v the text, %q and %x the text as
// these verbs write strings, %+v the text as [URI.Redacted] has it, and %#v
// that as Go source. It is not called for %p and %w: package fmt calls no method
// of a value for these two and shows its fields.
func (u URI) Format(f fmt.State, verb rune) {
	switch {
	case verb == 'v' && f.Flag('#'):
		io.WriteString(f, "uri.MustParse("+strconv.Quote(u.Redacted())+")")
	case verb == 'v' && f.Flag('+'):
		fmt.Fprintf(f, fmt.FormatString(f, 's'), u.Redacted())
	default:
		fmt.Fprintf(f, fmt.FormatString(f, verb), u.s)
	}
}

// LogValue returns the text of u as [URI.Redacted] has it. A handler asks the
// value that it is given, and not what stands in it: in a struct, a slice or a map
// [slog.JSONHandler] writes a URI as [URI.MarshalText] has it, with the password.
func (u URI) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }
