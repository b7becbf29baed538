package hint

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/meaning"
	"example.com/uri/internal/schemes"
)

// Characters often typed for others.
const (
	digits  = "0123456789"
	quotes  = "\"'`<>“”‘’«»„‚‹›「」『』（）《》【】〈〉"
	hyphens = "‐‑‒–—−"
	slashes = "/\\／⁄∕＼"
)

// A row of the table describes mistakes, and says what to do.
type row struct {
	faults      Faults                // 0: any
	parts       Parts                 // 0: any
	at          string                // the wrong character is one of these; "": any
	end         bool                  // or the text ends there
	prev, next  string                // the character before and after that is one of these; "": any
	left, right string                // the text before and after it has this in it
	when        func(m *mistake) bool // nil: always

	// What to do. Without say and find, new comes in place of the character.
	say  string                // the words of find, or advice without an edit; %c is the character
	find func(m *mistake) Edit // the edit, or none
	new  string                // "%" is an escape
	all  bool                  // new also comes where the character is again
}

// describes reports whether a row for the fault and the part describes the place and the text.
func (x *row) describes(m *mistake) bool {
	return (x.at == "" || m.Fault&(Byte|Escape) != 0 && strings.ContainsRune(x.at, m.r)) && (!x.end || m.char == "") &&
		(x.prev == "" || m.Place > 0 && strings.IndexByte(x.prev, m.s[m.Place-1]) >= 0) &&
		(x.next == "" || m.after() == "" || strings.IndexByte(x.next, m.after()[0]) >= 0) &&
		strings.Contains(m.before(), x.left) && strings.Contains(m.after(), x.right) && (x.when == nil || x.when(m))
}

// edit returns the edit or the advice of the row.
func (x *row) edit(m *mistake) Edit {
	switch {
	case x.find != nil:
		e := x.find(m)
		if e.text != "" {
			e.words = cmp.Or(e.words, x.say)
		}
		return e
	case x.say != "":
		return Edit{words: strings.ReplaceAll(x.say, "%c", quoted(m.char))}
	case x.new == "%":
		return m.escaped()
	case x.all:
		return m.throughout(x.new, strings.ReplaceAll(m.rest(), m.char, x.new))
	}
	return m.replace(m.Place, m.char, x.new)
}

// rows is the table. The first matching row counts.
var rows = [...]row{
	// The whole text.
	{parts: front, at: "\xff\xfe", right: "\x00", say: "write the text as UTF-8, it is UTF-16"},
	{faults: Byte, find: trimmed, say: "remove the white space around the text"},
	{when: isDrive, say: "this is a path of Windows: read it with FileFromPath"},
	{when: isEscapedText, say: "write the URI without the escapes of another language"},
	{when: isCommand, say: "this is a command line: write only the URI"},
	{when: isPairs, say: "this is a connection string, not a URI"},
	{parts: front, find: schemeDelimiters},
	{parts: front, when: isLabeled, say: "write only the URI"},
	{faults: Byte, when: isSpace, left: "://", right: "://", say: "write one URI"},
	{parts: paths, at: `\`, find: slashesAfter, say: `write "/" instead of "\"`},
	{parts: Host, at: "%", when: isPathHost, say: "this host is a path with escapes: read it with GenericFrom"},
	{parts: server | data&^Opaque, at: "{<", when: isVariable, say: "write the value instead of the variable"},
	{parts: front, find: schemeBefore},
	{parts: Path, at: ":", left: "@", say: "this is an address of scp, not a URI"},
	{faults: NoScheme, find: similarScheme},
	{parts: front, when: isHostFirst, say: `add a scheme and "://" at the start`},
	{faults: Prefix, when: isServerScheme, say: `write "//" and a host after the scheme`},

	// Mail addresses, and other schemes without "//".
	{faults: Slash, prev: ":", say: "remove %c"},
	{faults: Slash, new: "%"},
	{parts: mail, right: ">", say: `write only the address between "<" and ">"`},
	{parts: mail, at: ";", new: ","},
	{parts: mail, at: "@.", when: isDoubled},
	{parts: mail, at: " ", prev: ",", when: isBeforeQuery},
	{parts: mail, at: " ", left: "@", right: "@", when: isBeforeQuery, new: ","},
	{parts: mail, end: true, prev: ":@,", say: "add the rest of the address"},
	{parts: mail, end: true, say: `add "@" and a host`},
	{parts: paths, at: " ", when: isPhone, find: numberAfter},
	{parts: paths, at: " ", prev: ":", say: "write only the URI"},

	// The authority.
	{when: isFileDrive, say: `write a drive as in "file:///C:/"`},
	{parts: server, when: isHostList, say: "this is a list of hosts: read it with URI.Hosts"},
	{parts: server, when: isLiteralList, say: "this is a list of hosts: a URI has only one host in brackets"},
	{parts: server, find: literal},
	{parts: server, when: isBareIPv6, say: "write the IPv6 address in brackets"},
	{parts: server, when: isZoned, say: "write the IPv6 address without its zone"},
	{parts: server, prev: "]", say: `write only ":" and a port, or the path, after "]"`},
	{faults: Literal, say: "write an IPv6 address instead of the text in brackets"},
	{parts: server, when: isSpace, find: withoutSpace},
	{parts: Host, when: isSpace, say: "write the host without spaces"},
	{faults: Byte, when: isMark, all: true},
	{parts: Userinfo, at: slashes, when: isSpecial, say: `browsers find the host before %c, and other programs after "@"`},
	{parts: server, at: slashes, new: "/", all: true},
	{parts: server, at: hyphens, say: `write "-" instead of %c`},
	{parts: server, find: narrowed},
	{parts: paths, at: "。．｡․", when: isFirst, new: "."},
	{parts: paths, at: "？", new: "?"},
	{parts: paths | Query, at: "＃", new: "#"},
	{parts: server, when: isWide, say: "write the host as its ASCII form, in labels that begin with xn--"},
	{faults: Surplus, when: isDoubled},
	{faults: Surplus, say: "remove %c"},
	{faults: User, say: `remove the user name, the password and the "@"`},
	{parts: server, at: quotes + ",;!)]", next: "/?#:", say: "remove %c"},
	{parts: server, at: ";", next: digits, say: `write ":" instead of ";"`},
	{parts: server, at: ",", when: isDomain, new: ".", all: true},
	{parts: server, at: "&", say: `write "?" instead of "&"`},
	{parts: server, at: "*", say: `write a name instead of "*"`},
	{parts: server, at: ":", when: isDoubled},
	{faults: NoHost, say: "add a host"},
	{parts: server | Userinfo, find: escapedAt, say: escapeLogin},
	{parts: Port, right: "@", say: escapeLogin},
	{faults: IPv4, when: isPort, say: `write ":" before the port`},
	{faults: IPv4, say: "write an IPv4 address instead of the host"},
	{parts: Port, when: isOne, say: "write a number from 1 to 65535 instead of the port"},
	{parts: Userinfo, new: "%"},

	// Characters.
	{parts: data, at: quotes + "]", when: isAround, say: "remove %c at the end"},
	{faults: Escape, new: "%"},
	{parts: data | None, at: "[]{}|^` <>\"\\", new: "%"},
	{faults: Byte, parts: data, when: isControl, new: "%"},
	{parts: Fragment, at: "#", new: "%"},
	{parts: data | None, when: isWide, new: "%"},
	{parts: Opaque, end: true, when: isServerScheme, say: `add "//" and a host`},
	{faults: Byte, parts: Opaque, end: true, say: "add the rest of the URI"},
}

const escapeLogin = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`

// trimmed removes the invisible characters at the place, if they are before or after all other text.
func trimmed(m *mistake) Edit {
	rest := strings.TrimLeftFunc(m.s[m.Place:], ascii.IsInvisible)
	if m.Place == 0 || rest == "" {
		return m.replace(m.Place, m.s[m.Place:len(m.s)-len(rest)], "")
	}
	return Edit{}
}

// isDrive reports whether the text begins as a path of Windows does.
func isDrive(m *mistake) bool {
	return strings.HasPrefix(m.s, `\\`) || len(m.s) > 2 && ascii.IsDrive(m.s[:2]) && (m.s[2] == '/' || strings.Contains(m.s, `\`))
}

// isFileDrive reports whether a file URL has a drive as its host, or one with "|".
func isFileDrive(m *mistake) bool {
	drive := strings.TrimLeft(m.s[min(len("file:"), len(m.s)):], `/\`)
	return m.scheme == schemes.File.Info() && len(drive) > 1 && ascii.Letter.Has(drive[0]) && (drive[1] == '|' || drive[1] == ':' && len(m.host()) == 1)
}

// isEscapedText reports whether the text has a delimiter as an escape of JSON, HTML or another
// language: "\/", "\u002F", "\x2f", "\057", "&#x2F;".
func isEscapedText(m *mistake) bool {
	if !strings.Contains(m.s, `\`) && !strings.Contains(m.s, "&#") {
		return false // as most
	}
	text := strings.ToLower(m.s)
	return slices.ContainsFunc([]string{`\/\/`, `\u00`, `\x2`, `\x3`, `\05`, `\07`, "&#x", "&#4", "&#5"}, func(written string) bool {
		return strings.Contains(text, written)
	})
}

// isHostFirst reports whether the text begins with a host that needs a scheme.
func isHostFirst(m *mistake) bool {
	host := m.s[:ascii.IndexAnyOrEnd(m.s, 0, ":/?#")]
	return isHostLike(host) && (m.Fault == NoScheme || len(m.s) > len(host)+1 && ascii.Digit.Has(m.s[len(host)+1])) ||
		strings.HasPrefix(m.s, "[") && ascii.ReadsAsIPv6(m.s[1:ascii.AuthorityEnd(m.s, 0)], true)
}

// isCommand reports whether the text has an option of a command line before a URI.
func isCommand(m *mistake) bool {
	word, rest, _ := strings.Cut(m.s, " ")
	isOption := func(s string) bool { return len(s) > 1 && s[0] == '-' && s[1] > ' ' }
	return m.op.Whole && !strings.ContainsAny(word, ":/") && (isOption(word) || isOption(rest))
}

// isPairs reports whether the text is pairs of a name and a value, as in a connection string.
func isPairs(m *mistake) bool {
	name, rest, _ := strings.Cut(m.s, "=")
	name = strings.ReplaceAll(name, " ", "")
	return m.op.Whole && name != "" && ascii.All(name, ascii.Host) && strings.IndexByte(rest, '=') > 0 &&
		strings.ContainsAny(rest[:strings.IndexByte(rest, '=')], " ;")
}

// schemeDelimiters writes a scheme and its delimiters without invisible characters and in ASCII,
// and "://" after a scheme of the web or of the operation if slashes or backslashes follow:
// "ht tp://", "http：//", "http:/\", "http;//".
func schemeDelimiters(m *mistake) Edit {
	text := meaning.Plain(m.s, m.op.Scheme)
	end := ascii.SchemeLength(text)
	rest := strings.TrimLeft(text[end:], ":/")
	host := rest[:ascii.IndexAnyOrEnd(rest, 0, "/?#:")]
	typed := m.s[:meaning.LastBytes(m.s, len(rest))]
	switch known := schemes.IsKnown(text[:end]); {
	case end == 0, host == "", strings.HasPrefix(rest[len(host):], "://"):
	case !known && (strings.ContainsFunc(typed, unicode.IsSpace) || !strings.HasPrefix(text[end:], "://")):
	case m.Fault == NoHost && !isHostLike(host):
	default:
		return m.replace(0, typed, text[:len(text)-len(rest)])
	}
	return Edit{}
}

// isLabeled reports whether other text is before a URI with "://": a label, words, an opening mark.
func isLabeled(m *mistake) bool {
	colon := strings.Index(m.s, "://")
	if colon < 0 || m.Place > colon && m.Fault != NoScheme {
		return false
	}
	label := strings.TrimRightFunc(m.s[:colon], func(r rune) bool { return r < utf8.RuneSelf && ascii.Scheme.Has(byte(r)) })
	return label != "" && !strings.ContainsAny(label, "?#/")
}

// slashesAfter writes "/" for each "\" up to a query or fragment.
func slashesAfter(m *mistake) Edit {
	return m.until("?#", func(s string) string { return strings.ReplaceAll(s, `\`, "/") })
}

// isVariable reports whether a variable is at the place: "{id}", "{{id}}", "${ID}" or "<id>".
func isVariable(m *mistake) bool {
	name := strings.TrimLeft(m.after(), "{")
	end := strings.IndexAny(name, "}>")
	return end > 0 && ascii.All(name[:end], ascii.Host)
}

// isHostLike reports whether s, before a path, is more likely a host than a path.
func isHostLike(s string) bool {
	const files = ".html.htm.php.asp.txt.css.js.json.xml.png.jpg.gif.svg.pdf.gz.go."
	i := strings.LastIndexByte(s, '.')
	return i > 0 && i < len(s)-1 && !strings.Contains(files, "."+strings.ToLower(s[i+1:])+".") || strings.EqualFold(s, "localhost")
}

// schemeBefore adds the scheme of the operation before a host, with a port and a path or without,
// and mailto before a mailbox. For the web it is http before a port other than 443, localhost and
// addresses, since few of these have certificates, and else https. An address in brackets gets
// none: split by RFC 3986, Appendix B, it has a scheme up to its first ":".
func schemeBefore(m *mistake) Edit {
	own := m.op.Scheme
	a := ascii.SplitAuthority(m.s, 0, ascii.AuthorityEnd(m.s, 0))
	host, port := m.s[a.Host:a.HostEnd], strings.TrimPrefix(m.s[a.HostEnd:a.End], ":")
	hasPort := port != "" && ascii.All(port, ascii.Digit)
	prefix := own.Name + "://"
	if own.HTTP && (!hasPort || port == "443") && !strings.EqualFold(host, "localhost") && !ascii.EndsInNumber(host) {
		prefix = "https://"
	}
	switch isMissing := m.Fault == NoScheme; {
	case own.Addresses && isMissing && a.Host > 0 && !strings.Contains(m.s, ":"):
		return m.replace(0, "", own.Name+":")
	case !own.Hierarchical || own.Port == 0 || strings.HasPrefix(host, "["):
	case isMissing && strings.HasPrefix(m.s, "//"):
		return m.replace(0, "", strings.TrimSuffix(prefix, "//"))
	case a.Host == 0 && (hasPort || isMissing && a.HostEnd == a.End) && isHostLike(strings.ReplaceAll(host, ",", ".")):
		return m.replace(0, "", prefix)
	}
	return Edit{}
}

// similarScheme writes the scheme of the operation, or for http also https, instead of an unregistered
// one with a typing mistake: two letters have changed places, or one is missing, wrong or too many.
func similarScheme(m *mistake) Edit {
	typed := m.s[:ascii.SchemeLength(m.s)]
	if schemes.IsRegistered(typed) {
		return Edit{}
	}
	name, own := strings.ToLower(typed), m.op.Scheme.Name
	for _, swapped := range [...]bool{true, false} {
		for _, want := range [...]string{own, own + "s"} {
			i, j, n := 0, 0, min(len(name), len(want))
			for i < n && name[i] == want[i] {
				i++
			}
			for j < n-i && name[len(name)-1-j] == want[len(want)-1-j] {
				j++
			}
			a, b := name[i:len(name)-j], want[i:len(want)-j]
			if swapped && len(a) == 2 && a[1:]+a[:1] == b || !swapped && len(a) < 2 && len(b) < 2 && schemes.Lookup(want).Name != "" {
				return m.replace(0, typed+":", want+":")
			}
		}
	}
	return Edit{}
}

// isPhone reports whether the place is in the number of a telephone, where spaces mean nothing.
func isPhone(m *mistake) bool {
	return (m.scheme.Name == "tel" || m.scheme.Name == "sms") && !strings.ContainsAny(m.before(), "?;")
}

// numberAfter removes the spaces of a number.
func numberAfter(m *mistake) Edit {
	return m.until("?;", func(s string) string { return strings.ReplaceAll(s, " ", "") })
}

// until returns the edit of the text up to one of these characters.
func (m *mistake) until(ends string, change func(string) string) Edit {
	end := ascii.IndexAnyOrEnd(m.s, m.Place, ends)
	return Edit{at: m.Place, old: m.char, text: m.before() + change(m.s[m.Place:end]) + m.s[end:]}
}

func isFirst(m *mistake) bool        { return !strings.ContainsAny(m.before(), "/:") }
func isBeforeQuery(m *mistake) bool  { return !strings.Contains(m.before(), "?") }
func isDoubled(m *mistake) bool      { return m.char != "" && strings.HasSuffix(m.before(), m.char) }
func isSpace(m *mistake) bool        { return unicode.IsSpace(m.r) }
func isMark(m *mistake) bool         { return unicode.Is(unicode.Cf, m.r) }
func isServerScheme(m *mistake) bool { return m.scheme.Hierarchical }
func isSpecial(m *mistake) bool      { return m.scheme.Special }
func isWide(m *mistake) bool         { return m.r >= utf8.RuneSelf }
func isControl(m *mistake) bool      { return unicode.IsControl(m.r) }

// isPathHost reports whether the host is a path with escapes, as of a socket: [uri.GenericFrom] reads it.
func isPathHost(m *mistake) bool { return ascii.HasPrefixFold(m.after(), "2f") && !isSpecial(m) }

// isHostList reports whether the authority is a list of hosts, outside of the web.
func isHostList(m *mistake) bool { return ascii.IsHostList(m.authority()) && !isSpecial(m) }

// isLiteralList reports whether the authority is a list of hosts with an IPv6 address.
func isLiteralList(m *mistake) bool {
	return strings.Contains(m.authority(), ",") && strings.Contains(m.authority(), "[")
}

// literal writes an IPv6 address in brackets.
func literal(m *mistake) Edit {
	typed := m.authority()
	end := strings.IndexByte(typed, ']') + len("]")
	if end > 0 {
		typed = typed[:end]
	}
	if address := strings.TrimPrefix(typed, "["); ascii.ReadsAsIPv6(address, end > 0) {
		return m.replace(m.a.Host, typed, "["+strings.TrimSuffix(address, "]")+"]")
	}
	return Edit{}
}

// isZoned reports whether the IPv6 address in the host has a zone.
func isZoned(m *mistake) bool {
	address, _, zoned := strings.Cut(strings.TrimPrefix(m.authority(), "["), "%")
	return zoned && ascii.ReadsAsIPv6(address, false)
}

// isBareIPv6 reports whether the host is an IPv6 address without brackets, perhaps with a port.
func isBareIPv6(m *mistake) bool {
	first, rest, _ := strings.Cut(m.authority(), ":")
	return strings.Contains(rest, ":") && strings.Trim(first+strings.ReplaceAll(rest, ".", ""), digits+"abcdefABCDEF:") == ""
}

// withoutSpace removes white space in a host. It does not if there is more of it, or if the text
// before it may be a whole host: the rest may be other text.
func withoutSpace(m *mistake) Edit {
	if m.Place < m.a.Host || m.Place > m.a.End {
		return Edit{}
	}
	left, right := m.s[m.a.Host:m.Place], strings.TrimLeftFunc(m.s[m.Place:m.a.End], ascii.IsInvisible)
	switch {
	case strings.ContainsFunc(right, unicode.IsSpace):
	case left == "", right == "", !strings.ContainsRune(" \u00a0\u3000", m.r), strings.ContainsAny(left[len(left)-1:]+right[:1], ":."), strings.Contains(right, "."), strings.EqualFold(left+right, "localhost"):
		return m.replace(m.Place, m.s[m.Place:m.a.End-len(right)], "")
	}
	return Edit{}
}

// narrowed writes the rest of a host and port in ASCII.
func narrowed(m *mistake) Edit {
	return m.throughout(string(ascii.Narrow(m.r)), strings.Map(ascii.Narrow, m.rest()))
}

// isOne reports whether the authority is no list.
func isOne(m *mistake) bool { return !strings.Contains(m.authority(), ",") }

// isPort reports whether the last label of the host, and not the one before it, is a number.
func isPort(m *mistake) bool {
	i := strings.LastIndexByte(m.host(), '.')
	return i > 0 && !ascii.EndsInNumber(m.host()[:i])
}

// escapedAt escapes each "@" in the userinfo.
func escapedAt(m *mistake) Edit {
	userinfo := m.s[m.a.Start:max(m.a.Host-1, m.a.Start)]
	return m.replace(m.a.Start, userinfo, strings.ReplaceAll(userinfo, "@", "%40"))
}

// isDomain reports whether the host is a domain of the web or an IPv4 address, with "," for ".".
func isDomain(m *mistake) bool {
	host := strings.ReplaceAll(m.host(), ",", ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	return isSpecial(m) && (ascii.EndsInNumber(host) || len(last) > 1 && ascii.All(last, ascii.Letter))
}

// escaped escapes the character and its repetitions, or all characters beyond ASCII, or each "%"
// without two digits, up to the end of the part.
func (m *mistake) escaped() Edit {
	var buf [256]byte
	b, rest := buf[:0], m.rest()
	for i := range len(rest) {
		switch c, first := rest[i], rest[0]; {
		case c == first && !(c == '%' && ascii.Escaped(rest, i)), c >= utf8.RuneSelf && first >= utf8.RuneSelf:
			b = ascii.AppendEscape(b, c)
		default:
			b = append(b, c)
		}
	}
	return m.throughout("%", string(b))
}

// isAround reports whether the character at the end closes what was opened before the URI.
func isAround(m *mistake) bool {
	isOpen := m.r == ']' && strings.Contains(m.before(), "%5B") || m.r == '>' && strings.Contains(m.before(), "%3C")
	return m.op.Whole && m.after() == "" && !isOpen
}
