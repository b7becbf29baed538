package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/links"
)

func init() {
	register.DoFn3x0[Line, func(string, []byte), func(string)](&canonicalize{})
	register.DoFn2x2[string, []byte, int, string](&shardOfLink{})
	register.DoFn1x2[string, int, string](&shardOfLine{})
	register.Function2x1(first)
	register.Emitter2[string, []byte]()
	register.Emitter1[string]()
}

// build adds the pipeline to the scope. The names of its scopes are those of the steps in
// the page of an engine.
func build(s beam.Scope, parts []Part, output, refused target) {
	lines, tooLong := read(s.Scope("Read"), parts)
	keyed, bad := beam.ParDo2(s.Scope("Canonicalize"), &canonicalize{}, lines)
	keyed = beam.CombinePerKey(s.Scope("First of each key"), first, keyed)
	out := s.Scope("Write")
	written := write(out, output, beam.ParDo(out, &shardOfLink{output.Shards}, keyed))
	out = s.Scope("Write refused")
	bad = beam.ParDo(out, &shardOfLine{refused.Shards}, beam.Flatten(out, tooLong, bad))
	rename(s.Scope("Rename"), output, refused, beam.Flatten(s, written, write(out, refused, bad)))
}

// canonicalize emits the SURT key and the record of each line, or refuses the line. In a
// bundle it leaves out lines whose key had an earlier line: they cost no shuffle.
type canonicalize struct {
	seen map[string]place
}

// maxSeen is how many keys a bundle remembers.
const maxSeen = 1 << 16

func (c *canonicalize) StartBundle(func(string, []byte), func(string)) {
	c.seen = map[string]place{}
}

func (c *canonicalize) ProcessElement(line Line, emit func(string, []byte), refuse func(string)) {
	u, _, err := links.Repair(line.Text)
	if err == nil && u.Scheme() == "" {
		err = fmt.Errorf("%.200q is a relative reference", u.Redacted())
	}
	if err != nil {
		refuse(line.refusal(err))
		return
	}
	key := string(crawl.AppendSURT(nil, u))
	if at, ok := c.seen[key]; ok && at <= line.Place {
		return
	}
	if len(c.seen) == maxSeen {
		clear(c.seen)
	}
	c.seen[key] = line.Place
	emit(key, newRecord(line.Place, key, u))
}

// A record is a link without the text that its key has already, since all records of a
// crawl go over the network:
//
//	place (8 bytes, big-endian), index in guesses, length of head, length of tail, text between
//
// Head and tail are those of the guess: the URI that the key most likely has. So a
// normalized URI takes some twelve bytes, and records are in the order of their places.

// guesses are the schemes that a SURT leaves out. With the first the guess is the key.
var guesses = []string{"", "http", "https"}

// guess returns the URI that most likely has the key.
func guess(scheme int, key string) string {
	host, rest, ok := strings.Cut(key, ")")
	if scheme == 0 || !ok {
		return key
	}
	labels := strings.Split(host, ",")
	slices.Reverse(labels)
	return guesses[scheme] + "://" + strings.Join(labels, ".") + rest
}

func newRecord(at place, key string, u uri.URI) []byte {
	text := u.String()
	scheme := max(0, slices.Index(guesses, strings.ToLower(u.Scheme())))
	g := guess(scheme, key)
	head, n := 0, min(len(g), len(text))
	for head < n && g[head] == text[head] {
		head++
	}
	tail := 0
	for n -= head; tail < n && g[len(g)-1-tail] == text[len(text)-1-tail]; {
		tail++
	}
	r := binary.BigEndian.AppendUint64(nil, uint64(at))
	r = append(r, byte(scheme))
	r = binary.AppendUvarint(r, uint64(head))
	r = binary.AppendUvarint(r, uint64(tail))
	return append(r, text[head:len(text)-tail]...)
}

// linkOf returns the URI of a record.
func linkOf(key string, record []byte) string {
	g, r := guess(int(record[8]), key), record[9:]
	head, n := binary.Uvarint(r)
	tail, m := binary.Uvarint(r[n:])
	return g[:head] + string(r[n+m:]) + g[len(g)-int(tail):]
}

// first combines the records with one key.
func first(a, b []byte) []byte {
	if bytes.Compare(b, a) < 0 {
		return b
	}
	return a
}

// A shardOfLink returns the shard of a link and its line.
type shardOfLink struct{ Shards int }

func (f *shardOfLink) ProcessElement(key string, record []byte) (int, string) {
	return shardOf(key, f.Shards), key + "\t" + linkOf(key, record)
}

// A shardOfLine returns the shard of a refused line.
type shardOfLine struct{ Shards int }

func (f *shardOfLine) ProcessElement(line string) (int, string) {
	return shardOf(line, f.Shards), line
}

func shardOf(s string, shards int) int {
	h := fnv.New64a()
	io.WriteString(h, s)
	return int(h.Sum64() >> 32 % uint64(shards)) // the low bits are alike for like lines
}
