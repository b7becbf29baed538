package hint

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Characters often typed for others.
const (
	digits  = "0123456789"
	quotes  = "\"'`<>“”‘’«»„‚‹›「」"
	slashes = "/\\／⁄∕＼"
)

// pairs are opening characters before a URI, each with its closing character.
var pairs = [...][2]string{
	{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"<", ">"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"*", "*"}, {"_", "_"},
	{"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"‹", "›"}, {"「", "」"},
}

// narrow returns the ASCII form of a character of full width, or of a look-alike of a delimiter.
// It returns others unchanged.
func narrow(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
	case '！' <= r && r <= '～':
		return r - '！' + '!'
	case r == '∶', r == '﹕':
		return ':'
	case r == '⁄', r == '∕':
		return '/'
	case r == '。', r == '｡', r == '․':
		return '.'
	case '‐' <= r && r <= '—', r == '−':
		return '-'
	}
	return r
}

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

// describes reports whether the row describes the place and the text, if the fault and the part
// are right.
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
	{at: space, find: trimmed, say: "remove the white space around the text"},
	{parts: front, at: `\`, when: isJSON, all: true},
	{parts: front, find: drive},
	{parts: paths, at: `\`, new: "/", all: true},
	{parts: front, find: schemeDelimiters},
	{parts: front, find: withoutLabel},
	{at: blanks + breaks, left: "://", right: "://", say: "write one URI"},
	{at: breaks, all: true},
	{parts: Host, at: "%", when: isPathHost, say: "this host is a path with escapes: read it with GenericFrom"},
	{parts: server | data&^Opaque, at: "{<", when: isVariable, say: "write the value instead of the variable"},
	{parts: front, at: ":", find: remotePath},
	{parts: front, find: schemeBefore},
	{faults: NoScheme, find: similarScheme},

	// Mail addresses, and other schemes without "//".
	{faults: Slash, prev: ":"},
	{faults: Slash, new: "%"},
	{parts: mail, find: namedAddress, say: `write only the address between "<" and ">"`},
	{parts: mail, at: ";", new: ","},
	{parts: mail, find: fieldsAfter},
	{parts: mail, at: "@."},
	{parts: mail, at: " ", prev: ","},
	{parts: mail, at: " ", left: "@", right: "@", new: ","},
	{parts: mail, end: true, prev: ":@,", say: "add the rest of the address"},
	{parts: mail, end: true, say: `add "@" and a host`},
	{parts: paths, at: " ", when: isPhone, all: true},
	{parts: paths, at: " ", prev: ":", when: isBare},
	{parts: paths, at: " ", prev: ":", say: "write only the URI"},

	// The authority.
	{parts: server, when: isHostList, say: "this is a list of hosts: read it with URI.Hosts"},
	{parts: server, find: literal},
	{faults: Literal, say: "write an IPv6 address instead of the text in brackets"},
	{parts: server, at: digits, prev: "]", find: colonBefore},
	{parts: server, at: blanks, find: withoutSpace},
	{parts: Host, at: blanks, say: "write the host without spaces"},
	{at: invisible, all: true},
	{parts: Userinfo, at: slashes, when: isSpecial, say: `browsers find the host before %c, and other programs after "@"`},
	{parts: server, at: slashes, say: `write "/" instead of %c`},
	{parts: server, find: narrowed},
	{parts: paths, at: "。．｡․", when: isName, new: "."},
	{parts: server, when: isMixed, say: "the host mixes letters of two alphabets, as forged hosts do"},
	{parts: server, when: isWide, say: "write the host as its ASCII form, in labels that begin with xn--"},
	{faults: Surplus},
	{faults: User, find: withoutUser, say: `remove the user name, the password and the "@"`},
	{parts: Port, prev: ":", when: isRemote, find: slashBefore},
	{parts: server, at: quotes + ",;!)]", next: "/?#:"},
	{parts: server, at: ";", next: digits, new: ":"},
	{parts: server, at: ",", when: isDomain, new: ".", all: true},
	{parts: server, at: "&", say: `write "?" instead of "&"`},
	{parts: server, at: "*", say: `write a name instead of "*"`},
	{parts: server, at: ":", prev: ":"},
	{faults: NoHost, say: "add a host"},
	{parts: server | Userinfo, find: escapedAt, say: escapeLogin},
	{parts: Port, right: "@", say: escapeLogin},
	{faults: IPv4, say: "write an IPv4 address instead of the host"},
	{parts: Port, when: isOne, say: "write a number from 1 to 65535 instead of the port"},
	{parts: Userinfo, new: "%"},

	// Characters.
	{parts: data, at: quotes + "]", when: isAround},
	{faults: Escape, new: "%"},
	{faults: Byte, parts: data, when: isControl, all: true},
	{parts: data | None, at: "[]{}|^` <>\"\\", new: "%"},
	{parts: Fragment, at: "#", new: "%"},
	{parts: data | None, when: isWide, new: "%"},
	{parts: Opaque, end: true, when: isServerScheme, say: `add "//" and a host`},
	{parts: Opaque, end: true, say: "add the rest of the URI"},
}

const escapeLogin = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`

// trimmed removes the white space at the place, if it is before or after all other text.
func trimmed(m *mistake) Edit {
	if rest := strings.TrimLeft(m.s[m.Place:], space); m.Place == 0 || rest == "" {
		return m.replace(m.Place, m.s[m.Place:len(m.s)-len(rest)], "")
	}
	return Edit{}
}

// isJSON reports whether the text has the "\" of a string in JSON before each "/".
func isJSON(m *mistake) bool { return strings.HasPrefix(m.after(), `/\/`) }

// drive writes a path of Windows as a file URL: "C:\", "\\server", "file://C:", "file:///C|".
func drive(m *mistake) Edit {
	if strings.HasPrefix(m.s, `\\`) {
		return m.replace(0, "", "file:")
	}
	path := strings.TrimPrefix(m.s[m.a.Start:], "/")
	if m.a.Start > 0 && m.scheme != schemes.File.Info() || len(path) < 3 || !ascii.Letter.Has(path[0]) || path[1] != ':' && path[1] != '|' ||
		m.a.Start == 0 && path[2] != '\\' && !(path[2] == '/' && m.Fault == NoScheme) {
		return Edit{}
	}
	return m.replace(0, m.s[:len(m.s)-len(path)+2], "file:///"+path[:1]+":")
}

// schemeDelimiters writes "://" after a known scheme with other delimiters, and a scheme without
// blanks and characters of full width: "http;//", "http //", "http：//".
func schemeDelimiters(m *mistake) Edit {
	const delimiters = ` :;,./\`
	i := max(strings.IndexFunc(m.s, func(r rune) bool { return r != ' ' && !unicode.IsLetter(narrow(r)) }), 0)
	rest := strings.TrimLeftFunc(m.s[i:], func(r rune) bool { return strings.ContainsRune(delimiters, narrow(r)) })
	typed := m.s[:len(m.s)-len(rest)]
	plain := strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return narrow(r)
	}, typed)
	name := plain[:ascii.IndexAnyOrEnd(plain, 0, delimiters)]
	found := plain[len(name):]
	info := schemes.Lookup(name)
	want := cmp.Or(info.Name, name) + "://"
	host := rest[:ascii.IndexAnyOrEnd(rest, 0, `/\?#:`)]
	isRefused := m.Fault == Prefix || m.Fault == NoScheme
	switch {
	case found == "://":
		if len(typed) > len(want) && (info.Hierarchical || !ascii.Is(typed)) {
			return m.replace(0, typed, want)
		}
	case !info.Hierarchical || host == "" || strings.HasPrefix(rest[len(host):], "://"):
	case info.Port == 0 && found == ":" && isRefused:
		return m.replace(0, typed, want+"/")
	case info.Port != 0 && (strings.Contains(found, ":") || len(found) > 1 && strings.Contains(found, "/")) && (isRefused || isHostLike(host)):
		return m.replace(0, typed, want)
	}
	return Edit{}
}

// isHostLike reports whether s, before a path, is more likely a host than a path.
func isHostLike(s string) bool {
	const files = ".html.htm.php.asp.txt.css.js.json.xml.png.jpg.gif.svg.pdf.gz.go."
	i := strings.LastIndexByte(s, '.')
	return i > 0 && !strings.Contains(files, "."+strings.ToLower(s[i+1:])+".") || strings.EqualFold(s, "localhost")
}

// withoutLabel removes a label before a scheme and "://": "view ", "URL:", `href="`. After an
// opening character at the end of the label, the text from its closing character on goes too.
func withoutLabel(m *mistake) Edit {
	colon := max(strings.Index(m.s, "://"), 0)
	i := len(strings.TrimRightFunc(m.s[:colon], func(r rune) bool { return r < utf8.RuneSelf && ascii.Scheme.Has(byte(r)) }))
	if dot := strings.LastIndexByte(m.s[i:colon], '.'); dot >= 0 && schemes.Lookup(m.s[i+dot+1:colon]).Hierarchical {
		i += dot + 1
	}
	i = colon - len(strings.TrimLeft(m.s[i:colon], digits+"+-."))
	label, uri := m.s[:i], m.s[i:]
	name := strings.TrimSuffix(label, ":")
	isInURI := m.Place > colon || m.Fault&(NoScheme|Prefix) != 0
	if i == 0 || i == colon || strings.ContainsAny(label, "?#") ||
		isInURI && !schemes.Lookup(name).Hierarchical && !strings.Contains(" url uri view-source feed www. ", " "+strings.ToLower(name)+" ") {
		return Edit{}
	}
	for _, p := range pairs {
		switch {
		case !strings.HasSuffix(label, p[0]):
		case !strings.Contains("'()[]{}*_", p[1]): // a URI may have these
			uri, _, _ = strings.Cut(uri, p[1])
		case p[0] == p[1] || strings.Count(uri, p[0]) < strings.Count(uri, p[1]):
			uri = strings.TrimSuffix(uri, p[1])
		}
	}
	e := m.replace(0, label, "")
	if e.text = uri; len(m.s)-len(uri) > 1 {
		e.words = "write only the URI"
	}
	return e
}

// isVariable reports whether a variable without a value is at the place: "{id}", "{{id}}", "${ID}"
// or "<id>".
func isVariable(m *mistake) bool {
	name := strings.TrimLeft(m.after(), "{")
	end := strings.IndexAny(name, "}>")
	return end > 0 && ascii.All(name[:end], ascii.Host)
}

// remotePath writes "user@host:path", as git and scp read it, as a URL of ssh. A number and "/"
// after the ":" is a port.
func remotePath(m *mistake) Edit {
	user, host, _ := strings.Cut(m.before(), "@")
	if host == "" || !ascii.All(user, ascii.Host) || !ascii.All(host, ascii.Host) {
		return Edit{}
	}
	path := strings.TrimPrefix(m.after(), "/")
	if port, _, ok := strings.Cut(path, "/"); ok && port != "" && ascii.All(port, ascii.Digit) {
		return m.replace(0, "", "ssh://")
	}
	e := m.replace(0, m.s, "ssh://"+m.before()+"/"+path)
	e.words = `add "ssh://" at the start, and write "/" instead of ":"`
	return e
}

// schemeBefore adds a scheme to a host, an address or a mailbox. It is http for a port other
// than 443, for localhost and for addresses, since few of these have certificates.
func schemeBefore(m *mistake) Edit {
	named := m.s[:ascii.AuthorityEnd(m.s, 0)]
	host, port, hasPort := strings.Cut(named, ":")
	isMissing := m.Fault == NoScheme
	isPort := port != "" && ascii.Digit.Has(port[0])
	isLiteral := strings.HasPrefix(named, "[") && ascii.ReadsAsIPv6(named[1:], true)
	own := m.op.Scheme
	prefix := "https://"
	switch {
	case own.Hierarchical && !own.HTTP:
		prefix = own.Name + "://"
	case ascii.HasPrefixFold(host, "ftp.") && !own.HTTP:
		prefix = "ftp://"
	case isLiteral, isPort && port != "443", strings.EqualFold(host, "localhost"), host != "" && ascii.EndsInNumber(host):
		prefix = "http://"
	}
	switch lead := m.s[:len(m.s)-len(strings.TrimLeft(m.s, ":/"))]; {
	case lead == "://", lead == "//" && isMissing:
		return m.replace(0, "", strings.TrimSuffix(prefix, lead))
	case strings.Contains(named, "@"):
		if isMissing && !hasPort {
			return m.replace(0, "", "mailto:")
		}
	case isLiteral, (isPort || isMissing && !hasPort) && isHostLike(strings.ReplaceAll(host, ",", ".")):
		return m.replace(0, "", prefix)
	case ascii.ReadsAsIPv6(named, false):
		return m.replace(0, named, "http://["+named+"]")
	}
	return Edit{}
}

// similarScheme writes the scheme of the operation, or for http also https, instead of one with a
// typing mistake: two letters have changed places, or one is missing, wrong or too many.
func similarScheme(m *mistake) Edit {
	typed := m.s[:ascii.SchemeLength(m.s)]
	if typed == "" || m.scheme.Name != "" {
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

// namedAddress writes the address for a name with an address in "<" and ">".
func namedAddress(m *mistake) Edit {
	name, rest, _ := strings.Cut(m.s, "<")
	address, _, closed := strings.Cut(rest, ">")
	if !closed {
		return Edit{}
	}
	start := strings.LastIndexAny(name, ":,") + 1
	return m.replace(start, m.s[start:len(name)+len("<>")+len(address)], address)
}

// fieldsAfter writes a "?" for the "&" before the first header field.
func fieldsAfter(m *mistake) Edit {
	i := strings.IndexAny(m.s, "?&")
	if i < 0 || m.s[i] == '?' || !strings.Contains(m.s[i:], "=") {
		return Edit{}
	}
	return m.replace(i, "&", "?")
}

// isPhone reports whether the text is the number of a telephone, where spaces mean nothing.
func isPhone(m *mistake) bool { return m.scheme.Name == "tel" || m.scheme.Name == "sms" }

func isBare(m *mistake) bool         { return m.scheme.Bare }
func isServerScheme(m *mistake) bool { return m.scheme.Hierarchical }
func isSpecial(m *mistake) bool      { return m.scheme.Special }
func isWide(m *mistake) bool         { return m.r >= utf8.RuneSelf }
func isControl(m *mistake) bool      { return unicode.IsControl(m.r) }

// isPathHost reports whether the host is a path that GenericFrom decodes, as that of a socket.
func isPathHost(m *mistake) bool { return ascii.HasPrefixFold(m.after(), "2f") && !isSpecial(m) }

// isHostList reports whether the authority is a list of hosts, outside of the web.
func isHostList(m *mistake) bool { return ascii.IsHostList(m.authority()) && !isSpecial(m) }

// literal writes an IPv6 address in brackets, without its zone, and a name without them.
func literal(m *mistake) Edit {
	typed, _, closed := strings.Cut(m.authority(), "]")
	inside, open := strings.CutPrefix(typed, "[")
	address, zone, zoned := strings.Cut(inside, "%")
	end := address
	if closed {
		typed, end = typed+"]", address+"]"
	}
	switch {
	case ascii.ReadsAsIPv6(end, closed) && ascii.All(zone, ascii.Host):
		e := m.replace(m.a.Host, typed, "["+address+"]")
		e.cuts = zoned
		return e
	case open && closed && strings.Contains(inside, ".") && !strings.Contains(inside, ":"):
		return m.replace(m.a.Host, "[", "")
	}
	return Edit{}
}

func colonBefore(m *mistake) Edit { return m.replace(m.Place, "", ":") }

// withoutSpace removes white space in a host. It does not if there is more of it, or if the text
// before it may be a whole host: the rest may be other text.
func withoutSpace(m *mistake) Edit {
	if m.Place < m.a.Host || m.Place > m.a.End {
		return Edit{}
	}
	left, right := m.s[m.a.Host:m.Place], strings.TrimLeft(m.s[m.Place:m.a.End], blanks+breaks)
	switch {
	case strings.ContainsAny(right, blanks+breaks):
	case left == "", right == "", strings.ContainsAny(left[len(left)-1:]+right[:1], ":."), strings.Contains(right, "."), strings.EqualFold(left+right, "localhost"):
		return m.replace(m.Place, m.s[m.Place:m.a.End-len(right)], "")
	}
	return Edit{}
}

// narrowed writes the rest of a host and port in ASCII.
func narrowed(m *mistake) Edit {
	return m.throughout(string(narrow(m.r)), strings.Map(narrow, m.rest()))
}

// isName reports whether the place is in a name at the start of the text.
func isName(m *mistake) bool { return !strings.ContainsAny(m.before(), "/:") }

// isOne reports whether the authority is no list.
func isOne(m *mistake) bool { return !strings.Contains(m.authority(), ",") }

// isMixed reports whether a label of the host has letters of Latin and of a similar alphabet.
func isMixed(m *mistake) bool {
	return isWide(m) && slices.ContainsFunc(strings.Split(m.host(), "."), func(label string) bool {
		return strings.ContainsFunc(label, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) }) &&
			strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	})
}

func withoutUser(m *mistake) Edit { return m.replace(m.a.Start, m.s[m.a.Start:m.a.Host], "") }

// escapedAt escapes each "@" in the userinfo.
func escapedAt(m *mistake) Edit {
	userinfo := m.s[m.a.Start:max(m.a.Host-1, m.a.Start)]
	return m.replace(m.a.Start, userinfo, strings.ReplaceAll(userinfo, "@", "%40"))
}

// isRemote reports whether programs for URLs of the scheme also accept "user@host:path".
func isRemote(m *mistake) bool {
	return slices.Contains([]string{"ssh", "git", "sftp", "git+ssh", "rsync"}, strings.ToLower(m.s[:ascii.SchemeLength(m.s)]))
}

// slashBefore writes "/" instead of the ":" before a path.
func slashBefore(m *mistake) Edit {
	e := m.replace(m.Place-1, ":", "/")
	e.cuts = true
	return e
}

// isDomain reports whether the host is a domain of the web, or an IPv4 address, with a "," for
// each ".".
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

// isAround reports whether the character is before the URI or after it, and no opening character
// in the URI belongs to it.
func isAround(m *mistake) bool {
	for _, p := range pairs {
		if m.char == p[1] && (strings.Contains(m.before(), p[0]) || strings.Contains(m.before(), escape(p[0]))) {
			return false
		}
	}
	return m.op.Whole && (m.Place == 0 || m.after() == "")
}
