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
	files, _ := fs.Sub(readers, "release") // a valid path
	err := os.Mkdir(folder, 0o755)
	if err == nil {
		err = os.CopyFS(folder, files)
	}
	if err != nil {
		return err
	}
	for _, rfc := range rfcs {
		if err := writeCompressed(filepath.Join(folder, "rfc"+rfc+".jsonl.gz"), rfc); err != nil {
			return err
		}
	}
	return nil
}

// writeCompressed makes a file with the compressed suite of an RFC.
func writeCompressed(name, rfc string) error {
	s, err := specOf(rfc)
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	return cmp.Or(err, writeSuite(z, suite{spec: s}), z.Close(), file.Close())
}
