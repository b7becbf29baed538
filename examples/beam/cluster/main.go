// Cluster runs the pipeline on a cluster of processes on this machine. It starts Flink or
// Spark and a job server of Beam from packages, submits the pipeline and stops all.
//
//	go run ./cluster -dir /tmp/cluster -- -input '/data/links/*.txt' -output /data/frontier.txt
//
// With -kill it kills one process while the pipeline runs, as a machine may fail. It needs
// Linux, Java 17, Maven, and pip; the packages (600 MB) stay in the folder. This is to try
// and to test: a deployment runs the engine's own distribution and the job server of the
// version of Beam's SDK, which no registry serves as one jar.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	dir := flag.String("dir", "", "`folder` for packages, programs and logs")
	spark := flag.Bool("spark", false, "run Spark instead of Flink")
	slots := flag.Int("slots", 4, "how many `n` parts of a step run at a time, on both processes together")
	victim := flag.String("kill", "", "kill a `process` once: engine (a TaskManager or an executor) or worker (a Go worker)")
	in := flag.String("in", steps[0], "kill it while this `step` runs, one of "+strings.Join(steps, ", "))
	flag.Parse()
	if *dir == "" {
		flag.Usage()
		return errors.New("no -dir")
	}
	switch {
	case *slots < 1:
		return errors.New("-slots is below 1")
	case !slices.Contains([]string{"", "engine", "worker"}, *victim):
		return fmt.Errorf("-kill %q is neither engine nor worker", *victim)
	case !slices.Contains(steps, *in):
		return fmt.Errorf("-in %q is none of %q", *in, steps)
	}
	c := &cluster{slots: *slots}
	if c.dir, err = filepath.Abs(*dir); err != nil {
		return err
	}
	c.engine = &flinkEngine{c: c}
	if *spark {
		c.engine = &sparkEngine{c: c}
	}
	if err := c.build(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.stop()) }()
	endpoint, err := c.engine.start(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	killed := make(chan error, 1)
	if *victim != "" {
		go func() { killed <- c.kill(ctx, *victim, *in) }()
	} else {
		killed <- nil
	}
	if err := c.submit(ctx, endpoint, flag.Args()); err != nil {
		return err
	}
	select {
	case err := <-killed:
		return err
	default:
		return fmt.Errorf("the pipeline ended, and no %s was killed in %s", *victim, *in)
	}
}

// A cluster is an engine and its processes.
type cluster struct {
	dir     string
	slots   int
	engine  engine
	running []*process
}

// steps are the steps in which to kill a process.
var steps = []string{"Read", "First of each key", "Write"}

// An engine is Flink or Spark.
type engine interface {
	// start starts the processes. It returns the address of the job server.
	start(ctx context.Context) (endpoint string, err error)
	// flags returns the flags of the pipeline.
	flags() []string
	// step returns the first of the steps that run.
	step(ctx context.Context) (string, error)
	// killable returns what to look for in the command line of a process that has parts
	// of steps.
	killable() string
}

// path returns the name of a file in the folder of the cluster.
func (c *cluster) path(elem ...string) string {
	return filepath.Join(append([]string{c.dir}, elem...)...)
}

// build builds the pipeline and Beam's boot. The workers may run on other systems: without
// cgo they need no library of this one.
func (c *cluster) build(ctx context.Context) error {
	for name, pkg := range map[string]string{
		"pipeline": "example.com/uri/examples/beam",
		"boot":     "github.com/apache/beam/sdks/v2/go/container",
	} {
		build := exec.CommandContext(ctx, "go", "build", "-o", c.path(name), pkg)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", pkg, err, out)
		}
	}
	if err := os.WriteFile(c.path("worker"), worker, 0o755); err != nil {
		return err
	}
	return os.MkdirAll(c.path("tmp"), 0o755)
}

// submit runs the pipeline and waits for its end.
func (c *cluster) submit(ctx context.Context, endpoint string, args []string) error {
	environment := fmt.Sprintf(`{"command": %q, "env": {"BOOT": %q, "TMPDIR": %q}}`, c.path("worker"), c.path("boot"), c.path("tmp"))
	args = append(append(c.engine.flags(), "-endpoint", endpoint, "-environment_type", "PROCESS", "-environment_config", environment,
		"-worker_binary", c.path("pipeline")), args...)
	pipeline := exec.CommandContext(ctx, c.path("pipeline"), args...)
	pipeline.Stdout, pipeline.Stderr = os.Stdout, os.Stderr
	pipeline.Cancel = func() error { return pipeline.Process.Signal(os.Interrupt) }
	pipeline.WaitDelay = 10 * time.Second
	return pipeline.Run()
}
