package guard

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"example.com/uri"
)

// A rewriteCheck compares the answers of Rewrite with the naive servers.
type rewriteCheck struct {
	r                       Rewrite
	from, to                []string // From and To's path for each naive server
	buf                     naivePath
	claims                  bool // compare Claims for long paths too
	pathAlone               bool // read the path as the readers do, and not the result
	applied, refused, other int  // paths that Apply moved, refused, and said false about
}

func newRewriteCheck(r Rewrite) *rewriteCheck {
	c := &rewriteCheck{r: r}
	for _, naive := range naiveServers {
		c.from = append(c.from, string(naive.read([]byte(r.From))))
		to := "/"
		if path := r.To.Path(); path != "" {
			to = string(naive.read([]byte(path)))
		}
		c.to = append(c.to, to)
	}
	return c
}

// read returns path as the naive server i reads it. The next call overwrites it.
func (c *rewriteCheck) read(i int, path string) naivePath {
	c.buf = append(c.buf[:0], path...)
	return naiveServers[i].read(c.buf)
}

// leaves returns the index of the first naive server to whom path does not lie
// below its own prefix, or -1.
func (c *rewriteCheck) leaves(path string, prefixes []string) int {
	for i, prefix := range prefixes {
		if !c.read(i, path).isBelow(prefix) {
			return i
		}
	}
	return -1
}

// check compares one answer of Apply with the naive servers, and returns its error.
func (c *rewriteCheck) check(t *testing.T, path string) error {
	r := &c.r
	if path == "" || path[0] != '/' {
		return nil
	}
	u, err := uri.Parse("http://proxy.example" + path + "?q=/../")
	if err != nil {
		return nil
	}
	got, ok, err := r.Apply(u)
	if ok != naivePath(path).isBelow(r.From) && err == nil {
		t.Fatalf("%+v, %q: %v", r, path, ok)
	}
	if c.claims || len(path) < len(r.From)+5 {
		c.checkClaims(t, u, ok, err)
	}
	switch {
	case err != nil:
		c.refused++
		c.checkRefused(t, path, ok, err)
	case ok:
		c.applied++
		c.checkApplied(t, path, got)
	default:
		c.other++
	}
	return err
}

// checkRefused expects a reader that leaves From if Apply says that one does.
func (c *rewriteCheck) checkRefused(t *testing.T, path string, ok bool, err error) {
	var e *Error
	if ok || !errors.As(err, &e) || e.Part != "path" || e.Reader == "" {
		t.Fatalf("%+v, %q: %v, %v", c.r, path, ok, err)
	}
	if e.Reason != "it does not stay below From" || e.Reader == "several readers in turn" || strings.ContainsAny(path, ";%") {
		return
	}
	for i := range naiveServers {
		if p := c.read(i, path); !p.isBelow(c.from[i]) || bytes.Contains(p, []byte("/..")) {
			return // one leaves, or comes back
		}
	}
	t.Fatalf("%+v, %q: %v, and no reader leaves", c.r, path, err)
}

// checkApplied expects got to be path with To in the place of From, below To to
// every reader, and path to be below From to every reader.
func (c *rewriteCheck) checkApplied(t *testing.T, path string, got uri.URI) {
	r := &c.r
	host, _ := got.Authority()
	query, _ := got.Query()
	if want, _ := r.To.Authority(); host != want || got.Scheme() != r.To.Scheme() || query != "q=/../" {
		t.Fatalf("%+v, %q: %q", r, path, got)
	}
	result := got.Path()
	if result == "" {
		result = "/"
	}
	if i := c.leaves(path, c.from); i >= 0 {
		t.Fatalf("%+v, %q: %s is at %q", r, path, naiveServers[i].name, c.read(i, path))
	}
	if !c.pathAlone {
		if i := c.leaves(result, c.to); i >= 0 {
			t.Fatalf("%+v, %q, made %q: %s is at %q", r, path, got, naiveServers[i].name, c.read(i, result))
		}
	}
	// The text after From is there byte for byte.
	rest := strings.TrimPrefix(strings.TrimPrefix(path, strings.TrimSuffix(r.From, "/")), "/")
	if want := strings.TrimSuffix(c.to[0], "/") + "/" + rest; result != want && (rest != "" || result != c.to[0]) {
		t.Fatalf("%+v, %q: %q", r, path, got)
	}
}

// checkClaims compares the answer of Claims for u with the naive servers and with that
// of Apply. It leaves out the servers to which From ends early, as at a space in "/a%20b":
// they have nothing to guard there.
func (c *rewriteCheck) checkClaims(t *testing.T, u uri.URI, ok bool, err error) {
	reader, claimed := c.r.ClaimedBy(u)
	whole := len(naivePath(c.r.From).decode())
	for i, naive := range naiveServers[:34] {
		if !claimed && len(c.from[i]) >= whole && c.read(i, u.Path()).isBelow(c.from[i]) {
			t.Fatalf("%+v, %q: not claimed, and is for %s", c.r, u, naive.name)
		}
	}
	if claimed != (reader != "") || !claimed && (ok || err != nil) {
		t.Fatalf("%+v, %q: claimed %v %q", c.r, u, claimed, reader)
	}
}
