package uri

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// A Login is the user and password of a URL: neither, a user, or a user with a
// password. There is no password without a user (RFC 1738, 3.1). A missing name or
// password differs from an empty one. Both are decoded. The zero Login has neither.
//
// As with a [URI], %+v, %#v and log values show "xxxxx" for the password, and the other
// verbs of package fmt show the password.
type Login struct {
	user, password Optional
}

// LoginUser returns the login of a user without a password.
func LoginUser(user string) Login { return Login{user: Optional{user, true}} }

// LoginPassword returns the login of a user with a password.
func LoginPassword(user, password string) Login {
	return Login{Optional{user, true}, Optional{password, true}}
}

// User returns the user name and whether there is one.
func (l Login) User() (string, bool) { return l.user.text, l.user.defined }

// Password returns the password and whether there is one.
func (l Login) Password() (string, bool) { return l.password.text, l.password.defined }

// Format writes the login as in a URL. For %#v it writes a Go string.
func (l Login) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", l.text, l.redacted)
}

// LogValue returns the text of Format for %+v.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.redacted()) }

// MarshalJSON returns null if there is no user, else the userinfo of a URL as a string,
// with the password.
func (l Login) MarshalJSON() ([]byte, error) {
	if !l.user.defined {
		return []byte("null"), nil
	}
	return json.Marshal(l.text())
}

// UnmarshalJSON sets l to the login in b, in the form of MarshalJSON. If it fails, it
// leaves l unchanged. The error shows nothing of the text.
func (l *Login) UnmarshalJSON(b []byte) error {
	var s *string
	if json.Unmarshal(b, &s) != nil {
		return errors.New("uri: a login in JSON is not a string")
	}
	if s == nil {
		*l = Login{}
		return nil
	}
	user, password, ok := strings.Cut(*s, ":")
	if scanEscaped(*s, 0, isUserinfo) < len(*s) || strings.IndexByte(password, ':') >= 0 {
		return errors.New("uri: a login in JSON is not user and password (RFC 1738, 3.1)")
	}
	*l = LoginUser(decode(user))
	if ok {
		*l = LoginPassword(l.user.text, decode(password))
	}
	return nil
}

// redacted returns the login with the password masked.
func (l Login) redacted() string {
	l.password.text = secret.Mask          // not written if there is no password
	return secret.RedactUserinfo(l.text()) // the user may have an escaped ":"
}

// text returns user and password as the userinfo of a URL.
func (l Login) text() string { return string(l.appendText(nil)) }

// isText reports whether a URI with the userinfo s has the login l.
func (l *Login) isText(s string) bool {
	user, password, ok := strings.Cut(s, ":")
	return l.user.defined && ok == l.password.defined && decodesTo(user, l.user.text) && decodesTo(password, l.password.text)
}

// appendTo appends the login as it comes before a host, with its "@".
func (l Login) appendTo(dst []byte) []byte {
	if !l.user.defined {
		return dst
	}
	return append(l.appendText(dst), '@')
}

// appendText appends user and password as the userinfo of a URL.
func (l Login) appendText(dst []byte) []byte {
	dst = AppendEscape(dst, l.user.text, EscapeUser)
	if l.password.defined {
		dst = append(dst, ':')
		dst = AppendEscape(dst, l.password.text, EscapeUser)
	}
	return dst
}

// A Server is the part between "//" and the path in the common Internet scheme
// syntax (RFC 1738, 3.1):
//
//	//<user>:<password>@<host>:<port>/<url-path>
//
// Packages fmt and log/slog hide the password as for a [Login].
type Server struct {
	Login Login
	// Host is a hostname, an IPv4 address or an IPv6 literal with its brackets,
	// as written. A "_" in a hostname counts as a letter.
	Host string
	Port uint16 // 0: the default of the scheme
}

// LogValue returns the text of package fmt for %+v.
func (s Server) LogValue() slog.Value { return slog.StringValue(fmt.Sprintf("%+v", s)) }

// ServerFrom returns the server of u. An empty port, or the default port of the
// scheme, gives Port 0. The error is a [*SyntaxError]:
//
//   - u has no scheme, no authority or an empty one
//   - the host is neither a hostname nor an address (RFC 2396, 3.2.2, where "_" counts
//     as a letter)
//   - the port is 0 or above 65535
//   - a number in an IPv4 address is above 255
//   - the userinfo has a second ":"
//
// So ServerFrom refuses a list of hosts: [URI.Hosts] reads one.
func ServerFrom(u URI) (Server, error) {
	if !u.IsAbsolute() {
		return Server{}, newFaultError(opServer, u.s, PartScheme, 0, ruleScheme, faultNoScheme)
	}
	var srv Server
	var err error
	if u.hasAuthority() {
		srv, err = u.serverWith(opServer, &schemes.Info{Port: schemes.Lookup(u.Scheme()).Port, Login: true}, ruleIPSchemepart)
	} else {
		end, _ := hasPrefixFold(u.s, int(u.scheme), "://")
		err = u.refuse(opServer, end, ruleIPSchemepart, faultPrefix)
	}
	if e, ok := err.(*SyntaxError); ok {
		e.Op = strings.ToLower(u.Scheme())
	}
	return srv, err
}

// schemeServer returns the server of u, a URL of the scheme of op. It fails with urlRule,
// the rule of these URLs, if u has another scheme, no authority, or a login although the
// scheme has none. Other errors have the rule of the wrong part.
func (u URI) schemeServer(op *operation, urlRule *rule) (srv Server, err error) {
	x := op.scheme.Info()
	if !u.hasAuthority() || !strings.EqualFold(u.Scheme(), x.Name) {
		return Server{}, u.wrongScheme(op, urlRule, x.Name+"://")
	}
	return u.serverWith(op, x, urlRule)
}

// serverWith is schemeServer for a URL with an authority, and with the port and the logins of x.
func (u URI) serverWith(op *operation, x *schemes.Info, urlRule *rule) (srv Server, err error) {
	if err = u.server(op, x.Login, urlRule, &srv); err != nil {
		return Server{}, err
	}
	if srv.Port == x.Port {
		srv.Port = 0
	}
	return srv, nil
}

// server sets srv to the authority of u. The authority must not be missing. It fails
// with urlRule if there is a login, but loginAllowed is false.
func (u *URI) server(op *operation, loginAllowed bool, urlRule *rule, srv *Server) (err error) {
	s, start := u.s[:u.path], int(u.authority())
	if start == len(s) {
		return u.refuse(op, start, ruleHost, faultNoHost)
	}
	hostStart, hostEnd := int(u.host), int(u.hostEnd)
	if u.hostKind == HostNone { // Parse found no single host: find its start, for the error
		if hostStart = userinfo(s, start) + len("@"); hostStart > len(s) {
			hostStart = start
		}
	}
	if hostStart > start {
		if !loginAllowed {
			return u.refuse(op, hostStart-len("@"), urlRule, faultUser)
		}
		if srv.Login, err = u.login(op, start, hostStart-len("@")); err != nil {
			return err
		}
	}
	if u.hostKind == HostNone {
		if ascii.ReadsAsIPv6(s[hostStart:], false) {
			return u.refuse(op, hostStart, ruleIPv6reference, faultBareIPv6)
		}
		hostEnd = ascii.IndexOrEnd(s, hostStart, ':')
	}
	if u.hostKind != HostName { // Parse has checked a hostname
		end, _, r, f := schemeHost(s[:hostEnd], hostStart)
		if r != nil && !(op == opGeneric && isEscapedName(u.Scheme(), decode(s[hostStart:hostEnd]))) {
			return u.refuse(op, end, r, f)
		}
	}
	srv.Host = s[hostStart:hostEnd]
	if hostEnd == len(s) {
		return nil
	}
	digits := s[hostEnd+1:]
	if end := port(digits, 0); end < len(digits) {
		return newFaultError(op, u.s, PartPort, hostEnd+1+end, rulePort, faultByte)
	}
	n, over := portNumber(digits)
	switch {
	case over >= 0:
		return newFaultError(op, u.s, PartPort, hostEnd+1+over, rulePort, faultLargePort)
	case n == 0 && digits != "":
		return newFaultError(op, u.s, PartPort, len(s), rulePort, faultPortZero)
	}
	srv.Port = n
	return nil
}

// login returns the userinfo u.s[start:end] as user and password.
func (u *URI) login(op *operation, start, end int) (Login, error) {
	user, password, ok := strings.Cut(u.s[start:end], ":")
	if !ok {
		return LoginUser(decode(user)), nil
	}
	if n := strings.IndexByte(password, ':'); n >= 0 {
		return Login{}, u.refuse(op, start+len(user)+1+n, rulePassword, faultByte)
	}
	return LoginPassword(decode(user), decode(password)), nil
}

// schemeHost recognises the host of a scheme struct as the whole of s[i:]. It is a
// host, with an octet in each number of an IPv4 address and perhaps "_" in its hostname. If s[i:] is
// not a host, end is the offset of the first wrong byte, and f is faultByte if no host
// can contain that byte.
func schemeHost(s string, i int) (end int, k HostKind, r *rule, f *fault) {
	end, k, r = host(s, i)
	switch {
	case i == len(s):
		return i, HostNone, ruleHost, faultNoHost
	case s[i] == '[' && r == nil && end < len(s):
		return end, k, ruleHost, faultByte
	case s[i] == '[':
		return end, k, r, faultByte
	case r != nil || end < len(s):
		end, r, f = wideHostname(s, i)
		return end, HostRegName, r, f
	case k == HostIPv4:
		if _, big := addr4(s[i:]); big >= 0 {
			return i + big, k, ruleIPv4address, faultIPv4
		}
	}
	return end, k, nil, faultByte
}

// wideHostname recognises a hostname as the whole of s[i:], not empty. "_"
// counts as a letter:
//
//	hostname    = *( domainlabel "." ) toplabel [ "." ]
//	domainlabel = alphanum | alphanum *( alphanum | "-" ) alphanum
//	toplabel    = alpha | alpha *( alphanum | "-" ) alphanum
//
// (RFC 2396, 3.2.2). It returns the results of schemeHost except the kind.
//
// DEVIATION: RFC 2396 does not allow "_" here. RFC 3986 (3.2.2) allows it in a
// registered name, the DNS resolves it, and such hosts are in use.
func wideHostname(s string, i int) (end int, r *rule, f *fault) {
	top := i // where the last label begins that is not empty
	for {
		label := i
		for in(s, i, isLabel) || at(s, i, '_') {
			i++
		}
		switch {
		case label < i && s[label] == '-':
			return label, ruleHostname, faultLabelBegin
		case i < len(s) && s[i] != '.':
			return i, ruleHostname, faultByte
		case i == len(s) && label == i:
			// the "." at the end
		case label == i:
			return i, ruleHostname, faultEmptyLabel
		case s[i-1] == '-':
			return i - 1, ruleHostname, faultLabelEnd
		default:
			top = label
		}
		if i == len(s) {
			break
		}
		i++
	}
	if in(s, top, isDigit) {
		return top, ruleHostname, faultLastLabel
	}
	return i, nil, faultByte
}

// isEscapedName reports whether a [Generic] with the scheme may have the decoded host
// name, though this is neither a hostname nor an address, but a reg-name with escapes.
//
//	reg-name = *( unreserved / pct-encoded / sub-delims )
//
// (RFC 3986, 3.2.2)
//
// DEVIATION: RFC 3986 has such hosts in the URIs of all schemes. Here http, https, ws, wss and
// ftp have none, because programs disagree about such hosts. A name has
// no delimiters of an authority, and no ",", because some programs read a list of hosts there.
func isEscapedName(schemeName, name string) bool {
	x := schemes.Lookup(schemeName)
	return schemeName != "" && !(x.Special && x.Port != 0) &&
		allowedPrefix(name, EscapeRegistryHost) < len(name) && !strings.ContainsAny(name, ":@[],")
}

// appendPort appends ":" and the port n, or nothing for port 0.
func appendPort(dst []byte, n uint16) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendUint(append(dst, ':'), uint64(n), 10)
}

// checkHost returns an error unless name can be the host of a URL. The error has advice
// for a host with its port, as in net/url, and for one beyond ASCII.
func checkHost(op, name string) error {
	reason := "not a hostname, an IPv4 address or an IPv6 literal in brackets (RFC 2396, 3.2.2)"
	switch end, _, r, _ := schemeHost(name, 0); {
	case r == nil:
		return nil
	case r == ruleIPv4address:
		reason = "a number above 255 in an IPv4 address"
	case end == len(name):
	case name[end] == ':' && end > 0 && scan(name, end+1, isDigit) == len(name):
		reason = "a host is expected without its port"
	case name[end] > 0x7F:
		reason = "not US-ASCII: write it as browsers send it, in labels that begin with xn-- (RFC 5890, 2.3.2.1)"
	}
	return &FieldError{op, "Host", reason}
}

// schemeAndServer returns the scheme with that name, "://" and the server, with the
// password. It leaves out the default port of the scheme.
func schemeAndServer(name string, s Server) ([]byte, error) {
	if err := checkHost(name, s.Host); err != nil {
		return nil, err
	}
	if s.Port == schemes.Lookup(name).Port {
		s.Port = 0
	}
	return appendPort(append(s.Login.appendTo([]byte(name+"://")), s.Host...), s.Port), nil
}
