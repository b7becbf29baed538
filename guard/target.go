package guard

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// A TargetForm is the form of a request-target (RFC 9112, 3.2).
type TargetForm uint8

const (
	FormOrigin    TargetForm = iota + 1 // absolute-path [ "?" query ] (3.2.1)
	FormAbsolute                        // absolute-URI (3.2.2)
	FormAuthority                       // uri-host ":" port (3.2.3)
	FormAsterisk                        // "*" (3.2.4)
)

var targetForms = [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}

// String returns the form's name in RFC 9112 ("origin-form").
func (f TargetForm) String() string { return ascii.Name(targetForms[:], int(f)) }

// A Target is the request-target of an HTTP request. [ParseTarget] returns it. The
// zero Target has no form and no text. As with a [uri.URI], %+v, %#v and log values hide
// its secrets, and the other verbs of package fmt show them.
type Target struct {
	form TargetForm
	text string  // as received
	u    uri.URI // the parsed text, after "//" in authority-form and "//h" in origin-form
}

// originPrefix comes before an origin-form to parse it: so "//" at its start stays in the path.
const originPrefix = "//h"

// partError returns the error for a part of a request.
func partError(part string, offset int, reason, reference string) error {
	return &Error{Op: opTarget, Part: part, Offset: offset, Reason: reason, Reference: reference}
}

// targetError returns the error about the request-target.
func targetError(offset int, reason, reference string) error {
	return partError("request-target", offset, reason, reference)
}

// checkMethod returns an error if method is no token.
func checkMethod(method string) error {
	if i := strings.IndexFunc(method, ascii.NotToken); i >= 0 || method == "" {
		return partError("method", max(i, 0), "not a token", "RFC 9110, 9.1")
	}
	return nil
}

// parseTargetURI parses prefix+text and refuses a fragment. Offsets are in text.
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

// ParseTarget parses the request-target of a request. The method is
// case-sensitive.
//
//	request-target = origin-form
//	               / absolute-form
//	               / authority-form
//	               / asterisk-form
//
// (RFC 9112, 3.2). The method selects the form: CONNECT takes only authority-form,
// other methods never do. "*" is only for OPTIONS. The text of a CONNECT ("h:80") is
// refused for other methods, although "h" could be a scheme. In origin-form "//x" is a
// path.
//
// An http or https URI in absolute-form must have a host and no userinfo (RFC 9110,
// 4.2.1, 4.2.4). In a URI of another scheme an authority may be empty, but if it is not,
// it must have a host ("ftp://:21/" has none). A port must not be 0 or above 65535 in an
// http or https URI and in authority-form.
//
// The error is an [*Error]. ParseTarget allocates a copy of the target
// in origin-form and authority-form.
func ParseTarget(method, target string) (Target, error) {
	if err := checkMethod(method); err != nil {
		return Target{}, err
	}
	switch {
	case method == "CONNECT":
		return authorityTarget(target)
	case target == "*":
		if method != "OPTIONS" {
			return Target{}, targetError(0, `"*" is only for OPTIONS`, "RFC 9112, 3.2.4")
		}
		return Target{form: FormAsterisk, text: target}, nil
	case strings.HasPrefix(target, "/"):
		u, err := parseTargetURI(originPrefix, target, "RFC 9112, 3.2.1")
		if err != nil {
			return Target{}, err
		}
		return Target{FormOrigin, target, u}, nil
	}
	u, err := parseTargetURI("", target, "RFC 9112, 3.2.2")
	if err != nil {
		return Target{}, err
	}
	if !u.IsAbsolute() {
		return Target{}, targetError(0, "none of the four forms", "RFC 9112, 3.2")
	}
	if u.IsOpaque() {
		if _, err := authorityTarget(target); err == nil {
			return Target{}, targetError(0, "authority-form is only for CONNECT", "RFC 9112, 3.2.3")
		}
	}
	if info := schemes.Lookup(u.Scheme()); info.HTTP {
		if err := httpAuthority(u); err != nil {
			return Target{}, err
		}
	} else if a, _ := u.Authority(); a != "" {
		if host, _ := u.Host(); host == "" {
			return Target{}, targetError(len(u.Scheme())+len("://"), noHost, "RFC 3986, 3.2.2")
		}
	}
	return Target{FormAbsolute, target, u}, nil
}

// noHost is the reason for an authority like ":80", "h:x" and "a@b@c".
const noHost = "no host, or not a host and a port"

// httpAuthority returns an error for userinfo, no host or a wrong port in an http or https URI.
func httpAuthority(u uri.URI) error {
	authority := len(u.Scheme()) + len("://")
	if _, ok := u.Userinfo(); ok {
		return targetError(authority, "userinfo is not allowed", "RFC 9110, 4.2.4")
	}
	if host, _ := u.Host(); host == "" {
		return targetError(min(authority, len(u.String())), noHost, "RFC 9110, 4.2.1")
	}
	a, _ := u.Authority()
	return checkPort(u, authority+len(a), "RFC 6335, 6")
}

// checkPort returns an error if the port of u is 0 or above 65535. The port ends
// at the offset end. An empty port means the default one.
func checkPort(u uri.URI, end int, reference string) error {
	port, _ := u.Port()
	if n, _ := u.EffectivePort(); port == "" || n > 0 {
		return nil
	}
	return targetError(end-len(port), "port out of range", reference)
}

// authorityTarget parses
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
	if err := checkPort(u, len(target), "RFC 9110, 9.3.6"); err != nil {
		return Target{}, err
	}
	return Target{FormAuthority, target, u}, nil
}

// hostAndPort parses uri-host [ ":" port ], of an authority-form or a Host field (RFC 9110, 7.2).
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
		return uri.URI{}, targetError(0, noHost, reference)
	}
	return u, nil
}

// Form returns the form of the target. The zero Target has none.
func (t Target) Form() TargetForm { return t.form }

// String returns the text of the target as received.
func (t Target) String() string { return t.text }

// Format writes the text of String as package fmt writes a string. For %+v it hides the
// secrets that [uri.URI.Redacted] lists, and for %#v it writes the same as a Go string.
func (t Target) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", t.String, t.redacted)
}

// LogValue returns the text that Format writes for %+v.
func (t Target) LogValue() slog.Value { return slog.StringValue(t.redacted()) }

func (t Target) redacted() string { return secret.Redact(t.text) }

// URI returns the target as a URI reference: the URI of an absolute-form, or the
// path and query of an origin-form, with "/." before a path that begins with "//".
// For the other forms it returns the empty reference.
func (t Target) URI() uri.URI {
	switch t.form {
	case FormAbsolute:
		return t.u
	case FormOrigin:
		if strings.HasPrefix(t.text, "//") {
			return uri.MustParse("/." + t.text)
		}
		return uri.MustParse(t.text)
	}
	return uri.URI{}
}

// ParseHostField parses the value of a Host field,
//
//	Host = uri-host [ ":" port ]
//
// (RFC 9110, 7.2), and returns both parts as written, an IPv6 literal with its brackets
// and the port without the ":". It returns an [*Error] for an empty field (of a request
// without an authority), for userinfo, and for the port 0 or one above 65535.
func ParseHostField(field string) (host, port string, err error) {
	u, err := hostField(field)
	if err != nil {
		return "", "", err
	}
	host, _ = u.Host()
	port, _ = u.Port()
	return host, port, nil
}

// hostField parses "//" and the value of a Host field.
func hostField(field string) (uri.URI, error) {
	u, err := hostAndPort(field, "RFC 9110, 7.2")
	if err == nil {
		err = checkPort(u, len(field), "RFC 6335, 6")
	}
	if e, ok := err.(*Error); ok {
		e.Part = "Host"
		return uri.URI{}, e
	}
	return u, err
}

// CheckHost returns an [*Error] if [ParseHostField] refuses field, the value of
// the only Host field of the request, or if field names another host or port than
// an absolute-form or authority-form. In that case the target counts (RFC 9112,
// 3.2.2), and [Target.Effective] uses it. However, a program that looked only at Host may
// have chosen another server. CheckHost ignores case, compares IP addresses as
// addresses and adds the default port of the scheme.
func (t Target) CheckHost(field string) error {
	u, err := hostField(field)
	if err != nil {
		return err
	}
	host, ok := t.u.Host()
	if !ok || t.form == FormOrigin {
		return nil
	}
	other, _ := u.Host()
	a, isAddr := t.u.Addr()
	b, isOther := u.Addr()
	if !strings.EqualFold(host, other) && !(isAddr && isOther && a == b) {
		return partError("Host", 0, "another host than in the request-target", "RFC 9112, 3.2.2")
	}
	port, _ := t.u.EffectivePort()
	n, ok := u.EffectivePort()
	if !ok {
		// Only an absolute-form has a default port. For CONNECT, a field without a
		// port agrees with any.
		if n, ok = uri.DefaultPort(t.u.Scheme()); !ok {
			n = port
		}
	}
	if n != port {
		return partError("Host", len(other), "another port than in the request-target", "RFC 9112, 3.2.2")
	}
	return nil
}

// Effective returns the target URI of the request (RFC 9112, 3.3). host is the
// value of its only Host field, and tls says whether the request came over TLS. An
// absolute-form is the target URI itself: host is ignored (3.2.2). It is also ignored for
// an authority-form, the name of the server. [Target.CheckHost] reports whether host
// agrees. For the other forms Effective returns an [*Error] if
// [ParseHostField] refuses host. It also returns one for the zero Target.
func (t Target) Effective(host string, tls bool) (uri.URI, error) {
	scheme := "http"
	if tls {
		scheme = "https"
	}
	switch t.form {
	case 0:
		return uri.URI{}, targetError(0, "it has no form", "RFC 9112, 3.3")
	case FormAbsolute:
		return t.u, nil
	case FormAuthority:
		return uri.Parse(scheme + "://" + t.text)
	}
	if _, err := hostField(host); err != nil {
		return uri.URI{}, err
	}
	if t.form == FormAsterisk {
		return uri.Parse(scheme + "://" + host)
	}
	return uri.Parse(scheme + "://" + host + t.text)
}
