package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// FTP is a file or a directory on a server of the File Transfer Protocol
// (RFC 1738, 3.2; RFC 959):
//
//	ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	ftptype  = "A" | "I" | "D" | "a" | "i" | "d"
//
// (RFC 1738, 5). A "?" is part of a name and does not begin a query. A ";" in a
// name is written as an escape.
type FTP struct {
	Login Login
	Host  string // as [Server.Host]
	Port  uint16 // 0: 21
	// Path holds the directories to change to, followed by the name of the file.
	// It is empty if there is no url-path, as in "ftp://h". The url-path of
	// "ftp://h/" has one empty name.
	Path []string
	// Type is the typecode: 'a' for text, 'i' for binary, 'd' for the list of a
	// directory, 0 if the URL leaves it to the client (3.2.3).
	Type byte
}

var opFTP = &operation{scheme: schemes.FTP}

// FTPFrom reads u as an ftp URL.
func FTPFrom(u URI) (FTP, error) {
	srv, err := u.schemeServer(opFTP, ruleFTPURL)
	if err != nil {
		return FTP{}, err
	}
	f := FTP{Login: srv.Login, Host: srv.Host, Port: srv.Port}
	s, i := u.s[:u.uriEnd()], int(u.path)
	if i == len(s) {
		return f, nil
	}
	if s[i] == '?' {
		return FTP{}, u.refuse(opFTP, i, ruleFTPURL, faultTwoHosts)
	}
	pathEnd := ascii.IndexAnyOrEnd(s, i, ";")
	if pathEnd < len(s) {
		var end int
		var r *rule
		if f.Type, end, r = typecode(s, pathEnd); r != nil {
			return FTP{}, u.refuse(opFTP, end, r, faultByte)
		}
	}
	f.Path = splitDecode(s[i+1 : pathEnd])
	return f, nil
}

// ParseFTP is [Parse] and [FTPFrom].
func ParseFTP(s string) (FTP, error) { return parseWith(s, opFTP, FTPFrom) }

// typecode recognises
//
//	";type=" ftptype
//
// (RFC 1738, 5) as the whole of s[i:], and returns the ftptype in lower case.
//
// NOTE: the notation of RFC 822 (3.4.7) ignores the case of literals, so
// ";TYPE=A" is accepted.
func typecode(s string, i int) (t byte, end int, r *rule) {
	i, ok := hasPrefixFold(s, i, ";type=")
	if !ok {
		return 0, i, ruleFTPURL
	}
	if i == len(s) || strings.IndexByte("AIDaid", s[i]) < 0 {
		return 0, i, ruleFtptype
	}
	if i+1 < len(s) {
		return 0, i + 1, ruleFTPURL
	}
	return s[i] | 0x20, i + 1, nil
}

// URI returns the URL. It fails if Host is not a host, if Type is not a typecode,
// or if Type is set and Path is empty.
func (f FTP) URI() (URI, error) {
	dst, err := schemeAndServer("ftp", Server{f.Login, f.Host, f.Port})
	if err != nil {
		return URI{}, err
	}
	for _, name := range f.Path {
		dst = append(dst, '/')
		dst = AppendEscape(dst, name, EscapeSegment)
	}
	if err := f.checkType(); err != nil {
		return URI{}, err
	}
	if f.Type != 0 {
		dst = append(dst, ";type="...)
		dst = append(dst, f.Type)
	}
	return Parse(string(dst))
}

// checkType checks that Type can be written.
func (f FTP) checkType() error {
	switch {
	case f.Type == 0:
		return nil
	case f.Type != 'a' && f.Type != 'i' && f.Type != 'd':
		return &FieldError{"ftp", "Type", "not 'a', 'i' or 'd' (RFC 1738, 3.2.2)"}
	case len(f.Path) == 0:
		return &FieldError{"ftp", "Type", "set, but Path is empty (RFC 1738, 5)"}
	}
	return nil
}

// For these methods see [Scheme].

func (f FTP) Scheme() string                 { return "ftp" }
func (f FTP) String() string                 { return schemeString(f) }
func (f FTP) Format(st fmt.State, verb rune) { formatScheme(f, st, verb) }
func (f FTP) LogValue() slog.Value           { return slog.StringValue(redacted(f)) }
func (f FTP) MarshalText() ([]byte, error)   { return marshalScheme(f) }
func (f *FTP) UnmarshalText(s []byte) error  { return unmarshal(f, string(s), ParseFTP) }
func (f FTP) HostPort() (string, bool)       { return schemeAddr("ftp", f.Host, f.Port) }

// Commands returns the commands of a client for the file or directory, in order and
// without the CR LF after each (RFC 1738, 3.2.2):
//
//	USER name      "anonymous" if there is no login
//	PASS password  if there is one
//	CWD directory  for each directory, also an empty one: "CWD "
//	TYPE A         or "TYPE I"; no such line if Type is 0 or 'd'
//	RETR name      or "NLST name" if Type is 'd', or "NLST" if name is empty
//
// Without a url-path there is nothing to get, and the list ends with the login. The
// client adds the commands for the data connection (PASV or PORT). If the server asks
// for a password and the URL has none, the client asks the user, or sends the user's
// e-mail address for "anonymous" (3.2.1).
//
// The sender must double an octet FF in an argument, since the commands go
// through a Telnet connection (RFC 959, 4.1; RFC 854). The error is a
// [*FieldError]: CR, LF or NUL in an argument (RFC 1738, 6), or a Type that
// [FTP.URI] refuses.
func (f FTP) Commands() ([]string, error) {
	if err := f.checkType(); err != nil {
		return nil, err
	}
	list := make([]string, 0, 4+len(f.Path))
	user, ok := f.Login.User()
	if !ok {
		user = "anonymous"
	}
	if err := commandText("ftp", "Login.User", user); err != nil {
		return nil, err
	}
	list = append(list, "USER "+user)
	if password, ok := f.Login.Password(); ok {
		if err := commandText("ftp", "Login.Password", password); err != nil {
			return nil, err
		}
		list = append(list, "PASS "+password)
	}
	for i, name := range f.Path {
		if err := commandText("ftp", indexed("Path", i), name); err != nil {
			return nil, err
		}
		if i < len(f.Path)-1 {
			list = append(list, "CWD "+name)
			continue
		}
		if f.Type == 'a' || f.Type == 'i' {
			list = append(list, "TYPE "+string(f.Type-'a'+'A'))
		}
		switch {
		case name == "":
			list = append(list, "NLST")
		case f.Type == 'd':
			list = append(list, "NLST "+name)
		default:
			list = append(list, "RETR "+name)
		}
	}
	return list, nil
}
