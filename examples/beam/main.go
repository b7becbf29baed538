// Beam removes duplicates from the frontier of a crawl: from many files of links it
// keeps the first link to each resource, however the links are written.
//
//	go run . -input 'links/*.txt' -output frontier.txt
//
// It is a batch: it reads files to their ends, and writes its output when it has read
// them. A stream would need windows, or a state for each key with a time after which it
// is forgotten, and "first" would be the first to arrive.
//
// Every line is repaired and parsed, and gets a SURT key. Of the lines with the same
// key it keeps the first, in the order of files and offsets. Each line of the output
// has the key, a tab and the URI, in no order. The file of -refused gets the lines
// without a URI, if they cannot be repaired, relative references, and lines that are too
// long, with file, offset and reason. Files that end in .gz are decompressed.
//
// The output gets its name when it is complete. It has as many files as -shards says, by
// default one for each 64 MiB of input, and so have the refused lines: each is written
// from the memory of one worker. Files of another number of shards are an error.
//
// It is an Apache Beam pipeline. -runner names the runner: direct, which runs within the
// process, or with the flags of Beam one of flink, spark, dataflow, prism and universal.
// How to run it on a cluster is in ../README.md.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	//lint:ignore SA1019 prism, its successor, takes three times the memory
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

const (
	shardSize = 64 << 20 // of input, for each shard
	// Flink holds what a slot reads until the end, up to a limit. With more
	// it waits forever. 64 MiB of input are about a million lines.
	slotSize = 64 << 20
)

// fail ends the program. It does not use package log, whose output Beam sends to the
// log of the runner.
func fail(err error) {
	fmt.Fprintln(os.Stderr, "beam:", err)
	os.Exit(1)
}

func main() {
	var inputs []string
	flag.Func("input", "`glob` of files with a link on each line; repeatable", func(glob string) error {
		inputs = append(inputs, glob)
		return nil
	})
	run := rand.Text()
	output, refused := target{Run: run}, target{Run: run, Refused: true}
	flag.StringVar(&output.Name, "output", "frontier.txt", "`file` for the links that are left")
	flag.StringVar(&refused.Name, "refused", "refused.txt", "`file` for the lines that are refused")
	shards := flag.Int("shards", 0, "how many `n` files the output has, and how many the refused lines: if more than one, their names end in -00000-of-0000n; 0: one for each 64 MiB of input")
	flag.Parse()
	if *runners.Runner == "" {
		*runners.Runner = "direct"
	}
	beam.Init() // runs to the end of the program if this is a worker
	if len(inputs) == 0 {
		flag.Usage()
		fail(errors.New("no -input"))
	}
	if flag.NArg() > 0 {
		fail(fmt.Errorf("%q has no flag before it: quote the glob of -input, or repeat the flag", flag.Arg(0)))
	}
	if path.Clean(output.Name) == path.Clean(refused.Name) {
		fail(errors.New("-output and -refused name the same file"))
	}
	if *shards < 0 || *shards > maxShards {
		fail(fmt.Errorf("-shards is not between 0 and %d", maxShards))
	}
	ctx := context.Background()
	files, err := match(ctx, inputs)
	if err != nil {
		fail(err)
	}
	var size int64
	for _, f := range files {
		size += f.text()
	}
	if *shards == 0 {
		*shards = int(min(maxShards, size/shardSize+1))
	}
	output.Shards, refused.Shards = *shards, *shards
	if slots := size/slotSize + 1; *runners.Runner == "flink" && int64(*jobopts.Parallelism) < slots && slots > 1 {
		fail(fmt.Errorf("the input needs -parallelism %d or more: Flink reads at most %d MiB in each slot", slots, slotSize>>20))
	}
	for _, t := range []target{output, refused} {
		if err := t.check(ctx); err != nil {
			fail(err)
		}
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, split(files), output, refused)
	result, err := beam.Run(ctx, *runners.Runner, p)
	if err != nil {
		fail(errors.Join(err, output.clean(ctx), refused.clean(ctx)))
	}
	if result != nil {
		report(os.Stderr, result)
	}
}

// report writes the numbers of lines.
func report(w io.Writer, result beam.PipelineResult) {
	metrics := result.Metrics().AllMetrics()
	numbers := map[string]int64{}
	for _, c := range metrics.Counters() {
		if c.Namespace() == "frontier" {
			numbers[c.Name()] += c.Result()
		}
	}
	for _, g := range metrics.Gauges() {
		if g.Namespace() == "frontier" {
			numbers[g.Name()] = max(numbers[g.Name()], g.Result().Value)
		}
	}
	fmt.Fprintf(w, "%d links kept, %d lines refused; %d lines read, some perhaps more than once\n", numbers["kept"], numbers["refused"], numbers["lines"])
}
