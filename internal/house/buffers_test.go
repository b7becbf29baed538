package house

import (
	"go/ast"
	"go/constant"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// bufferTests name, for each local buffer, the test of its package that has texts below, at and
// above its size. Of several functions with one such size one test has all.
var bufferTests = map[string]string{
	". Escape 256":                     "TestBuffers",
	". EscapeOnce 256":                 "TestBuffers",
	". escapeLong 256":                 "TestBuffers",
	". unescape 256":                   "TestBuffers",
	". resolve 256":                    "TestBuffers",
	". resolveLong 8192":               "TestBuffers",
	". try 256":                        "TestBuffers",
	". tryRelative 256":                "TestBuffers",
	". normalize 256":                  "TestBuffers",
	". revealAuthority 256":            "TestBuffers",
	". URI 256":                        "TestBuffers",
	". decodesTo 256":                  "TestBuffers",
	". JoinSegments 256":               "TestBuffers",
	"web parse 256":                    "TestBuffers",
	"web Valid 256":                    "TestBuffers",
	"web dotted 256":                   "TestBuffers",
	"crawl IsTracking 23":              "TestBuffers",
	"crawl Add 512":                    "TestBuffers",
	"crawl editServer 47":              "TestBuffers",
	"internal/hostread isPunycode 126": "TestBuffers",
	"crawl Contains 512":               "TestBuffers",
	"guard specialName 256":            "TestBuffers",
	"guard Match 256":                  "TestBuffers",
	"guard/httpguard match 256":        "TestBuffers",
	"internal/ascii Join 96":           "TestJoin",
	"internal/secret isName 64":        "TestNameRows",
	"internal/hint escaped 256":        "TestBuffers",
	"internal/pathread claims 256":     "TestBuffers",
	"internal/pathread hasLastName 32": "TestBuffers",
}

// TestBuffers finds the local arrays of bytes of fixed size in the code: texts that do not fit take
// another way, so a test must have texts on both sides. Arrays of up to 16 bytes are addresses and
// characters.
func TestBuffers(t *testing.T) {
	left := map[string]string{}
	for key, test := range bufferTests {
		left[key] = test
	}
	for _, dir := range all {
		pkg := code(t, dir)
		for _, f := range pkg.files {
			for _, d := range f.Decls {
				function, ok := d.(*ast.FuncDecl)
				if !ok || function.Body == nil {
					continue
				}
				ast.Inspect(function.Body, func(n ast.Node) bool {
					a, ok := n.(*ast.ArrayType)
					if !ok {
						return true
					}
					v, elem := pkg.info.Types[a.Len].Value, pkg.info.Types[a.Elt].Type
					if a.Len == nil || v == nil || !types.Identical(elem, types.Typ[types.Byte]) {
						return true
					}
					size, _ := constant.Int64Val(v)
					key := dir + " " + function.Name.Name + " " + strconv.FormatInt(size, 10)
					if _, ok := bufferTests[key]; !ok && size > 16 {
						t.Errorf("%q is no key of bufferTests: write a test with texts below, at and above that size, and its row", key)
					}
					delete(left, key)
					return true
				})
			}
		}
	}
	for key := range left {
		t.Errorf("bufferTests has %q, and the code not", key)
	}
	for key, test := range bufferTests {
		dir, _, _ := strings.Cut(key, " ")
		if tests := allCode(t, filepath.Join(root, dir, "*_test.go")); !strings.Contains(tests, "func "+test+"(t *testing.T)") {
			t.Errorf("%s has no %s for %q", dir, test, key)
		}
	}
}
