package uri

import (
	"fmt"
	"log/slog"

	"example.com/uri/internal/schemes"
)

// NNTP is a newsgroup, or an article in it, on a server of the Network News
// Transfer Protocol (RFC 1738, 3.7; RFC 5538; RFC 3977):
//
//	nntpURL = "nntp:" server "/" group [ "/" article-number ]
//
// (RFC 5538, 3).
type NNTP struct {
	Host    string   // as [Server.Host]
	Port    uint16   // 0: 119
	Group   string   // "comp.infosystems.www.misc"
	Article Optional // its number in the group, at most 16 digits; undefined: the group
}

var opNNTP = &operation{scheme: schemes.NNTP}

// NNTPFrom reads u as an nntp URL.
func NNTPFrom(u URI) (NNTP, error) {
	srv, err := u.schemeServer(opNNTP, ruleNNTPURL)
	if err != nil {
		return NNTP{}, err
	}
	n := NNTP{Host: srv.Host, Port: srv.Port}
	s, i := u.s[:u.uriEnd()], int(u.path)
	if !at(s, i, '/') {
		return NNTP{}, u.refuse(opNNTP, i, ruleNNTPURL, faultByte)
	}
	end, r, f := newsgroup(s, i+1)
	n.Group = decode(s[i+1 : end])
	if r == nil && at(s, end, '/') {
		first := end + 1
		end, r = articleNumber(s, first)
		n.Article = Defined(s[first:end])
	}
	if r == nil && end < len(s) {
		r = ruleNNTPURL
	}
	if r != nil {
		return NNTP{}, u.refuse(opNNTP, end, r, f)
	}
	return n, nil
}

// ParseNNTP is [Parse] and [NNTPFrom].
func ParseNNTP(s string) (NNTP, error) { return parseWith(s, opNNTP, NNTPFrom) }

// articleNumber recognises
//
//	article-number = 1*16DIGIT
//
// (RFC 5538, 3) at s[i:].
func articleNumber(s string, i int) (end int, r *rule) {
	if end = scan(s, i, isDigit); end == i || end > i+16 {
		return min(end, i+16), ruleArticleNumber
	}
	return end, nil
}

// URI returns the URL. It fails if Host is not a host, if Group is not the name of
// a group, or if Article is defined and not such a number.
func (n NNTP) URI() (URI, error) {
	dst, err := schemeAndServer("nntp", Server{Host: n.Host, Port: n.Port})
	if err != nil {
		return URI{}, err
	}
	if err := n.check(); err != nil {
		return URI{}, err
	}
	dst = appendGroup(append(dst, '/'), n.Group)
	if digits, ok := n.Article.Get(); ok {
		dst = append(append(dst, '/'), digits...)
	}
	return Parse(string(dst))
}

// check checks the group and the number.
func (n NNTP) check() error {
	if err := checkGroup("nntp", n.Group); err != nil {
		return err
	}
	if digits, ok := n.Article.Get(); ok {
		if end, r := articleNumber(digits, 0); r != nil || end < len(digits) {
			return &FieldError{"nntp", "Article", "not a number of at most 16 digits (RFC 5538, 3)"}
		}
	}
	return nil
}

// For these methods see [Scheme].

func (n NNTP) Scheme() string                { return "nntp" }
func (n NNTP) String() string                { return schemeString(n) }
func (n NNTP) Format(f fmt.State, verb rune) { formatScheme(n, f, verb) }
func (n NNTP) LogValue() slog.Value          { return slog.StringValue(redacted(n)) }
func (n NNTP) MarshalText() ([]byte, error)  { return marshalScheme(n) }
func (n *NNTP) UnmarshalText(s []byte) error { return unmarshal(n, string(s), ParseNNTP) }
func (n NNTP) HostPort() (string, bool)      { return schemeAddr("nntp", n.Host, n.Port) }

// Commands returns the commands of a client for the group or article, in order and
// without the CR LF after each (RFC 3977):
//
//	GROUP name
//	ARTICLE number   if Article is defined
//
// The error is a [*FieldError] for a wrong Group or Article, as in [NNTP.URI]. So no
// command contains CR, LF or NUL (RFC 1738, 6).
func (n NNTP) Commands() ([]string, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	list := []string{"GROUP " + n.Group}
	if digits, ok := n.Article.Get(); ok {
		list = append(list, "ARTICLE "+digits)
	}
	return list, nil
}
