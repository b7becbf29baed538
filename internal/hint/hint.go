package hint

import "example.com/uri/internal/meaning"

// maxEdits limits the edits of a text.
const maxEdits = 4

// Fix returns the intended text of s, or "", and the first edit or the advice. The operation accepts
// the text, and it names what s names. Without Refuses, Fix finds only the first edit.
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
		if !refused {
			if op.Whole && meaning.IsKept(s, e.text, op.Scheme) || !op.Whole && meaning.IsSameData(s, e.text) {
				return e.text, first
			}
			break
		}
		m.set(e.text, r)
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
