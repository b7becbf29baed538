package guard

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// TestReadersMissed finds, for each of pathReaders, a path that this reader alone takes
// for a path below "/a", and asks Claims. A reader without such a path would add
// nothing to Claims. For a reader that trims, whose path ends in the name, the path is one
// that the same reader does not take for one below "/a" if it does not trim.
func TestReadersMissed(t *testing.T) {
	t.Parallel()
	route := Rewrite{From: "/a", To: uri.MustParse("http://h")}
	random := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for _, reader := range pathReaders {
		if reader.again != 0 {
			continue
		}
		before, name, after := onlyReader(random, reader)
		if name == "" {
			t.Errorf("no path is below From for the reader alone: %+v", reader)
			continue
		}
		for again, way := range secondReadings {
			if again != 0 && reader.decode < decodedOnce {
				break
			}
			reader.again = again
			tried++
			if way.trims {
				path := "/a%01%20"
				if way.drops {
					path = "/%09a%01%20"
				}
				other := reader
				other.again = slices.Index(secondReadings, secondReading{drops: way.drops, cuts: way.cuts})
				_, claimed := route.Claims(uri.MustParse("http://proxy" + path))
				if !isClaimed(reader, path) || isClaimed(other, path) || !claimed {
					t.Errorf("%s: %+v, and without trims %+v, claimed %v", path, reader, other, claimed)
				}
				continue
			}
			path := before + name + after
			if way.drops { // only a reader that drops the tab sees the name
				path = before + "/%09" + name[1:] + after
			}
			if way.cuts { // only a reader that cuts segments comes back from these levels
				path = strings.Repeat("/z", 30) + strings.Repeat("/..%00z", 30) + path
			}
			if way.end != "" { // only a reader that ends the path here stays
				path += "/%" + string("0123"[way.end[0]>>4]) + string("0123456789abcdef"[way.end[0]&15]) + strings.Repeat("/..", 12) + "/z"
			}
			if n := claimants(path, reader, 1); n != 0 {
				t.Errorf("%s: not for %+v alone", path, reader)
			}
			if got, ok := route.Claims(uri.MustParse("http://proxy" + path)); !ok || got != reader.String() {
				t.Errorf("%s: claimed %v by %q, want %q", path, ok, got, reader)
			}
		}
	}
	if tried != len(pathReaders) {
		t.Errorf("tried %d of %d readers", tried, len(pathReaders))
	}
}

// onlyReader returns a path in three parts that reader alone takes for a path below "/a",
// one of those that do not read again. The second is the segment "a". It changes a path
// until no other reader is left.
func onlyReader(random *rand.Rand, reader pathReader) (before, name, after string) {
	pieces := []string{"/", "/..", "/z", "..", "z", "%2e", "%2e%2e", "%252e", ";", "%3b", "%253b", "%2f", "%5c", "%252f", "//", "%25", "/../..", "/%2e", ";/..", "%5c.."}
	names := []string{"/a", "/%61", "/%2561"}
	for range 50 {
		now, best := []string{"/z", "/..", "/a"}, len(pathReaders)
		for range 3000 {
			next := slices.Clone(now)
			for range 1 + random.IntN(3) {
				i := random.IntN(len(next))
				isName := slices.Contains(names, next[i])
				switch k := random.IntN(4); {
				case isName && k == 0:
					next[i] = names[random.IntN(len(names))]
				case !isName && k == 0:
					next = slices.Delete(next, i, i+1)
				case !isName && k == 1:
					next[i] = pieces[random.IntN(len(pieces))]
				default:
					next = slices.Insert(next, i+k%2, pieces[random.IntN(len(pieces))])
				}
			}
			path := strings.Join(next, "")
			if len(next) > 12 || path[0] != '/' || strings.HasPrefix(path, "/a/") || !isClaimed(reader, path) || !uri.Valid("http://h"+path) {
				continue
			}
			if n := claimants(path, reader, best+1); n <= best {
				now, best = next, n
			}
			if best == 0 {
				i := slices.IndexFunc(now, func(piece string) bool { return slices.Contains(names, piece) })
				return strings.Join(now[:i], ""), now[i], strings.Join(now[i+1:], "")
			}
		}
	}
	return "", "", ""
}

// isClaimed reports whether path is below "/a" for the reader.
func isClaimed(reader pathReader, path string) bool {
	_, ok := below(string(reader.appendPath(nil, path)), "/a")
	return ok
}

// claimants returns how many readers other than reader take path for one below "/a",
// and stops at enough. It leaves out readers that trim, which take this path as the same
// reader does that does not trim.
func claimants(path string, reader pathReader, enough int) (n int) {
	for other := range readersOf(path) {
		if n == enough {
			break
		}
		if other != reader && !secondReadings[other.again].trims && isClaimed(other, path) {
			n++
		}
	}
	return n
}
