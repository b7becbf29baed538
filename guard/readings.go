package guard

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/secret"
	"example.com/uri/web"
)

// A Reading holds the parts that one reader finds in a text. Missing parts are undefined.
type Reading struct {
	By  string // "RFC 2396", "RFC 3986", "URL Standard" or "net/url"
	Err error  // why the reader refuses the text: then it finds no part

	// The parts as the reader has them: the RFCs as written, the others after their
	// changes. An IPv6 address has its brackets. Path may be an opaque part.
	Scheme, Userinfo, Host, Port, Path, Query, Fragment uri.Optional
}

// Readings returns the parts of s for these readers: RFC 2396 ([uri.Parse]), RFC 3986
// ([uri.Conforms3986]), the URL Standard of browsers ([web.Parse]) and net/url, in this
// order. Where two of them find different hosts, checking with one and fetching with
// another protects nothing.
//
// By RFC 2396 an authority without a host, as in "file:///a", or with the name of a
// registry, is the Host. The URL Standard refuses a relative reference, since there is
// no base. net/url does not tell an empty part from a missing one everywhere. The
// errors show no password, but the parts may contain one.
func Readings(s string) []Reading {
	all := []Reading{{By: "RFC 2396"}, {By: "RFC 3986"}, {By: "URL Standard"}, {By: byNetURL}}
	for i, read := range [...]func(r *Reading, s string) error{by2396, by3986, byStandard, byNetURLParse} {
		all[i].Err = read(&all[i], s)
	}
	return all
}

// String returns By and the parts as one text, with the password, or the error.
func (r Reading) String() string { return r.By + ": " + r.text(func(s string) string { return s }) }

// redacted returns String without secrets, as [uri.URI.Redacted] does.
func (r Reading) redacted() string { return r.By + ": " + r.text(secret.Redact) }

// text returns the parts, as URIs have them, after show, or the error.
func (r Reading) text(show func(string) string) string {
	if r.Err != nil {
		return r.Err.Error()
	}
	var b strings.Builder
	part := func(before string, o uri.Optional, after string) {
		if s, ok := o.Get(); ok {
			b.WriteString(before + s + after)
		}
	}
	part("", r.Scheme, ":")
	if none := (uri.Optional{}); r.Userinfo != none || r.Host != none || r.Port != none {
		b.WriteString("//")
	}
	part("", r.Userinfo, "@")
	part("", r.Host, "")
	part(":", r.Port, "")
	part("", r.Path, "")
	part("?", r.Query, "")
	part("#", r.Fragment, "")
	return show(b.String())
}

// Format writes the text of String. For %+v and %#v it hides a password, as
// [uri.URI.Redacted] does.
func (r Reading) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", r.String, r.redacted)
}

// LogValue returns the text with a password hidden.
func (r Reading) LogValue() slog.Value { return slog.StringValue(r.redacted()) }

// optional returns the part s, or an undefined one if ok is false.
func optional(s string, ok bool) uri.Optional {
	if !ok {
		return uri.Optional{}
	}
	return uri.Defined(s)
}

func by2396(r *Reading, s string) error {
	u, err := uri.Parse(s)
	if err != nil {
		return err
	}
	r.Scheme = optional(u.Scheme(), u.IsAbsolute())
	r.Userinfo, r.Host, r.Port = optional(u.Userinfo()), optional(u.Host()), optional(u.Port())
	if u.HostKind() == uri.HostNone {
		r.Userinfo, r.Host, r.Port = uri.Optional{}, optional(u.Authority()), uri.Optional{}
	}
	r.Path = uri.Defined(u.Path())
	r.Query, r.Fragment = optional(u.Query()), optional(u.Fragment())
	return nil
}

func by3986(r *Reading, s string) error {
	if _, err := uri.Conforms3986(s); err != nil {
		return err
	}
	p := ascii.Split(s)
	part := func(text string, has int) uri.Optional { return optional(text, p.Has&has != 0) }
	r.Scheme, r.Userinfo = part(p.Scheme, ascii.HasScheme), part(p.Userinfo, ascii.HasUserinfo)
	r.Host, r.Port = part(p.Host, ascii.HasAuthority), part(p.Port, ascii.HasPort)
	r.Path = uri.Defined(p.Path)
	r.Query, r.Fragment = part(p.Query, ascii.HasQuery), part(p.Fragment, ascii.HasFragment)
	return nil
}

func byStandard(r *Reading, s string) error {
	u, err := web.Parse(s)
	if err != nil {
		return err
	}
	r.Scheme = uri.Defined(u.Scheme())
	switch user, password := u.Username(), u.Password(); {
	case password != "":
		r.Userinfo = uri.Defined(user + ":" + password)
	case user != "":
		r.Userinfo = uri.Defined(user)
	}
	r.Host = optional(u.Host())
	if port, ok := u.Port(); ok {
		r.Port = uri.Defined(strconv.Itoa(int(port)))
	}
	r.Path = uri.Defined(u.Path())
	r.Query, r.Fragment = optional(u.Query()), optional(u.Fragment())
	return nil
}

func byNetURLParse(r *Reading, s string) error {
	v, err := url.Parse(s)
	if err != nil {
		return &Error{Op: opReadings, Part: "URI", Reason: withoutText(err), Reader: byNetURL}
	}
	r.Scheme = optional(v.Scheme, v.Scheme != "")
	if v.User != nil {
		r.Userinfo = uri.Defined(v.User.String())
	}
	if v.Host != "" || v.User != nil {
		host, ok := strings.CutSuffix(v.Host, ":"+v.Port())
		r.Host, r.Port = uri.Defined(host), optional(v.Port(), ok)
	}
	if r.Path = uri.Defined(v.EscapedPath()); v.Opaque != "" {
		r.Path = uri.Defined(v.Opaque)
	}
	r.Query = optional(v.RawQuery, v.RawQuery != "" || v.ForceQuery)
	r.Fragment = optional(v.EscapedFragment(), v.Fragment != "")
	return nil
}

// withoutText returns the reason of an error of net/url without the quoted text, which may
// contain a password.
func withoutText(err error) string {
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	reason := strings.TrimPrefix(err.Error(), "net/url: ")
	if i, j := strings.IndexByte(reason, '"'), strings.LastIndexByte(reason, '"'); i >= 0 {
		before, _, nested := strings.Cut(reason[:i], ":") // the error of net/netip
		if reason = strings.TrimSpace(before) + reason[j+1:]; nested {
			reason = before
		}
	}
	return reason
}
