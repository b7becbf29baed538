package crawl

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// editQuery edits the query at the end of key. Its "?", if any, is at key[i].
func (k *Keyer) editQuery(key []byte, i int) []byte {
	if (k.Forms || k.Drop != nil) && i < len(key) {
		key = k.editPairs(key, i)
	}
	if k.SortQuery && i < len(key) {
		key = ascii.SortPairs(key, i+1, false)
	}
	if k.DropEmptyQuery && i+1 == len(key) {
		key = key[:i]
	}
	return key
}

// editPairs writes the pairs after the "?" at key[i] by k.Forms, without those that Drop removes.
func (k *Keyer) editPairs(key []byte, i int) []byte {
	query := string(key[i+1:])
	if k.Forms {
		query = strings.ReplaceAll(query, "+", "%20")
	}
	key = key[:i]
	drops := func(pair string) bool { return k.Drop != nil && k.Drop(uri.Pair(pair)) }
	dropped := false
	for more := true; more; {
		var pair string
		pair, query, more = strings.Cut(query, "&") // SplitSeq allocates with Go 1.24
		if name, value, _ := strings.Cut(pair, "="); k.Forms && value == "" {
			pair = name
		}
		switch {
		case k.Forms && pair == "":
		case drops(pair):
			dropped = true
		case len(key) == i:
			key = append(append(key, '?'), pair...)
		default:
			key = append(append(key, '&'), pair...)
		}
	}
	if len(key) == i && !dropped && !drops("") { // all pairs were empty
		key = append(key, '?')
	}
	return key
}
