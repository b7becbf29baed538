package bench

import (
	"fmt"

	"example.com/uri"
)

// deepBase has a path four levels deep.
const deepBase = "http://www.example.com/one/two/three/four/index.html"

// Rows returns everything that is timed, with the goals.
func Rows(l *Lists) []Row {
	bad, node, normal := spoiled(l.All), relative(l.Node), normalForms(l.All)
	rows := []Row{
		{
			Name: "Parse", Unit: "URL", Inputs: l.All, Want: l.All,
			Ours: oursParse(l.All),
			Theirs: []Contestant{
				netURLParse("net/url", l.All), fasthttpParse(l.All), fredbiParse("fredbi/uri", l.All),
				whatwgParse(l.All), floor("table floor", l.All, tableFloor), floor("word floor", l.All, wordFloor),
			},
			Bounds: []Bound{{"net/url", 0.18}, {"table floor", 1.45}},
		},
		{
			Name: "Valid", Unit: "URL", Inputs: l.All, Want: l.All,
			Ours:   oursValid(l.All),
			Theirs: []Contestant{netURLParse("net/url", l.All)},
			Bounds: []Bound{{"net/url", 0.16}},
		},
		{
			Name: "Parse of a refused URL, error built", Unit: "URL", Inputs: bad,
			Ours: oursRefuse(bad),
			Theirs: []Contestant{
				netURLParse("net/url, the good URL", l.All), netURLParse("net/url", bad), fredbiParse("fredbi/uri", bad),
			},
			Bounds: []Bound{{"net/url, the good URL", 0.6}}, Allocs: 1,
		},
		{
			Name: "Parse + Resolve + String, Appendix C", Unit: "reference", Inputs: l.Refs, Want: l.Wanted,
			Ours:   oursResolve(AppendixBase, l.Refs),
			Theirs: []Contestant{netURLResolve(AppendixBase, l.Refs), fasthttpResolve(AppendixBase, l.Refs), whatwgResolve(AppendixBase, l.Refs)},
			Bounds: []Bound{{"net/url", 0.18}}, Allocs: 1,
		},
		{
			Name: "AppendResolve, Appendix C", Unit: "reference", Inputs: l.Refs, Want: l.Wanted,
			Ours:   oursAppendResolve(AppendixBase, l.Refs),
			Theirs: []Contestant{netURLResolve(AppendixBase, l.Refs)},
			Bounds: []Bound{{"net/url", 0.12}},
		},
		{
			Name: "Parse + Resolve + String, source paths", Unit: "reference", Inputs: node,
			Ours:   oursResolve(deepBase, node),
			Theirs: []Contestant{netURLResolve(deepBase, node), fasthttpResolve(deepBase, node), whatwgResolve(deepBase, node)},
			Bounds: []Bound{{"net/url", 0.16}}, Allocs: 1,
		},
		{
			Name: "Parse + Resolve + String, source paths, RFC 3986", Unit: "reference", Inputs: node,
			Ours:   oursResolveIn(uri.RFC3986, deepBase, node),
			Theirs: []Contestant{netURLResolve(deepBase, node), whatwgResolve(deepBase, node)},
			Bounds: []Bound{{"net/url", 0.14}}, Allocs: 1,
		},
		{
			Name: "Parse + Resolve + String, absolute references, RFC 3986", Unit: "reference", Inputs: l.All,
			Ours:   oursResolveIn(uri.RFC3986, deepBase, l.All),
			Theirs: []Contestant{netURLResolve(deepBase, l.All), whatwgResolve(deepBase, l.All)},
			Bounds: []Bound{{"net/url", 0.08}}, Allocs: 1,
		},
		{
			Name: "AppendResolve, source paths", Unit: "reference", Inputs: node,
			Ours:   oursAppendResolve(deepBase, node),
			Theirs: []Contestant{netURLResolve(deepBase, node)},
		},
		{
			Name: "Parse + Normalize + String", Unit: "URL", Inputs: l.All,
			Ours:   oursNormalize(l.All),
			Theirs: []Contestant{netURLString(l.All), purellNormalize(l.All), whatwgString(l.All)},
			Bounds: []Bound{{"net/url", 0.32}}, Allocs: 1,
		},
		{
			Name: "Parse + Normalize + String, already normal", Unit: "URL", Inputs: normal, Want: normal,
			Ours:   oursNormalize(normal),
			Theirs: []Contestant{netURLString(normal)},
			Bounds: []Bound{{"net/url", 0.32}},
		},
	}
	for _, e := range []struct {
		name             string
		share            float64
		unescape, escape float64
	}{{"0 %", 0, 0.1, 1.0}, {"10 %", 0.1, 0.35, 0.45}, {"50 %", 0.5, 0.35, 0.42}} {
		coded, data := uriTexts(e.share), escapeTexts(e.share)
		allocs := 1.0
		if e.share == 0 {
			allocs = 0
		}
		rows = append(rows, Row{
			Name: "Unescape 100 octets, " + e.name, Unit: "string", Inputs: coded,
			Ours: oursUnescape(coded), Theirs: []Contestant{pathUnescape(coded)},
			Bounds: []Bound{{"url.PathUnescape", e.unescape}}, Allocs: allocs,
		}, Row{
			Name: "Escape 100 octets, " + e.name, Unit: "string", Inputs: data,
			Ours: oursEscape(data), Theirs: []Contestant{pathEscape(data)},
			Bounds: []Bound{{"url.PathEscape", e.escape}}, Allocs: allocs,
		})
	}
	rows = append(append(append(append(rows, changeRows(l)...), valueRows(l)...), webRows(l, node)...), crawlRows(l)...)
	rows = append(append(append(rows, conformsRows(l)...), robotsRows(l)...), checkRows(l)...)
	rows = append(append(rows, genericRows(l)...), relateRows(node)...)
	return append(rows, fixRow(),
		schemeRow("FTPFrom", typical["ftp"], uri.FTPFrom, uri.ParseFTP),
		schemeRow("GopherFrom", typical["gopher"], uri.GopherFrom, uri.ParseGopher),
		schemeRow("HTTPFrom", typical["http"], uri.HTTPFrom, uri.ParseHTTP),
	)
}

// schemeRow interprets typical URLs. There is no goal for the number of allocations,
// since only results are allocated.
func schemeRow[T fmt.Stringer](name string, lines []string, from func(uri.URI) (T, error), parse func(string) (T, error)) Row {
	return Row{
		Name: name + ", typical URLs", Unit: "URL", Inputs: lines, Want: lines,
		Ours:   oursFrom(lines, from),
		Theirs: []Contestant{netURLParse("net/url", lines), oursParseScheme(lines, parse)},
		Bounds: []Bound{{"net/url", 1}}, Allocs: Free,
	}
}
