package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/examples/internal/wire"
)

// A record is one line of the state file.
type record struct {
	// Type is "link" for a link to follow, "refused" for one that is not followed, and
	// "start" or "page" for the record that ends a batch.
	Type string `json:"type"`
	// N numbers the links, from 0; a page has the number of its link.
	N int64 `json:"n"`
	// URI is that of the link or the page. A refused link may have none.
	URI uri.URI `json:"uri,omitzero"`
	// From is the page that a link was found on.
	From uri.URI `json:"from,omitzero"`
	// Offset and Text are where a refused link was on the page, counted in the links
	// that are within the limits, and how it was written, with characters that are not
	// printable as escapes of Go; a text that may contain a password is left out.
	Offset int    `json:"offset,omitempty"`
	Text   string `json:"text,omitempty"`
	// Error says why a link was refused or a page not read, in printable characters.
	Error string `json:"error,omitempty"`
	// Reason is why a page failed, in few words.
	Reason string `json:"reason,omitempty"`
	// Rule is the line of robots.txt that disallows a page, with its number.
	Rule string `json:"rule,omitempty"`
	// Of a page: the status (HTTP's), the media type, and how many links it
	// has: new ones, ones that were seen before, refused ones, and how many of the
	// refused ones are past the limits of a page. Only the first refused links have
	// records.
	Status  int    `json:"status,omitempty"`
	Media   string `json:"mediaType,omitempty"`
	New     int    `json:"new,omitempty"`
	Seen    int    `json:"seen,omitempty"`
	Refused int    `json:"refused,omitempty"`
	Over    int    `json:"over,omitempty"`
}

// A state is the file from which a crawl can continue, and the part of it that must be
// in memory: 16 bytes and a bit for each link. The links to follow are in the file
// itself. Only its owner may read it.
type state struct {
	file  *os.File
	queue *bufio.Reader // of a second file at the same name, after the line that next returned
	at    int64         // where the next line of queue begins
	in    *os.File
	seen  map[[16]byte]struct{}
	done  []uint64 // a bit for each link that has a page
	found bool     // next has returned all start links, and returns those that were found
	// starts has the links that a crawl was started with, which are on no page.
	starts map[int64]bool
	stats  Stats
	key    []byte
}

// Stats counts the results of a crawl, in all processes that used its state file.
type Stats struct {
	Pages, Links int64
	Refused      int64              // links, and pages that robots.txt disallows
	Failed       int64              // how many of the pages could not be fetched
	StartFailed  int64              // how many of those the crawl was started with
	Failures     map[string]Failure // by reason
	Forbidden    map[string]Failure // by server: the pages that robots.txt disallows
}

// maxForbidden is how many servers Stats.Forbidden names.
const maxForbidden = 1000

// errLocked is the error for a state file that another process uses.
var errLocked = errors.New("another process works with this file")

// openState opens or creates a state file, locks it, reads it and removes a batch at
// its end that is not complete.
func openState(name string) (*state, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	s := &state{file: file, seen: map[[16]byte]struct{}{}, starts: map[int64]bool{}, stats: Stats{Failures: map[string]Failure{}, Forbidden: map[string]Failure{}}}
	err = lock(file)
	if err == nil {
		err = file.Chmod(0o600) // of a file that was there
	}
	if err == nil {
		err = s.load()
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if s.in, err = os.Open(name); err != nil {
		file.Close()
		return nil, err
	}
	s.queue = bufio.NewReader(s.in)
	return s, nil
}

// load reads all complete batches.
func (s *state) load() error {
	end, at := int64(0), int64(0)
	in := bufio.NewReader(s.file)
	var batch []record
	for {
		line, err := in.ReadBytes('\n')
		if err != nil { // a line without its end counts for nothing
			if err != io.EOF {
				return err
			}
			return s.file.Truncate(end)
		}
		at += int64(len(line))
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("at octet %d: %w", end, err)
		}
		batch = append(batch, r)
		if r.Type == "page" || r.Type == "start" {
			for _, r := range batch {
				s.count(r)
			}
			batch, end = batch[:0], at
		}
	}
}

// count counts a record of the file.
func (s *state) count(r record) {
	switch r.Type {
	case "link":
		s.number(s.digest(r.URI), r)
	case "page":
		s.setDone(r.N)
		s.stats.Pages++
		s.stats.Refused += int64(r.Refused)
		switch {
		case r.Error == errRobots.Error():
			s.countForbidden(r)
		case r.Reason != "":
			s.countFailure(r)
		}
	}
}

// countForbidden counts a page that robots.txt disallows.
func (s *state) countForbidden(page record) {
	s.stats.Refused++
	if s.starts[page.N] {
		s.stats.StartFailed++
	}
	name := serverName(page.URI)
	f, ok := s.stats.Forbidden[name]
	if !ok && len(s.stats.Forbidden) >= maxForbidden {
		name = "other servers"
		f, ok = s.stats.Forbidden[name]
	}
	if !ok {
		f.First = wire.Clip(page.URI.Redacted()+": "+cmp.Or(page.Rule, page.Error), maxFailure)
	}
	f.Pages++
	s.stats.Forbidden[name] = f
}

// countFailure counts a page that could not be fetched.
func (s *state) countFailure(page record) {
	s.stats.Failed++
	if s.starts[page.N] {
		s.stats.StartFailed++
	}
	f, ok := s.stats.Failures[page.Reason]
	if !ok {
		f.First = wire.Clip(page.URI.Redacted()+": "+cmp.Or(page.Error, page.Reason), maxFailure)
	}
	f.Pages++
	s.stats.Failures[page.Reason] = f
}

// digest returns the bytes that represent the key of u in memory. 128 bits of SHA-256
// do not collide by chance.
func (s *state) digest(u uri.URI) [16]byte {
	s.key = crawl.AppendKey(s.key[:0], u)
	sum := sha256.Sum256(s.key)
	return [16]byte(sum[:16])
}

func (s *state) setDone(n int64) {
	for int64(len(s.done)) <= n/64 {
		s.done = append(s.done, 0)
	}
	s.done[n/64] |= 1 << (n % 64)
}

func (s *state) isDone(n int64) bool {
	return n/64 < int64(len(s.done)) && s.done[n/64]>>(n%64)&1 != 0
}

// add numbers the link u, unless it was seen before.
func (s *state) add(u, from uri.URI) (record, bool) {
	d := s.digest(u)
	if _, ok := s.seen[d]; ok {
		return record{}, false
	}
	r := record{Type: "link", N: s.stats.Links, URI: u, From: from}
	s.number(d, r)
	return r, true
}

// number counts a new link, whose digest is d.
func (s *state) number(d [16]byte, r record) {
	s.seen[d] = struct{}{}
	s.stats.Links++
	if r.From == (uri.URI{}) {
		s.starts[r.N] = true
	}
}

// commit writes a batch whose links were added in one piece: if the process is killed,
// the batch is complete or lacks its end.
func (s *state) commit(batch []record) error {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	for _, r := range batch {
		if err := out.Encode(r); err != nil {
			return err
		}
		if r.Type != "link" {
			s.count(r)
		}
	}
	_, err := s.file.Write(b.Bytes())
	return err
}

// next returns the next link in the file that has no page, and the place of its record
// in the file, or false if there is none yet. It reads the file twice: the links that a
// crawl was started with come first.
func (s *state) next() (link record, at int64, ok bool, err error) {
	for {
		line, err := s.queue.ReadBytes('\n')
		if err == io.EOF && len(line) > 0 {
			err = errors.New("the state file was cut while in use")
		}
		if err == io.EOF && !s.found {
			s.found, s.at = true, 0
			_, err = s.in.Seek(0, io.SeekStart)
			s.queue.Reset(s.in)
			if err == nil {
				continue
			}
		}
		if err == io.EOF {
			return record{}, 0, false, nil
		}
		if err != nil {
			return record{}, 0, false, err
		}
		at := s.at
		s.at += int64(len(line))
		// A string of JSON cannot hold the name.
		if !bytes.HasPrefix(line, []byte(`{"type":"link"`)) || bytes.Contains(line, []byte(`,"from":`)) != s.found {
			continue
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return record{}, 0, false, err
		}
		if !s.isDone(r.N) {
			return r, at, true, nil
		}
	}
}

// read returns the record at a place that next returned.
func (s *state) read(at int64) (r record, err error) {
	err = json.NewDecoder(io.NewSectionReader(s.in, at, math.MaxInt64-at)).Decode(&r)
	return r, err
}

func (s *state) close() error {
	return errors.Join(s.in.Close(), s.file.Close())
}
