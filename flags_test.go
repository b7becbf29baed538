package uri

import "flag"

// Plain "go test" takes a few seconds. The flags below make it as thorough as
// there is time for; .ci/run says what it sets.
var (
	exhaustive  = flag.Int("exhaustive", 5, "hold the parser against the grammar on every text of up to `N` bytes")
	random      = flag.Int("random", 100_000, "and on `N` random derivations of it and mutations of them")
	inputs      = flag.Int("inputs", 20_000, "try `N` random inputs for each property")
	long        = flag.Bool("long", false, "also try texts of up to 64 MiB and more pairs of short texts")
	choose      = flag.Bool("choose", false, "write testdata/seeds.txt, see TestSeeds")
	seedFlag    = flag.Uint64("seed", 0, "`seed` of the random texts; 0 takes one at random")
	stringsFlag = flag.String("strings", "", "write the texts of TestMistakes and their verdicts to `file`, one JSON object a line")
)
