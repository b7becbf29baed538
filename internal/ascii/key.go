package ascii

import (
	"bytes"
	"slices"
)

// SortPairs sorts the pairs between the "&" of key[start:], with byName first by name: one without
// "=" comes before the same name with it. It allocates for more than 64 pairs.
func SortPairs(key []byte, start int, byName bool) []byte {
	type pair struct{ start, name, end int } // offsets: slices would bring key to the heap
	var few [64]pair
	pairs := few[:0]
	end := len(key)
	for i := start; i <= end; {
		stop := IndexOrEnd(key, i, '&')
		name := stop
		if byName {
			name = IndexOrEnd(key[:stop], i, '=')
		}
		pairs = append(pairs, pair{i, name, stop})
		i = stop + 1
	}
	order := func(a, b pair) int {
		if c := bytes.Compare(key[a.start:a.name], key[b.start:b.name]); c != 0 {
			return c
		}
		return bytes.Compare(key[a.name:a.end], key[b.name:b.end])
	}
	if slices.IsSortedFunc(pairs, order) {
		return key
	}
	slices.SortFunc(pairs, order)
	for n, p := range pairs {
		if n > 0 {
			key = append(key, '&')
		}
		key = append(key, key[p.start:p.end]...)
	}
	return slices.Delete(key, start, end)
}

// AppendReversed appends the labels of host, the last one first, with commas between.
func AppendReversed(dst, host []byte) []byte {
	end := len(host)
	for i := end - 1; i >= 0; i-- {
		if host[i] == '.' {
			dst = append(dst, host[i+1:end]...)
			dst = append(dst, ',')
			end = i
		}
	}
	return append(dst, host[:end]...)
}

// JoinSlashes writes one "/" for several in key[start:end], and returns the new end.
func JoinSlashes(key []byte, start, end int) ([]byte, int) {
	w := start
	for i := start; i < end; i++ {
		if key[i] != '/' || w == start || key[w-1] != '/' {
			key[w] = key[i]
			w++
		}
	}
	return slices.Delete(key, w, end), w
}

// FoldField returns the name of a header field in small letters, with "-" for every other character
// than letters and digits. It is the same for all names that some server takes for one field: CGI
// writes "_" for these characters (RFC 3875, 4.1.18).
func FoldField(name string) string {
	b := []byte(name)
	for i, c := range b {
		if b[i] = Lower(c); !(Letter | Digit).Has(c) {
			b[i] = '-'
		}
	}
	return string(b)
}
