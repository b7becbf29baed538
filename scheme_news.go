package uri

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// News is USENET news: all groups, one group or one article, on the server of the URL
// or on any server (RFC 1738, 3.6; RFC 5538):
//
//	newsURL = "news:" [ server "/" ] ( article / newsgroups )
//	server  = "//" authority
//	article = msg-id-core
//
// (RFC 5538, 4). Exactly one of All, Group and Article is set.
type News struct {
	Host    string // as [Server.Host]; "": any server
	Port    uint16 // 0: 119
	All     bool   // "*": all groups
	Group   string // "comp.infosystems.www.misc"
	Article string // a message-id without "<" and ">": "unique@host", after the last "@" the host
}

var opNews = &operation{scheme: schemes.News}

// NewsFrom reads u as a news URL. A "?" is part of the article.
func NewsFrom(u URI) (News, error) {
	// DEVIATION: newsgroups is a pattern in RFC 5538. A pattern other than "*" is
	// refused, and so are a userinfo and an empty authority.
	var n News
	s, i := u.s[:u.uriEnd()], int(u.scheme)+1
	if u.hasAuthority() {
		srv, err := u.schemeServer(opNews, ruleNewsURL)
		if err != nil {
			return News{}, err
		}
		n.Host, n.Port = srv.Host, srv.Port
		if i = int(u.path); !at(s, i, '/') {
			return News{}, u.refuse(opNews, i, ruleNewsURL, faultByte)
		}
		i++
	} else if err := u.checkScheme(opNews, ruleNewsURL); err != nil {
		return News{}, err
	}
	slash, sign := strings.IndexByte(s[i:], '/'), strings.IndexByte(s[i:], '@')
	switch {
	case slash >= 0:
		return News{}, u.refuse(opNews, i+slash, ruleNewsURL, faultByte)
	case i == len(s) || decodesTo(s[i:], "*"):
		n.All = true
		return n, nil
	case sign == 0:
		return News{}, u.refuse(opNews, i, ruleArticle, faultEmptyName)
	case sign > 0:
		end, r := idRight(s, i+sign+1)
		if r != nil || end < len(s) {
			return News{}, u.refuse(opNews, end, ruleIDRight, faultByte)
		}
		n.Article = decode(s[i:])
		return n, nil
	}
	end, r, f := newsgroup(s, i)
	if f == faultByte && end < len(s) {
		end, r, f = len(s), ruleNewsURL, faultNeitherGroup // it may go on with "@"
	}
	if r != nil {
		return News{}, u.refuse(opNews, end, r, f)
	}
	n.Group = decode(s[i:])
	return n, nil
}

// ParseNews is [Parse] and [NewsFrom].
func ParseNews(s string) (News, error) { return parseWith(s, opNews, NewsFrom) }

// newsgroup recognises
//
//	group      = 1*( group-char / pct-encoded )
//	group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."
//
// (RFC 5538, 3) at s[i:], the name of one group as a server takes it (RFC 3977, 9.8:
// newsgroup-name). An unreserved character may stand for its escape.
func newsgroup(s string, i int) (end int, r *rule, f *fault) {
	for end = i; ; {
		b, n := ascii.DecodedAt(s, end)
		switch {
		case n == 0 || n == 1 && !in(s, end, isGroup|isUnreserved):
			if end == i {
				return i, ruleGroup, faultByte
			}
			if name := s[i:end]; decodesTo(name, ".") || decodesTo(name, "..") {
				return i, ruleGroup, faultDotSegment
			}
			return end, nil, faultByte
		case b == '*' || b == '?':
			return end, ruleGroup, faultGroupPattern
		case b == '!' && n == 1:
			return end, ruleGroup, faultByte
		case b <= ' ' || b == 0x7F || strings.IndexByte(`!,@[\]`, b) >= 0:
			return end, ruleGroup, faultEscapedOctet
		case b >= utf8.RuneSelf:
			if n = nonASCII(s, end); n == 0 {
				return end, ruleGroup, faultEscapedOctet
			}
		}
		end += n
	}
}

// idRight recognises
//
//	id-right        = dot-atom-text / no-fold-literal
//	no-fold-literal = "[" *mdtext "]"
//	mdtext          = %d33-61 / %d63-90 / %d94-126
//
// (RFC 5536, 3.1.3) at s[i:]. Each octet may be written as an escape.
func idRight(s string, i int) (end int, r *rule) {
	b, n := ascii.DecodedAt(s, i)
	if b != '[' {
		return dotAtomText(s, i)
	}
	for {
		i += n
		b, n = ascii.DecodedAt(s, i)
		switch {
		case b == ']':
			return i + n, nil
		case b <= ' ' || b >= 0x7F || strings.IndexByte(`>[\`, b) >= 0: // also at the end of s
			return i, ruleIDRight
		}
	}
}

// dotAtomText recognises
//
//	dot-atom-text = 1*atext *("." 1*atext)
//
// (RFC 5322, 3.2.3) at s[i:].
func dotAtomText(s string, i int) (end int, r *rule) {
	for {
		start := i
		b, n := ascii.DecodedAt(s, i)
		for (ascii.Letter | ascii.Digit).Has(b) || b != 0 && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", b) >= 0 {
			i += n
			b, n = ascii.DecodedAt(s, i)
		}
		if i == start {
			return i, ruleIDRight
		}
		if b != '.' {
			return i, nil
		}
		i += n
	}
}

// URI returns the URL. It fails if not exactly one of All, Group and Article is set, if
// Host is neither empty nor a host, if Port is set without it, if Group is not the name of a
// group, or if Article has no text before the "@" or no host after it.
func (n News) URI() (URI, error) {
	if err := n.check(); err != nil {
		return URI{}, err
	}
	dst := []byte("news:")
	if n.Host != "" {
		var err error
		if dst, err = schemeAndServer("news", Server{Host: n.Host, Port: n.Port}); err != nil {
			return URI{}, err
		}
		dst = append(dst, '/')
	}
	switch {
	case n.All:
		dst = append(dst, '*')
	case n.Group != "":
		dst = appendGroup(dst, n.Group)
	default:
		i := strings.LastIndexByte(n.Article, '@')
		dst = append(appendMessageID(dst, n.Article[:i]), '@')
		dst = appendMessageID(dst, n.Article[i+1:])
	}
	return Parse(string(dst))
}

// appendGroup appends the name of a group with escapes for all but group-char.
func appendGroup(dst []byte, name string) []byte {
	for i := range len(name) {
		dst = ascii.AppendByte(dst, name[i], !in(name, i, isGroup))
	}
	return dst
}

// appendMessageID appends one side of a message-id with its escapes (RFC 5538, 4).
func appendMessageID(dst []byte, side string) []byte {
	return appendEscapeAlso(dst, side, EscapeQuery, "@/?")
}

// check checks that exactly one of All, Group and Article is set and can be written.
func (n News) check() error {
	refuse := func(field, reason string) error { return &FieldError{"news", field, reason} }
	switch {
	case n.Host == "" && n.Port != 0:
		return refuse("Port", "set, and no Host (RFC 5538, 4)")
	case n.All && n.Group != "":
		return refuse("Group", "set, and All too (RFC 5538, 4)")
	case (n.All || n.Group != "") && n.Article != "":
		return refuse("Article", "set, and another field too (RFC 5538, 4)")
	case n.All:
		return nil
	case n.Group != "":
		return checkGroup("news", n.Group)
	}
	i := strings.LastIndexByte(n.Article, '@')
	if i < 1 {
		return refuse("Article", `not unique "@" host (RFC 5538, 4)`)
	}
	right := string(appendMessageID(nil, n.Article[i+1:]))
	if end, r := idRight(right, 0); r != nil || end < len(right) {
		return refuse("Article", `neither a dot-atom nor a literal after the "@" (RFC 5536, 3.1.3)`)
	}
	return nil
}

// checkGroup returns an error unless name is the name of a group.
func checkGroup(op, name string) error {
	if _, r, f := newsgroup(string(appendGroup(nil, name)), 0); r != nil {
		reason := "not the name of a newsgroup (RFC 5538, 3)"
		if f == faultGroupPattern {
			reason = f.reason + " (RFC 5538, 4)"
		}
		return &FieldError{op, "Group", reason}
	}
	return nil
}

// For these methods see [Scheme].

func (n News) Scheme() string                { return "news" }
func (n News) String() string                { return schemeString(n) }
func (n News) Format(f fmt.State, verb rune) { formatScheme(n, f, verb) }
func (n News) LogValue() slog.Value          { return slog.StringValue(redacted(n)) }
func (n News) MarshalText() ([]byte, error)  { return marshalScheme(n) }
func (n *News) UnmarshalText(s []byte) error { return unmarshal(n, string(s), ParseNews) }

// HostPort returns the host and port to connect to, and whether the URL names a server.
// See [Scheme].
func (n News) HostPort() (string, bool) { return schemeAddr("news", n.Host, n.Port) }

// Commands returns the one command of a client for the news, without the CR LF after it
// (RFC 3977):
//
//	LIST           for all groups
//	GROUP name     for one group
//	ARTICLE <id>   for an article
//
// If Host is empty, the URL does not name the server to ask. The error is a [*FieldError],
// as for [News.URI]. An Article must be a message-id too (RFC 1036, 2.1.5). So no command
// contains CR, LF or NUL (RFC 1738, 6).
func (n News) Commands() ([]string, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	switch {
	case n.All:
		return []string{"LIST"}, nil
	case n.Group != "":
		return []string{"GROUP " + n.Group}, nil
	}
	for i, b := range []byte(n.Article[:strings.LastIndexByte(n.Article, '@')]) {
		if b <= ' ' || b >= 0x7F || b == '<' || b == '>' || b == '@' {
			return nil, &FieldError{"news", "Article", "not a message-id, at offset " + strconv.Itoa(i) + " of the field (RFC 1036, 2.1.5)"}
		}
	}
	return []string{"ARTICLE <" + n.Article + ">"}, nil
}
