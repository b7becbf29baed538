package bench

import "example.com/uri"

// conformsRows are the rows of the readers to the letter. The lines are those that
// both ours and the other accept, so that they do the same work.
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
		Ours:   oursConforms3986(lines),
		Theirs: []Contestant{valid, netURLParse("net/url", lines)},
		Bounds: []Bound{{"Valid", 1.4}},
	}}
}

//go:noinline
func oursConforms3986(lines []string) Contestant {
	return Contestant{"uri", func() int {
		return each(lines, func(s string) int {
			if _, err := uri.Conforms3986(s); err != nil {
				return refused
			}
			return 1
		})
	}, func(s string) (string, bool) {
		_, err := uri.Conforms3986(s)
		return s, err == nil
	}}
}
