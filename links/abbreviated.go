package links

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// maxWWW is the length of the longest label like "www2".
const maxWWW = 8

// abbreviationAt returns the start of "www", "www2" ... or "ftp" before the "." at s[dot], or dot.
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

// host reads the host around the "." at s[c.marker], and the path, query and fragment.
func (c *candidate[T]) host(m *Match) (next int, ok bool) {
	start := abbreviationAt(c.s, c.marker)
	if start > 0 {
		if b := c.s[start-1]; (ascii.Letter | ascii.Digit).Has(b) || strings.IndexByte(`-_.@/%\`, b) >= 0 {
			return c.marker + 1, false
		}
	}
	end, longer, path, ok := c.hostEnd(start)
	if !ok {
		return c.marker + 1, false
	}
	text, scheme := string(c.s[start:end]), "http://"
	if ascii.Lower(text[0]) == 'f' {
		scheme = "ftp://"
	}
	u, repaired, err := parse(scheme+text, c.x.ToASCII)
	e := hostExpansion(u)
	if err != nil || !namesServer(u, true) || e != ExpansionWWWHost && e != ExpansionFTPHost {
		return c.marker + 1, false
	}
	why := c.domainEnding(end, end, longer)
	if path { // it is read only now, since the text after each "www." may be long
		var stop int
		if text, why, stop, ok = c.scan(&c.input, start, start, true); !ok {
			return stop, false
		}
		if u, repaired, err = parse(scheme+text, c.x.ToASCII); err != nil {
			return stop, false
		}
	}
	*m = Match{URI: u, Start: start, End: start + len(text), Repaired: repaired, Expansion: e, Ending: why}
	if longer > end {
		c.addReadings(m, hier, scheme+string(c.s[start:longer]))
	}
	return m.End, true
}

// hostEnd returns the end of the host and port at s[start:], that of a longer host by another
// reading, and whether more of a URL follows. ok is false if they are part of something else.
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

// localPart returns the start of the local part before the "@" at s[end], or end without one. An
// escape of a string, as in "\nuser@example.com", or a font of troff may be before it.
func (in *input[T]) localPart(end int) int {
	s, i := in.s, end
	for i > 0 && end-i <= maxLocal {
		if b := s[i-1]; b < utf8.RuneSelf {
			if !isLocal(b) {
				break
			}
			i--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(string(s[max(0, i-utf8.UTFMax):i]))
		if kindOf(r) != word || isDelimiter(r) {
			break
		}
		i -= n
	}
	switch {
	case end-i > maxLocal || i > 0 && s[i-1] == '@':
		return end
	case i == 0 || s[i-1] != '\\':
		return i
	case end-i > 1 && isSpaceEscape(s[i]):
		return i + 1
	case end-i > 2 && s[i] == 'f' && strings.IndexByte(fonts, s[i+1]) >= 0:
		return i + 2
	}
	return end
}

// mailbox reads the mailbox around the "@" at s[c.marker]. A part of a mailbox may be
// the mailbox of another person, so it is found as a whole or not at all.
func (c *candidate[T]) mailbox(m *Match) (next int, ok bool) {
	s, at := c.s, c.marker
	start := c.localPart(at)
	if start == at {
		return at + 1, false
	}
	stop, longer := c.domainEnd(at + 1)
	start, after := c.withoutOpeners(start, longer)
	if stop == longer && (after == stop || s[after-1] == '_') && c.mailboxGoesOn(start, after) { // other closers end a word
		return stop, false
	}
	end := trimmedDomain(s, at+1, stop)
	u, repaired, ok := mailURL(string(s[start:end]))
	if !ok {
		return stop, false
	}
	*m = Match{URI: u, Start: start, End: end, Repaired: repaired, Expansion: ExpansionMailbox, Ending: c.domainEnding(end, stop, longer)}
	if start > 1 && s[start-2] == '\\' && isSpaceEscape(s[start-1]) {
		c.addReadings(m, opaque, "mailto:"+string(s[start-1:end]))
	}
	if stop < longer {
		if u, _, ok := mailURL(string(s[start:trimmedDomain(s, at+1, longer)])); ok {
			m.Alternatives = append(m.Alternatives, u)
		}
	}
	return end, true
}

// mailboxGoesOn reports whether the text at s[i:] makes the mailbox before it, with its local part
// at s[start:], part of something else. As in UTS #58, a port or a path ends a mailbox.
func (in *input[T]) mailboxGoesOn(start, i int) bool {
	if !in.has(i, 1) || in.s[i] != ':' && in.s[i] != '/' {
		return in.domainGoesOn(i)
	}
	isPath := in.s[i] == '/' || in.has(i+1, 1) && ascii.Digit.Has(in.s[i+1])
	if isPath && strings.IndexByte(opening, in.s[start]) >= 0 {
		return true // the opener may be closed after the path
	}
	return in.s[i] == ':' && in.isRemote(i+1, strings.HasPrefix(in.head(start, len("git@")), "git@"))
}

// isRemote reports whether the path of a git remote is at s[i:], as in
// "git@example.com:a/b.git": it ends in ".git", or has a "/" in it and is not a port with a path. The user git has no port.
func (in *input[T]) isRemote(i int, isGit bool) bool {
	if in.urlBegins(i) {
		return false
	}
	end := i
	for end-i < maxNested && in.has(end, 1) && table[in.s[end]]&inURI != 0 {
		end++
	}
	name := strings.TrimRight(string(in.s[i:end]), finalPunctuation+")")
	slash := strings.IndexByte(name, '/')
	return strings.HasSuffix(name, ".git") || slash >= 0 && (isGit || slash == 0 || !ascii.All(name[:slash], ascii.Digit))
}

// withoutOpeners returns the start of the local part at s[start:] without openers, if
// their closers follow the domain at s[:stop], and without one "name=" of letters
// before or after them. The text after the closers begins at s[after:].
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

// opening are the openers of mailboxes, and closing their closers.
const opening, closing = "'*_`|~{", "'*_`|~}"

// openers returns the greatest n with n openers at s[start:] and their closers at s[stop:].
func (c *candidate[T]) openers(start, stop int) int {
	closers := ""
	for i := start; i < c.marker && strings.IndexByte(opening, c.s[i]) >= 0; i++ {
		closers = string(closing[strings.IndexByte(opening, c.s[i])]) + closers
	}
	after := c.head(stop, len(closers))
	for !strings.HasPrefix(after, closers) {
		closers = closers[1:]
	}
	return len(closers)
}

// domainGoesOn reports whether a domain, or its port, is only part of something else
// because of the text after it, at s[i:].
func (in *input[T]) domainGoesOn(i int) bool {
	if !in.has(i, 1) {
		return false
	}
	switch b := in.s[i]; {
	case b == '\\':
		return !in.has(i+1, 1) || !in.endsAt(i) && in.s[i+1] != '"'
	case b == '@', b == '_', b == '%', b == '{':
		return true
	case b == ':':
		return in.has(i+1, 1) && ascii.Digit.Has(in.s[i+1])
	case b < utf8.RuneSelf:
		return (ascii.Letter | ascii.Digit).Has(b)
	}
	k, _ := in.kindAt(i)
	return k == breaks || in.domainChar(i) > 0 || in.isLikeHyphen(i)
}

// mailURL returns the URL of the mailbox text, without quotation marks in its local part
//
//	dot-atom-text = 1*atext *("." 1*atext)
//
// (RFC 5322, 3.2.3). ok is false if this is more likely a part of a URI, because it has "/", "?" or "#" in it, or
// the name of a file, as "img@2x.png" and "lodash@4.17.21.tgz" are, or if its escapes make no mailbox.
func mailURL(text string) (u uri.URI, repaired, ok bool) {
	local, domain, _ := strings.Cut(text, "@")
	rest := strings.TrimLeft(domain, "0123456789")
	if local == "" || local[0] == '.' || local[len(local)-1] == '.' || strings.Contains(local, "..") ||
		len(rest) < len(domain) && (strings.HasPrefix(rest, "x.") || len(rest) > 1 && rest[0] == '.' && ascii.Digit.Has(rest[1])) {
		return uri.URI{}, false, false
	}
	u, repaired, err := parse("mailto:"+text, nil)
	address, _ := u.Opaque()
	return u, repaired, err == nil && isMailbox(address, true) && isMailto(u)
}
