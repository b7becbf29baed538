package main

import (
	"cmp"
	"compress/gzip"
	"embed"
	"io/fs"
	"os"
	"path/filepath"
)

// readers are programs that read a suite of a release.
//
//go:embed release/*
var readers embed.FS

// writeRelease makes a folder with the compressed suites of some RFCs without more states, and with the
// readers.
func writeRelease(folder string, rfcs ...string) error {
	files, err := fs.Sub(readers, "release")
	if err == nil {
		err = os.Mkdir(folder, 0o755)
	}
	if err == nil {
		err = os.CopyFS(folder, files)
	}
	if err != nil {
		return err
	}
	for _, rfc := range rfcs {
		s, err := specOf(rfc)
		if err != nil {
			return err
		}
		file, err := os.Create(filepath.Join(folder, "rfc"+rfc+".jsonl.gz"))
		if err != nil {
			return err
		}
		z, err := gzip.NewWriterLevel(file, gzip.BestCompression)
		if err := cmp.Or(err, writeSuite(z, suite{spec: s}), z.Close(), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
