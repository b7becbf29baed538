package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// MaxLine is the length in bytes of the longest line of a menu or a list.
	MaxLine = 16 << 10
	// maxReply is the length in bytes of the longest reply to a command.
	maxReply = 8 << 10
	// maxText is the length in bytes of the longest text of a server in an
	// error.
	maxText = 256
)

// ErrTooLong is the error for a line, a reply or a list over its bound.
var ErrTooLong = errors.New("too long")

// Clip returns s, or the beginning of s and "..." if s has more than n bytes.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// Printable returns s with unprintable characters as escapes of Go. Some of them would begin
// a command to a terminal.
func Printable(s string) string {
	var b []byte
	for i, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) {
			_, size := utf8.DecodeRuneInString(s[i:])
			quoted := strconv.Quote(s[i : i+size])
			b = append(b, quoted[1:len(quoted)-1]...)
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

// Bound returns a reader of r. After n bytes it fails with [ErrTooLong], whereas the reader of
// [io.LimitReader] reports the end of the text.
func Bound(r io.Reader, n int64) io.Reader { return &bounded{r, n, n} }

type bounded struct {
	r       io.Reader
	n, left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("more than %d bytes: %w", b.n, ErrTooLong)
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// allow lets n more bytes be read.
func (b *bounded) allow(n int64) { b.n, b.left = n, n }

// Lines returns the lines of r, without their ends. The last pair may be an
// error: that of r, or [ErrTooLong] for a line of more than [MaxLine] bytes.
func Lines(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		in := bufio.NewScanner(r)
		in.Buffer(nil, MaxLine)
		for in.Scan() {
			if !yield(in.Text(), nil) {
				return
			}
		}
		err := in.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %d bytes: %w", MaxLine, ErrTooLong)
		}
		if err != nil {
			yield("", err)
		}
	}
}

// A Dialogue is a connection with a reply to each command, as in FTP and NNTP.
type Dialogue struct {
	text *textproto.Conn
	in   *bounded
}

// A ReplyError is an unexpected reply.
type ReplyError struct {
	Command string // its verb; "" for the greeting
	Code    int
	Text    string // of at most 256 bytes and "..."; "" for PASS, since servers may repeat a password
}

func (e *ReplyError) Error() string {
	command := e.Command
	if command == "" {
		command = "greeting"
	}
	return strings.TrimSuffix(fmt.Sprintf("%s: %03d %s", command, e.Code, e.Text), " ")
}

func newDialogue(conn net.Conn) *Dialogue {
	in := &bounded{r: conn}
	return &Dialogue{textproto.NewConn(struct {
		io.Reader
		io.Writer
		io.Closer
	}{in, conn, conn}), in}
}

// Ask sends a command and reads the reply.
func (d *Dialogue) Ask(expect int, command string) (code int, text string, err error) {
	if err := d.text.PrintfLine("%s", command); err != nil {
		return 0, "", err
	}
	verb, _, _ := strings.Cut(command, " ") // an argument may be a password
	return d.reply(expect, verb)
}

// reply reads a reply. If its code does not begin with the digits expect, the error is a
// [*ReplyError]. 0 is any code.
func (d *Dialogue) reply(expect int, verb string) (code int, text string, err error) {
	d.in.allow(maxReply)
	code, text, err = d.text.ReadResponse(expect)
	var unexpected *textproto.Error
	var malformed textproto.ProtocolError
	switch {
	case errors.As(err, &unexpected):
		e := &ReplyError{Command: verb, Code: unexpected.Code}
		if verb != "PASS" {
			e.Text = Clip(unexpected.Msg, maxText)
		}
		return 0, "", e
	case errors.As(err, &malformed):
		return 0, "", fmt.Errorf("reply to %q: not one of three digits and a text", verb)
	case err != nil:
		return 0, "", fmt.Errorf("reply to %q: %w", verb, err)
	}
	return code, text, nil
}

// Text returns a reader of the lines after a reply, up to a line with only "." (RFC 3977,
// 3.1.1). It has no bound.
func (d *Dialogue) Text() io.Reader {
	d.in.allow(math.MaxInt64)
	return d.text.DotReader()
}

// Close closes the connection.
func (d *Dialogue) Close() error { return d.text.Close() }
