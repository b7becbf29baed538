// Command uri reads, checks and takes apart URI references by RFC 2396, and
// offers the functions of the packages of this module.
//
//	uri COMMAND [flags] [ARG ...]
//
// "uri help" lists the commands, and "uri help -man" writes a manual page. -redact
// keeps passwords out of the output, "uri explain -html" writes a page about URIs,
// and "uri completion" completes words in a shell.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses.
const (
	accepted = 0 // every input
	refused  = 1 // some input
	misused  = 2 // wrong usage; or input or output failed
)

// An action returns the members of the result of one input, also with the error [errFound].
type action func(in string) (object, error)

// A format says how an action writes its results, and has the inputs of the command.
type format struct {
	json   bool      // as members of a JSON object
	redact bool      // with "xxxxx" for passwords
	inputs []string  // the arguments
	stdin  io.Reader // standard input
}

// A command is a word after "uri".
type command struct {
	name         string
	args         string // the arguments, for the help text
	short        string // the purpose, in half a line
	long         string // the help text after the usage
	shape        shape
	blankBetween bool // a result is several lines, with an empty one between two
	safe         bool // with -redact the action itself hides passwords, or shows no text
	read         bool // a refused text is read as a person typed it, by links.Read

	// flags defines the flags of the command, and returns the function that makes the job after
	// they are read. An error of that function is wrong usage.
	flags func(fs *flag.FlagSet) func(format) (job, error)
}

// A job is the work of a command after its flags are read.
type job struct {
	act        action
	head, foot string // the texts before and after all results

	// stream takes the place of act if the shape is [wholeText]. It appends the results of the text
	// of r to p.b, each with its line end. If the shape is noInput, it goes on after head; it may be
	// nil. Its error is one of reading or writing.
	stream func(r io.Reader, p *printer) error
}

// groups are the commands with inputs in the order of the help text.
var groups = [][]command{parseCommands, resolveCommands, interpretCommands, textCommands, webCommands, checkCommands, editCommands}

// commands returns all commands in this order.
func commands() []command { return slices.Concat(slices.Concat(groups...), others()) }

// names returns the name of each command.
func names() (all []string) {
	for _, c := range commands() {
		all = append(all, c.name)
	}
	return all
}

func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// noCommand returns the error for an unknown command. It shows only the beginning of a URI or flag.
func noCommand(word string) error {
	begin := word[:strings.IndexAny(word+":", ":=")]
	switch {
	case strings.HasPrefix(word, "-"):
		return fmt.Errorf("no command before the flag %q; put the command before flags", begin)
	case strings.ContainsAny(word, ":/."):
		return fmt.Errorf(`no command %q; put a command before a URI, as in "uri explain URI"`, begin)
	}
	return fmt.Errorf("no command %q", begin)
}

// run is the whole program. If the reader of standard output has closed the pipe,
// the next write ends the program by SIGPIPE, as usual.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runWatched(args, stdin, stdout, stderr, isTerminal(stderr))
}

// runWatched is run, told whether a person reads stderr.
func runWatched(args []string, stdin io.Reader, stdout, stderr io.Writer, watched bool) int {
	if len(args) == 0 {
		io.WriteString(stderr, overview())
		return misused
	}
	name, args := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	c, ok := find(name)
	if !ok {
		return usage(stderr, "", noCommand(name))
	}
	p := &printer{command: c, out: stdout, err: stderr}
	status, err := p.run(args, stdin, watched)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if _, err := io.WriteString(stdout, c.help()); err != nil {
			return p.fail(err)
		}
		return accepted
	case err != nil:
		return usage(stderr, c.name, err)
	}
	return status
}

// run is the command with these arguments. An error is wrong usage, or [flag.ErrHelp].
func (p *printer) run(args []string, stdin io.Reader, watched bool) (status int, err error) {
	fs := p.flagSet(&p.format, &p.inJSON)
	prepare := p.flags(fs)
	if err := cmp.Or(parseFlags(fs, args), checkArgs(fs, args)); err != nil {
		return misused, err
	}
	p.inputs, p.stdin = fs.Args(), stdin
	if p.shape != noInput && len(p.inputs) == 1 && p.inputs[0] == "-" {
		p.inputs = nil
	}
	switch n := len(p.inputs); {
	case p.shape == twoFields && n != 0 && n != 2:
		return misused, fmt.Errorf("expected two arguments, got %d", n)
	case p.shape == noInput && p.args == "" && n > 0:
		return misused, fmt.Errorf("expected no arguments, got %d", n)
	}
	j, err := p.job(prepare, p.format)
	if err != nil {
		return misused, err
	}
	person := isTerminal(stdin)
	if len(p.inputs) == 0 && p.shape != noInput && person {
		fmt.Fprintf(p.err, "uri %s: reading standard input\n", p.name)
	}
	p.hints = watched && (len(p.inputs) > 0 || person)
	p.b = append(p.b, j.head...)
	if err := p.runInputs(j); err != nil {
		return p.fail(err), nil
	}
	p.b = append(p.b, j.foot...)
	if err := p.flush(); err != nil {
		return p.fail(err), nil
	}
	return p.status, nil
}

// flagSet returns the flags of every command with inputs, or no flags for another command.
func (c command) flagSet(f *format, inJSON *bool) *flag.FlagSet {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	if c.shape != noInput {
		for i, value := range []*bool{&f.json, inJSON, &f.redact} {
			fs.BoolVar(value, commonFlags[i].name, false, commonFlags[i].about)
		}
	}
	return fs
}

// noFlags is for a command without flags of its own.
func noFlags(prepare func(format) (job, error)) func(*flag.FlagSet) func(format) (job, error) {
	return func(*flag.FlagSet) func(format) (job, error) { return prepare }
}

// A flagInfo describes a flag.
type flagInfo struct {
	Name, About string
	Arg         string   // the name of its value, "" for a switch
	Values      []string // the values, if there are only a few
}

// allFlags describes all flags of c.
func (c command) allFlags() (all []flagInfo) {
	fs := c.flagSet(new(format), new(bool))
	c.flags(fs)
	fs.VisitAll(func(f *flag.Flag) {
		arg, about := flag.UnquoteUsage(f)
		info := flagInfo{f.Name, about, arg, nil}
		if c, ok := f.Value.(interface{ words() []string }); ok {
			info.Values = c.words()
		}
		all = append(all, info)
	})
	return all
}

// parseFlags is fs.Parse with errors that show no value of a flag, since it may be a password.
func parseFlags(fs *flag.FlagSet, args []string) error {
	err := fs.Parse(args)
	if err == nil || err == flag.ErrHelp {
		return err
	}
	message := err.Error()
	if name, ok := strings.CutPrefix(message, "flag provided but not defined: "); ok {
		name, _, _ = strings.Cut(name, ":") // a password may follow
		return fmt.Errorf("no flag %q", name)
	}
	if strings.HasPrefix(message, "bad flag syntax") {
		return errors.New("a flag without a name")
	}
	message = strings.Replace(message, ": parse error", ": expected true or false", 1) // of a switch
	if before, value, ok := strings.Cut(message, ` "`); ok {                           // invalid value "x" for flag -y
		message = before + value[strings.LastIndex(value, `" for `)+len(`"`):]
	}
	return errors.New(message)
}

// checkArgs refuses a flag after an argument: it would be read as a relative reference.
func checkArgs(fs *flag.FlagSet, args []string) error {
	if i := len(args) - fs.NArg(); i > 0 && args[i-1] == "--" {
		return nil
	}
	for _, a := range fs.Args() {
		name, _, _ := strings.Cut(a, "=")
		if word, ok := strings.CutPrefix(name, "-"); ok && fs.Lookup(strings.TrimPrefix(word, "-")) != nil {
			return fmt.Errorf(`flag %s after an argument; put flags first, or "--" before arguments that begin with "-"`, name)
		}
	}
	return nil
}

// fail reports a failure of input or output.
func (p *printer) fail(err error) int {
	fmt.Fprintf(p.err, "uri: %v\n", err)
	return misused
}

// isTerminal reports whether f is a terminal: a character device other than os.DevNull.
func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	null, failure := os.Stat(os.DevNull)
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && (failure != nil || !os.SameFile(info, null))
}

// usage reports wrong usage. It shortens a long error, since that quotes the command line.
func usage(stderr io.Writer, name string, err error) int {
	program := strings.TrimSpace("uri " + name)
	help := strings.TrimSpace("uri help " + strings.TrimPrefix(name, "help"))
	fmt.Fprintf(stderr, "%s: %s\nTry %q.\n", program, shortened(err.Error()), help)
	return misused
}
