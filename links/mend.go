package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// parse returns the URI that people mean by text. repaired is false if the URI is text
// itself or, for an IRI, the URI of RFC 3987, 3.1.
func parse(text string, toASCII func(string) (string, error)) (u uri.URI, repaired bool, err error) {
	if u, err = uri.Parse(text); err == nil {
		return u, false, nil
	}
	plainText := withoutBackslashes(text)
	repaired = len(plainText) < len(text)
	if p := split(text); repaired && (strings.Contains(text[p.Start:p.Host], `\`) || isList(plainText)) {
		return uri.URI{}, false, err // browsers read "\" as "/", and in "http://a\@b" a as the host
	}
	mapped := plainText
	if !ascii.Is(mapped) {
		if !onlyIRI(mapped) {
			return uri.URI{}, false, err
		}
		if mapped, err = mapIRI(mapped, toASCII); err != nil {
			return uri.URI{}, false, err
		}
	}
	if u, err = uri.Parse(mapped); err == nil {
		return u, repaired, nil
	}
	if isOddAuthority(mapped) {
		return uri.URI{}, false, err
	}
	u, _, err = Repair(mapped)
	return u, true, err
}

// withoutBackslashes returns s without the backslashes of Markdown and JSON before
// punctuation, and without the "\:" and "\&" of troff (they print nothing): "\:" where no
// port follows, and "\&" before a dot. A "\" before an escape, as in "\%20", stays.
func withoutBackslashes(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && isEscapable(s[i+1]) && !ascii.Escaped(s, i+1) {
			i++
			if i+1 < len(s) && (s[i] == '&' && s[i+1] == '.' || s[i] == ':' && !ascii.Digit.Has(s[i+1])) {
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// isOddAuthority reports whether the authority of s has a character of [inText], or a
// "%" without an escape. Brackets in the host may be the ones of an IPv6 address.
func isOddAuthority(s string) bool {
	p := split(s)
	for i := p.Start; i < p.End; i++ {
		bracket := i >= p.Host && (s[i] == '[' || s[i] == ']')
		if table[s[i]]&inText != 0 && !bracket || s[i] == '%' && !ascii.Escaped(s, i) {
			return true
		}
	}
	return false
}
