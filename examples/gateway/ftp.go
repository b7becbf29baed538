package main

import (
	"context"
	"errors"
	"io"
	"iter"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// ftp answers with the file or the directory that f names.
func (g *Gateway) ftp(ctx context.Context, p page, f uri.FTP) error {
	t, err := g.wire().FTP(ctx, f)
	if errors.Is(err, wire.ErrDirectory) {
		u, err := p.u.WithPath(p.u.Path() + "/")
		if err != nil {
			return err
		}
		return p.redirect(u)
	}
	if err != nil {
		return err
	}
	defer t.Close()
	if t.Listing {
		return p.list(p.ftpEntries(t), "")
	}
	return p.copy(t, typeByName(f.Path[len(f.Path)-1]))
}

// ftpEntries reads the names that r lists.
func (p page) ftpEntries(r io.Reader) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		directory := p.u.WithoutQuery()
		if path := p.u.Path(); path != "/" && path != "" {
			if up, err := p.u.Resolve(uri.MustParse("../")); !yield(entry{"up", "..", up}, err) {
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
