package guard

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/vectors"
)

// advisories are the calls in testdata/advisories.tsv. Each returns its answer for an
// input; argument is the rest of the call, such as the list of "hosts example.com".
var advisories = map[string]func(argument, input string) string{
	"parse": ofInput(func(_ string, u uri.URI) string {
		host, _ := u.Host()
		if host == "" {
			return "scheme " + strings.ToLower(u.Scheme())
		}
		return "host " + host
	}),
	"audit": ofInput(func(_ string, u uri.URI) string {
		var codes []string
		for _, f := range Audit(u) {
			codes = append(codes, f.Code.String())
		}
		return strings.Join(codes, " ")
	}),
	"check": ofInput(func(_ string, u uri.URI) string { return refusal(Gate{}.Check(u)) }),
	"dial":  func(_, input string) string { return refusal(Gate{}.Control("tcp", input, nil)) },
	"hosts": ofInput(func(list string, u uri.URI) string {
		h, err := ParseHosts(list)
		if err != nil {
			return err.Error()
		}
		return map[bool]string{true: "match", false: "no match"}[h.Match(u)]
	}),
	"may": ofInput(func(list string, u uri.URI) string {
		h, err := ParseHosts(list)
		if err != nil {
			return err.Error()
		}
		return map[bool]string{true: "may match", false: "no match"}[h.MayMatch(u)]
	}),
	"callback": func(registered, input string) string {
		c, err := ParseCallbacks(registered)
		if err != nil {
			return err.Error()
		}
		return refusal(c.Match(input))
	},
	"register": func(_, input string) string {
		_, err := ParseCallbacks(input)
		return refusal(err)
	},
	"origin": func(list, input string) string {
		o, err := ParseOrigins(list)
		if err != nil {
			return err.Error()
		}
		return map[bool]string{true: "match", false: "no match"}[o.Match(input)]
	},
	"redirect": func(base, input string) string {
		u, err := Local(uri.MustParse(base), input)
		if err == nil {
			return u.String()
		}
		if path, ok := LocalPath(input); ok == nil {
			return "refused by Local, and LocalPath sends " + path
		}
		return refusal(err)
	},
	"localpath": func(_, input string) string {
		path, err := LocalPath(input)
		if err != nil {
			return refusal(err)
		}
		return path
	},
	"redirector": func(argument, input string) string {
		base, list, _ := strings.Cut(argument, " ")
		h, err := ParseHosts(list)
		if err != nil {
			return err.Error()
		}
		u, err := Redirector{Base: uri.MustParse(base), Hosts: h}.Resolve(input)
		if err != nil {
			return refusal(err)
		}
		return u.String()
	},
	"apply": ofPath(func(from string, u uri.URI) string {
		_, ok, err := Rewrite{From: from, To: uri.MustParse("http://backend")}.Apply(u)
		if err != nil {
			return refusal(err)
		}
		return map[bool]string{true: "below", false: "not below"}[ok]
	}),
	"claims": ofPath(func(from string, u uri.URI) string {
		if reader, ok := (Rewrite{From: from}).ClaimedBy(u); ok {
			return "claimed, " + reader
		}
		return "free"
	}),
	"target": func(method, input string) string {
		t, err := ParseTarget(method, input)
		if err != nil {
			return refusal(err)
		}
		return t.Form().String() + " " + t.URI().String()
	},
	"method": func(_, input string) string {
		_, err := ParseTarget(input, "/")
		return refusal(err)
	},
	"repair": func(method, input string) string {
		t, err := RepairTarget(method, input)
		if err != nil {
			return refusal(err)
		}
		return t.String()
	},
	"hostfield": func(_, input string) string {
		_, _, err := ParseHostField(input)
		return refusal(err)
	},
	"wire": func(_, input string) string {
		f, err := uri.ParseFTP(input)
		if err == nil {
			_, err = f.Commands()
		}
		return refusal(err)
	},
}

// ofInput returns a call of f for an input that is a URI.
func ofInput(f func(argument string, u uri.URI) string) func(argument, input string) string {
	return func(argument, input string) string {
		u, err := uri.Parse(input)
		if err != nil {
			return "no URI"
		}
		return f(argument, u)
	}
}

// ofPath is ofInput for an input that is the path of a request.
func ofPath(f func(argument string, u uri.URI) string) func(argument, input string) string {
	return func(argument, input string) string { return ofInput(f)(argument, "http://proxy"+input) }
}

// refusal returns "ok" for nil, and "refused" with the reference of an error of a
// Gate.
func refusal(err error) string {
	var e *Error
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &e):
		return "refused, " + e.Reference
	}
	return "refused"
}

// TestAdvisories runs each row of testdata/advisories.tsv: the input of a published
// attack, and the answer that stops it. An answer may have more after a comma than
// the row says; the answer of an audit must contain the finding.
func TestAdvisories(t *testing.T) {
	const file = "testdata/advisories.tsv"
	known := map[string]bool{}
	outside := 0
	for n, row := range vectors.TabLines(t, file) {
		if row == nil || row[0] == "id" {
			continue
		}
		if len(row) != 9 {
			t.Errorf("%s:%d: %d columns, want 9", file, n+1, len(row))
			continue
		}
		id, from, input, want, reason := row[0], row[4], row[6], row[7], row[8]
		key := strings.Join(row[:8], "\t")
		if known[key] || id == "" || reason == "" || !slices.Contains([]string{"given", "class"}, from) {
			t.Errorf("%s:%d: %s: the row stands twice, or a column of it is empty or wrong", file, n+1, id)
		}
		known[key] = true
		name, argument, _ := strings.Cut(row[5], " ")
		if name == "outside" {
			outside++
			continue
		}
		run := advisories[name]
		if run == nil {
			t.Errorf("%s:%d: %s: no such call: %q", file, n+1, id, row[5])
			continue
		}
		got := run(argument, input)
		if name == "audit" && slices.Contains(strings.Fields(got), want) {
			continue
		}
		if got != want && !strings.HasPrefix(got, want+", ") {
			t.Errorf("%s:%d: %s: %s %q: %q, want %q (%s)", file, n+1, id, row[5], input, got, want, reason)
		}
	}
	t.Logf("%d rows, %d of them beyond a URL library", len(known), outside)
}
