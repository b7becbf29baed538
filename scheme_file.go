package uri

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

// File is a file on a host that is named, or on this machine (RFC 1738, 3.10):
//
//	fileurl  = "file://" [ host | "localhost" ] "/" fpath
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//
// (RFC 1738, 5). A "?" begins no query here, it belongs to the name.
type File struct {
	// Host is where the file is: a hostname, an IPv4 address or an IPv6 literal
	// with its brackets. Empty and "localhost" are the machine that the URL is
	// read on.
	Host string
	// NoAuthority tells "file:/p", which has no host at all, from "file:///p",
	// which has an empty one. They mean the same.
	NoAuthority bool
	// Path holds the directories and last the name of the file.
	Path []string
}

// FileFrom reads u as a file URL. It allocates Path, and what of it holds
// escapes. The error is a [*SyntaxError].
func FileFrom(u URI) (File, error) {
	if _, ok := literal(u.s, 0, "file:/"); !ok {
		return File{}, u.notOf("file", "file:/", RuleFileURL)
	}
	f := File{NoAuthority: u.host == 0}
	start, path := u.afterAuthority()
	if authority, _ := u.Authority(); authority != "" {
		if _, end, r, reason := schemeHost(u.s[:start], int(u.authority())); r != 0 {
			return File{}, u.refuse("file", end, r, reason)
		}
		f.Host = authority
	}
	if path == "" || path[0] != '/' {
		return File{}, u.refuse("file", start, RuleFileURL, "")
	}
	if i := strings.IndexByte(path, ';'); i >= 0 {
		return File{}, u.refuse("file", start+i, RuleFsegment, "")
	}
	f.Path = splitDecode(path[1:], strings.Count(path, "/"))
	return f, nil
}

// fileurl recognises the rule of that name above at s[i:].
func fileurl(s string, i int) (end int, r Rule) {
	i, ok := literal(s, i, "file://")
	if !ok {
		return i, RuleFileURL
	}
	if !at(s, i, '/') {
		if i, r = host1738(s, i); r != 0 {
			return i, r
		}
	}
	if !at(s, i, '/') {
		return i, RuleFileURL
	}
	return ending(s, segments(s, i+1, isFsegment), RuleFsegment)
}

// ParseFile is [Parse] and [FileFrom].
func ParseFile(s string) (File, error) {
	u, err := Parse(s)
	if err != nil {
		return File{}, err
	}
	return FileFrom(u)
}

// Scheme returns "file".
func (f File) Scheme() string { return "file" }

// URI writes the URL. The error is a [*FieldError] where Host is none, Path is
// empty, or NoAuthority stands with what cannot be written without an
// authority: a Host, or an empty first directory.
func (f File) URI() (URI, error) {
	if len(f.Path) == 0 {
		return URI{}, &FieldError{"file", "Path", "empty (RFC 1738, 5)"}
	}
	dst := []byte("file:")
	switch {
	case !f.NoAuthority && f.Host == "":
		dst = append(dst, "//"...)
	case !f.NoAuthority:
		var err error
		if dst, err = appendServer(nil, "file", Server{Host: f.Host}); err != nil {
			return URI{}, err
		}
	case f.Host != "" || len(f.Path) > 1 && f.Path[0] == "":
		return URI{}, &FieldError{"file", "NoAuthority", "the URL needs one (RFC 2396, 3)"}
	}
	for _, name := range f.Path {
		dst = append(dst, '/')
		dst = AppendEscape(dst, name, PathSegment)
	}
	return Parse(string(dst))
}

// String returns the text of the URL, with a password that it may hold.
func (f File) String() string { return text(f) }

// Format writes the URL as [URI.Format] does: %+v and %#v show no password.
func (f File) Format(st fmt.State, verb rune) { formatScheme(f, st, verb) }

// LogValue returns the URL as [URI.Redacted] has it.
func (f File) LogValue() slog.Value { return slog.StringValue(redacted(f)) }

// MarshalText returns the text of the URL. The error is that of URI.
func (f File) MarshalText() ([]byte, error) { return marshalScheme(f) }

// UnmarshalText sets f to what [ParseFile] reads, and leaves it as it is with an
// error.
func (f *File) UnmarshalText(s []byte) error { return unmarshalScheme(f, s, ParseFile) }

// A PathStyle is how an operating system writes the path of a file.
type PathStyle uint8

const (
	// POSIX paths are "/dir/name". None names another host.
	POSIX PathStyle = iota
	// Windows paths are `C:\dir\name`, and `\\host\share\name` on another host.
	// "/" is read as `\`.
	Windows
	// VMS paths are "DEVICE:[DIR.DIR]NAME.TYPE", with "HOST::" before them on
	// another host. Upper case there is lower case in the URL, as in the example
	// of RFC 1738, 3.10.
	VMS
)

// NativePath returns the path of the file as a system of that style writes it.
// The error is a [*FieldError] where it has none: a name holds what cannot
// stand in one, such as "/" or NUL; the style cannot name the host; it wants a
// drive, a share or a device and the URL has none. The names "." and ".." are
// passed on: who opens files for others has to look where they lead.
func (f File) NativePath(style PathStyle) (string, error) {
	if len(f.Path) == 0 {
		return "", &FieldError{"file", "Path", "empty"}
	}
	host := f.Host
	if strings.EqualFold(host, "localhost") {
		host = ""
	}
	switch style {
	case Windows:
		return windowsPath(host, f.Path)
	case VMS:
		return vmsPath(host, f.Path)
	}
	if host != "" {
		return "", &FieldError{"file", "Host", "not named in a POSIX path"}
	}
	if err := checkNames(f.Path, 0, func(c rune) bool { return c == '/' || c == 0 }); err != nil {
		return "", err
	}
	return "/" + strings.Join(f.Path, "/"), nil
}

// checkNames checks that no name in path[i:] holds a character that bad
// reports.
func checkNames(path []string, i int, bad func(c rune) bool) error {
	for ; i < len(path); i++ {
		if strings.ContainsFunc(path[i], bad) {
			return &FieldError{"file", indexed("Path", i), "a character that cannot stand in a name"}
		}
	}
	return nil
}

func windowsPath(host string, path []string) (string, error) {
	root, names := `\\`+host+`\`, 0
	switch {
	case host == "":
		// "|" is the ":" of URLs from before RFC 1738.
		if !in(path[0], 0, isAlpha) || path[0][1:] != ":" && path[0][1:] != "|" {
			return "", &FieldError{"file", "Path[0]", "not a drive"}
		}
		root, names = path[0][:1]+`:\`, 1
	case host[0] == '[':
		return "", &FieldError{"file", "Host", "not named in a Windows path"}
	case path[0] == "":
		return "", &FieldError{"file", "Path[0]", "not a share"}
	}
	bad := func(c rune) bool { return c < ' ' || strings.ContainsRune(`<>:"/\|?*`, c) }
	if err := checkNames(path, names, bad); err != nil {
		return "", err
	}
	return root + strings.Join(path[names:], `\`), nil
}

func vmsPath(host string, path []string) (string, error) {
	last := len(path) - 1
	if last == 0 || path[0] == "" {
		return "", &FieldError{"file", "Path[0]", "not a device"}
	}
	if err := checkNames(path[:last], 0, notVMS); err != nil {
		return "", err
	}
	// A file has a type behind "." and a version behind ";".
	bad := func(c rune) bool { return notVMS(c) && c != '.' && c != ';' }
	if err := checkNames(path, last, bad); err != nil {
		return "", err
	}
	if i := slices.Index(path[1:last], ""); i >= 0 {
		return "", &FieldError{"file", indexed("Path", 1+i), "an empty directory"}
	}
	directories := strings.Join(path[1:last], ".")
	if directories == "" {
		directories = vmsTop
	}
	if host != "" {
		host += "::"
	}
	return strings.ToUpper(host + path[0] + ":[" + directories + "]" + path[last]), nil
}

// vmsTop is how VMS calls the directory that holds the others.
const vmsTop = "000000"

func notVMS(c rune) bool {
	return c >= 0x80 || table[c]&isAlphanum == 0 && c != '$' && c != '-' && c != '_'
}

// FileFromPath returns the file that the absolute path of a system of that
// style names. The error is a [*FieldError] where the path is relative or not
// of that style. [File.NativePath] gives the path back, for Windows with "\"
// and for VMS in upper case.
func FileFromPath(path string, style PathStyle) (File, error) {
	var f File
	switch style {
	case Windows:
		f = fileFromWindows(path)
	case VMS:
		f = fileFromVMS(path)
	default:
		if strings.HasPrefix(path, "/") {
			f.Path = strings.Split(path[1:], "/")
		}
	}
	// What cannot be written again was not a path of that style.
	if f.Path == nil {
		return File{}, &FieldError{"file", "Path", "not an absolute path"}
	}
	if _, err := f.NativePath(style); err != nil {
		return File{}, err
	}
	if _, err := f.URI(); err != nil {
		return File{}, err
	}
	return f, nil
}

func fileFromWindows(path string) (f File) {
	path = strings.ReplaceAll(path, "/", `\`)
	if rest, ok := strings.CutPrefix(path, `\\`); ok {
		if f.Host, path, _ = strings.Cut(rest, `\`); f.Host == "" {
			return File{}
		}
	} else if len(path) < 3 || path[1:3] != `:\` {
		return File{}
	}
	f.Path = strings.Split(path, `\`)
	return f
}

func fileFromVMS(path string) (f File) {
	path = strings.ToLower(path)
	if host, rest, ok := strings.Cut(path, "::"); ok {
		f.Host, path = host, rest
	}
	device, rest, _ := strings.Cut(path, ":[")
	directories, name, ok := strings.Cut(rest, "]")
	if !ok {
		return File{}
	}
	f.Path = []string{device}
	if directories != vmsTop {
		f.Path = append(f.Path, strings.Split(directories, ".")...)
	}
	f.Path = append(f.Path, name)
	return f
}
