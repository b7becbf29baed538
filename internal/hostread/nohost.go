package hostread

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/schemes"
)

// The functions of this file are for Audit, and are not rows of the table. The table has every
// place where some program may look for a host, because MayMatch must not miss one. With it
// Audit would report every URI of mailto, data or ldap, so these functions leave them out.

// HasScheme reports whether the scheme of u is one of names.
func HasScheme(u uri.URI, names ...string) bool {
	own := u.Scheme()
	for _, name := range names {
		if len(name) == len(own) && strings.EqualFold(name, own) { // the length saves a tenth of Audit
			return true
		}
	}
	return false
}

// OpaqueHost returns the part with a host for only some parsers: the opaque part, up to
// the first "/" or "?" and without userinfo. Node's url.parse finds one under every
// unknown scheme. The Perl module URI takes all text after the ":" of sip and sips for
// one, although these URIs have no "//" (RFC 3261, 19.1.1). PHP's parse_url takes a
// scheme before a number for a host before a port. The address of a mailto URI has a
// host for all.
func OpaqueHost(u uri.URI) (uri.Part, bool) {
	text, _ := u.Authority()
	opaque, ok := u.Opaque()
	switch {
	case HasScheme(u, "sip", "sips"):
		switch {
		case text != "":
			return uri.PartAuthority, true
		case ok:
			return uri.PartOpaque, true
		}
		return uri.PartPath, u.Path() != ""
	case !ok || HasScheme(u, "http", "https", "ftp", "ws", "wss"): // slashes are missing
		return uri.PartNone, false
	case isPortAndPath(opaque):
		return uri.PartOpaque, true
	case HasScheme(u, "file", "mailto", "gopher", "javascript", "vbscript", "data"):
		return uri.PartNone, false
	}
	if i := strings.IndexAny(opaque, "/?"); i >= 0 {
		opaque = opaque[:i]
	}
	host := opaque[strings.LastIndexByte(opaque, '@')+1:]
	return uri.PartOpaque, host != "" && strings.IndexByte("%';:", host[0]) < 0
}

// isPortAndPath reports whether s is up to five digits, and perhaps a "/" and more. s must
// not begin with "/".
func isPortAndPath(s string) bool {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return n <= 5 && (n == len(s) || s[n] == '/')
}

// SkipsSlashes reports whether some program finds a host in the path of a URI with an
// empty or missing authority. Browsers find one after any number of slashes in the
// special schemes of the URL Standard, and in a reference with more slashes than an
// authority has, since most bases have such a scheme. So does curl, in all its schemes
// except "file".
func SkipsSlashes(u uri.URI) bool {
	path := u.Path()
	first := strings.TrimLeft(path, "/")
	info := schemes.Lookup(u.Scheme())
	switch {
	case first == "":
		return false
	case !u.IsAbsolute():
		_, empty := u.Authority()
		return empty
	case info.Special && info.Port != 0:
		return true
	case len(path) != len(first)+1 || !HasScheme(u, curlSchemes...):
		return false
	case HasScheme(u, "ldap", "ldaps"):
		// A distinguished name (RFC 4516, 2) is not a host.
		dn, _, _ := strings.Cut(first, "/")
		return !strings.Contains(dn, "=") || strings.Contains(dn, "@")
	}
	return true
}

// curlSchemes are the schemes of curl that browsers do not have.
var curlSchemes = []string{
	"dict", "ftps", "gopher", "gophers", "imap", "imaps", "ldap", "ldaps", "mqtt", "mqtts", "pop3", "pop3s",
	"rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps", "telnet", "tftp",
}
