package page

import (
	"strings"

	"example.com/uri/internal/ascii"
)

const httpSpace = "\t\n\r " // HTTP whitespace (Fetch Standard)

// mimeType returns the serialization of the MIME type in s: MIME Sniffing Standard, "parse a MIME
// type" and "serialize a MIME type". It is false if s has no type and subtype.
func mimeType(s string) (text string, ok bool) {
	kind, rest, ok := strings.Cut(strings.Trim(s, httpSpace), "/")
	if !ok || !isToken(kind) {
		return "", false
	}
	subtype, params, _ := strings.Cut(rest, ";")
	subtype = strings.TrimRight(subtype, httpSpace)
	if !isToken(subtype) {
		return "", false
	}
	b := []byte(toLower(kind + "/" + subtype))
	var seen map[string]bool
	for params != "" {
		params = strings.TrimLeft(params, httpSpace) // 11.2
		end := ascii.IndexAnyOrEnd(params, 0, ";=")
		name := toLower(params[:end])
		if end == len(params) {
			break
		}
		isEmpty := params[end] == ';'
		params = params[end+1:]
		if isEmpty {
			continue
		}
		var value string
		if strings.HasPrefix(params, `"`) { // 11.8
			value, params = quotedString(params, `\`)
			_, params, _ = strings.Cut(params, ";")
		} else {
			value, params, _ = strings.Cut(params, ";")
			if value = strings.TrimRight(value, httpSpace); value == "" {
				continue
			}
		}
		if !isToken(name) || !isQuotable(value) || seen[name] { // 11.10
			continue
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		seen[name] = true
		b = appendParameter(b, name, value)
	}
	return string(b), true
}

// appendParameter appends a parameter, as "serialize a MIME type" does.
func appendParameter(b []byte, name, value string) []byte {
	b = append(append(append(b, ';'), name...), '=')
	if isToken(value) {
		return append(b, value...)
	}
	b = append(b, '"')
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, value[i])
	}
	return append(b, '"')
}

// isToken reports whether s is not empty and has only HTTP token code points (MIME Sniffing).
func isToken(s string) bool {
	for i := range len(s) {
		if !(ascii.Letter | ascii.Digit).Has(s[i]) && strings.IndexByte("!#$%&'*+-.^_`|~", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// isQuotable reports whether s has only HTTP quoted-string token code points of US-ASCII (MIME
// Sniffing). The text of a URL has no other characters.
func isQuotable(s string) bool {
	for i := range len(s) {
		if s[i] != '\t' && (s[i] < ' ' || s[i] > '~') {
			return false
		}
	}
	return true
}
