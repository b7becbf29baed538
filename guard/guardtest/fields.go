package guardtest

import (
	"iter"
	"strings"
)

// separators are the characters that a field name may have besides letters and digits (RFC 9110,
// 5.6.2), with "-" first.
const separators = "-_.~!#$%&'*+^`|"

// Fields yields names of header fields that some server takes for the field name, each of them
// once and name itself first. Use them to test that no client can write a field that a server
// trusts.
//
// A server that follows CGI (RFC 3875, 4.1.18) writes the name in upper case, and "_" for each
// character that is not a letter or a digit. So all names that differ only in case and in these
// characters are one field to it. Fields yields a name for each character: in all places of name,
// and in one place only.
func Fields(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		cases := func(s string) bool {
			for _, s := range [...]string{s, strings.ToLower(s), strings.ToUpper(s)} {
				if !seen[s] && !yield(s) {
					return false
				}
				seen[s] = true
			}
			return true
		}
		if !cases(name) {
			return
		}
		for i := range len(separators) {
			in := separators[i : i+1]
			all := strings.Map(func(r rune) rune {
				if strings.ContainsRune(separators, r) {
					return rune(in[0])
				}
				return r
			}, name)
			if !cases(all) {
				return
			}
			for k := range len(name) {
				if strings.IndexByte(separators, name[k]) >= 0 && !cases(name[:k]+in+name[k+1:]) {
					return
				}
			}
		}
	}
}
