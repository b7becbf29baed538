package links

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A planter writes text with URIs and IRIs in it, which people can read in one way
// only.
type planter struct {
	*rand.Rand
	text strings.Builder
	want []string // "start:end URI" of each that was planted
}

// sentences are text of six scripts, some of it with ":" and other traps, without a URI.
var sentences = [][]string{
	{"The river rises in the hills: it is long.", "See also e.g. 12:30, a/b (c) and x@example.com.", "Note: “quoted”, it’s — well …", "std::string s; foo:bar http: https:/ www.example.com"},
	{"Река берёт начало в холмах: она длинная.", "«Цитата» — это №5; см. также стр. 7.", "Примечание: нет данных (см. выше)…"},
	{"这条河发源于山中：它很长。", "参见《红楼梦》（第一章），第三页、第四页。", "注意:没有链接。data:数据 news:新闻"},
	{"川は山から流れる。「引用」と言った。", "注：ここにはない…！？", "カタカナ・テスト（例）"},
	{"ينبع النهر من التلال: وهو طويل.", "انظر أيضا: صفحة ٧، «اقتباس»؛ هل هذا صحيح؟", "ملاحظة: لا شيء"},
	{"नदी पहाड़ियों से निकलती है।", "यह भी देखें: पृष्ठ ७, (ऊपर)।", "नोट: कुछ नहीं।"},
}

// words are the pieces of hosts, paths and queries, one list a script.
var words = [][]string{
	{"wiki", "Main_Page", "a-b", "index.html", "x~y", "100%25", "C++", "Foo_(bar)"},
	{"Müll", "Мусор", "Война_и_мир", "Étoile", "naïve"},
	{"中文", "红楼梦", "维基百科", "中国（消歧义）", "你好，李焕英"},
	{"日本語", "モーニング", "ジョン・レノン", "ひらがな", "君の名は「仮」"},
	{"العربية", "نهر", "خانه\u200cها"},
	{"हिन्दी", "नदी", "गिरि"},
	{"array[]", "Sprite_[x]", "{id}", "a|b", "50%", "a^b", "[a{b}]", "x\\y"},
}

// iri returns a URI or IRI that ends in a letter, a digit or a bracket.
func (p *planter) iri() string {
	word := func() string {
		choice := words[p.IntN(len(words))]
		return choice[p.IntN(len(choice))]
	}
	scheme := []string{"http", "https", "ftp", "HTTP", "gopher"}[p.IntN(5)]
	host := []string{"example.com", "a.b.example", "192.0.2.1", "[2001:db8::1]", "bücher.example", "例え.テスト", "пример.рф"}[p.IntN(7)]
	s := scheme + "://" + host
	if p.IntN(4) == 0 {
		s += ":8080"
	}
	for range p.IntN(4) {
		s += "/" + word()
	}
	if p.IntN(3) == 0 {
		s += "/?" + word() + "=" + word() + "&b"
	}
	if p.IntN(4) == 0 {
		s += "#" + word()
	}
	if strings.HasSuffix(s, "[]") || strings.HasSuffix(s, "}]") {
		s += "/d" // at the end they are a label
	}
	return s
}

// plant writes s, which is found as the URI want.
func (p *planter) plant(s string) {
	start := p.text.Len()
	p.text.WriteString(s)
	p.want = append(p.want, fmt.Sprintf("%d:%d %s", start, p.text.Len(), naiveURI(s)))
}

// frames are the texts that may stand around an IRI: mail, Markdown, HTML, and the
// punctuation of six scripts.
var frames = [][2]string{
	{" ", " "}, {" ", ". "}, {" ", ", "}, {" (", "), "}, {" <", "> "}, {` "`, `", `}, {" '", "' "},
	{"\n> ", "\n> "}, {"\t", "\r\n"}, {"[text](", ")\n"}, {"* <", ">\n"}, {`<a href="`, `">`}, {" <URL:", ">"},
	{"看", " "}, {"见「", "」。"}, {"（", "），"}, {"《", "》"}, {"【", "】"}, {"参见：", "。然后"}, {" ", "…\n"}, {" “", "” "},
	{" «", "», "}, {" „", "“ "}, {" ‘", "’ "}, {" ", "؟ "}, {" ", "، "}, {" ", "। "}, {" ", "！？\n"}, {" ", "；\u3000"},
	{"\u202a", "\u202c "}, {"\u2068", "\u2069"}, {" ", "\u00a0"}, {"| ", " |"}, {" `", "` "}, {"\u200b", "\u200b"},
}

func (p *planter) prose() {
	choice := sentences[p.IntN(len(sentences))]
	p.text.WriteString(choice[p.IntN(len(choice))])
}

// TestExtractPlanted finds all planted URIs at their places and nothing else, and in
// prose alone nothing.
func TestExtractPlanted(t *testing.T) {
	p := &planter{Rand: rand.New(rand.NewPCG(1, 2))}
	for n := 0; n < *inputs && !t.Failed(); {
		p.text.Reset()
		p.want = nil
		var alone strings.Builder
		for range 1 + p.IntN(8) {
			from := p.text.Len()
			p.prose()
			alone.WriteString(p.text.String()[from:] + "\n")
			f := frames[p.IntN(len(frames))]
			planted := p.iri()
			for strings.Contains(f[1], ">") && strings.ContainsAny(planted, "{|") {
				planted = p.iri() // a template, or a URL with its label
			}
			p.text.WriteString(f[0])
			p.plant(planted)
			p.text.WriteString(f[1])
			n++
		}
		text := p.text.String()
		var got []string
		for m := range Extract(text) {
			got = append(got, fmt.Sprintf("%d:%d %s", m.Start, m.End, m.URI))
		}
		if diff := cmp.Diff(p.want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
		for m := range Extract(alone.String()) {
			t.Errorf("%q: found %q", alone.String(), m.URI)
		}
		if n%7 == 0 {
			checkJSON(t, text)
			checkFrom(t, Extractor{}, text)
		}
	}
}

// checkJSON finds in a JSON string the URIs of the text that it encodes, if no white
// space but blanks is there, and checks the offsets by decoding the text between
// them.
func checkJSON(t *testing.T, text string) {
	t.Helper()
	text = strings.NewReplacer("\n", " | ", "\r", "", "\t", " | ").Replace(text)
	encoded, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	encoded = []byte(strings.ReplaceAll(string(encoded), "/", `\/`))
	// Without the first quotation mark, which is not in the text.
	inside := string(encoded[1 : len(encoded)-1])
	x := Extractor{JSON: true}
	var got []string
	for m := range x.Extract(inside) {
		got = append(got, m.URI.String())
		var raw string
		if err := json.Unmarshal([]byte(`"`+inside[m.Start:m.End]+`"`), &raw); err != nil || naiveURI(raw) != m.URI.String() {
			t.Errorf("%q: %q in %q: %v", inside, m.URI, inside[m.Start:m.End], err)
		}
	}
	if diff := cmp.Diff(extracted(text), got); diff != "" {
		t.Errorf("%q:\n%s", inside, diff)
	}
	checkFrom(t, x, inside)
}

// checkFrom compares a text from a reader with the same text at once.
func checkFrom(t *testing.T, x Extractor, text string) {
	t.Helper()
	var want []string
	for m := range x.Extract(text) {
		want = append(want, fmt.Sprint(m))
	}
	for name, r := range map[string]io.Reader{
		"whole":               strings.NewReader(text),
		"bytes":               iotest.OneByteReader(strings.NewReader(text)),
		"data with the error": iotest.DataErrReader(strings.NewReader(text)),
	} {
		var got []string
		for m, err := range x.ExtractFrom(r) {
			if err != nil {
				t.Errorf("%s: %q: %v", name, text, err)
			}
			got = append(got, fmt.Sprint(m))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %q:\n%s", name, text, diff)
		}
	}
}

func TestExtractJSON(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`"http:\/\/a\/b\u0026c"`, "1:21 http://a/b&c"},
		{`http\u003a\u002F\x2fa\/\u00e9\uD83D\uDE00`, "0:41 http://a/%C3%A9%F0%9F%98%80"},
		{`a\nhttp://b/\nc`, "3:12 http://b/"},
		{`"see \"http://a/b\" or\thttp://c/"`, "7:17 http://a/b 24:33 http://c/"},
		{`"http://a/b\nc"`, "1:11 http://a/b"},
		{`"http://a/b\u000ac"`, "1:11 http://a/b"},
		{`http://a/\u00ad http://a/\ud83d http://a/\u12 http://a/\q http://a/\`, "16:25 http://a/ 32:45 http://a/%5Cu12 46:57 http://a/%5Cq 58:67 http://a/"},
		{`\u003chttp:\/\/a\/\u003e`, "6:18 http://a/"},
		{`http://a/b\n`, "0:10 http://a/b"},
		{`\u003chttp:\/\/a\/\u0020b\u003e`, "6:18 http://a/"},
		{`"http://a/b\u{41}c" 'http://a/b\101' http://a/b\7c http://\u{41}/`, "1:11 http://a/b 21:31 http://a/b 37:47 http://a/b"},
		{"\"http://a/b\\\nc\" 'http://a/b\\\r\nc' <http://a/\\\rb> http://a/\\8", "1:11 http://a/b 17:27 http://a/b 34:43 http://a/ 48:59 http://a/%5C8"},
		{`\`, ""}, {`\u`, ""},
	} {
		var got []string
		for m := range (Extractor{JSON: true}).Extract(test.text) {
			got = append(got, fmt.Sprintf("%d:%d %s", m.Start, m.End, m.URI))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: got %s, want %s", test.text, s, test.want)
		}
		checkFrom(t, Extractor{JSON: true}, test.text)
	}
	for m := range Extract(`http:\/\/a\/b`) {
		t.Errorf("found %q where escapes are not read", m.URI)
	}
}

// TestExtractJSONOffsets puts a character of two escapes before URIs of several lengths, and
// searches long runs of "www." for abbreviations.
func TestExtractJSONOffsets(t *testing.T) {
	for _, tail := range []int{0, 4 << 10, 32 << 10} {
		before, link := `"\ud83d\ude00`, "http://a/"+strings.Repeat("b", tail)
		text := before + link + `"`
		for m := range (Extractor{JSON: true}).Extract(text) {
			if m.Start != len(before) || text[m.Start:m.End] != link {
				t.Errorf("%d bytes: found %d:%d", len(text), m.Start, m.End)
			}
			text = ""
		}
		if text != "" {
			t.Errorf("%d bytes: found nothing", len(text))
		}
	}
	for _, unit := range []string{"www.", "www2.", "WWW.", "ftp."} {
		for dots := range 8 {
			text := strings.Repeat(".", 1+dots) + strings.Repeat(unit, (8<<10)/len(unit)) + "a"
			x := Extractor{JSON: true, Abbreviated: true}
			for m := range x.Extract(text) {
				t.Errorf("after a \".\": found %d:%d", m.Start, m.End)
			}
			x.JSON = false
			for m, err := range x.ExtractFrom(iotest.OneByteReader(strings.NewReader(text[:300]))) {
				t.Errorf("after a \".\": found %d:%d, %v", m.Start, m.End, err)
			}
		}
	}
}

func TestExtractorHost(t *testing.T) {
	x := Extractor{ToASCII: func(name string) (string, error) {
		switch name {
		case "bücher.example":
			return "xn--bcher-kva.example", nil
		case "é":
			return "not a host", nil
		}
		return "", errors.New("no such name")
	}}
	for _, test := range []struct{ text, want string }{
		{"http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9"},
		{"<http://u@bücher.example:80>", "http://u@xn--bcher-kva.example:80"},
		{"http://ü@b%C3%BCcher.example/ http://é@b%c3%bccher.Example/", "http://%C3%BC@b%C3%BCcher.example/ http://%C3%A9@b%c3%bccher.Example/"},
		{"//http://example.com/é?//ü", "http://example.com/%C3%A9?//%C3%BC"},
		{"http://é/ http://ü/x <http://é/>", ""},
		{"mailto:a@ü", "mailto:a@%C3%BC"},
		{"file:///ü //a", "file:///%C3%BC"},
	} {
		var got []string
		for m := range x.Extract(test.text) {
			got = append(got, m.URI.String())
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: got %s, want %s", test.text, s, test.want)
		}
	}
}

// TestExtractFromErrors sees that URIs before an error are given.
func TestExtractFromErrors(t *testing.T) {
	failed := errors.New("failed")
	for _, test := range []struct {
		r     io.Reader
		found int
		want  error
	}{
		{iotest.ErrReader(failed), 0, failed},
		{io.MultiReader(strings.NewReader("http://a/ http://b/"), iotest.ErrReader(failed)), 2, failed},
		{emptyReader{}, 0, io.ErrNoProgress},
	} {
		var last error
		n := 0
		for m, err := range (Extractor{}).ExtractFrom(test.r) {
			if last = err; err == nil && m.URI.String() != fmt.Sprintf("http://%c/", 'a'+n) {
				t.Errorf("found %q", m.URI)
			} else if err == nil {
				n++
			} else if !reflect.ValueOf(m).IsZero() {
				t.Errorf("%+v with %v", m, err)
			}
		}
		if last != test.want || n != test.found {
			t.Errorf("got %d and %v, want %d and %v", n, last, test.found, test.want)
		}
	}
	for range (Extractor{}).ExtractFrom(strings.NewReader("http://a/ http://b/")) {
		break
	}
}

// emptyReader gives nothing and no error.
type emptyReader struct{}

func (emptyReader) Read([]byte) (int, error) { return 0, nil }

// TestKindOf compares the kind of every code point with the ranges of RFC 3987, 2.2:
// iprivate is reserved, and beside the characters that kindOf names as exceptions,
// outside is all but ucschar.
func TestKindOf(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		plane := r &^ 0xFFFF
		ucschar := 0xA0 <= r && r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFEF ||
			0x10000 <= plane && plane <= 0xD0000 && r <= plane|0xFFFD || 0xE1000 <= r && r <= 0xEFFFD
		iprivate := 0xE000 <= r && r <= 0xF8FF || 0xF0000 <= r && r <= 0xFFFFD || 0x100000 <= r && r <= 0x10FFFD
		kind := kindOf(r)
		switch {
		case !utf8.ValidRune(r): // no UTF-8 gives a surrogate
		case r == 0xAD, 0xE0000 <= r && r <= 0xE0FFF:
			if kind != breaks {
				t.Errorf("%U: %v, want breaks", r, kind)
			}
		case iprivate != (kind == reserved):
			t.Errorf("%U: %v, but in iprivate: %v", r, kind, iprivate)
		case r == 0x200B, r == 0x2060, r == 0xFEFF, r == 0xFFFD, unicode.In(r, unicode.White_Space, unicode.Bidi_Control):
			if kind != outside {
				t.Errorf("%U: %v, want outside", r, kind)
			}
		case !iprivate && ucschar == (kind == outside):
			t.Errorf("%U: %v, but in ucschar: %v", r, kind, ucschar)
		}
	}
}
