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

// rules has the texts that errors and the command print for each rule, and none for a
// value that is not one of the constants.
var rules = [256]struct {
	name, rfc, section, production string
}{
	ruleURIReference: {"URI-reference", "RFC 2396", "4", `[ absoluteURI | relativeURI ] [ "#" fragment ]`},
	ruleAbsoluteURI:  {"absoluteURI", "RFC 2396", "3", `scheme ":" ( hier_part | opaque_part )`},
	ruleHierPart:     {"hier_part", "RFC 2396", "3", `( net_path | abs_path ) [ "?" query ]`},
	ruleOpaquePart:   {"opaque_part", "RFC 2396", "3", `uric_no_slash *uric`},
	ruleAbsPath:      {"abs_path", "RFC 2396", "3", `"/" path_segments`},
	ruleRelPath:      {"rel_path", "RFC 2396", "5", `rel_segment [ abs_path ]`},
	ruleRelSegment: {"rel_segment", "RFC 2396", "5",
		`1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`},
	ruleScheme:    {"scheme", "RFC 2396", "3.1", `alpha *( alpha | digit | "+" | "-" | "." )`},
	ruleAuthority: {"authority", "RFC 2396", "3.2", `server | reg_name`},
	ruleRegName: {"reg_name", "RFC 2396", "3.2.1",
		`1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`},
	ruleServer: {"server", "RFC 2396", "3.2.2", `[ [ userinfo "@" ] hostport ]`},
	ruleUserinfo: {"userinfo", "RFC 2396", "3.2.2",
		`*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`},
	ruleHostport:     {"hostport", "RFC 2396", "3.2.2", `host [ ":" port ]`},
	ruleHost:         {"host", "RFC 2396", "3.2.2", `hostname | IPv4address`},
	ruleHostname:     {"hostname", "RFC 2396", "3.2.2", `*( domainlabel "." ) toplabel [ "." ]`},
	ruleDomainlabel:  {"domainlabel", "RFC 2396", "3.2.2", `alphanum | alphanum *( alphanum | "-" ) alphanum`},
	ruleToplabel:     {"toplabel", "RFC 2396", "3.2.2", `alpha | alpha *( alphanum | "-" ) alphanum`},
	ruleIPv4address:  {"IPv4address", "RFC 2396", "3.2.2", `1*digit "." 1*digit "." 1*digit "." 1*digit`},
	rulePort:         {"port", "RFC 2396", "3.2.2", `*digit`},
	rulePathSegments: {"path_segments", "RFC 2396", "3.3", `segment *( "/" segment )`},
	ruleSegment:      {"segment", "RFC 2396", "3.3", `*pchar *( ";" param )`},
	ruleQuery:        {"query", "RFC 2396", "3.4", `*uric`},
	ruleFragment:     {"fragment", "RFC 2396", "4.1", `*uric`},
	ruleEscaped:      {"escaped", "RFC 2396", "2.4.1", `"%" hex hex`},

	ruleIPv6reference: {"ipv6reference", "RFC 2732", "3", `"[" IPv6address "]"`},
	ruleIPv6address:   {"IPv6address", "RFC 2373", "Appendix B", `hexpart [ ":" IPv4address ]`},
	ruleLength:        {"length", "this library", "its limit", `at most 4294967294 bytes`},

	ruleScheme1738:   {"scheme", "RFC 1738", "5", `1*[ lowalpha | digit | "+" | "-" | "." ]`},
	ruleSchemepart:   {"schemepart", "RFC 1738", "5", `*xchar | ip-schemepart`},
	ruleIPSchemepart: {"ip-schemepart", "RFC 1738", "5", `"//" login [ "/" urlpath ]`},
	ruleLogin:        {"login", "RFC 1738", "5", `[ user [ ":" password ] "@" ] hostport`},
	ruleHostport1738: {"hostport", "RFC 1738", "5", `host [ ":" port ]`},
	ruleHostname1738: {"hostname", "RFC 1738", "5", `*[ domainlabel "." ] toplabel`},
	rulePort1738:     {"port", "RFC 1738", "5", `digits`},
	rulePassword:     {"password", "RFC 1738", "5", `*[ uchar | ";" | "?" | "&" | "=" ]`},
	ruleFTPURL:       {"ftpurl", "RFC 1738", "5", `"ftp://" login [ "/" fpath [ ";type=" ftptype ]]`},
	ruleFsegment:     {"fsegment", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	ruleFtptype:      {"ftptype", "RFC 1738", "5", `"A" | "I" | "D" | "a" | "i" | "d"`},
	ruleFileURL:      {"fileurl", "RFC 1738", "5", `"file://" [ host | "localhost" ] "/" fpath`},
	ruleHTTPURL:      {"httpurl", "RFC 1738", "5", `"http://" hostport [ "/" hpath [ "?" search ]]`},
	ruleHsegment:     {"hsegment", "RFC 1738", "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	ruleSearch:       {"search", "RFC 1738", "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	ruleGopherURL: {"gopherurl", "RFC 1738", "5",
		`"gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]`},
	ruleGtype:            {"gtype", "RFC 1738", "5", `xchar`},
	ruleSelector:         {"selector", "RFC 1738", "5", `*xchar`},
	ruleGopherPlusString: {"gopher+_string", "RFC 1738", "5", `*xchar`},
	ruleMailtoURL:        {"mailtourl", "RFC 1738", "5", `"mailto:" encoded822addr`},
	ruleEncoded822addr:   {"encoded822addr", "RFC 1738", "5", `1*xchar`},
	ruleGrouppart:        {"grouppart", "RFC 1738", "5", `"*" | group | article`},
	ruleGroup1738:        {"group", "RFC 1738", "5", `alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`},
	ruleArticle1738:      {"article", "RFC 1738", "5", `1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`},
	ruleNNTPURL1738:      {"nntpurl", "RFC 1738", "5", `"nntp://" hostport "/" group [ "/" digits ]`},
	ruleDigits:           {"digits", "RFC 1738", "5", `1*digit`},
	ruleTelnetURL:        {"telneturl", "RFC 1738", "5", `"telnet://" login [ "/" ]`},
	ruleWAISURL:          {"waisurl", "RFC 1738", "5", `waisdatabase | waisindex | waisdoc`},
	ruleWAISDoc:          {"waisdoc", "RFC 1738", "5", `"wais://" hostport "/" database "/" wtype "/" wpath`},
	ruleDatabase:         {"database", "RFC 1738", "5", `*uchar`},
	ruleWtype:            {"wtype", "RFC 1738", "5", `*uchar`},
	ruleWpath:            {"wpath", "RFC 1738", "5", `*uchar`},
	ruleProsperoURL:      {"prosperourl", "RFC 1738", "5", `"prospero://" hostport "/" ppath *[ fieldspec ]`},
	rulePsegment:         {"psegment", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	ruleFieldspec:        {"fieldspec", "RFC 1738", "5", `";" fieldname "=" fieldvalue`},
	ruleFieldname:        {"fieldname", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	ruleFieldvalue:       {"fieldvalue", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	ruleEscape1738:       {"escape", "RFC 1738", "5", `"%" hex hex`},

	ruleHierPart3986: {"hier-part", "RFC 3986", "3",
		`"//" authority path-abempty / path-absolute / path-rootless / path-empty`},
	ruleRelativePart: {"relative-part", "RFC 3986", "4.2",
		`"//" authority path-abempty / path-absolute / path-noscheme / path-empty`},
	ruleAuthority3986: {"authority", "RFC 3986", "3.2", `[ userinfo "@" ] host [ ":" port ]`},
	rulePort3986:      {"port", "RFC 3986", "3.2.3", `*DIGIT`},
	ruleIPLiteral:     {"IP-literal", "RFC 3986", "3.2.2", `"[" ( IPv6address / IPvFuture ) "]"`},
	ruleIPvFuture:     {"IPvFuture", "RFC 3986", "3.2.2", `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`},
	ruleIPv6address3986: {"IPv6address", "RFC 3986", "3.2.2",
		`6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / [ h16 ] "::" 4( h16 ":" ) ls32 / ` +
			`[ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32 / ` +
			`[ *3( h16 ":" ) h16 ] "::" h16 ":" ls32 / [ *4( h16 ":" ) h16 ] "::" ls32 / ` +
			`[ *5( h16 ":" ) h16 ] "::" h16 / [ *6( h16 ":" ) h16 ] "::"`},
	ruleRegName3986:  {"reg-name", "RFC 3986", "3.2.2", `*( unreserved / pct-encoded / sub-delims )`},
	rulePathAbempty:  {"path-abempty", "RFC 3986", "3.3", `*( "/" segment )`},
	rulePathAbsolute: {"path-absolute", "RFC 3986", "3.3", `"/" [ segment-nz *( "/" segment ) ]`},
	rulePathNoscheme: {"path-noscheme", "RFC 3986", "3.3", `segment-nz-nc *( "/" segment )`},
	rulePathRootless: {"path-rootless", "RFC 3986", "3.3", `segment-nz *( "/" segment )`},
	ruleQuery3986:    {"query", "RFC 3986", "3.4", `*( pchar / "/" / "?" )`},
	ruleFragment3986: {"fragment", "RFC 3986", "3.5", `*( pchar / "/" / "?" )`},
	rulePctEncoded:   {"pct-encoded", "RFC 3986", "2.1", `"%" HEXDIG HEXDIG`},

	ruleIhierPart: {"ihier-part", "RFC 3987", "2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty`},
	ruleIrelativePart: {"irelative-part", "RFC 3987", "2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty`},
	ruleIauthority:    {"iauthority", "RFC 3987", "2.2", `[ iuserinfo "@" ] ihost [ ":" port ]`},
	ruleIregName:      {"ireg-name", "RFC 3987", "2.2", `*( iunreserved / pct-encoded / sub-delims )`},
	ruleIpathAbempty:  {"ipath-abempty", "RFC 3987", "2.2", `*( "/" isegment )`},
	ruleIpathAbsolute: {"ipath-absolute", "RFC 3987", "2.2", `"/" [ isegment-nz *( "/" isegment ) ]`},
	ruleIpathNoscheme: {"ipath-noscheme", "RFC 3987", "2.2", `isegment-nz-nc *( "/" isegment )`},
	ruleIpathRootless: {"ipath-rootless", "RFC 3987", "2.2", `isegment-nz *( "/" isegment )`},
	ruleIquery:        {"iquery", "RFC 3987", "2.2", `*( ipchar / iprivate / "/" / "?" )`},
	ruleIfragment:     {"ifragment", "RFC 3987", "2.2", `*( ipchar / "/" / "?" )`},

	ruleNewsURL:       {"newsURL", "RFC 5538", "4", `"news:" [ server "/" ] ( article / newsgroups )`},
	ruleArticle:       {"article", "RFC 5538", "4", `msg-id-core`},
	ruleNNTPURL:       {"nntpURL", "RFC 5538", "3", `"nntp:" server "/" group [ "/" article-number ]`},
	ruleGroup:         {"group", "RFC 5538", "3", `1*( group-char / pct-encoded )`},
	ruleArticleNumber: {"article-number", "RFC 5538", "3", `1*16DIGIT`},
	ruleIDRight:       {"id-right", "RFC 5536", "3.1.3", `dot-atom-text / no-fold-literal`},

	ruleMailtoURI:     {"mailtoURI", "RFC 6068", "2", `"mailto:" [ to ] [ hfields ]`},
	ruleTo:            {"to", "RFC 6068", "2", `addr-spec *("," addr-spec )`},
	ruleHfield:        {"hfield", "RFC 6068", "2", `hfname "=" hfvalue`},
	ruleHfvalue:       {"hfvalue", "RFC 6068", "2", `*qchar`},
	ruleFieldName:     {"field-name", "RFC 822", "3.2", `1*<any CHAR, excluding CTLs, SPACE, and ":">`},
	ruleAddrSpec:      {"addr-spec", "RFC 822", "6.1", `local-part "@" domain`},
	ruleLocalPart:     {"local-part", "RFC 822", "6.1", `word *("." word)`},
	ruleMailDomain:    {"domain", "RFC 822", "6.1", `sub-domain *("." sub-domain)`},
	ruleQuotedString:  {"quoted-string", "RFC 822", "3.3", `<"> *(qtext/quoted-pair) <">`},
	ruleDomainLiteral: {"domain-literal", "RFC 822", "3.3", `"[" *(dtext / quoted-pair) "]"`},
}

// escapes returns the rule of the escapes that may be where the rule r of a grammar stops,
// or ruleNone if no escape may be there.
func (r Rule) escapes() Rule {
	switch r {
	case ruleScheme, ruleHostport, rulePort, ruleIPv6reference, rulePort3986, ruleIPLiteral, ruleIPvFuture,
		ruleScheme1738, ruleLogin, ruleHostport1738, ruleHostname1738, rulePort1738, ruleFtptype, ruleGroup1738, ruleDigits,
		ruleFTPURL, ruleFileURL, ruleHTTPURL, ruleGopherURL, ruleNNTPURL1738, ruleTelnetURL, ruleWAISURL, ruleProsperoURL:
		return ruleNone
	}
	switch {
	case r <= ruleEscaped:
		return ruleEscaped
	case ruleScheme1738 <= r && r <= ruleEscape1738:
		return ruleEscape1738
	case ruleHierPart3986 <= r && r <= ruleIfragment:
		return rulePctEncoded
	}
	return ruleNone
}

// String returns the rule's name as its RFC spells it ("escaped"), or "" for the zero
// Rule. Rules of two RFCs may have one name: both RFC 1738 and RFC 2396 have a rule
// "port". They differ in [Rule.Section].
func (r Rule) String() string { return rules[r].name }

// Section returns the RFC and section of the rule ("RFC 2396, 3.2.2").
func (r Rule) Section() string {
	if r == ruleNone || r >= ruleEnd {
		return ""
	}
	return rules[r].rfc + ", " + rules[r].section
}

// Production returns the right-hand side of the rule as its RFC prints it.
func (r Rule) Production() string { return rules[r].production }
