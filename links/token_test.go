package links

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// tokenLinks are URLs in which tokens are put. They have no character that a token could change.
var tokenLinks = []string{
	"http://a.example/b", "https://www.example.com/some/path?q=a&r=b#c", "ftp://ftp.example.org/pub/file.txt", "http://localhost:5173/", "http://192.0.2.1:80/x",
	"https://[2001:db8::1]/index.html", "http://user@host.example/", "https://a.example", "http://a.example:8080", "https://xn--bcher-kva.example/d_e",
	"https://a.example/b/c/d/", "http://a.example/?x=1", "http://a.example/a+b=c", "https://a.example/~joe", "HTTP://A.EXAMPLE/B",
	"https://sub.domain.example.co.uk/x-y", "http://a.example/1/2/3", "https://a.example/v1.2.3/x", "http://a.example/@joe", "https://a.example/b?c=d#e",
}

// troffNames are special characters and strings of troff that are no punctuation of a URL, as groff_char(7), man(7), mdoc(7) and
// Pod::Man have them.
var troffNames = strings.Fields("lq rq oq cq dq aq ga la ra Fo Fc bu em co rg de mu if is Cq L\" R\" Aq <= >= -> ss ae 14")

// endTokens are tokens that end a URL and begin none.
func endTokens() (all []string) {
	for _, name := range troffNames {
		all = append(all, `\(`+name, `\[`+name+`]`, `\*(`+name, `\*[`+name+`]`)
	}
	for _, font := range []string{"B", "I", "R", "P", "1", "(CW", "[CB]", "[B]"} {
		all = append(all, `\f`+font)
	}
	return append(all, `\*Q`, `\*U`, `\x02`, `\003`, `\u0001`, `\177`, "\x1bM", "\x1b(B")
}

// nothingTokens are the control sequences, which are no part of a URL, in each notation.
func nothingTokens() (all []string) {
	for _, esc := range []string{"\x1b", `\033`, `\x1b`, `\e`, `\u001b`} {
		st := `\`
		if esc != "\x1b" {
			st = `\\`
		}
		for _, sequence := range []string{"[m", "[K", "[0m", "[1;31m", "[38;2;255;255;255m", "[38:5:1m", "[?25h", "]8;;" + esc + st, "]0;title\a", "]8;id=a1;" + esc + st} {
			all = append(all, esc+sequence, esc+sequence+esc+"[1m")
		}
	}
	return all
}

// checkToken finds link in text, at once and byte by byte. Other matches may be there too.
func checkToken(t *testing.T, text, link string) {
	t.Helper()
	var got []string
	for m := range Extract(text) {
		got = append(got, m.URI.String())
	}
	if len(got) != 1 || got[0] != link {
		t.Errorf("%q: found %q, want %q", text, got, link)
	}
	var streamed []string
	for m, err := range (Extractor{}).ExtractFrom(iotest.OneByteReader(strings.NewReader(text))) {
		if err != nil {
			t.Fatal(err)
		}
		streamed = append(streamed, m.URI.String())
	}
	if strings.Join(got, " ") != strings.Join(streamed, " ") {
		t.Errorf("%q: found %q byte by byte, want %q", text, streamed, got)
	}
}

// TestTokensAround puts each token that ends a URL before URLs and after them, with and without more text.
func TestTokensAround(t *testing.T) {
	for n, token := range endTokens() {
		for k, link := range tokenLinks {
			if n%8 != k%8 && !*long {
				continue
			}
			for _, text := range []string{token + link + token, "see " + token + link + " and", "see " + link + token + "and", "see " + link + token, "(" + token + link + token + ").", "see " + link + token + "."} {
				checkToken(t, text, link)
			}
		}
	}
}

// TestTokensInside writes punctuation of URLs as the special characters of troff, in each spelling.
func TestTokensInside(t *testing.T) {
	for name, char := range naiveGlyphs {
		for _, spelling := range []string{`\(` + name, `\[` + name + `]`} {
			for _, link := range tokenLinks {
				scheme := strings.Index(link, "://") + len("://")
				at := strings.Index(link[scheme:], char)
				if at < 0 || strings.Contains(link, "@") || strings.Contains("[]", char) {
					continue // a "\\" before an "@" hides the host, and the brackets of an address are no text
				}
				at += scheme
				checkToken(t, "see "+link[:at]+spelling+link[at+1:]+" and", link)
			}
		}
	}
	for _, link := range tokenLinks {
		for i := strings.Index(link, "://") + len("://"); i < len(link) && !strings.Contains(link, "user@"); i++ {
			if strings.ContainsRune("/.", rune(link[i-1])) && link[i] != '.' && link[i] != '[' || link[i] == '/' {
				checkToken(t, "see "+link[:i]+`\:`+link[i:]+" and", link)
				checkToken(t, "see "+link[:i]+`\*:`+link[i:]+" and", link)
			}
			if link[i] == '.' {
				checkToken(t, "see "+link[:i]+`\&`+link[i:]+" and", link)
			}
		}
		checkToken(t, `\(`+link+`\)`, link)
		checkToken(t, "``"+link+"''", link)
		checkToken(t, "``"+link+"''and", link)
		for _, after := range []string{`\n`, `\t`, `\r\n`, `\n* more`, `\n- more`, `\n{{x`, `\n(see`, `\n#`, `\n• `} {
			checkToken(t, `"See `+link+after+`"`, link)
		}
		for _, frame := range [][2]string{{"[", "|label]"}, {"[label|", "]"}, {"!", "|width=300!"}, {"{color:red}", "{color}"}, {"{code:title=a}", "{code}"}} {
			checkToken(t, frame[0]+link+frame[1], link)
			checkToken(t, "see "+frame[0]+link+frame[1]+" and", link)
		}
	}
}

// TestControlSequences puts control sequences at each place in and around URLs, bare and in wrappers.
func TestControlSequences(t *testing.T) {
	r := rand.New(rand.NewPCG(rand.Uint64(), 0))
	for n, token := range nothingTokens() {
		for k, link := range tokenLinks {
			if n%8 != k%8 && !*long {
				continue
			}
			for i := range len(link) + 1 {
				text := link[:i] + token + link[i:]
				switch r.IntN(4) {
				case 0:
					checkToken(t, text, link)
				case 1:
					checkToken(t, "see "+text+" and", link)
				case 2:
					checkToken(t, "(see "+text+").", link)
				case 3:
					checkToken(t, "<"+text+">", link)
				}
			}
		}
	}
}
