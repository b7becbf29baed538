package crawl

import (
	"bytes"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// dropPairs asks Drop which pairs it removes from the query at the end of key. Its "?"
// is at key[i].
func (k *Keyer) dropPairs(key []byte, i int) []byte {
	query := string(key[i+1:])
	key = key[:i]
	delimiter := byte('?')
	for more := true; more; {
		var pair string
		pair, query, more = strings.Cut(query, "&") // SplitSeq allocates with Go 1.24
		if !k.Drop(uri.Pair(pair)) {
			key = append(append(key, delimiter), pair...)
			delimiter = '&'
		}
	}
	return key
}

// writeForms writes the pairs of the query after the "?" at key[i] as servers read a
// form.
func writeForms(key []byte, i int) []byte {
	query := bytes.ReplaceAll(key[i+1:], []byte("+"), []byte("%20"))
	key = key[:i+1]
	for more := true; more; {
		var pair []byte
		pair, query, more = bytes.Cut(query, []byte("&"))
		if name, value, _ := bytes.Cut(pair, []byte("=")); len(value) == 0 {
			pair = name
		}
		if len(pair) == 0 {
			continue
		}
		if len(key) > i+1 {
			key = append(key, '&')
		}
		key = append(key, pair...)
	}
	return key
}

// editQuery edits the query at the end of key. Its "?", if any, is at key[i].
func (k *Keyer) editQuery(key []byte, i int) []byte {
	if k.Forms && i < len(key) {
		key = writeForms(key, i)
	}
	if k.Drop != nil && i < len(key) {
		key = k.dropPairs(key, i)
	}
	if k.SortQuery && i < len(key) {
		key = ascii.SortPairs(key, i+1, false)
	}
	if k.DropEmptyQuery && i+1 == len(key) {
		key = key[:i]
	}
	return key
}
