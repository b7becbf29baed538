package uri

import (
	"fmt"
	"strings"
	"testing"
)

func TestGopher(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"gopher://h", Gopher{Host: "h"}, ""},
		{"gopher://h/", Gopher{Host: "h", Type: Defined("")}, ""},
		{"gopher://h/1", Gopher{Host: "h", Type: Defined("1")}, ""},
		{"gopher://h:/", Gopher{Host: "h", Type: Defined("")}, "gopher://h/"},
		{"gopher://h:70/", Gopher{Host: "h", Type: Defined("")}, "gopher://h/"},
		{"gopher://h:0123/7foo", Gopher{Host: "h", Port: 123, Type: Defined("7"), Selector: "foo"}, "gopher://h:123/7foo"},
		{"GOPHER://H./1", Gopher{Host: "H.", Type: Defined("1")}, "gopher://H./1"},
		{"gopher://[::1]:71/1", Gopher{Host: "[::1]", Port: 71, Type: Defined("1")}, ""},
		{"gopher://h/1#f", Gopher{Host: "h", Type: Defined("1")}, "gopher://h/1"},

		// The type is the first character, or the first escape.
		{"gopher://h/11", Gopher{Host: "h", Type: Defined("1"), Selector: "1"}, ""},
		{"gopher://h/%31x", Gopher{Host: "h", Type: Defined("1"), Selector: "x"}, "gopher://h/1x"},
		{"gopher://h/%09x", Gopher{Host: "h", Type: Defined("\t"), Selector: "x"}, ""},
		{"gopher://h/%00", Gopher{Host: "h", Type: Defined("\x00")}, ""},
		{"gopher://h/%2509", Gopher{Host: "h", Type: Defined("%"), Selector: "09"}, ""},
		{"gopher://h//", Gopher{Host: "h", Type: Defined("/")}, ""},
		{"gopher://h/?a", Gopher{Host: "h", Type: Defined("?"), Selector: "a"}, "gopher://h/%3Fa"},

		// Absent and empty fields.
		{"gopher://h/7s%09", Gopher{Host: "h", Type: Defined("7"), Selector: "s", Search: Defined("")}, ""},
		{"gopher://h/7s%09%09", Gopher{Host: "h", Type: Defined("7"), Selector: "s", Search: Defined(""), Plus: Defined("")}, ""},
		{"gopher://h/7s%09q", Gopher{Host: "h", Type: Defined("7"), Selector: "s", Search: Defined("q")}, ""},
		{"gopher://h/7s%09q%09+", Gopher{Host: "h", Type: Defined("7"), Selector: "s", Search: Defined("q"), Plus: Defined("+")}, ""},
		{"gopher://h/7%09%09%09", Gopher{Host: "h", Type: Defined("7"), Search: Defined(""), Plus: Defined("\t")}, ""},

		// Only the first two escaped tabs separate fields.
		{"gopher://h/0s%09%09+%091%0D%0A", Gopher{Host: "h", Type: Defined("0"), Selector: "s",
			Search: Defined(""), Plus: Defined("+\t1\r\n")}, ""},
		{"gopher://h/0a%2509b", Gopher{Host: "h", Type: Defined("0"), Selector: "a%09b"}, ""},

		{"gopher://h/0;/?:@&=~%20%0D%FF", Gopher{Host: "h", Type: Defined("0"), Selector: ";/?:@&=~ \r\xff"},
			"gopher://h/0;/%3F:@&=~%20%0D%FF"},
	})
	checkRefused(t, []refusedRow{
		{"gopher:h", 7, ruleGopherURL},
		{"gopher:/h/1", 8, ruleGopherURL},
		{"gopher:///1", 9, ruleHost},
		{"gopher://u@h/", 10, ruleGopherURL},
		{"gopher://h?x", 10, ruleGopherURL},
		{"gopher://h~x/", 10, ruleHostname},
		{"gopher://h:65536/", 15, rulePort},
		{"gopher://h:0/", 12, rulePort},
		{"gopher://1.2.3.256/1", 17, ruleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{Gopher{}, "Host"},
		{Gopher{Host: "h/", Type: Defined("")}, "Host"},
		{Gopher{Host: "h", Type: Defined("11")}, "Type"},
		{Gopher{Host: "h", Selector: "x", Type: Defined("")}, "Type"},
		{Gopher{Host: "h", Search: Defined(""), Type: Defined("")}, "Type"},
		{Gopher{Host: "h", Plus: Defined(""), Type: Defined("")}, "Type"},
		{Gopher{Host: "h", Selector: "x"}, "Type"},
		{Gopher{Host: "h", Type: Defined("1"), Selector: "a\tb"}, "Selector"},
		{Gopher{Host: "h", Type: Defined("1"), Search: Defined("\t")}, "Search"},
		{Gopher{Host: "h", Type: Defined("1"), Plus: Defined("+")}, "Search"},
	})
}

func TestGopherItemType(t *testing.T) {
	for in, want := range map[string]byte{
		"gopher://h": '1', "gopher://h/": '1', "gopher://h/1": '1', "gopher://h/0x": '0', "gopher://h/%49x": 'I',
	} {
		if g, err := ParseGopher(in); err != nil || g.ItemType() != want {
			t.Errorf("ItemType of %q: %q, %v; want %q", in, g.ItemType(), err, want)
		}
	}
}

// gopherRequests are URLs and the requests of a client for them.
var gopherRequests = []struct{ in, want string }{
	// 3.4.1: the path may be empty, and then the "/" too; the type is one octet.
	{"gopher://h", "\r\n"},
	{"gopher://h/", "\r\n"},
	{"gopher://h:/", "\r\n"},
	{"gopher://h/1", "\r\n"},
	{"gopher://h/0", "\r\n"},
	{"gopher://h:7070/1/", "/\r\n"},
	{"gopher://h/11", "1\r\n"},
	{"gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles", "0/Weather/California/Los Angeles\r\n"},
	{"gopher://rawBits.micro.umn.edu/0Stuff:About%20us", "Stuff:About us\r\n"},
	{"gopher://underdog.micro.umn.edu/1Z,5692,AUM", "Z,5692,AUM\r\n"},
	{"gopher://pserver.bookstore.umn.edu/1Prices/", "Prices/\r\n"},
	{"gopher://h/gpicture.gif", "picture.gif\r\n"},
	{"gopher://h/Iimage", "image\r\n"},
	{"gopher://h/9/bin/ls", "/bin/ls\r\n"},
	{"gopher://h/hURL:http://a.b/c", "URL:http://a.b/c\r\n"},
	{"gopher://h/%31x", "x\r\n"},
	{"gopher://h/%311", "1\r\n"},
	{"gopher://h/%2F/a", "/a\r\n"},
	{"gopher://h/%09x", "x\r\n"},
	{"gopher://h//x", "x\r\n"},
	{"gopher://h///", "/\r\n"},
	{"gopher://h/?a", "a\r\n"},
	{"gopher://h/?", "\r\n"},
	{"gopher://h/+x", "x\r\n"},
	// No character of the path is reserved.
	{"gopher://h/0a?b", "a?b\r\n"},
	{"gopher://h/0a?b?c/d", "a?b?c/d\r\n"},
	{"gopher://h/0a;b=c&d@e:f", "a;b=c&d@e:f\r\n"},
	{"gopher://h/0a%3Bb%3Dc", "a;b=c\r\n"},
	{"gopher://h/0a%2Fb", "a/b\r\n"},
	{"gopher://h/0a/../b/./c", "a/../b/./c\r\n"},
	{"gopher://h/0$-_.+!*'(),", "$-_.+!*'(),\r\n"},
	{"gopher://h/0~user", "~user\r\n"},
	{"gopher://h/0%7Euser", "~user\r\n"},
	{"gopher://h/0a%25b", "a%b\r\n"},
	{"gopher://h/0a%2509b", "a%09b\r\n"},
	{"gopher://h/0a+b", "a+b\r\n"},
	{"gopher://h/0caf%E9", "caf\xe9\r\n"},
	{"gopher://h/0%C3%A9%e2%82%ac", "é€\r\n"},
	{"gopher://h/0%FF%80%7F%01", "\xff\x80\x7f\x01\r\n"},
	{"gopher://h/0a#frag", "a\r\n"},
	// 3.4.2: a search.
	{"gopher://h:70/7/s%09q", "/s\tq\r\n"},
	{"gopher://host:123/7foo%09bar%20baz", "foo\tbar baz\r\n"},
	{"gopher://h/7%09q", "\tq\r\n"},
	{"gopher://h/7s%09", "s\t\r\n"},
	{"gopher://h/7s%09a%20and%20b%20not%20c", "s\ta and b not c\r\n"},
	{"gopher://h/7s%09a?b/c", "s\ta?b/c\r\n"},
	{"gopher://h/1%09", "\t\r\n"},
	{"gopher://h/7s?t%09u?v", "s?t\tu?v\r\n"},
	// 3.4.3 and 3.4.4: a Gopher+ item; the search is written, even empty.
	{"gopher://h/7s%09%09+", "s\t\t+\r\n"},
	{"gopher://h/0s%09%09?", "s\t\t?\r\n"},
	{"gopher://h/7s%09q%09+", "s\tq\t+\r\n"},
	{"gopher://h/0s%09%09", "s\t\t\r\n"},
	{"gopher://h/0%09%09+", "\t\t+\r\n"},
	// 3.4.6 and 3.4.7: attributes.
	{"gopher://h/0s%09%09!", "s\t\t!\r\n"},
	{"gopher://h/1s%09%09$", "s\t\t$\r\n"},
	{"gopher://h/0s%09%09!+ABSTRACT", "s\t\t!+ABSTRACT\r\n"},
	{"gopher://h/0s%09%09!+ABSTRACT%20+SMELL", "s\t\t!+ABSTRACT +SMELL\r\n"},
	{"gopher://h/1s%09%09$+VIEWS", "s\t\t$+VIEWS\r\n"},
	// 3.4.8: a view.
	{"gopher://h/0s%09%09+application/postscript%20Es_ES", "s\t\t+application/postscript Es_ES\r\n"},
	{"gopher://h/0s%09%09+text/plain", "s\t\t+text/plain\r\n"},
	// 3.4.9: a form, with tabs and line ends of its own.
	{"gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A", "s\t\t+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n"},
	{"gopher://h/7s%09q%09+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A", "s\tq\t+\t1\r\n+-1\r\nx\r\n.\r\n"},
	{"gopher://h/0s%09%09+%091%0d%0a+-1%0d%0a.%0d%0a", "s\t\t+\t1\r\n+-1\r\n.\r\n"},
	{"gopher://h/0s%09%09a%09b%09c", "s\t\ta\tb\tc\r\n"},
}

// TestGopherRequest checks each octet that is sent for a URL.
func TestGopherRequest(t *testing.T) {
	for _, test := range gopherRequests {
		g, err := ParseGopher(test.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := g.Request(); err != nil || string(got) != test.want {
			t.Errorf("Request of %q: %q, %v; want %q", test.in, got, err, test.want)
		}
	}
}

// TestGopherRequestRefused names the fields that would begin another request.
func TestGopherRequestRefused(t *testing.T) {
	for _, test := range []struct {
		in, field string
		offset    int
	}{
		{"gopher://h/1a%0D%0Ab", "Selector", 1},
		{"gopher://h/1a%0Ab", "Selector", 1},
		{"gopher://h/1a%0Db", "Selector", 1},
		{"gopher://h/1a%00b", "Selector", 1},
		{"gopher://h/7a%09b%0D%0Ac", "Search", 1},
		{"gopher://h/7a%09b%00", "Search", 1},
		{"gopher://h/7a%09%09+%0A", "Plus", 1},
		{"gopher://h/7a%09%09%0A", "Plus", 0},
		{"gopher://h/7a%09%09+%0D", "Plus", 1},
		{"gopher://h/7a%09%09+%0A%0D", "Plus", 1},
		{"gopher://h/7a%09%09+%0D%0D%0A", "Plus", 1},
		{"gopher://h/7a%09%09+%0D%0A%0A", "Plus", 3},
		{"gopher://h/7a%09%09+%00%0D%0A", "Plus", 1},
	} {
		g, err := ParseGopher(test.in)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := g.Request()
		if e, ok := err.(*FieldError); !ok || got != nil || e.Op != "gopher" || e.Field != test.field ||
			!strings.Contains(e.Reason, fmt.Sprintf(" offset %d ", test.offset)) {
			t.Errorf("Request of %q: %q, %v; want an error for %s at %d", test.in, got, err, test.field, test.offset)
		}
	}
	for _, g := range []Gopher{
		{Type: Defined("1"), Selector: "a\tb"},
		{Type: Defined("1"), Search: Defined("a\tb")},
		{Type: Defined("1"), Plus: Defined("+")},
	} {
		if got, err := g.Request(); err == nil {
			t.Errorf("Request of %+v: %q, want an error", g, got)
		}
	}
}
