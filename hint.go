package uri

import (
	"strings"

	"example.com/uri/internal/hint"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// Fix returns the corrected text, if one correction is likely. The function that refused the
// text accepts the result. Fix corrects up to four mistakes made at a keyboard. It keeps a
// scheme with "://", and the letters and digits of the host. ok is false if a host is missing,
// if several texts are equally likely, and for an error of a change or a resolution.
//
// The result has the passwords of the text: show it as [URI.Redacted] does.
func (e *SyntaxError) Fix() (text string, ok bool) {
	text, _ = e.meant()
	return text, text != ""
}

// Hint returns advice for the person who typed the text, in lower case and without a full
// stop, or "" if it has no advice. If there is a Fix, Hint describes its first edit: write X
// as Y, write X instead of Y, add X, remove X. If it names no place, the change is at Offset
// or near it. It shows nothing that Error hides, and of the rest at most a character, a
// scheme or an IPv6 address.
func (e *SyntaxError) Hint() string {
	switch {
	case e.text == nil:
		return ""
	case e.fault != faultOtherParts:
	case e.Rule == ruleAuthority:
		return `add "/." before the path`
	case e.Rule == ruleScheme:
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

// meant returns the text that was meant, if it is known, and the first edit.
func (e *SyntaxError) meant() (text string, first hint.Edit) {
	if e.text == nil {
		return "", hint.Edit{}
	}
	op := hint.Operation{Scheme: schemes.Lookup(""), Whole: e.called < opJoinSegments && e.called != opUnescape && e.called != opParseQuery}
	if opFTP <= e.called && e.called <= opProspero {
		op.Scheme = schemes.ID(e.called - opFTP).Info()
	}
	if e.called < opParseReference {
		op.Refuses = func(s string) (r hint.Refusal, refused bool) {
			f, refused := e.called.call(s).(*SyntaxError)
			if refused {
				r = f.refusal()
			}
			return r, refused
		}
	}
	return op.Fix(*e.text, e.refusal())
}

// refusal returns the place and the kind of the mistake.
func (e *SyntaxError) refusal() hint.Refusal {
	r := hint.Refusal{Fault: faultTable[e.fault].hint, Part: 1 << e.Part, Place: e.place}
	switch {
	case e.fault != faultByte:
	case e.Rule == ruleEscaped || e.Rule == ruleEscape1738 || e.Rule == rulePctEncoded:
		r.Fault, r.Place = hint.Escape, max(strings.LastIndexByte((*e.text)[:e.place], '%'), 0)
	case e.Rule == ruleIPv6reference || e.Rule == ruleIPLiteral:
		r.Fault = hint.Literal
	case ruleFTPURL <= e.Rule && e.Rule <= ruleProsperoURL || e.Rule == ruleNNTPURL:
		r.Fault = hint.Prefix
	}
	return r
}

// call returns the error of the function op for s. The rule in it may be another one.
func (op operation) call(s string) (err error) {
	switch op {
	case opParseRFC2396:
		_, err = ParseRFC2396(s)
	case opUnescape:
		_, err = Unescape(s)
	case opParseQuery:
		_, err = ParseValues(s)
	case opConforms1738:
		err = Conforms1738(s)
	case opConforms3986:
		_, err = Conforms3986(s)
	case opConforms3987:
		_, err = Conforms3987(s)
	default:
		var u URI
		if u, err = Parse(s); err == nil && op != opParse {
			err = op.callURI(u)
		}
	}
	return err
}

// callURI is call for a function that takes a URI.
func (op operation) callURI(u URI) (err error) {
	switch op {
	case opHTTP, opHTTPS:
		_, err = HTTPFrom(u)
	case opServer:
		_, err = ServerFrom(u)
	case opGeneric:
		_, err = GenericFrom(u)
	case opInterpret:
		_, err = Interpret(u)
	case opOther:
		_, err = OtherFrom(u)
	default:
		x := schemes.ID(op - opFTP).Info()
		if schemes.Lookup(u.Scheme()) != x {
			return u.wrongScheme(op, x, ruleScheme, x.Name+":")
		}
		_, err = Interpret(u)
	}
	return err
}
