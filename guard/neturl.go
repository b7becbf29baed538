package guard

import (
	"cmp"
	"net/url"
	"strings"

	"example.com/uri"
)

// Reasons of several errors.
const (
	anotherText = "it has another text"
	notEmpty    = "it does not keep an empty one"
)

// disagrees returns the error for a part that the reader reads differently, PartNone for the URI.
func disagrees(reader string, part uri.Part, reason string) error {
	return &Error{Op: opAgreement, Part: cmp.Or(part.String(), "URI"), Reason: reason, Reader: reader}
}

// FromURL parses v.String(). It fails with a [*uri.SyntaxError] if the text is not a
// URI reference, and with an [*Error] if its parts differ from those in v or net/url
// does not read them again.
func FromURL(v *url.URL) (uri.URI, error) {
	u, err := uri.Parse(v.String())
	if err == nil {
		err = agrees(u, v)
	}
	if err == nil {
		err = AgreesWithNetURL(u)
	}
	if err != nil {
		return uri.URI{}, err
	}
	return u, nil
}

// ToURL parses the text of u with net/url. It fails with an [*Error] if
// the result has other parts than u. [AgreesWithNetURL] says which are compared.
func ToURL(u uri.URI) (*url.URL, error) {
	v, err := url.Parse(u.String())
	if err != nil {
		// net/url's error would show the text, passwords included.
		return nil, disagrees(byNetURL, uri.PartNone, "it refuses the text")
	}
	if err := agrees(u, v); err != nil {
		return nil, err
	}
	return v, nil
}

// AgreesWithNetURL returns nil only if net/url accepts the text of u and reads the same
// scheme, userinfo, host, port, path, query and fragment in it. A missing part and an
// empty part count as different, so the loss of an empty one is a disagreement, as of
// the fragment of "http://h/#". A client of net/http parses the text again: if the two
// disagree, it fetches another URL than the checked one. An authority without a host
// (":8080") is an error too, since net/http then connects to this machine. The error is
// an [*Error]. AgreesWithNetURL calls [url.Parse], and so it allocates.
func AgreesWithNetURL(u uri.URI) error {
	_, err := ToURL(u)
	return err
}

// agrees compares the parts of u with the parts of v.
func agrees(u uri.URI, v *url.URL) error {
	opaque, isOpaque := u.Opaque()
	authority, _ := u.Authority()
	userinfo, hasUserinfo := u.Userinfo()
	user, password, hasPassword := strings.Cut(userinfo, ":")
	user, err := uri.Unescape(user)
	password, err2 := uri.Unescape(password)
	vPassword, vHasPassword := v.User.Password()
	host, _ := u.Host()
	port, _ := u.Port()
	query, hasQuery := u.Query()
	fragment, hasFragment := u.Fragment()
	part, reason := uri.PartHost, anotherText
	switch {
	case v.Scheme != strings.ToLower(u.Scheme()):
		part = uri.PartScheme
	case isOpaque && (v.Host != "" || v.Path != "" || v.User != nil):
		part, reason = uri.PartOpaque, "it has a hierarchy"
	case isOpaque && (v.RawQuery != "" || v.ForceQuery):
		part, reason = uri.PartQuery, "it splits one off the opaque part"
	case isOpaque && v.Opaque != opaque:
		part = uri.PartOpaque
	case !isOpaque && v.Opaque != "":
		part, reason = uri.PartOpaque, "it has one where there is none"
	case v.User != nil && !hasUserinfo:
		part, reason = uri.PartUserinfo, "it has one where there is none"
	case hasUserinfo && (err != nil || err2 != nil || v.User == nil || v.User.Username() != user || vPassword != password || vHasPassword != hasPassword):
		part, reason = uri.PartUserinfo, "it has another user or password"
	case authority != "" && host == "": // a client of net/http would dial this machine
		reason = "the authority names none"
	case strings.Contains(host, "%"): // net/url decodes some escapes in a host and keeps others
		reason = "it has rules of its own for escapes"
	case v.Host != authority[strings.IndexByte(authority, '@')+1:]:
	case v.Port() != port || v.Hostname() != strings.Trim(host, "[]"):
		part, reason = uri.PartPort, "it splits host and port elsewhere"
	case !isOpaque && v.EscapedPath() != u.Path():
		part = uri.PartPath
	case v.RawQuery != query || v.ForceQuery != (hasQuery && query == ""):
		part = uri.PartQuery
	case !isOpaque && authority == "" && !keepsAuthority(u, v):
		part, reason = uri.PartAuthority, notEmpty
	case v.EscapedFragment() != fragment:
		part = uri.PartFragment
	case hasFragment && fragment == "":
		part, reason = uri.PartFragment, notEmpty
	default:
		return nil
	}
	return disagrees(byNetURL, part, reason)
}

// keepsAuthority reports whether net/url writes an empty or missing authority as it is in u. It
// loses an empty one if there is no path: it writes "x://" as "x:".
func keepsAuthority(u uri.URI, v *url.URL) bool {
	_, has := u.Authority()
	again, err := uri.Parse(v.String())
	_, keeps := again.Authority()
	return err == nil && keeps == has && again.Path() == u.Path()
}
