package guard

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/schemes"
)

// A Rewrite is a route of a proxy: it moves requests below a path to another
// server. If the path of a request is below From, [Rewrite.Apply] replaces From with
// To. A Rewrite is not a router: it has no patterns and no variables.
//
// From matches whole segments: "/api" and "/api/x" are below "/api", and "/apix" is
// not. With "/" at its end, From is a directory: "/api/" is below "/api/", and "/api"
// is not.
//
// Servers read paths in many ways. If Apply accepts a path, the path is below From and
// the result is below To for every reader of this list, and for combinations of them
// with at most two decodings in all:
//
//   - "as written"
//   - "dot segments removed" (RFC 3986, 5.2.4). The readers below remove them too. For
//     ClaimedBy each may also have "dot segments kept", like a router that looks for
//     "/admin" first (Express)
//   - "escaped dots": "%2E" is "." (URL Standard, "single-dot URL path segment")
//   - "decoded once" and "decoded twice": all escapes are decoded first
//   - "backslash as slash": "\" is "/"
//   - "slashes merged": "//" is "/"
//   - "parameters cut": a segment ends at its first ";", before or after decoding
//   - "read again": the decoded path is read once more, as a URL, a request line or a
//     string of C. It ends at "?", "#", a space, NUL, a tab, CR or LF, or tabs, CRs
//     and LFs vanish (nginx with a variable in proxy_pass, node with new URL, Python
//     with urlsplit), or white space and control characters at its end do (node, and
//     http.server of Python), or each segment ends at NUL (Jetty, CVE-2021-34429)
//   - "overlong UTF-8": "%C0%AF" and "%E0%80%AF" are "/", and so on for each character of
//     US-ASCII (RFC 3629, 10)
//   - "names of Windows": a name ends before ":", and dots and spaces at its end
//     vanish: "admin.", "admin::$DATA" and "admin" are one file
//   - "after a host": "//" at the beginning precedes a host, as in a reference: "//h/a"
//     is "/a" (node with new URL of the request-target, Python with urlsplit, PHP with
//     parse_url)
//   - "letters in any case": "/ADMIN" is "/admin" (Express, IIS, most file systems of
//     desktops), unless CaseMatters is true. It matters only for ClaimedBy.
//
// No reader knows the other names of a file in its file system: short names of Windows
// ("ADMINI~1"), links, and letters made equal by normal forms of Unicode.
//
// A JSON handler of log/slog shows it with its secrets.
type Rewrite struct {
	// From is the path of the requests as they write it ("/api"). It begins
	// with "/" and has no "*".
	From string
	// To is an http or https URL with a host, and without query and fragment.
	To uri.URI
	// Keep lists those of the characters "/", `\`, "?", "#", NUL, tab, CR and LF that a path may
	// contain as escapes. Decoded, they make other segments or end the path.
	// "/" accepts names like "@scope%2Fname". Add "%" to accept them escaped
	// twice too, as in "@scope%252Fname". A space and other control characters need no
	// entry: a path may contain them unless ending it there leaves From.
	Keep string
	// CaseMatters is true if the server of To distinguishes letters by their case in
	// paths. Otherwise ClaimedBy takes "/ADMIN" for a path below "/admin".
	CaseMatters bool
}

// Apply moves u from r.From to r.To. The result has the scheme and the authority of To,
// the path of To in the place of From, and the rest of the path and the query of u,
// byte for byte. The path From becomes the path of To unchanged. An empty path after an
// authority counts as "/" (RFC 9110, 4.2.3). Apply drops a fragment, since a request
// has no fragment (RFC 9110, 7.1).
//
// Apply returns false if the path as written is not below From. [Rewrite.ClaimedBy]
// reports whether it is for some other reader. Apply returns an error if some reader
// resolves the path outside From, even for a moment. It also returns one if an escape
// outside Keep makes other segments or ends the path. It keeps all other escapes, empty
// segments, parameters and dot segments.
//
// The error is an [*Error], or a [*uri.SyntaxError] if the result is too long.
// Apply allocates only the text of the result.
func (r Rewrite) Apply(u uri.URI) (result uri.URI, ok bool, err error) {
	if err := r.check(); err != nil {
		return uri.URI{}, false, err
	}
	rest, ok := pathread.Below(requestPath(u), r.From)
	if !ok {
		return uri.URI{}, false, nil
	}
	result, err = r.move(u, rest)
	return result, err == nil, err
}

// move is Apply for a checked route and a path with rest after From.
func (r *Rewrite) move(u uri.URI, rest string) (uri.URI, error) {
	if reader, reason := pathread.Leaves(r.From, rest, r.Keep); reason != "" {
		return uri.URI{}, &Error{Op: opRewrite, Part: "path", Reader: reader, Reason: reason}
	}
	text, to := u.String(), r.To.String()
	if fragment, ok := u.Fragment(); ok {
		text = text[:len(text)-len("#")-len(fragment)]
	}
	start := len(text) - len(rest)
	if query, ok := u.Query(); ok {
		start -= len("?") + len(query)
	}
	fromDirectory, toDirectory := r.From[len(r.From)-1] == '/', to[len(to)-1] == '/'
	switch {
	case start == len(text):
		return r.To, nil
	case rest == "":
	case toDirectory && !fromDirectory:
		start++ // To has the "/" that follows From
	case fromDirectory && !toDirectory:
		start-- // the "/" at the end of From
	}
	return uri.Parse(to + text[start:])
}

// Back is the inverse of [Rewrite.Apply], for a URL that the server of r.To writes into an answer,
// such as a Location. If u is below r.To, Back returns the path below r.From, with the query and
// the fragment of u, as a reference that begins with "/". For the result of Apply it is the path
// given to Apply, except about a "/": if To ends in "/" and From does not, Back
// returns "/app/" for "/app". If From ends in "/" and To does not, To with a "/" is From too.
//
// Back returns false if Apply refuses r, and if u is not below r.To: with another scheme,
// user, host or port, or with a path outside the path of To in whole segments. Paths are
// compared as written, hosts in any case, and a missing port is the default port.
func (r Rewrite) Back(u uri.URI) (uri.URI, bool) {
	to := requestPath(r.To)
	rest, ok := pathread.Below(requestPath(u), to)
	if !ok || r.check() != nil || !sameServer(u, r.To) {
		return uri.URI{}, false
	}
	fromDirectory, toDirectory := r.From[len(r.From)-1] == '/', to[len(to)-1] == '/'
	switch {
	case toDirectory && !fromDirectory:
		rest = "/" + rest
	case fromDirectory && !toDirectory:
		rest = strings.TrimPrefix(rest, "/")
	}
	path := r.From + rest
	if strings.HasPrefix(path, "//") {
		path = "/." + path // not a host
	}
	_, end, _ := u.Span(uri.PartPath)
	back, err := uri.Parse(path + u.String()[end:])
	return back, err == nil
}

// sameServer reports whether u and v have the same scheme, user, host and port.
func sameServer(u, v uri.URI) bool {
	user, hasUser := u.Userinfo()
	other, hasOther := v.Userinfo()
	host, _ := u.Host()
	otherHost, _ := v.Host()
	port, _ := u.EffectivePort()
	otherPort, _ := v.EffectivePort()
	return strings.EqualFold(u.Scheme(), v.Scheme()) && user == other && hasUser == hasOther && strings.EqualFold(host, otherHost) && port == otherPort
}

// ClaimedBy reports whether the path of u is below r.From for some reader, and returns
// the name of the first such reader. If [Rewrite.Apply] returns false and ClaimedBy true,
// another route may lead to the resources guarded by r: "/admin%2Fusers" is not below
// "/admin" as written, but it is to a server with decoding. A proxy should refuse such a
// path instead of trying the routes after r, as [Routes] does. ClaimedBy is true for
// every path if Apply refuses r: no route may be open because its guard was misread. Only
// To may be missing, in a program that calls only ClaimedBy.
func (r Rewrite) ClaimedBy(u uri.URI) (reader string, ok bool) {
	err := r.checkFrom(pathread.Simple(r.From))
	if err == nil && r.To != (uri.URI{}) {
		err = r.checkTo()
	}
	if err != nil {
		return err.Part + ": " + err.Reason, true
	}
	return pathread.Claims(requestPath(u), r.From, r.CaseMatters)
}

// requestPath returns the path of a request for u: "/" for an empty one after an authority.
func requestPath(u uri.URI) string {
	path := u.Path()
	if path == "" {
		if _, ok := u.Authority(); ok {
			return "/"
		}
	}
	return path
}

// check returns an error if From, Keep or To is not as [Rewrite] demands, or readers disagree.
func (r *Rewrite) check() *Error {
	if err := r.checkFrom(pathread.Simple(r.From)); err != nil {
		return err
	}
	return r.checkTo()
}

// checkFrom is check for From and Keep. simple is pathread.Simple of From.
func (r *Rewrite) checkFrom(simple bool) *Error {
	if simple && r.Keep == "" {
		return nil // a fast path
	}
	part, reason := "From", ""
	switch {
	case simple:
	case !strings.HasPrefix(r.From, "/"):
		reason = `it does not begin with "/"`
	case strings.IndexByte(r.From, '*') >= 0:
		reason = `it is a path, and "*" is no pattern in it`
	case !isPath(r.From):
		reason = "no request has this path (RFC 2396, 3.3)"
	case !pathread.Unambiguous(r.From):
		reason = "readers disagree about it"
	}
	if reason == "" && strings.Trim(r.Keep, pathread.Listed+"% ") != "" {
		part, reason = "Keep", "it has characters that need no entry"
	}
	if reason == "" {
		return nil
	}
	return &Error{Op: opRewrite, Part: part, Reason: reason}
}

func (r *Rewrite) checkTo() *Error {
	host, _ := r.To.Host()
	_, hasQuery := r.To.Query()
	_, hasFragment := r.To.Fragment()
	reason := ""
	switch {
	case !r.To.IsAbsolute() || host == "":
		reason = "it is not absolute or names no host"
	case !schemes.Lookup(r.To.Scheme()).HTTP:
		reason = "it is neither http nor https"
	case !pathread.Unambiguous(r.To.Path()):
		reason = "readers disagree about its path"
	case hasQuery || hasFragment:
		reason = "it has a query or a fragment"
	default:
		return nil
	}
	return &Error{Op: opRewrite, Part: "To", Reason: reason}
}

// isPath reports whether s is the path of some URI. s must begin with "/".
func isPath(s string) bool {
	rest := strings.TrimLeft(s, "/") // "//" would begin an authority
	return uri.Valid(s[len(s)-len(rest)-1:]) && !strings.ContainsAny(rest, "?#")
}
