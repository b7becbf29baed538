package hint

import (
	"strings"
	"unicode"
)

// maxEdits limits the edits of a text.
const maxEdits = 4

// Fix returns the intended text of s, or "" if it is unknown, and the first edit or the advice. The
// operation accepts the text, and it has the host of s. Without Refuses, Fix finds only the first
// edit.
func (op *Operation) Fix(s string, r Refusal) (text string, first Edit) {
	m := mistake{op: op}
	m.set(s, r)
	for n := range maxEdits {
		e := m.edit()
		if n == 0 || e.text == "" {
			first = e
		}
		if e.text == "" || op.Refuses == nil {
			return "", first
		}
		r, refused := op.Refuses(e.text)
		was := m
		m.set(e.text, r)
		if !e.cuts && !keepsHost(&was, &m) {
			break
		}
		if !refused {
			return m.s, first
		}
	}
	return "", Edit{}
}

// edit returns the edit or the advice of the first matching row of the table.
func (m *mistake) edit() Edit {
	for i := range rows {
		x := &rows[i]
		if (x.faults == 0 || x.faults&m.Fault != 0) && (x.parts == 0 || x.parts&m.Part != 0) && x.describes(m) {
			if e := x.edit(m); e.text != m.s && (e.text != "" || e.words != "") {
				return e
			}
		}
	}
	return Edit{}
}

// keepsHost reports whether the host and port after a change have the letters and digits of those
// before it, in order. If the text has no authority any more, they are elsewhere in it, as in
// "mailto:joe@example.com" and "file:///C:/".
func keepsHost(before, after *mistake) bool {
	given, kept := before.authority(), after.authority()
	if given == kept {
		return true
	}
	want := letters(given)
	return want == "" || want == letters(kept) || kept == "" && strings.Contains(letters(after.s), want)
}

// letters returns the letters and digits of s, those of full width as ASCII.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r = narrow(r); unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, s)
}
