package uri

import (
	"fmt"
	"log/slog"
	"strings"
)

// FTP is a file or a directory on a server of the File Transfer Protocol
// (RFC 1738, 3.2; RFC 959):
//
//	ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	ftptype  = "A" | "I" | "D" | "a" | "i" | "d"
//
// (RFC 1738, 5). A "?" begins no query here, it belongs to the name. A ";" in a
// name is written as an escape.
type FTP struct {
	Login Login
	Host  string // as in [Server]
	Port  uint16 // 0: 21
	// Path holds the directories to change to, one by one, and last the name of
	// the file. It is empty where there is no url-path: "ftp://h" has none,
	// "ftp://h/" has one empty name.
	Path []string
	// Type is the typecode: 'a' for text, 'i' for a stream of octets, 'd' for
	// the list of a directory, 0 where the URL leaves it to the client (3.2.3).
	Type byte
}

// FTPFrom reads u as an ftp URL. It allocates Path, and what of it or of the
// login holds escapes. The error is a [*SyntaxError].
func FTPFrom(u URI) (FTP, error) {
	s, err := u.server(&schemes[schemeFTP])
	if err != nil {
		return FTP{}, err
	}
	f := FTP{Login: s.Login, Host: s.Host, Port: s.Port}
	start, path := u.afterAuthority()
	if path == "" {
		return f, nil
	}
	if path[0] == '?' {
		return FTP{}, u.refuse("ftp", start, RuleFTPURL, twoHosts)
	}
	if i := strings.IndexByte(path, ';'); i >= 0 {
		var end int
		var r Rule
		if f.Type, end, r = typecode(path, i); r != 0 {
			return FTP{}, u.refuse("ftp", start+end, r, "")
		}
		path = path[:i]
	}
	f.Path = splitDecode(path[1:], strings.Count(path, "/"))
	return f, nil
}

// ParseFTP is [Parse] and [FTPFrom].
func ParseFTP(s string) (FTP, error) { return parseWith(s, FTPFrom) }

// typecode recognises
//
//	";type=" ftptype
//
// (RFC 1738, 5) as the whole of s[i:], and returns the ftptype in lower case.
//
// NOTE: literals are case-independent in the notation of RFC 822 (3.4.7), so
// ";TYPE=A" is one.
func typecode(s string, i int) (t byte, end int, r Rule) {
	i, ok := literal(s, i, ";type=")
	if !ok {
		return 0, i, RuleFTPURL
	}
	if i == len(s) || strings.IndexByte("AIDaid", s[i]) < 0 {
		return 0, i, RuleFtptype
	}
	if i+1 < len(s) {
		return 0, i + 1, RuleFTPURL
	}
	return s[i] | 0x20, i + 1, 0
}

// Scheme returns "ftp".
func (f FTP) Scheme() string { return "ftp" }

// URI writes the URL. Port 21 is left out. The error is a [*FieldError] where
// Host is none, Type is not a typecode, or stands without a Path.
func (f FTP) URI() (URI, error) {
	dst, err := appendServer(nil, "ftp", Server{f.Login, f.Host, f.Port})
	if err != nil {
		return URI{}, err
	}
	for _, name := range f.Path {
		dst = append(dst, '/')
		dst = AppendEscape(dst, name, PathSegment)
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
		return &FieldError{"ftp", "Type", "no Path for it to stand behind (RFC 1738, 5)"}
	}
	return nil
}

// String returns the text of the URL, with a password that it may hold.
func (f FTP) String() string { return schemeString(f) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (f FTP) Format(st fmt.State, verb rune) { formatScheme(f, st, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (f FTP) LogValue() slog.Value { return slog.StringValue(redacted(f)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (f FTP) MarshalText() ([]byte, error) { return marshalScheme(f) }

// UnmarshalText sets f to what [ParseFTP] reads, and leaves it as it is with an
// error.
func (f *FTP) UnmarshalText(s []byte) error { return unmarshalScheme(f, s, ParseFTP) }

// HostPort returns the host and the port to connect to, as net.Dial takes them.
func (f FTP) HostPort() string { return hostAddr("ftp", f.Host, f.Port) }

// Commands returns the commands that a client sends to get at what f names, in
// order and without the CR LF behind each (RFC 1738, 3.2.2):
//
//	USER name      "anonymous" where there is no login
//	PASS password  where there is one
//	CWD directory  one for each, also for the empty one: "CWD "
//	TYPE A         or "TYPE I"; none where Type is 0 or 'd'
//	RETR name      or "NLST name" where Type is 'd', "NLST" where name is empty
//
// Without a url-path there is nothing to get, and they end with the login. The
// commands that open the data connection (PASV or PORT) are the client's. So is
// a password that the URL does not give and the server asks for with reply 331:
// that of the user, and for "anonymous" the e-mail address of the end user
// (3.2.1).
//
// Arguments are octets: the sender has to double an octet FF on its way
// through the Telnet connection (RFC 959, 4.1; RFC 854). CR, LF and NUL in one
// are refused with a [*FieldError] (RFC 1738, 6), and so is a Type that
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
	if err := commandText("ftp", "Login", user); err != nil {
		return nil, err
	}
	list = append(list, "USER "+user)
	if password, ok := f.Login.Password(); ok {
		if err := commandText("ftp", "Login", password); err != nil {
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
