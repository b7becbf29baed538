package links

import (
	"cmp"
	"errors"
	"strings"
	"unicode"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/hostread"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// schemeBefore returns the length of the scheme at the start of s, or 0 if the text there is more
// likely something else:
//
//   - a host or a user, because no "//" follows, the name is not known, and it has a "." in it,
//     or a digit or an "@" follows;
//   - an IPv6 address;
//   - a label, as in "URL:http://h" and "there.http://h": it is not known, and a known
//     scheme and "://" follow, or it ends in one.
func schemeBefore(s string) int {
	n := ascii.SchemeLength(s)
	if n == 0 || schemes.IsKnown(s[:n]) {
		return n
	}
	name, rest := s[:n], s[n+len(":"):]
	dot := strings.LastIndexByte(name, '.')
	inner := ascii.SchemeLength(rest)
	switch {
	case strings.HasPrefix(rest, "//"):
		if dot >= 0 && schemes.IsKnown(name[dot+1:]) {
			return 0
		}
	case dot >= 0, strings.Contains(rest, "@"), rest != "" && ascii.Digit.Has(rest[0]), isIPv6(s),
		inner > 0 && schemes.IsKnown(rest[:inner]) && strings.HasPrefix(rest[inner:], "://"):
		return 0
	}
	return n
}

// isIPv6 reports whether s begins with an IPv6 address without brackets, up to a zone, a "/", "?" or
// "#".
func isIPv6(s string) bool { return ascii.ReadsAsIPv6(s[:ascii.IndexAnyOrEnd(s, 0, "%/?#")], false) }

// typedAuthority returns the authority of s as it was typed, by RFC 3986, Appendix B after any slashes and
// backslashes. Of a special scheme, or with slashes, text is s with "//" before the authority, and end its
// end there. Otherwise text is s, and end is 0.
func typedAuthority(s string, special bool) (authority, text string, end int) {
	scheme, rest, _ := strings.Cut(s, ":")
	trimmed := strings.TrimLeft(rest, `/\`)
	authority = trimmed[:ascii.AuthorityEnd(trimmed, 0)]
	if special || len(trimmed) < len(rest) {
		return authority, scheme + "://" + trimmed, len(scheme + "://" + authority)
	}
	return authority, s, 0
}

// complete reads s, if it begins with a scheme: as a URI, as browsers read a URL, or as a URI with
// a mistake in it. ok is false for all other texts.
func (r Reader) complete(s string) (u uri.URI, kind Kind, ok bool, err error) {
	n := schemeBefore(s)
	x := schemes.Lookup(s[:n])
	special := x.Special
	switch {
	case n == 0 && (ascii.SchemeLength(s) > 0 || typedScheme(s) == ""), special && x.Port != 0 && isWrapped(s, n):
		return uri.URI{}, 0, false, nil
	}
	authority, text, after := typedAuthority(s, special)
	u, refused := uri.Parse(s)
	var wrong error
	switch {
	case refused == nil && (!special || strings.HasPrefix(s[n:], "://")):
		u, err = judge(u, authority)
		return u, KindURI, true, err
	case isList(text), !uri.Valid(text) && r.several(text, after):
		return uri.URI{}, 0, false, ErrSeveral
	case special:
		if u, wrong = r.browse(s); wrong == nil && isPlainHost(u) {
			u, err = judge(u, authority)
			return u, KindURI, true, err
		}
	}
	if u, ok = fixed(s, n, refused); ok {
		u, err = judge(u, authority)
		return u, KindFixed, true, err
	}
	var e *web.Error
	if errors.As(wrong, &e) && e.Err != nil {
		return uri.URI{}, 0, false, noASCII(e)
	}
	return uri.URI{}, 0, false, nil
}

// isWrapped reports whether s is rather text with a URI in it. A scheme of n bytes is at its start,
// and after it only an authority with punctuation at its end, or another URL, as in "http:http://h".
func isWrapped(s string, n int) bool {
	authority, _, _ := typedAuthority(s, false)
	if name, found := strings.CutSuffix(authority, ":"); found && schemes.IsKnown(name) && !strings.HasPrefix(s[n:], "://") {
		return true
	}
	return authority != "" && strings.HasSuffix(s, authority) && strings.IndexByte(`,;!)'">`, s[len(s)-1]) >= 0
}

// isPlainHost reports whether the host of u, if it has one, is a name or an address, and not a
// placeholder as in "http://{host}/".
func isPlainHost(u uri.URI) bool {
	host, _ := u.Host()
	return u.HostKind() == uri.HostIPv6 || hostread.End(host) < 0
}

// browse returns s as browsers read it.
func (r Reader) browse(s string) (uri.URI, error) {
	v, err := web.Parser{ToASCII: r.ToASCII}.Parse(web.URL{}, s)
	if err != nil {
		return uri.URI{}, err
	}
	return v.URI()
}

// noASCII returns the error for a host beyond US-ASCII.
func noASCII(err error) error {
	if errors.Is(err, web.ErrNoToASCII) {
		return ErrHost
	}
	return err
}

// fixed returns the Fix of the error of s, which begins with a scheme of n bytes. It has the scheme
// that was typed. Words after the name of no known scheme, as in "Note: see below", are no URI.
func fixed(s string, n int, refused error) (u uri.URI, ok bool) {
	var e *uri.SyntaxError
	if !errors.As(refused, &e) {
		return uri.URI{}, false
	}
	isWord := n > 0 && !strings.HasPrefix(s[n:], "://") && !schemes.IsKnown(s[:n])
	text, ok := e.Fix()
	if !ok || isWord && strings.ContainsFunc(s, unicode.IsSpace) {
		return uri.URI{}, false
	}
	u, err := uri.Parse(text)
	return u, err == nil && strings.EqualFold(u.Scheme(), typedScheme(s))
}

// typedScheme returns the scheme with which s begins, without white space and invisible characters
// in it and with characters of full width narrowed, or "".
func typedScheme(s string) string {
	visible := ascii.Visible(s)
	return visible[:schemeBefore(visible)]
}

// narrowed returns s with its host and port in US-ASCII, if they have characters of full width, but none of
// [lookAlikes].
func narrowed(s string) string {
	end := ascii.AuthorityEnd(s, 0)
	if host := strings.Map(ascii.Narrow, s[:end]); ascii.All(strings.ReplaceAll(host, ":", ""), ascii.Host) && !strings.ContainsAny(s[:end], lookAlikes) {
		return host + s[end:]
	}
	return s
}

// host reads s as a host, perhaps with a login, a port, and a path and more. ok is false if it is
// more likely words.
func (r Reader) host(s string) (u uri.URI, ok bool, err error) {
	rest := strings.TrimPrefix(s, "//")
	if rest == s {
		rest = strings.TrimPrefix(s, "://")
	}
	rest = narrowed(rest)
	if isIPv6(rest) {
		end := ascii.AuthorityEnd(rest, 0)
		rest = "[" + rest[:end] + "]" + rest[end:]
	}
	first := rest[:ascii.IndexOrEnd(rest, 0, '/')]
	if first == "" || first[0] == '\\' || strings.ContainsFunc(first, unicode.IsSpace) || schemeBefore(s) > 0 {
		return uri.URI{}, false, nil
	}
	v, wrong := web.Parser{ToASCII: r.ToASCII}.Parse(web.URL{}, "http://"+rest)
	authority := rest[:ascii.AuthorityEnd(rest, 0)]
	var e *web.Error
	switch {
	case errors.As(wrong, &e) && e.Err != nil && isWideName(hostOf(authority)):
		return uri.URI{}, false, noASCII(e)
	case wrong != nil || !isHost(v, authority, rest[len(authority):]):
		return uri.URI{}, false, nil
	case isList("http://" + rest), strings.ContainsFunc(rest, unicode.IsSpace) && r.several("http://"+rest, len("http://"+authority)):
		return uri.URI{}, false, ErrSeveral
	}
	scheme := cmp.Or(r.Scheme, schemeFor(v))
	if _, err := uri.MustParse("x:y").WithScheme(scheme); err != nil {
		return uri.URI{}, false, err
	}
	if u, err = r.browse(scheme + "://" + rest); err != nil {
		return uri.URI{}, false, nil
	}
	u, err = judge(u, authority)
	return u, true, err
}

func hostOf(authority string) string {
	a := ascii.SplitAuthority(authority, 0, len(authority))
	return authority[a.Host:a.HostEnd]
}

// schemeFor returns the scheme for the host of v.
func schemeFor(v web.URL) string {
	host, _ := v.Host()
	host = strings.TrimSuffix(host, ".")
	if host[0] == '[' || ascii.EndsInNumber(host) || !strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost") {
		return "http"
	}
	return "https"
}

// isHost reports whether v, a URL of http, has the host that a person meant by an authority and
// the text after it. A name of one label needs a login, a port or a "/" after it.
func isHost(v web.URL, authority, after string) bool {
	host, _ := v.Host()
	host = strings.TrimSuffix(host, ".")
	a := ascii.SplitAuthority(authority, 0, len(authority))
	login, port := a.Host > a.Start, a.HostEnd+len(":") < a.End
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	switch {
	case strings.HasSuffix(authority, ":") && strings.HasPrefix(after, "//"): // rather a scheme
		return false
	case strings.HasPrefix(host, "["):
		return true
	case ascii.EndsInNumber(host):
		after = after[:ascii.IndexAnyOrEnd(after, 0, "?#")]
		return isNumeric(host, hostOf(authority), login, !port && strings.HasSuffix(after, "/"))
	case hostread.End(host) >= 0, strings.Contains("."+host+".", ".."), last == "invalid": // RFC 6761, 6.4
		return false
	case len(labels) > 1:
		return (ascii.Letter | ascii.Digit).Has(last[0]) && (ascii.Letter | ascii.Digit).Has(last[len(last)-1])
	case strings.HasPrefix(after, "//") && (schemes.IsKnown(host) || !login && !port && host != "localhost"): // "htp//h", a scheme without its ":"
		return false
	}
	return host == "localhost" || login || port || strings.HasPrefix(after, "/")
}

// isNumeric reports whether a person meant the address that browsers read in the numbers of host.
// Four numbers are an address. Three are one, except in 0.0.0.0/8 and after a login, as in
// "package@1.2.3". Fewer are one only if a path follows that ends in "/": "1.2" and "24/7" are
// numbers.
func isNumeric(address, host string, login, folder bool) bool {
	switch dots := strings.Count(strings.TrimSuffix(host, "."), "."); {
	case dots >= 3:
		return true
	case login, strings.HasPrefix(address, "0."):
		return false
	default:
		return dots == 2 || folder
	}
}
