// Package links reads URIs as people write them: it finds them in running text
// ([Extract]), says which one a person typed or pasted ([Read]), completes abbreviated
// ones ([Expand]), and repairs broken ones ([Repair]).
//
//	for m := range links.Extract("See http://example.com/a.") {
//		fmt.Println(m.URI) // http://example.com/a
//	}
//
// Package uri follows its RFCs and guesses nothing. This package changes text, and reports
// what it did. A [Match] has the place of a URI, its wrapper, and the rule that ended it. A
// [Kind] names a typed text, an [Expansion] the rule that completed it, and a [Change] one
// repair. [Repair] makes a reference valid by the RFCs without guessing: it escapes the
// characters that no URI contains. Package web reads a reference as a browser does.
//
// # Specifications
//
//   - RFC 1738, Appendix, and RFC 2396, Appendix E: URIs in text, [Extract].
//   - RFC 2396, Appendix F: abbreviated URIs, [Expand].
//   - RFC 3987, 2.2 and 3.1: IRIs and the URIs that they are mapped to, [Extract] and
//     [Expand]. DEVIATION: in running text an IRI contains no white space, no character
//     for the direction of the text, and none without width (U+200B, U+2060, U+FEFF).
//     It ends at punctuation as [Extract] says. DEVIATION: some characters that no URI
//     contains are part of one in running text, as [Extract] says, and are escaped.
//   - UTS #58, Unicode Link Detection: testdata/links.tsv has its tests. DEVIATION: hosts
//     with an empty label or a "-" at the end of one are found, as browsers take them, and
//     so are user names. A double quote ends a link.
//   - RFC 5892, 2.6 and Appendix A: punctuation in the labels of a host.
//   - RFC 5322, 3.2.3, mailboxes: [Extractor.Abbreviated]. DEVIATION: the local part is a
//     dot-atom with letters of any script and without "/", "?" and "#", and no quoted
//     string.
//   - RFC 8259, 7, and ECMA-262: escapes in strings, [Extractor.JSON].
//   - RFC 2396, 2.4: when to escape, [Repair].
//   - RFC 6761, 6.3 and 6.4, localhost and invalid, and the manual of git-fetch, addresses of git and scp:
//     [Read].
//
// # Security
//
// A URI found, completed or repaired is a guess about the intention of the author, and
// no more trustworthy than the text. [Extract] also finds javascript: and data: URLs in wrappers and
// without: a program that makes links of them lists its schemes in [Extractor.Only]. Package guard
// warns of valid URIs used in attacks.
// All functions take linear time.
package links
