package guard

import (
	"net/url"
	"path"
	"strings"

	"example.com/uri"
	"example.com/uri/web"
)

// Local resolves ref, such as the parameter of a redirect after a login, relative
// to base. It returns the absolute URI if every reader of this list sees the origin
// of base in it: the same scheme, host and port. Otherwise it returns an error that
// names the reader. Send the URI that Local returns, not ref.
//
//   - "RFC 3986": the resolution of RFC 3986, 5.2 ([uri.RFC3986])
//   - "browsers": the URL Standard (package web)
//   - "net/url": Parse and ResolveReference
//   - "net/http": Redirect, which cleans the path of a relative Location before
//     browsers read it
//   - "the path alone": a server that sends only the path as a reference, such as
//     one that redirects to add a slash. A path that begins with two slashes, also
//     backslashes or escaped ones, is refused, because "//evil.example" is another
//     host.
//
// Local refuses a ref that does not follow the grammar of RFC 3986, such as one
// with spaces or with control characters, which browsers drop.
//
// The base must be an http or https URI with a host and without userinfo. The
// result has no userinfo either; it keeps the fragment of ref. The error is a
// [*Error]. Local takes time and memory linear in the lengths of base and ref.
func Local(base uri.URI, ref string) (uri.URI, error) {
	home, err := localBase(base)
	if err != nil {
		return uri.URI{}, err
	}
	elsewhere := func(reader string) (uri.URI, error) {
		reason := "it leads to another origin"
		if r, err := uri.Parse(ref); err == nil {
			u, err := uri.Resolver{Mode: uri.RFC3986}.Resolve(base, r)
			if _, userinfo := u.Userinfo(); userinfo && err == nil && sameOrigin(base, u.WithoutUserinfo()) {
				reason = "it has userinfo"
			}
		}
		return uri.URI{}, &Error{Op: opLocal, Part: "reference", Reader: reader, Reason: reason}
	}
	refuses := func(reader string) (uri.URI, error) {
		return uri.URI{}, &Error{Op: opLocal, Part: "reference", Reader: reader, Reason: "it is not a valid reference"}
	}
	// The readers read ref, in case somebody sends it as it is, and then the
	// result.
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

// A localHome is a base as package web and net/url read it.
type localHome struct {
	web web.URL
	url *url.URL
}

// localBase reads the base, or returns an error if it cannot be one.
func localBase(base uri.URI) (home localHome, err error) {
	refused := func(reader, reason string) (localHome, error) {
		return localHome{}, &Error{Op: opLocal, Part: "base", Reader: reader, Reason: reason}
	}
	s := base.Scheme()
	if !strings.EqualFold(s, "http") && !strings.EqualFold(s, "https") {
		return refused(byRFC, "it is not an http or https URI")
	}
	if _, ok := base.Userinfo(); ok {
		return refused(byRFC, "it has userinfo")
	}
	if host, _ := base.Host(); host == "" {
		return refused(byRFC, "it names no host")
	}
	if home.web, err = web.Parse(base.String()); err != nil {
		return refused(byBrowsers, "it is not a valid URL")
	}
	if home.url, err = ToURL(base.WithoutFragment()); err != nil {
		return refused(byNetURL, "it reads other parts")
	}
	return home, nil
}

// leaves returns the first reader to whom ref leads to another origin, and true, or
// the first that refuses ref, and false. It returns "" if there is none.
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
	w, err := url.Parse(ref)
	switch {
	case err != nil:
		return byNetURL, false
	case !home.sameURLOrigin(home.url.ResolveReference(w)):
		return byNetURL, true
	}
	location := redirectLocation(home.url.Path, ref, w)
	if location == ref { // browsers have read it
		return "", false
	}
	v, err = web.Parser{}.Parse(home.web, location)
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

// sameURLOrigin reports whether net/http connects to the host of the base for v,
// with the scheme of the base and the same port, and v has no userinfo.
func (home localHome) sameURLOrigin(v *url.URL) bool {
	// EqualFold would read U+017F as "s".
	host, baseHost := strings.ToLower(v.Hostname()), strings.ToLower(home.url.Hostname())
	return v.User == nil && v.Scheme == home.url.Scheme && dialPort(v) == dialPort(home.url) && host == baseHost
}

// dialPort returns the port that net/http dials for v, an http or https URL, without
// leading zeros.
func dialPort(v *url.URL) string {
	switch port := v.Port(); {
	case port != "":
		return strings.TrimLeft(port, "0")
	case v.Scheme == "https":
		return "443"
	}
	return "80"
}

// redirectLocation returns the Location that Redirect of net/http sends for ref in
// the response to a request for the path requested, which it takes decoded, as older
// versions of Go do. Go 1.26.8 keeps its escapes. Redirect puts the directory of
// that path before a relative path, and cleans the part before the "?". v is what
// net/url reads in ref.
func redirectLocation(requested, ref string, v *url.URL) string {
	if v.Scheme != "" || v.Host != "" {
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

// doubleSlash reports whether p begins with two slashes for some reader: one who
// decodes escapes once or twice, or reads "\" as "/".
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
