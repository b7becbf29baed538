// Package hostread knows how programs find the host in a URL. One table lists their
// behaviors. Package guard asks it for the hosts that some program may read, and
// guard/guardtest makes attack strings of its texts.
//
// A new behavior needs a row in the table, and the texts in which its programs were seen to
// read a host in guard/guardtest/hostways.tsv. If they look for a host in another place of
// the URL, the row has a function for that place, and the comment of guard.Hosts.MayMatch
// names it. [Plain] must not take a URL with such a host. A new word in braces needs its
// values in guard/guardtest/notation.go. The tests say so, except for the comment.
package hostread

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Behavior is one difference between programs that look for the host in a URL.
type Behavior struct {
	Name     string
	Programs string // some of those with it

	// Texts are URLs with the host "{host}" to these programs. "{value}" stands for each of
	// Values, as it is and in escaped forms, "{dotted}" for the host with it in the place of
	// dots, and "{spread}" for the host with it between all characters. guardtest has the
	// other words in braces.
	Texts  []string
	Values []string
	Raw    bool // Values are not escaped

	effect effect
	place  place
	port   Port                 // the port of a host in a place, if RFC 3986 finds a host too
	local  func(u uri.URI) bool // whether the programs connect to this machine

	// disputed reports whether widely used programs read another host than RFC 3986: a client
	// of a language or a system, or two programs, at least one of them a client.
	disputed func(u uri.URI) bool
}

// A place is where programs look for a host. It returns the first such text of u at or after the
// offset from, and the offset at which to look for the next one. The text is empty if there is
// none, and next is below zero if no other one follows.
type place func(u uri.URI, from int) (text string, next int)

// An effect is a set of effects of the values of a row.
type effect uint8

const (
	delimits effect = 1 << iota // a host ends before a value, and another one may begin after it
	vanishes                    // a value vanishes
	dots                        // a value is read as ".", at every place in a host
)

// behaviors is the table. A program is written as its language and its name there, and a few
// have a release after the name. The programs of c, perl, php and ruby are those of Debian 12,
// the programs of java, node, py and rust were the newest when asked, and those of py-old are
// older versions of pydantic, werkzeug and yarl. A row names some of the programs that were
// asked or seen to connect, clients first.
var behaviors = [...]Behavior{
	{
		Name: "the host of RFC 3986", Programs: "RFC 3986, 3.2.2",
		Texts: []string{
			"http://{host}/", "https://u:p@{host}:8443/a?b#c", "http://u@{host}/", "http://{host}.", "http://{HOST}/", "http://{host}./", "svn+ssh://{host}/", "file://{host}/x", "http://{host}:/",
		},
	},
	{
		// Any byte other than a letter, a digit, "-", "_" and "." may be one.
		Name: "a delimiter", Programs: "node:http.request(url.parse), node:needle, node:url.parse, perl:LWP, c:curl, c:soup3, java:jsoup, java:spring5, java:sttp, rust:minreq, rust:urlparse",
		effect: delimits, Values: delimiters(),
		Texts: []string{"http://{host}{value}.good.example/", "http://{host}{value}@good.example/", "http://{host}{value}/", "http://{host}{value}80/", `http://{host}\n.good.example/`, "http://{host}%u002f.good.example/"},
	},
	{
		Name: "a delimiter before the host", Programs: "java:apache-hc4-dial, java:jsoup, perl:LWP, py:urlsplit, c:curl",
		Values: delimiters(), Texts: []string{"http://good.example{value}@{host}/", "http://good.example{value}{host}/", "http://{value}{host}/"},
	},
	{
		Name: "the last @, the first @, or the text before the first colon", Programs: "node:new_URL, node:engine.io-client, node:parse-uri, php:file_get_contents, perl:HTTP-Tiny, py-old:werkzeug.url_parse, java:jena-iri, rust:minreq",
		place: authority, disputed: endsEarly,
		Texts: []string{
			"http://good.example@x@{host}/", "http://x@{host}:80@good.example/", "http://x@{host}@good.example/", "http://{host}:80@good.example/", "http://{host}:x@good.example/", "http://{host}:@good.example/",
			"http://{host}:80:80/", "http://{host}:.good.example/",
		},
	},
	{
		Name: "a port of other characters", Programs: "py:urllib.request, java:java.net.URL, php:parse_url, ruby:net-http, node:url.parse, rust:minreq",
		Values: []string{"+80", "-1", "0", "65616", "4294967376", "0x50", "\uff18\uff10", "\u0668\u0660", " 80", "80 ", "80%20", "8_0", "a", "80x", "1e2", "80:80"},
		Texts:  []string{"http://{host}:{value}/"},
	},
	{
		// Those beyond US-ASCII need no effect: a host with such characters may be any name.
		Name: "characters that vanish", Programs: "node:new_URL, node:url.parse, py:urlsplit, py:tldextract, py:url_normalize, perl:LWP, c:guri",
		effect: vanishes, Values: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\xff"},
		Texts: []string{
			"http://{front}{value}{back}/", "http://{most}{value}{last}/", "http://{spread}/", "http://{label}{value}{tail}/", "http://{value}{host}/", "http://{host}{value}/",
		},
	},
	{
		Name: "characters around or in a URL that vanish", Programs: "node:new_URL, node:url.parse, node:request, py:urlsplit, java:java.net.URL",
		Values: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\ufeff"}, Raw: true,
		Texts: []string{"{value}http://{host}/", "http://{host}{value}", "ht{value}tp://{host}/", "http:/{value}/{host}/", "http:{value}//{host}/", "{value}//{host}/", "/{value}/{host}/"},
	},
	{
		Name: "characters that are dots", Programs: "node:new_URL, c:soup3, java:okhttp, rust:url",
		Values: []string{"\u3002", "\uff0e", "\uff61"}, Texts: []string{"http://{dotted}/"},
	},
	{
		Name: "an @ after another one is a dot", Programs: "java:sttp, java:sttp-java",
		effect: dots, Values: []string{"@"}, Raw: true, Texts: []string{"http://x@{dotted}/", "http://x@y@{dotted}/"},
	},
	{
		Name: "empty labels vanish", Programs: "py:url_normalize, py:tldextract, java:sttp-java",
		Texts: []string{"http://{merged}/", "http://.{host}/", "http://{host}../"},
	},
	{
		Name: "characters that stand for others", Programs: "node:new_URL, c:soup3, java:IDN.toASCII, py:idna.urlsplit, rust:url",
		Texts: []string{"http://{folded}/", "http://{unicode}/"},
	},
	{
		Name: "broken Punycode is mended, or its text is the label", Programs: "c:qt, c:qt-tolerant",
		disputed: isBroken,
		Texts:    []string{"http://{broken}/", "http://xn--{label}-{tail}/"},
	},
	{
		Name: "escapes in a host are decoded, once or several times", Programs: "node:new_URL, node:uri-js, c:curl, perl:LWP, ruby:http.rb, py:urllib.request, java:okhttp",
		Values: []string{"."}, Texts: []string{"http://{dotted}/", "http://{value}{host}/", "http://{host}{value}/", "http://{escaped}/", "http://{some escaped}/"},
	},
	{
		Name: "an address in another notation", Programs: "c:curl, node:new_URL, java:java.net.URL, perl:LWP, rust:minreq, py:urllib.request",
		Texts: []string{"http://{number}/", "http://{number}./", "//+{number}", "http://{mapped}/", "http://{number}:x@good.example/"},
	},
	{
		Name: "an address in brackets, or without them", Programs: "py:urllib.request, py-old:yarl, node:urijs, node:engine.io-client, java:guava-HostAndPort, perl:LWP, perl:Mojo-URL, php:file_get_contents",
		Texts: []string{
			"http://[{plain}]/", "http://{plain}/", "http://{plain}]/", "http://{plain}:80/", "http://[{plain}].evil.example/", "http://good.example[{plain}]/", "http://{plain}[::1]/", "http://[{plain}%eth0]/", "http://[{plain}%25eth0]/",
			"http://%5b{plain}%5d/", "http://[{some escaped}]/",
		},
	},
	{
		Name: "the scheme is the host", Programs: "node:needle, node:superagent, node:engine.io-client, py:urllib3, php:parse_url, ruby:addressable.heuristic, c:curl",
		place: schemeWord, port: PortHTTP,
		Texts: []string{"{host}://good.example/", "{HOST}://good.example/", "{host}:80//good.example/", "{host}:80/x", "http://{host}://evil.example/"},
	},
	{
		Name: "a text with brackets, without its first and last character", Programs: "node:engine.io-client",
		place: slicedScheme, port: PortHTTP,
		Texts: []string{"r{host}s://[::1]:80/"},
	},
	{
		Name: "a later @, after an authority that ends before ? or # or has a port, or without one", Programs: "java:jetty94, py-old:pydantic1, node:needle, node:superagent, node:engine.io-client, c:curl, rust:http, rust:isahc, py:tldextract",
		place: laterAt, disputed: namesLater,
		Texts: []string{
			"http://good.example?@{host}/", "http://good.example#@{host}/", "http://good.example:80/a@{host}/", "http://good.example:80?a@{host}/",
			"mailto:u@{host}", "sip:u@{host}", "sip://good.example/#@{host}", "sips://good.example/x@{host}", "tel:5@{host}", "javascript:u@{host}", "data:u@{host}", "urn:u@{host}", "git@{host}:x/y",
		},
	},
	{
		Name: "slashes are not counted", Programs: "node:new_URL, node:superagent, node:urijs, c:curl, java:ktor, py:treq, ruby:addressable.heuristic",
		place: firstSegment,
		Texts: []string{
			"http:{host}/", "http:/{host}/", "http:///{host}/", "http:////{host}/", `http:\\{host}/`, `http:/\{host}/`, `http:\//{host}/`, `http:/\/{host}/`, `\//{host}/`, `/\/{host}/`, "///{host}/", `/\{host}/`, `\\{host}/`, "//{host}/", "https:{host}/", "http:{host}", "{host}", "file:{host}//x", "file:{host}/x",
			"foo:{host}/x", "foo:/{host}/x", "foo:///{host}/x", `foo:\\{host}/x`, "{host}/x",
		},
	},
	{
		Name: "// later in the text", Programs: "java:android-port, java:guava-HostAndPort, java:tomcat-Host, java:vertx-parseAuthority, java:java.net.URL, node:undici, py:werkzeug.iri_to_uri, py:treq",
		place: laterSlashes,
		Texts: []string{
			"http:http://{host}/", "url:http://{host}/", "blob:http://{host}/x", "blob:https://{host}/x", "view-source:http://{host}/", "jar:http://{host}/x!/y", "file:////{host}/x",
			"http//{host}/", "x/http://{host}/", "//good.example/?x=http://{host}/", "//good.example/http://{host}/", "http://://{host}/",
		},
	},
	{
		Name: "no host is this machine", Programs: "node:http.request(url.parse), node:needle, perl:HTTP-Tiny, java:ktor",
		local: namesNoHost,
		Texts: []string{"http:///{local}", "http://:80/{local}", "http://u@/{local}", "//good.example/{local}", "http:a{local}", "mailto:u@good.example:@/{local}", "rtsp:u:p:q@good.example{local}"},
	},
	{
		Name: "a host that cannot be is this machine", Programs: "node:http.request(url.parse), node:needle",
		local: impossibleHost, disputed: impossibleHost,
		Texts: []string{"http://%65vil.example/{local}", "http://{long}.example/{local}", "http://a@b@c/{local}"},
	},
	{
		Name: "a socket of this machine", Programs: "node:superagent",
		local: socketScheme,
		Texts: []string{"http+unix://good.example/{local}"},
	},
}

// Behaviors returns the table.
func Behaviors() []Behavior { return behaviors[:] }

// delimiters returns the characters of US-ASCII except those of host names.
func delimiters() (all []string) {
	for c := range byte(0x80) {
		if !ascii.Host.Has(c) {
			all = append(all, string(rune(c)))
		}
	}
	return all
}

// effects has the effects of each character of US-ASCII.
var effects = effectsOf()

func effectsOf() (t [0x80]effect) {
	for _, b := range behaviors {
		for _, value := range b.Values {
			if value[0] < 0x80 && len(value) == 1 {
				t[value[0]] |= b.effect
			}
		}
	}
	return t
}

func (e effect) has(r rune) bool { return r >= 0 && r < 0x80 && effects[r]&e != 0 }
