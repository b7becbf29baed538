package web

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestStates compares the parser with its slow twin on texts that are chosen by the
// states of the standard's machine, not at random. A text leads the machine to a
// configuration: its state, its flags and the properties of the buffer and the URL so far
// on which its later steps depend. The test finds a shortest text to each configuration.
// It tries it with each character after it, and then with nothing or a text that ends the
// part that has begun. With -long it tries each two characters and each such text.
//
// It is not a proof, as TestEveryLength of package uri is one: the machine has a buffer
// without limit, and [slowMachine.configuration] distinguishes only some buffers.
func TestStates(t *testing.T) {
	const letters = "a0:/\\?#@[].%|2 \t<^é\u3002C"
	after := []string{"", "/", "@h", ":8", "]", "2e/"}
	var cases []twinCase
	seen := map[string]bool{}
	for _, base := range []string{"", "http://u:p@h:8/a/b?q#f", "file:///C:/a/b", "x://h/a/b", "x:o"} {
		for _, s := range configurations(t, base, letters, seen) {
			cases = append(cases, twinCase{input: s, base: base})
		}
	}
	t.Logf("%d texts lead to as many configurations", len(cases))
	if len(cases) < 1000 {
		t.Error("these are too few")
	}

	var wait sync.WaitGroup
	work := make(chan twinCase)
	var mu sync.Mutex
	texts, differences := 0, 0
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for c := range work {
				n := 0
				for j, s := range extended(c.input, letters) {
					for i, tail := range after {
						if !*long && i != (len(c.input)+j)%len(after) {
							continue
						}
						d := twinCase{s + tail, c.base, true, i == 1}
						n++
						difference, _ := d.compare()
						if difference == "" {
							continue
						}
						mu.Lock()
						if differences++; differences <= 10 {
							d, difference = d.shortest(difference)
							t.Errorf("%q against %q (query %v): %s", d.input, d.base, d.query, difference)
						}
						mu.Unlock()
					}
				}
				mu.Lock()
				texts += n
				mu.Unlock()
			}
		}()
	}
	for _, c := range cases {
		work <- c
	}
	close(work)
	wait.Wait()
	t.Logf("%d texts, %d differences", texts, differences)
}

// extended returns s with each letter after it, and with -long also with each two.
func extended(s, letters string) (all []string) {
	for _, a := range letters {
		all = append(all, s+string(a))
		if *long {
			for _, b := range letters {
				all = append(all, s+string(a)+string(b))
			}
		}
	}
	return all
}

// configurations returns a shortest text to each configuration that is not yet seen and
// is found with the letters after one of some beginnings. It marks them as seen.
func configurations(t *testing.T, base, letters string, seen map[string]bool) (cover []string) {
	p := slowParser{toASCII: func(domain string) (string, bool) {
		ascii, err := twinToASCII(domain)
		return ascii, err == nil
	}}
	var from *slowURL
	if base != "" {
		u, ok := p.parse(base, nil)
		if !ok {
			t.Fatalf("the twin refuses %q", base)
		}
		from = &u
	}
	list := []string{"", "http:", "https://", "file:", "x:", "ws:/", "HTTP:", "//u:p@", "http://0x", "http://xn--a", "http://1.2.3.", "http://h:6553"}
	for ; len(list) > 0; list = list[1:] {
		m := p.machine(list[0], from)
		alive := true
		for m.pointer < len(m.input) && alive {
			m.c = m.at(m.pointer)
			alive = m.run()
			m.pointer++
		}
		key := "refused"
		if alive {
			key = m.configuration()
			authority := m.state == authorityState || m.state == hostState || m.state == portState || m.state == fileHostState
			if !authority && !strings.HasPrefix(strings.ToLower(list[0]), m.url.scheme+":") {
				key += base // which has given the scheme, or may give it, and the path
			}
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		cover = append(cover, list[0])
		if alive && len(list[0]) < 60 {
			for _, r := range letters {
				list = append(list, list[0]+string(r))
			}
		}
	}
	return cover
}

// configuration describes the properties on which the next steps of the machine depend.
func (m *slowMachine) configuration() string {
	buffer := string(m.buffer)
	var asked any
	switch m.state {
	case schemeState:
		if strings.HasPrefix("https", buffer) || strings.HasPrefix("file", buffer) {
			asked = buffer
		}
	case authorityState, hostState, fileHostState:
		// The authority state reads the host too, and goes back to its start.
		asked = min(len(buffer), 2)
		if m.url.isSpecial() && !m.atSignSeen {
			asked = kindOfHost(buffer)
		}
		asked = fmt.Sprint(asked, strings.Contains(buffer, ":"), m.atSignSeen, m.insideBrackets, m.passwordTokenSeen, m.url.username != "")
	case portState:
		asked = fmt.Sprint(min(len(buffer), 5), m.url.host.kind)
	case pathStartState, pathState:
		asked = fmt.Sprint(kindOfSegment(buffer), m.url.host.kind == slowNullHost)
		if n := len(m.url.path); n > 0 {
			asked = fmt.Sprint(asked, min(n, 2), kindOfSegment(m.url.path[n-1]), slowNormalizedDriveLetter(m.url.path[0]))
		}
	case queryState, fragmentState, opaquePathState:
		asked = fmt.Sprint(len(buffer) > 0, len(m.url.opaquePath) > 0, m.url.query.defined)
	}
	return fmt.Sprint(m.state, m.url.isSpecial(), m.url.scheme == "file", "|", asked)
}

// kindOfSegment returns the properties of a segment that matter to the path state: whether
// it is a drive letter or a dot segment, or begins as one.
func kindOfSegment(s string) string {
	lower := strings.ToLower(s)
	for _, dots := range []string{"..", ".%2e", "%2e.", "%2e%2e"} {
		if strings.HasPrefix(dots, lower) {
			return lower
		}
	}
	if slowDriveLetter([]rune(s)) {
		return s[1:]
	}
	return fmt.Sprint(min(len(s), 2))
}

// kindOfHost returns the property of a host that matters to the host parser: the shape of
// an address, or of the last label of a name.
func kindOfHost(s string) string {
	if strings.HasPrefix(s, "[") {
		if strings.Trim(s, "[]:.%0123456789abcdefABCDEF") != "" {
			return "[!"
		}
		last := s[strings.LastIndexAny(s, "[:.")+1:]
		return fmt.Sprint("[", min(strings.Count(s, ":"), 9), strings.Contains(s, "::"), min(strings.Count(s, "."), 4), min(len(last), 5),
			strings.HasSuffix(s, "]"))
	}
	labels := strings.Split(s, ".")
	last := labels[len(labels)-1]
	if last == "" && len(labels) > 1 {
		last = labels[len(labels)-2] + "."
	}
	var kind []byte // one character of each run
	for _, r := range last {
		c := byte('x')
		switch {
		case r >= 0x80:
			c = 'u'
		case slowASCIIDigit(r):
			c = '0'
		case slowASCIIAlpha(r):
			c = 'a'
		case r == '%' || r == '.' || r == '-':
			c = byte(r)
		}
		if len(kind) == 0 || kind[len(kind)-1] != c {
			kind = append(kind, c)
		}
	}
	return fmt.Sprint(min(len(labels), 5), string(kind[:min(len(kind), 2)]))
}
