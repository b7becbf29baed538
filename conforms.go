package uri

import "strings"

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
