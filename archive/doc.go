// Package archive makes the sort keys of the CDX files of web archives, and ranges of keys.
//
//	key, err := archive.Key("http://www.example.com/A/?b&a") // com,example)/a?a&b
//	start, end, err := archive.Range("example.com", archive.MatchDomain)
//
// The keys follow programs, not an RFC: these split a URL by rules of their own,
// convert hosts by IDNA 2003, read ports as Python and Java do, and leave out session
// identifiers. The keys of package crawl distinguish what the RFCs distinguish.
//
// # Specifications
//
//   - The keys of the CDX files of web archives, as internetarchive/surt and
//     iipc/webarchive-commons make them: [AppendKey], [Keyer]. Hosts beyond US-ASCII by
//     RFC 3490 (IDNA 2003), RFC 3491 and RFC 3492.
//   - The ranges of keys of pywb: [Range]. DEVIATION: a host or a domain of a key
//     without a host is an error: pywb takes a part of the key for a host. A text with
//     "urn:" before it and without a key is an error: pywb takes it for its own key.
//
// # Security
//
// A key identifies a page in an index. It joins different URLs, perhaps of different
// resources, so never fetch, log or compare by it where a URL is meant. All functions
// take linear time, except that sorting the n pairs of a query takes n log n.
package archive
