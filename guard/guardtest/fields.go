package guardtest

import (
	"iter"
	"strings"
)

// separators are the other characters of field names than letters and digits (RFC 9110, 5.6.2).
const separators = "-_.~!#$%&'*+^`|"

// Fields yields spellings of the field name, each once and name itself first. To some server each
// of them is that field. Use them to test that no client can write a trusted field.
//
// A server with CGI (RFC 3875, 4.1.18) writes the name in upper case, and "_" for each character
// other than letters and digits. So names with other case or other separators are one field to
// it. Fields yields a name for each separator: in all places of name, and in one place only. The
// case of the first letter, of the last one and of all letters changes.
func Fields(name string) iter.Seq[string] {
	var all []attack
	add := func(s string) { all = append(all, attack{text: s}) }
	cases := func(s string) {
		add(s)
		add(strings.ToLower(s))
		add(strings.ToUpper(s))
	}
	cases(name)
	if n := len(name); n > 0 {
		add(swapped(name[:1]) + name[1:])
		add(name[:n-1] + swapped(name[n-1:]))
	}
	for i := range len(separators) {
		in := separators[i : i+1]
		cases(strings.Map(func(r rune) rune {
			if strings.ContainsRune(separators, r) {
				return rune(in[0])
			}
			return r
		}, name))
		for k := range len(name) {
			if strings.IndexByte(separators, name[k]) >= 0 {
				cases(name[:k] + in + name[k+1:])
			}
		}
	}
	return texts(all)
}

// swapped returns s in upper case, or in lower case if it is in upper case.
func swapped(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}
