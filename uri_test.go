package uri

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// components are the parts of a URI as its accessors tell them; nil is
// undefined.
type components struct {
	Scheme, Path               string
	Authority, Query, Fragment *string
}

func split(u URI) components {
	opt := func(s string, ok bool) *string {
		if !ok {
			return nil
		}
		return &s
	}
	return components{u.Scheme(), u.Path(), opt(u.Authority()), opt(u.Query()), opt(u.Fragment())}
}

// TestAppendixB splits the example of RFC 2396, Appendix B.
func TestAppendixB(t *testing.T) {
	u, err := Parse("http://www.ics.uci.edu/pub/ietf/uri/#Related")
	if err != nil {
		t.Fatal(err)
	}
	authority, fragment := "www.ics.uci.edu", "Related"
	want := components{Scheme: "http", Authority: &authority, Path: "/pub/ietf/uri/", Fragment: &fragment}
	if diff := cmp.Diff(want, split(u)); diff != "" {
		t.Error(diff)
	}
}
