package hint

import (
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Characters that people and programs type for others.
const (
	spaces      = " \t\r\n\u00a0\u2002\u2003\u2009\u202f\u3000"
	quotes      = "\"'`<>“”‘’«»„‚‹›「」"
	slashes     = "/\\／⁄∕＼"
	wideColons  = "：∶﹕"
	wideDots    = "。．｡․"
	wideHyphens = "‐‑‒–—−－"
	// invisible are characters without width, and those that set the direction of the text.
	// Some scripts need U+200C and U+200D, so they are not among them.
	invisible = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)

// pairs are characters that people write around a URI, each with the one that closes it.
var pairs = [...][2]string{
	{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"<", ">"}, {"(", ")"}, {"[", "]"}, {"{", "}"}, {"*", "*"}, {"_", "_"},
	{"“", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"‹", "›"}, {"「", "」"},
}

// A set of parts or faults has the bit 1<<x for x.
type set uint16

const (
	inServer set = 1<<Host | 1<<Port
	inFront  set = 1<<Path | 1<<Opaque // where a parser is if the scheme is wrong
	inData   set = inFront | 1<<Query | 1<<Fragment
)

// A row of the table says what to do for the mistakes that it describes.
type row struct {
	faults set                   // 0: any
	parts  set                   // 0: any
	chars  string                // the character at the place is one of these; "": any
	when   func(m *mistake) bool // nil: always

	// What to do. Without say and find, new comes in place of the character.
	say  string                // the advice, with the character for %c
	find func(m *mistake) Edit // the edit
	new  string
	all  bool // new also comes where the character is again
}

// isFor reports whether the row is for this fault in this part.
func (x *row) isFor(m *mistake) bool {
	return (x.faults == 0 || x.faults>>m.Fault&1 != 0) && (x.parts == 0 || x.parts>>m.Part&1 != 0)
}

// apply returns the edit or the advice of the row, or an edit that changes nothing.
func (x *row) apply(m *mistake) (Edit, string) {
	switch {
	case x.chars != "" && (m.char == "" || m.Fault != Byte || !utf8.ValidString(m.char) || !strings.Contains(x.chars, m.char)),
		x.when != nil && !x.when(m):
	case x.say != "":
		return Edit{}, strings.ReplaceAll(x.say, "%c", quoted(m.char))
	case x.all:
		return Edit{At: m.Place, Old: m.char, New: x.new, text: m.before() + strings.ReplaceAll(m.s[m.Place:], m.char, x.new)}, ""
	case x.find == nil:
		return m.edit(m.Place, m.char, x.new), ""
	default:
		if e := x.find(m); e.text != "" {
			return e, ""
		}
	}
	return Edit{text: m.s}, ""
}

// rows is the table, in the order in which the rows are tried.
var rows = [...]row{
	// The whole text.
	{when: isWhole, find: fromUTF16},
	{chars: spaces + invisible, when: isWhole, find: trimmed},
	{chars: `\`, when: isWhole, find: jsonSlashes},
	{chars: " ", when: isWhole, find: joinedScheme},
	{when: isWhole, find: withoutCloser},
	{when: isWhole, find: withoutLabel},
	{chars: spaces, when: isTwo, say: "write one URI"},
	{chars: "{<[$%", parts: inServer | inData, when: isVariable, say: "write the value instead of the variable"},
	{faults: 1 << Escape, parts: inServer, when: isVariable, say: "write the value instead of the variable"},

	// The scheme, and what follows it.
	{parts: inFront, when: isWide, find: narrowScheme},
	{when: isWhole, find: slashesAfterScheme},
	{when: isWhole, find: drive},
	{chars: ":", when: isWhole, find: remotePath},
	{when: isWhole, find: schemeBefore},
	{faults: 1 << NoScheme, find: similarScheme},

	// Mail addresses.
	{faults: 1 << Slash, when: isMailStart, new: ""},
	{faults: 1 << Slash, find: escaped},
	{parts: inFront, when: isMail, find: namedAddress},
	{chars: ";", parts: inFront, when: isMail, new: ","},
	{parts: inFront, when: isMail, find: fieldsAfter},
	{chars: "@.", parts: inFront, when: isMail, new: ""},
	{chars: " ", parts: inFront, when: isMail, find: addressGap},
	{parts: inFront, when: isMailEnd, say: `add "@" and a host`},
	{parts: inFront, when: isMailHost, say: "add a host"},
	{chars: " ", parts: 1 << Opaque, when: isPhone, new: "", all: true},
	{chars: " ", parts: 1 << Opaque, when: isAfterBare, new: ""},
	{chars: " ", parts: 1 << Opaque, when: isAfterColon, say: "write only the URI"},

	// The authority.
	{parts: inServer, when: isHostList, say: "this is a list of hosts: read it with URI.Hosts"},
	{parts: inServer, find: bareIPv6},
	{faults: 1<<Literal | 1<<Escape | 1<<Byte, parts: inServer, find: literal},
	{faults: 1 << Literal, say: "write an IPv6 address instead of the text in brackets"},
	{parts: inServer, chars: "0123456789", when: isAfterLiteral, find: colonBefore},
	{parts: inServer, chars: spaces, find: gap},
	{parts: 1 << Host, chars: spaces, when: hasSpaces, say: "write the host without spaces"},
	{chars: invisible, new: "", all: true},
	{parts: 1 << Userinfo, chars: slashes, when: isSpecial, say: `browsers find the host before %c, and other programs after "@"`},
	{parts: inServer, chars: slashes, say: `write "/" instead of %c`},
	{parts: inServer, find: narrowed},
	{parts: inServer, chars: wideColons, new: ":"},
	{parts: inServer, chars: wideDots, new: ".", all: true},
	{parts: inFront, chars: wideDots, when: isName, new: ".", all: true},
	{parts: inServer, chars: wideHyphens, new: "-", all: true},
	{parts: inServer, when: isMixed, say: "the host mixes letters of two alphabets, as forged hosts do"},
	{parts: inServer, when: isWide, say: "write the host as its ASCII form, in labels that begin with xn--"},
	{faults: 1 << Surplus, new: ""},
	{faults: 1 << User, find: withoutUser},
	{parts: 1 << Port, when: isRemote, find: slashForColon},
	{parts: inServer, chars: quotes + ",;!)'", when: isLastOfServer, new: ""},
	{parts: inServer, chars: ";", when: isPortNext, new: ":"},
	{parts: inServer, chars: ",", when: isWebName, new: ".", all: true},
	{parts: inServer, chars: "&", say: `write "?" instead of "&"`},
	{parts: inServer, chars: "*", say: `write a name instead of "*"`},
	{parts: inServer, chars: ":", when: isDoubled, new: ""},
	{faults: 1 << NoHost, say: "add a host"},
	{parts: inServer | 1<<Userinfo, find: escapedAt},
	{parts: 1 << Port, when: isLogin, say: loginHint},
	{faults: 1 << IPv4, when: hasDot, say: "write an IPv4 address instead of the host"},
	{faults: 1<<Number | 1<<Byte, parts: 1 << Port, when: isOne, say: "write a number from 1 to 65535 instead of the port"},
	{parts: 1 << Userinfo, find: escapedUser},

	// Characters.
	{chars: "|", parts: 1 << Path, when: isDrive, new: ":"},
	{chars: "\r\n\t", new: "", all: true},
	{chars: `\`, parts: inFront, new: "/", all: true},
	{chars: quotes + "]", parts: inData, when: isAround, new: ""},
	{faults: 1 << Escape, find: escaped},
	{faults: 1 << Byte, parts: inData, when: isControl, new: "", all: true},
	{faults: 1 << Byte, parts: inData | 1<<None, when: needsEscape, find: escaped},
	{parts: 1 << Opaque, when: isSchemeAlone, say: `add "//" and a host`},
	{parts: 1 << Opaque, when: func(m *mistake) bool { return m.char == "" }, say: "add the rest of the URI"},
}

const loginHint = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`

// edit returns the edit that writes new instead of old, at at.
func (m *mistake) edit(at int, old, new string) Edit {
	return Edit{At: at, Old: old, New: new, text: m.s[:at] + new + m.s[at+len(old):]}
}

// escaped returns the edit that escapes the character, also where it is again, all characters
// beyond ASCII with one of these, and each "%" that begins no escape with one of these.
func escaped(m *mistake) Edit {
	e := Edit{At: m.Place, Old: m.char, New: escape(m.char)}
	b := append(make([]byte, 0, len(m.s)+64), m.before()...)
	for i := m.Place; i < len(m.s); i++ {
		c := m.s[i]
		if c == m.char[0] && !(c == '%' && ascii.Escaped(m.s, i)) || c >= utf8.RuneSelf && m.char[0] >= utf8.RuneSelf {
			b = ascii.AppendEscape(b, c)
		} else {
			b = append(b, c)
		}
	}
	e.text = string(b)
	return e
}

func escape(s string) string {
	var b []byte
	for i := range len(s) {
		b = ascii.AppendEscape(b, s[i])
	}
	return string(b)
}

func isWhole(m *mistake) bool { return m.op.Whole }

// fromUTF16 writes a text in UTF-16 with a byte order mark as UTF-8.
func fromUTF16(m *mistake) Edit {
	low, high := strings.HasPrefix(m.s, "\xff\xfe"), strings.HasPrefix(m.s, "\xfe\xff")
	if !low && !high {
		return Edit{}
	}
	units := make([]uint16, 0, len(m.s)/2)
	for i := 2; i+1 < len(m.s); i += 2 {
		a, b := uint16(m.s[i]), uint16(m.s[i+1])
		if low {
			a, b = b, a
		}
		units = append(units, a<<8|b)
	}
	e := m.edit(0, m.s, string(utf16.Decode(units)))
	e.words = "write the text as UTF-8, it is UTF-16"
	return e
}

// trimmed removes white space and characters without width around the text.
func trimmed(m *mistake) Edit {
	s := strings.TrimLeft(m.s, spaces+invisible)
	e := m.edit(0, m.s[:len(m.s)-len(s)], "")
	e.words = "remove the white space at the start"
	if e.Old == "" {
		s = strings.TrimRight(m.s, spaces+invisible)
		e = m.edit(len(s), m.s[len(s):], "")
		e.words = "remove the white space at the end"
	}
	if e.Old == "" || e.text == "" || m.Place < e.At {
		return Edit{}
	}
	return e
}

// jsonSlashes removes the "\" that JSON allows before a "/".
func jsonSlashes(m *mistake) Edit {
	i := strings.Index(m.s, `\/`)
	if i < 0 || !strings.HasPrefix(m.s[i:], `\/\/`) {
		return Edit{}
	}
	return Edit{At: i, Old: `\/`, New: "/", text: strings.ReplaceAll(m.s, `\/`, "/")}
}

// label returns the end of the text before a scheme and "://", or 0. A text that may be the
// front of a URI is no label, and none is before a "?" or "#".
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
	front := m.s[:i]
	switch {
	case i == colon || strings.ContainsAny(front, "?#"):
		return 0
	case m.Fault != NoScheme && m.Fault != Prefix && m.Place <= colon:
		return i
	}
	name := strings.TrimSuffix(front, ":")
	if slices.ContainsFunc(labels[:], func(x string) bool { return strings.EqualFold(x, name) }) ||
		(m.Fault == Prefix || m.Fault == NoScheme) && schemes.Lookup(name).Hierarchical {
		return i
	}
	return 0
}

// labels are what people and programs write before a URI, with a ":" (RFC 3986, Appendix C),
// and "www.".
var labels = [...]string{"URL", "URI", "view-source", "feed", "www."}

// withoutCloser removes the text from the character on that closes the one before a label's
// URI, as in `href="http://h/">`.
func withoutCloser(m *mistake) Edit {
	i := m.label()
	for _, p := range pairs {
		if i == 0 || !strings.HasSuffix(m.s[:i], p[0]) {
			continue
		}
		end := strings.Index(m.s[i:], p[1]) + i
		if strings.Contains("'()[]{}*_", p[1]) { // a URI may have these
			end = len(m.s) - len(p[1])
			if p[1] == ")" && strings.Count(m.s[i:], "(") >= strings.Count(m.s[i:], ")") {
				return Edit{}
			}
		}
		if end > i && strings.HasPrefix(m.s[end:], p[1]) {
			e := m.edit(end, m.s[end:], "")
			if len(e.Old) > len(p[1]) {
				e.words = "remove the text from " + quoted(p[1]) + " on"
			}
			return e
		}
	}
	return Edit{}
}

// withoutLabel removes the text before a scheme and "://".
func withoutLabel(m *mistake) Edit {
	i := m.label()
	if i == 0 {
		return Edit{}
	}
	e := m.edit(0, m.s[:i], "")
	if _, n := utf8.DecodeRuneInString(m.s); n < i {
		e.words = "remove the text before the URI"
	}
	return e
}

// isVariable reports whether a variable is at the place that a program or a person has to fill
// in: "{id}", "${HOST}", "$HOST", "%HOST%", "<host>".
func isVariable(m *mistake) bool {
	if m.char == "[" || m.char == "%" && m.Part != Host || m.Part == Opaque {
		return false
	}
	closer := m.char
	if i := strings.IndexByte("{<", m.char[0]); i >= 0 {
		closer = "}>"[i : i+1]
	}
	s := strings.TrimPrefix(m.after(), "{")
	if m.char == "$" {
		closer = "}"[:len(m.after())-len(s)]
	}
	name := strings.TrimLeftFunc(s, func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	return (closer != "" || m.Part == Host) && len(name) < len(s) && strings.HasPrefix(name, closer)
}

// joinedScheme removes spaces in a scheme, and up to the "//" after it.
func joinedScheme(m *mistake) Edit {
	i, slashed := 0, 0
	for ; i < len(m.s) && slashed < 2 && (ascii.Letter.Has(m.s[i]) || strings.IndexByte(" :/", m.s[i]) >= 0); i++ {
		if m.s[i] == '/' {
			slashed++
		}
	}
	name := strings.ReplaceAll(m.s[:i], " ", "")
	if len(name) == i || !strings.HasSuffix(name, "://") || !schemes.Lookup(strings.TrimSuffix(name, "://")).Hierarchical {
		return Edit{}
	}
	e := m.edit(0, m.s[:i], name)
	e.words = `remove " "`
	return e
}

// narrowScheme writes a scheme and "://" of full width in ASCII.
func narrowScheme(m *mistake) Edit {
	var b []byte
	for i, r := range m.s {
		switch c := string(r); {
		case i > 0 && strings.Contains(wideColons+":", c) && !strings.Contains(string(b), ":"):
			b = append(b, ':')
		case strings.Contains(slashes, c) && len(b) > 0 && b[len(b)-1] != '/' && strings.Contains(string(b), ":"):
			b = append(b, '/')
		case strings.Contains(slashes, c) && strings.HasSuffix(string(b), ":/"):
			if i += len(c); m.s[:i] == string(b)+"/" || ascii.Is(m.s[:i]) {
				return Edit{}
			}
			return m.edit(0, m.s[:i], string(b)+"/")
		case narrow(r) < utf8.RuneSelf && ascii.Letter.Has(byte(narrow(r))) && len(b) < 20:
			b = append(b, byte(narrow(r)))
		default:
			return Edit{}
		}
	}
	return Edit{}
}

// slashesAfterScheme writes "://" after a known scheme instead of what is there.
func slashesAfterScheme(m *mistake) Edit {
	end := 0
	for end < len(m.s) && ascii.Letter.Has(m.s[end]) {
		end++
	}
	if strings.HasPrefix(m.s[end:], "://") && m.Place > end+len("://") && m.Fault != NoHost {
		return Edit{}
	}
	name, rest := strings.ToLower(m.s[:end]), m.s[end:]
	info := schemes.Lookup(name)
	host := strings.TrimLeft(rest, `:;,./\`)
	typed := rest[:len(rest)-len(host)]
	likely := isHostLike(host[:ascii.IndexAnyOrEnd(host, 0, "/\\?#:")])
	switch {
	case !info.Hierarchical || host == "" && info.Port != 0:
	case info.Port == 0: // a file
		switch {
		case strings.Contains(typed, `\`):
			return Edit{At: 0, Old: m.s[:end] + typed, New: name + strings.ReplaceAll(typed, `\`, "/"), text: strings.ReplaceAll(m.s, `\`, "/")}
		case typed == ":" && m.Fault == Prefix:
			return m.edit(end, ":", ":///")
		}
	case typed == "://":
	case strings.Contains(typed, `\`):
		return Edit{At: 0, Old: m.s[:end] + typed, New: name + "://", text: name + "://" + strings.ReplaceAll(host, `\`, "/")}
	case typed == ":" && m.Fault == Prefix, strings.ContainsAny(typed, `/`) && len(typed) > 1 && (likely || m.Fault == Prefix || m.Fault == NoScheme),
		strings.HasPrefix(typed, "://") && likely:
		return m.edit(0, m.s[:end]+typed, name+"://")
	}
	return Edit{}
}

// isHostLike reports whether s, which is before a path, is rather a host than a path.
func isHostLike(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i < 0 || strings.EqualFold(s, "localhost") {
		return strings.EqualFold(s, "localhost")
	}
	return i > 0 && !slices.Contains(files[:], strings.ToLower(s[i+1:]))
}

// files are the ends of names that are more likely of files than of hosts.
var files = [...]string{"html", "htm", "php", "asp", "txt", "css", "js", "json", "xml", "png", "jpg", "gif", "svg", "pdf", "gz", "go"}

// drive writes a path of Windows as a file URL: "C:\", "\\server", "file://C:", "file://C|".
func drive(m *mistake) Edit {
	const front = "file://"
	if len(m.s) > len(front)+1 && ascii.HasPrefixFold(m.s, front) && ascii.Letter.Has(m.s[len(front)]) && strings.IndexByte(":|", m.s[len(front)+1]) >= 0 {
		return m.edit(0, m.s[:len(front)+2], "file:///"+m.s[len(front):len(front)+1]+":")
	}
	switch {
	case strings.HasPrefix(m.s, `\\`):
		return Edit{At: 0, Old: `\\`, New: front, text: front + strings.ReplaceAll(m.s[2:], `\`, "/")}
	case len(m.s) > 2 && ascii.IsDrive(m.s[:2]) && m.s[2] == '\\':
		return Edit{At: 0, Old: m.s[:3], New: front + "/" + m.s[:2] + "/", text: front + "/" + strings.ReplaceAll(m.s, `\`, "/")}
	case len(m.s) > 2 && ascii.IsDrive(m.s[:2]) && m.s[2] == '/' && m.Fault == NoScheme:
		return m.edit(0, "", front+"/")
	}
	return Edit{}
}

// remotePath writes "user@host:path", as git and scp read it, as a URL of ssh. A number and "/"
// after the ":" is a port.
func remotePath(m *mistake) Edit {
	user, rest, _ := strings.Cut(m.s, "@")
	host, path, ok := strings.Cut(rest, ":")
	if !ok || m.Place != len(user)+len("@")+len(host) || user == "" || host == "" || path == "" ||
		!ascii.All(user, ascii.Host) || !ascii.All(host, ascii.Host) {
		return Edit{}
	}
	if digits := strings.TrimLeft(path, "0123456789"); len(digits) < len(path) && strings.HasPrefix(digits, "/") {
		return m.edit(0, "", "ssh://")
	}
	e := m.edit(0, m.s[:m.Place+1], "ssh://"+m.s[:m.Place]+"/")
	if path[0] == '/' {
		e = m.edit(0, m.s[:m.Place+1], "ssh://"+m.s[:m.Place])
	}
	e.words = `add "ssh://" at the start, and write "/" instead of ":"`
	return e
}

// schemeBefore adds a scheme to a host, an address or a mailbox. It is http for a port other
// than 443, for localhost and for addresses, since few of these have certificates.
func schemeBefore(m *mistake) Edit {
	named := m.s[:ascii.IndexAnyOrEnd(m.s, 0, "/?#")]
	if m.Place > len(named)+1 && strings.HasSuffix(named, ":") {
		return Edit{}
	}
	host, port, hasPort := strings.Cut(named, ":")
	number := hasPort && port != "" && len(port) < 6 && ascii.All(strings.TrimRight(port, " "), ascii.Digit)
	bracketed := strings.HasPrefix(named, "[") && ascii.ReadsAsIPv6(named[1:], true)
	scheme := "https://"
	if own := m.op.Scheme; own.Hierarchical && !own.HTTP {
		scheme = own.Name + "://"
	} else if bracketed || number && port != "443" || strings.EqualFold(host, "localhost") || ascii.EndsInNumber(host) && host != "" {
		scheme = "http://"
	}
	missing := m.Fault == NoScheme
	switch {
	case strings.HasPrefix(m.s, "://"):
		return m.edit(0, "", strings.TrimSuffix(scheme, "://"))
	case strings.HasPrefix(m.s, "//") && missing:
		return m.edit(0, "", strings.TrimSuffix(scheme, "//"))
	case bracketed:
		return m.edit(0, "", scheme)
	case ascii.ReadsAsIPv6(named, false):
		return m.edit(0, named, "http://["+named+"]")
	case number && (isHostLike(host) || strings.EqualFold(host, "localhost")):
		return m.edit(0, "", scheme)
	case !missing || hasPort:
		return Edit{}
	case strings.Contains(named, "@"):
		user, domain, _ := strings.Cut(named, "@")
		if user == "" || domain == "" || len(named) < len(m.s) || m.op.Scheme.Hierarchical {
			return Edit{}
		}
		return m.edit(0, "", "mailto:")
	case ascii.HasPrefixFold(named, "ftp.") && !m.op.Scheme.HTTP:
		return m.edit(0, "", "ftp://")
	case strings.HasPrefix(named, "*.") || strings.HasPrefix(named, "$"), strings.Contains(named, ",") && isHostLike(strings.ReplaceAll(named, ",", ".")),
		isHostLike(named), len(named) < len(m.s) && strings.Contains(named, "."):
		return m.edit(0, "", scheme)
	}
	return Edit{}
}

// similarScheme writes a known scheme instead of one with a typing mistake: two letters have
// changed places, or one is missing, wrong or too many. It prefers the scheme of the operation,
// then those that people write most.
func similarScheme(m *mistake) Edit {
	n := ascii.SchemeLength(m.s)
	name := strings.ToLower(m.s[:n])
	if schemes.Lookup(name).Name != "" {
		return Edit{}
	}
	all := []string{m.op.Scheme.Name, "http", "https", "ftp", "file", "mailto", "gopher", "news", "nntp", "telnet", "wais", "prospero", "ws", "wss"}
	for _, swapped := range []bool{true, false} {
		for _, known := range all {
			i, j := 0, 0
			for i < min(n, len(known)) && name[i] == known[i] {
				i++
			}
			for j < min(n, len(known))-i && name[n-1-j] == known[len(known)-1-j] {
				j++
			}
			a, b := name[i:n-j], known[i:len(known)-j]
			if len(known) > 2 && (swapped && len(a) == 2 && a[1:]+a[:1] == b || !swapped && len(a) < 2 && len(b) < 2) {
				return m.edit(0, m.s[:n+1], known+":")
			}
		}
	}
	return Edit{}
}

func isMail(m *mistake) bool { return m.op.Scheme == schemes.Mailto.Info() && m.Fault != NoScheme }

func isMailStart(m *mistake) bool { return m.Place == len("mailto:") }

func isMailEnd(m *mistake) bool {
	last := m.s[strings.LastIndexAny(m.s, ":,")+1:]
	return isMail(m) && m.char == "" && last != "" && !strings.Contains(last, "@")
}

// isMailHost reports whether the host of an address is missing.
func isMailHost(m *mistake) bool { return isMail(m) && m.char == "" && strings.HasSuffix(m.s, "@") }

// isPhone reports whether the text is a number of a telephone, where spaces mean nothing.
func isPhone(m *mistake) bool {
	return ascii.HasPrefixFold(m.s, "tel:") || ascii.HasPrefixFold(m.s, "sms:")
}

// isAfterBare reports whether the place is after the ":" of a scheme without "//".
func isAfterBare(m *mistake) bool {
	return isAfterColon(m) && schemes.Lookup(m.s[:m.Place-len(":")]).Bare
}

// isAfterColon reports whether the place is after the ":" of what may be a scheme.
func isAfterColon(m *mistake) bool { return strings.HasSuffix(m.before(), ":") }

// fieldsAfter writes a "?" for the "&" before the first header field.
func fieldsAfter(m *mistake) Edit {
	i := strings.IndexAny(m.s, "?&")
	if i < 0 || m.s[i] == '?' || !strings.Contains(m.s[i:], "=") {
		return Edit{}
	}
	return m.edit(i, "&", "?")
}

// namedAddress writes the address for a name with an address in "<" and ">".
func namedAddress(m *mistake) Edit {
	i, j := strings.IndexByte(m.s, '<'), strings.IndexByte(m.s, '>')
	start := strings.LastIndexAny(m.s[:max(i, 0)], ":,") + 1
	if start == 0 || j < i || m.Place > i {
		return Edit{}
	}
	e := m.edit(start, m.s[start:j+1], m.s[i+1:j])
	e.words = `write only the address between "<" and ">"`
	return e
}

// addressGap writes a "," for the space between two addresses, and removes one at the start.
func addressGap(m *mistake) Edit {
	rest := strings.TrimLeft(m.s[m.Place:], " ")
	typed := m.s[m.Place : len(m.s)-len(rest)]
	switch {
	case strings.HasSuffix(m.before(), ":"), strings.HasSuffix(m.before(), ","):
		return m.edit(m.Place, typed, "")
	case strings.Contains(m.before(), "@") && strings.Contains(rest, "@"):
		return m.edit(m.Place, typed, ",")
	}
	return Edit{}
}

// isOne reports whether the authority is no list.
func isOne(m *mistake) bool {
	a := m.a
	return !strings.Contains(m.s[a.Host:a.End], ",")
}

// isSpecial reports whether browsers read URLs of the scheme by rules of their own.
func isSpecial(m *mistake) bool { return schemes.Lookup(m.s[:ascii.SchemeLength(m.s)]).Special }

// isHostList reports whether the authority is a list of hosts, outside of the web.
func isHostList(m *mistake) bool {
	a := m.a
	return !isSpecial(m) && ascii.IsHostList(m.s[a.Host:a.End])
}

// hasDot reports whether the host has a ".", as an IPv4 address.
func hasDot(m *mistake) bool {
	a := m.a
	return strings.Contains(m.s[a.Host:a.HostEnd], ".")
}

// isTwo reports whether another URI follows the white space.
func isTwo(m *mistake) bool {
	return strings.Contains(m.before(), "://") && strings.Contains(m.after(), "://")
}

// bareIPv6 writes an IPv6 address in brackets, without its zone.
func bareIPv6(m *mistake) Edit {
	if m.Fault == BareIPv6 && !m.op.Whole {
		return m.edit(0, m.s, "["+m.s+"]")
	}
	a := m.a
	address, zone, _ := strings.Cut(m.s[a.Host:a.End], "%")
	if !ascii.ReadsAsIPv6(address, false) || !ascii.All(zone, ascii.Host) {
		return Edit{}
	}
	return m.edit(a.Host, m.s[a.Host:a.End], "["+address+"]")
}

// literal mends the brackets around a host: it removes a zone, adds a "]", or removes the
// brackets of an IPv4 address or a name.
func literal(m *mistake) Edit {
	a := m.a
	open := a.Host < a.End && m.s[a.Host] == '['
	inside, _, closed := strings.Cut(strings.TrimPrefix(m.s[a.Host:a.End], "["), "]")
	address, zone, zoned := strings.Cut(inside, "%")
	switch {
	case open && closed && zoned && ascii.ReadsAsIPv6(address+"]", true):
		e := m.edit(a.Host+len("[")+len(address), "%"+zone, "")
		e.words = `remove the text from "%" up to "]"`
		return e
	case open && !closed && ascii.ReadsAsIPv6(inside, false):
		return m.edit(a.End, "", "]")
	case !open && closed && ascii.ReadsAsIPv6(inside+"]", true):
		return m.edit(a.Host, "", "[")
	case open && closed && strings.Contains(inside, ".") && !strings.Contains(inside, ":"):
		e := m.edit(a.Host, "["+inside+"]", inside)
		e.words = `remove "[" and "]"`
		return e
	}
	return Edit{}
}

func isAfterLiteral(m *mistake) bool { return strings.HasSuffix(m.before(), "]") }

func colonBefore(m *mistake) Edit { return m.edit(m.Place, "", ":") }

// gap removes white space in a host that may be nothing else: a second gap, or a word after a
// whole host, may be something else.
func gap(m *mistake) Edit {
	a := m.a
	if m.Place < a.Host || m.Place >= a.End || strings.Contains("\r\n\t", m.char) {
		return Edit{}
	}
	right := strings.TrimLeft(m.s[m.Place:a.End], spaces)
	left, typed := m.s[a.Host:m.Place], m.s[m.Place:a.End-len(right)]
	switch joined := left + right; {
	case strings.ContainsAny(right, spaces):
	case left == "", right == "", strings.HasPrefix(right, ":"), strings.HasSuffix(left, ":") && ascii.All(right, ascii.Digit),
		strings.Contains(right, "."), strings.HasSuffix(left, "."), strings.EqualFold(joined, "localhost"):
		return m.edit(m.Place, typed, "")
	}
	return Edit{}
}

// hasSpaces reports whether a space is in the host, and not only a line break.
func hasSpaces(m *mistake) bool { return m.char != "\n" && m.char != "\r" && m.char != "\t" }

// narrowed writes the characters of full width in an authority in ASCII.
func narrowed(m *mistake) Edit {
	r, _ := utf8.DecodeRuneInString(m.char)
	c := narrow(r)
	if c == r || !ascii.Host.Has(byte(c)) && c != ':' {
		return Edit{}
	}
	a := m.a
	return Edit{At: m.Place, Old: m.char, New: string(c), text: m.before() + strings.Map(narrow, m.s[m.Place:max(a.End, m.Place)]) + m.s[max(a.End, m.Place):]}
}

// isName reports whether the place is in a name at the start of the text.
func isName(m *mistake) bool { return m.op.Whole && !strings.ContainsAny(m.before(), "/:") }

// isMixed reports whether the host has letters of ASCII and of an alphabet with letters that
// look like these.
func isMixed(m *mistake) bool {
	a := m.a
	host := m.s[a.Host:a.HostEnd]
	for label := range strings.SplitSeq(host, ".") {
		if strings.ContainsFunc(label, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) }) &&
			strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			return true
		}
	}
	return false
}

func isWide(m *mistake) bool {
	return m.char != "" && m.char[0] >= utf8.RuneSelf && utf8.ValidString(m.char)
}

func withoutUser(m *mistake) Edit {
	a := m.a
	e := m.edit(a.Start, m.s[a.Start:a.Host], "")
	e.words = `remove the user name, the password and the "@"`
	return e
}

// isRemote reports whether a path is in the place of the port, in a URL for which programs
// also take "user@host:path".
func isRemote(m *mistake) bool {
	name := m.s[:ascii.SchemeLength(m.s)]
	return m.char != "" && strings.HasSuffix(m.before(), ":") &&
		slices.ContainsFunc([]string{"ssh", "git", "sftp", "git+ssh", "rsync"}, func(x string) bool { return strings.EqualFold(x, name) })
}

func slashForColon(m *mistake) Edit { return m.edit(m.Place-1, ":", "/") }

func isLastOfServer(m *mistake) bool {
	return m.after() == "" || strings.IndexByte("/?#", m.after()[0]) >= 0
}

func isPortNext(m *mistake) bool {
	digits := m.after()[:ascii.IndexAnyOrEnd(m.after(), 0, "/?#")]
	return len(digits) < 6 && ascii.All(digits, ascii.Digit)
}

// isWebName reports whether the host is the name of a server of the web, or an IPv4 address,
// with a "," for each ".".
func isWebName(m *mistake) bool {
	a := m.a
	host := strings.ReplaceAll(m.s[a.Host:a.HostEnd], ",", ".")
	addr, err := netip.ParseAddr(host)
	last := host[strings.LastIndexByte(host, '.')+1:]
	return isSpecial(m) && (err == nil && addr.Is4() || len(last) > 1 && ascii.All(last, ascii.Letter))
}

func isDoubled(m *mistake) bool { return strings.HasSuffix(m.before(), ":") }

// escapedAt escapes each "@" that does not end the userinfo.
func escapedAt(m *mistake) Edit {
	a := m.a
	user := m.s[a.Start:max(a.Host-1, a.Start)]
	i := strings.IndexByte(user, '@')
	if i < 0 || m.Fault == Escape {
		return Edit{}
	}
	return Edit{At: a.Start + i, Old: "@", New: "%40", text: m.s[:a.Start] + strings.ReplaceAll(user, "@", "%40") + m.s[a.Host-1:], words: loginHint}
}

// isLogin reports whether the authority may be the begin of a login, cut at a "/", "?" or "#".
func isLogin(m *mistake) bool {
	return !hasDot(m) && strings.Contains(m.after(), "@")
}

// escapedUser escapes the special characters of a user name and a password.
func escapedUser(m *mistake) Edit {
	a := m.a
	if m.char == "" || m.Place >= a.Host-1 {
		return Edit{}
	}
	e := Edit{At: m.Place, Old: m.char, New: escape(m.char)}
	if m.Fault == Byte && m.char == ":" {
		e.text = m.before() + strings.ReplaceAll(m.s[m.Place:a.Host-1], m.char, e.New) + m.s[a.Host-1:]
		return e
	}
	return escaped(m)
}

func isDrive(m *mistake) bool {
	const front = "file:///"
	return m.Place == len(front)+1 && ascii.HasPrefixFold(m.s, front) && ascii.Letter.Has(m.s[len(front)])
}

// isAround reports whether the character closes something around the text, or opens it.
func isAround(m *mistake) bool {
	if m.Place == 0 {
		return m.char != "]"
	}
	for _, p := range pairs {
		if m.char == p[1] && strings.Contains(m.before(), p[0]) || strings.Contains(m.before(), escape(p[0])) && m.char == p[1] {
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

// isSchemeAlone reports whether the text ends after a scheme whose URLs have a host.
func isSchemeAlone(m *mistake) bool {
	return m.char == "" && schemes.Lookup(strings.TrimSuffix(m.s, ":")).Hierarchical
}
