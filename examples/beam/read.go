package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, Part, func(Line), func(string), error](&readPart{})
	register.Emitter1[Line]()
}

// A place is where a line begins: the number of its file above 40 bits of the offset.
type place uint64

const (
	offsetBits = 40
	maxOffset  = 1<<offsetBits - 1
	maxFiles   = 1 << (64 - offsetBits)
)

// A Line is a line of the input.
type Line struct {
	Name  string // of the file
	Place place
	Text  string
}

// refusal returns the line of the refused lines.
func (l Line) refusal(err error) string {
	return fmt.Sprintf("%s:%d: %v", l.Name, l.Place&maxOffset, err)
}

const (
	partSize = 16 << 20 // of a file, for one worker
	maxLine  = 64 << 10
	maxGap   = 16 << 20 // without a line break: such a file has no links
	gzipped  = 8        // times: an estimate of the text in a .gz file
)

// A Part is a range of a file.
type Part struct {
	Name       string
	File       int   // the number of the file
	Start, End int64 // the lines that begin there
}

// An inputFile is a file of the input.
type inputFile struct {
	name string
	size int64
}

// text returns the size of the file's text, or an estimate.
func (f inputFile) text() int64 {
	if f.isGzip() {
		return gzipped * f.size
	}
	return f.size
}

func (f inputFile) isGzip() bool { return strings.HasSuffix(f.name, ".gz") }

// match returns the files that match the globs, each once, in the order of their names.
func match(ctx context.Context, globs []string) ([]inputFile, error) {
	var all []inputFile
	for _, glob := range globs {
		files, err := filesystem.New(ctx, glob)
		if err != nil {
			return nil, err
		}
		defer files.Close()
		names, err := files.List(ctx, glob)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", glob, err)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("no file matches %q", glob)
		}
		for _, name := range names {
			f := inputFile{name: name}
			if f.size, err = size(ctx, files, name); err != nil {
				return nil, err
			}
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b inputFile) int { return cmp.Compare(a.name, b.name) })
	all = slices.CompactFunc(all, func(a, b inputFile) bool { return a.name == b.name })
	if len(all) > maxFiles {
		return nil, fmt.Errorf("%d files, more than %d", len(all), maxFiles)
	}
	return all, nil
}

// size returns the size of a file.
func size(ctx context.Context, files filesystem.Interface, name string) (int64, error) {
	if !isLocal(name) {
		n, err := files.Size(ctx, name)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return n, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return 0, err
	}
	if info.IsDir() {
		return 0, fmt.Errorf("%s is a directory", name)
	}
	return info.Size(), nil
}

// isLocal reports whether a file can be read from any offset. Beam reads objects of a
// store only from their beginning.
func isLocal(name string) bool { return !strings.Contains(name, "://") }

// split returns the parts of the files. They are made here and not by a splittable DoFn:
// Flink and Spark leave all pieces of an element of one to the worker that splits it.
func split(files []inputFile) []Part {
	var parts []Part
	for i, f := range files {
		n := int64(1)
		if isLocal(f.name) && !f.isGzip() {
			n = max(1, f.size/partSize)
		}
		for k := range n {
			parts = append(parts, Part{f.name, i, f.size / n * k, f.size / n * (k + 1)})
		}
		parts[len(parts)-1].End = math.MaxInt64
	}
	return parts
}

// read returns the lines of the parts that are not empty, and refusals of too long ones.
func read(s beam.Scope, parts []Part) (lines, refused beam.PCollection) {
	// Without Reshuffle the worker that gets the list reads all of it.
	return beam.ParDo2(s, &readPart{}, beam.Reshuffle(s, beam.CreateList(s, parts)))
}

// readPart emits the lines that begin in a part.
type readPart struct{}

var lineCount = beam.NewCounter("frontier", "lines")

func (*readPart) ProcessElement(ctx context.Context, part Part, emit func(Line), refuse func(string)) error {
	if err := part.read(ctx, emit, refuse); err != nil {
		return fmt.Errorf("%s: %w", part.Name, err)
	}
	return nil
}

func (p Part) read(ctx context.Context, emit func(Line), refuse func(string)) error {
	r, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	in, offset := bufio.NewReaderSize(r, maxLine+1), p.Start
	if offset > 0 { // to the end of the line before
		_, n, err := nextLine(in)
		if err != nil {
			return eofIsEnd(err)
		}
		offset += n
	}
	for offset < p.End {
		text, n, err := nextLine(in)
		if err != nil && err != io.EOF {
			return fmt.Errorf("offset %d: %w", offset, err)
		}
		if offset > maxOffset {
			return fmt.Errorf("more than %d bytes", maxOffset)
		}
		line := Line{p.Name, place(p.File)<<offsetBits | place(offset), string(text)}
		switch {
		case n > maxLine:
			refuse(line.refusal(fmt.Errorf("line of %d bytes, more than %d", n, maxLine)))
			lineCount.Inc(ctx, 1)
		case len(text) > 0:
			emit(line)
			lineCount.Inc(ctx, 1)
		}
		if err == io.EOF {
			return nil
		}
		offset += n + 1
	}
	return nil
}

func eofIsEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// open opens the file of a part: at the byte before its first, or at its start.
func (p Part) open(ctx context.Context) (io.ReadCloser, error) {
	files, err := filesystem.New(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	r, err := files.OpenRead(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	if (inputFile{name: p.Name}).isGzip() {
		z, err := gzip.NewReader(r)
		if err != nil {
			r.Close()
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{z, r}, nil
	}
	if p.Start > 0 {
		if _, err := r.(io.Seeker).Seek(p.Start-1, io.SeekStart); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

var errNoBreak = errors.New("no line break in 16 MiB")

// nextLine reads a line of n bytes, and its line break, if it is not the last. The text of
// one that is too long is nil.
func nextLine(in *bufio.Reader) (text []byte, n int64, err error) {
	text, err = in.ReadSlice('\n')
	n = int64(len(text))
	for err == bufio.ErrBufferFull {
		if n > maxGap {
			return nil, n, errNoBreak
		}
		var more []byte
		more, err = in.ReadSlice('\n')
		text, n = nil, n+int64(len(more))
	}
	if err == nil {
		n--
	}
	return text[:min(n, int64(len(text)))], n, err
}
