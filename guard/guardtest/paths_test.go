package guardtest_test

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/guardtest"
)

// decoded decodes the escapes of a path, once.
func decoded(s string) string {
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// cut returns a path whose segments end at a mark.
func cut(s, mark string) string {
	segments := strings.Split(s, "/")
	for i := range segments {
		segments[i], _, _ = strings.Cut(segments[i], mark)
	}
	return strings.Join(segments, "/")
}

// Servers that read a path in one way of their own, besides decoding it and removing its dot segments.
var servers = map[string]func(target string) string{
	"nothing decoded":                func(s string) string { return path.Clean(s) },
	"decoded":                        func(s string) string { return path.Clean(decoded(s)) },
	"decoded twice":                  func(s string) string { return path.Clean(decoded(decoded(s))) },
	"escaped dots":                   func(s string) string { return path.Clean(strings.NewReplacer("%2e", ".", "%2E", ".").Replace(s)) },
	"parameters":                     func(s string) string { return path.Clean(cut(decoded(s), ";")) },
	"parameters cut before decoding": func(s string) string { return path.Clean(decoded(cut(s, ";"))) },
	"backslash":                      func(s string) string { return path.Clean(strings.ReplaceAll(decoded(s), `\`, "/")) },
	"NUL":                            func(s string) string { return path.Clean(cut(decoded(s), "\x00")) },
	"ends at ?":                      func(s string) string { s, _, _ = strings.Cut(decoded(s), "?"); return path.Clean(s) },
	"ends at #":                      func(s string) string { s, _, _ = strings.Cut(decoded(s), "#"); return path.Clean(s) },
	"ends at space":                  func(s string) string { s, _, _ = strings.Cut(decoded(s), " "); return path.Clean(s) },
	"ends at NUL":                    func(s string) string { s, _, _ = strings.Cut(decoded(s), "\x00"); return path.Clean(s) },
	"ends at tab":                    func(s string) string { s, _, _ = strings.Cut(decoded(s), "\t"); return path.Clean(s) },
	"ends at LF":                     func(s string) string { s, _, _ = strings.Cut(decoded(s), "\n"); return path.Clean(s) },
	"ends at CR":                     func(s string) string { s, _, _ = strings.Cut(decoded(s), "\r"); return path.Clean(s) },
	"trims": func(s string) string {
		return path.Clean(strings.TrimRightFunc(decoded(s), func(r rune) bool { return r < ' ' || unicode.IsSpace(r) }))
	},
	"drops lines": func(s string) string {
		return path.Clean(strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(decoded(s)))
	},
	"Windows": func(s string) string {
		segments := strings.Split(path.Clean(decoded(s)), "/")
		for i, s := range segments {
			s, _, _ = strings.Cut(s, ":")
			segments[i] = strings.TrimRight(s, ". ")
		}
		return strings.Join(segments, "/")
	},
	"overlong": func(s string) string {
		return path.Clean(strings.NewReplacer("%C0%AF", "/", "%C0%AE", ".", "%C1%9C", `\`, "%C1%A1", "a").Replace(s))
	},
	"after a host": func(s string) string {
		if rest, ok := strings.CutPrefix(s, "//"); ok {
			_, s, _ = strings.Cut(rest, "/")
		}
		return path.Clean("/" + s)
	},
	"any case": func(s string) string { return strings.ToLower(path.Clean(s)) },
}

// reaches reports whether a server that reads s as place reaches guarded.
func reaches(place, guarded string) bool {
	return place == guarded || strings.HasPrefix(place, guarded+"/")
}

// TestPathsPlaces has a path with a character in each place, and in each form.
func TestPathsPlaces(t *testing.T) {
	for guarded, want := range map[string][]string{
		"/admin": {
			"/admin;", "/admin;x", "/admin;/x", "/admin/;", "/admin/xa..", "/ad%09min", "/;/admin", "/%5Cadmin", "/\\h/admin", "/%2F/h/admin", "/x/..;/admin", "/x/%09../admin", "/x/.%09./admin", "/x;/../admin",
			"/x/..%2Fadmin", "/x/..%5Cadmin", "/x%2F..%2Fadmin", "/x\\../admin", "/.;/admin", "/ADMIN;", "/admin%3B", "/admin%253B", "/admin%C0%BB", "/admin%25C0%25BB", "/x/%2E%2E;/admin", "/x/..%3B/admin", "/x/%2E%2E%3B/admin", "/x/..%253B/admin", "/x/%2E%2E%253B/admin",
			"/x/%252E%252E%253B/admin", "/x/%C0%AE%C0%AE%C0%BB/admin", "/x/..%25C0%25BB/admin", "/%C0%AFadmin", "/%C1%9Cadmin", "/admin%E2%80%A8", "/admin%1F",
			"/%61dmin", "/adm%69n", "/%2561dmin", "/adm%2569n", "/adMin", "/%61%64%6D%69%6E", "/%C1%A1dmin", "/%41dmin", "/admin%a0",
			"/admin%20x", "/admin%00x", "/admin%09x", "/admin%0Dx", "/admin%0Ax", "/admin%3Fx", "/admin%23x", "/x/x;%2Fx/../../%61dmin", "/x/..%00/admin", "/x/../admin%00/../x", "/admin:x", "/admin.",
		},
		"/a/admin": {"/a/%09admin", "/a%5Cadmin", "/a/;/admin", "/%5Ca/admin"},
	} {
		all := slices.Collect(guardtest.Paths(guarded))
		for _, s := range want {
			if !slices.Contains(all, s) {
				t.Errorf("%s: no %s", guarded, s)
			}
		}
	}
}

// TestPaths checks that each spelling is once, that guard.Routes refuses it or takes it for guarded,
// and that each server reaches guarded by one that does not look like it.
func TestPaths(t *testing.T) {
	for _, guarded := range []string{"/admin", "/a/admin", "/app/_admin-1/x"} {
		routes := guard.Routes{{From: guarded, To: uri.MustParse("http://guarded/")}, {From: "/", To: uri.MustParse("http://open/")}}
		all := slices.Collect(guardtest.Paths(guarded))
		if all[0] != guarded || len(all) < 1000 {
			t.Errorf("%s: %d paths, the first is %s", guarded, len(all), all[0])
		}
		if sorted := slices.Sorted(slices.Values(all)); len(slices.Compact(sorted)) != len(all) {
			t.Errorf("%s: a path is yielded twice", guarded)
		}
		for _, s := range all {
			if strings.ContainsAny(s, "?#") || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
				t.Errorf("%s: %q ends before its end", guarded, s)
			}
			u, err := uri.Parse("http://h" + s)
			if err != nil {
				continue // with "\"
			}
			if to, err := routes.Apply(u); err == nil && !strings.HasPrefix(to.String(), "http://guarded/") {
				t.Errorf("%s: %s leads to %s", guarded, s, to)
			}
		}
		for name, server := range servers {
			// One that looks like guarded to no simpler server.
			if !slices.ContainsFunc(all, func(s string) bool {
				simple := reaches(s, guarded) || name != "nothing decoded" && reaches(path.Clean(s), guarded) ||
					!slices.Contains([]string{"nothing decoded", "decoded", "escaped dots"}, name) && reaches(path.Clean(decoded(s)), guarded)
				return !simple && reaches(server(s), guarded)
			}) {
				t.Errorf("%s: no path for the server: %s", guarded, name)
			}
		}
		for _, n := range []int{0, 1, 99} {
			i := 0
			for range guardtest.Paths(guarded) { // a loop may end early
				if i++; i > n {
					break
				}
			}
		}
	}
}

// TestPathsOfNames checks that a path without its "/", and any text, is the path with it.
func TestPathsOfNames(t *testing.T) {
	for _, name := range []string{"", "admin", "a/b", "\x00\xff%"} {
		got, want := slices.Collect(guardtest.Paths(name)), slices.Collect(guardtest.Paths("/"+name))
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%q: %d paths, want %d", name, len(got), len(want))
		}
	}
}
