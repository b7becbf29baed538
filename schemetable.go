package uri

import "strings"

// A SchemeInfo describes a scheme.
type SchemeInfo struct {
	// Name is the name of the scheme in lower case.
	Name string
	// Port is the default port, 0 if the scheme has none.
	Port uint16
	// Hierarchical schemes are "known to always use the <hier_part> syntax"
	// (RFC 2396, 5.2, step 3). Those with a Port name a server.
	Hierarchical bool
	// HTTP is set for "http" and "https".
	HTTP bool
	// Special schemes are those that the URL Standard calls special: browsers
	// parse them by other rules.
	Special bool
	// Decoded schemes have clients that decode parts of the URL and send them in
	// a protocol of lines or tabs, where an escaped line break ends a command.
	Decoded bool
	// Bare schemes appear in running text without "//": "tel:", "mailto:".
	Bare bool

	rule      Rule // the rule of its URLs in RFC 1738, section 5
	login     bool // URLs may name a user (RFC 1738, 3.1)
	emptyRoot bool // an empty path after an authority means "/"
	addresses bool // an "@" in the opaque part belongs to a mail address
}

// The schemes that have scheme structs, as indices of schemes.
const (
	schemeFTP = iota
	schemeHTTP
	schemeHTTPS
	schemeGopher
	schemeMailto
	schemeNews
	schemeNNTP
	schemeTelnet
	schemeWAIS
	schemeFile
	schemeProspero
)

// schemes are the schemes that this module knows. The ports are from RFC 1738, 3,
// that of https from RFC 9110, 4.2.2, and those of ws and wss from RFC 6455, 3.
var schemes = [...]SchemeInfo{
	schemeFTP:      {Name: "ftp", Port: 21, Hierarchical: true, Special: true, Decoded: true, rule: ruleFTPURL, login: true},
	schemeHTTP:     {Name: "http", Port: 80, Hierarchical: true, HTTP: true, Special: true, rule: ruleHTTPURL, emptyRoot: true},
	schemeHTTPS:    {Name: "https", Port: 443, Hierarchical: true, HTTP: true, Special: true, rule: ruleHTTPURL, emptyRoot: true},
	schemeGopher:   {Name: "gopher", Port: 70, Hierarchical: true, Decoded: true, rule: ruleGopherURL},
	schemeMailto:   {Name: "mailto", Decoded: true, Bare: true, rule: ruleMailtoURL, addresses: true},
	schemeNews:     {Name: "news", Decoded: true, Bare: true, rule: ruleNewsURL, addresses: true},
	schemeNNTP:     {Name: "nntp", Port: 119, Hierarchical: true, Decoded: true, rule: ruleNNTPURL},
	schemeTelnet:   {Name: "telnet", Port: 23, Hierarchical: true, Decoded: true, rule: ruleTelnetURL, login: true},
	schemeWAIS:     {Name: "wais", Port: 210, Hierarchical: true, Decoded: true, rule: ruleWAISURL},
	schemeFile:     {Name: "file", Hierarchical: true, Special: true, rule: ruleFileURL},
	schemeProspero: {Name: "prospero", Port: 1525, Hierarchical: true, Decoded: true, rule: ruleProsperoURL},

	{Name: "ws", Port: 80, Hierarchical: true, Special: true, emptyRoot: true},
	{Name: "wss", Port: 443, Hierarchical: true, Special: true, emptyRoot: true},

	{Name: "about", Bare: true},
	{Name: "acct", addresses: true},
	{Name: "cid", Bare: true, addresses: true},
	{Name: "data", Bare: true},
	{Name: "geo", Bare: true},
	{Name: "im", addresses: true},
	{Name: "javascript", Bare: true},
	{Name: "magnet", Bare: true},
	{Name: "mid", Bare: true, addresses: true},
	{Name: "pres", addresses: true},
	{Name: "sip", Bare: true, addresses: true},
	{Name: "sips", Bare: true, addresses: true},
	{Name: "sms", Bare: true},
	{Name: "tel", Bare: true},
	{Name: "urn", Bare: true},
	{Name: "xmpp", Bare: true, addresses: true},
}

// schemesByLength has the indices of schemes by the length of the name.
var schemesByLength = func() (indices [len("javascript") + 1][]uint8) {
	for i := range schemes {
		n := len(schemes[i].Name)
		indices[n] = append(indices[n], uint8(i))
	}
	return indices
}()

// LookupScheme returns the description of the scheme with this name, and whether
// the scheme is known. The case of the name does not matter. It does not allocate.
func LookupScheme(name string) (SchemeInfo, bool) {
	x := knownScheme(name)
	return *x, x != &unknownScheme
}

// unknownScheme describes all schemes that are not known.
var unknownScheme SchemeInfo

// knownScheme is [LookupScheme] without a copy. It returns &unknownScheme if the
// scheme is not known.
func knownScheme(name string) *SchemeInfo {
	if len(name) < len(schemesByLength) {
		for _, i := range schemesByLength[len(name)] {
			if strings.EqualFold(schemes[i].Name, name) {
				return &schemes[i]
			}
		}
	}
	return &unknownScheme
}

// DefaultPort returns the default port of the scheme with this name, and whether it
// has one: 21 for "ftp", 443 for "https" and "wss". The case of the name does not
// matter. It does not allocate.
func DefaultPort(name string) (uint16, bool) {
	x := knownScheme(name)
	return x.Port, x.Port != 0
}
