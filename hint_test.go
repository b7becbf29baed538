package uri

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"example.com/uri/internal/vectors"
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
	{"http", "example.com:8080/a", PartScheme, `add "https://" at the start`},
	{"http", "localhost:8080", PartScheme, `add "https://" at the start`},
	{"http", "//example.com/", PartScheme, `add "https:" at the start`},
	{"base", "www.example.com/a", PartScheme, `add "https://" at the start`},
	{"interpret", "www.example.com", PartScheme, `add "https://" at the start`},
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
	{"http", "http:/example.com", PartPath, `add "/"`},
	{"http", "http:example.com", PartOpaque, `add "//"`},
	{"ftp", "ftp:/h/a", PartPath, `add "/"`},
	{"parse", "http:", PartOpaque, `add "//" and a host`},
	{"http", "http://", PartHost, `add a host`},
	{"http", "http:///a", PartPath, `add a host`},
	{"parse", "http://example.com/a b", PartPath, `write " " as %20`},
	{"parse", " http://example.com/", PartPath, `remove the white space at the start`},
	{"parse", "http://example.com/ ", PartPath, `remove the white space at the end`},
	{"parse", "http://example.com/\n", PartPath, `remove the white space at the end`},
	{"parse", "http://exa mple.com/", PartHost, `remove " "`},
	{"parse", "http://example.com/a\nb", PartPath, `remove the line break`},
	{"parse", "\ufeffhttp://example.com/", PartPath, `remove the white space at the start`},
	{"parse", "http:\\\\example.com", PartOpaque, `write "/" instead of "\"`},
	{"parse", "http://example.com\\a", PartHost, `write "/" instead of "\"`},
	{"parse", "C:\\a", PartOpaque, `write "file:///C:/" instead of "C:\"`},
	{"parse", `C:\x`, PartOpaque, `write "file:///C:/" instead of "C:\"`},
	{"parse", `d:\`, PartOpaque, `write "file:///d:/" instead of "d:\"`},
	{"parse", `cd:\x`, PartOpaque, `write "/" instead of "\"`},
	{"parse", "http ://x", PartPath, `remove " "`},
	{"http", "http  ://u:p@x", PartPath, `remove " "`},
	{"parse", "http: //x", PartOpaque, `remove " "`},
	{"parse", "mailto: a@b", PartOpaque, `write the special characters of the address as escapes`},
	{"parse", "a b:c", PartPath, `write " " as %20`},
	{"parse", "mailto:a b@c", PartOpaque, `write the special characters of the address as escapes`},
	{"parse", "http:a b@c", PartOpaque, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "http://a:80 /", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://u:p@h:80 /", PartPort, `remove " "`},
	{"parse", "http://u:p@h:8{/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://h:80 ", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://h:port/|", PartPath, `write the special characters of the path as escapes`},
	{"parse", "http://h:port/?|", PartQuery, `write the special characters of the query as escapes`},
	{"parse", "http://h:port/#|", PartFragment, `write the special characters of the fragment as escapes`},
	{"parse", "http://u:a/pa ss@h", PartPath, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "http://u:pa ss/@h", PartPort, `write the special characters of a user name, a password or a key as escapes`},
	{"unescape", "u:p%@h", PartNone, `write "%" as %25`},
	{"parse", "://x", PartPath, `add "https" at the start`},
	{"http", "1http://u:p@x", PartPath, `remove "1" at the start`},
	{"parse", "-x:y", PartPath, `add "./" at the start`},
	{"parse", "1.2.3.4:80/", PartPath, `add "https://" at the start`},
	{"parse", "a_b:c", PartPath, `add "./" at the start`},
	{"parse", "a_" + strings.Repeat("b", 100) + ":c", PartPath, ``},
	{"change path", "1:2", PartPath, ``},
	{"change scheme", "x", PartScheme, `add "/" before the path`},
	{"change path", "x:y", PartPath, `add "./" before the path`},
	{"change path", "//b", PartPath, `add "/." before the path`},
	{"parse", "http://[1.2.3.4]/", PartHost, `remove "[" and "]"`},
	{"parse", "http://[1.2.3.256]:80/", PartHost, `remove "[" and "]"`},
	{"parse", "http://[1.2.3]/", PartHost, `remove "[" and "]"`},
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
	{"parse", "“http://example.com/”", PartPath, `remove "“"`},
	{"parse", "http://example.com/”", PartPath, `remove "”"`},
	{"parse", "\"http://example.com/\"", PartPath, `remove '"'`},
	{"parse", "<http://example.com/>", PartPath, `remove "<"`},
	{"parse", "'http://example.com/'", PartPath, `remove "'" at the start and "'" at the end`},
	{"parse", "x'y:z", PartPath, `add "./" at the start`},
	{"http", "http：//example.com/", PartPath, `write ":" instead of "："`},
	{"parse", "a/b：c", PartPath, `write "：" as %EF%BC%9A`},
	{"parse", "http:／／example.com/", PartOpaque, `write "/" instead of "／"`},
	{"parse", "http://example.com/a／b", PartPath, `write "／" as %EF%BC%8F`},
	{"parse", "http://exam\u200bple.com/", PartHost, `remove U+200B`},
	{"parse", "http://example.com/a\u202eb", PartPath, `remove U+202E`},
	{"parse", "http://example.com/?q=\u200d", PartQuery, `write U+200D as %E2%80%8D`},
	{"parse", `file://C:\a`, PartPort, `write "file:///C:" instead of "file://C:"`},
	{"file", "file://c:/a", PartHost, `write "file:///c:" instead of "file://c:"`},
	{"parse", "FILE://C|/a", PartHost, `write "file:///C:" instead of "FILE://C|"`},
	{"parse", `file://C:\u:pa ss@x`, PartUserinfo, `write the special characters of a user name, a password or a key as escapes`},
	{"parse", "file://a^", PartHost, ``},
	{"parse", `http://C:\a`, PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "http://example.com/Müll", PartPath, `write "ü" as %C3%BC`},
	{"parse", "http://bücher.example/", PartHost, `write the host as its ASCII form, in labels that begin with xn--`},
	{"parse", "http://example.com/\xfc", PartPath, `write the byte 0xfc as %FC`},
	{"parse", "\xff\xfeh\x00t\x00t\x00p\x00", PartPath, `write the text as UTF-8, it is UTF-16`},
	{"parse", "\xfe\xff\x00h", PartPath, `write the text as UTF-8, it is UTF-16`},
	{"parse", "\xffh", PartPath, `write the byte 0xff as %FF`},
	{"parse", "http://example.com/a#b#c", PartFragment, `write "#" as %23`},
	{"parse", "http://[::1", PartHost, `add "]"`},
	{"parse", "http://[::1/", PartHost, `add "]"`},
	{"parse", "http://[1:2]/", PartHost, `write an IPv6 address instead of the text in brackets`},
	{"parse", "http://[fe80::1%25eth0]/", PartHost, `remove the text from "%" up to "]"`},
	{"host", "::1", PartHost, `add "[" before the host and "]" after it`},
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
	{"parse", "http://h/\x00", PartPath, `remove U+0000`},
	{"parse", "1http://h/", PartPath, `remove "1" at the start`},
	{"http", "http://user:p/w@h/", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p#x@h/a", PartPort, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"ftp", "ftp://u:p@ss@h/a", PartUserinfo, `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`},
	{"http", "http://h:80a/", PartPort, `write a number from 1 to 65535 instead of the port`},
	{"parse", "git@host:path", PartPath, `add "ssh://" at the start`},
	{"parse", "mongodb://[::1]:1,h2/", PartPort, ``},
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

// A mistake is a row of testdata/mistakes.txt.
type mistake struct {
	line            int
	op, typed, want string
}

func readMistakes(t testing.TB) (all []mistake) {
	for n, row := range vectors.TabLines(t, "testdata/mistakes.txt") {
		if len(row) == 3 {
			all = append(all, mistake{n + 1, row[0], row[1], row[2]})
		} else if row != nil {
			t.Fatalf("testdata/mistakes.txt:%d: %d columns", n+1, len(row))
		}
	}
	return append(all,
		mistake{0, "parse", "\xff\xfeh\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00", "http://h/"},
		mistake{0, "parse", "\xfe\xff\x00f\x00t\x00p\x00:\x00/\x00/\x00h", "ftp://h"},
		mistake{0, "parse", "http://example.com/\xfc", "http://example.com/%FC"},
		mistake{0, "parse", "http://example.com/?q=M\xfcll", "http://example.com/?q=M%FCll"})
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

// TestFollow does what hints say, and nothing else: in the end the text is the one that
// was meant, with its host. Each step leads to a later byte, or at the same byte to a hint
// that has its place before it.
func TestFollow(t *testing.T) {
	followed := 0
	for _, m := range readMistakes(t) {
		s := m.typed
		for step := 0; ; step++ {
			e, ok := refusal(m.op, s).(*SyntaxError)
			if !ok {
				if m.want != "" && s != m.want {
					t.Errorf("mistakes.txt:%d: %s accepts %q, want %q", m.line, m.op, s, m.want)
				}
				break
			}
			hint := e.Hint()
			if m.want == "" {
				if hint != "" {
					t.Errorf("mistakes.txt:%d: %s %q: hint %q", m.line, m.op, s, hint)
				}
				break
			}
			next, ok := follow(s, e.Offset, hint, m.want)
			if !ok {
				t.Errorf("mistakes.txt:%d: %s %q, offset %d, %v: no change is %q", m.line, m.op, s, e.Offset, e.Part, hint)
				break
			}
			if f, ok := refusal(m.op, next).(*SyntaxError); ok {
				left, now := len(s)-e.Offset, len(next)-f.Offset
				if now > left || now == left && (f.Offset <= e.Offset || f.Hint() == hint) || step > len(m.typed) {
					t.Errorf("mistakes.txt:%d: %s %q, offset %d: %q leads to %q, offset %d: %q", m.line, m.op, s, e.Offset, hint, next, f.Offset, f.Hint())
					break
				}
			}
			followed++
			s = next
		}
	}
	if followed < 400 {
		t.Errorf("%d hints were followed", followed)
	}
}

// changes are the sentences that Hint may write.
var changes = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`write (?P<old>Q|the byte 0x[0-9a-f]{2}) as (?P<escape>(?:%[0-9A-F]{2}|[0-9A-Fa-f]?%)+)`,
	`write the special characters of (?P<part>the address|the path|the opaque part|the query|the fragment|a user name, a password or a key) as escapes`,
	`write "/", "\?", "#" and "@" in a (?P<login>user name or password) as %2F, %3F, %23 and %40`,
	`write (?P<ascii>the host as its ASCII form), in labels that begin with xn--`,
	`write (?P<utf>the text as UTF-8), it is UTF-16`,
	`write (?P<new>Q|the value|a number from 1 to 65535|an IPv6 address|an IPv4 address|a name) instead of (?P<old>Q|the variable|the port|the text in brackets|the host)`,
	`add (?P<add>Q|a host|the rest of the URI|Q and a host)(?P<place>| at the start| after "//")`,
	`add (?P<first>Q) before the host and (?P<last>Q) after it`,
	`remove (?P<cut>Q|the line break|the tab)`,
	`remove (?P<cutFirst>Q) at the start`,
	`remove (?P<cutFirst>Q) (?:and|at the start and) (?P<cutLast>Q)(?: at the end|)`,
	`remove (?P<login>the user name, the password and the "@")`,
	`remove the white space at the (?P<trim>start|end)`,
	`remove the text from (?P<from>Q) on`,
	`remove the text from (?P<from>Q) up to (?P<upTo>Q)`,
}, "|") + `)$`)

func init() {
	changes = regexp.MustCompile(strings.NewReplacer(`Q`, `(?:"[^"]+"|'"'|U\+[0-9A-F]{4,})`).Replace(changes.String()))
}

// follow does what the hint about s[i] says. The values that only people know are those of
// the text that was meant.
func follow(s string, i int, hint, want string) (string, bool) {
	match := changes.FindStringSubmatch(hint)
	if match == nil {
		return "", false
	}
	named := make(map[string]string)
	for n, name := range changes.SubexpNames() {
		if match[n] != "" {
			named[name] = match[n]
		}
	}
	literal := func(name string) string {
		q := named[name]
		if code, ok := strings.CutPrefix(q, "U+"); ok {
			r, _ := strconv.ParseUint(code, 16, 32)
			return string(rune(r))
		}
		if code, ok := strings.CutPrefix(q, "the byte 0x"); ok {
			b, _ := strconv.ParseUint(code, 16, 8)
			return string([]byte{byte(b)})
		}
		if len(q) > 2 && (q[0] == '"' || q[0] == '\'') {
			return q[1 : len(q)-1]
		}
		return q
	}
	// near returns where x is: at the place, or as near to it as possible.
	near := func(x string) int {
		best, least := -1, len(s)+1
		for at := 0; at+len(x) <= len(s); at++ {
			if far := max(at-i, i-at-len(x), 0); s[at:at+len(x)] == x && far <= least {
				best, least = at, far
			}
		}
		return best
	}
	replace := func(from, to int, text string) (string, bool) {
		if from < 0 || to < from {
			return "", false
		}
		return s[:from] + text + s[to:], true
	}
	p, w := authorityOf(s), authorityOf(want)
	switch {
	case named["escape"] != "":
		at := near(literal("old"))
		return replace(at, at+len(literal("old")), named["escape"])
	case named["part"] == "a user name, a password or a key":
		return replace(p.user, p.host, escapedBut(s[p.user:p.host], "[A-Za-z0-9:@%]"))
	case named["part"] != "":
		return s[:i] + escapedBut(s[i:], "[A-Za-z0-9/?#@&=%:]"), true
	case strings.HasPrefix(named["login"], "user"):
		at := strings.LastIndexByte(s, '@')
		return replace(p.user, at, strings.NewReplacer("/", "%2F", "?", "%3F", "#", "%23", "@", "%40").Replace(s[p.user:at]))
	case named["login"] != "":
		return replace(p.user, p.host, "")
	case named["ascii"] != "":
		return replace(p.host, p.hostEnd, want[w.host:w.hostEnd])
	case named["utf"] != "":
		var units []uint16
		for j := 2; j+1 < len(s); j += 2 {
			hi, lo := s[j], s[j+1]
			if s[0] == 0xff {
				hi, lo = lo, hi
			}
			units = append(units, uint16(hi)<<8|uint16(lo))
		}
		return string(utf16.Decode(units)), true
	case named["new"] != "":
		text := literal("new")
		switch text {
		case "a number from 1 to 65535":
			text = want[min(w.hostEnd+1, w.end):w.end]
		case "an IPv6 address", "an IPv4 address":
			text = strings.Trim(want[w.host:w.hostEnd], "[]")
		case "a name", "the value":
			start := near(literal("old"))
			if named["old"] == "the variable" {
				start = variableExpr.FindStringIndex(s)[0]
			}
			text = want[start:]
			text = text[:strings.IndexAny(text+"/", "/:?#.")]
			if start == p.host && strings.Contains(text+want[start+len(text):], ".") && !strings.Contains(s, "}.") && named["old"] == "the variable" {
				text = want[w.host:w.hostEnd]
			}
		}
		switch named["old"] {
		case "the port":
			colon := p.hostEnd
			return replace(colon+1, p.end, text)
		case "the text in brackets":
			return replace(strings.IndexByte(s, '[')+1, strings.IndexByte(s, ']'), text)
		case "the host":
			return replace(p.host, p.hostEnd, text)
		case "the variable":
			span := variableExpr.FindStringIndex(s)
			return replace(span[0], span[1], text)
		}
		at := near(literal("old"))
		return replace(at, at+len(literal("old")), text)
	case named["add"] != "":
		text, host := named["add"], want[w.host:w.hostEnd]
		if text == "a host" {
			text = `""`
			if strings.HasPrefix(want, "mailto:") {
				host = want[strings.LastIndexByte(want, '@')+1:]
			}
			text = `"` + host + `"`
		}
		if before, ok := strings.CutSuffix(text, " and a host"); ok {
			if strings.HasPrefix(want, "mailto:") {
				host = want[strings.LastIndexByte(want, '@')+1:]
			}
			text = before[:len(before)-1] + host + `"`
		}
		text = strings.Trim(text, `"`)
		switch named["place"] {
		case " at the start":
			return text + s, true
		case ` after "//"`:
			at := strings.Index(s, "//") + 2
			return s[:at] + text + s[at:], true
		}
		return s[:i] + text + s[i:], true
	case named["first"] != "":
		if p.end == 0 {
			p.hostEnd = len(s)
		} else if p.end > 0 {
			p.hostEnd = p.end
		}
		return s[:p.host] + literal("first") + s[p.host:p.hostEnd] + literal("last") + s[p.hostEnd:], true
	case named["cut"] != "":
		text := literal("cut")
		switch text {
		case "the line break":
			text = s[i : i+1]
		case "the tab":
			text = "\t"
		}
		at := near(text)
		return replace(at, at+len(text), "")
	case named["cutLast"] != "":
		from, to := strings.Index(s, literal("cutFirst")), strings.LastIndex(s, literal("cutLast"))
		return s[:from] + s[from+len(literal("cutFirst")):to] + s[to+len(literal("cutLast")):], true
	case named["cutFirst"] != "":
		return strings.CutPrefix(s, literal("cutFirst"))
	case named["trim"] == "start":
		return strings.TrimLeft(s, " \t\r\n\u00a0\u3000\u200b\ufeff"), true
	case named["trim"] == "end":
		return s[:i] + strings.TrimLeft(s[i:], " \t\r\n\u00a0\u3000\u200b\ufeff\u2060"), strings.TrimLeft(s[i:], " \t\r\n\u00a0\u3000\u200b\ufeff\u2060") == ""
	case named["from"] != "":
		from, to := near(literal("from")), len(s)
		if named["upTo"] != "" {
			to = i + strings.Index(s[i:], literal("upTo"))
		}
		return replace(from, to, "")
	}
	return "", false
}

// variableExpr finds a variable that nobody filled in.
var variableExpr = regexp.MustCompile(`\$?\{\{?[^{}]*\}?\}|\$\w+|<[^<>]*>|%\w+%`)

// escapedBut escapes the bytes of s that do not match the class, but no "%" that begins an
// escape.
func escapedBut(s, class string) string {
	return regexp.MustCompile(`[^A-Za-z0-9_.~!*'()$&+,;=:@/?#%-]`).ReplaceAllStringFunc(s, func(c string) string {
		const digits = "0123456789ABCDEF"
		var b strings.Builder
		for _, x := range []byte(c) {
			b.WriteString("%" + digits[x>>4:x>>4+1] + digits[x&15:x&15+1])
		}
		return b.String()
	})
}

// An authoritySpan has the places in an authority: of its userinfo, which ends before host,
// its host and its port.
type authoritySpan struct{ user, host, hostEnd, end int }

// authorityOf finds the authority by the expression of Appendix B.
func authorityOf(s string) (a authoritySpan) {
	p := appendixB(s).authority
	if !p.ok {
		return a
	}
	a = authoritySpan{p.start, p.start, p.end, p.end}
	if i := strings.LastIndexByte(s[:p.end], '@'); i >= p.start {
		a.host = i + 1
	}
	if i := strings.IndexByte(s[a.host:p.end], ']'); i >= 0 {
		a.hostEnd = a.host + i + 1
	} else if i := strings.IndexByte(s[a.host:p.end], ':'); i >= 0 {
		a.hostEnd = a.host + i
	}
	return a
}
