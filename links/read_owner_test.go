package links

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/seed"
	"example.com/uri/web"
)

// A typist draws texts that people type.
type typist struct{ *rand.Rand }

func (p typist) pick(all ...string) string { return all[p.IntN(len(all))] }

// some returns up to n characters of chars.
func (p typist) some(n int, chars string) string {
	var b strings.Builder
	all := []rune(chars)
	for range p.IntN(n + 1) {
		b.WriteRune(all[p.IntN(len(all))])
	}
	return b.String()
}

const lowers, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"

func (p typist) word() string { return p.pick(strings.Split(lowers, "")...) + p.some(7, lowers+digits) }

// name returns the name of a host with a "." in it.
func (p typist) name() string {
	return p.word() + p.pick(".", "."+p.word()+".", ".a-b.") + p.pick("example", "com", "de", "museum")
}

// host returns a host, perhaps with a port.
func (p typist) host() string {
	host := p.name()
	switch p.IntN(8) {
	case 0:
		host = "localhost"
	case 1:
		host = p.word() + ".localhost"
	case 2:
		host = fmt.Sprintf("%d.%d.%d.%d", 1+p.IntN(255), p.IntN(256), p.IntN(256), p.IntN(256))
	case 3:
		host = p.pick("[::1]", "[2001:db8::"+strconv.FormatInt(int64(p.IntN(1<<16)), 16)+"]", "[fe80::1]")
	case 4:
		host += "."
	}
	return host + p.pick("", "", ":"+strconv.Itoa(1+p.IntN(65535)))
}

// login returns a user, which is no registered scheme, and perhaps a password before a host, or nothing.
func (p typist) login() string {
	return p.pick("", "", p.word()+"zq@", p.word()+"zq:"+p.some(8, lowers+digits+"!$%&'()*+,;=._~-")+"@")
}

// rest returns a path, a query and a fragment of these characters.
func (p typist) rest(chars string) string {
	s := p.pick("", "/", "/"+p.word()+p.some(12, chars))
	if s != "" && p.IntN(3) == 0 {
		s += "?" + p.some(12, chars+"?/")
	}
	if s != "" && p.IntN(4) == 0 {
		s += "#" + p.some(6, chars+"?/")
	}
	return strings.ReplaceAll(s, "%", "%25")
}

// TestOwners draws no "@" after a port: some programs end the userinfo there.
const pchars = lowers + digits + "-_.!~*'()%:&=+$,;/"

// uri returns an absolute URI.
func (p typist) uri() string {
	switch p.IntN(5) {
	case 0:
		return p.pick("tel:+", "urn:isbn:", "news:", "sms:", "doi:", "data:,", "about:", "x-"+p.word()+":") + "a" + p.some(10, lowers+digits+".-")
	case 1:
		return p.pick("ssh", "gopher", "ldap", "x-own", "svn+ssh", "Git") + "://" + p.plainLogin() + p.host() + p.rest(pchars)
	case 2:
		return "file://" + p.pick("", p.name()) + "/" + strings.ReplaceAll(p.some(12, pchars), "%", "%25")
	}
	return p.pick("http", "https", "ws", "wss", "ftp", "HTTP") + "://" + p.plainLogin() + p.host() + p.rest(pchars)
}

// plainLogin is login with escapes instead of "%".
func (p typist) plainLogin() string { return strings.ReplaceAll(p.login(), "%", "%41") }

// padded returns s with white space and invisible characters around it, and where s begins.
func (p typist) padded(s string) (text string, start int) {
	const around = " \t\n\r\u00a0\u200b\ufeff\u00ad\u2060"
	before := p.some(2, around)
	return before + s + p.some(2, around), len(before)
}

// An ownedKind draws texts of a kind. want is the answer of the function that owns the kind, from the
// offset at on, in n bytes.
type ownedKind struct {
	kind Kind
	draw func(p typist) (text string, want uri.URI, at, n int)
}

// all returns the result of draw for a text that is read as a whole.
func all(text string, want uri.URI) (string, uri.URI, int, int) { return text, want, 0, len(text) }

// must returns u, whose error a test does not expect.
func must(u uri.URI, err error) uri.URI {
	if err != nil {
		panic(err)
	}
	return u
}

// browsed returns s as package web reads it.
func browsed(s string) uri.URI {
	v, err := web.Parse(s)
	if err != nil {
		panic(err)
	}
	return must(v.URI())
}

var owned = map[string]ownedKind{
	"Parse": {KindURI, func(p typist) (string, uri.URI, int, int) {
		s := p.uri()
		for strings.HasPrefix(s, "ftp") && strings.Contains(s, "@") && strings.Count(s, ":") > 3 {
			s = p.uri()
		}
		return all(s, uri.MustParse(s))
	}},
	"web.Parse": {KindURI, func(p typist) (string, uri.URI, int, int) {
		scheme := p.pick("http", "https", "ws", "ftp")
		s := scheme + p.pick(":", ":/", `:\\`, `:/\`) + p.plainLogin() + p.host() + p.rest(pchars)
		if p.IntN(2) == 0 {
			s = scheme + "://" + p.host() + "/" + p.word() + p.pick(" ", "|", "^", `"`, "{", "<", "`", "é") + p.some(8, lowers+digits+`|{}"^é`) + "x"
		}
		return all(s, browsed(s))
	}},
	"Fix": {KindFixed, func(p typist) (string, uri.URI, int, int) {
		s := p.pick("ssh", "gopher", "ldap", "svn+ssh") + "://" + p.name() + "/" + p.word() + p.pick(" ", "|", "^", "{", "<", "`", "é") + p.word()
		_, err := uri.Parse(s)
		fix, _ := err.(*uri.SyntaxError).Fix()
		return all(s, uri.MustParse(fix))
	}},
	"host": {KindHost, func(p typist) (string, uri.URI, int, int) {
		authority := p.login() + p.host()
		if strings.HasPrefix(authority, "www") {
			return all("www.example.com", browsed("https://www.example.com"))
		}
		rest := p.rest(pchars + `|{}^`)
		if strings.Contains(authority, "@") && !strings.Contains(authority, ":") && rest == "" {
			rest = "/"
		}
		return all(authority+rest, browsed(p.schemeOf(authority)+"://"+authority+rest))
	}},
	"label": {KindHost, func(p typist) (string, uri.URI, int, int) {
		s := "xq" + p.word() + p.pick("/", "/"+p.word(), ":"+strconv.Itoa(1+p.IntN(65535)))
		return all(s, browsed("http://"+s))
	}},
	"MailtoFrom": {KindMailbox, func(p typist) (string, uri.URI, int, int) {
		address := p.word() + p.pick("", ".", "+", "-", "_", "'", "%", "=", "#", "&") + p.word() + "@" + p.pick(p.word(), p.name(), p.name(), "bücher.example")
		name := p.pick("", "", p.word()+" ", "Joe Smith ", `"Smith, Joe" `, "Jürgen ")
		m := uri.Mailto{To: []string{address}}
		if name == "" && p.IntN(2) == 0 {
			return all(address, must(m.URI()))
		}
		return name + "<" + address + ">", must(m.URI()), len(name) + 1, len(address)
	}},
	"FileFromPath, Windows": {KindPath, func(p typist) (string, uri.URI, int, int) {
		s := p.pick(`C:\`, `d:\`, `Z:/`, `\\`+p.word()+`\share\`) + p.word() + p.some(12, lowers+digits+` %#&;=+@!'()[]{}^~$,.-_é\`) + "x"
		return all(s, must(fileURL(s, uri.PathWindows)))
	}},
	"FileFromPath, POSIX": {KindPath, func(p typist) (string, uri.URI, int, int) {
		s := "/" + p.word() + p.some(12, lowers+digits+` %#?&;=+@!'()[]{}^~$,.-_é\/:`) + "x"
		return all(s, must(fileURL(s, uri.PathPOSIX)))
	}},
	"git": {KindRemote, func(p typist) (string, uri.URI, int, int) {
		host := p.pick(p.word(), p.name(), "[::1]", "[2001:db8::1]")
		user := p.pick("git@", p.word()+"@")
		if host[0] == '[' && p.IntN(2) == 0 {
			user = ""
		}
		path := p.pick("", "/") + p.word() + p.some(12, lowers+digits+" %#?&;=+!'()[]{}^~$,.-_/é") + p.pick("", ".git", "x")
		path = strings.TrimRight(path, " ")
		want := path
		want = strings.ReplaceAll(want, "%", "%25")
		for _, c := range " #?[]{}^é" {
			want = strings.ReplaceAll(want, string(c), escapes(string(c)))
		}
		if path[0] != '/' {
			want = "/~/" + want
		}
		return all(user+host+":"+path, uri.MustParse("ssh://"+user+host+want))
	}},
	"Extract": {KindEmbedded, func(p typist) (string, uri.URI, int, int) {
		s := p.pick("http", "https", "ftp", "gopher") + "://" + p.name() + "/" + p.word() + "?" + p.word()
		frame := p.pick("see %s for details", "(%s).", "<%s>", `"%s"`, "'%s';", "GET %s HTTP/1.1", "[text](%s)", "[%[1]s](%[1]s)", "curl -X POST %s -d x=1", "url('%s');", "（%s）", "first line\n%s\nlast",
			"<a href=\"%s\">here</a>", "Link: %s", "%s\nsecond line", "export X=%s", "- %s", "“%s”", "<URL:%s>", "URL:%s")
		text := fmt.Sprintf(frame, s)
		var found []Match
		for m := range (Extractor{Abbreviated: true}).Extract(text) {
			found = append(found, m)
		}
		return text, found[0].URI, found[0].Start, found[0].End - found[0].Start
	}},
	"escapes": {KindEscaped, func(p typist) (string, uri.URI, int, int) {
		s := p.pick("http", "https", "ftp") + "://" + p.name() + "/" + p.word() + p.some(6, lowers+digits+"-_.~&=+") + "?" + p.some(6, lowers+digits+"&=")
		quoted, _ := json.Marshal(s)
		inner := string(quoted[1 : len(quoted)-1])
		text := p.pick(
			strings.ReplaceAll(inner, "/", `\/`), strings.ReplaceAll(inner, "/", `\u002F`), strings.ReplaceAll(inner, ":", `\u003a`), strings.ReplaceAll(inner, "/", `\x2f`),
			strings.ReplaceAll(html.EscapeString(s), "/", "&#x2F;"), strings.ReplaceAll(html.EscapeString(s), ":", "&colon;"), strings.ReplaceAll(html.EscapeString(s), "/", "&#47;"),
			uri.Escape(s, uri.EscapeUnreserved))
		return all(text, uri.MustParse(s))
	}},
	"harmless": {KindDefanged, func(p typist) (string, uri.URI, int, int) {
		dot := p.pick("[.]", "(.)", "[dot]", " [dot] ")
		at := p.pick("[at]", " [at] ")
		name := p.name()
		mild := strings.ReplaceAll(name, ".", dot)
		switch p.IntN(4) {
		case 0:
			s := p.word() + "@" + name
			return all(strings.ReplaceAll(strings.ReplaceAll(s, ".", dot), "@", at), must(uri.Mailto{To: []string{s}}.URI()))
		case 1:
			s := "/" + p.word()
			return all(mild+s, browsed("https://"+name+s))
		}
		scheme, rest := p.pick("http", "https"), p.rest(lowers+digits+"-_~")
		s := p.pick("hxxp", "hXXp") + scheme[len("http"):] + p.pick("://", "[:]//", "[://]") + p.pick(name, mild) + rest
		return all(strings.ReplaceAll(s, "/", p.pick("/", `\/`)), uri.MustParse(scheme+"://"+name+rest))
	}},
}

// schemeOf returns the scheme that Reader documents for an authority.
func (p typist) schemeOf(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if host[0] != '[' {
		host, _, _ = strings.Cut(host, ":")
	}
	host = strings.TrimSuffix(host, ".")
	if _, err := netip.ParseAddr(host); err == nil || host[0] == '[' || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return "http"
	}
	return "https"
}

// escapes returns each byte of s as an escape.
func escapes(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

// fileURL returns the URL of a path, which its NativePath gives back.
func fileURL(path string, style uri.PathStyle) (uri.URI, error) {
	f, err := uri.FileFromPath(path, style)
	if err != nil {
		return uri.URI{}, err
	}
	u := must(f.URI())
	read, err := uri.FileFrom(u)
	if err != nil {
		return u, err
	}
	if back, err := read.NativePath(style); err != nil || back != strings.ReplaceAll(path, "/", map[uri.PathStyle]string{uri.PathWindows: `\`, uri.PathPOSIX: "/"}[style]) {
		return u, fmt.Errorf("%q comes back as %q, %v", path, back, err)
	}
	return u, nil
}

// TestOwners draws texts of each kind. The answer is that of the function that owns the kind.
func TestOwners(t *testing.T) {
	for name, x := range owned {
		t.Run(name, func(t *testing.T) {
			p := typist{seed.Rand(t)}
			for range *inputs {
				s, want, at, n := x.draw(p)
				text, start := p.padded(s)
				got, err := Read(text)
				if wanted := (Reading{want, x.kind, start + at, start + at + n}); err != nil || got != wanted {
					t.Fatalf("%q: %v, %v, want %v", text, got, err, wanted)
				}
			}
		})
	}
}
