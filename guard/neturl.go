package guard

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"example.com/uri"
)

// Reasons of more than one [DisagreementError].
const (
	anotherText = "it has another text"
	notEmpty    = "it does not keep an empty one"
)

// A DisagreementError says which part another reader reads otherwise. It does not
// hold the parts.
type DisagreementError struct {
	Part   uri.Part // NoPart: the whole URI
	Reason string   // how: "it refuses the text"
	Reader string   // who "it" is: "net/url" or "a browser"
}

// Error describes the disagreement in one line.
func (e *DisagreementError) Error() string {
	return fmt.Sprintf("guard: %s disagrees about the %s: %s", e.Reader, cmp.Or(e.Part.String(), "URI"), e.Reason)
}

// netURLDisagrees returns the error for a part that net/url reads otherwise.
func netURLDisagrees(part uri.Part, reason string) error {
	return &DisagreementError{part, reason, byNetURL}
}

// FromURL returns the URI that v writes itself as. It refuses a v whose text
// this library does not accept, with a [*uri.SyntaxError], or which net/url does
// not read as v again, with a [*DisagreementError].
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

// ToURL returns what net/url reads in the text of u, if that has the same parts
// ([AgreesWithNetURL]). The error is a [*DisagreementError].
func ToURL(u uri.URI) (*url.URL, error) {
	v, err := url.Parse(u.String())
	if err != nil {
		// What net/url says would show the text, passwords included.
		return nil, netURLDisagrees(uri.NoPart, "it refuses the text")
	}
	if err := agrees(u, v); err != nil {
		return nil, err
	}
	return v, nil
}

// AgreesWithNetURL returns nil only where net/url accepts the text of u and
// reads the same scheme, userinfo, host, port, path, query and fragment in it,
// undefined and empty ones told apart where net/url can tell. A client of
// net/http parses the text again: where the two disagree, what was checked is
// not what is fetched. An authority that names no host, such as ":8080", is
// refused too, since net/http connects to this machine then. The error is a
// [*DisagreementError]. It allocates what
// [url.Parse] and [url.URL.String] do, and a few parts of the text.
func AgreesWithNetURL(u uri.URI) error {
	_, err := ToURL(u)
	return err
}

// agrees compares the parts of u with those of v.
func agrees(u uri.URI, v *url.URL) error {
	if v.Scheme != strings.ToLower(u.Scheme()) {
		return netURLDisagrees(uri.PartScheme, anotherText)
	}
	if opaque, ok := u.Opaque(); ok {
		switch {
		case v.Host != "" || v.Path != "" || v.User != nil:
			return netURLDisagrees(uri.PartOpaque, "it has a hierarchy")
		case v.RawQuery != "" || v.ForceQuery:
			return netURLDisagrees(uri.PartQuery, "it has one, cut off the opaque part")
		case v.Opaque != opaque:
			return netURLDisagrees(uri.PartOpaque, anotherText)
		}
		return fragmentAgrees(u, v)
	}
	if v.Opaque != "" {
		return netURLDisagrees(uri.PartOpaque, "it has one where there is none")
	}
	if err := authorityAgrees(u, v); err != nil {
		return err
	}
	if v.EscapedPath() != u.Path() {
		return netURLDisagrees(uri.PartPath, anotherText)
	}
	if query, ok := u.Query(); v.RawQuery != query || v.ForceQuery != (ok && query == "") {
		return netURLDisagrees(uri.PartQuery, anotherText)
	}
	// An empty authority is lost where net/url writes the text again without a
	// path; "x://" becomes "x:".
	again, err := uri.Parse(v.String())
	if err != nil || again.Form() != u.Form() || again.Path() != u.Path() {
		return netURLDisagrees(uri.PartAuthority, notEmpty)
	}
	return fragmentAgrees(u, v)
}

func authorityAgrees(u uri.URI, v *url.URL) error {
	userinfo, ok := u.Userinfo()
	if v.User != nil && !ok {
		return netURLDisagrees(uri.PartUserinfo, "it has one where there is none")
	}
	if ok {
		user, password, hasPassword := strings.Cut(userinfo, ":")
		user, err1 := uri.Unescape(user)
		password, err2 := uri.Unescape(password)
		got, gotOK := v.User.Password()
		if err1 != nil || err2 != nil || v.User == nil || v.User.Username() != user || got != password || gotOK != hasPassword {
			return netURLDisagrees(uri.PartUserinfo, "it has another user or password")
		}
	}
	authority, _ := u.Authority()
	host, hasHost := u.Host()
	if authority != "" && (!hasHost || host == "") { // a client of net/http would dial this machine
		return netURLDisagrees(uri.PartHost, "the authority names none")
	}
	port, hasPort := u.Port()
	want := host
	if hasPort {
		want += ":" + port
	}
	// net/url keeps the host as one text and decodes some escapes in it; a host
	// with an escape is as good as a disagreement.
	if strings.Contains(host, "%") {
		return netURLDisagrees(uri.PartHost, "it has rules of its own for escapes")
	}
	if v.Host != want {
		return netURLDisagrees(uri.PartHost, anotherText)
	}
	if v.Port() != port || v.Hostname() != strings.Trim(host, "[]") {
		return netURLDisagrees(uri.PartPort, "it splits host and port elsewhere")
	}
	return nil
}

func fragmentAgrees(u uri.URI, v *url.URL) error {
	fragment, ok := u.Fragment()
	if v.EscapedFragment() != fragment {
		return netURLDisagrees(uri.PartFragment, anotherText)
	}
	if ok && fragment == "" {
		return netURLDisagrees(uri.PartFragment, notEmpty)
	}
	return nil
}
