//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain runs one of harnesses, not the tests, if HARNESS names it.
func TestMain(m *testing.M) {
	if f := harnesses[os.Getenv("HARNESS")]; f != nil {
		f()
		os.Exit(0)
	}
	flag.Set("test.parallel", "8") // most of them wait for a harness
	os.Exit(m.Run())
}

const firstLine = `{"parser":"p","version":"1","parts":[],"extra":[{}]}` + "\n"

// harnesses has right and wrong harnesses by their names. They judge texts by shortExpr.
var harnesses = map[string]func(){
	"right":        func() { serve(nil) },
	"absent":       nil, // TestHarness starts a program that does not exist
	"ends at once": func() {},
	"notes its starts": func() {
		if f, err := os.OpenFile(os.Getenv("FILE"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
			f.WriteString("x")
		}
		serve(nil)
	},
	"says_why":   func() { fmt.Fprintln(os.Stderr, "no licence") },
	"garbage":    func() { fmt.Println("hello") },
	"no name":    func() { fmt.Println(`{"parts":[]}`) },
	"other part": func() { fmt.Println(`{"parser":"p","parts":["segment"]}`) },
	"silent":     func() { time.Sleep(time.Hour) },
	"a gigabyte": func() {
		for block := make([]byte, 1<<20); ; {
			if _, err := os.Stdout.Write(block); err != nil {
				return
			}
		}
	},
	"no first answer":      func() { fmt.Print(firstLine); io.Copy(io.Discard, os.Stdin) },
	"first answer is none": func() { fmt.Print(firstLine, "yes\n"); io.Copy(io.Discard, os.Stdin) },
	"does not flush":       func() { serveBuffered(1 << 20) },
	"flushes when full":    func() { serveBuffered(64) },
	"dies first":           func() { fmt.Print(firstLine); bufio.NewReader(os.Stdin).ReadString('\n') },
	"never reads":          func() { fmt.Print(firstLine); time.Sleep(time.Hour) },
	"dies at ~":            func() { serve(at("~", func(int) string { os.Exit(3); return "" })) },
	"silent at ~":          func() { serve(at("~", func(int) string { time.Sleep(time.Hour); return "" })) },
	"silent at a:~":        func() { serve(at("a:~", func(int) string { time.Sleep(time.Hour); return "" })) },
	"other id at ~":        func() { serve(at("~", func(id int) string { return fmt.Sprintf(`{"id":%d,"valid":true}`, id+1) })) },
	"twice at ~": func() {
		serve(at("~", func(id int) string {
			return fmt.Sprintf("{\"id\":%[1]d,\"valid\":false}\n{\"id\":%[1]d,\"valid\":false}", id)
		}))
	},
	"no object at ~":   func() { serve(at("~", func(int) string { return "null" })) },
	"a long line at ~": func() { serve(at("~", func(int) string { return strings.Repeat(" ", 1<<17) })) },
	"no verdict at ~":  func() { serve(at("~", func(id int) string { return fmt.Sprintf(`{"id":%d,"valid":1}`, id) })) },
	"refuses a:":       func() { serve(at("a:", func(id int) string { return fmt.Sprintf(`{"id":%d,"valid":false}`, id) })) },
	"wrong at ~":       func() { serve(at("~", func(id int) string { return fmt.Sprintf(`{"id":%d,"valid":true}`, id) })) },
	"dies at each a:":  func() { serve(func(s string, _ int) (string, bool) { return exitIf(strings.HasPrefix(s, "a:")) }) },
	"dies after 10":    func() { n := 0; serve(func(string, int) (string, bool) { n++; return exitIf(n > 10) }) },
	"dies after 1000":  func() { n := 0; serve(func(string, int) (string, bool) { n++; return exitIf(n > 1000) }) },
	"spoilt by a:": func() { // and then wrong at each "~"
		spoilt := false
		serve(func(s string, id int) (string, bool) {
			spoilt = spoilt || s == "a:"
			return fmt.Sprintf(`{"id":%d,"valid":true}`, id), spoilt && strings.Contains(s, "~")
		})
	},
	"wrong at ~, spoilt by ~": func() {
		spoilt := false
		serve(func(s string, id int) (string, bool) {
			spoilt = spoilt || s == "~"
			return fmt.Sprintf(`{"id":%d,"valid":true}`, id), spoilt
		})
	},
	"right, other spelling": func() { serve(spelt) },
	"dies at ~, other spelling": func() {
		serve(func(s string, id int) (string, bool) {
			exitIf(s == "~")
			return spelt(s, id)
		})
	},
	"writes at its end": func() {
		serve(nil)
		time.Sleep(50 * time.Millisecond)
		os.WriteFile(os.Getenv("FILE"), nil, 0o600)
	},
	"starts once": func() { // and is wrong at one text
		if f, err := os.OpenFile(os.Getenv("FILE"), os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			f.Close()
			serve(at("~", func(id int) string { return fmt.Sprintf(`{"id":%d,"valid":true}`, id) }))
		}
	},
	"leaves a child":  func() { leave(new(syscall.SysProcAttr)) },
	"leaves a daemon": func() { leave(&syscall.SysProcAttr{Setsid: true}) },
}

// leave starts a process that keeps the outputs open. It is in the group of the harness, or in its own.
func leave(group *syscall.SysProcAttr) {
	child := exec.Command("sleep", "100")
	child.Stdout, child.Stderr, child.SysProcAttr = os.Stdout, os.Stderr, group
	if child.Start() == nil {
		os.WriteFile(os.Getenv("FILE"), strconv.AppendInt(nil, int64(child.Process.Pid), 10), 0o600)
	}
	serve(nil)
}

// serveBuffered refuses all texts. It writes its answers when a buffer of size octets is full.
func serveBuffered(size int) {
	fmt.Print(firstLine)
	out := bufio.NewWriterSize(os.Stdout, size)
	in := bufio.NewScanner(os.Stdin)
	for id := 0; in.Scan(); id++ {
		fmt.Fprintf(out, "{\"id\":%d,\"valid\":false}\n", id)
	}
	out.Flush()
}

// spelt has right answers in another spelling.
func spelt(s string, id int) (string, bool) {
	return fmt.Sprintf(` { "valid" : %v,"id":%d, "x":null}`, shortExpr.MatchString(s), id), true
}

func exitIf(dies bool) (string, bool) {
	if dies {
		os.Exit(1)
	}
	return "", false
}

// at returns a function for serve that gives f's answer to one text.
func at(text string, f func(id int) string) func(s string, id int) (string, bool) {
	return func(s string, id int) (string, bool) {
		if s != text {
			return "", false
		}
		return f(id), true
	}
}

// serve gives right answers, except where special has an answer.
func serve(special func(s string, id int) (string, bool)) {
	fmt.Print(firstLine)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var q struct {
			ID  int
			Hex string
		}
		if json.Unmarshal(in.Bytes(), &q) != nil || string(appendQuestion(nil, q.ID, "")) != fmt.Sprintf("{\"id\":%d,\"hex\":\"\"}\n", q.ID) {
			os.Exit(4)
		}
		text, _ := hex.DecodeString(q.Hex)
		if special != nil {
			if line, ok := special(string(text), q.ID); ok {
				fmt.Println(line)
				continue
			}
		}
		fmt.Printf("{\"id\":%d,\"valid\":%v}\n", q.ID, shortExpr.Match(text))
	}
}

// TestHarness runs certify with good and bad harnesses.
func TestHarness(t *testing.T) {
	for name, want := range map[string]struct {
		status int
		says   string // the end of the last line on standard error, or part of the first line of the result
	}{
		"right":                 {statusRight, ""},
		"right, other spelling": {statusRight, ""},
		"absent":                {statusNotJudged, `does not start: exec: "absent": executable file not found in $PATH`},
		"ends at once":          {statusNotJudged, "no good first line: died (-v shows its standard error)"},
		"garbage":               {statusNotJudged, `no good first line: "hello" is no JSON object`},
		"no name":               {statusNotJudged, `no good first line: no "parser" or no "parts"`},
		"other part":            {statusNotJudged, `an unknown part "segment"`},
		"silent":                {statusNotJudged, "no good first line: silent"},
		"a gigabyte":            {statusNotJudged, `no good first line: "a line of more than 64 KiB" is no JSON object`},
		"no first answer":       {statusNotJudged, "no answer to its first question: it is silent (does it read line by line, and flush?)"},
		"first answer is none":  {statusNotJudged, `no answer to its first question: it answers out of step, with "yes"`},
		"does not flush":        {statusNotJudged, "no answer to its first question: it answers only at the end of its input: it does not flush each line"},
		"flushes when full":     {statusNotJudged, "no answer to its first question: it answers only at the end of its input: it does not flush each line"},
		"dies first":            {statusNotJudged, "no answer to its first question: it died (-v shows its standard error)"},
		"never reads":           {statusNotJudged, "no answer to its first question: it is silent (does it read line by line, and flush?)"},
		"dies at ~":             {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"failed":"died"}`},
		"silent at a:~":         {statusFaults, `"error":2},"got":{"failed":"silent"}`},
		"other id at ~":         {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"failed":"out of step"}`},
		"twice at ~":            {statusFaults, `"got":{"failed":"out of step"}`},
		"no object at ~":        {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"failed":"out of step"}`},
		"a long line at ~":      {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"failed":"out of step"}`},
		"no verdict at ~":       {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"failed":"out of step"}`},
		"refuses a:":            {statusFaults, `"hex":"613a","valid":true,"scheme":[0,1],"path":[2,2]},"got":{"valid":false}`},
		"dies after 1000":       {statusFaults, `"got":{"failed":"died"}`},
		"wrong at ~":            {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"valid":true}`},
		"dies at each a:":       {statusNotJudged, "failed at more than 20 texts, last: it died (-v shows its standard error)"},
		"dies after 10":         {statusNotJudged, "failed at more than 20 texts, last: it died (-v shows its standard error)"},
		"starts once":           {statusNotJudged, "no good first line: died (-v shows its standard error)"},
		"notes its starts":      {statusRight, ""},
		"writes at its end":     {statusRight, ""},
		"leaves a child":        {statusRight, ""},
		"leaves a daemon":       {statusRight, ""},

		"spoilt by a:":            {statusNotJudged, `answers "~" wrongly only after other texts`},
		"wrong at ~, spoilt by ~": {statusFaults, `"hex":"7e","valid":false,"error":0},"got":{"valid":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := []string{"env", "HARNESS=" + name, os.Args[0]}
			timeout := "30s"
			if strings.Contains(want.says, "silent") || strings.Contains(want.says, "flush") {
				timeout = "10s" // a busy machine may need seconds to start a harness
			}
			file := t.TempDir() + "/file"
			command = append([]string{"env", "FILE=" + file}, command...)
			if name == "absent" {
				command = []string{"absent"}
			}
			var stdout bytes.Buffer
			var stderr shared
			status := run(append([]string{"certify", "-rfc", "short", "-json", "-v", "-timeout", timeout, "--"}, command...), &stdout, &stderr)
			lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
			switch {
			case status != want.status:
				t.Fatalf("status %d, want %d: %s%s", status, want.status, &stdout, &stderr)
			case status == statusNotJudged:
				said := strings.Split(strings.TrimSpace(stderr.String()), "\n")
				if !strings.HasSuffix(said[len(said)-1], want.says) || stdout.Len() > 0 {
					t.Errorf("%q, want %q; %q", said, want.says, stdout.String())
				}
			case !strings.Contains(lines[0], want.says):
				t.Errorf("%s, want %s", lines[0], want.says)
			case strings.Contains(name, "spoilt") && len(lines) > 2:
				t.Errorf("%d lines, want one witness", len(lines)-1)
			case !strings.Contains(lines[len(lines)-1], fmt.Sprintf(`"rfc":"short","k":0,"suite":4,"certified":%v,"parts":[],"texts":`, status == statusRight)):
				t.Errorf("the last line is %s", lines[len(lines)-1])
			}
			for _, line := range lines {
				if stdout.Len() > 0 && !json.Valid([]byte(line)) {
					t.Errorf("%s is no JSON", line)
				}
			}
			written, err := os.ReadFile(file)
			child, _ := strconv.Atoi(string(written))
			var verdict struct {
				Texts   int
				Seconds float64
			}
			json.Unmarshal([]byte(lines[len(lines)-1]), &verdict)
			switch name {
			case "right":
				if texts := len(slices.Collect(suite{spec: specs["short"]()}.texts())); verdict.Texts != texts {
					t.Errorf("%d texts, want %d", verdict.Texts, texts)
				}
			case "silent at a:~":
				if verdict.Seconds < 10 {
					t.Errorf("%v seconds, less than the timeout", verdict.Seconds)
				}
			case "notes its starts":
				if string(written) != "x" {
					t.Errorf("%d starts", len(written))
				}
			case "writes at its end":
				if err != nil {
					t.Errorf("it was ended too early: %v", err)
				}
			case "leaves a child":
				if child == 0 {
					t.Fatalf("no child: %v", err)
				}
				ends(t, child)
			case "leaves a daemon": // and does not wait for it
				if child == 0 || !isAlive(child) {
					t.Fatalf("the daemon %d has ended, %v", child, err)
				}
				syscall.Kill(child, syscall.SIGKILL)
			}
		})
	}
}

// TestText checks that the text for people shows the right answer and the given one, and what is
// assumed.
func TestText(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run([]string{"certify", "-rfc", "short", "--", "sh", "-c", `HARNESS="wrong at ~" exec "$0"`, os.Args[0]}, &stdout, &stderr)
	const want = "\n  \"~\"                                      invalid, not valid: other in  (), 1 states blamed, 1 texts\n" +
		"      RFC short: \"valid\":false\n      the parser: \"valid\":true\n"
	if s := stdout.String(); status != statusFaults || !strings.HasPrefix(s, "p 1: wrong by RFC short at 1 of ") || !strings.Contains(s, "\n  assumed: at most 0 states") || !strings.HasSuffix(s, want) {
		t.Errorf("status %d: %s, want %s", status, s, want)
	}
	stdout.Reset()
	run([]string{"certify", "-rfc", "short", "--", "env", "HARNESS=dies at ~", os.Args[0]}, &stdout, &stderr)
	if !strings.HasSuffix(stdout.String(), "\n      RFC short: \"valid\":false\n      the parser: died\n") {
		t.Error(stdout.String())
	}
	for thorough, want := range map[bool]string{
		false: "octets of one class are read alike, except right after a shortest way to a state; parts of more than 33 octets",
		true:  "octets of one class are read alike except where each is tried; parts of more than 65536 octets",
	} {
		v := &verdict{c: newCertifier(suite{spec: specs["short"](), thorough: thorough}, io.Discard)}
		if s := v.assumed(); !strings.Contains(s, want) || !strings.Contains(s, "no part is compared") {
			t.Errorf("thorough %v: %s, want %s", thorough, s, want)
		}
	}
}

// TestOrder asks harnesses many texts. Whatever happens at some of them, each is answered once, in order. A
// harness that fails is started again.
func TestOrder(t *testing.T) {
	for name, test := range map[string]struct {
		at   []int // the places of "~"
		want answer
	}{
		"right":                     {[]int{1, 2, 2999}, answer{raw: `"valid":false`}},
		"right, other spelling":     {[]int{1, 2, 2999}, answer{raw: `"valid":false`}},
		"dies at ~":                 {[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 1500, 1502, 2999}, answer{failed: errDied}},
		"dies at ~, other spelling": {[]int{1, 2999}, answer{failed: errDied}},
		"other id at ~":             {[]int{1, 1500, 1501, 2999}, answer{failed: errOutOfStep}},
		"silent at ~":               {[]int{1500}, answer{failed: errSilent}},
	} {
		for _, fills := range []bool{false, true} { // the questions fill the pipe to the harness
			t.Run(fmt.Sprint(name, fills), func(t *testing.T) {
				t.Parallel()
				var texts []string
				for i := range 3000 {
					switch {
					case slices.Contains(test.at, i):
						texts = append(texts, "~")
					case fills:
						texts = append(texts, strings.Repeat("a", 200+i%2))
					default:
						texts = append(texts, strings.Repeat("a", 1+i%9))
					}
				}
				a := &asker{args: []string{"env", "HARNESS=" + name, os.Args[0]}, timeout: 30 * time.Second}
				defer a.close()
				starts, n := 0, 0
				a.started = func(*harness) { starts++ }
				if strings.HasPrefix(name, "silent") {
					a.timeout = 10 * time.Second
				}
				expected := func(dst []byte, text string) []byte {
					return fmt.Appendf(dst, `"valid":%v`, shortExpr.MatchString(text))
				}
				err := a.ask(slices.Values(texts), expected, func(text string, right bool, got answer) {
					want := answer{valid: true, raw: `"valid":true`}
					if text == "~" {
						want = test.want
					}
					spelt := !strings.HasSuffix(name, "other spelling") && want.failed == nil // as expected
					if spelt {
						want = answer{}
					}
					if n == len(texts) || text != texts[n] || right != spelt || got != want {
						t.Fatalf("%d: %.9q, right %v, %+v, want %+v", n, text, right, got, want)
					}
					n++
				})
				restarts := 0
				if test.want.failed != nil {
					restarts = len(test.at)
				}
				if err != nil || n != len(texts) || starts != 1+restarts {
					t.Errorf("%d answers, %d starts, %v", n, starts, err)
				}
				if failed := []string{"a", "~"}; len(test.at) == maxFailures {
					if err := a.ask(slices.Values(failed), expected, func(string, bool, answer) {}); err == nil {
						t.Errorf("%d failures are not too many", maxFailures+1)
					}
				}
			})
		}
	}
}

// TestIntroduce reads first lines.
func TestIntroduce(t *testing.T) {
	for line, want := range map[string]struct {
		judged partSet
		err    string
	}{
		`{"parser":"p","parts":["scheme","fragment"]}`:                                                     {partSet{scheme: true, fragment: true}, ""},
		`{"parser":"p","parts":["scheme","authority","userinfo","host","port","path","query","fragment"]}`: {allParts, ""},
		`{"parser":"p","parts":[]}`:                                                                        {},
		`{"parser":"p"}`:                                                                                   {err: `no "parser" or no "parts"`},
		`{"parts":[]}`:                                                                                     {err: `no "parser" or no "parts"`},
		`{"parser":"p","parts":["urn"]}`:                                                                   {err: `an unknown part "urn"`},
		`[]`:                                                                                               {err: `"[]" is no JSON object`},
	} {
		h := new(harness)
		if err := h.introduce(line); fmt.Sprint(err) != want.err && (err != nil || want.err != "") || h.judged != want.judged {
			t.Errorf("%s: %v, %v", line, h.judged, err)
		}
	}
}

// TestKill ends a harness that waits for a question, as an interrupt does.
func TestKill(t *testing.T) {
	a := &asker{args: []string{"env", "HARNESS=right", os.Args[0]}, timeout: 30 * time.Second}
	a.kill() // none runs
	if err := a.start(); err != nil {
		t.Fatal(err)
	}
	h := a.h
	defer a.close()
	a.kill()
	if line, err := h.line(a.timeout, func() {}); err != errDied {
		t.Errorf("%q, %v", line, err)
	}
}

// TestRestart checks that no harness runs after restart, nor after a first line that is not good.
func TestRestart(t *testing.T) {
	a := &asker{args: []string{"env", "HARNESS=writes at its end", "FILE=" + t.TempDir() + "/file", os.Args[0]}, timeout: 30 * time.Second}
	if err := a.start(); err != nil {
		t.Fatal(err)
	}
	pid := a.h.cmd.Process.Pid
	if a.restart(); a.h != nil || isAlive(pid) {
		t.Error("it runs")
	}
	a.args[1] = "HARNESS=garbage"
	if err := a.start(); err == nil || a.h != nil {
		t.Errorf("it runs: %v", err)
	}
}

// TestProgress checks that a long run shows after 1,000 texts how far it is, and not again at once.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	c := newCertifier(suite{spec: specs["short"]()}, &out)
	for c.parser, c.texts = "p", 999; c.texts < 1002; c.texts++ {
		c.progress()
	}
	c.texts, c.shown = 2000, time.Now().Add(time.Hour)
	c.progress()
	const want = "p: 1000 texts, 0 answered wrongly\n"
	if out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	out.Reset()
	c.texts, c.shown = 0, time.Time{}
	c.asker = parser(func(s string) (bool, [partCount]part) { return shortExpr.MatchString(s), [partCount]part{} })
	if _, err := c.certify(); err != nil || !strings.HasPrefix(out.String(), want) || c.shown.IsZero() {
		t.Errorf("%q, %v", &out, err)
	}
}

// ends waits for the end of a process that has got a signal.
func ends(t *testing.T, pid int) {
	t.Helper()
	for tries := 0; isAlive(pid); tries++ {
		if tries == 3000 {
			t.Fatalf("the process %d is alive", pid)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// isAlive reports whether a process runs. One that has ended may wait for its parent.
func isAlive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(state, []byte(") Z "))
}

// A shared is a standard error for the program and a harness. What the harness "says_why" writes takes
// its time.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *shared) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("licence")) {
		time.Sleep(200 * time.Millisecond)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(b)
}

func (w *shared) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// TestUsage checks that wrong usage gives a message and no verdict.
func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                            "usage",
		"judge":                       `conformance: no command "judge"`,
		"suite -rfc 1808":             "1808",
		"suite -rfc short -k 2":       "conformance: -k is 0 or 1, not 2",
		"suite -x":                    "-x",
		"suite x":                     `conformance: suite has no argument "x"`,
		"certify":                     "conformance: certify needs the command of a harness",
		"certify -x":                  "-x",
		"certify -rfc 3986 --":        "conformance: certify needs",
		"certify -h":                  "(default 10s)",
		"certify -timeout 0s -- cat":  "conformance: -timeout is more than 0s, not 0s",
		"certify -timeout -1s -- cat": "conformance: -timeout is more than 0s, not -1s",
		"certify -v -- env HARNESS=says_why " + os.Args[0]: "no licence\n",
		"certify -- env HARNESS=says_why " + os.Args[0]:    "no good first line: died",
		"certify -timeout 1ns -- cat":                      "no good first line: silent",
		"table":                                            "conformance: table needs",
		"table none none":                                  "conformance: open none: ",
		"release":                                          "conformance: release needs",
		"release main.go/release":                          "conformance: mkdir main.go/release",
	} {
		var stdout bytes.Buffer
		var stderr shared
		if status := run(strings.Fields(args), &stdout, &stderr); status != statusNotJudged || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: status %d, %.200q, %q", args, status, &stdout, &stderr)
		}
		if strings.Contains(stderr.String(), "licence") != strings.Contains(args, " -v ") {
			t.Errorf("%q shows what the harness writes: %q", args, &stderr)
		}
	}
	folder := t.TempDir()
	for args, want := range map[string]string{
		"suite -rfc short -long":       `{"suite":"RFC short","k":0,"long":true,"version":`,
		"suite -rfc short -k 1":        `{"suite":"RFC short","k":1,"version":`,
		"table result.jsonl " + folder: "",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(args), &stdout, &stderr); status != statusRight || !strings.HasPrefix(stdout.String(), want) || stderr.Len() > 0 {
			t.Errorf("%q: status %d, %.99q, %q", args, status, &stdout, &stderr)
		}
	}
	if _, err := os.Stat(folder + "/RESULT.md"); err != nil {
		t.Error(err)
	}
	for _, args := range []string{"help", "-h", "--help"} {
		var stdout, stderr bytes.Buffer
		if status := run([]string{args}, &stdout, &stderr); status != statusRight || stdout.String() != usage || stderr.Len() > 0 {
			t.Errorf("%q: status %d, %q, %q", args, status, &stdout, &stderr)
		}
	}
}
