package crawl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/internal/vectors"
	gocmp "github.com/google/go-cmp/cmp"
)

// The web platform's own table of ugly references says what browsers make of
// each. A row agrees if the reference, repaired, resolved by RFC 3986 and
// normalized, names the same host, port, path and query. Where it does not,
// testdata/browsers.txt says why.

// readAsBrowsers is how references are repaired here.
func readAsBrowsers(base uri.URI) Repairer {
	return Repairer{Web: true, Base: base, Host: punycodeHost}
}

// punycodeHost stands for the ToASCII function of an IDNA library. It only
// writes a name in lower case and encodes its labels.
func punycodeHost(name string) (string, error) {
	labels := strings.Split(strings.ToLower(name), ".")
	for i, label := range labels {
		if strings.IndexFunc(label, func(r rune) bool { return r > 0x7F }) >= 0 {
			labels[i] = "xn--" + punycode([]rune(label))
		}
	}
	return strings.Join(labels, "."), nil
}

// punycode encodes a label (RFC 3492, 6.3).
func punycode(label []rune) string {
	const base, tMin, tMax, skew, damp, initialBias, initialN = 36, 1, 26, 38, 700, 72, 128
	var out []byte
	for _, r := range label {
		if r < initialN {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	delta, bias, n := 0, initialBias, rune(initialN)
	for done := basic; done < len(label); n++ {
		next := slices.MinFunc(label, func(a, b rune) int { return cmp.Compare(uint32(a-n), uint32(b-n)) })
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tMin), tMax)
				if q < t {
					out = append(out, "abcdefghijklmnopqrstuvwxyz0123456789"[q])
					break
				}
				out = append(out, "abcdefghijklmnopqrstuvwxyz0123456789"[t+(q-t)%(base-t)])
				q = (q - t) / (base - t)
			}
			// 6.1
			if done == basic {
				delta /= damp
			} else {
				delta /= 2
			}
			done++
			delta += delta / done
			k := 0
			for ; delta > (base-tMin)*tMax/2; k += base {
				delta /= base - tMin
			}
			bias = k + (base-tMin+1)*delta/(delta+skew)
			delta = 0
		}
		delta++
	}
	return string(out)
}

// TestBrowsersRepair counts what becomes of the references themselves.
func TestBrowsersRepair(t *testing.T) {
	type outcome struct{ valid, repaired, refused int }
	for name, test := range map[string]struct {
		repairer Repairer
		want     outcome
	}{
		"zero":        {Repairer{}, outcome{589, 166, 136}},
		"backslashes": {Repairer{Backslashes: true}, outcome{589, 170, 132}},
	} {
		var got outcome
		for _, row := range rows(t, "whatwg") {
			u, changes, err := test.repairer.Repair(row.Input)
			switch {
			case uri.Valid(row.Input):
				got.valid++
			case err == nil:
				got.repaired++
				if u.String() == row.Input || changes == nil {
					t.Errorf("%s:%d: %q repaired without a change", row.File, row.Line, row.Input)
				}
			default:
				got.refused++
				if e, ok := err.(*RepairError); !ok || e.Offset > len(row.Input) || e.Err == nil {
					t.Errorf("%s:%d: %q: %v", row.File, row.Line, row.Input, err)
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

// TestBrowsersAgree counts the references that browsers accept, by the scheme of
// what they make of it, and how many agree.
func TestBrowsersAgree(t *testing.T) {
	type count struct{ accepted, agree, agreeAtDefault int }
	want := map[string]count{
		"http":  {214, 209, 171},
		"https": {33, 32, 24},
		"ftp":   {7, 7, 2},
		"file":  {124, 116, 66},
	}
	got := make(map[string]count)
	classes := differing(t)
	for _, row := range rows(t, "whatwg") {
		scheme, _, _ := strings.Cut(row.Expected, ":")
		if _, ok := want[scheme]; !ok {
			continue // refused, or of another scheme
		}
		n := got[scheme]
		n.accepted++
		place, key := fmt.Sprintf("%s:%d: %q %q", row.File, row.Line, row.Input, row.Base), row.Input+"\t"+row.Base
		class := classes[key]
		delete(classes, key)
		switch agrees := agree(t, row, readAsBrowsers); {
		case agrees:
			n.agree++
			if class != "" {
				t.Errorf("%s agrees, though: %s", place, class)
			}
		case class == "":
			t.Errorf("%s is not %q, and in no class", place, row.Expected)
		}
		if agree(t, row, func(uri.URI) Repairer { return Repairer{} }) {
			n.agreeAtDefault++
		}
		got[scheme] = n
	}
	for key := range classes {
		t.Errorf("testdata/browsers.txt: no row of the table is %q", key)
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(count{})); diff != "" {
		t.Error(diff)
	}
	for scheme, n := range got {
		if n.agree*100 < n.accepted*90 {
			t.Errorf("%s: %d of %d agree, fewer than 90%%", scheme, n.agree, n.accepted)
		}
	}
}

// differing reads testdata/browsers.txt: a class is a sentence behind "# " and
// its rows, input and base of the table. It returns the sentence of each row.
func differing(t *testing.T) map[string]string {
	t.Helper()
	classes := make(map[string]string)
	sentence := ""
	lines := vectors.Lines(t, "testdata/browsers.txt")
	for i, row := range vectors.TabLines(t, "testdata/browsers.txt") {
		if after, ok := strings.CutPrefix(lines[i], "# "); ok {
			sentence = after
		} else if row != nil {
			base := ""
			if len(row) > 1 {
				base = row[1]
			}
			classes[row[0]+"\t"+base] = sentence
		}
	}
	return classes
}

// agree reports whether the reference of a row names what browsers say it does.
func agree(t *testing.T, row vectors.Row, repairer func(base uri.URI) Repairer) bool {
	t.Helper()
	browsers, _, err := Repair(row.Expected) // They leave some characters as they are.
	if err != nil {
		return false
	}
	base := uri.MustParse("none://none/") // Without a base the reference is absolute.
	if row.Base != "" {
		if base, _, err = Repair(row.Base); err != nil {
			t.Fatalf("%s:%d: %v", row.File, row.Line, err)
		}
	}
	u, _, err := repairer(base).Repair(row.Input)
	if err != nil {
		return false
	}
	u, err = uri.Resolver{Mode: uri.RFC3986}.Resolve(base, u)
	if err != nil {
		return false
	}
	return located(u) == located(browsers)
}

// A location is what a URI says about where to find something.
type location struct {
	host     string
	port     uint16
	path     string
	query    string
	hasQuery bool
}

// located returns the location of u in its normal form. A host that is an
// address in any spelling is that address, and "localhost" in a file URL is no
// host (RFC 1738, 3.10).
func located(u uri.URI) (l location) {
	u = uri.RFC3986.Normalize(u).Normalize() // "'" is reserved in RFC 3986 and not in RFC 2396
	l.host, _ = u.Host()
	if address, ok := guard.Loose(u); ok {
		l.host = address.String()
	} else if u.Scheme() == "file" && l.host == "localhost" {
		l.host = ""
	}
	l.port, _ = u.EffectivePort()
	l.path = cmp.Or(u.Path(), "/")
	l.query, l.hasQuery = u.Query()
	return l
}
