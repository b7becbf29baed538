package links

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
	"example.com/uri/web"
)

// An Expansion names the rule by which an abbreviated URI was completed.
type Expansion uint8

// The rules, in their order, and the text written before the given one. A host is a
// hostname with a "." in it, "localhost", an IP address, or a name beyond US-ASCII with
// a "." in it. A port below 65536 may follow, and then nothing except a path, a query
// and a fragment. The first three rules require two dots, since "ftp.c" is more likely
// a file. Case does not matter.
const (
	ExpansionNone        Expansion = iota // no rule applies
	ExpansionWWWHost                      // the host begins with "www.", "www2." ...: http://
	ExpansionFTPHost                      // the host begins with "ftp.": ftp://
	ExpansionGopherHost                   // the host begins with "gopher.": gopher://
	ExpansionHostAndPort                  // a host with a port, though it could be an odd scheme: http://
	ExpansionHostAlone                    // an IPv6 literal, with Expander.AddressBar any host: http://
	ExpansionComplete                     // an absolute URI: nothing
	ExpansionNetworkPath                  // "//" and an authority: http:
	ExpansionMailbox                      // a local part, "@" and a hostname of any script with a ".": mailto:
)

var expansions = [...]string{"none", "www host", "ftp host", "gopher host", "host and port",
	"host alone", "complete", "network path", "mailbox"}

// String returns the name in small letters, "www host" or "network path".
func (e Expansion) String() string { return ascii.Name(expansions[:], int(e)) }

// ErrRelative is the error for a relative reference, or a text like one. It needs a
// base, not a guess.
var ErrRelative = errors.New("links: not an abbreviated URI; it may be a relative reference")

// ErrSearch is the error of an [Expander] with AddressBar for words, or for one word
// that is hardly a host. A browser gives it to a search engine.
var ErrSearch = errors.New("links: not an address; a browser would search for it")

// An Expander completes abbreviated URIs. The zero value works as
// [Expand].
type Expander struct {
	// Scheme is written instead of http. Empty is "http". If it is not a scheme, these
	// rules give a [*uri.SyntaxError].
	Scheme string
	// AddressBar reads the text as browsers read their address line, where no relative
	// reference can be meant: "example.com/x" is a host with a path, and so is
	// "index.html". These are addresses too:
	//
	//   - "name:8080", with any port, unless name is tel or another scheme without
	//     "//";
	//   - a name of one label if the path ends with "/", and localhost;
	//   - three or four numbers, as in "10.0.1";
	//   - a host with "user@" before it, although it may be a mailbox.
	//
	// White space around the text is left out, and in a path it is escaped, like every
	// other character outside URIs. Any other text without a scheme and without "/" at
	// the beginning gives [ErrSearch].
	AddressBar bool
	// ToASCII turns a host name with characters beyond US-ASCII into US-ASCII, as IDNA
	// does. Without it the name is escaped: browsers read it as the same host. The
	// domain of a mailbox is escaped in any case (RFC 6068, 2). Expand returns the
	// errors of ToASCII.
	ToASCII func(name string) (string, error)
}

// Expand completes a URI abbreviated as people write and say it (RFC 2396, Appendix F),
// and returns the rule used: "www.w3.org/x" is http://www.w3.org/x, "user@example.com"
// is mailto:user@example.com. The rules are heuristics. [Expansion] lists them. An IRI
// is abbreviated in the same way, and the result is the URI of RFC 3987, 3.1:
// "www.bücher.example" is http://www.b%C3%BCcher.example.
//
// Most of these texts are valid relative references too, so do not use Expand where a
// base URI is known. A text like a relative path, as "example.com/x", gives
// [ErrRelative]. If no rule fits and [uri.Parse] refuses the text, the error is its
// [*uri.SyntaxError]: [Repair] may help. For an IRI its Offset counts in the URI of RFC
// 3987, 3.1. Expand allocates up to three copies of the text, and more for an IRI.
func Expand(short string) (uri.URI, Expansion, error) {
	return Expander{}.Expand(short)
}

// Expand is the function [Expand] with the settings of x.
func (x Expander) Expand(short string) (uri.URI, Expansion, error) {
	if x.AddressBar {
		return x.addressLine(strings.TrimSpace(short))
	}
	if ascii.Is(short) {
		return x.expand(short, false)
	}
	if !onlyIRI(short) {
		_, err := uri.Parse(short)
		return uri.URI{}, ExpansionNone, err
	}
	front := ""
	if p := split("//" + short); x.ToASCII != nil && p.Host == len("//") && isWideName(short[:p.HostEnd-p.Host]) {
		front = "//" // without it the host would be read as a path
	}
	mapped, err := mapIRI(front+short, x.ToASCII)
	if err != nil {
		return uri.URI{}, ExpansionNone, err
	}
	return x.expand(mapped[len(front):], true)
}

// isWideName reports whether s is a host name beyond US-ASCII: it has a "." in it,
// and no US-ASCII characters except letters, digits, "-" and ".".
func isWideName(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if ascii.Is(s) || !utf8.ValidString(s) || strings.HasPrefix(s, ".") || strings.Contains(s, "..") {
		return false
	}
	return strings.Contains(s, ".") && !strings.Contains(s, "_") && isHostText(s)
}

// isHostText reports whether all characters of s are letters, digits, "-", "_", "." or beyond
// US-ASCII.
func isHostText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && !ascii.Host.Has(byte(r)) })
}

// expand completes short. If iri is set, its escapes come from an IRI, and its host
// may contain some.
func (x Expander) expand(short string, iri bool) (uri.URI, Expansion, error) {
	if u, err := uri.Parse("//" + short); err == nil && namesServer(u, iri) {
		if e := hostExpansion(u); e != ExpansionHostAlone || u.HostKind() == uri.HostIPv6 {
			return x.complete(e, u, nil)
		}
	}
	u, err := uri.Parse(short)
	if err != nil {
		return uri.URI{}, ExpansionNone, err
	}
	authority, _ := u.Authority()
	switch {
	case u.IsAbsolute():
		return u, ExpansionComplete, nil
	case authority != "":
		return x.complete(ExpansionNetworkPath, u, nil)
	case isMailbox(short, iri):
		u, err = uri.Parse("mailto:" + short)
		return x.complete(ExpansionMailbox, u, err)
	}
	return uri.URI{}, ExpansionNone, ErrRelative
}

// complete returns u with the scheme of the rule e, and e, or only err if that is not
// nil.
func (x Expander) complete(e Expansion, u uri.URI, err error) (uri.URI, Expansion, error) {
	if err == nil {
		switch e {
		case ExpansionComplete, ExpansionMailbox:
		case ExpansionFTPHost:
			u, err = u.WithScheme("ftp")
		case ExpansionGopherHost:
			u, err = u.WithScheme("gopher")
		default:
			u, err = u.WithScheme(cmp.Or(x.Scheme, "http"))
		}
	}
	if err != nil {
		return uri.URI{}, ExpansionNone, err
	}
	return u, e, nil
}

// addressLine completes s as browsers complete their address line. There is no white
// space around s.
func (x Expander) addressLine(s string) (uri.URI, Expansion, error) {
	switch authority := s[:ascii.IndexAnyOrEnd(s, 0, "/?#")]; {
	case strings.HasPrefix(s, "//"):
		u, err := x.read(s)
		if named, _ := u.Authority(); err == nil && named == "" {
			err = ErrRelative
		}
		return x.complete(ExpansionNetworkPath, u, err)
	case authority == "" && s != "" && s[0] != '?':
		return uri.URI{}, ExpansionNone, ErrRelative
	case beginsWithScheme(s, authority):
		u, err := x.read(s)
		return x.complete(ExpansionComplete, u, err)
	case !isAddress(authority, s[len(authority):]):
		return uri.URI{}, ExpansionNone, ErrSearch
	}
	u, err := x.read("//" + s)
	return x.complete(hostExpansion(u), u, err)
}

// read returns the URI meant by s: a URI, an IRI or a text to be repaired.
func (x Expander) read(s string) (uri.URI, error) {
	if !utf8.ValidString(s) {
		return uri.Parse(s)
	}
	mapped, err := mapIRI(s, x.ToASCII)
	if err != nil {
		return uri.URI{}, err
	}
	u, _, err := Repair(mapped)
	return u, err
}

// beginsWithScheme reports whether s begins with a scheme, and not with a name and a port.
// The part of s before "/", "?" or "#" is authority.
func beginsWithScheme(s, authority string) bool {
	name, port, ok := strings.Cut(authority, ":")
	switch {
	case !ok || name == "" || !ascii.Letter.Has(name[0]) || !ascii.All(name, ascii.Scheme):
		return false
	case schemes.Lookup(name).Bare:
		return true
	}
	return port == "" && !strings.Contains(name, ".") || port != "" && !isPort(port) || strings.HasPrefix(s[len(authority):], "//")
}

// isPort reports whether s is a port below 65536, or empty.
func isPort(s string) bool {
	if s == "" {
		return true
	}
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// isAddress reports whether authority, with rest after it, is the address of a server and
// no text to search for.
func isAddress(authority, rest string) bool {
	a := ascii.SplitAuthority(authority, 0, len(authority))
	host, port := authority[a.Host:a.HostEnd], strings.TrimPrefix(authority[a.HostEnd:], ":")
	if strings.IndexFunc(authority, unicode.IsSpace) >= 0 || !isPort(port) {
		return false
	}
	if strings.HasPrefix(host, "[") {
		return web.Valid("http://" + host)
	}
	if !isHostText(host) {
		return false
	}
	labels := strings.Split(strings.TrimSuffix(wideDots.Replace(host), "."), ".")
	if slices.Contains(labels, "") {
		return false
	}
	switch number := ascii.All(labels[len(labels)-1], ascii.Digit); {
	case number && (len(labels) > 2 || port != ""):
		return web.Valid("http://" + strings.Join(labels, ".")) // an IPv4 address of browsers
	case number:
		return false
	case len(labels) > 1, port != "", strings.EqualFold(host, "localhost"):
		return true
	}
	return strings.HasSuffix(rest[:ascii.IndexAnyOrEnd(rest, 0, "?#")], "/")
}

// wideDots writes a "." for the other separators of the labels of a host (RFC 3490,
// 3.1).
var wideDots = strings.NewReplacer("。", ".", "．", ".", "｡", ".")

// hostExpansion returns the first rule for the host of u.
func hostExpansion(u uri.URI) Expansion {
	host, _ := u.Host()
	host = strings.ToLower(host)
	first, rest, _ := strings.Cut(host, ".")
	switch dots := strings.Count(strings.TrimSuffix(rest, "."), "."); {
	case dots == 0:
	case ascii.WWWLabel(host) > 0:
		return ExpansionWWWHost
	case first == "ftp":
		return ExpansionFTPHost
	case first == "gopher":
		return ExpansionGopherHost
	}
	if port, _ := u.Port(); port != "" {
		return ExpansionHostAndPort
	}
	return ExpansionHostAlone
}

// namesServer reports whether the authority of u is a host as the rules of [Expansion]
// define it, and perhaps a port. The host may contain escapes if iri is set.
func namesServer(u uri.URI, iri bool) (ok bool) {
	if _, userinfo := u.Userinfo(); userinfo {
		return false
	}
	host, _ := u.Host()
	switch u.HostKind() {
	case uri.HostName:
		ok = strings.Contains(strings.TrimSuffix(host, "."), ".") || strings.EqualFold(host, "localhost")
	case uri.HostIPv4:
		_, ok = u.Addr()
	case uri.HostIPv6:
		ok = true
	case uri.HostRegName:
		decoded, err := uri.Unescape(host)
		ok = iri && err == nil && isWideName(decoded)
	}
	port, _ := u.Port()
	return ok && isPort(port)
}

// isMailbox reports whether s is a local part, "@" and a hostname with a "." in
// it. The name may contain escapes if iri is set.
func isMailbox(s string, iri bool) bool {
	local, name, _ := strings.Cut(s, "@")
	u, err := uri.Parse("//" + name)
	host, _ := u.Host()
	if err != nil || local == "" || strings.ContainsAny(local, "/?#") || host != name || !namesServer(u, iri) {
		return false
	}
	kind := u.HostKind()
	return kind == uri.HostRegName || kind == uri.HostName && strings.Contains(strings.TrimSuffix(host, "."), ".")
}
