package hint

import (
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Characters often typed for others.
const (
	blanks  = " \u00a0\u2002\u2003\u2009\u202f\u3000"
	breaks  = "\t\r\n"
	quotes  = "\"'`<>“”‘’«»„‚‹›「」"
	slashes = "/\\／⁄∕＼"
	dots    = ".。．｡․"
	// invisible are characters without width, and marks for the direction of the text.
	// Some scripts need U+200C and U+200D, so they are not among them.
	invisible = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
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

// A set of parts or faults has the bit 1<<x for x.
type set uint16

const (
	inServer set = 1<<Host | 1<<Port
	inFront  set = 1<<Path | 1<<Opaque // where a parser is if the scheme is wrong
	inData   set = inFront | 1<<Query | 1<<Fragment
)

// A row of the table describes mistakes, and says what to do.
type row struct {
	whole  bool                  // the text is a whole URI
	front  bool                  // the same, and its front may be wrong
	faults set                   // 0: any
	parts  set                   // 0: any
	at     string                // the wrong character is one of these; "": any
	next   string                // the character after that is one of these, or missing; "": any
	prev   byte                  // before the place; 0: any
	end    bool                  // the place is the end of the text
	when   func(m *mistake) bool // nil: always

	// What to do. Without say and find, new comes in place of the character.
	say  string                // the advice, with the character for %c
	find func(m *mistake) Edit // the edit, or none
	new  string
	all  bool // new also comes where the character is again
}

// isFor reports whether the row is for this fault in this part.
func (x *row) isFor(m *mistake) bool {
	return (x.faults == 0 || x.faults>>m.Fault&1 != 0) && (x.parts == 0 || x.parts>>m.Part&1 != 0)
}

// describes reports whether the row describes the place and the text.
func (x *row) describes(m *mistake) bool {
	return (m.op.Whole || !x.whole && !x.front) && !(x.front && m.framed) &&
		(x.at == "" || m.Fault == Byte && (m.wide && strings.Contains(x.at, m.char) || len(m.char) == 1 && m.char[0] < utf8.RuneSelf && strings.IndexByte(x.at, m.char[0]) >= 0)) &&
		(x.next == "" || m.after() == "" || strings.IndexByte(x.next, m.after()[0]) >= 0) &&
		(x.prev == 0 || m.Place > 0 && m.s[m.Place-1] == x.prev) && (!x.end || m.char == "") && (x.when == nil || x.when(m))
}

// edit returns the edit or the advice of the row.
func (x *row) edit(m *mistake) Edit {
	switch {
	case x.say != "":
		return Edit{words: strings.ReplaceAll(x.say, "%c", quoted(m.char))}
	case x.find != nil:
		return x.find(m)
	case x.all:
		return Edit{at: m.Place, old: m.char, new: x.new, text: m.before() + strings.ReplaceAll(m.s[m.Place:], m.char, x.new)}
	}
	return m.replace(m.Place, m.char, x.new)
}

// rows is the table. The first matching row counts.
var rows = [...]row{
	// The whole text.
	{front: true, find: fromUTF16},
	{whole: true, at: blanks + breaks + invisible, find: trimmed},
	{front: true, at: `\`, find: jsonSlashes},
	{front: true, find: front},
	{front: true, find: withoutLabel},
	{whole: true, at: blanks + breaks, when: isTwo, say: "write one URI"},
	{parts: 1 << Host, at: "%", when: isPathHost, say: "this host is a path with escapes: read it with GenericFrom"},
	{faults: 1<<Byte | 1<<Escape, parts: inServer | inData, when: isVariable, say: "write the value instead of the variable"},

	// The scheme, and what follows it.
	{whole: true, find: drive},
	{front: true, at: ":", find: remotePath},
	{front: true, find: schemeBefore},
	{faults: 1 << NoScheme, find: similarScheme},

	// Mail addresses.
	{faults: 1 << Slash, prev: ':', new: ""},
	{faults: 1 << Slash, find: escaped},
	{parts: inFront, when: isMail, find: namedAddress},
	{parts: inFront, at: ";", when: isMail, new: ","},
	{parts: inFront, when: isMail, find: fieldsAfter},
	{parts: inFront, at: "@.", when: isMail, new: ""},
	{parts: inFront, at: " ", prev: ',', when: isMail, new: ""},
	{parts: inFront, at: " ", when: isSecondMail, new: ","},
	{parts: inFront, end: true, prev: '@', when: isMail, say: "add a host"},
	{parts: inFront, end: true, when: isMailbox, say: `add "@" and a host`},
	{parts: inFront, at: " ", when: isPhone, new: "", all: true},
	{parts: inFront, at: " ", prev: ':', when: isBare, new: ""},
	{parts: inFront, at: " ", prev: ':', say: "write only the URI"},

	// The authority.
	{parts: inServer, when: isHostList, say: "this is a list of hosts: read it with URI.Hosts"},
	{parts: inServer, find: literal},
	{faults: 1 << Literal, say: "write an IPv6 address instead of the text in brackets"},
	{parts: inServer, at: "0123456789", prev: ']', find: colonBefore},
	{parts: inServer, at: blanks, find: withoutSpace},
	{parts: 1 << Host, at: blanks, say: "write the host without spaces"},
	{at: invisible, new: "", all: true},
	{parts: 1 << Userinfo, at: slashes, when: isSpecial, say: `browsers find the host before %c, and other programs after "@"`},
	{parts: inServer, at: slashes, say: `write "/" instead of %c`},
	{parts: inServer, find: narrowed},
	{parts: inFront, at: dots, when: isName, find: narrowed},
	{parts: inServer, when: isMixed, say: "the host mixes letters of two alphabets, as forged hosts do"},
	{parts: inServer, when: isWide, say: "write the host as its ASCII form, in labels that begin with xn--"},
	{faults: 1 << Surplus, new: ""},
	{faults: 1 << User, find: withoutUser},
	{parts: 1 << Port, prev: ':', when: isRemote, find: slashForColon},
	{parts: inServer, at: quotes + ",;!)", next: "/?#", new: ""},
	{parts: inServer, at: ";", when: isBeforePort, new: ":"},
	{parts: inServer, at: ",", when: isDomain, new: ".", all: true},
	{parts: inServer, at: "&", say: `write "?" instead of "&"`},
	{parts: inServer, at: "*", say: `write a name instead of "*"`},
	{parts: inServer, at: ":", prev: ':', new: ""},
	{faults: 1 << NoHost, say: "add a host"},
	{parts: inServer | 1<<Userinfo, find: escapedAt},
	{parts: 1 << Port, when: isLogin, say: loginHint},
	{faults: 1 << IPv4, when: hasDot, say: "write an IPv4 address instead of the host"},
	{faults: 1<<Number | 1<<Byte, parts: 1 << Port, when: isOne, say: "write a number from 1 to 65535 instead of the port"},
	{parts: 1 << Userinfo, find: escaped},

	// Characters.
	{at: breaks, new: "", all: true},
	{parts: inFront, at: `\`, new: "/", all: true},
	{parts: inData, at: quotes + "]", when: isAround, new: ""},
	{faults: 1 << Escape, find: escaped},
	{faults: 1 << Byte, parts: inData, when: isControl, new: "", all: true},
	{faults: 1 << Byte, parts: inData | 1<<None, when: needsEscape, find: escaped},
	{parts: 1 << Opaque, end: true, when: isServerScheme, say: `add "//" and a host`},
	{parts: 1 << Opaque, end: true, say: "add the rest of the URI"},
}

const loginHint = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`

// fromUTF16 writes US-ASCII in UTF-16 with a byte order mark as one byte a character.
func fromUTF16(m *mistake) Edit {
	if !strings.HasPrefix(m.s, "\xff\xfe") && !strings.HasPrefix(m.s, "\xfe\xff") {
		return Edit{}
	}
	text := strings.ReplaceAll(m.s[2:], "\x00", "")
	if len(m.s) != 2+2*len(text) || !ascii.Is(text) {
		return Edit{}
	}
	return m.replace(0, m.s, text).described("write the text as UTF-8, it is UTF-16")
}

// trimmed removes the blanks, line breaks and characters without width around the text.
func trimmed(m *mistake) Edit {
	const cut = blanks + breaks + invisible
	from := len(m.s) - len(strings.TrimLeft(m.s, cut))
	to := len(strings.TrimRight(m.s, cut))
	switch {
	case m.Place < from && from < to:
		return m.replace(0, m.s[:from], "").described("remove the white space at the start")
	case m.Place >= to:
		return m.replace(to, m.s[to:], "").described("remove the white space at the end")
	}
	return Edit{}
}

// jsonSlashes removes the "\" before each "/", a spelling of JSON.
func jsonSlashes(m *mistake) Edit {
	i := strings.Index(m.s, `\/`)
	if i < 0 || !strings.HasPrefix(m.s[i:], `\/\/`) {
		return Edit{}
	}
	return Edit{at: i, old: `\/`, new: "/", text: strings.ReplaceAll(m.s, `\/`, "/")}
}

// label returns the end of the text before a scheme and "://", or 0. The front of a URI is no
// label, and none is before a "?" or "#".
func (m *mistake) label() int {
	colon := strings.Index(m.s, "://")
	if colon < 0 || colon == ascii.SchemeLength(m.s) && schemes.Lookup(m.s[:colon]).Hierarchical {
		return 0
	}
	i := colon
	for i > 0 && ascii.Scheme.Has(m.s[i-1]) {
		i--
	}
	if dot := strings.LastIndexByte(m.s[i:colon], '.'); dot >= 0 && schemes.Lookup(m.s[i+dot+1:colon]).Hierarchical {
		i += dot + 1
	}
	for i < colon && !ascii.Letter.Has(m.s[i]) {
		i++
	}
	name := strings.TrimSuffix(m.s[:i], ":")
	isOther := m.Fault == NoScheme || m.Fault == Prefix
	switch {
	case i == colon || strings.ContainsAny(name, "?#"):
	case !isOther && m.Place <= colon, isOther && schemes.Lookup(name).Hierarchical,
		strings.Contains(" url uri view-source feed www. ", " "+strings.ToLower(name)+" "):
		return i
	}
	return 0
}

// withoutLabel removes a label before a URI. After an opening character at the end of the label,
// the text from its closing character on goes too, as in `href="http://h/">`.
func withoutLabel(m *mistake) Edit {
	i := m.label()
	if i == 0 {
		return Edit{}
	}
	e := m.replace(0, m.s[:i], "")
	for _, p := range pairs {
		if !strings.HasSuffix(e.old, p[0]) {
			continue
		}
		end := strings.Index(e.text, p[1])
		if strings.Contains("'()[]{}*_", p[1]) { // a URI may have these
			end = len(e.text) - len(p[1])
			if p[1] == ")" && strings.Count(e.text, "(") >= strings.Count(e.text, ")") {
				break
			}
		}
		if end > 0 && strings.HasPrefix(e.text[end:], p[1]) {
			e.text = e.text[:end]
			return e.described("write only the URI")
		}
	}
	if utf8.RuneCountInString(e.old) > 1 {
		e.words = "remove the text before the URI"
	}
	return e
}

// isTwo reports whether another URI follows the white space.
func isTwo(m *mistake) bool {
	return strings.Contains(m.before(), "://") && strings.Contains(m.after(), "://")
}

// isVariable reports whether a variable without a value is at the place: "{id}", "{{id}}",
// "${ID}", "<id>", and in a host "$ID" and "%ID%".
func isVariable(m *mistake) bool {
	i := strings.Index("{<%$", m.char)
	if i < 0 || m.char == "" || m.Part == Opaque || m.Part != Host && i > 1 {
		return false
	}
	after, braced := strings.CutPrefix(m.after(), "{")
	rest := strings.TrimLeftFunc(after, func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	closer := "}>%"[i:min(i+1, 3)]
	if braced {
		closer = "}"
	}
	return rest != after && strings.HasPrefix(rest, closer)
}

// front writes a known scheme and "://" for a front with other delimiters, with blanks, or with
// characters of full width: "http;//", "http //", "http：//".
func front(m *mistake) Edit {
	var buf [16]byte
	name, i := buf[:0], 0
	for i < len(m.s) && len(name) < len(buf) {
		r, n := utf8.DecodeRuneInString(m.s[i:])
		if r = narrow(r); r >= utf8.RuneSelf || !ascii.Letter.Has(byte(r)) && r != ' ' {
			break
		} else if r != ' ' {
			name = append(name, ascii.Lower(byte(r)))
		}
		i += n
	}
	host := strings.TrimLeft(m.s[i:], " :;,"+dots+slashes+"：∶﹕")
	typed := m.s[:len(m.s)-len(host)]
	info := schemes.Lookup(string(name))
	if len(typed) == i || !info.Hierarchical && ascii.Is(typed) {
		return Edit{}
	}
	marks := strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return narrow(r)
	}, typed[i:])
	likely := isHostLike(host[:ascii.IndexAnyOrEnd(host, 0, `/\?#:`)])
	scheme := string(name) + "://"
	switch {
	case marks == "://" && len(typed) > len(scheme):
		return m.replace(0, typed, scheme)
	case marks == "://", !info.Hierarchical, host == "" && info.Port != 0:
	case strings.Contains(marks, `\`):
		if info.Port == 0 { // a file
			scheme = string(name) + strings.ReplaceAll(marks, `\`, "/")
		}
		e := m.replace(0, typed, scheme)
		e.text = strings.ReplaceAll(e.text, `\`, "/")
		return e
	case marks == ":" && m.Fault == Prefix && info.Port == 0:
		return m.replace(0, typed, scheme+"/")
	case info.Port == 0:
	case marks == ":" && m.Fault == Prefix && m.label() == 0, strings.Contains(marks, "/") && len(marks) > 1 && (likely || m.Fault == Prefix || m.Fault == NoScheme):
		return m.replace(0, typed, scheme)
	}
	return Edit{}
}

// isHostLike reports whether s, before a path, is more likely a host than a path.
func isHostLike(s string) bool {
	i := strings.LastIndexByte(s, '.')
	return i > 0 && !strings.Contains(files, "."+strings.ToLower(s[i+1:])+".") || strings.EqualFold(s, "localhost")
}

// files are the ends of file names.
const files = ".html.htm.php.asp.txt.css.js.json.xml.png.jpg.gif.svg.pdf.gz.go."

// drive writes a path of Windows as a file URL: "C:\", "\\server", "file://C:", "file:///C|".
func drive(m *mistake) Edit {
	start := 0
	for _, prefix := range [...]string{"file:///", "file://"} {
		if start == 0 && ascii.HasPrefixFold(m.s, prefix) {
			start = len(prefix)
		}
	}
	path := m.s[start:]
	switch {
	case strings.HasPrefix(m.s, `\\`):
		e := m.replace(0, `\\`, "file://")
		e.text = strings.ReplaceAll(e.text, `\`, "/")
		return e
	case len(path) < 2 || !ascii.Letter.Has(path[0]) || path[1] != ':' && path[1] != '|',
		start == 0 && !strings.HasPrefix(path[1:], `:\`) && !(strings.HasPrefix(path[1:], ":/") && m.Fault == NoScheme):
		return Edit{}
	}
	return m.replace(0, m.s[:start+2], "file:///"+path[:1]+":")
}

// remotePath writes "user@host:path", as git and scp read it, as a URL of ssh. A number and "/"
// after the ":" is a port.
func remotePath(m *mistake) Edit {
	user, host, _ := strings.Cut(m.before(), "@")
	path := m.after()
	if user == "" || host == "" || path == "" || !ascii.All(user, ascii.Host) || !ascii.All(host, ascii.Host) {
		return Edit{}
	}
	if port, _, ok := strings.Cut(path, "/"); ok && port != "" && ascii.All(port, ascii.Digit) {
		return m.replace(0, "", "ssh://")
	}
	e := m.replace(m.Place, ":", "/"+strings.TrimPrefix(path, "/"))
	e.text = "ssh://" + e.text[:len(e.text)-len(path)]
	return e.described(`add "ssh://" at the start, and write "/" instead of ":"`)
}

// schemeBefore adds a scheme to a host, an address or a mailbox. It is http for a port other
// than 443, for localhost and for addresses, since few of these have certificates.
func schemeBefore(m *mistake) Edit {
	named := m.s[:ascii.IndexAnyOrEnd(m.s, 0, "/?#")]
	host, port, hasPort := strings.Cut(named, ":")
	if m.Place > len(named)+1 && hasPort && port == "" {
		return Edit{}
	}
	missing := m.Fault == NoScheme
	isPort := port != "" && len(port) < 6 && ascii.All(strings.TrimRight(port, " "), ascii.Digit)
	isLiteral := strings.HasPrefix(named, "[") && ascii.ReadsAsIPv6(named[1:], true)
	scheme := "https://"
	switch own := m.op.Scheme; {
	case own.Hierarchical && !own.HTTP:
		scheme = own.Name + "://"
	case ascii.HasPrefixFold(named, "ftp.") && !own.HTTP:
		scheme = "ftp://"
	case isLiteral, isPort && port != "443", strings.EqualFold(host, "localhost"), host != "" && ascii.EndsInNumber(host):
		scheme = "http://"
	}
	switch lead := m.s[:len(m.s)-len(strings.TrimLeft(m.s, ":/"))]; {
	case lead == "://", lead == "//" && missing:
		return m.replace(0, "", strings.TrimSuffix(scheme, lead))
	case isLiteral, isPort && isHostLike(host):
		return m.replace(0, "", scheme)
	case ascii.ReadsAsIPv6(named, false):
		return m.replace(0, named, "http://["+named+"]")
	case !missing || hasPort:
	case strings.Contains(named, "@"):
		if user, domain, _ := strings.Cut(named, "@"); user != "" && domain != "" && len(named) == len(m.s) && !m.op.Scheme.Hierarchical {
			return m.replace(0, "", "mailto:")
		}
	case strings.HasPrefix(named, "*."), strings.HasPrefix(named, "$"), isHostLike(strings.ReplaceAll(named, ",", ".")), len(named) < len(m.s) && strings.Contains(named, "."):
		return m.replace(0, "", scheme)
	}
	return Edit{}
}

// known are the possible schemes of a mistyped one, the most frequent first.
var known = [...]string{"http", "https", "ftp", "file", "mailto", "gopher", "news", "nntp", "telnet", "wais", "prospero", "ws", "wss"}

// similarScheme writes a known scheme instead of one with a typing mistake: two letters have
// changed places, or one is missing, wrong or too many. It prefers the scheme of the operation.
func similarScheme(m *mistake) Edit {
	n := ascii.SchemeLength(m.s)
	name := strings.ToLower(m.s[:n])
	if schemes.Lookup(name).Name != "" {
		return Edit{}
	}
	for _, swapped := range [...]bool{true, false} {
		for _, candidate := range append([]string{m.op.Scheme.Name}, known[:]...) {
			i, j := 0, 0
			for i < min(n, len(candidate)) && name[i] == candidate[i] {
				i++
			}
			for j < min(n, len(candidate))-i && name[n-1-j] == candidate[len(candidate)-1-j] {
				j++
			}
			a, b := name[i:n-j], candidate[i:len(candidate)-j]
			if len(candidate) > 2 && (swapped && len(a) == 2 && a[1:]+a[:1] == b || !swapped && len(a) < 2 && len(b) < 2) {
				return m.replace(0, m.s[:n+1], candidate+":")
			}
		}
	}
	return Edit{}
}

func isMail(m *mistake) bool { return m.op.Scheme == schemes.Mailto.Info() && m.Fault != NoScheme }

// isSecondMail reports whether the place is between two addresses.
func isSecondMail(m *mistake) bool {
	return isMail(m) && strings.Contains(m.before(), "@") && strings.Contains(m.after(), "@")
}

// isMailbox reports whether an address ends without an "@".
func isMailbox(m *mistake) bool {
	last := m.s[strings.LastIndexAny(m.s, ":,")+1:]
	return isMail(m) && last != "" && !strings.Contains(last, "@")
}

// isPhone reports whether the text is the number of a telephone, where spaces mean nothing.
func isPhone(m *mistake) bool {
	return ascii.HasPrefixFold(m.s, "tel:") || ascii.HasPrefixFold(m.s, "sms:")
}

func isBare(m *mistake) bool         { return m.scheme().Bare }
func isServerScheme(m *mistake) bool { return m.scheme().Hierarchical }
func isSpecial(m *mistake) bool      { return m.scheme().Special }

// fieldsAfter writes a "?" for the "&" before the first header field.
func fieldsAfter(m *mistake) Edit {
	i := strings.IndexAny(m.s, "?&")
	if i < 0 || m.s[i] == '?' || !strings.Contains(m.s[i:], "=") {
		return Edit{}
	}
	return m.replace(i, "&", "?")
}

// namedAddress writes the address for a name with an address in "<" and ">".
func namedAddress(m *mistake) Edit {
	i, j := strings.IndexByte(m.s, '<'), strings.IndexByte(m.s, '>')
	start := strings.LastIndexAny(m.s[:max(i, 0)], ":,") + 1
	if start == 0 || j < i || m.Place > i {
		return Edit{}
	}
	return m.replace(start, m.s[start:j+1], m.s[i+1:j]).described(`write only the address between "<" and ">"`)
}

// isPathHost reports whether the host is a path that GenericFrom decodes, as that of a socket.
func isPathHost(m *mistake) bool {
	name := string(ascii.AppendDecoded(nil, m.host()))
	return strings.Contains(name, "/") && !strings.ContainsAny(name, ":@[],") && !isSpecial(m)
}

// isHostList reports whether the authority is a list of hosts, outside of the web.
func isHostList(m *mistake) bool { return ascii.IsHostList(m.authority()) && !isSpecial(m) }

// isOne reports whether the authority is no list.
func isOne(m *mistake) bool { return !strings.Contains(m.authority(), ",") }

// hasDot reports whether the host has a ".", as an IPv4 address.
func hasDot(m *mistake) bool { return strings.Contains(m.host(), ".") }

// isLogin reports whether the authority may begin a login with a "/", "?" or "#" in it.
func isLogin(m *mistake) bool { return !hasDot(m) && strings.Contains(m.after(), "@") }

// literal writes an IPv6 address in brackets, without its zone, and a name or an IPv4 address
// without them.
func literal(m *mistake) Edit {
	typed, _, closed := strings.Cut(m.authority(), "]")
	inside, open := strings.CutPrefix(typed, "[")
	if closed {
		typed += "]"
	}
	address, zone, zoned := strings.Cut(inside, "%")
	end := address
	if closed {
		end += "]"
	}
	switch {
	case ascii.ReadsAsIPv6(end, closed) && ascii.All(zone, ascii.Host):
		if open && !closed {
			return m.replace(m.a.Host+len(typed), "", "]")
		}
		if open && zoned {
			return m.replace(m.a.Host+len("["+address), "%"+zone, "").described(`remove the text from "%" up to "]"`)
		}
		return m.replace(m.a.Host, typed, "["+address+"]")
	case open && closed && strings.Contains(inside, ".") && !strings.Contains(inside, ":"):
		return m.replace(m.a.Host, typed, inside).described(`remove "[" and "]"`)
	}
	return Edit{}
}

func colonBefore(m *mistake) Edit { return m.replace(m.Place, "", ":") }

// withoutSpace removes blanks in a host, except if more blanks follow, or a word follows a whole
// host: then the rest may be other text.
func withoutSpace(m *mistake) Edit {
	if m.Place < m.a.Host || m.Place >= m.a.End {
		return Edit{}
	}
	right := strings.TrimLeft(m.s[m.Place:m.a.End], blanks+breaks)
	left, typed := m.s[m.a.Host:m.Place], m.s[m.Place:m.a.End-len(right)]
	switch {
	case strings.ContainsAny(right, blanks+breaks):
	case left == "", right == "", right[0] == ':', strings.HasSuffix(left, ":") && ascii.All(right, ascii.Digit),
		strings.Contains(right, "."), strings.HasSuffix(left, "."), strings.EqualFold(left+right, "localhost"):
		return m.replace(m.Place, typed, "")
	}
	return Edit{}
}

// narrowed writes the rest of a host and port in ASCII.
func narrowed(m *mistake) Edit {
	c, _ := utf8.DecodeRuneInString(m.char)
	if c = narrow(c); !m.wide || c >= utf8.RuneSelf || !ascii.Host.Has(byte(c)) && c != ':' {
		return Edit{}
	}
	end := max(m.a.End, m.Place+len(m.char))
	return Edit{at: m.Place, old: m.char, new: string(c), text: m.before() + strings.Map(narrow, m.s[m.Place:end]) + m.s[end:]}
}

// isName reports whether the place is in a name at the start of the text.
func isName(m *mistake) bool { return m.op.Whole && !strings.ContainsAny(m.before(), "/:") }

// isMixed reports whether a label of the host has letters of Latin and of a similar alphabet.
func isMixed(m *mistake) bool {
	return isWide(m) && slices.ContainsFunc(strings.Split(m.host(), "."), func(label string) bool {
		return strings.ContainsFunc(label, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) }) &&
			strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	})
}

func isWide(m *mistake) bool { return m.wide }

func withoutUser(m *mistake) Edit {
	return m.replace(m.a.Start, m.s[m.a.Start:m.a.Host], "").described(`remove the user name, the password and the "@"`)
}

// isRemote reports whether programs for URLs of the scheme also accept "user@host:path".
func isRemote(m *mistake) bool {
	switch strings.ToLower(m.s[:ascii.SchemeLength(m.s)]) {
	case "ssh", "git", "sftp", "git+ssh", "rsync":
		return m.char != ""
	}
	return false
}

func slashForColon(m *mistake) Edit { return m.replace(m.Place-1, ":", "/") }

// isBeforePort reports whether the number of a port follows.
func isBeforePort(m *mistake) bool {
	digits := m.after()[:ascii.IndexAnyOrEnd(m.after(), 0, "/?#")]
	return len(digits) < 6 && ascii.All(digits, ascii.Digit)
}

// isDomain reports whether the host is a domain of the web, or an IPv4 address, with a "," for
// each ".".
func isDomain(m *mistake) bool {
	host := strings.ReplaceAll(m.host(), ",", ".")
	addr, err := netip.ParseAddr(host)
	last := host[strings.LastIndexByte(host, '.')+1:]
	return isSpecial(m) && (err == nil && addr.Is4() || len(last) > 1 && ascii.All(last, ascii.Letter))
}

// escapedAt escapes each "@" in the userinfo.
func escapedAt(m *mistake) Edit {
	user := m.s[m.a.Start:max(m.a.Host-1, m.a.Start)]
	i := strings.IndexByte(user, '@')
	if i < 0 || m.Fault == Escape {
		return Edit{}
	}
	e := m.replace(m.a.Start+i, "@", "%40").described(loginHint)
	e.text = m.s[:m.a.Start] + strings.ReplaceAll(user, "@", "%40") + m.s[m.a.Host-1:]
	return e
}

// escaped escapes the character and its repetitions, or all characters beyond ASCII, or each "%"
// without two digits. In a userinfo it goes up to its end.
func escaped(m *mistake) Edit {
	end := len(m.s)
	if m.Part == Userinfo {
		end = max(m.a.Host-1, 0)
	}
	if m.Place >= end {
		return Edit{}
	}
	first := m.s[m.Place]
	var buf [256]byte
	b := append(buf[:0], m.before()...)
	for i := m.Place; i < end; i++ {
		switch c := m.s[i]; {
		case c == first && !(c == '%' && ascii.Escaped(m.s, i)), c >= utf8.RuneSelf && first >= utf8.RuneSelf:
			b = ascii.AppendEscape(b, c)
		default:
			b = append(b, c)
		}
	}
	return Edit{at: m.Place, old: m.char, new: "%", text: string(append(b, m.s[end:]...))}
}

// isAround reports whether the character closes something around the text, or opens it.
func isAround(m *mistake) bool {
	if m.Place == 0 {
		return m.char != "]"
	}
	for _, p := range pairs {
		if m.char == p[1] && (strings.Contains(m.before(), p[0]) || strings.Contains(m.before(), escape(p[0]))) {
			return false
		}
	}
	return m.after() == "" && m.op.Whole
}

func isControl(m *mistake) bool { return m.char != "" && (m.char[0] < ' ' || m.char[0] == 0x7f) }

// needsEscape reports whether the character is written as an escape in every part of a URI.
func needsEscape(m *mistake) bool {
	return m.char != "" && (m.char[0] >= utf8.RuneSelf || strings.Contains("[]{}|^` <>\"\\", m.char) || m.char == "#" && m.Part == Fragment)
}
