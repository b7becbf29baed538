package main

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// A view is a reading as it is shown.
type view struct {
	guard.Reading        // without parts if it cannot be shown
	verdict       string // "accepted", or why not
	read          bool   // it has parts
	relative      bool   // the reader would read the text only with a base
	normal        string // the normal form, "" if there is none
}

// views returns the reading of each reader. The verdict is that on the text itself, the
// parts are those of shown, which is the text or the masked text.
func views(in, shown string) (all []view) {
	parts := guard.Readings(shown)
	for i, r := range guard.Readings(in) {
		v := view{Reading: parts[i], verdict: "accepted", read: true}
		var web *web.Error
		switch {
		case errors.As(r.Err, &web) && web.Name == "missing-scheme-non-relative-URL":
			v.verdict, v.relative = "read against the page that it is in", true
		case r.Err != nil:
			v.verdict = "refused: " + shortReason(r.Err)
		case v.Err != nil:
			v.verdict = "accepted, but not shown, since it may contain a password"
		}
		if r.Err != nil || v.Err != nil {
			v.Reading, v.read = guard.Reading{By: r.By, Err: r.Err}, false
		} else {
			v.normal = normalForm(v.By, shown)
		}
		all = append(all, v)
	}
	if _, err := uri.ParseRFC2396(in); err != nil && all[0].read {
		all[0].verdict += ", with the IPv6 literals of RFC 2732"
	}
	return all
}

// shortReason returns the message of an error of a reader without the text that is read.
func shortReason(err error) string {
	var s *uri.SyntaxError
	var w *web.Error
	var g *guard.Error
	switch {
	case errors.As(err, &s):
		return fmt.Sprintf("%s at byte %d (%s)", s.Reason(), s.Offset, s.Rule.Section())
	case errors.As(err, &w):
		return fmt.Sprintf("%s at byte %d", w.Name, w.Offset)
	case errors.As(err, &g):
		return g.Reason
	}
	return withoutPrefix(err)
}

// normalForm returns the normal form of a text that the reader accepts.
func normalForm(by, s string) string {
	u, err := uri.Parse(s)
	switch {
	case by == "URL Standard":
		if v, err := web.Parse(s); err == nil {
			return v.String()
		}
	case by == "net/url":
		if v, err := url.Parse(s); err == nil {
			return v.String()
		}
	case err != nil:
	case by == "RFC 2396":
		return uri.RFC2396.Normalize(u).String()
	case by == "RFC 3986":
		return uri.RFC3986.Normalize(u).String()
	}
	return ""
}

// A readPart is a part of a reading.
type readPart struct {
	name string
	get  func(r *guard.Reading) uri.Optional
}

// readParts are in the order of the text.
var readParts = []readPart{
	{"scheme", func(r *guard.Reading) uri.Optional { return r.Scheme }},
	{"userinfo", func(r *guard.Reading) uri.Optional { return r.Userinfo }},
	{"host", func(r *guard.Reading) uri.Optional { return r.Host }},
	{"port", func(r *guard.Reading) uri.Optional { return r.Port }},
	{"path", func(r *guard.Reading) uri.Optional { return r.Path }},
	{"query", func(r *guard.Reading) uri.Optional { return r.Query }},
	{"fragment", func(r *guard.Reading) uri.Optional { return r.Fragment }},
}

// partMembers are the parts of r.
func partMembers(r guard.Reading) (all []member) {
	for _, p := range readParts {
		text, ok := p.get(&r).Get()
		all = append(all, partMember(p.name, text, ok))
	}
	return all
}

// readingsMember lists the readings of a text. It has the parts of shown,
// which is the text or, with -redact, the masked text.
func readingsMember(in, shown string) member {
	var all []member
	parts := guard.Readings(shown)
	for i, r := range guard.Readings(in) {
		members := []member{textMember("by", r.By)}
		switch {
		case r.Err != nil:
			refusal := errorMembers(r.Err)
			members = append(members, objectMember("error", refusal[:]...))
		case parts[i].Err == nil:
			members = append(members, partMembers(parts[i])...)
		}
		all = append(all, objectMember("", members...))
	}
	return listMember("readings", all)
}

// appendReadings writes the readings of a text, a line for each, and then the rules by
// which they part. It has the parts of shown, which is the text or the masked text.
func appendReadings(b []byte, in, shown string) []byte {
	all := views(in, shown)
	if text := shortened(shown); strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		b = append(b, octets(text)...)
	} else {
		b = append(b, text...)
	}
	for _, v := range all {
		b = fmt.Appendf(b, "\n%-13s ", v.By)
		if !v.read {
			b = append(b, v.verdict...)
			continue
		}
		b = appendWords(b, partMembers(v.Reading))
	}
	for _, line := range partingRules(in, all) {
		b = append(append(b, '\n'), line...)
	}
	return b
}

// partingRules returns the rules by which readers part, each with the parts that they find
// differently by it.
func partingRules(in string, all []view) (lines []string) {
	var order []string
	parts := map[string][]string{}
	for _, p := range readParts {
		for i := range all {
			for j := range all[:i] {
				if !all[i].read || !all[j].read || p.get(&all[i].Reading) == p.get(&all[j].Reading) {
					continue
				}
				rule := partingRule(p.name, in, &all[j].Reading, &all[i].Reading)
				if parts[rule] == nil {
					order = append(order, rule)
				}
				if !slices.Contains(parts[rule], p.name) {
					parts[rule] = append(parts[rule], p.name)
				}
			}
		}
	}
	for _, rule := range order {
		lines = append(lines, strings.Join(parts[rule], ", ")+": "+rule)
	}
	return lines
}

// The rules by which readers part.
const (
	ruleTabs      = "browsers remove tabs and line breaks, and controls and spaces at the ends (URL Standard, 4.4)"
	ruleBackslash = `browsers read "\" as "/" if the scheme is special (URL Standard, 4.4)`
	ruleCase      = "browsers and net/url write the scheme in lower case (RFC 3986, 3.1; URL Standard, 4.4, scheme state)"
	ruleRegistry  = "an authority without a host, or with several, is the name of a registry (RFC 2396, 3.2.1)"
	ruleOpaque    = `an opaque part may contain "?", which begins no query there (RFC 2396, 3)`
	ruleNetEmpty  = "net/url does not tell an empty part from a missing one (net/url, URL)"
	ruleNetUser   = "net/url decodes user and password, and escapes them again (net/url, Userinfo)"
	ruleNetText   = "net/url decodes the text, and escapes other characters when it writes it (net/url, EscapedPath)"
	rulePort      = "browsers drop an empty port and the default port of the scheme, and zeros before a port (URL Standard, 4.4, port state)"
	ruleUser      = `browsers end the userinfo at the last "@", escape it again, and drop what is empty in it (URL Standard, 4.4, authority state)`
	ruleSlashes   = "browsers skip any number of slashes before the host if the scheme is special (URL Standard, 4.4, special authority ignore slashes state)"
	ruleIPv6      = "browsers write an IPv6 address in its shortest form (URL Standard, 3.5)"
	ruleNumber    = "browsers read a host that ends in a number as an IPv4 address, also in octal and hexadecimal (URL Standard, 3.5)"
	ruleHost      = "browsers decode the escapes of a host, and write it in lower case (URL Standard, 3.5)"
	ruleLocalhost = "browsers leave out the host localhost of a file URL (URL Standard, 4.4, file host state)"
	ruleEmptyPath = `browsers write an empty path as "/" if the scheme is special (URL Standard, 4.4, path start state)`
	ruleDots      = "browsers remove dot segments at once, also escaped ones (URL Standard, 4.4, path state); RFC 3986 does so when it resolves (5.2.4)"
	ruleDrive     = "browsers know the drive letters of file URLs (URL Standard, 4.4, file state)"
	ruleEscapes   = "browsers escape other characters (URL Standard, 1.3)"
)

// partingRule names the rule by which two readers, in the order of guard.Readings, come to
// different texts of a part: the first that can be the reason.
func partingRule(part, in string, a, b *guard.Reading) string {
	none := uri.Optional{}
	if part == "scheme" {
		return ruleCase
	}
	if a.By == "RFC 2396" && a.Userinfo == none && a.Port == none && (b.Userinfo != none || b.Port != none) && strings.ContainsAny(a.Host.String(), "@:") {
		return ruleRegistry
	}
	if u, err := uri.Parse(in); err == nil && u.IsOpaque() && a.By == "RFC 2396" && (part == "path" || part == "query") && strings.Contains(u.Path(), "?") {
		return ruleOpaque
	}
	if a.By == "URL Standard" { // it parts from net/url for the reasons it parts from the others
		a, b = b, a
	}
	values := func(r *guard.Reading) string {
		i := slices.IndexFunc(readParts, func(p readPart) bool { return p.name == part })
		return readParts[i].get(r).String()
	}
	x, y := values(a), values(b)
	netURL := a.By == "net/url" || b.By == "net/url"
	switch {
	case x == "" && y == "" && netURL && (part == "host" || part == "fragment"):
		return ruleNetEmpty
	case b.By != "URL Standard" && part == "userinfo":
		return ruleNetUser
	case b.By != "URL Standard":
		return ruleNetText
	case in != strings.TrimFunc(strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, in), func(r rune) bool { return r <= ' ' }):
		return ruleTabs
	case strings.Contains(in, `\`) && y != x+"/":
		return ruleBackslash
	case part == "port":
		return rulePort
	case part == "userinfo":
		return ruleUser
	case (part == "host" || part == "path") && a.Host.String() == "" && b.Host.String() != "":
		return ruleSlashes
	case part == "host" && y == "" && strings.EqualFold(x, "localhost"):
		return ruleLocalhost
	case part == "host" && strings.HasPrefix(y, "["):
		return ruleIPv6
	case part == "host" && strings.Trim(y, "0123456789.") == "":
		return ruleNumber
	case part == "host":
		return ruleHost
	case part == "path" && x == "" && y == "/":
		return ruleEmptyPath
	case part == "path" && b.Scheme.String() == "file" && strings.ContainsAny(y, ":|"):
		return ruleDrive
	case part == "path" && strings.Contains(strings.ReplaceAll(strings.ToLower(x), "%2e", "."), "/."):
		return ruleDots
	}
	return ruleEscapes
}

// compare sets the rows of the table of readings.
func (x *section) compare(in string) {
	all := views(in, masked(in))
	add := func(name string, get func(v *view) uri.Optional) {
		line := comparison{Name: name}
		var values []uri.Optional
		for i := range all {
			v := get(&all[i])
			line.Cells = append(line.Cells, all[i].cell(v))
			if all[i].read {
				values = append(values, v)
			}
		}
		for _, v := range values {
			line.Differs = line.Differs || v != values[0]
		}
		x.Rows = append(x.Rows, line)
	}
	verdict := comparison{Name: "verdict"}
	for _, v := range all {
		verdict.Cells = append(verdict.Cells, cell{Note: v.verdict})
		verdict.Differs = verdict.Differs || !v.relative && v.read != all[0].read
	}
	x.Rows = append(x.Rows, verdict)
	for _, p := range readParts {
		add(p.name, func(v *view) uri.Optional { return p.get(&v.Reading) })
	}
	add("normal form", func(v *view) uri.Optional {
		if v.normal == "" {
			return uri.Optional{}
		}
		return uri.Defined(v.normal)
	})
	x.Rules = partingRules(in, all)

	u, err := uri.Parse(in)
	if err != nil {
		return
	}
	x.Verdicts = []string{
		agreement(guard.AgreesWithBrowsers(u), "Browsers ask for the same resource as RFC 3986."),
		agreement(guard.AgreesWithNetURL(u), "Go’s net/url, which net/http parses the text with, finds the same parts."),
	}
}

// agreement returns a sentence: the message of err, or agreed if err is nil.
func agreement(err error, agreed string) string {
	if err == nil {
		return agreed
	}
	var e *guard.Error
	if !errors.As(err, &e) {
		return withoutPrefix(err) + "."
	}
	reader := "A browser"
	if e.Reader == "net/url" {
		reader = "Go’s net/url"
	}
	return reader + " disagrees about the " + e.Part + ": " + e.Reason + "."
}

// cell shows a part that the reader has found.
func (v *view) cell(part uri.Optional) cell {
	text, ok := part.Get()
	switch {
	case !v.read:
		return cell{Note: "–"}
	case !ok:
		return cell{Note: "none"}
	case text == "":
		return cell{Note: "empty"}
	}
	return cell{Text: shortened(text)}
}
