package uri

import (
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
)

// A Login is who logs in: nobody in particular, a user, or a user with a
// password. An empty name or password is not an absent one, and there is no
// password without a user (RFC 1738, 3.1). Both are decoded octets. The zero
// Login is none. Logins may be compared with ==.
//
// As with a [URI], %+v, %#v and log values show "xxxxx" for the password and the
// other verbs of package fmt show it as it is. Package fmt calls no method for %p
// and %w, and for an unexported field of another struct, and then shows all
// fields. In JSON a Login is empty; store the text of the URL.
type Login struct {
	user, password string
	state          loginState
}

type loginState uint8

const (
	noLogin loginState = iota
	userLogin
	passwordLogin
)

// LoginUser returns the login of a user without a password.
func LoginUser(user string) Login { return Login{user: user, state: userLogin} }

// LoginPassword returns the login of a user with a password.
func LoginPassword(user, password string) Login {
	return Login{user: user, password: password, state: passwordLogin}
}

// User returns the user name and whether there is one.
func (l Login) User() (string, bool) { return l.user, l.state != noLogin }

// Password returns the password and whether there is one.
func (l Login) Password() (string, bool) { return l.password, l.state == passwordLogin }

// Format writes the login as a URL has it: the text for the verbs of strings and
// %v, and with "xxxxx" for a password for %+v and, as a Go string, %#v.
func (l Login) Format(f fmt.State, verb rune) {
	if verb == 'v' && (f.Flag('+') || f.Flag('#')) {
		formatHiding(f, l.redacted())
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), string(l.appendText(nil)))
}

// LogValue returns what Format writes for %+v.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.redacted()) }

// redacted returns the login with the password masked.
func (l Login) redacted() string {
	l.password = mask // not written if there is none
	return string(l.appendText(nil))
}

// appendText appends user and password as the userinfo of a URL.
func (l Login) appendText(dst []byte) []byte {
	dst = AppendEscape(dst, l.user, User)
	if l.state == passwordLogin {
		dst = append(dst, ':')
		dst = AppendEscape(dst, l.password, User)
	}
	return dst
}

// formatHiding writes s, which shows no password, for %+v or, as Go source, %#v.
func formatHiding(f fmt.State, s string) {
	if f.Flag('#') {
		io.WriteString(f, strconv.Quote(s))
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, 's'), s)
}

// A Server is what the common Internet scheme syntax has between "//" and the
// path (RFC 1738, 3.1):
//
//	//<user>:<password>@<host>:<port>/<url-path>
type Server struct {
	Login Login
	// Host is a hostname, an IPv4 address or an IPv6 literal with its brackets,
	// as written. The labels of a hostname may hold "_", as a letter.
	Host string
	// Port is the port number, 0 for the default of the scheme.
	Port uint16
}

// ServerFrom returns the server of u. It refuses what does not name one host:
// no authority or an empty one, a name that is neither a hostname nor an
// address (RFC 2396, 3.2.2; "_" counts as a letter), the number 0 or above 65535
// as a port and above 255 in an IPv4 address, and a second ":" in the userinfo. An empty port, and
// the one that is the default of the scheme, is 0. It allocates where user or
// password hold escapes, or the scheme is not in lower case. The error is a
// [*SyntaxError].
func ServerFrom(u URI) (Server, error) {
	if !u.IsAbsolute() {
		return Server{}, u.refuse("server", 0, RuleScheme, "no scheme")
	}
	port, _ := DefaultPort(u.Scheme())
	return u.server(&SchemeInfo{Name: strings.ToLower(u.Scheme()), Port: port, rule: RuleIPSchemepart, login: true})
}

// server reads the server of a URL of the scheme x. It fails with the rule of x
// if u has no authority or another scheme.
func (u URI) server(x *SchemeInfo) (Server, error) {
	op := x.Name
	if u.host == 0 || !strings.EqualFold(u.Scheme(), op) {
		return Server{}, u.wrongScheme(x, op+"://")
	}
	s, start := u.s[:u.path], int(u.authority())
	if start == len(s) {
		return Server{}, u.refuse(op, start, RuleHost, "no host")
	}
	host := start // of a reg_name too that Parse does not split
	var login Login
	if n := strings.IndexByte(s[start:], '@'); n >= 0 {
		if !x.login {
			return Server{}, u.refuse(op, start+n, x.rule, "a user name is not allowed")
		}
		userinfo := s[start : start+n]
		host += n + 1
		user, password, ok := strings.Cut(userinfo, ":")
		login = LoginUser(decode(user))
		if ok {
			if n := strings.IndexByte(password, ':'); n >= 0 {
				return Server{}, u.refuse(op, start+len(user)+1+n, RulePassword, "")
			}
			login = LoginPassword(login.user, decode(password))
		}
	}
	hostEnd := len(s)
	if u.hostKind != NoHost {
		hostEnd = int(u.hostEnd)
	} else if n := strings.IndexByte(s[host:], ':'); n >= 0 {
		hostEnd = host + n
	}
	if _, end, r, reason := schemeHost(s[:hostEnd], host); r != 0 {
		return Server{}, u.refuse(op, end, r, reason)
	}
	server := Server{Login: login, Host: s[host:hostEnd]}
	if hostEnd == len(s) {
		return server, nil
	}
	digits := s[hostEnd+1:]
	if end := port(digits, 0); end < len(digits) {
		return Server{}, u.refuse(op, hostEnd+1+end, RulePort, "")
	}
	n, over := portNumber(digits)
	switch {
	case over >= 0:
		return Server{}, u.refuse(op, hostEnd+1+over, RulePort, "a port above 65535")
	case n == 0 && digits != "":
		return Server{}, u.refuse(op, len(s), RulePort, "port 0 names no port")
	}
	if n != x.Port {
		server.Port = n
	}
	return server, nil
}

// schemeHost recognises a host of the scheme structs as the whole of s[i:]: what
// [host] recognises with numbers up to 255, and a hostname with "_" in its labels.
// If it is none, end is where the culprit stands and reason what is wrong with it,
// "" if no host holds the octet.
func schemeHost(s string, i int) (k HostKind, end int, r Rule, reason string) {
	end, k, r = host(s, i)
	switch {
	case i == len(s):
		return NoHost, i, RuleHost, "no host"
	case s[i] == '[' && r == 0 && end < len(s):
		return k, end, RuleHost, ""
	case s[i] == '[':
		return k, end, r, ""
	case r != 0 || end < len(s):
		end, r, reason = wideHostname(s, i)
		return RegName, end, r, reason
	case k == IPv4:
		if _, big := addr4(s[i:]); big >= 0 {
			return k, i + big, RuleIPv4address, "a number above 255"
		}
	}
	return k, end, 0, ""
}

// wideHostname recognises a hostname as the whole of s[i:], with "_" as one more
// letter:
//
//	hostname    = *( domainlabel "." ) toplabel [ "." ]
//	domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum
//	toplabel    = alpha | alpha *( alphanum | "-" ) alphanum
//
// (RFC 2396, 3.2.2). It returns what schemeHost does.
//
// DEVIATION: RFC 2396 has no "_" here. RFC 3986 (3.2.2) has it in a registered
// name, the DNS resolves it, and hosts of that kind are in use.
func wideHostname(s string, i int) (end int, r Rule, reason string) {
	top := i
	for {
		label := i
		for in(s, i, isLabel) || at(s, i, '_') {
			i++
		}
		switch {
		case label < i && s[label] == '-':
			return label, RuleHostname, `a label that begins with "-"`
		case i < len(s) && s[i] != '.':
			return i, RuleHostname, ""
		case i == len(s) && label == i && label > top:
			// the "." at the end
		case label == i:
			return i, RuleHostname, "an empty label"
		case s[i-1] == '-':
			return i - 1, RuleHostname, `a label that ends with "-"`
		default:
			top = label
		}
		if i == len(s) {
			break
		}
		i++
	}
	if in(s, top, isDigit) {
		return top, RuleHostname, "a last label that begins with a digit"
	}
	return i, 0, ""
}

// notOf is the error for a URI that does not begin with start, as each of the
// scheme op does by rule r.
func (u URI) notOf(op, start string, r Rule) error {
	reason := ""
	if !u.IsAbsolute() {
		reason = "no scheme"
	} else if !strings.EqualFold(u.Scheme(), op) {
		reason = "another scheme"
	}
	return u.refuse(op, foldedPrefix(u.s, start), r, reason)
}

// checkScheme checks that u is a URL of the scheme x, which has no server. It
// fails with the rule of x.
func (u URI) checkScheme(x *SchemeInfo) error {
	if strings.EqualFold(u.Scheme(), x.Name) {
		return nil
	}
	return u.wrongScheme(x, x.Name+":")
}

// wrongScheme returns the error for a URI that does not begin with prefix, as
// each URL of the scheme x does.
func (u URI) wrongScheme(x *SchemeInfo, prefix string) error {
	reason := ""
	if !u.IsAbsolute() {
		reason = "no scheme"
	} else if !strings.EqualFold(u.Scheme(), x.Name) {
		reason = "another scheme"
	}
	return u.refuse(x.Name, foldedPrefix(u.s, prefix), x.rule, reason)
}

// foldedPrefix returns how many octets at the start of s and t are the same but
// for the case of letters.
func foldedPrefix(s, t string) int {
	i := 0
	for i < len(s) && i < len(t) && strings.EqualFold(s[i:i+1], t[i:i+1]) {
		i++
	}
	return i
}

// twoHosts is why a "?" is refused behind the server of a scheme with logins.
// That of "ftp://u?x@h/" ends the host u for RFC 2396, and belongs to a user of
// the host h for RFC 1738: to fetch from either would let one check be passed
// for the other.
const twoHosts = `a "?" that leaves two readings of the host`

// afterAuthority returns where the part of u behind its authority begins, and
// that part with the "?" and the query, for schemes in which "?" is data.
func (u URI) afterAuthority() (start int, s string) {
	return int(u.path), u.s[u.path:u.uriEnd()]
}

// decode is [Unescape] for a part of a URI: Parse has checked the escapes.
func decode(s string) string {
	s, _ = Unescape(s)
	return s
}

// AppendTo appends the server, with its password, as it stands behind the "//"
// of a URL. The error is a [*FieldError] where Host is none.
func (s Server) AppendTo(dst []byte) ([]byte, error) {
	return s.appendTo(dst, "server")
}

func (s Server) appendTo(dst []byte, op string) ([]byte, error) {
	if err := checkHost(op, s.Host); err != nil {
		return dst, err
	}
	if s.Login.state != noLogin {
		dst = append(s.Login.appendText(dst), '@')
	}
	dst = append(dst, s.Host...)
	if s.Port != 0 {
		dst = append(dst, ':')
		dst = strconv.AppendUint(dst, uint64(s.Port), 10)
	}
	return dst, nil
}

// checkHost checks that name can be written as the host of a URL.
func checkHost(op, name string) error {
	switch _, _, r, _ := schemeHost(name, 0); r {
	case 0:
		return nil
	case RuleIPv4address:
		return &FieldError{op, "Host", "a number above 255 in an IPv4 address"}
	}
	return &FieldError{op, "Host", "not a hostname, an IPv4 address or an IPv6 literal in brackets (RFC 2396, 3.2.2)"}
}

// appendServer appends the scheme, "://" and the server to dst; the default
// port of the scheme is left out.
func appendServer(dst []byte, scheme string, s Server) ([]byte, error) {
	if p, _ := DefaultPort(scheme); p == s.Port {
		s.Port = 0
	}
	dst = append(dst, scheme...)
	dst = append(dst, "://"...)
	return s.appendTo(dst, scheme)
}

// EffectivePort returns the port that u names, or that its scheme defaults to
// where it names none, and whether there is one. A number above 65535 is none;
// 0 is one, though nobody can connect to it.
func (u URI) EffectivePort() (uint16, bool) {
	if digits, _ := u.Port(); digits != "" {
		n, over := portNumber(digits)
		return n, over < 0
	}
	return DefaultPort(u.Scheme())
}

// portNumber reads digits. over is the index of the digit that leads beyond
// 65535, -1 where none does.
func portNumber(digits string) (n uint16, over int) {
	v := 0
	for i := range len(digits) {
		if v = v*10 + int(digits[i]-'0'); v > 65535 {
			return 0, i
		}
	}
	return uint16(v), -1
}

// hostAddr returns host and port as net.Dial takes them: the numbers of an IPv4
// address without zeros before them, which some would read as octal.
func hostAddr(scheme, name string, port uint16) string {
	if port == 0 {
		port, _ = DefaultPort(scheme)
	}
	if end, kind, _ := host(name, 0); kind == IPv4 && end == len(name) {
		if a, big := addr4(name); big < 0 {
			name = a.String()
		}
	}
	return name + ":" + strconv.Itoa(int(port))
}

// HostPort returns the host and the port of u as net.Dial takes them, and whether
// it names both. The port is the default port of the scheme where u has none. An
// IPv6 literal has its brackets, and an IPv4 address has no leading zeros, which
// some programs read as octal. A name is as written.
//
// There is none if u has no host, as "mailto:a@b" and "file:///a", if its
// authority names several or is no name, as "//a@b@c", or an IPv4 address with a
// number above 255, if neither u nor its scheme has a port, or if the port is 0 or
// above 65535. HostPort allocates the text.
func (u URI) HostPort() (string, bool) {
	h, _ := u.Host()
	n, ok := u.EffectivePort()
	if h == "" || !ok || n == 0 {
		return "", false
	}
	if u.hostKind == IPv4 {
		if _, big := addr4(h); big >= 0 {
			return "", false
		}
	}
	return hostAddr(u.Scheme(), h, n), true
}

// Addr returns the address that the host is, if it is an IPv4address whose
// numbers are below 256, read as decimal, or an IPv6 literal.
func (u URI) Addr() (netip.Addr, bool) {
	host, _ := u.Host()
	switch u.hostKind {
	case IPv4:
		a, big := addr4(host)
		return a, big < 0
	case IPv6:
		a, err := netip.ParseAddr(host[1 : len(host)-1])
		return a, err == nil
	}
	return netip.Addr{}, false
}

// addr4 reads an IPv4address. Unlike [netip.ParseAddr] it takes leading zeros,
// which the rule allows and RFC 2396 reads as decimal. big is the index of the
// digit that makes a number more than 255, -1 if none does.
func addr4(s string) (a netip.Addr, big int) {
	var b [4]byte
	n, i := 0, 0
	for k := range len(s) {
		if s[k] == '.' {
			b[i], n = byte(n), 0
			i++
		} else if n = n*10 + int(s[k]-'0'); n > 255 {
			return netip.Addr{}, k
		}
	}
	b[i] = byte(n)
	return netip.AddrFrom4(b), -1
}
