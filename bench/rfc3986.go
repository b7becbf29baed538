package bench

import "example.com/uri"

// conformsRows are the rows of the strict parsers. Ours and the other accept all of the lines, so
// that they do the same work.
func conformsRows(l *Lists) []Row {
	var lines []string
	for _, s := range l.All {
		if _, err := uri.Conforms3986(s); err == nil && uri.Valid(s) {
			lines = append(lines, s)
		}
	}
	valid := oursValid(lines)
	valid.Name = "Valid"
	return []Row{{
		Name: "Conforms3986", Unit: "URL", Inputs: lines, Want: lines,
		Ours:   oursConforms("uri", uri.Conforms3986, lines),
		Theirs: []Contestant{valid, netURLParse("net/url", lines)},
		Bounds: []Bound{{"Valid", 1.4}},
	}, {
		Name: "Conforms3987", Unit: "URL", Inputs: lines, Want: lines,
		Ours:   oursConforms("uri", uri.Conforms3987, lines),
		Theirs: []Contestant{oursConforms("Conforms3986", uri.Conforms3986, lines), netURLParse("net/url", lines)},
		Bounds: []Bound{{"Conforms3986", 1.2}},
	}}
}

func oursConforms(name string, conforms func(s string) (bool, error), lines []string) Contestant {
	return Contestant{name, func() int {
		return each(lines, func(s string) int {
			if _, err := conforms(s); err != nil {
				return refused
			}
			return 1
		})
	}, func(s string) (string, bool) {
		_, err := conforms(s)
		return s, err == nil
	}}
}
