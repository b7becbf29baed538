package pathread

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

// allServers returns the servers that differ in some path of a URI.
func allServers() (all []server) {
	_, raw, _ := relevantBehaviors("/;:.//")
	for s := range allBehaviors + 1 {
		if end := s & enders; end != 0 && s&excluded[bits.TrailingZeros32(uint32(end))] != 0 {
			continue
		}
		for decode := range decodedTwice + 1 {
			if decode >= decodedOnce || s&^raw == 0 {
				all = append(all, server{decode, s})
			}
		}
	}
	return all
}

// TestServersMissed finds, for each server, a path that this server alone takes for a path
// below "/a", and asks Claims. A server without such a path would add nothing to Claims.
// For a server that trims, whose path ends in the name, the path is one that the same server
// does not take for one below "/a" if it does not trim.
func TestServersMissed(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	suffixWays, again := ofKind(suffixes), set(0)
	for i, w := range behaviors {
		if w.name == "read again" {
			again |= 1 << i
		}
	}
	cutWays := ofKind(cuts) & again
	type text struct{ before, name, after string }
	found := map[server]text{}
	known := []string{"parameters cut", "overlong UTF-8", "read again", "backslash as slash", "names of Windows", "slashes merged"}
	all := slices.DeleteFunc(allServers(), func(r server) bool {
		for s := r.behaviors; s != 0; s &= s - 1 {
			if !slices.Contains(known, behaviors[bits.TrailingZeros32(uint32(s))].name) {
				return true // this test has no path that tells it apart
			}
		}
		return false
	})
	bases := slices.DeleteFunc(slices.Clone(all), func(r server) bool { return r.behaviors&(again|overlongs|suffixWays) != 0 })
	tried := 0
	for _, r := range all {
		if tried++; !*long && tried%211 != 0 {
			continue // the others are like it
		}
		base := server{r.decode, r.behaviors &^ again &^ overlongs &^ suffixWays}
		p, ok := found[base]
		if !ok {
			p.before, p.name, p.after = onlyServer(random, base, bases)
			if p.name == "" {
				t.Fatalf("no path is below From for the server alone: %+v", base)
			}
			found[base] = p
		}
		if r.behaviors&trimmers != 0 {
			path := "/a%01%20"
			if r.behaviors&droppers != 0 {
				path = "/%09a%01%20"
			}
			other := server{r.decode, r.behaviors &^ trimmers}
			if _, ok := Claims(path, "/a", true); !isClaimed(r, path) || isClaimed(other, path) || !ok {
				t.Errorf("%s: %v, and without trims %v, claimed %v", path, r, other, ok)
			}
			continue
		}
		if r.behaviors&overlongs != 0 { // only a server of overlong UTF-8 sees the name
			if p.name == "/%2561" {
				p.name = "/%25c1%25a1"
			} else {
				p.name = "/%c1%a1"
			}
		}
		if r.behaviors&droppers != 0 { // only a server that drops the tab sees the name
			p.name = "/%09" + p.name[1:]
		}
		if r.behaviors&suffixWays != 0 { // only a server of Windows sees the name
			p.name += "."
		}
		path := "/z/.." + p.before + p.name + p.after // a server that keeps dot segments finds "z"
		if r.behaviors&cutWays != 0 {                 // only a server that cuts segments comes back from these levels
			path = strings.Repeat("/z", 30) + strings.Repeat("/..%00z", 30) + path
		}
		if r.behaviors&overlongs == 0 { // a server of overlong UTF-8 leaves
			path += strings.Repeat("/%c0%ae%c0%ae", 12) + "/z"
		}
		if r.behaviors&suffixWays == 0 { // a server of Windows leaves
			path += strings.Repeat("/..:z", 30) + "/z"
		}
		if end := r.behaviors & enders; end != 0 { // only a server that ends the path here stays
			char := behaviors[bits.TrailingZeros32(uint32(end))].chars[0]
			path += "/%" + string("0123"[char>>4]) + string("0123456789abcdef"[char&15]) + strings.Repeat("/..", 60) + "/z"
		}
		var others []server
		eachServer(path, "", func(other server) bool {
			if other.behaviors&trimmers == 0 { // these take this path as the same server does that does not trim
				others = append(others, other)
			}
			return true
		})
		if n := claimants(path, r, others, 1); n != 0 {
			t.Errorf("%s: not for %v alone", path, r)
		}
		if got, ok := Claims(path, "/a", true); !ok || got != r.String() {
			t.Errorf("%s: claimed %v by %q, want %q", path, ok, got, r)
		}
	}
	if tried < 3000 {
		t.Errorf("tried only %d servers", tried)
	}
}

// onlyServer returns a path in three parts that of others only r takes for a path below "/a".
// The second is the segment "a". It changes a path until no other server is left.
func onlyServer(random *rand.Rand, r server, others []server) (before, name, after string) {
	pieces := []string{"/", "/..", "/z", "..", "z", "%2e", "%2e%2e", "%252e", ";", "%3b", "%253b", "%2f", "%5c", "%252f", "//", "%25", "/../..", "/%2e", ";/..", "%5c.."}
	names := []string{"/a", "/%61", "/%2561"}
	for range 50 {
		now, best := []string{"/z", "/..", "/a"}, 1000
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
			if len(next) > 12 || path[0] != '/' || strings.HasPrefix(path, "/a/") || !isClaimed(r, path) || !uri.Valid("http://h"+path) {
				continue
			}
			if n := claimants(path, r, others, best+1); n <= best {
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

// isClaimed reports whether path is below "/a" for r.
func isClaimed(r server, path string) bool {
	_, ok := Below(string(r.appendPath(nil, path)), "/a")
	return ok
}

// claimants returns how many of others, without r, take path for one below "/a", and stops at
// enough.
func claimants(path string, r server, others []server, enough int) (n int) {
	for _, other := range others {
		if n < enough && other != r && isClaimed(other, path) {
			n++
		}
	}
	return n
}
