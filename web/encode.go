package web

import (
	"math"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// The percent-encode sets, composed as the standard composes them ("Percent-encoded
// bytes"), and its other sets of code points. Each percent-encode set, and forbiddenDomain, also
// has the code points of the C0 control percent-encode set: makeTable adds them.
const (
	fragmentSet     = " \"<>`"
	querySet        = " \"#<>"
	specialQuerySet = querySet + "'"
	pathSet         = querySet + "?^`{}"
	userinfoSet     = pathSet + `/:;=@[\]|`

	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = forbiddenHost + "%"
)

// A class is a set of classes, one bit for each.
type class uint32

const (
	inC0Set class = 1 << iota
	inFragmentSet
	inQuerySet
	inSpecialQuerySet
	inPathSet
	inUserinfoSet
	isForbiddenHost

	isTabOrNewline

	// The ends of a segment: in the path of a special URL, in the path of another URL, and
	// in an opaque path.
	inSpecialPathEnd
	inPathEnd
	inOpaquePathEnd

	// The ends of the plain part of a domain: a forbidden domain code point or a byte
	// above 0x7F, and for isUnlikeDomain also a capital letter.
	isUnlikeASCIIDomain
	isUnlikeDomain
	// The ends of the plain part of the path of a special URL: a code point to
	// percent-encode, "\" (a "/" there), or a "%".
	isUnlikePath
	// The same without the "%".
	endsPlainPathOrEscape
	// The ends of the plain part of an opaque path: a code point to percent-encode, a
	// space, "?" or "#".
	isUnlikeOpaque
)

// table holds the classes of each byte. A byte above 0x7F belongs to a code point
// above U+007F.
var table = makeTable()

func makeTable() (t [256]class) {
	ascii.Fill(&t, inFragmentSet, fragmentSet)
	ascii.Fill(&t, inQuerySet, querySet)
	ascii.Fill(&t, inSpecialQuerySet, specialQuerySet)
	ascii.Fill(&t, inPathSet, pathSet)
	ascii.Fill(&t, inUserinfoSet, userinfoSet)
	ascii.Fill(&t, isForbiddenHost, forbiddenHost)
	ascii.Fill(&t, isTabOrNewline, "\t\n\r")
	ascii.Fill(&t, inSpecialPathEnd, `/?#\`)
	ascii.Fill(&t, inPathEnd, "/?#")
	ascii.Fill(&t, inOpaquePathEnd, "?#")
	ascii.Fill(&t, isUnlikeASCIIDomain, forbiddenDomain)
	ascii.Fill(&t, isUnlikeDomain, forbiddenDomain+"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	ascii.Fill(&t, isUnlikePath, pathSet+`\%`)
	ascii.Fill(&t, endsPlainPathOrEscape, pathSet+`\`)
	ascii.Fill(&t, isUnlikeOpaque, " ?#")
	for b := range t {
		if b < ' ' || b > '~' { // C0 control percent-encode set
			t[b] |= inC0Set | inFragmentSet | inQuerySet | inSpecialQuerySet | inPathSet | inUserinfoSet |
				isUnlikeASCIIDomain | isUnlikeDomain | isUnlikePath | endsPlainPathOrEscape | isUnlikeOpaque
		}
	}
	return t
}

// hasByte reports whether the byte b is at s[i].
func hasByte(s string, i int, b byte) bool { return i < len(s) && s[i] == b }

// ones has the value one in each of its bytes, called lanes.
const ones = math.MaxUint64 / 255

// equal returns a word with the high bit set in each lane where x has the byte b. The
// lanes of x must be below 0x80.
func equal(x uint64, b byte) uint64 {
	return ^((x ^ ones*uint64(b)) + ones*0x7F) & (ones * 0x80)
}

// classes returns all classes of the eight bytes of b.
func classes(b string) class {
	_ = b[7]
	return table[b[0]] | table[b[1]] | table[b[2]] | table[b[3]] |
		table[b[4]] | table[b[5]] | table[b[6]] | table[b[7]]
}

// scanUntil returns the offset of the first byte of class k at or after s[i]. Eight
// bytes at a time share one test.
func scanUntil(s string, i int, k class) int {
	for len(s)-i >= 8 {
		if classes(s[i:i+8])&k != 0 {
			break
		}
		i += 8
	}
	for i < len(s) && table[s[i]]&k == 0 {
		i++
	}
	return i
}

// appendEncoded appends the result of "UTF-8 percent-encode" on s using the
// percent-encode set k. An invalid byte counts as U+FFFD.
func appendEncoded(dst []byte, s string, k class) []byte {
	for i := 0; i < len(s); {
		j := scanUntil(s, i, k)
		dst = append(dst, s[i:j]...)
		if j == len(s) {
			break
		}
		if s[j] < utf8.RuneSelf {
			dst = ascii.AppendEscape(dst, s[j])
			i = j + 1
			continue
		}
		r, n := utf8.DecodeRuneInString(s[j:])
		i = j + n
		if r == utf8.RuneError {
			dst = append(dst, "%EF%BF%BD"...)
			continue
		}
		for ; j < i; j++ {
			dst = ascii.AppendEscape(dst, s[j])
		}
	}
	return dst
}

// appendBytes appends the bytes of s, and "percent-encodes" the bytes of the
// percent-encode set k: the end of "percent-encode after encoding" for an encoding
// other than UTF-8.
func appendBytes(dst, s []byte, k class) []byte {
	for _, b := range s {
		dst = ascii.AppendByte(dst, b, table[b]&k != 0)
	}
	return dst
}

// appendLowered appends the ASCII text s in lower case.
func appendLowered(dst []byte, s string) []byte {
	n := len(dst)
	dst = append(dst, s...)
	for i, b := range dst[n:] {
		dst[n+i] = ascii.Lower(b)
	}
	return dst
}
