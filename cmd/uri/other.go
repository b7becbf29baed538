package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
)

// An other is a command that has no inputs and writes one text.
type other struct {
	name, args, short, long string

	// text returns what the command writes. Its error is wrong usage.
	text func(args []string) (string, error)
}

// others returns those commands.
func others() []other {
	return []other{
		{
			name:  "version",
			short: "write the version of this program",
			long:  `Write the version of this program, and of Go and the system it was built for.`,
			text:  version,
		},
		{
			name:  "completion",
			args:  "bash|zsh|fish",
			short: "write a script that completes commands in a shell",
			long: `Write a script that completes the commands and flags of this program in a shell.
Put one of these where the shell reads its settings:

	eval "$(uri completion bash)"
	eval "$(uri completion zsh)"
	uri completion fish | source`,
			text: completion,
		},
	}
}

func findOther(name string) (other, bool) {
	for _, o := range others() {
		if o.name == name {
			return o, true
		}
	}
	return other{}, false
}

// run is the command as a program.
func (o other) run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet(o.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return show(stdout, stderr, strings.TrimSpace("uri "+o.name+" "+o.args)+"\n\n"+o.long+"\n")
	}
	var text string
	if err == nil {
		text, err = o.text(fs.Args())
	}
	if err != nil {
		return usage(stderr, o.name, err)
	}
	return show(stdout, stderr, text)
}

// version returns the version of the program: that of the module, or the commit
// it was built from.
func version(args []string) (string, error) {
	if len(args) > 0 {
		return "", errors.New("there are no arguments")
	}
	v := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("uri %s %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH), nil
}

// completion returns the script for a shell.
func completion(args []string) (string, error) {
	shells := []string{"bash", "zsh", "fish"}
	if len(args) != 1 {
		return "", fmt.Errorf("one shell is wanted, of %q", shells)
	}
	all := completions()
	var b strings.Builder
	switch args[0] {
	case "bash":
		writeBash(&b, all)
	case "zsh":
		writeZsh(&b, all)
	case "fish":
		writeFish(&b, all)
	default:
		return "", fmt.Errorf("no shell %q; one of %q", args[0], shells)
	}
	return b.String(), nil
}

// A completed is a command and the words that may follow it.
type completed struct {
	name, short string
	words       []string // with their "-"
}

// completions returns what can be completed.
func completions() (all []completed) {
	for _, g := range groups {
		for _, c := range g {
			var p printer
			var inJSON bool
			fs := c.flagSet(&p, &inJSON)
			c.flags(fs)
			var words []string
			for _, name := range flagNames(fs) {
				words = append(words, "-"+name)
			}
			all = append(all, completed{c.name, c.short, words})
		}
	}
	commands := names()
	for _, o := range others() {
		var words []string
		if o.name == "completion" {
			words = []string{"bash", "zsh", "fish"}
		}
		all = append(all, completed{o.name, o.short, words})
	}
	return append(all, completed{"help", "describe a command", commands})
}

// quoted returns s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func writeBash(b *strings.Builder, all []completed) {
	var commands []string
	for _, c := range all {
		commands = append(commands, c.name)
	}
	fmt.Fprintf(b, `_uri() {
	local words=""
	if [ "$COMP_CWORD" -eq 1 ]; then
		words=%s
	else
		case "${COMP_WORDS[1]}" in
`, quoted(strings.Join(commands, " ")))
	for _, c := range all {
		if len(c.words) > 0 {
			fmt.Fprintf(b, "\t\t%s) words=%s ;;\n", c.name, quoted(strings.Join(c.words, " ")))
		}
	}
	b.WriteString(`		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _uri uri
`)
}

func writeZsh(b *strings.Builder, all []completed) {
	b.WriteString(`#compdef uri
_uri() {
	local -a commands
	if (( CURRENT == 2 )); then
		commands=(
`)
	for _, c := range all {
		fmt.Fprintf(b, "\t\t\t%s\n", quoted(c.name+":"+c.short))
	}
	b.WriteString(`		)
		_describe command commands
		return
	fi
	case $words[2] in
`)
	for _, c := range all {
		if len(c.words) > 0 {
			fmt.Fprintf(b, "\t%s) compadd -- %s ;;\n", c.name, strings.Join(c.words, " "))
		}
	}
	b.WriteString(`	esac
}
compdef _uri uri
`)
}

func writeFish(b *strings.Builder, all []completed) {
	b.WriteString("complete -c uri -f\n")
	for _, c := range all {
		fmt.Fprintf(b, "complete -c uri -n __fish_use_subcommand -a %s -d %s\n", c.name, quoted(c.short))
	}
	for _, c := range all {
		for _, w := range c.words {
			kind, word := "-a", w
			if name, ok := strings.CutPrefix(w, "-"); ok {
				kind, word = "-o", name
			}
			fmt.Fprintf(b, "complete -c uri -n '__fish_seen_subcommand_from %s' %s %s\n", c.name, kind, word)
		}
	}
}
