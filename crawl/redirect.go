package crawl

import "example.com/uri"

// Redirect returns the target of a response: location, the value of its Location field,
// resolved against u, the URI of the request (RFC 3986, 5.2). If location has no
// fragment, the result has the fragment of u (RFC 9110, 10.2.2).
//
//	Redirect("http://h/a#top", "b")     http://h/b#top
//	Redirect("http://h/a#top", "b#")    http://h/b#
//
// The error is a [*uri.SyntaxError]: neither u nor location has a scheme, or location
// is not a URI reference. Some servers send invalid values, with spaces or bytes
// beyond US-ASCII. Redirect guesses nothing. To follow such a value, pass it through
// links.Repair first.
//
// The result may have another scheme and another host than u: check it as you checked
// u, for example with [Scope.Contains], before you fetch it.
func Redirect(u uri.URI, location string) (uri.URI, error) {
	ref, err := uri.Parse(location)
	if err != nil {
		return uri.URI{}, err
	}
	next, err := uri.RFC3986.Resolve(u, ref)
	_, defined := next.Fragment()
	if fragment, ok := u.Fragment(); err == nil && ok && !defined {
		return next.WithFragment(fragment)
	}
	return next, err
}
