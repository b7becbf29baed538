package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"

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
			fs.Var(choice{
				"hint":    func() { fail = guard.SeverityHint },
				"warning": func() { fail = guard.SeverityWarning },
				"danger":  func() { fail = guard.SeverityDanger },
			}, "fail", "the lowest `SEVERITY` for exit status 1: hint, warning or danger")
			return func(f format) (job, error) {
				return onURI(func(b []byte, u uri.URI) ([]byte, error) {
					all := guard.Audit(u)
					b = f.appendFindings(b, all)
					if fail != 0 && slices.ContainsFunc(all, func(g guard.Finding) bool { return g.Severity() >= fail }) {
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
					return job{}, errors.New("flag -method: not a token")
				}
				return oneByOne(func(b []byte, in string) ([]byte, error) {
					t, err := guard.ParseTarget(*method, in)
					if err != nil {
						return b, err
					}
					all := [4]member{textMember("form", t.Form().String()).in(valueOnly)}
					if u := t.URI(); u.String() != "" {
						all[1] = textMember("uri", f.uri(u))
					}
					all[2] = partMember("host")(t.Host())
					if port, ok := t.Port(); ok {
						all[3] = numberMember("port", int(port))
					}
					return f.appendAll(b, all[:]...), nil
				}), nil
			}
		},
	},
	localCommand,
	robotsCommand,
}

// appendFindings writes findings: as text, one sentence for each.
func (f format) appendFindings(b []byte, findings []guard.Finding) []byte {
	if !f.json && len(findings) == 0 {
		return append(b, "no findings"...)
	}
	var all []member
	separator := ""
	for _, g := range findings {
		if !f.json {
			b = fmt.Appendf(b, "%s%v %v at %d: %s (%s)", separator, g.Severity(), g.Code, g.Offset, g.Message(), g.Reference())
			separator = " | "
			continue
		}
		all = append(all, objectMember("",
			textMember("code", g.Code.String()),
			textMember("severity", g.Severity().String()),
			textMember("component", g.Part.String()),
			numberMember("offset", g.Offset),
			textMember("reference", g.Reference()),
			textMember("message", g.Message()),
		))
	}
	return f.appendAll(b, listMember("findings", all).forPrograms())
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
			return oneByOne(func(b []byte, in string) ([]byte, error) {
				u, err := guard.Local(base, in)
				if err != nil {
					return b, err
				}
				return f.appendResult(b, f.uri(u)), nil
			}), nil
		}
	},
}
