// Beam removes duplicates from the frontier of a crawl: from many files of links it
// keeps the first link to each resource, however the links are written.
//
//	go run ./beam -input 'links/*.txt' -output frontier.txt
//
// Every line is repaired and parsed, and gets a SURT key. Of the lines with the same
// key it keeps the first, in the order of files and offsets. Each line of the output
// has the key, a tab and the URI, in no order. The file that -refused names gets the
// lines that cannot be repaired, with the reason. If -input matches no file, it says so
// and exits with 1.
//
// It is an Apache Beam pipeline, and runs within the process. To run it on Flink or
// Dataflow, call Run of package beamx in the place of direct.Execute: that is left out
// here because it takes 400 more packages.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"

	"example.com/uri/crawl"
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
	register.DoFn3x0[Line, func(string, Line), func(string)](&canonicalise{})
	register.Function2x1(first)
	register.Function2x1(format)
	register.Emitter1[Line]()
	register.Emitter1[string]()
	register.Emitter2[string, Line]()
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

func (*canonicalise) ProcessElement(line Line, emit func(string, Line), refuse func(string)) {
	u, err := crawl.Repairer{}.Fix(line.Text)
	if err != nil {
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

// build adds the pipeline to the scope.
func build(s beam.Scope, input, output, refused string) {
	files := fileio.ReadMatches(s, fileio.MatchFiles(s, input, fileio.MatchEmptyDisallow()))
	lines := beam.ParDo(s, &readLines{}, files)
	keyed, bad := beam.ParDo2(s, &canonicalise{}, lines)
	unique := beam.CombinePerKey(s, first, keyed)
	textio.Write(s, output, beam.ParDo(s, format, unique))
	textio.Write(s, refused, bad)
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
	input := flag.String("input", "", "`glob` of files with a link on each line")
	output := flag.String("output", "frontier.txt", "`file` for the links that are left")
	refused := flag.String("refused", "refused.txt", "`file` for the lines that cannot be repaired")
	flag.Parse()
	beam.Init()
	if *input == "" {
		flag.Usage()
		fail(errors.New("no -input"))
	}
	ctx := context.Background()
	if err := matches(ctx, *input); err != nil {
		fail(err)
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, *input, *output, *refused)
	if _, err := direct.Execute(ctx, p); err != nil {
		fail(err)
	}
}
