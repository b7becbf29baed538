// Package crawl reads URIs as people and pages write them: it finds them in
// running text, completes those that are abbreviated, repairs those that are
// broken, makes keys to tell whether URIs are the same, and tells whether one belongs
// to a crawl.
//
// Package uri follows its RFCs to the letter and guesses nothing. This package
// changes text, and each function reports its changes: where a URI was found and in
// which wrapper ([Match]), by which rule it was completed ([Expansion]), and each
// repair ([Change]).
//
// A crawler wants to fetch as a browser would. It takes a reference from a page
// through package web, and converts the result once:
//
//	web.Parser.Parse(base, ref) -> web.URL.URI -> Scope.Contains, Robots.Allowed, AppendKey
//
// Text that is not markup goes through [Extract]. [Scope] says whether to follow a
// link, [Robots] whether its server allows that, and [Redirect] where a response
// leads. The key is only for comparing: fetch the URI itself. [Repair] makes a
// reference valid by the RFCs without guessing: it escapes characters that no URI may
// contain, and reports each change.
//
// # Specifications
//
//   - RFC 1738, Appendix, and RFC 2396, Appendix E: URIs in text, [Extract].
//   - RFC 2396, Appendix F: abbreviated URIs, [Expand].
//   - RFC 3987, 2.2 and 3.1: IRIs and the URIs that they are mapped to, [Extract]
//     and [Expand]. DEVIATION: in running text an IRI contains no white space, no
//     character that sets the direction of the text, and not U+200B, U+2060 or U+FEFF:
//     they have no width. It ends at punctuation as [Extract] says. DEVIATION:
//     characters that no URI may contain are part of one in running text, as [Extract]
//     says, and are escaped.
//   - RFC 5322, 3.2.3, mailboxes: [Extractor.Abbreviated]. DEVIATION: of the local
//     part only letters of any script, digits and ._+-~%' are read, and no quoted
//     string.
//   - RFC 8259, 7, and ECMA-262: escapes in strings, [Extractor.JSON].
//   - RFC 2396, 2.4: when to escape, [Repair].
//   - RFC 3986, 6: normal forms, [AppendKey], and others by [Keyer].Normalize. IPv6
//     addresses as RFC 5952 writes them.
//   - RFC 9110, 10.2.2: the fragment of a redirected URI, [Redirect].
//   - RFC 9309: robots.txt, [ParseRobots], and the status of its response,
//     [ReadRobots]. DEVIATION: a pattern may begin with "*", and the name of a crawler
//     may have digits. Misspelt lines are read as google/robotstxt reads them.
//   - SURT, the Sort-friendly URI Reordering Transform of the Internet Archive:
//     [AppendSURT].
//   - The keys of the CDX files of web archives, as internetarchive/surt and
//     iipc/webarchive-commons make them: [AppendArchiveKey], [ArchiveKeyer]. Hosts
//     beyond US-ASCII by RFC 3490 (IDNA 2003), RFC 3491 and RFC 3492.
//   - The ranges of keys that pywb looks up: [ArchiveRange]. DEVIATION: if a key
//     without a host is asked for a host or a domain, that is an error: pywb takes a
//     part of the key for a host. A text that begins with "urn:" and has no key is
//     an error: pywb takes it for its own key.
//
// # Security
//
// A URI that was found, completed or repaired is a guess about the intention of
// its author, and no more trustworthy than that text. Package guard warns of valid URIs
// that are used in attacks. All functions take time linear in their input, except
// that sorting the n pairs of a query takes n log n.
package crawl
