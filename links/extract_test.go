package links

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"example.com/uri"
	"example.com/uri/internal/vectors"
	"example.com/uri/web"
)

// markedTexts are texts in which « and » stand around each URI; they are taken away
// first. The URI is the text between them without white space, as people mean it, or
// the one in want.
var markedTexts = []struct {
	text    string
	wrapper Wrapper
	want    string // of the only match, if it is not the text between the marks without white space
	also    string // its alternatives, separated by blanks
}{
	// RFC 2396, Appendix E, and RFC 1738, Appendix.
	{text: `"«http://test.com/»"`, wrapper: WrapperQuotes},
	{text: `<«http://test.com/»>`, wrapper: WrapperAngle},
	{text: "\n                             «http://test.com/»\n"},
	{text: "from <«ftp://ds.internic.\n      net/rfc/»>.", wrapper: WrapperAngle},
	{text: "in <«http://www.ics.uci.edu/pub/\n      ietf/uri/historical.html#WARNING»>.", wrapper: WrapperAngle},
	{text: "under <URL:«ftp://info.cern.ch/pub/www/doc;\n      type=d»> but", wrapper: WrapperAngleURL},

	// The prefix.
	{text: "<url:«http://a/b»>", wrapper: WrapperAngleURL},
	{text: "<uRl: \n «http://a/b»>", wrapper: WrapperAngleURL},
	{text: `"URL:«http://a/b»"`, wrapper: WrapperQuotes},
	{text: "URL:«http://a/b» and URL: «http://c/d»"},
	{text: "<URL:«x:y»> <URL:«foo:/bar»> <URL:http://>", wrapper: WrapperAngleURL},
	{text: "<CURL:http:x>"},
	{text: "<xrl:«http://a»> <uxl:«http://a»> <urx:«http://a»> <url;«http://a»>"},
	{text: "<URL:http:> <URL:> <URL:../g> <URL:URL:>"}, // the first is an example of RFC 1808, and no URI
	{text: `"<URL:" absoluteURL ">"`},                  // a rule of RFC 1808
	{text: "<URL:1a:b>"},

	// White space in wrappers.
	{text: "< «http://a/b» >", wrapper: WrapperAngle},
	{text: "<URL:«h\tt t\np\r\n:\v/\f/ a / b»>", wrapper: WrapperAngleURL},
	{text: "<«h\tt t\np\r\n:/\n/\na\n/\nb» c>", wrapper: WrapperAngle, also: "http://a/bc"},
	{text: "<«http://a/b»\n# , c> <«http://a/b»\n, c>", wrapper: WrapperAngle, also: "http://a/b,c"},
	{text: "<«http://a/b» RFC 3986>", wrapper: WrapperAngle, also: "http://a/bRFC3986"},
	{text: "<«http://a/b», c>", wrapper: WrapperAngle, also: "http://a/b,c"},
	{text: "<URL:«f o o : b a r»>", wrapper: WrapperAngleURL},
	{text: "\"«ht\ntp://a/b»\"", wrapper: WrapperQuotes},
	{text: "<see «http://a/b»>"},
	{text: "\"see «http://a/b»\""},
	{text: "\"see\" «http://a/b» and \"c\""},
	{text: "<«http://a/b»\n\nc>"},
	{text: "<\n\n«http://a/b».> <URL:\r\n \r\n«http://a/b».>"},
	{text: "<«http://a/b»\r\n \t\r\nc>"},
	{text: "<«http://a/\rb»>", wrapper: WrapperAngle},
	{text: `"«http://a/b» c"`, wrapper: WrapperQuotes, also: "http://a/bc"},
	{text: `"«http://a/», is down"`, wrapper: WrapperQuotes, also: "http://a/,isdown"},
	{text: "\"«http://a/\n b» c\"", wrapper: WrapperQuotes, also: "http://a/bc"},
	{text: `"«http://a/» b:/c ://d e///f g:h/i"`, wrapper: WrapperQuotes, also: "http://a/b:/c://de///fg:h/i"},
	{text: "\"news:! 0\""}, // without stops, "news" is left: no URI
	{text: `"«http://a/b» "`, wrapper: WrapperQuotes},
	{text: "schemaLocation=\"«http://a/b»\n  «http://c/d»\""},
	{text: "<«http://web/http:\n//a/b»>", wrapper: WrapperAngle},
	{text: "<«http://[::1]/\na»>", wrapper: WrapperAngle},
	{text: "<URL:«http://a/" + strings.Repeat(" b", maxWrapped/2) + "»>", wrapper: WrapperAngleURL},
	{text: "<URL:«http://a/»" + strings.Repeat(" b", maxWrapped/2) + "b>"},

	// Hyphens at the end of a line.
	{text: "<«http://a/b-\nc»>", wrapper: WrapperAngle, also: "http://a/bc"},
	{text: "<«http://a/b-» c>", wrapper: WrapperAngle, also: "http://a/b-c"},
	{text: "<«http://a/b» - \r\n c>", wrapper: WrapperAngle, also: "http://a/b-c http://a/bc"},
	{text: "<«http://a/b-»\n>", wrapper: WrapperAngle},
	{text: "<«http://a/b-\nc-\nd»>", wrapper: WrapperAngle, also: "http://a/bc-d http://a/b-cd http://a/bcd"},
	{text: "<«http://a/-\nb-\nc-\nd-\ne»>", wrapper: WrapperAngle, also: "http://a/bcde"},
	{text: "<«http://a/-\nb-\nc-\nd»>", wrapper: WrapperAngle, also: "http://a/b-c-d http://a/-bc-d http://a/bc-d http://a/-b-cd http://a/b-cd http://a/-bcd http://a/bcd"},
	{text: "<«http://a/b-\n-\nc»>", wrapper: WrapperAngle, also: "http://a/b-c http://a/bc"},
	{text: `"«http://a/-` + "\n" + `-» -"`, wrapper: WrapperQuotes, also: "http://a/- http://a/---"},

	// Quoted-printable (RFC 2045, 6.7).
	{text: "<«http://a/b?c=\nd»>", wrapper: WrapperAngle, also: "http://a/b?cd"},
	{text: "<«http://a/b?c=3D=\nd»>", wrapper: WrapperAngle, also: "http://a/b?c=3Dd"},
	{text: "<«http://-\n/»>", wrapper: WrapperAngle}, // "http:///" names no host

	// Email quoting.
	{text: "> <«http://a/\n> b/c»> d", wrapper: WrapperAngle, want: "http://a/b/c"},
	{text: "> <«http://a/»\n>\n> c> d", wrapper: WrapperAngle},
	{text: ">> \"«http://a/\r\n>> b»\"", wrapper: WrapperQuotes, want: "http://a/b"},
	{text: "> > <«http://a/\n> > b»>", wrapper: WrapperAngle, want: "http://a/b"},
	{text: "> <URL:\n> «ht\n> tp://a»\n> >", wrapper: WrapperAngleURL, want: "http://a"},
	{text: "> <«ht\n> tp://a»> and \"b\"", wrapper: WrapperAngle, want: "http://a"},
	{text: "> \"«ht\n> tp://a»\" b", wrapper: WrapperQuotes, want: "http://a"},
	{text: ">> <\n>> «http://a»\n>>>", wrapper: WrapperAngle},
	{text: "<b>\n> «http://a»\n> c>"},
	{text: "<\n>\t> «http://a»>", wrapper: WrapperAngle},
	{text: "<\r> > «http://a»>", wrapper: WrapperAngle},
	{text: "<> «http://a»>"},
	{text: "> <«http://a/b-\n> c»>", wrapper: WrapperAngle, want: "http://a/b-c", also: "http://a/bc"},
	{text: "<«http://a/b»\n> c", wrapper: WrapperAngle},
	{text: "<«http://a/b»\n> is c, d > e", wrapper: WrapperAngle},
	{text: "<«http://a/»\n> b\n> c d", wrapper: WrapperAngle},
	{text: "<«http://a/»\n> b ", wrapper: WrapperAngle},
	{text: "<«http://a/\n> b» >", wrapper: WrapperAngle, want: "http://a/b"},
	{text: "\"«http://a/»\n> b"},
	{text: "\"«http://a/» > b\""},
	{text: "<«http://a/b»\n>", wrapper: WrapperAngle},
	{text: "<«http://a/b»\n>>", wrapper: WrapperAngle},
	{text: "<«http://a/b»\n>c>", wrapper: WrapperAngle},

	// Wrappers that hold no URI, and wrappers that do not end.
	{text: "<<«http://a/b»>>", wrapper: WrapperAngle},
	{text: "<«http://a/b» <c>"},
	{text: "<«http://a/b»|c d> <«http://a/b»|> <«http://a»|http://c/>", wrapper: WrapperAngle},
	{text: "<«http://a/b|c» <d> <«http://a/b|c»\n>"},
	{text: `"«http://a/b»`},
	{text: "<a@b.c> <std::string> <xs:element> <foo:bar>"},
	{text: `"Note: hello" "Note:hello" "news: hello"`},
	{text: "<http:ab> <http:/ab> <file:ab> <http:///> <http://#ab>"},
	{text: "<«http:///a»> <http://?a> <«file:/a»>", wrapper: WrapperAngle},
	{text: "\"«http://a/b»\"file: ///c\"", wrapper: WrapperQuotes},
	{text: "<http://a/{b}> <URL:http://a/{b}> \"«http://a/{b}»\" «http://a/{b}» «http://a/%s» http://${a}/ http://a% http://a%zz/", wrapper: mixed},
	{text: "<http://a{b}/> «http://a»|b/ http://{a}/ http://a{b}/ http://{u}@a/ http://u{x}@a/ <http://u[x]@a/>"},
	{text: "<http://...> \"http://...\" <http://:,!>"},
	{text: "<«foo://a/b»> \"«foo://a/b»\"", wrapper: mixed},
	{text: "http://,x http://.x http://(x) http://?x http://#x"},
	{text: "http://<host>:<port>/ http:// http://. http://, (http://) 'http://' \"http://\" \"file://\""},
	{text: "<a href=\"«http://a/b»\">", wrapper: WrapperQuotes},
	{text: "<p>«http://a/b»</p>"},
	{text: "<a href=«http://a/b»>"},

	// Schemes.
	{text: "«mailto:a@b.c», «news:*», «urn:isbn:0451450523», «tel:+1-816-555-1212»."},
	{text: "«foo://a/b» «FILE:/a/b» «file:///» «svn+ssh://a@b/c» «a://b»"},
	{text: "http:g foo:bar foo:/bar see: doi:10.1 12:30 ::1 C:/x :// //a/b"},
	{text: "://«http://a» foo:/«http://a» file:«http://a»"},
	{text: "«about:a» «cid:a» «data:a» «geo:a» «javascript:a» «magnet:?a» «mid:a» «sip:a» «sips:a» «sms:1» «xmpp:a»"},
	{text: "a.«ftp://a» a.«gopher://a» a.«https://a» a.«nntp://a» a.«prospero://a» a.«telnet://a» a.«wais://a» a.«ws://a» a.«wss://a»"},
	{text: "«" + strings.Repeat("a", maxScheme) + "://b» " + strings.Repeat("a", maxScheme+1) + "://b"},
	{text: "There.«http://a/b» 1«http://a/b» -«http://a/b» view-source:«http://a/b» x=«http://a/b»"},
	{text: "the news: see mailto: and data:"},

	// The end of a URI without a wrapper.
	{text: "(«http://a/b»). («http://a/b_(c)»); [«http://a/b»] {«http://a/b»}"},
	{text: "«http://a/b»(c [c](«http://a/b»)d («http://a/b_»(c"},
	{text: "«http://a/(" + strings.Repeat("b", maxNested-1) + ")»"},
	{text: "«http://a/»(" + strings.Repeat("b", maxNested) + "{"},
	{text: "'«http://a/b»','«http://a/b»'c"},
	{text: "«http://a/b'c'» ,«http://a/b'c» «http://a/'b'» «http://a/b»' «http://a/b''» «http://a/b''»'."},
	{text: "*«http://a/b»* **«http://a/b»** **«http://a/b»**c *«http://a/b*c»* ~~«http://a/b»~~ «http://a/~~b~~» **see «http://a/b»** **«http://a/b*c»**"},
	{text: "|«http://a/b»|c `«http://a/b»`c ｜«http://a/b»｜c | «http://a/b» | «http://a/b|c» «http://a/b`c»"},
	{text: "{{cite|url=«http://a/b»|title=c|archive-url=«http://c»|d}} {{e|=«http://f/»|g}} url=«http://a/b|c» |u_l=«http://a/b»|c | url = «http://a/b»|c"},
	{text: "|" + strings.Repeat("a", maxLead-2) + "=«http://a/b»|c |" + strings.Repeat("a", maxLead-1) + "=«http://a/b|c»"},
	{text: "&lt;«http://a/b»&gt; &quot;«http://a/b»&quot; &#39;«http://a/b»&#39; «http://a/?b&amp;c» «http://a/?b&amp;»"},
	{text: "«http://a/?b»&nbsp;c «http://a/?b»&copy; «http://a/?b&lt» «http://a/?b&ltc;d»; «http://a/?b»&LT;c «http://a/?b»&#xA0;c"},
	{text: "«http://a/b»&abcdefgh; «http://a/b&abcdefghi»; «http://a/b»; «http://a/b&»;"},
	{text: "«file:///a[1]» «file:///a|b» «file://a»|b/"},
	{text: "«http://a/b[1]»(c[d]"},
	{text: "&lt;a href=&quot;«http://a/b»&quot;&gt; «http://a/?b»;&copy;.;"},
	{text: "«http://a/b»... «http://a/b»?! «http://a/b»: «http://a/b?c;d»;"},
	{text: "Is it «http://a/b»? «http://a/b?c»?"},
	{text: "«http://a/b,http://c/d»"},
	{text: "«http://a/b#c#d» «http://a/b#»"},
	{text: "«http://[::1]:80/b» «ftp://u@[::1]/» http://[::1 http://[x]/ «http://a/u@[::1]» «http://a?u@[::1]» «http://a#u@[::1]» «http://a/»[b]"},
	{text: "«http://a/%41b» «http://a/b»\\n «http://a/b\\nc» «http://a/b»`"},
	{text: "«http://%41/» «http://[::ffff:1.2.3.4]/» http://[x]«http://a» «http://a»[::1] «mailto:a@[::1]»"},

	// Characters that no URI contains, but that people write in one.
	{text: "«http://test.com?array[]=1&b[]=2», («http://a/Sprite_[x]») [«http://a/Sprite_[x]»] {«http://a/Sprite_{x}»}"},
	{text: "«http://a/{b[c(d)]}», [c](«http://a/b[d]») [«http://a/b»](c) {{«http://a/b»}} «http://a/»[b} c"},
	{text: "«http://a/b^c» «http://a/100%» «http://a/%zz%4» «http://a/b»[ «http://a/b»{ «http://a/b»[c «http://a/b{c»"},
	{text: `«http://feedproxy\.google\.com/\~r/a\_b», «http://a/b\_(c\)»\) «http://a/b»\"c «http://a/b»\<c «http://a/\%20b» «http://a/b\c\1» «http://a/\\b»`},
	{text: `«http://a/[b\]c» «http://a/{{b\}\}c» «http://a/b»'[it's]'`},
	{text: `«http://a»\b/ «http://a\/b» «http://a»\ c «http://a/b»\` + "\n" + `c http://a[.]b/ «http://a»[1] «http://a»|b http://a\%41/`},
	{text: `"{\"a\":\"«http://a/b»\"}"`, wrapper: WrapperQuotes},
	{text: "«http://foo.com»:٣٩/ «http://foo.com»:𝟠𝟘/ «http://u:пароль@h/» ｜«http://google.com»｜bar «http://a»：b «http://a»／b «http://u:٣@h/»"},
	{text: "«http://a/b»\xc3"},
	{text: "«http://a－b＿c～d％e.f/» «http://a»．b/"},

	// IRIs.
	{text: "看«http://a/b的» «http://a/b»。"},
	{text: "«http://exämple.com/» «http://a/Übersicht» «http://a/я» «http://α/ω?ψ#χ»"},
	{text: "«https://zh.wikipedia.org/wiki/中文», «https://zh.wikipedia.org/wiki/你好，李焕英»"},
	{text: "见«http://a/中»。文 «http://a/中»｡文 «http://a/»。 «http://a/b?c»。«http://a/中文#文»。"},
	{text: "见«http://a/b»，c «http://a/b»。看«http://a/中文»。看，«http://a/中文»、 «http://a/中文»！？ «http://a/b»…c"},
	{text: "(«http://a/é»), 「«http://a/é»」と（«http://a/é»）《«http://a/b»》c „«http://a/é»“ “«http://a/b»”c „«http://a/é»”"},
	{text: "«http://a/中（国）» «http://a/“é”» «http://a/Foo（x）» «http://a/中»（国 «http://a/" + strings.Repeat("é", 200) + "»（" + strings.Repeat("é", 200)},
	{text: "«http://a/L’Équipe» «http://a/Bose–Einstein» «http://a/Col·legi» ‘«http://a/L»’Équipe «http://a/é»’ «http://a/b»’, «http://a/b»—c"},
	{text: "«http://a/é»\u3000«http://a/é»\u00a0«http://a/é»\u200e«http://a/é»\u200b«http://a/é»\u2028«http://a/é»\u0085«http://a/é»\ufeff«http://a/é»\u202c"},
	{text: "http://a/b\u00adc «http://a/b»\ufffdc «http://a/b»\ue000c «http://a/b?\ue000c» «http://a/b?c#»\ue000 http://a/葛\U000e0100 <http://a/é\u00ad>"},
	{text: "«http://a/😀» «http://a/خانه\u200cها»، «http://a/गिरि»। «http://a/b»؟ «http://a/ש״ס»"},
	{text: "<«http://a/Mü\nll»> \"«http://a/中文。»\" <«http://a/é，»>", wrapper: mixed},
	{text: "«http://a/é»\xff <«http://a/é»\xff> <«http://a/é»\u3000>"},
	{text: "\"«http://a/b» это\" <«http://a/b» и> «news:новости» mailto:é«http://a» data:数据 news:。 data:，数据 http://。/ http://，/"},
	{text: "«http://a/é{b}» «http://a/é%zz» «mailto:jürgen@exämple.com» «file:/é»"},
	{text: "<URL:«x:é»> <URL:é:é>", wrapper: WrapperAngleURL},
	{text: "«http://a/b»\x00«http://c/d»\xff«http://e/f»"},
	{text: "«http://a/é»܀ «http://a»\\t\\t\\t\\t\\tb «http://a»\\t\\t\\t\\tb http://a\\tb"},
}

// escapedUTF8 returns s with each byte beyond US-ASCII escaped, as RFC 3987, 3.1
// maps an IRI.
func escapedUTF8(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c < 0x80 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// mixed stands for wrappers that differ within one text.
const mixed Wrapper = 255

// unmark takes the marks out of a marked text and returns the spans between them, as
// start and end.
func unmark(text string) (plain string, spans [][2]int) {
	for {
		before, rest, ok := strings.Cut(text, "«")
		plain += before
		if !ok {
			return plain, spans
		}
		inside, after, _ := strings.Cut(rest, "»")
		spans = append(spans, [2]int{len(plain), len(plain) + len(inside)})
		plain += inside
		text = after
	}
}

func TestExtract(t *testing.T) {
	for _, test := range markedTexts {
		text, spans := unmark(test.text)
		var want, got []string
		for _, s := range spans {
			u := strings.Join(strings.FieldsFunc(text[s[0]:s[1]], func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) }), "")
			if test.want != "" {
				u = test.want
			}
			repaired := naiveURI(u) != escapedUTF8(u)
			u = naiveURI(u)
			w := test.wrapper
			if w == mixed {
				w = map[byte]Wrapper{'"': WrapperQuotes, '<': WrapperAngle}[text[max(s[0]-1, 0)]]
			}
			want = append(want, fmt.Sprintf("%d:%d %v %s %v %v", s[0], s[1], w, u, strings.Fields(test.also), repaired))
		}
		for m := range Extract(text) {
			got = append(got, fmt.Sprintf("%d:%d %v %s %v %v", m.Start, m.End, m.Wrapper, m.URI, m.Alternatives, m.Repaired))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestExtractVectors(t *testing.T) {
	for _, row := range rows(t, "extract_cases") {
		var want []string
		if err := json.Unmarshal([]byte(row.Expected), &want); err != nil {
			t.Fatal(err)
		}
		if row.Input == "<http://a/b\t c>" {
			want = []string{"http://a/b"} // a space within a line: RFC 2396 joins, which is an alternative
		}
		got := []string{}
		for m := range Extract(row.Input) {
			got = append(got, m.URI.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:%d: %q\n%s", row.File, row.Line, row.Input, diff)
		}
	}
}

// TestFormats finds in texts of many formats the links that the renderers of the formats
// make of them.
func TestFormats(t *testing.T) {
	for i, line := range vectors.Lines(t, "testdata/formats.tsv") {
		f := strings.Split(line, "\t")
		if line == "" || line[0] == '#' {
			continue
		}
		var text string
		want, got := []string{}, []string{}
		if err := errors.Join(json.Unmarshal([]byte(f[2]), &text), json.Unmarshal([]byte(f[3]), &want)); err != nil {
			t.Fatalf("formats.tsv:%d: %v", i+1, err)
		}
		for m := range Extract(text) {
			got = append(got, m.URI.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("formats.tsv:%d: %s, %s: %q\n%s", i+1, f[0], f[1], text, diff)
		}
		checkExtract(t, text)
	}
}

// TestExtractRFCs counts the <URL:...> in an excerpt of RFC 1738 and, in the
// folder that the environment variable URI_RFCS names, in whole RFCs.
func TestExtractRFCs(t *testing.T) {
	type rfc struct {
		file       string
		written    int // "<URL:" in the text
		found      int // URIs in this wrapper
		whiteSpace int // of them, those with white space
		others     int // other URIs
	}
	rfcs := []rfc{{"testdata/rfc1738.txt", 8, 8, 5, 0}}
	if folder := os.Getenv("URI_RFCS"); folder != "" {
		for _, r := range []rfc{
			{"rfc1738.txt", 30, 30, 6, 0},
			// Two are no URIs: the example <URL:http:>, and "<URL:" in a rule.
			{"rfc1808.txt", 44, 42, 0, 2},
			{"rfc2396.txt", 0, 0, 0, 61},
			{"rfc3986.txt", 0, 0, 0, 85},
		} {
			r.file = filepath.Join(folder, r.file)
			rfcs = append(rfcs, r)
		}
	}
	for _, want := range rfcs {
		text := vectors.Text(t, want.file)
		got := rfc{file: want.file, written: strings.Count(text, "<URL:")}
		for m := range Extract(text) {
			if m.Wrapper != WrapperAngleURL {
				got.others++
				continue
			}
			got.found++
			if strings.ContainsAny(text[m.Start:m.End], " \n") {
				got.whiteSpace++
			}
		}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// TestExtractCorpus breaks real URLs across lines, as mail does, and finds them
// again: those of the lists in the folder that the environment variable
// URI_CORPUS names, and of two in any case.
func TestExtractCorpus(t *testing.T) {
	urls := []string{
		"http://www.example.com/a/very/long/path/that/does/not/fit/on/one/line.html?and=a&query=too#frag",
		"mailto:somebody.with.a.long.name+tag@mail.example.com",
	}
	if folder := os.Getenv("URI_CORPUS"); folder != "" {
		for _, name := range []string{"kasztp.txt", "node_files.txt", "isaacs_files.txt"} {
			urls = append(urls, strings.Fields(vectors.Text(t, filepath.Join(folder, name)))...)
		}
	}
	for i, s := range urls {
		u, err := uri.Parse(s)
		if err != nil || !u.IsAbsolute() || !web.Valid(s) { // "https://"
			continue
		}
		var broken strings.Builder
		width := 1 + i%40
		for from := 0; from < len(s); from += width {
			broken.WriteString([]string{"\n", "\r\n\t", "\n> ", "\n >> > "}[i%4] + s[from:min(from+width, len(s))])
		}
		text := "URL is <URL:" + broken.String() + "\n>."
		if got := extracted(text); !slices.Equal(got, []string{s}) {
			t.Errorf("%q: found %q", text, got)
		}
	}
}

// TestBareSchemes checks which schemes are found without "//" in a wrapper: those that the comment
// of Extract lists, and no other one of RFC 1738 or of the table of schemes.
func TestBareSchemes(t *testing.T) {
	text, err := os.ReadFile("extract.go")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`for the schemes ([a-z, ]+), and \[Extractor\.Schemes\]`).
		FindStringSubmatch(strings.Join(strings.Fields(strings.ReplaceAll(string(text), "//", " ")), " "))
	if list == nil {
		t.Fatal("the comment has no list")
	}
	listed := strings.Split(list[1], ", ")
	for _, name := range append(strings.Fields("acct ftp gopher http https im nntp nntps pres prospero snews telnet wais ws wss"), listed...) {
		found := len(extracted("<"+name+":a@b.c>"))+len(extracted("<"+name+":/a>")) > 0
		if found != slices.Contains(listed, name) {
			t.Errorf("%s: found %v", name, found)
		}
	}
}

func TestExtractorSchemes(t *testing.T) {
	x := Extractor{Schemes: []string{"DOI", "matrix"}}
	var got []string
	for m := range x.Extract("doi:10.1000/182, <Matrix:u/a:b> \"doi:\n10.1\" foo:bar") {
		got = append(got, m.URI.String())
	}
	if diff := cmp.Diff([]string{"doi:10.1000/182", "Matrix:u/a:b"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestExtractStops leaves the loop. It fails by the panic of the runtime if Extract
// goes on after yield has returned false.
func TestExtractStops(t *testing.T) {
	for range Extract("http://a/b http://c/d") {
		break
	}
}

// streamed returns the URIs that ExtractFrom finds in r.
func streamed(t testing.TB, r io.Reader) (got []string) {
	t.Helper()
	for m, err := range (Extractor{}).ExtractFrom(r) {
		if err != nil {
			t.Error(err)
			break
		}
		got = append(got, m.URI.String())
	}
	return got
}

// extracted returns the URIs in text.
func extracted(text string) (got []string) {
	for m := range Extract(text) {
		got = append(got, m.URI.String())
	}
	return got
}

// TestExtractFrom compares a text that comes in pieces with one that comes at once.
func TestExtractFrom(t *testing.T) {
	var all strings.Builder
	for _, test := range markedTexts {
		text, _ := unmark(test.text)
		all.WriteString(text + "\n")
		for name, r := range map[string]io.Reader{
			"whole":   strings.NewReader(text),
			"bytes":   iotest.OneByteReader(strings.NewReader(text)),
			"halves":  iotest.HalfReader(strings.NewReader(text)),
			"dataErr": iotest.DataErrReader(strings.NewReader(text)),
		} {
			if name == "bytes" && len(text) > 1<<10 && !*long {
				continue // each byte lets all that is held be read again
			}
			if diff := cmp.Diff(extracted(text), streamed(t, r)); diff != "" {
				t.Errorf("%s: %q\n%s", name, text, diff)
			}
		}
	}
	text := strings.Repeat(all.String(), 1+2*maxHeld/all.Len())
	if diff := cmp.Diff(extracted(text), streamed(t, strings.NewReader(text))); diff != "" {
		t.Errorf("longer than the buffer of a stream: %s", diff)
	}
	full := bufio.NewReaderSize(strings.NewReader(text), len(text))
	if _, err := full.Peek(1); err != nil || full.Buffered() != len(text) {
		t.Fatal(err, full.Buffered())
	}
	if diff := cmp.Diff(extracted(text), streamed(t, full)); diff != "" {
		t.Errorf("a reader with a full buffer: %s", diff)
	}
}

// TestExtractFromLong sees that a URI that is too
// long is passed over as a whole, and that no length hides another one.
func TestExtractFromLong(t *testing.T) {
	const n = 1 << 18
	for _, long := range []string{
		"data:," + strings.Repeat("x", n),
		"data:," + strings.Repeat("x", maxLength-len("data:,")),
		"data:," + strings.Repeat("x", maxLength-len("data:,")+1),
		"http://a/" + strings.Repeat("?u=http://b/", n/12),
		"<http://a/" + strings.Repeat("b", n) + ">",
		"<http://a/" + strings.Repeat("b", maxLength-len("<http://a/")) + ">",
		"<http://a/" + strings.Repeat("b", maxLength-len("<http://a/")+1) + ">",
		"<http://a/" + strings.Repeat("b ", n/2),
		"<http://a/" + strings.Repeat("b", 25000) + " http://c/ " + strings.Repeat("d ", 5000) + "\"",
		"<http://a/" + strings.Repeat(" b", maxWrapped/2) + "\n>",
		"<http://a/" + strings.Repeat(" ", n) + "b>",
		"<http://a/" + strings.Repeat("\n", n) + "b>",
		"<http://a/\n" + strings.Repeat(">", n),
		"<http://a/\n" + strings.Repeat("> ", n),
		"<http://a/[" + strings.Repeat("b", n),
		"<http://a/#b#" + strings.Repeat("c", n),
		"<" + strings.Repeat(" ", n),
		strings.Repeat("a", n) + "://b/c",
		strings.Repeat("<http://a\n", n/10)[:n-n%10-1] + strings.Repeat(">", n),
		"http://a/(" + strings.Repeat("b", n),
		"http://a/" + strings.Repeat("b", n) + " http://b/)http://c/",
		"http://a/" + strings.Repeat("b", maxLength) + ")http://over/ http://b/)http://c/",
		"http://a/" + strings.Repeat("é", n) + "中http://over/",
		"http://aa/" + strings.Repeat("é", n) + "中http://over/", // the buffer ends after a character
		"http://a/" + strings.Repeat("é", n) + "。http://b/",
	} {
		text := "http://one/ " + long + " http://two/"
		want := slices.DeleteFunc(extracted(text), func(u string) bool { return len(u) > maxLength || u == "http://over/" })
		if want[0] != "http://one/" || want[len(want)-1] != "http://two/" {
			t.Errorf("%.20q...: at once %.100q", long, want)
		}
		var chunks []io.Reader
		for p := range slices.Chunk([]byte(text), 1000) {
			chunks = append(chunks, bytes.NewReader(p))
		}
		for _, r := range []io.Reader{strings.NewReader(text), io.MultiReader(chunks...)} {
			if got := streamed(t, r); !slices.Equal(got, want) {
				t.Errorf("%.20q...: got %.100q, want %.100q", long, got, want)
			}
		}
	}
}

// repeated are texts that are hard to search when they are repeated.
var repeated = []string{
	"<", ">", `"`, "(", "http:", "%", ":", "http://", "http://a(", "http://a)", "mailto:(", "<http://a ",
	"<http://a\n", "\"http://a ", "<URL:", "<URL: ", "<URL:http:", "a", " ", "a:", "a b:", "x://a/{", "x://a%",
	"http://[", "http://a@[::1]", "<http://a\n> ", "<x:\n>", "http://a,", "http://é", "é", "。", "http://a/é。", "http://a/é，", "http://a/（", "http://a（", "http://a/é’", "%25", "&", "http://a/&", `\u003a\/\/`, `http:\/\/`,
	"\"news: ", "<news:\n-", "[", "{", "\\", "%", "*", "@", "www.", "http://a/[", "http://a/{", "http://a/\\", "http://a/%", "http://a/*", "http://a/**", "**http://a/",
	"http://a/b[", "http://a[", "http://a]", "](http://a/", "[[http://a|", "<http://a|", "|a =http://a/", "_http://a/_", "==http://a/==", "http://a/_", "`http://a/`",
	"\\n", "\\nhttp://a/", "http://a/\\n", "http://a\\n", "http://a/\\f", "http://a's", "http://a/\\&", "http://a/{{", "http://a/[b]", "link:http://a/[b]", "<http://a b ", "\"http://a/\\n\" ",
	"http://a/[]{}", "http://a/'", "http://a/&", "http://a/&amp;", "http://a/;", "a@b.", "a@www.", "|http://a/", "http://a/\\(", "\"http://a ", "http://a/|", "http://a/`",
	"[36m", "[0;", "1;", "[1mhttp://a", "\\x1b", "http://a/\\033", "\\n\\n", "'http://a/'", "'http://a/", "<http://a\n// ", "\"http://a\n* ", "\n# ", "http://a\\@", "http://\\@",
	"http://aで", "http://aで/", "http://a‐b", "http://a.b、", "http://a,x=", "www.aで", "a@b.cで", "http://中a", "http://a中.", "中a.", "・",
	"http://キ・", "http://a:1中", "x@a‐", "http://a/,",
	"\\(", "\\(ti", "\\(lq", "\\[", "\\[ti]", "\\*(", "\\*[a]", "\\*:", "\\:", "\\&", "\\f[", "\\)", "http://a/\\(ti", "http://a/\\[ti]", "http://a/\\(\\)", "http://a/\\:",
	"\x1b", "\x1b[", "\x1b[1", "\x1b[1m", "\x1b]", "\x1b]8;;", "\x1b]8;;\x1b\\", "\x1b]8;;\a", "\\e[", "\\e]0;", "\\e[1m", "\\033[1m", "http\x1b[1m", "http://a\x1b[1m", "http://a/\x1b[1m", "http://a/\x1b[", "x@\x1b[1m",
	"http://a|", "http://a^", "http://a:b ", "[http://a/|", "\x1b[1mhttp://a/\xff", "http://a/\\(\xff", "/* http://a/*/", "\"http://a/\n\\",
}

func TestExtractAllocations(t *testing.T) {
	text := strings.Repeat("Plain text: with colons, <b>tags</b>, \"quotes\" (and more) <URL: 12:30.\n", 1000)
	count := func() {
		for range Extract(text) {
			t.Fatal("found a URI in plain text")
		}
	}
	if n := testing.AllocsPerRun(10, count); n > 3 {
		t.Errorf("%v allocations where nothing is found", n)
	}
	text += "http://a/b <URL:http://c/d>"
	if n := testing.AllocsPerRun(10, func() {
		for m := range Extract(text) {
			_ = m.URI
		}
	}); n > 3 {
		t.Errorf("%v allocations where what is found stands in the text", n)
	}
}

// TestExtractJSONAllocations reads a text of many URIs with escapes. The text is
// decoded once: no URI costs much more than its own bytes.
func TestExtractJSONAllocations(t *testing.T) {
	const n = 2000
	text := strings.Repeat(`{"url":"http:\/\/www.example.com\/a?b\u0026c"}, `, n)
	count := func() {
		found := 0
		for range (Extractor{JSON: true}).Extract(text) {
			found++
		}
		if found != n {
			t.Fatalf("found %d of %d", found, n)
		}
	}
	if allocs := testing.AllocsPerRun(5, count); allocs > n+50 {
		t.Errorf("%v allocations for %d URIs", allocs, n)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	count()
	runtime.ReadMemStats(&after)
	if size := (after.TotalAlloc - before.TotalAlloc) / n; size > 200 {
		t.Errorf("%d bytes for each URI", size)
	}
}

// checkExtract checks the properties that hold for every text.
func checkExtract(t *testing.T, text string) {
	t.Helper()
	if stripped := naiveStripped(text); stripped != text {
		isNested := naiveStripped(stripped) != stripped // the text around a control sequence is one without it
		if got, want := extracted(text), extracted(stripped); !isNested && !slices.Equal(got, want) {
			t.Errorf("%q: found %q, want %q as without control sequences", text, got, want)
		}
		if got := streamed(t, &portions{text: []byte(text)}); !slices.Equal(got, extracted(text)) {
			t.Errorf("%q: in pieces %q, at once %q", text, got, extracted(text))
		}
		if isNested {
			return
		}
		text = stripped
	}
	end := 0
	for m := range Extract(text) {
		if m.Start < end || m.End <= m.Start || m.End > len(text) {
			t.Fatalf("%q: %d:%d behind %d", text, m.Start, m.End, end)
		}
		from := end // a "|" that is part of a URI is no opener of the next one
		end = m.End
		if !m.URI.IsAbsolute() {
			t.Errorf("%q: %q is not absolute", text, m.URI)
		}
		raw := text[m.Start:m.End]
		if strings.TrimSpace(raw) != raw {
			t.Errorf("%q: found %q, with white space at an end", text, raw)
		}
		if u, err := uri.Parse(m.URI.String()); err != nil || u != m.URI {
			t.Errorf("%q: %q: %v", text, m.URI, err)
		}
		if want := naiveURI(raw); want != m.URI.String() {
			t.Errorf("%q: %q is %q, want %q", text, raw, m.URI, want)
		}
		if m.Repaired != (naiveURI(raw) != escapedUTF8(compiled(naiveBlank).ReplaceAllString(raw, ""))) {
			t.Errorf("%q: %q: repaired: %v", text, raw, m.Repaired)
		}
		checkEnding(t, text, m)
		after := m
		after.Start, after.End = m.Start-from, m.End-from
		checkWhole(t, text[from:], after)
		for _, a := range m.Alternatives {
			if u, err := uri.Parse(a.String()); err != nil || u != a || !a.IsAbsolute() || a == m.URI {
				t.Errorf("%q: alternative %q: %v", text, a, err)
			}
		}
		if got := extracted("<URL:" + m.URI.String() + ">"); !slices.Equal(got, []string{m.URI.String()}) {
			t.Errorf("%q: found again as %q", m.URI, got)
		}
	}
	if len(text) > 1<<10 && !*long {
		return // each portion lets all that is held be read again
	}
	want := extracted(text)
	if got := streamed(t, &portions{text: []byte(text)}); !slices.Equal(got, want) {
		t.Errorf("%q: in pieces %q, at once %q", text, got, want)
	}
}

// checkEnding checks that the text after m is what its Ending says.
func checkEnding(t *testing.T, text string, m Match) {
	t.Helper()
	after := text[m.End:]
	inner := after // without the white space in a wrapper
	if m.Wrapper != WrapperNone {
		inner = after[len(compiled(`^(`+naiveBlank+`)`).FindString(after)):]
	}
	r, _ := utf8.DecodeRuneInString(inner)
	want := map[Ending]string{
		EndingText:        "^$",
		EndingCharacter:   `^([\x00-\x20"<>\x7F]|[^\x00-\x7E])`,
		EndingWrapper:     `^[ \t\v\f\r\n>/*#]*(\||\\*[">])`,
		EndingSpace:       `^[ \t\v\f\r\n]`,
		EndingOpener:      "^(''?|`|\\)|\\||\\*\\*|~|\\*/|\\\\a|//|[_+=]|｜|[’‘·–])",
		EndingTag:         `^(\[/[A-Za-z]+\]|\{[A-Za-z]+\})`,
		EndingBracket:     `^\\?[()\[\]{}]`,
		EndingLabel:       `^\\?\[`,
		EndingToken:       `^[\\\x1b]`,
		EndingEntity:      `^&[A-Za-z0-9#]+;`,
		EndingPunctuation: "^[.,;:!?'*|`\\\\\\[{&-]",
		EndingQuote:       `^'`,
		EndingComment:     `^(\*/|-|=|&&)`,
		EndingHost:        `^.`,
		EndingScript:      `^-*[^\x00-\x7F]`, // no label ends in "-"
		EndingList:        `^[,;|]`,
	}[m.Ending]
	switch {
	case compiled(want).MatchString(after), compiled(want).MatchString(inner):
	case m.Ending == EndingBracket && unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf):
	case m.Ending == EndingPunctuation && r >= utf8.RuneSelf && (unicode.IsPunct(r) || unicode.Is(unicode.Terminal_Punctuation, r)):
	default:
		t.Errorf("%q: %q ends by rule %v before %q", text, text[m.Start:m.End], m.Ending, after)
	}
}

// portions reads a text in pieces of 1 to 8 bytes, which the text decides.
type portions struct {
	text []byte
}

func (p *portions) Read(buf []byte) (int, error) {
	if len(p.text) == 0 {
		return 0, io.EOF
	}
	n := copy(buf, p.text[:min(len(p.text), 1+int(p.text[0]&7))])
	p.text = p.text[n:]
	return n, nil
}

func FuzzExtract(f *testing.F) {
	for _, test := range markedTexts {
		text, _ := unmark(test.text)
		f.Add(text)
	}
	for _, unit := range repeated {
		f.Add(strings.Repeat(unit, 20))
	}
	f.Add("A:///|0 =A:///|00")
	for _, row := range rows(f, "extract_cases") {
		f.Add(row.Input)
	}
	for i, s := range vectors.Inputs(f, "..", "whatwg") {
		if i%4 == 0 || *long {
			f.Add("<" + s + ">")
		}
		if i%4 == 1 || *long {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < maxLength {
			checkExtract(t, text)
		}
		if len(text) < 1<<10 { // each byte that comes alone lets all that is held be read again
			checkFrom(t, Extractor{JSON: true}, text)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	prose := strings.Repeat("Nothing here is found: a crawler reads (and skips) most of what pages say, at 12:30 as at noon. ", 11000)
	var links strings.Builder
	for links.Len() < 1<<20 {
		links.WriteString(prose[:170] + "http://www.example.com/a/b.html ")
	}
	bench := func(name, text string, matches int) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for range Extract(text) {
					n++
				}
				if n != matches {
					b.Fatalf("%d matches", n)
				}
			}
		})
	}
	bench("prose", prose, 0)
	bench("every200", links.String(), strings.Count(links.String(), "http://"))
	b.Run("stream", func(b *testing.B) {
		text := []byte(links.String())
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			for range (Extractor{}).ExtractFrom(bytes.NewReader(text)) {
			}
		}
	})
}
