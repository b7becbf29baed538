package links

import (
	"iter"

	"example.com/uri"
)

// A Match is a URI found in a text. A JSON handler of log/slog shows it with its secrets.
type Match struct {
	// URI is absolute, with its fragment. White space and email quoting inside a
	// wrapper are not part of it. For an IRI in the text, this is the URI of RFC 3987,
	// 3.1.
	URI uri.URI
	// Start and End are byte offsets: the URI or IRI is text[Start:End], without
	// wrapper and prefix. The text there differs from the URI only if it is an IRI,
	// if there is white space in a wrapper or a control sequence of a terminal, if it was
	// repaired or is abbreviated, or if [Extractor.JSON] is set.
	Start, End int
	// Wrapper names the punctuation around it.
	Wrapper Wrapper
	// Ending names the rule that ended it.
	Ending Ending
	// Repaired is true if URI is neither the text nor the URI of an IRI: a character
	// outside URIs was escaped, as by [Repair], a token of a format was replaced by its
	// character, or a control sequence was left out.
	Repaired bool
	// Expansion is the rule for an abbreviation ([Extractor.Abbreviated]), else [ExpansionNone].
	Expansion Expansion
	// Alternatives are other readings, the most likely first. They leave out the hyphen
	// at the end of a line (it may be the typesetter's) or the "=" of quoted-printable,
	// or they take more: all text in a wrapper with a space in it, a longer host in two
	// scripts, or the final "." or "," in quotation marks. It is usually nil.
	Alternatives []uri.URI
}

// An Extractor finds the URIs in running text. The zero value works as [Extract].
type Extractor struct {
	// Schemes are more schemes to be found without "//", in any case, as "doi:10.1000/182".
	Schemes []string
	// Only, if it is not nil, names the schemes to be found, in any case. URIs of
	// others are passed over, with all text in them.
	Only []string
	// Abbreviated also finds mailboxes, and hosts with "www.", "www2." ... or "ftp." at
	// the beginning, and completes them by the rules of [Expand]: "www.example.com/a"
	// is http://www.example.com/a, "user@example.com" is mailto:user@example.com. A
	// host ends before the first character outside hostnames, but is skipped if that is
	// "@", "_", "%", "\" or "{". There is no list of top-level domains.
	//
	// A mailbox is found with its whole local part, a dot-atom of RFC 5322, 3.2.3, or
	// not at all. An opener and its closer are no part of it, as in *user@example.com*,
	// and neither is one "name=" of letters. A local part with "/", "?", "#" or
	// quotation marks is skipped, and so are git@example.com:a/b.git and img@2x.png.
	Abbreviated bool
	// ToASCII turns a host name with characters beyond US-ASCII into US-ASCII, as IDNA
	// does. Without it the name is escaped: browsers read it as the same host. If it
	// refuses a host, the IRI is not found.
	ToASCII func(name string) (string, error)
	// JSON reads the escape sequences of strings in JSON and JavaScript: in
	// "http:\/\/a\/?b\u0026c" it finds http://a/?b&c. It does not read \u{...}, octal escapes
	// and line continuations: they end a URI. Offsets still count in the text as written.
	// Extract decodes the whole text first, and its URIs share the memory of the decoded text.
	JSON bool
}

// Extract yields the URIs and IRIs in a UTF-8 text, in order. They do not
// overlap. By the recommendations of RFC 2396, Appendix E and the appendix of
// RFC 1738 it finds:
//
//   - <URL:...>, the prefix in any case, around any absolute URI;
//   - <...> and "...", around a URI with "//" after its scheme, or without it for the
//     schemes file, mailto, news, about, cid, data, geo, javascript, magnet, mid, sip,
//     sips, sms, tel, urn, xmpp, and [Extractor.Schemes];
//   - the same without a wrapper. A prefix "URL:" is not part of it.
//
// White space at a line break in a wrapper is ignored, and so is the email quoting
// "> " or the marker of a comment, "// ", "* " or "# ", at the beginning of a line. A space
// within a line ends the URI, except after "URL:". A wrapper ends at an empty line at the
// latest.
//
// A URI without a wrapper ends before the first character outside URIs and IRIs (RFC
// 3987, 2.2). But after the authority these characters are part of it, as browsers and
// people read them: [ ] { } | \ ^, a backquote, a "%" without an escape, and a second
// "#". They are escaped as [Repair] does, and [Match.Repaired] is true.
//
// Other rules end a URI earlier: [Match.Ending] names the rule. They are
// heuristics and in no RFC. The file RULES.md of this package has a table for each kind,
// with an example of each rule:
//
//	openers and closers    'http://a/b'.c              ends before the "'"
//	tokens of formats      http://a/b\(rq              ends before the "\"
//	ends of an authority   http://a.example|b          ends before the "|"
//	trimming               http://a/b.                 ends before the "."
//	skips                  http://a/%s http://{b}/     finds only the first
//
// It decodes no entities of HTML: give it the text of a page, or html.UnescapeString of
// it, since "&amp;" in a URL would stay. Addresses ("a@example.com") and abbreviations
// ("www.example.com") are not URIs. See [Extractor.Abbreviated].
//
// The time is linear in len(text). To keep it so, a scheme has at most 63 bytes and
// a wrapper 32 KiB, a wrapper ends within 8 KiB of the first white space in it, a ")" or "]"
// is within 256 bytes of its "(" or "[", and the host of an abbreviation has at most 255
// bytes. A Match allocates if its URI is not a part of the text or if it has
// alternatives. Otherwise the URI shares the memory of the text. [uri.URI.Clone] copies it.
//
// One loop can read both strings and streams: x.ExtractFrom(strings.NewReader(text)) yields
// the matches of x.Extract(text). [Extractor.ExtractFrom] says which ones it skips.
func Extract(text string) iter.Seq[Match] {
	return Extractor{}.Extract(text)
}

// Extract is the function [Extract] with the settings of x.
func (x Extractor) Extract(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		p := stream[string]{x: x, longest: len(text)}
		p.read(text, true, func(m Match, _ error) bool { return yield(m) })
	}
}
