package uri

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// secretExpr finds a password as a person would: the text between a ":" and an "@"
// in one of the texts that plantSecret makes.
var secretExpr = regexp.MustCompile(`hunter[0-9a-z/?#:;.]*`)

// plantSecret returns a text with a password in it, in the authority, in what is
// meant as one, in an opaque part or in a path.
func plantSecret(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	secret := "hunter" + pick("2xyz", "2/xyz", "2?xyz", "2#xyz", "2:xyz", "2;xyz", "/2xyz", "2//xyz", "2.xy/z")
	return pick("", "http:", "x:", "postgres:", "ftp:") + pick("//", "//", "//", "/", "", "/a/") +
		pick("u", "svc", "", "a.b") + ":" + secret + "@" + pick("", "h", "h:80", "h/p", "h/p?q", "h_x", "[::1]", "h/x#f")
}

// TestErrorsHide checks that no error shows what Redacted hides, for a text that is
// parsed, changed, or composed of its parts.
func TestErrorsHide(t *testing.T) {
	r := seeded(t)
	refused, failed := 0, 0
	for range *inputs {
		text := plantSecret(r)
		secret := secretExpr.FindString(text)
		check := func(what string, err error) {
			if err == nil {
				return
			}
			refused++
			var e *SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("%s: %v is no SyntaxError", what, err)
			}
			for _, shown := range []string{e.Error(), e.Caret(), e.Reason(), e.LogValue().String()} {
				for i := range len(secret) - 3 {
					if strings.Contains(shown, secret[i:i+4]) && failed < 20 {
						failed++
						t.Errorf("%s of %q shows %q: %s", what, text, secret[i:i+4], shown)
						break
					}
				}
			}
		}
		at := r.IntN(len(text) + 1)
		_, err := Parse(text[:at] + []string{" ", "^", "%", "%zz", "[", "\x00"}[r.IntN(6)] + text[at:])
		if !strings.Contains(secret, text[:at]) || at == 0 { // a cut through the secret leaves two
			check("Parse", err)
		}
		u, err := Parse(text)
		if err != nil {
			check("Parse", err)
			continue
		}
		if !strings.Contains(u.Redacted(), mask) {
			continue
		}
		arg := []string{"", "x", "^", "//y", "a:b", "::1", "h h", "/", "%", "x?", ":", "@", "u@", "[", "..", "x y", "é"}[r.IntN(17)]
		for name, f := range map[string]func(URI, string) (URI, error){
			"WithScheme": URI.WithScheme, "WithAuthority": URI.WithAuthority, "WithUserinfo": URI.WithUserinfo,
			"WithHost": URI.WithHost, "WithPort": URI.WithPort, "WithPath": URI.WithPath, "WithQuery": URI.WithQuery,
			"WithFragment": URI.WithFragment,
			"JoinSegments": func(u URI, s string) (URI, error) { return u.JoinSegments("", s, "..") },
			"join":         func(u URI, s string) (URI, error) { return u.JoinSegments(s) },
			"Resolve as base": func(u URI, s string) (URI, error) {
				ref, err := Parse(s)
				if err != nil {
					return URI{}, nil
				}
				return Resolver{AboveRoot: RejectDots}.Resolve(u, ref)
			},
			"Resolve": func(u URI, _ string) (URI, error) {
				return Resolver{AboveRoot: RejectDots, Mode: Mode(r.IntN(3))}.Resolve(MustParse("http://h/a"), u)
			},
			"EstablishBase": func(u URI, _ string) (URI, error) {
				base, _, err := EstablishBase(URI{}, u)
				return base, err
			},
		} {
			_, err := f(u, arg)
			check(name+"("+arg+")", err)
		}
	}
	t.Logf("%d errors", refused)
}
