package uri

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestDefaultPort(t *testing.T) {
	for _, c := range []struct {
		scheme string
		port   uint16
	}{
		{"ftp", 21}, {"FTP", 21}, {"telnet", 23}, {"gopher", 70}, {"http", 80}, {"hTTp", 80},
		{"ws", 80}, {"WSS", 443}, {"wsss", 0}, {"nntp", 119}, {"wais", 210}, {"https", 443}, {"prospero", 1525}, {"PROSPERO", 1525},
		{"", 0}, {"file", 0}, {"mailto", 0}, {"news", 0}, {"httpss", 0}, {"prosperos", 0}, {"pr0spero", 0},
	} {
		if port, ok := DefaultPort(c.scheme); port != c.port || ok != (c.port != 0) {
			t.Errorf("%q: got %d, %t, want %d", c.scheme, port, ok, c.port)
		}
		if n := testing.AllocsPerRun(10, func() { DefaultPort(c.scheme) }); n != 0 {
			t.Errorf("%q: %v allocations", c.scheme, n)
		}
	}
}

// TestHostNamed checks that Host and WithPort agree on which authorities name a
// host: those with text between the "@" and the ":".
func TestHostNamed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[bool]int{}
	for range *inputs {
		s := "//" + pick(r, r.IntN(7), "@", ":", "u", "h", "_", "8", ".", "%41") + "/x"
		u, err := Parse(s)
		if err != nil {
			continue
		}
		host, ok := u.Host()
		if _, err := u.WithPort("8"); ok != (err == nil) || ok != (host != "") {
			t.Fatalf("%q has the host %q, %v; WithPort: %v", s, host, ok, err)
		}
		seen[ok]++
	}
	t.Logf("%d with a host, %d without", seen[true], seen[false])
	for _, s := range []string{"//u@/x", "//:80", "//u@:80", "//@", "//:", "//", "http://u:p@/"} {
		u := MustParse(s)
		if host, ok := u.Host(); ok || u.HostKind() != HostNone {
			t.Errorf("%q has the host %q, %v", s, host, u.HostKind())
		}
		if v, err := u.WithPort("80"); err == nil {
			t.Errorf("%q with a port is %q, and has no host", s, v)
		}
	}
}

// pick joins n of the pieces.
func pick(r *rand.Rand, n int, pieces ...string) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestSchemeHosts checks that the structs accept the hosts that a naive splitter
// accepts, with "_" as a letter, and that the error for any other host is at one
// of its bytes. Conforms1738 does not accept "_".
func TestSchemeHosts(t *testing.T) {
	label := regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?$`)
	address := regexp.MustCompile(`^[0-9]+(\.[0-9]+){3}$`)
	named := func(s string) bool {
		if address.MatchString(s) {
			return true
		}
		labels := strings.Split(strings.TrimSuffix(s, "."), ".")
		for _, l := range labels {
			if !label.MatchString(l) {
				return false
			}
		}
		last := labels[len(labels)-1][0]
		return last < '0' || last > '9'
	}
	r := rand.New(rand.NewPCG(3, 4))
	taken, refused := 0, 0
	for range *inputs {
		h := pick(r, 1+r.IntN(8), "a", "B", "1", "0", ".", "-", "_", "~", "%41", ".")
		for _, prefix := range []string{"http://", "ftp://u:p@", "file://", "telnet://u@", "x://", "news:a@"} {
			s := prefix + h + "/"
			if prefix == "news:a@" {
				s = prefix + h
			}
			u := MustParse(s)
			var err error
			if prefix == "x://" {
				_, err = ServerFrom(u)
			} else {
				_, err = Interpret(u)
			}
			if prefix == "telnet://u@" && strings.Contains(h, "_") && Conforms1738(s) == nil {
				t.Fatalf("Conforms1738(%q) accepts the \"_\"", s)
			}
			if (err == nil) != named(h) {
				t.Fatalf("%q: %v, want a host: %v", s, err, named(h))
			}
			if err == nil {
				taken++
				continue
			}
			refused++
			e, ok := err.(*SyntaxError)
			if !ok || e.Offset < len(prefix) || e.Offset >= len(prefix)+len(h) {
				t.Fatalf("%q: %v, not at an octet of the host", s, err)
			}
			// The text before the wrong byte is valid: a label may go on there.
			if before := h[:e.Offset-len(prefix)]; !named(before + "x.y") {
				t.Fatalf("%q: %v, but %q was wrong before it", s, err, before)
			}
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
}
