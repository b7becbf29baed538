// Package uri parses, checks, resolves, compares and writes URI references, exactly as
// the RFCs define them. Where the RFCs contradict each other, the section "Deviations"
// lists the choice made.
//
// [Parse] returns a [URI]: a string that follows the generic grammar, and the
// offsets of its parts. [URI.Resolve] makes a reference absolute against a base.
// [FTPFrom], [HTTPFrom] and eight more interpret a URI by its scheme: each returns
// a struct of decoded values, the scheme struct. The structs of ftp, http, gopher, news and
// nntp also return the lines that a client has to send. [Interpret] chooses among them. The way
// is always the same:
//
//	text -Parse-> URI -FTPFrom-> FTP -FTP.URI-> URI -String-> text
//
// Every URI holds exactly the parts that Parse would find in its text. A URI decodes
// nothing. A scheme struct is split at the delimiters before it is decoded, so
// "%2F" in a file name stays part of the name.
//
// This package guesses nothing. Package web reads URLs as browsers do. Package
// links finds URIs in text and repairs them, package crawl makes keys to compare them
// by, and package guard warns of valid URIs that are used in attacks.
//
// # Specifications
//
//   - RFC 2396, generic syntax: the grammar (Appendix A), resolution (section
//     5.2, Appendix C) and normal forms (section 6).
//   - RFC 2732, IPv6 literals.
//   - RFC 1738, ten schemes: ftp, http, gopher, mailto, news, nntp, telnet, wais,
//     file and prospero. [Conforms1738] is its section 5 to the letter. The scheme
//     structs read it as RFC 2396 updates it.
//   - RFC 1808 and RFC 3986, as modes of the [Resolver]. [Conforms3986] is
//     Appendix A of RFC 3986 to the letter.
//   - RFC 3987, internationalized resource identifiers: [Conforms3987] is its section
//     2.2 to the letter.
//
// # Deviations
//
// Where the RFCs contradict themselves or each other, this package does the
// following. The tests cover each point.
//
//  1. A reference that is a query alone, "?y", is accepted. The rule relativeURI
//     does not allow it, but it is a normal example of RFC 2396, Appendix C.
//  2. "[" and "]" are allowed around an IPv6 literal and nowhere else, though
//     RFC 2732 calls them reserved characters. [ParseRFC2396] refuses the literals
//     too. An IPv6 literal has no zone, and its address is as in RFC 3986, 3.2.2.
//     The numbers of an IPv4address have any length.
//  3. An authority that is no server ("h_x:80") is a reg_name, and
//     [URI.IsServer] is false for it. It still has a host if RFC 3986 reads it as
//     one [ userinfo "@" ] reg-name [ ":" port ].
//  4. A text of more than 2^32-2 bytes is refused.
//  5. If the base has an authority and an empty path, and the reference has a
//     path, the base's path counts as "/": "http://a" and "g" give "http://a/g",
//     where section 5.2, 6a says "http://ag".
//  6. A resolved path that begins with "//" after a missing authority is written
//     with "/." before it, since "//" would begin an authority. An opaque part
//     that would be empty in the modes RFC3986 and RFC1808 is written ".".
//  7. An empty reference or a fragment alone resolves to the base without its
//     fragment. Section 4.2 means the current document: [URI.IsSameDocument]
//     reports such a reference, and [Resolver.Document] names the document.
//  8. The scheme structs read RFC 1738 as updated. They accept "~", a trailing
//     dot of a hostname, "_" in a hostname (RFC 3986, 3.2.2), an empty port, IPv6
//     literals, "http://h?q", "/" and "?" in the search part of http, "/" in a
//     wais document id, ";" in the name of a file, and "file:/p". They refuse
//     ports above 65535, port 0, numbers above 255 in an IPv4 address, and "?" in a
//     user name or password.
//     They read https as http. A mailto URL has addresses and header fields
//     (RFC 6068). An address must not contain CR, LF or NUL, although RFC 822
//     allows them in quotes. A header field may contain "/".
//  9. In the mode RFC1808 a "?" or ";" with nothing after it is an empty query
//     or empty parameters, so the base's are not inherited. RFC 1808, 2.4 does
//     not distinguish empty from missing.
//  10. A normal form keeps an escaped dot where a decoded one would make a dot
//     segment. RFC 2396, 2.3 lets unreserved characters be escaped without a
//     change of meaning, but section 5.2 distinguishes "%2E%2E" from "..".
//  11. In the mode RFC1808, "http://a" and "?y" or ";y" give "http://a/?y" and
//     "http://a/;y". RFC 1808, 4 says "http://a?y", whose host it would read as
//     "a?y" (section 2.4.3).
//
// # Security
//
// A valid URI is not always safe to fetch: package guard has checks for that.
// This package checks the whole text, so a URI contains no control characters, no
// spaces and no bytes above 0x7F.
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
// except that [Values.Sorted] sorts. All functions are safe for concurrent use. There
// is no state to configure.
//
// # Cost
//
// On a 64-bit machine a URI is 48 bytes in addition to its text. Parsing, the accessors
// and other functions that return a part of the text do not allocate. Functions
// that compose a text allocate it. The Append forms write it to the caller's buffer. A
// [SyntaxError] is one allocation.
package uri
