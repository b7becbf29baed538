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

// disagrees returns the error for a part that the reader reads differently. PartNone is
// the whole URI.
func disagrees(reader string, part uri.Part, reason string) error {
	return &Error{Op: opAgreement, Part: cmp.Or(part.String(), "URI"), Reason: reason, Reader: reader}
}

// FromURL parses v.String(). It fails with a [*uri.SyntaxError] if the text is not a
// URI reference, and with an [*Error] if its parts differ from those in v or net/url
// does not read them again.
func FromURL(v *url.URL) (uri.URI, error) {
	u, err := uri.Parse(v.String())
	if err != nil {
		return uri.URI{}, err
	}
	if err := agrees(u, v); err != nil {
		return uri.URI{}, err
	}
	if err := AgreesWithNetURL(u); err != nil {
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
	if v.Scheme != strings.ToLower(u.Scheme()) {
		return disagrees(byNetURL, uri.PartScheme, anotherText)
	}
	if opaque, ok := u.Opaque(); ok {
		switch {
		case v.Host != "" || v.Path != "" || v.User != nil:
			return disagrees(byNetURL, uri.PartOpaque, "it has a hierarchy")
		case v.RawQuery != "" || v.ForceQuery:
			return disagrees(byNetURL, uri.PartQuery, "it splits one off the opaque part")
		case v.Opaque != opaque:
			return disagrees(byNetURL, uri.PartOpaque, anotherText)
		}
		return fragmentAgrees(u, v)
	}
	if v.Opaque != "" {
		return disagrees(byNetURL, uri.PartOpaque, "it has one where there is none")
	}
	if err := authorityAgrees(u, v); err != nil {
		return err
	}
	if v.EscapedPath() != u.Path() {
		return disagrees(byNetURL, uri.PartPath, anotherText)
	}
	if query, ok := u.Query(); v.RawQuery != query || v.ForceQuery != (ok && query == "") {
		return disagrees(byNetURL, uri.PartQuery, anotherText)
	}
	if authority, has := u.Authority(); authority == "" {
		// net/url loses an empty authority if there is no path: it writes "x://" as
		// "x:".
		again, err := uri.Parse(v.String())
		if _, keeps := again.Authority(); err != nil || keeps != has || again.Path() != u.Path() {
			return disagrees(byNetURL, uri.PartAuthority, notEmpty)
		}
	}
	return fragmentAgrees(u, v)
}

// authorityAgrees compares userinfo, host and port.
func authorityAgrees(u uri.URI, v *url.URL) error {
	userinfo, ok := u.Userinfo()
	if v.User != nil && !ok {
		return disagrees(byNetURL, uri.PartUserinfo, "it has one where there is none")
	}
	if ok {
		user, password, hasPassword := strings.Cut(userinfo, ":")
		user, err1 := uri.Unescape(user)
		password, err2 := uri.Unescape(password)
		got, gotOK := v.User.Password()
		if err1 != nil || err2 != nil || v.User == nil || v.User.Username() != user || got != password || gotOK != hasPassword {
			return disagrees(byNetURL, uri.PartUserinfo, "it has another user or password")
		}
	}
	authority, _ := u.Authority()
	host, hasHost := u.Host()
	if authority != "" && (!hasHost || host == "") { // a client of net/http would dial this machine
		return disagrees(byNetURL, uri.PartHost, "the authority names none")
	}
	if ok {
		authority = authority[len(userinfo)+len("@"):]
	}
	// net/url decodes some escapes in a host and keeps others, so a host with an
	// escape always counts as a disagreement.
	if strings.Contains(host, "%") {
		return disagrees(byNetURL, uri.PartHost, "it has rules of its own for escapes")
	}
	if v.Host != authority {
		return disagrees(byNetURL, uri.PartHost, anotherText)
	}
	if port, _ := u.Port(); v.Port() != port || v.Hostname() != strings.Trim(host, "[]") {
		return disagrees(byNetURL, uri.PartPort, "it splits host and port elsewhere")
	}
	return nil
}

// fragmentAgrees compares the fragments.
func fragmentAgrees(u uri.URI, v *url.URL) error {
	fragment, ok := u.Fragment()
	if v.EscapedFragment() != fragment {
		return disagrees(byNetURL, uri.PartFragment, anotherText)
	}
	if ok && fragment == "" {
		return disagrees(byNetURL, uri.PartFragment, notEmpty)
	}
	return nil
}
