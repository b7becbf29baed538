// Package meaning says whether a corrected text still names what was typed. Whatever corrects a
// text asks it last.
package meaning

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// IsKept reports whether fix names what typed names, a text of a function for URIs of any scheme,
// or for those of the scheme own:
//
//   - The scheme is the same. Only a function for one scheme writes that scheme instead of an
//     unknown name, or before a host.
//   - The host is the same, except for "," as "." and a "." that was typed twice. White space in it
//     does not separate names that are hosts by themselves.
//   - Userinfo, port, query and fragment are there if they were, and every part has the same
//     characters. In a path "/" may be a "\", and addresses of mail may have other delimiters.
//   - Control characters after the authority, and white space in a query, become escapes.
//   - No escape comes before the first "//".
//
// Both texts are split by RFC 3986, Appendix B, typed in the form of Plain.
func IsKept(typed, fix string, own *schemes.Info) bool {
	text := Plain(typed, own)
	head, _, _ := strings.Cut(text, "//")
	if given, _, ok := strings.Cut(fix, "//"); ok && len(head) < len(text) && strings.Count(given, "%") > strings.Count(head, "%") {
		return false
	}
	was, is := ascii.Split(text), ascii.Split(fix)
	if was.Scheme != is.Scheme {
		was = ascii.Split(completed(text, was.Scheme, is.Scheme, own))
	}
	start := LastBytes(typed, len(was.Data))
	return was.Scheme == is.Scheme && sameServer(&was, &is) && !joinsNames(typed[:start]) && (was.Path == "") == (is.Path == "") &&
		sameData(was.Userinfo, is.Userinfo, false) && sameData(was.Path, is.Path, is.Scheme == schemes.Mailto.Info().Name) &&
		sameData(was.Query, is.Query, false) && sameData(was.Fragment, is.Fragment, false) &&
		(typed[start:] == is.Data || controls(strings.TrimFunc(typed[start:], ascii.IsInvisible)) == controls(is.Data))
}

// completed returns a plain text with another scheme, if a function for URLs of the scheme own may
// write it instead of the one of the text, or add it. Otherwise it returns the text.
func completed(text, typed, scheme string, own *schemes.Info) string {
	name := strings.ToLower(typed)
	switch rest := text[len(typed):]; {
	case own.Name == "" || scheme != own.Name && !(own.HTTP && schemes.Lookup(scheme).HTTP):
	case name == "" && (strings.HasPrefix(text, "//") || own.Addresses):
		return scheme + ":" + text
	case schemes.IsRegistered(name):
	case name == "" || own.Port != 0 && len(rest) > 1 && ascii.Digit.Has(rest[1]):
		if whole := scheme + "://" + text; own.Hierarchical && ascii.Split(whole).Has&ascii.HasUserinfo == 0 {
			return whole
		}
	case !touches(name, own.Name) && !touches(name, scheme):
		return Plain(scheme+rest, own)
	}
	return text
}

// touches reports whether name begins or ends with the name of a scheme.
func touches(name, scheme string) bool {
	return strings.HasPrefix(name, scheme) || strings.HasSuffix(name, scheme)
}

// Plain returns s without invisible characters, and with the ASCII form of wide characters and of
// those that look like delimiters. For a scheme of the web and for ftp the slashes and backslashes
// after the ":" are "//", and every other "\" before the query and fragment is a "/". The scheme
// own may have other delimiters with two slashes.
func Plain(s string, own *schemes.Info) string {
	s = ascii.Visible(s)
	i := ascii.SchemeLength(s)
	if i == 0 && ascii.Split(s).Scheme == "" {
		n := len(strings.TrimRightFunc(s[:ascii.IndexAnyOrEnd(s, 0, `:;/\`)], unicode.IsPunct))
		found := s[n : len(s)-len(strings.TrimLeft(s[n:], delimiters))]
		if x := schemes.Lookup(s[:n]); x.Port != 0 && (x == own || x.HTTP && own.HTTP) && strings.Count(strings.ReplaceAll(found, `\`, "/"), "/") > 1 {
			s, i = s[:n]+"://"+s[n+len(found):], n
		}
	}
	if x := schemes.Lookup(s[:i]); !x.Special || x.Port == 0 {
		return s
	}
	i += len(":")
	end := ascii.IndexAnyOrEnd(s, i, "?#")
	if after, ok := strings.CutPrefix(s[i:end], "//"); ok && !strings.HasPrefix(after, "/") && strings.IndexByte(after, '\\') < 0 {
		return s // as most
	}
	rest := strings.ReplaceAll(s[i:end], `\`, "/")
	if after := strings.TrimLeft(rest, ":"); strings.HasPrefix(after, "/") {
		rest = "//" + strings.TrimLeft(after, "/")
	}
	return s[:i] + rest + s[end:]
}

// delimiters are the characters typed for those after a scheme.
const delimiters = `:;,./\`

// Scheme returns the scheme of a typed text, or "".
func Scheme(typed string) string { return ascii.Split(ascii.Visible(typed)).Scheme }

// LastBytes returns where the last n bytes of [ascii.Visible] of s begin in s.
func LastBytes(s string, n int) int {
	if last := s[max(len(s)-n, 0):]; ascii.Visible(last) == last && ascii.Is(last) {
		return len(s) - n
	}
	i := len(s)
	for n > 0 {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
		n -= len(ascii.Visible(s[i : i+size]))
	}
	return i
}

// sameServer reports whether texts have the same delimiters, the same host and the same port.
func sameServer(p, fix *ascii.Parts) bool {
	host, has := p.Host, p.Has
	if address := strings.Trim(fix.Host, "[]"); address != fix.Host {
		if has&ascii.HasPort != 0 && !strings.Contains(host, "]") { // no port, but an address without brackets
			host, has = host+":"+p.Port, has&^ascii.HasPort
		}
		return has == fix.Has && strings.Trim(host, "[]") == address && (has&ascii.HasPort == 0 || p.Port == fix.Port)
	}
	return has == fix.Has && hostForm(host) == hostForm(fix.Host) && strings.TrimLeft(p.Port, ":") == fix.Port
}

// hostForm returns a host with "." for "," and without a "." after another one.
func hostForm(s string) string {
	s = strings.ReplaceAll(s, ",", ".")
	for strings.Contains(s, "..") {
		s = strings.ReplaceAll(s, "..", ".")
	}
	return s
}

// joinsNames reports whether s, a text up to the end of an authority, has several names with white
// space between them, and each could be a host.
func joinsNames(s string) bool {
	hasLabels := func(s string) bool { return strings.Contains(strings.Trim(s, "."), ".") }
	before := ""
	if strings.IndexFunc(s, unicode.IsSpace) < 0 {
		return false
	}
	for _, word := range strings.FieldsFunc(s, unicode.IsSpace) {
		word = strings.ReplaceAll(ascii.Visible(word), `\`, "/")
		if word == "" {
			continue
		}
		if hasLabels(before) && hasLabels(word[:ascii.IndexAnyOrEnd(word, 0, ":/@")]) {
			return true
		}
		before = word[strings.LastIndexAny(word, ":/@")+1:]
	}
	return false
}

// IsSameData reports whether texts that are no whole URIs have the same characters, with escapes
// or without.
func IsSameData(typed, fix string) bool { return sameData(typed, fix, false) }

// sameData is IsSameData for a part of a URI. In a mailbox the delimiters of addresses may differ.
func sameData(typed, fix string, mail bool) bool {
	return typed == fix || dataForm(typed, mail) == dataForm(fix, mail)
}

// dataForm returns the decoded characters of s that are visible, with "/" for "\".
func dataForm(s string, mail bool) string {
	s = strings.ReplaceAll(ascii.Visible(string(ascii.AppendDecoded(nil, s))), `\`, "/")
	if mail {
		s = hostForm(strings.NewReplacer(",", "", ";", "", "@@", "@").Replace(s))
	}
	return s
}

// controls returns the control characters of s, with the white space of a query, decoded.
func controls(s string) string {
	var b []byte
	query := false
	for i := 0; i < len(s); {
		query = (query || s[i] == '?') && s[i] != '#'
		c, n := ascii.DecodedAt(s, i)
		if c < ' ' || query && c == ' ' {
			b = append(b, c)
		}
		i += n
	}
	return string(b)
}
