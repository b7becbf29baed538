package uri

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Hint returns advice for the person who typed the text, in lower case and without a full
// stop, or "" if it knows no advice. It names one change: write X as Y, write X instead of
// Y, add X, remove X. If it names no place, the change is at Offset or near it. The
// changed text is valid, or fails at a later byte with another hint. Hint guesses no host:
// if the text may mean several, it is "". It shows nothing that Error hides, and of the
// rest at most a character, a mistyped scheme or an IPv6 address.
func (e *SyntaxError) Hint() string {
	x := e.excerpt()
	p := &hintPlace{SyntaxError: e, rest: x.At(), hidden: e.fault == faultByte && x.Hidden()}
	p.before, _ = x.Split()
	if !p.hidden && p.rest != "" {
		_, n := utf8.DecodeRuneInString(p.rest)
		p.char = p.rest[:n]
	}
	for i := range hints {
		if hint := hints[i].at(p); hint != "" {
			return hint
		}
	}
	return ""
}

// A hintPlace is the place of an error, as the table of hints sees it.
type hintPlace struct {
	*SyntaxError
	before, rest string // the excerpt before the place, with "..." if it is cut, and after it
	char         string // at the place; "" at the end of the text and if it is hidden
	hidden       bool   // the place is in a secret
}

// Sets of parts: the bit 1<<p is set for a part p.
const (
	inName      = 1 << PartHost
	inPort      = 1 << PartPort
	inServer    = inName | inPort
	inAuthority = inServer | 1<<PartUserinfo
	inFront     = 1<<PartPath | 1<<PartOpaque // where the parser is if the scheme is wrong
	inData      = inFront | 1<<PartQuery | 1<<PartFragment
)

// A hintRow has the hint for the errors that it describes.
type hintRow struct {
	fault  fault                     // faultByte: any
	rule   Rule                      // ruleNone: any
	parts  uint16                    // 0: any
	chars  string                    // the character is one of these; "": any place
	hidden bool                      // the character is hidden
	when   func(p *hintPlace) bool   // nil: always
	text   string                    // the hint, with the character for %c and its escape for %e
	say    func(p *hintPlace) string // instead of text; "": no hint
}

// at returns the hint of x for the place, or "".
func (x *hintRow) at(p *hintPlace) string {
	switch {
	case x.fault != faultByte && x.fault != p.fault,
		x.rule != ruleNone && x.rule != p.Rule,
		x.parts != 0 && x.parts>>p.Part&1 == 0,
		x.chars != "" && (p.char == "" || p.fault != faultByte || !utf8.ValidString(p.char) || !strings.Contains(x.chars, p.char)),
		x.hidden != p.hidden,
		x.when != nil && !x.when(p):
		return ""
	case x.say != nil:
		return x.say(p)
	case p.char == "":
		return x.text
	}
	return strings.NewReplacer("%c", quotedChar(p.char), "%e", Escape(p.char, EscapeData)).Replace(x.text)
}

// Hints of several rows.
const (
	hintVariable = "write the value instead of the variable"
	hintPort     = "write a number from 1 to 65535 instead of the port"
	hintIPv6     = "write an IPv6 address instead of the text in brackets"
	hintIPv4     = "write an IPv4 address instead of the host"
	hintHost     = "add a host"
	hintPassword = `write "/", "?", "#" and "@" in a user name or password as %2F, %3F, %23 and %40`
	hintSlash    = `write "/" instead of %c`
	hintDot      = `write "." instead of %c`
)

// hints has the hints in the order in which they are tried.
var hints = [...]hintRow{
	// a secret at the place, or before it
	{parts: inServer, say: driveHint},
	{parts: inServer, hidden: true, say: driveHint},
	{parts: inPort, hidden: true, say: secretPortHint},
	{parts: 1 << PartOpaque, hidden: true, when: func(p *hintPlace) bool {
		name, _, _ := strings.Cut(p.before, ":")
		return p.op == opParse && schemes.Lookup(name).Addresses
	}, text: "write the special characters of the address as escapes"},
	{parts: inPort, say: portHint},
	{parts: inData, hidden: true, say: func(p *hintPlace) string {
		if strings.Contains(p.rest, "@") {
			return "" // a user name and a password may be before it, even if that is a path to the parser
		}
		return "write the special characters of the " + p.Part.String() + " as escapes"
	}},
	{hidden: true, say: func(p *hintPlace) string {
		switch {
		case strings.Contains(p.rest, "@") || p.Part == PartUserinfo || p.op == opChangeUserinfo:
		case p.Part == PartPort:
			return hintPort
		case p.Part == PartHost:
			return ""
		}
		return "write the special characters of a user name, a password or a key as escapes"
	}},

	// the scheme, and what follows it
	{fault: faultNoScheme, say: schemeHint},
	{fault: faultOtherScheme, say: schemeHint},
	{fault: faultBaseScheme, say: schemeHint},
	{say: slashHint},
	{parts: inFront, say: frontHint},

	// rules and faults
	{rule: ruleEscaped, say: variableHint},
	{rule: ruleEscaped, say: percentHint},
	{rule: ruleEscape1738, say: percentHint},
	{rule: rulePctEncoded, say: percentHint},
	{fault: faultBareIPv6, text: `add "[" before the host and "]" after it`},
	{fault: faultOtherParts, rule: ruleAuthority, text: `add "/." before the path`},
	{fault: faultOtherParts, rule: ruleScheme, text: `add "./" before the path`},
	{fault: faultOtherParts, text: `add "/" before the path`},
	{fault: faultIPv6, say: literalHint},
	{rule: ruleIPv6reference, say: literalHint},
	{rule: ruleIPLiteral, say: literalHint},
	{rule: ruleHostport, parts: inServer, chars: "0123456789", text: `add ":"`},
	{fault: faultEmptyLabel, text: `remove "."`},
	{fault: faultLabelBegin, text: `remove "-"`},
	{fault: faultLabelEnd, text: `remove "-"`},
	{fault: faultLastLabel, when: func(p *hintPlace) bool { return strings.Contains(p.before, ".") }, text: hintIPv4}, // not of "http://2001:db8::1:80/"
	{fault: faultIPv4, text: hintIPv4},
	{fault: faultUser, text: `remove the user name, the password and the "@"`},
	{fault: faultNoHost, say: emptyHostHint},
	{rule: ruleHost, parts: inName, say: emptyHostHint},
	{rule: ruleOpaquePart, when: func(p *hintPlace) bool {
		return p.rest == "" && schemes.Lookup(strings.TrimSuffix(p.before, ":")).Hierarchical
	}, text: `add "//" and a host`},
	{rule: ruleOpaquePart, when: func(p *hintPlace) bool { return p.rest == "" }, text: "add the rest of the URI"},
	{fault: faultAddressSlash, when: func(p *hintPlace) bool { return p.Offset == len("mailto:") }, text: `remove "/"`},
	{fault: faultAddressSlash, text: `write "/" as %2F`},
	{say: mailHint},
	{chars: "|", parts: 1 << PartPath, when: func(p *hintPlace) bool { // a drive as in the first browsers
		n := len("file:///")
		return len(p.before) == n+1 && strings.EqualFold(p.before[:n], "file:///") && ascii.Letter.Has(p.before[n])
	}, text: `write ":" instead of %c`},

	// characters
	{chars: "{<[$%", parts: inAuthority | inData, say: variableHint},
	{chars: spaces + invisible, say: spaceHint},
	{chars: "\r\n", text: "remove the line break"},
	{chars: "\t", text: "remove the tab"},
	{chars: invisible, text: "remove %c"},
	{chars: "\\", text: hintSlash},
	{chars: slashes, parts: inServer, text: hintSlash},
	{chars: wideColons, parts: inServer, text: `write ":" instead of %c`},
	{chars: wideDots, parts: inServer, text: hintDot},
	{chars: wideDots, parts: 1 << PartPath, when: func(p *hintPlace) bool { return p.isWhole() && !strings.Contains(p.before, "/") }, text: hintDot},
	{chars: wideHyphens, parts: inName, text: `write "-" instead of %c`},
	{chars: "@", parts: inAuthority, text: hintPassword},
	{chars: "#", parts: 1 << PartFragment, text: `write %c as %e`},
	{chars: "*", parts: inName, text: `write a name instead of %c`},
	{chars: quotes + ",;!)'&", parts: inServer, say: markHint},
	{chars: quotes + "]", parts: inData, say: markHint},
	{say: byteHint},
}

// secretPortHint is the hint for a login whose first part looks like a port, since a "/"
// follows. A name with a "." is more likely a host.
func secretPortHint(p *hintPlace) string {
	_, named, _ := strings.Cut(p.before, "//")
	if p.op == opParse || !strings.Contains(p.rest, "@") {
		return ""
	}
	if strings.Contains(named, ".") {
		return hintPort
	}
	return hintPassword
}

// portHint is the hint for a port.
func portHint(p *hintPlace) string {
	name, _, _ := strings.Cut(p.before, ":")
	digits := strings.IndexFunc(p.rest, func(r rune) bool { return r < '0' || r > '9' })
	switch {
	case p.op != opParse && slices.Contains([]string{"ssh", "git", "sftp", "git+ssh", "rsync"}, strings.ToLower(name)) && strings.HasSuffix(p.before, ":"):
		return instead("/", ":")
	case p.char == " " && (digits > 0 || strings.HasPrefix(strings.TrimLeft(p.rest, " "), "/")):
		return `remove " "`
	case p.char == "" || p.op != opParse:
		return hintPort
	case p.char >= "０" && p.char <= "９":
		return instead(string('0'+[]rune(p.char)[0]-'０'), p.char)
	case strings.Contains(spaces+slashes+invisible+",", p.char): // "," is in a list of hosts
		return ""
	}
	return hintPort
}

// literalHint is the hint for an IPv6 literal.
func literalHint(p *hintPlace) string {
	i := strings.LastIndexByte(p.before, '[')
	bracketed := p.before[i+1:] + p.rest
	inside, _, closed := strings.Cut(bracketed[:ascii.IndexAnyOrEnd(bracketed, 0, "/?#")], "]")
	switch {
	case strings.HasPrefix(p.rest, "%") && closed:
		return `remove the text from "%" up to "]"`
	case !closed && !strings.Contains(inside, ".") && readsAsIPv6(inside+"]", true):
		return `add "]"`
	case closed && strings.Contains(inside, ".") && !strings.Contains(inside, ":"):
		return `remove "[" and "]"`
	case strings.HasPrefix(p.rest, "{") || strings.HasPrefix(p.rest, "$") || strings.HasPrefix(p.rest, "<"):
		return hintVariable
	case closed:
		return hintIPv6
	}
	return ""
}

// emptyHostHint is the hint where the host would be.
func emptyHostHint(p *hintPlace) string {
	named, _, more := strings.Cut(strings.TrimLeft(p.rest, "/"), "/")
	switch {
	case strings.HasPrefix(p.rest, "/") && (strings.HasPrefix(named, "www.") || more && isHostLike(named, false)):
		return `remove "/"`
	case strings.HasPrefix(p.rest, ":") && len(p.rest) > 1 && !ascii.Digit.Has(p.rest[1]):
		return `remove ":"`
	case p.rest == "" || strings.Contains("/?#:", p.rest[:1]):
		return hintHost
	}
	return ""
}

// percentHint is the hint for a "%" that begins no escape.
func percentHint(p *hintPlace) string {
	if i := strings.LastIndexByte(p.before, '%'); i >= 0 && p.char == "%" {
		return `write "` + p.before[i:] + `%" as %25` + p.before[i+1:] + "%"
	}
	return `write "%" as %25`
}

// mailHint is the hint for the addresses of a mailto URL.
func mailHint(p *hintPlace) string {
	_, before, _ := strings.Cut(p.before, ":")
	switch {
	case p.op != opMailto || p.fault != faultByte || p.Rule == ruleMailtoURL:
		return ""
	case p.char == ";":
		return instead(",", ";")
	case p.char == "@" && p.Rule == ruleMailDomain:
		return `remove "@"`
	case p.char != "":
	case strings.HasSuffix(before, "@"):
		return hintHost
	case before == "" || strings.HasSuffix(before, ","):
	case p.Rule == ruleAddrSpec:
		return `add "@" and a host`
	}
	return ""
}

// variableHint is the hint for a variable that a program or a person has to fill in:
// "{id}", "${HOST}", "$HOST", "%HOST%", "<host>".
func variableHint(p *hintPlace) string {
	s := strings.TrimPrefix(strings.TrimPrefix(p.rest, "$"), "{")
	closing := map[string]string{"{": "}", "<": ">", "%": "%"}[p.char]
	if p.Rule == ruleEscaped {
		i := strings.LastIndexByte(p.before, '%')
		if i < 0 || p.Part != PartHost {
			return ""
		}
		s, closing = p.before[i+1:]+p.rest, "%"
	} else if p.char == "<" {
		s = p.rest[1:]
	}
	name := strings.TrimLeftFunc(strings.TrimPrefix(s, "{"), func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
	if len(name) < len(s) && (p.Part == PartHost || p.char != "$") && p.Part != PartOpaque && strings.HasPrefix(name, closing) {
		return hintVariable
	}
	return ""
}

// spaceHint is the hint for white space and invisible characters.
func spaceHint(p *hintPlace) string {
	named := p.before[strings.LastIndexAny(p.before, "/@")+1:]
	trimmed := strings.TrimLeft(p.rest, spaces+invisible)
	next := trimmed[:ascii.IndexAnyOrEnd(trimmed, 0, "/?#: ")]
	name, _, _ := strings.Cut(p.before, ":")
	switch {
	case p.isChange():
	case p.before == "":
		return "remove the white space at the start"
	case trimmed == "":
		return "remove the white space at the end"
	case p.char != " " && !strings.Contains("\u00a0\u3000", p.char):
		return ""
	case beginsScheme(trimmed) && !strings.HasSuffix(p.before, "//"):
		return "remove the text from " + quotedChar(p.char) + " on"
	case p.Part == PartHost && p.char == " " && strings.Contains(named, ".") && !strings.HasSuffix(named, ".") &&
		next != "" && !strings.Contains(next, ".") && strings.Trim(trimmed[len(next):], "/?#:") == trimmed[len(next):]:
		return `remove the text from " " on`
	case p.Part == PartHost:
		return "remove " + quotedChar(p.char)
	case schemes.Lookup(name).Name == "tel" || schemes.Lookup(name).Name == "sms":
		return `remove " "`
	}
	if p.Part == PartHost || p.char != " " {
		return ""
	}
	return `write " " as %20`
}

// markHint is the hint for a mark that is around the URI, ends a sentence, or is part of the
// text.
func markHint(p *hintPlace) string {
	left := p.rest[:ascii.IndexAnyOrEnd(p.rest, 0, "/?#")]
	switch atEnd := len(p.rest) == len(p.char); {
	case p.isChange():
	case p.before == "" || atEnd && !strings.Contains(p.before, Escape(p.char, EscapeData)) && (p.char != "]" || !strings.Contains(p.before, "%5B")):
		return "remove " + quotedChar(p.char)
	case p.Part == PartHost && p.char == "&":
		return instead("?", "&")
	case p.Part == PartHost && p.char == ";" && strings.Trim(left[1:], "0123456789") == "":
		return instead(":", ";")
	case p.Part == PartHost && p.char == "," && strings.Trim(left[1:], "0123456789") != "":
		return instead(".", ",")
	case p.Part == PartHost && len(left) == 1:
		return "remove " + quotedChar(p.char)
	case p.Part == PartHost || p.Part == PartPort:
		return ""
	}
	return "write " + quotedChar(p.char) + " as " + Escape(p.char, EscapeData)
}

// byteHint is the hint for a character that no URI has in this part.
func byteHint(p *hintPlace) string {
	if p.char == "" || p.fault != faultByte {
		return ""
	}
	r, n := utf8.DecodeRuneInString(p.char)
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("write the byte %#02x as %s", p.char[0], Escape(p.char, EscapeData))
	case r < ' ' || r == 0x7f:
		return "remove " + quotedChar(p.char)
	case p.Part == PartHost && r >= '！' && r <= '～':
		return instead(string(r-'！'+'!'), p.char)
	case p.Part == PartHost && r >= utf8.RuneSelf:
		return "write the host as its ASCII form, in labels that begin with xn--"
	case p.Part == PartHost && r == ']' && !strings.Contains(p.before, "["):
		return `add "[" after "//"`
	case p.Part != PartHost && p.Part != PartPort && (r >= utf8.RuneSelf || strings.ContainsRune("[]{}|^` <>\"", r)):
		return "write " + quotedChar(p.char) + " as " + Escape(p.char, EscapeData)
	}
	return ""
}
