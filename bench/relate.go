package bench

import "example.com/uri"

// relateRows are the rows of Relativize, from a page to the targets of its links. Beside it is the
// inverse, resolving the reference, because Relativize also does that to check its result.
func relateRows(refs []string) (rows []Row) {
	for _, mode := range []uri.Mode{uri.RFC2396, uri.RFC3986} {
		r := uri.Resolver{Mode: mode}
		base := uri.MustParse(deepBase)
		var targets, found []string
		for _, s := range refs {
			ref, err := uri.Parse(s)
			if err != nil {
				continue
			}
			target, err := r.Resolve(base, ref)
			if err != nil {
				continue
			}
			if ref, ok := r.Relativize(base, target); ok {
				targets, found = append(targets, target.String()), append(found, ref.String())
			}
		}
		resolve := oursResolveIn(mode, deepBase, found)
		resolve.Name = "Resolve of it"
		rows = append(rows, Row{
			Name: "Parse + Relativize, source paths, " + mode.String(), Unit: "target", Inputs: targets, Want: found,
			Ours: oursRelativize(r, base, targets), Theirs: []Contestant{resolve}, Allocs: Free,
		})
	}
	return rows
}

//go:noinline
func oursRelativize(r uri.Resolver, base uri.URI, targets []string) Contestant {
	relativize := func(s string) (string, bool) {
		target, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		ref, ok := r.Relativize(base, target)
		return ref.String(), ok
	}
	return Contestant{"uri", func() int {
		return each(targets, func(s string) int {
			ref, ok := relativize(s)
			if !ok {
				return refused
			}
			return len(ref) + 1
		})
	}, relativize}
}
