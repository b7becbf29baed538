package uri

// A Rule is a rule of a grammar, with the name that its RFC gives it. Errors say
// which rule a text breaks.
type Rule uint8

// The rules of RFC 2396, Appendix A, in its order, then those of other RFCs.
const (
	RuleNone Rule = iota // no rule; no error has it
	RuleURIReference
	RuleAbsoluteURI
	RuleRelativeURI
	RuleHierPart
	RuleOpaquePart
	RuleNetPath
	RuleAbsPath
	RuleRelPath
	RuleRelSegment
	RuleScheme
	RuleAuthority
	RuleRegName
	RuleServer
	RuleUserinfo
	RuleHostport
	RuleHost
	RuleHostname
	RuleDomainlabel
	RuleToplabel
	RuleIPv4address
	RulePort
	RulePathSegments
	RuleSegment
	RuleParam
	RulePchar
	RuleQuery
	RuleFragment
	RuleURIC
	RuleEscaped

	RuleIPv6reference
	RuleIPv6address
	RuleLength // the limit of this package

	// The rules of RFC 1738, section 5, in its order. A name that RFC 2396 uses
	// for another rule ends in 1738.
	RuleScheme1738
	RuleSchemepart
	RuleIPSchemepart
	RuleLogin
	RuleHostport1738
	RuleHostname1738
	RulePort1738
	RulePassword
	RuleFTPURL
	RuleFsegment
	RuleFtptype
	RuleFileURL
	RuleHTTPURL
	RuleHsegment
	RuleSearch
	RuleGopherURL
	RuleGtype
	RuleSelector
	RuleGopherPlusString
	RuleMailtoURL
	RuleEncoded822addr
	RuleNewsURL
	RuleGrouppart
	RuleGroup
	RuleArticle
	RuleNNTPURL
	RuleDigits
	RuleTelnetURL
	RuleWAISURL
	RuleWAISDoc
	RuleDatabase
	RuleWtype
	RuleWpath
	RuleProsperoURL
	RulePsegment
	RuleFieldspec
	RuleFieldname
	RuleFieldvalue
	RuleEscape1738

	// The rules of RFC 6068 and RFC 822 for mailto.
	RuleMailtoURI
	RuleTo
	RuleHfield
	RuleHfvalue
	RuleFieldName
	RuleAddrSpec
	RuleLocalPart
	RuleMailDomain
	RuleQuotedString
	RuleDomainLiteral

	ruleEnd
)

// rules has what errors and the command print for each rule.
var rules = [ruleEnd]struct {
	name, rfc, section, production string
}{
	RuleNone:         {"", "", "", ""},
	RuleURIReference: {"URI-reference", "RFC 2396", "4", `[ absoluteURI | relativeURI ] [ "#" fragment ]`},
	RuleAbsoluteURI:  {"absoluteURI", "RFC 2396", "3", `scheme ":" ( hier_part | opaque_part )`},
	RuleRelativeURI:  {"relativeURI", "RFC 2396", "5", `( net_path | abs_path | rel_path ) [ "?" query ]`},
	RuleHierPart:     {"hier_part", "RFC 2396", "3", `( net_path | abs_path ) [ "?" query ]`},
	RuleOpaquePart:   {"opaque_part", "RFC 2396", "3", `uric_no_slash *uric`},
	RuleNetPath:      {"net_path", "RFC 2396", "3", `"//" authority [ abs_path ]`},
	RuleAbsPath:      {"abs_path", "RFC 2396", "3", `"/" path_segments`},
	RuleRelPath:      {"rel_path", "RFC 2396", "5", `rel_segment [ abs_path ]`},
	RuleRelSegment: {"rel_segment", "RFC 2396", "5",
		`1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`},
	RuleScheme:    {"scheme", "RFC 2396", "3.1", `alpha *( alpha | digit | "+" | "-" | "." )`},
	RuleAuthority: {"authority", "RFC 2396", "3.2", `server | reg_name`},
	RuleRegName: {"reg_name", "RFC 2396", "3.2.1",
		`1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`},
	RuleServer: {"server", "RFC 2396", "3.2.2", `[ [ userinfo "@" ] hostport ]`},
	RuleUserinfo: {"userinfo", "RFC 2396", "3.2.2",
		`*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`},
	RuleHostport:     {"hostport", "RFC 2396", "3.2.2", `host [ ":" port ]`},
	RuleHost:         {"host", "RFC 2396", "3.2.2", `hostname | IPv4address`},
	RuleHostname:     {"hostname", "RFC 2396", "3.2.2", `*( domainlabel "." ) toplabel [ "." ]`},
	RuleDomainlabel:  {"domainlabel", "RFC 2396", "3.2.2", `alphanum | alphanum *( alphanum | "-" ) alphanum`},
	RuleToplabel:     {"toplabel", "RFC 2396", "3.2.2", `alpha | alpha *( alphanum | "-" ) alphanum`},
	RuleIPv4address:  {"IPv4address", "RFC 2396", "3.2.2", `1*digit "." 1*digit "." 1*digit "." 1*digit`},
	RulePort:         {"port", "RFC 2396", "3.2.2", `*digit`},
	RulePathSegments: {"path_segments", "RFC 2396", "3.3", `segment *( "/" segment )`},
	RuleSegment:      {"segment", "RFC 2396", "3.3", `*pchar *( ";" param )`},
	RuleParam:        {"param", "RFC 2396", "3.3", `*pchar`},
	RulePchar: {"pchar", "RFC 2396", "3.3",
		`unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","`},
	RuleQuery:    {"query", "RFC 2396", "3.4", `*uric`},
	RuleFragment: {"fragment", "RFC 2396", "4.1", `*uric`},
	RuleURIC:     {"uric", "RFC 2396", "2", `reserved | unreserved | escaped`},
	RuleEscaped:  {"escaped", "RFC 2396", "2.4.1", `"%" hex hex`},

	RuleIPv6reference: {"ipv6reference", "RFC 2732", "3", `"[" IPv6address "]"`},
	RuleIPv6address:   {"IPv6address", "RFC 2373", "Appendix B", `hexpart [ ":" IPv4address ]`},
	RuleLength:        {"length", "this library", "its limit", `at most 4294967294 octets`},

	RuleScheme1738:   {"scheme", "RFC 1738", "5", `1*[ lowalpha | digit | "+" | "-" | "." ]`},
	RuleSchemepart:   {"schemepart", "RFC 1738", "5", `*xchar | ip-schemepart`},
	RuleIPSchemepart: {"ip-schemepart", "RFC 1738", "5", `"//" login [ "/" urlpath ]`},
	RuleLogin:        {"login", "RFC 1738", "5", `[ user [ ":" password ] "@" ] hostport`},
	RuleHostport1738: {"hostport", "RFC 1738", "5", `host [ ":" port ]`},
	RuleHostname1738: {"hostname", "RFC 1738", "5", `*[ domainlabel "." ] toplabel`},
	RulePort1738:     {"port", "RFC 1738", "5", `digits`},
	RulePassword:     {"password", "RFC 1738", "5", `*[ uchar | ";" | "?" | "&" | "=" ]`},
	RuleFTPURL:       {"ftpurl", "RFC 1738", "5", `"ftp://" login [ "/" fpath [ ";type=" ftptype ]]`},
	RuleFsegment:     {"fsegment", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	RuleFtptype:      {"ftptype", "RFC 1738", "5", `"A" | "I" | "D" | "a" | "i" | "d"`},
	RuleFileURL:      {"fileurl", "RFC 1738", "5", `"file://" [ host | "localhost" ] "/" fpath`},
	RuleHTTPURL:      {"httpurl", "RFC 1738", "5", `"http://" hostport [ "/" hpath [ "?" search ]]`},
	RuleHsegment:     {"hsegment", "RFC 1738", "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	RuleSearch:       {"search", "RFC 1738", "5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`},
	RuleGopherURL: {"gopherurl", "RFC 1738", "5",
		`"gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]`},
	RuleGtype:            {"gtype", "RFC 1738", "5", `xchar`},
	RuleSelector:         {"selector", "RFC 1738", "5", `*xchar`},
	RuleGopherPlusString: {"gopher+_string", "RFC 1738", "5", `*xchar`},
	RuleMailtoURL:        {"mailtourl", "RFC 1738", "5", `"mailto:" encoded822addr`},
	RuleEncoded822addr:   {"encoded822addr", "RFC 1738", "5", `1*xchar`},
	RuleNewsURL:          {"newsurl", "RFC 1738", "5", `"news:" grouppart`},
	RuleGrouppart:        {"grouppart", "RFC 1738", "5", `"*" | group | article`},
	RuleGroup:            {"group", "RFC 1738", "5", `alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`},
	RuleArticle:          {"article", "RFC 1738", "5", `1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`},
	RuleNNTPURL:          {"nntpurl", "RFC 1738", "5", `"nntp://" hostport "/" group [ "/" digits ]`},
	RuleDigits:           {"digits", "RFC 1738", "5", `1*digit`},
	RuleTelnetURL:        {"telneturl", "RFC 1738", "5", `"telnet://" login [ "/" ]`},
	RuleWAISURL:          {"waisurl", "RFC 1738", "5", `waisdatabase | waisindex | waisdoc`},
	RuleWAISDoc:          {"waisdoc", "RFC 1738", "5", `"wais://" hostport "/" database "/" wtype "/" wpath`},
	RuleDatabase:         {"database", "RFC 1738", "5", `*uchar`},
	RuleWtype:            {"wtype", "RFC 1738", "5", `*uchar`},
	RuleWpath:            {"wpath", "RFC 1738", "5", `*uchar`},
	RuleProsperoURL:      {"prosperourl", "RFC 1738", "5", `"prospero://" hostport "/" ppath *[ fieldspec ]`},
	RulePsegment:         {"psegment", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`},
	RuleFieldspec:        {"fieldspec", "RFC 1738", "5", `";" fieldname "=" fieldvalue`},
	RuleFieldname:        {"fieldname", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	RuleFieldvalue:       {"fieldvalue", "RFC 1738", "5", `*[ uchar | "?" | ":" | "@" | "&" ]`},
	RuleEscape1738:       {"escape", "RFC 1738", "5", `"%" hex hex`},

	RuleMailtoURI:     {"mailtoURI", "RFC 6068", "2", `"mailto:" [ to ] [ hfields ]`},
	RuleTo:            {"to", "RFC 6068", "2", `addr-spec *("," addr-spec )`},
	RuleHfield:        {"hfield", "RFC 6068", "2", `hfname "=" hfvalue`},
	RuleHfvalue:       {"hfvalue", "RFC 6068", "2", `*qchar`},
	RuleFieldName:     {"field-name", "RFC 822", "3.2", `1*<any CHAR, excluding CTLs, SPACE, and ":">`},
	RuleAddrSpec:      {"addr-spec", "RFC 822", "6.1", `local-part "@" domain`},
	RuleLocalPart:     {"local-part", "RFC 822", "6.1", `word *("." word)`},
	RuleMailDomain:    {"domain", "RFC 822", "6.1", `sub-domain *("." sub-domain)`},
	RuleQuotedString:  {"quoted-string", "RFC 822", "3.3", `<"> *(qtext/quoted-pair) <">`},
	RuleDomainLiteral: {"domain-literal", "RFC 822", "3.3", `"[" *(dtext / quoted-pair) "]"`},
}

// String returns the rule's name as the RFC spells it, or "" for RuleNone. Two
// rules may have one name, such as port in RFC 2396 and RFC 1738; they differ in
// [Rule.Section].
func (r Rule) String() string { return rules[r.known()].name }

// known returns r, or RuleNone if r is none of the constants.
func (r Rule) known() Rule {
	if r >= ruleEnd {
		return RuleNone
	}
	return r
}

// Section returns the RFC and section of the rule, such as "RFC 2396, 3.2.2", or ""
// for RuleNone.
func (r Rule) Section() string {
	if r = r.known(); r == RuleNone {
		return ""
	}
	return rules[r].rfc + ", " + rules[r].section
}

// Production returns the right-hand side of the rule as its RFC prints it, or ""
// for RuleNone.
func (r Rule) Production() string { return rules[r.known()].production }
