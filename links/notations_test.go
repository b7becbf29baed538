package links

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// A notation writes a link as its format does, with text around it.
type notation struct {
	name  string
	write func(link string) string
}

// quoted writes s, of US-ASCII, as a string of JSON, C and Go.
func quoted(s string) string { return strconv.Quote(s) }

// doubled writes s with each q twice, as strings of SQL, CSV and Pascal have quotation marks.
func doubled(s, q string) string { return strings.ReplaceAll(s, q, q+q) }

// notations are the notations in which people and programs write links.
var notations = append([]notation{
	// Strings within strings.
	{"JSON", func(s string) string { return `{"url":` + quoted(s) + `,"n":1}` }},
	{"JSON in JSON", func(s string) string { return `{"body":` + quoted(`{"url":`+quoted(s)+`}`) + `}` }},
	{"JSON in JSON in JSON", func(s string) string { return `{"a":` + quoted(`{"b":`+quoted(`{"url":`+quoted(s)+`}`)+`}`) + `}` }},
	{"JSON, a line in a string", func(s string) string { return quoted("See\n" + s + "\n") }},
	{"JSON in JSON, a line in a string", func(s string) string { return quoted(quoted(s + "\n")) }},
	{"JSON, array", func(s string) string { return `[` + quoted(s) + `,` + quoted("https://other.example/") + `]` }},
	{"Go, raw string", func(s string) string { return "u := `" + s + "`" }},
	{"Go, string", func(s string) string { return "u := " + quoted(s) + "\n" }},
	{"SQL, row", func(s string) string { return "(1,'" + doubled(s, "'") + "','x')," }},
	{"SQL, text in a row", func(s string) string { return "(1,'Visit " + doubled(s, "'") + "','x')," }},
	{"SQL, last column", func(s string) string { return "INSERT INTO a VALUES (1,'" + doubled(s, "'") + "');" }},
	{"CSV", func(s string) string { return `1,"` + doubled(s, `"`) + `",2` }},
	{"Pascal", func(s string) string { return "const U = '" + doubled(s, "'") + "';" }},
	{"BBCode, twice", func(s string) string { return "[url=" + s + "]" + s + "[/url]" }},
	{"Markdown, twice", func(s string) string { return "[" + s + "](" + s + ")" }},
	{"AsciiDoc, twice", func(s string) string { return s + "[" + "text" + "]" }},
	{"MediaWiki, label", func(s string) string { return "[" + s + " a label]" }},
	{"HTML, twice", func(s string) string { return `<a href="` + s + `">` + s + `</a>` }},
	{"mail, quoted twice", func(s string) string { return "> see " + s + "\n>> " + s + "\n" }},
}, framed()...)

// framed are the notations that only put text around a link.
func framed() (all []notation) {
	for _, f := range strings.Split(strings.TrimSpace(frameList), "\n") {
		name, text, _ := strings.Cut(f, "\t")
		text = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\e`, "\x1b").Replace(text)
		before, after, _ := strings.Cut(text, "@@")
		all = append(all, notation{name, func(link string) string { return before + link + after }})
	}
	return all
}

// frameList has a name and a text on each line; the link stands at "@@".
const frameList = `
prose	See @@ for more.
prose, end of a sentence	See @@.
prose, comma	See @@, and then sleep.
prose, semicolon	See @@; then sleep.
prose, colon	At @@: a page.
prose, question	Is it @@?
prose, exclamation	It is @@!
prose, ellipsis	It is @@...
prose, parentheses	(see @@)
prose, parentheses and a dot	(see @@).
prose, brackets	[see @@]
prose, quotation marks	He said "@@" twice.
prose, single quotation marks	He said '@@' twice.
prose, curly quotation marks	He said “@@” twice.
prose, German quotation marks	Er sagte „@@“ zweimal.
prose, French quotation marks	Il dit « @@ » deux fois.
prose, guillemets	Il dit «@@» deux fois.
prose, dash	It is @@ - a page.
prose, em dash	It is @@ — a page.
prose, own line	\n@@\n
prose, tab	a\t@@\tb
prose, prefix	URL:@@ and more
RFC 3986, angle brackets	<@@>
RFC 1738, URL:	<URL:@@>
Markdown, inline	[text](@@)
Markdown, inline in a sentence	a [text](@@), b.
Markdown, title	[text](@@ "a title")
Markdown, image	![alt](@@)
Markdown, image in a link	[![alt](@@)](https://other.example/)
Markdown, definition	[1]: @@
Markdown, definition with a title	[1]: @@ "title"
Markdown, autolink	- <@@>
Markdown, list	* @@
Markdown, numbered list	1. @@
Markdown, quotation	> @@
Markdown, bold	**@@**
Markdown, italics	*@@*
Markdown, underscores	_@@_
Markdown, strike	~~@@~~
Markdown, code	a ` + "`@@`" + ` b
Markdown, heading	## @@
Markdown, table	| a | @@ | b |
Markdown, table without spaces	|a|@@|b|
Markdown, footnote	[^1]: @@.
AsciiDoc, label	@@[a label]
AsciiDoc, link macro	link:@@[a label]
AsciiDoc, image macro	image:@@[alt]
AsciiDoc, attribute	:url: @@
AsciiDoc, bold	*@@*
reStructuredText, embedded	` + "`text <@@>`_" + `
reStructuredText, target	.. _name: @@
reStructuredText, image	.. image:: @@
Org, link	[[@@]]
Org, link with a label	[[@@][a label]]
MediaWiki, brackets	[@@]
MediaWiki, reference	<ref>@@</ref>
MediaWiki, template	{{cite web|url=@@|title=A}}
MediaWiki, spaced template	{{cite web | url = @@ | title = A}}
MediaWiki, last parameter	{{cite|url=@@}}
MediaWiki, italics	''@@''
DokuWiki, link	[[@@|a label]]
DokuWiki, image	{{@@|alt}}
DokuWiki, italics	//@@//
Jira, link	[a label|@@]
Jira, code	{code}@@{code}
Jira, noformat	{noformat}@@{noformat}
Jira, monospace	{{@@}}
Slack, link	<@@|a label>
Slack, bare	<@@>
Slack, bold	*@@*
BBCode, url	[url]@@[/url]
BBCode, url with a text	[url=@@]text[/url]
BBCode, img	[img]@@[/img]
BBCode, b	[b]@@[/b]
BBCode, quote	[quote]@@[/quote]
Textile, link	"a label":@@ and
LaTeX, url	\url{@@}
LaTeX, href	\href{@@}{a label}
BibTeX, url	url = {@@},
troff, UR	.UR @@\n
troff, bold	\fB@@\fR
Texinfo, uref	@uref{@@, a label}
Javadoc, see	 * @see <a href="@@">a</a>
Doxygen, see	/// \see @@
HTML, href	<a href="@@">a</a>
HTML, single quotation marks	<a href='@@'>a</a>
HTML, text	<p>@@</p>
HTML, text in a sentence	<p>See @@.</p>
HTML, comment	<!-- @@ -->
HTML, comment without spaces	<!--@@-->
HTML, image	<img src="@@"/>
HTML, refresh	<meta http-equiv="refresh" content="0;url=@@">
HTML, escaped	&lt;a href=&quot;@@&quot;&gt;
XML, element	<loc>@@</loc>
XML, namespace	<a xmlns:b="@@" c="d"/>
XML, CDATA	<![CDATA[ @@ ]]>
CSS, url	background: url(@@);
CSS, quoted url	background: url("@@");
CSS, single quoted url	background: url('@@');
CSS, import	@import '@@';
CSS, comment	/* @@ */
CSS, comment without spaces	/*@@*/
JavaScript, string	f('@@');
JavaScript, double quotation marks	f("@@");
JavaScript, template	f(` + "`@@`" + `);
JavaScript, comment	// @@
JavaScript, object	{url: '@@', a: 1}
JavaScript, regular end	var u = '@@';
TypeScript, array	["@@", 'b']
Python, string	u = '@@'
Python, dictionary	{'a': '@@', 'b': 2}
Python, comment	# @@
Python, docstring	"""See @@"""
Python, tuple	('@@',)
Ruby, gem	source '@@'
Ruby, hash	{ :url => "@@" }
Perl, comment	# see <@@>
PHP, array	array('u' => '@@');
PHP, define	define('U', '@@');
Java, comment	/** @@ */
Java, annotation	@Url("@@")
Kotlin, call	url = uri("@@")
C, include comment	/* see @@ */
C, printf	printf("see @@\n");
C, define	#define U "@@"
C#, verbatim	var u = @"@@";
Rust, attribute	#![doc(html_root_url = "@@")]
Rust, comment	/// [a]: @@
Haskell, comment	-- @@
Lisp, comment	;; @@
Lisp, string	(url "@@")
Erlang, comment	%% @@
Swift, call	URL(string: "@@")!
Lua, comment	-- [[@@]]
SQL, comment	-- @@
shell, argument	curl -L @@ -o x
shell, and	wget @@&& x
shell, and with a space	wget @@ && x
shell, semicolon	wget @@; x
shell, pipe	curl @@ | sh
shell, substitution	x=$(curl @@)
shell, assignment	U=@@
shell, quoted	curl '@@' -H 'a: b'
shell, backticks	x=` + "`curl \"@@\"`" + `
env, assignment	DATABASE_URL="@@"
env, line	API=@@\nB=c
YAML, value	url: @@
YAML, quoted	url: '@@'
YAML, list	- @@
YAML, flow	[@@, b]
YAML, comment	a: b # @@
TOML, value	url = "@@"
INI, value	url=@@
properties	url=@@
nginx	proxy_pass @@;
Apache	Redirect /a @@
Dockerfile	ADD @@ /a
go.mod comment	// @@
git config	url = @@
HTTP, Location	Location: @@
HTTP, Link	Link: <@@>; rel="next"
HTTP, Referer	Referer: @@
log, combined	"GET / HTTP/1.1" 200 1 "@@" "Mozilla/5.0"
log, key and value	level=info url=@@ n=1
log, quoted value	level=info url="@@" n=1
log, brackets	[12:30:00] [@@] ok
log, arrow	@@ -> 200
log, arrow without spaces	a @@->b
log, fat arrow	@@ => 200
log, error	Get "@@": dial tcp: no such host
log, parentheses	failed (@@): 404
terminal, colour	\e[36m@@\e[0m
terminal, powerline	@@ main
subtitles	1\n00:00:01,000 --> 00:00:02,000\n@@\n
subtitles, italics	<i>@@</i>
chat, nick	<nick> @@
chat, time	12:30 nick: @@
mail, header	List-Unsubscribe: <@@>
mail, two in a header	List-Unsubscribe: <@@>, <mailto:a@b.example>
mail, signature	-- \nName\n@@\n
mail, quotation	> @@
iCalendar	URL:@@\n
vCard	URL;TYPE=work:@@\n
TSV	a\t@@\tb
CSV without quotation marks	@@\n
sitemap in robots	Sitemap: @@
M3U	#EXTINF:1\n@@\n
CJK, full stop	見る：@@。次
CJK, brackets	見る（@@）次
CJK, corner brackets	見る「@@」次
CJK, comma	見る @@、次
Arabic, comma	انظر @@، ثم
`

// drawnLink returns a link as the pages of the web have them.
func drawnLink(r *rand.Rand) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	s := pick("http", "https", "https", "https", "ftp") + "://" + pick("example.com", "www.example.com", "a.example", "sub.domain.example.co.uk", "localhost:8080", "192.0.2.1", "example.com:8443", "[2001:db8::1]", "xn--bcher-kva.example", "user@example.com")
	for range r.IntN(4) {
		s += "/" + pick("a", "index.html", "b-c", "d_e", "2024", "~joe", "a%20b", "v1.2", "Foo_(bar)", "x,y", "@user", "a+b", "img.png", "a:b")
	}
	if r.IntN(3) == 0 {
		s += pick("/", "") + "?" + pick("q=a", "v=dQw4w9WgXcQ", "a=1&b=2", "utm_source=x&utm_medium=y", "id=42", "q=a+b", "u=http%3A%2F%2Fb", "a[]=1&b=2")
	}
	if r.IntN(5) == 0 {
		s += "#" + pick("top", "L10", "section-1", "/route", "a=b")
	}
	return s
}

// TestNotations writes drawn links in each notation and finds them again, in whole texts and in streams.
func TestNotations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	if len(notations) < 120 {
		t.Fatalf("%d notations", len(notations))
	}
	written, missed, wrong := 0, 0, 0
	for range max(1, *inputs/200) {
		for _, n := range notations {
			link := drawnLink(r)
			text := n.write(link)
			want := strings.Count(text, link)
			var got []string
			found := 0
			for m := range Extract(text) {
				got = append(got, fmt.Sprint(m))
				switch raw := text[m.Start:m.End]; {
				case raw == link:
					found++
				case strings.Contains(raw, "example.com") || strings.Contains(raw, link[:len(link)/2]):
					wrong++
					if *long {
						t.Logf("%s: %q: found %q", n.name, text, raw)
					}
				}
			}
			written += want
			if missed += max(0, want-found); found < want && *long {
				t.Logf("%s: %q: missed %q", n.name, text, link)
			}
			var streamed []string
			for m, err := range (Extractor{}).ExtractFrom(iotest.OneByteReader(strings.NewReader(text))) {
				if err != nil {
					t.Fatal(err)
				}
				streamed = append(streamed, fmt.Sprint(m))
			}
			if fmt.Sprint(got) != fmt.Sprint(streamed) {
				t.Errorf("%s: %q: found %q in a stream, want %q", n.name, text, streamed, got)
			}
		}
	}
	t.Logf("%d notations, %d links: %d missed, %d wrong", len(notations), written, missed, wrong)
	if 100*missed > 3*written || 250*wrong > 4*written {
		t.Errorf("%d missed and %d wrong of %d links", missed, wrong, written)
	}
}
