package main

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Texts both of the help text of the program and of the manual page.
const (
	aboutInputs = `The inputs are the arguments or, if there are none or only "-", the lines of standard
input. Each accepted input gives one line on standard output, in order ("explain" and
"extract" give several or none). A refused input is reported on standard error, with a
hint if that is a terminal. With -json every input has its line on standard output,
except for "extract".`

	aboutStatus = `0 every input was accepted; 1 some were refused; 2 wrong usage, or
reading or writing failed.`

	aboutRedact = `With -redact a command accepts and refuses the same inputs as without, but computes
the result from the input with xxxxx in place of its secrets: the text between the first
":" and the last "@" of the authority, the value of a pair with a name such as
"password" or "token", and the same in a URI inside the path, the query or the fragment.
In an input that is not a URI, the text from the first ":" (and a "//" after it) to the
last "@" is a secret. Commands that show parts keep the bytes ":/;?#@\" of a secret, so
that the parts stay the same. If the command refuses the text with xxxxx, the result is
xxxxx. The offset in an error counts as without -redact. "equal" and "audit" judge the
input with its secrets. No error shows a secret, with or without -redact.`
)

// A commonFlag is a flag of every command with inputs. Only the help text of the program, not that
// of a command, has the rest of its description, more.
type commonFlag struct{ name, about, more string }

var commonFlags = []commonFlag{
	{name: "json", about: "write each result as a line of JSON", more: `, with "input" and "valid". A
missing part has no key, an empty one has "". If "valid" is false, "error"
has the "offset" in bytes, the "rule" and the "message". The offset counts in
the input or, if the message quotes another text, in that text. An error
without a place has the offset 0 and the rule "". Bytes of the input that are
not UTF-8 show as U+FFFD.`},
	{name: "in-json", about: "read each input as a JSON string", more: `, which can contain any text. A
plain line ends in LF or CR LF and has at most 64 MiB. A blank line is the empty
reference, which is accepted where references are. A byte order mark before the
first line is ignored.`},
	{name: "redact", about: "write xxxxx for passwords, tokens and other secrets", more: `, in results and in "input".`},
}

// isCommon reports whether each command with inputs has the flag with this name.
func isCommon(name string) bool {
	return slices.ContainsFunc(commonFlags, func(f commonFlag) bool { return f.name == name })
}

// overview is the help text of the program.
func overview() string {
	var b strings.Builder
	fmt.Fprintf(&b, `uri reads URI references as RFC 2396 defines them.

	uri COMMAND [flags] [ARG ...]

%s

`, aboutInputs)
	for _, g := range append(slices.Clip(groups), others()) {
		for _, c := range g {
			fmt.Fprintf(&b, "	%-11s %s\n", c.name, c.short)
		}
		b.WriteByte('\n')
	}
	b.WriteString(`"uri help COMMAND" describes a command and shows examples; "uri help -man" writes a
manual page. Flags come before the arguments. Each command with inputs has these:

`)
	for _, f := range commonFlags {
		fmt.Fprintf(&b, "	%-11s %s\n", "-"+f.name, strings.ReplaceAll(f.about+f.more, "\n", "\n	            "))
	}
	fmt.Fprintf(&b, "\n%s\n\nExit status: %s\n", aboutRedact, aboutStatus)
	return b.String()
}

// help is the help text of c.
func (c command) help() string {
	flags := c.allFlags()
	var b strings.Builder
	fmt.Fprintf(&b, "uri %s\n\n%s\n\n", c.usageLine(flags), c.long)
	for _, f := range flags {
		fmt.Fprintf(&b, "	%-28s %s\n", strings.TrimSpace("-"+f.Name+" "+f.Arg), f.About)
	}
	if len(flags) > 0 {
		b.WriteByte('\n')
	}
	return b.String() + "Exit status: " + aboutStatus + "\n"
}

// usageLine returns the line of usage of c with these flags.
func (c command) usageLine(flags []flagInfo) string {
	args := c.args
	if len(flags) > 0 {
		args = "[flags] " + args
	}
	return strings.TrimSpace(c.name + " " + args)
}

// others returns the commands without inputs.
func others() []command {
	return []command{
		serveCommand,
		{
			name:  "version",
			short: "write the version of this program",
			long: `Write the version of this program, and of Go and the system it was built for.

	$ uri version`,
			shape: noInput,
			flags: noFlags(func(format) (job, error) { return job{head: version()}, nil }),
		},
		{
			name:  "completion",
			args:  "bash|zsh|fish",
			short: "write a script that completes commands in a shell",
			long: `Write a script that completes the commands of this program in a shell, their flags,
and the values of flags that have only a few. Put one of these lines where the shell
reads its settings:

	$ eval "$(uri completion bash)"
	$ eval "$(uri completion zsh)"
	$ uri completion fish | source`,
			shape: noInput,
			flags: noFlags(func(f format) (job, error) { return completion(f.inputs) }),
		},
		{
			name:  "help",
			args:  "[COMMAND]",
			short: "describe a command, or all of them",
			long: `Describe a command or, without one, say what the commands are and what all of them
have in common.

	$ uri help -man | man -l -`,
			shape: noInput,
			flags: func(fs *flag.FlagSet) func(format) (job, error) {
				man := fs.Bool("man", false, "write the manual page, as source for man or groff")
				return func(f format) (job, error) {
					switch n := len(f.inputs); {
					case *man && n > 0:
						return job{}, errors.New("there is one manual page for all commands")
					case *man:
						return job{head: manual()}, nil
					case n == 0:
						return job{head: overview()}, nil
					case n > 1:
						return job{}, fmt.Errorf("expected one command, got %d", n)
					}
					c, ok := find(f.inputs[0])
					if !ok {
						return job{}, noCommand(f.inputs[0])
					}
					return job{head: c.help()}, nil
				}
			},
		},
	}
}

// version returns the version of the module, or the commit that it was built from.
func version() string {
	v := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("uri %s %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
