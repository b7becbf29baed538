// Package hostread knows how programs find the host in a URL. One table lists their
// behaviors. The checks of package guard ask it which hosts some program may read, and
// guard/guardtest makes attack strings of it: a row that is added there is known to all.
//
// To add a behavior takes its row in the table. If the programs look for a host in a place of
// their own, the row has a function that finds the place.
package hostread

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A behavior is one thing that some programs do when they look for the host in a URL.
type behavior struct {
	name     string
	programs string // those that do it, by language or package registry

	// texts are URLs in which these programs read the host "{host}". "{mark}" stands for each
	// of the marks, as it is and in escaped forms. spell.go lists the other words in braces.
	texts []string
	marks []string
	raw   bool // the marks are not escaped

	effect effect
	place  func(u uri.URI, yield func(text string) bool) bool // where the programs look for hosts
	port   Port                                               // the port of such a host, if the URL has an authority
	local  func(u uri.URI) bool                               // whether they connect to this machine

	// disputed reports whether programs read another host than RFC 3986 that many use: a
	// client that a language or a system ships with, or two of which one connects.
	disputed func(u uri.URI) bool
}

// An effect is what programs do with the marks of a row, or a set of them.
type effect uint8

const (
	delimits effect = 1 << iota // a host ends before a mark, and another one may begin after it
	vanishes                    // a mark vanishes
	dots                        // a mark is read as "."
)

// behaviors is the table. The names of programs are those of their packages: of npm for
// JavaScript, of PyPI, CPAN, RubyGems, crates.io and Maven for the other languages, as of
// November 2026, where no version is named. Libraries in C are those of Debian 12.
var behaviors = [...]behavior{
	{
		name: "the host of RFC 3986", programs: "RFC 3986, 3.2.2",
		texts: []string{
			"http://{host}/", "{host}", "https://u:p@{host}:8443/a?b#c", "http://u@{host}/", "http://{host}.", "http://{HOST}/", "http://{host}./", "svn+ssh://{host}/", "file://{host}/x", "http://{host}:/",
		},
	},
	{
		// Any byte that is not a letter, a digit, "-", "_" or "." may do so.
		name: "a delimiter", programs: "JavaScript: url.parse of node, fast-url-parser, needle; Rust: minreq, urlparse; Java: spring 5, jsoup, sttp; Perl: LWP; C: curl, glib, libsoup",
		effect: delimits, marks: delimiters(),
		texts: []string{"http://{host}{mark}.good.example/", "http://{host}{mark}@good.example/", "http://{host}{mark}/", "http://{host}{mark}80/", `http://{host}\n.good.example/`, "http://{host}%u002f.good.example/"},
	},
	{
		name: "a delimiter before the host", programs: "the same",
		marks: delimiters(), texts: []string{"http://good.example{mark}@{host}/", "http://good.example{mark}{host}/", "http://{mark}{host}/"},
	},
	{
		name: "the last @, the first @, or the text before the first colon", programs: "browsers, RFC 3986 in part; Perl: HTTP-Tiny; Python: werkzeug; Java: jena-iri; Rust: minreq",
		place: authority, disputed: endsEarly,
		texts: []string{
			"http://good.example@x@{host}/", "http://x@{host}:80@good.example/", "http://x@{host}@good.example/", "http://{host}:80@good.example/", "http://{host}:x@good.example/", "http://{host}:@good.example/",
			"http://{host}:80:80/", "http://{host}:.good.example/",
		},
	},
	{
		name: "a port of other characters", programs: "urllib of Python, java.net.URL, parse_url of PHP, net/http of Ruby and many others",
		marks: []string{"+80", "-1", "0", "65616", "4294967376", "0x50", "\uff18\uff10", "\u0668\u0660", " 80", "80 ", "80%20", "8_0", "a", "80x", "1e2", "80:80"},
		texts: []string{"http://{host}:{mark}/"},
	},
	{
		// Those beyond US-ASCII need no effect: a host with such characters may be any name.
		name: "characters that vanish", programs: "browsers; JavaScript: url.parse of node; Python: urllib.parse, tldextract; Perl: LWP",
		effect: vanishes, marks: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\xff"},
		texts: []string{
			"http://{front}{mark}{back}/", "http://{label}{mark}{tail}/", "http://{mark}{host}/", "http://{host}{mark}/",
		},
	},
	{
		name: "characters around or in a URL that vanish", programs: "browsers; the trim functions of many languages",
		marks: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\ufeff"}, raw: true,
		texts: []string{"{mark}http://{host}/", "http://{host}{mark}", "ht{mark}tp://{host}/", "http:/{mark}/{host}/", "http:{mark}//{host}/"},
	},
	{
		name: "characters that are dots", programs: "browsers (IDNA)",
		marks: []string{"\u3002", "\uff0e", "\uff61"}, texts: []string{"http://{dotted}/"},
	},
	{
		name: "an @ after another one is a dot", programs: "Java: sttp",
		effect: dots, marks: []string{"@"}, raw: true, texts: []string{"http://x@{dotted}/"},
	},
	{
		name: "empty labels vanish", programs: "Python: url_normalize, tldextract; Java: sttp",
		texts: []string{"http://{merged}/", "http://.{host}/", "http://{host}../"},
	},
	{
		name: "characters that stand for others", programs: "browsers (IDNA); Python: idna; Java: IDN",
		texts: []string{"http://{folded}/", "http://{unicode}/"},
	},
	{
		name: "broken Punycode is mended, or its text is the label", programs: "C++: Qt 5.15; Go: golang.org/x/net/idna before CVE-2026-39821",
		disputed: isBroken,
		texts:    []string{"http://{broken}/", "http://xn--{label}-{tail}/"},
	},
	{
		name: "escapes in a host are decoded, once or several times", programs: "browsers, net/url; JavaScript: uri-js; Perl: LWP; Ruby: addressable",
		marks: []string{"."}, texts: []string{"http://{dotted}/", "http://{escaped}/", "http://{first escaped}/"},
	},
	{
		name: "an address in another notation", programs: "inet_aton of C, browsers; Java: InetAddress; Perl: Socket",
		disputed: isTwoAddresses,
		texts:    []string{"http://{number}/", "http://{number}./", "//+{number}", "http://{mapped}/", "http://{number}:x@good.example/"},
	},
	{
		name: "an address in brackets, or without them", programs: "Python: urllib.parse, yarl; JavaScript: urijs, engine.io-client; Java: guava; Perl: LWP, Mojo::URL",
		texts: []string{
			"http://[{plain}]/", "http://{plain}/", "http://{plain}]/", "http://{plain}:80/", "http://[{plain}].evil.example/", "http://good.example[{plain}]/", "http://{plain}[::1]/", "http://[{plain}%eth0]/", "http://[{plain}%25eth0]/",
			"http://%5b{plain}%5d/", "http://[{last escaped}]/",
		},
	},
	{
		name: "the scheme is the host", programs: "JavaScript: needle, superagent, engine.io-client; Python: urllib3; PHP: parse_url; Ruby: addressable.heuristic_parse; wget",
		place: schemeWord, port: PortHTTP,
		texts: []string{"{host}://good.example/", "{HOST}://good.example/", "{host}:80//good.example/", "{host}:80/x", "http://{host}://evil.example/"},
	},
	{
		name: "a text with brackets, without its first and last character", programs: "JavaScript: engine.io-client",
		place: slicedScheme, port: PortHTTP,
		texts: []string{"r{host}s://[::1]:80/"},
	},
	{
		name: "a later @, after an authority that ends before ? or # or has a port, or without one", programs: "Java: jetty 9.4; Python: pydantic 1; JavaScript: jsuri, needle; curl; Rust: http; Python: tldextract",
		place: laterAt, disputed: namesLater,
		texts: []string{
			"http://good.example?@{host}/", "http://good.example#@{host}/", "http://good.example:80/a@{host}/", "http://good.example:80?a@{host}/",
			"mailto:u@{host}", "sip:u@{host}", "tel:5@{host}", "javascript:u@{host}", "data:u@{host}", "urn:u@{host}", "git@{host}:x/y",
		},
	},
	{
		name: "slashes are not counted", programs: "browsers, curl; JavaScript: superagent, urijs; Java: ktor; Python: treq",
		place: firstSegment,
		texts: []string{
			"http:{host}/", "http:/{host}/", "http:///{host}/", "http:////{host}/", `http:\\{host}/`, `http:/\{host}/`, "///{host}/", `/\{host}/`, `\\{host}/`, "//{host}/", "https:{host}/", "http:{host}",
			"foo:{host}/x", "foo:/{host}/x", "foo:///{host}/x", `foo:\\{host}/x`, "{host}/x",
		},
	},
	{
		name: "// later in the text", programs: "Java: android.net.Uri, guava, tomcat, vertx, java.net.URL (url:); JavaScript: undici (blob:); Python: werkzeug",
		place: laterSlashes,
		texts: []string{
			"http:http://{host}/", "url:http://{host}/", "blob:http://{host}/x", "blob:https://{host}/x", "view-source:http://{host}/", "jar:http://{host}/x!/y", "file:////{host}/x",
			"http//{host}/", "x/http://{host}/", "//good.example/?x=http://{host}/", "//good.example/http://{host}/", "http://://{host}/",
		},
	},
	{
		name: "no host is this machine", programs: "net/http of Go; JavaScript: http.request with url.parse, needle; Perl: HTTP-Tiny; Java: ktor",
		local: namesNoHost,
		texts: []string{"http:///{local}", "http://:80/{local}", "http://u@/{local}", "//good.example/{local}", "http:a{local}"},
	},
	{
		name: "a host that cannot be is this machine", programs: "JavaScript: http.request with url.parse, needle; Java: java.net.URL",
		local: impossibleHost, disputed: impossibleHost,
		texts: []string{"http://%65vil.example/{local}", "http://{long}.example/{local}", "http://a@b@c/{local}"},
	},
	{
		name: "a socket of this machine", programs: "JavaScript: superagent",
		local: socketScheme,
		texts: []string{"http+unix://good.example/{local}"},
	},
}

// delimiters returns each character of US-ASCII that is not one of host names.
func delimiters() (marks []string) {
	for c := range byte(0x80) {
		if !ascii.Host.Has(c) {
			marks = append(marks, string(rune(c)))
		}
	}
	return marks
}

// effects are the effects of each byte of US-ASCII that is a mark.
var effects = effectsOf()

func effectsOf() (t [0x80]effect) {
	for _, b := range behaviors {
		for _, mark := range b.marks {
			if mark[0] < 0x80 && len(mark) == 1 {
				t[mark[0]] |= b.effect
			}
		}
	}
	return t
}

// has reports whether r has the effect.
func (e effect) has(r rune) bool { return r >= 0 && r < 0x80 && effects[r]&e != 0 }
