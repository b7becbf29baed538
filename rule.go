package uri

// A Rule is a rule of a grammar, with the name, section and production of its RFC.
// Errors say which rule a text breaks. Rules may be compared with ==. The zero Rule is no
// rule, and no error has it.
type Rule struct{ *rule }

// A rule has the texts that errors and the command print. The functions of a grammar return nil
// for no rule.
type rule struct {
	name, section, production string
	// escapes is the rule of an escape where this rule stops, or nil if none may be there.
	escapes *rule
}

// The rules of RFC 2396, Appendix A, in its order, then rules of other RFCs.
var (
	ruleURIReference = &rule{"URI-reference", "RFC 2396, 4", `[ absoluteURI | relativeURI ] [ "#" fragment ]`, ruleEscaped}
	ruleAbsoluteURI  = &rule{"absoluteURI", "RFC 2396, 3", `scheme ":" ( hier_part | opaque_part )`, ruleEscaped}
	ruleHierPart     = &rule{"hier_part", "RFC 2396, 3", `( net_path | abs_path ) [ "?" query ]`, ruleEscaped}
	ruleOpaquePart   = &rule{"opaque_part", "RFC 2396, 3", `uric_no_slash *uric`, ruleEscaped}
	ruleAbsPath      = &rule{"abs_path", "RFC 2396, 3", `"/" path_segments`, ruleEscaped}
	ruleRelPath      = &rule{"rel_path", "RFC 2396, 5", `rel_segment [ abs_path ]`, ruleEscaped}
	ruleRelSegment   = &rule{"rel_segment", "RFC 2396, 5",
		`1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )`, ruleEscaped}
	ruleScheme    = &rule{"scheme", "RFC 2396, 3.1", `alpha *( alpha | digit | "+" | "-" | "." )`, nil}
	ruleAuthority = &rule{"authority", "RFC 2396, 3.2", `server | reg_name`, ruleEscaped}
	ruleRegName   = &rule{"reg_name", "RFC 2396, 3.2.1",
		`1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )`, ruleEscaped}
	ruleServer   = &rule{"server", "RFC 2396, 3.2.2", `[ [ userinfo "@" ] hostport ]`, ruleEscaped}
	ruleUserinfo = &rule{"userinfo", "RFC 2396, 3.2.2",
		`*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )`, ruleEscaped}
	ruleHostport     = &rule{"hostport", "RFC 2396, 3.2.2", `host [ ":" port ]`, nil}
	ruleHost         = &rule{"host", "RFC 2396, 3.2.2", `hostname | IPv4address`, ruleEscaped}
	ruleHostname     = &rule{"hostname", "RFC 2396, 3.2.2", `*( domainlabel "." ) toplabel [ "." ]`, ruleEscaped}
	ruleDomainlabel  = &rule{"domainlabel", "RFC 2396, 3.2.2", `alphanum | alphanum *( alphanum | "-" ) alphanum`, ruleEscaped}
	ruleToplabel     = &rule{"toplabel", "RFC 2396, 3.2.2", `alpha | alpha *( alphanum | "-" ) alphanum`, ruleEscaped}
	ruleIPv4address  = &rule{"IPv4address", "RFC 2396, 3.2.2", `1*digit "." 1*digit "." 1*digit "." 1*digit`, ruleEscaped}
	rulePort         = &rule{"port", "RFC 2396, 3.2.2", `*digit`, nil}
	rulePathSegments = &rule{"path_segments", "RFC 2396, 3.3", `segment *( "/" segment )`, ruleEscaped}
	ruleSegment      = &rule{"segment", "RFC 2396, 3.3", `*pchar *( ";" param )`, ruleEscaped}
	ruleQuery        = &rule{"query", "RFC 2396, 3.4", `*uric`, ruleEscaped}
	ruleFragment     = &rule{"fragment", "RFC 2396, 4.1", `*uric`, ruleEscaped}
	ruleEscaped      = &rule{"escaped", "RFC 2396, 2.4.1", `"%" hex hex`, nil}

	ruleIPv6reference = &rule{"ipv6reference", "RFC 2732, 3", `"[" IPv6address "]"`, nil}
	ruleIPv6address   = &rule{"IPv6address", "RFC 2373, Appendix B", `hexpart [ ":" IPv4address ]`, nil}
	ruleLength        = &rule{"length", "this library, its limit", `at most 4294967294 bytes`, nil} // of this package

	// The rules of RFC 1738, section 5, in its order. A name of RFC 2396 for another
	// rule ends in 1738 here.
	ruleScheme1738   = &rule{"scheme", "RFC 1738, 5", `1*[ lowalpha | digit | "+" | "-" | "." ]`, nil}
	ruleSchemepart   = &rule{"schemepart", "RFC 1738, 5", `*xchar | ip-schemepart`, ruleEscape1738}
	ruleIPSchemepart = &rule{"ip-schemepart", "RFC 1738, 5", `"//" login [ "/" urlpath ]`, ruleEscape1738}
	ruleLogin        = &rule{"login", "RFC 1738, 5", `[ user [ ":" password ] "@" ] hostport`, nil}
	ruleHostport1738 = &rule{"hostport", "RFC 1738, 5", `host [ ":" port ]`, nil}
	ruleHostname1738 = &rule{"hostname", "RFC 1738, 5", `*[ domainlabel "." ] toplabel`, nil}
	rulePort1738     = &rule{"port", "RFC 1738, 5", `digits`, nil}
	rulePassword     = &rule{"password", "RFC 1738, 5", `*[ uchar | ";" | "?" | "&" | "=" ]`, ruleEscape1738}
	ruleFTPURL       = &rule{"ftpurl", "RFC 1738, 5", `"ftp://" login [ "/" fpath [ ";type=" ftptype ]]`, nil}
	ruleFsegment     = &rule{"fsegment", "RFC 1738, 5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`, ruleEscape1738}
	ruleFtptype      = &rule{"ftptype", "RFC 1738, 5", `"A" | "I" | "D" | "a" | "i" | "d"`, nil}
	ruleFileURL      = &rule{"fileurl", "RFC 1738, 5", `"file://" [ host | "localhost" ] "/" fpath`, nil}
	ruleHTTPURL      = &rule{"httpurl", "RFC 1738, 5", `"http://" hostport [ "/" hpath [ "?" search ]]`, nil}
	ruleHsegment     = &rule{"hsegment", "RFC 1738, 5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`, ruleEscape1738}
	ruleSearch       = &rule{"search", "RFC 1738, 5", `*[ uchar | ";" | ":" | "@" | "&" | "=" ]`, ruleEscape1738}
	ruleGopherURL    = &rule{"gopherurl", "RFC 1738, 5",
		`"gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]`, nil}
	ruleGtype            = &rule{"gtype", "RFC 1738, 5", `xchar`, ruleEscape1738}
	ruleSelector         = &rule{"selector", "RFC 1738, 5", `*xchar`, ruleEscape1738}
	ruleGopherPlusString = &rule{"gopher+_string", "RFC 1738, 5", `*xchar`, ruleEscape1738}
	ruleMailtoURL        = &rule{"mailtourl", "RFC 1738, 5", `"mailto:" encoded822addr`, ruleEscape1738}
	ruleEncoded822addr   = &rule{"encoded822addr", "RFC 1738, 5", `1*xchar`, ruleEscape1738}
	ruleGrouppart        = &rule{"grouppart", "RFC 1738, 5", `"*" | group | article`, ruleEscape1738}
	ruleGroup1738        = &rule{"group", "RFC 1738, 5", `alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`, nil}
	ruleArticle1738      = &rule{"article", "RFC 1738, 5", `1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`, ruleEscape1738}
	ruleNNTPURL1738      = &rule{"nntpurl", "RFC 1738, 5", `"nntp://" hostport "/" group [ "/" digits ]`, nil}
	ruleDigits           = &rule{"digits", "RFC 1738, 5", `1*digit`, nil}
	ruleTelnetURL        = &rule{"telneturl", "RFC 1738, 5", `"telnet://" login [ "/" ]`, nil}
	ruleWAISURL          = &rule{"waisurl", "RFC 1738, 5", `waisdatabase | waisindex | waisdoc`, nil}
	ruleWAISDoc          = &rule{"waisdoc", "RFC 1738, 5", `"wais://" hostport "/" database "/" wtype "/" wpath`, ruleEscape1738}
	ruleDatabase         = &rule{"database", "RFC 1738, 5", `*uchar`, ruleEscape1738}
	ruleWtype            = &rule{"wtype", "RFC 1738, 5", `*uchar`, ruleEscape1738}
	ruleWpath            = &rule{"wpath", "RFC 1738, 5", `*uchar`, ruleEscape1738}
	ruleProsperoURL      = &rule{"prosperourl", "RFC 1738, 5", `"prospero://" hostport "/" ppath *[ fieldspec ]`, nil}
	rulePsegment         = &rule{"psegment", "RFC 1738, 5", `*[ uchar | "?" | ":" | "@" | "&" | "=" ]`, ruleEscape1738}
	ruleFieldspec        = &rule{"fieldspec", "RFC 1738, 5", `";" fieldname "=" fieldvalue`, ruleEscape1738}
	ruleFieldname        = &rule{"fieldname", "RFC 1738, 5", `*[ uchar | "?" | ":" | "@" | "&" ]`, ruleEscape1738}
	ruleFieldvalue       = &rule{"fieldvalue", "RFC 1738, 5", `*[ uchar | "?" | ":" | "@" | "&" ]`, ruleEscape1738}
	ruleEscape1738       = &rule{"escape", "RFC 1738, 5", `"%" hex hex`, nil}

	// The rules of RFC 3986, Appendix A, in its order. A name of RFC 2396 ends in 3986
	// here.
	ruleHierPart3986 = &rule{"hier-part", "RFC 3986, 3",
		`"//" authority path-abempty / path-absolute / path-rootless / path-empty`, rulePctEncoded}
	ruleRelativePart = &rule{"relative-part", "RFC 3986, 4.2",
		`"//" authority path-abempty / path-absolute / path-noscheme / path-empty`, rulePctEncoded}
	ruleAuthority3986   = &rule{"authority", "RFC 3986, 3.2", `[ userinfo "@" ] host [ ":" port ]`, rulePctEncoded}
	rulePort3986        = &rule{"port", "RFC 3986, 3.2.3", `*DIGIT`, nil}
	ruleIPLiteral       = &rule{"IP-literal", "RFC 3986, 3.2.2", `"[" ( IPv6address / IPvFuture ) "]"`, nil}
	ruleIPvFuture       = &rule{"IPvFuture", "RFC 3986, 3.2.2", `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`, nil}
	ruleIPv6address3986 = &rule{"IPv6address", "RFC 3986, 3.2.2",
		`6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / [ h16 ] "::" 4( h16 ":" ) ls32 / ` +
			`[ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32 / ` +
			`[ *3( h16 ":" ) h16 ] "::" h16 ":" ls32 / [ *4( h16 ":" ) h16 ] "::" ls32 / ` +
			`[ *5( h16 ":" ) h16 ] "::" h16 / [ *6( h16 ":" ) h16 ] "::"`, rulePctEncoded}
	ruleRegName3986  = &rule{"reg-name", "RFC 3986, 3.2.2", `*( unreserved / pct-encoded / sub-delims )`, rulePctEncoded}
	rulePathAbempty  = &rule{"path-abempty", "RFC 3986, 3.3", `*( "/" segment )`, rulePctEncoded}
	rulePathAbsolute = &rule{"path-absolute", "RFC 3986, 3.3", `"/" [ segment-nz *( "/" segment ) ]`, rulePctEncoded}
	rulePathNoscheme = &rule{"path-noscheme", "RFC 3986, 3.3", `segment-nz-nc *( "/" segment )`, rulePctEncoded}
	rulePathRootless = &rule{"path-rootless", "RFC 3986, 3.3", `segment-nz *( "/" segment )`, rulePctEncoded}
	ruleQuery3986    = &rule{"query", "RFC 3986, 3.4", `*( pchar / "/" / "?" )`, rulePctEncoded}
	ruleFragment3986 = &rule{"fragment", "RFC 3986, 3.5", `*( pchar / "/" / "?" )`, rulePctEncoded}
	rulePctEncoded   = &rule{"pct-encoded", "RFC 3986, 2.1", `"%" HEXDIG HEXDIG`, nil}

	// The rules of RFC 3987, 2.2, in its order. RFC 3986 has others.
	ruleIhierPart = &rule{"ihier-part", "RFC 3987, 2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty`, rulePctEncoded}
	ruleIrelativePart = &rule{"irelative-part", "RFC 3987, 2.2",
		`"//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty`, rulePctEncoded}
	ruleIauthority    = &rule{"iauthority", "RFC 3987, 2.2", `[ iuserinfo "@" ] ihost [ ":" port ]`, rulePctEncoded}
	ruleIregName      = &rule{"ireg-name", "RFC 3987, 2.2", `*( iunreserved / pct-encoded / sub-delims )`, rulePctEncoded}
	ruleIpathAbempty  = &rule{"ipath-abempty", "RFC 3987, 2.2", `*( "/" isegment )`, rulePctEncoded}
	ruleIpathAbsolute = &rule{"ipath-absolute", "RFC 3987, 2.2", `"/" [ isegment-nz *( "/" isegment ) ]`, rulePctEncoded}
	ruleIpathNoscheme = &rule{"ipath-noscheme", "RFC 3987, 2.2", `isegment-nz-nc *( "/" isegment )`, rulePctEncoded}
	ruleIpathRootless = &rule{"ipath-rootless", "RFC 3987, 2.2", `isegment-nz *( "/" isegment )`, rulePctEncoded}
	ruleIquery        = &rule{"iquery", "RFC 3987, 2.2", `*( ipchar / iprivate / "/" / "?" )`, rulePctEncoded}
	ruleIfragment     = &rule{"ifragment", "RFC 3987, 2.2", `*( ipchar / "/" / "?" )`, rulePctEncoded}

	// The rules for news and nntp.
	ruleNewsURL       = &rule{"newsURL", "RFC 5538, 4", `"news:" [ server "/" ] ( article / newsgroups )`, nil}
	ruleArticle       = &rule{"article", "RFC 5538, 4", `msg-id-core`, nil}
	ruleNNTPURL       = &rule{"nntpURL", "RFC 5538, 3", `"nntp:" server "/" group [ "/" article-number ]`, nil}
	ruleGroup         = &rule{"group", "RFC 5538, 3", `1*( group-char / pct-encoded )`, nil}
	ruleArticleNumber = &rule{"article-number", "RFC 5538, 3", `1*16DIGIT`, nil}
	ruleIDRight       = &rule{"id-right", "RFC 5536, 3.1.3", `dot-atom-text / no-fold-literal`, nil}

	// The rules for mailto.
	ruleMailtoURI     = &rule{"mailtoURI", "RFC 6068, 2", `"mailto:" [ to ] [ hfields ]`, nil}
	ruleTo            = &rule{"to", "RFC 6068, 2", `addr-spec *("," addr-spec )`, nil}
	ruleHfield        = &rule{"hfield", "RFC 6068, 2", `hfname "=" hfvalue`, nil}
	ruleHfvalue       = &rule{"hfvalue", "RFC 6068, 2", `*qchar`, nil}
	ruleFieldName     = &rule{"field-name", "RFC 822, 3.2", `1*<any CHAR, excluding CTLs, SPACE, and ":">`, nil}
	ruleAddrSpec      = &rule{"addr-spec", "RFC 822, 6.1", `local-part "@" domain`, nil}
	ruleLocalPart     = &rule{"local-part", "RFC 822, 6.1", `word *("." word)`, nil}
	ruleMailDomain    = &rule{"domain", "RFC 822, 6.1", `sub-domain *("." sub-domain)`, nil}
	ruleQuotedString  = &rule{"quoted-string", "RFC 822, 3.3", `<"> *(qtext/quoted-pair) <">`, nil}
	ruleDomainLiteral = &rule{"domain-literal", "RFC 822, 3.3", `"[" *(dtext / quoted-pair) "]"`, nil}
)

// String returns the rule's name as its RFC spells it ("escaped"), or "" for the zero
// Rule. Rules of two RFCs may have one name: both RFC 1738 and RFC 2396 have a rule
// "port". They differ in [Rule.Section].
func (r Rule) String() string { return r.known().name }

// Section returns the RFC and section of the rule ("RFC 2396, 3.2.2").
func (r Rule) Section() string { return r.known().section }

// Production returns the right-hand side of the rule as its RFC prints it.
func (r Rule) Production() string { return r.known().production }

// known returns the rule, or one without texts for the zero Rule.
func (r Rule) known() *rule {
	if r.rule == nil {
		return &rule{}
	}
	return r.rule
}
