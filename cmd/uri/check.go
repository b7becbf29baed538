package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
)

var checkCommands = []command{
	{
		name:  "audit",
		args:  "[URI ...]",
		short: "tell what in a URI has been used to fool people or programs",
		safe:  true,
		long: `Tell what in a valid URI has been used to fool people or programs. A result is
"no findings" or, for each finding, its severity, code and offset, a sentence, and
where it is described. A URI with findings is still accepted, and the exit status is
0. With -fail it is 1 if a finding is at least as severe as SEVERITY.

	$ uri audit http://joe:secret@h/
	warning password at 11: the URI contains a readable password (RFC 3986, 3.2.1)`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			var fail guard.Severity // the lowest that fails; 0: no finding fails
			all := map[string]guard.Severity{"hint": guard.SeverityHint, "warning": guard.SeverityWarning, "danger": guard.SeverityDanger}
			fs.Var(choice[guard.Severity]{all, &fail}, "fail", "the lowest `SEVERITY` for exit status 1: hint, warning or danger")
			return func(format) (job, error) {
				return onURI(func(u uri.URI) (object, error) {
					found := guard.Audit(u)
					b := findingsOf(found)
					if fail != 0 && slices.ContainsFunc(found, func(g guard.Finding) bool { return g.Severity() >= fail }) {
						return b, errFound
					}
					return b, nil
				}), nil
			}
		},
	},
	{
		name:  "target",
		args:  "[TARGET ...]",
		short: "read the request-targets of HTTP",
		long: `Read request-targets as RFC 9112, section 3.2 says. A result is the form of the
target, its URI or path and query, and its host and port:

	$ uri target -method CONNECT example.com:443
	authority-form host=example.com port=443`,
		flags: func(fs *flag.FlagSet) func(format) (job, error) {
			method := fs.String("method", "GET", "the `METHOD` of the request, GET if not given")
			return func(f format) (job, error) {
				// A method other than a token is refused with any target.
				if _, err := guard.ParseTarget(*method, "/"); err != nil && *method != "CONNECT" {
					return job{}, errors.New("flag -method: not the name of a method, such as GET")
				}
				return job{act: func(in string) (object, error) {
					t, err := guard.ParseTarget(*method, in)
					if err != nil {
						return nil, err
					}
					u := f.uri(t.URI())
					whole, _ := t.Effective("", false) // the empty reference if the target names no host
					b := object{field("form", t.Form().String()).as(valueOnly), optional("uri")(u, u != ""), optional("host")(whole.Host())}
					if port, ok := whole.EffectivePort(); ok {
						b = append(b, typed("port", port))
					}
					return b, nil
				}}, nil
			}
		},
	},
	localCommand,
	robotsCommand,
}

// findingsOf lists findings: as text, one sentence for each.
func findingsOf(findings []guard.Finding) object {
	all, sentences := list{}, []string{}
	for _, g := range findings {
		sentences = append(sentences, fmt.Sprintf("%v %v at %d: %s (%s)", g.Severity(), g.Code, g.Offset, g.Message(), g.Reference()))
		all = append(all, object{
			field("code", g.Code.String()),
			field("severity", g.Severity().String()),
			field("component", g.Part.String()),
			typed("offset", g.Offset),
			field("reference", g.Reference()),
			field("message", g.Message()),
		})
	}
	text := cmp.Or(strings.Join(sentences, " | "), "no findings")
	return object{typed("findings", all).as(jsonOnly), field("", text).as(textOnly)}
}

var localCommand = command{
	name:  "local",
	args:  "-base BASE [REFERENCE ...]",
	short: "follow references that stay on the origin of a base",
	long: `Resolve references within the origin of BASE, an http or https URI, such as the
parameter of a redirect after a login. They are read as browsers do, and a result is
the absolute URI to send. If a reference leads elsewhere to browsers, to RFC 3986 or
to a server after decoding the path, it is refused, and the error says for which.

	$ uri local -base https://example.com/login '/a?b'
	https://example.com/a?b`,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		base := neededBase(fs)
		return func(f format) (job, error) {
			base, err := base(f)
			if err != nil {
				return job{}, err
			}
			var wrong *guard.Error
			if _, err := guard.Local(base, "/"); errors.As(err, &wrong) {
				return job{}, fmt.Errorf("flag -base: %s (%s)", wrong.Reason, wrong.Reader)
			}
			return job{act: func(in string) (object, error) {
				u, err := guard.Local(base, in)
				return textResult(f.uri(u), err)
			}}, nil
		}
	},
}
