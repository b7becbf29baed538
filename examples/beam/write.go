package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn2x0[int, func(int, string)](&emptyShards{})
	register.DoFn3x3[context.Context, int, func(*string) bool, int, Shard, error](&writeShard{})
	register.DoFn3x1[context.Context, int, func(*Shard) bool, error](&renameShards{})
	register.Emitter2[int, string]()
	register.Iter1[string]()
	register.Iter1[Shard]()
}

// maxShards is how many shards the names of files can count.
const maxShards = 99999

// A target is where lines are written: a file, or shards of one.
type target struct {
	Name    string
	Shards  int
	Refused bool   // lines, not links
	Run     string // names the temporary files of one run of the program
}

// shard returns the name of a shard.
func (t target) shard(i int) string {
	if t.Shards == 1 {
		return t.Name
	}
	return fmt.Sprintf("%s-%05d-of-%05d", t.Name, i, t.Shards)
}

// temporary returns a name that begins with "." in the folder of the target, for an
// attempt to write something. With "*" it is a glob.
func (t target) temporary(attempt string) string {
	i := strings.LastIndexByte(t.Name, '/') + 1
	return t.Name[:i] + "." + t.Name[i:] + "." + t.Run + "." + attempt
}

// quoteGlob returns a glob that matches s, which need not be UTF-8.
func quoteGlob(s string) string {
	return strings.NewReplacer("*", "?", "[", "?", "]", "?", `\`, "?").Replace(s)
}

// check returns an error if the target cannot be written, or if there are shards of a
// run with another number of shards: a program that reads them would get both.
func (t target) check(ctx context.Context) error {
	if t.Name == "" || strings.HasSuffix(t.Name, "/") {
		return fmt.Errorf("%q names no file", t.Name)
	}
	if info, err := os.Stat(t.Name); isLocal(t.Name) && err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", t.Name)
	}
	files, err := filesystem.New(ctx, t.Name)
	if err != nil {
		return err
	}
	defer files.Close()
	old, err := files.List(ctx, quoteGlob(t.Name)+"-?????-of-?????")
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	if t.Shards > 1 {
		whole, err := files.List(ctx, quoteGlob(t.Name))
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		old = append(old, whole...)
	}
	for _, name := range old {
		ours := t.Shards > 1 && strings.HasSuffix(name, fmt.Sprintf("-of-%05d", t.Shards))
		if strings.HasPrefix(name, t.Name) && !ours {
			return fmt.Errorf("%s is of a run with another number of shards: remove it, or choose another name", name)
		}
	}
	probe := t.temporary("probe")
	if err := filesystem.Write(ctx, files, probe, nil); err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return t.clean(ctx)
}

// clean removes the temporary files of attempts that failed.
func (t target) clean(ctx context.Context) error {
	files, err := filesystem.New(ctx, t.Name)
	if err != nil {
		return err
	}
	defer files.Close()
	remover, ok := files.(filesystem.Remover)
	if !ok {
		return fmt.Errorf("%s: its file system cannot remove files", t.Name)
	}
	names, err := files.List(ctx, quoteGlob(t.temporary(""))+"*")
	for _, name := range names {
		err = errors.Join(err, remover.Remove(ctx, name))
	}
	return err
}

// A Shard is a file that was written.
type Shard struct {
	Temporary, Final string
	Lines            int64
	Refused          bool // lines, not links
}

// write writes the lines with the number of a shard, and returns the shards. An empty
// shard has a file too.
func write(s beam.Scope, t target, lines beam.PCollection) beam.PCollection {
	numbers := make([]int, t.Shards)
	for i := range numbers {
		numbers[i] = i
	}
	empty := beam.ParDo(s, &emptyShards{}, beam.CreateList(s, numbers))
	return beam.ParDo(s, &writeShard{t}, beam.GroupByKey(s, beam.Flatten(s, lines, empty)))
}

// emptyShards gives each shard an empty line, which no line of the input is.
type emptyShards struct{}

func (*emptyShards) ProcessElement(shard int, emit func(int, string)) { emit(shard, "") }

// A writeShard writes a shard to a file with a name of its own for each attempt. All
// shards have the same key.
type writeShard struct{ Target target }

func (w *writeShard) ProcessElement(ctx context.Context, number int, next func(*string) bool) (int, Shard, error) {
	shard := Shard{Temporary: w.Target.temporary(rand.Text()), Final: w.Target.shard(number), Refused: w.Target.Refused}
	files, err := filesystem.New(ctx, shard.Temporary)
	if err != nil {
		return 0, shard, err
	}
	defer files.Close()
	file, err := files.OpenWrite(ctx, shard.Temporary)
	if err != nil {
		return 0, shard, fmt.Errorf("%s: %w", shard.Final, err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	var line string
	for next(&line) {
		if line != "" {
			out.WriteString(line)
			out.WriteByte('\n')
			shard.Lines++
		}
	}
	if err := errors.Join(out.Flush(), file.Close()); err != nil {
		return 0, shard, fmt.Errorf("%s: %w", shard.Final, err)
	}
	return 0, shard, nil
}

// rename gives the shards their names when all are written.
func rename(s beam.Scope, output, refused target, shards beam.PCollection) {
	beam.ParDo0(s, &renameShards{[]target{output, refused}}, beam.GroupByKey(s, shards))
}

type renameShards struct{ Targets []target }

// The gauges hold numbers of lines of the output. A counter also counts the work of
// attempts that failed.
var (
	keptGauge    = beam.NewGauge("frontier", "kept")
	refusedGauge = beam.NewGauge("frontier", "refused")
)

func (r *renameShards) ProcessElement(ctx context.Context, _ int, next func(*Shard) bool) error {
	var kept, refused int64
	var shard Shard
	for next(&shard) {
		if err := shard.rename(ctx); err != nil {
			return fmt.Errorf("%s: %w", shard.Final, err)
		}
		if shard.Refused {
			refused += shard.Lines
		} else {
			kept += shard.Lines
		}
	}
	keptGauge.Set(ctx, kept)
	refusedGauge.Set(ctx, refused)
	var err error
	for _, t := range r.Targets {
		err = errors.Join(err, t.clean(ctx))
	}
	return err
}

// rename gives the shard its name, if no earlier attempt has done it.
func (s Shard) rename(ctx context.Context) error {
	files, err := filesystem.New(ctx, s.Final)
	if err != nil {
		return err
	}
	defer files.Close()
	err = filesystem.Rename(ctx, files, s.Temporary, s.Final)
	if err != nil {
		old, listErr := files.List(ctx, quoteGlob(s.Temporary))
		done, _ := files.List(ctx, quoteGlob(s.Final))
		if listErr == nil && len(old) == 0 && slices.Contains(done, s.Final) {
			return nil
		}
	}
	return err
}
