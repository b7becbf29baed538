package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/uri/bench"
	"example.com/uri/idna"
	"example.com/uri/web"
	xidna "golang.org/x/net/idna"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// noBase is sent as the length of a missing base.
const noBase = 1<<32 - 1

// An input is a text and its base, or "".
type input struct{ text, base string }

const (
	refused     = "(refused)"
	baseRefused = "(base refused)"
)

// compareAnswers compares Ada with package web on n inputs, made from those in a file.
func compareAnswers(program, texts string, lists *bench.Lists, n int, seed uint64) error {
	g, err := newInputs(lists, texts, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	cmd := exec.Command(program, "answer")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// Ada's output is buffered: all inputs are sent while answers are read.
	batches, sent := make(chan []input, 1), make(chan error, 1)
	go func() {
		defer close(batches)
		for n > 0 {
			batch := make([]input, min(n, 10_000))
			for i := range batch {
				batch[i] = g.next()
			}
			n -= len(batch)
			batches <- batch
			if err := send(in, batch); err != nil {
				sent <- err
				return
			}
		}
		sent <- in.Close()
	}()
	answers := bufio.NewReaderSize(out, 1<<16)
	var count tally
	for batch := range batches {
		for _, c := range batch {
			theirs, err := receive(answers)
			if err != nil {
				return err
			}
			count.add(c, ask(c), theirs)
		}
	}
	if err := errors.Join(<-sent, cmd.Wait()); err != nil {
		return err
	}
	return count.print()
}

// send writes the records of a batch. Ada takes UTF-8: each byte that is not part of
// valid UTF-8 counts as U+FFFD.
func send(w io.Writer, batch []input) error {
	var b []byte
	for _, c := range batch {
		text, base := string([]rune(c.text)), string([]rune(c.base))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		if base == "" {
			b = binary.LittleEndian.AppendUint32(b, noBase)
		} else {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(base)))
		}
		b = append(append(b, text...), base...)
	}
	_, err := w.Write(b)
	return err
}

// receive reads one answer.
func receive(r *bufio.Reader) (string, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return "", err
	}
	switch n := binary.LittleEndian.Uint32(size[:]); n {
	case 1<<32 - 1:
		return refused, nil
	case 1<<32 - 2:
		return baseRefused, nil
	default:
		b := make([]byte, n)
		_, err := io.ReadFull(r, b)
		return string(b), err
	}
}

var parser = web.Parser{ToASCII: idna.ToASCII}

// ask returns the answer of package web.
func ask(c input) string {
	var base web.URL
	var err error
	if c.base != "" {
		if base, err = parser.Parse(web.URL{}, c.base); err != nil {
			return baseRefused
		}
	}
	u, err := parser.Parse(base, c.text)
	if err != nil {
		return refused
	}
	return u.String()
}

// A tally counts answers, and keeps a few of each class of differences.
type tally struct {
	inputs, based, accepted, same int
	classes                       map[string][]string
	counts                        map[string]int
}

// newUnicode is the class of differences explained by the version of Unicode.
const newUnicode = "a character of a newer Unicode than golang.org/x/net has"

// The classes of differences in which Ada is wrong.
const (
	// UTS #46, 4.1, criteria 6 and 9. Ada applies the Bidi rule (RFC 5893, 2) only to
	// labels that have a right-to-left character themselves, not to all labels of such
	// a domain. Its tables of marks and of directions do not have U+061D, U+0872 and
	// U+1AC4, of Unicode 14.
	adaBidi = "a label that begins with a mark, or the Bidi rule"
	// UTS #46, 4, step 2. Ada accepts é and U+0330 as normalized. Their order must
	// change: U+1E1B and U+0301.
	adaNormal = "Ada's domain is not in normal form C"
	// RFC 3492, 6.2. Ada accepts xn---f0xe, which has a delimiter after no character.
	adaPunycode = "Ada takes Punycode that does not decode"
)

// classifyDomain names the class of a difference if the domain of a URL explains it, or returns "".
// href is from the one that accepts the URL, or from Ada if both do.
func classifyDomain(href string, ours bool) string {
	u, err := web.Parse(href)
	if err != nil {
		return ""
	}
	host, _ := u.Host()
	if !strings.Contains(host, "xn--") {
		return ""
	}
	domain, err := xidna.Punycode.ToUnicode(host)
	switch {
	case err != nil && !ours:
		return adaPunycode
	case err != nil:
		return ""
	case strings.ContainsFunc(domain, newer):
		return newUnicode
	case !norm.NFC.IsNormalString(domain) && !ours:
		return adaNormal
	}
	rtl, valid := false, true
	for label := range strings.SplitSeq(domain, ".") {
		first, _ := utf8.DecodeRuneInString(label)
		valid = valid && !unicode.Is(unicode.M, first)
		rtl = rtl || bidirule.DirectionString(label) == bidi.RightToLeft
	}
	for label := range strings.SplitSeq(domain, ".") {
		valid = valid && (!rtl || bidirule.ValidString(label))
	}
	if valid == ours && (rtl || !valid) {
		return adaBidi
	}
	return ""
}

func (t *tally) add(c input, ours, theirs string) {
	t.inputs++
	if c.base != "" {
		t.based++
	}
	if ours != refused && ours != baseRefused {
		t.accepted++
	}
	if ours == theirs {
		t.same++
		return
	}
	class := classify(c, ours, theirs)
	if t.counts == nil {
		t.counts, t.classes = make(map[string]int), make(map[string][]string)
	}
	t.counts[class]++
	if len(t.classes[class]) < 5 {
		t.classes[class] = append(t.classes[class], fmt.Sprintf("%q against %q: ours %q, Ada %q", c.text, c.base, ours, theirs))
	}
}

// classify names the class of a difference.
func classify(c input, ours, theirs string) string {
	class := ""
	switch {
	case ours == baseRefused:
		return "we refuse the base"
	case theirs == baseRefused:
		return "Ada refuses the base"
	case ours == refused:
		class = classifyDomain(theirs, false)
		if class == "" && strings.ContainsFunc(c.text, newer) {
			class = newUnicode
		}
	case theirs == refused:
		class = classifyDomain(ours, true)
	default:
		class = classifyDomain(theirs, false)
	}
	if class != "" {
		return class
	}
	switch {
	case ours == refused:
		return "we refuse " + scheme(theirs)
	case theirs == refused:
		return "Ada refuses " + scheme(ours)
	}
	return "both take " + scheme(ours)
}

// newer reports whether package unicode does not know r, or r is U+1806, which is valid
// since Unicode 16.
func newer(r rune) bool {
	return r == 0x1806 || r >= 0xA0 && !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co)
}

func scheme(href string) string {
	s, _, _ := strings.Cut(href, ":")
	switch s {
	case "http", "https", "ws", "wss", "ftp":
		return "a special scheme"
	case "file":
		return "file"
	}
	return "a scheme that is not special"
}

// explained are the classes of differences in which Ada is wrong, and the class explained by the
// version of Unicode.
var explained = []string{adaBidi, adaNormal, adaPunycode, newUnicode}

// print prints the counts. The error is errDiffer if there is an unexplained difference.
func (t *tally) print() error {
	fmt.Printf("%d inputs, %d of them with a base; %d accepted, %d answers equal\n", t.inputs, t.based, t.accepted, t.same)
	var err error
	for _, class := range slices.Sorted(maps.Keys(t.counts)) {
		known := ""
		if slices.Contains(explained, class) {
			known = " (explained)"
		} else {
			err = errDiffer
		}
		fmt.Printf("\n%d: %s%s\n", t.counts[class], class, known)
		for _, example := range t.classes[class] {
			fmt.Println("\t" + example)
		}
	}
	return err
}
