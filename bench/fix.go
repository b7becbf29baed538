package bench

import (
	"errors"

	"example.com/uri"
)

// mistyped has texts as people type them, each with the intended URL.
var mistyped = [][2]string{
	{"http://example.com/a b", "http://example.com/a%20b"},
	{" http://example.com/", "http://example.com/"},
	{"http://exa mple.com/", "http://example.com/"},
	{"http:/example.com/a", "http://example.com/a"},
	{`http:\\example.com\a`, "http://example.com/a"},
	{"htp://example.com/", "http://example.com/"},
	{"www.example.com/a?b", "https://www.example.com/a?b"},
	{"http://example.com:８０８０/", "http://example.com:8080/"},
	{"ht tp://example.com/", "http://example.com/"},
	{"http：//example.com/", "http://example.com/"},
	{"http://[::1/", "http://[::1]/"},
	{"http://example.com/a|b", "http://example.com/a%7Cb"},
	{"http://example.com/?a[]=1", "http://example.com/?a%5B%5D=1"},
	{"http://example.com/100%", "http://example.com/100%25"},
	{"http://example..com/", "http://example.com/"},
}

// fixRow asks the errors of mistyped URLs for the intended URLs.
func fixRow() Row {
	var typed, meant []string
	for _, x := range mistyped {
		typed, meant = append(typed, x[0]), append(meant, x[1])
	}
	return Row{
		Name: "Fix of a mistyped URL", Unit: "text", Inputs: typed, Want: meant,
		Ours: oursFix(typed), Theirs: []Contestant{parseTenTimes(typed)},
		Bounds: []Bound{{"ten parses", 2}}, Allocs: Free,
	}
}

//go:noinline
func oursFix(typed []string) Contestant {
	wrong := func(s string) (e *uri.SyntaxError) {
		_, err := uri.ParseHTTP(s)
		errors.As(err, &e)
		return e
	}
	var found []*uri.SyntaxError
	for _, s := range typed {
		found = append(found, wrong(s))
	}
	return Contestant{"uri", func() int {
		return each(found, func(e *uri.SyntaxError) int {
			text, ok := e.Fix()
			if !ok {
				return refused
			}
			return len(text)
		})
	}, func(s string) (string, bool) { return wrong(s).Fix() }}
}

// parseTenTimes parses each text ten times, and builds the errors.
//
//go:noinline
func parseTenTimes(typed []string) Contestant {
	return Contestant{"ten parses", func() int {
		return each(typed, func(s string) int {
			for range 10 {
				_, LastError = uri.ParseHTTP(s)
			}
			return 1
		})
	}, nil}
}
