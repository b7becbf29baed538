package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/web"
)

func Example() {
	base, err := web.Parse("https://example.com/docs/index.html")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, link := range []string{"../a b.html#c", `\\EXAMPLE.org\x`, "?q=ü", "http://0x7f.1/"} {
		u, err := web.Parser{}.Parse(base, link)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.com/a%20b.html#c <nil>
	// https://example.org/x <nil>
	// https://example.com/docs/index.html?q=%C3%BC <nil>
	// http://127.0.0.1/ <nil>
}

// The base of a page, which its links are resolved against.
func ExampleParser_DocumentBase() {
	page, _ := web.Parse("https://example.com/docs/a.html")
	for _, href := range []string{"/b/", "//cdn.example/", "", "javascript:void(0)", "http://[/"} {
		fmt.Println(web.Parser{}.DocumentBase(page, href))
	}
	// Output:
	// https://example.com/b/
	// https://cdn.example/
	// https://example.com/docs/a.html
	// https://example.com/docs/a.html
	// https://example.com/docs/a.html
}

func ExampleParse() {
	u, err := web.Parse(" HTTPS://Example.com:443/./a/../b ")
	fmt.Println(u, err)
	_, err = web.Parse("https://example.com:80800/")
	fmt.Println(err)
	// Output:
	// https://example.com/b <nil>
	// web: parse "https://example.com:80800/": port-out-of-range at offset 20
}

func ExampleValid() {
	for _, s := range []string{"https://Example.com/a b", "http://0x7f.1", "mailto:a@b", "//h/", "http://h:99999/", "http://a b/"} {
		fmt.Print(web.Valid(s), " ")
	}
	// Output: true true true false false false
}

func ExampleParser_Parse() {
	p := web.Parser{
		// Module example.com/uri/idna has this function for all names.
		ToASCII: func(domain string) (string, error) {
			if strings.EqualFold(domain, "münchen.example") {
				return "xn--mnchen-3ya.example", nil
			}
			return "", errors.New("unknown name")
		},
		// The page is in ISO 8859-1.
		Query: func(dst []byte, s string) []byte {
			for _, r := range s {
				if r <= 0xFF {
					dst = append(dst, byte(r))
				} else {
					dst = fmt.Appendf(dst, "%%26%%23%d%%3B", r)
				}
			}
			return dst
		},
	}
	u, err := p.Parse(web.URL{}, "https://München.example/?straße=€")
	fmt.Println(u, err)
	u, err = p.Parse(u, `a\b`)
	fmt.Println(u, err)
	// Output:
	// https://xn--mnchen-3ya.example/?stra%DFe=%26%238364%3B <nil>
	// https://xn--mnchen-3ya.example/a/b <nil>
}

func ExampleError() {
	_, err := web.Parse("https://user:secret@[::g]/")
	var e *web.Error
	if errors.As(err, &e) {
		fmt.Println(e.Name, e.Offset)
	}
	fmt.Println(err)
	slog.SetLogLoggerLevel(slog.LevelError)
	slog.Info("refused", "err", e)
	// Output:
	// IPv6-invalid-code-point 23
	// web: parse "https://user:xxxxx@[::g]/": IPv6-invalid-code-point at offset 23
}

func ExampleErrNoToASCII() {
	_, err := web.Parse("https://münchen.example/")
	fmt.Println(errors.Is(err, web.ErrNoToASCII))
	// Output: true
}

func ExampleURL() {
	u, err := web.Parse("https://user:secret@example.com:8080/a/b?q#f")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _ := u.Port()
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	fmt.Println(u.Scheme(), u.Username(), u.Password(), host, port, u.Path(), query, fragment)
	fmt.Println(u.Origin())
	fmt.Println(u.String())
	fmt.Printf("%+v\n", u)
	slog.Debug("fetched", "url", u)
	// Output:
	// https user secret example.com 8080 /a/b q f
	// https://example.com:8080
	// https://user:secret@example.com:8080/a/b?q#f
	// https://user:xxxxx@example.com:8080/a/b?q#f
}

func ExampleURL_MarshalText() {
	u, err := web.Parse(`http:\\EXAMPLE.com\a`)
	text, _ := json.Marshal(map[string]web.URL{"link": u})
	fmt.Println(string(text), err)
	// Output: {"link":"http://example.com/a"} <nil>
}

func ExampleURL_UnmarshalText() {
	var page struct{ Link web.URL }
	err := json.Unmarshal([]byte(`{"Link": "HTTPS://Example.com:443/a b"}`), &page)
	fmt.Println(page.Link, err)
	// Output: https://example.com/a%20b <nil>
}

func ExampleURL_Origin() {
	for _, s := range []string{"https://example.com/a", "blob:https://example.com/1234", "file:///a", "data:,a"} {
		u, err := web.Parse(s)
		fmt.Println(u.Origin(), err)
	}
	// Output:
	// https://example.com <nil>
	// https://example.com <nil>
	// null <nil>
	// null <nil>
}

func ExampleParser_Origin() {
	u, err := web.Parse("blob:https://ü.example/1234")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := web.Parser{ToASCII: func(string) (string, error) { return "xn--tda.example", nil }}
	fmt.Println(u.Origin(), p.Origin(u))
	// Output: null https://xn--tda.example
}

func ExampleURL_URI() {
	u, err := web.Parse("https://example.com/a[1]?100%")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := u.URI()
	fmt.Println(u)
	fmt.Println(v, err)
	// Output:
	// https://example.com/a[1]?100%
	// https://example.com/a%5B1%5D?100%25 <nil>
}
