package main

import (
	"encoding/hex"
	"strconv"
)

// A record is a text with the right answer by an RFC.
type record struct {
	text  string
	valid bool
	parts [partCount]part // of a valid text
	err   int             // the length of the longest viable prefix
}

// append appends the record as a JSON object.
func (r *record) append(dst []byte) []byte {
	dst = append(dst, `{"hex":"`...)
	dst = hex.AppendEncode(dst, []byte(r.text))
	dst = append(dst, `",`...)
	dst = r.appendAnswer(dst, nil)
	if !r.valid {
		dst = append(dst, `,"error":`...)
		dst = strconv.AppendInt(dst, int64(r.err), 10)
	}
	return append(dst, '}')
}

// appendAnswer appends the members of an answer with these parts; nil is all.
func (r *record) appendAnswer(dst []byte, judged *partSet) []byte {
	if !r.valid {
		return append(dst, `"valid":false`...)
	}
	dst = append(dst, `"valid":true`...)
	for i, p := range r.parts {
		if p.ok && (judged == nil || judged[i]) {
			dst = append(dst, ',', '"')
			dst = append(dst, partNames[i]...)
			dst = append(dst, `":[`...)
			dst = strconv.AppendInt(dst, int64(p.start), 10)
			dst = append(dst, ',')
			dst = strconv.AppendInt(dst, int64(p.end), 10)
			dst = append(dst, ']')
		}
	}
	return dst
}
