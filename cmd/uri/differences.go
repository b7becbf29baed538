package main

import (
	"net/netip"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// The rules behind differences between readers.
const (
	ruleTabs      = "browsers remove tabs and line breaks, and controls and spaces at the ends (URL Standard, 4.4)"
	ruleBackslash = `browsers read "\" as "/" if the scheme is special (URL Standard, 4.4)`
	ruleSlashes   = "browsers skip any number of slashes before the host if the scheme is special (URL Standard, 4.4, special authority ignore slashes state)"
	ruleFile      = `browsers give a file URL a host and a path from the root, also without "//" (URL Standard, 4.4, file state)`
	ruleDrive     = "browsers recognise the drive letters of file URLs (URL Standard, 4.4, file state)"
	ruleCase      = "browsers and net/url write the scheme in lower case (RFC 3986, 3.1; URL Standard, 4.4, scheme state)"
	ruleRegistry  = "an authority without a host, or with several, is the name of a registry (RFC 2396, 3.2.1)"
	ruleOpaque    = `an opaque part may contain "?", which begins no query there (RFC 2396, 3)`
	ruleNetEmpty  = "net/url does not distinguish an empty part from a missing one (net/url, URL)"
	ruleNetPath   = `net/url reads "///" at the start as a path (net/url, Parse)`
	ruleNetUser   = "net/url decodes user and password, and escapes them again (net/url, Userinfo)"
	ruleNetText   = "net/url decodes the text, and escapes other characters when it writes it (net/url, EscapedPath)"
	rulePort      = "browsers drop an empty port and the default port of the scheme, and zeros before a port (URL Standard, 4.4, port state)"
	ruleUser      = `browsers end the userinfo at the last "@", escape it again, and drop an empty user or password (URL Standard, 4.4, authority state)`
	ruleIPv6      = "browsers write an IPv6 address in its shortest form (URL Standard, 3.5)"
	ruleNumber    = "browsers read a host that ends in a number as an IPv4 address, also in octal and hexadecimal (URL Standard, 3.5)"
	ruleHost      = "browsers decode the escapes of a host, and write it in lower case (URL Standard, 3.5)"
	ruleLocalhost = "browsers leave out the host localhost of a file URL (URL Standard, 4.4, file host state)"
	ruleEmptyPath = `browsers write an empty path as "/" if the scheme is special (URL Standard, 4.4, path start state)`
	ruleDots      = "browsers remove dot segments at once, also escaped ones (URL Standard, 4.4, path state); RFC 3986 does so when it resolves (5.2.4)"
	ruleEscapes   = "browsers escape other characters (URL Standard, 1.3)"
)

// A stage is the text after a browser has rewritten it by a rule, and its readings.
type stage struct {
	rule, text string
	readings   []guard.Reading
}

// The indexes of guard.Readings.
const (
	by2396 = iota
	by3986
	byBrowser
	byNetURL
)

// differenceRules returns a line for each rule behind a difference between readers: the
// names of the parts that differ, or "verdict" if some refuse the text, and the rule. all
// are the views of the text.
func differenceRules(text string, all []view) (lines []string) {
	var rules []string
	parts := map[string][]string{} // the parts that differ by each of rules
	add := func(part string, found []string) {
		for _, rule := range found {
			if parts[rule] == nil {
				rules = append(rules, rule)
			}
			if !slices.Contains(parts[rule], part) {
				parts[rule] = append(parts[rule], part)
			}
		}
	}
	var stages []stage
	if browser := &all[byBrowser]; browser.read {
		stages = browserStages(text, browser.Scheme.String())
		for i := range all {
			if all[i].Err != nil {
				add("verdict", verdictRules(text, stages, i))
			}
		}
	}
	for _, name := range readParts {
		x := difference{name, text, stages, all}
		for i := range all {
			for j := range all[:i] {
				if all[i].read && all[j].read && x.get(&all[i].Reading) != x.get(&all[j].Reading) {
					add(name, x.rules(j, i))
				}
			}
		}
	}
	for _, rule := range rules {
		lines = append(lines, strings.Join(parts[rule], ", ")+": "+rule)
	}
	return lines
}

// verdictRules returns the rules that let browsers accept a text that the reader with the
// index i refuses. It finds them if that reader accepts the text as browsers rewrite it.
func verdictRules(text string, stages []stage, i int) (rules []string) {
	normal := normalForm("URL Standard", text)
	for _, s := range stages {
		text = s.text
		if s.readings[i].Err == nil {
			return append(rules, s.rule)
		}
		if s.rule == ruleTabs || s.rule == ruleBackslash { // no other reader accepts the bytes
			rules = append(rules, s.rule)
		}
	}
	accepts := func(s string) bool { return guard.Readings(s)[i].Err == nil }
	before, _ := cutAuthority(text)
	browserBefore, rest := cutAuthority(normal)
	hostOf := func(s string) string { return s[max(strings.LastIndexByte(s, '@'), strings.LastIndexByte(s, '/'))+1:] }
	switch {
	case !accepts(normal):
		return nil
	case accepts(before + rest):
		return append(rules, ruleEscapes)
	case strings.EqualFold(hostOf(before), hostOf(browserBefore)):
		return append(rules, ruleUser)
	}
	return nil
}

// cutAuthority cuts a URL after its authority or, without one, after its scheme.
func cutAuthority(s string) (before, rest string) {
	end := strings.IndexByte(s, ':') + 1
	if strings.HasPrefix(s[end:], "//") {
		end = ascii.IndexAnyOrEnd(s, end+len("//"), "/?#")
	}
	return s[:end], s[end:]
}

// browserStages rewrites a text that browsers accept, one rule at a time, as a browser does
// before it parses the first part. It leaves out the rules that change nothing.
func browserStages(text, scheme string) (stages []stage) {
	add := func(rule, changed string) {
		if changed != text {
			stages = append(stages, stage{rule, changed, guard.Readings(changed)})
			text = changed
		}
	}
	add(ruleTabs, strings.TrimFunc(ascii.WithoutBreaks(text), func(r rune) bool { return r <= ' ' }))
	if !schemes.Lookup(scheme).Special {
		return stages
	}
	end := strings.IndexAny(text+"?", "?#")
	add(ruleBackslash, strings.ReplaceAll(text[:end], `\`, "/")+text[end:])
	begin, rest, _ := strings.Cut(text, ":")
	switch {
	case scheme != "file":
		add(ruleSlashes, begin+"://"+strings.TrimLeft(rest, "/"))
	case strings.HasPrefix(rest, "//"):
	case strings.HasPrefix(rest, "/"):
		add(ruleFile, begin+"://"+rest)
	default:
		add(ruleFile, begin+":///"+rest)
	}
	if scheme == "file" {
		authority, path := text[:len("file://")], strings.TrimPrefix(text[len("file://"):], "/")
		end := ascii.IndexAnyOrEnd(path, 0, `/\?#`)
		if drive := strings.Replace(path[:end], "|", ":", 1); ascii.IsDrive(drive) {
			add(ruleDrive, authority+"/"+drive+path[end:])
		}
	}
	return stages
}

// A difference is a part that readers find differently in a text.
type difference struct {
	name   string
	text   string
	stages []stage // of the text
	all    []view  // of the text
}

// get returns the part of r.
func (x *difference) get(r *guard.Reading) uri.Optional { return *partOf(r, x.name) }

// rules returns the rules behind the different texts of the part that the readers with the
// indexes i and j, i < j, find.
func (x *difference) rules(i, j int) []string {
	a, b := &x.all[i].Reading, &x.all[j].Reading
	if rule := x.rfc2396Rule(x.text, a, b); rule != "" {
		return []string{rule}
	}
	switch {
	case x.name == "scheme":
		return []string{ruleCase}
	case i == byBrowser:
		return x.browserRules(j)
	case j == byBrowser:
		return x.browserRules(i)
	}
	return []string{x.netRule(x.get(a), x.get(b))}
}

// rfc2396Rule returns the rule for a part that only RFC 2396 finds as a does, or "" if
// a is another reader's reading or there is no such rule. b is another reading.
func (x *difference) rfc2396Rule(text string, a, b *guard.Reading) string {
	u, err := uri.Parse(text)
	if err != nil || a.By != x.all[by2396].By {
		return ""
	}
	none := uri.Optional{}
	path, _, hasQuery := strings.Cut(a.Path.String(), "?")
	switch x.name {
	case "userinfo", "host", "port":
		if u.HostKind() == uri.HostNone && a.Host.String() != "" && (b.Userinfo != none || b.Port != none) {
			return ruleRegistry
		}
	case "query", "path":
		if u.IsOpaque() && hasQuery && (x.name == "query" || b.Path.String() == path) {
			return ruleOpaque
		}
	}
	return ""
}

// netRule returns the rule behind the different texts a and b of net/url and another
// reader.
func (x *difference) netRule(a, b uri.Optional) string {
	switch {
	case strings.HasPrefix(x.text, "///") && (x.name == "host" || x.name == "path"):
		return ruleNetPath
	case a.String() == "" && b.String() == "":
		return ruleNetEmpty
	case x.name == "userinfo":
		return ruleNetUser
	}
	return ruleNetText
}

// browserRules returns the rules behind the different texts of the part that browsers and
// the reader with the index i find. They are the rules of the stages after which the reader
// finds another text and, if that still differs, the rule for the part.
func (x *difference) browserRules(i int) (rules []string) {
	text, reading, browser := x.text, &x.all[i].Reading, &x.all[byBrowser].Reading
	for k := range x.stages {
		s := &x.stages[k]
		text = s.text
		switch r := &s.readings[i]; {
		case r.Err == nil && x.get(r) != x.get(reading):
			rules, reading = append(rules, s.rule), r
		case r.Err == nil:
			reading = r
		case x.name != "query" && x.name != "fragment":
			return append(rules, s.rule)
		}
	}
	a, b := x.get(reading), x.get(browser)
	if a == b {
		return rules
	}
	if rule := x.rfc2396Rule(text, reading, browser); rule != "" {
		return append(rules, rule)
	}
	if i == byNetURL && onlyByNet(a, b, text) {
		return append(rules, x.netRule(a, b))
	}
	return append(rules, x.browserRule(a.String(), b.String()))
}

// onlyByNet reports whether only net/url has changed a part of the text. a is the part that
// net/url finds, and b the part that browsers find.
func onlyByNet(a, b uri.Optional, text string) bool {
	_, has := a.Get()
	if b.String() == "" {
		return !has
	}
	return strings.Contains(text, b.String()) && !strings.Contains(text, a.String())
}

// browserRule returns the rule that makes browsers write b for the part a.
func (x *difference) browserRule(a, b string) string {
	scheme := x.all[byBrowser].Scheme.String()
	switch x.name {
	case "userinfo":
		return ruleUser
	case "port":
		return rulePort
	case "host":
		return hostRule(a, b, scheme)
	case "path":
		switch {
		case a == "" && b == "/":
			return ruleEmptyPath
		case hasDots(a):
			return ruleDots
		}
	}
	return ruleEscapes
}

// hostRule returns the rule that makes browsers write b for the host a.
func hostRule(a, b, scheme string) string {
	unescaped, _ := uri.Unescape(a)
	address, err := netip.ParseAddr(b)
	switch {
	case strings.HasPrefix(b, "["):
		return ruleIPv6
	case !schemes.Lookup(scheme).Special:
		return ruleEscapes
	case scheme == "file" && b == "":
		return ruleLocalhost
	case err == nil && address.Is4() && unescaped != b:
		return ruleNumber
	}
	return ruleHost
}

// hasDots reports whether a path has a dot segment, also an escaped one.
func hasDots(path string) bool {
	path = "/" + strings.ReplaceAll(strings.ToLower(path), "%2e", ".") + "/"
	return strings.Contains(path, "/./") || strings.Contains(path, "/../")
}
