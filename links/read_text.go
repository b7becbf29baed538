package links

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// embedded returns the only URI in s. ok is false if there is none.
func (r Reader) embedded(s string) (m Match, ok bool, err error) {
	m, ok, several := r.found(s, 0)
	switch {
	case several:
		return Match{}, false, ErrSeveral
	case !ok:
		return Match{}, false, nil
	case m.Expansion == ExpansionNone && (cutsScheme(s, m) || cutsHost(s, m)), m.Expansion != ExpansionNone && cutsWord(s[:m.Start]):
		return Match{}, false, errCut
	case hostGoesOn(s, m):
		return Match{}, false, errDisputed
	}
	host, _ := m.URI.Host()
	if name, err := uri.Unescape(host); r.ToASCII == nil && err == nil && schemes.Lookup(m.URI.Scheme()).Special && !ascii.Is(name) {
		return Match{}, false, ErrHost
	}
	authority, _, _ := typedAuthority(s[m.Start:m.End], false)
	m.URI, err = judge(m.URI, authority)
	return m, err == nil, err
}

// cutsScheme reports whether the text before m is rather a part of its scheme. Between the two is
//
//   - an invisible character
//   - an asterisk, as in "h**p://h"
//   - white space, but without it they are a known scheme, as in "see s ftp://example.com", or the text
//     ends in "+"
func cutsScheme(s string, m Match) bool {
	before := s[:m.Start]
	name := strings.TrimRightFunc(before, isInvisible)
	r, _ := utf8.DecodeLastRuneInString(before)
	if isInvisible(r) && !unicode.IsSpace(r) || r == '*' && !schemes.IsKnown(m.URI.Scheme()) {
		return true
	}
	isApart := len(name) < len(before)
	i := len(name)
	for i > 0 && ascii.Scheme.Has(name[i-1]) {
		i--
	}
	name = name[i:]
	return isApart && name != "" && len(name) <= maxScheme && (name[len(name)-1] == '+' || schemes.IsKnown(name+m.URI.Scheme()))
}

// cutsWord reports whether an abbreviation after the text before is rather a part of a word with an invisible
// character in it.
func cutsWord(before string) bool {
	r, n := utf8.DecodeLastRuneInString(before)
	front := before[:len(before)-n]
	return isInvisible(r) && !unicode.IsSpace(r) && front != "" && (ascii.Letter | ascii.Digit).Has(front[len(front)-1])
}

// cutsHost reports whether the host of m may go on after the white space at its end: it has one
// label, or it ends at a line break and the next line begins with a word with "." or "/" in it.
func cutsHost(s string, m Match) bool {
	host, _ := m.URI.Host()
	after := s[m.End:]
	next := strings.TrimLeftFunc(after, isInvisible)
	if authority, _ := m.URI.Authority(); host == "" || len(next) == len(after) || next == "" || !strings.HasSuffix(m.URI.String(), authority) {
		return false
	}
	if m.URI.HostKind() != uri.HostIPv6 && !strings.Contains(host, ".") && host != "localhost" {
		return true
	}
	between := after[:len(after)-len(next)]
	if i := strings.IndexFunc(next, unicode.IsSpace); i >= 0 {
		next = next[:i]
	}
	return isProse(between) && strings.ContainsAny(strings.TrimRight(next, "."), "./")
}

// hostGoesOn reports whether programs may read another host than that of m, because the authority goes on
// after m. Before any white space there is an "@", or one of [lookAlikes], or at once
//
//   - an invisible character and a letter or digit, or
//   - a character beyond US-ASCII, and later a "." or ":" with a letter or digit after it.
//
// A "." that ended a host may be before these.
func hostGoesOn(s string, m Match) bool {
	rest := strings.TrimLeft(s[m.End:], ".")
	if i := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/?#", r) }); i >= 0 {
		rest = rest[:i]
	}
	authority, _ := m.URI.Authority()
	isWhole := authority != "" && strings.HasSuffix(m.URI.String(), authority) || m.Expansion == ExpansionMailbox
	if rest == "" || m.Wrapper != WrapperNone || !isWhole {
		return false
	}
	text, next := ascii.Visible(rest), ""
	if r, _ := utf8.DecodeRuneInString(rest); ascii.IsInvisible(r) {
		next = text
	} else if i := strings.IndexAny(text, ".:"); i >= 0 && r >= utf8.RuneSelf {
		next = text[i:]
	}
	next = strings.TrimLeft(next, ".:-")
	return strings.Contains(text, "@") || strings.ContainsAny(rest, lookAlikes) || next != "" && (ascii.Letter|ascii.Digit).Has(next[0])
}

// A language is that of an escape.
type language uint8

const (
	ofNone    language = iota // the character itself
	ofStrings                 // strings of JSON and JavaScript
	ofHTML                    // references of HTML
	ofURIs                    // escapes of URIs
	ofOthers                  // an escape that Read does not decode
)

// spellings are those of ":" and "/" in lower case.
var spellings = [...]struct {
	text string
	char byte
	by   language
}{
	{":", ':', ofNone}, {"/", '/', ofNone},
	{`\:`, ':', ofStrings}, {`\/`, '/', ofStrings}, {`\u003a`, ':', ofStrings}, {`\u002f`, '/', ofStrings}, {`\x3a`, ':', ofStrings}, {`\x2f`, '/', ofStrings},
	{"&colon;", ':', ofHTML}, {"&sol;", '/', ofHTML}, {"&#58;", ':', ofHTML}, {"&#47;", '/', ofHTML}, {"&#x3a;", ':', ofHTML}, {"&#x2f;", '/', ofHTML},
	{"%3a", ':', ofURIs}, {"%2f", '/', ofURIs},
	{`\072`, ':', ofOthers}, {`\057`, '/', ofOthers}, {`\72`, ':', ofOthers}, {`\57`, '/', ofOthers}, {`\u{3a}`, ':', ofOthers}, {`\u{2f}`, '/', ofOthers},
}

// spelled returns the language in which char is written at s[i:], and its length there, or 0.
func spelled(s string, i int, char byte) (by language, n int) {
	for _, x := range spellings {
		if x.char == char && ascii.HasPrefixFold(s[i:], x.text) {
			return x.by, len(x.text)
		}
	}
	return ofNone, 0
}

// escapedBy returns the language of the first "://" after a scheme in s, or ofNone. Escapes of URIs
// count only after a scheme at the start of s.
func escapedBy(s string) language {
	for i := 1; i < len(s); i++ {
		if !ascii.Scheme.Has(s[i-1]) || strings.IndexByte(`:\&%`, s[i]) < 0 {
			continue
		}
		colon, n := spelled(s, i, ':')
		first, m := spelled(s, i+n, '/')
		second, l := spelled(s, i+n+m, '/')
		by := max(colon, first, second)
		isHalf := (first == ofNone) != (second == ofNone) // "http:/\57.1" has a host to browsers
		if n*m*l > 0 && !isHalf && (by != ofURIs || ascii.All(s[:i], ascii.Scheme)) {
			return by
		}
	}
	if i := strings.Index(s, `\/`); i > 0 && strings.Count(s, "/") == strings.Count(s, `\/`) {
		return ofStrings // "example.com\/a"
	}
	return ofNone
}

// unescaped returns s without its escapes if the ":" or "/" of a URL is one of them. ok is false
// if none is.
func unescaped(s string) (text string, ok bool, err error) {
	switch escapedBy(s) {
	case ofNone:
		return "", false, nil
	case ofStrings:
		text = newSource(&Extractor{JSON: true}, strings.ReplaceAll(s, `\:`, ":"), 0, false, true).s // "\:" is of Java's properties
	case ofHTML:
		text = html.UnescapeString(s)
	case ofURIs:
		text, err = uri.Unescape(s)
	default:
		err = errEscapes
	}
	return strings.TrimFunc(text, isInvisible), err == nil, err
}

// defanged are texts in brackets, each with the text for which it stands. People write them to make
// a dangerous URL harmless.
var defanged = [...][2]string{{".", "."}, {"dot", "."}, {":", ":"}, {"://", "://"}, {"/", "/"}, {"@", "@"}, {"at", "@"}}

// refanged returns s as it was before it was made harmless: with "http" for "hxxp" at the start, and
// with "." for "[.]" or " (dot) ". ok is false if nothing changed in the scheme or in the host.
func refanged(s string) (text string, ok bool) {
	var b strings.Builder
	var changes []int // offsets in text
	if ascii.HasPrefixFold(s, "hxxp") {
		b.WriteString(s[:1] + "tt")
		s, changes = s[len("hxx"):], append(changes, 0)
	}
	for s != "" {
		i := strings.IndexAny(s, "[({")
		if i < 0 {
			break
		}
		char, n := fang(s[i:])
		if n == 0 {
			b.WriteString(s[:i+1])
			s = s[i+1:]
			continue
		}
		b.WriteString(strings.TrimRight(s[:i], " "))
		changes = append(changes, b.Len())
		b.WriteString(char)
		s = strings.TrimLeft(s[i+n:], " ")
	}
	b.WriteString(s)
	text = b.String()
	start := max(strings.Index(text, "://"), 0)
	end := ascii.IndexAnyOrEnd(text, start+min(start, len("://")), `/\?#`)
	host := start
	if at := strings.LastIndexByte(text[:end], '@'); at >= start && !slices.Contains(changes, at) {
		host = at // a password may have "(.)" in it
	}
	return text, slices.ContainsFunc(changes, func(i int) bool { return i <= start && start > 0 || host <= i && i < end })
}

// fang returns the text for an entry of [defanged] at the start of s, and the length of the entry
// with its brackets, or 0. s begins with an opening bracket.
func fang(s string) (text string, n int) {
	closer := map[byte]string{'[': "]", '(': ")", '{': "}"}[s[0]]
	for _, x := range defanged {
		if ascii.HasPrefixFold(s[1:], x[0]+closer) {
			return x[1], len(x[0]) + 2
		}
	}
	return "", 0
}
