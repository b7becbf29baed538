package uri

import (
	"fmt"
	"log/slog"

	"example.com/uri/internal/schemes"
)

// File is a file on a named host or on this machine (RFC 1738, 3.10):
//
//	fileurl  = "file://" [ host | "localhost" ] "/" fpath
//	fpath    = fsegment *[ "/" fsegment ]
//	fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//
// (RFC 1738, 5). A "?" is part of the name and does not begin a query. So is a ";", as in
// RFC 8089, 2, though fsegment does not allow it: FileFrom reads it, URI writes %3B, and
// [Conforms1738] refuses it.
type File struct {
	// Host is where the file is: a hostname, an IPv4 address or an IPv6 literal with
	// its brackets. This machine, where the URL is read, is "localhost", or empty as in
	// "file:///p", or undefined as in "file:/p".
	Host Optional
	Path []string // the directories, followed by the name of the file
}

var opFile = &operation{scheme: schemes.File}

// FileFrom reads u as a file URL.
func FileFrom(u URI) (File, error) {
	if _, ok := hasPrefixFold(u.s, 0, "file:/"); !ok {
		return File{}, u.wrongScheme(opFile, ruleFileURL, "file:/")
	}
	var f File
	s, i := u.s[:u.uriEnd()], int(u.path)
	if name, ok := u.Authority(); ok {
		if end, _, r, wrong := schemeHost(s[:i], int(u.authority())); r != nil && name != "" {
			return File{}, u.refuse(opFile, end, r, wrong)
		}
		f.Host = Defined(name)
	}
	if !at(s, i, '/') {
		return File{}, u.refuse(opFile, i, ruleFileURL, faultByte)
	}
	f.Path = splitDecode(s[i+1:])
	return f, nil
}

// ParseFile is [Parse] and [FileFrom].
func ParseFile(s string) (File, error) { return parseWith(s, opFile, FileFrom) }

// URI returns the URL. It fails if Host is neither empty nor a host, if Path is
// empty, or if Host is undefined and Path begins with an empty directory.
func (f File) URI() (URI, error) {
	if len(f.Path) == 0 {
		return URI{}, &FieldError{"file", "Path", "empty (RFC 1738, 5)"}
	}
	dst := []byte("file:")
	switch name, ok := f.Host.Get(); {
	case name != "":
		var err error
		if dst, err = schemeAndServer("file", Server{Host: name}); err != nil {
			return URI{}, err
		}
	case ok:
		dst = append(dst, "//"...)
	case len(f.Path) > 1 && f.Path[0] == "":
		return URI{}, &FieldError{"file", "Host", "undefined, but the path begins with \"//\" (RFC 2396, 3)"}
	}
	for _, name := range f.Path {
		dst = append(dst, '/')
		dst = AppendEscape(dst, name, EscapeSegment)
	}
	return Parse(string(dst))
}

// For these methods see [Scheme].

func (f File) Scheme() string                 { return "file" }
func (f File) String() string                 { return schemeString(f) }
func (f File) Format(st fmt.State, verb rune) { formatScheme(f, st, verb) }
func (f File) LogValue() slog.Value           { return slog.StringValue(redacted(f)) }
func (f File) MarshalText() ([]byte, error)   { return marshalScheme(f) }
func (f *File) UnmarshalText(s []byte) error  { return unmarshal(f, string(s), ParseFile) }
