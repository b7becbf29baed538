package web

import (
	"strings"
	"testing"
)

// TestBuffers compares with the slow twin on texts of every length around the buffers of 256 bytes:
// of URL, of reference with dot segments, and of Valid.
func TestBuffers(t *testing.T) {
	for n := 256 - 10; n <= 256+10; n++ {
		for _, c := range []twinCase{
			{input: "../g/./x", base: "http://h/a/b/"},
			{input: "./g/../x?q#f", base: "http://h/a/b/"},
			{input: "/a/../b", base: "https://u@h:8/"},
			{input: "HTTP://h/a/../b"},
			{input: "x:/a/../b"},
		} {
			if c.base == "" {
				c.input += strings.Repeat("c", n-len(c.input))
			} else {
				c.base += strings.Repeat("c", n-len(c.base)-len(c.input)) + "/"
			}
			if difference, _ := c.compare(); difference != "" {
				t.Errorf("%d bytes: %q against %q: %s", n, c.input, c.base, difference)
			}
			for _, bad := range []string{"", "http://h:x/", "http://[::1"} {
				if s := c.input + bad; Valid(s) != (parses(s)) {
					t.Errorf("%q: Valid is %v", s, Valid(s))
				}
				if s := bad + c.input; Valid(s) != (parses(s)) {
					t.Errorf("%q: Valid is %v", s, Valid(s))
				}
			}
		}
	}
}

func parses(s string) bool {
	_, err := Parse(s)
	return err == nil
}
