package docs

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/archive"
	"example.com/uri/crawl"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
	"example.com/uri/links"
	"example.com/uri/page"
	"example.com/uri/web"
)

// TestPromises checks sentences that state a default, an order or a behavior: each stands in its file, and holds.
func TestPromises(t *testing.T) {
	parse := uri.MustParse
	is := func(u uri.URI, err error, want string) bool { return err == nil && u.String() == want }
	read := func(text, want string) bool { x, err := links.Read(text); return is(x.URI, err, want) }
	shown := func(verb string) string { return fmt.Sprintf(verb, parse("http://u:p@h")) }
	pairs := must(uri.ParseValues("a=1&a=2"))
	first, found := pairs.Get("a")
	_, decodes := uri.Values{"b=%zz"}.Get("b")
	_, refused := uri.Parse("http://a b/\x01é")
	var e *uri.SyntaxError
	errors.As(refused, &e)
	callbacks := must(guard.ParseCallbacks("https://app.example/cb", "http://127.0.0.1/cb"))
	hosts, exact := must(guard.ParseHosts("a.example,b.example:8080")), must(guard.ParseHosts("=a.example"))
	var scope crawl.Scope
	scope.Add(parse("http://archive.org/"), true)
	scope.Add(parse("http://h/a"), false)
	path, _ := guard.LocalPath("a?b#c")
	_, schemeErr := guard.LocalPath("http:/a")
	_, hostErr := guard.LocalPath("//h/a")
	ftp := uri.FTP{Host: "h", Path: []string{"a;b"}}
	whole := func(m uri.Mode) string {
		return must(uri.Resolver{Mode: m}.Resolve(parse("http://h/a#f"), parse(""))).String()
	}
	mode := func(m uri.Mode, text string) string { return m.Normalize(parse(text)).String() }
	sorted := must(uri.ParseValues("b=2&%61=1&b=1")).Sorted()
	port, known := uri.DefaultPort("GOPHER")
	_, unknown := uri.DefaultPort("x")
	base, index, _ := uri.EstablishBase(uri.URI{}, parse("b"), parse("http://h/a/c#f"))
	_, noHost := guard.ParseTarget("GET", "ftp://:21/")
	_, emptyErr := guard.ParseTarget("GET", "ftp:///x")
	_, home := links.Read("~/a")
	delay, _ := crawl.ParseRobots([]byte("User-agent: *\nCrawl-delay: 0.5\n")).Delay("a")
	dotParams := slices.ContainsFunc(guard.Audit(parse("http://h/a/..;x/b")), func(f guard.Finding) bool { return f.Code == guard.CodeDotParams })
	images := slices.Collect(page.Srcset("a 1.5x"))
	claims := func(from, path string) bool {
		_, ok := guard.Rewrite{From: from, To: parse("http://s/")}.ClaimedBy(parse("http://h" + path))
		return ok
	}
	drop := crawl.Keyer{Drop: crawl.IsTracking}
	zero, _ := crawl.ReadRobots(0, nil)
	busy, _ := crawl.ReadRobots(429, nil)
	gone, _ := crawl.ReadRobots(404, nil)
	_, spaced := uri.Parse("host=h password='a b' c")
	proxy := must(httpguard.ForwardProxy{Hosts: must(guard.ParseHosts("a.example"))}.Handler())
	options := func(target, forwards string) int {
		r := httptest.NewRequest("OPTIONS", "http://a.example/", nil)
		r.RequestURI = target
		r.Header.Set("Max-Forwards", forwards)
		w := httptest.NewRecorder()
		proxy.ServeHTTP(w, r)
		return w.Code
	}
	audited := func(s string, code guard.Code) bool {
		return slices.ContainsFunc(guard.Audit(parse(s)), func(f guard.Finding) bool { return f.Code == code })
	}
	var nothing crawl.Scope
	nothing.Add(parse("/a"), true)
	nothing.Add(parse("mailto:a@example.com"), true)
	plus, _ := must(uri.ParseValues("a=b+c")).Get("a")
	repaired, _, _ := links.Repair("http://h/?a[]=1")
	wasRead := func(text string) string {
		x, err := links.Read(text)
		return fmt.Sprint(text[x.Start:x.End], strings.TrimPrefix(fmt.Sprint(err), "<nil>"))
	}
	panics := func(f http.HandlerFunc) (yes bool) {
		defer func() { yes = recover() != nil }()
		f(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		return false
	}
	for _, tt := range []struct {
		file, sentence string
		holds          bool
	}{
		{"../README.md", "A `URI` keeps every byte of its text", parse("HTTP://H:80/%7e?#").String() == "HTTP://H:80/%7e?#"},
		{"../README.md", "`uri.RFC3986.Equivalent` compares normal forms", uri.RFC3986.Equivalent(parse("HTTP://h:80/%7e"), parse("http://H/~")) && parse("http://h") != parse("http://H")},
		{"../README.md", "**Secrets stay hidden** in errors, log/slog, `%+v` and `%#v`. `%v` and JSON show the whole text", shown("%+v") == "http://u:xxxxx@h" && shown("%#v") == `uri.MustParse("http://u:xxxxx@h")` && shown("%v") == "http://u:p@h"},
		{"tasks.md", "`%v`, `%s`, `Println` and JSON show the text as it is", shown("%v") == "http://u:p@h" && shown("%s") == "http://u:p@h"},
		{"../README.md", "The zero `URI` is the empty reference", uri.URI{} == parse("")},
		{"../README.md", "an error if the result would be another URI than you asked for", func() bool { _, err := parse("x").WithPath("//h"); return err != nil }()},
		{"../COOKBOOK.md", "`Callbacks` compares it byte for byte with those that were registered (RFC 9700, 2.1), except for the port of a loopback address.",
			callbacks.Match("https://app.example/cb") == nil && callbacks.Match("https://APP.example/cb") != nil && callbacks.Match("https://app.example:443/cb") != nil && callbacks.Match("http://127.0.0.1:5000/cb") == nil},
		{"tasks.md", "An entry matches the subdomains of its name too, except after \"=\".", hosts.Match(parse("http://x.a.example/")) && !exact.Match(parse("http://x.a.example/"))},
		{"tasks.md", "A key has no fragment.", crawl.Key(parse("http://h/#f")) == crawl.Key(parse("http://h/"))},
		{"tasks.md", "`..%2Fetc` decodes to `../etc`: `page.FileName` gives a safe one", must(uri.Unescape("..%2Fetc")) == "../etc" && page.FileName(parse("http://h/..%2Fetc")) == "_etc"},
		{"../values.go", "Get returns the decoded value of the first pair with this name, and whether there is one and it can be decoded.", first == "1" && found && !decodes},
		{"../values.go", "Sorted returns v in the order of the bytes of the decoded names. Pairs with the same name keep their order.", sorted.String() == "%61=1&b=2&b=1"},
		{"../errors.go", "Caret returns two lines: the excerpt of the text", strings.Count(e.Caret(), "\n") == 1 && strings.Contains(e.Caret(), `\x01é`)},
		{"../scheme_ftp.go", "A \";\" in a name is written as an escape.", ftp.String() == "ftp://h/a%3Bb"},
		{"../resolve.go", "By RFC 1808, 4, step 2a, an empty reference inherits the fragment too.", whole(uri.RFC1808) == "http://h/a#f" && whole(uri.RFC3986) == "http://h/a"},
		{"../doc.go", "it keeps dot segments in normal forms, and \"..\" above the root.", mode(uri.RFC2396, "http://h/a/../b") == "http://h/a/../b" && mode(uri.RFC3986, "http://h/a/../b") == "http://h/b"},
		{"../guard/redirector.go", "LocalPath refuses a ref with a scheme or a host", schemeErr != nil && hostErr != nil && path == "/a?b#c"},
		{"../guard/hosts_match.go", "If u names no port, Match takes the default port of the scheme.", hosts.Match(parse("http://b.example:8080/")) && !hosts.Match(parse("http://b.example/"))},
		{"../guard/hosts_match.go", "A list with \"*\" matches every URI, also one without a host.", must(guard.ParseHosts("*")).Match(parse("mailto:a@b"))},
		{"../guard/gate.go", "The zero Gate allows public addresses ([IsPublic]) on all ports except the blocked ones", guard.Gate{}.Check(parse("http://8.8.8.8:8080/")) == nil && guard.Gate{}.Check(parse("http://8.8.8.8:25/")) != nil && guard.Gate{}.Check(parse("http://10.0.0.1/")) != nil},
		{"../guard/callbacks.go", "The zero Callbacks matches nothing.", guard.Callbacks{}.Match("https://app.example/cb") != nil},
		{"../crawl/scope.go", "\"http://archive.org/\" does not contain http://archiveteam.org/, and \"http://h/a\" does not contain http://h/ab.",
			scope.Contains(parse("http://www.archive.org/")) && !scope.Contains(parse("http://archiveteam.org/")) && scope.Contains(parse("http://h/a/b")) && !scope.Contains(parse("http://h/ab"))},
		{"../crawl/robots_read.go", "429 and all other numbers: nothing is allowed, except /robots.txt", !zero.Allowed("a", parse("http://h/")) && !busy.Allowed("a", parse("http://h/")) && gone.Allowed("a", parse("http://h/")) && busy.Allowed("a", parse("http://h/robots.txt"))},
		{"../crawl/tracking.go", "names that begin with \"utm_\" (Google Analytics)", drop.Key(parse("http://h/?utm_x=1&a=2")) == drop.Key(parse("http://h/?a=2"))},
		{"../archive/doc.go", "The keys of package crawl distinguish what the RFCs distinguish.", must(archive.Key("http://h/A")) == must(archive.Key("http://h/a")) && crawl.Key(parse("http://h/A")) != crawl.Key(parse("http://h/a"))},
		{"../links/reading.go", "Empty is \"https\", and \"http\" for localhost, names below it, names of one label and IP addresses", read("a.example", "https://a.example/") && read("x.localhost", "http://x.localhost/") && read("a/b", "http://a/b") && read("10.0.0.1", "http://10.0.0.1/") && read("[::1]", "http://[::1]/")},
		{"../page/filename.go", "white space and \".\" are cut off at the start and at the end", page.FileName(parse("http://h/%20..a.%20")) == "a"},
		{"../page/refresh.go", "Times end at math.MaxInt32 seconds.", func() bool { n, _, ok := page.Refresh("99999999999;x"); return ok && n == 1<<31-1 }()},
		{"../web/doc.go", "it lowers the case of schemes and hosts, writes \"\\\" as \"/\", removes dot segments, tabs and newlines, reads \"0x7f.1\" as an IPv4 address", must(web.Parse("HTTP:\\\\0x7f.1\\a\\..\\b\t")).String() == "http://127.0.0.1/b"},
		{"tasks.md", "`ServerFrom` reads only one host, so decode user and password by hand", func() bool { _, err := uri.ServerFrom(parse("postgres://u:p@h1,h2/d")); return err != nil }()},
		{"../dial.go", "DefaultPort returns the default port of the scheme with this name, and whether this package knows one.", port == 70 && known && !unknown},
		{"../relativize.go", "The zero URI counts as missing. The first present candidate gives the base. If it is relative, it is resolved against the next.", base.String() == "http://h/a/b" && index == 1},
		{"../redact.go", "\"http://user@h/\" becomes \"http://xxxxx@h/\"", uri.Redactor{User: true}.Redact(parse("http://user@h/")) == "http://xxxxx@h/"},
		{"../redact.go", "an authority without a host from its \":\" to the last \"@\" of the URI //u:xxxxx@h, from //u:p/q@h", parse("//u:p/q@h").Redacted() == "//u:xxxxx@h"},
		{"../crawl/key.go", "Nil means uri.RFC3986.AppendNormalize.", crawl.Key(parse("http://h/a/../b")) == crawl.Key(parse("http://h/b"))},
		{"../archive/RULES.md", "except if the first begins with \"0\" and an \"8\" or \"9\" occurs.", must(archive.Key("http://0177.1/")) == must(archive.Key("http://127.0.0.1/")) && must(archive.Key("http://0178.1/")) == "1,0178)/"},
		{"../crawl/key.go", "the spelling of an IPv6 address: RFC 5952 decides, \"[1:0::]\" is \"[1::]\".", crawl.Key(parse("http://[1:0::]/")) == "http://[1::]/"},
		{"../crawl/robots.go", "parseDelay reads a number of seconds (\"10\", \"0.5\").", delay == time.Second/2},
		{"../guard/audit.go", "a dot segment with parameters, \"..;x\"", dotParams},
		{"../guard/rewrite.go", "\"/api\" and \"/api/x\" are below \"/api\", and \"/apix\" is not. With \"/\" at its end, From is a directory: \"/api/\" is below \"/api/\", and \"/api\" is not.",
			claims("/api", "/api") && claims("/api", "/api/x") && !claims("/api", "/apix") && claims("/api/", "/api/") && !claims("/api/", "/api")},
		{"../guard/rewrite.go", "\"admin.\", \"admin::$DATA\" and \"admin\" are one file", claims("/admin", "/admin.") && claims("/admin", "/admin::$DATA")},
		{"../guard/rewrite.go", "short names of Windows (\"ADMINI~1\")", !claims("/administrator", "/ADMINI~1")},
		{"../links/read.go", "\"~/a\"", home != nil},
		{"../page/srcset.go", "Density is the pixel density descriptor (\"1.5x\"). Without a descriptor it is one, and beside a Width zero.", len(images) == 1 && images[0].Density == 1.5},
		{"../guard/target.go", "it must have a host (\"ftp://:21/\" has none)", noHost != nil && emptyErr == nil},
		{"../crawl/key.go", "With DropLastSlash both steps are repeated until neither changes the path.", crawl.Keyer{DropLastSlash: true, IndexNames: []string{"index.html"}}.Key(parse("http://h/a/index.html//index.html/")) == "http://h/a"},
		{"../errors.go", "such as \"host=h password='a b'\": a value in quotes to the closing one", strings.Contains(spaced.Error(), "password=xxxxx c")},
		{"../guard/httpguard/forward.go", "The handler answers \"OPTIONS *\" itself, and OPTIONS with a Max-Forwards of 0.", options("*", "2") == 204 && options("http://a.example/", "0") == 204 && options("http://a.example/", "-") == 400},
		{"../guard/httpguard/doc.go", "Only Redirect and RedirectPath have no other place for it, and panic at their first call.",
			panics(func(w http.ResponseWriter, r *http.Request) { httpguard.Redirect(w, r, guard.Redirector{}, "/", 302) }) && panics(func(w http.ResponseWriter, r *http.Request) { httpguard.RedirectPath(w, r, "/", 200) })},
		{"../COOKBOOK.md", "A command reads an argument that begins with `-` as an option, and `ssh://-oProxyCommand=.../` has been run by many programs. `Audit` finds users and hosts that begin so, also escaped, and line breaks",
			audited("ssh://-oProxyCommand=x/", guard.CodeOption) && audited("ssh://%2Do@h/", guard.CodeOption) && audited("git://h/a%0Ab", guard.CodeEscapedLineBreak)},
		{"../crawl/scope.go", "A URI without a scheme or without a host (\"/a\", mailto:a@example.com) names no place, and nothing is added.", fmt.Sprint(nothing) == fmt.Sprint(crawl.Scope{})},
		{"../guard/rewrite.go", "\"escaped dots\": \"%2E\" is \".\"", claims("/a", "/b/%2E%2E/a")},
		{"net-url.md", "`web.Parse` keeps `a[]` as browsers send it, `links.Repair` writes `a%5B%5D`", must(web.Parse("http://h/?a[]=1")).String() == "http://h/?a[]=1" && repaired.String() == "http://h/?a%5B%5D=1"},
		{"../COOKBOOK.md", "the Fetch standard blocks port 22 for browsers.", guard.Gate{}.Check(parse("http://8.8.8.8:22/")) != nil && guard.Gate{}.Check(parse("http://8.8.8.8:23/")) != nil && guard.Gate{}.Check(parse("http://8.8.8.8:24/")) == nil},
		{"net-url.md", "its `Get` decodes as forms do (`+` is a space)", plus == "b c"},
		{"../links/reading.go", "For KindEmbedded that is the URI in the text, for KindMailbox the address, for KindPath the path without quotation marks, and for the other kinds the text without white space",
			wasRead("see http://h/a now") == "http://h/a" && wasRead("Joe <joe@example.com>") == "joe@example.com" && wasRead(`"C:\a b"`) == `C:\a b` && wasRead(" http://h/a ") == "http://h/a"},
	} {
		if say(t, tt.file, tt.sentence); !tt.holds {
			t.Errorf("%s: it is not so: %s", tt.file, tt.sentence)
		}
	}
}
