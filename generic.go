package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/ascii"
)

// A Generic holds the decoded parts of a URI with "//", or of a reference relative to
// one:
//
//	[ scheme ":" ] [ "//" [ user [ ":" password ] "@" ] host [ ":" port ] ]
//	*( "/" segment ) [ "?" query ] [ "#" fragment ]
//
// Fill one to build a URL, and call [Generic.URI]. [GenericFrom] takes a URI apart. A
// Generic follows no rules of a scheme, and keeps a default port. For the URLs of ftp,
// gopher and others use their structs.
//
// A Generic remembers the text given to [GenericFrom]. URI copies the unchanged fields, and
// the unchanged elements of Path, from there. It escapes the changed ones: a ";" in a new
// segment becomes "%3B". So Generics with equal fields may have different URIs: compare
// the results of URI. To compare only the fields with package cmp, use
// cmpopts.IgnoreUnexported(uri.Generic{}) and cmpopts.EquateComparable(uri.Login{},
// uri.Optional{}).
//
// The zero Generic is the empty reference. Without a Scheme, a Generic with a Host is a
// reference with "//" at its start. Without a Host it is a path from the root, a query or
// a fragment. A Scheme without a Host needs a Path. A Generic cannot write an empty
// authority: use [Parse] for "postgres:///db".
//
// Host may also be a name with characters to escape, as the path of a socket, except
// with the schemes http, https, ws, wss and ftp: "/run/postgresql" is written as
// "%2Frun%2Fpostgresql". Such a name has no ":", "@", "[", "]" or ",".
//
// An empty segment inside Path is written, as in "/repos//x". If this would be another
// resource, check variables for "".
type Generic struct {
	Scheme   string   // in lower case if it was read; "": a relative reference
	Login    Login    // user and password, decoded
	Host     string   // a hostname, an IPv4 address, an IPv6 address with or without brackets; "": no authority
	Port     uint16   // 0: no port
	Path     []string // the decoded segments: {} is an empty path, {""} is "/", {"a", ""} is "/a/"
	Query    Values   // the pairs as written; {}: no query
	Fragment Optional // decoded

	read URI // the URI of GenericFrom
}

// GenericFrom returns the parts of u. The error is a [*SyntaxError]:
//
//   - u is opaque or has a relative path
//   - its authority is empty, as in "file:///x", or is neither a server ([ServerFrom]) nor a host
//     with escapes (see [Generic])
//   - a segment decodes to "." or ".."
func GenericFrom(u URI) (Generic, error) {
	if u.IsOpaque() {
		return Generic{}, u.refuse(opGeneric, int(u.path), ruleHierPart, faultNoSlash)
	}
	g := Generic{Scheme: strings.ToLower(u.Scheme()), read: u}
	if u.hasAuthority() {
		var srv Server
		if err := u.server(opGeneric, true, ruleServer, &srv); err != nil {
			return Generic{}, err
		}
		g.Login, g.Host, g.Port = srv.Login, decode(srv.Host), srv.Port
	}
	if path := u.Path(); path != "" {
		if path[0] != '/' {
			return Generic{}, u.refuse(opGeneric, int(u.path), ruleAbsPath, faultRelativePath)
		}
		g.Path = splitDecode(path[1:])
		start := int(u.path) + len("/")
		for i, name := range g.Path {
			if name == "." || name == ".." {
				for range i {
					start = ascii.IndexOrEnd(u.s, start, '/') + len("/")
				}
				return Generic{}, u.refuse(opGeneric, start, ruleSegment, faultDotSegment)
			}
		}
	}
	g.Query = u.Values()
	if text, ok := u.Fragment(); ok {
		g.Fragment = Defined(decode(text))
	}
	return g, nil
}

// ParseGeneric is [Parse] and [GenericFrom].
func ParseGeneric(s string) (Generic, error) { return parseWith(s, opGeneric, GenericFrom) }

// URI returns the URI with these parts. Login, Path and Fragment may be any text: it
// escapes them. [GenericFrom] returns the same fields, except that the scheme is in lower
// case, an IPv6 address has brackets, and an empty Path or Query is nil.
//
// The error is a [*FieldError] with the name of the field:
//
//   - an impossible Scheme, Host or pair of the Query;
//   - a Login or a Port without a Host;
//   - a segment "." or "..", because resolution would remove it;
//   - without a Host, an empty first segment before others, because it would be read as
//     "//";
//   - an empty Path with a Scheme and without a Host.
func (g Generic) URI() (URI, error) {
	var buf [stackBuf]byte
	var u URI
	dst, err := g.appendTo(buf[:0], &u)
	switch {
	case err != nil:
		return URI{}, err
	case tooLong(uint64(len(dst))):
		return Parse(string(dst)) // which refuses a long text
	}
	u.s = string(dst)
	return u, nil
}

// appendTo appends the text of the URI to the empty dst, and sets the offsets of u as
// Parse would.
func (g *Generic) appendTo(dst []byte, u *URI) (_ []byte, err error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if g.Scheme != "" {
		for i := range len(g.Scheme) {
			dst = append(dst, ascii.Lower(g.Scheme[i]))
		}
		u.scheme = uint32(len(dst))
		dst = append(dst, ':')
	}
	if g.Host != "" {
		if dst, err = g.appendServer(append(dst, "//"...), u); err != nil {
			return nil, err
		}
	}
	u.path = uint32(len(dst))
	dst = g.appendPath(dst)
	u.pathEnd = uint32(len(dst))
	for i, p := range g.Query {
		if i == 0 {
			dst = append(dst, '?')
			u.query = uint32(len(dst))
		} else {
			dst = append(dst, '&')
		}
		dst = append(dst, p...)
	}
	if text, ok := g.Fragment.Get(); ok {
		dst = append(dst, '#')
		u.fragment = uint32(len(dst))
		if read, ok := g.read.Fragment(); ok && decodesTo(read, text) {
			dst = append(dst, read...)
		} else {
			dst = appendData(dst, text, EscapeQuery)
		}
	}
	return dst, nil
}

// appendServer appends login, host and port, and sets where the host is.
func (g *Generic) appendServer(dst []byte, u *URI) ([]byte, error) {
	name, kind, err := g.host()
	if err != nil {
		return nil, err
	}
	if read, ok := g.read.Userinfo(); ok && g.Login.isText(read) {
		dst = append(append(dst, read...), '@')
	} else {
		dst = g.Login.appendTo(dst)
	}
	u.host, u.hostKind = uint32(len(dst)), kind
	dst = append(dst, name...)
	u.hostEnd = uint32(len(dst))
	read, ok := g.read.Port()
	if n, _ := portNumber(read); ok && n == g.Port {
		return append(append(dst, ':'), read...), nil
	}
	return appendPort(dst, g.Port), nil
}

// host returns the host as it is written, and its kind. It passes netip.ParseAddr
// a Clone, since ParseAddr keeps its argument and g would move to the heap.
func (g *Generic) host() (string, HostKind, error) {
	if end, r := hostname(g.Host, 0); r == nil && end == len(g.Host) {
		return g.Host, HostName, nil
	}
	var name string
	if strings.IndexByte(g.Host, ':') >= 0 && g.Host[0] != '[' {
		name = "[" + g.Host + "]"
	} else {
		name = strings.Clone(g.Host)
	}
	_, kind, r, _ := schemeHost(name, 0)
	if r == nil {
		return name, kind, nil
	}
	if !isEscapedName(g.Scheme, g.Host) {
		return "", 0, checkHost("generic", strings.Clone(g.Host))
	}
	if read, _ := g.read.Host(); decodesTo(read, g.Host) {
		return read, HostRegName, nil
	}
	return Escape(name, EscapeRegistryHost), HostRegName, nil
}

// appendPath appends the path. A segment that was read and has not changed keeps its bytes: the
// common prefix and suffix of both paths, and then those at the same place.
func (g *Generic) appendPath(dst []byte) []byte {
	read, names := g.read.Path(), g.Path
	for len(names) > 0 && read != "" {
		end := ascii.IndexOrEnd(read, 1, '/')
		if !decodesTo(read[1:end], names[0]) {
			break
		}
		dst = append(dst, read[:end]...)
		read, names = read[end:], names[1:]
	}
	between := len(read) // the front and the back of the path around read[:between] are the same
	for len(names) > 0 && between > 0 {
		i := strings.LastIndexByte(read[:between], '/')
		if !decodesTo(read[i+1:between], names[len(names)-1]) {
			break
		}
		between, names = i, names[:len(names)-1]
	}
	back, read := read[between:], read[:between]
	for _, name := range names {
		end := 0
		if read != "" {
			end = ascii.IndexOrEnd(read, 1, '/')
		}
		if end > 0 && decodesTo(read[1:end], name) {
			dst = append(dst, read[:end]...)
		} else {
			dst = appendData(append(dst, '/'), name, EscapeSegment)
		}
		read = read[end:]
	}
	return append(dst, back...)
}

// appendData is [AppendEscape], but faster for data without a byte to escape.
func appendData(dst []byte, s string, c EscapeSet) []byte {
	if allowedPrefix(s, c) == len(s) {
		return append(dst, s...)
	}
	return AppendEscape(dst, s, c)
}

// check checks the fields, except Host.
func (g *Generic) check() error {
	if g.Scheme != "" {
		if end, r := scheme(g.Scheme, 0); r != nil || end < len(g.Scheme) {
			return &FieldError{"generic", "Scheme", "not the name of a scheme (RFC 2396, 3.1)"}
		}
	}
	if g.Host == "" {
		switch {
		case g.Login.user.defined:
			return &FieldError{"generic", "Login", "set, but Host is empty"}
		case g.Port != 0:
			return &FieldError{"generic", "Port", "set, but Host is empty"}
		case g.Scheme != "" && len(g.Path) == 0:
			return &FieldError{"generic", "Path", "empty, and Host too, but Scheme is set"}
		case len(g.Path) > 1 && g.Path[0] == "":
			return &FieldError{"generic", "Path[0]", `empty, so that the path would begin with "//", which comes before a host`}
		}
	}
	for i, name := range g.Path {
		if name == "." || name == ".." {
			return &FieldError{"generic", indexed("Path", i), `a dot segment, "." or ".."`}
		}
	}
	for i, p := range g.Query {
		s := string(p)
		if end := scanEscaped(s, 0, isURIC); end < len(s) {
			return writtenError("generic", indexed("Query", i), "not a part of a query", strings.Clone(s), end, ruleQuery)
		}
		if strings.IndexByte(s, '&') >= 0 {
			return &FieldError{"generic", indexed("Query", i), `"&" would begin another pair`}
		}
	}
	return nil
}

// HostPort is as for a [Scheme] with the default port of its scheme.
func (g Generic) HostPort() (string, bool) {
	u, err := Generic{Scheme: g.Scheme, Host: g.Host, Port: g.Port}.URI()
	if err != nil {
		return "", false
	}
	return u.HostPort()
}

// For these methods see [Scheme].

func (g Generic) String() string                { return schemeString(g) }
func (g Generic) Format(f fmt.State, verb rune) { formatScheme(g, f, verb) }
func (g Generic) LogValue() slog.Value          { return slog.StringValue(redacted(g)) }
func (g Generic) MarshalText() ([]byte, error)  { return marshalScheme(g) }
func (g *Generic) UnmarshalText(s []byte) error { return unmarshal(g, string(s), ParseGeneric) }
