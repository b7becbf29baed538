package main

import (
	"fmt"
	"strings"
)

// shells are the shells with completion.
var shells = []string{"bash", "zsh", "fish"}

// completion returns the script for a shell.
func completion(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("expected %s, got %d arguments", alternatives(shells), len(args))
	}
	write, ok := map[string]func(*strings.Builder, []command){"bash": writeBash, "zsh": writeZsh, "fish": writeFish}[args[0]]
	if !ok {
		return "", fmt.Errorf("no shell %q; expected %s", args[0], alternatives(shells))
	}
	var b strings.Builder
	write(&b, commands())
	return b.String(), nil
}

// words returns the arguments of c, if there are only a few.
func (c command) words() []string {
	switch c.name {
	case "completion":
		return shells
	case "help":
		return names()
	}
	return nil
}

// fileArg is the argument of a flag that takes the name of a file.
const fileArg = "FILE"

// quoted returns s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// writeBash writes a function. It looks at the word before the one to complete. It may
// be a flag. Bash makes a word of the "=" after a flag.
func writeBash(b *strings.Builder, all []command) {
	fmt.Fprintf(b, `_uri() {
	local words="" cur="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
	if [ "$cur" = "=" ]; then
		cur=""
	elif [ "$before" = "=" ]; then
		before="${COMP_WORDS[COMP_CWORD-2]}"
	fi
	if [ "$COMP_CWORD" -eq 1 ]; then
		words=%s
	else
		case "${COMP_WORDS[1]} ${before/#--/-}" in
`, quoted(strings.Join(names(), " ")))
	for _, c := range all {
		var words []string
		for _, f := range c.allFlags() {
			words = append(words, "-"+f.name)
			switch {
			case f.arg == fileArg:
				fmt.Fprintf(b, "\t\t%s) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", quoted(c.name+" -"+f.name))
			case f.arg != "":
				fmt.Fprintf(b, "\t\t%s) words=%s ;;\n", quoted(c.name+" -"+f.name), quoted(strings.Join(f.values, " ")))
			}
		}
		if words = append(words, c.words()...); len(words) > 0 {
			fmt.Fprintf(b, "\t\t%s*) words=%s ;;\n", quoted(c.name+" "), quoted(strings.Join(words, " ")))
		}
	}
	b.WriteString(`		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _uri uri
`)
}

// writeZsh writes a function. It passes each flag, with its description, to _arguments.
func writeZsh(b *strings.Builder, all []command) {
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
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
`)
	escape := strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`)
	for _, c := range all {
		fmt.Fprintf(b, "\t%s) _arguments", c.name)
		for _, f := range c.allFlags() {
			spec := "-" + f.name
			if f.arg != "" {
				spec = "*" + spec + "="
			}
			spec += "[" + escape.Replace(f.about) + "]"
			if f.arg != "" {
				spec += ":" + f.arg + ":"
			}
			if len(f.values) > 0 {
				spec += "(" + strings.Join(f.values, " ") + ")"
			} else if f.arg == fileArg {
				spec += "_files"
			}
			b.WriteString(" " + quoted(spec))
		}
		if len(c.words()) > 0 {
			b.WriteString(" " + quoted(":argument:("+strings.Join(c.words(), " ")+")"))
		}
		b.WriteString(" ;;\n")
	}
	b.WriteString(`	esac
}
compdef _uri uri
`)
}

// writeFish writes a line for each command, flag and argument.
func writeFish(b *strings.Builder, all []command) {
	b.WriteString(`function __uri_is
	set -l words (commandline -opc)
	test (count $words) -gt 1; and test $words[2] = $argv[1]
end
complete -c uri -f
`)
	for _, c := range all {
		fmt.Fprintf(b, "complete -c uri -n __fish_use_subcommand -a %s -d %s\n", c.name, quoted(c.short))
	}
	for _, c := range all {
		line := fmt.Sprintf("complete -c uri -n '__uri_is %s'", c.name)
		for _, f := range c.allFlags() {
			fmt.Fprintf(b, "%s -o %s -d %s", line, f.name, quotedFish(f.about))
			switch f.arg {
			case "":
			case fileArg:
				b.WriteString(" -r -F")
			default:
				b.WriteString(" -x")
			}
			if len(f.values) > 0 {
				b.WriteString(" -a " + quoted(strings.Join(f.values, " ")))
			}
			b.WriteByte('\n')
		}
		if len(c.words()) > 0 {
			fmt.Fprintf(b, "%s -a %s\n", line, quoted(strings.Join(c.words(), " ")))
		}
	}
}

// quotedFish returns s as one word of fish, where quotes may contain escapes.
func quotedFish(s string) string { return quoted(strings.ReplaceAll(s, `\`, `\\`)) }
