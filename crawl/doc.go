// Package crawl decides for a crawler: whether URIs are the same ([Key]),
// whether one belongs to the crawl ([Scope]), whether its server allows it ([Robots]),
// and where a response leads ([Redirect]).
//
// A crawler wants to fetch as a browser would. It takes a reference from a page
// through package web, and converts the result once:
//
//	web.Parser.Parse(base, ref) -> web.URL.URI -> Scope.Contains, Robots.Allowed, Key
//
// Package page finds the references of markup, package links the URIs of other text. The key is only for
// comparing: fetch the URI itself.
//
// # Specifications
//
//   - RFC 3986, 6: normal forms, [Key], and others by [Keyer].Normalize. IPv6
//     addresses as RFC 5952 writes them.
//   - RFC 9110, 10.2.2: the fragment of a redirected URI, [Redirect].
//   - RFC 9309: robots.txt, [ParseRobots], and the status of its response,
//     [ReadRobots]. DEVIATION: a pattern may begin with "*", the name of a crawler may
//     have digits, and an escape of a reserved character is not that character. Misspelt
//     lines are read as google/robotstxt reads them.
//   - SURT, the Sort-friendly URI Reordering Transform of the Internet Archive:
//     [AppendSURT]. The keys of web archives are in package archive.
//
// # Security
//
// All functions take time linear in their input, except that sorting the n pairs of a
// query takes n log n.
package crawl
