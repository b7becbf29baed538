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
	open          bool   // the reader may accept the text with a base, or with tables
}

// views returns the reading of each reader. The verdict is about the text itself. The
// parts are from shown: the text or the masked text.
func views(in, shown string) (all []view) {
	parts := guard.Readings(shown)
	for i, r := range guard.Readings(in) {
		v := view{Reading: parts[i], verdict: "accepted", read: true}
		var refusal *web.Error
		switch {
		case errors.As(r.Err, &refusal) && refusal.Name == "missing-scheme-non-relative-URL":
			v.verdict, v.open = "read against the page that it is in", true
		case errors.Is(r.Err, web.ErrNoToASCII):
			v.verdict, v.open = "not known: "+aboutNames, true
		case r.Err != nil:
			v.verdict = "refused: " + shortReason(r.Err)
		case v.Err != nil:
			v.verdict = notShown
		}
		if r.Err != nil || v.Err != nil {
			v.Reading, v.read = guard.Reading{By: r.By, Err: r.Err}, false
		}
		all = append(all, v)
	}
	if strings.HasPrefix(all[by2396].Host.String(), "[") {
		all[by2396].verdict += ", with the IPv6 literals of RFC 2732"
	}
	return all
}

// notShown is the verdict on an accepted text if its masked text is refused.
const notShown = "accepted, but not shown, since it may contain a password"

// shortReason returns the rule and the message of an error of a reader, without the text
// that is read.
func shortReason(err error) string {
	var s *uri.SyntaxError
	var w *web.Error
	var g *guard.Error
	switch {
	case errors.As(err, &s):
		return fmt.Sprintf("%s: %s at byte %d (%s)", s.Rule, s.Reason(), s.Offset, s.Rule.Section())
	case errors.As(err, &w):
		return fmt.Sprintf("%s at byte %d (URL Standard, 1.1)", w.Name, w.Offset)
	case errors.As(err, &g):
		return g.Reason + " (net/url, Parse)"
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

// readParts are the names of the parts of a reading, in the order of the text.
var readParts = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// partOf returns the part of r with a name of readParts.
func partOf(r *guard.Reading, name string) *uri.Optional {
	parts := [...]*uri.Optional{&r.Scheme, &r.Userinfo, &r.Host, &r.Port, &r.Path, &r.Query, &r.Fragment}
	return parts[slices.Index(readParts, name)]
}

// partMembers are the parts of r.
func partMembers(r guard.Reading) (all []member) {
	for _, name := range readParts {
		all = append(all, partMember(name)(partOf(&r, name).Get()))
	}
	return all
}

// readingsMember lists the readings of a text. It has the parts of shown:
// the text or, with -redact, the masked text.
func readingsMember(in, shown string) member {
	var all []member
	for _, v := range views(in, shown) {
		members := []member{textMember("by", v.By)}
		switch {
		case v.Err != nil:
			members = append(members, errorMember(v.Err))
		case v.read:
			members = append(members, partMembers(v.Reading)...)
		}
		all = append(all, objectMember("", members...))
	}
	return listMember("readings", all)
}

// appendReadings writes the readings of a text, a line for each, and then the rules behind
// the differences. It has the parts of shown: the text or the masked text.
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
	for _, line := range differenceRules(shown, all) {
		b = append(append(b, '\n'), line...)
	}
	return b
}

// compare sets the rows of the table of readings.
func (x *section) compare(in string) {
	shown := masked(in)
	all := views(in, shown)
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
		line.Differs = slices.ContainsFunc(values, func(v uri.Optional) bool { return v != values[0] })
		x.Rows = append(x.Rows, line)
	}
	verdict := comparison{Name: "verdict"}
	for _, v := range all {
		verdict.Cells = append(verdict.Cells, cell{Note: v.verdict})
		verdict.Differs = verdict.Differs || !v.open && v.read != all[0].read
	}
	x.Rows = append(x.Rows, verdict)
	for _, name := range readParts {
		add(name, func(v *view) uri.Optional { return *partOf(&v.Reading, name) })
	}
	add("normal form", func(v *view) uri.Optional {
		if s := normalForm(v.By, shown); s != "" {
			return uri.Defined(s)
		}
		return uri.Optional{}
	})
	x.Rules = differenceRules(shown, all)

	u, err := uri.Parse(in)
	if err != nil {
		return
	}
	x.Verdicts = []string{
		agreement(guard.AgreesWithBrowsers(u), "Browsers ask for the same resource as RFC 3986."),
		agreement(guard.AgreesWithNetURL(u), "Go’s net/url, which net/http parses the text with, finds the same parts."),
	}
}

// agreement returns a sentence: the message of err, a disagreement of package guard, or
// agreed if err is nil.
func agreement(err error, agreed string) string {
	if err == nil {
		return agreed
	}
	e := err.(*guard.Error)
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
