package uri

// A Rule is a rule of a grammar, with the name, section and production of its RFC.
// Errors say which rule a text breaks. Rules may be compared with ==, and [Rule.String]
// returns the name, such as "hostname". The zero Rule is no rule, and no error has it.
type Rule uint8

// The rules of RFC 2396, Appendix A, in its order, then rules of other RFCs.
const (
	ruleNone Rule = iota
	ruleURIReference
	ruleAbsoluteURI
	ruleHierPart
	ruleOpaquePart
	ruleAbsPath
	ruleRelPath
	ruleRelSegment
	ruleScheme
	ruleAuthority
	ruleRegName
	ruleServer
	ruleUserinfo
	ruleHostport
	ruleHost
	ruleHostname
	ruleDomainlabel
	ruleToplabel
	ruleIPv4address
	rulePort
	rulePathSegments
	ruleSegment
	ruleQuery
	ruleFragment
	ruleEscaped

	ruleIPv6reference
	ruleIPv6address
	ruleLength // the limit of this package

	// The rules of RFC 1738, section 5, in its order. A name that RFC 2396 uses
	// for another rule ends in 1738.
	ruleScheme1738
	ruleSchemepart
	ruleIPSchemepart
	ruleLogin
	ruleHostport1738
	ruleHostname1738
	rulePort1738
	rulePassword
	ruleFTPURL
	ruleFsegment
	ruleFtptype
	ruleFileURL
	ruleHTTPURL
	ruleHsegment
	ruleSearch
	ruleGopherURL
	ruleGtype
	ruleSelector
	ruleGopherPlusString
	ruleMailtoURL
	ruleEncoded822addr
	ruleGrouppart
	ruleGroup1738
	ruleArticle1738
	ruleNNTPURL1738
	ruleDigits
	ruleTelnetURL
	ruleWAISURL
	ruleWAISDoc
	ruleDatabase
	ruleWtype
	ruleWpath
	ruleProsperoURL
	rulePsegment
	ruleFieldspec
	ruleFieldname
	ruleFieldvalue
	ruleEscape1738

	// The rules of RFC 3986, Appendix A, in its order. A name that RFC 2396 uses
	// ends in 3986.
	ruleHierPart3986
	ruleRelativePart
	ruleAuthority3986
	rulePort3986
	ruleIPLiteral
	ruleIPvFuture
	ruleIPv6address3986
	ruleRegName3986
	rulePathAbempty
	rulePathAbsolute
	rulePathNoscheme
	rulePathRootless
	ruleQuery3986
	ruleFragment3986
	rulePctEncoded

	// The rules of RFC 3987, 2.2, in its order. RFC 3986 has others.
	ruleIhierPart
	ruleIrelativePart
	ruleIauthority
	ruleIregName
	ruleIpathAbempty
	ruleIpathAbsolute
	ruleIpathNoscheme
	ruleIpathRootless
	ruleIquery
	ruleIfragment

	// The rules of RFC 5538 and RFC 5536 for news and nntp.
	ruleNewsURL
	ruleArticle
	ruleNNTPURL
	ruleGroup
	ruleArticleNumber
	ruleIDRight

	// The rules of RFC 6068 and RFC 822 for mailto.
	ruleMailtoURI
	ruleTo
	ruleHfield
	ruleHfvalue
	ruleFieldName
	ruleAddrSpec
	ruleLocalPart
	ruleMailDomain
	ruleQuotedString
	ruleDomainLiteral

	ruleEnd
)

// A document has rules. If these allow escapes, they do by the rule escapes.
type document struct {
	name    string
	escapes Rule
}

var (
	rfc822Doc   = document{name: "RFC 822"}
	rfc1738Doc  = document{"RFC 1738", ruleEscape1738}
	rfc2373Doc  = document{name: "RFC 2373"}
	rfc2396Doc  = document{"RFC 2396", ruleEscaped}
	rfc2732Doc  = document{name: "RFC 2732"}
	rfc3986Doc  = document{"RFC 3986", rulePctEncoded}
	rfc3987Doc  = document{"RFC 3987", rulePctEncoded}
	rfc5536Doc  = document{name: "RFC 5536"}
	rfc5538Doc  = document{name: "RFC 5538"}
	rfc6068Doc  = document{name: "RFC 6068"}
	thisLibrary = document{name: "this library"}
)

// rules has the texts that errors and the command print for each rule, and none for a
// value that is not one of the constants.
var rules = [256]struct {
	name                string
	doc                 *document
	section, production string
}{
	ruleURIReference: {"URI-reference", &rfc2396Doc, "4", `[ absoluteURI | relativeURI ] [ "#" fragment ]`},
	ruleAbsoluteURI:  {"absoluteURI", &rfc2396Doc, "3", `scheme ":" ( hier_part | opaque_part )`},
	ruleHierPart:     {"hier_part", &rfc2396Doc, "3", `( net_path | abs_path ) [ "?" query ]`},
	ruleOpaquePart:   {"opaque_part", &rfc2396Doc, "3", `uric_no_slash *uric`},
	ruleAbsPath:      {"abs_path", &rfc2396Doc, "3", `"/" path_segments`},
	ruleRelPath:      {"rel_path", &rfc2396Doc, "5", `rel_segment [ abs_path ]`},
	ruleRelSegment: {"rel_segment", &rfc2396Doc, "5",
		`1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`},
	ruleScheme:    {"scheme", &rfc2396Doc, "3.1", `alpha *( alpha | digit | "+" | "-" | "." )`},
	ruleAuthority: {"authority", &rfc2396Doc, "3.2", `server | reg_name`},
	ruleRegName: {"reg_name", &rfc2396Doc, "3.2.1",
		`1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`},
	ruleServer: {"server", &rfc2396Doc, "3.2.2", `[ [ userinfo "@" ] hostport ]`},
	ruleUserinfo: {"userinfo", &rfc2396Doc, "3.2.2",
		`*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`},
	ruleHostport:     {"hostport", &rfc2396Doc, "3.2.2", `host [ ":" port ]`},
	ruleHost:         {"host", &rfc2396Doc, "3.2.2", `hostname | IPv4address`},
	ruleHostname:     {"hostname", &rfc2396Doc, "3.2.2", `*( domainlabel "." ) toplabel [ "." ]`},
	ruleDomainlabel:  {"domainlabel", &rfc2396Doc, "3.2.2", `alphanum | alphanum *( alphanum | "-" ) alphanum`},
	ruleToplabel:     {"toplabel", &rfc2396Doc, "3.2.2", `alpha | alpha *( alphanum | "-" ) alphanum`},
	ruleIPv4address:  {"IPv4address", &rfc2396Doc, "3.2.2", `1*digit "." 1*digit "." 1*digit "." 1*digit`},
	rulePort:         {"port", &rfc2396Doc, "3.2.2", `*digit`},
	rulePathSegments: {"path_segments", &rfc2396Doc, "3.3", `segment *( "/" segment )`},
	ruleSegment:      {"segment", &rfc2396Doc, "3.3", `*pchar *( ";" param )`},
	ruleQuery:        {"query", &rfc2396Doc, "3.4", `*uric`},
	ruleFragment:     {"fragment", &rfc2396Doc, "4.1", `*uric`},
	ruleEscaped:      {"escaped", &rfc2396Doc, "2.4.1", `"%" hex hex`},

	ruleIPv6reference: {"ipv6reference", &rfc2732Doc, "3", `"[" IPv6address "]"`},
	ruleIPv6address:   {"IPv6address", &rfc2373Doc, "Appendix B", `hexpart [ ":" IPv4address ]`},
	ruleLength:        {"length", &thisLibrary, "its limit", `at most 4294967294 bytes`},

	ruleScheme1738:   {"scheme", &rfc1738Doc, "5", `1*[ lowalpha | digit | "+" | "-" | "." ]`},
	ruleSchemepart:   {"schemepart", &rfc1738Doc, "5", `*xchar | ip-schemepart`},
	ruleIPSchemepart: {"ip-schemepart", &rfc1738Doc, "5", `"//" login [ "/" urlpath ]`},
	ruleLogin:        {"login", &rfc1738Doc, "5", `[ user [ ":" password ] "@" ] hostport`},
	ruleHostport1738: {"hostport", &rfc1738Doc, "5", `host [ ":" port ]`},
	ruleHostname1738: {"hostname", &rfc1738Doc, "5", `*[ domainlabel "." ] toplabel`},
	rulePort1738:     {"port", &rfc1738Doc, "5", `digits`},
	rulePassword:     {"password", &rfc1738Doc, "5", `*[ uchar | ";" | "?" | "&" | "=" ]`},
	ruleFTPURL:       {"ftpurl", &rfc1738Doc, "5", `"ftp://" login [ "/" fpath [ ";type=" ftptype ]]`},
	ruleFsegment:     {"fsegment", &rfc1738Doc, "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	ruleFtptype:      {"ftptype", &rfc1738Doc, "5", `"A" | "I" | "D" | "a" | "i" | "d"`},
	ruleFileURL:      {"fileurl", &rfc1738Doc, "5", `"file://" [ host | "localhost" ] "/" fpath`},
	ruleHTTPURL:      {"httpurl", &rfc1738Doc, "5", `"http://" hostport [ "/" hpath [ "?" search ]]`},
	ruleHsegment:     {"hsegment", &rfc1738Doc, "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	ruleSearch:       {"search", &rfc1738Doc, "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	ruleGopherURL: {"gopherurl", &rfc1738Doc, "5",
		`"gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]`},
	ruleGtype:            {"gtype", &rfc1738Doc, "5", `xchar`},
	ruleSelector:         {"selector", &rfc1738Doc, "5", `*xchar`},
	ruleGopherPlusString: {"gopher+_string", &rfc1738Doc, "5", `*xchar`},
	ruleMailtoURL:        {"mailtourl", &rfc1738Doc, "5", `"mailto:" encoded822addr`},
	ruleEncoded822addr:   {"encoded822addr", &rfc1738Doc, "5", `1*xchar`},
	ruleGrouppart:        {"grouppart", &rfc1738Doc, "5", `"*" | group | article`},
	ruleGroup1738:        {"group", &rfc1738Doc, "5", `alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`},
	ruleArticle1738:      {"article", &rfc1738Doc, "5", `1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`},
	ruleNNTPURL1738:      {"nntpurl", &rfc1738Doc, "5", `"nntp://" hostport "/" group [ "/" digits ]`},
	ruleDigits:           {"digits", &rfc1738Doc, "5", `1*digit`},
	ruleTelnetURL:        {"telneturl", &rfc1738Doc, "5", `"telnet://" login [ "/" ]`},
	ruleWAISURL:          {"waisurl", &rfc1738Doc, "5", `waisdatabase | waisindex | waisdoc`},
	ruleWAISDoc:          {"waisdoc", &rfc1738Doc, "5", `"wais://" hostport "/" database "/" wtype "/" wpath`},
	ruleDatabase:         {"database", &rfc1738Doc, "5", `*uchar`},
	ruleWtype:            {"wtype", &rfc1738Doc, "5", `*uchar`},
	ruleWpath:            {"wpath", &rfc1738Doc, "5", `*uchar`},
	ruleProsperoURL:      {"prosperourl", &rfc1738Doc, "5", `"prospero://" hostport "/" ppath *[ fieldspec ]`},
	rulePsegment:         {"psegment", &rfc1738Doc, "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	ruleFieldspec:        {"fieldspec", &rfc1738Doc, "5", `";" fieldname "=" fieldvalue`},
	ruleFieldname:        {"fieldname", &rfc1738Doc, "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	ruleFieldvalue:       {"fieldvalue", &rfc1738Doc, "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	ruleEscape1738:       {"escape", &rfc1738Doc, "5", `"%" hex hex`},

	ruleHierPart3986: {"hier-part", &rfc3986Doc, "3",
		`"//" authority path-abempty / path-absolute / path-rootless / path-empty`},
	ruleRelativePart: {"relative-part", &rfc3986Doc, "4.2",
		`"//" authority path-abempty / path-absolute / path-noscheme / path-empty`},
	ruleAuthority3986: {"authority", &rfc3986Doc, "3.2", `[ userinfo "@" ] host [ ":" port ]`},
	rulePort3986:      {"port", &rfc3986Doc, "3.2.3", `*DIGIT`},
	ruleIPLiteral:     {"IP-literal", &rfc3986Doc, "3.2.2", `"[" ( IPv6address / IPvFuture ) "]"`},
	ruleIPvFuture:     {"IPvFuture", &rfc3986Doc, "3.2.2", `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`},
	ruleIPv6address3986: {"IPv6address", &rfc3986Doc, "3.2.2",
		`6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / [ h16 ] "::" 4( h16 ":" ) ls32 / ` +
			`[ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32 / ` +
			`[ *3( h16 ":" ) h16 ] "::" h16 ":" ls32 / [ *4( h16 ":" ) h16 ] "::" ls32 / ` +
			`[ *5( h16 ":" ) h16 ] "::" h16 / [ *6( h16 ":" ) h16 ] "::"`},
	ruleRegName3986:  {"reg-name", &rfc3986Doc, "3.2.2", `*( unreserved / pct-encoded / sub-delims )`},
	rulePathAbempty:  {"path-abempty", &rfc3986Doc, "3.3", `*( "/" segment )`},
	rulePathAbsolute: {"path-absolute", &rfc3986Doc, "3.3", `"/" [ segment-nz *( "/" segment ) ]`},
	rulePathNoscheme: {"path-noscheme", &rfc3986Doc, "3.3", `segment-nz-nc *( "/" segment )`},
	rulePathRootless: {"path-rootless", &rfc3986Doc, "3.3", `segment-nz *( "/" segment )`},
	ruleQuery3986:    {"query", &rfc3986Doc, "3.4", `*( pchar / "/" / "?" )`},
	ruleFragment3986: {"fragment", &rfc3986Doc, "3.5", `*( pchar / "/" / "?" )`},
	rulePctEncoded:   {"pct-encoded", &rfc3986Doc, "2.1", `"%" HEXDIG HEXDIG`},

	ruleIhierPart: {"ihier-part", &rfc3987Doc, "2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty`},
	ruleIrelativePart: {"irelative-part", &rfc3987Doc, "2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty`},
	ruleIauthority:    {"iauthority", &rfc3987Doc, "2.2", `[ iuserinfo "@" ] ihost [ ":" port ]`},
	ruleIregName:      {"ireg-name", &rfc3987Doc, "2.2", `*( iunreserved / pct-encoded / sub-delims )`},
	ruleIpathAbempty:  {"ipath-abempty", &rfc3987Doc, "2.2", `*( "/" isegment )`},
	ruleIpathAbsolute: {"ipath-absolute", &rfc3987Doc, "2.2", `"/" [ isegment-nz *( "/" isegment ) ]`},
	ruleIpathNoscheme: {"ipath-noscheme", &rfc3987Doc, "2.2", `isegment-nz-nc *( "/" isegment )`},
	ruleIpathRootless: {"ipath-rootless", &rfc3987Doc, "2.2", `isegment-nz *( "/" isegment )`},
	ruleIquery:        {"iquery", &rfc3987Doc, "2.2", `*( ipchar / iprivate / "/" / "?" )`},
	ruleIfragment:     {"ifragment", &rfc3987Doc, "2.2", `*( ipchar / "/" / "?" )`},

	ruleNewsURL:       {"newsURL", &rfc5538Doc, "4", `"news:" [ server "/" ] ( article / newsgroups )`},
	ruleArticle:       {"article", &rfc5538Doc, "4", `msg-id-core`},
	ruleNNTPURL:       {"nntpURL", &rfc5538Doc, "3", `"nntp:" server "/" group [ "/" article-number ]`},
	ruleGroup:         {"group", &rfc5538Doc, "3", `1*( group-char / pct-encoded )`},
	ruleArticleNumber: {"article-number", &rfc5538Doc, "3", `1*16DIGIT`},
	ruleIDRight:       {"id-right", &rfc5536Doc, "3.1.3", `dot-atom-text / no-fold-literal`},

	ruleMailtoURI:     {"mailtoURI", &rfc6068Doc, "2", `"mailto:" [ to ] [ hfields ]`},
	ruleTo:            {"to", &rfc6068Doc, "2", `addr-spec *("," addr-spec )`},
	ruleHfield:        {"hfield", &rfc6068Doc, "2", `hfname "=" hfvalue`},
	ruleHfvalue:       {"hfvalue", &rfc6068Doc, "2", `*qchar`},
	ruleFieldName:     {"field-name", &rfc822Doc, "3.2", `1*<any CHAR, excluding CTLs, SPACE, and ":">`},
	ruleAddrSpec:      {"addr-spec", &rfc822Doc, "6.1", `local-part "@" domain`},
	ruleLocalPart:     {"local-part", &rfc822Doc, "6.1", `word *("." word)`},
	ruleMailDomain:    {"domain", &rfc822Doc, "6.1", `sub-domain *("." sub-domain)`},
	ruleQuotedString:  {"quoted-string", &rfc822Doc, "3.3", `<"> *(qtext/quoted-pair) <">`},
	ruleDomainLiteral: {"domain-literal", &rfc822Doc, "3.3", `"[" *(dtext / quoted-pair) "]"`},
}

// escapes returns the rule of the escapes that may be where the rule r of a grammar stops,
// or ruleNone if no escape may be there.
func (r Rule) escapes() Rule {
	switch r {
	case ruleScheme, ruleHostport, rulePort, rulePort3986, ruleIPLiteral, ruleIPvFuture,
		ruleScheme1738, ruleLogin, ruleHostport1738, ruleHostname1738, rulePort1738, ruleFtptype, ruleGroup1738, ruleDigits,
		ruleFTPURL, ruleFileURL, ruleHTTPURL, ruleGopherURL, ruleNNTPURL1738, ruleTelnetURL, ruleWAISURL, ruleProsperoURL:
		return ruleNone
	}
	if doc := rules[r].doc; doc != nil {
		return doc.escapes
	}
	return ruleNone
}

// String returns the rule's name as its RFC spells it ("escaped"), or "" for the zero
// Rule. Rules of two RFCs may have one name: both RFC 1738 and RFC 2396 have a rule
// "port". They differ in [Rule.Section].
func (r Rule) String() string { return rules[r].name }

// Section returns the RFC and section of the rule ("RFC 2396, 3.2.2").
func (r Rule) Section() string {
	if doc := rules[r].doc; doc != nil {
		return doc.name + ", " + rules[r].section
	}
	return ""
}

// Production returns the right-hand side of the rule as its RFC prints it.
func (r Rule) Production() string { return rules[r].production }
