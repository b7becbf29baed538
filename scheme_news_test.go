package uri

import (
	"slices"
	"testing"
)

func TestNews(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"news:*", News{All: true}, ""},
		{"news:comp.infosystems.www.misc", News{Group: "comp.infosystems.www.misc"}, ""},
		{"NEWS:c++.x_y-z", News{Group: "c++.x_y-z"}, "news:c++.x_y-z"},
		{"news:a..b.", News{Group: "a..b."}, ""},
		{"news:a#f", News{Group: "a"}, "news:a"},
		{"news:4123@ucbvax.Berkeley.ARPA", News{Article: "4123@ucbvax.Berkeley.ARPA"}, ""},
		{"news:a@1.2.3.4", News{Article: "a@1.2.3.4"}, ""},
		{"news:a@255.2.3.4", News{Article: "a@255.2.3.4"}, ""},
		{"news:a@b.", News{Article: "a@b."}, ""},
		{"news:*@b", News{Article: "*@b"}, ""},
		{"news:a;/?:&=!$~@b.c", News{Article: "a;/?:&=!$~@b.c"}, ""},
		{"news:/a@b", News{Article: "/a@b"}, ""},
		{"news://x/?y@b", News{Article: "//x/?y@b"}, ""},
		{"news:a%40b%3C%20@c", News{Article: "a@b< @c"}, ""},
		{"news:%61%2f@c", News{Article: "a/@c"}, "news:a/@c"},
	})
	checkRefused(t, []refusedRow{
		{"news:1a", 7, ruleGrouppart},
		{"news:alt.*", 10, ruleGrouppart},
		{"news:a%2a", 9, ruleGrouppart},
		{"news:a/b", 8, ruleGrouppart},
		{"news://h/a", 10, ruleGrouppart},
		{"news:/", 6, ruleGrouppart},
		{"news:@h", 5, ruleArticle},
		{"news:a@", 7, ruleHost},
		{"news:a@b~c", 8, ruleHostname},
		{"news:a@b@c", 8, ruleHostname},
		{"news:a@b-", 8, ruleHostname},
		{"news:a@b%41", 8, ruleHostname},
		{"news:a@1.2.3", 11, ruleHostname},
		{"news:a@1.2.3.256", 15, ruleIPv4address},
		{"news:a@256.1.2.3", 9, ruleIPv4address},
		{"news://[::1]/x@h", 7, ruleArticle},
		{"news://x@[::1]", 9, ruleHostname},
	})
	checkUnwritable(t, []unwritableRow{
		{News{}, "Article"},
		{News{All: true, Group: "a"}, "Group"},
		{News{All: true, Article: "a@b"}, "Article"},
		{News{Group: "a", Article: "a@b"}, "Article"},
		{News{Group: "1a"}, "Group"},
		{News{Group: "alt.*"}, "Group"},
		{News{Group: "a\r\nQUIT"}, "Group"},
		{News{Article: "a"}, "Article"},
		{News{Article: "@b"}, "Article"},
		{News{Article: "a@"}, "Article"},
		{News{Article: "a@b c"}, "Article"},
		{News{Article: "a@[::1]"}, "Article"},
		{News{Article: "a@1.2.3.256"}, "Article"},
	})
}

func TestNewsCommands(t *testing.T) {
	for in, want := range map[string]string{
		"news:*":                         "LIST",
		"news:comp.infosystems.www.misc": "GROUP comp.infosystems.www.misc",
		"news:4123@ucbvax.Berkeley.ARPA": "ARTICLE <4123@ucbvax.Berkeley.ARPA>",
		"news:a%2F;?b@1.2.3.4":           "ARTICLE <a/;?b@1.2.3.4>",
		"news:!~@b":                      "ARTICLE <!~@b>",
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
		{"nntp://h/a/99999999999999999999999", NNTP{Host: "h", Group: "a", Article: Defined("99999999999999999999999")}, ""},
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
		{"nntp://h/1", 9, ruleGroup},
		{"nntp://h/a?1", 10, ruleGroup},
		{"nntp://h/a%2Eb", 10, ruleGroup},
		{"nntp://h/a/", 11, ruleDigits},
		{"nntp://h/g/x1", 11, ruleDigits},
		{"nntp://h/g/1x", 12, ruleDigits},
		{"nntp://h/g/1/", 12, ruleDigits},
		{"nntp://h:65536/g", 13, rulePort},
		{"nntp://256.1.1.1/g", 9, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{NNTP{Group: "a"}, "Host"},
		{NNTP{Host: "h"}, "Group"},
		{NNTP{Host: "h", Group: "a/1"}, "Group"},
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
