package bench

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// A Row is one kind of work, done by us and by others on the same inputs.
type Row struct {
	Name   string
	Unit   string   // the unit of a figure: "URL", "reference", "string"
	Inputs []string // the arguments of Answer
	Want   []string // the answers that ours must give; nil: peers are compared with ours
	Ours   Contestant
	Theirs []Contestant
	Bounds []Bound
	Allocs float64 // at most so many for each accepted input; Free where no goal says
}

// Free stands for the bound of allocations of a row that has no such bound.
const Free = -1

// A Contestant does the work of the row. The functions that make one must not be inlined. Rows
// would become so large that the compiler stops inlining short functions there, such as the
// accessors of a URI.
type Contestant struct {
	Name string
	// Pass does the work once for each input, uses each result and counts the accepted
	// inputs.
	Pass func() (accepted int)
	// Answer returns the result for one input as text, or false if it is refused. It is
	// not timed. It is nil if there is no answer, as for a floor.
	Answer func(s string) (string, bool)
}

// A Bound is a goal: ours takes at most Ratio of the time of Against.
type Bound struct {
	Against string
	Ratio   float64
}

// A Result is the time and memory of one contestant in a row, for one input.
type Result struct {
	Name     string
	Times    []float64 // nanoseconds, one for each round
	Allocs   float64
	Bytes    float64
	Accepted int
	Same     int // answers that are as wanted; -1 where there are none to compare
}

// Min is the shortest time.
func (r Result) Min() float64 { return slices.Min(r.Times) }

// Median is the median time.
func (r Result) Median() float64 { return Summary(r.Times).Center }

// Summary is the median of the values with its confidence interval (95 %).
func Summary(values []float64) benchmath.Summary {
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Summary(sample, 0.95)
}

// RatioTo returns the time of r divided by that of other: of the two minima, and of each round. The
// two times of a round are measured shortly after each other.
func (r Result) RatioTo(other Result) (min float64, rounds benchmath.Summary) {
	ratios := make([]float64, len(r.Times))
	for i := range ratios {
		ratios[i] = r.Times[i] / other.Times[i]
	}
	return r.Min() / other.Min(), Summary(ratios)
}

// Check asks every contestant for its answers and returns, for each, how many are correct. The
// error is a wrong answer of ours.
func (r Row) Check() (same []int, err error) {
	want := r.Want
	if want == nil {
		want = make([]string, len(r.Inputs))
		for i, s := range r.Inputs {
			want[i], _ = r.Ours.Answer(s)
		}
	}
	for _, c := range r.contestants() {
		if c.Answer == nil {
			same = append(same, -1)
			continue
		}
		n := 0
		for i, s := range r.Inputs {
			got, ok := c.Answer(s)
			if ok && got == want[i] {
				n++
			} else if ok && c.Name == r.Ours.Name {
				return nil, fmt.Errorf("%s: %q gives %q, not %q", r.Name, s, got, want[i])
			}
		}
		same = append(same, n)
	}
	return same, nil
}

func (r Row) contestants() []Contestant {
	return append([]Contestant{r.Ours}, r.Theirs...)
}

// slice is the minimum time of one measurement.
const slice = 20 * time.Millisecond

// Measure lets the contestants do the row in turns (A B C, A B C, ...), so that other
// work of the machine affects all of them alike. Ours comes first in the results.
func (r Row) Measure(rounds int) ([]Result, error) {
	same, err := r.Check()
	if err != nil {
		return nil, err
	}
	cs, n := r.contestants(), float64(len(r.Inputs))
	results, passes := make([]Result, len(cs)), make([]int, len(cs))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i, c := range cs {
		c.Pass()
		start := Clock()
		accepted := c.Pass()
		passes[i] = int(slice/(Clock()-start+1)) + 1
		mallocs, bytes := allocated(c.Pass)
		results[i] = Result{Name: c.Name, Allocs: mallocs / n, Bytes: bytes / n, Accepted: accepted, Same: same[i]}
	}
	for range rounds {
		for i, c := range cs {
			runtime.GC() // each pays for its own garbage
			start := Clock()
			for range passes[i] {
				c.Pass()
			}
			ns := float64(Clock()-start) / float64(passes[i]) / n
			results[i].Times = append(results[i].Times, ns)
		}
	}
	return results, nil
}

// allocated returns the allocations of one pass: the least of three, since the runtime
// sometimes allocates too.
func allocated(pass func() int) (mallocs, bytes float64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var least runtime.MemStats
	for i := range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		pass()
		runtime.ReadMemStats(&after)
		m, b := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
		if i == 0 || m < least.Mallocs {
			least.Mallocs, least.TotalAlloc = m, b
		}
	}
	return float64(least.Mallocs), float64(least.TotalAlloc)
}
