package uri

import "example.com/uri/internal/ascii"

// Character classes, composed as in the collected BNF (RFC 2396, Appendix A). No class
// contains "%": [scanEscaped] reads the characters of an escape.
const (
	lowalpha = "abcdefghijklmnopqrstuvwxyz"
	upalpha  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alpha    = lowalpha + upalpha
	digit    = "0123456789"
	alphanum = alpha + digit
	hex      = digit + "ABCDEFabcdef"

	mark       = "-_.!~*'()"
	unreserved = alphanum + mark
	reserved   = ";/?:@&=+$,"
	uric       = reserved + unreserved

	userChars     = unreserved + ";&=+$," // of a userinfo without ":" (RFC 2396, 3.2.2)
	userinfoChars = userChars + ":"
	pcharChars    = unreserved + ":@&=+$,"
	pathChars     = pcharChars + ";/"
)

// The classes of RFC 1738, section 5.
const (
	unreserved1738 = alphanum + "$-_.+" + "!*'(),"
	reserved1738   = ";/?:@&="
)

// The classes of RFC 3986, Appendix A.
const (
	unreserved3986 = alphanum + "-._~"
	subDelims3986  = "!$&'()*+,;="
	pchar3986      = unreserved3986 + subDelims3986 + ":@"
)

// A class is a set of classes, one bit for each.
type class uint32

const (
	isAlpha class = 1 << iota
	isDigit
	isHex
	isUnreserved
	isURIC
	isURICNoSlash
	isRelSegment
	isScheme
	isRegName
	isUserinfo
	isLabel
	isPath
	isIPv6

	isUnreserved1738
	isXchar1738
	isUser1738
	isFsegment
	isHsegment
	isGroup
	isArticle
	isField

	isRegName3986
	isUserinfo3986
	isSegmentNC3986
	isPath3986
	isQuery3986

	// No byte is in these classes. See [scanMore].
	isUCSChar
	isPrivate
)

// table has the classes of each byte. A look-up in it is faster than tests against the constants.
var table = makeTable()

func makeTable() (t [256]class) {
	ascii.Fill(&t, isAlpha, alpha)
	ascii.Fill(&t, isDigit, digit)
	ascii.Fill(&t, isHex, hex)
	ascii.Fill(&t, isUnreserved, unreserved)
	ascii.Fill(&t, isURIC, uric)
	ascii.Fill(&t, isURICNoSlash, unreserved+";?:@&=+$,")
	ascii.Fill(&t, isRelSegment, unreserved+";@&=+$,")
	ascii.Fill(&t, isScheme, alphanum+"+-.")
	ascii.Fill(&t, isRegName, unreserved+"$,;:@&=+")
	ascii.Fill(&t, isUserinfo, userinfoChars)
	ascii.Fill(&t, isLabel, alphanum+"-")
	ascii.Fill(&t, isPath, pathChars)
	ascii.Fill(&t, isIPv6, hex+":.") // between the brackets of an IPv6reference (RFC 2732, 3)

	ascii.Fill(&t, isUnreserved1738, unreserved1738)
	ascii.Fill(&t, isXchar1738, unreserved1738+reserved1738)
	ascii.Fill(&t, isUser1738, unreserved1738+";?&=")
	ascii.Fill(&t, isFsegment, unreserved1738+"?:@&=")
	ascii.Fill(&t, isHsegment, unreserved1738+";:@&=")
	ascii.Fill(&t, isGroup, alphanum+"-.+_")
	ascii.Fill(&t, isArticle, unreserved1738+";/?:&=")
	ascii.Fill(&t, isField, unreserved1738+"?:@&")

	ascii.Fill(&t, isRegName3986, unreserved3986+subDelims3986)
	ascii.Fill(&t, isUserinfo3986, unreserved3986+subDelims3986+":")
	ascii.Fill(&t, isSegmentNC3986, unreserved3986+subDelims3986+"@")
	ascii.Fill(&t, isPath3986, pchar3986+"/")
	ascii.Fill(&t, isQuery3986, pchar3986+"/?")
	return t
}

// at reports whether s[i] exists and is b.
func at(s string, i int, b byte) bool {
	return i < len(s) && s[i] == b
}

// in reports whether s[i] exists and is in class k.
func in(s string, i int, k class) bool {
	return i < len(s) && table[s[i]]&k != 0
}

// scan returns the offset of the first byte outside class k at or after s[i], or
// len(s).
func scan(s string, i int, k class) int {
	for i < len(s) && table[s[i]]&k != 0 {
		i++
	}
	return i
}
