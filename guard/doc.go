// Package guard tells what is dangerous about URIs that are legal.
//
// [Audit] lists what in a URI has been used to fool people or programs, with a
// source for each. [Strict], [Loose] and [IsPublic] answer what a program that
// fetches for others has to ask before it dials (RFC 1738, 6; RFC 3986, 7).
// [AgreesWithNetURL] says whether net/url would read the same parts, which
// matters because net/http parses the text again, and [AgreesWithBrowsers] whether
// browsers would. [ParseTarget] reads the request-target of an HTTP request (RFC
// 9112, 3.2).
//
// A URI without findings is not thereby safe: a name may resolve to any address,
// and a server may redirect. Whoever fetches for others lets through only what is
// right. [Gate] decides which addresses are connected to, each time one is
// dialled. [Local] says whether a reference stays on an origin, as the parameter
// of a redirect should. [Rewrite] moves a request from one path to another server,
// and no reader of the path gets out of it. [Hosts] is a list of hosts that no
// other spelling gets around.
package guard
