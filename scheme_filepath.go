package uri

import (
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// A PathStyle is the way an operating system writes the path of a file. Any other value
// counts as PathPOSIX.
type PathStyle uint8

const (
	// PathPOSIX paths are "/dir/name". They cannot name another host.
	PathPOSIX PathStyle = iota
	// PathWindows paths are `C:\dir\name`, and `\\host\share\name` on another host, also
	// if a URL has the host in its path: file:////host/share/name and
	// file://///host/share/name (RFC 8089, E.3.2). "/" is read as `\`.
	PathWindows
	// PathVMS paths are "DEVICE:[DIR.DIR]NAME.TYPE", with "HOST::" before them on
	// another host. They are in upper case and the URL is in lower case, as in
	// the example of RFC 1738, 3.10.
	PathVMS
)

// NativePath returns the path of the file in the given style. The error is a
// [*FieldError], for
//
//   - an empty Path, and a name with a character forbidden in the style, such as "/" or NUL
//   - an invalid Host, or one without a place in the style
//   - a missing drive, share or device, if the style needs one
//
// The names "." and ".." are kept. Check where they lead before you open files for
// others.
func (f File) NativePath(style PathStyle) (string, error) {
	if err := f.checkNative(style); err != nil {
		return "", err
	}
	switch style {
	case PathWindows:
		if f.onDrive() {
			return f.Path[0][:1] + `:\` + strings.Join(f.Path[1:], `\`), nil
		}
		if i := f.uncHost(); i > 0 {
			return `\\` + strings.Join(f.Path[i:], `\`), nil
		}
		return `\\` + f.Host.String() + `\` + strings.Join(f.Path, `\`), nil
	case PathVMS:
		return f.vmsPath(), nil
	}
	return "/" + strings.Join(f.Path, "/"), nil
}

// local reports whether the file is on this machine.
func (f File) local() bool {
	name := f.Host.String()
	return name == "" || strings.EqualFold(name, "localhost")
}

// checkNative returns an error unless the file has a path of the style.
func (f File) checkNative(style PathStyle) error {
	if len(f.Path) == 0 {
		return &FieldError{"file", "Path", "empty"}
	}
	if name := f.Host.String(); name != "" {
		if err := checkHost("file", name); err != nil {
			return err
		}
	}
	switch {
	case style == PathWindows:
		return f.checkWindows()
	case style == PathVMS:
		return f.checkVMS()
	case !f.local():
		return &FieldError{"file", "Host", "not named in a POSIX path"}
	}
	return checkNames(f.Path, 0, func(c rune) bool { return c == '/' || c == 0 })
}

// checkNames returns an error if bad is true for a character of a name in path[i:].
func checkNames(path []string, i int, bad func(c rune) bool) error {
	for ; i < len(path); i++ {
		if strings.ContainsFunc(path[i], bad) {
			return &FieldError{"file", indexed("Path", i), "a character that is not allowed in a name"}
		}
	}
	return nil
}

// onDrive reports whether the path begins with a drive of this machine. URLs
// older than RFC 1738 have "|" instead of ":".
func (f File) onDrive() bool {
	drive := f.Path[0]
	return f.local() && (ascii.IsDrive(drive) || len(drive) == 2 && in(drive, 0, isAlpha) && drive[1] == '|')
}

// uncHost returns the index of a host in the path, as in file:////host/share (RFC 8089,
// E.3.2), or 0.
func (f File) uncHost() int {
	for i := range min(len(f.Path), 3) {
		if f.Path[i] != "" {
			return i
		}
		if f.Host.String() != "" {
			break
		}
	}
	return 0
}

// checkWindows checks that the file has a Windows path.
func (f File) checkWindows() error {
	names := 0
	switch {
	case f.onDrive():
		names = 1
	case f.uncHost() > 0:
		names = f.uncHost()
		if _, kind, r, _ := schemeHost(f.Path[names], 0); r != nil || kind == HostIPv6 {
			return &FieldError{"file", indexed("Path", names), "not a host that a Windows path names"}
		}
		if names++; names == len(f.Path) || f.Path[names] == "" {
			return &FieldError{"file", indexed("Path", names), "not a share"}
		}
	case f.Host.String() == "":
		return &FieldError{"file", "Path[0]", "not a drive"}
	case strings.HasPrefix(f.Host.String(), "["):
		return &FieldError{"file", "Host", "not named in a Windows path"}
	case f.Path[0] == "":
		return &FieldError{"file", "Path[0]", "not a share"}
	}
	return checkNames(f.Path, names, func(c rune) bool { return c < ' ' || strings.ContainsRune(`<>:"/\|?*`, c) })
}

// checkVMS checks that the file has a VMS path.
func (f File) checkVMS() error {
	last := len(f.Path) - 1
	switch {
	case strings.HasPrefix(f.Host.String(), "["):
		return &FieldError{"file", "Host", "not named in a VMS path"}
	case last == 0 || f.Path[0] == "":
		return &FieldError{"file", "Path[0]", "not a device"}
	}
	if err := checkNames(f.Path[:last], 0, notVMS); err != nil {
		return err
	}
	// The name of a file contains "." before its type and ";" before its version.
	bad := func(c rune) bool { return notVMS(c) && c != '.' && c != ';' }
	if err := checkNames(f.Path, last, bad); err != nil {
		return err
	}
	if i := slices.Index(f.Path[1:last], ""); i >= 0 {
		return &FieldError{"file", indexed("Path", 1+i), "an empty directory"}
	}
	if last == 2 && f.Path[1] == vmsTop {
		return &FieldError{"file", "Path[1]", "the directory that holds the others: left out in a URL"}
	}
	return nil
}

// vmsPath returns the VMS path of a file, after checkVMS.
func (f File) vmsPath() string {
	last := len(f.Path) - 1
	directories := strings.Join(f.Path[1:last], ".")
	if directories == "" {
		directories = vmsTop
	}
	node := ""
	if !f.local() {
		node = f.Host.String() + "::"
	}
	return strings.ToUpper(node + f.Path[0] + ":[" + directories + "]" + f.Path[last])
}

// vmsTop is the VMS name of the directory above all others.
const vmsTop = "000000"

// notVMS reports whether c is not allowed in the name of a VMS directory.
func notVMS(c rune) bool {
	return c >= 0x80 || table[c]&(isAlpha|isDigit) == 0 && c != '$' && c != '-' && c != '_'
}

// FileFromPath returns the file with this absolute path. The error is a [*FieldError] if
// the path is relative or not of the style. [File.NativePath] returns the path again, for
// Windows with "\" and for VMS in upper case. Windows paths with `\\?\` or `\\.\` at the
// start and VMS paths with the host localhost are therefore refused. For this machine,
// the style is PathWindows if runtime.GOOS is "windows", else PathPOSIX.
func FileFromPath(path string, style PathStyle) (File, error) {
	var f File
	var err error
	switch style {
	case PathWindows:
		f, err = fileFromWindows(path)
	case PathVMS:
		f, err = fileFromVMS(path)
	default:
		rest, ok := strings.CutPrefix(path, "/")
		if !ok {
			return File{}, errNotAbsolute()
		}
		f = File{Host: Defined(""), Path: strings.Split(rest, "/")}
	}
	if err == nil {
		err = f.checkNative(style)
	}
	if err != nil {
		return File{}, err
	}
	return f, nil
}

// errNotAbsolute returns the error for a relative path.
func errNotAbsolute() error { return &FieldError{"file", "Path", "not an absolute path"} }

// fileFromWindows splits a Windows path. It does not check the names.
func fileFromWindows(path string) (f File, err error) {
	f.Host = Defined("")
	path = strings.ReplaceAll(path, "/", `\`)
	if rest, ok := strings.CutPrefix(path, `\\`); ok {
		var name string
		if name, path, ok = strings.Cut(rest, `\`); name == "" || !ok {
			return File{}, errNotAbsolute()
		}
		f.Host = Defined(name)
		if name == "?" || name == "." {
			return File{}, &FieldError{"file", "Host", `a path that begins with \\?\ or \\.\ names no host`}
		}
		if len(path) > 1 && (path[1] == ':' || path[1] == '|') {
			return File{}, &FieldError{"file", "Path[0]", "a drive, and a host before it"}
		}
	} else if len(path) < 3 || path[1:3] != `:\` {
		return File{}, errNotAbsolute()
	}
	f.Path = strings.Split(path, `\`)
	return f, nil
}

// fileFromVMS splits a VMS path. It does not check the names.
func fileFromVMS(path string) (f File, err error) {
	if !ascii.Is(path) { // the lower case of some other characters is ASCII
		return File{}, &FieldError{"file", "Path", "a character that is not allowed in a name"}
	}
	f.Host = Defined("")
	path = strings.ToLower(path)
	if name, rest, ok := strings.Cut(path, "::"); ok {
		if f.Host, path = Defined(name), rest; f.local() {
			return File{}, &FieldError{"file", "Host", "this machine is not named in a VMS path"}
		}
	}
	device, rest, _ := strings.Cut(path, ":[")
	directories, name, ok := strings.Cut(rest, "]")
	if !ok {
		return File{}, errNotAbsolute()
	}
	f.Path = append(make([]string, 0, 3+strings.Count(directories, ".")), device)
	if directories != vmsTop {
		f.Path = slices.AppendSeq(f.Path, strings.SplitSeq(directories, "."))
	}
	f.Path = append(f.Path, name)
	return f, nil
}
