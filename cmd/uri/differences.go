package main

import (
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/ascii"
)

// A difference is a rule of a reader, and whether it applies to a text that the reader accepts.
type difference struct {
	rule    string
	reader  int // in the order of views
	applies func(in string, u uri.URI, r *guard.Reading) bool
}

const rfc2396, browsers, netURL = 0, 2, 3

// differences are the rules by which readers differ. If RFC 2396 refuses the text, u is the zero URI.
var differences = [...]difference{
	{"RFC 2396 takes an authority that it cannot split as the name of a registry.", rfc2396, func(_ string, u uri.URI, _ *guard.Reading) bool {
		authority, _ := u.Authority()
		return authority != "" && !u.IsServer()
	}},
	{"In RFC 2396 an opaque part has no query.", rfc2396, func(_ string, u uri.URI, _ *guard.Reading) bool {
		return u.IsOpaque() && strings.Contains(u.String(), "?")
	}},
	{"Browsers remove tabs and line breaks, and spaces around the text.", browsers, func(in string, _ uri.URI, _ *guard.Reading) bool {
		return strings.ContainsAny(in, "\t\r\n") || strings.Trim(in, " ") != in
	}},
	{"Browsers read “\\” as “/” in http and similar schemes.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool {
		return strings.Contains(in, `\`) && isDefined(r.Host)
	}},
	{"Browsers find a host after any number of slashes in http and similar schemes.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool {
		_, rest, _ := strings.Cut(in, ":")
		return r.Host.String() != "" && len(rest)-len(strings.TrimLeft(rest, `/\`)) != len("//")
	}},
	{"Browsers write a scheme and a host in lower case, decode the host, and read numbers in it as an IPv4 address.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool {
		return !strings.HasPrefix(strings.Trim(in, " "), r.Scheme.String()) || !strings.Contains(in, r.Host.String())
	}},
	{"Browsers drop an empty port, and the default port of a scheme.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool {
		_, rest, _ := strings.Cut(in, "//")
		authority := rest[:ascii.AuthorityEnd(rest, 0)]
		a := ascii.SplitAuthority(authority, 0, len(authority))
		return a.HostEnd < a.End && isDefined(r.Host) && !isDefined(r.Port)
	}},
	{"Browsers write “/” for an empty path in http and similar schemes, and remove dot segments.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool {
		in, _, _ = strings.Cut(strings.ReplaceAll(in, `\`, "/"), "#")
		in, _, _ = strings.Cut(in, "?")
		hasDots := slices.ContainsFunc(strings.Split(in, "/"), func(segment string) bool {
			return strings.Trim(strings.ReplaceAll(segment, "%2e", "."), ".") == "" && segment != ""
		})
		return hasDots || isDefined(r.Host) && r.Path.String() == "/" && !strings.HasSuffix(in, "/")
	}},
	{"Browsers escape characters that no URI has.", browsers, func(in string, _ uri.URI, r *guard.Reading) bool { return rewrites(in, r) }},
	{"Net/url decodes parts and writes them again.", netURL, func(in string, _ uri.URI, r *guard.Reading) bool {
		return rewrites(in, r) || !strings.Contains(in, r.Host.String()) || !strings.HasPrefix(in, r.Scheme.String())
	}},
	{"Net/url does not distinguish an empty part from a missing one.", netURL, func(in string, u uri.URI, r *guard.Reading) bool {
		_, authority := u.Authority()
		return authority && !isDefined(r.Host) || strings.HasSuffix(in, "#") && !isDefined(r.Fragment)
	}},
}

// rewrites reports whether some part of r is not in the text as it is there.
func rewrites(in string, r *guard.Reading) bool {
	plain := strings.ReplaceAll(ascii.WithoutBreaks(in), `\`, "/")
	return slices.ContainsFunc([]uri.Optional{r.Userinfo, r.Path, r.Query, r.Fragment}, func(part uri.Optional) bool {
		return !strings.Contains(in, part.String()) && !strings.Contains(plain, part.String())
	})
}

// isDefined reports whether a reader has found the part.
func isDefined(part uri.Optional) bool {
	_, ok := part.Get()
	return ok
}

// reasonsOf returns the rules by which the views of a text differ.
func reasonsOf(in string, all []view) (reasons []string) {
	u, _ := uri.Parse(in)
	for _, d := range differences {
		if v := &all[d.reader]; (v.read || v.open) && d.applies(in, u, &v.Reading) {
			reasons = append(reasons, d.rule)
		}
	}
	return reasons
}
