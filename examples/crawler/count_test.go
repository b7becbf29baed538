package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

// TestCount counts one record of a page, of an earlier process and of this one, with limits of 10. It says
// whether the link is done, and what asks for it again: another run, after all others; a changed robots.txt.
func TestCount(t *testing.T) {
	const at = `"at":"2026-01-02T03:04:05Z",`
	for _, tt := range []struct{ record, earlier, now string }{
		{at + `"status":200`, "done, 1 pages", "done, 1 pages"},
		{`"status":200`, "done, 1 pages", "done, 1 pages"},
		{at + `"body":9`, "redone", "done, 1 pages, 1 cut by -body"},
		{at + `"body":10`, "done redone, 1 pages, 1 cut by -body", "done, 1 pages, 1 cut by -body"},
		{at + `"body":11`, "done redone, 1 pages, 1 cut by -body", "done, 1 pages, 1 cut by -body"},
		{at + `"body":1`, "redone", "done, 1 pages, 1 cut by -body"},
		{at + `"known":9`, "redone", "done, 1 pages, 1 cut by -known"},
		{at + `"known":10`, "done redone, 1 pages, 1 cut by -known", "done, 1 pages, 1 cut by -known"},
		{at + `"known":11`, "done redone, 1 pages, 1 cut by -known", "done, 1 pages, 1 cut by -known"},
		{at + `"known":1`, "redone", "done, 1 pages, 1 cut by -known"},
		{at + `"later":true,"status":503,"reason":"HTTP status 503"`, "redone failed", "done, 1 failed, 1 later"},
		{`"later":true,"reason":"x"`, "redone failed", "done, 1 failed, 1 later"},
		{`"later":true,"error":"` + errOutage.Error() + `"`, "redone", "done, 1 refused, 1 later"},
		{`"error":"` + errRobots.Error() + `"`, "redone forbade", "done, 1 refused"},
		{at + `"status":404,"reason":"HTTP status 404"`, "done, 1 failed", "done, 1 failed"},
		{at + `"status":503,"reason":"x"`, "done, 1 failed", "done, 1 failed"}, // cannot be
		{at + `"reason":"` + otherReason + `"`, "done, 1 failed", "done, 1 failed"},
		// The version before this one wrote no time.
		{`"status":503,"reason":"HTTP status 503"`, "redone failed", "done, 1 failed"},
		{`"status":404,"reason":"HTTP status 404"`, "done, 1 failed", "done, 1 failed"},
		{`"reason":"` + noAnswer + `"`, "redone failed", "done, 1 failed"},
		{`"reason":"` + refusedConnection + `"`, "redone failed", "done, 1 failed"},
		{`"reason":"` + otherReason + `"`, "redone failed", "done, 1 failed"},
		{`"reason":"not found"`, "done, 1 failed", "done, 1 failed"},
		{`"error":"` + errOutage.Error() + `"`, "redone", "done, 1 refused"},
	} {
		for loading, want := range map[bool]string{true: tt.earlier, false: tt.now} {
			s := state{
				Crawler: &Crawler{MaxBody: 10, Known: 10}, loading: loading, seen: map[digest]marks{}, paces: map[digest]pace{},
				stats: Stats{Links: 2, Failures: map[string]Failure{}, Refusals: map[string]Failure{}},
			}
			var r record
			if err := json.Unmarshal([]byte(`{"type":"page","n":1,"uri":"http://h/",`+tt.record+`}`), &r); err != nil {
				t.Fatal(err)
			}
			if err := s.count(r); err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, b := range []bits{s.done, s.redone, s.failed, s.forbade} {
				if b.has(1) {
					got = append(got, []string{"done", "redone", "failed", "forbade"}[i])
				}
			}
			text := strings.Join(got, " ")
			for i, n := range []int64{s.stats.Pages, s.stats.Failed, s.stats.Refused, s.stats.Later, s.stats.BodyCut, s.stats.KnownCut} {
				if n != 0 {
					text += fmt.Sprintf(", %d %s", n, []string{"pages", "failed", "refused", "later", "cut by -body", "cut by -known"}[i])
				}
			}
			if text != want || s.hasCome(r.URI) != (s.stats.Pages > 0) || s.stats.Beyond != s.stats.Pages || (s.settled == 1) != s.done.has(1) {
				t.Errorf("%s, loading %v: %s, want %s; %d settled", tt.record, loading, text, want, s.settled)
			}
		}
	}
}

// TestPaces counts records of one server. What no longer matters is forgotten, and what a record does not say
// stays.
func TestPaces(t *testing.T) {
	now := time.Now()
	s := state{Crawler: &Crawler{Delay: time.Second}, paces: map[digest]pace{}, stats: Stats{Links: 1}}
	u := uri.MustParse("http://h/")
	for i, tt := range []struct {
		r    record
		want string
	}{
		{record{Type: "server", URI: u, At: now, Next: now.Add(time.Hour)}, "[0 1h0m0s]"},
		{record{Type: "server", URI: u, Failures: 1, Again: now.Add(time.Hour)}, "[1 1h0m0s]"},
		{record{Type: "server", URI: u}, "[0 1h0m0s]"},
		{record{Type: "server", URI: u, At: now.Add(-2 * time.Hour), Next: now.Add(-time.Hour)}, "[0 1h0m0s]"},
		{record{Type: "server", URI: u, At: now.Add(-time.Hour), Next: now.Add(time.Second - time.Hour)}, "[]"},
	} {
		if err := s.count(tt.r); err != nil {
			t.Fatal(err)
		}
		got := []any{}
		for p := range maps.Values(s.paces) {
			got = append(got, p.outage.failures, p.delay)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("record %d: %v, want %s", i, got, tt.want)
		}
	}
}

// TestReports makes the lines of a report from records. Of each page the last one counts.
func TestReports(t *testing.T) {
	const page = `{"type":"page","uri":"http://h/`
	for _, tt := range []struct{ records, want string }{
		{`{"type":"link","n":0,"uri":"http://h/"}` + page + `","n":0,"status":200}` + page + `a","n":1,"status":404}`, "200 http://h/, 404 http://h/a"},
		{page + `","n":0,"status":200,"body":9}` + page + `","n":0,"status":203}`, "203 http://h/"},
		{page + `","n":0,"status":200,"known":9}` + page + `","n":0,"status":203}`, "203 http://h/"},
		{page + `","n":0,"later":true,"status":503}` + page + `","n":0,"later":true,"status":502}` + page + `","n":0,"status":203}` + page + `a","n":1,"status":200}`, "203 http://h/, 200 http://h/a"},
		{page + `","n":0,"error":"` + errRobots.Error() + `"}` + page + `","n":0,"status":203}`, "203 http://h/"},
		{page + `","n":0,"error":"not found","status":200}`, "not found http://h/"},
		{page + `?token=SECRET","n":0,"status":200}`, "200 http://h/?token=xxxxx"},
		{`{"type":"page","uri":"ftp://u:SECRET@h/","n":0}`, "0 ftp://u:xxxxx@h/"},
	} {
		in := strings.NewReader(tt.records)
		again, err := countAgain(in)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := reportLines(&out, in, again); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			got = append(got, strings.Trim(fields[1], `"`)+" "+fields[2])
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s\n%q, want %s", tt.records, got, tt.want)
		}
	}
}

// TestSort checks how the program sort is called, with another program of this name: by bytes, and its failure is
// one of the report.
func TestSort(t *testing.T) {
	state, report := file(t, "state", `{"type":"page","n":0,"uri":"http://h/","status":200}`+"\n"), filepath.Join(t.TempDir(), "report")
	folder := t.TempDir()
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	for script, want := range map[string]string{"cat >/dev/null; echo $LC_ALL": "", "cat >/dev/null; exit 3": "exit status 3"} {
		if err := os.WriteFile(filepath.Join(folder, "sort"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		err := writeReport(report, state)
		if want == "" && (err != nil || readFile(t, report) != "C\n") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestNext reads links from files that were changed while they were in use.
func TestNext(t *testing.T) {
	const link = `{"type":"link","n":0,"uri":"http://h/"}` + "\n"
	for text, want := range map[string]string{
		"":                                     "<nil>",
		link:                                   "http://h/",
		"{":                                    "the state file was cut while in use",
		link[:len(link)-1]:                     "the state file was cut while in use",
		`{"type":"link","n":}` + "\n":          "invalid character '}' looking for beginning of value",
		`{"type":"links","n":0}` + "\n" + link: "http://h/",
		`{"type":"page","n":0}` + "\n" + link:  "http://h/",
	} {
		s, err := openState(newState(t), &Crawler{MaxLinks: 10})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		r, _, ok, err := s.next()
		got := fmt.Sprint(err)
		if ok {
			got = r.URI.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		s.close()
		if _, _, _, err := s.next(); err == nil || err == io.EOF {
			t.Errorf("%q: from a closed file: %v", text, err)
		}
		if err := s.load(); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%q: loads a closed file: %v", text, err)
		}
	}
}

// TestReasons has an error of each kind, and whether it is about the server.
func TestReasons(t *testing.T) {
	client := func(err error) error { return fmt.Errorf("%w: %w", &guard.Error{Op: "client"}, err) }
	unreachable := &net.OpError{Op: "dial", Err: errors.New("no route to host")}
	for _, tt := range []struct {
		err    error
		server bool
		reason string
	}{
		{errors.New("x"), false, "other"},
		{unreachable, true, "other"},
		{&net.DNSError{IsNotFound: true}, false, "no such host"},
		{&net.DNSError{IsTimeout: true}, true, "no answer in time"},
		{fmt.Errorf("x: %w", syscall.ECONNREFUSED), false, "connection refused"},
		{fmt.Errorf("x: %w", io.ErrUnexpectedEOF), true, "the answer was cut short"},
		{fmt.Errorf("x: %w", io.EOF), true, "the answer was cut short"},
		{fmt.Errorf("x: %w", wire.ErrNotFound), false, "not found"},
		{fmt.Errorf("x: %w", wire.ErrLogin), false, "login refused"},
		{errRobots, false, ""},
		{client(errors.New("x")), false, "the answer cannot be read"},
		{client(unreachable), true, "the answer cannot be read"},
		{client(io.ErrUnexpectedEOF), false, "the answer cannot be read"},
		{client(&net.DNSError{IsTimeout: true}), false, "the answer cannot be read"},
	} {
		if f := (&fetched{err: tt.err, status: 200}); f.aboutServer() != tt.server || f.reason() != tt.reason {
			t.Errorf("%v: about the server %v, %q", tt.err, f.aboutServer(), f.reason())
		}
	}
}

// TestAddLinks adds the links of a page, with the limits on both sides, and refused ones.
func TestAddLinks(t *testing.T) {
	long := "http://h.example/" + strings.Repeat("a", maxLink-len("http://h.example/"))
	for _, tt := range []struct {
		name  string
		page  string // its URI
		links int64  // in the state
		base  string
		texts []string
		want  record
		made  []record
	}{
		{"known links", "http://h.example/", 0, "", []string{"/a", "/a", "b"}, record{New: 2, Seen: 1}, []record{{URI: uri.MustParse("http://h.example/a")}, {URI: uri.MustParse("http://h.example/b")}}},
		{"room for one", "http://h.example/", 9, "", []string{"/a", "/b"}, record{New: 1, Known: 10}, []record{{URI: uri.MustParse("http://h.example/a")}}},
		{"no room", "http://h.example/", 10, "", []string{"/a"}, record{Known: 10}, nil},
		{"a smaller limit than before", "http://h.example/", 11, "", []string{"/a"}, record{Known: 10}, nil},
		{"a long base", "http://h.example/", 0, long, []string{"?b"}, record{Refused: 1}, []record{{Text: "?b", Error: "longer than 4096 bytes"}}},
		{"a base that is too long", "http://h.example/", 0, long + "a", []string{"/a", "/b"}, record{Refused: 3, Over: 2}, []record{{Text: wire.Clip(long, maxText), Error: "base: longer than 4096 bytes"}}},
		{
			"a page of a state file that was changed", "http://h.example:99999/", 0, "", []string{"http://h.example/a"}, record{New: 1, Refused: 1},
			[]record{{Error: "base: web: parse \"http://h.example:99999/\": port-out-of-range at offset 17"}, {URI: uri.MustParse("http://h.example/a")}},
		},
		{"a wrong host", "http://h.example/", 0, "", []string{"http://ho st/"}, record{Refused: 1}, []record{{Text: "http://ho st/", Error: "web: parse \"http://ho st/\": domain-to-ASCII at offset 9"}}},
		{"refused links", "http://h.example/", 0, "", []string{"/a", "mailto:x%40y", "javascript:1"}, record{New: 1, Refused: 2}, []record{
			{URI: uri.MustParse("http://h.example/a")}, {Offset: 1, URI: uri.MustParse("mailto:x%40y"), Error: "does not follow mailto"},
			{Offset: 2, Text: "javascript:1", URI: uri.MustParse("javascript:1"), Error: "does not follow javascript"},
		}},
	} {
		c := &Crawler{Known: 10, wire: &wire.Client{Gate: wire.NewGate(true)}}
		s, err := openState(newState(t), c)
		if err != nil {
			t.Fatal(err)
		}
		s.stats.Links = tt.links
		b := batch{page: record{URI: uri.MustParse(tt.page)}, left: maxLinks}
		c.addLinks(s, &b, result{page: &fetched{base: tt.base, links: references{texts: tt.texts}}})
		s.close()
		tt.want.URI = b.page.URI
		if b.page != tt.want || len(b.records) != len(tt.made) {
			t.Errorf("%s: %+v with %d records %+v", tt.name, b.page, len(b.records), b.records)
			continue
		}
		for i, r := range b.records {
			if want := tt.made[i]; r.URI != want.URI || r.Offset != want.Offset || r.Text != want.Text || r.Error != want.Error {
				t.Errorf("%s: record %d: %+v\nwant %+v", tt.name, i, r, want)
			}
		}
	}
	// A page has records for its first refused links only.
	b := batch{page: record{URI: uri.MustParse("http://h.example/")}}
	c := &Crawler{wire: &wire.Client{Gate: wire.NewGate(true)}}
	c.addLinks(nil, &b, result{page: &fetched{links: references{texts: slices.Repeat([]string{"mailto:a"}, maxRefused+1)}}})
	if len(b.records) != maxRefused || b.page.Refused != maxRefused+1 {
		t.Errorf("%d records of %d refused links", len(b.records), b.page.Refused)
	}
}

// TestCheck has URIs that are refused before they are fetched.
func TestCheck(t *testing.T) {
	const front = "http://h.example/"
	c := &Crawler{wire: &wire.Client{Gate: wire.NewGate(false)}, passwords: map[account]string{}}
	for size, want := range map[int]error{maxLink: nil, maxLink + 1: errLong} {
		if err := c.check(uri.MustParse(front + strings.Repeat("a", size-len(front)))); err != want {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	for given, want := range map[string]string{
		"http://h:99999/":               "port-out-of-range",
		"gopher://xn--%C3%BC.example./": "idna: ",
		"ftp://h/;type=x":               "ftptype",
		"ftp://u:p@h/;type=x":           "ftptype",
	} {
		if start, err := c.checkStart([]uri.URI{uri.MustParse(given)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", given, start, err)
		}
	}
	if _, err := c.checkStart([]uri.URI{uri.MustParse("ftp://u@h/"), uri.MustParse("ftp://v:p@h/a"), uri.MustParse("ftp://v:p@h/b")}); err != nil || len(c.passwords) != 1 {
		t.Errorf("%v, %d passwords", err, len(c.passwords))
	}
}
