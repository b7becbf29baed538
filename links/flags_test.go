package links

import "flag"

// Plain "go test" takes a few seconds. The flags make it more thorough.
var (
	inputs = flag.Int("inputs", 400, "try `N` random inputs for each property")
	long   = flag.Bool("long", false, "repeat longer texts, and read long texts as streams byte by byte")
)
