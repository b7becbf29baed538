// Package uri parses, checks, builds, resolves and compares URI references as RFC 2396,
// RFC 3986 and RFC 1738 define them.
//
// [Parse] reads any URI reference and returns a [URI], a comparable value that keeps every
// byte of its text:
//
//	u, err := uri.Parse("http://example.com/a%2Fb?q=1#top") // a *SyntaxError names the byte and the rule
//	host, ok := u.Host()                                    // false for a missing part, which is not an empty one
//	q, ok := u.Values().Get("q")                            // decoded
//	u, err = u.WithFragment("end")                          // a changed copy
//	link, err := uri.RFC3986.Resolve(u, ref)                // as the current RFC resolves
//	u, err = uri.Generic{Scheme: "https", Host: "h", Path: []string{"a/b"}}.URI() // https://h/a%2Fb
//
// A text without a scheme is a relative reference: "example.com/x" is a path.
//
// This package guesses nothing. Package web reads URLs as browsers do, package links finds
// URIs in text and repairs them, package crawl makes keys to compare them by, and package
// guard checks untrusted URLs.
//
// # Build and change
//
// A [Generic] is a URI as decoded parts: fill one and call its method URI, or take a URI
// apart with [GenericFrom]. Methods such as [URI.WithPath] and [URI.WithoutFragment] change one
// part, and [URI.WithValues] the pairs that [URI.Values] returns. Parts and pairs that do not
// change keep their bytes. [Escape] and [Unescape] work on single parts.
//
// # Resolve and compare
//
// The methods of a [Mode] resolve, relativize, normalize and compare. For the web use
// [RFC3986]. The zero Mode is [RFC2396], as for [URI.Resolve] and [URI.Normalize]: it keeps dot
// segments in normal forms, and ".." above the root. A [Resolver] has further options.
//
// # Errors
//
// An error about a text is a [*SyntaxError]. It has the byte offset, the part, and the
// [Rule] with its RFC and section. [SyntaxError.Caret] shows the place, and
// [SyntaxError.Fix] returns the text that was probably meant. A scheme struct that cannot
// be written returns a [*FieldError].
//
// # Schemes
//
// [FTPFrom], [HTTPFrom] and their like interpret a URI by its scheme as a struct of decoded
// values; [Interpret] chooses the struct. The structs of ftp, http, gopher, news and nntp also
// return the commands that a client sends:
//
//	text -Parse-> URI -FTPFrom-> FTP -FTP.URI-> URI -String-> text
//
// A path is split at "/" before it is decoded, so "%2F" in a file name stays part of the
// name.
//
// # Security
//
// A valid URI is not always safe to fetch. Package guard has checks for that, and the client of
// package httpguard makes them. This package checks the whole text, so a URI contains
// no control characters, no spaces and no bytes above 0x7F.
//
// Errors, log values, %+v and %#v show nothing that [URI.Redacted] hides. String, %v, %s,
// %q, %x, text, JSON and SQL show the URL as it is, for a URI and for a scheme struct.
// With %p and %w, and for an unexported field of another struct, fmt calls no method and
// prints all fields, including a password.
//
// The methods that return the lines of a client refuse CR, LF and NUL, except the
// CR LF of a gopher form (RFC 1738, 3.4.9).
//
// No recursion depends on the input, and every operation is linear in its length,
// except that [Values.Sorted] sorts. All functions are safe for concurrent use. Nothing is
// configured globally.
//
// # Cost
//
// On a 64-bit machine a URI is 48 bytes in addition to its text. Parsing, the accessors
// and other functions that return a part of the text do not allocate. Functions
// that compose a text allocate it. The Append forms write it to the caller's buffer. A
// [SyntaxError] is one allocation.
//
// # Specifications
//
//   - RFC 2396, generic syntax: the grammar (Appendix A), resolution (section
//     5.2, Appendix C) and normal forms (section 6).
//   - RFC 2732, IPv6 literals.
//   - RFC 1738, its schemes: ftp, http, gopher, mailto, news, nntp, telnet, wais,
//     file and prospero. [Conforms1738] is exactly its section 5. The scheme
//     structs read it as RFC 2396, RFC 5538 and RFC 6068 update it.
//   - RFC 1808 and RFC 3986, each as a [Mode]. [Conforms3986] is exactly
//     Appendix A of RFC 3986.
//   - RFC 3987, internationalized resource identifiers: [Conforms3987] is exactly its
//     section 2.2.
//
// # Deviations
//
// Where the RFCs contradict themselves or each other, this package does the
// following. The tests cover each point.
//
//  1. A reference of only a query, "?y", is accepted. The rule relativeURI
//     does not allow it, but it is a normal example of RFC 2396, Appendix C.
//  2. "[" and "]" are allowed around an IPv6 literal and nowhere else, though
//     RFC 2732 calls them reserved characters. [ParseRFC2396] refuses the literals
//     too. An IPv6 literal has no zone, and its address is as in RFC 3986, 3.2.2.
//     The numbers of an IPv4address have any length.
//  3. An authority that is no server ("h_x:80") is a reg_name, and
//     [URI.IsServer] is false for it. It still has a host if it has the form
//     [ userinfo "@" ] reg-name [ ":" port ] of RFC 3986.
//  4. A text of more than 2^32-2 bytes is refused.
//  5. If the base has an authority and an empty path, and the reference has a
//     path, the base's path counts as "/". By RFC 2396, 5.2, 6a the reference "g"
//     would continue the host.
//  6. A resolved path that begins with "//" after a missing authority is written
//     with "/." before it, since "//" would begin an authority. An opaque part
//     that would be empty in the modes RFC3986 and RFC1808 is written ".".
//  7. An empty reference, or one of only a fragment, resolves against the base without
//     its fragment. By RFC 2396, 4.2 it means the current document: see
//     [URI.IsSameDocument] and [Resolver.Document].
//  8. The scheme structs read RFC 1738 as updated. They accept "~", a trailing
//     dot of a hostname, "_" in a hostname (RFC 3986, 3.2.2), an empty port, IPv6
//     literals, a search part of http directly after the host, "/" and "?" in it, "/" in a
//     wais document id, ";" in the name of a file, and "file:/p". They refuse
//     ports above 65535, port 0, numbers above 255 in an IPv4 address, and "?" in a
//     user name or password. They read https as http. A mailto URL has addresses and
//     header fields (RFC 6068). An address must not contain CR, LF or NUL, although
//     RFC 822 allows them in quotes. A header field may contain "/". The structs of news
//     and nntp follow RFC 5538, but refuse patterns of groups other than "*", and a userinfo.
//  9. In the mode RFC1808 a "?" or ";" with nothing after it is an empty query
//     or empty parameters, so the base's are not inherited. RFC 1808, 2.4 does
//     not distinguish empty from missing.
//  10. A normal form keeps an escaped dot where a decoded one would make a dot
//     segment. RFC 2396, 2.3 lets unreserved characters be escaped without a
//     change of meaning, but section 5.2 distinguishes "%2E%2E" from "..".
//  11. In the mode RFC1808, the references "?y" and ";y" give a base with an
//     authority and an empty path the path "/". RFC 1808, 4 writes no path, and
//     would read "?y" as part of the host (section 2.4.3).
//  12. The Host of a [Generic] may need escapes (RFC 3986, 3.2.2, reg-name), but not with
//     the schemes http, https, ws, wss and ftp: programs read such hosts in different ways.
package uri
