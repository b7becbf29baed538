// Package uri reads, checks, resolves, compares and writes URI references, by
// the letter of the RFCs.
//
// [Parse] gives a [URI]: a text that follows the generic grammar, and where its
// parts lie. [URI.Resolve] makes a reference absolute against a base. [FTPFrom],
// [HTTPFrom] and eight more read a URI as what it means in its scheme, a struct
// of decoded values, and say what a client has to send; [Interpret] chooses
// among them. The way is always the same:
//
//	text -Parse-> URI -FTPFrom-> FTP -FTP.URI-> URI -String-> text
//
// Only Parse makes a URI. What is composed or changed is text that was parsed
// again, and a [Resolver] finds the parts of its result where Parse would, so no
// operation makes a value that would read differently. Nothing is decoded in a
// URI; structure is lifted out before decoding in a struct, so "%2F" in a file
// name stays part of the name.
//
// What has to be guessed is outside: package crawl finds URIs in text, mends
// and completes them and makes keys to compare them by; package guard warns of
// URIs that are legal and an attack.
//
// # Specifications
//
//   - RFC 2396, Uniform Resource Identifiers: Generic Syntax. The grammar
//     (Appendix A), resolution (section 5.2, Appendix C) and normal forms
//     (section 6).
//   - RFC 2732, Format for Literal IPv6 Addresses in URL's.
//   - RFC 1738, Uniform Resource Locators. Ten schemes: ftp, http, gopher,
//     mailto, news, nntp, telnet, wais, file and prospero. [Conforms1738] is its
//     section 5 to the letter; the structs read it as updated by RFC 2396.
//   - RFC 1808, Relative Uniform Resource Locators, and RFC 3986, Uniform
//     Resource Identifier: Generic Syntax, as modes of the [Resolver].
//
// Rules have the names that the RFCs give them. A [SyntaxError] says which rule
// a text did not follow and at which octet.
//
// # Deviations
//
// Where the RFCs contradict themselves or each other this package does the
// following. Each point has its rows in the tests.
//
//  1. A reference that is a query alone, "?y", is accepted. It does not follow
//     from relativeURI, but is a normal example of RFC 2396, Appendix C.
//  2. "[" and "]" stand around an IPv6 literal and nowhere else, though RFC 2732
//     calls them reserved characters. [ParseRFC2396] refuses the literals too.
//     An IPv6 literal has no zone.
//  3. A registry-based authority has a host where RFC 3986 reads it as one
//     [ userinfo "@" ] reg-name [ ":" port ]; [URI.IsServer] is false for it.
//  4. A text of more than 2^32-2 octets is refused.
//  5. Resolving a reference with a path against a base with an authority and an
//     empty path reads the base's path as "/": "http://a" and "g" give
//     "http://a/g", where section 5.2, 6a says "http://ag".
//  6. A resolved path that begins with "//" where there is no authority is
//     written with "/." before it, since "//" would begin one, and an opaque part
//     that would be empty in the modes RFC3986 and RFC1808 is written ".".
//  7. An empty reference or a fragment alone gives the base without its own
//     fragment. Section 4.2 means the current document; [URI.IsSameDocument]
//     tells, and a Resolver can be given that document's URI.
//  8. The structs read RFC 1738 as updated: "~", a trailing dot of a hostname,
//     "_" in a hostname (RFC 3986, 3.2.2), an empty port, IPv6 literals,
//     "http://h?q", "/" and "?" in the search part of http, "/" in a wais
//     document id, and "file:/p" are accepted; ports above
//     65535, port 0, numbers above 255 in an IPv4 address and a "?" in a user
//     name or password are refused. https is read as http is. A mailto URL has
//     addresses and header fields (RFC 6068); CR, LF and NUL are refused in an
//     address, where RFC 822 has them in quotes, and "/" is accepted in a field.
//  9. In the mode RFC1808 a "?" or ";" with nothing behind it is a query or
//     parameters, and keeps the base's away. RFC 1808, 2.4 does not tell empty
//     from undefined.
//  10. A normal form keeps an escaped dot where it would make a dot segment.
//     RFC 2396, 2.3 lets unreserved characters be escaped without a change of
//     meaning, but 5.2 tells "%2E%2E" from "..".
//  11. In the mode RFC1808, "http://a" and "?y" or ";y" give "http://a/?y" and
//     "http://a/;y". RFC 1808, 4 says "http://a?y", which it would read as the host
//     "a?y" (2.4.3).
//
// # Security
//
// A URI that parses is not thereby safe to fetch: package guard has checks for
// that. What this package sees to: the whole text is checked, so control
// characters, spaces and octets above 0x7F are never in a URI. Errors, log
// values, %+v and %#v show no password. String, %v, %s, %q, %x, text and JSON
// are the URL as it is, of a URI and of a scheme struct alike. Package fmt calls no
// method for %p and %w, nor for an unexported field, and shows what it finds. Wire forms refuse CR, LF
// and NUL, but for the CR LF that a gopher form has (RFC 1738, 3.4.9).
// No call depth follows the input, and every operation is linear in its length.
// All functions are safe for concurrent use; there is no state to configure.
//
// # Cost
//
// A URI is 48 octets beside its text. Parsing, the accessors and whatever
// returns a part of the text do not allocate; what composes a text allocates
// it, and the Append forms not even that. A [SyntaxError] is one allocation, and
// a second where it hides or shortens the text.
package uri
