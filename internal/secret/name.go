package secret

import (
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

// character returns the character that s[i:] begins with and its length. It decodes
// an escape, also one whose "%" is escaped, as often as that may be.
func character(s string, i int) (c byte, n int) {
	if s[i] != '%' {
		return s[i], 1
	}
	return escaped(s, i)
}

// hides reports whether the value of the query name s is a secret.
func (r *Rules) hides(s string) bool {
	if r.Names == nil {
		return isName(s)
	}
	return slices.ContainsFunc(r.Names, func(name string) bool { return isDecoded(s, name) })
}

// hidesPair is hides for a name as forms have it: all up to the first "=" of a pair, where
// each escape is decoded once.
func (r *Rules) hidesPair(s string) bool {
	if r.Names == nil {
		return isName(s)
	}
	return slices.ContainsFunc(r.Names, func(name string) bool { return isFormName(s, name) })
}

// isDecoded reports whether name is s with its escapes decoded, and "+" as a space or as
// itself.
func isDecoded(s, name string) bool {
	for i := 0; i < len(s); name = name[1:] {
		c, n := character(s, i)
		if name == "" || c != name[0] && !(c == '+' && name[0] == ' ') {
			return false
		}
		i += n
	}
	return name == ""
}

// isFormName reports whether a form reads name in s: each escape is decoded once, and "+" is
// a space.
func isFormName(s, name string) bool {
	for i := 0; i < len(s); name = name[1:] {
		c, n := ascii.DecodedAt(s, i)
		if s[i] == '+' {
			c = ' '
		}
		if name == "" || c != name[0] {
			return false
		}
		i += n
	}
	return name == ""
}

// isName reports whether the name s hides its value if no other names are given. The rule
// is in uri.URI.Redacted.
func isName(s string) bool {
	var n cutName
	last := byte(0)
	for i := 0; i < len(s); {
		c, size := character(s, i)
		i += size
		next := byte(0)
		if i < len(s) {
			next, _ = character(s, i)
		}
		switch {
		case c < 0x80 && !(ascii.Letter | ascii.Digit).Has(c):
			n.cut()
		case isUpper(c) && (ascii.Letter.Has(last) && !isUpper(last) || ascii.Digit.Has(last) || ascii.Letter.Has(next) && !isUpper(next)):
			n.cut()
			fallthrough
		default:
			n.word.add(ascii.Lower(c))
		}
		last = c
	}
	n.cut()
	return n.isSecret()
}

// isUpper reports whether c is a letter in upper case.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// A cutName is the name of a pair, cut into words. A repetition is a word like "confirm" or a
// number.
type cutName struct {
	word        word // the one that is read
	last        word // the last one that is no repetition
	before      word // the one before that
	front       word // all before last, joined
	repetitions bool // after last
}

// A word is a word in lower case, or several joined.
type word struct {
	text    [len("sharedaccesssignature")]byte
	n, stem int // the length, and that without the digits at the end
}

func (w *word) add(c byte) {
	if w.n < len(w.text) {
		w.text[w.n] = c
	}
	w.n++
	if !ascii.Digit.Has(c) {
		w.stem = w.n
	}
}

// first returns the first n bytes of w. It returns "?" if that is longer than every word
// of the rule.
func (w *word) first(n int) string {
	if n > len(w.text) {
		return "?"
	}
	return string(w.text[:n])
}

// join appends the first n bytes of other to w.
func (w *word) join(other *word, n int) {
	for i := range n {
		if i == len(other.text) {
			w.n, w.stem = len(w.text)+1, len(w.text)+1
			return
		}
		w.add(other.text[i])
	}
}

// cut ends the word that is read.
func (n *cutName) cut() {
	if n.word.n == 0 {
		return
	}
	switch n.word.first(n.word.stem) {
	case "", "confirm", "confirmation", "repeat", "again", "retype", "verify":
		n.repetitions = true
	default:
		if n.repetitions {
			n.last.add('.') // a repetition that another word follows is a word like others
		}
		n.front.join(&n.last, n.last.n)
		n.before, n.last, n.repetitions = n.last, n.word, false
	}
	n.word = word{}
}

// isSecret reports whether the rule names n.
func (n *cutName) isSecret() bool {
	switch n.last.first(n.last.stem) {
	case "token":
		switch n.before.first(n.before.n) {
		case "page", "next", "prev", "previous", "continuation", "sync", "cursor", "start", "starting":
			return false
		}
		return true
	case "key":
		switch n.before.first(n.before.n) {
		case "api", "access", "secret", "private", "subscription", "client", "master", "auth", "signing", "encryption", "shared", "stream":
			return true
		}
	}
	two, all := n.before, n.front
	two.join(&n.last, n.last.stem)
	all.join(&n.last, n.last.stem)
	return isSecretWord(n.last.first(n.last.stem)) || isSecretWord(two.first(two.n)) || isSecretWord(all.first(all.n)) ||
		all.first(all.n) == "key" && !n.repetitions && n.last.stem == n.last.n
}

// isSecretWord reports whether a name that is s, or ends with s, is that of a secret.
func isSecretWord(s string) bool {
	switch s {
	case "password", "passwd", "passphrase", "pass", "pwd", "secret", "token", "signature", "sig", "sharedaccesssignature",
		"credential", "credentials", "authorization", "auth", "jwt", "apikey", "accesskey", "secretkey", "privatekey",
		"accesstoken", "authtoken", "idtoken", "refreshtoken", "sessiontoken", "clientsecret",
		"xamzsignature", "xamzsecuritytoken", "xamzcredential", "xgoogsignature", "xgoogcredential":
		return true
	}
	return false
}
