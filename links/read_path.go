package links

import (
	"strings"
	"unicode"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// filePath reads s as the path of a file: a drive and a "/" or "\", `\\server\share`, or "/" without
// another "/" after it. ok is false if it is none.
func filePath(s string) (u uri.URI, ok bool, err error) {
	style := uri.PathWindows
	switch {
	case s == "~", strings.HasPrefix(s, "~/"), strings.HasPrefix(s, `~\`):
		return uri.URI{}, false, errHome
	case strings.HasPrefix(s, `\\`):
	case len(s) > 2 && ascii.IsDrive(s[:2]) && (s[2] == '/' && !strings.HasPrefix(s[2:], "//") || strings.Contains(s, `\`)):
	case strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "/*"):
		style = uri.PathPOSIX
	default:
		return uri.URI{}, false, nil
	}
	f, err := uri.FileFromPath(s, style)
	if err == nil {
		u, err = f.URI()
	}
	return u, err == nil, err
}

// withoutQuotes returns where s begins and ends without double quotation marks around a path of
// Windows. "Copy as path" writes them.
func withoutQuotes(s string) (start, end int) {
	n := len(s)
	if n > 4 && s[0] == '"' && strings.IndexByte(s[1:], '"') == n-2 && (ascii.IsDrive(s[1:3]) || s[1:3] == `\\`) {
		return 1, n - 1
	}
	return 0, n
}

// mailbox reads s as an address, perhaps with a name before it and "<" and ">" around it. The
// address is s[start:end]. ok is false if s is none.
func mailbox(s string) (u uri.URI, start, end int, ok bool) {
	end = len(s)
	if open := strings.LastIndexByte(s, '<'); open >= 0 && s[end-1] == '>' {
		if !isDisplayName(strings.TrimSpace(s[:open])) {
			return uri.URI{}, 0, 0, false
		}
		start, end = open+len("<"), end-len(">")
	}
	address := s[start:end]
	at := strings.LastIndexByte(address, '@')
	if at < 0 || strings.ContainsAny(address, "/?") || hasWideDelimiter(address) || strings.ContainsFunc(address, isInvisible) || !isMailDomain(address[at+1:]) {
		return uri.URI{}, 0, 0, false
	}
	u, err := uri.Mailto{To: []string{address}}.URI()
	if err != nil {
		return uri.URI{}, 0, 0, false
	}
	m, err := uri.MailtoFrom(u)
	return u, start, end, err == nil && len(m.To) == 1 && m.To[0] == address
}

// isDisplayName reports whether s is a name before an address: a quoted one, or words without
// delimiters.
func isDisplayName(s string) bool {
	if n := len(s); n > 1 && s[0] == '"' && s[n-1] == '"' {
		return !strings.ContainsAny(s[1:n-1], `"<>`)
	}
	return !strings.ContainsAny(s, "\"<>@:;,/\\=")
}

// isMailDomain reports whether s is the name of a mail server, of any script, and not an address
// of IPv4.
func isMailDomain(s string) bool {
	if !ascii.Is(s) {
		return isWideName(s)
	}
	return s != "" && ascii.All(s, ascii.Host) && !ascii.EndsInNumber(s)
}

// remote reads
//
//	[ user "@" ] host ":" path
//
// as git and scp do (git-fetch). There is a user, or the host is in brackets. A number before the
// first "/" of the path, or without one, is a port, and s no remote. A user or a host that begins with
// "-" is an error, as it is to git. ok is false if s is none.
func remote(s string) (u uri.URI, ok bool, err error) {
	user, rest, hasUser := strings.Cut(s, "@")
	if !hasUser || !ascii.All(user, ascii.Host) {
		user, rest, hasUser = "", s, false
	}
	host, path, found := strings.Cut(rest, ":")
	inner, bracket := strings.CutPrefix(rest, "[")
	if bracket {
		host, path, found = strings.Cut(inner, "]:")
		if ascii.ReadsAsIPv6(host+"]", true) {
			host = "[" + host + "]"
		}
	}
	first, _, _ := strings.Cut(path, "/")
	switch {
	case !found, path == "", user == "" && !bracket, hasUser && user == "", host == "" || host[0] != '[' && !ascii.All(host, ascii.Host),
		strings.ContainsAny(first, `@\`), strings.Contains(path, "://"), strings.HasPrefix(path, "//"),
		isInvisible(rune(path[0])), strings.ContainsFunc(path, unicode.IsControl):
		return uri.URI{}, false, nil
	case strings.HasPrefix(user, "-"), strings.HasPrefix(host, "-"):
		return uri.URI{}, false, errOption
	case first != "" && ascii.All(first, ascii.Digit):
		if strings.HasSuffix(path, ".git") {
			err = errPort
		}
		return uri.URI{}, false, err
	}
	switch {
	case path[0] == '~':
		path = "/" + path
	case path[0] != '/':
		path = "/~/" + path
	}
	if hasUser {
		host = user + "@" + host
	}
	u, err = uri.Parse("ssh://" + host + uri.Escape(path, uri.EscapePath))
	return u, err == nil, nil
}
