package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// FileName returns the last segment of the path of u as the name of a file: decoded once, and safe on every
// file system. It is "" if the path is empty or ends in "/", if u is opaque, and if nothing safe is left: the
// program then has a name of its own.
//
//	http://h/annual%20report.pdf?x        annual report.pdf
//	http://h/..%2F..%2Fetc%2Fpasswd       _.._etc_passwd
//	http://h/con.zip                      _con.zip
//	http://h/                             ""
//
// The name is valid UTF-8 of at most 255 bytes, and filepath.IsLocal is true for it on every system. In it
//
//   - "_" replaces the characters " * / : < > ? \ |, controls, line separators, invisible characters, marks of
//     direction (U+202E) and invalid bytes of UTF-8,
//   - white space and "." are cut off at the start and at the end,
//   - "_" stands before names with a meaning on Windows: devices (con, lpt1.txt), desktop.ini and thumbs.db,
//   - extensions with a meaning in the shell of Windows (lnk, local, scf, url, {...}) become "download", and
//   - a long name is cut before its extension.
//
// A safe name stays as it is. Two URLs may have the same name: open a new file with os.O_EXCL, so that no other
// is overwritten.
func FileName(u uri.URI) string {
	segment, _ := u.LastSegment()
	if strings.IndexByte(string(segment), '%') < 0 {
		return safeName(string(segment))
	}
	return safeName(string(ascii.AppendDecoded(nil, string(segment))))
}

const (
	maxName      = 255 // bytes; ext4, APFS and NTFS have no longer names
	maxExtension = 32  // bytes, with the "."
)

// safeName returns the name s as FileName describes it.
func safeName(s string) string {
	s = cutName(strings.TrimFunc(strings.Map(safeRune, s), isEdge))
	if isReserved(s) {
		s = cutName("_" + s)
	}
	if dot := strings.LastIndexByte(s, '.'); dot >= 0 && runsInShell(s[dot+1:]) {
		s = cutName(s[:dot] + ".download")
	}
	return s
}

// safeRune returns r, or "_" if no name should have it. Two joiners stay, because some scripts need them.
func safeRune(r rune) rune {
	switch {
	case strings.ContainsRune(`"*/:<>?\|`, r), r == utf8.RuneError:
		return '_'
	case r == '\u200C' || r == '\u200D':
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point):
		return '_'
	}
	return r
}

// isEdge reports whether r is cut off at the ends of a name.
func isEdge(r rune) bool { return r == '.' || unicode.IsSpace(r) }

// cutName cuts a name to maxName bytes. A short extension stays.
func cutName(s string) string {
	if len(s) <= maxName {
		return s
	}
	extension := s[max(strings.LastIndexByte(s, '.'), 0):]
	if len(extension) > maxExtension {
		extension = ""
	}
	end := maxName - len(extension)
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.TrimRightFunc(s[:end], isEdge) + extension
}

// runsInShell reports whether Windows runs a file with this extension in its shell: Chromium's table,
// net/base/filename_util_internal.cc.
func runsInShell(extension string) bool {
	for _, x := range [...]string{"lnk", "local", "scf", "url"} {
		if equalFold(extension, x) {
			return true
		}
	}
	return strings.HasPrefix(extension, "{") && strings.HasSuffix(extension, "}")
}

// isReserved reports whether Windows takes s for the name of a device, also with an extension ("Naming Files,
// Paths, and Namespaces"), or reads a file of that name itself.
func isReserved(s string) bool {
	base, _, _ := strings.Cut(s, ".")
	base = toLower(strings.TrimRight(base, " "))
	switch base {
	case "con", "prn", "aux", "nul", "clock$", "conin$", "conout$":
		return true
	}
	if port, ok := strings.CutPrefix(base, "com"); ok && isPort(port) {
		return true
	}
	if port, ok := strings.CutPrefix(base, "lpt"); ok && isPort(port) {
		return true
	}
	return equalFold(s, "desktop.ini") || equalFold(s, "thumbs.db")
}

// isPort reports whether s is a digit, also a superscript of ISO-8859-1.
func isPort(s string) bool {
	return len(s) == 1 && ascii.Digit.Has(s[0]) || s == "¹" || s == "²" || s == "³"
}
