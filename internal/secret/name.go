package secret

import (
	"bytes"
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// escaped is [character] for a "%" at s[i].
func escaped(s string, i int) (c byte, n int) {
	j := i + 1
	for strings.HasPrefix(s[j:], "25") {
		j += 2
	}
	if j+1 < len(s) && ascii.Hex.Has(s[j]) && ascii.Hex.Has(s[j+1]) {
		return ascii.Octet(s, j-len("%")), j + 2 - i
	}
	return '%', 1
}

// character returns the character at s[i:], decoded as often as possible, and its length.
func character(s string, i int) (c byte, n int) {
	if s[i] != '%' {
		return s[i], 1
	}
	return escaped(s, i)
}

// hides reports whether the value of the query name s is a secret. A form decodes each escape
// once, and reads all up to the first "=" of a pair as the name.
func (r *Rules) hides(s string, inForm bool) bool {
	if r.Names == nil {
		return isName(s)
	}
	return slices.ContainsFunc(r.Names, func(name string) bool { return spells(s, name, inForm) })
}

// spells reports whether name is s decoded. A "+" is a space, or outside of a form also itself.
func spells(s, name string, inForm bool) bool {
	for i := 0; i < len(s); name = name[1:] {
		c, n := character(s, i)
		if inForm {
			c, n = ascii.DecodedAt(s, i)
		}
		if inForm && s[i] == '+' {
			c = ' '
		}
		if name == "" || c != name[0] && (inForm || c != '+' || name[0] != ' ') {
			return false
		}
		i += n
	}
	return name == ""
}

// endings are the names of secrets that count whatever is written before them.
var endings = []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "sessionid", "credentials"}

// paging are the words before "token" in the names of places in a list.
var paging = []string{"page", "next", "prev", "previous", "continuation", "sync", "cursor", "start", "starting"}

// keyed are the words before "key" in the names of secrets.
var keyed = []string{"api", "access", "secret", "private", "subscription", "client", "master", "auth", "signing", "encryption", "shared", "stream",
	"account", "session", "license", "functions", "pass", "rss"}

// isName reports whether the name s hides its value by the rule in the comment of uri.URI.Redacted.
func isName(s string) bool {
	var buf [64]byte
	words := appendWords(buf[:0], s)
	start, end, repeated := 0, 0, false // of the last word that is no repetition
	for {
		words = bytes.TrimRight(words, " ")
		start = bytes.LastIndexByte(words, ' ') + 1
		end = start + len(bytes.TrimRight(words[start:], "0123456789"))
		switch string(words[start:end]) {
		case "", "confirm", "confirmation", "repeat", "again", "retype", "verify":
			if len(words) == 0 {
				return false
			}
			words, repeated = words[:start], true
			continue
		}
		break
	}
	unchanged := end == len(words) && !repeated
	word, front := words[start:end], bytes.TrimRight(words[:start], " ")
	prior := front[bytes.LastIndexByte(front, ' ')+1:]
	var joined [64]byte
	all := slices.DeleteFunc(append(joined[:0], words[:end]...), func(c byte) bool { return c == ' ' })
	if stem, ok := bytes.CutSuffix(word, []byte("token")); ok {
		if len(stem) == 0 {
			stem = prior
		}
		return !isPaging(stem)
	}
	if stem, ok := bytes.CutSuffix(word, []byte("key")); ok {
		if endingOf(stem, keyed) > 0 || len(stem) == 0 && len(prior) > 0 && endingOf(prior, keyed) == len(prior) {
			return true
		}
	}
	return string(all) == "key" && unchanged || endingOf(all, endings) > 0 ||
		isSecretWord(word) || isSecretWord(all[len(all)-len(prior)-len(word):]) || isSecretWord(all)
}

// isPaging reports whether s has only words of paging, one or more.
func isPaging(s []byte) bool {
	for rest := s; len(rest) > 0; {
		n := endingOf(rest, paging)
		if n == 0 {
			return false
		}
		rest = rest[:len(rest)-n]
	}
	return len(s) > 0
}

// endingOf returns the length of the word that ends s, or 0.
func endingOf(s []byte, words []string) int {
	for _, w := range words {
		if n := len(s) - len(w); n >= 0 && string(s[n:]) == w {
			return len(w)
		}
	}
	return 0
}

// appendWords appends the words of the name s in lower case, with spaces between them.
func appendWords(dst []byte, s string) []byte {
	var last byte
	for i := 0; i < len(s); {
		c, n := character(s, i)
		var next byte
		if i += n; i < len(s) {
			next, _ = character(s, i)
		}
		switch {
		case c < 0x80 && !(ascii.Letter | ascii.Digit).Has(c):
			dst = append(dst, ' ')
		case isUpper(c) && (isLower(last) || ascii.Digit.Has(last) || isLower(next)):
			dst = append(dst, ' ', ascii.Lower(c))
		default:
			dst = append(dst, ascii.Lower(c))
		}
		last = c
	}
	return dst
}

func isUpper(c byte) bool { return c != ascii.Lower(c) }
func isLower(c byte) bool { return ascii.Letter.Has(c) && !isUpper(c) }

// isSecretWord reports whether s names a secret, also as the end of a name.
func isSecretWord(s []byte) bool {
	switch string(s) {
	case "pass", "userpass", "pwd", "signature", "sig", "sharedaccesssignature", "credential", "creds", "authorization", "auth", "jwt",
		"xamzsignature", "xamzcredential", "xgoogsignature", "xgoogcredential":
		return true
	}
	return false
}
