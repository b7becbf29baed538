package uri

import (
	"strings"

	"example.com/uri/internal/hint"
	"example.com/uri/internal/meaning"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// Fix returns the corrected text, if one correction is likely. Fix corrects up to four mistakes.
// The function that refused the text accepts the result. It names what the typed text names,
// when both are split by RFC 3986, Appendix B:
//
//   - The scheme is the same. Only ParseX, and XFrom, for a scheme X write that scheme instead of
//     an unregistered mistyped one, and before a host.
//   - The host has the same letters, digits, "-" and ".". A "," may become a ".", and a second "."
//     in a row may go.
//   - User name, password, port, path, query and fragment have the same letters and digits, and none
//     of them comes or goes.
//   - Only invisible characters, and delimiters typed twice, go. Control characters after the host,
//     and spaces in a query, become escapes.
//
// There is no Fix for other texts than URIs with a mistake, such as a URI with other text around it,
// a path of Windows or a connection string: package links reads these. There is none if several
// texts are equally likely, and for an error of a change or a resolution.
//
// The result has the passwords of the text: show it as [URI.Redacted] does.
func (e *SyntaxError) Fix() (text string, ok bool) {
	text, _ = e.meant()
	return text, text != ""
}

// Hint returns advice for the author of the text, without a capital at the start and without a
// full stop, or "" if it has no advice. If there is a Fix, Hint describes its first edit: write X as Y, write X
// instead of Y, add X, remove X. If it names no place, the change is at Offset or near it.
// Without a Fix, Hint may say what the text is. Like Error it shows no secret, and of the rest
// at most a character, a scheme or an IPv6 address.
func (e *SyntaxError) Hint() string {
	switch {
	case e.text == nil:
		return ""
	case e.fault != faultOtherParts:
	case e.Rule.rule == ruleAuthority:
		return `add "/." before the path`
	case e.Rule.rule == ruleScheme:
		return `add "./" before the path`
	default:
		return `add "/" before the path`
	}
	var buf [4]secret.Span
	_, first := e.meant()
	said, place, shows := first.Words(*e.text)
	if !shows || !secret.Within(e.hidden(buf[:0]), place) {
		return said
	}
	what := "a user name, a password or a key"
	if !strings.Contains((*e.text)[place:], "@") {
		switch {
		case e.Part == PartPort:
			return "write a number from 1 to 65535 instead of the port"
		case e.Part >= PartPath:
			what = "the " + e.Part.String()
		}
	}
	return "write the special characters of " + what + " as escapes"
}

// meant returns the intended text, if it is known, and the first edit. For Parse it is what the
// function for the scheme of the text says.
func (e *SyntaxError) meant() (text string, first hint.Edit) {
	if e.text == nil {
		return "", hint.Edit{}
	}
	if e.called == opParse {
		if id := schemes.Find(meaning.Scheme(*e.text)); id != schemes.Unknown {
			if text, first = e.meantBy(&operation{scheme: id}); text != "" {
				return text, first
			}
		}
	}
	return e.meantBy(e.called)
}

// meantBy is meant for the function op.
func (e *SyntaxError) meantBy(op *operation) (text string, first hint.Edit) {
	o := hint.Operation{Scheme: op.scheme.Info(), Whole: !op.part}
	if call := op.again(); call != nil {
		o.Refuses = func(s string) (r hint.Refusal, refused bool) {
			f, refused := call(s).(*SyntaxError)
			if refused {
				r = f.refusal()
			}
			return r, refused
		}
	}
	return o.Fix(*e.text, e.refusal())
}

// refusal returns the place and the kind of the mistake.
func (e *SyntaxError) refusal() hint.Refusal {
	r := hint.Refusal{Fault: e.fault.hint, Part: 1 << e.Part, Place: e.place}
	if e.fault != faultByte {
		return r
	}
	switch e.Rule.rule {
	case ruleEscaped, ruleEscape1738, rulePctEncoded:
		r.Fault, r.Place = hint.Escape, max(strings.LastIndexByte((*e.text)[:e.place], '%'), 0)
	case ruleIPv6reference, ruleIPLiteral:
		r.Fault = hint.Literal
	case ruleFTPURL, ruleFileURL, ruleHTTPURL, ruleGopherURL, ruleNNTPURL1738, ruleTelnetURL, ruleWAISURL, ruleProsperoURL:
		r.Fault = hint.Prefix
	}
	return r
}

// again returns a function for the error of op for a text, or nil if op takes more than one
// text. The rule in the error may be another one.
func (op *operation) again() func(s string) error {
	switch op {
	case opParse:
		return errorOf(Parse)
	case opParseRFC2396:
		return errorOf(ParseRFC2396)
	case opUnescape:
		return errorOf(Unescape)
	case opParseQuery:
		return errorOf(ParseValues)
	case opConforms1738:
		return Conforms1738
	case opConforms3986:
		return errorOf(Conforms3986)
	case opConforms3987:
		return errorOf(Conforms3987)
	case opServer:
		return errorOf(func(s string) (Server, error) { return parseWith(s, op, ServerFrom) })
	case opGeneric:
		return errorOf(ParseGeneric)
	case opInterpret:
		return errorOf(func(s string) (Scheme, error) { return parseWith(s, op, Interpret) })
	case opOther:
		return errorOf(ParseOther)
	}
	if op.scheme != schemes.Unknown {
		return errorOf(func(s string) (Scheme, error) { return parseWith(s, op, structOf(op.scheme)) })
	}
	return nil
}

// errorOf returns f without its result.
func errorOf[T any](f func(s string) (T, error)) func(s string) error {
	return func(s string) error {
		_, err := f(s)
		return err
	}
}
