package uri

import (
	"strings"
	"testing"
)

// mistakes are texts that people type, each with the function that refuses it, the part
// and the hint of the error.
var mistakes = []struct {
	op, text string
	part     Part
	hint     string
}{
	{"http", "www.example.com", PartScheme, `add the scheme at the start, such as "https://"`},
	{"http", "example.com/a", PartScheme, `add the scheme at the start, such as "https://"`},
	{"http", "example.com:8080/a", PartScheme, `add the scheme at the start, such as "https://"`},
	{"http", "localhost:8080", PartScheme, `add the scheme at the start, such as "https://"`},
	{"http", "//example.com/", PartScheme, `add the scheme at the start, such as "https:"`},
	{"base", "www.example.com/a", PartScheme, `add the scheme at the start, such as "https://"`},
	{"interpret", "www.example.com", PartScheme, `add the scheme at the start, such as "https://"`},
	{"http", "htp://x", PartScheme, `did you mean http?`},
	{"http", "htttp://x", PartScheme, `did you mean http?`},
	{"http", "hhtps://x/", PartScheme, `did you mean https?`},
	{"http", "thtp://x", PartScheme, `did you mean http?`},
	{"ftp", "fpt://x/", PartScheme, `did you mean ftp?`},
	{"http", "ttps://x", PartScheme, `did you mean https?`},
	{"http", "ftp://x/", PartScheme, ``},
	{"mailto", "mialto:a@b", PartScheme, `did you mean mailto?`},
	{"http", "http//example.com", PartScheme, `write ":" after the scheme`},
	{"http", "http;//example.com", PartScheme, `write ":" after the scheme`},
	{"http", "http:/example.com", PartPath, `write "//" after the scheme and its ":"`},
	{"http", "http:example.com", PartOpaque, `write "//" after the scheme and its ":"`},
	{"ftp", "ftp:/h/a", PartPath, `write "//" after the scheme and its ":"`},
	{"parse", "http:", PartOpaque, `the text ends after the scheme`},
	{"http", "http://", PartHost, `a host is missing`},
	{"http", "http:///a", PartPath, `a host is missing`},
	{"parse", "http://example.com/a b", PartPath, `write a space as %20`},
	{"parse", " http://example.com/", PartPath, `remove the white space around the URI`},
	{"parse", "http://example.com/ ", PartPath, `remove the white space around the URI`},
	{"parse", "http://example.com/\n", PartPath, `remove the white space around the URI`},
	{"parse", "http://exa mple.com/", PartHost, `a host has only letters, digits, hyphens and dots`},
	{"parse", "http://example.com/a\nb", PartPath, `remove the tab or line break`},
	{"parse", "\ufeffhttp://example.com/", PartPath, `remove the white space around the URI`},
	{"parse", "http:\\\\example.com", PartOpaque, `write "/" instead of "\"`},
	{"parse", "http://example.com\\a", PartHost, `write "/" instead of "\"`},
	{"parse", "C:\\a", PartOpaque, `write a path of Windows as file:///C:/x`},
	{"parse", `C:\x`, PartOpaque, `write a path of Windows as file:///C:/x`},
	{"parse", `d:\`, PartOpaque, `write a path of Windows as file:///C:/x`},
	{"parse", `cd:\x`, PartOpaque, `write "/" instead of "\"`},
	{"parse", "http ://x", PartPath, `remove the space in the scheme`},
	{"http", "http  ://u:p@x", PartPath, `remove the space in the scheme`},
	{"parse", "http: //x", PartOpaque, `remove the space after the scheme and its ":"`},
	{"parse", "mailto: a@b", PartOpaque, `escape the special characters of the address`},
	{"parse", "a b:c", PartPath, `write a space as %20`},
	{"parse", "mailto:a b@c", PartOpaque, `escape the special characters of the address`},
	{"parse", "http:a b@c", PartOpaque, `escape the special characters of a user name, a password or a key`},
	{"parse", "http://a:80 /", PartPort, `a port is a number from 1 to 65535`},
	{"parse", "http://u:p@h:80 /", PartPort, `a port is a number from 1 to 65535`},
	{"parse", "http://u:p@h:8{/", PartPort, `a port is a number from 1 to 65535`},
	{"parse", "http://h:80 ", PartPort, `a port is a number from 1 to 65535`},
	{"parse", "http://h:port/|", PartPath, `escape the special characters of the path`},
	{"parse", "http://h:port/?|", PartQuery, `escape the special characters of the query`},
	{"parse", "http://h:port/#|", PartFragment, `escape the special characters of the fragment`},
	{"parse", "http://u:a/pa ss@h", PartPath, `escape the special characters of a user name, a password or a key`},
	{"parse", "http://u:pa ss/@h", PartPort, `escape the special characters of a user name, a password or a key`},
	{"unescape", "u:p%@h", PartNone, `write "%" as %25, or two hexadecimal digits after it`},
	{"parse", "://x", PartPath, `a scheme begins with a letter`},
	{"http", "1http://u:p@x", PartPath, `a scheme begins with a letter`},
	{"parse", "-x:y", PartPath, `a scheme begins with a letter`},
	{"parse", "1.2.3.4:80/", PartPath, `add the scheme at the start, such as "https://"`},
	{"parse", "a_b:c", PartPath, ``},
	{"parse", "a_" + strings.Repeat("b", 100) + ":c", PartPath, ``},
	{"change path", "1:2", PartPath, ``},
	{"parse", "http://[1.2.3.4]/", PartHost, `write an IPv4 address without brackets`},
	{"parse", "http://[1.2.3.256]:80/", PartHost, `write an IPv4 address without brackets`},
	{"parse", "http://[1.2.3]/", PartHost, `the text in brackets is no IPv6 address`},
	{"parse", "http://[::1.2.3]/", PartHost, `the text in brackets is no IPv6 address`},
	{"parse", "http://example.com/?a[]=1", PartQuery, `write "[" as %5B`},
	{"parse", "http://example.com/{id}", PartPath, `fill in the variable from "{" to "}", or write "{" as %7B`},
	{"parse", "http://example.com/{id", PartPath, `write "{" as %7B`},
	{"parse", "${URL}/a", PartPath, `fill in the variable from "{" to "}", or write "{" as %7B`},
	{"parse", "http://${HOST}/a", PartHost, `fill in the variable from "{" to "}"`},
	{"parse", "http://h{/a", PartHost, `a host has only letters, digits, hyphens and dots`},
	{"parse", "http://example.com/a|b", PartPath, `write "|" as %7C`},
	{"parse", "http://example.com/100%", PartPath, `write "%" as %25, or two hexadecimal digits after it`},
	{"parse", "http://example.com/50%off", PartPath, `write "%" as %25, or two hexadecimal digits after it`},
	{"parse", "“http://example.com/”", PartPath, `remove the quotation marks or brackets around the URI, or escape them`},
	{"parse", "http://example.com/”", PartPath, `remove the quotation marks or brackets around the URI, or escape them`},
	{"parse", "\"http://example.com/\"", PartPath, `remove the quotation marks or brackets around the URI, or escape them`},
	{"parse", "<http://example.com/>", PartPath, `remove the quotation marks or brackets around the URI, or escape them`},
	{"parse", "'http://example.com/'", PartPath, `remove the quotation marks or brackets around the URI, or escape them`},
	{"parse", "x'y:z", PartPath, ``},
	{"http", "http：//example.com/", PartPath, `write ":" after the scheme`},
	{"parse", "a/b：c", PartPath, `write "：" as %EF%BC%9A`},
	{"parse", "http:／／example.com/", PartOpaque, `write "//" after the scheme and its ":"`},
	{"parse", "http://example.com/a／b", PartPath, `write "／" as %EF%BC%8F`},
	{"parse", "http://exam\u200bple.com/", PartHost, `remove the character U+200B, which is invisible`},
	{"parse", "http://example.com/a\u202eb", PartPath, `remove the character U+202E, which is invisible`},
	{"parse", "http://example.com/?q=\u200d", PartQuery, `write "\u200d" as %E2%80%8D`},
	{"parse", `file://C:\a`, PartPort, `write a path of Windows as file:///C:/x`},
	{"file", "file://c:/a", PartHost, `write a path of Windows as file:///C:/x`},
	{"parse", "FILE://C|/a", PartHost, `write a path of Windows as file:///C:/x`},
	{"parse", `file://C:\u:pa ss@x`, PartUserinfo, `escape the special characters of a user name, a password or a key`},
	{"parse", "file://a^", PartHost, `a host has only letters, digits, hyphens and dots`},
	{"parse", `http://C:\a`, PartPort, `a port is a number from 1 to 65535`},
	{"parse", "http://example.com/Müll", PartPath, `write "ü" as %C3%BC`},
	{"parse", "http://bücher.example/", PartHost, `write the host as browsers send it, in ASCII: labels that begin with xn--`},
	{"parse", "http://example.com/\xfc", PartPath, `the text is not UTF-8; escape the bytes above 0x7F`},
	{"parse", "\xff\xfeh\x00t\x00t\x00p\x00", PartPath, `the text is UTF-16: convert it to UTF-8`},
	{"parse", "\xfe\xff\x00h", PartPath, `the text is UTF-16: convert it to UTF-8`},
	{"parse", "\xffh", PartPath, `the text is not UTF-8; escape the bytes above 0x7F`},
	{"parse", "http://example.com/a#b#c", PartFragment, `write a second "#" as %23`},
	{"parse", "http://[::1", PartHost, `an IPv6 address ends with "]"`},
	{"parse", "http://[::1/", PartHost, `an IPv6 address ends with "]"`},
	{"parse", "http://[1:2]/", PartHost, `the text in brackets is no IPv6 address`},
	{"parse", "http://[fe80::1%25eth0]/", PartHost, `a URI has no zone of an IPv6 address: remove "%" and the text up to "]"`},
	{"host", "::1", PartHost, `write an IPv6 address in brackets, such as "[::1]"`},
	{"http", "http://h:65536/", PartPort, `a port is a number from 1 to 65535`},
	{"http", "http://h:0/", PartPort, `a port is a number from 1 to 65535`},
	{"http", "http://h:80a/", PartPort, `a port is a number from 1 to 65535`},
	{"http", "http://1.2.3.256/", PartHost, `the numbers of an IPv4 address are at most 255`},
	{"http", "http://a..b/", PartHost, `a host has no two "." in a row, and none at the start`},
	{"http", "http://.a/", PartHost, `a host has no two "." in a row, and none at the start`},
	{"http", "http://joe@h/", PartUserinfo, `remove the user name and the "@"`},
	{"mailto", "mailto:joe", PartOpaque, `a mail address is a name, "@" and a host`},
	{"parse", "http://u:pa ss@h/", PartUserinfo, `escape the special characters of a user name, a password or a key`},
	{"parse", "http://h/?password=pa ss", PartQuery, `escape the special characters of the query`},
	{"parse", "http://h/\x00", PartPath, `remove the control character`},
	{"parse", "1http://h/", PartPath, `a scheme begins with a letter`},
	{"http", "http://user:p/w@h/", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p#x@h/a", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p@ss@h/a", PartUserinfo, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"http", "http://h:80a/", PartPort, `a port is a number from 1 to 65535`},
	{"parse", "git@host:path", PartPath, `write "ssh://" at the start, and "/" or "/~/" instead of the ":"`},
	{"parse", "mongodb://[::1]:1,h2/", PartPort, `a list of hosts has no IPv6 addresses`},
	{"parse query", "a=b|c", PartQuery, `write "|" as %7C`},
	{"parse query", "a=100%", PartQuery, `write "%" as %25, or two hexadecimal digits after it`},
	{"unescape", "100%", PartNone, `write "%" as %25, or two hexadecimal digits after it`},
	{"parse", strings.Repeat("a", 100) + "^" + strings.Repeat("a", 100), PartPath, `write "^" as %5E`},
}

// refusal returns the error of one of the functions for a text.
func refusal(op, s string) error {
	var err error
	switch op {
	case "parse":
		_, err = Parse(s)
	case "unescape":
		_, err = Unescape(s)
	case "parse query":
		_, err = ParseValues(s)
	case "interpret":
		_, err = interpretText(s)
	case "base":
		_, err = MustParse(s).Resolve(MustParse("a"))
	case "change path":
		_, err = MustParse("a").WithPath(s)
	case "host":
		_, err = MustParse("http://h/").WithHost(s)
	default:
		for _, x := range structSchemes {
			if x.name == op {
				_, err = x.parse(s)
			}
		}
	}
	return err
}

func TestHint(t *testing.T) {
	for _, test := range mistakes {
		e, ok := refusal(test.op, test.text).(*SyntaxError)
		if !ok {
			t.Errorf("%s accepts %q", test.op, test.text)
			continue
		}
		if e.Part != test.part || e.Hint() != test.hint {
			t.Errorf("%s %q: %v, hint %q; want %v, %q; %v", test.op, test.text, e.Part, e.Hint(), test.part, test.hint, e)
		}
		if strings.Contains(e.Hint(), "pa ss") {
			t.Errorf("%s %q: hint %q", test.op, test.text, e.Hint())
		}
	}
	if e := new(SyntaxError); e.Hint() != "" {
		t.Errorf("the zero error has the hint %q", e.Hint())
	}
}
