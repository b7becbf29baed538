package guardtest

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// A Gap is a behavior of programs that gets through a check or a front. Text shows it: the
// shortest text with Programs, or else the shortest one. Behaviors that get through only
// together are one gap, with ", " between them.
type Gap struct {
	Behavior string
	Text     string
	Programs []string // they were seen to read such a text so
}

// String returns the behavior, the text and the first programs.
func (g Gap) String() string {
	const most = 5
	s := fmt.Sprintf("%s: %q", g.Behavior, g.Text)
	switch n := len(g.Programs); {
	case n > most:
		s += fmt.Sprintf(" (%s and %d more)", strings.Join(g.Programs[:most], ", "), n-most)
	case n > 0:
		s += " (" + strings.Join(g.Programs, ", ") + ")"
	}
	return s
}

// DenyListGaps tests a deny list, such as one of internal names. For each URL of [Hosts]
// allowed must be false, because some program connects to host. DenyListGaps yields a gap for
// each behavior with an allowed URL.
//
// allowed reports whether the caller would use the URL as it is. A check without gaps refuses
// invalid URIs, and refuses a URI if [guard.Hosts.MayMatch] is true. A panic of the check, or
// no result within ten seconds, is a gap, too.
func DenyListGaps(host string, allowed func(url string) bool) iter.Seq[Gap] {
	list, _ := guard.ParseHosts(host) // an invalid list may match every host
	return gaps(hosts(host), allowed, func(text string) bool {
		u, err := uri.Parse(text)
		return err != nil || list.MayMatch(u)
	})
}

// AllowListGaps tests an allow list of one host. allowed must be false for each URL of another
// host to some program. Such URLs have host in the path, the query, the userinfo, the fragment
// or in a longer name, or programs disagree about their host. AllowListGaps yields a gap for
// each behavior with an allowed URL.
//
// host is a name in lower case or an IP address without brackets. Its subdomains may be allowed.
// allowed reports whether the caller would use the URL as it is. A check without gaps allows a
// URI only if [guard.Hosts.Match] is true. A panic of the check, or no result within ten
// seconds, is a gap, too.
func AllowListGaps(host string, allowed func(url string) bool) iter.Seq[Gap] {
	list, _ := guard.ParseHosts(host) // an invalid list matches no host
	inURL := host
	if strings.Contains(host, ":") {
		inURL = "[" + host + "]"
	}
	attacks := elsewhere(inURL)
	for _, a := range hosts(evil) {
		a.text = strings.ReplaceAll(a.text, "good.example", inURL)
		attacks = append(attacks, a)
	}
	for _, a := range hosts(host) { // evil is the host for the programs without the behavior
		if a.text = strings.ReplaceAll(a.text, "good.example", evil); strings.Contains(a.text, evil) {
			attacks = append(attacks, a)
		}
	}
	return gaps(attacks, allowed, func(text string) bool {
		u, err := uri.Parse(text)
		return err != nil || !list.Match(u)
	})
}

// elsewhere returns URLs of another host with host in each of their parts. A regular expression
// without its ends finds host there.
func elsewhere(host string) (all []attack) {
	for _, a := range [...]attack{
		{behavior: "the host before other labels", text: host + "." + evil + "/"},
		{behavior: "the host at the end of a label", text: "evil" + host + "/"},
		{behavior: "the host at the end of a label", text: "evil-" + host + "/"},
		{behavior: "the host at the start of a label", text: host + "evil.example/"},
		{behavior: "the host at the start of a label", text: host + "-" + evil + "/"},
		{behavior: "another character for a dot", text: strings.Replace(host, ".", "x", 1) + "/"},
		{behavior: "another character for a dot", text: strings.Replace(host, ".", "-", 1) + "/"},
		{behavior: "the host in the path", text: evil + "/" + host},
		{behavior: "the host in the path", text: evil + "/" + host + "/"},
		{behavior: "the host in the path", text: evil + "/http://" + host + "/"},
		{behavior: "the host in the path", text: evil + "//" + host + "/"},
		{behavior: "the host in the query", text: evil + "/?" + host},
		{behavior: "the host in the query", text: evil + "?" + host},
		{behavior: "the host in the query", text: evil + "?x=." + host},
		{behavior: "the host in the query", text: evil + "/?x=http://" + host + "/"},
		{behavior: "the host in the fragment", text: evil + "#" + host},
		{behavior: "the host in the fragment", text: evil + "/#." + host},
		{behavior: "the host in the fragment", text: evil + "/#http://" + host + "/"},
		{behavior: "the host in the userinfo", text: host + "@" + evil + "/"},
		{behavior: "the host in the userinfo", text: host + ":80@" + evil + "/"},
		{behavior: "the host in the userinfo", text: "u:" + host + "@" + evil + "/"},
		{behavior: "the host on another line", text: evil + "/\nhttp://" + host + "/"},
		{behavior: "the host on another line", text: evil + "/\n" + host},
	} {
		for _, scheme := range [...]string{"http://", "https://"} {
			if a.text != host+"/" {
				all = append(all, attack{behavior: a.behavior, text: scheme + strings.ReplaceAll(a.text, "http://", scheme)})
			}
		}
	}
	return all
}

// RedirectGaps tests a check of redirects that must stay on an origin, such as
// "https://good.example". For each of [References] allowed must be false. RedirectGaps yields a
// gap for each behavior with an allowed reference.
//
// allowed reports whether the caller would send the reference as it is. A [guard.Redirector]
// has no gap, because the caller sends its result:
//
//	u, err := redirector.Resolve(reference)
//	allowed := err == nil && u.String() == reference
//
// A panic of the check, or no result within ten seconds, is a gap, too.
func RedirectGaps(origin string, allowed func(reference string) bool) iter.Seq[Gap] {
	return gaps(references(origin), allowed, leaves(origin))
}

// leaves returns a function that reports whether a reference leads some program away from
// origin. An invalid URI does: nobody knows what all programs make of it.
func leaves(origin string) func(reference string) bool {
	base, invalid := uri.Parse(origin + "/")
	redirector := guard.Redirector{Base: base}
	host, _ := base.Host()
	list, _ := guard.ParseHosts("=" + host)
	return func(reference string) bool {
		u, err := uri.Parse(reference)
		if _, refused := redirector.Resolve(reference); invalid != nil || err != nil || refused != nil {
			return true
		}
		_, authority := u.Authority()
		return (u.IsAbsolute() || authority) && !list.Match(u)
	}
}

// DenyList reports each of [DenyListGaps] as an error of t.
func DenyList(t testing.TB, host string, allowed func(url string) bool) {
	t.Helper()
	for g := range DenyListGaps(host, allowed) {
		t.Error(g)
	}
}

// AllowList reports each of [AllowListGaps] as an error of t.
func AllowList(t testing.TB, host string, allowed func(url string) bool) {
	t.Helper()
	for g := range AllowListGaps(host, allowed) {
		t.Error(g)
	}
}

// Redirects reports each of [RedirectGaps] as an error of t.
func Redirects(t testing.TB, origin string, allowed func(reference string) bool) {
	t.Helper()
	for g := range RedirectGaps(origin, allowed) {
		t.Error(g)
	}
}

// gaps yields the gaps of a check, in the order of attacks: for each behavior the first of the
// shortest texts that are allowed and harmful.
func gaps(attacks []attack, allowed, harmful func(text string) bool) iter.Seq[Gap] {
	return func(yield func(Gap) bool) {
		var found collection
		seen, panicked := map[string]bool{}, ""
		for _, a := range attacks {
			if seen[a.text] {
				continue // it shows an earlier behavior
			}
			seen[a.text] = true
			ok, fault := ask(allowed, a.text)
			switch {
			case strings.HasPrefix(fault, panics):
				if panicked == "" {
					panicked = "the check " + fault // the other values count as this one
				}
				found.add(Gap{Behavior: panicked, Text: a.text})
			case fault != "":
				found.add(Gap{Behavior: "the check " + fault, Text: a.text})
			case ok && harmful(a.text):
				found.add(a.gap())
			}
			if fault == doesNotReturn {
				break // each call may leave a goroutine
			}
		}
		for _, g := range found.simplest() {
			if !yield(g) {
				return
			}
		}
	}
}

// gap returns the gap for an attack that gets through.
func (a attack) gap() Gap {
	g := Gap{Behavior: a.behavior, Text: a.text}
	if a.programs != "" {
		g.Programs = strings.Split(a.programs, ", ")
	}
	return g
}

// A collection holds one gap for each behavior.
type collection struct {
	gaps  []Gap
	index map[string]int // by behavior
}

// add adds g, unless the collection has its behavior with a text that is no longer.
func (c *collection) add(g Gap) {
	i, ok := c.index[g.Behavior]
	switch {
	case !ok:
		if c.index == nil {
			c.index = map[string]int{}
		}
		c.index[g.Behavior] = len(c.gaps)
		c.gaps = append(c.gaps, g)
	case (g.Programs != nil) != (c.gaps[i].Programs != nil):
		if g.Programs != nil {
			c.gaps[i] = g
		}
	case len(g.Text) < len(c.gaps[i].Text):
		c.gaps[i] = g
	}
}

// lacks reports whether the collection has no gap for the behavior.
func (c *collection) lacks(behavior string) bool {
	_, ok := c.index[behavior]
	return !ok
}

// simplest returns the gaps without combinations that contain all behaviors of another gap. The names
// of a combination follow a ":", with ", " between them.
func (c *collection) simplest() []Gap {
	contains := func(behavior, other string) bool {
		group, names, combined := strings.Cut(behavior, ": ")
		otherGroup, otherNames, _ := strings.Cut(other, ": ")
		if !combined || group != otherGroup || behavior == other {
			return false
		}
		all := strings.Split(names, ", ")
		return otherNames == asWritten || !slices.ContainsFunc(strings.Split(otherNames, ", "), func(name string) bool { return !slices.Contains(all, name) })
	}
	return slices.DeleteFunc(slices.Clone(c.gaps), func(g Gap) bool {
		return slices.ContainsFunc(c.gaps, func(other Gap) bool { return contains(g.Behavior, other.Behavior) })
	})
}

// checkTime is the time for one call of a check. Only tests change it.
var checkTime = 10 * time.Second

// The faults of a check.
const (
	panics        = "panics: " // with the value of the panic
	ends          = "ends its goroutine"
	doesNotReturn = "does not return"
)

// ask calls a check with a text. fault says how the call fails: it panics, it ends its goroutine
// as t.FailNow does, or it does not return in time.
func ask(allowed func(string) bool, text string) (ok bool, fault string) {
	type answer struct {
		ok    bool
		fault string
	}
	done := make(chan answer, 1)
	go func() {
		a := answer{fault: ends}
		defer func() {
			if v := recover(); v != nil {
				a.fault = panics + fmt.Sprint(v)
			}
			done <- a
		}()
		a = answer{ok: allowed(text)}
	}()
	select {
	case a := <-done:
		return a.ok, a.fault
	case <-time.After(checkTime):
		return false, doesNotReturn
	}
}
