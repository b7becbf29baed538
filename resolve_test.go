package uri

import (
	"bufio"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// An example is one line of the tables that the RFCs print.
type example struct {
	place     string // file:line
	ref, want string
	also      string // another answer that is printed below it
}

// examples reads a table of an RFC as it is printed:
//
//	ref = result
//	    | another result
//
// with the quotes, "<>" and "<URL:>" of each RFC.
func examples(t testing.TB, file string, want int) []example {
	t.Helper()
	var all []example
	row := regexp.MustCompile(`^ {6}(\S+) +=  ?(.*)$`)
	other := regexp.MustCompile(`^ +[|/] +(\S+) +;`)
	plain := func(s string) string {
		s, _, _ = strings.Cut(s, "  ;")
		s, _, _ = strings.Cut(s, " ; ")
		s = strings.TrimSpace(s)
		s = strings.TrimSuffix(strings.TrimPrefix(s, "<URL:"), ">")
		return strings.Trim(strings.TrimPrefix(s, "<"), `"`)
	}
	for n, line := range vectors.Lines(t, file) {
		if m := row.FindStringSubmatch(line); m != nil {
			all = append(all, example{fmt.Sprintf("%s:%d", file, n+1), plain(m[1]), plain(m[2]), ""})
		} else if m := other.FindStringSubmatch(line); m != nil {
			all[len(all)-1].also = plain(m[1])
		}
	}
	if len(all) != want {
		t.Fatalf("%s: %d rows, want %d", file, len(all), want)
	}
	return all
}

// resolved gives the text that r resolves ref to, or its error.
func resolved(r Resolver, base, ref string) string {
	out, err := r.AppendResolve([]byte(already), MustParse(base), ref)
	if err != nil {
		if string(out) != already {
			return fmt.Sprintf("%v, and %q appended", err, out)
		}
		return err.Error()
	}
	got, ok := strings.CutPrefix(string(out), already)
	if !ok {
		return fmt.Sprintf("%q after %q", out, already)
	}
	u, err := Parse(ref)
	if err != nil {
		return got
	}
	switch v, err := r.Resolve(MustParse(base), u); {
	case err != nil:
		return fmt.Sprintf("%q appended, but %v", got, err)
	case v.String() != got:
		return fmt.Sprintf("%q appended, but %q resolved", got, v)
	}
	return got
}

// TestAppendixC checks that every example of RFC 2396, Appendix C, is resolved as
// printed, and each alternative under the option that it belongs to.
func TestAppendixC(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	const current = "(current document)"
	document := MustParse("http://d/e/f?g#h")
	for _, x := range examples(t, "testdata/rfc2396-c.txt", 42) {
		check := func(r Resolver, want string) {
			if got := resolved(r, base, x.ref); got != want {
				t.Errorf("%s: %+v: %q: got %q, want %q", x.place, r, x.ref, got, want)
			}
		}
		check(Resolver{}, strings.Replace(x.want, current, base, 1))
		check(Resolver{Document: document}, strings.Replace(x.want, current, "http://d/e/f?g", 1))
		if got, want := MustParse(x.ref).IsSameDocument(), strings.Contains(x.want, current); got != want {
			t.Errorf("%s: %q: same document: got %t, want %t", x.place, x.ref, got, want)
		}
		if x.also != "" {
			check(Resolver{SameScheme: true}, x.also)
		}
		switch x.ref {
		case "../../../g", "../../../../g":
			// "the above two references will be interpreted as "http://a/g" by
			// some implementations", and may be refused (5.2, 6g).
			check(Resolver{AboveRoot: AboveRootDrop}, "http://a/g")
			_, err := Resolver{AboveRoot: AboveRootReject}.Resolve(MustParse(base), MustParse(x.ref))
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset != len("../../") || e.Rule.rule != ruleRelPath {
				t.Errorf("%s: %q: got %v, want a refusal at offset 6", x.place, x.ref, err)
			}
		default:
			check(Resolver{AboveRoot: AboveRootDrop}, strings.Replace(x.want, current, base, 1))
			check(Resolver{AboveRoot: AboveRootReject}, strings.Replace(x.want, current, base, 1))
		}
	}
}

// TestRFC3986Examples checks the examples of RFC 3986, 5.4.
func TestRFC3986Examples(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for _, x := range examples(t, "testdata/rfc3986-5.4.txt", 42) {
		if got := resolved(Resolver{Mode: RFC3986}, base, x.ref); got != x.want {
			t.Errorf("%s: %q: got %q, want %q", x.place, x.ref, got, x.want)
		}
		want := x.want
		if x.also != "" {
			want = x.also
		}
		if got := resolved(Resolver{Mode: RFC3986, SameScheme: true}, base, x.ref); got != want {
			t.Errorf("%s: not strict: %q: got %q, want %q", x.place, x.ref, got, want)
		}
	}
}

// TestRFC1808Examples checks the examples of RFC 1808, 5.
func TestRFC1808Examples(t *testing.T) {
	const base = "http://a/b/c/d;p?q#f"
	for _, x := range examples(t, "testdata/rfc1808-5.txt", 39) {
		if got := resolved(Resolver{Mode: RFC1808}, base, x.ref); got != x.want {
			t.Errorf("%s: %q: got %q, want %q", x.place, x.ref, got, x.want)
		}
	}
}

// resolvers are the algorithms that the last column of the vectors names.
var resolvers = map[string]Resolver{
	"2396":           {},
	"2396-drop":      {AboveRoot: AboveRootDrop},
	"2396-compat":    {SameScheme: true},
	"3986":           {Mode: RFC3986},
	"3986-nonstrict": {Mode: RFC3986, SameScheme: true},
	"1808":           {Mode: RFC1808},
}

// TestResolveVectors checks that each resolve row of the tables has the expected
// result under each algorithm that it names, and a row that names none under the
// zero Resolver, except the rows of testdata/differs.txt.
func TestResolveVectors(t *testing.T) {
	checkVectors(t, func(v vectors.Row) string {
		base, err := Parse(v.Base)
		if err != nil {
			return fmt.Sprintf("base: %v", err)
		}
		var differences []string
		names := strings.Split(v.Oracle, ",")
		if v.Oracle == "none" {
			names = []string{"2396"}
		}
		for _, name := range names {
			name, refused := strings.CutSuffix(name, "(error)")
			r, ok := resolvers[name]
			if !ok {
				t.Fatalf("%v: no such algorithm: %q", v, name)
			}
			out, err := r.AppendResolve(nil, base, v.Input)
			switch {
			case refused || v.Expected == "ERROR":
				if err == nil {
					differences = append(differences, fmt.Sprintf("%s: got %q, want an error", name, out))
				}
			case err != nil:
				differences = append(differences, fmt.Sprintf("%s: %v", name, err))
			case string(out) != v.Expected:
				differences = append(differences, fmt.Sprintf("%s: got %q, want %q", name, out, v.Expected))
			}
		}
		return strings.Join(differences, "; ")
	}, "resolve")
}

// modes are resolvers that have a slow twin.
var modes = []Resolver{
	{},
	{SameScheme: true, AboveRoot: AboveRootDrop},
	{AboveRoot: AboveRootReject},
	{Mode: RFC3986},
	{Mode: RFC3986, SameScheme: true, AboveRoot: AboveRootDrop},
	{Mode: RFC1808},
	{Mode: RFC1808, AboveRoot: AboveRootReject},
	{Document: MustParse("d://u@e:1/f?g#h")},
}

// checkResolve compares r with its slow twin and the parser. It returns the fault of the
// result, or "".
func checkResolve(r Resolver, base, ref URI) string {
	got, err := r.Resolve(base, ref)
	var buf [stackBuf]byte
	out, appendErr := r.AppendResolve(buf[:0], base, ref.s)
	want, wrong := slowResolve(r, base.s, ref.s)
	switch {
	case wrong != "":
		if err == nil || appendErr == nil {
			return fmt.Sprintf("got %q, %v and %q, %v, slow twin: %s", got, err, out, appendErr, wrong)
		}
		return ""
	case err != nil || appendErr != nil:
		return fmt.Sprintf("%v, %v, slow twin: %q", err, appendErr, want.join())
	case got.s != want.join() || string(out) != got.s:
		return fmt.Sprintf("got %q and %q, slow twin: %q", got, out, want.join())
	case r.Mode != RFC1808 && slowSplit(got.s) != want:
		return fmt.Sprintf("%q reads as %+v, composed of %+v", got, slowSplit(got.s), want)
	}
	// If the host is another, the result does not have the login of the base.
	login, host := loginHost(got)
	if _, was := loginHost(base); host != was && r.Document == (URI{}) {
		if own, _ := loginHost(ref); login != own {
			return fmt.Sprintf("got %q with the login %q", got, login)
		}
	}
	// The offsets are those that the parser finds.
	if u, err := Parse(got.s); err != nil || u != got {
		return fmt.Sprintf("got %q, %#v, parsed %#v, %v", got, offsets(got), offsets(u), err)
	}
	return ""
}

// loginHost splits the authority of u at its last "@".
func loginHost(u URI) (login, host string) {
	authority, _ := u.Authority()
	i := strings.LastIndex(authority, "@")
	return authority[:max(i, 0)], authority[i+1:]
}

// offsets are the fields of u for a failure, which no verb of fmt shows.
func offsets(u URI) [8]uint32 {
	return [8]uint32{u.scheme, u.host, u.hostEnd, u.path, u.pathEnd, u.query, u.fragment, uint32(u.hostKind)}
}

// shortTexts gives every text of up to n symbols that Parse accepts.
func shortTexts(n int, symbols []string) (all []URI) {
	grown := []string{""}
	for ; ; n-- {
		for _, s := range grown {
			if u, err := Parse(s); err == nil {
				all = append(all, u)
			}
		}
		if n == 0 {
			return all
		}
		var next []string
		for _, s := range grown {
			for _, c := range symbols {
				if i := strings.IndexByte(s, '#'); i < 0 || c != "#" { // no text has two
					next = append(next, s+c)
				}
			}
		}
		grown = next
	}
}

var resolveSymbols = []string{"a", ".", "/", "?", "#", ":", ";", "%2e"}

// TestResolveShort compares the resolver with its slow twins on short texts: all
// references with a few bases, and all pairs of base and reference with as many
// symbols in total.
func TestResolveShort(t *testing.T) {
	n := 4
	if *long {
		n = 6
	}
	pairs, failures := 0, 0
	check := func(base, ref URI) {
		for _, r := range modes {
			pairs++
			if wrong := checkResolve(r, base, ref); wrong != "" && failures < 20 {
				failures++
				t.Errorf("%+v: %q against %q: %s", r, ref, base, wrong)
			}
		}
	}
	refs := shortTexts(n-1, resolveSymbols)
	for _, base := range []string{"http://a/b/c/d;p?q#f", "http:/a/a", "x:/a/./../../a/a", "http://a", "x://a//a/..", "x://a/./a", "x://a/a/../b/c", "a:a/../a?a"} {
		for _, ref := range refs {
			check(MustParse(base), ref)
		}
	}
	byLength := func(texts []URI) map[int][]URI {
		m := make(map[int][]URI)
		for _, u := range texts {
			n := len(strings.ReplaceAll(u.s, "%2e", "%"))
			m[n] = append(m[n], u)
		}
		return m
	}
	all := byLength(shortTexts(n, resolveSymbols))
	for i := range n + 1 {
		for _, base := range all[i] {
			if i > 0 && base.scheme == 0 && base.s[0] != '/' {
				continue // one without a scheme is like another
			}
			for k := range n + 1 - i {
				for _, ref := range all[k] {
					check(base, ref)
				}
			}
		}
	}
	t.Logf("%d resolutions", pairs)
}

// slowRelative is the slow twin of a Resolver with a RelativeBase in the modes RFC2396 and
// RFC3986. It resolves in a place that is deeper than any text here, and takes the result
// relative to that place. Result is "" if there is none.
func slowRelative(r Resolver, base, ref string) (result string) {
	const deep = "x://h/0/1/2/3/4/5/6/7/8/9/"
	b, u := slowSplit(base), slowSplit(ref)
	text := func(p slowParts, wrong string) string {
		if wrong != "" {
			return ""
		}
		return p.join()
	}
	switch {
	case u.scheme != "": // as it is, or without its dot segments
		return text(slowResolve(r, deep, ref))
	case u.authority != "", b.authority != "", strings.HasPrefix(b.path, "/"):
		if u.authority == "" && b.authority == "" && u.path == "" && u.query == "" {
			break
		}
		in := "x:" + base
		if u.authority != "" {
			in = deep
		}
		return strings.TrimPrefix(text(slowResolve(r, in, ref)), "x:")
	case strings.HasPrefix(u.path, "/"):
		return strings.TrimPrefix(text(slowResolve(r, "x:/", ref)), "x:")
	}
	before, _, _ := strings.Cut(base, "#")
	if u.path == "" && u.query == "" {
		return before + ref
	}
	path, rest := b.path, ref[len(u.path):]
	if u.path == "" && r.Mode == RFC3986 {
		return path + rest
	}
	merged := path[:strings.LastIndex(path, "/")+1] + u.path
	if merged == "" {
		return rest
	}
	t := text(slowResolve(r, deep, "./"+merged))
	up := ""
	for dir := deep; ; dir = dir[:strings.LastIndex(dir[:len(dir)-1], "/")+1] {
		if path, ok := strings.CutPrefix(t, dir); ok {
			path = up + path
			if first, _, _ := strings.Cut(path, "/"); first == "" || strings.Contains(first, ":") {
				path = "./" + path
			}
			return path + rest
		}
		up += "../"
	}
}

// TestRelativeBase compares the resolver with its slow twin on short bases and references of
// which the base has no scheme, and checks that a result leads where base and reference lead
// one after the other.
func TestRelativeBase(t *testing.T) {
	const n = 4
	every := 41
	if *long {
		every = 7
	}
	symbols := []string{"a", "/", ".", "..", ":", "?", "#"}
	bases, refs := shortTexts(n, symbols), shortTexts(n, symbols)
	page := MustParse("x://h/0/1/2/3/4/5/6/7/8/9/")
	count := 0
	for _, r := range []Resolver{
		{RelativeBase: true}, {RelativeBase: true, Mode: RFC3986}, {RelativeBase: true, AboveRoot: AboveRootReject},
		{RelativeBase: true, Mode: RFC3986, SameScheme: true}, {RelativeBase: true, Mode: 9, AboveRoot: AboveRootDrop},
	} {
		for i, base := range bases {
			if base.scheme != 0 {
				continue
			}
			for k := (every - i%every) % every; k < len(refs); k += every {
				ref := refs[k]
				count++
				got, err := r.Resolve(base, ref)
				if want := slowRelative(r, base.s, ref.s); got.s != want || (err != nil) != (want == "" && base.s+ref.s != "" && !strings.HasPrefix(base.s+ref.s, "#")) {
					t.Fatalf("%+v: %q and %q: %q, %v, want %q", r, base, ref, got, err, want)
				}
				appended, appendErr := r.AppendResolve([]byte(already), base, ref.s)
				if err == nil && string(appended) != already+got.s || (err == nil) != (appendErr == nil) {
					t.Fatalf("%+v: %q and %q: %q, %v, appended %q", r, base, ref, got, err, appended)
				}
				if err != nil {
					continue
				}
				if u, err := Parse(got.s); err != nil || offsets(u) != offsets(got) {
					t.Fatalf("%+v: %q and %q: %q has other parts, %v", r, base, ref, got, err)
				}
				last := base.Path()[strings.LastIndexByte(base.Path(), '/')+1:]
				if r.AboveRoot == AboveRootReject || last == "." || last == ".." || r.Mode != RFC3986 && strings.HasPrefix(got.s, "/.//") {
					// The directory of such a base is another one before it is resolved, and
					// RFC 2396 does not resolve the "/." before "//".
					continue
				}
				in, err1 := r.Resolve(page, base)
				there, err2 := r.Resolve(in, ref)
				if here, err := r.Resolve(page, got); err1 == nil && err2 == nil && (err != nil || here != there) && here.s != there.s {
					t.Fatalf("%+v: %q and %q: %q leads to %q, %v, not to %q", r, base, ref, got, here, err, there)
				}
			}
		}
	}
	t.Logf("%d pairs", count)
	for _, base := range []string{"", "a", "/a", "//h/a"} {
		if u, err := (Resolver{Mode: RFC1808, RelativeBase: true}).Resolve(MustParse(base), MustParse("g")); err == nil {
			t.Errorf("RFC 1808: %q and g: %q", base, u)
		}
	}
}

// TestDotted compares dotted with strings.Index at every length and place, and for
// every two bytes.
func TestDotted(t *testing.T) {
	for pair := range 1 << 16 {
		for _, n := range []int{0, 7, 13} {
			s := strings.Repeat("-", n) + string([]byte{byte(pair >> 8), byte(pair)}) + "aaaaaaaaa"
			if got, want := dotted(s), strings.Index(s, "/."); got != want {
				t.Errorf("dotted(%q) = %d, want %d", s, got, want)
			}
		}
	}
	for n := range 26 {
		for i := range n {
			for _, piece := range []string{"/.", "/./.", "./", "/", ".", "/\xae", "\xaf."} {
				for _, fill := range []string{"a", "/", ".", "\xff"} {
					s := strings.Repeat(fill, i) + piece + strings.Repeat(fill, n-i)
					if got, want := dotted(s), strings.Index(s, "/."); got != want {
						t.Errorf("dotted(%q) = %d, want %d", s, got, want)
					}
				}
			}
		}
	}
}

func TestEstablishBase(t *testing.T) {
	for _, c := range []struct {
		candidates string // embedded, encapsulating, retrieval, default; "-" is a missing one
		want       string
		index      int
		wrong      *rule
		offset     int
	}{
		{"http://a/b http://c/d http://e/f http://g/h", "http://a/b", 0, nil, 0},
		{"- http://c/d http://e/f http://g/h", "http://c/d", 1, nil, 0},
		{"- - http://e/f http://g/h", "http://e/f", 2, nil, 0},
		{"- - - http://g/h", "http://g/h", 3, nil, 0},
		{"http://a/b?q#f - - -", "http://a/b?q", 0, nil, 0},
		{"../x/ http://c/d/e/f http://e/f -", "http://c/d/x/", 0, nil, 0},
		{"../x/ - http://e/f/g#h -", "http://e/x/", 0, nil, 0},
		{"x/ ../y/z //e/f/g/h ftp://g/h", "ftp://e/f/y/x/", 0, nil, 0},
		{"x/ http://c/d g: ftp://g/h", "http://c/x/", 0, nil, 0},
		{"- #f http://e/f -", "http://e/f", 1, nil, 0},
		{"- mailto:a@b http://e/f -", "mailto:a@b", 1, nil, 0},
		{"- - - -", "", -1, ruleAbsoluteURI, 0},
		{"x/y - - -", "", 0, ruleAbsoluteURI, 1},
		{"- x/y z //h/g", "", 1, ruleAbsoluteURI, 0},
		{"x/y mailto:a@b http://e/f -", "", 0, ruleHierPart, 7},
	} {
		var in [4]URI
		for i, s := range strings.Fields(c.candidates) {
			switch s {
			case "-":
			case "g:": // not reached
				in[i] = MustParse("g:h")
			default:
				in[i] = MustParse(s)
			}
		}
		got, index, err := EstablishBase(in[:]...)
		if got.String() != c.want || index != c.index {
			t.Errorf("%s: got %q, %d, %v, want %q, %d", c.candidates, got, index, err, c.want, c.index)
		}
		var e *SyntaxError
		switch {
		case c.wrong == nil && err != nil:
			t.Errorf("%s: %v", c.candidates, err)
		case c.wrong != nil && (!errors.As(err, &e) || e.Rule.rule != c.wrong || e.Offset != c.offset):
			t.Errorf("%s: got %v, want %v at offset %d", c.candidates, err, c.wrong, c.offset)
		}
	}
	if got, index, err := EstablishBase(); got != (URI{}) || index != -1 || err == nil {
		t.Errorf("without candidates: got %q, %d, %v", got, index, err)
	}
}

// TestResolveErrors checks which inputs are refused, at which offset, and whether the base
// or the reference is at fault.
func TestResolveErrors(t *testing.T) {
	for _, c := range []struct {
		r         Resolver
		base, ref string
		want      string
	}{
		{Resolver{}, "a/b", "c",
			`uri: resolve against "a/b": absoluteURI: a base needs a scheme at offset 1 (RFC 2396, 3)`},
		{Resolver{}, "", "#f",
			`uri: resolve against "": absoluteURI: a base needs a scheme at offset 0 (RFC 2396, 3)`},
		{Resolver{Mode: RFC3986}, "//u:secret@h/b", "c",
			`uri: resolve against "//u:xxxxx@h/b": absoluteURI: a base needs a scheme at offset 0 (RFC 2396, 3)`},
		{Resolver{Document: MustParse("x")}, "http://h/", "",
			`uri: resolve against "x": absoluteURI: a base needs a scheme at offset 1 (RFC 2396, 3)`},
		{Resolver{}, "mailto:u:secret@h", "c",
			`uri: resolve against "mailto:u:xxxxx@h": hier_part: an opaque base resolves no relative reference at offset 7 (RFC 2396, 3)`},
		{Resolver{}, "mailto:a@b", "/c",
			`uri: resolve against "mailto:a@b": hier_part: an opaque base resolves no relative reference at offset 7 (RFC 2396, 3)`},
		{Resolver{AboveRoot: AboveRootReject}, "http://h/a/b", "./../x/../../../g",
			`uri: resolve reference "./../x/../../../g": rel_path: ".." above the root at offset 10 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject}, "http://h", "..",
			`uri: resolve reference "..": rel_path: ".." above the root at offset 0 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject}, "http://h/a/../../b", "c",
			`uri: resolve against "http://h/a/../../b": rel_path: ".." above the root at offset 14 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject, SameScheme: true}, "http://h/a", "http:../g",
			`uri: resolve reference "http:../g": rel_path: ".." above the root at offset 5 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject, Mode: RFC3986}, "http://h/a", "x://u:secret@i/a/../../b?c#d",
			`uri: resolve reference "x://u:xxxxx@i/a/../../b?c#d": rel_path: ".." above the root at offset 20 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject, Mode: RFC1808}, "http://h/a;b/c", "../g;x/../y",
			`uri: resolve reference "../g;x/../y": rel_path: ".." above the root at offset 0 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject, Mode: RFC1808, SameScheme: true}, "http://h/a;b/c", "HTTP:../g",
			`uri: resolve reference "HTTP:../g": rel_path: ".." above the root at offset 5 (RFC 2396, 5)`},
		{Resolver{AboveRoot: AboveRootReject, Mode: RFC1808}, "http://h?q/../a/b", "g",
			`uri: resolve against "http://h?q/../a/b": rel_path: ".." above the root at offset 11 (RFC 2396, 5)`},
	} {
		u, err := c.r.Resolve(MustParse(c.base), MustParse(c.ref))
		if err == nil || err.Error() != c.want || u != (URI{}) {
			t.Errorf("%+v: %q against %q:\n got %v, %q\nwant %s", c.r, c.ref, c.base, err, u, c.want)
		}
		out, err := c.r.AppendResolve([]byte(already), MustParse(c.base), c.ref)
		if err == nil || err.Error() != c.want || string(out) != already {
			t.Errorf("%+v: append %q against %q:\n got %v, %q\nwant %s", c.r, c.ref, c.base, err, out, c.want)
		}
	}
}

// TestAppendResolveRefuses gives AppendResolve texts that Parse refuses. Only RFC
// 2396 refuses a scheme with nothing after it; the other modes append it, or read the loophole.
func TestAppendResolveRefuses(t *testing.T) {
	for _, ref := range []string{"a b", "^", "%", "1:", ":", ":x", "http:^", "http:# ", "http: ", "x:%", "//[1", "http:", "x:", "x:#f"} {
		_, parseErr := Parse(ref)
		alone := strings.TrimRight(ref, "#f") == "x:" || ref == "http:"
		for _, r := range modes {
			if alone && r.Mode != RFC2396 {
				want := "already" + ref
				if r.SameScheme && ref == "http:" {
					want = "alreadyhttp://h/"
				}
				if out, err := r.AppendResolve([]byte("already"), MustParse("http://h/"), ref); err != nil || string(out) != want {
					t.Errorf("%+v: %q: got %q, %v, want %q", r, ref, out, err, want)
				}
				continue
			}
			out, err := r.AppendResolve([]byte("already"), MustParse("http://h/"), ref)
			want := strings.Replace(parseErr.Error(), "parse", "parse reference", 1)
			if err == nil || err.Error() != want || string(out) != "already" {
				t.Errorf("%+v: %q: got %q, %v, want %s", r, ref, out, err, want)
			}
		}
	}
}

// TestResolveKept checks cases that the slow twins and the tables do not have.
func TestResolveKept(t *testing.T) {
	for _, c := range []struct {
		r               Resolver
		base, ref, want string
	}{
		// A base without a scheme.
		{Resolver{RelativeBase: true}, "a/b", "../../c", "../c"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "../../c", "../c"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "../a/b", "../../../c/..", "../../../"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b?q#f", "", "a/b?q"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b?q#f", "?x", "a/b?x"},
		{Resolver{RelativeBase: true}, "a/b?q#f", "?x", "a/?x"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "../c:d", "./c:d"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "..//c", ".//c"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "..?q", "./?q"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "/a/b", "../../../c", "/c"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "/a/b", "..//c", "/.//c"},
		{Resolver{RelativeBase: true}, "/a/b", "../../c", "/../c"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "//h/a", "../b", "//h/b"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "//h", "b", "//h/b"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "//h2", "//h2"},
		{Resolver{RelativeBase: true, Mode: RFC3986}, "a/b", "x:/c/../d", "x:/d"},
		{Resolver{RelativeBase: true, Document: MustParse("d/e#f")}, "a/b", "#s", "d/e#s"},

		// A path never becomes an authority (5.2, step 7).
		{Resolver{}, "f:/a", ".//g", "f:/.//g"},
		{Resolver{}, "f:/.//a/b", "../g", "f:/.//g"},
		{Resolver{}, "f:/.//a/b", "/g", "f:/g"},
		{Resolver{AboveRoot: AboveRootDrop}, "f:/a", "..//g", "f:/.//g"},
		{Resolver{}, "f:/a", "..//g", "f:/..//g"},
		{Resolver{Mode: RFC3986}, "f:/a", "/.//g", "f:/.//g"},
		{Resolver{Mode: RFC1808}, "f:/a", "////g", "f:/.//g"},
		{Resolver{}, "f://h/a", ".//g", "f://h//g"},
		// An opaque part never becomes nothing.
		{Resolver{Mode: RFC3986}, "f:a", ".", "f:."},
		{Resolver{Mode: RFC3986}, "f:a?b", "f:.?c", "f:?c"},
		{Resolver{Mode: RFC1808}, "f:a", ".", "f:."},
		// The other modes let an opaque base resolve.
		{Resolver{Mode: RFC3986}, "urn:a/b?c", "d?e#f", "urn:a/d?e#f"},
		{Resolver{Mode: RFC3986}, "urn:a/b?c", "?e", "urn:a/b?e"},
		{Resolver{Mode: RFC3986}, "urn:a/b", "/c", "urn:/c"},
		{Resolver{Mode: RFC1808}, "urn:a/b;c?d", ";e", "urn:a/b;e"},
		// An empty base path (6a).
		{Resolver{}, "http://a", "g", "http://a/g"},
		{Resolver{}, "http://a?q", "?y", "http://a?y"},
		{Resolver{}, "http://a#f", "..", "http://a/.."},
		{Resolver{Mode: RFC1808}, "http://a", "?y", "http://a/?y"},
		{Resolver{Mode: RFC1808}, "http://a", ";y", "http://a/;y"},
		{Resolver{Mode: RFC1808}, "http://a", "?@evil", "http://a/?@evil"},
		// The loophole is for hierarchical schemes.
		{Resolver{SameScheme: true}, "http://a/b", "HTTP:c:d", "http://a/c:d"},
		{Resolver{SameScheme: true}, "x://a/b", "x:c", "x:c"},
		{Resolver{SameScheme: true}, "mailto:/a", "mailto:b", "mailto:b"},
		{Resolver{SameScheme: true}, "http:a", "http:b", "http:b"},
		{Resolver{SameScheme: true}, "file:///a/b", "file:../c?d#e", "file:///c?d#e"},
		{Resolver{SameScheme: true}, "http://a/b", "http://c/d", "http://c/d"},
		// AboveRootReject refuses only a ".." that leads above the root.
		{Resolver{AboveRoot: AboveRootReject}, "http://a/b/c", "../../g/..", ""},
		{Resolver{AboveRoot: AboveRootReject}, "http://a/b/c", "../g/..", "http://a/"},
		// RFC 3986 drops a ".." above the root; it is kept on request.
		{Resolver{Mode: RFC3986, AboveRoot: AboveRootKeep}, "http://a/b", "/../g", "http://a/../g"},
		{Resolver{Mode: RFC3986, AboveRoot: AboveRootKeep}, "http://a/b", "../g", "http://a/../g"},
		// A value that is no constant counts as AboveRootKeep.
		{Resolver{AboveRoot: AboveRootReject + 1}, "http://a/b", "../g", "http://a/../g"},
		{Resolver{Mode: RFC3986, AboveRoot: AboveRootReject + 1}, "http://a/b", "../g", "http://a/../g"},
		{Resolver{Mode: RFC3986, AboveRoot: 255}, "http://a/b", "x/../../../g", "http://a/../../g"},
		{Resolver{Mode: RFC1808, AboveRoot: AboveRootReject + 1}, "http://a/b", "../g", "http://a/../g"},
	} {
		got := resolved(c.r, c.base, c.ref)
		if got != c.want && (c.want != "" || !strings.HasPrefix(got, "uri: ")) {
			t.Errorf("%+v: %q against %q: got %q, want %q", c.r, c.ref, c.base, got, c.want)
		}
	}
}

// TestResolveAllocations checks the allocations that the comment of Resolve promises.
func TestResolveAllocations(t *testing.T) {
	base := MustParse("http://a/b/c/d;p?q")
	buf := make([]byte, 0, 1<<10)
	long := strings.Repeat("/g", stackBuf)
	refs := []string{long, "../.." + long, "g" + long + "?y#s"}
	for _, x := range examples(t, "testdata/rfc2396-c.txt", 42) {
		refs = append(refs, x.ref)
	}
	for _, ref := range refs {
		u := MustParse(ref)
		if got := testing.AllocsPerRun(10, func() { _, _ = base.Resolve(u) }); got > 1 {
			t.Errorf("%q: Resolve allocates %v times", ref, got)
		}
		for _, mode := range []Mode{RFC2396, RFC3986, RFC1808} {
			if got := testing.AllocsPerRun(10, func() {
				_, _ = Resolver{Mode: mode}.AppendResolve(buf, base, ref)
			}); got > 0 {
				t.Errorf("%q: %v: AppendResolve allocates %v times", ref, mode, got)
			}
		}
	}
	for _, ref := range []string{"http://b/c", "mailto:a@b", ""} {
		u := MustParse(ref)
		if got := testing.AllocsPerRun(10, func() { _, _ = base.Resolve(u) }); got > 0 {
			t.Errorf("%q: Resolve allocates %v times", ref, got)
		}
	}
}

// TestResolveOnce checks that Resolve allocates the text of its result once and
// nothing else, in every mode and at every length of up to 8 KiB.
func TestResolveOnce(t *testing.T) {
	dirs := func(n int, unit string) string { return strings.Repeat(unit, n/len(unit)) }
	for _, n := range []int{10, 100, 230, 250, 260, 300, 600, 1000, 2000, 3900, 5000} {
		for _, c := range [][2]string{
			{"http://a/b/c", "g/" + dirs(n, "g/")}, {"http://a/b/c", "/" + dirs(n, "g/")}, {"http://a/b/c", "//" + dirs(n, "g/")},
			{"http://a/b/c", dirs(n, "g/../")}, {"http://a/b/c", dirs(n, "./g/../h/") + "x?q#f"}, {"http://a/b/c?q", "?" + dirs(n, "y")},
			{"http://a/" + dirs(n, "b/"), "../g"}, {"http://a/" + dirs(n, "b/../c/"), "../g"}, {"http://a/" + dirs(n/2, "b/"), dirs(n/2, "../")},
			{"http://a/" + dirs(n/2, "b;x/"), dirs(n/2, "g;y/") + "?q"}, {"http://a/b?" + dirs(n, "q"), "#f"}, {"http://a", dirs(n, "g/./")},
		} {
			base, ref := MustParse(c[0]), MustParse(c[1])
			for _, r := range []Resolver{{}, {AboveRoot: AboveRootReject}, {AboveRoot: AboveRootDrop}, {Mode: RFC3986}, {Mode: RFC1808}, {SameScheme: true}, {Document: base}} {
				got, err := r.Resolve(base, ref)
				if err != nil {
					continue
				}
				resolve := func() { got, err = r.Resolve(base, ref) }
				if times := testing.AllocsPerRun(5, resolve); times > 1 {
					t.Errorf("%+v: %d and %d octets, %.20q: %v allocations", r, len(c[0]), len(c[1]), c[1], times)
				}
				if size, want := allocated(5, resolve), len(got.s); size > float64(want+want/4+64) {
					t.Errorf("%+v: %d and %d octets, %.20q: %v octets for %d", r, len(c[0]), len(c[1]), c[1], size, want)
				}
			}
		}
	}
}

// TestResolveLong checks that long inputs of patterns that have been slow in other
// libraries are resolved as short ones are. It would not end if resolving took
// more than linear time.
func TestResolveLong(t *testing.T) {
	n := 1 << 17
	if *long {
		n = 10 << 20
	}
	base := MustParse("http://a/b/c/d;p?q")
	for _, c := range []struct{ unit, keep, drop string }{ // the text after "http://a"
		{"../", "/" + strings.Repeat("../", n/3-2) + "g", "/g"},
		{"./", "/b/c/g", "/b/c/g"},
		{"a/", "/b/c/" + strings.Repeat("a/", n/2) + "g", ""},
		{";x/", "/b/c/" + strings.Repeat(";x/", n/3) + "g", ""},
		{"/", "/b/c/" + strings.Repeat("/", n) + "g", ""},
		{"a/../", "/b/c/g", "/b/c/g"},
		{"a/./", "/b/c/" + strings.Repeat("a/", n/4) + "g", ""},
		{".a/", "/b/c/" + strings.Repeat(".a/", n/3) + "g", ""},
		{"..a/", "/b/c/" + strings.Repeat("..a/", n/4) + "g", ""},
		{"%2e%2e/", "/b/c/" + strings.Repeat("%2e%2e/", n/7) + "g", ""},
	} {
		if c.drop == "" {
			c.drop = c.keep
		}
		ref := strings.Repeat(c.unit, n/len(c.unit)) + "g"
		if strings.HasPrefix(ref, "/") {
			ref = "./" + ref
		}
		for _, test := range []struct {
			r    Resolver
			want string
		}{
			{Resolver{}, c.keep},
			{Resolver{AboveRoot: AboveRootDrop}, c.drop},
			{Resolver{Mode: RFC3986}, c.drop},
			{Resolver{Mode: RFC1808, AboveRoot: AboveRootDrop}, c.drop},
		} {
			if c.unit == ";x/" && test.r.Mode == RFC1808 {
				test.want = "/b/c/d" + ref // the reference is but parameters
			}
			u, err := test.r.Resolve(base, MustParse(ref))
			if err != nil || u.s != "http://a"+test.want {
				t.Errorf("%q %d times, %+v: got %.40q, %d octets, %v, want %.40q, %d",
					c.unit, n/len(c.unit), test.r, u.s, len(u.s), err, "http://a"+test.want, len("http://a"+test.want))
				continue
			}
			// The long text as base.
			if v, err := test.r.Resolve(u, MustParse("../../../g")); err != nil || !v.IsAbsolute() {
				t.Errorf("%q %d times as base, %+v: %.40q, %v", c.unit, n/len(c.unit), test.r, v.s, err)
			}
			if ref, ok := RFC2396.Relativize(base, u); !ok || len(ref.s) > len(u.s) {
				t.Errorf("%q %d times: Relativize: %.40q, %t", c.unit, n/len(c.unit), ref.s, ok)
			}
			if v := RFC3986.Normalize(u); len(v.s) > len(u.s) {
				t.Errorf("%q %d times: Normalize: %d octets, was %d", c.unit, n/len(c.unit), len(v.s), len(u.s))
			}
		}
	}
}

func TestRelativize(t *testing.T) {
	const none = "none"
	for _, c := range []struct{ base, target, want string }{
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?q", ""},
		{"http://a/b/c/d;p?q#f", "http://a/b/c/d;p?q", ""},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?q#", "#"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p", "d;p"},
		{"http://a/b/c/d;p?q", "http://a/b/c/d;p?y", "d;p?y"},
		{"http://a/b/c/d;p?q", "http://a/b/c/", "."},
		{"http://a/b/c/d;p?q", "http://a/b/c/#s", ".#s"},
		{"http://a/b/c/d;p?q", "http://a/b/c/?y", "?y"},
		{"http://a/b/c/d;p?q", "http://a/b/c/?", "?"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g", "g"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g/h", "g/h"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g:h", "./g:h"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g;x:y", "./g;x:y"},
		{"http://a/b/c/d;p?q", "http://a/b/c/g?x:y", "g?x:y"},
		{"http://a/b/c/d;p?q", "http://a/b/c//g", ".//g"},
		{"http://a/b/c/d;p?q", "http://a/b/", ".."},
		{"http://a/b/c/d;p?q", "http://a/b/?y", "..?y"},
		{"http://a/b/c/d;p?q", "http://a/b/g", "../g"},
		{"http://a/b/c/d;p?q", "http://a/b/g:h", "../g:h"},
		{"http://a/b/c/d;p?q", "http://a/g", "/g"},
		{"http://a/b/c/d;p?q", "http://a/", "/"},
		{"http://a/b/c/d;p?q", "http://a//g", "//a//g"},
		{"http://www.example.com/b/c/d", "http://www.example.com//g", "../..//g"},
		{"http://a/b/c/d;p?q", "http://a", "//a"},
		{"http://a/b/c/d;p?q", "http://a?y", "//a?y"},
		{"http://a", "http://a?y", "?y"},
		{"http://a", "http://a/?y", "/?y"},
		{"http://a", "http://a/", "."},
		{"http://a", "http://a/b", "b"},
		{"http://a?y", "http://a", "//a"},
		{"http://a/b", "http://a/./g", "/./g"},
		{"http://a/b", "http://a//./g", "//a//./g"},
		{"http://a/b/../c", "http://a/g", "g"},
		{"http://a/../b/c", "http://a/../b/g", "g"},
		{"http://a/b", "http://a/..", ".."},
		{"f:/a/b", "f:/a/c", "c"},
		{"f:/a/b", "f:/.//c", "..//c"},
		{"file:///a/b", "file:///a/c", "c"},

		{"http://a/b", "HTTP://a/b", none},
		{"http://a/b", "http://A/b", none},
		{"http://a/b", "http://a:80/b", none},
		{"http://a/b", "http://u@a/b", none},
		{"http://a/b", "https://a/b", none},
		{"http://a/b", "http:/b", none},
		{"http:///b", "http:/b", none},
		{"http://a/b", "/b", none},
		{"//a/b", "//a/b", none},
		{"mailto:a@b#g", "mailto:a@b", ""},
		{"mailto:a@b", "mailto:a@b#f", "#f"},
		{"mailto:a@b", "mailto:a@c", none},
		{"f:/b", "f:b", none},
		{"f:b", "f:/b", none},
		{"", "", none},
	} {
		base, target := MustParse(c.base), MustParse(c.target)
		got, ok := RFC2396.Relativize(base, target)
		if s := got.String(); ok != (c.want != none) || ok && s != c.want {
			t.Errorf("%q from %q: got %q, %t, want %q", c.target, c.base, s, ok, c.want)
		}
		if wrong := checkRelativize(base, target); wrong != "" {
			t.Errorf("%q from %q: %s", c.target, c.base, wrong)
		}
	}
}

// checkRelativize returns the fault of the reference from base to target, or "".
func checkRelativize(base, target URI) string {
	ref, ok := RFC2396.Relativize(base, target)
	authority, hasAuthority := base.Authority()
	other, otherHas := target.Authority()
	hierarchical := base.Kind() == KindAbsoluteHier && target.Kind() == KindAbsoluteHier && base.Scheme() == target.Scheme() &&
		authority == other && hasAuthority == otherHas
	opaque := base.IsOpaque() && base.WithoutFragment() == target.WithoutFragment()
	if want := hierarchical || opaque; ok != want {
		return fmt.Sprintf("got %q, %t, want %t", ref, ok, want)
	}
	if !ok {
		return ""
	}
	if u, err := Parse(ref.s); err != nil || u != ref {
		return fmt.Sprintf("%q is parsed as %q, %v", ref, u, err)
	}
	if back, err := base.Resolve(ref); err != nil || back != target {
		return fmt.Sprintf("%q resolves to %q, %v", ref, back, err)
	}
	return ""
}

// TestRelativizeShort checks that on short texts there is no reference shorter
// than the one that is found.
func TestRelativizeShort(t *testing.T) {
	n := 4
	if *long {
		n = 5
	}
	texts := shortTexts(n, resolveSymbols)
	checked := 0
	for _, s := range []string{"a://a/b/c/d?q", "a://a/../a/a", "a:/a/./a", "a://a", "a://a?a", "a:/.//a", "a:///a//a"} {
		base := MustParse(s)
		shortest := make(map[string]string)
		for _, ref := range texts {
			u, err := base.Resolve(ref)
			if err != nil {
				t.Fatal(err)
			}
			if have, ok := shortest[u.s]; !ok || len(ref.s) < len(have) {
				shortest[u.s] = ref.s
			}
		}
		for target, want := range shortest {
			u := MustParse(target)
			if wrong := checkRelativize(base, u); wrong != "" {
				t.Errorf("%q from %q: %s", u, base, wrong)
			}
			if got, ok := RFC2396.Relativize(base, u); ok && len(got.s) > len(want) {
				t.Errorf("%q from %q: got %q, there is %q", u, base, got, want)
			}
			checked++
		}
	}
	t.Logf("%d targets", checked)
}

// TestRelativizeVectors checks the relativize rows of the tables, except the rows
// of testdata/differs.txt.
func TestRelativizeVectors(t *testing.T) {
	checkVectors(t, func(v vectors.Row) string {
		base, target := MustParse(v.Base), MustParse(v.Input)
		if wrong := checkRelativize(base, target); wrong != "" {
			t.Errorf("%v: %s", v, wrong)
		}
		if got, ok := RFC2396.Relativize(base, target); !ok || got.s != v.Expected {
			return fmt.Sprintf("got %q, %t, want %q", got, ok, v.Expected)
		}
		return ""
	}, "relativize")
}

// appendixCRefs are the references of Appendix C, which net/url reads too.
func appendixCRefs(b *testing.B) (refs []string) {
	for _, x := range examples(b, "testdata/rfc2396-c.txt", 42) {
		refs = append(refs, x.ref)
	}
	return refs
}

// corpus returns the lines of a list of real URLs, from the folder that the
// environment variable URI_CORPUS names, or from the sample of testdata/urls.
func corpus(b *testing.B, name string) (lines []string) {
	dir := os.Getenv("URI_CORPUS")
	if dir == "" {
		dir = "testdata/urls"
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if s := in.Text(); Valid(s) {
			if _, err := url.Parse(s); err == nil {
				lines = append(lines, s)
			}
		}
	}
	return lines
}

// benchmarkRefs times parsing and resolving each of refs and writing the result,
// as net/url and this package do it.
func benchmarkRefs(b *testing.B, base string, refs []string) {
	netBase, err := url.Parse(base)
	if err != nil {
		b.Fatal(err)
	}
	u := MustParse(base)
	buf := make([]byte, 0, 1024)
	for _, c := range []struct {
		name string
		each func() (octets int)
	}{
		{"neturl", func() (n int) {
			for _, ref := range refs {
				if r, err := url.Parse(ref); err == nil {
					n += len(netBase.ResolveReference(r).String())
				}
			}
			return n
		}},
		{"uri", func() (n int) {
			for _, ref := range refs {
				if r, err := Parse(ref); err == nil {
					if t, err := u.Resolve(r); err == nil {
						n += len(t.String())
					}
				}
			}
			return n
		}},
		{"append", func() (n int) {
			for _, ref := range refs {
				if out, err := (Resolver{}).AppendResolve(buf, u, ref); err == nil {
					n += len(out)
				}
			}
			return n
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = c.each()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(refs)), "ns/ref")
			b.ReportMetric(float64(n)/float64(len(refs)), "octets/ref")
		})
	}
}

func BenchmarkResolveAppendixC(b *testing.B) {
	benchmarkRefs(b, "http://a/b/c/d;p?q", appendixCRefs(b))
}

func BenchmarkResolvePaths(b *testing.B) {
	var refs []string
	for _, s := range corpus(b, "node_files.txt") {
		refs = append(refs, strings.TrimPrefix(s, "file://"))
	}
	benchmarkRefs(b, "http://www.example.com/one/two/three/four/five.html", refs)
}

// BenchmarkNormalize times parsing, normalising and writing real URLs, as net/url
// parses and writes them.
func BenchmarkNormalize(b *testing.B) {
	for _, name := range []string{"isaacs_files.txt", "kasztp.txt", "node_files.txt"} {
		lines := corpus(b, name)
		for _, c := range []struct {
			name string
			each func() (octets int)
		}{
			{"neturl", func() (n int) {
				for _, s := range lines {
					if u, err := url.Parse(s); err == nil {
						n += len(u.String())
					}
				}
				return n
			}},
			{"uri", func() (n int) {
				for _, s := range lines {
					if u, err := Parse(s); err == nil {
						n += len(u.Normalize().String())
					}
				}
				return n
			}},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.each()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/uri")
			})
		}
	}
}
