package docs

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// A transport answers each request after it looked at it.
type transport func(*http.Request)

func (look transport) RoundTrip(r *http.Request) (*http.Response, error) {
	look(r)
	refresh := http.Header{"Refresh": {"1;url=" + r.URL.String()}}
	return &http.Response{StatusCode: http.StatusNoContent, Header: refresh, Body: http.NoBody, Request: r, ProtoMajor: 1, ProtoMinor: 1}, nil
}

// TestBehaviors checks sentences of comments that state when a function returns what: each stands in its file, and holds.
func TestBehaviors(t *testing.T) {
	parse := uri.MustParse
	yes := func(results ...bool) bool { return !slices.Contains(results, false) }
	binary, _ := parse("http://h/a").MarshalBinary()
	text, _ := parse("http://h/a").MarshalText()
	named := must(guard.ParseHosts("a.example,b.example:22"))
	server, _ := uri.ServerFrom(parse("http://u%40:p%3A@h/"))
	user, password := server.Login.User()
	secret, _ := server.Login.Password()
	toASCII := web.Parser{ToASCII: func(string) (string, error) { return "xn--tda", nil }}
	fileHost, hasFileHost := must(web.Parse("file:///x")).Host()
	blob := must(web.Parse("blob:http://\u00fc/x"))
	redirector := guard.Redirector{Base: parse("http://h/a/")}
	target, _ := redirector.Resolve("http://h/x y|\u00e9#f")
	_, withUser := redirector.Resolve("http://u@h/")
	port := func(method, target string) bool { _, err := guard.ParseTarget(method, target); return err == nil }
	hidden := func(names []string) string {
		return uri.Redactor{Names: names}.Redact(parse("http://h/?password=a&x=b"))
	}
	written := func(s string) string { return must(must(web.Parse(s)).URI()).String() }
	dropWWW := func(s string) string { return crawl.Keyer{DropWWW: true}.Key(parse(s)) }
	deny := must(guard.ParseHosts("10.0.0.1"))
	var refused *guard.Error
	class := guard.Class(0)
	if errors.As(guard.Gate{}.Check(parse("http://10.0.0.1/")), &refused) {
		class = refused.Class
	}
	route := guard.Rewrite{From: "/a", To: parse("http://s/b")}
	_, applies, applyErr := route.Apply(parse("http://h/%61"))
	reader, claimed := route.ClaimedBy(parse("http://h/%61"))
	moved, _, _ := route.Apply(parse("http://h/a/%2e%7e?q#f"))
	var only []string
	for m := range (links.Extractor{Only: []string{"HTTP"}}).Extract("http://h/a ftp://h/b") {
		only = append(only, m.URI.String())
	}
	robots := crawl.ParseRobots([]byte("User-agent: *\nDisallow: /\u30c4\nDisallow: /%7Ejoe/\nDisallow: /a%2Fb\nDisallow: /p\nAllow: /p\n"))
	allowed := func(path string) bool { return robots.Allowed("x", parse("http://h"+path)) }
	wrongName := func(line string) bool {
		return !crawl.ParseRobots([]byte("useragent: *\n"+line+"\n")).Allowed("x", parse("http://h/a"))
	}
	differs := func(ref string) bool {
		byBrowsers, _ := web.Parser{}.Parse(must(web.Parse("http://a/b/c/d")), ref)
		byRFC, _ := uri.RFC3986.Resolve(parse("http://a/b/c/d"), parse(ref))
		return byBrowsers.String() != byRFC.String()
	}
	css := slices.Collect(page.CSS(`a{b:url(1) url("2") src("3")} @import "4"; c{d:image-set("5" 1x, "6" 2x)} @namespace "7"; e{f:"8"}`))
	zero, emptyOpaque := func() error { _, err := web.URL{}.URI(); return err }(), func() error { _, err := must(web.Parse("foo:#a")).URI(); return err }()
	_, noSegments := parse("mailto:a@b").JoinSegments("x")
	_, dotSegment := parse("http://h/").JoinSegments("..")
	_, emptyFirst := parse("").JoinSegments("", "x")
	key := func(s string) string { return must(archive.Key(s)) }
	index := func(s string) string { return crawl.Keyer{IndexNames: []string{"index.html"}}.Key(parse(s)) }
	_, noRedirect := crawl.Redirect(parse("a"), "b")
	fileName := func(field string) string { name, ok := page.Disposition(field); return fmt.Sprint(name, " ", ok) }
	back := func(s string) string { u, ok := route.Back(parse(s)); return fmt.Sprint(u, " ", ok) }
	refusing := guard.Rewrite{From: "a"}
	_, refusingBack := refusing.Back(parse("http://s/b"))
	_, refusingClaims := refusing.ClaimedBy(parse("http://h/x"))
	host := func(s string) bool { _, ok := parse(s).Host(); return ok }
	hostPort := func(s string) string { address, ok := parse(s).HostPort(); return fmt.Sprint(address, " ", ok) }
	item := func(typ uri.Optional) byte { return uri.Gopher{Type: typ}.ItemType() }
	field := func(s string) bool { _, _, err := guard.ParseHostField(s); return err == nil }
	kept, decodeErr := uri.AppendUnescape([]byte("x"), "a%zz")
	surt := func(s string) string { return string(crawl.AppendSURT(nil, parse(s))) }
	loose := func(s string) string { a, _ := guard.LooseAddr(parse(s)); return a.String() }
	unread, _ := crawl.ReadRobots(404, nil)
	_, newsErr := uri.News{Article: "a b@c"}.Commands()
	_, notUTF8 := uri.Defined("\xff").MarshalJSON()
	null, _ := uri.Optional{}.MarshalJSON()
	unchanged := parse("a:b")
	unmarshalErr := unchanged.UnmarshalText([]byte(" "))
	var scope crawl.Scope
	scope.Add(parse("http://h/a"), false)
	scope.Add(parse("http://whole/"), false)
	scope.Add(parse("http://folder/a/"), false)
	same, _ := uri.Resolver{SameScheme: true}.Resolve(parse("ws://h/a"), parse("ws:b"))
	wsFix := func() string {
		_, err := uri.Parse("ws://h/a b")
		var e *uri.SyntaxError
		errors.As(err, &e)
		fix, _ := e.Fix()
		return fix
	}()
	contains := func(s string) bool { return scope.Contains(parse(s)) }
	local := func(ref string) bool { _, err := guard.LocalPath(ref); return err == nil }
	public := func(s string) bool { return guard.IsPublic(netip.MustParseAddr(s)) }
	start, end, _ := archive.Range("http://h/a", archive.MatchExact)
	params := func(s string) []string { return slices.Collect(uri.Segment(s).Params()) }
	failed, failedErr := guard.ParseHosts("a/b")
	_, noRoute := guard.Routes{route}.Apply(parse("http://h/x"))
	agree := func(text string) bool {
		hosts := map[string]bool{}
		for _, r := range guard.Readings(text) {
			host, _ := r.Host.Get() // none if it refuses the text
			hosts[host] = true
		}
		return len(hosts) == 1
	}
	conforms := func(text string) bool { _, err := uri.Conforms3986(text); return err == nil }
	everyPort := must(guard.ParseHosts("a.example:*"))
	var answer *httptest.ResponseRecorder
	send := func(proxy httpguard.ReverseProxy, field, value string) (arrived string) {
		proxy.Hosts, proxy.Routes = named, guard.Routes{route}
		proxy.Transport = transport(func(r *http.Request) { arrived = r.Header.Get(field) })
		r := httptest.NewRequest("GET", "http://a.example/a", nil)
		r.RequestURI = "/a"
		r.Header.Set(field, value)
		answer = httptest.NewRecorder()
		must(proxy.Handler()).ServeHTTP(answer, r)
		return arrived
	}
	passed := func(fields ...string) bool {
		return send(httpguard.ReverseProxy{Fields: fields}, "X-User", "joe") != ""
	}
	forwarded := func(field, value string) string {
		return send(httpguard.ReverseProxy{Trust: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}, field, value)
	}
	redirected, referer := false, ""
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/next", http.StatusFound)
		} else {
			redirected, referer = true, r.Header.Get("Referer")
		}
	}))
	defer site.Close()
	fetches := func(hosts guard.Hosts) bool {
		gate := guard.Gate{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Ports: func(uint16) bool { return true }}
		response, err := httpguard.Client{Gate: gate, Hosts: hosts}.HTTP().Get(site.URL)
		return err == nil && response.Body.Close() == nil
	}
	retrieved, _ := uri.FTP{Host: "h", Path: []string{"a", "b"}, Type: 'i'}.Commands()
	anonymous, _ := uri.FTP{Host: "h"}.Commands()
	repairs := func(s string) string { u, _, _ := links.Repair(s); return u.String() }
	expands := func(s string) string { u, _, _ := links.Expand(s); return u.String() }
	unmoved := func() (sent string) {
		proxy := httpguard.ReverseProxy{
			Hosts: named, Routes: guard.Routes{route},
			Transport: transport(func(r *http.Request) { sent = r.Method + " " + r.URL.Host + " " + r.URL.Path }),
			Wrap: func(_ string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					r.Method, r.Host, r.RequestURI, r.URL.Path = "POST", "x", "/x", "/x"
					next.ServeHTTP(w, r)
				})
			},
		}
		r := httptest.NewRequest("GET", "http://a.example/a", nil)
		r.RequestURI = "/a"
		must(proxy.Handler()).ServeHTTP(httptest.NewRecorder(), r)
		return sent
	}
	own := must(guard.ParseOrigins("https://own.example"))
	passes := func(from, host string) (passed bool) {
		r := httptest.NewRequest("POST", "https://"+host+"/", nil)
		r.Header.Set("Origin", "null")
		r.Header.Set("Sec-Fetch-Site", from)
		httpguard.SameOrigin(own, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true })).ServeHTTP(httptest.NewRecorder(), r)
		return passed
	}
	withPassword := must(web.Parse("http://u:pw@h"))
	panics := func(c httpguard.Client) (yes bool) {
		defer func() { yes = recover() != nil }()
		c.HTTP()
		return false
	}
	trusted := func(chain string) (arrived string) {
		client := ""
		proxy := httpguard.ReverseProxy{
			Hosts: named, Routes: guard.Routes{route}, Trust: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")},
			Transport: transport(func(r *http.Request) { arrived = r.Header.Get("X-Forwarded-For") }),
			Wrap: func(_ string, next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					client = r.RemoteAddr
					next.ServeHTTP(w, r)
				})
			},
		}
		r := httptest.NewRequest("GET", "http://a.example/a", nil)
		r.RequestURI, r.RemoteAddr = "/a", "10.0.0.2:1"
		r.Header.Set("X-Forwarded-For", chain)
		must(proxy.Handler()).ServeHTTP(httptest.NewRecorder(), r)
		return arrived + " " + client
	}
	searches := func(text string) bool { _, err := links.Read(text); return errors.Is(err, links.ErrSearch) }
	for _, tt := range []struct {
		file, sentence string
		holds          bool
	}{
		{"../forms.go", "MarshalBinary is [URI.MarshalText]", string(binary) == string(text) && string(text) == "http://h/a"},
		{"../guard/hosts_match.go", "MatchNamedPort is [Hosts.MatchHost] for a list without the entries that have no port.",
			yes(named.MatchHost("a.example", 22), !named.MatchNamedPort("a.example", 22), named.MatchNamedPort("b.example", 22), !named.MatchNamedPort("b.example", 23))},
		{"../uri.go", "[ServerFrom] returns user and password decoded.", user == "u@" && password && secret == "p:"},
		{"../web/origin.go", "it reads the URL in the path of a blob URL with the ToASCII of p", toASCII.Origin(blob) == "http://xn--tda" && blob.Origin() == "null"},
		{"../guard/redirector.go", "It returns the absolute URI of browsers for ref, with an escape for each character that no URI may contain.", target.String() == "http://h/x%20y%7C%C3%A9#f"},
		{"../guard/redirector.go", "The result has no userinfo and keeps the fragment of ref.", withUser != nil},
		{"../guard/target.go", "A port must not be 0 or above 65535 in an http or https URI and in authority-form.",
			yes(!port("GET", "http://h:0/"), !port("GET", "https://h:65536/"), port("GET", "http://h:65535/"), !port("CONNECT", "h:0"), port("GET", "x://h:0/"))},
		{"../redact.go", "If Names is nil, they are the names of Redacted. If it is empty and not nil, no value is hidden for its name.",
			yes(hidden(nil) == "http://h/?password=xxxxx&x=b", hidden([]string{}) == "http://h/?password=a&x=b", hidden([]string{"x"}) == "http://h/?password=a&x=xxxxx")},
		{"../values.go", "No pairs and one empty pair have the same text, \"\"", uri.Values{}.String() == "" && uri.Values{""}.String() == ""},
		{"../web/uri.go", "for a stray \"%\", for characters like \"|\" and \"[\" in a path, for a space in an opaque path.",
			written("http://h/%|[") == "http://h/%25%7C%5B" && written("x:a b") == "x:a%20b"},
		{"../web/url.go", "The host of \"file:///x\" is the empty string.", fileHost == "" && hasFileHost},
		{"../web/uri.go", "It fails for the zero URL, for a scheme without anything after it (\"foo:\" or \"foo:#a\")", zero != nil && emptyOpaque != nil},
		{"../crawl/key.go", "DropWWW leaves out the first labels \"www\", \"www2\" ... of a host, if the rest has a \".\" and is more than numbers.",
			yes(dropWWW("http://www2.a.b/") == "http://a.b/", dropWWW("http://www.com/") == "http://www.com/", dropWWW("http://www.1.2/") == "http://www.1.2/")},
		{"../rfc1738.go", "A URL of one of its schemes must match the rule of that scheme, any other URL the rule genericurl.",
			uri.Conforms1738("ftp://h:x/") != nil && uri.Conforms1738("x:anything") == nil},
		{"../guard/hosts_may.go", "It is for deny lists: refuse u if MayMatch is true.", yes(deny.MayMatch(parse("http://012.1/")), !deny.Match(parse("http://012.1/")))},
		{"../guard/class.go", "If a [Gate] refuses an address, the [Error] has its class", class == guard.ClassPrivate},
		{"../guard/rewrite.go", "Apply returns false if the path as written is not below From. [Rewrite.ClaimedBy] reports whether it is for some other reader.",
			!applies && applyErr == nil && claimed && reader != ""},
		{"../guard/rewrite.go", "the path of To in the place of From, and the rest of the path and the query of u, byte for byte.", moved.String() == "http://s/b/%2e%7e?q"},
		{"../links/extract.go", "Only, if it is not nil, names the schemes to be found, in any case. URIs of others are passed over", slices.Equal(only, []string{"http://h/a"})},
		{"../crawl/robots.go", "So a rule \"/ツ\" matches \"/%e3%83%84\", and \"/%7Ejoe/\" matches \"/~joe/\", but \"/a%2Fb\" does not match \"/a/b\".",
			yes(!allowed("/%e3%83%84"), !allowed("/~joe/"), allowed("/a/b"), !allowed("/a%2Fb"))},
		{"../crawl/robots.go", "The name of a line may go on, as in \"Disallowed: /\". It may be one of a few wrong ones, like \"dissallow\", \"useragent\" and \"site-map\". One space may be in the place of the \":\", as in \"Disallow /\".",
			yes(wrongName("Disallowed: /"), wrongName("dissallow: /"), wrongName("Disallow /"))},
		{"tasks.md", "Resolving by RFC 3986 gives the same for most links, but not for `http:g`, `///host`, `%2e%2e` or a path after a drive letter.",
			yes(differs("http:g"), differs("///host"), differs("%2e%2e"), !differs("g"))},
		{"../crawl/robots.go", "The longest matching rule decides, and of two with the same length the allowing one. Without a matching rule, and for /robots.txt, the answer is true.",
			yes(allowed("/p"), allowed("/q"), allowed("/robots.txt"))},
		{"../page/css.go", "The names in @namespace are no references.", strings.Join(css, "") == "123456"},
		{"../archive/key.go", "Case, the scheme before a host, a first label \"www\", \"www2\" ..., session identifiers, the order of the query's pairs, the last \"/\" of the path, userinfo and fragment do not count.",
			key("http://h/a?x&y") == key("HTTPS://u@WWW2.H/A/?y&jsessionid=0123456789abcdef0123456789abcdef&x#f")},
		{"../change.go", "JoinSegments refuses - \".\" and \"..\", because resolution would remove them (RFC 2396, 5.2); - an opaque u; - if u has no authority, an empty segment at the start of a relative path",
			yes(noSegments != nil, dotSegment != nil, emptyFirst != nil)},
		{"../crawl/key.go", "Case does not matter, and escapes are compared in normal form.", index("http://h/a/INDEX%2ehtml") == "http://h/a/"},
		{"../crawl/key.go", "Two URIs with a host have the same SURT if and only if they have the same key, http and https counted as one scheme.",
			yes(surt("http://h/%7e") == surt("https://H/~"), surt("http://h/a") != surt("http://h/b"))},
		{"../crawl/redirect.go", "The error is a [*uri.SyntaxError]: neither u nor location has a scheme", noRedirect != nil},
		{"../crawl/robots_read.go", "For other statuses than 200 to 299, it does not read body: body may be nil.", unread.Allowed("x", parse("http://h/"))},
		{"../page/disposition.go", "Only the text after the last \"/\" or \"\\\" counts, and the name is as safe as a [FileName]. ok is false if there is no name, or nothing safe in it.",
			yes(fileName(`attachment; filename="a/b.txt"`) == "b.txt true", fileName("attachment") == " false", fileName(`attachment; filename=".."`) == " false")},
		{"../guard/rewrite.go", "Back returns false if Apply refuses r, and if u is not below r.To: with another scheme, user, host or port, or with a path outside the path of To in whole segments.",
			yes(back("http://s/b/x?q#f") == "/a/x?q#f true", back("http://S:80/b") == "/a true", !refusingBack, back("https://s/b") == " false", back("http://u@s/b") == " false", back("http://t/b") == " false", back("http://s:8/b") == " false", back("http://s/bx") == " false")},
		{"../guard/rewrite.go", "ClaimedBy is true for every path if Apply refuses r", refusingClaims},
		{"../guard/routes.go", "It is [Routes.Match] with an error if no route takes u.", noRoute != nil},
		{"../uri.go", "\"h_x:80\" has a host, but \"a@b@c\", \":80\" and \"u@\" have not.", yes(host("//h_x:80"), !host("//a@b@c"), !host("//:80"), !host("//u@"))},
		{"../uri.go", "Params returns the parameters after Name in order, each without its \";\".", slices.Equal(params("a;b;c=d"), []string{"b", "c=d"})},
		{"../dial.go", "HostPort returns the host and port of u as net.Dial takes them, and whether u names both. If u has no port, it returns the default port of the scheme.",
			yes(hostPort("http://[::1]/") == "[::1]:80 true", hostPort("http://h:8/") == "h:8 true", hostPort("x://h/") == " false", hostPort("http:a") == " false")},
		{"../scheme_gopher.go", "ItemType returns the octet of Type, or '1' (a directory) if Type is empty or undefined", yes(item(uri.Optional{}) == '1', item(uri.Defined("")) == '1', item(uri.Defined("7")) == '7')},
		{"../guard/hosts.go", "Err returns the error of [ParseHosts] if it returned one with h: then Match is false and [Hosts.MayMatch] true for every host.",
			yes(failed.Err() != nil && failed.Err() == failedErr, !failed.Match(parse("http://a/")), failed.MayMatch(parse("http://z/")))},
		{"../guard/target.go", "It returns an [*Error] for an empty field (of a request without an authority), for userinfo, and for the port 0 or one above 65535.",
			yes(!field(""), !field("u@h"), !field("h:0"), !field("h:65536"), field("h:65535"))},
		{"../escape.go", "If it fails it returns dst unchanged.", decodeErr != nil && string(kept) == "x"},
		{"../guard/address.go", "LooseAddr returns the IP address of the host of u for some program.", loose("http://0x7f.1/") == "127.0.0.1"},
		{"../scheme_news.go", "An Article must be a message-id too (RFC 1036, 2.1.5).", newsErr != nil},
		{"../page/doc.go", "HTML Standard, https://html.spec.whatwg.org/, as of July 2026", strings.Contains(string(must(os.ReadFile("../web/doc.go"))), "as of July 2026")},
		{"command.md", "Try it with `'http://good.example\\@evil.example/'`", !agree("http://good.example\\@evil.example/") && agree("http://good.example/@evil.example/")},
		{"../rfc3986.go", "Conforms3986 returns nil if s is a URI-reference exactly as in RFC 3986, Appendix A", yes(conforms("a:"), conforms("//[v1.x]"), !conforms("a b"))},
		{"net-url.md", "`guard.ToURL` and `guard.FromURL`, which refuse a URL that both packages do not read alike; `guard.BrowserURL` for a URL of package web", must(guard.BrowserURL(must(web.Parse("http://h/a b")))).RequestURI() == "/a%20b"},
		{"../crawl/scope.go", "Everything that begins with \"/a/\" is below \"/a/\", but \"/a\" is not.", yes(contains("http://folder/a/"), contains("http://folder/a/b"), !contains("http://folder/a"))},
		{"../crawl/key.go", "A server may distinguish \"h.\" and \"h\", or \"%7E\" and \"~\"", crawl.Key(parse("http://h./%7E")) == crawl.Key(parse("http://h/~"))},
		{"../CONTRIBUTING.md", "`Resolver.SameScheme`, `Mode.Normalize`, `links.Extract`, `guard.Audit`, `Fix` and `Hint` read the table, and so does `DefaultPort`",
			yes(same.String() == "ws://h/b", uri.RFC2396.Normalize(parse("ws://h:80/")).String() == "ws://h/", len(guard.Audit(parse("ws:h/"))) > 0, wsFix == "ws://h/a%20b")},
		{"../values.go", "A space becomes \"%20\".", uri.NewPair("a", " ") == "a=%20"},
		{"../guard/hosts.go", "with every port: the same as without one, except for MatchNamedPort",
			yes(everyPort.MatchHost("a.example", 9), named.MatchHost("a.example", 9), everyPort.MatchNamedPort("a.example", 9), !named.MatchNamedPort("a.example", 9))},
		{"../COOKBOOK.md", "X-Forwarded-Host counts if `Hosts` contains it, and X-Forwarded-Proto as it is: the balancer must write both or remove them.",
			yes(forwarded("X-Forwarded-Host", "b.example:22") == "b.example:22", forwarded("X-Forwarded-Host", "c.example") == "a.example", forwarded("X-Forwarded-Proto", "https") == "https")},
		{"../page/css.go", "src(\"a.png\") (CSS Values), - @import \"a.css\" (CSS Cascade), and - the strings of image-set(\"a.png\" 1x, \"b.png\" 2x), also of -webkit-image-set (CSS Images).",
			slices.Equal(slices.Collect(page.CSS(`a{b:-webkit-image-set("1" 1x, "2" 2x)}`)), []string{"1", "2"})},
		{"../guard/errors.go", "Reference is the source of the rule: \"RFC 1918\"", refused.Reference == "RFC 1918"},
		{"../guard/errors.go", "Class is the class of Address if the Part is \"address\".", refused.Part == "address"},
		{"../guard/httpguard/proxy.go", "A handler with an optional field, such as an optional login, deletes the field first, or Fields names it: otherwise the client's field of that name goes on.",
			yes(passed(), !passed("X-User"))},
		{"../guard/httpguard/proxy.go", "Other URLs pass as they are, also in Refresh", answer.Header().Get("Refresh") == "1;url=http://s/b"},
		{"../guard/httpguard/client.go", "It sends no Referer with a redirect.", fetches(guard.Hosts{}) && redirected && referer == ""},
		{"../scheme_ftp.go", "Commands returns the commands of a client for the file or directory, in order and without the CR LF after each (RFC 1738, 3.2.2):", slices.Equal(retrieved, []string{"USER anonymous", "CWD a", "TYPE I", "RETR b"})},
		{"../scheme_ftp.go", "the client asks the user, or sends the user's e-mail address for \"anonymous\" (3.2.1).", slices.Equal(anonymous, []string{"USER anonymous"})},
		{"../COOKBOOK.md", "Then X-Forwarded-For is read from its end. So handlers see the address of the client, not one written by the client before it.",
			forwarded("X-Forwarded-For", "127.0.0.1, 198.51.100.7") == "198.51.100.7, 192.0.2.1"},
		{"../links/doc.go", "it finds them in running text ([Extract]), says which one a person typed or pasted ([Read]), completes abbreviated ones ([Expand]), and repairs broken ones ([Repair]).",
			yes(searches("two words"), repairs("http://h/a b") == "http://h/a%20b", expands("www.a.example") == "http://www.a.example")},
		{"../guard/httpguard/pages.go", "Origin \"null\" passes only if Sec-Fetch-Site is \"same-origin\" and the Host field is a host of own.",
			yes(passes("same-origin", "own.example"), !passes("same-site", "own.example"), !passes("same-origin", "other.example"))},
		{"../guard/httpguard/proxy.go", "Another URL, Host or method has no effect.", unmoved() == "GET s /b"},
		{"../web/doc.go", "Errors, log values and the %+v and %#v forms of a URL show no password. Its String does.",
			yes(withPassword.String() == "http://u:pw@h/", !strings.Contains(fmt.Sprintf("%+v %#v %v", withPassword, withPassword, withPassword.LogValue()), "pw"))},
		{"../guard/httpguard/client.go", "HTTP panics if StepTimeout or MaxBody is below zero.", yes(panics(httpguard.Client{StepTimeout: -1}), panics(httpguard.Client{MaxBody: -1}), !panics(httpguard.Client{Redirects: -1}))},
		{"../guard/httpguard/proxy.go", "received from 10.0.0.2 127.0.0.1, 198.51.100.7, 10.0.0.1 sent to the server 198.51.100.7, 10.0.0.1, 10.0.0.2 RemoteAddr, for Wrap 198.51.100.7:0",
			trusted("127.0.0.1, 198.51.100.7, 10.0.0.1") == "198.51.100.7, 10.0.0.1, 10.0.0.2 198.51.100.7:0"},
		{"../crawl/key.go", "a pair with an empty value is only its name (\"a=\" is \"a\"), and empty pairs are left out.", crawl.Keyer{Forms: true}.Key(parse("http://h/?a=&&b+c")) == "http://h/?a&b%20c"},
		{"../guard/httpguard/client.go", "Hosts lists the only allowed hosts. The zero value allows all hosts. A list without entries ([guard.ParseHosts] of \"\", perhaps of a variable that is not set) and an invalid list refuse every request.",
			yes(fetches(guard.Hosts{}), !fetches(must(guard.ParseHosts(""))), !fetches(failed))},
		{"../links/read.go", "words, and a text without any: [ErrSearch];", searches("two words") && searches("") && searches(" ")},
		{"../scheme.go", "MarshalJSON returns null if o is undefined, else the part as a string. It fails if the part is not UTF-8", string(null) == "null" && notUTF8 != nil},
		{"../forms.go", "If that fails it leaves u unchanged", unmarshalErr != nil && unchanged == parse("a:b")},
		{"../crawl/scope.go", "It is false for a URI without a scheme or without a host.", yes(!contains("/a"), !contains("http:/a"), contains("http://h/a"))},
		{"../crawl/scope.go", "So Contains is false for \"/a/..;/b\", \"/a/..%2Fb\" and \"/a/..%3Fb\"", yes(!contains("http://h/a/..;/b"), !contains("http://h/a/..%2Fb"), !contains("http://h/a/..%3Fb"), contains("http://h/a/b"))},
		{"../crawl/scope.go", "If the whole host was added, the path does not matter.", contains("http://whole/a/..%2Fb")},
		{"../guard/redirector.go", "LocalPath refuses a ref with a scheme or a host: see [Redirector] for lists of other sites.", yes(!local("http:a"), !local("//h/a"), local("a?b"))},
		{"../guard/special.go", "An ISATAP address (RFC 5214, 6.1) is public if it and the IPv4 address inside are.", yes(public("2600::5efe:808:808"), !public("2600::5efe:a00:1"))},
		{"../archive/range.go", "from start up to but not including end, compared byte by byte", start < end},
	} {
		if say(t, tt.file, tt.sentence); !tt.holds {
			t.Errorf("%s: it is not so: %s", tt.file, tt.sentence)
		}
	}
}
