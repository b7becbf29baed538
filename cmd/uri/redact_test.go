package main

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"example.com/uri"
)

// secrets are spellings of a password. None of their letters occurs elsewhere.
var secrets = []string{"ZQVJ", "ZQ%56J", "%5AQVJ", "ZQVJ%0A", "ZQVJ%3A", "Z:QVJ", "ZQVJ=1&QZ=VJ", "ZQVJ;QV", "ZQVJ@ZQVJ"}

// TestRedactedEverywhere gives passwords to every command, in URIs and in other texts,
// with all parts before and after them. No output shows a letter of them, and the exit
// status is that without -redact.
func TestRedactedEverywhere(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{"http://", "ftp://", "//", "/", "a", "%41", "@", ":", "?", "#", "h:80", "..", "http:\\\\", " ", "é", "mailto:", "news:", "x:", ";type=i", "?q=1", "utm_a=1&", "\\"}
	pick := func() (s string) {
		for range rnd.Intn(4) {
			s += pieces[rnd.Intn(len(pieces))]
		}
		return s
	}
	inputs := []string{"http://joe:ZQVJ@h/", "ftp://joe:ZQVJ@h/a;type=i", "joe:ZQVJ@h", "//joe:ZQVJ@h", "mailto:joe:ZQVJ@h", "http://h/a:ZQVJ@h/../b",
		"http://h/?q=x:ZQVJ@h", "telnet://joe:ZQVJ@h", "x:joe:ZQVJ@h", "news:joe:ZQVJ@h", "http:\\\\joe:ZQVJ@h\\", " http://joe:ZQVJ@h/a b", "blob:http://joe:ZQVJ@h/",
		"ws://joe:ZQVJ@h/", "http://joe:ZQVJ@H\u00e9/", "nntp://h/a:ZQVJ/12@b", "prospero://h/a:ZQVJ;c=d@e", "mailto:a:b?subject=ZQVJ@d"}
	random := 50
	if *long {
		random = 1000
	}
	for range random {
		secret := secrets[rnd.Intn(len(secrets))]
		inputs = append(inputs, pick()+":"+secret+"@"+pick())
	}
	for _, g := range groups {
		for _, c := range g {
			for _, args := range redactedCalls(c) {
				testRedacted(t, c, inputs, args)
			}
		}
	}
}

// redactedCalls are calls of c whose flags may bring passwords of their own.
func redactedCalls(c command) (calls [][]string) {
	calls = [][]string{needed[c.name]}
	const base = "http://joe:ZQVJ@h/b:ZQVJ@c/d"
	switch c.name {
	case "resolve":
		calls = append(calls, []string{"-base", base}, []string{"-base", base, "-mode", "3986"}, []string{"-base", "ftp://h/x/y?joe:ZQVJ@h", "-mode", "1808"})
	case "relativize":
		calls = append(calls, []string{"-base", base}, []string{"-base", "http://h/a:b/c"})
	case "web":
		calls = append(calls, []string{"-base", base}, []string{"-base", "http:\\\\joe:ZQVJ@h"})
	case "get":
		calls = append(calls, []string{"-format", "{uri} {:uri} {authority} {userinfo} {:path} {segment:0} {:segment:-1} {query} {:query:q} {fragment}"})
	case "set":
		calls = append(calls, []string{"-userinfo", "joe:ZQVJ"}, []string{"-host", "g", "-userinfo", "joe:ZQ:VJ"}, []string{"-drop", "*"}, []string{"-path", "/x"}, []string{"-query", ""})
	case "key":
		calls = append(calls, []string{"-surt"}, []string{"-archive"}, []string{"-sort", "-mode", "1808", "-drop", "utm_*"})
	case "normalize":
		calls = append(calls, []string{"-mode", "3986"})
	case "interpret":
		calls = append(calls, []string{"-strict"})
	case "extract":
		calls = append(calls, []string{"-scheme", "x", "-escaped"})
	case "audit":
		calls = append(calls, []string{"-fail", "hint"})
	case "target":
		calls = append(calls, []string{"-method", "CONNECT"})
	}
	return calls
}

// testRedacted gives all inputs to c, plain, as JSON strings and as broken ones.
func testRedacted(t *testing.T, c command, inputs, flags []string) {
	t.Helper()
	var lines, jsonLines, broken strings.Builder
	for _, in := range inputs {
		u, err := uri.Parse(in)
		if err == nil && leaks(u.Redacted()) {
			continue // a port and then a path, such as "//h:80/ZQVJ@": no password
		}
		if err != nil && c.shape == wholeText {
			continue // a part of it may be a URI, which has no password
		}
		line := appendString(nil, in)
		if c.shape == twoFields {
			line = appendString(append(line, '\t'), in)
			in += "\t" + in
		}
		lines.WriteString(in + "\n")
		jsonLines.Write(append(line, '\n'))
		broken.WriteString(`"\u003a` + in + "\n")
	}
	for _, form := range []string{"-json=false", "-json"} {
		for _, way := range []struct{ args, stdin string }{{"-in-json=false", lines.String()}, {"-in-json", jsonLines.String()}, {"-in-json", broken.String()}} {
			args := append([]string{c.name, form, way.args}, flags...)
			want, _, wantStatus := uriRun(way.stdin, args...)
			args[0] = "-redact"
			args = append([]string{c.name}, args...)
			out, errText, status := uriRun(way.stdin, args...)
			for line := range strings.Lines(out + errText) {
				if leaks(line) {
					t.Errorf("%q shows a password: %s", args, line)
				}
			}
			valid := func(out string) (n int) { return strings.Count(out, `,"valid":true`) }
			if n := strings.Count(out, "\n"); status != wantStatus || n != strings.Count(want, "\n") || valid(out) != valid(want) {
				t.Errorf("%q: status %d, %d lines, %d valid; without %d, %d, %d", args, status, n, valid(out), wantStatus, strings.Count(want, "\n"), valid(want))
			}
			if form == "-json" {
				checkJSON(t, c.name, out)
			}
		}
	}
}

// leaks reports whether a text has two letters of the password together, in any
// case. One alone may be the "invalid character" of an error, or stand in a word.
func leaks(text string) bool {
	text = strings.ToUpper(text)
	for _, part := range []string{"ZQ", "QV", "VJ", "%5A", "%56"} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// TestRedactedRefused checks that the same parts are hidden in a text that is no URI as
// in the error of package uri about it.
func TestRedactedRefused(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	pieces := []string{":", "@", "//", "/", "a", "b c", "é", "\\", "?", "#", "x:", "%", "["}
	refusals := 0
	for range 20_000 {
		var in string
		for range rnd.Intn(10) {
			in += pieces[rnd.Intn(len(pieces))]
		}
		var e *uri.SyntaxError
		if _, err := uri.Parse(in); !errors.As(err, &e) || len(in) > 50 {
			continue // the error shows a piece of a longer text
		}
		refusals++
		want, _, _ := strings.Cut(e.Caret(), "\n")
		if got := redacted(in); got != want {
			t.Errorf("%q: %q, the error shows %q", in, got, want)
		}
	}
	if refusals < 10_000 {
		t.Errorf("only %d refusals", refusals)
	}
}

// TestFlagErrors gives a URI where the value of a flag is missing.
func TestFlagErrors(t *testing.T) {
	const in = "http://joe:ZQVJ@h/"
	for _, g := range groups {
		for _, c := range g {
			for _, name := range append(helpFlags(c.name), "-", "--", "-x") {
				for _, args := range [][]string{{c.name, name, in}, {c.name, name + "=" + in}, {c.name, name + ":" + in}} {
					if _, errText, _ := uriRun("", args...); leaks(errText) {
						t.Errorf("%q: %s", args, errText)
					}
				}
			}
		}
	}
}

// TestRedactedURI compares what -redact shows of a URI with its Redacted. A text that is none is not read so.
func TestRedactedURI(t *testing.T) {
	for _, in := range []string{"a/password=S", "password=S", "http://u:S@h/?password=S", "mailto:u:S@h"} {
		if got, want := redacted(in), uri.MustParse(in).Redacted(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := redacted("a/password=S |"); got != "a/password=xxxxx" {
		t.Errorf("not a URI: %q", got)
	}
}
