package crawl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/pathread"
	"example.com/uri/internal/seed"
)

func TestScope(t *testing.T) {
	for _, test := range []struct {
		added   string // with subdomains where it begins with "*"
		in, not []string
	}{
		{added: "http://archive.org", in: []string{
			"http://archive.org", "http://archive.org/", "https://archive.org/a?b#c", "HTTP://ARCHIVE.ORG:80/", "https://archive.org.:443/x", "http://archive.org./x",
			"http://u:p@archive.org/", "http://%61rchive.org/", "http://archive.org/a/..%2Fb",
		}, not: []string{
			"http://archiveteam.org/", "http://www.archive.org/", "http://archive.org.example/", "http://archive.org@example.com/",
			"http://archive.org:8080/", "https://archive.org:80/", "ftp://archive.org/", "//archive.org/", "/", "", "mailto:a@archive.org",
			"http://org/", "http://rchive.org/", "http://archive.org%2Fx/", "http://archive.org../",
		}},
		{added: "*https://archive.org/", in: []string{
			"http://archive.org/", "http://www.archive.org/a", "https://a.b.archive.org", "http://a_b.archive.org/",
		}, not: []string{
			"http://archiveteam.org/", "http://xarchive.org/", "http://example.org/", "http://www.archive.org:8080/",
			"http://a%2Fb.archive.org/", "http://a+b.archive.org/",
		}},
		{added: "*http://www.archive.org/", in: []string{"http://a.www.archive.org/"}, not: []string{"http://xwww.archive.org/", "http://archive.org/", "http://www.a.archive.org/"}},
		{added: "http://h/a", in: []string{
			"http://h/a", "http://h/a/", "http://h/a/b", "http://h/a?b", "http://h/%61/b", "http://h/./a", "http://h/x/../a/b", "http://h/x/%2e%2E/a",
			"http://h/a/b/..", "http://h/a//", "http://h/a/...", "http://h/a/..b/c..", "http://h/a/%2F",
		}, not: []string{
			"http://h/ab", "http://h/", "http://h", "http://h/A", "http://h/a%2Fb", "http://h/a;b", "http://h//a", "http://h/b",
			"http://h/a/../b", "http://h/a/%2e%2e/b", "http://h/a/.%2E", "http://h/a/..%2Fb", "http://h/a/x%2F..%2Fb", "http://h/a/%5c..",
			"http://h/a/..;/b", "http://h/a/..%5Cb", "http://h/a/..%3Fb", "http://x.h/a",
		}},
		{added: "http://h/a", in: []string{
			"http://h/x/../a//", "http://h/a/;x", "http://h/a/.;", "http://h/a/.;/b/..", "http://h/a//b/../c", "http://h/a/b;..", "http://h/a/b%3B../",
			"http://h/a/100%25/b", "http://h/a/%252Fb", "http://h/a/%255Cb", "http://h/a/b%2Fc", "http://h/a/b%2Fc/d/..", "http://h/a/%252E%252E.",
		}, not: []string{
			"http://h/a/.;/../b", "http://h/a/.;/../../a/b", "http://h/a//../b", "http://h/a/;x/../b", "http://h/a/%2F/../b", "http://h/a/b%2Fc/../d",
			"http://h/a/..;x", "http://h/a/%2e%2e;/b", "http://h/a/..%3Bx/b", "http://h/a/%252e%252e/b", "http://h/a/%25252E./b", "http://h/a/..%252Fb",
			"http://h/a/b;%2F..", "http://h/a/b%255C../c", "http://h/x//../a", "http://h//a", "http://h/%2Fa", "http://h/a%2Fb", "http://h/.;/a",
		}},
		{added: "http://h/a/", in: []string{"http://h/a/", "http://h/a/b", "http://h/a//b"}, not: []string{"http://h/a", "http://h/ab", "http://h/", "http://h/a/.."}},
		{added: "http://h/a%20", not: []string{"http://h/a%20", "http://h/a%20/b", "http://h/a"}}, // not added
		{added: "http://h/a%0D", not: []string{"http://h/a%0D", "http://h/a%0D/b", "http://h/a"}},
		{added: "http://h/%20a", in: []string{"http://h/%20a/b"}, not: []string{"http://h/a"}},
		{added: "/a", not: []string{"/a", "http://h/a", "//h/a"}},
		{added: "http://h/a//", in: []string{"http://h/a//", "http://h/a//b"}, not: []string{"http://h/a/", "http://h/a/b"}},
		{added: "*http://h/a?q#f", in: []string{"http://h/a", "http://x.h/a/b"}, not: []string{"http://x.h/b", "http://x.h/"}},
		{added: "*http://1.2.3.4/", in: []string{"http://1.2.3.4/a", "http://1.2.3.4./"}, not: []string{"http://9.1.2.3.4/", "http://a.1.2.3.4/", "http://4/"}},
		{added: "http://[1:0::]/", in: []string{"http://[1::]/", "https://[1::0]/a"}, not: []string{"http://[1::1]/"}},
		{added: "*http://h:8080/", in: []string{"http://h:8080/a", "https://h:08080/", "http://x.h:8080/"}, not: []string{"http://h/", "http://h:80/", "ftp://h:8080/"}},
		{added: "ftp://h/a", in: []string{"FTP://H:21/a/b"}, not: []string{"http://h/a", "ftps://h/a", "ftp://h"}},
		{added: "gopher://h", in: []string{"gopher://h/1a"}, not: []string{"gophers://h/1a", "goph://h/1a"}},
		{added: "ftp://h", in: []string{"ftp://h/a", "ftp://h"}, not: []string{"http://h/a"}},
		{added: "http://za/", in: []string{"http://Za/", "http://zA/a"}, not: []string{"http://z/", "http://a/"}},
		{added: "*http://org/", in: []string{"http://archive.org/", "http://org/", "http://.org/"}, not: []string{"http://archiveorg/", "http://org.example/"}},
		{added: "x://.b/", in: []string{"x://.b/a"}, not: []string{"x://b/", "x://..b/"}},
		{added: "mailto:a@h", not: []string{"mailto:a@h", "http://h/", ""}},
		{added: "//h/a", not: []string{"//h/a", "http://h/a"}},
		{added: "/a", not: []string{"/a", "http://h/a"}},
		{added: "file:///a", not: []string{"file:///a"}},
		{added: "http://a@b@h/", not: []string{"http://a@b@h/", "http://h/"}},
	} {
		added, subdomains := strings.CutPrefix(test.added, "*")
		u := uri.MustParse(added)
		for _, first := range []string{"", "/first"} { // a Scope compares the first path of a host in another way
			var s Scope
			if other, err := u.WithPath(first); first != "" && err == nil {
				s.Add(other, subdomains)
			}
			s.Add(u, subdomains)
			for _, in := range test.in {
				if !s.Contains(uri.MustParse(in)) {
					t.Errorf("%s does not take %s, after %q", test.added, in, first)
				}
			}
			for _, not := range test.not {
				if s.Contains(uri.MustParse(not)) {
					t.Errorf("%s takes %s, after %q", test.added, not, first)
				}
			}
		}
	}
	if new(Scope).Contains(uri.MustParse("http://h/")) {
		t.Error("the zero Scope takes a URI")
	}
}

// A meaning is the meaning of a URI for a Scope. The segments end with "" where the path
// ends with "/".
type meaning struct {
	scheme, port     string
	labels, segments []string
}

func randomMeaning(r *rand.Rand) (p meaning) {
	p.scheme = []string{"http", "http", "https", "ftp"}[r.IntN(4)]
	p.port = []string{"", "", "", "", "8080"}[r.IntN(5)]
	for range 1 + r.IntN(3) {
		p.labels = append(p.labels, []string{"a", "ab", "a-b_c"}[r.IntN(3)])
	}
	for range r.IntN(4) {
		p.segments = append(p.segments, []string{"a", "ab", "A", "a;b~"}[r.IntN(4)])
	}
	if len(p.segments) == 0 || r.IntN(2) == 0 {
		p.segments = append(p.segments, "")
	}
	return p
}

// below returns a place at p or near it: more labels before its name, more segments
// after its path, now and then another scheme or port.
func below(r *rand.Rand, p meaning) meaning {
	q := randomMeaning(r)
	if r.IntN(4) > 0 {
		q.scheme, q.port = p.scheme, p.port
	}
	q.labels = slices.Concat(q.labels[:r.IntN(len(q.labels))], p.labels)
	n := len(p.segments)
	if p.segments[n-1] == "" {
		n--
	}
	q.segments = slices.Concat(p.segments[:n], q.segments)
	return q
}

// takes reports whether q belongs to the scope of p.
func (p meaning) takes(q meaning, subdomains bool) bool {
	web := func(scheme string) string { return strings.TrimSuffix(scheme, "s") }
	if web(p.scheme) != web(q.scheme) || p.port != q.port || len(q.labels) < len(p.labels) || !subdomains && len(q.labels) > len(p.labels) {
		return false
	}
	if !slices.Equal(p.labels, q.labels[len(q.labels)-len(p.labels):]) {
		return false
	}
	n := len(p.segments)
	if p.segments[n-1] == "" {
		n--
		return len(q.segments) > n && slices.Equal(p.segments[:n], q.segments[:n])
	}
	return len(q.segments) >= n && slices.Equal(p.segments, q.segments[:n])
}

// write spells p in one of many ways.
func (p meaning) write(r *rand.Rand) uri.URI {
	disguise := func(s string, escape bool) string {
		var b strings.Builder
		for i := range len(s) {
			switch {
			case r.IntN(8) == 0 && escape && s[i] != ';':
				fmt.Fprintf(&b, "%%%02x", s[i])
			case r.IntN(8) == 0 && !escape:
				b.WriteString(strings.ToUpper(s[i : i+1]))
			default:
				b.WriteByte(s[i])
			}
		}
		return b.String()
	}
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	text := disguise(p.scheme, false) + "://" + pick("", "", "@", "u:p@") + disguise(strings.Join(p.labels, "."), r.IntN(2) == 0) + pick("", "", ".")
	switch {
	case p.port != "":
		text += ":" + pick("", "0", "00") + p.port
	case r.IntN(4) == 0:
		text += ":" + pick("", map[string]string{"http": "80", "https": "443", "ftp": "021"}[p.scheme])
	}
	if len(p.segments) > 1 || p.segments[0] != "" || r.IntN(3) > 0 {
		for i, segment := range p.segments {
			text += "/" + pick("", "", "", "./", "%2E/", "x/../", "x/y/.%2e/%2E./")
			if i == 0 {
				text += pick("", "../", "%2e%2e/")
			}
			text += disguise(segment, true)
		}
	}
	return uri.MustParse(text + pick("", "?", "?/../a/..%2f..") + pick("", "#/.."))
}

// TestScopeModel compares scopes of random places with a list of the same places. Each URI has
// a random spelling.
func TestScopeModel(t *testing.T) {
	r := seed.Rand(t)
	taken := 0
	for done := 0; done < *inputs; {
		var s Scope
		var places []meaning
		var subdomains []bool
		for range r.IntN(12) {
			p, sub := randomMeaning(r), r.IntN(2) == 0
			places, subdomains = append(places, p), append(subdomains, sub)
			s.Add(p.write(r), sub)
		}
		for range 20 {
			done++
			q := randomMeaning(r)
			if len(places) > 0 && r.IntN(2) == 0 {
				q = below(r, places[r.IntN(len(places))])
			}
			want := false
			for i, p := range places {
				want = want || p.takes(q, subdomains[i])
			}
			if want {
				taken++
			}
			if u := q.write(r); s.Contains(u) != want {
				t.Fatalf("%+v with subdomains %v: %q: %v", places, subdomains, u, !want)
			}
		}
	}
	if taken < *inputs/10 {
		t.Errorf("only %d of %d URIs were in the scope", taken, *inputs)
	}
}

// TestScopePlain compares the fast paths of Contains with findPlace, which makes a key.
func TestScopePlain(t *testing.T) {
	r := seed.Rand(t)
	write := func(n int, pieces ...string) (s string) {
		for range n {
			s += pieces[r.IntN(len(pieces))]
		}
		return s
	}
	hosts, paths := 0, 0
	for range 20 * *inputs {
		text := write(1, "http", "https", "http", "HTTP", "ftp") + "://" + write(r.IntN(5), "a", "b-", "a.", "a.b", ".", "1.2.3.4", "A", "_", "%61", "[::1]", "@", ":80") +
			write(r.IntN(6), "/", "/", "a", "b.c", ".", "..", "%2e", "%2F", ";", "//", "?/.%2e", "#/.")
		u, err := uri.Parse(text)
		if err != nil {
			continue
		}
		host, ok := plainHost(&u)
		if !ok {
			continue
		}
		hosts++
		p, ok := findPlace(nil, u)
		if !ok || string(p.scheme) != "http" || len(p.port) > 0 || !p.named || string(p.host) != host {
			t.Fatalf("%s: plain host %q of %+v", u, host, p)
		}
		if pathread.Plain(u.Path()) {
			if paths++; p.disputed || string(p.path) != strings.TrimPrefix(u.Path(), "/") {
				t.Fatalf("%s: plain path of %+v", u, p)
			}
		}
	}
	if least := *inputs / 10; hosts < least || paths < least {
		t.Errorf("only %d plain hosts and %d plain paths", hosts, paths)
	}
}

// TestScopeFolders adds three paths of a host, of which two have the same beginning.
func TestScopeFolders(t *testing.T) {
	var s Scope
	for _, added := range []string{"http://h/x", "http://h/a//b", "http://h/a/a"} {
		s.Add(uri.MustParse(added), false)
	}
	for in, want := range map[string]bool{
		"http://h/x": true, "http://h/a//b": true, "http://h/a//b/c": true, "http://h/a/a": true, "http://h/a/a/": true, "http://h/x/x": true,
		"http://h/a": false, "http://h/a/": false, "http://h/a//": false, "http://h/a/b": false, "http://h//b": false, "http://h/": false,
	} {
		if got := s.Contains(uri.MustParse(in)); got != want {
			t.Errorf("%s: %v", in, got)
		}
	}
}

// TestScopeBounds adds long URIs to a scope, each of which repeats one piece.
func TestScopeBounds(t *testing.T) {
	n := 32 << 10
	if *long {
		n = 1 << 20
	}
	var s Scope
	for _, u := range []string{"http://h" + strings.Repeat("/", n), "http://" + strings.Repeat("a.", n) + "h/x", "http://h/a" + strings.Repeat("/..x", n), "http://h/b/" + strings.Repeat("%2F", n) + "..;"} {
		long := uri.MustParse(u)
		if s.Contains(long) {
			t.Errorf("%.30q is in before it was added", u)
		}
		s.Add(long, true)
		if s.Contains(long) == strings.HasSuffix(u, "..;") {
			t.Errorf("%.30q: %v", u, s.Contains(long))
		}
	}
}

func TestScopeAllocations(t *testing.T) {
	var s Scope
	s.Add(uri.MustParse("http://www.example.com/a"), false)
	for _, in := range []string{"HTTPS://u@www.Example.com:443/%61/b?c#d", "ftp://h/", "FTP://h/", "http://www.example.com:8080/",
		"http://www.example.com/a/" + strings.Repeat("b", 100) + "/%41//c"} {
		u := uri.MustParse(in)
		if n := testing.AllocsPerRun(100, func() { s.Contains(u) }); n != 0 {
			t.Errorf("%s: %v allocations", in, n)
		}
	}
}

func BenchmarkScope(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var hosts, paths Scope
	var in, out, deep []uri.URI
	for i := range 100_000 {
		host := fmt.Sprintf("host-%d.%s", i, []string{"com", "org", "co.uk", "de"}[r.IntN(4)])
		u := uri.MustParse("http://" + host + []string{"/", "/a/"}[i&1])
		hosts.Add(u, i&2 == 0)
		paths.Add(uri.MustParse(fmt.Sprintf("http://example.com/%d/%d/", i%300, i)), false)
		if i%97 == 0 {
			in = append(in, uri.MustParse("https://"+host+"/a/page.html?id=7"))
			out = append(out, uri.MustParse("https://www."+host+"x/a/page.html?id=7"))
			deep = append(deep, uri.MustParse(fmt.Sprintf("http://example.com/%d/%d/page.html", i%300, i)))
		}
	}
	for _, run := range []struct {
		name  string
		scope *Scope
		asked []uri.URI
		want  bool
	}{{"host in", &hosts, in, true}, {"host out", &hosts, out, false}, {"path in", &paths, deep, true}} {
		b.Run(run.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if run.scope.Contains(run.asked[i%len(run.asked)]) != run.want {
					b.Fatal(run.asked[i%len(run.asked)])
				}
				i++
			}
		})
	}
}
