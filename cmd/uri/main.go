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
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
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

// An action appends to b the result of one input, also of a refused one: text without a
// line end, or members of a JSON object, each with a comma before it. For a whole text
// it appends lines and returns no error. Several goroutines may call it at once.
type action func(b []byte, in string) ([]byte, error)

// A format says how an action writes its results.
type format struct {
	json   bool      // as members of a JSON object
	colour bool      // as text in colours
	redact bool      // with "xxxxx" for passwords
	width  int       // of the lines of a picture
	in     io.Reader // standard input, if the inputs are arguments
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

	// flags defines the flags of the command, and returns a function to call after they
	// are read: it makes the job. Its error is wrong usage.
	flags func(fs *flag.FlagSet) func(format) (job, error)

	// output takes the place of flags in a command without inputs and with one text as
	// its result: it returns the function from arguments to the text.
	output func(fs *flag.FlagSet) func(args []string) (string, error)

	// then goes on after the text of output is written. It may be nil.
	then func() error
}

// A job is the work of a command after its flags are read.
type job struct {
	act        action
	head, foot string // the texts before and after all results

	// stream writes the results of the text of r to p, if the shape is wholeText.
	// It returns an error of reading or writing.
	stream func(r io.Reader, p *printer) error
}

// oneByOne returns the job of a single action.
func oneByOne(act action) job { return job{act: act} }

// A shape is the form of one input of a command.
type shape uint8

const (
	oneLine   shape = iota // an argument, or a line
	twoFields              // two arguments, or a line with a tab between two
	wholeText              // an argument, or all that is read
)

// groups are the commands with inputs in the order of the help text.
var groups = [][]command{parseCommands, resolveCommands, interpretCommands, textCommands, webCommands, checkCommands, editCommands}

// commands returns all commands in this order.
func commands() []command { return slices.Concat(slices.Concat(groups...), others()) }

func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
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
		return usage(stderr, "", noFirst(name))
	}
	p := &printer{command: c, out: stdout, err: stderr}
	status, err := p.run(args, stdin, watched)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return p.write(c.help())
	case err != nil:
		return usage(stderr, c.name, err)
	}
	return status
}

// run is the command with these arguments. An error is wrong usage, or [flag.ErrHelp].
func (p *printer) run(args []string, stdin io.Reader, watched bool) (status int, err error) {
	if p.output != nil {
		return p.runOutput(args)
	}
	src := source{shape: p.shape}
	fs := p.flagSet(&p.format, &src)
	prepare := p.flags(fs)
	if err := parseFlags(fs, args); err != nil {
		return misused, err
	}
	if fs.NArg() == 1 && fs.Arg(0) == "-" {
		fs.Parse(nil) // the same flags, and no arguments: the inputs are on stdin
	}
	if err := checkArgs(p.shape, fs, args); err != nil {
		return misused, err
	}
	p.colour, p.width = colours(p.out), terminalWidth(p.out)
	if fs.NArg() > 0 {
		p.in = stdin
	}
	j, err := p.job(prepare, p.format)
	if err != nil {
		return misused, err
	}
	src.args = fs.Args()
	typed := len(src.args) > 0 || isTerminal(stdin)
	p.hints = typed && watched
	if len(src.args) == 0 && typed {
		p.invite(p.err)
	}
	if status = p.write(j.head); status == accepted {
		status = p.runInputs(stdin, src, j)
	}
	if status != misused {
		status = max(status, p.write(j.foot))
	}
	return status, nil
}

// runOutput is run for a command without inputs.
func (p *printer) runOutput(args []string) (status int, err error) {
	fs := p.flagSet(&p.format, new(source))
	output := p.output(fs)
	if err := parseFlags(fs, args); err != nil {
		return misused, err
	}
	text, err := output(fs.Args())
	if err != nil {
		return misused, err
	}
	if status = p.write(text); status != accepted || p.then == nil {
		return status, nil
	}
	if err := p.then(); err != nil {
		fmt.Fprintf(p.err, "uri %s: %v\n", p.name, err)
		return misused, nil
	}
	return accepted, nil
}

// write writes a text and returns the exit status.
func (p *printer) write(text string) int {
	if text == "" {
		return accepted
	}
	if _, err := io.WriteString(p.out, text); err != nil {
		return p.fail(err)
	}
	return accepted
}

// runInputs processes the inputs and returns the exit status.
func (p *printer) runInputs(stdin io.Reader, src source, j job) int {
	switch n := len(src.args); {
	case n == 0 && p.shape == wholeText && !src.json:
		if err := j.stream(stdin, p); err != nil {
			return p.fail(err)
		}
		return accepted
	case n == 0:
		return p.runLines(stdin, src, j.act)
	case p.shape == twoFields:
		src.args = []string{strings.Join(src.args, "\t")}
	case n > 1:
		src.unit = "argument"
	}
	all := p.process(&src, j.act)
	if err := p.flush(); err != nil {
		return p.fail(err)
	}
	return all.status()
}

// flagSet returns the flags of every command with inputs.
func (c command) flagSet(f *format, src *source) *flag.FlagSet {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	if c.output == nil {
		for i, value := range []*bool{&f.json, &src.json, &f.redact, &src.skip} {
			fs.BoolVar(value, commonFlags[i].name, false, commonFlags[i].about)
		}
	}
	return fs
}

// A flagInfo describes a flag.
type flagInfo struct {
	Name, About string
	Arg         string   // the name of its value, "" for a switch
	Values      []string // the values, if there are only a few
}

// allFlags describes all flags of c.
func (c command) allFlags() (all []flagInfo) {
	fs := c.flagSet(new(format), new(source))
	if c.output != nil {
		c.output(fs)
	} else {
		c.flags(fs)
	}
	fs.VisitAll(func(f *flag.Flag) {
		arg, about := flag.UnquoteUsage(f)
		values, _ := f.Value.(choice)
		all = append(all, flagInfo{f.Name, about, arg, values.values()})
	})
	return all
}

// checkArgs refuses a wrong number of arguments for this shape, and a flag after an
// argument: it would be read as a relative reference.
func checkArgs(s shape, fs *flag.FlagSet, args []string) error {
	if n := fs.NArg(); s == twoFields && n != 0 && n != 2 {
		return fmt.Errorf("expected two arguments, got %d", n)
	}
	if i := len(args) - fs.NArg(); i > 0 && args[i-1] == "--" {
		return nil
	}
	for _, a := range fs.Args() {
		name, _, _ := strings.Cut(a, "=")
		if !strings.HasPrefix(name, "-") {
			continue
		}
		if fs.Lookup(strings.TrimPrefix(name[1:], "-")) != nil {
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

// colours reports whether w is a terminal and NO_COLOR does not forbid colours.
func colours(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// defaultWidth is the width of a picture outside a terminal, and minWidth the width for
// the narrowest terminal.
const (
	defaultWidth = 76
	minWidth     = 36 // for the longest label
)

// terminalWidth returns the width of the lines of w: of a terminal one column less than it has,
// since many begin a new line after the last one. The shell says how many in COLUMNS, or
// else stty asks the terminal.
func terminalWidth(w io.Writer) int {
	if !isTerminal(w) {
		return defaultWidth
	}
	columns, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		stty := exec.Command("stty", "size")
		stty.Stdin = w.(*os.File)
		size, _ := stty.Output()
		if _, err := fmt.Sscan(string(size), new(int), &columns); err != nil {
			return defaultWidth
		}
	}
	if columns <= 0 { // the terminal does not know
		return defaultWidth
	}
	return max(columns-1, minWidth)
}

// notTerminals are character devices that no person types at. Shells often connect them.
var notTerminals = []string{os.DevNull, "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// isTerminal reports whether f is a terminal: a character device other than
// notTerminals.
func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	return !slices.ContainsFunc(notTerminals, func(name string) bool {
		device, err := os.Stat(name)
		return err == nil && os.SameFile(info, device)
	})
}

// invite names the expected inputs, for a person at a terminal.
func (c command) invite(w io.Writer) {
	inputs, end := map[shape]string{
		oneLine:   "inputs, one a line",
		twoFields: "two inputs a line, with a tab between them",
		wholeText: "a text",
	}[c.shape], "Ctrl-D"
	if runtime.GOOS == "windows" {
		end = "Ctrl-Z and Enter"
	}
	fmt.Fprintf(w, "uri %s: waiting for %s; %s ends the input\n", c.name, inputs, end)
}

// usage reports wrong usage. It cuts off the end of a long error, since that quotes words of
// the command line.
func usage(stderr io.Writer, name string, err error) int {
	program, help := "uri", "uri help"
	if name != "" {
		program += " " + name
	}
	if name != "" && name != "help" {
		help += " " + name
	}
	fmt.Fprintf(stderr, "%s: %s\nTry %q.\n", program, shortened(err.Error()), help)
	return misused
}
