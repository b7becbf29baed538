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
	// if there is white space in a wrapper, if it was repaired or is abbreviated, or
	// if [Extractor.JSON] is set.
	Start, End int
	// Wrapper names the punctuation around it.
	Wrapper Wrapper
	// Repaired is true if URI is neither the text nor the URI of an IRI: a character
	// outside URIs was escaped, as by [Repair], or a backslash before punctuation left
	// out.
	Repaired bool
	// Expansion is the rule for an abbreviation, or [ExpansionNone] for a URI with its
	// scheme. See [Extractor.Abbreviated].
	Expansion Expansion
	// Alternatives are other readings, the most likely first: one without the hyphen at
	// the end of a line (it may be the typesetter's), one without the "=" of
	// quoted-printable, all of the text in the wrapper if there is a space in it, and
	// one with a longer host, in two scripts. It is usually nil.
	Alternatives []uri.URI
}

// An Extractor finds the URIs in running text. The zero value works as
// [Extract].
type Extractor struct {
	// Schemes are more schemes to be found without "//", as "doi:10.1000/182". Their
	// case does not matter.
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
	// "http:\/\/a\/?b\u0026c" it finds http://a/?b&c. It does not read \u{...}, octal
	// escapes and line continuations: they end a URI. Offsets still count in the
	// text as written. Extract decodes the whole text first, and its URIs share the
	// memory of the decoded text.
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
// Without "//" and a wrapper, Chinese and Japanese text is a URI only if it begins with a
// mailbox, or if the scheme is one of [Extractor.Schemes]. [uri.MailtoFrom] decides what
// a mailto URL is. Without a wrapper it ends after the letters, digits, "-" and "." of
// its domain, unless "?" follows.
//
// White space at a line break in <...> or quotes is ignored, and so is the email quoting
// "> " or the marker of a comment, "// ", "* " or "# ", at the beginning of a line. A space
// within a line ends the URI, except after "URL:". A wrapper ends at an empty line at the
// latest. In <...> a label may follow a "|", as Slack writes it. A URI in <...> with a "{"
// in it is a template and is skipped, except for "${".
//
// A URI without a wrapper ends before the first character outside URIs and IRIs (RFC
// 3987, 2.2). But after the authority these characters are part of it, as browsers and
// people read them: [ ] { } | \ ^, a backquote, a "%" without an escape, and a second
// "#". They are escaped as [Repair] does, and [Match.Repaired] is true. A "\" before
// punctuation is an escape of Markdown or JSON and is left out.
//
// Punctuation of any script at the end belongs to the sentence, and so does "(", "[" or a
// closing bracket without its partner, and an entity of HTML like "&copy;". The
// entities of '"', "'", "<", ">" and the no-break space end a URI, and so does "'s" after a
// host. These openers right before the URI have closers:
//
//	opener          closer
//	' ` |           the same
//	** ~~           the same
//	[[ {{           "|", as in [[http://a/b|label]] of DokuWiki
//	{name}          the same, as in {code}http://a/b{code} of Jira
//	/*              "*/"
//	//              "//", if it is at the end
//	|name=          "|", as in {{cite|url=http://a/b|title=c}} of MediaWiki
//	_ ~ + ==        the same, if it is at the end
//	' ` ](          the next "'", "`" or ")", and punctuation before that is part of the URI
//
// A pair of brackets at the end of a path or fragment is a label if it has a letter or "#"
// in it, as in http://a/b[label] of AsciiDoc, and in link:http://a/?b[1] any pair is. A
// path keeps an index, as in http://a/b[1], and a pair after "_". After "=" in a query a
// pair at the end is a label, too. These are no part of a URI either:
//
//   - "[/name]", and a "'" before "," ")" ";" "]" or "/>";
//   - "--", "-" or "=" before ">", and "*/" or "&&" at the end;
//   - two or more "\" before a quotation mark;
//   - a final dot or comma in quotation marks, as in "http://a/b."; the URI with it is among
//     [Match.Alternatives];
//   - in strings and in troff, \n, \t and their like at the end of the URI or before http,
//     https or ftp, \n\n and \r\n, the escape of a control character in digits, as in \033 or
//     \x1b, \e[ and \fR (it sets a font);
//   - the same escapes before http, https or ftp, and the colour of a terminal there, as in
//     [36mhttp://a/b.
//
// These heuristics are in no RFC.
//
// Text of another script may follow a URI without a space. So its authority ends before
// the first character beyond US-ASCII after a port, an IPv4 address, "]" or, in the
// last label of the host, after a character of US-ASCII or a Latin letter:
// "http://example.comの" has the link http://example.com, and
// http://example.com%E3%81%AE is among [Match.Alternatives]. Punctuation beyond
// US-ASCII ends an authority, and before a scheme and "://" the URI before it.
// "http://例え.テスト/" stays whole, and so do user names, passwords and words such as
// "col·legi" before the last label. Path, query and fragment go on with letters of any
// script: "http://a/b的" is one IRI.
//
// A list of URLs is separated by ",", ";" or "|" if only an authority, or an authority and
// "/", is before the separator, and scheme "://" or name=scheme "://" after it:
// "http://a:1,http://b:1" has two links, but "http://a/b,http://c/d" is one URI.
//
// "。" always ends a URI, although an IRI may contain it: in running text it ends a
// sentence without a space after it. Within a wrapper it is kept. "，", "…" and the like
// end a URI that has no letter beyond US-ASCII before them. A space of Unicode, a
// character for the direction of the text, U+FFFD, a wide quotation mark, a private-use
// character outside a query, and a byte of invalid UTF-8 end it too.
//
// Extract skips a URI that is only part of something else:
//
//   - "{", a "%" without an escape, or a character outside hosts with a letter after it
//     follows the authority;
//   - a "\" is before the "@", since browsers find another host there;
//   - a look-alike of a hyphen is between the letters of the host;
//   - a soft hyphen or a tag character (U+E0000 to U+E0FFF) follows the URI.
//
// Package web decides which hosts and ports are valid under http, https, ws, wss, ftp and
// file. IDNA is not asked.
//
// It decodes no entities of HTML: give it the text of a page, or html.UnescapeString of
// it, since "&amp;" in a URL would stay.
//
// Addresses ("a@example.com") and abbreviations ("www.example.com") are not URIs.
// See [Extractor.Abbreviated].
//
// The time is linear in len(text). To keep it so, a scheme has at most 63 bytes and
// a wrapper 32 KiB, a wrapper ends within 8 KiB of the first white space in it, a ")" or "]"
// is within 256 bytes of its "(" or "[", and the host of an abbreviation has at most 255
// bytes. A Match allocates if its URI is not a part of the text or if it has
// alternatives. Otherwise the URI shares the memory of the text. [uri.URI.Clone] copies
// it.
//
// A program that reads both strings and streams needs one loop:
// x.ExtractFrom(strings.NewReader(text)) yields the matches of x.Extract(text), except
// those that [Extractor.ExtractFrom] skips.
func Extract(text string) iter.Seq[Match] {
	return Extractor{}.Extract(text)
}

// Extract is the function [Extract] with the settings of x.
func (x Extractor) Extract(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		d := newSource(text, x.JSON, true)
		known := noMarkers
		for i := 0; ; {
			m, next, ok := find(&x, &known, d.s[i:], true)
			if !ok {
				return
			}
			m.Start, m.End = d.offset(i+m.Start), d.offset(i+m.End)
			i += next
			if x.wants(m.URI) && !yield(m) {
				return
			}
		}
	}
}

// wants reports whether u has one of the schemes x.Only.
func (x *Extractor) wants(u uri.URI) bool {
	return x.Only == nil || hasName(x.Only, u.Scheme())
}
