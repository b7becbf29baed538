// Package guard checks untrusted URLs. A valid URL may still lead into your own network,
// to another site, or into the arguments of a command.
//
// A program that fetches for others lists what it allows. [Gate] decides about
// addresses before they are dialled, and [Hosts] lists hosts in all their spellings:
//
//	hosts, err := guard.ParseHosts("example.com, 192.0.2.0/24")
//	if hosts.Match(u) { ... } // every program reads a listed host
//
// Package httpguard has a client and proxies for net/http with these checks.
//
// # Redirects, paths and origins
//
// [Redirector] and [LocalPath] resolve the target of a redirect and refuse to leave the
// site. [Rewrite] and [Routes] forward requests by their paths, and refuse a path if some
// server would find it elsewhere. [Callbacks] are the registered redirection URIs of an
// OAuth client, [Origins] the origins allowed to read answers (CORS) or to open a
// WebSocket.
//
// # Differences between parsers
//
// [Audit] lists tricks in a URI, with a source for each. [Readings] returns the parts
// of a text as several parsers see them. [LooseAddr] returns the IP address of a host
// in any spelling, and [IsPublic] reports whether an address is public.
// [AgreesWithNetURL] and [AgreesWithBrowsers] compare the parts of package uri with
// those of net/url and of browsers.
//
// # net/url and HTTP
//
// [ToURL] and [FromURL] convert to and from net/url. With the result of [BrowserURL]
// net/http sends the request of a browser. [ParseTarget] reads the request-target of an HTTP request
// (RFC 9112, 3.2), [RepairTarget] also the invalid ones of browsers, and [ParseHostField]
// the Host field.
//
// # Limits
//
// A URI without findings may still be unsafe: a name may resolve to any address, and a
// server may redirect. Check each address when it is dialled, and each redirect before it
// is followed.
package guard
