package guard

import "flag"

// count is how many inputs a property tries that makes them up. The default
// keeps "go test" quick; continuous integration asks for more.
var count = flag.Int("n", 5_000, "inputs that each property makes up") // go test -args -n 300000
