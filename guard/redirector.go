package guard

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// A Redirector resolves references to its own origin, or to other allowed hosts, for
// example the parameter of a redirect after a login. A JSON handler of log/slog shows it with its secrets.
type Redirector struct {
	// Base is an http or https URI with a host and without userinfo, as the URI of the
	// request. Its origin is allowed. Without a known origin use [LocalPath].
	Base uri.URI
	// Hosts are other allowed hosts, by http and https. "*" allows all.
	Hosts Hosts
}

// Resolve reads ref as browsers do (WHATWG URL), relative to r.Base. It returns the
// absolute URI of browsers for ref, with an escape for each character that no URI may
// contain. For every reader of this list the URI must lead to the origin of r.Base or
// to a host of r.Hosts. If not, Resolve returns an error with the name of the reader.
// Send the result, not ref.
//
//   - "browsers": the URL Standard (package web)
//   - "RFC 3986": the host and the port of the generic syntax. net/url, and with it
//     Redirect of net/http, finds them in every such result
//   - "the path alone": a server that decodes the path of the request and sends it as a
//     reference, for example to add a slash (nginx with "return 302 $uri/"). Resolve
//     refuses a path with two slashes at its start for such a server, because
//     "//evil.example" is another host. Backslashes count as slashes, tabs and line
//     breaks do not count, a segment may end at ";" or NUL, the path at "?" or "#", and
//     escapes are decoded up to twice.
//
// So ref may contain spaces, letters beyond US-ASCII and other characters of people and
// pages: "/a b" becomes "/a%20b". A host beyond US-ASCII is refused. The result has no
// userinfo and keeps the fragment of ref.
//
// The error is an [*Error]. Resolve takes time and memory linear in the lengths of
// r.Base and ref.
func (r Redirector) Resolve(ref string) (uri.URI, error) {
	home, err := redirectBase(r.Base)
	if err != nil {
		return uri.URI{}, err
	}
	return r.resolve(home, ref)
}

// localError returns the error about the part, "base" or "reference".
func localError(part, reader, reason string) error {
	return &Error{Op: opLocal, Part: part, Reader: reader, Reason: reason}
}

// redirectBase reads base as browsers do. It returns an error if readers disagree about it.
func redirectBase(base uri.URI) (web.URL, error) {
	_, userinfo := base.Userinfo()
	host, _ := base.Host()
	home, err := web.Parse(base.String())
	reader, reason := byRFC, ""
	switch {
	case !schemes.Lookup(base.Scheme()).HTTP:
		reason = "it is not an http or https URI"
	case userinfo:
		reason = "it has userinfo"
	case host == "":
		reason = "it names no host"
	case err != nil:
		reader, reason = byBrowsers, "it is not a valid URL"
	case !sameHost(base, home) || !samePort(base, home):
		reader, reason = byBrowsers, "it names another host"
	default:
		return home, nil
	}
	return web.URL{}, localError("base", reader, reason)
}

// resolve is Resolve. home is r.Base as browsers read it.
func (r *Redirector) resolve(home web.URL, ref string) (uri.URI, error) {
	v, err := web.Parser{}.Parse(home, ref)
	if err != nil {
		return uri.URI{}, localError("reference", byBrowsers, "it is not a valid reference")
	}
	u, err := v.URI()
	reader, reason := byBrowsers, "it leads to another origin"
	_, twoSlashes := pathread.TwoSlashes(u.Path())
	switch {
	case v.Scheme() != "http" && v.Scheme() != "https":
	case err != nil: // it is too long
		reader, reason = byRFC, "it is not a valid reference"
	case v.Origin() != home.Origin() && !r.Hosts.Match(u):
	case v.Username() != "" || v.Password() != "":
		reason = "it has userinfo"
	case !sameHost(u, v) || !samePort(u, v):
		reader = byRFC
	case twoSlashes:
		reader = byPath
	default:
		return u, nil
	}
	return uri.URI{}, localError("reference", reader, reason)
}

// Local resolves ref, for example the parameter of a redirect after a login, relative to
// base, and returns the absolute URI if it stays on the origin of base. It is the
// Resolve of a [Redirector] with this Base and without Hosts.
func Local(base uri.URI, ref string) (uri.URI, error) {
	return Redirector{Base: base}.Resolve(ref)
}

// LocalPath is [Local] without a known origin. It returns a path, with the query and
// the fragment of ref, to send as a Location. The path begins with one "/" that no
// slash, backslash, tab or line break follows, escaped or not. A relative path is
// relative to "/". LocalPath refuses a ref with a scheme or a host: see [Redirector]
// for lists of other sites. The error is an [*Error].
func LocalPath(ref string) (string, error) {
	path := ""
	for _, home := range somePages {
		u, err := (&Redirector{}).resolve(home, ref)
		if err != nil {
			return "", err
		}
		_, end, _ := u.Span(uri.PartAuthority)
		path = u.String()[end:]
		if len(ref) > 1 && ref[0] == '/' && ascii.Scheme.Has(ref[1]) {
			break // this names no host
		}
	}
	return path, nil
}
