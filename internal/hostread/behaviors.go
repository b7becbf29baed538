// Package hostread knows how programs find the host in a URL. One table lists their
// behaviors. Package guard asks it for the hosts that some program may read, and
// guard/guardtest makes attack strings of it.
//
// A new behavior needs a row in the table. If its programs look for a host in another place
// of the URL, the row has a function for that place.
package hostread

import (
	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A behavior is one difference between programs that look for the host in a URL.
type behavior struct {
	name     string
	programs string // some of those with it

	// texts are URLs whose host is "{host}" to these programs. "{value}" stands for each of
	// values, as it is and in escaped forms. spell.go lists the other words in braces.
	texts  []string
	values []string
	raw    bool // values are not escaped

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
// none, and next is -1 if no other one follows.
type place func(u uri.URI, from int) (text string, next int)

// An effect is a set of effects of the values of a row.
type effect uint8

const (
	delimits effect = 1 << iota // a host ends before a value, and another one may begin after it
	vanishes                    // a value vanishes
	dots                        // a value is read as "."
)

// behaviors is the table. A program is written as its language and its name there, and a few
// have a release after the name. The programs of c, perl, php and ruby are those of Debian 12,
// the programs of java, node, py and rust the newest of November 2026, and those of py-old are
// pydantic 1, werkzeug below 2.3 and yarl below 1.9.3. A row names some of the programs that
// were asked or seen to connect, clients first.
var behaviors = [...]behavior{
	{
		name: "the host of RFC 3986", programs: "RFC 3986, 3.2.2",
		texts: []string{
			"http://{host}/", "{host}", "https://u:p@{host}:8443/a?b#c", "http://u@{host}/", "http://{host}.", "http://{HOST}/", "http://{host}./", "svn+ssh://{host}/", "file://{host}/x", "http://{host}:/",
		},
	},
	{
		// Any byte other than a letter, a digit, "-", "_" and "." may be one.
		name: "a delimiter", programs: "node:http.request(url.parse), node:needle, node:url.parse, perl:LWP, c:curl, c:soup3, java:jsoup, java:spring5, java:sttp, rust:minreq, rust:urlparse",
		effect: delimits, values: delimiters(),
		texts: []string{"http://{host}{value}.good.example/", "http://{host}{value}@good.example/", "http://{host}{value}/", "http://{host}{value}80/", `http://{host}\n.good.example/`, "http://{host}%u002f.good.example/"},
	},
	{
		name: "a delimiter before the host", programs: "java:apache-hc4-dial, java:jsoup, perl:LWP, py:urlsplit, c:curl",
		values: delimiters(), texts: []string{"http://good.example{value}@{host}/", "http://good.example{value}{host}/", "http://{value}{host}/"},
	},
	{
		name: "the last @, the first @, or the text before the first colon", programs: "node:new_URL, node:engine.io-client, node:parse-uri, php:file_get_contents, perl:HTTP-Tiny, py-old:werkzeug.url_parse, java:jena-iri, rust:minreq",
		place: authority, disputed: endsEarly,
		texts: []string{
			"http://good.example@x@{host}/", "http://x@{host}:80@good.example/", "http://x@{host}@good.example/", "http://{host}:80@good.example/", "http://{host}:x@good.example/", "http://{host}:@good.example/",
			"http://{host}:80:80/", "http://{host}:.good.example/",
		},
	},
	{
		name: "a port of other characters", programs: "py:urllib.request, java:java.net.URL, php:parse_url, ruby:net-http, node:url.parse, rust:minreq",
		values: []string{"+80", "-1", "0", "65616", "4294967376", "0x50", "\uff18\uff10", "\u0668\u0660", " 80", "80 ", "80%20", "8_0", "a", "80x", "1e2", "80:80"},
		texts:  []string{"http://{host}:{value}/"},
	},
	{
		// Those beyond US-ASCII need no effect: a host with such characters may be any name.
		name: "characters that vanish", programs: "node:new_URL, node:url.parse, py:urlsplit, py:tldextract, py:url_normalize, perl:LWP, c:guri",
		effect: vanishes, values: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\xff"},
		texts: []string{
			"http://{front}{value}{back}/", "http://{label}{value}{tail}/", "http://{value}{host}/", "http://{host}{value}/",
		},
	},
	{
		name: "characters around or in a URL that vanish", programs: "node:new_URL, node:url.parse, node:request, py:urlsplit, java:java.net.URL",
		values: []string{"\t", "\n", "\r", " ", "\x00", "\x01", "\v", "\u00a0", "\ufeff"}, raw: true,
		texts: []string{"{value}http://{host}/", "http://{host}{value}", "ht{value}tp://{host}/", "http:/{value}/{host}/", "http:{value}//{host}/"},
	},
	{
		name: "characters that are dots", programs: "node:new_URL, c:soup3, java:okhttp, rust:url",
		values: []string{"\u3002", "\uff0e", "\uff61"}, texts: []string{"http://{dotted}/"},
	},
	{
		name: "an @ after another one is a dot", programs: "java:sttp, java:sttp-java",
		effect: dots, values: []string{"@"}, raw: true, texts: []string{"http://x@{dotted}/"},
	},
	{
		name: "empty labels vanish", programs: "py:url_normalize, py:tldextract, java:sttp-java",
		texts: []string{"http://{merged}/", "http://.{host}/", "http://{host}../"},
	},
	{
		name: "characters that stand for others", programs: "node:new_URL, c:soup3, java:IDN.toASCII, py:idna.urlsplit, rust:url",
		texts: []string{"http://{folded}/", "http://{unicode}/"},
	},
	{
		name: "broken Punycode is mended, or its text is the label", programs: "c:qt, c:qt-tolerant",
		disputed: isBroken,
		texts:    []string{"http://{broken}/", "http://xn--{label}-{tail}/"},
	},
	{
		name: "escapes in a host are decoded, once or several times", programs: "node:new_URL, node:uri-js, c:curl, perl:LWP, ruby:http.rb, py:urllib.request, java:okhttp",
		values: []string{"."}, texts: []string{"http://{dotted}/", "http://{escaped}/", "http://{first escaped}/"},
	},
	{
		name: "an address in another notation", programs: "c:curl, node:new_URL, java:java.net.URL, perl:LWP, rust:minreq, py:urllib.request",
		texts: []string{"http://{number}/", "http://{number}./", "//+{number}", "http://{mapped}/", "http://{number}:x@good.example/"},
	},
	{
		name: "an address in brackets, or without them", programs: "py:urllib.request, py-old:yarl, node:urijs, node:engine.io-client, java:guava-HostAndPort, perl:LWP, perl:Mojo-URL, php:file_get_contents",
		texts: []string{
			"http://[{plain}]/", "http://{plain}/", "http://{plain}]/", "http://{plain}:80/", "http://[{plain}].evil.example/", "http://good.example[{plain}]/", "http://{plain}[::1]/", "http://[{plain}%eth0]/", "http://[{plain}%25eth0]/",
			"http://%5b{plain}%5d/", "http://[{last escaped}]/",
		},
	},
	{
		name: "the scheme is the host", programs: "node:needle, node:superagent, node:engine.io-client, py:urllib3, php:parse_url, ruby:addressable.heuristic, c:curl",
		place: schemeWord, port: PortHTTP,
		texts: []string{"{host}://good.example/", "{HOST}://good.example/", "{host}:80//good.example/", "{host}:80/x", "http://{host}://evil.example/"},
	},
	{
		name: "a text with brackets, without its first and last character", programs: "node:engine.io-client",
		place: slicedScheme, port: PortHTTP,
		texts: []string{"r{host}s://[::1]:80/"},
	},
	{
		name: "a later @, after an authority that ends before ? or # or has a port, or without one", programs: "java:jetty94, py-old:pydantic1, node:needle, node:superagent, node:engine.io-client, c:curl, rust:http, rust:isahc, py:tldextract",
		place: laterAt, disputed: namesLater,
		texts: []string{
			"http://good.example?@{host}/", "http://good.example#@{host}/", "http://good.example:80/a@{host}/", "http://good.example:80?a@{host}/",
			"mailto:u@{host}", "sip:u@{host}", "tel:5@{host}", "javascript:u@{host}", "data:u@{host}", "urn:u@{host}", "git@{host}:x/y",
		},
	},
	{
		name: "slashes are not counted", programs: "node:new_URL, node:superagent, node:urijs, c:curl, java:ktor, py:treq",
		place: firstSegment,
		texts: []string{
			"http:{host}/", "http:/{host}/", "http:///{host}/", "http:////{host}/", `http:\\{host}/`, `http:/\{host}/`, "///{host}/", `/\{host}/`, `\\{host}/`, "//{host}/", "https:{host}/", "http:{host}",
			"foo:{host}/x", "foo:/{host}/x", "foo:///{host}/x", `foo:\\{host}/x`, "{host}/x",
		},
	},
	{
		name: "// later in the text", programs: "java:android-port, java:guava-HostAndPort, java:tomcat-Host, java:vertx-parseAuthority, java:java.net.URL, node:undici, py:werkzeug.iri_to_uri, py:treq",
		place: laterSlashes,
		texts: []string{
			"http:http://{host}/", "url:http://{host}/", "blob:http://{host}/x", "blob:https://{host}/x", "view-source:http://{host}/", "jar:http://{host}/x!/y", "file:////{host}/x",
			"http//{host}/", "x/http://{host}/", "//good.example/?x=http://{host}/", "//good.example/http://{host}/", "http://://{host}/",
		},
	},
	{
		name: "no host is this machine", programs: "node:http.request(url.parse), node:needle, perl:HTTP-Tiny, java:ktor",
		local: namesNoHost,
		texts: []string{"http:///{local}", "http://:80/{local}", "http://u@/{local}", "//good.example/{local}", "http:a{local}"},
	},
	{
		name: "a host that cannot be is this machine", programs: "node:http.request(url.parse), node:needle",
		local: impossibleHost, disputed: impossibleHost,
		texts: []string{"http://%65vil.example/{local}", "http://{long}.example/{local}", "http://a@b@c/{local}"},
	},
	{
		name: "a socket of this machine", programs: "node:superagent",
		local: socketScheme,
		texts: []string{"http+unix://good.example/{local}"},
	},
}

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
		for _, value := range b.values {
			if value[0] < 0x80 && len(value) == 1 {
				t[value[0]] |= b.effect
			}
		}
	}
	return t
}

// has reports whether r has the effect.
func (e effect) has(r rune) bool { return r >= 0 && r < 0x80 && effects[r]&e != 0 }
