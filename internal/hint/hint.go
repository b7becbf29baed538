package hint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// A Result is what is known about the text that was meant.
type Result struct {
	Text string // the text that was meant, if OK
	OK   bool
	// First is the first edit, if OK.
	First Edit
	// Advice is a sentence for a mistake that no edit mends, or "".
	Advice string
}

// maxEdits is how many edits lead from a text to the one that was meant.
const maxEdits = 4

// Fix finds the text that was meant by s. The operation takes it. It has the host that is in s.
func (op *Operation) Fix(s string, r Refusal) (x Result) {
	given := s
	for n := range maxEdits {
		e, advice := op.edit(s, r)
		if e.text == s || advice != "" {
			return Result{Advice: advice}
		}
		if n == 0 {
			x.First = e
		}
		s = e.text
		var refused bool
		if r, refused = op.Refuses(s); !refused {
			x.Text, x.OK = s, keepsHost(given, s)
			return x
		}
	}
	return Result{}
}

// Part returns what is known about a part of a URI: the first edit, not whether it suffices.
func (op *Operation) Part(s string, r Refusal) (x Result) {
	x.First, x.Advice = op.edit(s, r)
	x.OK = x.Advice == "" && x.First.text != s
	return x
}

// edit returns what the first row of the table that describes the mistake does, or advises.
// Without such a row the edit leaves s as it is.
func (op *Operation) edit(s string, r Refusal) (Edit, string) {
	m := &mistake{Refusal: r, op: op, s: s, a: authorityOf(s)}
	_, n := utf8.DecodeRuneInString(s[r.Place:])
	m.char = s[r.Place : r.Place+n]
	for i := range rows {
		if !rows[i].isFor(m) {
			continue
		}
		if e, advice := rows[i].apply(m); advice != "" || e.text != s {
			return e, advice
		}
	}
	return Edit{text: s}, ""
}

// keepsHost reports whether the host and port of fixed have the letters and digits that follow
// the userinfo in the authority of given, in order, but for the zone of an IPv6 address.
// If there is no authority in given, nothing is known of its host.
func keepsHost(given, fixed string) bool {
	g, f := authorityOf(given), authorityOf(fixed)
	if given[g.Host:g.End] == fixed[f.Host:f.End] {
		return true
	}
	host := given[g.Host:g.End]
	if i := strings.IndexByte(host, '%'); i >= 0 && strings.IndexByte(host[:i], ':') >= 0 {
		host = host[:i] // a zone, and "]"
		host += given[min(g.HostEnd, g.End):g.End]
		if g.HostEnd < g.Host+i {
			host = given[g.Host : g.Host+i]
		}
	}
	end := f.End
	if port := given[g.HostEnd:g.End]; strings.LastIndexByte(port, ':') == 0 && !ascii.All(letters(port), ascii.Digit) { // a path, as in "ssh://git@h:path"
		host, end = given[g.Host:g.HostEnd], f.HostEnd
	}
	want := letters(host)
	switch {
	case want == "":
		return true
	case f.Host == f.End: // "mailto://joe@example.com", "file://C:/"
		return strings.Contains(letters(fixed), want)
	}
	return letters(fixed[f.Host:end]) == want
}

// letters returns the letters and digits of s, those of full width as ASCII.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		r = narrow(r)
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, s)
}
