package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// ftp answers with the file or the directory f. The links of a directory are built from f,
// not from the text of its URL: that may end with ";type=d", and a "?" in it is part of a
// name.
func (g *Gateway) ftp(ctx context.Context, p page, f uri.FTP) error {
	t, err := g.wire().FTP(ctx, f)
	if errors.Is(err, wire.ErrDirectory) {
		f.Path, f.Type = append(slices.Clip(f.Path), ""), 0
		return p.redirect(f)
	}
	if err != nil {
		return err
	}
	defer t.Close()
	if t.Listing {
		return p.list(ftpEntries(t, f), "")
	}
	return p.copy(t, typeByName(f.Path[len(f.Path)-1]))
}

// ftpEntries reads the names in r, a list of the directory f.
func ftpEntries(r io.Reader, f uri.FTP) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		f.Type = 0
		directory, err := f.URI()
		if err != nil {
			yield(entry{}, err)
			return
		}
		if path := directory.Path(); path != "/" && path != "" {
			parent := "../"
			if !strings.HasSuffix(path, "/") {
				parent = "./" // "ftp://h/pub" for "ftp://h/pub;type=d"
			}
			if up, err := directory.Resolve(uri.MustParse(parent)); !yield(entry{"up", "..", up}, err) {
				return
			}
		}
		for name, err := range wire.Lines(wire.Bound(r, maxList)) {
			e := entry{Text: name}
			if u, refused := directory.JoinSegments(name); refused == nil { // "." and ".." have no link
				e.Kind, e.URI = "file", u
			}
			if (name != "" || err != nil) && !yield(e, err) {
				return
			}
		}
	}
}
