// Command mutate measures how much the tests of a package notice. It changes the code that
// some functions of the package reach, one place at a time, and runs the tests.
//
//	go run ./cmd/mutate -n 400
//	go run ./cmd/mutate -n 100 -dir guard -from . -test .
//
// The first draws from the code that Parse reaches and asks TestEveryLength first. The
// second draws from all of package guard and asks all tests at once.
//
// A mutant has another operator, number, condition, class, rule or result in one place,
// or one statement less, or a class with one byte more or less. All mutants are compiled
// into one copy of the package, in a scratch folder; an environment variable chooses
// one. If the tests of -test do not notice a mutant, all tests of the package run, except
// those that fail in a copy without mutants, such as tests of allocations. The last line
// counts the mutants noticed by any test, and those noticed by the tests of -test.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	dir      = flag.String("dir", ".", "the `folder` of the package in the module")
	from     = flag.String("from", "^(Parse|Valid|ParseRFC2396)$", "change what the functions of these names reach")
	stop     = flag.String("stop", "^newFaultError$", "but not functions of these names, nor code that only they reach")
	most     = flag.Int("n", 400, "try at most `N` mutants, chosen at random")
	test     = flag.String("test", "^TestEveryLength$", "an expression of the tests that run first")
	seed     = flag.Uint64("seed", 1, "which mutants are chosen")
	list     = flag.Bool("list", false, "only list the mutants")
	within   = flag.Duration("within", 5*time.Minute, "a mutant that takes longer is noticed")
	parallel = flag.Int("parallel", 1, "try `N` mutants at a time")
)

// selector names the environment variable that chooses a mutant.
const selector = "URI_MUTANT"

func main() {
	log.SetFlags(0)
	flag.Parse()
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	names, err := regexp.Compile(*from)
	if err != nil {
		return fmt.Errorf("-from: %w", err)
	}
	not, err := regexp.Compile(*stop)
	if err != nil {
		return fmt.Errorf("-stop: %w", err)
	}
	if *most < 1 || *parallel < 1 {
		return errors.New("-n or -parallel is below 1")
	}
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "example.com/uri").Output()
	if err != nil {
		return err
	}
	root := strings.TrimSpace(string(folder))
	p, err := load(filepath.Join(root, *dir))
	if err != nil {
		return err
	}
	mutants := p.mutants(names, not)
	total := len(mutants)
	if total == 0 {
		return fmt.Errorf("no mutants: no function of the folder %q matches -from", *dir)
	}
	if !*list {
		rng := rand.New(rand.NewPCG(*seed, 0)) // any first part of the output is a fair sample
		rng.Shuffle(total, func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	}
	mutants = mutants[:min(total, *most)]
	for i, m := range mutants {
		m.id = i + 1
	}
	fmt.Printf("%d mutants of %d\n", len(mutants), total)
	if *list {
		for _, m := range mutants {
			fmt.Println(m)
		}
		return nil
	}

	scratch, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := os.CopyFS(scratch, os.DirFS(root)); err != nil {
		return err
	}
	t := trial{dir: filepath.Join(scratch, *dir), binary: filepath.Join(scratch, "mutants.test")}
	if err := t.build(p, mutants); err != nil {
		return err
	}
	if err := t.findSkipped(); err != nil {
		return err
	}
	return t.all(mutants)
}

// A trial is a copy of the package with all mutants.
type trial struct {
	dir, binary string
	skip        string // an expression of the tests that fail without a mutant
}

// build writes and compiles the copy. It leaves out mutants that do not compile.
func (t *trial) build(p *pkg, mutants []*mutant) error {
	for {
		for file, text := range p.changed(mutants) {
			if err := os.WriteFile(filepath.Join(t.dir, file), text, 0o666); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(t.dir, "mutant.go"), []byte(p.support()), 0o666); err != nil {
			return err
		}
		out, err := t.command("go", "test", "-vet=off", "-gcflags=-e", "-c", "-o", t.binary, ".").CombinedOutput()
		if err == nil {
			return nil
		}
		dropped := 0
		for _, m := range regexp.MustCompile(`(?m)^\./([a-z0-9_]+\.go):(\d+):`).FindAllStringSubmatch(string(out), -1) {
			text, err := os.ReadFile(filepath.Join(t.dir, m[1]))
			if err != nil {
				return err
			}
			line, err := strconv.Atoi(m[2])
			if err != nil {
				return err
			}
			for _, id := range regexp.MustCompile(`mutant [!=]= (\d+)`).FindAllStringSubmatch(strings.Split(string(text), "\n")[line-1], -1) {
				n, err := strconv.Atoi(id[1])
				if err != nil {
					return err
				}
				if m := mutants[n-1]; !m.dropped {
					m.dropped = true
					dropped++
				}
			}
		}
		if dropped == 0 {
			return fmt.Errorf("the mutants do not compile: %s", out)
		}
	}
}

// support returns a file of the copy.
func (p *pkg) support() string {
	text := "package " + p.short + support
	if p.short == "uri" {
		text += supportClasses
	}
	return text
}

const support = `

import (
	"os"
	"strconv"
)

var mutant, _ = strconv.Atoi(os.Getenv("` + selector + `"))
`

const supportClasses = `
// flipped returns t with one byte more or less in class k.
func flipped(id int, t [256]class, k class, b byte) [256]class {
	if mutant == id {
		t[b] ^= k
	}
	return t
}
`

func (t *trial) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = t.dir
	return c
}

// findSkipped sets skip.
func (t *trial) findSkipped() error {
	out, err := t.run(0)
	if err == nil {
		return nil
	}
	names := failed(out)
	if names == nil || *test != "." && slices.ContainsFunc(names, regexp.MustCompile(*test).MatchString) {
		return fmt.Errorf("the tests fail without a mutant: %s", out)
	}
	fmt.Printf("left out, since they fail without a mutant: %s\n", strings.Join(names, ", "))
	t.skip = "^(" + strings.Join(names, "|") + ")$"
	return nil
}

// errTooLong is the error for tests that took longer than within. On a busy machine it may hide a
// mutant that survives.
var errTooLong = errors.New("too long")

// run runs the tests with the mutant id, or without one if id is 0. It fails if they take
// longer than within. No program that they start outlives them.
func (t *trial) run(id int, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), *within)
	defer cancel()
	c := exec.CommandContext(ctx, t.binary, args...)
	ownGroup(c)
	c.Dir = t.dir
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", selector, id))
	c.WaitDelay = time.Second // programs that a test started may hold its output
	out, err := c.CombinedOutput()
	if c.Process != nil {
		c.Cancel() // ends programs that the tests left running
	}
	switch {
	case ctx.Err() != nil:
		err = errTooLong
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil
	}
	return out, err
}

// failed returns the names of the tests that fail in the output of a run.
func failed(out []byte) []string {
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^--- FAIL: (\w+)`).FindAllStringSubmatch(string(out), -1) {
		names = append(names, m[1])
	}
	return names
}

// all tries the mutants and prints the results.
func (t *trial) all(mutants []*mutant) error {
	var mu sync.Mutex
	var wait sync.WaitGroup
	counts := map[string]int{}
	work := make(chan *mutant)
	for range *parallel {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for m := range work {
				verdict, tests := t.judge(m)
				mu.Lock()
				counts[verdict]++
				fmt.Printf("%d %s %v: %v\n", m.id, verdict, tests, m)
				mu.Unlock()
			}
		}()
	}
	for _, m := range mutants {
		work <- m
	}
	close(work)
	wait.Wait()
	fmt.Printf("%d do not compile, %d are noticed by no test; %s notices %d of the %d that any test notices\n",
		counts["no program"], counts["survives"], *test, counts["noticed"], counts["noticed"]+counts["by others"])
	return nil
}

// judge returns "no program" for a mutant that does not compile, "noticed", "by others"
// or "survives", and the names of the tests that notice it: none if it ends the tests, and "too
// long" if it takes longer than within.
func (t *trial) judge(m *mutant) (verdict string, tests []string) {
	if m.dropped {
		return "no program", nil
	}
	if out, err := t.run(m.id, "-test.run", *test, "-test.skip", t.skip, "-test.failfast"); err != nil {
		return "noticed", noticing(out, err)
	}
	if *test != "." {
		if out, err := t.run(m.id, "-test.skip", t.skip, "-test.failfast"); err != nil {
			return "by others", noticing(out, err)
		}
	}
	return "survives", nil
}

// noticing returns what noticed a mutant.
func noticing(out []byte, err error) []string {
	if errors.Is(err, errTooLong) {
		return []string{errTooLong.Error()}
	}
	return failed(out)
}
