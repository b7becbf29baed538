package bench

import (
	"encoding/json"
	"fmt"
	"strings"

	"mvdan.cc/xurls/v2"

	"example.com/uri"
	"example.com/uri/crawl"
)

// crawlTextRows are the rows of what else Extract reads, and of keys with all switches.
// Text with the escapes of JSON is compared with the same text without, mailboxes and
// hosts with xurls, keys with those of the zero Keyer.
func crawlTextRows(l *Lists) []Row {
	texts := prose(l.Web)
	long := []string{strings.Join(texts, "")}
	escaped := escapedTexts(long)
	unescaped, plain := oursExtract(long), oursExtract(texts)
	unescaped.Name, unescaped.Answer = "without escapes", nil
	plain.Name, plain.Answer = "without abbreviations", nil
	all := crawl.Keyer{
		DropUserinfo: true, DropWWW: true, Drop: crawl.Tracking, DropParams: true, SortQuery: true, Forms: true,
		DropEmptyQuery: true, MergeSlashes: true, DropLastSlash: true, IndexNames: []string{"index.html", "index.php", "default.asp"},
	}
	return []Row{
		{
			Name: "crawl: Extract, JSON, a URL every 200 octets", Unit: "text", Inputs: escaped,
			Ours:   oursExtractor(crawl.Extractor{JSON: true}, escaped),
			Theirs: []Contestant{unescaped},
			Bounds: []Bound{{"without escapes", 1 / 0.6}}, Allocs: Free,
		},
		{
			Name: "crawl: Extract, abbreviations too", Unit: "text", Inputs: texts,
			Ours:   oursExtractor(crawl.Extractor{Abbreviated: true}, texts),
			Theirs: []Contestant{plain, xurlsRelaxed(texts)},
			Bounds: []Bound{{"xurls", 0.03}}, Allocs: Free,
		},
		{
			Name: "crawl: Keyer.AppendKey, all switches", Unit: "URL", Inputs: l.All,
			Ours:   oursKeyer(all, l.All),
			Theirs: []Contestant{oursKey(l.All), netURLParse("net/url", l.All)},
			Allocs: Free,
		},
	}
}

// escapedTexts returns each text as a string of JSON, with each "/" escaped.
func escapedTexts(texts []string) (escaped []string) {
	for _, text := range texts {
		b, err := json.Marshal(text)
		if err != nil {
			panic(err)
		}
		escaped = append(escaped, strings.ReplaceAll(string(b), "/", `\/`))
	}
	return escaped
}

// oursExtractor finds the URLs of each text with the settings of x. Its Answer is how
// many there are.
//
//go:noinline
func oursExtractor(x crawl.Extractor, texts []string) Contestant {
	return Contestant{"uri", func() int {
		return each(texts, func(s string) int {
			n := refused
			for m := range x.Extract(s) {
				n = m.End
			}
			return n
		})
	}, func(s string) (string, bool) {
		n := 0
		for range x.Extract(s) {
			n++
		}
		return fmt.Sprint(n), n > 0
	}}
}

// xurlsRelaxed finds the URLs of each text, also those without a scheme, by a list of
// top-level domains. It has no Answer, since it finds other texts.
//
//go:noinline
func xurlsRelaxed(texts []string) Contestant {
	expression := xurls.Relaxed()
	return Contestant{"xurls", func() int {
		return each(texts, func(s string) int {
			n := refused
			for _, m := range expression.FindAllStringIndex(s, -1) {
				n = m[1]
			}
			return n
		})
	}, nil}
}

// oursKeyer makes the key of each line with the settings of k, in one buffer.
//
//go:noinline
func oursKeyer(k crawl.Keyer, lines []string) Contestant {
	var key []byte
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			u, err := uri.Parse(s)
			if err != nil {
				return refused
			}
			key = k.AppendKey(key[:0], u)
			return len(key)
		})
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		return string(k.AppendKey(nil, u)), true
	}}
}
