package guard

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"example.com/uri"
	"example.com/uri/web"
)

// The readers of [Local].
const (
	byRFC      = "RFC 3986"
	byBrowsers = "browsers"
	byNetURL   = "net/url"
	byNetHTTP  = "net/http"
	byPath     = "the path alone"
)

// A LocalError says why [Local] refuses a reference or the base. It does not hold
// their text.
type LocalError struct {
	Part   string // what is refused: "reference" or "base"
	Reader string // who goes elsewhere or refuses it: "browsers", "net/url", "net/http", "RFC 3986", "the path alone"
	Reason string // what is wrong
}

// Error describes the error in one line.
func (e *LocalError) Error() string {
	return fmt.Sprintf("guard: local: %s: %s (%s)", e.Part, e.Reason, e.Reader)
}

// Local returns the absolute URI that ref, such as the parameter of a redirect
// after a login, leads to from base, if that is on the origin of base by every
// reading: if scheme, host and port are the same. Otherwise it returns an error
// that names the reader who goes elsewhere. What is sent on should be the URI that
// it returns, and not ref.
//
// The readers are browsers (package web, the URL Standard); net/url; net/http,
// whose Redirect cleans the path of a relative Location before browsers read it;
// and RFC 3986 (5.2, [uri.RFC3986]). Another is whoever takes the path alone for
// a reference, as servers do that redirect to add a slash: a path that begins
// with two slashes, escaped ones and backslashes included, is refused, since
// "//evil.example" as a reference is another host. A ref that does not follow the
// grammar of RFC 3986 is refused, spaces and control characters that browsers
// drop among them.
//
// The base must be an http or https URI with a host and without userinfo. The URI
// has no userinfo either; a fragment stays. The error is a [*LocalError]. Local
// takes time and memory linear in the lengths of base and ref.
func Local(base uri.URI, ref string) (uri.URI, error) {
	home, err := localBase(base)
	if err != nil {
		return uri.URI{}, err
	}
	elsewhere := func(reader string) (uri.URI, error) {
		return uri.URI{}, &LocalError{"reference", reader, "it leads to another origin"}
	}
	refuses := func(reader string) (uri.URI, error) {
		return uri.URI{}, &LocalError{"reference", reader, "it is no valid reference"}
	}
	// Each reads the reference, as one that sends it as it is would have it, and
	// then the URI that is returned.
	if reader, leaves := home.leaves(ref); reader != "" {
		if leaves {
			return elsewhere(reader)
		}
		return refuses(reader)
	}
	r, err := uri.Parse(ref)
	if err != nil {
		return refuses(byRFC)
	}
	u, err := uri.Resolver{Mode: uri.RFC3986}.Resolve(base, r)
	if err != nil {
		return refuses(byRFC)
	}
	if !sameOrigin(base, u) {
		return elsewhere(byRFC)
	}
	if doubleSlash(u.Path()) {
		return elsewhere(byPath)
	}
	if reader, _ := home.leaves(u.String()); reader != "" {
		return elsewhere(reader)
	}
	return u, nil
}

// A localHome is a base as its readers have it.
type localHome struct {
	web web.URL
	url *url.URL
}

func localBase(base uri.URI) (home localHome, err error) {
	refused := func(reader, reason string) (localHome, error) {
		return localHome{}, &LocalError{"base", reader, reason}
	}
	s := base.Scheme()
	if !strings.EqualFold(s, "http") && !strings.EqualFold(s, "https") {
		return refused(byRFC, "it is no http or https URI")
	}
	if _, ok := base.Userinfo(); ok {
		return refused(byRFC, "it has userinfo")
	}
	if host, _ := base.Host(); host == "" {
		return refused(byRFC, "it names no host")
	}
	if home.web, err = web.Parse(base.String()); err != nil {
		return refused(byBrowsers, "it is no valid URL")
	}
	if home.url, err = ToURL(base.WithoutFragment()); err != nil {
		return refused(byNetURL, "it is read otherwise")
	}
	return home, nil
}

// leaves returns the first reader that goes to another origin for ref, or that
// refuses it, if leaves is false.
func (home localHome) leaves(ref string) (reader string, leaves bool) {
	v, err := web.Parser{}.Parse(home.web, ref)
	switch {
	case err != nil:
		return byBrowsers, false
	case v.Origin() != home.web.Origin():
		return byBrowsers, true
	case doubleSlash(v.Path()):
		return byPath, true
	}
	w, err := home.url.Parse(ref)
	switch {
	case err != nil:
		return byNetURL, false
	case urlOrigin(w) != urlOrigin(home.url):
		return byNetURL, true
	}
	v, err = web.Parser{}.Parse(home.web, redirectLocation(home.url.Path, ref))
	switch {
	case err != nil:
		return byNetHTTP, false
	case v.Origin() != home.web.Origin():
		return byNetHTTP, true
	}
	return "", false
}

// sameOrigin reports whether u has the scheme, host and port of base, and no
// userinfo.
func sameOrigin(base, u uri.URI) bool {
	a, _ := base.Host()
	b, _ := u.Host()
	p, ok := base.EffectivePort()
	q, _ := u.EffectivePort()
	_, userinfo := u.Userinfo()
	return !userinfo && ok && p == q && strings.EqualFold(a, b) && strings.EqualFold(base.Scheme(), u.Scheme())
}

// urlOrigin returns the origin that net/url and net/http see in v, with the port
// that they dial.
func urlOrigin(v *url.URL) string {
	if v.User != nil {
		return "" // of no base
	}
	port := v.Port()
	if n, ok := uri.DefaultPort(v.Scheme); ok && port == "" {
		port = fmt.Sprint(n)
	}
	return strings.ToLower(v.Scheme + "://" + v.Hostname() + ":" + strings.TrimLeft(port, "0"))
}

// redirectLocation returns the Location that Redirect of net/http sends for ref in the
// answer to a request for a path: it puts the directory of that path before a
// relative one, and cleans what stands before the "?".
func redirectLocation(requested, ref string) string {
	v, err := url.Parse(ref)
	if err != nil || v.Scheme != "" || v.Host != "" {
		return ref
	}
	if ref == "" || ref[0] != '/' {
		if requested == "" {
			requested = "/"
		}
		directory, _ := path.Split(requested)
		ref = directory + ref
	}
	end := strings.IndexByte(ref, '?')
	if end < 0 {
		end = len(ref)
	}
	cleaned := path.Clean(ref[:end])
	if strings.HasSuffix(ref[:end], "/") && !strings.HasSuffix(cleaned, "/") {
		cleaned += "/"
	}
	return cleaned + ref[end:]
}

// doubleSlash reports whether somebody reads a path as one that begins with two
// slashes: with escapes decoded, once or twice, and "\" for "/".
func doubleSlash(p string) bool {
	n := 0
	for i := 0; n < 2 && i < len(p); n++ {
		c, width := decodeTwice(p, i)
		if c != '/' && c != '\\' {
			return false
		}
		i += width
	}
	return n == 2
}
