package page

import (
	"iter"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Link is one link of a Link field. Target and anchor are references, as written, against the URL of the
// response. Packages fmt and log/slog show it with its secrets.
type Link struct {
	Target string
	Rel    []string     // the relation types, in lower case; none without a rel
	Anchor uri.Optional // the context of the link, if it is not the response
	Params []Param      // the other parameters, in their order
}

// A Param is a parameter of a Link. Its name is in lower case, and its value decoded. A title* (RFC 8187)
// is a title, and the title without "*" is left out. Packages fmt and log/slog show it with its secrets.
type Param struct{ Name, Value string }

const (
	ows      = " \t" // OWS, RWS and BWS (RFC 9110, 5.6.3)
	asterisk = "*"   // the end of the name of a parameter with an ext-value (RFC 8288, 3.4.1)
)

// Links yields the links in the values of Link fields, for example
// response.Header["Link"], in their order: RFC 8288, Appendix B.1 and B.2, "Parsing a Link Field Value".
//
//	</?page=2>; rel="next", </?page=9>; rel=last
//
// A link without a rel is yielded too. An error ends the links of its field: those before it are yielded.
//
// NOTE: Appendix B forgets to take the comma between two links away. Here commas before a link are taken
// away, as the list rule of RFC 9110, 5.6.1 demands.
func Links(fields ...string) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for _, s := range fields {
			for {
				s = strings.TrimLeft(s, ows+",") // 2.1
				target, isTarget := strings.CutPrefix(s, "<")
				target, rest, ends := strings.Cut(target, ">") // 2.4
				if !isTarget || !ends {
					break
				}
				var params []Param
				params, s = parameters(rest)
				if !yield(newLink(target, params)) {
					return
				}
			}
		}
	}
}

// newLink returns the link with these parameters: RFC 8288, B.2, steps 9 to 17. No rel* and no anchor* is defined.
func newLink(target string, params []Param) Link {
	l := Link{Target: target}
	seen := map[string]bool{}    // of the parameters of which only the first one counts
	decoded := map[string]bool{} // the names of parameters with an ext-value, without the asterisk
	for _, p := range params {
		base, isExt := strings.CutSuffix(p.Name, asterisk)
		if slices.Contains(onlyFirst, p.Name) {
			if seen[p.Name] {
				continue
			}
			seen[p.Name] = true
		}
		if isExt {
			decoded[base] = true
		}
		switch {
		case p.Name == "rel":
			l.Rel = relations(p.Value)
		case p.Name == "anchor":
			l.Anchor = uri.Defined(p.Value)
		case base != "rel" && base != "anchor":
			l.Params = append(l.Params, p)
		}
	}
	// Steps 15 and 16. The algorithm there changes link_parameters, but means target_attributes.
	l.Params = slices.DeleteFunc(l.Params, func(p Param) bool { return decoded[p.Name] && !strings.HasSuffix(p.Name, asterisk) })
	for i, p := range l.Params {
		l.Params[i].Name = strings.TrimSuffix(p.Name, asterisk)
	}
	return l
}

// onlyFirst are the parameters of which only the first one counts: RFC 8288, B.2, steps 9, 11 and 14.
var onlyFirst = []string{"rel", "anchor", "media", "title", "title*", "type"}

// relations splits a list of relation types: RFC 8288, B.2, steps 10 and 17.
func relations(s string) (types []string) {
	for text := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '\t' }) {
		types = append(types, toLower(text))
	}
	return types
}

// parameters returns the parameters at the start of s, and the text after them: RFC 8288, B.3, "Parsing Parameters".
// A parameter with a wrong ext-value is left out.
func parameters(s string) (params []Param, rest string) {
	for s != "" {
		after, ok := strings.CutPrefix(strings.TrimLeft(s, ows), ";")
		if !ok {
			return params, s
		}
		s = strings.TrimLeft(after, ows)
		end := ascii.IndexAnyOrEnd(s, 0, ows+"=;,") // 2.5
		p := Param{Name: toLower(s[:end])}
		isRight := true
		s = strings.TrimLeft(s[end:], ows)
		if value, hasValue := strings.CutPrefix(s, "="); hasValue { // 2.7
			value = strings.TrimLeft(value, ows)
			if strings.HasPrefix(value, `"`) {
				p.Value, s = quotedString(value, "")
			} else {
				end := ascii.IndexAnyOrEnd(value, 0, ";,")
				p.Value, s = value[:end], value[end:]
			}
			if strings.HasSuffix(p.Name, asterisk) {
				p.Value, isRight = extValue(p.Value)
			}
		}
		if isRight {
			params = append(params, p)
		}
		if s = strings.TrimLeft(s, ows); strings.HasPrefix(s, ",") { // 2.12
			return params, s
		}
	}
	return params, s
}

// quotedString returns the value of the quoted string at the start of s, and the text after it: RFC 8288, B.4,
// "Parsing a Quoted String". Without a closing quotation mark it goes to the end. A "\" at the end stands for
// last.
func quotedString(s, last string) (value, rest string) {
	var b []byte
	start := len(`"`)
	for i := start; i < len(s); i++ {
		switch s[i] {
		case '"':
			if start == len(`"`) {
				return s[start:i], s[i+1:]
			}
			return string(append(b, s[start:i]...)), s[i+1:]
		case '\\':
			b = append(b, s[start:i]...)
			if start = i + 1; start == len(s) {
				b = append(b, last...)
			}
			i++
		}
	}
	return string(append(b, s[start:]...)), ""
}
