// Package web reads URLs as browsers do: by the URL Standard of the WHATWG.
//
// [Parse] takes any string and returns the [URL] of a browser, or the error if a browser
// refuses the string. [Parser.Parse] reads a reference against a base, for example a link on
// a page. Package uri reads by the RFCs and keeps every byte. This package repairs: it
// lowers the case of schemes and hosts, writes "\" as "/", removes dot segments, tabs and
// newlines, reads "0x7f.1" as an IPv4 address and percent-encodes forbidden characters.
// [URL.URI] converts to package uri.
//
//	page, err := web.Parse("HTTP://Example.com/docs/guide/")
//	link, err := web.Parser{}.Parse(page, `..\a b`) // http://example.com/docs/a%20b
//	u, err := link.URI()
//
// The host of an http, https, ws, wss, ftp or file URL may be an internationalized
// domain name. This package has no tables of Unicode: a [Parser] takes a function that
// converts such a name to ASCII. Without one it refuses a name that is not ASCII, with
// [ErrNoToASCII]. Module example.com/uri/idna has the function.
//
// # Specifications
//
//   - URL Standard, https://url.spec.whatwg.org/, as of July 2026: the "basic URL
//     parser", the "host parser", the "URL serializer" and "origin". Each function
//     names the part of the standard that it implements.
//   - RFC 2396, Uniform Resource Identifiers: Generic Syntax, for [URL.URI].
//
// The standard describes a state machine that reads one code point at a time. Here each
// part of a URL has a function. [Parse] accepts the same inputs as the standard's parser
// and returns the same serialization, byte for byte. Where the standard leaves a choice:
//
//  1. The standard's input is a string of code points. Each byte that is not part of
//     valid UTF-8 counts as U+FFFD.
//  2. An input or a URL of more than 2^32-2 bytes is refused.
//  3. There is no "blob URL store": a blob URL has the origin of the URL in its
//     path if that is an http or https URL, else opaque. file URLs have an opaque
//     origin.
//  4. The "encoding override" is a function, [Parser.Query].
//  5. Validation errors that do not make the parser fail are not reported.
//
// # Security
//
// Ask this package, not package uri or net/url, which host a browser connects to. If a
// check and a fetch read a text by different standards, they may see different hosts:
//
//	http://a\@b/    // the host a here, the host b elsewhere
//
// A URL of this package can be passed on safely as its String: its text is printable ASCII
// (with spaces in some opaque paths), and [Parse] reads it as the same URL.
//
// A URL is not always safe to fetch: the host "2130706433" is the address 127.0.0.1. Package
// guard has checks for that. Errors, log values and the %+v and %#v forms of a URL show no
// password. Its String does. No recursion depends on the input, and every operation is
// linear in the length of its input. All functions are safe for concurrent use.
//
// # Cost
//
// A URL is 48 bytes in addition to its text. [Parse] does not allocate for a URL of at most 256
// bytes that is its own serialization. Other URLs, and references, usually cost one allocation, of
// the text of the result. Tabs and newlines, percent-encoded bytes in a host and a text of more
// than 256 bytes may cost more.
package web
