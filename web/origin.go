package web

// Origin returns the origin of u as browsers serialize it ("origin" in section "URLs"):
// "https://h" or "https://h:8080", and "null" for an opaque origin. A blob URL with an
// http or https URL in its path has the origin of the latter. Only [Parser.Origin]
// reads one with a host beyond ASCII: Origin returns "null". file URLs have an opaque
// origin.
func (u URL) Origin() string { return Parser{}.Origin(u) }

// Origin is [URL.Origin], except that it reads the URL in the path of a blob URL
// with the ToASCII of p.
func (p Parser) Origin(u URL) string {
	if u.Scheme() == "blob" {
		inner, err := Parser{ToASCII: p.ToASCII}.Parse(URL{}, u.Path())
		if err != nil || inner.kind != httpScheme && inner.kind != httpsScheme {
			return "null"
		}
		u = inner
	}
	switch {
	case u.kind == notSpecial, u.kind == fileScheme:
		return "null"
	case u.user == u.host:
		return u.s[:u.path]
	}
	return u.s[:u.scheme+uint32(len("://"))] + u.s[u.host:u.path]
}
