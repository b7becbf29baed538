package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"testing"
)

// The expressions of RFC 3986, Appendix B, and of an authority by section 3.2.
var (
	wholeExpr     = regexp.MustCompile(`(?s)^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
	authorityExpr = regexp.MustCompile(`(?s)^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::([0-9]*))?$`)
)

// serverExpr matches the texts whose authority is a server of RFC 2396 with a host.
var serverExpr = regexp.MustCompile(`^(?:[^:/?#]+:)?//(?:[^@/?#]*@)?(?:\[[^\]]*\]|(?:[0-9]+\.){3}[0-9]+|(?:[0-9A-Za-z](?:[0-9A-Za-z-]*[0-9A-Za-z])?\.)*[A-Za-z](?:[0-9A-Za-z-]*[0-9A-Za-z])?\.?)(?::[0-9]*)?(?:[/?#]|$)`)

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
	for rfc, want := range map[string]struct {
		texts int
		hash  string
	}{
		"2396": {795790, "4771da439eafee34aae04276499bfbf92aae16f424485d484c91198e6e9e5480"},
		"3986": {613491, "d94a7971b8736b9911d97c6c857aa26b63e9dc875a9870c1d1fb91b3f7aa0160"},
		"1738": {872823, "58f7a671690d19c6ef5c1ee043f0633c3ecc84e88649b3a410d9c9d4c4b87baa"},
		"3987": {604463, "53fb4afa1d150e3e11cdefc7c1d6d670d6eebc36baa2e083a24bfdde41f9718b"},
	} {
		if large[rfc] && !*long {
			continue
		}
		t.Run(rfc, func(t *testing.T) {
			var out bytes.Buffer
			if status := run([]string{"suite", "-rfc", rfc}, &out, &out); status != statusRight {
				t.Fatal(out.String())
			}
			first, records, _ := bytes.Cut(out.Bytes(), []byte("\n"))
			lines := bytes.Split(bytes.TrimSpace(records), []byte("\n"))
			if got := fmt.Sprintf("%x", sha256.Sum256(records)); len(lines) != want.texts || got != want.hash {
				t.Errorf("%d texts, hash %s, want %d, %s", len(lines), got, want.texts, want.hash)
			}
			if want := fmt.Sprintf(`{"suite":"RFC %s","k":0,"version":4,"texts":%d,"sha256":"%s"}`, rfc, want.texts, want.hash); string(first) != want {
				t.Errorf("the first line is %s, want %s", first, want)
			}
			readme, err := os.ReadFile("README.md")
			row := fmt.Sprintf("| %s | %d | %d,%03d | ", rfc, specs[rfc]().valid.Len(), len(lines)/1000, len(lines)%1000)
			if err != nil || !bytes.Contains(readme, []byte(row)) || rfc == "3986" && !bytes.Contains(readme, append(first, '\n')) {
				t.Errorf("README.md has no %q or no first line, %v", row, err)
			}
			if most := 1_000_000; len(lines) > most {
				t.Errorf("%d texts, more than %d", len(lines), most)
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
				if want := expected(string(text), rfc != "2396" || serverExpr.Match(text)); !reflect.DeepEqual(r, want) {
					t.Fatalf("%s: %q: the expressions say %v", line, text, want)
				}
			}
		})
	}
}

// TestSuiteLong checks that the suite with more texts has all texts of the other one.
func TestSuiteLong(t *testing.T) {
	long := map[string]bool{}
	for text := range (suite{spec: specs["short"](), thorough: true}.texts()) {
		long[text] = true
	}
	n := 0
	for text := range (suite{spec: specs["short"]()}.texts()) {
		if n++; !long[text] {
			t.Errorf("no %q", text)
		}
	}
	if n < 100 || len(long) < n+1000 {
		t.Errorf("%d and %d texts", n, len(long))
	}
}

// TestSuiteMore checks that the suite for k=1 has texts for what parsers often add to RFC 3986:
// known schemes, zones and a greatest port.
func TestSuiteMore(t *testing.T) {
	if !*long {
		return
	}
	const want = "3061905 91f381d12e510ca0fb7e473422ba7816aa5c462b05d6194f9d0f429cf00261bb"
	missing := map[string]bool{
		"http:": true, "https://a@": true, "mailto:@": true, "urn:uuid:a": true,
		"//[::%25a]": true, "//[::%25%aa]": true, "//:65535": true, "//:65536": true,
	}
	h, n := sha256.New(), 0
	for text := range (suite{spec: specs["3986"](), k: 1}.texts()) {
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
