package guard

import (
	"math/bits"
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/web"
)

// Origins is a list of origins for the Origin field of a request: of WebSockets (RFC
// 6455, 4.2.2), of CORS (Fetch) or against forged requests. [ParseOrigins] returns
// it. The zero Origins matches nothing, and neither does an invalid list ([Origins.Err]).
// Origins is safe for concurrent use.
type Origins struct {
	exact   map[string]bool         // the entries without "*"
	rules   map[string][]originRule // the other ones, by their host without "*": "localhost", ".a.example" or ""
	lengths lengths                 // of the keys of both
	err     error
}

func (o *Origins) rulesOf(host string) []originRule {
	if !o.lengths.has(host) {
		return nil
	}
	return o.rules[host]
}

// An originRule is an entry without its host. The port is as written: ":8443", ":*" or "".
type originRule struct{ scheme, port string }

// ParseOrigins reads a list of origins with commas or white space between them:
//
//	https://a.example        one origin
//	https://*.a.example      all names below a.example, and not a.example itself
//	https://a.example:8443   with a port other than the default one
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
	o := Origins{exact: map[string]bool{}, rules: map[string][]originRule{}}
	for i, entry := range entries(s) {
		if offset, reason := originFault(entry); reason != "" {
			err := &Error{Op: opOrigins, Offset: i + offset, Reason: reason, Reference: "RFC 6454, 6.2"}
			return Origins{err: err}, err
		}
		if strings.IndexByte(entry, '*') < 0 {
			o.exact[entry] = true
			o.lengths.add(entry)
			continue
		}
		scheme, host, port := cutOrigin(entry)
		host = strings.TrimPrefix(host, "*")
		o.lengths.add(host)
		o.rules[host] = append(o.rules[host], originRule{scheme, port})
	}
	return o, nil
}

// originFault returns the fault of an entry and its offset, or "".
func originFault(entry string) (offset int, reason string) {
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
	case scheme == "" || ascii.SchemeLength(entry) != len(scheme) || strings.ToLower(scheme) != scheme:
		return 0, "not a scheme in lower case"
	case neverCallback[scheme]:
		return 0, `the origin of such a document is "null"`
	}
	start := len(scheme) + len("://")
	if strings.HasSuffix(scheme, "-extension") {
		return start, extensionFault(scheme, rest)
	}
	if i := strings.IndexAny(rest, "/?#\\@"); i >= 0 {
		return start + i, "an origin has no path and no userinfo"
	}
	_, host, port := cutOrigin(entry)
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
	return 0, ""
}

// extensionFault returns the fault of an id of a browser's extensions, "*" for all of them, or "".
func extensionFault(scheme, id string) (reason string) {
	switch {
	case id == "*" && scheme != "moz-extension" && scheme != "safari-web-extension":
		return `"*" would let every extension in: list the ids`
	case id != "*" && !isExtensionID(id):
		return `not the id of an extension: letters, digits and "-"`
	}
	return ""
}

// cutOrigin splits an origin before and after the host. A port has its ":".
func cutOrigin(s string) (scheme, host, port string) {
	scheme, host, _ = strings.Cut(s, "://")
	if strings.IndexByte(host, ':') >= 0 && !strings.HasSuffix(host, "]") { // few origins have a port
		i := strings.LastIndexByte(host, ':')
		host, port = host[:i], host[i:]
	}
	return scheme, host, port
}

func isDefaultPort(scheme string, port uint16) bool {
	own, ok := uri.DefaultPort(scheme)
	return ok && own == port
}

// isExtensionID reports whether s consists of letters, digits and "-".
func isExtensionID(s string) bool {
	return s != "" && hostread.End(s) < 0 && !strings.ContainsAny(s, "._")
}

// originHost returns why host is not that of an origin, or "". With domain it must be a name.
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
// origin of the list. An empty value, "null", several origins and other texts than a
// serialized origin never match. Without an Origin field a request comes from no page
// of another origin, or not from a browser: the caller decides. Match does not
// allocate.
func (o Origins) Match(header string) bool {
	if o.lengths.has(header) && o.exact[header] {
		return true
	}
	scheme, host, port := cutOrigin(header)
	switch {
	case slices.Contains(o.rulesOf(""), originRule{scheme, ""}):
		return isExtensionID(host) && port == ""
	case slices.Contains(o.rulesOf(host), originRule{scheme, ":*"}):
		n, ok := parsePort(strings.TrimPrefix(port, ":"))
		return port == "" || ok && port[len(":")] != '0' && !isDefaultPort(scheme, n)
	}
	for l := o.lengths; l != 0; l &= l - 1 { // domains of the lengths in the list
		for n := bits.TrailingZeros64(uint64(l)); n < len(host); n += 64 {
			if domain := host[len(host)-n:]; n > 0 && domain[0] == '.' && slices.Contains(o.rules[domain], originRule{scheme, port}) {
				_, _, ok := hostread.LowerName(host)
				return ok
			}
		}
	}
	return false
}
