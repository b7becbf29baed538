package main

import (
	"errors"
	"fmt"
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
	parsed := guard.Readings(shown)
	for i, r := range guard.Readings(in) {
		v := view{Reading: parsed[i], verdict: "accepted", read: true}
		switch {
		case isRelative(r.Err):
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
	if strings.HasPrefix(all[0].Host.String(), "[") {
		all[0].verdict += ", with the IPv6 literals of RFC 2732"
	}
	return all
}

// notShown is the verdict on an accepted text if its masked text is refused.
const notShown = "accepted, but not shown, since it may contain a password"

// shortReason returns the rule and the message of a reader's error, without the text read.
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

// readParts are the names of the parts of a reading, in the order of the text.
var readParts = []string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// partOf returns the part of r with a name of readParts.
func partOf(r *guard.Reading, name string) *uri.Optional {
	all := [...]*uri.Optional{&r.Scheme, &r.Userinfo, &r.Host, &r.Port, &r.Path, &r.Query, &r.Fragment}
	return all[slices.Index(readParts, name)]
}

// members are the parts that the reader has found.
func (v *view) members() (all object) {
	for _, name := range readParts {
		all = append(all, optional(name)(partOf(&v.Reading, name).Get()))
	}
	return all
}

// readingsMember lists views.
func readingsMember(all []view) member {
	var readings list
	for _, v := range all {
		reading := object{field("by", v.By)}
		if v.Err != nil {
			reading = append(reading, errorMember(v.Err))
		}
		readings = append(readings, append(reading, v.members()...))
	}
	return typed("readings", readings)
}

// readingsText returns a line for each of the views of a text, below the text as it is shown.
func readingsText(shown string, all []view) string {
	text := shortened(shown)
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		text = printable(text)
	}
	b := []byte(text)
	for _, v := range all {
		b = fmt.Appendf(b, "\n%-13s ", v.By)
		if !v.read {
			b = append(b, v.verdict...)
		}
		b = member{value: v.members()}.appendWords(b, len(b))
	}
	return string(b)
}

// compare sets the rows of the table of readings.
func (x *section) compare(in string) {
	shown := masked(in)
	all := views(in, shown)
	verdict := comparison{Name: "verdict"}
	for _, v := range all {
		verdict.Cells = append(verdict.Cells, cell{Note: v.verdict})
		verdict.Differs = verdict.Differs || !v.open && v.read != all[0].read
	}
	x.Rows = append(x.Rows, verdict)
	for _, name := range readParts {
		line := comparison{Name: name}
		found := map[uri.Optional]bool{}
		for _, v := range all {
			part := *partOf(&v.Reading, name)
			line.Cells = append(line.Cells, v.cell(part))
			if v.read {
				found[part] = true
			}
		}
		line.Differs = len(found) > 1
		x.Rows = append(x.Rows, line)
	}
	if slices.ContainsFunc(x.Rows, func(c comparison) bool { return c.Differs }) {
		x.Reasons = reasonsOf(shown, all)
	}
	u, err := uri.Parse(in)
	if err != nil {
		return
	}
	x.Verdicts = []string{
		agreement("A browser", guard.AgreesWithBrowsers(u), "Browsers ask for the same resource as RFC 3986."),
		agreement("Go’s net/url", guard.AgreesWithNetURL(u), "Go’s net/url, which net/http parses the text with, finds the same parts."),
	}
}

// agreement returns the message of err, a disagreement of package guard, or else agreed.
func agreement(reader string, err error, agreed string) string {
	if err == nil {
		return agreed
	}
	e := err.(*guard.Error)
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
