package guard

import (
	"iter"
	"net/netip"
	"strings"
	"unicode"

	"example.com/uri"
)

// A Code names a kind of finding. Codes are single bits, so that a set of them
// is a Code too.
type Code uint32

// The kinds of findings, in the order of the URI's text.
const (
	// ScriptScheme: what the URI holds is run, not fetched.
	ScriptScheme Code = 1 << iota
	// SlashConfusion: no host where browsers, which count no slashes, find one.
	SlashConfusion
	// EmptyHost: an authority that is empty, but for a file URL.
	EmptyHost
	// MissingHost: an authority that is not empty and names no host, such as
	// ":8080" or "user@".
	MissingHost
	// Password: a password in the userinfo.
	Password
	// UserinfoHost: userinfo that looks like a host.
	UserinfoHost
	// RegistryAuthority: an authority that parsers split differently.
	RegistryAuthority
	// EscapedHost: a host with escapes in it.
	EscapedHost
	// OddIPv4: a host of numbers that programs read as different IPv4 addresses,
	// or only some of them as one. There is one finding for each address.
	OddIPv4
	// MappedAddress: an IPv6 literal that is an IPv4 address in disguise,
	// IPv4-mapped or IPv4-translated.
	MappedAddress
	// SpecialAddress: an address that is not public ([IsPublic]), by any reading.
	SpecialAddress
	// SpecialName: a name that means this machine or its own network.
	SpecialName
	// TrailingDot: a hostname that ends in ".".
	TrailingDot
	// Punycode: a label that stands for one with other letters.
	Punycode
	// MixedScript: a label with letters of more than one script.
	MixedScript
	// BadPort: a port that belongs to another service.
	BadPort
	// LowPort: a port below 1024 that is not the scheme's own.
	LowPort
	// PortRange: a port above 65535.
	PortRange
	// AuthorityEnd: "?" or "#" right behind the authority, and an "@" later.
	AuthorityEnd
	// EscapedSlash: an escaped "/" in the path.
	EscapedSlash
	// EscapedBackslash: an escaped "\" in the path.
	EscapedBackslash
	// EscapedDot: an escaped "." in the path.
	EscapedDot
	// DoubleEscape: an escape whose "%" is escaped, its digits perhaps as well.
	DoubleEscape
	// LineBreak: an escaped CR or LF.
	LineBreak
	// Null: an escaped NUL.
	Null
	// Control: another escaped control character.
	Control
	// Smuggling: escapes that put commands of their own into what the scheme's
	// client sends.
	Smuggling

	codeEnd
)

// A Severity says how sure a finding means harm. They are in order, and the zero
// Severity, below them, is that of no finding.
type Severity uint8

const (
	Hint    Severity = iota + 1 // often harmless, worth a look
	Warning                     // rarely meant well, or harmful in some programs
	Danger                      // an attack, or as good as one
)

var severities = [...]string{"", "hint", "warning", "danger"}

// String returns "hint", "warning", "danger" or, for the zero Severity, "".
func (s Severity) String() string { return name(severities[:], int(s)) }

// kinds says of each code what is always the same.
var kinds = map[Code]struct {
	name      string
	severity  Severity
	component string // "" where it depends
	reference string
	message   string
}{
	ScriptScheme:      {"script-scheme", Warning, "scheme", "RFC 3986, 7.6", "the URI is a program or a document of its own"},
	SlashConfusion:    {"slash-confusion", Danger, "authority", "WHATWG URL, 4.4", "browsers skip the slashes and find a host here"},
	MissingHost:       {"missing-host", Danger, "host", "RFC 9110, 4.2.1", "no host is named, and many programs fetch from this machine"},
	EmptyHost:         {"empty-host", Warning, "authority", "RFC 9110, 4.2.1", "the authority names no host"},
	Password:          {"password", Warning, "userinfo", "RFC 3986, 3.2.1", "a password stands in the clear"},
	UserinfoHost:      {"userinfo-host", Danger, "userinfo", "RFC 3986, 7.6", "the user name looks like the host"},
	RegistryAuthority: {"registry-authority", Danger, "authority", "RFC 3986, 7.6", "parsers disagree on which host this is"},
	EscapedHost:       {"escaped-host", Warning, "host", "CVE-2022-27780", "the host has escapes, which some parsers decode"},
	OddIPv4:           {"odd-ipv4", Danger, "host", "RFC 3986, 7.4", "other parsers read this host as an IPv4 address"},
	MappedAddress:     {"mapped-address", Danger, "host", "RFC 4291, 2.5.5; CVE-2024-24790", "the IPv6 address holds an IPv4 address"},
	SpecialAddress:    {"special-address", Warning, "host", "RFC 6890, 2.2", "the address is not public"},
	SpecialName:       {"special-name", Warning, "host", "RFC 6761, 6.3", "the name means this machine or its own network"},
	TrailingDot:       {"trailing-dot", Warning, "host", "RFC 3986, 3.2.2; CVE-2022-30115", "the same host is spelled in two ways"},
	Punycode:          {"punycode", Hint, "host", "RFC 5890, 2.3.2.1", "the label stands for one with other letters"},
	MixedScript:       {"mixed-script", Hint, "host", "UTS 39, 5.1", "the label mixes the letters of several scripts"},
	BadPort:           {"bad-port", Danger, "port", "Fetch, 2.9; RFC 1738, 6", "the port belongs to another service"},
	LowPort:           {"low-port", Hint, "port", "RFC 3986, 7.2", "the port is a reserved one and not the scheme's"},
	PortRange:         {"port-range", Warning, "port", "RFC 9293, 3.1", "there is no such port"},
	AuthorityEnd:      {"authority-end", Warning, "", "RFC 3986, 7.6; CVE-2016-8624", `parsers that look for "@" first find another host`},
	EscapedSlash:      {"escaped-slash", Warning, "path", "RFC 3986, 7.3", `an escaped "/" is decoded late or early`},
	EscapedBackslash:  {"escaped-backslash", Warning, "path", "RFC 3986, 7.3", `an escaped "\" is a delimiter on some systems`},
	EscapedDot:        {"escaped-dot", Warning, "path", "RFC 3986, 6.2.2.2; CVE-2021-41773", "an escaped dot hides a dot segment from a check"},
	DoubleEscape:      {"double-escape", Warning, "", "RFC 3986, 2.4; CVE-2021-42013", "decoded twice this is another text"},
	LineBreak:         {"line-break", Danger, "", "RFC 1738, 6; CVE-2012-0036", "an escaped line break ends a line of a protocol"},
	Null:              {"null", Danger, "", "RFC 3986, 7.3", "an escaped NUL ends a string in some programs"},
	Control:           {"control", Warning, "", "RFC 3986, 7.3", "an escaped control character"},
	Smuggling:         {"smuggling", Danger, "", "RFC 1738, 6; RFC 6068, 7", "decoded this becomes commands of its own"},
}

// String returns the code's name, such as "userinfo-host", and the names in a
// set with "|" between them.
func (c Code) String() string {
	var names []string
	for bit := Code(1); bit < codeEnd; bit <<= 1 {
		if c&bit != 0 {
			names = append(names, kinds[bit].name)
		}
	}
	return strings.Join(names, "|")
}

// A Finding is something in a URI that has been used to fool people or
// programs.
type Finding struct {
	Code      Code
	Component string     // "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment", "opaque part"
	Offset    int        // in octets, of where it begins in the URI's text
	Addr      netip.Addr // the address that a host becomes, if it does
}

// Severity returns how sure the finding means harm.
func (f Finding) Severity() Severity { return kinds[f.Code].severity }

// Reference returns where the finding is described: an RFC and its section, a
// CVE, a standard.
func (f Finding) Reference() string { return kinds[f.Code].reference }

// Message returns one sentence about the finding. It allocates only where it
// names an address.
func (f Finding) Message() string {
	m := kinds[f.Code].message
	if f.Addr.IsValid() {
		m += ": " + f.Addr.String()
	}
	return m
}

// Audit returns all findings in u, in the order of [Auditor.Findings]. It
// allocates the slice where there are any.
func Audit(u uri.URI) []Finding {
	var all []Finding
	for f := range (Auditor{}).Findings(u) {
		all = append(all, f)
	}
	return all
}

// An Auditor looks for findings. The zero value looks for all of them.
type Auditor struct {
	Off Code // what it does not look for, a set
}

// Findings returns the findings in u: those of its scheme and authority, part by
// part, and then those of its escapes in the order of the text. It does not
// allocate.
func (a Auditor) Findings(u uri.URI) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		s := auditState{u: u, off: a.Off}
		s.layOut()
		s.read = read(u)
		_ = s.scheme(yield) && s.userinfo(yield) && s.hostname(yield) && s.port(yield) && s.end(yield) && s.text(yield)
	}
}

// A yieldFunc takes findings, and returns false when it wants no more; so do
// the methods that are given one. It is no field of auditState, since it would
// escape to the heap with what is in there.
type yieldFunc = func(Finding) bool

// An auditState is one audit.
type auditState struct {
	u   uri.URI
	off Code

	// Where the parts begin in the text, or would begin if they are missing:
	// the query with its "?", the fragment with its "#".
	authority, host, path, query, fragment int

	read readings // what the host is as an address
}

func (s *auditState) found(yield yieldFunc, c Code, component string, offset int, addr netip.Addr) bool {
	return s.off&c != 0 || yield(Finding{c, component, offset, addr})
}

// report is found for what always concerns the same component.
func (s *auditState) report(yield yieldFunc, c Code, offset int) bool {
	return s.found(yield, c, kinds[c].component, offset, netip.Addr{})
}

// is reports whether the scheme of the URI is one of those named.
func (s *auditState) is(schemes ...string) bool {
	for _, name := range schemes {
		if strings.EqualFold(s.u.Scheme(), name) {
			return true
		}
	}
	return false
}

// layOut finds where the parts lie, once for all findings.
func (s *auditState) layOut() {
	if s.u.IsAbsolute() {
		s.authority = len(s.u.Scheme()) + len(":")
	}
	authority, ok := s.u.Authority()
	if ok {
		s.authority += len("//")
	}
	s.path = s.authority + len(authority)
	s.host = s.authority
	if userinfo, ok := s.u.Userinfo(); ok {
		s.host += len(userinfo) + len("@")
	}
	s.fragment = len(s.u.String())
	if fragment, ok := s.u.Fragment(); ok {
		s.fragment -= len("#") + len(fragment)
	}
	s.query = s.fragment
	if query, ok := s.u.Query(); ok {
		s.query -= len("?") + len(query)
	}
}

func (s *auditState) scheme(yield yieldFunc) bool {
	if s.is("javascript", "vbscript", "data") && !s.report(yield, ScriptScheme, 0) {
		return false
	}
	authority, ok := s.u.Authority()
	switch {
	case authority != "":
	case s.is("http", "https", "ftp", "ws", "wss") && strings.Trim(s.u.Path(), "/") != "":
		return s.report(yield, SlashConfusion, s.authority)
	case ok && !s.is("file"):
		return s.report(yield, EmptyHost, s.authority)
	}
	return true
}

func (s *auditState) userinfo(yield yieldFunc) bool {
	userinfo, _ := s.u.Userinfo()
	start := s.authority
	user, password, _ := strings.Cut(userinfo, ":")
	if looksLikeHost(user) && !s.report(yield, UserinfoHost, start) {
		return false
	}
	return password == "" || s.report(yield, Password, start+len(user)+len(":"))
}

// looksLikeHost reports whether people would read s, or what stands before its
// first delimiter, as a host: letters, digits and "-", with a "." inside.
func looksLikeHost(s string) bool {
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end >= 0 {
		s = s[:end]
	}
	return strings.Contains(strings.Trim(s, "."), ".")
}

func (s *auditState) hostname(yield yieldFunc) bool {
	host, _ := s.u.Host()
	offset := s.host
	authority, _ := s.u.Authority()
	if authority != "" && host == "" && s.u.HostKind() != uri.NoHost {
		return s.report(yield, MissingHost, offset)
	}
	switch s.u.HostKind() {
	case uri.NoHost:
		return authority == "" || s.report(yield, RegistryAuthority, offset)
	case uri.RegName:
		if i := strings.IndexAny(host, "$,;:&=+!*'()"); i >= 0 && !s.report(yield, RegistryAuthority, offset+i) {
			return false
		}
	}
	if i := strings.IndexByte(host, '%'); i >= 0 && !s.report(yield, EscapedHost, offset+i) {
		return false
	}
	if !s.address(yield, offset) {
		return false
	}
	if specialName(host) && !s.report(yield, SpecialName, offset) {
		return false
	}
	if strings.HasSuffix(host, ".") && !s.report(yield, TrailingDot, offset+len(host)-1) {
		return false
	}
	return s.labels(yield, host, offset)
}

// address looks at what the host is as an address, by each reading.
func (s *auditState) address(yield yieldFunc, offset int) bool {
	all := [...]netip.Addr{s.read.loose(), s.read.strict, s.read.wrapped}
	if all[1] == all[0] {
		all[1] = netip.Addr{}
	}
	odd := (s.read.numbers || s.u.HostKind() == uri.IPv4) && !s.read.plain
	if odd && all == [3]netip.Addr{} && !s.report(yield, OddIPv4, offset) {
		return false
	}
	for _, a := range all {
		if odd && a.IsValid() && !s.found(yield, OddIPv4, "host", offset, a) {
			return false
		}
	}
	if a := s.read.strict; (a.Is4In6() || translated.Contains(a)) && !s.found(yield, MappedAddress, "host", offset, inner(a)) {
		return false
	}
	for _, a := range all {
		if a.IsValid() && !IsPublic(a) && !s.found(yield, SpecialAddress, "host", offset, a) {
			return false
		}
	}
	return true
}

func (s *auditState) labels(yield yieldFunc, host string, offset int) bool {
	for i := 0; i < len(host); {
		label, _, _ := strings.Cut(host[i:], ".")
		if len(label) > 4 && strings.EqualFold(label[:4], "xn--") && !s.report(yield, Punycode, offset+i) {
			return false
		}
		if mixesScripts(label) && !s.report(yield, MixedScript, offset+i) {
			return false
		}
		i += len(label) + len(".")
	}
	return true
}

func (s *auditState) port(yield yieldFunc) bool {
	if text, _ := s.u.Port(); text == "" {
		return true
	}
	offset := s.host + len(":")
	if host, ok := s.u.Host(); ok {
		offset += len(host)
	}
	port, ok := s.u.EffectivePort()
	if !ok {
		return s.report(yield, PortRange, offset)
	}
	if own, ok := uri.DefaultPort(s.u.Scheme()); ok && own == port {
		return true
	}
	switch {
	case badPort(port):
		return s.report(yield, BadPort, offset)
	case port < 1024:
		return s.report(yield, LowPort, offset)
	}
	return true
}

// end looks for an "@" behind an authority that "?" or "#" ends.
func (s *auditState) end(yield yieldFunc) bool {
	if _, ok := s.u.Authority(); !ok || s.u.Path() != "" {
		return true
	}
	text := s.u.String()
	i := strings.IndexAny(text, "?#")
	if i < 0 || !strings.Contains(text[i:], "@") {
		return true
	}
	component := "query"
	if text[i] == '#' {
		component = "fragment"
	}
	return s.found(yield, AuthorityEnd, component, i, netip.Addr{})
}

// text looks at the escapes, wherever they are.
func (s *auditState) text(yield yieldFunc) bool {
	text := s.u.String()
	smuggling := s.is("gopher", "ftp", "mailto", "news", "nntp", "telnet", "wais", "prospero")
	for i := strings.IndexByte(text, '%'); i >= 0; {
		component := s.component(i)
		code := Code(0)
		switch c := unescaped(text[i:]); {
		case c == '\r' || c == '\n':
			code = LineBreak
		case c == 0:
			code = Null
		case c < ' ' && !(c == '\t' && s.is("gopher")) || c == 0x7F:
			code = Control
		case c == '%' && startsHexPair(text[i+len("%25"):]):
			code = DoubleEscape
		case component != "path":
		case c == '/':
			code = EscapedSlash
		case c == '\\':
			code = EscapedBackslash
		case c == '.':
			code = EscapedDot
		}
		// Said once for each URI.
		if code&(LineBreak|Null) != 0 && smuggling && component != "fragment" {
			if !s.found(yield, Smuggling, component, i, netip.Addr{}) {
				return false
			}
			smuggling = false
		}
		if code != 0 && !s.found(yield, code, component, i, netip.Addr{}) {
			return false
		}
		next := strings.IndexByte(text[i+3:], '%')
		if next < 0 {
			break
		}
		i += 3 + next
	}
	return true
}

// component names the part of the URI that its i-th byte, part of an escape,
// is in.
func (s *auditState) component(i int) string {
	switch {
	case i > s.fragment:
		return "fragment"
	case s.u.IsOpaque():
		return "opaque part"
	case i > s.query:
		return "query"
	case i >= s.path:
		return "path"
	case i < s.host:
		return "userinfo"
	}
	return "host"
}

// unescaped returns the octet that the escape at the front of s stands for.
func unescaped(s string) byte {
	return unhex(s[1])<<4 | unhex(s[2])
}

// startsHexPair reports whether s begins with two hexadecimal digits, each of
// which may be escaped.
func startsHexPair(s string) bool {
	for range 2 {
		if s == "" {
			return false
		}
		c, n := s[0], 1
		if c == '%' {
			c, n = unescaped(s), len("%hh")
		}
		if !isHex(c) {
			return false
		}
		s = s[n:]
	}
	return true
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&0xDF - 'A' + 10
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c&0xDF && c&0xDF <= 'F'
}

// name returns names[i], and "invalid" for a value that is none of the
// constants.
func name(names []string, i int) string {
	if i >= len(names) {
		return "invalid"
	}
	return names[i]
}
