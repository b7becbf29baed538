package pathread

import "flag"

var (
	inputs = flag.Int("inputs", 500, "try `N` random inputs in tests with random inputs")
	long   = flag.Bool("long", false, "run the tests that take long")
)
