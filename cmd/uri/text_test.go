package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// A watchedReader gives one text after another, and looks at the output before each.
type watchedReader struct {
	t     *testing.T
	out   *bytes.Buffer
	texts []string
	want  []string // the output before the text of the same index
}

func (w *watchedReader) Read(b []byte) (int, error) {
	if got := w.out.String(); got != w.want[0] {
		w.t.Errorf("written %q before %q is read, want %q", got, w.texts, w.want[0])
	}
	w.want = w.want[1:]
	if len(w.texts) == 0 {
		return 0, io.EOF
	}
	n := copy(b, w.texts[0])
	w.texts = w.texts[1:]
	return n, nil
}

// TestExtractStreams sees that a result is written before more input is read.
func TestExtractStreams(t *testing.T) {
	var out bytes.Buffer
	in := &watchedReader{t, &out, []string{"http://a/ http:", "//b/", " and so on"}, []string{"", "http://a/\n", "http://a/\n", "http://a/\nhttp://b/\n"}}
	if status := run([]string{"extract"}, in, &out, io.Discard); status != accepted {
		t.Errorf("status %d", status)
	}
	if len(in.want) != 0 {
		t.Errorf("%d reads are missing", len(in.want))
	}
}

// TestExtractFails gives the errors of reading and writing.
func TestExtractFails(t *testing.T) {
	var message strings.Builder
	if status := run([]string{"extract"}, strings.NewReader("http://a/ "), full{}, &message); status != misused || message.String() != "uri: disk full\n" {
		t.Errorf("status %d, %q", status, message.String())
	}
}
