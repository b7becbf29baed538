package guard

import (
	"net/netip"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/schemes"
)

// An audit collects the findings in a URI.
type audit struct {
	u    uri.URI
	read hostread.Addrs // the addresses that programs read in the host
	only Code           // the codes of the findings that are wanted
	all  []Finding
}

// found adds a finding, if it is wanted. The code 0 is none.
func (s *audit) found(c Code, p uri.Part, offset int, addr netip.Addr) {
	if c&s.only != 0 {
		s.all = append(s.all, Finding{c, p, offset, addr})
	}
}

// report adds a finding in the part of c in kinds.
func (s *audit) report(c Code, offset int) { s.found(c, kinds[c].part, offset, netip.Addr{}) }

// is reports whether the scheme of the URI is one of names.
func (s *audit) is(names ...string) bool { return hostread.HasScheme(s.u, names...) }

// start returns the offset where a part begins, or would begin if it were defined.
func (s *audit) start(p uri.Part) int {
	start, _, _ := s.u.Span(p)
	return start
}

// scheme looks at the scheme, and for a host after too few or too many slashes.
func (s *audit) scheme() {
	if s.is("javascript", "vbscript", "data") {
		s.report(CodeScriptScheme, 0)
	}
	if i := strings.IndexByte(s.u.Scheme(), '.'); i >= 0 {
		s.report(CodeSchemeDot, i)
	}
	authority, ok := s.u.Authority()
	if len(s.u.Scheme()) == len("C") && !ok && strings.HasPrefix(s.u.Path(), "/") {
		s.report(CodeDriveScheme, 0)
	}
	if text := s.u.Path(); s.is("mailto") && strings.IndexByte(text, '?') < 0 {
		at := ascii.IndexOrEnd(text, 0, '@')
		if i := ascii.IndexOrEnd(text, at, '&'); strings.IndexByte(text[i:], '=') >= 0 {
			s.report(CodeMailtoQuery, s.start(uri.PartPath)+i)
		}
	}
	if p, found := hostread.OpaqueHost(s.u); found {
		s.found(CodeOpaqueHost, p, s.start(p), netip.Addr{})
	}
	if i := strings.IndexAny(s.u.Scheme(), "+-"); i >= 0 && authority != "" {
		s.found(CodeOpaqueHost, uri.PartScheme, i, netip.Addr{})
	}
	if i := hostread.Capital(s.u); i >= 0 {
		s.found(CodeOpaqueHost, uri.PartScheme, i, netip.Addr{})
	}
	switch {
	case authority != "":
	case hostread.SkipsSlashes(s.u):
		s.report(CodeSlashConfusion, s.start(uri.PartAuthority))
	case ok && !s.is("file"):
		s.report(CodeEmptyHost, s.start(uri.PartAuthority))
	}
}

// authority looks at the parts of the authority, and at its end.
func (s *audit) authority() {
	s.userinfo()
	s.hostname()
	s.port()
	s.end()
}

// userinfo looks for a host or a password in the userinfo.
func (s *audit) userinfo() {
	userinfo, ok := s.u.Userinfo()
	start := s.start(uri.PartUserinfo)
	if host, _ := s.u.Host(); ok && userinfo == "" && host != "" {
		s.report(CodeEmptyUserinfo, start)
	}
	user, password, _ := strings.Cut(userinfo, ":")
	if beginsWithHyphen(user) {
		s.found(CodeOption, uri.PartUserinfo, start, netip.Addr{})
	}
	if looksLikeHost(user) {
		s.report(CodeUserinfoHost, start)
	}
	if password != "" {
		s.report(CodePassword, start+len(user)+len(":"))
	}
}

// beginsWithHyphen reports whether s begins with "-", also escaped.
func beginsWithHyphen(s string) bool {
	c, _ := ascii.DecodedAt(s, 0)
	return c == '-'
}

// looksLikeHost reports whether people or a decoding program may take the start of s for a host:
// letters, digits and "-" with a "." inside, or any name before an escaped "/", "?" or "#". A name
// before an escaped "\" may be the domain of a Windows user if more follows.
func looksLikeHost(s string) bool {
	dots, content := false, false // a "." after some content, and content after that
	for i := 0; i < len(s); {
		c, width := ascii.DecodedAt(s, i)
		switch {
		case c == '.':
			dots = dots || content
			content = false
		case c == '-' || c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
			if dots {
				return true
			}
			content = true
		case i == 0:
			return false
		default:
			return c == '/' || c == '?' || c == '#' || c == '\\' && (i+width == len(s) || specialName(s[:i]) != "")
		}
		i += width
	}
	return false
}

// hostname looks at the host.
func (s *audit) hostname() {
	host, _ := s.u.Host()
	offset := s.start(uri.PartHost)
	authority, _ := s.u.Authority()
	if beginsWithHyphen(host) {
		s.found(CodeOption, uri.PartHost, offset, netip.Addr{})
	}
	switch s.u.HostKind() {
	case uri.HostNone:
		if beginsWithHyphen(authority) {
			s.found(CodeOption, uri.PartAuthority, offset, netip.Addr{})
		}
		_, userinfo := s.u.Userinfo()
		_, port := s.u.Port()
		switch {
		case authority == "":
		case userinfo || port:
			s.report(CodeMissingHost, offset)
		default:
			s.report(CodeRegistryAuthority, offset)
		}
		return
	case uri.HostRegName:
		if i := strings.IndexFunc(host, func(r rune) bool { return r != '%' && !ascii.Host.Has(byte(r)) }); i >= 0 {
			s.report(CodeRegistryAuthority, offset+i)
		}
	}
	if hostread.TooLong(host) {
		s.report(CodeRegistryAuthority, offset)
	}
	if i := strings.IndexByte(host, '%'); i >= 0 {
		s.report(CodeEscapedHost, offset+i)
	}
	s.address(offset)
	if specialName(host) != "" {
		s.report(CodeSpecialName, offset)
	}
	if strings.HasPrefix(s.u.Path(), "//") && schemes.Lookup(host).Hierarchical {
		s.report(CodeSchemeHost, offset)
	}
	if s.is("file") && rootDirectories[strings.ToLower(host)] {
		s.report(CodeDirectoryHost, offset)
	}
	if s.is("file") && ascii.IsDrive(authority) {
		s.report(CodeDriveHost, offset)
	}
	if strings.HasSuffix(host, ".") {
		s.report(CodeTrailingDot, offset+len(host)-1)
	}
	s.labels(host, offset)
}

// rootDirectories are the directories at the root of Unix (Filesystem Hierarchy Standard
// 3.0, 3.2 and 3.18) and of macOS, in lower case.
var rootDirectories = map[string]bool{
	"bin": true, "boot": true, "dev": true, "etc": true, "home": true, "lib": true, "lib64": true, "media": true, "mnt": true, "opt": true,
	"proc": true, "root": true, "run": true, "sbin": true, "srv": true, "sys": true, "tmp": true, "usr": true, "var": true,
	"applications": true, "library": true, "private": true, "system": true, "users": true, "volumes": true,
}

// address looks at each address of the host.
func (s *audit) address(offset int) {
	all := [...]netip.Addr{s.read.Loose(), s.read.Decimal, s.read.Wrapped}
	if all[1] == all[0] {
		all[1] = netip.Addr{}
	}
	odd := s.read.Odd
	if odd && all == [3]netip.Addr{} {
		s.report(CodeOddIPv4, offset)
	}
	for _, a := range all {
		if odd && a.IsValid() {
			s.found(CodeOddIPv4, uri.PartHost, offset, a)
		}
	}
	if a := all[0]; a.Is4In6() || translated.Contains(a) {
		s.found(CodeMappedAddress, uri.PartHost, offset, inner(a))
	}
	for _, a := range all {
		if a.IsValid() && !IsPublic(a) {
			s.found(CodeSpecialAddress, uri.PartHost, offset, a)
		}
	}
}

// labels looks at each label of host. The host begins at offset.
func (s *audit) labels(host string, offset int) {
	if i := hostread.BrokenLabel(host); i >= 0 {
		s.report(CodeRegistryAuthority, offset+i)
	}
	for i := 0; i < len(host); {
		label, _, _ := strings.Cut(host[i:], ".")
		if len(label) > len("xn--") && ascii.HasPrefixFold(label, "xn--") {
			s.report(CodePunycode, offset+i)
		}
		if mixesScripts(label) {
			s.report(CodeMixedScript, offset+i)
		}
		i += len(label) + len(".")
	}
}

// port looks at the port.
func (s *audit) port() {
	offset := s.start(uri.PartPort)
	text, ok := s.u.Port()
	host, _ := s.u.Host()
	authority, _ := s.u.Authority()
	_, userinfo := s.u.Userinfo()
	switch {
	case host == "" || s.is("file") && ascii.IsDrive(authority): // another finding
		ok, userinfo = false, false
	case (ok || userinfo) && s.is("file"):
		s.report(CodeFileServer, s.start(uri.PartAuthority))
	}
	if text == "" {
		if ok {
			s.report(CodeEmptyPort, offset)
		}
		return
	}
	port, ok := s.u.EffectivePort()
	own, hasOwn := uri.DefaultPort(s.u.Scheme())
	switch {
	case !ok:
		s.report(CodePortRange, offset)
	case hasOwn && own == port:
	case badPort(port):
		s.report(CodeBadPort, offset)
	case port < 1024:
		s.report(CodeLowPort, offset)
	}
}

// end looks for an "@" after an authority with a port or before "?" or "#".
func (s *audit) end() {
	if i := hostread.LaterAt(s.u); i >= 0 {
		part := map[byte]uri.Part{'/': uri.PartPath, '?': uri.PartQuery, '#': uri.PartFragment}[s.u.String()[i]]
		s.found(CodeAuthorityEnd, part, i, netip.Addr{})
	}
}

// segments looks for the path of a server in a file URL, and for dot segments with parameters.
func (s *audit) segments() {
	if s.u.IsOpaque() {
		return
	}
	path, start := s.u.Path(), s.start(uri.PartPath)
	if s.is("file") && isUNC(path) {
		s.report(CodeUNCPath, start)
	}
	for i := 0; i < len(path); i = ascii.IndexOrEnd(path, i, '/') + len("/") {
		if hasDotParams(path[i:]) {
			s.report(CodeDotParams, start+i)
		}
	}
}

// isUNC reports whether path, decoded, begins with two slashes or backslashes or more, and a name.
func isUNC(path string) bool {
	n := 0
	for i := 0; ; n++ {
		c, width := ascii.DecodedAt(path, i)
		if c != '/' && c != '\\' {
			return n >= 2 && width > 0
		}
		i += width
	}
}

// hasDotParams reports whether s begins with one or two dots, also escaped, and ";".
func hasDotParams(s string) bool {
	i := 0
	for range 2 {
		c, width := ascii.DecodedAt(s, i)
		if c != '.' {
			break
		}
		i += width
	}
	return i > 0 && i < len(s) && s[i] == ';'
}

// text looks at all escapes in the text.
func (s *audit) text() {
	text := s.u.String()
	smuggling := schemes.Lookup(s.u.Scheme()).Decoded
	for i := strings.IndexByte(text, '%'); i >= 0; i = ascii.Index(text, i+len("%hh"), '%') {
		part := s.part(i)
		code := Code(0)
		switch c := ascii.Octet(text, i); {
		case c == '\r' || c == '\n':
			code = CodeEscapedLineBreak
		case c == 0:
			code = CodeEscapedNull
		case c < ' ' && !(c == '\t' && s.is("gopher")) || c == 0x7F:
			code = CodeEscapedControl
		case c == '%' && startsHexPair(text[i+len("%25"):]):
			code = CodeDoubleEscape
		case c >= 0xC0 && isOverlong(c, text[i+len("%C0"):]):
			code = CodeOverlong
		case part != uri.PartPath:
		case c == '/':
			code = CodeEscapedSlash
		case c == '\\':
			code = CodeEscapedBackslash
		case c == '.':
			code = CodeEscapedDot
		case c == '?' || c == '#':
			code = CodeEscapedDelimiter
		}
		// CodeSmuggling is reported once for each URI.
		if code&(CodeEscapedLineBreak|CodeEscapedNull) != 0 && smuggling && part != uri.PartFragment {
			s.found(CodeSmuggling, part, i, netip.Addr{})
			smuggling = false
		}
		s.found(code, part, i, netip.Addr{})
	}
}

// part returns the part with the i-th byte of the URI, a byte of an escape.
func (s *audit) part(i int) uri.Part {
	for _, p := range [...]uri.Part{uri.PartFragment, uri.PartQuery, uri.PartPath, uri.PartHost} {
		if i >= s.start(p) {
			if p == uri.PartPath && s.u.IsOpaque() {
				return uri.PartOpaque
			}
			return p
		}
	}
	return uri.PartUserinfo
}

// isOverlong reports whether first and the byte of the escape at the start of s begin a
// character in more bytes than it needs (RFC 3629, 3).
func isOverlong(first byte, s string) bool {
	next, width := ascii.DecodedAt(s, 0)
	return width == len("%80") && next&0xC0 == 0x80 && next < leastNext[first]
}

// leastNext has the smallest second byte after some first bytes if the character is not overlong.
// After C0 and C1 every character is overlong.
var leastNext = map[byte]byte{0xC0: 0xC0, 0xC1: 0xC0, 0xE0: 0xA0, 0xF0: 0x90, 0xF8: 0x88, 0xFC: 0x84}

// startsHexPair reports whether s begins with two hexadecimal digits, escaped or not.
func startsHexPair(s string) bool {
	high, n := ascii.DecodedAt(s, 0)
	low, _ := ascii.DecodedAt(s, n)
	return ascii.Hex.Has(high) && ascii.Hex.Has(low)
}

// Audit returns all findings in u: first the findings in the scheme and the authority, part by
// part, then dot segments with parameters, then the escapes in the order of the text. It
// allocates only if there are findings.
func Audit(u uri.URI) []Finding {
	s := audit{u: u, read: hostread.AddrsOf(u), only: ^Code(0)}
	s.scheme()
	s.authority()
	s.segments()
	s.text()
	return s.all
}
