package page

import "strings"

// Refresh returns the time in seconds before a page is replaced, and the reference of the next page. value is
// the content of <meta http-equiv="refresh"> or the value of a Refresh field: HTML, "shared
// declarative refresh steps".
//
//	5; url=next.html     5 s, next.html
//	0,'/a b'             0 s, /a b
//	30                   30 s, the empty reference: the page itself
//
// The reference is as written, and without the quotation marks around it. ok is false if a browser
// ignores the value. Times end at math.MaxInt32 seconds. Browsers never follow a javascript: URL there.
func Refresh(value string) (seconds int, reference string, ok bool) {
	s := cutSpace(value)                // 3
	rest := strings.TrimLeft(s, digits) // 5
	seconds = integer(s[:len(s)-len(rest)])
	if rest == s && !strings.HasPrefix(rest, ".") { // 6
		return 0, "", false
	}
	rest = strings.TrimLeft(rest, digits+".") // 7
	if rest == "" {
		return seconds, "", true
	}
	if !strings.Contains(space+";,", rest[:1]) { // 9
		return 0, "", false
	}
	s = cutSpace(rest)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = cutSpace(s[1:])
	}
	if len(s) >= len("url") && equalFold(s[:len("url")], "url") { // 10
		after, isURL := strings.CutPrefix(cutSpace(s[len("url"):]), "=")
		if !isURL {
			return seconds, s, true
		}
		s = cutSpace(after)
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') { // skip quotes
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return seconds, s, true
}
