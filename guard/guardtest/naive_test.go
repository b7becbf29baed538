package guardtest_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"net"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
	"example.com/uri/internal/peer"
)

const origin = "https://good.example"

// A naiveCheck is a check as people write it, after the shape of a public one.
type naiveCheck struct {
	name    string
	gaps    func(host string, allowed func(string) bool) iter.Seq[guardtest.Gap]
	host    string // or the origin
	allowed func(string) bool
	want    []string // behaviors that get through
}

var naiveChecks = []naiveCheck{
	// https://preproom.ai/learn/ssrf-vulnerability.html
	{"text contains the address", guardtest.DenyListGaps, "127.0.0.1", func(s string) bool { return !strings.Contains(s, "127.0.0.1") && !strings.Contains(s, "localhost") },
		[]string{"an address in another notation", "characters that stand for others", "escapes in a host are decoded, once or several times"}},
	// https://dev.to/0012303/ssrf-in-ai-agents-blocking-169254-by-string-isnt-enough-3ec2
	{"host compared with a list", guardtest.DenyListGaps, "169.254.169.254", hostIsNot("169.254.169.254"), []string{"an address in another notation", "the host of RFC 3986"}},
	{"host in lower case", guardtest.DenyListGaps, "internal.example", func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && strings.ToLower(u.Host) != "internal.example"
	}, []string{"the host of RFC 3986", "characters that are dots", "slashes are not counted"}},
	// https://24hscripts.com/snippet/validate-urls-to-prevent-server-side-request-forgery-ssrf
	{"private addresses", guardtest.DenyListGaps, "10.0.0.1", func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && (u.Scheme == "http" || u.Scheme == "https") && !net.ParseIP(u.Hostname()).IsPrivate()
	}, []string{"an address in another notation"}},
	{"beginning of the text", guardtest.DenyListGaps, "internal.example", func(s string) bool { return !strings.HasPrefix(s, "http://internal.example") }, []string{"the host of RFC 3986", "the last @, the first @, or the text before the first colon"}},
	// http://stackoverflow.com/questions/4093806/regexp-to-match-domain-and-subdomains-in-java
	{"suffix without a dot", guardtest.AllowListGaps, "good.example", func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && strings.HasSuffix(u.Host, "good.example")
	}, []string{"the host at the end of a label"}},
	{"regular expression without an end", guardtest.AllowListGaps, "good.example", regexp.MustCompile(`^https?://([^/@]*\.)?good.example`).MatchString, []string{"another character for a dot", "the host before other labels", "the host in the userinfo"}},
	{"regular expression without a beginning", guardtest.AllowListGaps, "good.example", regexp.MustCompile(`good\.example/?$`).MatchString, []string{"the host in the path", "the host in the query", "the host in the fragment"}},
	// https://www.bricxt.org/sheets-ssrf.html
	{"host of net/url", guardtest.AllowListGaps, "good.example", func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && u.Host == "good.example"
	}, []string{"a later @, after an authority that ends before ? or # or has a port, or without one"}},
	// https://www.application-architect.com/posts/open-redirect-url-validation-strategies
	{"text contains the host", guardtest.AllowListGaps, "good.example", func(s string) bool { return strings.Contains(s, "good.example") }, []string{"the host in the path", "the host at the end of a label"}},
	{"lines", guardtest.AllowListGaps, "good.example", regexp.MustCompile(`(?m)^https?://good\.example(/.*)?$`).MatchString, []string{"the host on another line"}},
	// https://issues.roundup-tracker.org/msg6940
	{"one slash", guardtest.RedirectGaps, origin, func(s string) bool { return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") }, []string{"characters around or in a URL that vanish", "slashes are not counted"}},
	// https://hexdocs.pm/keen_auth/KeenAuth.Helpers.RedirectValidator.html
	{"no host in net/url", guardtest.RedirectGaps, origin, func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && u.Host == ""
	}, []string{"a script", "slashes are not counted"}},
	{"beginning is the origin", guardtest.RedirectGaps, origin, func(s string) bool { return strings.HasPrefix(s, origin) }, []string{"another host that begins with the origin", "the origin as userinfo", "another port"}},
	{"no scheme", guardtest.RedirectGaps, origin, func(s string) bool { return !strings.Contains(s, "://") && !strings.HasPrefix(s, "javascript:") }, []string{"a script", "slashes are not counted"}},
}

// hostIsNot returns a check for another host than this one.
func hostIsNot(host string) func(string) bool {
	return func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && u.Hostname() != host
	}
}

// node prints, for each text, the hosts of two parsers and the origin of the text as a reference.
const node = `
const parse = require("url").parse, it = f => { try { return f() } catch { return "" } }
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(s => ({
	"node:new_URL": it(() => new URL(s).hostname), "node:url.parse": it(() => parse(s, false, s[0] === "/").hostname || ""), "origin": it(() => new URL(s, "` + origin + `/login").origin),
}))))`

// python prints the hosts of urllib.parse.
const python = `
import json, sys
from urllib.parse import urlsplit
def host(s):
	try: return urlsplit(s).hostname or ""
	except ValueError: return ""
print(json.dumps([{"py:urlsplit": host(s)} for s in json.load(sys.stdin)]))`

// php prints the hosts of parse_url.
const php = `echo json_encode(array_map(fn($s) => ["php:parse_url" => parse_url($s, PHP_URL_HOST) ?: ""], json_decode(file_get_contents("php://stdin"))));`

// answers asks the programs that are here for the hosts in texts.
func answers(t *testing.T, texts []string) []map[string]string {
	t.Helper()
	all := make([]map[string]string, len(texts))
	for i := range all {
		all[i] = map[string]string{}
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"node", "-e", node}, {"python3", "-c", python}, {"php", "-r", php}} {
		if _, err := exec.LookPath(args[0]); err != nil {
			peer.Missing(t, args[0])
			continue
		}
		command := exec.Command(args[0], args[1:]...)
		command.Stdin = bytes.NewReader(in)
		out, err := command.Output()
		var answers []map[string]string
		if err == nil {
			err = json.Unmarshal(out, &answers)
		}
		if err != nil || len(answers) != len(texts) {
			t.Fatalf("%s: %v, %d answers: %s", args[0], err, len(answers), out)
		}
		for i, a := range answers {
			for program, host := range a {
				all[i][program] = strings.TrimSuffix(strings.ToLower(host), ".")
			}
		}
	}
	return all
}

// TestNaiveChecks checks that each naive check has the gaps that it should, and asks the programs that are
// here: each that is named with a gap reads the text so, and some program does for each check.
func TestNaiveChecks(t *testing.T) {
	type found struct {
		check naiveCheck
		gap   guardtest.Gap
	}
	var all []found
	var texts []string
	for _, check := range naiveChecks {
		var behaviors []string
		for g := range check.gaps(check.host, check.allowed) {
			behaviors = append(behaviors, g.Behavior)
			if !check.allowed(g.Text) || slices.Contains(g.Programs, "") {
				t.Errorf("%s: %s", check.name, g)
			}
			if utf8.ValidString(g.Text) {
				all, texts = append(all, found{check, g}), append(texts, g.Text)
			}
		}
		for _, want := range check.want {
			if !slices.Contains(behaviors, want) {
				t.Errorf("%s: no gap %q in %q", check.name, want, behaviors)
			}
		}
	}
	// Whether one of the programs that are here shows a gap, for each check with a gap for one of them.
	shown := map[string]bool{}
	live, named := answers(t, texts), 0
	for i, f := range all {
		evil, away := f.check.host, false
		if evil == origin || evil == "good.example" {
			evil, away = "evil.example", true
		}
		for program, host := range live[i] {
			if slices.Contains(f.gap.Programs, program) {
				named++
				shown[f.check.name] = true
				if host = canonical(host); host != evil && !(away && host != "" && host != "good.example") {
					t.Errorf("%q: %s reads %q", f.gap.Text, program, host)
				}
			}
			if program == "origin" && f.check.host == origin && host != "" && host != origin {
				shown[f.check.name] = true
			}
		}
		if host := live[i]["node:new_URL"]; away && f.gap.Programs == nil && host != "" && host != "good.example" {
			shown[f.check.name] = true
		}
	}
	for _, check := range naiveChecks {
		if !shown[check.name] {
			t.Logf("%s: no program that is here shows a gap", check.name)
		}
	}
	t.Logf("%d gaps, %d readings of programs that are named, %d of %d checks shown", len(all), named, len(shown), len(naiveChecks))
	if len(live[0]) == 5 && (named < 80 || len(shown) < len(naiveChecks)-1) { // all programs are here
		t.Errorf("%d readings, %d checks", named, len(shown))
	}
}

// canonical returns the address to which the system connects for host, or host.
func canonical(host string) string {
	host = strings.Trim(host, "[]")
	if u, err := uri.Parse("//" + host); err == nil {
		if a, ok := guard.LooseAddr(u); ok {
			return a.String()
		}
	}
	return host
}

// TestRightChecks checks that the checks of package guard have no gap.
func TestRightChecks(t *testing.T) {
	for _, host := range []string{"internal.example", "localhost", "127.0.0.1", "10.0.0.1", "::1", "2001:db8::1", "xn--bcher-kva.example", "redis"} {
		list, err := guard.ParseHosts(host)
		if err != nil {
			t.Fatal(err)
		}
		guardtest.DenyList(t, host, func(s string) bool {
			u, err := uri.Parse(s)
			return err == nil && !list.MayMatch(u)
		})
		guardtest.AllowList(t, host, func(s string) bool {
			u, err := uri.Parse(s)
			return err == nil && list.Match(u)
		})
		n := 0
		for range guardtest.DenyListGaps(host, func(string) bool { return true }) {
			n++
		}
		for range guardtest.AllowListGaps(host, func(string) bool { return true }) {
			n++
		}
		if n < 30 {
			t.Errorf("%s: only %d gaps of no check", host, n)
		}
	}
	for _, origin := range []string{origin, "http://www.good.example:8080", "http://127.0.0.1:80"} {
		redirector := guard.Redirector{Base: uri.MustParse(origin + "/login")}
		guardtest.Redirects(t, origin, func(s string) bool {
			u, err := redirector.Resolve(s)
			return err == nil && u.String() == s
		})
		guardtest.Redirects(t, origin, func(s string) bool {
			p, err := guard.LocalPath(s)
			return err == nil && p == s
		})
		guardtest.Redirects(t, origin, regexp.MustCompile(`^/([a-z0-9-]+/?)*$`).MatchString)
	}
}
