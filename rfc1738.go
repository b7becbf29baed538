package uri

import (
	"cmp"
	"strings"
)

// Conforms1738 returns nil if s is a URL exactly as in RFC 1738, section 5, and a
// [*SyntaxError] if not. A URL of one of its schemes must match the rule of that
// scheme, any other URL the rule genericurl. The case of the scheme and of ";type="
// does not matter, as for all literals of this notation (RFC 822, 3.4.7).
//
// [Parse] and the scheme structs also accept "~", a host name that ends in ".", and a
// fragment. Parse refuses a scheme with a digit at its start, and the structs refuse a "?" in
// a user name and a port above 65535.
func Conforms1738(s string) error {
	if end, r := url1738(s, 0); r != nil {
		return newSyntaxError(opConforms1738, s, partOf(s, end), end, r)
	}
	return nil
}

// The functions below are productions of RFC 1738, section 5, in its order. As in
// parse.go, each returns the offset where it stopped, and the rule that failed
// there or nil. Those named after a URL, and schemepart, recognise the whole of s[i:].

// url1738 recognises
//
//	url = httpurl | ftpurl | newsurl |
//	      nntpurl | telneturl | gopherurl |
//	      waisurl | mailtourl | fileurl |
//	      prosperourl | otherurl
//
// at s[i:]. It tries otherurl only for schemes without a rule of their own.
func url1738(s string, i int) (end int, r *rule) {
	end, r = scheme1738(s, i)
	if r != nil {
		return end, r
	}
	switch strings.ToLower(s[i:end]) {
	case "ftp":
		return ftpurl(s, i)
	case "http":
		return httpurl(s, i)
	case "gopher":
		return gopherurl(s, i)
	case "mailto":
		return mailtourl(s, i)
	case "news":
		return newsurl(s, i)
	case "nntp":
		return nntpurl(s, i)
	case "telnet":
		return telneturl(s, i)
	case "wais":
		return waisurl(s, i)
	case "file":
		return fileurl(s, i)
	case "prospero":
		return prosperourl(s, i)
	}
	return schemepart(s, end+1)
}

// scheme1738 recognises
//
//	scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]
//
// at s[i:], followed by ":". end is the offset of the ":". Case does not matter.
func scheme1738(s string, i int) (end int, r *rule) {
	end = scan(s, i, isScheme)
	if end == i || !at(s, end, ':') {
		return end, ruleScheme1738
	}
	return end, nil
}

// schemepart recognises
//
//	schemepart = *xchar | ip-schemepart
//
// at s[i:]. *xchar includes ip-schemepart.
func schemepart(s string, i int) (end int, r *rule) {
	return endOfRule(s, scanEscaped(s, i, isXchar1738), ruleSchemepart)
}

// login recognises
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	user     = *[ uchar | ";" | "?" | "&" | "=" ]
//	password = *[ uchar | ";" | "?" | "&" | "=" ]
//
// at s[i:], followed by "/" or the end of s.
func login(s string, i int) (end int, r *rule) {
	loginEnd := scanEscaped(s, i, isUser1738)
	if at(s, loginEnd, ':') {
		loginEnd = scanEscaped(s, loginEnd+1, isUser1738)
	}
	if at(s, loginEnd, '@') {
		return hostport1738(s, loginEnd+1)
	}
	// A prefix like h_x may still be a user: "@h" could follow.
	end, r = hostport1738(s, i)
	if n := brokenEscape(s, loginEnd); n > end {
		return n, ruleLogin
	}
	return end, r
}

// hostport1738 recognises
//
//	hostport = host [ ":" port ]
//	port     = digits
//
// at s[i:], followed by "/" or the end of s, as in every rule.
func hostport1738(s string, i int) (end int, r *rule) {
	end, r = host1738(s, i)
	if r != nil {
		return end, r
	}
	if at(s, end, ':') {
		i = end + 1
		if end = scan(s, i, isDigit); end == i {
			return end, rulePort1738
		}
	}
	if end < len(s) && s[end] != '/' {
		return end, ruleHostport1738
	}
	return end, nil
}

// host1738 recognises
//
//	host        = hostname | hostnumber
//	hostname    = *[ domainlabel "." ] toplabel
//	domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//	toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//	hostnumber  = digits "." digits "." digits "." digits
//
// at s[i:]. No character after a host can be part of a label.
func host1738(s string, i int) (end int, r *rule) {
	end = labels(s, i)
	if end == i || s[end-1] == '-' {
		return end, ruleHostname1738
	}
	top := i + strings.LastIndexByte(s[i:end], '.') + 1
	if !in(s, top, isAlpha) {
		if number, r := ipv4address(s, i); r != nil || number < end {
			return end, ruleHostname1738
		}
	}
	return end, nil
}

// labels returns the end of the longest start of a hostname at s[i:]. An IPv4address is
// such a prefix too.
func labels(s string, i int) int {
	for in(s, i, isAlpha|isDigit) {
		i = scan(s, i, isLabel)
		if s[i-1] == '-' || !at(s, i, '.') {
			break
		}
		i++
	}
	return i
}

// server1738 recognises the start of most of the rules below at s[i:]: prefix, then a
// login or hostport (the function rest), then "/" or the end of s. It fails with rule r
// if s[i:] does not begin with prefix. more reports whether it succeeds and the rule
// goes on, with s[end] == '/'.
func server1738(s string, i int, prefix string, r *rule, rest func(s string, i int) (int, *rule)) (end int, _ *rule, more bool) {
	i, ok := hasPrefixFold(s, i, prefix)
	if !ok {
		return i, r, false
	}
	end, r = rest(s, i)
	return end, r, r == nil && end < len(s)
}

// ftpurl recognises
//
//	ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	ftptype  = "A" | "I" | "D" | "a" | "i" | "d"
//
// at s[i:].
func ftpurl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "ftp://", ruleFTPURL, login)
	if !more {
		return end, r
	}
	end = segments(s, end+1, isFsegment)
	if at(s, end, ';') {
		_, end, r = typecode(s, end)
		return end, r
	}
	return endOfRule(s, end, ruleFsegment)
}

// fileurl recognises
//
//	fileurl  = "file://" [ host | "localhost" ] "/" fpath
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//
// at s[i:].
func fileurl(s string, i int) (end int, r *rule) {
	i, ok := hasPrefixFold(s, i, "file://")
	if !ok {
		return i, ruleFileURL
	}
	if !at(s, i, '/') {
		if i, r = host1738(s, i); r != nil {
			return i, r
		}
	}
	if !at(s, i, '/') {
		return i, ruleFileURL
	}
	return endOfRule(s, segments(s, i+1, isFsegment), ruleFsegment)
}

// httpurl recognises
//
//	httpurl  = "http://" hostport [ "/" hpath [ "?" search ]]
//	hpath    = hsegment *[ "/" hsegment ]
//	hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//	search   = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//
// at s[i:].
func httpurl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "http://", ruleHTTPURL, hostport1738)
	if !more {
		return end, r
	}
	end = segments(s, end+1, isHsegment)
	if at(s, end, '?') {
		return endOfRule(s, scanEscaped(s, end+1, isHsegment), ruleSearch)
	}
	return endOfRule(s, end, ruleHsegment)
}

// gopherurl recognises
//
//	gopherurl      = "gopher://" hostport [ / [ gtype [ selector
//	                 [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//	gtype          = xchar
//	selector       = *xchar
//	gopher+_string = *xchar
//
// at s[i:].
//
// NOTE: the "/" without quotes in the rule is the delimiter of 3.4.1. The rule
// search is shared with httpurl and allows no "/" and "?". But selector allows
// any xchar, and so any text after it.
func gopherurl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "gopher://", ruleGopherURL, hostport1738)
	if !more {
		return end, r
	}
	i = end + 1
	end = scanEscaped(s, i, isXchar1738)
	return endOfRule(s, end, gopherRule(s[i:end]))
}

// gopherRule returns the rule of the last field of path.
func gopherRule(path string) *rule {
	if path == "" {
		return ruleGtype
	}
	switch strings.Count(path[gtype(path):], gopherTab) {
	case 0:
		return ruleSelector
	case 1:
		return ruleSearch
	}
	return ruleGopherPlusString
}

// mailtourl recognises
//
//	mailtourl      = "mailto:" encoded822addr
//	encoded822addr = 1*xchar               ; further defined in RFC822
//
// at s[i:].
func mailtourl(s string, i int) (end int, r *rule) {
	i += len("mailto:") // url1738 has checked it
	if end = scanEscaped(s, i, isXchar1738); end == i && end == len(s) {
		return end, ruleEncoded822addr
	}
	return endOfRule(s, end, ruleEncoded822addr)
}

// newsurl recognises
//
//	newsurl   = "news:" grouppart
//	grouppart = "*" | group | article
//	group     = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//	article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
//
// at s[i:].
func newsurl(s string, i int) (end int, r *rule) {
	i += len("news:") // url1738 has checked it
	end = scanEscaped(s, i, isArticle)
	if end > i && at(s, end, '@') {
		if end, r = host1738(s, end+1); end < len(s) {
			r = ruleHostname1738
		}
		return end, r
	}
	if groupEnd, r := group1738(s, i); s[i:] == "*" || r == nil && groupEnd == len(s) {
		return len(s), nil
	}
	// Any other text could still become an article.
	if end < len(s) {
		return endOfRule(s, end, ruleArticle1738)
	}
	return end, ruleGrouppart
}

// group1738 recognises group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ] at s[i:].
func group1738(s string, i int) (end int, r *rule) {
	if !in(s, i, isAlpha) {
		return i, ruleGroup1738
	}
	return scan(s, i, isGroup), nil
}

// nntpurl recognises
//
//	nntpurl = "nntp://" hostport "/" group [ "/" digits ]
//
// at s[i:].
func nntpurl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "nntp://", ruleNNTPURL1738, hostport1738)
	if !more {
		return end, cmp.Or(r, ruleNNTPURL1738)
	}
	if end, r = group1738(s, end+1); r != nil {
		return end, r
	}
	r = ruleGroup1738
	if at(s, end, '/') {
		if end, r = scan(s, end+1, isDigit), ruleDigits; s[end-1] == '/' {
			return end, r
		}
	}
	return endOfRule(s, end, r)
}

// telneturl recognises
//
//	telneturl = "telnet://" login [ "/" ]
//
// at s[i:].
func telneturl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "telnet://", ruleTelnetURL, login)
	if !more {
		return end, r
	}
	if end+1 < len(s) {
		return end + 1, ruleTelnetURL
	}
	return end + 1, nil
}

// waisurl recognises
//
//	waisurl      = waisdatabase | waisindex | waisdoc
//	waisdatabase = "wais://" hostport "/" database
//	waisindex    = "wais://" hostport "/" database "?" search
//	waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
//	database     = *uchar
//	wtype        = *uchar
//	wpath        = *uchar
//
// at s[i:].
func waisurl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "wais://", ruleWAISURL, hostport1738)
	if !more {
		return end, cmp.Or(r, ruleWAISURL)
	}
	end = scanEscaped(s, end+1, isUnreserved1738)
	switch {
	case at(s, end, '?'):
		return endOfRule(s, scanEscaped(s, end+1, isHsegment), ruleSearch)
	case !at(s, end, '/'):
		return endOfRule(s, end, ruleDatabase)
	}
	if end = scanEscaped(s, end+1, isUnreserved1738); end == len(s) {
		return end, ruleWAISDoc
	}
	if !at(s, end, '/') {
		return endOfRule(s, end, ruleWtype)
	}
	return endOfRule(s, scanEscaped(s, end+1, isUnreserved1738), ruleWpath)
}

// prosperourl recognises
//
//	prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
//	ppath       = psegment *[ "/" psegment ]
//	psegment    = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	fieldspec   = ";" fieldname "=" fieldvalue
//	fieldname   = *[ uchar | "?" | ":" | "@" | "&" ]
//	fieldvalue  = *[ uchar | "?" | ":" | "@" | "&" ]
//
// at s[i:].
func prosperourl(s string, i int) (end int, r *rule) {
	end, r, more := server1738(s, i, "prospero://", ruleProsperoURL, hostport1738)
	if !more {
		return end, cmp.Or(r, ruleProsperoURL)
	}
	// The rule psegment equals fsegment.
	end, r = segments(s, end+1, isFsegment), rulePsegment
	for at(s, end, ';') {
		if end = scanEscaped(s, end+1, isField); end == len(s) {
			return end, ruleFieldspec
		}
		if s[end] != '=' {
			return endOfRule(s, end, ruleFieldname)
		}
		end, r = scanEscaped(s, end+1, isField), ruleFieldvalue
	}
	return endOfRule(s, end, r)
}

// segments recognises
//
//	segment *[ "/" segment ]
//
// at s[i:]. A segment is any number of escapes and bytes of class k.
func segments(s string, i int, k class) (end int) {
	for end = scanEscaped(s, i, k); at(s, end, '/'); {
		end = scanEscaped(s, end+1, k)
	}
	return end
}

// endOfRule checks for the end of s at s[i:], where the rule r has stopped.
func endOfRule(s string, i int, r *rule) (end int, _ *rule) {
	if i == len(s) {
		return i, nil
	}
	return i, r
}
