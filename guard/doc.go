// Package guard finds dangers in valid URIs, and decides which URIs may be fetched.
//
// [Audit] lists the tricks in a URI that have been used to fool people or
// programs, with a source for each. [LooseAddr] returns the IP address that a host may be
// taken for, and [IsPublic] reports whether an address is public (RFC 1738, 6;
// RFC 3986, 7). [AgreesWithNetURL] checks that net/url reads the same parts, because
// net/http parses the text again with net/url, and [AgreesWithBrowsers] checks that
// browsers do. [BrowserURL] lets net/http send the requests of a browser. [ParseTarget]
// reads the request-target of an HTTP request (RFC 9112, 3.2), [RepairTarget] also those
// that browsers send and no grammar allows, and [ParseHostField] its Host field.
//
// A URI without findings may still be unsafe: a name may resolve to any address,
// and a server may redirect. A program that fetches for others allows only the URIs
// that it knows to be right. [Gate] decides which addresses may be connected to, each
// time one is dialled. [Redirector] resolves a reference that must stay on an origin or on
// the hosts of a list, as the parameter of a redirect does. [Rewrite] forwards requests
// below a path to another server, and refuses paths that some server reads as outside of it.
// [Hosts] is a list of hosts that matches every spelling of them, [Callbacks] are the
// redirection URIs of an OAuth client, and [Origins] are the origins that may open a
// WebSocket or read an answer. Package httpguard has these as parts for net/http.
package guard
