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
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/examples/internal/wire"
)

// A record is one line of the state file.
type record struct {
	// Type is "link" for a link to follow, and "refused" for a reference not to follow.
	// The other records end a batch: "start"; "page"; "same" for a link to a page that
	// came by another spelling; "server" for the outage of a server.
	Type string `json:"type"`
	// N numbers the links, from 0; a page has the number of its link.
	N int64 `json:"n"`
	// URI is that of the link or the page. A refused link may have none.
	URI uri.URI `json:"uri,omitzero"`
	// From is the page with the link.
	From uri.URI `json:"from,omitzero"`
	// Offset is the index of a refused link among the links of the page within the
	// limits. Text is the link as written, with unprintable characters as escapes of Go.
	// A text with a possible password is left out.
	Offset int    `json:"offset,omitempty"`
	Text   string `json:"text,omitempty"`
	// Error says why a link was refused or a page not read, in printable characters.
	Error string `json:"error,omitempty"`
	// Reason is why a page failed, in few words.
	Reason string `json:"reason,omitempty"`
	// Rule says why a page was refused: the line of robots.txt with its number, or the
	// outage of the server.
	Rule string `json:"rule,omitempty"`
	// Failures and Again are those of an outage, zero when it is over.
	Failures int       `json:"failures,omitempty"`
	Again    time.Time `json:"again,omitzero"`
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

// An outage is what is known of an unreachable server.
type outage struct {
	failures int       // in a row
	again    time.Time // when it may be asked again
	reason   string
}

// marks are what is known of a link or of the key of one.
type marks uint8

const (
	isLink marks = 1 << iota // a link is written like this
	came                     // the page with this key came
)

// A state is the file with which a crawl can continue, and the part of it in memory: 17
// bytes for each link, and for each key that differs from its link. The links to follow are
// only in the file. Only its owner may read it.
type state struct {
	file    *os.File
	queue   *bufio.Reader // of a second file at the same name, after the line that next returned
	at      int64         // where the next line of queue begins
	in      *os.File
	seen    map[digest]marks  // of links and of their keys
	outages map[digest]outage // by the name of a server
	done    []uint64          // a bit for each link: it needs no page any more
	found   bool              // next has returned all start links, and now returns links of pages
	// starts has the links that the crawl was started with. They are on no page.
	starts map[int64]bool
	stats  Stats
	key    []byte
}

// Stats counts the results of a crawl, over all processes with its state file.
type Stats struct {
	Pages       int64              // that came
	Links       int64              // to follow, each spelling of a URI for itself
	Refused     int64              // references not to follow, and links not asked for
	Failed      int64              // links whose page did not come
	StartFailed int64              // the start links among them
	Servers     int                // with links to follow at the moment
	Removed     int64              // bytes of an incomplete batch at the end of the state file
	Failures    map[string]Failure // by reason
	Refusals    map[string]Failure // links not asked for, by server
}

// maxRefusals is how many servers Stats.Refusals names.
const maxRefusals = 1000

// errLocked is the error for a state file in use by another process.
var errLocked = errors.New("another process works with this file")

// openState opens or creates a state file, locks it, reads it and removes an incomplete
// batch at its end.
func openState(name string) (*state, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	s := &state{file: file, seen: map[digest]marks{}, outages: map[digest]outage{}, starts: map[int64]bool{}, stats: Stats{Failures: map[string]Failure{}, Refusals: map[string]Failure{}}}
	err = lock(file)
	if err == nil {
		err = s.load()
	}
	if err == nil {
		err = file.Chmod(0o600) // of a file that was there
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

// load reads all complete batches, and removes the text after them.
func (s *state) load() error {
	end, at := int64(0), int64(0)
	in := bufio.NewReader(s.file)
	if start, _ := in.Peek(len(firstRecord)); string(start) != firstRecord[:len(start)] {
		return errors.New("not the state of a crawl")
	}
	var batch []record
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			s.stats.Removed = at + int64(len(line)) - end
			return s.file.Truncate(end)
		}
		var r record
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		batch = append(batch, r)
		at += int64(len(line))
		if r.Type != "link" && r.Type != "refused" {
			for _, r := range batch {
				err = cmp.Or(err, s.count(r))
			}
			batch, end = batch[:0], at
		}
		if err != nil {
			return fmt.Errorf("before byte %d: %w", at, err)
		}
	}
}

// firstRecord is how a state file begins.
const firstRecord = `{"type":"link","n":0,`

// count counts a record of the file.
func (s *state) count(r record) error {
	switch r.Type {
	case "link":
		if r.N != s.stats.Links {
			return fmt.Errorf("link %d follows %d links", r.N, s.stats.Links)
		}
		s.number(r)
	case "page", "same":
		if r.N < 0 || r.N >= s.stats.Links || s.isDone(r.N) {
			return fmt.Errorf("a page of link %d, which has one or does not exist", r.N)
		}
		s.setDone(r.N)
		if r.Type == "page" {
			s.countPage(r)
		}
	case "server":
		if name := sum([]byte(serverName(r.URI))); r.Failures > 0 {
			s.outages[name] = outage{r.Failures, r.Again, r.Reason}
		} else {
			delete(s.outages, name)
		}
	case "start", "refused":
	default:
		return fmt.Errorf("a record of type %q", r.Type)
	}
	return nil
}

// countPage counts a page.
func (s *state) countPage(r record) {
	s.stats.Refused += int64(r.Refused)
	server := ""
	switch {
	case r.Error == errRobots.Error():
		server = "forbidden by robots.txt of " + serverName(r.URI)
	case r.Error == errOutage.Error():
		server = "not asked for during an outage of " + serverName(r.URI)
	case r.Reason == "":
		s.stats.Pages++
		key, _ := s.digests(r.URI)
		s.seen[key] |= came
		return
	}
	if s.starts[r.N] {
		s.stats.StartFailed++
	}
	if server == "" {
		s.stats.Failed++
		countFailure(s.stats.Failures, r.Reason, r)
		return
	}
	s.stats.Refused++
	if _, ok := s.stats.Refusals[server]; !ok && len(s.stats.Refusals) >= maxRefusals {
		server = "not asked for, of other servers"
	}
	countFailure(s.stats.Refusals, server, r)
}

// countFailure counts a failed page.
func countFailure(failures map[string]Failure, name string, page record) {
	f, ok := failures[name]
	if !ok {
		f.First = wire.Clip(page.URI.Redacted()+": "+cmp.Or(page.Rule, page.Error, page.Reason), maxFailure)
	}
	f.Pages++
	failures[name] = f
}

// A digest represents a text in memory. 128 bits of SHA-256 do not collide by chance.
type digest [16]byte

func sum(text []byte) digest {
	sum := sha256.Sum256(text)
	return digest(sum[:16])
}

// digests returns the digests of the key and of the text of u.
func (s *state) digests(u uri.URI) (key, text digest) {
	s.key = crawl.AppendKey(s.key[:0], u)
	key = sum(s.key)
	s.key = append(s.key[:0], u.String()...)
	return key, sum(s.key)
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

// add numbers the link u, unless it was seen before. Until a page has come, each of its
// spellings is a link.
func (s *state) add(u, from uri.URI) (record, bool) {
	key, text := s.digests(u)
	if s.seen[key]&came != 0 || s.seen[text]&isLink != 0 {
		return record{}, false
	}
	r := record{Type: "link", N: s.stats.Links, URI: u, From: from}
	s.number(r)
	return r, true
}

// number counts a new link.
func (s *state) number(r record) {
	_, text := s.digests(r.URI)
	s.seen[text] |= isLink
	s.stats.Links++
	if r.From == (uri.URI{}) {
		s.starts[r.N] = true
	}
}

// hasCome reports whether the page of u came, by any spelling.
func (s *state) hasCome(u uri.URI) bool {
	key, _ := s.digests(u)
	return s.seen[key]&came != 0
}

// commit writes a batch in one piece, after its links were added. If the process is killed,
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
			if err := s.count(r); err != nil {
				return err
			}
		}
	}
	_, err := s.file.Write(b.Bytes())
	return err
}

// next returns the next link in the file without a page, and the place of its record in the
// file, or false if there is none yet. It reads the file twice: first the start links, then
// those of pages.
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

// read returns the record at a place returned by next.
func (s *state) read(at int64) (r record, err error) {
	err = json.NewDecoder(io.NewSectionReader(s.in, at, math.MaxInt64-at)).Decode(&r)
	return r, err
}

func (s *state) close() error {
	return errors.Join(s.in.Close(), s.file.Close())
}
