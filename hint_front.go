package uri

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Characters that people and programs type for others.
const (
	spaces      = " \t\r\n\u00a0\u2002\u2003\u2009\u202f\u3000"
	quotes      = "\"'`<>“”‘’«»„‚‹›「」"
	slashes     = "\\／⁄∕＼"
	wideColons  = "：∶﹕"
	wideDots    = "。．｡․"
	wideHyphens = "‐‑‒–—−－"
	// invisible are characters without width, and those that set the direction of the text.
	// Some scripts need U+200C and U+200D, so they are not among them.
	invisible = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)

// quotedChar returns c as a hint shows it.
func quotedChar(c string) string {
	r, _ := utf8.DecodeRuneInString(c)
	switch {
	case c == `"`:
		return `'"'`
	case r == ' ' || unicode.IsPrint(r):
		return `"` + c + `"`
	}
	return fmt.Sprintf("U+%04X", r)
}

// instead returns the hint to write a for b.
func instead(a, b string) string { return `write "` + a + `" instead of "` + b + `"` }

// isWhole reports whether p.before begins where the text begins.
func (p *hintPlace) isWhole() bool { return !strings.HasPrefix(p.before, "...") }

// isChange reports whether the text is the new part of a URI, and no URI.
func (p *hintPlace) isChange() bool {
	return p.op == opUnescape || p.op == opParseQuery || p.op >= opJoinSegments
}

// info returns the description of the scheme that the operation reads.
func (p *hintPlace) info() *schemes.Info {
	if p.op < opFTP || p.op > opProspero {
		return new(schemes.Info)
	}
	return schemes.ID(p.op - opFTP).Info()
}

// driveHint is the hint for a drive in the place of the host, as in "file://C:" or
// "file://C|".
func driveHint(p *hintPlace) string {
	s := p.before + p.rest
	if len(s) < 9 || !strings.EqualFold(s[:7], "file://") || !ascii.Letter.Has(s[7]) || s[8] != ':' && s[8] != '|' {
		return ""
	}
	if strings.HasPrefix(s[9:], `\`) {
		return instead("file:///"+s[7:8]+":/", s[:10])
	}
	return instead("file:///"+s[7:8]+":", s[:9])
}

// schemeHint is the hint for a text with no scheme, or another one than the operation has.
func schemeHint(p *hintPlace) string {
	s := p.before + p.rest
	end := ascii.IndexAnyOrEnd(s, 0, ":/?#;,.\\@ ")
	name, rest := strings.ToLower(s[:end]), s[end:]
	junk := rest[:len(rest)-len(strings.TrimLeft(rest, `:;,./\`))]
	named := s[:ascii.IndexAnyOrEnd(s, 0, ":/?#")]
	switch known := schemes.Lookup(name); {
	case !p.isWhole():
		return ""
	case strings.HasPrefix(s, "//"):
		return `add "https:" at the start`
	case known.Hierarchical && known.Port != 0 && junk != "://" && len(junk) > 1 && strings.ContainsAny(junk, `/\`):
		return instead(name+"://", s[:end]+junk)
	case readsAsIPv6(s[:ascii.IndexAnyOrEnd(s, 0, "/?#")], false):
		return bareHint(s)
	case len(named) == 1 && ascii.Letter.Has(named[0]) && strings.HasPrefix(s[1:], ":/"):
		return `add "file:///" at the start`
	case strings.HasPrefix(s[len(named):], ":") && beginsScheme(s[len(named)+1:]):
		return `remove "` + named + `:"`
	case strings.HasPrefix(strings.ToLower(s), "www.") && beginsScheme(s[4:]):
		return `remove "` + s[:4] + `"`
	case beginsPort(rest), strings.HasPrefix(rest, ".") && beginsPort(s[len(named):]):
		return `add "https://" at the start`
	case strings.HasPrefix(rest, ":"):
		if known := similarScheme(name, p.info().Name); known != "" && known != name {
			return instead(known+":", s[:end]+":")
		}
		return ""
	case strings.HasPrefix(s[len(named):], ":"):
		return ""
	case strings.Contains(named, "@"):
		if user, domain, _ := strings.Cut(named, "@"); user != "" && domain != "" && len(named) == len(s) {
			return `add "mailto:" at the start`
		}
		return ""
	case strings.HasPrefix(strings.ToLower(named), "ftp."):
		return `add "ftp://" at the start`
	case isHostLike(named, len(named) == len(s)):
		return `add "https://" at the start`
	}
	return ""
}

// isHostLike reports whether s, the whole text or what is before its path, is rather a host
// than a path.
func isHostLike(s string, whole bool) bool {
	i := strings.LastIndexByte(s, '.')
	switch {
	case strings.EqualFold(s, "localhost"), strings.HasPrefix(s, "*."), strings.HasPrefix(s, "$"):
		return true
	case i < 0:
		return strings.Contains(s, ",") && !strings.HasPrefix(s, ",")
	}
	file := slices.Contains([]string{"html", "htm", "php", "asp", "txt", "css", "js", "json", "xml", "png", "jpg", "gif", "svg", "pdf", "gz", "go"}, strings.ToLower(s[i+1:]))
	return i > 0 && !(whole && file)
}

// beginsScheme reports whether s begins with a scheme that names a host, and "://".
func beginsScheme(s string) bool {
	name, _, ok := strings.Cut(s, "://")
	return ok && schemes.Lookup(name).Hierarchical
}

// beginsPort reports whether the three characters of s after a ":" may be a port and the
// path after it, as in "localhost:80/".
func beginsPort(s string) bool {
	return len(s) > 1 && s[0] == ':' && !strings.HasPrefix(s, "://") && strings.Trim(s[1:min(len(s), 4)], "0123456789/") == ""
}

// similarScheme returns the scheme that name is, perhaps with a typing mistake: two letters
// have changed places, or one is missing, wrong or too many. It prefers likely, then the
// schemes that people write most.
func similarScheme(name, likely string) string {
	all := []string{likely, "http", "https", "ftp", "file", "mailto", "gopher", "news", "nntp", "telnet", "wais", "prospero", "ws", "wss"}
	for _, mistake := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		func(a, b string) bool { return len(a) == 2 && a[1:]+a[:1] == b },
		func(a, b string) bool { return len(a) < 2 && len(b) < 2 },
	} {
		for _, known := range all {
			before, after := sameEnds(name, known)
			if len(known) > 2 && mistake(name[before:len(name)-after], known[before:len(known)-after]) {
				return known
			}
		}
	}
	return ""
}

// slashHint is the hint for a text that begins with a scheme of RFC 1738 and not with "//"
// after it.
func slashHint(p *hintPlace) string {
	name, front, _ := strings.Cut(p.before, ":")
	switch {
	case !p.info().Hierarchical || !(ruleFTPURL <= p.Rule && p.Rule <= ruleProsperoURL || p.Rule == ruleNNTPURL) || !strings.EqualFold(name, p.info().Name) || p.fault != faultByte:
		return ""
	case front == "/" && p.Part == PartPath:
		return `add "/"`
	case front != "" || p.Part == PartFragment:
		return ""
	case p.char == ":":
		return `remove ":"`
	case beginsScheme(p.rest):
		return `remove "` + name + `:"`
	case p.op == opFile:
		return `add "///"`
	}
	return `add "//"`
}

// readsAsIPv6 reports whether s is an IPv6 address, or begins with one and "]". An address that
// may also be a shorter one and a port does not count.
func readsAsIPv6(s string, closed bool) bool {
	address, _, found := strings.Cut(s, "]")
	addr, err := netip.ParseAddr(address)
	if err != nil || !addr.Is6() || addr.Zone() != "" || found != closed {
		return false
	}
	i := strings.LastIndexByte(address, ':')
	if strings.Trim(address[i+1:], "0123456789") != "" || closed {
		return true
	}
	_, err = netip.ParseAddr(address[:i])
	return err != nil
}

// bareHint is the hint for a text that begins with an IPv6 address without brackets.
func bareHint(s string) string {
	address := s[:ascii.IndexAnyOrEnd(s, 0, "/?#")]
	return instead("https://["+address+"]", address)
}

// frontHint is the hint for a mistake in a scheme or right after its ":", or before it.
func frontHint(p *hintPlace) string {
	name, after, colon := strings.Cut(p.before, ":")
	trimmed := strings.TrimLeft(p.rest, " ")
	more, _, slashed := strings.Cut(trimmed, "://")
	s := p.before + p.rest
	switch {
	case p.char == "" || p.fault != faultByte || !p.isWhole() || p.isChange():
		return ""
	case strings.HasPrefix(s, "\xff\xfe"), strings.HasPrefix(s, "\xfe\xff"):
		return "write the text as UTF-8, it is UTF-16"
	case p.before == "" && strings.HasPrefix(s, `\\`):
		return instead("file://", `\\`)
	case strings.HasPrefix(s, "://"):
		return `add "https" at the start`
	case p.char == "[" && p.before == "" && readsAsIPv6(s[1:], true), strings.Contains(name, ".") && !colon && beginsPort(p.rest):
		return `add "https://" at the start`
	case p.char == "[" && p.before == "" && beginsScheme(s[1:]):
		return `remove "["`
	case p.char == "<" && p.before == "" && len(s) > 5 && strings.EqualFold(s[1:5], "URL:"):
		return `remove "<` + s[1:5] + `"`
	case p.char == ":" && readsAsIPv6(s[:ascii.IndexAnyOrEnd(s, 0, "/?#")], false):
		return bareHint(s)
	case p.char == ":" && strings.Contains(name, "@"):
		return `add "ssh://" at the start`
	case p.char == ":" && len(name) > 1 && beginsScheme(s[1:]):
		if strings.Contains("'(*_", name[:1]) {
			return `remove "` + name[:1] + `" at the start and "` + strings.NewReplacer("(", ")").Replace(name[:1]) + `" at the end`
		}
		return `remove "` + name[:1] + `" at the start`
	case p.char == ":" && !colon && !strings.Contains(name, "/"):
		return `add "./" at the start`
	case !ascii.All(name, ascii.Scheme) || strings.Trim(after, "/") != "" || len(after) > 1:
		return ""
	case colon && len(name) == 1 && p.char == `\`:
		return instead("file:///"+name+":/", name+`:\`)
	case p.char == " " && name != "" && (colon && strings.HasPrefix(trimmed, "/") || !colon && slashed && ascii.All(more, ascii.Letter)):
		return `remove " "`
	case strings.Contains(wideColons, p.char) && !colon:
		return instead(":", p.char)
	case strings.Contains(slashes, p.char) && colon:
		return instead("/", p.char)
	case p.char >= "ａ" && p.char <= "ｚ" && beginsAfterLetters(s, ":"+wideColons):
		return instead(string('a'+[]rune(p.char)[0]-'ａ'), p.char)
	}
	return ""
}

// beginsAfterLetters reports whether the first character of s that is no letter is one of
// chars.
func beginsAfterLetters(s, chars string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, func(r rune) bool {
		return r < utf8.RuneSelf && ascii.Letter.Has(byte(r)) || r >= 'ａ' && r <= 'ｚ'
	}))
	return strings.ContainsRune(chars, r)
}
