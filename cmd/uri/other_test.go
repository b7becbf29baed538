package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVersion(t *testing.T) {
	out, errText, status := uriRun("", "version")
	if !regexp.MustCompile(`^uri \S+ go\S+ [a-z0-9]+/[a-z0-9]+\n$`).MatchString(out) || errText != "" || status != accepted {
		t.Errorf("%q, %q, %d", out, errText, status)
	}
	if status := run([]string{"version"}, nil, full{}, &strings.Builder{}); status != misused {
		t.Errorf("full: %d", status)
	}
}

// TestOtherHelp asks for the help texts of the commands without inputs.
func TestOtherHelp(t *testing.T) {
	overview, _, _ := uriRun("", "help")
	for _, name := range []string{"version", "completion"} {
		long, errText, status := uriRun("", "help", name)
		if !strings.HasPrefix(long, "uri "+name) || errText != "" || status != accepted {
			t.Errorf("uri help %s: %q, %q, %d", name, long, errText, status)
		}
		if again, _, status := uriRun("", name, "-h"); again != long || status != accepted {
			t.Errorf("uri %s -h: %q", name, again)
		}
		if !strings.Contains(overview, "\t"+name+" ") {
			t.Errorf("uri help does not name %s", name)
		}
	}
}

// helpFlags returns the flags that the help text of a command names.
func helpFlags(command string) (flags []string) {
	long, _, _ := uriRun("", "help", command)
	for _, m := range regexp.MustCompile(`(?m)^\t(-[a-z0-9-]+) +\S`).FindAllStringSubmatch(long, -1) {
		flags = append(flags, m[1])
	}
	return flags
}

// TestCompletionNames wants every command with its flags in each script.
func TestCompletionNames(t *testing.T) {
	list := map[string]string{ // the line of a command with flags
		"bash": "\n\t\t%c) words='%f' ;;\n",
		"zsh":  "\n\t%c) compadd -- %f ;;\n",
		"fish": "\ncomplete -c uri -n __fish_use_subcommand -a %c -d '",
	}
	for shell, line := range list {
		out, errText, status := uriRun("", "completion", shell)
		if errText != "" || status != accepted {
			t.Fatalf("%s: %q, %d", shell, errText, status)
		}
		for _, g := range groups {
			for _, c := range g {
				flags := helpFlags(c.name)
				if want := strings.NewReplacer("%c", c.name, "%f", strings.Join(flags, " ")).Replace(line); !strings.Contains(out, want) {
					t.Errorf("%s: no %q", shell, want)
				}
				for _, name := range flags {
					if want := "_from " + c.name + "' -o " + name[1:] + "\n"; shell == "fish" && !strings.Contains(out, want) {
						t.Errorf("%s: no %q", shell, want)
					}
				}
			}
		}
	}
}

// TestCompletionShells gives the scripts to the shells that are here. Bash
// completes some words, the others read their script.
func TestCompletionShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if _, err := exec.LookPath(shell); err != nil {
			continue // TestCompletionNames has read the script
		}
		script, _, _ := uriRun("", "completion", shell)
		check := exec.Command(shell, "-n")
		check.Stdin = strings.NewReader(script)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", shell, err, out)
		}
		if shell != "bash" {
			continue
		}
		for line, want := range map[string][]string{
			"uri re":                  {"relativize", "resolve", "repair"},
			"uri normalize -":         {"-in-json", "-json", "-mode", "-redact"},
			"uri normalize -mode 3 -": {"-in-json", "-json", "-mode", "-redact"},
			"uri completion ":         {"bash", "fish", "zsh"},
			"uri help vers":           {"version"},
			"uri version ":            nil,
			"uri nothing -":           nil,
		} {
			bash := exec.Command("bash", "-c", script+`
COMP_WORDS=($1); [ "${1% }" = "$1" ] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_uri; printf '%s\n' "${COMPREPLY[@]}"`, "bash", line)
			out, err := bash.Output()
			got := strings.Fields(string(out))
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); err != nil || len(want) > 0 && diff != "" || len(got) != len(want) {
				t.Errorf("%q: %v (-want +got):\n%s", line, err, diff)
			}
		}
	}
}

// TestDistance compares distance with a search over single changes.
func TestDistance(t *testing.T) {
	const letters = "abc"
	changes := func(s string) (all []string) {
		for i := range len(s) + 1 {
			for _, c := range letters {
				all = append(all, s[:i]+string(c)+s[i:])
				if i < len(s) {
					all = append(all, s[:i]+string(c)+s[i+1:])
				}
			}
			if i < len(s) {
				all = append(all, s[:i]+s[i+1:])
			}
			if i+1 < len(s) {
				all = append(all, s[:i]+s[i+1:i+2]+s[i:i+1]+s[i+2:])
			}
		}
		return all
	}
	for _, word := range []string{"", "a", "ab", "abc", "abca", "ccba"} {
		one := changes(word)
		for _, s := range one {
			want := 1
			if s == word {
				want = 0
			}
			if got := distance(word, s); got != want {
				t.Errorf("%q, %q: %d, want %d", word, s, got, want)
			}
			for _, far := range changes(s) {
				if got := distance(word, far); got > 3 || got == 0 != (far == word) || got == 1 != (far != word && slices.Contains(one, far)) {
					t.Errorf("%q, %q: %d", word, far, got)
				}
			}
		}
	}
}
