// Beam removes duplicates from the frontier of a crawl: from many files of links it
// keeps the first link to each resource, however the links are written.
//
//	go run . -input 'links/*.txt' -output frontier.txt
//
// Every line is repaired and parsed, and gets a SURT key. Of the lines with the same
// key it keeps the first, in the order of files and offsets. Each line of the output
// has the key, a tab and the URI, in no order. The file that -refused names gets the
// lines that cannot be repaired, with the reason. If -input matches no file, it says so
// and exits with 1.
//
// It is an Apache Beam pipeline. -runner names the runner: direct, which runs within the
// process, or with the flags of Beam one of flink, spark, dataflow, prism and universal:
//
//	go run . -runner flink -endpoint localhost:8099 -input '/data/links/*.txt' -output /data/frontier.txt -shards 20
//
// All workers must reach the files by these names, as they do in gs:// and s3://. Each file
// of the input is read by one worker. -shards writes the output as several files, each by
// one worker. -input may be repeated.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"example.com/uri/crawl"
	"example.com/uri/links"
)

// A Line is a line of the input and its place.
type Line struct {
	Source string // the file
	Offset int64  // in octets
	Text   string
}

// before orders lines.
func (l Line) before(m Line) bool {
	if l.Source != m.Source {
		return l.Source < m.Source
	}
	return l.Offset < m.Offset
}

func init() {
	register.DoFn3x1[context.Context, fileio.ReadableFile, func(Line), error](&readLines{})
	register.DoFn4x0[context.Context, Line, func(string, Line), func(string)](&canonicalise{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&writeShard{})
	register.DoFn1x2[string, int, string](&chooseShard{})
	register.Function2x1(first)
	register.Function2x1(format)
	register.Emitter1[Line]()
	register.Emitter1[string]()
	register.Emitter2[string, Line]()
	register.Iter1[string]()
}

// readLines splits a file into lines that are not empty.
type readLines struct{}

func (*readLines) ProcessElement(ctx context.Context, file fileio.ReadableFile, emit func(Line)) error {
	r, err := file.Open(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	in, offset := bufio.NewReader(r), int64(0)
	for {
		text, err := in.ReadString('\n')
		if line := strings.TrimSuffix(text, "\n"); line != "" {
			emit(Line{file.Metadata.Path, offset, line})
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		offset += int64(len(text))
	}
}

// canonicalise returns the SURT key of a line and the repaired URI, or refuses the
// line.
type canonicalise struct{}

var (
	lineCount    = beam.NewCounter("frontier", "lines")
	refusedCount = beam.NewCounter("frontier", "refused")
	bundleCount  = beam.NewCounter("frontier", "bundles") // of lines, each for one worker
)

func (*canonicalise) StartBundle(ctx context.Context, _ func(string, Line), _ func(string)) {
	bundleCount.Inc(ctx, 1)
}

func (*canonicalise) ProcessElement(ctx context.Context, line Line, emit func(string, Line), refuse func(string)) {
	lineCount.Inc(ctx, 1)
	u, err := links.Repairer{}.Fix(line.Text)
	if err != nil {
		refusedCount.Inc(ctx, 1)
		refuse(fmt.Sprintf("%s:%d: %v", line.Source, line.Offset, err))
		return
	}
	line.Text = u.String()
	emit(string(crawl.AppendSURT(nil, u)), line)
}

// first combines the lines with one key.
func first(a, b Line) Line {
	if b.before(a) {
		return b
	}
	return a
}

// format writes a line of the output.
func format(key string, line Line) string { return key + "\t" + line.Text }

// A chooseShard gives each line the number of its file.
type chooseShard struct{ Shards int }

func (c *chooseShard) ProcessElement(line string) (int, string) {
	h := fnv.New64a()
	io.WriteString(h, line)
	return int(h.Sum64() >> 32 % uint64(c.Shards)), line // the low bits are alike for like lines
}

// A writeShard writes the lines with one number to a file.
type writeShard struct {
	Name   string
	Shards int
}

func (w *writeShard) ProcessElement(ctx context.Context, shard int, next func(*string) bool) error {
	name := w.Name
	if w.Shards > 1 {
		name = fmt.Sprintf("%s-%05d-of-%05d", name, shard, w.Shards)
	}
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer files.Close()
	file, err := files.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	var line string
	for next(&line) {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return errors.Join(out.Flush(), file.Close())
}

// write writes the lines to as many files as there are shards.
func write(s beam.Scope, name string, shards int, lines beam.PCollection) {
	beam.ParDo0(s, &writeShard{name, shards}, beam.GroupByKey(s, beam.ParDo(s, &chooseShard{shards}, lines)))
}

// build adds the pipeline to the scope.
func build(s beam.Scope, inputs []string, output, refused string, shards int) {
	var keyed, bad []beam.PCollection
	for _, input := range inputs {
		files := fileio.ReadMatches(s, fileio.MatchFiles(s, input, fileio.MatchEmptyDisallow()))
		// Without Reshuffle a runner may let the worker that finds the files read them all.
		lines := beam.ParDo(s, &readLines{}, beam.Reshuffle(s, files))
		k, b := beam.ParDo2(s, &canonicalise{}, lines)
		keyed, bad = append(keyed, k), append(bad, b)
	}
	unique := beam.CombinePerKey(s, first, beam.Flatten(s, keyed...))
	write(s, output, shards, beam.ParDo(s, format, unique))
	write(s, refused, 1, beam.Flatten(s, bad...))
}

// matches returns an error if no file matches the glob. The pipeline would only report
// that in the log of its worker.
func matches(ctx context.Context, glob string) error {
	files, err := filesystem.New(ctx, glob)
	if err != nil {
		return err
	}
	defer files.Close()
	names, err := files.List(ctx, glob)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no file matches %q", glob)
	}
	return err
}

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
	output := flag.String("output", "frontier.txt", "`file` for the links that are left")
	refused := flag.String("refused", "refused.txt", "`file` for the lines that cannot be repaired")
	shards := flag.Int("shards", 1, "how many `n` files the output has: if more than one, their names end in -00000-of-0000n")
	flag.Parse()
	if *runners.Runner == "" {
		*runners.Runner = "direct"
	}
	beam.Init() // runs to the end of the program if this is a worker
	if len(inputs) == 0 {
		flag.Usage()
		fail(errors.New("no -input"))
	}
	if *shards < 1 {
		fail(errors.New("-shards is less than 1"))
	}
	ctx := context.Background()
	for _, input := range inputs {
		if err := matches(ctx, input); err != nil {
			fail(err)
		}
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, inputs, *output, *refused, *shards)
	result, err := beam.Run(ctx, *runners.Runner, p)
	if err != nil {
		fail(err)
	}
	if *runners.Runner != "direct" && result != nil {
		report(os.Stderr, result)
	}
}

// report writes the counters of a pipeline. The direct runner has them only for the last
// input.
func report(w io.Writer, result beam.PipelineResult) {
	counters := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "frontier" {
			counters[c.Name()] += c.Result()
		}
	}
	fmt.Fprintf(w, "%d lines in %d bundles, %d refused\n", counters["lines"], counters["bundles"], counters["refused"])
}
