package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"example.com/uri"
	"example.com/uri/guard"
)

var guardCommands = []command{
	{
		name:  "audit",
		args:  "[URI ...]",
		short: "tell what in a URI has been used to fool people or programs",
		plain: true,
		safe:  true,
		long: `Tell what in a valid URI has been used to fool people or programs. A result is
"no findings" or, for each finding, its severity, code and offset, a sentence, and
where it is described. A URI with findings is still accepted, and the exit status is
0. With -fail it is 1 if a finding is at least as severe as SEVERITY.

	$ uri audit http://joe:secret@h/
	warning password at 11: the URI contains a readable password (RFC 3986, 3.2.1)`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			var fail guard.Severity // the lowest that fails, 0 if none does
			fs.Var(choice{
				"hint":    func() { fail = guard.SeverityHint },
				"warning": func() { fail = guard.SeverityWarning },
				"danger":  func() { fail = guard.SeverityDanger },
			}, "fail", "the lowest `SEVERITY` for exit status 1: hint, warning or danger")
			return func(f format) (action, error) {
				write := appendFindings
				if f.json {
					write = appendFindingsJSON
				}
				return func(b []byte, in string) ([]byte, error) {
					u, err := uri.Parse(in)
					if err != nil {
						return b, err
					}
					b = write(b, u)
					if fail != 0 && hasSeverity(u, fail) {
						return b, errFound
					}
					return b, nil
				}, nil
			}
		},
	},
	{
		name:  "target",
		args:  "[TARGET ...]",
		short: "read the request-targets of HTTP",
		plain: true,
		long: `Read request-targets as RFC 9112, section 3.2 says. A result is the form of the
target, its URI or path and query, and its host and port:

	$ uri target -method CONNECT example.com:443
	authority-form host=example.com port=443`,
		flags: func(fs *flag.FlagSet) func(format) (action, error) {
			method := fs.String("method", "GET", "the `METHOD` of the request, GET if not given")
			return func(f format) (action, error) {
				// A method that is not a token is refused with any target.
				if _, err := guard.ParseTarget(*method, "/"); err != nil && *method != "CONNECT" {
					return nil, errors.New("flag -method: not a token")
				}
				return func(b []byte, in string) ([]byte, error) {
					t, err := guard.ParseTarget(*method, in)
					if err != nil {
						return b, err
					}
					if f.json {
						b = appendMember(b, "form", t.Form().String())
					} else {
						b = append(b, t.Form().String()...)
					}
					if u := t.URI(); u.String() != "" {
						b = appendPart(b, f, "uri", f.uri(u))
					}
					if host, ok := t.Host(); ok {
						b = appendPart(b, f, "host", host)
					}
					if port, ok := t.Port(); ok && f.json {
						b = append(b, `,"port":`...)
						b = strconv.AppendUint(b, uint64(port), 10)
					} else if ok {
						b = append(b, " port="...)
						b = strconv.AppendUint(b, uint64(port), 10)
					}
					return b, nil
				}, nil
			}
		},
	},
}

// hasSeverity reports whether u has a finding that is at least as severe as least.
func hasSeverity(u uri.URI, least guard.Severity) bool {
	for g := range (guard.Auditor{}).Findings(u) {
		if g.Severity() >= least {
			return true
		}
	}
	return false
}

// appendPart writes a part that has a name, as a word or a member.
func appendPart(b []byte, f format, name, value string) []byte {
	if f.json {
		return appendMember(b, name, value)
	}
	return appendWord(b, name, value)
}

// appendFindings writes what is found in u as text.
func appendFindings(b []byte, u uri.URI) []byte {
	sep := ""
	for f := range (guard.Auditor{}).Findings(u) {
		b = append(b, sep...)
		b = fmt.Appendf(b, "%v %v at %d: %s (%s)", f.Severity(), f.Code, f.Offset, f.Message(), f.Reference())
		sep = " | "
	}
	if sep == "" {
		b = append(b, "no findings"...)
	}
	return b
}

// appendFindingsJSON writes what is found in u as a member of a JSON object.
func appendFindingsJSON(b []byte, u uri.URI) []byte {
	b = append(b, `,"findings":[`...)
	sep := ""
	for f := range (guard.Auditor{}).Findings(u) {
		b = append(b, sep...)
		b = append(b, `{"code":`...)
		b = appendString(b, f.Code.String())
		b = appendMember(b, "severity", f.Severity().String())
		b = appendMember(b, "component", f.Part.String())
		b = append(b, `,"offset":`...)
		b = strconv.AppendInt(b, int64(f.Offset), 10)
		b = appendMember(b, "reference", f.Reference())
		b = appendMember(b, "message", f.Message())
		b = append(b, '}')
		sep = ","
	}
	return append(b, ']')
}
