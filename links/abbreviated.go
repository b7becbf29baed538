package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// maxWWW is the length of the longest "www2" that is looked at.
const maxWWW = 8

// abbreviationAt returns the start of the "www", "www2" ... or "ftp" that ends at the "." at
// s[dot], or dot without one.
func abbreviationAt[T ascii.Text](s T, dot int) int {
	low := max(0, dot-maxWWW)
	i := dot
	for i > low && ascii.Digit.Has(s[i-1]) {
		i--
	}
	if i-low < len("www") {
		return dot
	}
	if last := ascii.Lower(s[i-1]); last != 'w' && last != 'p' {
		return dot // as nearly every sentence does
	}
	i -= len("www")
	if label := strings.ToLower(string(s[i : dot+1])); label == "ftp." || ascii.WWWLabel(label) > 0 {
		return i
	}
	return dot
}

// host reads a host that begins with a "www" or "ftp" before the "." at s[c.marker],
// with the path, query and fragment after it.
func (c *candidate[T]) host(m *Match) (next int, v verdict) {
	start := abbreviationAt(c.s, c.marker)
	if start > 0 {
		switch b := c.s[start-1]; b {
		case '-', '_', '.', '@', '/', '%', '\\':
			return c.marker + 1, none
		default:
			if (ascii.Letter | ascii.Digit).Has(b) {
				return c.marker + 1, none
			}
		}
	}
	end, longer, path, ok := c.hostEnd(start)
	if !ok {
		return c.marker + 1, none
	}
	host := string(c.s[start:end])
	u, repaired, err := parse("//"+host, c.x.ToASCII)
	if err != nil || !namesServer(u, !ascii.Is(host)) {
		return c.marker + 1, none
	}
	e := hostExpansion(u)
	if e != ExpansionWWWHost && e != ExpansionFTPHost {
		return c.marker + 1, none
	}
	text, stop := host, end
	if path { // it is read only now, since the text after each "www." may be long
		if text, stop, ok = c.scan(start, start, true); !ok {
			return stop, none
		}
		u, repaired, err = parse("//"+text, c.x.ToASCII)
	}
	if u, e, err = (Expander{}).complete(e, u, err); err != nil {
		return stop, none
	}
	*m = Match{URI: u, Start: start, End: start + len(text), Repaired: repaired, Expansion: e}
	if longer > end {
		u, _, err := parse("//"+string(c.s[start:longer]), c.x.ToASCII)
		if u, _, err = (Expander{}).complete(e, u, err); err == nil {
			m.Alternatives = []uri.URI{u}
		}
	}
	return m.End, found
}

// hostEnd returns the end of the host and port at s[start:], the end of a longer host by another
// reading, and whether a path, query or fragment follows. ok is false if they are only part of
// something else.
func (in *input[T]) hostEnd(start int) (end, longer int, path, ok bool) {
	s := in.s
	end, longer = in.domainEnd(start)
	if end < longer {
		return trimmedDomain(s, start, end), trimmedDomain(s, start, longer), false, true
	}
	next := end // after the port
	if next+1 < len(s) && s[next] == ':' && ascii.Digit.Has(s[next+1]) {
		for next++; next < len(s) && ascii.Digit.Has(s[next]); {
			next++
		}
	}
	if next < len(s) && endsAuthority(s[next]) {
		return next, next, true, true
	}
	if next == end {
		end = trimmedDomain(s, start, end)
		return end, end, false, !in.domainGoesOn(next)
	}
	r, _ := in.rune(next)
	return next, next, false, r > unicode.MaxASCII && !unicode.IsDigit(r) || !in.domainGoesOn(next)
}

// localPart returns the start of the local part of a mailbox that ends at s[end:], or end
// without a local part. The text before s[from:] does not matter.
func localPart[T ascii.Text](s T, end int) (start, from int) {
	i := localStart(s, end)
	from = charBefore(s, i)
	if end-i > maxLocal {
		if dot := ascii.IndexOrEnd(s[:end], from, '.'); from < dot && dot < end && abbreviationAt(s, dot) == from {
			from++ // the text before it, which is not read again, may show that no host begins here
		}
		return end, from
	}
	if i > 0 && s[i-1] == '@' {
		return end, from
	}
	if i > 0 && s[i-1] == '\\' {
		i = min(end, i+escapeLength(s, i, end))
	}
	return i, from
}

// escapeLength returns the length of the escape of a line break or a tab in a string, or of a font in troff,
// whose "\\" is before s[i:]: of the part before s[end:], and of all of it if it is another escape.
func escapeLength[T ascii.Text](s T, i, end int) int {
	switch {
	case end-i > 1 && strings.IndexByte("nrt", s[i]) >= 0:
		return 1
	case end-i > 2 && s[i] == 'f' && strings.IndexByte(fonts, s[i+1]) >= 0:
		return 2
	}
	return end - i
}

// localStart returns the start of the characters of a local part that end at s[end:]. It looks
// at a few more than a local part may have.
func localStart[T ascii.Text](s T, end int) int {
	i := end
	for i > 0 && end-i <= maxLocal {
		if b := s[i-1]; b < utf8.RuneSelf {
			if !isLocal(b) {
				break
			}
			i--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(string(s[max(0, i-utf8.UTFMax):i]))
		if kindOf(r) != word || isDelimiter(string(s[i-n:i])) {
			break
		}
		i -= n
	}
	return i
}

// charBefore returns the start of the character before s[i:].
func charBefore[T ascii.Text](s T, i int) int {
	if i == 0 {
		return 0
	}
	_, n := utf8.DecodeLastRuneInString(string(s[max(0, i-utf8.UTFMax):i]))
	return i - n
}

// mailbox reads the mailbox around the "@" at s[c.marker]. A part of a mailbox may be
// the mailbox of another person, so it is found as a whole or not at all.
func (c *candidate[T]) mailbox(m *Match) (next int, v verdict) {
	s, at := c.s, c.marker
	start, _ := localPart(s, at)
	if start == at {
		return at + 1, none
	}
	stop, longer := c.domainEnd(at + 1)
	start, after := c.withoutOpeners(start, longer)
	if stop == longer && (after == stop || s[after-1] == '_') && c.domainGoesOn(after) { // other closers end a word
		return stop, none
	}
	if stop == longer && c.isRemote(after) {
		return stop, none
	}
	end := trimmedDomain(s, at+1, stop)
	text := string(s[start:end])
	if local := text[:at-start]; !isLocalPart(local) || !isMailDomain(text[len(local)+1:]) {
		return stop, none
	}
	u, repaired, err := parse("mailto:"+text, nil)
	if err != nil {
		return stop, none
	}
	*m = Match{URI: u, Start: start, End: end, Repaired: repaired, Expansion: ExpansionMailbox}
	if start > 1 && s[start-2] == '\\' && strings.IndexByte("nrt", s[start-1]) >= 0 {
		if u, _, err := parse("mailto:"+string(s[start-1:end]), nil); err == nil {
			m.Alternatives = []uri.URI{u}
		}
	}
	if stop < longer {
		text := string(s[start:trimmedDomain(s, at+1, longer)])
		if u, _, err := parse("mailto:"+text, nil); err == nil && isMailDomain(text[at+1-start:]) {
			m.Alternatives = []uri.URI{u}
		}
	}
	return end, found
}

// isRemote reports whether ":" and a path with a "/" in it are at s[i:], as in "git@example.com:a/b.git".
func (in *input[T]) isRemote(i int) bool {
	if !in.has(i, 1) || in.s[i] != ':' || in.urlBegins(i+1) {
		return false
	}
	for end := i + maxNested; i < end && in.has(i, 1) && table[in.s[i]]&inURI != 0; i++ {
		if in.s[i] == '/' {
			return true
		}
	}
	return false
}

// isLocalPart reports whether s is a local part without quotation marks:
//
//	dot-atom-text = 1*atext *("." 1*atext)
//
// (RFC 5322, 3.2.3). One with "/", "?" or "#" in it is more likely a part of a URI.
func isLocalPart(s string) bool {
	return s != "" && !strings.ContainsAny(s, "/?#") && s[0] != '.' && s[len(s)-1] != '.' && !strings.Contains(s, "..")
}

// withoutOpeners returns the start of the local part at s[start:] without the openers that are
// closed after the domain at s[:stop], and without one "name=" of letters before or after them.
// The text after their closers begins at s[after:].
func (c *candidate[T]) withoutOpeners(start, stop int) (_, after int) {
	s, at := c.s, c.marker
	for range 2 {
		n := c.openers(start, stop)
		start, stop = start+n, stop+n
		if name := ascii.IndexOrEnd(s[:at], start, '='); start < name && name < at && ascii.All(s[start:name], ascii.Letter) && ascii.Index(s[:at], name+1, '=') < 0 {
			start = name + 1
		}
	}
	return start, stop
}

// openers returns the greatest n for which the n bytes at s[start:] are openers and the n bytes at
// s[stop:] their closers.
func (c *candidate[T]) openers(start, stop int) (n int) {
	const opening, closing = "'*_`|~{", "'*_`|~}"
	s := c.s
	for n < c.marker-start && strings.IndexByte(opening, s[start+n]) >= 0 {
		n++
	}
	after := c.head(stop, n)
	for ; n > 0; n-- {
		i := 0
		for i < n && i < len(after) && after[i] == closing[strings.IndexByte(opening, s[start+n-1-i])] {
			i++
		}
		if i == n {
			break
		}
	}
	return n
}

// domainGoesOn reports whether s[i], before which a domain or its port ends, shows that
// they are only part of something else.
func (in *input[T]) domainGoesOn(i int) bool {
	if !in.has(i, 1) {
		return false
	}
	switch b := in.s[i]; {
	case b == '\\':
		switch {
		case !in.has(i+1, 1):
			return true
		case in.s[i+1] == 'f' && in.has(i+2, 1) && strings.IndexByte(fonts, in.s[i+2]) >= 0:
			return false
		case isStringEscape(in.s[i+1]):
			return in.escapesGoOn(i)
		}
		return in.s[i+1] != '"'
	case b == '@', b == '_', b == '/', b == '%', b == '{':
		return true
	case b == ':':
		return in.has(i+1, 1) && ascii.Digit.Has(in.s[i+1])
	case b < utf8.RuneSelf:
		return (ascii.Letter | ascii.Digit).Has(b)
	}
	k, _ := in.char(i)
	return k == breaks || in.domainChar(i) > 0 || in.isLikeHyphen(i)
}

// isMailDomain reports whether s is a hostname with a "." in it, of any script, and not the rest of the name
// of a file, as in "img@2x.png" and "lodash@4.17.21.tgz".
func isMailDomain(s string) bool {
	digits := 0
	for digits < len(s) && ascii.Digit.Has(s[digits]) {
		digits++
	}
	if rest := s[digits:]; digits > 0 && (strings.HasPrefix(rest, "x.") || len(rest) > 1 && rest[0] == '.' && ascii.Digit.Has(rest[1])) {
		return false
	}
	u, _, err := parse("//"+s, nil)
	return err == nil && isMailHost(u, u.String()[len("//"):], !ascii.Is(s))
}
