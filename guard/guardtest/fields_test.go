package guardtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/uri/guard/guardtest"
)

// cgi returns the variable for a field (RFC 3875, 4.1.18), as lighttpd writes it.
func cgi(name string) string {
	b := []byte("HTTP_" + strings.ToUpper(name))
	for i, c := range b {
		if !('A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			b[i] = '_'
		}
	}
	return string(b)
}

func TestFields(t *testing.T) {
	for _, name := range []string{"X-Real-Ip", "Proxy", "SCRIPT_NAME", "x.y", "", "--"} {
		var all []string
		for s := range guardtest.Fields(name) {
			if slices.Contains(all, s) {
				t.Errorf("%s: %s is yielded twice", name, s)
			}
			if cgi(s) != cgi(name) {
				t.Errorf("%s: %s is %s", name, s, cgi(s))
			}
			all = append(all, s)
		}
		if all[0] != name || !slices.Contains(all, strings.ToUpper(name)) || !slices.Contains(all, strings.ToLower(name)) {
			t.Errorf("%s: %q", name, all)
		}
		for _, c := range "-_.~!#$%&'*+^`|" { // tchar of RFC 9110, 5.6.2, without ALPHA and DIGIT
			want := strings.NewReplacer("-", string(c), "_", string(c), ".", string(c)).Replace(name)
			if !slices.Contains(all, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
		for i := range all { // a loop may end early
			n := 0
			for range guardtest.Fields(name) {
				if n++; n > i {
					break
				}
			}
		}
	}
	for name, spellings := range map[string][]string{"X-Real-Ip": {"X_Real-Ip", "X-Real.Ip", "x-real_ip", "x-Real-Ip", "X-Real-IP"}, "A_B.C": {"A-B.C", "A_B-C", "a.b.c"}} {
		all := slices.Collect(guardtest.Fields(name))
		for _, s := range spellings {
			if !slices.Contains(all, s) {
				t.Errorf("%s: no %s", name, s)
			}
		}
	}
}

func ExampleFields() {
	for name := range guardtest.Fields("X-User") {
		if strings.Contains(name, "_") {
			fmt.Println(name)
		}
	}
	// Output:
	// X_User
	// x_user
	// X_USER
}
