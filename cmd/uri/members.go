package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A member is one statement of a result: a member of a JSON object, or a word like "host=h".
type member struct {
	name      string
	text      string // the value, if value is nil
	value     any    // a number, a truth value, or one of the types below
	word      wording
	undefined bool // the member is left out
}

type (
	octets string   // any bytes, written in printable ASCII
	pair   struct { // in JSON an object, and in text name=value
		Name, Value string
	}
	list   []any
	object []member
)

// A wording says how a member is written as text. A list or an object has a word for each element.
type wording uint8

const (
	named     wording = iota // name=value
	valueOnly                // value
	jsonOnly                 // nothing: it is for programs
	textOnly                 // value, and JSON has nothing
)

// listOf returns the list of these values, each converted for a member.
func listOf[T any](values []T, convert func(T) any) list {
	all := make(list, len(values))
	for i, v := range values {
		all[i] = convert(v)
	}
	return all
}

// field returns a member with a text. As text it is name=value.
func field(name, text string) member { return member{name: name, text: text} }

// typed returns a member with another value.
func typed(name string, value any) member { return member{name: name, value: value} }

// optional makes a member from the two results of an accessor, as in optional("host")(u.Host()).
func optional(name string) func(text string, ok bool) member {
	return func(text string, ok bool) member { return member{name: name, text: text, undefined: !ok} }
}

// as returns m with another wording.
func (m member) as(w wording) member {
	m.word = w
	return m
}

// resultOf returns the member of a result that is one text.
func resultOf(value string) member { return field("result", value).as(valueOnly) }

// textResult returns the result of an action that is one text, unless err refuses the input.
func textResult(text string, err error) (object, error) {
	if err != nil {
		return nil, err
	}
	return object{resultOf(text)}, nil
}

// appendMembers writes the members of o for JSON, with commas between them.
func (o object) appendMembers(b []byte) []byte {
	for _, m := range o {
		switch {
		case m.undefined || m.word == textOnly:
			continue
		case m.value == nil:
			b = appendString(appendName(b, m.name), m.text)
		default:
			b = appendJSON(appendName(b, m.name), m.value)
		}
	}
	return b
}

// appendName writes the name of a member, with a comma before it if another member is there.
func appendName(b []byte, name string) []byte {
	return append(append(append(appendComma(b), '"'), name...), `":`...)
}

// appendJSON writes the value of a member.
func appendJSON(b []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return appendString(b, v)
	case octets:
		return appendString(b, printable(string(v)))
	case pair:
		return appendJSON(b, object{typed("name", octets(v.Name)), typed("value", octets(v.Value))})
	case object:
		return append(v.appendMembers(append(b, '{')), '}')
	case list:
		b = append(b, '[')
		for _, element := range v {
			b = appendJSON(appendComma(b), element)
		}
		return append(b, ']')
	}
	return fmt.Append(b, value)
}

// appendComma writes a comma, except at the beginning of a list or of an object.
func appendComma(b []byte) []byte {
	if last := b[len(b)-1]; last == '{' || last == '[' { // these end no value
		return b
	}
	return append(b, ',')
}

// appendWords writes m as words. The first word of the text begins at b[start].
func (m member) appendWords(b []byte, start int) []byte {
	if m.undefined || m.word == jsonOnly {
		return b
	}
	switch v := m.value.(type) {
	case object:
		for _, inner := range v {
			b = inner.appendWords(b, start)
		}
		return b
	case list:
		for _, element := range v {
			b = typed(m.name, element).appendWords(b, start)
		}
		return b
	case pair:
		m.text = v.Name + "=" + v.Value
	case nil:
	default:
		m.text = fmt.Sprint(v)
	}
	if len(b) > start {
		b = append(b, ' ')
	}
	if m.word != named {
		return append(b, m.text...)
	}
	value := printable(m.text)
	if strings.ContainsAny(value, ` "`) {
		value = `"` + strings.ReplaceAll(value, `"`, `\"`) + `"`
	}
	return append(append(append(b, m.name...), '='), value...)
}

// printable returns s in printable ASCII: other bytes as \xHH, "\" as "\\".
func printable(s string) string {
	if plainPrefix(s) == len(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isPlain holds the bytes that need no escape in a JSON string.
var isPlain = func() (t [256]bool) {
	for c := ' '; c <= '~'; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// plainPrefix returns the length of the longest prefix of s that needs no escape in a JSON string.
func plainPrefix(s string) int {
	for i := range len(s) {
		if !isPlain[s[i]] {
			return i
		}
	}
	return len(s)
}

// appendString writes s as a JSON string. An invalid byte becomes U+FFFD, as in package
// encoding/json. Unprintable characters are escaped, to protect terminals.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		i := plainPrefix(s)
		b = append(b, s[:i]...)
		if i == len(s) {
			return append(b, '"')
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == utf8.RuneError || !unicode.IsPrint(r):
			for _, unit := range utf16.AppendRune(nil, r) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		default:
			b = append(b, s[i:i+n]...)
		}
		s = s[i+n:]
	}
}
