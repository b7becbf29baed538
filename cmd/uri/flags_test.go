package main

import "flag"

// Plain "go test" takes seconds. The flag makes it more thorough.
var long = flag.Bool("long", false, "give passwords to the commands in 1,000 places, not 50, watch the memory of all, and set more parts")
