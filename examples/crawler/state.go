package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"example.com/uri"
	"example.com/uri/crawl"
)

// A record is one line of the state file.
type record struct {
	// Type is "link" for a link that is to be followed, "refused" for one that
	// is not, "start" and "page" for what ends a batch of them.
	Type string `json:"type"`
	// N numbers the links, from 0; a page has the number of its link.
	N int64 `json:"n"`
	// URI is that of the link or the page. A refused link may have none.
	URI uri.URI `json:"uri,omitzero"`
	// From is the page that a link was found on.
	From uri.URI `json:"from,omitzero"`
	// Offset and Text are where a refused link was on the page, counted in
	// links, and how it was written; a text that may hold a password is left
	// out.
	Offset int    `json:"offset,omitempty"`
	Text   string `json:"text,omitempty"`
	// Error says why a link was refused or a page not read.
	Error string `json:"error,omitempty"`
	// Repaired lists what was changed in the link as it was written.
	Repaired []string `json:"repaired,omitempty"`
	// Of a page: the status (HTTP's), the media type, and how many links it
	// has: new ones, ones that were seen before, refused ones.
	Status  int    `json:"status,omitempty"`
	Media   string `json:"mediaType,omitempty"`
	New     int    `json:"new,omitempty"`
	Seen    int    `json:"seen,omitempty"`
	Refused int    `json:"refused,omitempty"`
}

// A state is the file that a crawl can be taken up from, and what of it must be
// in memory: 16 octets for each link, and a bit. The queue of links to follow
// is the file itself.
type state struct {
	file  *os.File
	queue *bufio.Reader // of a second file at the same name, behind what next returned
	in    *os.File
	seen  map[[16]byte]struct{}
	done  []uint64 // a bit for each link that has a page
	stats Stats
	key   []byte
}

// Stats counts what a crawl has come to.
type Stats struct{ Pages, Links, Refused int64 }

// openState opens or creates a state file, reads what is in it and cuts off a
// batch that was not written to its end.
func openState(name string) (*state, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	s := &state{file: file, seen: map[[16]byte]struct{}{}}
	if err := s.load(); err != nil {
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

// load reads all batches that have their end.
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

// count takes a record that is in the file into account.
func (s *state) count(r record) {
	switch r.Type {
	case "link":
		s.seen[s.digest(r.URI)] = struct{}{}
		s.stats.Links++
	case "refused":
		s.stats.Refused++
	case "page":
		s.setDone(r.N)
		s.stats.Pages++
	}
}

// digest stands for the key of u in memory. 128 bits of SHA-256 do not collide
// by chance.
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
	s.seen[d] = struct{}{}
	r := record{Type: "link", N: s.stats.Links, URI: u, From: from}
	s.stats.Links++
	return r, true
}

// commit writes a batch whose links were added, in one piece: a process that is
// killed leaves it whole or without its end.
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

// next returns the next link in the file that has no page, and false where
// there is none yet.
func (s *state) next() (record, bool, error) {
	for {
		line, err := s.queue.ReadBytes('\n')
		if err == io.EOF {
			if len(line) > 0 {
				return record{}, false, errors.New("the state file was cut while in use")
			}
			return record{}, false, nil
		}
		if err != nil {
			return record{}, false, err
		}
		if !bytes.HasPrefix(line, []byte(`{"type":"link"`)) {
			continue
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return record{}, false, err
		}
		if !s.isDone(r.N) {
			return r, true, nil
		}
	}
}

func (s *state) close() error {
	return errors.Join(s.in.Close(), s.file.Close())
}
