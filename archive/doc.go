// Package archive makes the keys by which web archives sort their indexes, the CDX
// files, and the ranges of keys in which a look-up searches.
//
//	key := archive.AppendKey(nil, "http://www.example.com/A/?b&a") // com,example)/a?a&b
//	start, end, err := archive.Range("example.com", archive.MatchDomain)
//
// The keys follow the programs that make them, not an RFC: these split a URL by rules
// of their own, convert hosts by IDNA 2003, read ports as Python and Java do, and leave
// out session identifiers. For the keys of a crawler, which keep apart what the RFCs
// keep apart, see package crawl.
//
// # Specifications
//
//   - The keys of the CDX files of web archives, as internetarchive/surt and
//     iipc/webarchive-commons make them: [AppendKey], [Keyer]. Hosts beyond US-ASCII by
//     RFC 3490 (IDNA 2003), RFC 3491 and RFC 3492.
//   - The ranges of keys that pywb looks up: [Range]. DEVIATION: if a key without a
//     host is asked for a host or a domain, that is an error: pywb takes a part of the
//     key for a host. A text that begins with "urn:" and has no key is an error: pywb
//     takes it for its own key.
//
// # Security
//
// A key identifies a page in an index. It joins URLs that may identify different
// resources, so never fetch, log or compare by it where a URL is meant. All functions
// take time linear in their input, except that sorting the n pairs of a query takes
// n log n.
package archive
