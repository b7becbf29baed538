package links

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

func TestExtractAbbreviated(t *testing.T) {
	for _, test := range []struct {
		text string
		want string // start:end URI rule
	}{
		{"See www.example.com/a, or ftp.example.com.", "4:21 http://www.example.com/a www host; 26:41 ftp://ftp.example.com ftp host"},
		{"WWW2.Example.com:80?b#c", "0:23 http://WWW2.Example.com:80?b#c www host"},
		{"(www.a.b/c_(d)) [www.a.b/?c[]=1] www.a.b/%", "1:14 http://www.a.b/c_(d) www host; 17:31 http://www.a.b/?c%5B%5D=1 www host; 33:42 http://www.a.b/%25 www host"},
		{"www.bücher.example/é", "0:22 http://www.b%C3%BCcher.example/%C3%A9 www host"},
		{"看www.a.b的 www。a.b www.a.b。c", "3:10 http://www.a.b www host; 24:31 http://www.a.b www host"},
		{"http://www.a.b/www.c.d mailto:a@b.c x@www.a.b", "0:22 http://www.a.b/www.c.d none; 23:35 mailto:a@b.c none; 36:45 mailto:x@www.a.b mailbox"},
		{"www www. www.ex www.ex. ftp.c ftp2.a.b wwww.a.b awww.a.b a-www.a.b a.www.a.b _www.a.b /www.a.b //www.a.b @www.a.b gopher.a.b w.a.b", ""},
		{"www.a.b{www.c.d}", "8:15 http://www.c.d www host"},
		{"www.a.b/{c}", "0:11 http://www.a.b/%7Bc%7D www host"},
		{"www.a.b's www.c.d;e (www.f.g)h www.i.j(k) www.l.m:n www.o.p- www.q.r:80,", "0:7 http://www.a.b www host; 10:17 http://www.c.d www host; 21:28 http://www.f.g www host; 31:38 http://www.i.j www host; 42:49 http://www.l.m www host; 52:59 http://www.o.p www host; 61:71 http://www.q.r:80 www host"},
		{"www.a.b&lt;c www.d.e’s **www.f.g** |www.h.i|j", "0:7 http://www.a.b www host; 13:20 http://www.d.e www host; 27:34 http://www.f.g www host; 38:45 http://www.h.i www host"},
		{"www.a.b#c www.é.b/c，d www.a.b/?c@d.e&f\u00ad a_b~www.c.d@e.f", "0:9 http://www.a.b#c www host; 10:24 http://www.%C3%A9.b/c%EF%BC%8Cd www host; 44:59 mailto:a_b~www.c.d@e.f mailbox"},
		{"~~www.a.b/c~~d ‘www.a.b/c’d ｜www.a.b/c｜d |u=www.a.b/c|d", "2:11 http://www.a.b/c www host; 18:27 http://www.a.b/c www host; 35:44 http://www.a.b/c www host; 52:61 http://www.a.b/c www host"},
		{"https://éwww.a.b~~%）*", ""}, {"?é@www..com٣www.a.b+\\_-", ""}, {"_foo://1WWW=www.a.b~~%’https://", ""},
		{"-\n*%@.éwww.a.bfoo://@)[:80", "8:22 www.a.bfoo://@ none"},
		{"www.a.b／c", "0:7 http://www.a.b www host"},
		{"www.a.b{c} www.a.b%zz www.a.b\u00adc www.a.b:99999 www.a.b:80a www.a.b:80:9 www.a.b_c www.a.b" + strings.Repeat("c", maxDomain), ""},
		{"user@example.com, <first.last+tag@mail.example.com>. \"o'malley@a.b\" 'x@y.z'", "0:16 mailto:user@example.com mailbox; 19:50 mailto:first.last+tag@mail.example.com mailbox; 54:66 mailto:o'malley@a.b mailbox; 69:74 mailto:x@y.z mailbox"},
		{"nick:f@a.b a..b@c.d .e@f.g a@b.c. a@b.c- a@b-c.d", "5:10 mailto:f@a.b mailbox; 27:32 mailto:a@b.c mailbox; 34:39 mailto:a@b.c mailbox; 41:48 mailto:a@b-c.d mailbox"},
		{"a@b a@b. a@.b.c a.@b.c @b.c a@b@c.d a/b@c.d a@b.c_d a@1.2.3.4 v@1.2.3 a@localhost a@b.c%41", ""},
		{"a@b.c/d e@f.g:80, h@i.j:8/k l@m.n:o/p l@m.n:/p l@m.n:8o/p `q@r.s/t` *q@r.s:8/* _u@v.w: x", "0:5 mailto:a@b.c mailbox; 8:13 mailto:e@f.g mailbox; 18:23 mailto:h@i.j mailbox; 79:85 mailto:_u@v.w mailbox"},
		{"jürgen@exämple.com 用户@例え.テスト。 a@例え.テスト，c", "0:20 mailto:j%C3%BCrgen@ex%C3%A4mple.com mailbox; 21:44 mailto:%E7%94%A8%E6%88%B7@%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88 mailbox; 48:66 mailto:a@%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88 mailbox"},
		{"www.a.b" + strings.Repeat("c", maxDomain-len("www.a.b")), "0:255 http://www.a.b" + strings.Repeat("c", maxDomain-len("www.a.b")) + " www host"},
		{"www.a.b" + strings.Repeat("c", maxDomain-len("www.a.")), ""},
		{"gorby%kremvax@a.b " + strings.Repeat("a", maxLocal) + "@b.c " + strings.Repeat("a", maxLocal+1) + "@b.c", "0:17 mailto:gorby%25kremvax@a.b mailbox; 18:86 mailto:" + strings.Repeat("a", maxLocal) + "@b.c mailbox"},
		{"u%40v@a.b u%2Bv@a.b u%00@a.b u%FF@a.b", "10:19 mailto:u%2Bv@a.b mailbox"},
		{"prvs=1234=bob@a.b R&D@a.b list-bounces+user=c.d@a.b f!g@a.b x*y@a.b", "0:17 mailto:prvs=1234=bob@a.b mailbox; 18:25 mailto:R&D@a.b mailbox; 26:51 mailto:list-bounces+user=c.d@a.b mailbox; 52:59 mailto:f!g@a.b mailbox; 60:67 mailto:x*y@a.b mailbox"},
		{"a^b@c.d a`b@c.d a{b}c@d.e a|b@c.d", "0:7 mailto:a%5Eb@c.d mailbox; 8:15 mailto:a%60b@c.d mailbox; 16:25 mailto:a%7Bb%7Dc@d.e mailbox; 26:33 mailto:a%7Cb@c.d mailbox"},
		{"'a@b.c' *a@b.c* **a@b.c** _a@b.c_ `a@b.c` _*a@b.c*_ ~~a@b.c~~ |a@b.c|d@e.f| {a@b.c}", "1:6 mailto:a@b.c mailbox; 9:14 mailto:a@b.c mailbox; 18:23 mailto:a@b.c mailbox; 27:32 mailto:a@b.c mailbox; 35:40 mailto:a@b.c mailbox; 44:49 mailto:a@b.c mailbox; 54:59 mailto:a@b.c mailbox; 63:68 mailto:a@b.c mailbox; 69:74 mailto:d@e.f mailbox; 77:82 mailto:a@b.c mailbox"},
		{"*a@b.c 'a@b.c _a@b.c_d 'a@b.c*", "0:6 mailto:*a@b.c mailbox; 7:13 mailto:'a@b.c mailbox; 23:29 mailto:'a@b.c mailbox"},
		{"email=bob@a.b email='bob@a.b' 'email=bob@a.b' a1=bob@a.b a=b=c@a.b =bob@a.b", "6:13 mailto:bob@a.b mailbox; 21:28 mailto:bob@a.b mailbox; 37:44 mailto:bob@a.b mailbox; 46:56 mailto:a1=bob@a.b mailbox; 57:66 mailto:a=b=c@a.b mailbox; 67:75 mailto:=bob@a.b mailbox"},
		{"\"bob\"@a.b \"bob c\".d@a.b \"a\"b.c@d.e \"bob@a.b\" (bob@a.b) <bob@a.b>, bob@a.b; &lt;bob@a.b&gt;", "27:34 mailto:b.c@d.e mailbox; 36:43 mailto:bob@a.b mailbox; 46:53 mailto:bob@a.b mailbox; 56:63 mailto:bob@a.b mailbox; 66:73 mailto:bob@a.b mailbox; 79:86 mailto:bob@a.b mailbox"},
		{`"bob@a.b\n" "\nbob@a.b" \fBbob@a.b\fR \"bob@a.b\" www.a.b\n" www.a.b\new`, "1:8 mailto:bob@a.b mailbox; 15:22 mailto:bob@a.b mailbox; 27:34 mailto:bob@a.b mailbox; 40:47 mailto:bob@a.b mailbox; 50:57 http://www.a.b www host"},
		{"a?b@c.d a#b@c.d a/b@c.d", ""},
		{"http://u{v}@a.b http://a.b{w.c.d} git@github.com:user/repo git@a.b:7999/c/d git@a.b:7999/c/d.git joe@a.b:repo.git, joe@a.b:c.git) img@2x.png img@1.5x.png lodash@4.17.21.tgz", ""},
		{"bob@example.com:hello bob@163.com bob@a.b:http://c/d", "0:15 mailto:bob@example.com mailbox; 22:33 mailto:bob@163.com mailbox; 34:41 mailto:bob@a.b mailbox; 42:52 http://c/d none"},
	} {
		var got []string
		x := Extractor{Abbreviated: true}
		for m := range x.Extract(test.text) {
			got = append(got, fmt.Sprintf("%d:%d %s %v", m.Start, m.End, m.URI, m.Expansion))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, s, test.want)
		}
		checkFrom(t, x, test.text)
		x.JSON = true
		checkFrom(t, x, test.text)
		for m := range Extract(test.text) {
			if m.Expansion != ExpansionNone {
				t.Errorf("%q: found %q without Abbreviated", test.text, m.URI)
			}
		}
	}
}

// checkAbbreviated compares the abbreviations in text with Expand, and returns how many there are.
func checkAbbreviated(t *testing.T, text string) (found int) {
	t.Helper()
	x := Extractor{Abbreviated: true}
	end := 0
	for m := range x.Extract(text) {
		if m.Start < end || m.End <= m.Start || m.End > len(text) {
			t.Errorf("%q: %d:%d after %d", text, m.Start, m.End, end)
		}
		end = m.End
		if m.Expansion == ExpansionNone {
			continue
		}
		found++
		short := text[m.Start:m.End]
		if m.Repaired && !ascii.Is(short) {
			continue // Expand reads IRIs, and repairs nothing
		}
		if before := "x://"; m.Repaired {
			if m.Expansion == ExpansionMailbox {
				before = "x:"
			}
			short = strings.TrimPrefix(naiveURI(before+short), before)
		}
		if u, by, err := Expand(short); err != nil || u != m.URI || by != m.Expansion {
			t.Errorf("%q: %q is %v by %v; Expand: %v by %v, %v", text, short, m.URI, m.Expansion, u, by, err)
		}
	}
	checkFrom(t, x, text)
	return found
}

// TestExtractAbbreviatedHostile compares the matches in random texts with Expand.
func TestExtractAbbreviatedHostile(t *testing.T) {
	r := seed.Rand(t)
	pieces := append(slices.Clone(hostile), "www.", "www2.", "ftp.", "WWW", ".", ".com", "@", "@a.b", "-", "~", "+")
	found := 0
	for range *inputs {
		text := vectors.RandomText(r, 6, pieces...) + []string{"www.a.b", "ftp.a.b/", "c@a.b"}[r.IntN(3)] + vectors.RandomText(r, 8, pieces...)
		found += checkAbbreviated(t, text)
	}
	if found < *inputs/4 {
		t.Errorf("only %d found", found)
	}
}

func TestExtractOnly(t *testing.T) {
	text := "http://a/ FTP://b/http://c/ <mailto:d@e.f> www.g.h ftp.i.j k@l.m doi:10.1 \"ftp://n/ http://o/\""
	for _, test := range []struct {
		x    Extractor
		want []string
	}{
		{Extractor{Only: []string{"HTTP"}}, []string{"http://a/", "http://o/"}},
		{Extractor{Only: []string{"ftp", "mailto"}}, []string{"FTP://b/http://c/", "mailto:d@e.f", "ftp://n/"}},
		{Extractor{Only: []string{"http", "mailto"}, Abbreviated: true}, []string{"http://a/", "mailto:d@e.f", "http://www.g.h", "mailto:k@l.m", "http://o/"}},
		{Extractor{Only: []string{"doi"}, Schemes: []string{"doi"}}, []string{"doi:10.1"}},
		{Extractor{Only: []string{}}, nil},
	} {
		for _, json := range []bool{false, true} {
			test.x.JSON = json
			var got []string
			for m := range test.x.Extract(text) {
				got = append(got, m.URI.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%+v:\n%s", test.x, diff)
			}
			checkFrom(t, test.x, text)
		}
	}
}

// TestExtractAbbreviatedLinear does not come to an end if each of many abbreviations
// without white space between them is read up to the end of the text.
func TestExtractAbbreviatedLinear(t *testing.T) {
	size := 1 << 16
	if *long {
		size = 1 << 21
	}
	for _, test := range []struct {
		unit  string
		found bool
	}{
		{"www.a,", false}, {"ftp.a;", false}, {"www.a&", false}, {"www.a()", false}, {"www.a:", false}, {"www.é,", false}, {"www.é、", false}, {"www.a~", false},
		{";www.a/", false}, {";www.a?", false}, {";www.a#", false}, {";www.é!/", false}, {";www.u@a/", false}, {";www.a.b:99999/", false}, {";www.a.b{/", false},
		{"www.a.b=", true}, {";www.a.b!/", true}, {"www.a.b:80,", true},
	} {
		n := size / len(test.unit)
		found := 0
		for range (Extractor{Abbreviated: true}).Extract(strings.Repeat(test.unit, n) + " www.a.b/c") {
			found++
		}
		want := 1
		if test.found {
			want += n
		}
		if found != want {
			t.Errorf("%q repeated: found %d, want %d", test.unit, found, want)
		}
	}
	for m := range (Extractor{Abbreviated: true}).Extract("www.a.b" + strings.Repeat(".", 2*maxDomain)) {
		if m.End != len("www.a.b") {
			t.Errorf("found %q", m.URI)
		}
	}
}
