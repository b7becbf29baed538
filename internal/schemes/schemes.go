// Package schemes holds the properties of the known schemes, as data.
package schemes

import "strings"

// An Info describes a scheme.
type Info struct {
	// Name is the name of the scheme in lower case.
	Name string
	// Port is the default port, 0 for a scheme without one.
	Port uint16
	// Hierarchical schemes are "known to always use the <hier_part> syntax"
	// (RFC 2396, 5.2, step 3). Those with a Port name a server.
	Hierarchical bool
	// HTTP is set for "http" and "https".
	HTTP bool
	// Special schemes are those of the URL Standard: browsers have other rules for them.
	Special bool
	// Decoded schemes have clients that decode parts of the URL and send them in
	// a protocol of lines or tabs, where an escaped line break ends a command.
	Decoded bool
	// Bare schemes appear in running text without "//": "tel:", "mailto:".
	Bare bool
	// Login schemes have URLs with an optional user (RFC 1738, 3.1).
	Login bool
	// EmptyRoot schemes read an empty path after an authority as "/".
	EmptyRoot bool
	// Addresses schemes have mail addresses in their opaque part: an "@" is part of one.
	Addresses bool
}

// An ID is a scheme of the table. Those that code names have a constant.
type ID uint8

const (
	Unknown ID = iota // all schemes outside the table
	FTP
	HTTP
	HTTPS
	Gopher
	Mailto
	News
	NNTP
	Telnet
	WAIS
	File
	Prospero
	WS
	WSS
)

// Info returns the description of the scheme.
func (id ID) Info() *Info { return &table[id] }

// table has the known schemes. The ports are from RFC 1738, 3, for https from RFC 9110,
// 4.2.2, for ws and wss from RFC 6455, 3, and for news, snews and nntps from RFC 5538,
// 2, and the registries of URI schemes and ports (RFC 4642, 1).
var table = [...]Info{
	Unknown: {},

	FTP:      {Name: "ftp", Port: 21, Hierarchical: true, Special: true, Decoded: true, Login: true},
	HTTP:     {Name: "http", Port: 80, Hierarchical: true, HTTP: true, Special: true, EmptyRoot: true},
	HTTPS:    {Name: "https", Port: 443, Hierarchical: true, HTTP: true, Special: true, EmptyRoot: true},
	Gopher:   {Name: "gopher", Port: 70, Hierarchical: true, Decoded: true},
	Mailto:   {Name: "mailto", Decoded: true, Bare: true, Addresses: true},
	News:     {Name: "news", Port: 119, Decoded: true, Bare: true, Addresses: true},
	NNTP:     {Name: "nntp", Port: 119, Hierarchical: true, Decoded: true},
	Telnet:   {Name: "telnet", Port: 23, Hierarchical: true, Decoded: true, Login: true},
	WAIS:     {Name: "wais", Port: 210, Hierarchical: true, Decoded: true},
	File:     {Name: "file", Hierarchical: true, Special: true},
	Prospero: {Name: "prospero", Port: 1525, Hierarchical: true, Decoded: true},
	WS:       {Name: "ws", Port: 80, Hierarchical: true, Special: true, EmptyRoot: true},
	WSS:      {Name: "wss", Port: 443, Hierarchical: true, Special: true, EmptyRoot: true},

	{Name: "about", Bare: true},
	{Name: "acct", Addresses: true},
	{Name: "cid", Bare: true, Addresses: true},
	{Name: "data", Bare: true},
	{Name: "geo", Bare: true},
	{Name: "im", Addresses: true},
	{Name: "javascript", Bare: true},
	{Name: "magnet", Bare: true},
	{Name: "mid", Bare: true, Addresses: true},
	{Name: "nntps", Port: 563, Hierarchical: true, Decoded: true},
	{Name: "pres", Addresses: true},
	{Name: "sip", Bare: true, Addresses: true},
	{Name: "sips", Bare: true, Addresses: true},
	{Name: "sms", Bare: true},
	{Name: "snews", Port: 563, Decoded: true, Addresses: true},
	{Name: "tel", Bare: true},
	{Name: "urn", Bare: true},
	{Name: "xmpp", Bare: true, Addresses: true},
}

// Find returns the scheme with this name, or Unknown. The case of the name does not matter.
func Find(name string) ID {
	for i := range table {
		if x := &table[i]; len(x.Name) == len(name) && (x.Name == name || strings.EqualFold(x.Name, name)) {
			return ID(i)
		}
	}
	return Unknown
}

// Lookup returns the description of the scheme with this name. If the scheme is not
// known, no field of it is set. The case of the name does not matter.
func Lookup(name string) *Info { return Find(name).Info() }
