package crawl

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// Robots are the rules of a robots.txt (RFC 9309): which URIs of a server a crawler may
// ask for. The zero Robots allows all. Several goroutines may use it at the same time.
type Robots struct {
	groups   []group
	named    bool // a group is not for "*"
	sitemaps []string
	text     string // of the file, without the BOM; "" if there are no groups, or no file
}

// A group is one or more lines that name crawlers, and the rules for them:
//
//	group = startgroupline *(startgroupline / emptyline) *(rule / emptyline)
//
// (RFC 9309, 2.2).
type group struct {
	agents []string
	plain  prefix       // the rules without "*" and "$", by their patterns without the first "/"
	wild   []robotsRule // the others, the longest first
	delays []robotsDelay
}

// A robotsDelay is a Crawl-delay for agents[first:end] of its group.
type robotsDelay struct {
	first, end int
	delay      time.Duration
}

// ParseRobots reads a robots.txt. It cannot fail: it skips unknown lines and lines with
// a NUL, so a binary file disallows nothing. A line ends with CR, LF or CR LF, and a
// BOM may be at the beginning. Crawl-delay and Sitemap are not in RFC 9309, but in many
// files.
//
// Misspelt lines are read as in google/robotstxt, the parser of Google (RFC 9309,
// 2.2.4). The name of a line may go on, as in "Disallowed: /". It may be one of a few
// wrong ones, like "dissallow", "useragent" and "site-map". One space may be in the
// place of the ":", as in "Disallow /".
//
// It reads the whole text, of any length. [ReadRobots] reads the response of a server.
//
// DEVIATION: In RFC 9309 the pattern of a rule begins with "/". Some of its examples
// begin with "*". A rule with another pattern is skipped.
func ParseRobots(text []byte) Robots {
	var p robotsParser
	all := strings.TrimPrefix(string(text), "\uFEFF")
	for at := 0; at < len(all); {
		end := ascii.IndexAnyOrEnd(all, at, "\r\n")
		if line := all[at:end]; !strings.Contains(line, "\x00") {
			p.line(line, at)
		}
		at = end + 1 // The LF of a CR LF ends another, empty line.
	}
	if len(p.robots.groups) > 0 {
		p.robots.text = all
	}
	for i := range p.robots.groups {
		slices.SortFunc(p.robots.groups[i].wild, compareRules)
	}
	return p.robots
}

// A robotsParser reads a robots.txt line by line.
type robotsParser struct {
	robots Robots
	ruled  bool // the last group has a rule, and ends before the next line that names a crawler
	first  int  // the first agent of the last group to which a Crawl-delay would apply
}

// robotsNames has beginnings of the name of a line, in any case, and their meaning: the
// names in RFC 9309, 2.2, those of common extensions, and the misspelt ones in
// google/robotstxt (robots.cc, 22b355f of 2026-04-01).
var robotsNames = []struct{ begin, name string }{
	{"disallow", "disallow"}, {"dissallow", "disallow"}, {"dissalow", "disallow"},
	{"disalow", "disallow"}, {"diasllow", "disallow"}, {"disallaw", "disallow"},
	{"allow", "allow"},
	{"user-agent", "user-agent"}, {"useragent", "user-agent"}, {"user agent", "user-agent"},
	{"sitemap", "sitemap"}, {"site-map", "sitemap"},
	{"crawl-delay", "crawl-delay"},
}

// robotsSpace are the bytes between the parts of a line.
const robotsSpace = " \t\v\f"

// splitLine returns the name of a line without its comment, as in robotsNames, and the
// value. The name is "" if the line has another name.
func splitLine(line string) (name, value string) {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return "", ""
		}
		name, value = line[:i], strings.TrimLeft(line[i:], " \t")
		if strings.ContainsAny(value, " \t") {
			return "", ""
		}
	}
	for _, n := range robotsNames {
		if ascii.HasPrefixFold(name, n.begin) {
			return n.name, strings.Trim(value, robotsSpace)
		}
	}
	return "", ""
}

// withoutComment returns a line without its comment and the space around it.
func withoutComment(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Trim(line, robotsSpace)
}

// line reads the line at text[at:].
func (p *robotsParser) line(line string, at int) {
	name, value := splitLine(withoutComment(line))
	switch {
	case name == "user-agent":
		p.agent(value)
		return
	case name == "sitemap" && value != "":
		p.robots.sitemaps = append(p.robots.sitemaps, value)
	}
	if len(p.robots.groups) == 0 {
		return
	}
	g := &p.robots.groups[len(p.robots.groups)-1]
	switch name {
	case "allow", "disallow":
		p.ruled = true
		g.addRule(value, at, name == "allow")
	case "crawl-delay":
		if delay, ok := parseDelay(value); ok {
			g.delays = append(g.delays, robotsDelay{p.first, len(g.agents), delay})
		}
	}
}

// agent adds a crawler to the group, or begins another group with it.
func (p *robotsParser) agent(value string) {
	groups := p.robots.groups
	if len(groups) == 0 || p.ruled {
		groups = append(groups, group{})
		p.robots.groups, p.ruled, p.first = groups, false, 0
	}
	g := &groups[len(groups)-1]
	if n := len(g.delays); n > 0 && g.delays[n-1].end == len(g.agents) {
		p.first = len(g.agents) // A Crawl-delay ends a list of names, too.
	}
	token := productToken(value)
	p.robots.named = p.robots.named || token != "*"
	g.agents = append(g.agents, token)
}

// productToken returns the product token at the front of a crawler's name, in a
// User-agent line and as an argument alike. It is "*" for this name, and "" for a name
// without a token.
//
// DEVIATION: A product token consists of letters, "-" and "_" (RFC 9309, 2.2.1). Here it
// may also have digits, since crawlers have names like MJ12bot.
func productToken(name string) string {
	for name != "" && strings.IndexByte(robotsSpace, name[0]) >= 0 {
		name = name[1:]
	}
	if strings.HasPrefix(name, "*") && ascii.IndexAnyOrEnd(name, 0, robotsSpace) == len("*") {
		return "*"
	}
	end := 0
	for end < len(name) && ((ascii.Letter | ascii.Digit).Has(name[end]) || name[end] == '-' || name[end] == '_') {
		end++
	}
	return name[:end]
}

// addRule adds the rule of the line at text[at:]. An empty pattern matches nothing.
func (g *group) addRule(pattern string, at int, allow bool) {
	if pattern == "" || pattern[0] != '/' && pattern[0] != '*' {
		return
	}
	rule := robotsRule{pattern: robotsForm(pattern, true), at: at, allow: allow}
	if strings.ContainsAny(rule.pattern, "*$") {
		rule.pieces = strings.Split(strings.TrimSuffix(rule.pattern, "$"), "*")
		for _, piece := range rule.pieces {
			pairs, _ := pairsOf(piece)
			rule.pairs |= pairs
		}
		g.wild = append(g.wild, rule)
	} else {
		g.plain.add(&rule)
	}
}

// find returns the decisive rule of g for path with its pairs, or nil.
func (g *group) find(path string, pairs uint64) *robotsRule {
	rule := g.plain.longest(path[len("/"):])
	for i := range g.wild {
		r := &g.wild[i]
		if r.pairs&^pairs != 0 {
			continue // as most rules
		}
		if rule != nil && compareRules(*r, *rule) > 0 {
			break
		}
		if r.matches(path) {
			return r
		}
	}
	return rule
}

// parseDelay reads a number of seconds ("10", "0.5").
func parseDelay(s string) (time.Duration, bool) {
	if strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil && seconds == 0 {
		return 0, false
	}
	if seconds >= math.MaxInt64/float64(time.Second) {
		return math.MaxInt64, true
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// Allowed reports whether a crawler may ask for u, by the path and the query of u. The
// robots.txt must be from the server of u. agent is the name of the crawler. Only the
// product token at its front counts, here and in the file: "ExampleBot" for
// "ExampleBot/1.0" (RFC 9309, 2.2.1). Tokens are compared as a whole and without regard
// to case. The groups for agent count as one. Without such a group, and for an agent
// without a token, the groups for "*" decide.
//
// The longest matching rule decides, and of two with the same length the allowing one.
// Without a matching rule, and for /robots.txt, the answer is true. "*" in a rule is
// any text and "$" at its end is the end of the URI. Rule and URI are compared in one
// form (2.2.2): escapes of unreserved characters (RFC 3986, 2.3) are decoded, other
// escapes are in upper case, and bytes forbidden in URIs are escaped. So a rule "/ツ"
// matches "/%e3%83%84", and "/%7Ejoe/" matches "/~joe/", but "/a%2Fb" does not match
// "/a/b". A "*" or "$" in the URI is data, and "%2A" or "%24" in a rule matches it. Dot
// segments stay.
//
// DEVIATION: RFC 9309, 2.2.2, also wants reserved characters to be escaped before the
// comparison, so that "http://" and "http%3A%2F%2F" in a query match. In a URI they are
// different (RFC 3986, 2.2), and google/robotstxt compares them as they are written.
//
// Its time is linear in the length of the rules and, for each rule with a "*", in the
// length of u.
func (r Robots) Allowed(agent string, u uri.URI) bool {
	rule := r.decide(agent, &u)
	return rule == nil || rule.allow
}

// Explain returns the answer of [Robots.Allowed] with the decisive line: its text
// without spaces around it and without a comment, and its number. The first line has
// the number 1, and CR LF ends one line. Of several such lines it is the first. Without
// a decisive line, or without a file ([ReadRobots]), the line is "" and its number 0.
func (r Robots) Explain(agent string, u uri.URI) (rule string, line int, allowed bool) {
	decisive := r.decide(agent, &u)
	if decisive == nil || r.text == "" {
		return "", 0, decisive == nil
	}
	earlier := r.text[:decisive.at]
	rule = r.text[decisive.at:ascii.IndexAnyOrEnd(r.text, decisive.at, "\r\n")]
	ends := strings.Count(earlier, "\r") + strings.Count(earlier, "\n") - strings.Count(earlier, "\r\n")
	return withoutComment(rule), 1 + ends, decisive.allow
}

// decide returns the decisive rule for a crawler and u, or nil.
func (r *Robots) decide(agent string, u *uri.URI) *robotsRule {
	path, pairs := robotsPath(u)
	if path == "/robots.txt" {
		return nil
	}
	agent = r.choose(agent)
	var rule *robotsRule
	for i := range r.groups {
		if g := &r.groups[i]; !r.named || isAgent(g.agents, agent) {
			if other := g.find(path, pairs); rule == nil || other != nil && compareRules(*other, *rule) < 0 {
				rule = other
			}
		}
	}
	return rule
}

// Delay returns the longest Crawl-delay for a crawler, the time to wait between
// requests, and whether there is one. The groups are chosen as in [Robots.Allowed]. It
// can be as long as 292 years: bound it.
func (r Robots) Delay(agent string) (longest time.Duration, ok bool) {
	agent = r.choose(agent)
	for _, g := range r.groups {
		for _, d := range g.delays {
			if d.delay >= longest && isAgent(g.agents[d.first:d.end], agent) {
				longest, ok = d.delay, true
			}
		}
	}
	return longest, ok
}

// Sitemaps returns the values of all Sitemap lines, as they are written. Some are relative
// references: resolve them against the URI of the robots.txt.
func (r Robots) Sitemaps() []string { return slices.Clone(r.sitemaps) }

// choose returns the product token of agent if there is a group for it, or else "*".
func (r *Robots) choose(agent string) string {
	if !r.named {
		return "*"
	}
	agent = productToken(agent)
	if agent != "" && slices.ContainsFunc(r.groups, func(g group) bool { return isAgent(g.agents, agent) }) {
		return agent
	}
	return "*"
}

func isAgent(agents []string, agent string) bool {
	return slices.ContainsFunc(agents, func(a string) bool { return len(a) == len(agent) && strings.EqualFold(a, agent) })
}
