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
	"slices"
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
	// Depth is how many links lead to this one from a start URI. A redirect does not count,
	// nor does a sitemap. Joins is true if a start URI redirects to this link.
	Depth int  `json:"depth,omitempty"`
	Joins bool `json:"joins,omitempty"`
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
	// At is when the server answered, and Next is At and the delay of the server.
	At   time.Time `json:"at,omitzero"`
	Next time.Time `json:"next,omitzero"`
	// Later is true for a page that a later run asks for again: its server failed. So are the
	// pages cut by a limit, if the later run has a larger one. Body and Known are these limits.
	Later bool  `json:"later,omitempty"`
	Body  int64 `json:"body,omitempty"`
	Known int64 `json:"known,omitempty"`
	// WARC is the end of the records in the WARC file, in bytes. A record "warc" begins a file,
	// and has its name as the text.
	WARC int64 `json:"warc,omitempty"`
	// Of a page: the status of HTTP, the media type, and the number of links: new ones,
	// known ones, refused ones, those of the refused ones past the limits of a page,
	// and those not to be followed. Only the first refused links have records. Size is
	// in bytes.
	Status   int    `json:"status,omitempty"`
	Media    string `json:"mediaType,omitempty"`
	Size     int64  `json:"size,omitempty"`
	New      int    `json:"new,omitempty"`
	Seen     int    `json:"seen,omitempty"`
	Refused  int    `json:"refused,omitempty"`
	Over     int    `json:"over,omitempty"`
	Nofollow int    `json:"nofollow,omitempty"`
}

// An outage is what is known of an unreachable server.
type outage struct {
	failures int       // in a row
	again    time.Time // when it may be asked again
	reason   string
}

// A pace is how a server may be asked: its outage, its delay, and when the next request may
// be sent.
type pace struct {
	outage outage
	delay  time.Duration
	next   time.Time
}

// marks are what is known of a link or of the key of one.
type marks uint8

const (
	isLink marks = 1 << iota // a link is written like this
	came                     // the page with this key came
	isDeep                   // the link is deeper than Crawler.Depth
)

// A state is the file of a crawl, to continue it, and the part of it in memory: a few bytes
// for each link, and for each key other than its link. The links to follow are only in the
// file. Only its owner may read it.
type state struct {
	*Crawler
	file     *os.File
	queue    *bufio.Reader    // of the file, after the line that next returned
	at       int64            // where the next line of queue begins
	loading  bool             // the records are of earlier processes
	seen     map[digest]marks // of links and of their keys
	paces    map[digest]pace  // by the name of a server
	done     bits             // the links that need no page any more
	redone   bits             // the links with a page that a later run may ask for again
	failed   bits             // those of them that were asked for, and whose server failed
	forbade  bits             // the links that robots.txt forbade in an earlier process
	found    bool             // next has returned all start links, and now returns links of pages
	settled  int64            // how many links are done
	followed int64            // how many links next has seen, except those that are too deep
	// starts has the links that the crawl was started with, and those that they redirect to.
	starts   map[int64]bool
	warcName string // of the last WARC file
	warcEnd  int64  // of its records
	stats    Stats
	key      []byte
}

// bits are a set of links, by their numbers.
type bits []uint64

func (b *bits) add(n int64) {
	for int64(len(*b)) <= n/64 {
		*b = append(*b, 0)
	}
	(*b)[n/64] |= 1 << (n % 64)
}

func (b bits) has(n int64) bool { return n/64 < int64(len(b)) && b[n/64]>>(n%64)&1 != 0 }

// Stats counts the results of a crawl, over all processes with its state file.
type Stats struct {
	Pages       int64              // that came
	Links       int64              // to follow, each spelling of a URI for itself
	Refused     int64              // references not to follow, and links not asked for
	Failed      int64              // links whose page did not come
	StartFailed int64              // the start links among them
	Beyond      int64              // pages that came, without those of the start links
	Bytes       int64              // of the pages
	Waiting     int64              // links without a page, also those that wait for a larger limit
	OverMax     int64              // links that wait for a larger Crawler.MaxLinks
	TooDeep     int64              // links that wait for a larger Crawler.Depth
	Later       int64              // links that a later run asks for again, because their servers failed
	BodyCut     int64              // pages that are longer than Crawler.MaxBody
	KnownCut    int64              // pages with links beyond Crawler.Known
	Over        int64              // links past the limits of a page
	Nofollow    int64              // links that their pages ask not to follow
	Servers     int                // with links to follow that are not asked at the moment
	Until       time.Time          // when the first of them may be asked
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
func openState(name string, c *Crawler) (*state, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	s := &state{
		Crawler: c, file: file, seen: map[digest]marks{}, paces: map[digest]pace{}, starts: map[int64]bool{},
		stats: Stats{Failures: map[string]Failure{}, Refusals: map[string]Failure{}},
	}
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
	s.rewind()
	return s, nil
}

// rewind lets next begin at the first record.
func (s *state) rewind() {
	s.queue, s.at = bufio.NewReader(growing{io.NewSectionReader(s.file, 0, math.MaxInt64)}), 0
}

// A growing reads a file that grows. With some bytes it returns no error: a bufio.Reader would return
// the end of the file after them, although there may be more by then.
type growing struct{ io.Reader }

func (g growing) Read(b []byte) (int, error) {
	n, err := g.Reader.Read(b)
	if n > 0 {
		err = nil
	}
	return n, err
}

// load reads all complete batches, and removes the text after them.
func (s *state) load() error {
	s.loading = true
	defer func() { s.loading = false }()
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
	s.warcEnd = max(s.warcEnd, r.WARC)
	switch r.Type {
	case "link":
		if r.N != s.stats.Links {
			return fmt.Errorf("link %d follows %d links", r.N, s.stats.Links)
		}
		s.number(r)
	case "page", "same":
		if r.N < 0 || r.N >= s.stats.Links || s.done.has(r.N) && !s.redone.has(r.N) {
			return fmt.Errorf("a page of link %d, which has one or does not exist", r.N)
		}
		s.countPage(r)
	case "server":
		p := s.paces[sum([]byte(serverName(r.URI)))]
		p.outage = outage{r.Failures, r.Again, r.Reason}
		s.stats.Refused += int64(r.Refused)
		s.stats.Over += int64(r.Over)
		s.setPace(r, p)
	case "warc":
		s.warcName, s.warcEnd = r.Text, r.WARC
	case "start", "refused":
	default:
		return fmt.Errorf("a record of type %q", r.Type)
	}
	return nil
}

// setPace notes how the server of a record may be asked. It forgets what no longer matters.
func (s *state) setPace(r record, p pace) {
	if !r.Next.IsZero() {
		p.delay, p.next = r.Next.Sub(r.At), r.Next
	}
	name := sum([]byte(serverName(r.URI)))
	if s.isOld(p) {
		delete(s.paces, name)
	} else {
		s.paces[name] = p
	}
}

// isOld reports whether a server may be asked as one that is not known.
func (s *state) isOld(p pace) bool {
	now := time.Now()
	return p.outage.failures == 0 && p.outage.again.Before(now) && p.delay <= s.Delay && p.next.Before(now)
}

// countPage counts a page, or a link that has no page of its own. The pages of earlier
// processes that this process asks for again do not count.
func (s *state) countPage(r record) {
	s.setPace(r, s.paces[sum([]byte(serverName(r.URI)))])
	if r.incomplete() && s.loading {
		s.redone.add(r.N)
		if r.failed() && r.Error != errOutage.Error() {
			s.failed.add(r.N)
		}
		if r.failed() || r.Body > 0 && r.Body < s.MaxBody || r.Known > 0 && r.Known < s.Known {
			return
		}
	}
	if s.loading && r.Error == errRobots.Error() { // It may have changed.
		s.redone.add(r.N)
		s.forbade.add(r.N)
		return
	}
	counted := s.done.has(r.N) // with a smaller limit
	s.done.add(r.N)
	s.settled += ones(!counted)
	if r.Type != "page" {
		return
	}
	s.stats.Refused += int64(r.Refused)
	s.stats.Bytes += r.Size
	s.stats.Over += int64(r.Over)
	s.stats.Nofollow += int64(r.Nofollow)
	s.stats.BodyCut += ones(r.Body > 0)
	s.stats.KnownCut += ones(r.Known > 0)
	s.stats.Later += ones(r.Later)
	if s.outcome(r) {
		s.stats.Pages += ones(!counted)
		s.stats.Beyond += ones(!counted && !s.starts[r.N])
		key, _ := s.digests(r.URI)
		s.seen[key] = came
	}
}

// incomplete reports whether a later process may ask for the page again.
func (r record) incomplete() bool { return r.failed() || r.Body > 0 || r.Known > 0 }

// failed reports whether the server of a page failed. The version before this one did not note that,
// nor when the server was asked.
func (r record) failed() bool {
	if r.Later || !r.At.IsZero() {
		return r.Later
	}
	return serverStatuses[r.Status] || r.Error == errOutage.Error() || slices.Contains([]string{noAnswer, refusedConnection, otherReason}, r.Reason)
}

// ones returns 1 for true.
func ones(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// outcome counts a page that did not come, and reports whether it came.
func (s *state) outcome(r record) bool {
	server := ""
	switch {
	case r.Error == errRobots.Error():
		server = "forbidden by robots.txt of " + serverName(r.URI)
	case r.Error == errOutage.Error():
		server = "not asked for during an outage of " + serverName(r.URI)
	case r.Reason == "":
		return true
	}
	if s.starts[r.N] {
		s.stats.StartFailed++
	}
	if server == "" {
		s.stats.Failed++
		countFailure(s.stats.Failures, r.Reason, r)
		return false
	}
	s.stats.Refused++
	if _, ok := s.stats.Refusals[server]; !ok && len(s.stats.Refusals) >= maxRefusals {
		server = "not asked for, of other servers"
	}
	countFailure(s.stats.Refusals, server, r)
	return false
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

// A digest represents a text in memory. It is long enough not to collide by chance.
type digest [16]byte

func sum(text []byte) digest {
	sum := sha256.Sum256(text)
	return digest(sum[:])
}

// digests returns the digests of the key and of the text of u.
func (s *state) digests(u uri.URI) (key, text digest) {
	s.key = crawl.AppendKey(s.key[:0], u)
	key = sum(s.key)
	s.key = append(s.key[:0], u.String()...)
	return key, sum(s.key)
}

// add numbers the link r, unless it was seen before. Until a page has come, each of its
// spellings is a link. A link that was too deep is one again where it is not.
func (s *state) add(r record) (record, bool) {
	key, text := s.digests(r.URI)
	if s.seen[key]&came != 0 || s.seen[text]&isLink != 0 && (s.seen[text]&isDeep == 0 || s.isDeep(r)) {
		return record{}, false
	}
	r.Type, r.N = "link", s.stats.Links
	s.number(r)
	return r, true
}

// isDeep reports whether a link waits for a larger Crawler.Depth.
func (s *state) isDeep(r record) bool { return s.Depth > 0 && r.Depth > s.Depth }

// number counts a new link.
func (s *state) number(r record) {
	_, text := s.digests(r.URI)
	s.seen[text] = isLink
	if s.isDeep(r) {
		s.seen[text] |= isDeep
	}
	s.stats.Links++
	if r.From == (uri.URI{}) || r.Joins {
		s.starts[r.N] = true
		s.join(r.URI)
	}
}

// hasCome reports whether the page of u came, by any spelling.
func (s *state) hasCome(u uri.URI) bool {
	key, _ := s.digests(u)
	return s.seen[key]&came != 0
}

// commit writes a batch of one record or more in one piece, after its links were added. If the
// process is killed, the batch is complete or lacks its end.
func (s *state) commit(batch []record) error {
	if s.warc != nil {
		batch[len(batch)-1].WARC = s.warc.end
	}
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
// those of pages. It skips the links that wait for larger limits.
func (s *state) next() (link record, at int64, ok bool, err error) {
	for {
		line, err := s.queue.ReadBytes('\n')
		if err == io.EOF && len(line) > 0 {
			err = errors.New("the state file was cut while in use")
		}
		if err == io.EOF && !s.found {
			s.found = true
			s.rewind()
			continue
		}
		if err == io.EOF {
			return link, at, false, nil
		}
		if err != nil {
			return link, at, false, err
		}
		at := s.at
		s.at += int64(len(line))
		// A string of JSON cannot hold the name.
		if !bytes.HasPrefix(line, []byte(`{"type":"link"`)) || bytes.Contains(line, []byte(`,"from":`)) != s.found {
			continue
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return r, at, false, err
		}
		if s.follows(r) {
			return r, at, true, nil
		}
	}
}

// follows reports whether the link r, the next one in the file, is followed now.
func (s *state) follows(r record) bool {
	deep := s.isDeep(r)
	s.followed += ones(!deep)
	switch {
	case s.done.has(r.N):
		return false
	case deep:
		s.stats.TooDeep++
		return false
	case s.followed > s.MaxLinks && !s.starts[r.N]:
		s.stats.OverMax++
		return false
	}
	return true
}

// read returns the record at a place returned by next.
func (s *state) read(at int64) (r record, err error) {
	err = json.NewDecoder(io.NewSectionReader(s.file, at, math.MaxInt64-at)).Decode(&r)
	return r, err
}

func (s *state) close() error { return s.file.Close() }
