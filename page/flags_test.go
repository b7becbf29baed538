package page

import "flag"

var (
	count = flag.Int("inputs", 2_000, "try `N` random inputs for each property")
	long  = flag.Bool("long", false, "repeat longer texts")
)
