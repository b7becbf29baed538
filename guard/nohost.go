package guard

import (
	"net/netip"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/schemes"
)

// A yieldFunc receives a finding. It returns false to end the audit. It is passed as an
// argument so that auditState stays on the stack.
type yieldFunc = func(Finding) bool

// An auditState is one audit.
type auditState struct {
	u    uri.URI
	off  Code
	read hostread.Addrs // the addresses that programs read in the host
	done bool           // the yieldFunc returned false
}

// found yields a finding, except when its code is off.
func (s *auditState) found(yield yieldFunc, c Code, p uri.Part, offset int, addr netip.Addr) {
	if s.off&c == 0 && !s.done {
		s.done = !yield(Finding{c, p, offset, addr})
	}
}

// report calls found with the part that kinds gives for c.
func (s *auditState) report(yield yieldFunc, c Code, offset int) {
	s.found(yield, c, kinds[c].part, offset, netip.Addr{})
}

// is reports whether the scheme of the URI is one of schemes.
func (s *auditState) is(schemes ...string) bool {
	own := s.u.Scheme()
	for _, scheme := range schemes {
		if len(scheme) == len(own) && strings.EqualFold(scheme, own) { // the length saves a tenth of Audit
			return true
		}
	}
	return false
}

// start returns the offset where a part begins, or would begin if it were defined.
func (s *auditState) start(p uri.Part) int {
	start, _, _ := s.u.Span(p)
	return start
}

// opaqueHost returns the part in which only some parsers find a host: the opaque part,
// up to the first "/" or "?" and without userinfo. Node's url.parse finds one in every
// scheme that it does not know. The Perl module URI finds one in sip and sips, whose
// URIs have no "//" (RFC 3261, 19.1.1), and makes it of all that follows the ":". PHP's
// parse_url takes a scheme before a number for a host before a port. The address of a
// mailto URI has a host for all.
func (s *auditState) opaqueHost() (uri.Part, bool) {
	authority, _ := s.u.Authority()
	opaque, ok := s.u.Opaque()
	switch {
	case s.is("sip", "sips"):
		switch {
		case authority != "":
			return uri.PartAuthority, true
		case ok:
			return uri.PartOpaque, true
		}
		return uri.PartPath, s.u.Path() != ""
	case !ok || s.is("http", "https", "ftp", "ws", "wss"): // slashes are missing
		return uri.PartNone, false
	case isPortAndPath(opaque):
		return uri.PartOpaque, true
	case s.is("file", "mailto", "gopher", "javascript", "vbscript", "data"):
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

// skipsSlashes reports whether some program finds a host in the path of a URI
// whose authority is empty or missing. Browsers find one after any number of
// slashes in the schemes that the URL Standard calls special, and in a reference
// that begins with three or more slashes, since most bases have such a scheme.
// curl finds one after one slash and after three, in every scheme that it knows
// except "file".
func (s *auditState) skipsSlashes(empty bool) bool {
	path := s.u.Path()
	first := strings.TrimLeft(path, "/")
	info := schemes.Lookup(s.u.Scheme())
	switch {
	case first == "":
		return false
	case !s.u.IsAbsolute():
		return empty
	case info.Special && info.Port != 0:
		return true
	case len(path) != len(first)+1 || !s.is(curlSchemes...):
		return false
	case s.is("ldap", "ldaps"):
		// A distinguished name (RFC 4516, 2) is not a host.
		dn, _, _ := strings.Cut(first, "/")
		return !strings.Contains(dn, "=") || strings.Contains(dn, "@")
	}
	return true
}

// curlSchemes are the schemes that curl knows and browsers do not.
var curlSchemes = []string{
	"dict", "ftps", "gopher", "gophers", "imap", "imaps", "ldap", "ldaps", "mqtt", "mqtts", "pop3", "pop3s",
	"rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps", "telnet", "tftp",
}
