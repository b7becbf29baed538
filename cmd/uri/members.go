package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/uri"
)

// A member is one statement of a result: a member of a JSON object or, as text, a word
// like "host=h". The zero member is left out.
type member struct {
	name, value string
	as          notation
	word        wording
	list        []member // asList: without names. asObject.
}

// A notation says how JSON has a member.
type notation uint8

const (
	absent     notation = iota
	asText              // a string
	asOctets            // a string of any bytes, by octets
	asLiteral           // a number, true or false
	asSegments          // a path: a list of segments, each ["name", ["param", ...]]
	asList
	asObject
)

// A wording says how text has a member. A list has a word for each element.
type wording uint8

const (
	named     wording = iota // name=value
	valueOnly                // value
	jsonOnly                 // nothing: it is for programs
)

func textMember(name, value string) member { return member{name: name, value: value, as: asText} }

// partMember returns the function from a part, perhaps an undefined one, to its member.
func partMember(name string) func(value string, ok bool) member {
	return func(value string, ok bool) member {
		return member{name: name, value: value, as: textIf(ok)}
	}
}

// textIf is the notation of an optional part.
func textIf(ok bool) notation {
	if ok {
		return asText
	}
	return absent
}

func dataMember(name, value string) member { return member{name: name, value: value, as: asOctets} }

func numberMember(name string, n int) member {
	return member{name: name, value: strconv.Itoa(n), as: asLiteral}
}

func boolMember(name string, v bool) member {
	return member{name: name, value: strconv.FormatBool(v), as: asLiteral}
}

func objectMember(name string, members ...member) member {
	return member{name: name, as: asObject, list: members}
}

func listMember(name string, elements []member) member {
	return member{name: name, as: asList, list: elements}
}

// resultMember is the result of a command with one text.
func resultMember(value string) member { return textMember("result", value).in(valueOnly) }

// in returns m with another wording.
func (m member) in(w wording) member {
	m.word = w
	return m
}

// forPrograms returns m for JSON only.
func (m member) forPrograms() member { return m.in(jsonOnly) }

// appendAll writes members as text or as a JSON object's.
func (f format) appendAll(b []byte, all ...member) []byte {
	if f.json {
		return appendMembers(b, all)
	}
	return appendWords(b, all)
}

// appendResult writes the result of a command with one text.
func (f format) appendResult(b []byte, value string) []byte {
	if f.json {
		return appendMembers(b, []member{resultMember(value)})
	}
	return append(b, value...)
}

// appendMembers writes members with commas between them, and one before the first if
// members of the same object stand there.
func appendMembers(b []byte, all []member) []byte {
	for i := range all {
		m := &all[i]
		if m.as == absent {
			continue
		}
		b = appendComma(b)
		if m.name != "" {
			b = append(b, '"')
			b = append(b, m.name...)
			b = append(b, `":`...)
		}
		switch m.as {
		case asText:
			b = appendString(b, m.value)
		case asOctets:
			b = appendString(b, octets(m.value))
		case asLiteral:
			b = append(b, m.value...)
		case asSegments:
			b = appendSegments(b, m.value)
		case asList:
			b = append(appendMembers(append(b, '['), m.list), ']')
		case asObject:
			b = append(appendMembers(append(b, '{'), m.list), '}')
		}
	}
	return b
}

// appendComma writes a comma, except at the beginning of a list or of an object.
func appendComma(b []byte) []byte {
	if last := b[len(b)-1]; last == '{' || last == '[' { // these end no value
		return b
	}
	return append(b, ',')
}

// appendSegments writes the segments of a path. An empty path has no segments.
func appendSegments(b []byte, path string) []byte {
	b = append(b, '[')
	for rest, more := strings.TrimPrefix(path, "/"), path != ""; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		g := uri.Segment(name)
		b = append(appendString(append(appendComma(b), '['), g.Name()), ",["...)
		for param := range g.Params() {
			b = appendString(appendComma(b), param)
		}
		b = append(b, "]]"...)
	}
	return append(b, ']')
}

// appendWords writes members as words with spaces between them.
func appendWords(b []byte, all []member) []byte {
	start := len(b)
	for i := range all {
		b = all[i].appendTo(b, start)
	}
	return b
}

// appendTo writes m as words. The first of them begins at b[start].
func (m *member) appendTo(b []byte, start int) []byte {
	switch {
	case m.as == absent || m.word == jsonOnly:
		return b
	case m.as == asObject:
		for i := range m.list {
			b = m.list[i].appendTo(b, start)
		}
		return b
	case m.as == asList:
		for _, element := range m.list {
			if element.as == asObject { // a name and a value
				element = dataMember("", element.list[0].value+"="+element.list[1].value)
			}
			element.name = m.name
			b = element.appendTo(b, start)
		}
		return b
	}
	if len(b) > start {
		b = append(b, ' ')
	}
	if m.word == named {
		b = append(b, m.name...)
		b = append(b, '=')
	}
	value := octets(m.value)
	if strings.ContainsAny(value, ` "`) && m.word == named {
		value = `"` + strings.ReplaceAll(value, `"`, `\"`) + `"`
	}
	return append(b, value...)
}

// octets returns s in printable ASCII: other bytes as \xHH, "\" as "\\".
func octets(s string) string {
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

// isPlain holds the bytes without a need for an escape in a JSON string.
var isPlain = func() (t [256]bool) {
	for c := ' '; c <= '~'; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// plainPrefix returns the length of the longest prefix of s without a need for escapes
// in a JSON string.
func plainPrefix(s string) int {
	for i := range len(s) {
		if !isPlain[s[i]] {
			return i
		}
	}
	return len(s)
}

// appendString writes s as a JSON string. An invalid byte becomes U+FFFD, as in package
// encoding/json, since JSON has no way to write it. Unprintable characters are escaped,
// to protect terminals.
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
