package bench

import (
	"example.com/uri"
	"example.com/uri/guard"
)

// listCalls returns the calls of the lists that a server asks for each request or
// connection: lists of hosts, of redirection URIs and of origins.
func listCalls() ([]call, error) {
	hosts, err := guard.ParseHosts("localhost, .internal.example, 10.0.0.0/8, example.com:8080, *.example.org")
	if err != nil {
		return nil, err
	}
	callbacks, err := guard.ParseCallbacks("https://www.example.com/oauth/callback", "https://app.example.org/cb", "http://127.0.0.1/callback")
	if err != nil {
		return nil, err
	}
	origins, err := guard.ParseOrigins("https://www.example.com, https://app.example.org:8443, https://*.example.net")
	if err != nil {
		return nil, err
	}
	match := func(s string) func() bool {
		u := uri.MustParse(s)
		return func() bool { return hosts.Match(u) }
	}
	foreign := uri.MustParse("http://www.sub.example.net/index.html")
	evil := uri.MustParse("http://a@b@www.sub.example.org/index.html")
	return []call{
		{"guard.Hosts.Match, five entries", 120, 0, match("http://www.sub.example.org/index.html")},
		{"guard.Hosts.Match, five entries, a port", 150, 0, match("http://www.example.com:8080/index.html")},
		{"guard.Hosts.Match, five entries, an address", 150, 0, match("http://10.1.2.3/index.html")},
		{"guard.Hosts.Match, five entries, another host", 150, 0, func() bool { return !hosts.Match(foreign) }},
		{"guard.Hosts.MatchHost, five entries", 120, 0, func() bool { return hosts.MatchHost("www.sub.example.org", 80) }},
		{"guard.Hosts.MayMatch, five entries, another host", 150, 0, func() bool { return !hosts.MayMatch(foreign) }},
		{"guard.Hosts.MayMatch, five entries, a@b@host", 0, 0, func() bool { return hosts.MayMatch(evil) }},
		{"guard.Hosts.MayMatchHost, five entries, another host", 150, 0, func() bool { return !hosts.MayMatchHost("www.sub.example.net", 443) }},
		{"guard.Callbacks.Match, three entries", 100, 0, func() bool { return callbacks.Match("https://www.example.com/oauth/callback") == nil }},
		{"guard.Callbacks.Match, another URI", 0, Free, func() bool { return callbacks.Match("https://www.example.com/oauth/callback/") != nil }},
		{"guard.Callbacks.Match, a port of a loopback", 150, 0, func() bool { return callbacks.Match("http://127.0.0.1:51004/callback") == nil }},
		{"guard.Origins.Match, three entries", 100, 0, func() bool { return origins.Match("https://www.example.com") }},
		{"guard.Origins.Match, below a domain", 150, 0, func() bool { return origins.Match("https://www.sub.example.net") }},
		{"guard.Origins.Match, another origin", 150, 0, func() bool { return !origins.Match("https://www.example.com.evil.example") }},
	}, nil
}
