package page

import "flag"

var long = flag.Bool("long", false, "repeat longer texts")
