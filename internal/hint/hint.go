package hint

import (
	"strings"
	"unicode"

	"example.com/uri/internal/ascii"
)

// A Result is the intended text, and the first step to it.
type Result struct {
	Text  string // "" if it is unknown
	First Edit   // or advice for a mistake without an edit
}

// maxEdits limits the edits of a text.
const maxEdits = 4

// Fix finds the intended text of s. The operation accepts it, and it has the host of s.
func (op *Operation) Fix(s string, r Refusal) (x Result) {
	m := mistake{op: op}
	m.set(s, r)
	a := m.a
	for n := range maxEdits {
		e := m.edit()
		if n == 0 || e.text == "" {
			x.First = e
		}
		if e.text == "" {
			return x
		}
		r, refused := op.Refuses(e.text)
		if !refused && keepsHost(s, a, e.text) {
			x.Text = e.text
			return x
		} else if !refused {
			return Result{}
		}
		m.set(e.text, r)
	}
	return Result{}
}

// Edit returns the first edit, or advice.
func (op *Operation) Edit(s string, r Refusal) Edit {
	m := mistake{op: op}
	m.set(s, r)
	return m.edit()
}

// edit returns the edit or the advice of the first matching row of the table.
func (m *mistake) edit() Edit {
	for i := range rows {
		if rows[i].isFor(m) && rows[i].describes(m) {
			if e := rows[i].edit(m); e.text != m.s && (e.text != "" || e.words != "") {
				return e
			}
		}
	}
	return Edit{}
}

// keepsHost reports whether the host and port of fixed have the letters and digits of the host
// and port of given, in order, except those of a zone. The authority of given is g. Without an
// authority, its host is not known.
func keepsHost(given string, g ascii.Authority, fixed string) bool {
	f := authorityOf(fixed)
	host, end := given[g.Host:g.End], f.End
	if host == fixed[f.Host:end] {
		return true
	}
	if address, zone, ok := strings.Cut(host, "%"); ok && strings.Contains(address, ":") {
		_, port, _ := strings.Cut(zone, "]")
		host = address + port
	}
	var buf, buf2 [64]byte
	if port := given[g.HostEnd:g.End]; strings.LastIndexByte(port, ':') == 0 && !ascii.All(letters(buf[:0], port), ascii.Digit) {
		host, end = given[g.Host:g.HostEnd], f.HostEnd // a path for the port: "ssh://git@h:path"
	}
	want := letters(buf[:0], host)
	switch {
	case len(want) == 0:
		return true
	case f.Host == f.End: // "mailto://joe@example.com", "file://C:/"
		return strings.Contains(string(letters(nil, fixed)), string(want))
	}
	return string(letters(buf2[:0], fixed[f.Host:end])) == string(want)
}

// letters appends the letters and digits of s, those of full width as ASCII.
func letters(dst []byte, s string) []byte {
	for _, r := range s {
		if r = narrow(r); unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			dst = append(dst, string(r)...)
		}
	}
	return dst
}
