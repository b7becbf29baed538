package bench

import (
	"encoding/json"
	"strings"

	"mvdan.cc/xurls/v2"

	"example.com/uri/crawl"
	"example.com/uri/links"
)

// crawlTextRows are the rows of other texts that Extract reads, and of keys with all switches.
// Text with the escapes of JSON is compared with the same text without, mailboxes and
// hosts with xurls, keys with those of the zero Keyer.
func crawlTextRows(l *Lists) []Row {
	texts := prose(l.Web)
	long := []string{strings.Join(texts, "")}
	escaped := escapedTexts(long)
	all := crawl.Keyer{
		DropUserinfo: true, DropWWW: true, Drop: crawl.IsTracking, DropParams: true, SortQuery: true, Forms: true,
		DropEmptyQuery: true, MergeSlashes: true, DropLastSlash: true, IndexNames: []string{"index.html", "index.php", "default.asp"},
	}
	return []Row{
		{
			Name: "links: Extract, JSON, a URL every 200 octets", Unit: "text", Inputs: escaped,
			Ours:   oursExtract(links.Extractor{JSON: true}, escaped),
			Theirs: []Contestant{unanswered("without escapes", oursExtract(links.Extractor{}, long))},
			Bounds: []Bound{{"without escapes", 1 / 0.6}}, Allocs: Free,
		},
		{
			Name: "links: Extract, abbreviations too", Unit: "text", Inputs: texts,
			Ours: oursExtract(links.Extractor{Abbreviated: true}, texts),
			Theirs: []Contestant{
				unanswered("without abbreviations", oursExtract(links.Extractor{}, texts)),
				unanswered("xurls", xurlsFind(xurls.Relaxed(), texts)), // by a list of top-level domains
			},
			Bounds: []Bound{{"xurls", 0.03}}, Allocs: Free,
		},
		{
			Name: "crawl: Keyer.AppendKey, all switches", Unit: "URL", Inputs: l.All,
			Ours:   oursKey(all, l.All),
			Theirs: []Contestant{unanswered("Parse + AppendKey", oursKey(crawl.Keyer{}, l.All)), netURLParse("net/url", l.All)},
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
