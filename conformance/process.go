package main

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"time"
)

// maxLine is the length of the longest line of a harness.
const maxLine = 64 << 10

// A harness is a running process of the parser under test.
type harness struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed at the end of the output

	parser, version string
	judged          partSet // the parts in its answers
}

// The failures of a harness. Their texts are those of "failed" in the JSON output.
var (
	errDied      = errors.New("died")
	errSilent    = errors.New("silent")
	errOutOfStep = errors.New("out of step")
	errUnflushed = errors.New("unflushed") // silent until the end of its input
)

// startHarness starts a command.
func startHarness(args []string, stderr io.Writer) (*harness, error) {
	h := &harness{cmd: exec.Command(args[0], args[1:]...), lines: make(chan string, 2*ahead)}
	ownGroup(h.cmd)
	h.cmd.Stderr = stderr
	h.cmd.WaitDelay = time.Second // a child that kept standard error open
	in, inErr := h.cmd.StdinPipe()
	out, outErr := h.cmd.StdoutPipe()
	if err := cmp.Or(inErr, outErr, h.cmd.Start()); err != nil {
		return nil, fmt.Errorf("the harness does not start: %w", err)
	}
	h.in = in
	go h.read(out)
	return h, nil
}

// greet reads the first line.
func (h *harness) greet(timeout time.Duration) error {
	line, err := h.line(timeout, func() {})
	if err == nil {
		err = h.introduce(line)
	}
	if errors.Is(err, errDied) {
		err = fmt.Errorf("%w (-v shows its standard error)", err)
	}
	if err != nil {
		return fmt.Errorf("the harness wrote no good first line: %w", err)
	}
	return nil
}

// read passes on the lines of the output, without their ends. It replaces each 64 KiB of an overlong
// line with a line without JSON.
func (h *harness) read(out io.Reader) {
	defer close(h.lines)
	r := bufio.NewReaderSize(out, maxLine)
	for {
		line, err := r.ReadSlice('\n')
		switch err {
		case nil:
			h.lines <- string(line[:len(line)-1])
		case bufio.ErrBufferFull:
			h.lines <- "a line of more than 64 KiB"
		default:
			return
		}
	}
}

// line returns the next line. It calls wait before it waits.
func (h *harness) line(timeout time.Duration, wait func()) (string, error) {
	select {
	case line, ok := <-h.lines:
		return line, died(ok)
	default:
	}
	wait()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case line, ok := <-h.lines:
		return line, died(ok)
	case <-timer.C:
		return "", errSilent
	}
}

func died(ok bool) error {
	if !ok {
		return errDied
	}
	return nil
}

// introduce reads the first line: the name, version and parts of the parser.
func (h *harness) introduce(line string) error {
	var who struct {
		Parser  *string   `json:"parser"`
		Version string    `json:"version"`
		Parts   *[]string `json:"parts"`
	}
	if err := json.Unmarshal([]byte(line), &who); err != nil {
		return fmt.Errorf("%.60q is no JSON object", line)
	}
	if who.Parser == nil || who.Parts == nil {
		return errors.New(`no "parser" or no "parts"`)
	}
	h.parser, h.version = *who.Parser, who.Version
	for _, name := range *who.Parts {
		i := slices.Index(partNames[:], name)
		if i < 0 {
			return fmt.Errorf("an unknown part %q", name)
		}
		h.judged[i] = true
	}
	return nil
}

// appendQuestion appends the line of a question.
func appendQuestion(dst []byte, id int, text string) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), int64(id), 10)
	dst = append(dst, `,"hex":"`...)
	dst = hex.AppendEncode(dst, []byte(text))
	return append(dst, "\"}\n"...)
}

// An answer is the answer of a harness, or its failure.
type answer struct {
	failed error
	valid  bool
	parts  [partCount]part
	raw    string // the members of the answer, without "id"
}

// parseAnswer reads the answer to question id.
func parseAnswer(line string, id int) (a answer) {
	var members map[string]json.RawMessage
	var gotID *int
	var valid *bool
	if json.Unmarshal([]byte(line), &members) != nil || json.Unmarshal(members["id"], &gotID) != nil || gotID == nil || *gotID != id ||
		json.Unmarshal(members["valid"], &valid) != nil || valid == nil {
		return answer{failed: errOutOfStep}
	}
	a.valid = *valid
	a.raw = `"valid":` + strconv.FormatBool(a.valid)
	for i, name := range partNames {
		raw, ok := members[name]
		if !ok || string(raw) == "null" || !a.valid {
			continue
		}
		a.raw += `,"` + name + `":` + string(raw)
		var offsets []int
		a.parts[i] = part{-1, -1, true} // wrong, if it is no pair of offsets
		if json.Unmarshal(raw, &offsets) == nil && len(offsets) == 2 {
			a.parts[i] = part{offsets[0], offsets[1], true}
		}
	}
	return a
}

// stop ends the harness and all its children.
func (h *harness) stop() { h.finish(0) }

// finish lets the harness end by itself for some time, and then ends it and all its children.
func (h *harness) finish(timeout time.Duration) {
	h.in.Close()
	ended := make(chan struct{})
	go func() {
		h.cmd.Wait()
		close(ended)
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	endGroup(h.cmd)
	<-ended
	for range h.lines { // so that read ends
	}
}
