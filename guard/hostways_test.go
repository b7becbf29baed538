package guard_test

import (
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
)

// A hostWay is a row of guardtest/hostways.tsv: what some programs do, a text, and the host
// that they read in it.
type hostWay struct{ behavior, text, host, programs string }

func hostWays(t *testing.T) (rows []hostWay) {
	t.Helper()
	text, err := os.ReadFile("guardtest/hostways.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		s, err := strconv.Unquote(f[1])
		if err != nil {
			t.Fatalf("%s: %v", f[1], err)
		}
		rows = append(rows, hostWay{f[0], s, f[2], f[4]})
	}
	return rows
}

// TestHostWays checks that each host that a program was seen to read is one for MayMatch, and that
// the spellings of the host have the texts that are no URIs.
func TestHostWays(t *testing.T) {
	uris, others := 0, 0
	for _, row := range hostWays(t) {
		h, err := guard.ParseHosts(row.host)
		if err != nil {
			continue // the host is no name
		}
		if u, err := uri.Parse(row.text); err == nil {
			if uris++; !h.MayMatch(u) {
				t.Errorf("%s: %q: MayMatch(%s) is false", row.behavior, row.text, row.host)
			}
			continue
		}
		others++
		if !slices.Contains(slices.Collect(guardtest.Hosts(row.host)), row.text) {
			t.Errorf("%s: %q is no spelling of %s", row.behavior, row.text, row.host)
		}
		if _, host, ok := strings.Cut(row.text, "//"); ok {
			host, _, _ = strings.Cut(host, "/")
			if !h.MayMatchHost(host, 0) {
				t.Errorf("%s: MayMatchHost(%q) is false for %s", row.behavior, host, row.host)
			}
		}
	}
	if uris < 120 || others < 90 {
		t.Errorf("%d URIs, %d other texts", uris, others)
	}
}

// TestHostWaysCount checks that no list lets a URL of the web in, and that Audit has a finding,
// where two programs were seen to read another host than RFC 3986. They count for MayMatch alone
// if they take a scheme in lower case or a whole reference for a host.
func TestHostWaysCount(t *testing.T) {
	rows := 0
	for _, row := range hostWays(t) {
		u, err := uri.Parse(row.text)
		if err != nil || !strings.Contains(row.programs, ",") || row.host == u.Scheme() || !strings.Contains(" http https ws wss ftp ", " "+strings.ToLower(u.Scheme())+" ") {
			continue
		}
		host, _ := u.Host()
		all, err := guard.ParseHosts("*:*")
		if err != nil {
			t.Fatal(err)
		}
		if h, err := guard.ParseHosts(row.host); err != nil || h.Match(u) || strings.Trim(strings.ToLower(host), "[].") == row.host {
			continue
		}
		if rows++; all.Match(u) || len(guard.Audit(u)) == 0 {
			t.Errorf("%s: %q, host %s: Match %v, findings %v", row.behavior, row.text, row.host, all.Match(u), guard.Audit(u))
		}
	}
	if rows < 50 {
		t.Errorf("only %d rows", rows)
	}
}

// TestHostWaysGate checks that Gate.Check refuses each URL with an "@" in which two programs were seen to
// read different hosts.
func TestHostWaysGate(t *testing.T) {
	rows := 0
	for _, row := range hostWays(t) {
		u, err := uri.Parse(row.text)
		if err != nil || !strings.Contains(row.text, "@") || !strings.Contains(row.programs, ",") || u.IsOpaque() {
			continue
		}
		host, _ := u.Host()
		if _, err := guard.ParseHosts(row.host); err != nil || host == row.host {
			continue
		}
		if rows++; (guard.Gate{Allow: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0")}}).Check(u) == nil {
			t.Errorf("%s: %q, host %s", row.behavior, row.text, row.host)
		}
	}
	if rows < 8 {
		t.Errorf("only %d rows", rows)
	}
	// No program was seen to end userinfo at an escape: the tests of foreign/hosts in bench ask some.
	for _, s := range []string{"ftp://user:p%40ss@h/", "http://u:p%2Fq@h.example/", "https://u%40corp.example:p%3A%23@h.example/"} {
		if err := (guard.Gate{Ports: func(uint16) bool { return true }}).Check(uri.MustParse(s)); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}
