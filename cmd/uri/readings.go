package main

import (
	"errors"
	"fmt"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// A column is what one reader makes of a text.
type column struct {
	verdict  string
	read     bool // it has parts and a normal form
	relative bool // it would read the text only with a base
	reading
	normal string // "" if there is none
}

// compare sets what three readers make of a text. Each judges the text itself, and
// shows the parts of the masked one.
func (x *section) compare(in string) {
	columns := []column{by2396(in), by3986(in), byBrowsers(in)}
	add := func(name string, get func(c column) found) {
		line := comparison{Name: name}
		var values []found
		for _, c := range columns {
			v := get(c)
			line.Cells = append(line.Cells, c.cell(v))
			if c.read {
				values = append(values, v)
			}
		}
		for _, v := range values {
			line.Differs = line.Differs || v != values[0]
		}
		x.Rows = append(x.Rows, line)
	}
	verdict := comparison{Name: "verdict"}
	for _, c := range columns {
		verdict.Cells = append(verdict.Cells, cell{Note: c.verdict})
		verdict.Differs = verdict.Differs || !c.relative && c.read != columns[0].read
	}
	x.Rows = append(x.Rows, verdict)
	add("scheme", func(c column) found { return c.scheme })
	add("userinfo", func(c column) found { return c.userinfo })
	add("host", func(c column) found { return c.host })
	add("port", func(c column) found { return c.port })
	add("path", func(c column) found { return c.path })
	add("query", func(c column) found { return c.query })
	add("fragment", func(c column) found { return c.fragment })
	add("normal form", func(c column) found { return found{c.normal, c.normal != ""} })

	u, err := uri.Parse(in)
	if err != nil {
		return
	}
	x.Verdicts = []string{
		agreement(guard.AgreesWithBrowsers(u), "Browsers ask for the same resource as RFC 3986."),
		agreement(guard.AgreesWithNetURL(u), "Go’s net/url, which net/http parses the text with, finds the same parts."),
	}
}

// agreement returns a sentence: what err says, or agreed if err is nil.
func agreement(err error, agreed string) string {
	if err == nil {
		return agreed
	}
	var e *guard.Error
	if !errors.As(err, &e) {
		return withoutPrefix(err) + "."
	}
	who := "A browser"
	if e.Reader == "net/url" {
		who = "Go’s net/url"
	}
	return who + " disagrees about the " + e.Part + ": " + e.Reason + "."
}

// cell shows a part that c has found.
func (c column) cell(v found) cell {
	switch {
	case !c.read:
		return cell{Note: "–"}
	case !v.ok:
		return cell{Note: "none"}
	case v.text == "":
		return cell{Note: "empty"}
	}
	return cell{Text: shortened(v.text)}
}

func by2396(in string) (c column) {
	u, err := uri.Parse(in)
	if err != nil {
		c.verdict = "refused"
		return c
	}
	c.verdict = "accepted"
	if _, err := uri.ParseRFC2396(in); err != nil {
		c.verdict = "accepted, with the IPv6 literals of RFC 2732"
	}
	u = maskedURI(u)
	c.read = true
	c.scheme = found{u.Scheme(), u.IsAbsolute()}
	c.userinfo.text, c.userinfo.ok = u.Userinfo()
	c.host.text, c.host.ok = u.Host()
	if authority, ok := u.Authority(); ok && !c.host.ok {
		c.host = found{authority, true} // an empty one, or the name of a registry
	}
	c.port.text, c.port.ok = u.Port()
	c.path = found{u.Path(), true}
	c.query.text, c.query.ok = u.Query()
	c.fragment.text, c.fragment.ok = u.Fragment()
	c.normal = uri.RFC2396.Normalize(u).String()
	return c
}

func by3986(in string) (c column) {
	if _, err := read3986(in); err != nil {
		c.verdict = "refused: " + err.Error()
		return c
	}
	c.verdict, c.read = "accepted", true
	c.reading = cut3986(masked(in))
	if u, err := uri.Parse(in); err == nil {
		c.normal = uri.RFC3986.Normalize(maskedURI(u)).String()
	}
	return c
}

func byBrowsers(in string) (c column) {
	var e *web.Error
	_, err := web.Parse(in)
	switch {
	case errors.As(err, &e) && e.Name == "missing-scheme-non-relative-URL":
		c.verdict, c.relative = "read against the page that it is in", true
		return c
	case errors.As(err, &e):
		c.verdict = fmt.Sprintf("refused: %s at byte %d", e.Name, e.Offset)
		return c
	}
	u, err := web.Parse(masked(in))
	if err != nil {
		c.verdict = "accepted, but not shown, since it may contain a password"
		return c
	}
	c.verdict, c.read = "accepted", true
	c.scheme = found{u.Scheme(), true}
	if user, password := u.Username(), u.Password(); user != "" || password != "" {
		c.userinfo = found{user, true}
		if password != "" {
			c.userinfo.text += ":" + password
		}
	}
	c.host.text, c.host.ok = u.Host()
	if port, ok := u.Port(); ok {
		c.port = found{fmt.Sprint(port), true}
	}
	c.path = found{u.Path(), true}
	c.query.text, c.query.ok = u.Query()
	c.fragment.text, c.fragment.ok = u.Fragment()
	c.normal = u.String()
	return c
}
