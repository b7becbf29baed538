package uri

import (
	"strings"
	"testing"
)

// hinted are texts that people type, each with the function that refuses it, the part
// and the hint of the error.
var hinted = []struct {
	op, text string
	part     Part
	hint     string
}{
	{"http", "www.example.com", PartScheme, `add "https://" at the start`},
	{"http", "example.com/a", PartScheme, `add "https://" at the start`},
	{"http", "example.com:8080/a", PartScheme, `add "http://" at the start`},
	{"http", "localhost:8080", PartScheme, `add "http://" at the start`},
	{"http", "//example.com/", PartScheme, `add "https:" at the start`},
	{"base", "www.example.com/a", PartScheme, `add a scheme and "://" at the start`},
	{"interpret", "www.example.com", PartScheme, `add a scheme and "://" at the start`},
	{"server", "postgres://app@%2Frun%2Fpostgresql:5432/db", PartHost, `this host is a path with escapes: read it with GenericFrom`},
	{"server", "http+unix://%2Fvar%2frun%2Fdocker.sock", PartHost, `this host is a path with escapes: read it with GenericFrom`},
	{"http", "http://%2Frun/", PartHost, ``},
	{"http", "htp://x", PartScheme, `write "http:" instead of "htp:"`},
	{"http", "htttp://x", PartScheme, `write "http:" instead of "htttp:"`},
	{"http", "hhtps://x/", PartScheme, `write "https:" instead of "hhtps:"`},
	{"http", "thtp://x", PartScheme, `write "http:" instead of "thtp:"`},
	{"ftp", "fpt://x/", PartScheme, `write "ftp:" instead of "fpt:"`},
	{"http", "ttps://x", PartScheme, `write "https:" instead of "ttps:"`},
	{"http", "ftp://x/", PartScheme, ``},
	{"mailto", "mialto:a@b", PartScheme, `write "mailto:" instead of "mialto:"`},
	{"http", "http//example.com", PartScheme, `write "http://" instead of "http//"`},
	{"http", "http;//example.com", PartScheme, `write "http://" instead of "http;//"`},
	{"http", "http:/example.com", PartPath, `write "http://" instead of "http:/"`},
	{"http", "http:example.com", PartOpaque, `write "//" and a host after the scheme`},
	{"ftp", "ftp:/h/a", PartPath, `write "ftp://" instead of "ftp:/"`},
	{"parse", "http:", PartOpaque, `add "//" and a host`},
	{"http", "http://", PartHost, `add a host`},
	{"http", "http:///a", PartHost, `add a host`},
	{"parse", "http://example.com/a b", PartPath, `write " " as %20`},
	{"parse", " http://example.com/", PartPath, `remove the white space around the text`},
	{"parse", "http://example.com/ ", PartPath, `remove the white space around the text`},
	{"parse", "http://example.com/\n", PartPath, `remove the white space around the text`},
	{"parse", "http://exa mple.com/", PartHost, `remove " "`},
	{"parse", "http://example.com/a\nb", PartPath, `write the line break as %0A`},
	{"parse", "\ufeffhttp://example.com/", PartPath, `remove the white space around the text`},
	{"parse", "http:\\\\example.com", PartOpaque, `write "http://" instead of "http:\\"`},
	{"parse", "http://example.com\\a", PartHost, `write "/" instead of "\"`},
	{"parse", "C:\\a", PartOpaque, `this is a path of Windows: read it with FileFromPath`},
	{"parse", `C:\x`, PartOpaque, `this is a path of Windows: read it with FileFromPath`},
	{"parse", `d:\`, PartOpaque, `this is a path of Windows: read it with FileFromPath`},
	{"parse", `cd:\x`, PartOpaque, `write "/" instead of "\"`},
	{"parse", "http ://x", PartPath, `write "http://" instead of "http ://"`},
	{"http", "http  ://u:p@x", PartPath, `remove the user name, the password and the "@"`},
	{"parse", "http: //x", PartOpaque, `write "http://" instead of "http: //"`},
	{"parse", "mailto: a@b", PartOpaque, `write "mailto:" instead of "mailto: "`},
	{"parse", "a b:c", PartPath, ``},
	{"parse", "mailto:a b@c", PartOpaque, `write " " as %20`},
	{"parse", "http:a b@c", PartOpaque, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "http://a:80 /", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://u:p@h:80 /", PartPort, `remove " "`},
	{"parse", "http://u:p@h:8{/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://h:80 ", PartPort, `remove the white space around the text`},
	{"parse", "http://h:port/|", PartPath, `write the special characters of the path as escapes`},
	{"parse", "http://h:port/?|", PartQuery, `write the special characters of the query as escapes`},
	{"parse", "http://h:port/#|", PartFragment, `write the special characters of the fragment as escapes`},
	{"parse", "http://u:a/pa ss@h", PartPath, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "http://u:pa ss/@h", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"unescape", "u:p%@h", PartNone, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "://x", PartPath, ``},
	{"http", "1http://u:p@x", PartPath, ``},
	{"parse", "-x:y", PartPath, ``},
	{"parse", "1.2.3.4:80/", PartPath, `add a scheme and "://" at the start`},
	{"parse", "a_b:c", PartPath, ``},
	{"parse", "a_" + strings.Repeat("b", 100) + ":c", PartPath, ``},
	{"change path", "1:2", PartPath, ``},
	{"change scheme", "x", PartScheme, `add "/" before the path`},
	{"change path", "x:y", PartPath, `add "./" before the path`},
	{"change path", "//b", PartPath, `add "/." before the path`},
	{"parse", "http://[1.2.3.4]/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://[1.2.3.256]:80/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://[1.2.3]/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://[::1.2.3]/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://example.com/?a[]=1", PartQuery, `write "[" as %5B`},
	{"parse", "http://example.com/{id}", PartPath, `write the value instead of the variable`},
	{"parse", "http://example.com/{id", PartPath, `write "{" as %7B`},
	{"parse", "http://example.com/{}", PartPath, `write "{" as %7B`},
	{"parse", "${URL}/a", PartPath, `write the value instead of the variable`},
	{"parse", "http://${HOST}/a", PartHost, `write the value instead of the variable`},
	{"parse", "http://h{/a", PartHost, ``},
	{"parse", "http://example.com/a|b", PartPath, `write "|" as %7C`},
	{"parse", "http://example.com/100%", PartPath, `write "%" as %25`},
	{"parse", "http://example.com/50%off", PartPath, `write "%" as %25`},
	{"parse", "“http://example.com/”", PartPath, `write only the URI`},
	{"parse", "http://example.com/”", PartPath, `remove "”" at the end`},
	{"parse", "\"http://example.com/\"", PartPath, `write only the URI`},
	{"parse", "<http://example.com/>", PartPath, `write only the URI`},
	{"parse", "'http://example.com/'", PartPath, `write only the URI`},
	{"parse", "x'y:z", PartPath, ``},
	{"http", "http：//example.com/", PartPath, `write "http://" instead of "http：//"`},
	{"parse", "a/b：c", PartPath, `write "：" as %EF%BC%9A`},
	{"parse", "http:／／example.com/", PartOpaque, `write "http://" instead of "http:／／"`},
	{"parse", "http://example.com/a／b", PartPath, `write "／" as %EF%BC%8F`},
	{"parse", "http://exam\u200bple.com/", PartHost, `remove U+200B`},
	{"parse", "http://example.com/a\u202eb", PartPath, `remove U+202E`},
	{"parse", "http://example.com/?q=\u200d", PartQuery, `remove the white space around the text`},
	{"parse", `file://C:\a`, PartPort, `write a drive as in "file:///C:/"`},
	{"file", "file://c:/a", PartHost, `write a drive as in "file:///C:/"`},
	{"parse", "FILE://C|/a", PartHost, `write a drive as in "file:///C:/"`},
	{"parse", `file://C:\u:pa ss@x`, PartUserinfo, `write a drive as in "file:///C:/"`},
	{"parse", "file://a^", PartHost, ``},
	{"parse", `http://C:\a`, PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://example.com/Müll", PartPath, `write "ü" as %C3%BC`},
	{"parse", "http://bücher.example/", PartHost, `write the host as its ASCII form, in labels that begin with xn--`},
	{"parse", "http://example.com/\xfc", PartPath, `write the byte 0xfc as %FC`},
	{"parse", "\xff\xfeh\x00t\x00t\x00p\x00", PartPath, `write the text as UTF-8, it is UTF-16`},
	{"parse", "\xfe\xff\x00h", PartPath, `write the text as UTF-8, it is UTF-16`},
	{"parse", "\xffh", PartPath, `write the byte 0xff as %FF`},
	{"parse", "http://example.com/a#b#c", PartFragment, `write "#" as %23`},
	{"parse", "http://[::1", PartHost, `write "[::1]" instead of "[::1"`},
	{"parse", "http://[::1/", PartHost, `write "[::1]" instead of "[::1"`},
	{"parse", "http://[1:2]/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://[fe80::1%25eth0]/", PartHost, `write the IPv6 address without its zone`},
	{"host", "::1", PartHost, `write "[::1]" instead of "::1"`},
	{"http", "http://h:65536/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"http", "http://h:0/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"http", "http://h:80a/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"http", "http://1.2.3.256/", PartHost, `write an IPv4 address instead of the host`},
	{"http", "http://a..b/", PartHost, `remove "."`},
	{"http", "http://.a/", PartHost, `remove "."`},
	{"http", "http://joe@h/", PartUserinfo, `remove the user name, the password and the "@"`},
	{"mailto", "mailto:joe", PartOpaque, `add "@" and a host`},
	{"parse", "http://u:pa ss@h/", PartUserinfo, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "http://h/?password=pa ss", PartQuery, `write the special characters of the query as escapes`},
	{"parse", "http://h/\x00", PartPath, `write U+0000 as %00`},
	{"parse", "1http://h/", PartPath, ``},
	{"http", "http://user:p/w@h/", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p#x@h/a", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p@ss@h/a", PartUserinfo, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"http", "http://h:80a/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "git@host:path", PartPath, `this is an address of scp, not a URI`},
	{"parse", "mongodb://[::1]:1,h2/", PartPort, `this is a list of hosts: a URI has only one host in brackets`},
	{"generic", "http://2001:db8::1:8080/x", PartHost, `write the IPv6 address in brackets`},
	{"http", "http://fe80::1:80/", PartPort, `write the IPv6 address in brackets`},
	{"http", "http://::1:8080/", PartHost, `write the IPv6 address in brackets`},
	{"parse", "mongodb://[::1]:27017,[::2]:27017/d", PartPort, `this is a list of hosts: a URI has only one host in brackets`},
	{"http", "http://localhost.8080/", PartHost, `write ":" before the port`},
	{"http", "http://example.com.8080/", PartHost, `write ":" before the port`},
	{"parse", "http://[::1]8080/", PartHost, `write only ":" and a port, or the path, after "]"`},
	{"parse", "http://[::1]x/", PartHost, `write only ":" and a port, or the path, after "]"`},
	{"parse", "host=h user=u password=P dbname=d", PartPath, `this is a connection string, not a URI`},
	{"parse", "Data Source=h; User ID=u; Password=P", PartPath, `this is a connection string, not a URI`},
	{"parse", "--url h --password=P x", PartPath, `this is a command line: write only the URI`},
	{"http", "localhost:808O", PartScheme, `add a scheme and "://" at the start`},
	{"http", "sftp://u:p@h/a", PartScheme, ``},
	{"parse query", "a=b|c", PartQuery, `write "|" as %7C`},
	{"parse query", "a=100%", PartQuery, `write "%" as %25`},
	{"unescape", "100%", PartNone, `write "%" as %25`},
	{"parse", strings.Repeat("a", 100) + "^" + strings.Repeat("a", 100), PartPath, `write "^" as %5E`},
}

func TestHint(t *testing.T) {
	for _, test := range hinted {
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

// TestNoFix checks that an error of a change or a resolution has no Fix, nor has the zero error.
func TestNoFix(t *testing.T) {
	u := MustParse("http://h/")
	_, change := u.WithPath("/a b")
	_, host := u.WithHost("::1")
	_, reference := Resolver{}.AppendResolve(nil, u, "a b")
	_, base := MustParse("www.example.com").Resolve(MustParse("a"))
	for _, err := range []error{change, host, reference, base, new(SyntaxError)} {
		if text, ok := err.(*SyntaxError).Fix(); ok || text != "" {
			t.Errorf("%v: Fix %q", err, text)
		}
	}
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
	case "conforms3986":
		_, err = Conforms3986(s)
	case "interpret":
		_, err = interpretText(s)
	case "generic":
		_, err = ParseGeneric(s)
	case "base":
		_, err = MustParse(s).Resolve(MustParse("a"))
	case "change scheme":
		_, err = MustParse("a?q").WithScheme(s)
	case "change path":
		_, err = MustParse("a").WithPath(s)
	case "server":
		_, err = parseWith(s, opServer, ServerFrom)
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
