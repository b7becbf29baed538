package crawl

import (
	"errors"
	"strconv"
	"strings"

	"example.com/uri"
)

// An Expansion names the rule by which an abbreviated URI was completed.
type Expansion uint8

// The rules, in the order in which they are tried, and what they write before
// the text. A host is a hostname with a "." in it, "localhost" or an IP address;
// a port below 65536 may follow, and then nothing but a path, a query and a
// fragment. The first three rules ask for two dots, since "ftp.c" is rather a
// file. Case does not matter.
const (
	Incomplete  Expansion = iota // no rule applies
	WWWHost                      // the host begins with "www.", "www2." ...: http://
	FTPHost                      // the host begins with "ftp.": ftp://
	GopherHost                   // the host begins with "gopher.": gopher://
	HostAndPort                  // a host with a port, though it could be an odd scheme: http://
	HostAlone                    // an IPv6 literal, with Expander.HostAlone any host: http://
	Complete                     // an absolute URI: nothing
	NetworkPath                  // "//" and an authority: http:
	Mailbox                      // a local part, "@" and a hostname with a ".": mailto:
)

var expansions = [...]string{"incomplete", "www host", "ftp host", "gopher host", "host and port",
	"host alone", "complete", "network path", "mailbox"}

// String returns the name in small letters, "www host" or "network path".
func (e Expansion) String() string { return name(expansions[:], int(e)) }

// ErrRelative is the error for what is, or may be, a relative reference, which
// needs a base and not a guess.
var ErrRelative = errors.New("crawl: no abbreviated URI, but maybe a relative reference")

// An Expander completes abbreviated URIs. The zero value does what [Expand]
// does.
type Expander struct {
	// Scheme is written where the rules say http. Empty is "http". With what is
	// no scheme, these rules give a [*uri.SyntaxError].
	Scheme string
	// HostAlone applies the rule of that name to every host. "example.com/x" is
	// then a host with a path, and so is "index.html": set it where no relative
	// reference can be meant, as in the address line of a browser.
	HostAlone bool
}

// Expand completes a URI that is abbreviated as people write and say it
// (RFC 2396, Appendix F), and tells the rule that it used: "www.w3.org/x" is
// http://www.w3.org/x, "user@example.com" is mailto:user@example.com. The rules
// are heuristics and stand with [Expansion].
//
// Most of these texts are relative references, too, so they must not come from
// where a base URI is known. What may well be a relative path, "example.com/x",
// gives [ErrRelative], and what no rule fits and [uri.Parse] refuses its
// [*uri.SyntaxError]: [Repair] may help. It allocates up to three copies of the
// text.
func Expand(short string) (uri.URI, Expansion, error) {
	return Expander{}.Expand(short)
}

// Expand is the function [Expand] with the settings of x.
func (x Expander) Expand(short string) (uri.URI, Expansion, error) {
	scheme := x.Scheme
	if scheme == "" {
		scheme = "http"
	}
	if u, ok := asServer(short); ok {
		host, _ := u.Host()
		first, rest, _ := strings.Cut(strings.ToLower(host), ".")
		port, _ := u.Port()
		switch dots := strings.Count(strings.TrimSuffix(rest, "."), "."); {
		case dots > 0 && strings.TrimRight(first, "0123456789") == "www":
			return WWWHost.of(u.WithScheme(scheme))
		case dots > 0 && first == "ftp":
			return FTPHost.of(u.WithScheme("ftp"))
		case dots > 0 && first == "gopher":
			return GopherHost.of(u.WithScheme("gopher"))
		case port != "":
			return HostAndPort.of(u.WithScheme(scheme))
		case x.HostAlone, u.HostKind() == uri.IPv6:
			return HostAlone.of(u.WithScheme(scheme))
		}
	}
	u, err := uri.Parse(short)
	if err != nil {
		return uri.URI{}, Incomplete, err
	}
	authority, _ := u.Authority()
	switch {
	case u.IsAbsolute():
		return u, Complete, nil
	case authority != "":
		return NetworkPath.of(u.WithScheme(scheme))
	case isMailbox(short):
		return Mailbox.of(uri.Parse("mailto:" + short))
	}
	return uri.URI{}, Incomplete, ErrRelative
}

// of returns u as completed by e, or nothing with an error.
func (e Expansion) of(u uri.URI, err error) (uri.URI, Expansion, error) {
	if err != nil {
		return uri.URI{}, Incomplete, err
	}
	return u, e, nil
}

// asServer reads short as what follows the "//" of a URI, and reports whether
// it has a host as the rules of [Expansion] mean it and nothing before that.
func asServer(short string) (u uri.URI, ok bool) {
	u, err := uri.Parse("//" + short)
	if _, userinfo := u.Userinfo(); err != nil || userinfo {
		return uri.URI{}, false
	}
	host, _ := u.Host()
	switch u.HostKind() {
	case uri.Hostname:
		ok = strings.Contains(strings.TrimSuffix(host, "."), ".") || strings.EqualFold(host, "localhost")
	case uri.IPv4:
		_, ok = u.Addr()
	case uri.IPv6:
		ok = true
	}
	if port, _ := u.Port(); port != "" {
		_, err := strconv.ParseUint(port, 10, 16)
		ok = ok && err == nil
	}
	return u, ok
}

// isMailbox reports whether s is a local part, "@" and a hostname with a "." in
// it.
func isMailbox(s string) bool {
	local, domain, _ := strings.Cut(s, "@")
	u, ok := asServer(domain)
	host, _ := u.Host()
	return ok && local != "" && !strings.ContainsAny(local, "/?#") &&
		u.HostKind() == uri.Hostname && host == domain && strings.Contains(host, ".")
}
