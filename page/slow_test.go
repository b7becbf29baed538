package page

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri"
)

// The functions of this file are written as the standards print their steps. They share no code with
// those that they judge.

// An input is a text and a position in it.
type input struct {
	text     string
	position int
}

func (in *input) pastEnd() bool { return in.position >= len(in.text) }

// at reports whether one of chars is at the position.
func (in *input) at(chars string) bool {
	return !in.pastEnd() && strings.Contains(chars, in.text[in.position:in.position+1])
}

// collect is "collect a sequence of code points", either those in chars or those not in it.
func (in *input) collect(chars string, isIn bool) string {
	result := ""
	start := in.position
	for !in.pastEnd() && in.at(chars) == isIn {
		in.position++
	}
	result += in.text[start:in.position]
	return result
}

const (
	slowSpace  = "\x09\x0A\x0C\x0D\x20"
	slowDigits = "0123456789"
)

var (
	validInteger = regexp.MustCompile(`^[0-9]+$`)
	validFloat   = regexp.MustCompile(`^-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

// slowInteger is "rules for parsing non-negative integers", with the bound of this package.
func slowInteger(s string) int {
	s = strings.TrimLeft(s, "0")
	if len(s) > 10 {
		return 1<<31 - 1
	}
	n, _ := strconv.ParseInt("0"+s, 10, 64)
	return int(min(n, 1<<31-1))
}

// slowSrcset is "parse a srcset attribute".
func slowSrcset(value string) (candidates []Candidate) {
	in := &input{value, 0}
	for {
		in.collect(slowSpace+",", true)
		if in.pastEnd() {
			return candidates
		}
		url := in.collect(slowSpace, false)
		var descriptors []string
		if strings.HasSuffix(url, ",") {
			for strings.HasSuffix(url, ",") {
				url = url[:len(url)-1]
			}
		} else {
			descriptors = slowDescriptors(in)
		}
		if c, ok := slowCandidate(url, descriptors); ok {
			candidates = append(candidates, c)
		}
	}
}

// slowDescriptors is the descriptor tokenizer.
func slowDescriptors(in *input) (descriptors []string) {
	in.collect(slowSpace, true)
	current, state := []byte(nil), "in descriptor"
	flush := func() {
		if len(current) > 0 {
			descriptors = append(descriptors, string(current))
			current = nil
		}
	}
	for ; ; in.position++ {
		if in.pastEnd() {
			if state != "after descriptor" {
				flush()
			}
			return descriptors
		}
		c := in.text[in.position]
		switch state {
		case "in descriptor":
			switch {
			case in.at(slowSpace):
				if len(current) > 0 {
					flush()
					state = "after descriptor"
				}
			case c == ',':
				in.position++
				flush()
				return descriptors
			case c == '(':
				current = append(current, c)
				state = "in parens"
			default:
				current = append(current, c)
			}
		case "in parens":
			current = append(current, c)
			if c == ')' {
				state = "in descriptor"
			}
		case "after descriptor":
			if !in.at(slowSpace) {
				state = "in descriptor"
				in.position--
			}
		}
	}
}

// slowCandidate is the descriptor parser.
func slowCandidate(url string, descriptors []string) (c Candidate, ok bool) {
	isError := false
	var width, height *int
	var density *float64
	for _, d := range descriptors {
		number, unit := d[:len(d)-1], d[len(d)-1]
		switch {
		case unit == 'w' && validInteger.MatchString(number):
			if width != nil || density != nil {
				isError = true
			}
			n := slowInteger(number)
			if n == 0 {
				isError = true
			} else {
				width = &n
			}
		case unit == 'x' && validFloat.MatchString(number):
			if width != nil || density != nil || height != nil {
				isError = true
			}
			f, err := strconv.ParseFloat(number, 64)
			if err != nil || f < 0 {
				isError = true
			} else {
				density = &f
			}
		case unit == 'h' && validInteger.MatchString(number):
			if height != nil || density != nil {
				isError = true
			}
			n := slowInteger(number)
			if n == 0 {
				isError = true
			} else {
				height = &n
			}
		default:
			isError = true
		}
	}
	if height != nil && width == nil {
		isError = true
	}
	c = Candidate{Reference: url, Density: 1}
	if width != nil {
		c.Width, c.Density = *width, 0
	}
	if density != nil {
		c.Density = *density
	}
	return c, !isError
}

// slowRefresh is "shared declarative refresh steps".
func slowRefresh(value string) (seconds int, reference string, ok bool) {
	in := &input{value, 0}
	in.collect(slowSpace, true)
	time := 0
	timeString := in.collect(slowDigits, true)
	if timeString == "" {
		if !in.at(".") {
			return 0, "", false
		}
	} else {
		time = slowInteger(timeString)
	}
	in.collect(slowDigits+".", true)
	if !in.pastEnd() {
		if !in.at(";," + slowSpace) {
			return 0, "", false
		}
		in.collect(slowSpace, true)
		if in.at(";,") {
			in.position++
		}
		in.collect(slowSpace, true)
	}
	if in.pastEnd() {
		return time, "", true
	}
	urlString := in.text[in.position:]
	for _, letter := range []string{"Uu", "Rr", "Ll"} {
		if !in.at(letter) {
			if letter == "Uu" {
				return time, slowSkipQuotes(in), true
			}
			return time, urlString, true
		}
		in.position++
	}
	in.collect(slowSpace, true)
	if !in.at("=") {
		return time, urlString, true
	}
	in.position++
	in.collect(slowSpace, true)
	return time, slowSkipQuotes(in), true
}

// slowSkipQuotes is the step "skip quotes" and those after it.
func slowSkipQuotes(in *input) string {
	quote := ""
	if in.at(`"'`) {
		quote = in.text[in.position : in.position+1]
		in.position++
	}
	urlString := in.text[in.position:]
	if quote != "" {
		if i := strings.Index(urlString, quote); i >= 0 {
			urlString = urlString[:i]
		}
	}
	return urlString
}

// slowLinks is RFC 8288, Appendix B.2, with the comma before a link, and without the resolving.
func slowLinks(field string) (links []Link) {
	in := &input{field, 0}
	for !in.pastEnd() {
		in.collect(" \t,", true)
		if !in.at("<") {
			return links
		}
		in.position++
		target := in.collect(">", false)
		if !in.at(">") {
			return links
		}
		in.position++
		parameters := slowParameters(in)
		l := Link{Target: target}
		first := func(name string) (string, bool) {
			i := slices.IndexFunc(parameters, func(p Param) bool { return p.Name == name })
			if i < 0 {
				return "", false
			}
			return parameters[i].Value, true
		}
		rel, _ := first("rel")
		for _, relation := range regexp.MustCompile(`[ \t]+`).Split(rel, -1) {
			if relation != "" {
				l.Rel = append(l.Rel, slowLower(relation))
			}
		}
		if anchor, ok := first("anchor"); ok {
			l.Anchor = uri.Defined(anchor)
		}
		var attributes []Param
		for _, p := range parameters {
			if slices.Contains([]string{"rel", "anchor", "rel*", "anchor*"}, p.Name) ||
				slices.Contains([]string{"media", "title", "title*", "type"}, p.Name) && slices.ContainsFunc(attributes, func(q Param) bool { return p.Name == q.Name }) {
				continue
			}
			attributes = append(attributes, p)
		}
		for _, p := range attributes { // steps 15 and 16, for all names at once
			base, isExt := strings.CutSuffix(p.Name, "*")
			if isExt || !slices.ContainsFunc(attributes, func(q Param) bool { return q.Name == p.Name+"*" }) {
				l.Params = append(l.Params, Param{base, p.Value})
			}
		}
		links = append(links, l)
	}
	return links
}

// slowParameters is B.3.
func slowParameters(in *input) (parameters []Param) {
	for !in.pastEnd() {
		in.collect(" \t", true)
		if !in.at(";") {
			return parameters
		}
		in.position++
		in.collect(" \t", true)
		name := slowLower(in.collect(" \t=;,", false))
		in.collect(" \t", true)
		value, isError := "", false
		if in.at("=") {
			in.position++
			in.collect(" \t", true)
			if in.at(`"`) {
				value = slowQuoted(in, false)
			} else {
				value = in.collect(";,", false)
			}
			if strings.HasSuffix(name, "*") {
				var ok bool
				value, ok = slowExtValue(value)
				isError = !ok
			}
		}
		if !isError {
			parameters = append(parameters, Param{name, value})
		}
		in.collect(" \t", true)
		if in.at(",") || in.pastEnd() {
			return parameters
		}
	}
	return parameters
}

// slowQuoted is B.4, and "collect an HTTP quoted string", which keeps a "\" at the end.
func slowQuoted(in *input, keep bool) string {
	var output []byte
	in.position++
	for !in.pastEnd() {
		c := in.text[in.position]
		in.position++
		switch {
		case c == '\\' && in.pastEnd():
			if keep {
				output = append(output, c)
			}
		case c == '\\':
			output = append(output, in.text[in.position])
			in.position++
		case c == '"':
			return string(output)
		default:
			output = append(output, c)
		}
	}
	return string(output)
}

var extValueExpr = regexp.MustCompile(`^([^']*)'[^']*'((?:%[0-9A-Fa-f]{2}|[A-Za-z0-9!#$&+\-.^_` + "`" + `|~])*)$`)

// slowExtValue is RFC 8187, 3.2.1.
func slowExtValue(s string) (string, bool) {
	m := extValueExpr.FindStringSubmatch(s)
	if m == nil {
		return "", false
	}
	decoded := regexp.MustCompile(`%..`).ReplaceAllStringFunc(m[2], func(e string) string {
		n, _ := strconv.ParseUint(e[1:], 16, 8)
		return string([]byte{byte(n)})
	})
	switch slowLower(m[1]) {
	case "utf-8":
		return decoded, utf8.ValidString(decoded)
	case "iso-8859-1":
		return slowLatin1(decoded), true
	}
	return "", false
}

func slowLatin1(s string) (text string) {
	var runes []rune
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return string(runes)
}

// slowLower is "ASCII lowercase".
func slowLower(s string) string {
	b := []byte(s)
	for i := range b {
		if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// slowData is the "data: URL processor" on the serialization of a URL without its fragment.
func slowData(serialized string) (media string, body []byte, ok bool) {
	in := &input{serialized, len("data:")}
	mimeType := strings.Trim(in.collect(",", false), slowSpace)
	if in.pastEnd() {
		return "", nil, false
	}
	in.position++
	encoded := in.text[in.position:]
	for i := 0; i < len(encoded); i++ {
		n, err := strconv.ParseUint(encoded[min(i+1, len(encoded)):min(i+3, len(encoded))], 16, 8)
		if encoded[i] == '%' && err == nil && i+3 <= len(encoded) {
			body = append(body, byte(n))
			i += 2
		} else {
			body = append(body, encoded[i])
		}
	}
	if m := regexp.MustCompile(`(?s)^(.*); *(?i:base64)$`).FindStringSubmatch(mimeType); m != nil {
		mimeType = m[1]
		stripped := strings.Map(func(r rune) rune {
			if strings.ContainsRune(slowSpace, r) {
				return -1
			}
			return r
		}, slowLatin1(string(body)))
		if len(stripped)%4 == 0 {
			stripped = regexp.MustCompile(`={1,2}$`).ReplaceAllString(stripped, "")
		}
		if len(stripped)%4 == 1 || !regexp.MustCompile(`^[A-Za-z0-9+/]*$`).MatchString(stripped) {
			return "", nil, false
		}
		body, _ = base64.RawStdEncoding.DecodeString(stripped)
	}
	if strings.HasPrefix(mimeType, ";") {
		mimeType = "text/plain" + mimeType
	}
	if media, ok = slowMediaType(mimeType); !ok {
		media = "text/plain;charset=US-ASCII"
	}
	return media, body, true
}

var (
	httpToken = regexp.MustCompile("^[-!#$%&'*+.^_`|~A-Za-z0-9]+$")
	quotable  = regexp.MustCompile(`^[\t -~]*$`)
)

// slowMediaType is "parse a MIME type", and "serialize a MIME type".
func slowMediaType(s string) (string, bool) {
	const httpSpace = "\t\n\r "
	in := &input{strings.Trim(s, httpSpace), 0}
	kind := in.collect("/", false)
	if !httpToken.MatchString(kind) || in.pastEnd() {
		return "", false
	}
	in.position++
	subtype := strings.TrimRight(in.collect(";", false), httpSpace)
	if !httpToken.MatchString(subtype) {
		return "", false
	}
	type parameter struct{ name, value string }
	var parameters []parameter
	for !in.pastEnd() {
		in.position++
		in.collect(httpSpace, true)
		name := slowLower(in.collect(";=", false))
		if !in.pastEnd() {
			if in.at(";") {
				continue
			}
			in.position++
		}
		if in.pastEnd() {
			break
		}
		var value string
		if in.at(`"`) {
			value = slowQuoted(in, true)
			in.collect(";", false)
		} else if value = strings.TrimRight(in.collect(";", false), httpSpace); value == "" {
			continue
		}
		if httpToken.MatchString(name) && quotable.MatchString(value) && !slices.ContainsFunc(parameters, func(p parameter) bool { return p.name == name }) {
			parameters = append(parameters, parameter{name, value})
		}
	}
	serialization := slowLower(kind) + "/" + slowLower(subtype)
	for _, p := range parameters {
		if !httpToken.MatchString(p.value) {
			p.value = `"` + strings.ReplaceAll(strings.ReplaceAll(p.value, `\`, `\\`), `"`, `\"`) + `"`
		}
		serialization += ";" + p.name + "=" + p.value
	}
	return serialization, true
}

// dispositionExpr is content-disposition, and parameterExpr a disposition-parm, of RFC 6266, 4.1. OWS is LWS.
var (
	dispositionExpr = regexp.MustCompile(`(?s)^[ \t]*` + tokenExpr + `[ \t]*(` + parameterExpr + `)*$`)
	oneParameter    = regexp.MustCompile(`(?s)` + parameterExpr)
)

const (
	tokenExpr     = "[-!#$%&'*+.^_`|~A-Za-z0-9]+"
	parameterExpr = `;[ \t]*(` + tokenExpr + `)[ \t]*=[ \t]*(` + tokenExpr + `|"((?:[^"\\]|\\.)*)")[ \t]*`
)

// slowDisposition returns the name in a field as sent, if the field is of the grammar.
func slowDisposition(field string) (name string, ok bool) {
	if !dispositionExpr.MatchString(field) {
		return "", false
	}
	found := map[string]string{}
	for _, m := range oneParameter.FindAllStringSubmatch(field, -1) {
		value := m[2]
		if strings.HasPrefix(value, `"`) {
			value = regexp.MustCompile(`(?s)\\(.)`).ReplaceAllString(m[3], "$1")
		}
		key := slowLower(m[1])
		if key == "filename*" {
			value, _ = slowExtValue(value)
		}
		if found[key] == "" {
			found[key] = value
		}
	}
	if name = found["filename*"]; name != "" {
		return name, true
	}
	name = found["filename"]
	if !utf8.ValidString(name) {
		name = slowLatin1(name)
	}
	return name, true
}
