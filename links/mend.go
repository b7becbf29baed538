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
	plainText := withoutTokens(text)
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
