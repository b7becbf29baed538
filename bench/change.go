package bench

import (
	"net/url"

	"example.com/uri"
)

// A change replaces one part with each package, in a URL that was parsed before. net/url copies
// its struct, sets a field and writes the text. It does not check the new value.
type change struct {
	name   string
	bound  float64 // of the time of net/url
	ours   func(u uri.URI) (uri.URI, error)
	theirs func(v *url.URL)
}

var changes = []change{
	{"WithScheme", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithScheme("ftp") }, func(v *url.URL) { v.Scheme = "ftp" }},
	{"WithAuthority", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithAuthority("new.example:8080") },
		func(v *url.URL) { v.User, v.Host = nil, "new.example:8080" }},
	{"WithUserinfo", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithUserinfo("user:password") },
		func(v *url.URL) { v.User = url.UserPassword("user", "password") }},
	{"WithHost", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithHost("new.example") }, func(v *url.URL) {
		if port := v.Port(); port != "" {
			v.Host = "new.example:" + port
		} else {
			v.Host = "new.example"
		}
	}},
	{"WithPort", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithPort("8080") }, func(v *url.URL) { v.Host = v.Hostname() + ":8080" }},
	{"WithPath", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithPath("/new/path") }, func(v *url.URL) { v.Path, v.RawPath = "/new/path", "" }},
	{"JoinSegments", 1, func(u uri.URI) (uri.URI, error) { return u.JoinSegments("new segment") }, func(v *url.URL) { *v = *v.JoinPath("new%20segment") }},
	{"WithQuery", 1, func(u uri.URI) (uri.URI, error) { return u.WithQuery("a=new&b=query") }, func(v *url.URL) { v.RawQuery = "a=new&b=query" }},
	{"WithValues", 1, func(u uri.URI) (uri.URI, error) { return u.WithValues(newValues) }, func(v *url.URL) { v.RawQuery = newForm.Encode() }},
	{"WithFragment", 1.5, func(u uri.URI) (uri.URI, error) { return u.WithFragment("new") }, func(v *url.URL) { v.Fragment, v.RawFragment = "new", "" }},
	{"WithoutUserinfo", 1, func(u uri.URI) (uri.URI, error) { return u.WithoutUserinfo(), nil }, func(v *url.URL) { v.User = nil }},
	{"WithoutPort", 1, func(u uri.URI) (uri.URI, error) { return u.WithoutPort(), nil }, func(v *url.URL) { v.Host = v.Hostname() }},
	{"WithoutQuery", 1, func(u uri.URI) (uri.URI, error) { return u.WithoutQuery(), nil }, func(v *url.URL) { v.RawQuery, v.ForceQuery = "", false }},
	{"WithoutFragment", 1, func(u uri.URI) (uri.URI, error) { return u.WithoutFragment(), nil }, func(v *url.URL) { v.Fragment, v.RawFragment = "", "" }},
}

var (
	newValues = uri.Values{uri.NewPair("a", "new"), uri.NewPair("b", "query")}
	newForm   = url.Values{"a": {"new"}, "b": {"query"}}
)

// changeRows are the rows of the With and Without methods. Both packages change the lines of a
// row into the same texts.
func changeRows(l *Lists) (rows []Row) {
	for _, c := range changes {
		ours, theirs := c.contestants(nil)
		var lines []string
		for _, s := range l.All {
			a, okA := ours.Answer(s)
			b, okB := theirs.Answer(s)
			if okA && okB && a == b {
				lines = append(lines, s)
			}
		}
		ours, theirs = c.contestants(lines)
		rows = append(rows, Row{
			Name: c.name, Unit: "URL", Inputs: lines, Ours: ours, Theirs: []Contestant{theirs},
			Bounds: []Bound{{"net/url", c.bound}}, Allocs: Free,
		})
	}
	return rows
}

// contestants returns the two packages for these lines.
//
//go:noinline
func (c change) contestants(lines []string) (ours, theirs Contestant) {
	list := askAll(lines)
	write := func(v *url.URL) string {
		w := *v
		c.theirs(&w)
		return w.String()
	}
	ours = changing(lines, func(a asked) (uri.URI, error) { return c.ours(a.u) })
	theirs = Contestant{"net/url", func() int {
		return each(list, func(a asked) int { return len(write(a.v)) })
	}, func(s string) (string, bool) {
		a, err := ask(s)
		if err != nil {
			return "", false
		}
		return write(a.v), true
	}}
	return ours, theirs
}

// changing is this library's contestant: it makes a change in each line.
//
//go:noinline
func changing(lines []string, change func(a asked) (uri.URI, error)) Contestant {
	list := askAll(lines)
	return Contestant{"uri", func() int {
		return each(list, func(a asked) int {
			u, err := change(a)
			if err != nil {
				return refused
			}
			return len(u.String())
		})
	}, func(s string) (string, bool) {
		a, err := ask(s)
		if err != nil {
			return "", false
		}
		u, err := change(a)
		return u.String(), err == nil
	}}
}
