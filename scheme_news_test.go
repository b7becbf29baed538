package uri

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/peer"
)

func TestNews(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"news:*", News{All: true}, ""},
		{"news:%2a", News{All: true}, "news:*"}, // unreserved (RFC 2396, 2.3)
		{"news:comp.infosystems.www.misc", News{Group: "comp.infosystems.www.misc"}, ""},
		{"NEWS:c++.x_y-z", News{Group: "c++.x_y-z"}, "news:c++.x_y-z"},
		{"news:a..b.", News{Group: "a..b."}, ""},
		{"news:1a", News{Group: "1a"}, ""},
		{"news:%67", News{Group: "g"}, "news:g"},
		{"news:a#f", News{Group: "a"}, "news:a"},
		{"news:4123@ucbvax.Berkeley.ARPA", News{Article: "4123@ucbvax.Berkeley.ARPA"}, ""},
		{"news:a@1.2.3.4", News{Article: "a@1.2.3.4"}, ""},
		{"news:a@1.2.3.256", News{Article: "a@1.2.3.256"}, ""},
		{"news:a@b~c_d-", News{Article: "a@b~c_d-"}, ""},
		{"news:*@b", News{Article: "*@b"}, ""},
		{"news:a;?:&=!$~@b.c", News{Article: "a;?:&=!$~@b.c"}, "news:a;%3F:&=!$~@b.c"},
		{"news:%2Fa@b", News{Article: "/a@b"}, ""},
		{"news:a@b%2Fc%3F%23%25%60%7B%7C%7D%5E", News{Article: "a@b/c?#%`{|}^"}, ""},
		{"news:a@%5B1.2.3.4%5D", News{Article: "a@[1.2.3.4]"}, ""},
		{"news:a@%5b::1%5d", News{Article: "a@[::1]"}, "news:a@%5B::1%5D"},
		{"news:a@%5B%5D", News{Article: "a@[]"}, ""},
		{"news:a%40b%3C%20@c", News{Article: "a@b< @c"}, ""},
		{"news:%61%2f@c", News{Article: "a/@c"}, "news:a%2F@c"},

		// The examples of RFC 5538, 3 and 4.
		{"news://news.server.example/example.group.this", News{Host: "news.server.example", Group: "example.group.this"}, ""},
		{"news://news.server.example/*", News{Host: "news.server.example", All: true}, ""},
		{"news://news.server.example/", News{Host: "news.server.example", All: true}, "news://news.server.example/*"},
		{"news:example.group.this", News{Group: "example.group.this"}, ""},

		{"news://h/id@host", News{Host: "h", Article: "id@host"}, ""},
		{"NEWS://h:119/a", News{Host: "h", Group: "a"}, "news://h/a"},
		{"news://h:/a", News{Host: "h", Group: "a"}, "news://h/a"},
		{"news://h_x.:563/*", News{Host: "h_x.", Port: 563, All: true}, ""},
		{"news://[::1]/x@h", News{Host: "[::1]", Article: "x@h"}, ""},
		{"news://1.2.3.4/a?b@h#f", News{Host: "1.2.3.4", Article: "a?b@h"}, "news://1.2.3.4/a%3Fb@h"},
		{"news://h/a%40b@c", News{Host: "h", Article: "a@b@c"}, ""},
		{"news://h/n%2Fa", News{Host: "h", Group: "n/a"}, ""},
		{"news:a%C3%A9", News{Group: "a\u00e9"}, ""},
		{"news:a%7E", News{Group: "a~"}, ""},
		{"news:a~('b')", News{Group: "a~('b')"}, "news:a%7E%28%27b%27%29"},
	})
	checkRefused(t, []refusedRow{
		{"news:a:b", 8, ruleNewsURL}, // "@" may follow
		{"news:alt.*", 9, ruleGroup},
		{"news:**", 5, ruleGroup},
		{"news:*a", 5, ruleGroup},
		{"news:a%2a", 6, ruleGroup},
		{"news://wild.server.example/example.group.th%3Fse", 43, ruleGroup},
		{"news:a%21", 6, ruleGroup},
		{"news:a!", 7, ruleNewsURL},
		{"news:a%2C", 6, ruleGroup},
		{"news:a%40b", 6, ruleGroup},
		{"news:a%0D%0AQUIT", 6, ruleGroup},
		{"news:a%20", 6, ruleGroup},
		{"news:a%7F", 6, ruleGroup},
		{"news:a%C3", 6, ruleGroup},
		{"news:a%C3%28", 6, ruleGroup},
		{"news:.", 5, ruleGroup},
		{"news:%2E.", 5, ruleGroup},
		{"news://h/..", 9, ruleGroup},
		{"news:a/b", 6, ruleNewsURL},
		{"news:/", 5, ruleNewsURL},
		{"news:/a@b", 5, ruleNewsURL},
		{"news:///a", 7, ruleHost},
		{"news://h", 8, ruleNewsURL},
		{"news://h?a@b", 8, ruleNewsURL},
		{"news://h//a", 9, ruleNewsURL},
		{"news://h/g/1", 10, ruleNewsURL},
		{"news://h/a@b/c", 12, ruleNewsURL},
		{"news://u@h/a", 8, ruleNewsURL},
		{"news://h:65536/a", 13, rulePort},
		{"news://h:0/a", 10, rulePort},
		{"news://256.1.1.1/a", 9, ruleIPv4address},
		{"news:@h", 5, ruleArticle},
		{"news://h/@b", 9, ruleArticle},
		{"news:a@", 7, ruleIDRight},
		{"news:a@b.", 9, ruleIDRight},
		{"news:a@b..c", 9, ruleIDRight},
		{"news:a@.b", 7, ruleIDRight},
		{"news:a@b@c", 8, ruleIDRight},
		{"news:a@b%40c", 8, ruleIDRight},
		{"news:a@b%20c", 8, ruleIDRight},
		{"news:a@b%00", 8, ruleIDRight},
		{"news:a@%C3%A9", 7, ruleIDRight},
		{"news:a@b%3E", 8, ruleIDRight},
		{"news:a@%5B", 10, ruleIDRight},
		{"news:a@%5Ba%3E%5D", 11, ruleIDRight},
		{"news:a@%5Ba%5Db", 14, ruleIDRight},
	})
	checkUnwritable(t, []unwritableRow{
		{News{}, "Article"},
		{News{All: true, Group: "a"}, "Group"},
		{News{All: true, Article: "a@b"}, "Article"},
		{News{Group: "a", Article: "a@b"}, "Article"},
		{News{Group: "alt.*"}, "Group"},
		{News{Group: "*"}, "Group"},
		{News{Group: "a?"}, "Group"},
		{News{Group: "a!"}, "Group"},
		{News{Group: "."}, "Group"},
		{News{Group: "a@b"}, "Group"},
		{News{Group: "a\xc3"}, "Group"},
		{News{Group: "a\r\nQUIT"}, "Group"},
		{News{Article: "a"}, "Article"},
		{News{Article: "@b"}, "Article"},
		{News{Article: "a@"}, "Article"},
		{News{Article: "a@b c"}, "Article"},
		{News{Article: "a@[b"}, "Article"},
		{News{Article: "a@[b]c"}, "Article"},
		{News{Port: 119, Group: "a"}, "Port"},
		{News{Host: "h h", Group: "a"}, "Host"},
		{News{Host: "h"}, "Article"},
	})
	_, err := ParseNews("news:comp.*")
	if got, want := err.Error(), `uri: news "news:comp.*": group: a pattern, not the name of one newsgroup at offset 10 (RFC 5538, 3)`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, tt := range []struct {
		n    News
		want string
	}{{News{Host: "h", All: true}, "h:119"}, {News{Host: "[::1]", Port: 563, Group: "a"}, "[::1]:563"}, {News{Group: "a"}, ""}} {
		if got, ok := tt.n.HostPort(); got != tt.want || ok != (tt.want != "") {
			t.Errorf("HostPort of %v: %q, %v; want %q", tt.n, got, ok, tt.want)
		}
	}
}

func TestNewsCommands(t *testing.T) {
	for in, want := range map[string]string{
		"news:*":                         "LIST",
		"news:comp.infosystems.www.misc": "GROUP comp.infosystems.www.misc",
		"news:4123@ucbvax.Berkeley.ARPA": "ARTICLE <4123@ucbvax.Berkeley.ARPA>",
		"news:a%2F;?b@1.2.3.4":           "ARTICLE <a/;?b@1.2.3.4>",
		"news:!~@b":                      "ARTICLE <!~@b>",
		"news://h/id@host":               "ARTICLE <id@host>",
		"news://h/comp.lang.c":           "GROUP comp.lang.c",
		"news://h/n%2Fa%C3%A9":           "GROUP n/a\u00e9",
		"news://h/":                      "LIST",
		"news:a@%5B::1%5D":               "ARTICLE <a@[::1]>",
	} {
		n, err := ParseNews(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := n.Commands(); err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("Commands of %q: %q, %v; want %q", in, got, err, want)
		}
	}
	for _, n := range []News{
		{},
		{All: true, Group: "a"},
		{Group: "a\r\nQUIT"},
		{Article: "a\r\nQUIT@b"},
		{Article: "a\x00@b"},
		{Article: "a b@c"},
		{Article: "<a@b"},
		{Article: "a>@b"},
		{Article: "a@b@c"},
		{Article: "\x7f@c"},
		{Article: "é@c"},
		{Article: "a@b\r\n"},
	} {
		got, err := n.Commands()
		if e, ok := err.(*FieldError); !ok || e.Op != "news" || got != nil {
			t.Errorf("Commands of %+q: %q, %v; want a *FieldError", n, got, err)
		}
	}
	_, err := News{Article: "a b@c"}.Commands()
	if got, want := err.Error(), "uri: news: field Article: not a message-id, at offset 1 of the field (RFC 1036, 2.1.5)"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestNNTP(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"nntp://h/a", NNTP{Host: "h", Group: "a"}, ""},
		{"nntp://h/comp.lang.c++/42", NNTP{Host: "h", Group: "comp.lang.c++", Article: Defined("42")}, ""},
		{"NNTP://h.:119/a/0007", NNTP{Host: "h.", Group: "a", Article: Defined("0007")}, "nntp://h./a/0007"},
		{"nntp://[::1]:1119/a/1", NNTP{Host: "[::1]", Port: 1119, Group: "a", Article: Defined("1")}, ""},
		{"nntp://h/a/9999999999999999", NNTP{Host: "h", Group: "a", Article: Defined("9999999999999999")}, ""},
		{"nntp://news.server.example/example.group.this/12345", NNTP{Host: "news.server.example", Group: "example.group.this", Article: Defined("12345")}, ""},
		{"nntp://wild.server.example/example.group.n%2Fa/12345", NNTP{Host: "wild.server.example", Group: "example.group.n/a", Article: Defined("12345")}, ""},
		{"nntp://h/1", NNTP{Host: "h", Group: "1"}, ""},
		{"nntp://h/a%2Eb", NNTP{Host: "h", Group: "a.b"}, "nntp://h/a.b"},
		{"nntp://h/a/1#f", NNTP{Host: "h", Group: "a", Article: Defined("1")}, "nntp://h/a/1"},
	})
	checkRefused(t, []refusedRow{
		{"nntp:a", 5, ruleNNTPURL},
		{"nntp:///a", 7, ruleHost},
		{"nntp://u@h/a", 8, ruleNNTPURL},
		{"nntp://h", 8, ruleNNTPURL},
		{"nntp://h?a", 8, ruleNNTPURL},
		{"nntp://h/", 9, ruleGroup},
		{"nntp://h/*", 9, ruleGroup},
		{"nntp://h/a.*", 11, ruleGroup},
		{"nntp://h/a%3Fb", 10, ruleGroup},
		{"nntp://h/.", 9, ruleGroup},
		{"nntp://h/%2e%2E/1", 9, ruleGroup},
		{"nntp://h//1", 9, ruleGroup},
		{"nntp://h/a@b", 10, ruleNNTPURL},
		{"nntp://h/a?1", 10, ruleNNTPURL},
		{"nntp://h/a/", 11, ruleArticleNumber},
		{"nntp://h/g/x1", 11, ruleArticleNumber},
		{"nntp://h/g/%31", 11, ruleArticleNumber},
		{"nntp://h/g/1x", 12, ruleNNTPURL},
		{"nntp://h/g/1/", 12, ruleNNTPURL},
		{"nntp://h/g/12345678901234567", 27, ruleArticleNumber},
		{"nntp://h:65536/g", 13, rulePort},
		{"nntp://256.1.1.1/g", 9, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{NNTP{Group: "a"}, "Host"},
		{NNTP{Host: "h"}, "Group"},
		{NNTP{Host: "h", Group: "a.*"}, "Group"},
		{NNTP{Host: "h", Group: "a", Article: Defined("12345678901234567")}, "Article"},
		{NNTP{Host: "h", Group: "a b"}, "Group"},
		{NNTP{Host: "h", Group: "a", Article: Defined("-1")}, "Article"},
		{NNTP{Host: "h", Group: "a", Article: Defined("1x")}, "Article"},
	})
}

func TestNNTPCommands(t *testing.T) {
	for in, want := range map[string][]string{
		"nntp://h/a.b":      {"GROUP a.b"},
		"nntp://h/a.b/42":   {"GROUP a.b", "ARTICLE 42"},
		"nntp://h/a.b/0007": {"GROUP a.b", "ARTICLE 0007"},
	} {
		n, err := ParseNNTP(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := n.Commands(); err != nil || !slices.Equal(got, want) {
			t.Errorf("Commands of %q: %q, %v; want %q", in, got, err, want)
		}
	}
	for _, n := range []NNTP{
		{},
		{Group: "a\r\nQUIT"},
		{Group: "a b"},
		{Group: "a", Article: Defined("1\r\nQUIT")},
		{Group: "a", Article: Defined("\x00")},
	} {
		got, err := n.Commands()
		if _, ok := err.(*FieldError); !ok || got != nil {
			t.Errorf("Commands of %+q: %q, %v; want a *FieldError", n, got, err)
		}
	}
}

// TestNewsServer sends the commands of news and nntp URLs to a server on the network, which
// has one group with one article.
func TestNewsServer(t *testing.T) {
	h := peer.Serve(t, serveNews)
	for in, want := range map[string]string{
		"news://" + h + "/*":                       "215 / n/a\u00e9 7 7 y",
		"news://" + h + "/":                        "215 / n/a\u00e9 7 7 y",
		"news://" + h + "/n%2Fa%C3%A9":             "211 1 7 7 n/a\u00e9",
		"news://" + h + "/n%2Fa":                   "411",
		"news://" + h + "/a%2F1@%5B::1%5D":         "220 0 <a/1@[::1]> / Subject: one",
		"news://" + h + "/a/1@%5B::1%5D":           "",
		"news://" + h + "/A%2F1@%5B::1%5D":         "430",
		"nntp://" + h + "/n%2Fa%C3%A9":             "211 1 7 7 n/a\u00e9",
		"nntp://" + h + "/n%2Fa%C3%A9/7":           "211 1 7 7 n/a\u00e9 / 220 7 <a/1@[::1]> / Subject: one",
		"nntp://" + h + "/n%2Fa%C3%A9/0000000008":  "211 1 7 7 n/a\u00e9 / 423",
		"nntp://" + h + "/n%2Fa%C3%A9/7%0D%0AQUIT": "",
	} {
		if got := askNews(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// askNews returns the replies to the commands of a URL, or "" if there are no commands.
func askNews(in string) string {
	x, err := interpretText(in)
	if err != nil {
		return ""
	}
	client := x.(interface {
		HostPort() (string, bool)
		Commands() ([]string, error)
	})
	address, ok := client.HostPort()
	commands, err := client.Commands()
	if !ok || err != nil {
		return fmt.Sprint(address, ok, err)
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s\r\nQUIT\r\n", strings.Join(commands, "\r\n"))
	var replies []string
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if line := lines.Text(); line == "205" {
			return strings.Join(replies[1:], " / ") // after the greeting
		} else if line != "." {
			replies = append(replies, line)
		}
	}
	return "no end"
}

// serveNews answers as RFC 3977, 5 to 7, says.
func serveNews(conn net.Conn) {
	reply := func(lines ...string) { fmt.Fprintf(conn, "%s\r\n", strings.Join(lines, "\r\n")) }
	reply("200")
	inGroup := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		switch line := lines.Text(); {
		case line == "LIST":
			reply("215", "n/a\u00e9 7 7 y", ".")
		case line == "GROUP n/a\u00e9":
			inGroup = true
			reply("211 1 7 7 n/a\u00e9")
		case strings.HasPrefix(line, "GROUP "):
			reply("411")
		case line == "ARTICLE <a/1@[::1]>":
			reply("220 0 <a/1@[::1]>", "Subject: one", ".")
		case inGroup && line == "ARTICLE 7":
			reply("220 7 <a/1@[::1]>", "Subject: one", ".")
		case strings.HasPrefix(line, "ARTICLE <"):
			reply("430")
		case strings.HasPrefix(line, "ARTICLE "):
			reply("423")
		case line == "QUIT":
			reply("205")
			return
		default:
			reply("500")
		}
	}
}
