package guard

import (
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/web"
)

// Origins is a list of origins for the Origin field of a request: of WebSockets (RFC
// 6455, 4.2.2), of CORS (Fetch, 3.3) or against forged requests. [ParseOrigins] returns
// it. The zero Origins matches nothing, and so does the Origins of a
// failed ParseOrigins. It is safe for concurrent use.
type Origins struct {
	rules map[string][]originRule // by the host, by the domain after "*.", or by "*" for extensions
	err   error                   // of ParseOrigins
}

// An originRule is an entry without its host.
type originRule struct {
	scheme string
	port   string // as written: ":8443", ":*" or ""
	below  bool   // after "*." or for "*": the host itself does not match
}

// ParseOrigins reads a list of origins with commas or white space between them:
//
//	https://a.example        one origin
//	https://*.a.example      all names below a.example, and not a.example itself
//	https://a.example:8443   with a port, where it is not the default one
//	http://localhost:*       without a port or with any but the default one; also https, and
//	                         127.0.0.1 and [::1]
//	moz-extension://*        every extension of Firefox, whose ids are random; also
//	                         safari-web-extension://*
//	chrome-extension://abcd  one extension; letters of an id are as listed
//
// Each entry is a serialized origin (RFC 6454, 6.2), as browsers send it: in lower
// case, without a default port, a final dot or a path, an address in its shortest form.
// All other entries are errors, because they would never match: "null", "*", a host
// without a scheme, file, data and other schemes with the origin "null", and ws or wss,
// since the origin of a WebSocket is its page's. The error is an [*Error]. ParseOrigins
// takes time and memory linear in len(s).
func ParseOrigins(s string) (Origins, error) {
	o := Origins{rules: map[string][]originRule{}}
	for i, entry := range entries(s) {
		if offset, reason := o.add(entry); reason != "" {
			err := &Error{Op: opOrigins, Offset: i + offset, Reason: reason, Reference: "RFC 6454, 6.2"}
			return Origins{err: err}, err
		}
	}
	return o, nil
}

// add adds an entry to the list. If it cannot, it returns the fault and its offset.
func (o *Origins) add(entry string) (offset int, reason string) {
	scheme, rest, ok := strings.Cut(entry, "://")
	switch {
	case entry == "null":
		return 0, `"null" is the origin of many documents`
	case entry == "*":
		return 0, `"*" would let every page in`
	case !ok:
		return 0, `an origin is a scheme, "://" and a host`
	case scheme == "ws" || scheme == "wss":
		return 0, "the origin of a WebSocket is that of its page: http or https"
	case !isScheme(scheme):
		return 0, "not a scheme in lower case"
	case neverCallback[scheme]:
		return 0, `the origin of such a document is "null"`
	}
	start := len(scheme) + len("://")
	if strings.HasSuffix(scheme, "-extension") {
		return start, o.addExtension(scheme, rest)
	}
	if i := strings.IndexAny(rest, "/?#\\@"); i >= 0 {
		return start + i, "an origin has no path and no userinfo"
	}
	host, port := cutPort(rest)
	switch n, ok := parsePort(strings.TrimPrefix(port, ":")); {
	case port == ":*":
		if scheme != "http" && scheme != "https" || host != "localhost" && host != "127.0.0.1" && host != "[::1]" {
			return start + len(host), `":*" is only for http and https on localhost, 127.0.0.1 and [::1]`
		}
	case port != "" && (!ok || port[1] == '0'):
		return start + len(host) + len(":"), "not a port from 1 to 65535"
	case ok && isDefaultPort(scheme, n):
		return start + len(host), "the default port of the scheme is not written"
	}
	domain, below := strings.CutPrefix(host, "*.")
	if reason := originHost(domain, below); reason != "" {
		return start + len(host) - len(domain), reason
	}
	o.rules[domain] = append(o.rules[domain], originRule{scheme, port, below})
	return 0, ""
}

// addExtension adds the extensions of a browser to the list: the one with the id, or all for "*".
func (o *Origins) addExtension(scheme, id string) (reason string) {
	switch {
	case id == "*" && scheme != "moz-extension" && scheme != "safari-web-extension":
		return `"*" would let every extension in: list the ids`
	case id != "*" && !isExtensionID(id):
		return `not the id of an extension: letters, digits and "-"`
	}
	o.rules[id] = append(o.rules[id], originRule{scheme: scheme, below: id == "*"})
	return ""
}

// cutPort splits s before the ":" of a port.
func cutPort(s string) (host, port string) {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.HasSuffix(s, "]") {
		return s[:i], s[i:]
	}
	return s, ""
}

// isDefaultPort reports whether port is the default port of the scheme.
func isDefaultPort(scheme string, port uint16) bool {
	own, ok := uri.DefaultPort(scheme)
	return ok && own == port
}

// isExtensionID reports whether s consists of letters, digits and "-".
func isExtensionID(s string) bool {
	return s != "" && hostread.End(s) < 0 && !strings.ContainsAny(s, "._")
}

// isScheme reports whether s is a scheme (RFC 3986, 3.1) in lower case.
func isScheme(s string) bool {
	return s != "" && 'a' <= s[0] && s[0] <= 'z' && ascii.All(s, ascii.Scheme) && strings.ToLower(s) == s
}

// originHost returns why host cannot be the host of an origin, or "" if it can. With
// domain it must be a name.
func originHost(host string, domain bool) (reason string) {
	const long = "not an address as browsers write it"
	switch {
	case host == "":
		return "it names no host"
	case host[0] == '[':
		if v, err := web.Parse("http://" + host + "/"); err == nil && !domain {
			if written, _ := v.Host(); written == host {
				return ""
			}
		}
		return long
	case hostread.End(host) >= 0:
		return "not an ASCII name"
	case strings.HasSuffix(host, "."):
		return "a final dot"
	}
	lower, ok := hostread.Name(host)
	switch {
	case !ok:
		return "not a name, since the name or a label is empty or too long"
	case lower != host:
		return "not in lower case"
	case hostread.BrokenLabel(host) >= 0:
		return "not a label that browsers write (RFC 3492)"
	case !ascii.EndsInNumber(host):
		return ""
	}
	if a, err := netip.ParseAddr(host); err == nil && !domain && a.String() == host {
		return ""
	}
	return long
}

// Err returns the error of [ParseOrigins] if it returned one with o: then Match is false
// for every origin.
func (o Origins) Err() error { return o.err }

// Match reports whether header, the value of the only Origin field of a request, is an
// origin of the list. An empty value, "null", two origins and other texts than a
// serialized origin never match. Without an Origin field a request comes from no page
// of another origin, or not from a browser: the caller decides. Match does not
// allocate.
func (o Origins) Match(header string) bool {
	scheme, rest, _ := strings.Cut(header, "://")
	if slices.Contains(o.rules["*"], originRule{scheme: scheme, below: true}) {
		return isExtensionID(rest)
	}
	host, port := cutPort(rest)
	n, _, isName := hostread.LowerName(host)
	self := true
	for domain := range domains(host) {
		for _, rule := range o.rules[domain] {
			if rule.below != self && (self || isName && n == len(host)) && rule.scheme == scheme && rule.allows(port) {
				return true
			}
		}
		self = false
	}
	return false
}

// allows reports whether the rule is for the port of an Origin field: ":8443", or "".
func (r originRule) allows(port string) bool {
	if r.port != ":*" {
		return port == r.port
	}
	n, ok := parsePort(strings.TrimPrefix(port, ":"))
	return port == "" || ok && port[len(":")] != '0' && !isDefaultPort(r.scheme, n)
}
