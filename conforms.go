package uri

import "strings"

// Conforms1738 checks that s is a URL to the letter of RFC 1738, section 5:
// nil where it is, and a [*SyntaxError] where not. A URL of one of the ten
// schemes has to follow the rule of its scheme, those of other schemes
// genericurl. (By the rule url they could all follow otherurl, and no scheme
// would have a rule.) The case of the scheme, and of ";type=", does not matter,
// as in all literals of this notation (RFC 822, 3.4.7).
//
// It is not what [Parse] and the scheme structs accept: here a scheme may begin
// with a digit, a user name may hold "?", and a port has any number of digits;
// there "~" is a character, a host name may end in ".", and a URL may have a
// fragment. Use it to check texts for software that holds to RFC 1738, and
// [Interpret1738] to read them.
//
// It does not allocate for what it accepts, unless the scheme is not in lower
// case, and takes linear time.
func Conforms1738(s string) error {
	if end, r := url1738(s, 0); r != 0 {
		return newReasonedError("conforms", s, end, r, "")
	}
	return nil
}

// Interpret1738 reads s to the letter of RFC 1738: it accepts what
// [Conforms1738] accepts, and returns what [Interpret] does but for two things:
//
//   - A mailto URL is one address and nothing else. It comes as an [Other]
//     whose Part is the address as written.
//   - Where the structs refuse what the letter allows, it returns the struct
//     together with a [*LetterError]: the fields may be shown, but not acted
//     upon. That is so for a user name or a password with "?", for the port 0
//     or one above 65535, and for an IPv4 address with a number above 255.
//
// With any other error, a [*SyntaxError], it returns nil. It takes linear time,
// and allocates what [Interpret] does and more with a LetterError.
func Interpret1738(s string) (Scheme, error) {
	if err := Conforms1738(s); err != nil {
		return nil, err
	}
	name, part, _ := strings.Cut(s, ":")
	switch name = strings.ToLower(name); name {
	case "ftp", "http", "gopher", "news", "nntp", "telnet", "wais", "file", "prospero":
	default:
		return Other{name, part}, nil
	}
	x, refusal := interpretText(s)
	if refusal == nil {
		return x, nil
	}
	if name == "news" {
		return News{Article: decode(part)}, &LetterError{"", refusal}
	}
	// What the structs refuse is the server. They read the URL with another
	// one, and then take this one.
	start, end := len(name+"://"), len(s)
	if n := strings.IndexByte(s[start:], '/'); n >= 0 {
		end = start + n
	}
	x, err := interpretText(s[:start] + "h" + s[end:])
	if err != nil {
		return nil, refusal
	}
	server, port := server1738(s[start:end])
	return withServer(x, server), &LetterError{port, refusal}
}

// interpretText is [Parse] and [Interpret].
func interpretText(s string) (Scheme, error) {
	u, err := Parse(s)
	if err != nil {
		return nil, err
	}
	return Interpret(u)
}

// A LetterError says that a URL follows the letter of RFC 1738, but names no
// host and port that everybody would agree on.
type LetterError struct {
	// Port is the port as written where the struct cannot hold it: 0 or above
	// 65535. It is empty where the struct has the port.
	Port string
	// Err is the error of [Parse] or [Interpret].
	Err error
}

// Error returns the text of Err.
func (e *LetterError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *LetterError) Unwrap() error { return e.Err }

// server1738 reads
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	hostport = host [ ":" port ]
//
// which is all of s, and the port that a Server cannot hold.
func server1738(s string) (server Server, port string) {
	userinfo, hostport, ok := strings.Cut(s, "@")
	if !ok {
		hostport = s
	} else if user, password, ok := strings.Cut(userinfo, ":"); ok {
		server.Login = LoginPassword(decode(user), decode(password))
	} else {
		server.Login = LoginUser(decode(user))
	}
	server.Host, port, _ = strings.Cut(hostport, ":")
	if n, _ := portNumber(port); n > 0 {
		server.Port, port = n, ""
	}
	return server, port
}

// withServer returns x with another server.
func withServer(x Scheme, s Server) Scheme {
	if port, _ := DefaultPort(x.Scheme()); s.Port == port {
		s.Port = 0
	}
	switch x := x.(type) {
	case FTP:
		x.Login, x.Host, x.Port = s.Login, s.Host, s.Port
		return x
	case HTTP:
		x.Host, x.Port = s.Host, s.Port
		return x
	case Gopher:
		x.Host, x.Port = s.Host, s.Port
		return x
	case NNTP:
		x.Host, x.Port = s.Host, s.Port
		return x
	case Telnet:
		return Telnet(s)
	case WAIS:
		x.Host, x.Port = s.Host, s.Port
		return x
	case File:
		x.Host = s.Host
		return x
	case Prospero:
		x.Host, x.Port = s.Host, s.Port
		return x
	}
	return x
}

// The functions below are productions of RFC 1738, section 5. As in parse.go,
// each gives back where it stopped, and with a rule other than RuleNone that is
// where the text went wrong. Those named after a URL recognise all the rest of
// s; those of the schemes stand with their schemes.

// url1738 recognises
//
//	url = httpurl | ftpurl | newsurl |
//	      nntpurl | telneturl | gopherurl |
//	      waisurl | mailtourl | fileurl |
//	      prosperourl | otherurl
//
// at s[i:], where otherurl stands for the schemes that are not named before it.
func url1738(s string, i int) (end int, r Rule) {
	end, r = scheme1738(s, i)
	if r != 0 {
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
// and a ":" behind it at s[i:]. Interpreters should use case-ignore.
func scheme1738(s string, i int) (end int, r Rule) {
	end = scan(s, i, isScheme)
	if end == i || !at(s, end, ':') {
		return end, RuleScheme1738
	}
	return end, 0
}

// schemepart recognises
//
//	schemepart = *xchar | ip-schemepart
//
// at s[i:]. The second is a case of the first.
func schemepart(s string, i int) (end int, r Rule) {
	return ending(s, scanEscaped(s, i, isXchar1738), RuleSchemepart)
}

// login recognises
//
//	login    = [ user [ ":" password ] "@" ] hostport
//	user     = *[ uchar | ";" | "?" | "&" | "=" ]
//	password = *[ uchar | ";" | "?" | "&" | "=" ]
//
// at s[i:], with what [hostport1738] wants behind it.
func login(s string, i int) (end int, r Rule) {
	user := scanEscaped(s, i, isUser1738)
	if at(s, user, ':') {
		user = scanEscaped(s, user+1, isUser1738)
	}
	if at(s, user, '@') {
		return hostport1738(s, user+1)
	}
	// It can still become a user as far as that goes.
	end, r = hostport1738(s, i)
	if user, _ := ending(s, user, 0); user > end {
		return user, RuleLogin
	}
	return end, r
}

// hostport1738 recognises
//
//	hostport = host [ ":" port ]
//	port     = digits
//
// at s[i:], and behind it the "/" or the end that follows it in every rule.
func hostport1738(s string, i int) (end int, r Rule) {
	end, r = host1738(s, i)
	if r != 0 {
		return end, r
	}
	if at(s, end, ':') {
		i = end + 1
		if end = scan(s, i, isDigit); end == i {
			return end, RulePort1738
		}
	}
	if end < len(s) && s[end] != '/' {
		return end, RuleHostport1738
	}
	return end, 0
}

// host1738 recognises
//
//	host        = hostname | hostnumber
//	hostname    = *[ domainlabel "." ] toplabel
//	domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//	toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//	hostnumber  = digits "." digits "." digits "." digits
//
// at s[i:]. Nothing that may follow a host can go on with one, so all that
// looks like labels has to be it.
func host1738(s string, i int) (end int, r Rule) {
	end = labels(s, i)
	if end == i || s[end-1] == '-' {
		return end, RuleHostname1738
	}
	top := i + strings.LastIndexByte(s[i:end], '.') + 1
	if !in(s, top, isAlpha) {
		if number, r := ipv4address(s, i); r != 0 || number < end {
			return end, RuleHostname1738
		}
	}
	return end, 0
}

// segments recognises
//
//	segment *[ "/" segment ]
//
// at s[i:], where a segment is any number of octets of class k and escapes:
// fpath of fsegments, hpath of hsegments, ppath of psegments.
func segments(s string, i int, k class) (end int) {
	for end = scanEscaped(s, i, k); at(s, end, '/'); {
		end = scanEscaped(s, end+1, k)
	}
	return end
}

// ending is the end of a rule that took all it could up to s[i:]: with rule r
// it fails unless that is the end of s. A "%" there begins an escape that is
// broken further on, since whole ones were taken.
func ending(s string, i int, r Rule) (end int, _ Rule) {
	if i == len(s) {
		return i, 0
	}
	if s[i] != '%' {
		return i, r
	}
	i++
	if in(s, i, isHex) {
		i++
	}
	return i, RuleEscape1738
}

// literal reports whether s[i:] begins with lit, without regard to case, and
// where it ends or leaves it.
func literal(s string, i int, lit string) (end int, ok bool) {
	n := foldedPrefix(s[i:], lit)
	return i + n, n == len(lit)
}
