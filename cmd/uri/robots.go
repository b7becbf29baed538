package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"example.com/uri"
	"example.com/uri/crawl"
)

var robotsCommand = command{
	name:  "robots",
	args:  "-file FILE [URI ...]",
	short: "tell what a robots.txt allows",
	safe:  true,
	long: `Tell whether the robots.txt in FILE allows a crawler to ask for each URI (RFC 9309).
A result is "true" or "false". Only the path and the query of a URI count.

	$ uri robots -file robots.txt -agent ExampleBot 'http://h/~joe/?q=1'
	false

NAME is the name of a crawler. Only the product token at its front counts:
"ExampleBot" for "ExampleBot/1.0". If no group of rules has it, those for "*" decide.
With -explain a result also has the deciding line of FILE and its number, if there is
one.`,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		file := fs.String("file", "", "the `FILE` with the rules; - is standard input")
		agent := fs.String("agent", "*", "the `NAME` of the crawler, * if not given")
		explained := fs.Bool("explain", false, "also write the line that decides")
		return func(f format) (job, error) {
			if *file == "" {
				return job{}, errors.New("flag -file is needed")
			}
			text, err := readFile(*file, f)
			var path *os.PathError
			if errors.As(err, &path) {
				err = fmt.Errorf("%q: %w", redacted(*file), path.Err) // the name may be a URI with a password
			}
			if err != nil {
				return job{}, fmt.Errorf("flag -file: %w", err)
			}
			rules := crawl.ParseRobots(text)
			return onURI(func(u uri.URI) (object, error) {
				rule, line, allowed := rules.Explain(*agent, u)
				b := object{typed("allowed", allowed).as(valueOnly)}
				if *explained && line > 0 {
					b = append(b, typed("line", line), field("rule", rule))
				}
				return b, nil
			}), nil
		}
	},
}

// readFile returns the text of a file, or of standard input if its name is "-".
func readFile(name string, f format) ([]byte, error) {
	switch {
	case name != "-":
		return os.ReadFile(name)
	case len(f.inputs) == 0:
		return nil, errors.New("standard input has the URIs; give them as arguments")
	}
	return io.ReadAll(f.stdin)
}
