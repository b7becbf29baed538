package main

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
)

// shells are the shells with completion.
var shells = []string{"bash", "zsh", "fish"}

// scripts has a template for each shell. That of bash looks at the word before the one to
// complete, because it may be a flag. Bash makes a word of the "=" after a flag. Zsh reads the
// script of bash. That of fish has a line for each command, flag and argument.
var scripts = template.Must(template.New("scripts").Funcs(template.FuncMap{
	"join": func(words []string) string { return strings.Join(words, " ") },
	"word": quoted,
	"fish": quotedFish,
}).Parse(`
{{- define "bash"}}_uri() {
	local words="" cur="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
	if [ "$cur" = "=" ]; then
		cur=""
	elif [ "$before" = "=" ]; then
		before="${COMP_WORDS[COMP_CWORD-2]}"
	fi
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='{{range $i, $c := .}}{{if $i}} {{end}}{{$c.Name}}{{end}}'
	else
		case "${COMP_WORDS[1]} ${before/#--/-}" in
{{- range $c := .}}{{range .Flags}}
{{- if eq .Arg "FILE"}}
		'{{$c.Name}} -{{.Name}}') local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$cur")); return ;;
{{- else if .Arg}}
		'{{$c.Name}} -{{.Name}}') words='{{join .Values}}' ;;
{{- end}}{{end}}{{with .Words}}
		'{{$c.Name}} '*) words='{{join .}}' ;;
{{- end}}{{end}}
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _uri uri
{{end}}

{{- define "zsh"}}autoload -U +X bashcompinit && bashcompinit
{{template "bash" .}}{{end}}

{{- define "fish"}}function __uri_is
	set -l words (commandline -opc)
	test (count $words) -gt 1; and test $words[2] = $argv[1]
end
complete -c uri -f
{{range .}}complete -c uri -n __fish_use_subcommand -a {{.Name}} -d {{word .Short}}
{{end}}{{range $c := .}}{{range .Flags}}complete -c uri -n '__uri_is {{$c.Name}}' -o {{.Name}} -d {{fish .About}}
{{- if eq .Arg "FILE"}} -r -F{{else if .Arg}} -x{{end}}{{with .Values}} -a '{{join .}}'{{end}}
{{end}}{{with .Args}}complete -c uri -n '__uri_is {{$c.Name}}' -a '{{join .}}'
{{end}}{{end}}{{end}}`))

// A completed is a command as the scripts complete it.
type completed struct {
	Name, Short string
	Flags       []flagInfo
	Args        []string
}

// Words returns the words that may follow the command.
func (c completed) Words() (all []string) {
	for _, f := range c.Flags {
		all = append(all, "-"+f.Name)
	}
	return append(all, c.Args...)
}

// completion returns the job of writing the script for a shell.
func completion(args []string) (job, error) {
	if len(args) != 1 {
		return job{}, fmt.Errorf("expected %s, got %d arguments", alternatives(shells), len(args))
	}
	if !slices.Contains(shells, args[0]) {
		return job{}, fmt.Errorf("no shell %q; expected %s", args[0], alternatives(shells))
	}
	var all []completed
	for _, c := range commands() {
		all = append(all, completed{c.name, c.short, c.allFlags(), c.words()})
	}
	var b strings.Builder
	err := scripts.ExecuteTemplate(&b, args[0], all)
	return job{head: b.String()}, err
}

// words returns the arguments of c, if there are only a few.
func (c command) words() []string {
	return map[string][]string{"completion": shells, "help": names()}[c.name]
}

// quoted returns s as one word of a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// quotedFish returns s as one word of fish, where quotes may contain escapes.
func quotedFish(s string) string { return quoted(strings.ReplaceAll(s, `\`, `\\`)) }
