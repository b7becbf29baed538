package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

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
	if t.Listing {
		entries, err := p.ftpEntries(t)
		if err := errors.Join(err, t.Close()); err != nil {
			return err
		}
		return p.list(entries, "")
	}
	err = p.copy(t, typeByName(f.Path[len(f.Path)-1]))
	if err := t.Close(); err != nil {
		g.Log.Warn("transfer not confirmed", "uri", p.u, "error", err)
		panic(http.ErrAbortHandler) // half an answer must not look like a whole one
	}
	return err
}

// ftpEntries reads the names that r lists.
func (p page) ftpEntries(r io.Reader) ([]entry, error) {
	var entries []entry
	if p.u.Path() != "/" && p.u.Path() != "" {
		up, err := p.u.Resolve(uri.MustParse("../"))
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry{"up", "..", up})
	}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name := strings.TrimSuffix(lines.Text(), "\r")
		if name == "" {
			continue
		}
		u, err := p.u.WithoutQuery().JoinSegments(name)
		if err != nil {
			entries = append(entries, entry{Text: name}) // "." and "..": no link
			continue
		}
		entries = append(entries, entry{"file", name, u})
	}
	return entries, lines.Err()
}
