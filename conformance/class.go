package main

import (
	"strings"
)

// A production is a rule of an RFC and its section.
type production struct{ section, name string }

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// classes are the classes of each RFC, with the broken production if an octet is refused
// although its class is allowed.
var classes = map[string][]struct {
	octets string
	class  string // the name in the RFC
	production
}{
	"3986": {
		{letters, "ALPHA", production{"2.3", "unreserved"}}, {digits, "DIGIT", production{"2.3", "unreserved"}},
		{"-._~", "unreserved", production{"2.3", "unreserved"}}, {"%", "pct-encoded", production{"2.1", "pct-encoded"}},
		{":/?#[]@", "gen-delims", production{}}, {"!$&'()*+,;=", "sub-delims", production{}},
	},
	"2396": {
		{letters, "alpha", production{"2.3", "unreserved"}}, {digits, "digit", production{"2.3", "unreserved"}},
		{"-_.!~*'()", "mark", production{"2.3", "unreserved"}}, {"%", "escaped", production{"2.4.1", "escaped"}},
		{";/?:@&=+$,", "reserved", production{}}, {"<>#\"", "delims", production{}}, {"{}|\\^[]`", "unwise", production{}},
	},
	"1738": {
		{letters, "alpha", production{"5", "unreserved"}}, {digits, "digit", production{"5", "unreserved"}}, {"$-_.+", "safe", production{"5", "unreserved"}},
		{"!*'(),", "extra", production{"5", "unreserved"}}, {"%", "escape", production{"5", "escape"}}, {";/?:@&=", "reserved", production{}},
		{"{}|\\^~[]`", "national", production{}}, {"<>#\"", "punctuation", production{}},
	},
}

// class returns the class of an octet, or of the end of a text.
func (s *spec) class(octet int) string {
	if octet == endOfText {
		return "end of text"
	}
	for _, c := range classes[s.base()] {
		if strings.IndexByte(c.octets, byte(octet)) >= 0 {
			return c.class
		}
	}
	switch {
	case octet >= 0x80:
		return "above 0x7F"
	case octet < ' ' || octet == 0x7F:
		return "control"
	case octet == ' ':
		return "space"
	}
	return "other"
}

// base returns the RFC with the classes and sections of s.
func (s *spec) base() string {
	if s.rfc == "3987" {
		return "3986"
	}
	return s.rfc
}

// sections are the sections and productions of the parts.
var sections = map[string][partCount]production{
	"3986": {
		{"3.1", "scheme"}, {"3.2", "authority"}, {"3.2.1", "userinfo"}, {"3.2.2", "host"}, {"3.2.3", "port"},
		{"3.3", "path"}, {"3.4", "query"}, {"3.5", "fragment"},
	},
	"3987": {
		{"2.2", "scheme"}, {"2.2", "iauthority"}, {"2.2", "iuserinfo"}, {"2.2", "ihost"}, {"2.2", "port"},
		{"2.2", "ipath"}, {"2.2", "iquery"}, {"2.2", "ifragment"},
	},
	"2396": {
		{"3.1", "scheme"}, {"3.2", "authority"}, {"3.2.2", "userinfo"}, {"3.2.2", "host"}, {"3.2.2", "port"},
		{"3.3", "path"}, {"3.4", "query"}, {"4.1", "fragment"},
	},
}

// production returns the production at text[place]. refused means that a valid text is
// refused there.
func (s *spec) production(text string, place, octet int, refused bool) production {
	if refused {
		for _, c := range classes[s.base()] {
			if strings.IndexByte(c.octets, byte(octet)) >= 0 && c.name != "" && strings.IndexByte(letters+digits, byte(octet)) < 0 {
				return c.production
			}
		}
	}
	if i := strings.LastIndexByte(text[:place], '%'); i >= 0 && place-i < len("%hh") {
		switch s.rfc {
		case "2396":
			return production{"2.4.1", "escaped"}
		case "1738":
			return production{"5", "escape"}
		}
		return production{"2.1", "pct-encoded"}
	}
	if s.rfc == "1738" {
		return production{"5", rule1738(text)}
	}
	r := record{text: text[:place], parts: splitParts(text[:place])}
	at := path
	switch {
	case r.parts[fragment].ok:
		at = fragment
	case r.parts[query].ok:
		at = query
	case r.parts[authority].ok && r.parts[path].start == r.parts[path].end:
		at = s.authorityPart(text, r.parts[authority].start, place)
	}
	if !r.parts[scheme].ok && !strings.ContainsAny(text[:place], "/?#") && octet == ':' {
		at = scheme
	}
	if (at == userinfo || at == host) && strings.Contains(text[r.parts[authority].start:place], "[") {
		if s.rfc == "2396" {
			return production{"RFC 2732, 3", "ipv6reference"}
		}
		return production{"3.2.2", "IP-literal"}
	}
	return sections[s.rfc][at]
}

// authorityPart returns the part at place of the authority at start.
func (s *spec) authorityPart(text string, start, place int) int {
	end := len(text)
	if n := strings.IndexAny(text[start:], "/?#"); n >= 0 {
		end = start + n
	}
	if at := strings.IndexByte(text[start:end], '@'); at >= 0 {
		if place <= start+at {
			return userinfo
		}
		start += at // the "@" ends no part here
	}
	before := text[start:place]
	closed := strings.LastIndexByte(before, ']') // an address has ":" too
	if strings.LastIndexByte(before, ':') > closed && strings.LastIndexByte(before, '[') <= closed {
		return port
	}
	return host
}

// rule1738 returns the rule of RFC 1738, section 5, for the scheme of a text.
func rule1738(text string) string {
	name, _, ok := strings.Cut(text, ":")
	name = strings.ToLower(name)
	if ok && strings.Contains(" ftp http gopher mailto news nntp telnet wais file prospero ", " "+name+" ") {
		return name + "url"
	}
	return "genericurl"
}
