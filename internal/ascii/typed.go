package ascii

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsInvisible reports whether r is white space, or of the category Cf: without width, or for the
// direction of the text.
func IsInvisible(r rune) bool {
	return unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.Is(unicode.Cf, r)
}

// Narrow returns the ASCII form of a character of full width, or of a look-alike of a delimiter.
// It returns others unchanged.
func Narrow(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
	case '！' <= r && r <= '～':
		return r - '！' + '!'
	case r == '∶', r == '﹕':
		return ':'
	case r == '⁄', r == '∕':
		return '/'
	case r == '。', r == '｡', r == '․':
		return '.'
	}
	return r
}

// Visible returns s without invisible characters, and with others as Narrow returns them.
func Visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if IsInvisible(r) {
			return -1
		}
		return Narrow(r)
	}, s)
}

// The parts that a text has, even if they are empty.
const (
	HasScheme = 1 << iota
	HasAuthority
	HasUserinfo
	HasPort
	HasQuery
	HasFragment
)

// Parts are the parts of a text.
type Parts struct {
	Scheme, Userinfo, Host, Port, Path, Query, Fragment string

	Data      string    // path, query and fragment
	Has       int       // the parts that are there
	Authority Authority // where its parts are, or an empty one at the start
}

// Split splits s by
//
//	^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//
// (RFC 3986, Appendix B), and the authority by section 3.2.
func Split(s string) (p Parts) {
	i := 0
	if n := strings.IndexAny(s, ":/?#"); n > 0 && s[n] == ':' {
		p.Scheme, p.Has, i = s[:n], HasScheme, n+1
	}
	if strings.HasPrefix(s[i:], "//") {
		i += len("//")
		a := SplitAuthority(s, i, AuthorityEnd(s, i))
		p.Authority, p.Has = a, p.Has|HasAuthority
		if a.Host > a.Start {
			p.Userinfo, p.Has = s[a.Start:a.Host-1], p.Has|HasUserinfo
		}
		if p.Host = s[a.Host:a.HostEnd]; a.HostEnd < a.End {
			p.Port, p.Has = s[a.HostEnd+1:a.End], p.Has|HasPort
		}
		i = a.End
	}
	p.Data = s[i:]
	var hasQuery, hasFragment bool
	p.Path, p.Fragment, hasFragment = strings.Cut(p.Data, "#")
	p.Path, p.Query, hasQuery = strings.Cut(p.Path, "?")
	if hasQuery {
		p.Has |= HasQuery
	}
	if hasFragment {
		p.Has |= HasFragment
	}
	return p
}
