package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"testing"
)

// The expressions of RFC 3986, Appendix B, and of an authority by section 3.2.
var (
	wholeExpr     = regexp.MustCompile(`(?s)^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
	authorityExpr = regexp.MustCompile(`(?s)^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::([0-9]*))?$`)
)

// expected returns the parts of a text by the expressions.
func expected(text string, server bool) map[string]any {
	parts := map[string]any{}
	add := func(name string, m []int, n, from int) {
		if m[2*n] >= 0 {
			parts[name] = []any{float64(from + m[2*n]), float64(from + m[2*n+1])}
		}
	}
	m := wholeExpr.FindStringSubmatchIndex(text)
	for n, name := range []string{1: "scheme", 2: "authority", 3: "path", 4: "query", 5: "fragment"} {
		if n > 0 {
			add(name, m, n, 0)
		}
	}
	if m[4] >= 0 && server {
		if a := authorityExpr.FindStringSubmatchIndex(text[m[4]:m[5]]); a != nil {
			add("userinfo", a, 1, m[4])
			add("host", a, 2, m[4])
			add("port", a, 3, m[4])
		}
	}
	return parts
}

// TestSuite checks that a suite is the same everywhere, has each text once, and splits the
// valid ones as the expressions do. If an RFC's grammar or the method changes, the number
// and the hash of its records change too.
func TestSuite(t *testing.T) {
	server := regexp.MustCompile(`^(?:[^:/?#]+:)?//(?:[^@/?#]*@)?(?:\[[^\]]*\]|(?:[0-9]+\.){3}[0-9]+|(?:[0-9A-Za-z](?:[0-9A-Za-z-]*[0-9A-Za-z])?\.)*[A-Za-z](?:[0-9A-Za-z-]*[0-9A-Za-z])?\.?)(?::[0-9]*)?(?:[/?#]|$)`)
	for rfc, want := range map[string]string{
		"2396": "579648 9035461e84e3ea8dc3169fcf3cadefd7349662d9ba8332137b3a4c8116372819",
		"3986": "592957 2892e9edae73a47aec77f874b05bc2017119b6efd560da1dcffe44ad226b3edd",
		"1738": "164560 ef39a1e2780a350437f1ae69bf83ae71a9afe1b16ce73ac264994f3758162b88",
		"3987": "1502568 8e7e07097ddfd83258ddb73e990053970ce447662d0260fb6b7c69be4784e8c4",
	} {
		if large[rfc] && !*long {
			continue
		}
		t.Run(rfc, func(t *testing.T) {
			var out bytes.Buffer
			if status := run([]string{"suite", "-rfc", rfc}, &out, &out); status != statusRight {
				t.Fatal(out.String())
			}
			lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
			if got := fmt.Sprintf("%d %x", len(lines), sha256.Sum256(out.Bytes())); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			seen := map[string]bool{}
			for i, line := range lines {
				if seen[string(line)] {
					t.Errorf("%s stands twice", line)
				}
				seen[string(line)] = true
				if i%23 > 0 { // one of 23 is read
					continue
				}
				var r map[string]any
				if err := json.Unmarshal(line, &r); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				text, _ := hex.DecodeString(r["hex"].(string))
				valid := r["valid"].(bool)
				delete(r, "hex")
				delete(r, "valid")
				if !valid {
					if n, ok := r["error"].(float64); !ok || len(r) != 1 || n < 0 || int(n) > len(text) {
						t.Errorf("%s: no error", line)
					}
					continue
				}
				if want := expected(string(text), rfc != "2396" || server.Match(text)); !reflect.DeepEqual(r, want) {
					t.Fatalf("%s: %q: the expressions say %v", line, text, want)
				}
			}
		})
	}
}

// TestSuiteMore checks that the suite for k=1 has texts with what parsers add to RFC 3986.
func TestSuiteMore(t *testing.T) {
	if !*long {
		return
	}
	const want = "3774521 72bc64ecfc0f8b5b34ff9f53ff2061b569753fbc6bfcc2ffd9ed36e1b926b97a"
	missing := map[string]bool{
		"http:": true, "https://a@": true, "mailto:@": true, "urn:uuid:a": true,
		"//[::%25a]": true, "//[::%25%aa]": true, "//:65535": true, "//:65536": true,
	}
	h, n := sha256.New(), 0
	for text := range specs["3986"]().texts(1) {
		n++
		io.WriteString(h, text+"\n")
		delete(missing, text)
	}
	if got := fmt.Sprintf("%d %x", n, h.Sum(nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(missing) > 0 {
		t.Errorf("missing: %v", missing)
	}
}
