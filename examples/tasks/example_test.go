package tasks

import (
	"fmt"
	"log"

	"example.com/uri"
	"example.com/uri/idna"
	"example.com/uri/web"
)

// A name typed with accents.
func Example_accents() {
	typed := "http://Bücher.example/Grüße"
	u, err := web.Parser{ToASCII: idna.ToASCII}.Parse(web.URL{}, typed)
	if err != nil {
		log.Fatal(err)
	}
	v, err := u.URI()
	fmt.Println(v, err)
	fmt.Println(uri.Unescape(v.Path()))
	// Output:
	// http://xn--bcher-kva.example/Gr%C3%BC%C3%9Fe <nil>
	// /Grüße <nil>
}
