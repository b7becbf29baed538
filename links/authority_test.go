package links

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"example.com/uri/internal/vectors"
)

// scripts returns, for each script of Unicode except Latin, its letters that a URI may contain.
func scripts() (names []string, letters map[string][]rune) {
	letters = make(map[string][]rune)
	for name, table := range unicode.Scripts {
		if name == "Latin" || name == "Common" || name == "Inherited" {
			continue
		}
		var all []rune
		for _, r := range table.R16 {
			for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
				all = append(all, c)
			}
		}
		for _, r := range table.R32 {
			for c := rune(r.Lo); c <= rune(r.Hi); c += rune(r.Stride) {
				all = append(all, c)
			}
		}
		all = slices.DeleteFunc(all, func(c rune) bool { return !unicode.IsLetter(c) })
		if len(all) > 0 {
			names = append(names, name)
			letters[name] = all
		}
	}
	slices.Sort(names)
	return names, letters
}

// endedAuthorities are the authorities whose end shows: ones that end in a port, an address or
// a label of US-ASCII or Latin.
var endedAuthorities = []string{
	"http://localhost:3000", "http://192.168.0.1", "https://192.168.0.1:8080", "http://[::1]", "ws://[2001:db8::1]:80",
	"http://www.example.com", "https://bücher.example", "http://müll.exämple", "ftp://user:pass@example.com", "http://user:123密码@example.com:80",
	"HTTP://EXAMPLE.COM:80", "foo://a_b.example", "http://例え.example", "http://localhost",
}

// endedAbbreviations are abbreviations whose end shows.
var endedAbbreviations = []string{"www.example.com", "ftp.example.com:80", "joe@example.com", "www.bücher.example", "Joe.Doe@bücher.example"}

// cjkPunctuation ends an authority of any script.
const cjkPunctuation = "、。，．：；！？「」『』（）【】《》〈〉〔〕…‥—・｡､｢｣“”‘’«»。"

// checkFound checks that the texts of the links in text are want, at once and in two parts.
func checkFound(t *testing.T, x Extractor, text string, want ...string) {
	t.Helper()
	checkSpans(t, x, text, want...)
	checkParts(t, x, text)
}

// checkSpans checks that the texts of the links in text are want, at once and in a stream that comes byte
// by byte.
func checkSpans(t *testing.T, x Extractor, text string, want ...string) {
	t.Helper()
	var got, streamed []string
	for m := range x.Extract(text) {
		got = append(got, text[m.Start:m.End])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q: found %q, want %q", text, got, want)
	}
	for m, err := range x.ExtractFrom(iotest.OneByteReader(strings.NewReader(text))) {
		if err != nil {
			t.Fatal(err)
		}
		streamed = append(streamed, text[m.Start:m.End])
	}
	if !slices.Equal(got, streamed) {
		t.Errorf("%q: found %q byte by byte, want %q", text, streamed, got)
	}
}

// TestScripts puts links with an authority of each kind into text of each script, without a space
// between them.
func TestScripts(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	names, letters := scripts()
	if len(names) < 150 {
		t.Fatalf("%d scripts", len(names))
	}
	punctuation := []rune(cjkPunctuation)
	for n := range max(len(names), *inputs) {
		script := letters[names[n%len(names)]]
		word := func(least int) string {
			var b strings.Builder
			for range least + r.IntN(4) {
				b.WriteRune(script[r.IntN(len(script))])
			}
			return b.String()
		}
		links, x := endedAuthorities, Extractor{}
		if r.IntN(4) == 0 {
			links, x = endedAbbreviations, Extractor{Abbreviated: true}
		}
		link := links[r.IntN(len(links))]
		before := word(0)
		if strings.Contains(link, "@") && x.Abbreviated {
			before = "" // it would be part of the mailbox
		}
		after := word(1)
		if r.IntN(3) == 0 {
			after = string(punctuation[r.IntN(len(punctuation))]) + word(0)
		}
		switch r.IntN(4) {
		case 0:
			checkSpans(t, x, before+link+after+" "+link, link, link)
		case 1:
			checkSpans(t, x, before+link+"、"+"http://a.example"+after, link, "http://a.example")
		default:
			checkSpans(t, x, before+link+after, link)
		}
		if t.Failed() {
			t.Logf("script %s", names[n%len(names)])
			return
		}
	}
}

// TestAuthorityEnd reads the authorities where a rule of [authorityEnd] begins or ends to apply. A "‖"
// is where the link ends.
func TestAuthorityEnd(t *testing.T) {
	for _, text := range []string{
		"http://1.2.3.4.nip.io/", "http://10.0.0.1-foo.example/", "http://user:123密码@example.com/", "http://col·legi.cat/", "http://COL·LEGI.cat",
		"http://ミュージック・ショップ.jp/", "http://メーカー・ー.jp/", "http://漢・字.jp", "http://צה״ל.ישראל/", "http://ג׳.ישראל/", "http://བོད་ཡིག.cn/", "http://a－b.example/", "http://a＿b.example/",
		"http://例え.テスト/パス", "http://例え.テスト", "http://пример.рф:80/я", "http://1.2.3.4‖中.example/", "http://xn--p1ai.xn--p1ai/中",
		"http://user:密@例え.テスト:80/", "http://a.e\u0301/", "http://a.é\u0301b/", "http://中a\u0301.b/", "http://ａｂｃ.ｃｏｍ/",
		"http://localhost:3000‖で確認", "http://192.168.0.1‖を開く", "http://192.168.0.1‖é", "http://www.example.com‖をご覧", "http://[::1]‖中", "http://[::1]:80‖中",
		"http://www.example.com:8080‖é", "http://h‖:中", "http://h‖:٣", "http://h‖,中", "http://h:80‖中.example/", "http://u@h‖中", "http://h.example‖２/", "http://h.example‖－２/",
		"http://例え‖。テスト/", "http://a.例え‖・次", "http://a‖・b.example/", "http://l‖·m.cat/", "http://a.l‖·l", "http://ש.ש‖״ש", "http://བ‖་a.cn", "http://www.example.com‖、中/",
		"http://a.example‖—and", "http://a.example‖‐b", "http://www.example.com.中/",
	} {
		want, _, _ := strings.Cut(text, "‖")
		checkFound(t, Extractor{}, strings.ReplaceAll(text, "‖", ""), want)
	}
	for _, text := range []string{"http://shop‐one.example/a", "http://a–b.c", "http://x.é—é.example", "http://h:8٣/", "http://h:8𝟗/", "joe@shop‐one.example", "www.shop‐one.example"} {
		checkFound(t, Extractor{Abbreviated: true}, text)
	}
}

// TestAuthorityAlternatives reads the links whose host may be longer.
func TestAuthorityAlternatives(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"http://a.bで/c d", "[http://a.b%E3%81%A7/c]"},
		{"http://a.bで。", "[http://a.b%E3%81%A7]"},
		{"http://a.bで/{c", "[http://a.b%E3%81%A7/%7Bc]"},
		{"http://a.bで{c", "[]"},
		{"http://a.b:80で", "[]"}, {"http://1.2.3.4で", "[]"}, {"http://a.b、で", "[]"},
		{"http://a.bで/" + strings.Repeat("c", maxNested-len("で/")), "[http://a.b%E3%81%A7/" + strings.Repeat("c", maxNested-len("で/")) + "]"},
		{"http://a.bで/" + strings.Repeat("c", maxNested-len("で/")) + "d", "[]"},
		{"http://a.b:99999で", ""},
		{"www.a.bで", "[http://www.a.b%E3%81%A7]"},
		{"joe@a.bで.", "[mailto:joe@a.b%E3%81%A7]"},
		{"joe@a.bで.c", "[]"}, {`\njoe@a.b`, "[mailto:njoe@a.b]"}, {"`joe@a.bで`", "[mailto:joe@a.b%E3%81%A7]"},
	} {
		got := ""
		for m := range (Extractor{Abbreviated: true}).Extract(test.text) {
			got += fmt.Sprint(m.Alternatives)
		}
		if got != test.want {
			t.Errorf("%.40q: alternatives %.80s, want %.80s", test.text, got, test.want)
		}
		checkFrom(t, Extractor{Abbreviated: true}, test.text)
	}
}

// TestInternationalLabels finds hosts whole that end in an international top-level label.
func TestInternationalLabels(t *testing.T) {
	_, list, _ := strings.Cut(vectors.Text(t, "testdata/international.txt"), "\n")
	labels := strings.Fields(list)
	if len(labels) < 100 {
		t.Fatalf("%d labels", len(labels))
	}
	for _, label := range labels {
		for _, host := range []string{label, "a." + label, label + "." + label, "www.example-1." + label} {
			for _, after := range []string{"", ":80", "/", "/a", "?" + label} {
				checkSpans(t, Extractor{}, "http://"+host+after, "http://"+host+after)
			}
		}
		checkSpans(t, Extractor{Abbreviated: true}, "joe@"+label+"."+label, "joe@"+label+"."+label)
	}
}

// TestLists separates lists of URLs.
func TestLists(t *testing.T) {
	for _, text := range []string{
		"«http://h1:9200»,«http://h2:9200»", "«http://h1»;«http://h2»", "«https://h1:2379»,«https://h2:2379»,«https://h3:2379»", "«http://h1:8080»|«http://h2:8080»",
		"a=«http://h1:2380»,infra_1.a-b=«http://h2:2380»", "«http://h1/»,«http://h2/»;«http://h3/»|«ftp://h4/»", "«http://a/b,http://c/d»", "«http://a//,http://c»", "«http://a?,http://c»",
		"«http://例え.テスト»,«http://h2»", "«http://u:p,@h»", "«http://a,b»", "«http://a,b.c»", "\"«http://h1»,«http://h2»\"", "<«http://h1/»,«http://h2»>", "'«http://h1:1»,«http://h2:2»'",
		"«http://h1»\t«http://h2»", "«postgres://u:p@h1:1,h2:2/db»",
	} {
		plain, spans := unmark(text)
		var want []string
		for _, s := range spans {
			want = append(want, plain[s[0]:s[1]])
		}
		checkFound(t, Extractor{}, plain, want...)
	}
}

// TestWebRefuses sees that Extract finds no URL of the web that package web refuses, in any wrapper.
func TestWebRefuses(t *testing.T) {
	for _, text := range []string{
		"http://111.222.333.444/", "http://1.2.3.4:70000", "https://dead::beef/x", "http://a:b/", "ws://h:80ab", "http://?a", "ftp://h:65536/", "file://h:80/", "http://1.2.3.0x100/",
		"http://h:80９/", "file://u@h/", "file://u:p@h/a",
	} {
		for _, frame := range [][2]string{{"", ""}, {" ", " "}, {"\"", "\""}, {"<", ">"}, {"<URL:", ">"}, {"(", ")"}, {"'", "'"}} {
			checkFound(t, Extractor{}, frame[0]+text+frame[1])
		}
	}
	// A port of other digits is no part of the link.
	for _, frame := range [][2]string{{"", ""}, {"\"", "\""}, {"<", ">"}, {"(", ")"}} {
		checkFound(t, Extractor{}, frame[0]+"https://1.2.3.4:𝟗"+frame[1], "https://1.2.3.4")
	}
}

// TestMailto finds mailto URLs in text, up to the end of their addresses.
func TestMailto(t *testing.T) {
	for _, text := range []string{
		"«mailto:用户@例子.广告»", "«mailto:αβγ.δεζ@example.com» on…", "«mailto:a@b.example»/x", "«mailto:a@b.example»'s", "«mailto:john.smith@example.com»/foo/bar",
		"mailto:a..b@c.example", "mailto:.a@b.example", "mailto:a@", "mailto:a", "mailto:", "mailto:a@/x", "mailto:@b", "«mailto:a@b.c,d@e.f»,", "«mailto:a@b.c»,see", "«mailto:a@b.c?subject=d,e&cc=f@g.h».",
		"«mailto:?to=a@b.c»", "«mailto:a@[::1]»x", "«mailto:a@b.example»まで", "«mailto:a@例え.テスト»。", "«mailto:joe@h»:8080", "«mailto:joe@b%C3%BCcher.example».", "«mailto:a@b.c,d@%C3%BC.e?subject=f»", "«mailto:joe@b.example»%", "«mailto:a@b.c» (d)", "*«mailto:a@b.c»*", "«MAILTO:A@B.C».", "«mailto:a@b.c»-.",
		"<«mailto:a@b.c»> <«mailto:øe@example.com»> \"«xmpp:ü@example.com»\" «sip:ü@example.com» '«xmpp:ü@example.com»'", "<«mailto:a@b.c»/x> <mailto:a..b@c>",
		"«news:новости» data:数据, <«news:новости»> \"«data:数据»\" «doi:数据»", "«mailto:" + strings.Repeat("a", maxLocal) + "@b.c»/",
	} {
		plain, spans := unmark(text)
		var want []string
		for _, s := range spans {
			want = append(want, plain[s[0]:s[1]])
		}
		checkFound(t, Extractor{Schemes: []string{"doi"}}, plain, want...)
	}
	for m := range Extract("mailto:a@b.exampleまで") {
		if got := fmt.Sprint(m.Alternatives); got != "[mailto:a@b.example%E3%81%BE%E3%81%A7]" {
			t.Errorf("alternatives %s", got)
		}
	}
}

// TestOpaqueIRIs finds IRIs without "//", whose first character is beyond US-ASCII: of each scheme that is found
// without "//", and in each wrapper. Chinese text without a wrapper is prose, except after a scheme that is named.
func TestOpaqueIRIs(t *testing.T) {
	x := Extractor{Schemes: []string{"doi"}}
	frames := [][2]string{{"\"", "\""}, {"<", ">"}, {"<URL:", ">"}, {"", ""}, {"a ", ", b"}, {"(", ")."}, {"'", "'"}, {"「", "」"}}
	for _, name := range []string{"mailto", "news", "about", "cid", "data", "geo", "javascript", "magnet", "mid", "sip", "sips", "sms", "tel", "urn", "xmpp", "doi"} {
		for _, rest := range []string{"ü@例え.テスト", "用户@例子.广告", "ü", "новости.культура", "ü/b?c#d", "数据"} {
			for i, frame := range frames {
				link, isMailbox := name+":"+rest, strings.Contains(rest, "@")
				var want []string
				if isMailbox || name != "mailto" && (rest != "数据" || i < 3 || name == "doi") {
					want = []string{link}
				}
				checkFound(t, x, frame[0]+link+frame[1], want...)
			}
		}
	}
}

// TestTemplates skips the templates of RFC 6570 in brackets, and finds the variables of a shell.
func TestTemplates(t *testing.T) {
	checkFound(t, Extractor{}, "<https://a.example/?q=${X}> <https://a.example/{b}> <https://a.example/${X}{b}>", "https://a.example/?q=${X}")
}
