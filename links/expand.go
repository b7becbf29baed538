package links

import (
	"cmp"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// An Expansion names the rule by which an abbreviated URI was completed.
type Expansion uint8

// The rules, in their order, and the text written before the given one. A host is a
// hostname with a "." in it, "localhost", an IP address, or a name beyond US-ASCII with
// a "." in it. A port below 65536 may follow, and then nothing except a path, a query
// and a fragment. The rules for a first label require another dot, since "ftp.c" is more likely
// a file. Case does not matter.
const (
	ExpansionNone        Expansion = iota // no rule applies
	ExpansionWWWHost                      // the host begins with "www.", "www2." ...: http://
	ExpansionFTPHost                      // the host begins with "ftp.": ftp://
	ExpansionGopherHost                   // the host begins with "gopher.": gopher://
	ExpansionHostAndPort                  // a host with a port, though it could be an odd scheme, or an IPv6 literal: http://
	ExpansionComplete                     // an absolute URI: nothing
	ExpansionNetworkPath                  // "//" and an authority: http:
	ExpansionMailbox                      // a local part, "@" and a hostname of any script with a ".": mailto:
)

var expansions = [...]string{"none", "www host", "ftp host", "gopher host", "host and port",
	"complete", "network path", "mailbox"}

// String returns the name in small letters, "www host" or "network path".
func (e Expansion) String() string { return ascii.Name(expansions[:], int(e)) }

// ErrRelative is the error for a text like a relative reference. It needs a base, not a guess.
var ErrRelative = errors.New("links: not an abbreviated URI; it may be a relative reference")

// An Expander completes abbreviated URIs. The zero value works as [Expand].
type Expander struct {
	// Scheme is written instead of http. Empty is "http". If it is not a scheme, these
	// rules give a [*uri.SyntaxError].
	Scheme string
	// ToASCII is as in [Extractor], except that the domain of a mailbox is escaped in any
	// case (RFC 6068, 2). Expand returns the errors of ToASCII.
	ToASCII func(name string) (string, error)
}

// Expand completes a URI abbreviated as people write and say it (RFC 2396, Appendix F),
// and returns the rule used: "www.w3.org/x" is http://www.w3.org/x, "user@example.com"
// is mailto:user@example.com. The rules are heuristics. [Expansion] lists them. An IRI
// is abbreviated in the same way, and the result is the URI of RFC 3987, 3.1:
// "www.bücher.example" is http://www.b%C3%BCcher.example.
//
// Most of these texts are valid relative references too, so do not use it where a
// base URI is known. A text like a relative path, as "example.com/x", gives
// [ErrRelative]. If no rule fits and [uri.Parse] refuses the text, the error is its
// [*uri.SyntaxError]: [Repair] may help. For an IRI its Offset counts in the URI of RFC
// 3987, 3.1. Expand allocates copies of the text, and more for an IRI.
func Expand(short string) (uri.URI, Expansion, error) {
	return Expander{}.Expand(short)
}

// Expand is the function [Expand] with the settings of x.
func (x Expander) Expand(short string) (uri.URI, Expansion, error) {
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
	isOther := func(r rune) bool { return r < utf8.RuneSelf && (r == '_' || !ascii.Host.Has(byte(r))) }
	return strings.Contains(s, ".") && !strings.ContainsFunc(s, isOther)
}

// expand completes short. If iri is set, its host may contain escapes, those of an IRI.
func (x Expander) expand(short string, iri bool) (uri.URI, Expansion, error) {
	if u, err := uri.Parse("//" + short); err == nil && namesServer(u, iri) {
		if e := hostExpansion(u); e != ExpansionNone {
			return x.complete(e, u)
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
		return x.complete(ExpansionNetworkPath, u)
	case isMailbox(short, iri):
		u, err = uri.Parse("mailto:" + short)
		return u, ExpansionMailbox, err
	}
	return uri.URI{}, ExpansionNone, ErrRelative
}

// complete returns u with the scheme of the rule e, and e.
func (x Expander) complete(e Expansion, u uri.URI) (uri.URI, Expansion, error) {
	scheme := cmp.Or(x.Scheme, "http")
	switch e {
	case ExpansionFTPHost:
		scheme = "ftp"
	case ExpansionGopherHost:
		scheme = "gopher"
	}
	u, err := u.WithScheme(scheme)
	if err != nil {
		return uri.URI{}, ExpansionNone, err
	}
	return u, e, nil
}

// hostExpansion returns the first rule for the host of u, or ExpansionNone.
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
	if port, _ := u.Port(); port != "" || u.HostKind() == uri.HostIPv6 {
		return ExpansionHostAndPort
	}
	return ExpansionNone
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
	n, _ := ascii.Number(port, 10)
	return ok && n <= math.MaxUint16
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
