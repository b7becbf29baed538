package uri

import (
	"strings"

	"example.com/uri/internal/hint"
	"example.com/uri/internal/schemes"
	"example.com/uri/internal/secret"
)

// Fix returns the whole text that was meant, if one is likely: the function that refused the
// text takes it, and it has the same host. It mends up to four mistakes, as a person at the
// keyboard makes them, and keeps a scheme and "://" that is in the text. Where a host is missing,
// or several texts are as likely, ok is false. So it is for an error of a change or a
// resolution.
//
// It is a copy of the text with its passwords: show [URI.Redacted] of it.
func (e *SyntaxError) Fix() (text string, ok bool) {
	x := e.meant()
	return x.Text, x.OK && x.Text != ""
}

// Hint returns advice for the person who typed the text, in lower case and without a full
// stop, or "" if it knows no advice. If there is a Fix, Hint says its first edit in words: write X
// as Y, write X instead of Y, add X, remove X. If it names no place, the change is at Offset
// or near it. It shows nothing that Error hides, and of the rest at most a character, a
// scheme or an IPv6 address.
func (e *SyntaxError) Hint() string {
	if e.fault == faultOtherParts {
		switch e.Rule {
		case ruleAuthority:
			return `add "/." before the path`
		case ruleScheme:
			return `add "./" before the path`
		}
		return `add "/" before the path`
	}
	x := e.meant()
	if x.Advice != "" || !x.OK {
		return x.Advice
	}
	var buf [4]secret.Span
	if said, shows := x.First.Words(*e.text); !shows || !secret.Within(e.hidden(buf[:0]), x.First.At) {
		return said
	}
	what := "a user name, a password or a key"
	if !strings.Contains((*e.text)[x.First.At:], "@") {
		switch {
		case e.Part == PartPort:
			return "write a number from 1 to 65535 instead of the port"
		case e.Part >= PartPath:
			what = "the " + e.Part.String()
		}
	}
	return "write the special characters of " + what + " as escapes"
}

// meant returns what is known about the text that was meant.
func (e *SyntaxError) meant() hint.Result {
	if e.text == nil {
		return hint.Result{}
	}
	op := hint.Operation{Scheme: new(schemes.Info), Whole: e.called < opJoinSegments && e.called != opUnescape && e.called != opParseQuery}
	if opFTP <= e.called && e.called <= opProspero {
		op.Scheme = schemes.ID(e.called - opFTP).Info()
	}
	if e.called >= opParseReference {
		return op.Part(*e.text, e.refusal())
	}
	op.Refuses = func(s string) (hint.Refusal, bool) {
		f, refused := e.called.call(s).(*SyntaxError)
		if !refused {
			return hint.Refusal{}, false
		}
		return f.refusal(), true
	}
	return op.Fix(*e.text, e.refusal())
}

// refusal returns what e says about its text.
func (e *SyntaxError) refusal() hint.Refusal {
	r := hint.Refusal{Fault: hintFaults[e.fault], Part: hint.Part(e.Part), Place: e.place}
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

// hintFaults has the fault of package hint for each fault that has one.
var hintFaults = [faultEnd]hint.Fault{
	faultByte:         hint.Byte,
	faultIPv6:         hint.Literal,
	faultNoScheme:     hint.NoScheme,
	faultOtherScheme:  hint.NoScheme,
	faultBaseScheme:   hint.NoScheme,
	faultNoHost:       hint.NoHost,
	faultUser:         hint.User,
	faultEmptyLabel:   hint.Surplus,
	faultLabelBegin:   hint.Surplus,
	faultLabelEnd:     hint.Surplus,
	faultLastLabel:    hint.IPv4,
	faultIPv4:         hint.IPv4,
	faultLargePort:    hint.Number,
	faultPortZero:     hint.Number,
	faultAddressSlash: hint.Slash,
	faultBareIPv6:     hint.BareIPv6,
}

// call calls the function op, and returns its error.
func (op operation) call(s string) (err error) {
	switch op {
	case opParse:
		_, err = Parse(s)
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
	case opServer:
		_, err = parseWith(s, op, ServerFrom)
	case opGeneric:
		_, err = ParseGeneric(s)
	case opInterpret:
		_, err = parseWith(s, op, Interpret)
	case opFTP:
		_, err = ParseFTP(s)
	case opHTTP, opHTTPS:
		_, err = ParseHTTP(s)
	case opGopher:
		_, err = ParseGopher(s)
	case opMailto:
		_, err = ParseMailto(s)
	case opNews:
		_, err = ParseNews(s)
	case opNNTP:
		_, err = ParseNNTP(s)
	case opTelnet:
		_, err = ParseTelnet(s)
	case opWAIS:
		_, err = ParseWAIS(s)
	case opFile:
		_, err = ParseFile(s)
	case opProspero:
		_, err = ParseProspero(s)
	case opOther:
		_, err = ParseOther(s)
	}
	return err
}
