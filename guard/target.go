package guard

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/uri"
)

// A TargetForm is one of the four forms of a request-target (RFC 9112, 3.2).
type TargetForm uint8

const (
	OriginForm    TargetForm = iota + 1 // absolute-path [ "?" query ] (3.2.1)
	AbsoluteForm                        // absolute-URI (3.2.2)
	AuthorityForm                       // uri-host ":" port (3.2.3)
	AsteriskForm                        // "*" (3.2.4)
)

var targetForms = [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}

// String returns the form's name in RFC 9112, such as "origin-form".
func (f TargetForm) String() string { return name(targetForms[:], int(f)) }

// A Target is the request-target of an HTTP request. Only [ParseTarget] makes
// one that is not zero.
type Target struct {
	form    TargetForm
	options bool    // the method is OPTIONS
	text    string  // as received
	u       uri.URI // what was parsed: "//" and text in authority-form, "//h" and text in origin-form
}

// originPrefix makes a path what it is in origin-form, even where it begins
// with "//".
const originPrefix = "//h"

// A TargetError says why a request-target, or what came with it, is refused. It
// does not hold the text.
type TargetError struct {
	Part      string // what is refused: "method", "request-target" or "Host"
	Offset    int    // of the octet at fault, in the text of that part
	Reason    string // what is wrong
	Reference string // which rule says so: "RFC 9112, 3.2.3"
}

// Error describes the error in one line.
func (e *TargetError) Error() string {
	return fmt.Sprintf("guard: %s: %s at offset %d (%s)", e.Part, e.Reason, e.Offset, e.Reference)
}

func targetError(offset int, reason, reference string) error {
	return &TargetError{"request-target", offset, reason, reference}
}

// parseTargetURI parses prefix+text and refuses a fragment; offsets are in text.
func parseTargetURI(prefix, text, reference string) (uri.URI, error) {
	u, err := uri.Parse(prefix + text)
	if e, ok := err.(*uri.SyntaxError); ok {
		return uri.URI{}, targetError(max(e.Offset-len(prefix), 0), e.Rule.String()+": "+e.Reason(), reference)
	}
	if i := strings.IndexByte(text, '#'); i >= 0 {
		return uri.URI{}, targetError(i, "a fragment is not allowed", reference)
	}
	return u, nil
}

// ParseTarget reads the request-target of a request with the method, which is
// case-sensitive:
//
//	request-target = origin-form
//	               / absolute-form
//	               / authority-form
//	               / asterisk-form
//
// (RFC 9112, 3.2). The method decides: authority-form is for CONNECT alone and
// all that CONNECT takes, "*" is for OPTIONS alone. In origin-form "//x" is a
// path. An http or https URI in absolute-form must have a host and no userinfo
// (RFC 9110, 4.2.1, 4.2.4), and its port, as that of authority-form, may not be
// 0 or above 65535; with other schemes an authority may be empty, but not name
// no host, as "ftp://:21/". What would be authority-form under CONNECT is refused
// under other methods, though its name could be a scheme. The error is a
// [*TargetError]. It allocates a copy of the target, but for asterisk-form.
func ParseTarget(method, target string) (Target, error) {
	if i := strings.IndexFunc(method, notToken); i >= 0 || method == "" {
		return Target{}, &TargetError{"method", max(i, 0), "not a token", "RFC 9110, 9.1"}
	}
	switch {
	case method == "CONNECT":
		return authorityTarget(target)
	case target == "*":
		if method != "OPTIONS" {
			return Target{}, targetError(0, `"*" is for OPTIONS alone`, "RFC 9112, 3.2.4")
		}
		return Target{form: AsteriskForm, text: target}, nil
	case strings.HasPrefix(target, "/"):
		u, err := parseTargetURI(originPrefix, target, "RFC 9112, 3.2.1")
		return Target{OriginForm, method == "OPTIONS", target, u}.or(err)
	}
	u, err := parseTargetURI("", target, "RFC 9112, 3.2.2")
	if err != nil {
		return Target{}, err
	}
	if !u.IsAbsolute() {
		return Target{}, targetError(0, "none of the four forms", "RFC 9112, 3.2")
	}
	if _, err := authorityTarget(target); err == nil {
		return Target{}, targetError(0, "authority-form is for CONNECT alone", "RFC 9112, 3.2.3")
	}
	if info, _ := uri.LookupScheme(u.Scheme()); info.HTTP {
		if err := httpAuthority(u, len(info.Name)); err != nil {
			return Target{}, err
		}
	} else if a, _ := u.Authority(); a != "" {
		if host, _ := u.Host(); host == "" {
			return Target{}, targetError(len(u.Scheme())+len("://"), "no host", "RFC 3986, 3.2.2")
		}
	}
	return Target{AbsoluteForm, method == "OPTIONS", target, u}, nil
}

// or returns t, or no target with an error.
func (t Target) or(err error) (Target, error) {
	if err != nil {
		return Target{}, err
	}
	return t, nil
}

// notToken reports whether r cannot be in a token (RFC 9110, 5.6.2).
func notToken(r rune) bool {
	return !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') &&
		!strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// httpAuthority refuses what an http or https URI may not have as its
// authority; scheme is the length of its scheme.
func httpAuthority(u uri.URI, scheme int) error {
	authority := scheme + len("://")
	if _, ok := u.Userinfo(); ok {
		return targetError(authority, "userinfo is not allowed", "RFC 9110, 4.2.4")
	}
	if host, _ := u.Host(); host == "" {
		return targetError(min(authority, len(u.String())), "no host", "RFC 9110, 4.2.1")
	}
	a, _ := u.Authority()
	return checkPort(u, authority+len(a), "RFC 6335, 6")
}

// checkPort refuses a port that nobody can connect to, 0 or one above 65535. It
// ends at the offset end. An empty port is the default one.
func checkPort(u uri.URI, end int, reference string) error {
	port, _ := u.Port()
	if n, _ := u.EffectivePort(); port == "" || n > 0 {
		return nil
	}
	return targetError(end-len(port), "port out of range", reference)
}

// authorityTarget reads
//
//	authority-form = uri-host ":" port
//
// (RFC 9112, 3.2.3). A CONNECT must name a port (RFC 9110, 9.3.6).
func authorityTarget(target string) (Target, error) {
	const reference = "RFC 9112, 3.2.3"
	u, err := hostAndPort(target, reference)
	if err != nil {
		return Target{}, err
	}
	if port, _ := u.Port(); port == "" {
		return Target{}, targetError(len(target), "no port", "RFC 9110, 9.3.6")
	}
	return Target{AuthorityForm, false, target, u}.or(checkPort(u, len(target), "RFC 9110, 9.3.6"))
}

// hostAndPort reads uri-host [ ":" port ], the form of authority-form and of a
// Host field value (RFC 9110, 7.2).
func hostAndPort(s, reference string) (uri.URI, error) {
	u, err := parseTargetURI("//", s, reference)
	if err != nil {
		return uri.URI{}, err
	}
	if a, _ := u.Authority(); len(a) < len(s) {
		return uri.URI{}, targetError(len(a), "more than host and port", reference)
	}
	if _, ok := u.Userinfo(); ok {
		return uri.URI{}, targetError(0, "userinfo is not allowed", reference)
	}
	if host, _ := u.Host(); host == "" {
		return uri.URI{}, targetError(0, "no host", reference)
	}
	return u, nil
}

// Form returns the form that the target was read in, 0 for the zero Target.
func (t Target) Form() TargetForm { return t.form }

// String returns the text of the target as it was received.
func (t Target) String() string { return t.text }

// URI returns the target as a URI reference: the URI of an absolute-form, path
// and query of an origin-form (a path that begins with "//" has "/." before
// it), and the empty reference for the two other forms.
func (t Target) URI() uri.URI {
	switch t.form {
	case AbsoluteForm:
		return t.u
	case OriginForm:
		if strings.HasPrefix(t.text, "//") {
			return uri.MustParse("/." + t.text)
		}
		return uri.MustParse(t.text)
	}
	return uri.URI{}
}

// Host returns the host that an absolute-form or authority-form names, an IPv6
// literal with its brackets, and whether there is one.
func (t Target) Host() (string, bool) {
	if t.form != AbsoluteForm && t.form != AuthorityForm {
		return "", false
	}
	return t.u.Host()
}

// Port returns the port that an absolute-form or authority-form names, the
// default port of the scheme included, and whether there is one.
func (t Target) Port() (uint16, bool) {
	if t.form != AbsoluteForm && t.form != AuthorityForm {
		return 0, false
	}
	return t.u.EffectivePort()
}

// Addr returns what net.Dial takes to reach the host and the port that an
// absolute-form or authority-form names: the port is the default one of the
// scheme if there is none, and an IPv6 address stands in brackets. It returns
// false if there is no host or one with escapes, no port, or one that is 0 or
// above 65535. Dial it through a [Gate]. It allocates the text.
func (t Target) Addr() (string, bool) {
	host, _ := t.Host()
	port, ok := t.Port()
	if host == "" || !ok || port == 0 || strings.Contains(host, "%") {
		return "", false
	}
	if a, ok := t.u.Addr(); ok && a.Is4() {
		host = a.String() // RFC 2396 allows leading zeros, which others read as octal
	}
	return host + ":" + strconv.Itoa(int(port)), true
}

// Outbound returns the request-target and the Host field that a proxy sends on to
// the server that an http or https URI in absolute-form names: the target in
// origin-form, "/" for an empty path (RFC 9112, 3.2.1), and "*" for OPTIONS where
// there is neither a path nor a query (3.2.4). Host is as the URI has it, and
// takes the place of the one received (3.2.2). The forms that name no server
// come back as they are, with an empty host. It returns false for
// authority-form, which is a tunnel and not sent on, for other schemes and for
// the zero Target. It allocates only if there is a query and no path.
func (t Target) Outbound() (target, host string, ok bool) {
	switch t.form {
	case OriginForm, AsteriskForm:
		return t.text, "", true
	case AbsoluteForm:
	default:
		return "", "", false
	}
	info, _ := uri.LookupScheme(t.u.Scheme())
	if !info.HTTP {
		return "", "", false
	}
	host, _ = t.u.Authority()
	target = t.text[len(info.Name)+len("://")+len(host):]
	switch {
	case target == "" && t.options:
		target = "*"
	case target == "":
		target = "/"
	case target[0] == '?':
		target = "/" + target
	}
	return target, host, true
}

// ParseHostField reads the value of a Host field,
//
//	Host = uri-host [ ":" port ]
//
// (RFC 9110, 7.2), and returns both parts as written, an IPv6 literal with its
// brackets and the port without the ":". An empty field, which a request without
// an authority has, is refused, and so are userinfo and a port that is 0 or
// above 65535. The error is a [*TargetError]. It allocates a copy of the field.
func ParseHostField(field string) (host, port string, err error) {
	u, err := hostField(field)
	if err != nil {
		return "", "", err
	}
	host, _ = u.Host()
	port, _ = u.Port()
	return host, port, nil
}

// hostField reads the value of a Host field as "//" and its text.
func hostField(field string) (uri.URI, error) {
	u, err := hostAndPort(field, "RFC 9110, 7.2")
	if err == nil {
		err = checkPort(u, len(field), "RFC 6335, 6")
	}
	if e, ok := err.(*TargetError); ok {
		e.Part = "Host"
		return uri.URI{}, e
	}
	return u, err
}

// CheckHost refuses the value of the only Host field of a request, if
// [ParseHostField] does or if it names another host or port than an absolute-form
// or authority-form. [Target.Effective] and [Target.Outbound] follow the target
// then, as RFC 9112 has it (3.2.2), but what looked at the field before them may
// have been deceived. Hosts are compared without regard to case, as addresses if
// they are IPv6, and with the default port of the scheme. The error is a
// [*TargetError]. It allocates a copy of the field.
func (t Target) CheckHost(field string) error {
	u, err := hostField(field)
	if err != nil {
		return err
	}
	host, ok := t.Host()
	if !ok {
		return nil
	}
	other, _ := u.Host()
	a, isAddr := t.u.Addr()
	b, isOther := u.Addr()
	if !strings.EqualFold(host, other) && !(isAddr && isOther && a == b) {
		return &TargetError{"Host", 0, "another host than in the request-target", "RFC 9112, 3.2.2"}
	}
	port, _ := t.Port()
	n, ok := u.EffectivePort()
	if !ok {
		// Only an absolute-form has a default port. For CONNECT a field without a
		// port names no other.
		if n, ok = uri.DefaultPort(t.u.Scheme()); !ok {
			n = port
		}
	}
	if n != port {
		return &TargetError{"Host", len(other), "another port than in the request-target", "RFC 9112, 3.2.2"}
	}
	return nil
}

// Effective returns the target URI of the request (RFC 9112, 3.3) from the
// target, the value of its only Host field and whether it came over TLS. An
// absolute-form is the target URI itself, and host is ignored (3.2.2); in
// authority-form too it does not count ([Target.CheckHost] tells whether it
// agrees). Otherwise host must name one, and no
// port that is 0 or above 65535; if not, and for the zero Target, the error is a
// [*TargetError].
func (t Target) Effective(host string, tls bool) (uri.URI, error) {
	scheme := "http"
	if tls {
		scheme = "https"
	}
	switch t.form {
	case 0:
		return uri.URI{}, targetError(0, "none was read", "RFC 9112, 3.3")
	case AbsoluteForm:
		return t.u, nil
	case AuthorityForm:
		return uri.Parse(scheme + "://" + t.text)
	}
	if _, err := hostField(host); err != nil {
		return uri.URI{}, err
	}
	if t.form == AsteriskForm {
		return uri.Parse(scheme + "://" + host)
	}
	return uri.Parse(scheme + "://" + host + t.text)
}
