package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nlnwa/gowarc/v3"

	"example.com/uri"
	"example.com/uri/examples/internal/wire"
)

// A warcFile has the requests of a crawl and their answers (WARC 1.1). A nil warcFile has
// none.
type warcFile struct {
	file   *os.File
	packed bool  // each record is a member of gzip (Annex D)
	end    int64 // of the records
}

// maxInfo is how many bytes the first record of a WARC file has at most.
const maxInfo = 2 << 10

// checkWARC returns the whole name of the WARC file of a crawl. The file must not exist, unless
// the state says that it is of this crawl.
func checkWARC(name string, s *state) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (s.warcName != name || s.warcEnd == 0):
		return name, nil
	case err != nil:
		return "", err
	case s.warcName != name, s.warcEnd == 0 && info.Size() > maxInfo:
		return "", fmt.Errorf("%s exists, and is not of this crawl", name)
	case info.Size() < s.warcEnd:
		return "", fmt.Errorf("%s has %d bytes, but the state file knows of %d", name, info.Size(), s.warcEnd)
	}
	return name, nil
}

// openWARC opens the WARC file of a crawl at the end of the records that the state knows. A
// process that was killed may have written more, about pages that are asked for again.
func openWARC(name string, s *state) (*warcFile, error) {
	if s.warcName != name {
		if err := s.commit([]record{{Type: "warc", Text: name}}); err != nil {
			return nil, err
		}
	}
	w := &warcFile{packed: strings.HasSuffix(name, ".gz")}
	var err error
	if w.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	if err = w.file.Truncate(s.warcEnd); err == nil {
		w.end, err = w.file.Seek(s.warcEnd, io.SeekStart)
	}
	if err == nil && w.end == 0 {
		var info gowarc.WarcRecord
		fields := []field{{gowarc.WarcDate, date(time.Now())}, {gowarc.ContentType, "application/warc-fields"}}
		text := "software: example.com/uri/examples/crawler\r\nformat: WARC File Format 1.1\r\nrobots: obey\r\nhttp-header-user-agent: " + wire.Clip(s.Agent, maxInfo/4) + "\r\n"
		if info, err = newRecord(newBlock(gowarc.Warcinfo), fields, text); err == nil {
			err = w.write(exchanges{info})
		}
	}
	if err != nil {
		w.file.Close()
		return nil, err
	}
	return w, nil
}

// exchanges are records for a WARC file.
type exchanges []gowarc.WarcRecord

// write writes records to the end of the file.
func (w *warcFile) write(records exchanges) error {
	var errs error
	for _, r := range records {
		errs = cmp.Or(errs, w.writeRecord(r))
		r.Close()
	}
	return errs
}

func (w *warcFile) writeRecord(r gowarc.WarcRecord) error {
	out := bufio.NewWriter(w)
	var packed *gzip.Writer
	var to io.Writer = out
	if w.packed {
		packed = gzip.NewWriter(out)
		to = packed
	}
	_, _, err := gowarc.NewMarshaler().Marshal(to, r, 0)
	if packed != nil {
		err = cmp.Or(err, packed.Close())
	}
	return cmp.Or(err, out.Flush())
}

// Write writes to the file.
func (w *warcFile) Write(b []byte) (int, error) {
	n, err := w.file.Write(b)
	w.end += int64(n)
	return n, err
}

func (w *warcFile) close() error {
	if w == nil {
		return nil
	}
	return w.file.Close()
}

// A field is one of the header of a record.
type field struct{ name, value string }

// date writes a time as WARC-Date has it.
func date(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// newRecord makes a record of a block and of more text for it.
func newRecord(block gowarc.WarcRecordBuilder, fields []field, text string) (gowarc.WarcRecord, error) {
	if _, err := block.WriteString(text); err != nil {
		return nil, errors.Join(err, block.Close())
	}
	for _, f := range fields {
		block.AddWarcHeader(f.name, f.value)
	}
	r, _, err := block.Build()
	return r, err
}

// newBlock begins a record. What does not fit into a little memory is in a temporary file.
func newBlock(kind gowarc.RecordType) gowarc.WarcRecordBuilder {
	return gowarc.NewRecordBuilder(kind, gowarc.WithAddMissingDigest(true), gowarc.WithDefaultDigestAlgorithm("sha1"),
		gowarc.WithBufferMaxMemBytes(64<<10))
}

// A capture is a body that is being read. All that is read goes into the block of a record.
type capture struct {
	io.ReadCloser
	block gowarc.WarcRecordBuilder
	end   error // the last error of a Read
	fail  error // of the block
	done  func(c *capture)
}

func (c *capture) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	if c.fail == nil {
		_, c.fail = c.block.Write(b[:n])
	}
	c.end = cmp.Or(err, c.end)
	return n, err
}

// Close closes the body and makes the record. It is called once.
func (c *capture) Close() error {
	err := c.ReadCloser.Close()
	c.done(c)
	return err
}

// addTruncated adds the field WARC-Truncated for a body that was not read to its end.
func (c *capture) addTruncated(fields []field) []field {
	why := "unspecified"
	switch {
	case c.end == io.EOF:
		return fields
	case c.end == nil: // The crawler wanted no more.
		why = "length"
	case isCut(c.end):
		why = "disconnect"
	}
	return append(fields, field{gowarc.WarcTruncated, why})
}

// captureHTTP makes the records of a request and of its response while the body is read. The
// response has its fields in alphabetical order and no transfer coding, because net/http
// gives it so.
func (w *warcFile) captureHTTP(page *fetched, u uri.URI, request *http.Request, r *http.Response, peer string) {
	var sent, head strings.Builder
	fail := request.Write(&sent)
	fmt.Fprintf(&head, "%s %s\r\n", r.Proto, r.Status)
	r.Header.Write(&head) // A Builder takes all.
	head.WriteString("\r\n")
	block := newBlock(gowarc.Response)
	_, err := block.WriteString(head.String())
	fields := []field{{gowarc.WarcTargetURI, u.String()}, {gowarc.WarcDate, date(time.Now())}, {gowarc.WarcIPAddress, peer}}
	r.Body = &capture{ReadCloser: r.Body, block: block, fail: cmp.Or(fail, err), done: func(c *capture) {
		answer := append(fields, field{gowarc.ContentType, "application/http; msgtype=response"})
		if response := page.record(c.fail, block, c.addTruncated(answer), ""); response != nil {
			asked := append(fields, field{gowarc.ContentType, "application/http; msgtype=request"},
				field{gowarc.WarcConcurrentTo, response.WarcHeader().Get(gowarc.WarcRecordID)})
			page.record(nil, newBlock(gowarc.Request), asked, sent.String())
		}
	}}
}

// captureResource is captureHTTP for an item of an FTP or gopher server: a record has only the
// body.
func (w *warcFile) captureResource(page *fetched, u uri.URI, media string, body io.ReadCloser) io.ReadCloser {
	if w == nil {
		return body
	}
	block := newBlock(gowarc.Resource)
	fields := []field{{gowarc.WarcTargetURI, u.String()}, {gowarc.WarcDate, date(time.Now())}, {gowarc.ContentType, media}}
	return &capture{ReadCloser: body, block: block, done: func(c *capture) {
		page.record(c.fail, block, c.addTruncated(fields), "")
	}}
}

// record makes a record, and adds it to those of the page. An error ends the crawl.
func (f *fetched) record(err error, block gowarc.WarcRecordBuilder, fields []field, text string) (r gowarc.WarcRecord) {
	if err != nil {
		block.Close()
	} else {
		r, err = newRecord(block, fields, text)
	}
	if err != nil {
		f.fatal = cmp.Or(f.fatal, fmt.Errorf("WARC: %w", err))
		return nil
	}
	f.exchanges = append(f.exchanges, r)
	return r
}
