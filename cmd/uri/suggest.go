package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// names returns the name of each command.
func names() (all []string) {
	for _, c := range commands() {
		all = append(all, c.name)
	}
	return all
}

// noCommand returns the error for an unknown command.
func noCommand(name string) error {
	word, _, ok := strings.Cut(name, ":")
	if ok { // a password may follow, if the command was forgotten
		return fmt.Errorf("no command begins with %q", word+":")
	}
	return fmt.Errorf("no command %q%s", word, suggestion(word, names(), ""))
}

// noFirst returns the error for an unknown first argument. It may be a flag, or a URI
// reference.
func noFirst(arg string) error {
	if strings.HasPrefix(arg, "-") {
		if i := strings.IndexAny(arg, "=:"); i >= 0 { // a password may follow
			arg = arg[:i]
		}
		return fmt.Errorf("no command before the flag %q; put the command before flags", arg)
	}
	err := noCommand(arg)
	if strings.ContainsAny(arg, ":/.") {
		return fmt.Errorf("%w; put a command before the URI", err)
	}
	return err
}

// parseFlags is fs.Parse with other errors. They do not show the value of a flag, since
// it may be a password. The error for an unknown flag of fs suggests the likely one.
func parseFlags(fs *flag.FlagSet, args []string) error {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && args[0] != "--" {
		word := strings.TrimPrefix(args[0][1:], "-")
		name, value, given := strings.Cut(word, "=")
		args = args[1:]
		f := fs.Lookup(name)
		switch {
		case name == "" || name[0] == '-':
			return errors.New("a flag without a name")
		case f == nil && (name == "help" || name == "h"):
			return flag.ErrHelp
		case f == nil:
			if before, _, ok := strings.Cut(name, ":"); ok { // a password may follow
				return fmt.Errorf(`no flag begins with %q; a value comes after "="`, "-"+before+":")
			}
			var known []string
			fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
			return errors.New("flag provided but not defined: -" + octets(name) + suggestion(name, known, "-"))
		}
		isSwitch, ok := f.Value.(interface{ IsBoolFlag() bool })
		switch {
		case given:
		case ok && isSwitch.IsBoolFlag():
			value = "true"
		case len(args) == 0:
			return errors.New("flag needs an argument: -" + name)
		default:
			value, args = args[0], args[1:]
		}
		if err := fs.Set(name, value); err != nil {
			return fmt.Errorf("invalid value for flag -%s: %w", name, err)
		}
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	return fs.Parse(append([]string{"--"}, args...))
}

// suggestion returns the end of an error about an unknown word: a question for the
// nearest known word, or "" if no word is near.
func suggestion(word string, known []string, before string) string {
	const longest = 30 // no name is longer, and the work is quadratic in it
	if len(word) > longest {
		return ""
	}
	word = strings.ToLower(word)
	nearest, least := "", 1+max(1, len(word)/3)
	for _, k := range known {
		if d := distance(word, k); d < least {
			nearest, least = k, d
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", before+nearest)
}

// distance returns how many bytes have to be inserted, removed, replaced or swapped
// with their neighbour to turn a into b.
func distance(a, b string) int {
	// rows[i][j] is the distance of a[:i] and b[:j].
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
