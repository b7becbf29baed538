// Command read reads a suite: go run read.go rfc3986.jsonl.gz.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
)

// A record is a text in hexadecimal, and its parts or the place of its error.
type record struct {
	Hex                                                            string
	Valid                                                          bool
	Error                                                          int
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment []int
}

func main() {
	suite := must(io.ReadAll(must(gzip.NewReader(must(os.Open(os.Args[1]))))))
	first, rest, _ := bytes.Cut(suite, []byte("\n"))
	if !bytes.Contains(first, fmt.Appendf(nil, `"sha256":"%x"`, sha256.Sum256(rest))) {
		log.Fatalf("%s is not the suite of its first line", os.Args[1])
	}
	valid, octets := 0, 0
	for d := json.NewDecoder(bytes.NewReader(rest)); d.More(); {
		var r record
		if must(0, d.Decode(&r)); r.Valid {
			valid++
			octets += r.Path[1] - r.Path[0]
		}
	}
	fmt.Println(valid, "valid texts,", octets, "octets of paths")
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}
