package guard

import (
	"net/netip"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Code is a kind of finding. Each kind is one bit, so that a program can ask for several.
type Code uint64

// The kinds of findings, in the order of the URI's text.
const (
	CodeScriptScheme      Code = 1 << iota // a scheme whose URIs are programs or documents themselves
	CodeSchemeDot                          // a scheme with a ".": a host to some parsers
	CodeDriveScheme                        // a scheme of one letter before a path: a drive of Windows
	CodeMailtoQuery                        // a mailto URI without "?" and with a header field after "&"
	CodeOpaqueHost                         // a host that only some parsers find: in an opaque URI other than mailto, in a sip URI, after a scheme with "+" or "-", after a capital in a scheme of the web or ftp
	CodeSlashConfusion                     // no host, but browsers or curl find one: they do not count slashes, also without a scheme ("///evil.example")
	CodeEmptyHost                          // an empty authority, except in a file URL
	CodeMissingHost                        // an authority with text but without a host (":8080", "user@")
	CodeEmptyUserinfo                      // an "@" before the host, and no userinfo
	CodePassword                           // a password in the userinfo
	CodeOption                             // a user name or a host with "-" at its start, also escaped
	CodeUserinfoHost                       // userinfo that looks like a host, also after decoding
	CodeRegistryAuthority                  // an authority that parsers split differently, or an invalid label of Punycode that some programs mend
	CodeEscapedHost                        // a host with escapes
	CodeOddIPv4                            // a host of numbers that programs read as different IPv4 addresses, or only some as one; a finding for each address
	CodeMappedAddress                      // an IPv6 literal with an IPv4 address inside, IPv4-mapped or IPv4-translated
	CodeSpecialAddress                     // an address that is not public ([IsPublic]), to some program
	CodeSpecialName                        // a name for this machine or its own network
	CodeSchemeHost                         // a host that is a scheme, before "//": one URL was pasted after another scheme
	CodeDirectoryHost                      // in a file URL, a host that is a directory at the root of most systems
	CodeDriveHost                          // in a file URL, a host that is a drive to browsers
	CodeTrailingDot                        // a hostname with "." at its end
	CodePunycode                           // a label that encodes letters beyond US-ASCII ("xn--")
	CodeMixedScript                        // a label with letters of more than one script
	CodeBadPort                            // the port of another service
	CodeLowPort                            // a port below 1024, except the scheme's own
	CodeEmptyPort                          // a ":" after the host, and no port
	CodeFileServer                         // a file URL with a user or a port
	CodePortRange                          // a port above 65535
	CodeAuthorityEnd                       // "?" or "#" directly after the authority, or a port, and an "@" later
	CodeUNCPath                            // a file URL with two slashes and a name at the start of its path, also backslashes or escaped ones
	CodeEscapedSlash                       // an escaped "/" in the path
	CodeEscapedBackslash                   // an escaped "\" in the path
	CodeEscapedDot                         // an escaped "." in the path
	CodeEscapedDelimiter                   // an escaped "?" or "#" in the path
	CodeDotParams                          // a dot segment with parameters, "..;x"
	CodeDoubleEscape                       // an escape of "%" before two digits, also escaped ones
	CodeOverlong                           // escaped octets of a character in more octets than UTF-8 allows ("%C0%AF" for "/")
	CodeEscapedLineBreak                   // an escaped CR or LF
	CodeEscapedNull                        // an escaped NUL
	CodeEscapedControl                     // another escaped control character
	CodeSmuggling                          // escapes that add commands to those of a client of the scheme

	codeEnd
)

// A Severity says how likely a finding means harm. Severities are ordered. The zero
// Severity is less than all, and no finding has it.
type Severity uint8

const (
	SeverityHint    Severity = iota + 1 // often harmless, worth a look
	SeverityWarning                     // rarely meant well, or harmful in some programs
	SeverityDanger                      // an attack, or as good as one
)

var severities = [...]string{"", "hint", "warning", "danger"}

// String returns "hint", "warning", "danger" or, for the zero Severity, "".
func (s Severity) String() string { return ascii.Name(severities[:], int(s)) }

// kinds describes each code, apart from the URI.
var kinds = map[Code]struct {
	name      string
	severity  Severity
	part      uri.Part // PartNone if it depends on the URI
	reference string
	message   string
}{
	CodeScriptScheme:      {"script-scheme", SeverityWarning, uri.PartScheme, "RFC 3986, 7.6", "the URI is a program or a document of its own"},
	CodeSchemeDot:         {"scheme-dot", SeverityWarning, uri.PartScheme, "RFC 3986, 3.1; urllib3, parse_url", "parsers that know no \".\" in a scheme read it as the host"},
	CodeDriveScheme:       {"drive-scheme", SeverityHint, uri.PartScheme, "RFC 8089, E.2", "a path of Windows is read as a URI: file:///C:/ is one"},
	CodeMailtoQuery:       {"mailto-query", SeverityHint, uri.PartOpaque, "RFC 6068, 2", `header fields begin with "?", so that this is part of the address`},
	CodeOpaqueHost:        {"opaque-host", SeverityHint, uri.PartNone, "RFC 2396, 3; RFC 3261, 19.1.1; Node.js, url.parse; npm, url-parse-lax", "some parsers find a host here, others none or another"},
	CodeSlashConfusion:    {"slash-confusion", SeverityDanger, uri.PartAuthority, "WHATWG URL, 4.4; curl, URL syntax", "browsers or curl skip the slashes and find a host here"},
	CodeMissingHost:       {"missing-host", SeverityDanger, uri.PartHost, "RFC 9110, 4.2.1", "no host is named, and many programs fetch from this machine"},
	CodeEmptyHost:         {"empty-host", SeverityWarning, uri.PartAuthority, "RFC 9110, 4.2.1", "the authority names no host"},
	CodeEmptyUserinfo:     {"empty-userinfo", SeverityHint, uri.PartUserinfo, "RFC 3986, 3.2.1; Perl, Mojo::URL", `some parsers take the "@" as part of the host`},
	CodePassword:          {"password", SeverityWarning, uri.PartUserinfo, "RFC 3986, 3.2.1", "the URI contains a readable password"},
	CodeOption:            {"option", SeverityDanger, uri.PartNone, "CVE-2017-1000117; CVE-2018-17456", `a command reads a user or host that begins with "-" as an option`},
	CodeUserinfoHost:      {"userinfo-host", SeverityDanger, uri.PartUserinfo, "RFC 3986, 7.6", "the user name looks like the host"},
	CodeRegistryAuthority: {"registry-authority", SeverityDanger, uri.PartAuthority, "RFC 3986, 7.6", "parsers disagree on which host this is"},
	CodeEscapedHost:       {"escaped-host", SeverityWarning, uri.PartHost, "CVE-2022-27780", "the host has escapes, which some parsers decode"},
	CodeOddIPv4:           {"odd-ipv4", SeverityDanger, uri.PartHost, "RFC 3986, 7.4", "other parsers read this host as an IPv4 address"},
	CodeMappedAddress:     {"mapped-address", SeverityDanger, uri.PartHost, "RFC 4291, 2.5.5; CVE-2024-24790", "the IPv6 address holds an IPv4 address"},
	CodeSpecialAddress:    {"special-address", SeverityWarning, uri.PartHost, "RFC 6890, 2.2", "the address is not public"},
	CodeSpecialName:       {"special-name", SeverityWarning, uri.PartHost, "RFC 6761", "the name means this machine or its own network"},
	CodeSchemeHost:        {"scheme-host", SeverityHint, uri.PartHost, "RFC 3986, 3.2.2", "the name of a scheme is the host"},
	CodeDirectoryHost:     {"directory-host", SeverityHint, uri.PartHost, "RFC 8089, 2; FHS 3.0, 3.2", "a directory is the host, since a slash is missing"},
	CodeDriveHost:         {"drive-host", SeverityWarning, uri.PartHost, "WHATWG URL, 4.4 (file host state)", "browsers read a drive where this is a host"},
	CodeTrailingDot:       {"trailing-dot", SeverityWarning, uri.PartHost, "RFC 3986, 3.2.2; CVE-2022-30115", "the same host is spelled in two ways"},
	CodePunycode:          {"punycode", SeverityHint, uri.PartHost, "RFC 5890, 2.3.2.1", "the label stands for one with other letters"},
	CodeMixedScript:       {"mixed-script", SeverityHint, uri.PartHost, "UTS 39, 5.1", "the label mixes the letters of several scripts"},
	CodeBadPort:           {"bad-port", SeverityDanger, uri.PartPort, "Fetch, 2.9; RFC 1738, 6", "the port belongs to another service"},
	CodeLowPort:           {"low-port", SeverityHint, uri.PartPort, "RFC 3986, 7.2", "the port is a reserved one and not the scheme's"},
	CodeEmptyPort:         {"empty-port", SeverityHint, uri.PartPort, "RFC 3986, 3.2.3; Perl, URI", `some parsers take the ":" as part of the host`},
	CodeFileServer:        {"file-server", SeverityWarning, uri.PartAuthority, "RFC 8089, 2; Perl, URI", "file URLs have no user and no port, and some parsers take them as part of the host"},
	CodePortRange:         {"port-range", SeverityWarning, uri.PartPort, "RFC 9293, 3.1", "there is no such port"},
	CodeAuthorityEnd:      {"authority-end", SeverityWarning, uri.PartNone, "RFC 3986, 7.6; CVE-2016-8624", `parsers that look for "@" first find another host`},
	CodeUNCPath:           {"unc-path", SeverityWarning, uri.PartPath, "RFC 8089, E.3.2", "Windows connects to the server that the path names, and logs in"},
	CodeEscapedSlash:      {"escaped-slash", SeverityWarning, uri.PartPath, "RFC 3986, 7.3", `some programs decode an escaped "/" before they split the path`},
	CodeEscapedBackslash:  {"escaped-backslash", SeverityWarning, uri.PartPath, "RFC 3986, 7.3", `an escaped "\" is a delimiter on some systems`},
	CodeEscapedDot:        {"escaped-dot", SeverityWarning, uri.PartPath, "RFC 3986, 6.2.2.2; CVE-2021-41773", "an escaped dot may hide a dot segment from a check"},
	CodeEscapedDelimiter:  {"escaped-delimiter", SeverityHint, uri.PartPath, "RFC 3986, 7.3; CVE-2025-66490", `a program that decodes the path and reads it again ends it at "?" or "#"`},
	CodeDotParams:         {"dot-params", SeverityDanger, uri.PartPath, "RFC 2396, 3.3; CVE-2020-5902", `servers that drop ";" and what follows it see a dot segment`},
	CodeDoubleEscape:      {"double-escape", SeverityWarning, uri.PartNone, "RFC 3986, 2.4; CVE-2021-42013", "decoded twice this is another text"},
	CodeOverlong:          {"overlong", SeverityDanger, uri.PartNone, "RFC 3629, 10; CVE-2000-0884; CVE-2008-2938", "a decoder that does not check UTF-8 reads another character, such as a slash"},
	CodeEscapedLineBreak:  {"line-break", SeverityDanger, uri.PartNone, "RFC 1738, 6; CVE-2012-0036", "an escaped line break ends a line of a protocol"},
	CodeEscapedNull:       {"null", SeverityDanger, uri.PartNone, "RFC 3986, 7.3", "an escaped NUL ends a string in some programs"},
	CodeEscapedControl:    {"control", SeverityWarning, uri.PartNone, "RFC 3986, 7.3", "an escaped control character"},
	CodeSmuggling:         {"smuggling", SeverityDanger, uri.PartNone, "RFC 1738, 6; RFC 6068, 7", "decoded this becomes commands of its own"},
}

// String returns the code's name ("userinfo-host"), and "" for several codes.
func (c Code) String() string { return kinds[c].name }

// A Finding is a trick in a URI, one known to fool people or programs.
type Finding struct {
	Code   Code
	Part   uri.Part   // the part that it is in; in an opaque URI PartOpaque, never PartPath
	Offset int        // the byte offset in the URI's text where it begins
	Addr   netip.Addr // the address that the host is read as, if any
}

// Severity returns how likely the finding means harm.
func (f Finding) Severity() Severity { return kinds[f.Code].severity }

// Reference returns a description of the finding: an RFC and its section, a CVE or a
// standard.
func (f Finding) Reference() string { return kinds[f.Code].reference }

// Message returns one sentence about the finding. It allocates only if it names
// an address.
func (f Finding) Message() string {
	m := kinds[f.Code].message
	if f.Addr.IsValid() {
		m += ": " + f.Addr.String()
	}
	return m
}
