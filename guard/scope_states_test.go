package guard

import (
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/crawl"
)

// TestScopeStates is [TestScopeReaders] with paths that are chosen, not random. For each
// way in which the servers together see a path, as far as its first three segments go,
// it finds a shortest path, and tries it with each piece after it, with -long each two.
func TestScopeStates(t *testing.T) {
	t.Parallel()
	pieces := []string{"/", "a", ".", "..", "/../", "%2e", "%2E%2e", ";", "..;", "/;/", "%2F", "%5C", "%3b", "%25", "%252e", "%252F", "%255c"}
	prefixes := []string{"/a", "/a/", "/a/a", "/a//", "/a/;", "/;a", "/.;/a", "/a%2Fa/"}
	above := make([][]string, len(prefixes)) // as each server sees them
	scopes := make([]crawl.Scope, len(prefixes))
	for i, prefix := range prefixes {
		scopes[i].Add(uri.MustParse("http://h"+prefix), false)
		for _, server := range naiveServers {
			above[i] = append(above[i], placeFor(server.read, prefix))
		}
	}

	seen := map[string]bool{}
	var cover []string
	most := 400
	if *long {
		most = 4000
	}
	for list := []string{"/a"}; len(list) > 0 && len(cover) < most; list = list[1:] {
		var key strings.Builder
		for _, server := range naiveServers {
			key.WriteString(shapeOf(placeFor(server.read, list[0])))
		}
		if seen[key.String()] {
			continue
		}
		seen[key.String()] = true
		cover = append(cover, list[0])
		for _, piece := range pieces {
			list = append(list, list[0]+piece)
		}
	}

	places := make([]string, len(naiveServers))
	taken, refused := 0, 0
	try := func(path string) {
		u, err := uri.Parse("http://h" + path)
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		for r, server := range naiveServers {
			places[r] = placeFor(server.read, path)
		}
		for i, prefix := range prefixes {
			got, all := scopes[i].Contains(u), true
			for r, server := range naiveServers {
				below := naivePath(places[r]).isBelow(above[i][r])
				all = all && below
				if got && !below {
					t.Fatalf("%q takes %q, which is %q (%s)", prefix, path, places[r], server.name)
				}
			}
			if !got && all && !strings.ContainsAny(path, ";%") && !strings.Contains(path, "//") {
				t.Fatalf("%q does not take %q", prefix, path)
			}
			if got {
				taken++
			} else {
				refused++
			}
		}
	}
	for _, s := range cover {
		for _, a := range pieces {
			try(s + a)
			if *long {
				for _, b := range pieces {
					try(s + a + b)
				}
			}
		}
	}
	t.Logf("%d paths to as many ways of seeing one; %d answers, %d of them yes", len(cover), taken+refused, taken)
	if taken < 1000 || refused < 1000 {
		t.Errorf("of %d answers %d are yes", taken+refused, taken)
	}
}

// shapeOf returns the parts of a path without dot segments that decide whether it is
// below another: its first three segments, and the beginning of its last one.
func shapeOf(path string) string {
	segments := strings.SplitN(path, "/", 6)
	last := segments[len(segments)-1]
	for i, segment := range segments {
		if segment != "" && segment != "a" {
			segments[i] = "x"
		}
	}
	return strings.Join(segments[:min(len(segments), 4)], "/") + "|" + last[:min(len(last), 3)] + " "
}
