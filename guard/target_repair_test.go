package guard

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"example.com/uri/web"
)

func TestRepairTarget(t *testing.T) {
	for _, tt := range []struct{ method, target, want string }{
		{"GET", "/list?filter[name]=x", "/list?filter%5Bname%5D=x"},
		{"GET", "/a|b", "/a%7Cb"},
		{"GET", "/?q={a}", "/?q=%7Ba%7D"},
		{"GET", `/"<>^` + "`" + `\`, "/%22%3C%3E%5E%60%5C"},
		{"GET", "/\xc3\xa9?\xff\x80", "/%C3%A9?%FF%80"},
		{"GET", "//[x]/y", "//%5Bx%5D/y"},
		{"GET", "http://h/a|b", "http://h/a%7Cb"},
		{"GET", "http://h?a|b", "http://h?a%7Cb"},
		{"GET", "http://[::1]/[", "http://[::1]/%5B"},
		{"GET", "/a%7cb", "/a%7cb"},
		{"OPTIONS", "*", "*"},
		{"CONNECT", "[::1]:443", "[::1]:443"},
	} {
		got, err := RepairTarget(tt.method, tt.target)
		if err != nil || got.String() != tt.want {
			t.Errorf("%s %s: %q, %v; want %q", tt.method, tt.target, got, err, tt.want)
		}
	}
	for _, tt := range []struct {
		method, target string
		offset         int
	}{
		{"GET", "/a b", 2},
		{"GET", "/[] b", 3},
		{"GET", "/\xc3\xa9\xc3\xa9\r\nX: y", 5},
		{"GET", "/{\x00}", 2},
		{"GET", "/{\t}", 2},
		{"GET", "/{\x7f}", 2},
		{"GET", "/{%}", 2},
		{"GET", "/{%4}", 2},
		{"GET", "/{%", 3},
		{"GET", "/[%41%{}]", 5},
		{"GET", "/{%zz}", 3},
		{"GET", "/{}#x", 3},
		{"GET", "/x#{}", 2},
		{"GET", "http://h|/x", 8},
		{"GET", `http://h\x/{`, 8},
		{"GET", "http://u@h/{", 7},
		{"GET", "http://h:0/{", 9},
		{"GET", "h{x", 1},
		{"GET", "", 0},
		{"GET", "mailto:{", 7},
		{"GET", "a:/{", 3},
		{"GET", "?x://{", 5},
		{"GET", "?x://h/{", 7},
		{"CONNECT", "h{:80", 1},
		{"CONNECT", "/{", 1},
		{"GET", "*{", 1},
	} {
		_, err := RepairTarget(tt.method, tt.target)
		var e *Error
		if !errors.As(err, &e) || e.Part != "request-target" || e.Offset != tt.offset {
			t.Errorf("%s %q: %v; want offset %d", tt.method, tt.target, err, tt.offset)
		}
	}
	if _, err := RepairTarget("G T", "/{"); err == nil || !strings.Contains(err.Error(), "method") {
		t.Errorf("%v", err)
	}
}

// beforePath is the part of a target before its path and query.
var beforePath = regexp.MustCompile(`^(?:[^/?#]*://[^/?#]*)?`)

// naiveRepair escapes the characters that browsers leave raw, one by one.
func naiveRepair(target string) string {
	head := beforePath.FindString(target)
	if head == "" && !strings.HasPrefix(target, "/") {
		return target // neither an origin-form nor a URI with "//"
	}
	s := head
	for _, b := range []byte(target[len(head):]) {
		if b >= 0x80 || strings.Contains("\"<>[\\]^`{|}", string(rune(b))) {
			s += fmt.Sprintf("%%%02X", b)
		} else {
			s += string(rune(b))
		}
	}
	return s
}

// checkRepaired checks one target against naiveRepair.
func checkRepaired(t *testing.T, method, target string) {
	t.Helper()
	got, err := RepairTarget(method, target)
	plain, plainErr := ParseTarget(method, target)
	switch {
	case plainErr == nil:
		if err != nil || got != plain || got.String() != target {
			t.Fatalf("%s %q: %q, %v, although ParseTarget accepts it", method, target, got, err)
		}
		return
	case err != nil:
		var e *Error
		if !errors.As(err, &e) || e.Offset < 0 || e.Part == "request-target" && e.Offset > len(target) {
			t.Fatalf("%s %q: %v", method, target, err)
		}
		if _, err := ParseTarget(method, naiveRepair(target)); err == nil && method != "CONNECT" {
			t.Fatalf("%s %q: refused", method, target)
		}
		return
	}
	if want := naiveRepair(target); got.String() != want || method == "CONNECT" {
		t.Fatalf("%s %q: %q, want %q", method, target, got, want)
	}
	if strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r == 0x7F || r == '#' }) {
		t.Fatalf("%s %q: accepted", method, target)
	}
	again, err := RepairTarget(method, got.String())
	if err != nil || again != got {
		t.Fatalf("%s %q: %q, and again %q, %v", method, target, got, again, err)
	}
}

func TestRepairTargetNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	pieces := []string{"/", "a", "%", "%2F", "?", "#", "{", "}", "[", "]", "|", `\`, "^", "`", "\"", "<", ">", " ", "\t", "\r", "\x00", "é", "\xff", "http://", "h", ":", "@", "*", "://"}
	for range *inputs {
		target := []string{"/", "", "http://h/", "http://h"}[random.IntN(4)]
		for range random.IntN(6) {
			target += pieces[random.IntN(len(pieces))]
		}
		for _, method := range []string{"GET", "OPTIONS", "CONNECT"} {
			checkRepaired(t, method, target)
		}
	}
}

// TestRepairTargetBrowsers checks that RepairTarget accepts the target that browsers
// send for any text, except a "%" that begins no escape.
func TestRepairTargetBrowsers(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range *inputs {
		s := "http://h/"
		for range random.IntN(12) {
			if r := rune(random.IntN(0x180)); r != '%' {
				s += string(r)
			}
		}
		u, err := web.Parse(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		target := u.Path()
		if query, ok := u.Query(); ok {
			target += "?" + query
		}
		if _, err := RepairTarget("GET", target); err != nil {
			t.Fatalf("%q, sent as %q: %v", s, target, err)
		}
	}
}

func FuzzRepairTarget(f *testing.F) {
	for _, target := range []string{"/{a}", "http://h/a|b", "http://[::1]/[", "/a b", "/%", "//[", "*", "h:80", "?://{", "\\", `A:"`} {
		f.Add("GET", target)
	}
	f.Fuzz(func(t *testing.T, method, target string) {
		if len(method)+len(target) > 1<<8 { // see FuzzRewrite
			return
		}
		checkRepaired(t, method, target)
	})
}
