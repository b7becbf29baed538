package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"
)

const (
	maxFailures = 20   // texts that may fail before the harness cannot be judged
	ahead       = 1024 // questions that are written before the first of them is answered
)

// An asker asks a harness texts, and starts it again when it fails.
type asker struct {
	args    []string
	timeout time.Duration
	stderr  io.Writer // where the harness writes its standard error; nil is nowhere
	started func(h *harness)

	mu       sync.Mutex
	h        *harness // nil if none runs; mu is for kill
	id       int      // of the next question
	answered bool     // there was a good answer
	failures int
	last     string // the last line with a wrong answer
}

// A question is a text for the harness.
type question struct {
	id   int
	text string
}

// ask asks each text and calls f with the answer, in order. expected appends the members of the
// right answer. An answer with just these is right and is not parsed.
func (a *asker) ask(texts iter.Seq[string], expected func(dst []byte, text string) []byte, f func(text string, right bool, got answer)) error {
	next, stop := iter.Pull(texts)
	defer stop()
	defer onInterrupt(a.kill)()
	var again []string // after a failure: texts that were asked and not answered
	for {
		if a.h == nil {
			if err := a.start(); err != nil {
				return err
			}
			a.started(a.h)
		}
		rest, failed := a.session(func() (string, bool) {
			if len(again) > 0 {
				text := again[0]
				again = again[1:]
				return text, true
			}
			return next()
		}, expected, f)
		if failed == nil {
			return nil
		}
		a.restart()
		if !a.answered {
			return fmt.Errorf("the harness gives no answer to its first question: it %s", a.how(failed))
		}
		f(rest[0], false, answer{failed: failed})
		if a.failures++; a.failures > maxFailures {
			return fmt.Errorf("the harness failed at more than %d texts, last: it %s", maxFailures, a.how(failed))
		}
		again = append(rest[1:], again...)
	}
}

// how returns in words how a harness failed.
func (a *asker) how(failed error) string {
	switch {
	case errors.Is(failed, errDied):
		return "died (-v shows its standard error)"
	case errors.Is(failed, errUnflushed):
		return "answers only at the end of its input: it does not flush each line"
	case errors.Is(failed, errSilent):
		return "is silent (does it read line by line, and flush?)"
	}
	return fmt.Sprintf("answers out of step, with %.60q", a.last)
}

// session asks the texts of next until there are none, or until the harness fails at a text.
// rest are then the texts without an answer, from this one on.
func (a *asker) session(next func() (string, bool), expected func(dst []byte, text string) []byte, f func(text string, right bool, got answer)) (rest []string, failed error) {
	h := a.h
	s := a.send(h, next)
	var want []byte
	for q := range s.asked {
		line, err := h.line(a.timeout, func() { go s.flush() })
		want = append(expected(fmt.Appendf(want[:0], `{"id":%d,`, q.id), q.text), '}')
		if string(want) == line {
			a.answered = true
			s.hasAnswered()
			f(q.text, true, answer{})
			continue
		}
		var got answer
		if err == nil {
			got = parseAnswer(line, q.id)
			err = got.failed
			a.last = line
		}
		if errors.Is(err, errSilent) && !a.answered {
			h.in.Close()
			if _, end := h.line(time.Second, func() {}); end == nil {
				err = errUnflushed
			}
		}
		if err != nil {
			close(s.stop)
			endGroup(h.cmd) // a write that waits for the harness ends
			rest = []string{q.text}
			for q := range s.asked {
				rest = append(rest, q.text)
			}
			return append(rest, s.unsent...), err
		}
		a.answered = true
		s.hasAnswered()
		f(q.text, false, got)
	}
	return nil, nil
}

// A sender writes questions to a harness. They are written when the buffer is full or an answer is
// waited for.
type sender struct {
	mu  sync.Mutex // for out
	out *bufio.Writer

	asked       chan question // is closed after the last question
	stop        chan struct{} // is closed if no more questions shall be asked
	hasAnswered func()        // to call after a good answer
	unsent      []string      // the text that was not asked because of stop, once asked is closed
}

// send returns the sender of the texts of next.
func (a *asker) send(h *harness, next func() (string, bool)) *sender {
	answered := make(chan struct{})
	s := &sender{
		out: bufio.NewWriterSize(h.in, 1<<16), asked: make(chan question, ahead), stop: make(chan struct{}),
		hasAnswered: sync.OnceFunc(func() { close(answered) }),
	}
	go func() {
		defer close(s.asked)
		defer s.flush()
		var line []byte
		for {
			text, ok := next()
			if !ok {
				return
			}
			q := question{a.id, text}
			a.id++
			line = appendQuestion(line[:0], q.id, text)
			s.mu.Lock()
			s.out.Write(line)
			s.mu.Unlock()
			select {
			case s.asked <- q:
			case <-s.stop:
				s.unsent = append(s.unsent, text)
				return
			}
			select { // a harness that keeps answers back is silent after one question
			case <-answered:
			case <-s.stop:
			}
		}
	}()
	return s
}

func (s *sender) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Flush() // an error shows as a harness that does not answer
}

// start starts the harness and reads its first line. Until then, too, an interrupt ends the harness.
func (a *asker) start() error {
	a.mu.Lock()
	h, err := startHarness(a.args, a.stderr)
	a.h = h
	a.mu.Unlock()
	if err != nil {
		return err
	}
	if err = h.greet(a.timeout); err != nil {
		a.restart()
	}
	return err
}

// forget notes that no harness runs.
func (a *asker) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.h = nil
}

// kill ends the harness at once. It may be called at any time.
func (a *asker) kill() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.h != nil {
		endGroup(a.h.cmd)
	}
}

// restart ends the harness at once. The next question starts it again.
func (a *asker) restart() {
	a.h.stop()
	a.forget()
}

// close ends the harness.
func (a *asker) close() {
	if a.h != nil {
		a.h.finish(a.timeout)
	}
}
