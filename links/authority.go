package links

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
)

// The lengths of the longest local part and of the longest domain (RFC 5321, 4.5.3.1.1 and 4.5.3.1.2).
const maxLocal, maxDomain = 64, 255

// authorityEnd returns the end of a, the authority of a URI in running text. Text of
// another script may follow without a space. The authority
//
//	authority = [ userinfo "@" ] host [ ":" port ]
//
// (RFC 3986, 3.2) ends with the last label of a hostname ([labelEnd]): isGuess is true
// then. After a port, an IP-literal, an IPv4address or another character outside hostnames
// it ends before the first character beyond US-ASCII. ok is false if the text is no
// authority: a port with digits of US-ASCII and others, or a word before a path.
func authorityEnd(a string, path bool) (end int, isGuess, ok bool) {
	host := ascii.SplitAuthority(a, 0, len(a)).Host
	end = host
	if strings.HasPrefix(a[host:], "[") {
		end += strings.IndexByte(a[host:], ']') + 1
	} else {
		for end < len(a) && isDomain(a[end]) {
			end++
		}
		n := host
		for n < end && (ascii.Digit.Has(a[n]) || a[n] == '.') {
			n++
		}
		if ip, err := netip.ParseAddr(a[host:n]); n < end && a[n] >= utf8.RuneSelf && err == nil && ip.Is4() {
			return n, false, true
		}
		if n := host + labelEnd(a[host:end]); n < end && a[n] >= utf8.RuneSelf {
			return n, true, true
		}
	}
	for end < len(a) && a[end] < utf8.RuneSelf {
		end++
	}
	r, _ := utf8.DecodeRuneInString(a[end:])
	if path && end > 0 && a[end-1] == ':' && unicode.IsLetter(r) {
		return end, false, false
	}
	return end, false, !unicode.IsDigit(r) || !ascii.Digit.Has(a[end-1])
}

// isDomain reports whether b is part of a domain or of a character beyond US-ASCII.
func isDomain(b byte) bool { return ascii.Host.Has(b) || b == '%' || b == '~' || b >= utf8.RuneSelf }

// labelEnd returns the end of the last label of domain. After a character of US-ASCII or a letter
// of the script Latin it has only these and combining marks: no label of the DNS root mixes
// US-ASCII with another script. Punctuation ends it.
func labelEnd(domain string) int {
	label := strings.LastIndexByte(strings.TrimRight(domain, "."), '.') + 1
	latin := false
	for i, r := range domain[label:] {
		switch {
		case r < utf8.RuneSelf || unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.IsMark(r):
		case latin || unicode.IsPunct(r):
			return label + i
		}
	}
	return len(domain)
}

// domainChar returns the length of the character beyond US-ASCII at s[i:] if a domain may
// contain it, or 0. Punctuation ends a domain, except where it is part of a word.
func (in *input[T]) domainChar(i int) int {
	r, n := in.rune(i)
	k := kindOf(r)
	if k.ends() || k == reserved || isDelimiter(r) || k != word && !unicode.IsPunct(r) {
		return 0
	}
	if unicode.IsPunct(r) && !strings.ContainsRune("－＿％", r) && !in.isContextual(i, r, n) {
		return 0
	}
	return n
}

// isContextual reports whether r at s[i:], of n bytes, is punctuation in a word by the contextual
// rules of RFC 5892, Appendix A.3 to A.7, or the Tibetan mark between syllables. (2.6 has it as
// PVALID.)
func (in *input[T]) isContextual(i int, r rune, n int) bool {
	if !strings.ContainsRune("·׳״་・", r) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(string(in.s[max(0, i-utf8.UTFMax):i]))
	after, _ := in.rune(i + n)
	switch r {
	case '·':
		return before|0x20 == 'l' && after|0x20 == 'l'
	case '׳', '״':
		return unicode.Is(unicode.Hebrew, before)
	case '་':
		return unicode.Is(unicode.Tibetan, before) && unicode.Is(unicode.Tibetan, after)
	}
	return isKana(before) && isKana(after)
}

// isKana reports whether r is Hiragana, Katakana, Han, or the long vowel mark of kana.
func isKana(r rune) bool {
	return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー'
}

// isLikeHyphen reports whether a look-alike hyphen, U+2010 to U+2015, is at s[i:]
// between two letters, and a "." and another label follow. The host is unknown then.
func (in *input[T]) isLikeHyphen(i int) bool {
	r, n := in.rune(i)
	before, _ := utf8.DecodeLastRuneInString(string(in.s[max(0, i-utf8.UTFMax):i]))
	after, _ := in.rune(i + n)
	if r < '\u2010' || r > '\u2015' || !unicode.IsLetter(before) || !unicode.IsLetter(after) {
		return false
	}
	hyphen := i
	for end := i + maxDomain; i < end && in.has(i, 1) && isDomain(in.s[i]); i += n {
		switch r, n = in.rune(i); {
		case r == '.':
			if r, _ = in.rune(i + n); unicode.IsLetter(r) || unicode.IsDigit(r) {
				return true
			}
		case i > hyphen && r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.M, unicode.N):
			return false
		}
	}
	return false
}

// urlBegins reports whether s[i:] begins with scheme "://".
func (in *input[T]) urlBegins(i int) bool {
	j := i
	for j < len(in.s) && j-i < maxScheme && ascii.Scheme.Has(in.s[j]) {
		j++
	}
	return in.head(j, len("://")) == "://" && j > i
}

// isListComma reports whether b may separate the URLs of a list.
func isListComma(b byte) bool { return b == ',' || b == ';' || b == '|' }

// itemBegins reports whether s[i:] begins as an item of a list: [ name "=" ] scheme "://".
func (in *input[T]) itemBegins(i int) bool {
	j := i
	for j < len(in.s) && j-i < maxScheme && ascii.Host.Has(in.s[j]) {
		j++
	}
	if j > i && in.has(j, 1) && in.s[j] == '=' {
		i = j + 1
	}
	return in.urlBegins(i)
}

// isList reports whether text is a list of URLs: an authority, perhaps "/", and another item.
func isList(text string) bool {
	p := split(text)
	i, end := p.Start, p.End
	if end < len(text) && text[end] == '/' {
		end++
	}
	in := input[string]{s: text}
	for end = min(end+1, len(text)); i < end; i++ {
		if isListComma(text[i]) && in.itemBegins(i+1) {
			return true
		}
	}
	return false
}

// isLocal reports whether b is a dot or
//
//	atext = ALPHA / DIGIT / "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "/" / "=" / "?" / "^" / "_" /
//	        "`" / "{" / "|" / "}" / "~"
//
// (RFC 5322, 3.2.3).
func isLocal(b byte) bool {
	return '!' <= b && b <= '~' && strings.IndexByte(`"(),:;<>@[\]`, b) < 0
}

// domainEnd returns the end of the domain at s[i:]: of at most maxDomain bytes of letters, digits,
// "-" and ".", of any script. If the last label ends before them ([labelEnd]), end is there, and
// longer is where all of them end. Otherwise both are the same.
func (in *input[T]) domainEnd(i int) (end, longer int) {
	isWide := false
	for end = i; end-i < maxDomain && in.has(end, 1); {
		n := 1
		if b := in.s[end]; b >= utf8.RuneSelf {
			n, isWide = in.domainChar(end), true
		} else if !(ascii.Letter | ascii.Digit).Has(b) && b != '.' && b != '-' {
			n = 0
		}
		if n == 0 {
			break
		}
		end += n
	}
	if longer = end; isWide {
		end = i + labelEnd(string(in.s[i:end]))
	}
	return end, longer
}

// trimmedDomain returns the end of s[start:end] without the "." and "-" at its end.
func trimmedDomain[T ascii.Text](s T, start, end int) int {
	for end > start && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	return end
}

// domainEnding returns why a domain ends at s[end:]: punctuation at its end, another script, or the text after it.
func (in *input[T]) domainEnding(end, stop, longer int) Ending {
	switch {
	case end < stop:
		return EndingPunctuation
	case end < longer:
		return EndingScript
	case end == len(in.s):
		return EndingText
	case in.s[end] < utf8.RuneSelf && table[in.s[end]]&(inURI|inText) == 0:
		return EndingCharacter
	}
	return EndingHost
}
