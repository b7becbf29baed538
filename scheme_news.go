package uri

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"example.com/uri/internal/schemes"
)

// News is USENET news on any server: all groups, one group or one article
// (RFC 1738, 3.6; RFC 1036):
//
//	newsurl   = "news:" grouppart
//	grouppart = "*" | group | article
//	group     = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//	article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
//
// (RFC 1738, 5). Exactly one of the fields is set. A "?" and a "/" are part of
// the article. News values may be compared with ==.
type News struct {
	All   bool   // "*": all groups
	Group string // "comp.infosystems.www.misc"
	// Article is a message-id without the "<" and ">" around it: "unique@host".
	// The host follows the last "@".
	Article string
}

// NewsFrom reads u as a news URL.
func NewsFrom(u URI) (News, error) {
	if err := u.checkScheme(opNews, schemes.News.Info(), ruleNewsURL); err != nil {
		return News{}, err
	}
	s, start := u.s[:u.uriEnd()], int(u.scheme)+1
	if s[start:] == "*" {
		return News{All: true}, nil
	}
	if end, r := group(s, start); r == 0 && end == len(s) {
		return News{Group: s[start:]}, nil
	}
	i := start + strings.IndexByte(s[start:], '@')
	switch {
	case i < start:
		return News{}, u.refuse(opNews, len(s), ruleGrouppart, faultNeitherGroup)
	case i == start:
		return News{}, u.refuse(opNews, i, ruleArticle, faultEmptyName)
	}
	if end := scanEscaped(s[:i], start, isURIC); end < i {
		return News{}, u.refuse(opNews, end, ruleArticle, faultByte)
	}
	i++
	end, kind, r, f := schemeHost(s, i)
	switch {
	case r != 0:
		return News{}, u.refuse(opNews, end, r, f)
	case kind == HostIPv6:
		return News{}, u.refuse(opNews, i, ruleHostname, faultByte)
	}
	return News{Article: decode(s[start:])}, nil
}

// ParseNews is [Parse] and [NewsFrom].
func ParseNews(s string) (News, error) { return parseWith(s, NewsFrom) }

// group recognises
//
//	group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//
// (RFC 1738, 5) at s[i:].
func group(s string, i int) (end int, r Rule) {
	if !in(s, i, isAlpha) {
		return i, ruleGroup
	}
	return scan(s, i, isGroup), 0
}

// URI returns the URL. It fails if not exactly one field is set, if Group is not
// the name of a group, or if Article has no text before the "@" or no host after
// it.
func (n News) URI() (URI, error) {
	if err := n.check(); err != nil {
		return URI{}, err
	}
	switch {
	case n.All:
		return Parse("news:*")
	case n.Group != "":
		return Parse("news:" + n.Group)
	}
	i := strings.LastIndexByte(n.Article, '@')
	dst := appendEscapeAlso([]byte("news:"), n.Article[:i], EscapeQuery, "@")
	dst = append(dst, n.Article[i:]...)
	return Parse(string(dst))
}

// check checks that exactly one field is set and can be written.
func (n News) check() error {
	refuse := func(field, reason string) error { return &FieldError{"news", field, reason} }
	switch {
	case n.All && n.Group != "":
		return refuse("Group", "set, and All too (RFC 1738, 3.6)")
	case (n.All || n.Group != "") && n.Article != "":
		return refuse("Article", "set, and another field too (RFC 1738, 3.6)")
	case n.All:
		return nil
	case n.Group != "":
		return checkGroup("news", n.Group)
	}
	i := strings.LastIndexByte(n.Article, '@')
	if i < 1 {
		return refuse("Article", `not unique "@" host (RFC 1738, 3.6)`)
	}
	if _, kind, r, _ := schemeHost(n.Article, i+1); r != 0 || kind == HostIPv6 {
		return refuse("Article", `no hostname or IPv4 address after the "@" (RFC 1738, 3.6)`)
	}
	return nil
}

// checkGroup checks that name is the name of a group.
func checkGroup(op, name string) error {
	if end, r := group(name, 0); r != 0 || end < len(name) {
		return &FieldError{op, "Group", "not the name of a newsgroup (RFC 1738, 5)"}
	}
	return nil
}

// The methods of interfaces: see [Scheme].

func (n News) Scheme() string                { return "news" }
func (n News) String() string                { return schemeString(n) }
func (n News) Format(f fmt.State, verb rune) { formatScheme(n, f, verb) }
func (n News) LogValue() slog.Value          { return slog.StringValue(redacted(n)) }
func (n News) MarshalText() ([]byte, error)  { return marshalScheme(n) }
func (n *News) UnmarshalText(s []byte) error { return unmarshal(n, string(s), ParseNews) }

// Commands returns the one command that a client sends to a news server to get
// the news, without the CR LF after it (RFC 977, 3):
//
//	LIST           for all groups
//	GROUP name     for one group
//	ARTICLE <id>   for an article
//
// The URL does not name the server to ask. The error is a [*FieldError]: a field
// that [News.URI] refuses, or an Article that is not a message-id. The text
// before its host must be printing ASCII characters other than space, "<", ">"
// and "@" (RFC 1036, 2.1.5), so no command contains CR, LF or NUL (RFC 1738, 6).
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
