package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.com/uri/internal/peer"
	"github.com/google/go-cmp/cmp"
)

// TestCompletionNames wants every command in each script, with its flags and their
// values, as the help texts have them.
func TestCompletionNames(t *testing.T) {
	scripts := map[string]string{}
	for _, shell := range shells {
		out, errText, status := uriRun("", "completion", shell)
		if errText != "" || status != accepted {
			t.Fatalf("%s: %q, %d", shell, errText, status)
		}
		scripts[shell] = out
	}
	if !strings.HasSuffix(scripts["zsh"], "\n"+scripts["bash"]) {
		t.Error("the script for zsh does not end in that for bash")
	}
	for _, c := range commands() {
		var flags []string
		for _, f := range c.allFlags() {
			flags = append(flags, "-"+f.Name)
		}
		if diff := cmp.Diff(helpFlags(c.name), flags); diff != "" {
			t.Errorf("%s: flags (-help text +script):\n%s", c.name, diff)
		}
		lines := map[string][]string{
			"bash": {"\t\t'" + c.name + " '*) words='" + strings.Join(append(flags, c.words()...), " ") + "' ;;"},
			"fish": {"complete -c uri -n __fish_use_subcommand -a " + c.name + " -d '" + c.short + "'"},
		}
		if len(flags)+len(c.words()) == 0 {
			delete(lines, "bash")
		}
		if noWords := "'__uri_is " + c.name + "' -a ''"; strings.Contains(scripts["fish"], noWords) {
			t.Errorf("fish: %q", noWords)
		}
		for _, f := range c.allFlags() {
			if long, _, _ := uriRun("", "help", c.name); !strings.Contains(long, strings.TrimSpace("-"+f.Name+" "+f.Arg)+" ") {
				t.Errorf("%s: the help text has no %s %s", c.name, f.Name, f.Arg)
			}
			fish := "complete -c uri -n '__uri_is " + c.name + "' -o " + f.Name + " -d " + quotedFish(f.About)
			if f.Arg != "" {
				fish += " -x"
				if f.Arg == "FILE" {
					fish = strings.TrimSuffix(fish, "-x") + "-r -F"
				}
			}
			if len(f.Values) > 0 {
				fish += " -a '" + strings.Join(f.Values, " ") + "'"
			}
			lines["fish"] = append(lines["fish"], fish)
			if len(f.Values) > 0 {
				values := strings.Join(f.Values, " ")
				lines["bash"] = append(lines["bash"], "\t\t'"+c.name+" -"+f.Name+"') words='"+values+"' ;;")
			}
		}
		for shell, wanted := range lines {
			for _, line := range wanted {
				if !strings.Contains(scripts[shell], "\n"+line+"\n") {
					t.Errorf("%s: no %q", shell, line)
				}
			}
		}
	}
}

// wantedWords are the completions of a line.
var wantedWords = map[string][]string{
	"uri re":                         {"relativize", "resolve", "read", "repair"},
	"uri normalize -":                {"-in-json", "-json", "-mode", "-redact"},
	"uri normalize -mode ":           {"1808", "2396", "3986"},
	"uri resolve -base http://h/ -a": {"-above-root"},
	"uri resolve -above-root ":       {"drop", "keep", "reject"},
	"uri audit -fail d":              {"danger"},
	"uri normalize -mode 3986 -":     {"-in-json", "-json", "-mode", "-redact"},
	"uri completion ":                {"bash", "fish", "zsh"},
	"uri help vers":                  {"version"},
	"uri help -":                     {"-man"},
	"uri robots -file complete_t":    {"complete_test.go"},
	"uri robots -file testdata/sit":  {"testdata/site"},
	"uri version ":                   nil,
	"uri nothing -":                  nil,
}

// TestCompletionShells gives the scripts to the shells that are here. Bash and fish
// complete some words; zsh, which completes only on a terminal, reads its script.
func TestCompletionShells(t *testing.T) {
	for _, shell := range shells {
		if _, err := exec.LookPath(shell); err != nil {
			peer.Missing(t, shell)
			continue // TestCompletionNames has read the script
		}
		script, _, _ := uriRun("", "completion", shell)
		check := exec.Command(shell, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", shell, err, out)
		}
		switch shell {
		case "bash":
			testWords(t, "bash", "-c", script+`
COMP_WORDS=($1); [ "${1% }" = "$1" ] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_uri; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		case "fish":
			testWords(t, "fish", "--no-config", "-c", script+"\ncomplete -C \"$argv[1]\"")
		}
	}
}

// testWords runs a shell for each line, which is its last argument. A line of its
// output begins with a word.
func testWords(t *testing.T, shell string, args ...string) {
	t.Helper()
	for line, want := range wantedWords {
		out, err := exec.Command(shell, append(slices.Clone(args), line)...).Output()
		var got []string
		for line := range strings.Lines(string(out)) {
			if word, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); word != "" {
				got = append(got, strings.TrimSuffix(word, "/")) // fish marks a folder
			}
		}
		slices.Sort(got)
		want = slices.Sorted(slices.Values(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" && len(want)+len(got) > 0 {
			t.Errorf("%s: %q: %v (-want +got):\n%s", shell, line, err, diff)
		}
	}
}

// TestCompletionEqual completes a value after "-mode=", where bash makes three words
// of one.
func TestCompletionEqual(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		peer.Missing(t, "bash")
		return // the other tests have read the script
	}
	script, _, _ := uriRun("", "completion", "bash")
	for _, words := range []string{`(uri normalize --mode =)`, `(uri normalize -mode = "")`} {
		out, err := exec.Command("bash", "-c", script+"\nCOMP_WORDS="+words+`; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _uri; echo "${COMPREPLY[@]}"`).Output()
		if string(out) != "1808 2396 3986\n" || err != nil {
			t.Errorf("%s: %q, %v", words, out, err)
		}
	}
}
