package bench

import (
	"net/url"

	"example.com/uri"
)

// valueRows are the rows of the values of a query. The URLs are parsed before: the
// rows are the cost of reading or replacing the value of the last pair's name. A line is left
// out unless both packages read its query.
func valueRows(l *Lists) []Row {
	var lines []string
	for _, s := range l.All {
		if a, err := ask(s); err == nil && a.name != "" {
			lines = append(lines, s)
		}
	}
	redactor := uri.Redactor{Names: []string{"sig", "token", "X-Amz-Signature"}, Mask: "REDACTED", User: true}
	redacting := func(name string, redact func(u uri.URI) string) Contestant {
		return writing(name, lines, func(s string) (string, error) {
			u, err := uri.Parse(s)
			return redact(u), err
		})
	}
	return []Row{
		{
			Name: "Parse + Redactor", Unit: "URL", Inputs: lines,
			Ours:   redacting("uri", redactor.Redact),
			Theirs: []Contestant{redacting("Redacted", uri.URI.Redacted)},
			Allocs: 1,
		},
		{
			Name: "Values + Get, the last name", Unit: "URL", Inputs: lines,
			Ours:   asking("uri", lines, oursGet),
			Theirs: []Contestant{asking("net/url", lines, netURLGet)},
			Allocs: 1,
		},
		{
			Name: "Values + Set + WithValues, the last name", Unit: "URL", Inputs: lines,
			Ours: changing(lines, func(a asked) (uri.URI, error) {
				return a.u.WithValues(a.u.Values().With(a.name, newValue))
			}),
			Theirs: []Contestant{netURLSet(lines)},
			Allocs: Free,
		},
		{
			Name: "Values.String", Unit: "URL", Inputs: lines,
			Ours:   asking("uri", lines, func(a asked) string { return a.values.String() }),
			Theirs: []Contestant{asking("net/url, Encode", lines, func(a asked) string { return a.form.Encode() })},
			Allocs: 1,
		},
	}
}

// asked is a URL parsed by both packages, and the decoded name of its last pair.
type asked struct {
	u      uri.URI
	v      *url.URL
	name   string
	values uri.Values
	form   url.Values
}

// ask parses s.
func ask(s string) (a asked, err error) {
	if a.u, err = uri.Parse(s); err != nil {
		return a, err
	}
	if a.v, err = url.Parse(s); err != nil {
		return a, err
	}
	if a.form, err = url.ParseQuery(a.v.RawQuery); err != nil {
		return a, err
	}
	if a.values = a.u.Values(); len(a.values) > 0 {
		a.name, _, err = a.values[len(a.values)-1].Decode()
	}
	return a, err
}

// askAll parses the lines. ask accepts each of them.
func askAll(lines []string) []asked {
	list := make([]asked, len(lines))
	for i, s := range lines {
		list[i], _ = ask(s)
	}
	return list
}

// asking is the contestant that gets a value from each line.
func asking(name string, lines []string, get func(a asked) string) Contestant {
	list := askAll(lines)
	return Contestant{name, func() int {
		return each(list, func(a asked) int { return len(get(a)) })
	}, func(s string) (string, bool) {
		a, err := ask(s)
		return get(a), err == nil
	}}
}

func oursGet(a asked) string {
	value, _ := a.u.Values().Get(a.name)
	return value
}

func netURLGet(a asked) string { return a.v.Query().Get(a.name) }

// newValue replaces the value of the last name.
const newValue = "new"

// netURLSet is timed without the call of String for the text of the URL.
//
//go:noinline
func netURLSet(lines []string) Contestant {
	list := askAll(lines)
	set := func(a asked) url.URL {
		q := a.v.Query()
		q.Set(a.name, newValue)
		v := *a.v
		v.RawQuery = q.Encode()
		return v
	}
	return Contestant{"net/url", func() int {
		return each(list, func(a asked) int {
			v := set(a)
			return len(v.RawQuery)
		})
	}, func(s string) (string, bool) {
		a, err := ask(s)
		if err != nil {
			return "", false
		}
		v := set(a)
		return v.String(), true
	}}
}
