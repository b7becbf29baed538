package guard

import "flag"

// Plain "go test" takes a second or two. The flags make it more thorough. "go
// test" has a flag -n of its own: "go test ./guard -args -long -inputs 200000".
var (
	inputs = flag.Int("inputs", 5_000, "try `N` random inputs for each property")
	long   = flag.Bool("long", false, "try all hosts and authorities of up to 7 characters, not 5")
)
