package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// An other is a command that has no inputs and writes one text.
type other struct {
	name, args, short, long string

	// flags defines the command's flags, and returns the function that makes its
	// text once they are read. An error of that is wrong usage.
	flags func(fs *flag.FlagSet) func(args []string) (string, error)
}

// others returns those commands.
func others() []other {
	return []other{
		{
			name:  "version",
			short: "write the version of this program",
			long: `Write the version of this program, and of Go and the system it was built for.

	$ uri version`,
			flags: func(fs *flag.FlagSet) func([]string) (string, error) { return version },
		},
		{
			name:  "completion",
			args:  "bash|zsh|fish",
			short: "write a script that completes commands in a shell",
			long: `Write a script that completes the commands of this program in a shell, their flags,
and the values of flags that have only a few. Put one of these where the shell reads
its settings:

	$ eval "$(uri completion bash)"
	$ eval "$(uri completion zsh)"
	$ uri completion fish | source`,
			flags: func(fs *flag.FlagSet) func([]string) (string, error) { return completion },
		},
		{
			name:  "help",
			args:  "[COMMAND]",
			short: "describe a command, or all of them",
			long: `Describe a command or, without one, say what the commands are and what all of them
have in common.

	$ uri help -man | man -l -`,
			flags: func(fs *flag.FlagSet) func([]string) (string, error) {
				man := fs.Bool("man", false, "write the manual page, as source for man or groff")
				return func(args []string) (string, error) {
					switch {
					case *man && len(args) > 0:
						return "", errors.New("there is one manual page for all commands")
					case *man:
						return manual(), nil
					}
					return describe(args)
				}
			},
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
	fs, text := o.flagSet()
	err := fs.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return show(stdout, stderr, o.help())
	}
	var out string
	if err = withSuggestion(err, fs); err == nil {
		out, err = text(fs.Args())
	}
	if err != nil {
		return usage(stderr, o.name, err)
	}
	return show(stdout, stderr, out)
}

// flagSet returns the flags of o, and the function that makes its text once they
// are read.
func (o other) flagSet() (*flag.FlagSet, func(args []string) (string, error)) {
	fs := flag.NewFlagSet(o.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs, o.flags(fs)
}

// version returns the version of the program: that of the module, or the commit
// it was built from.
func version(args []string) (string, error) {
	if len(args) > 0 {
		return "", fmt.Errorf("expected no arguments, got %d", len(args))
	}
	v := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("uri %s %s %s/%s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH), nil
}
