package idna_test

import (
	"fmt"

	"example.com/uri/idna"
)

func ExampleToASCII() {
	for _, domain := range []string{"Bücher.example", "faß.de", "☕。example", "EXAMPLE.com", "a\uFF05b"} {
		ascii, err := idna.ToASCII(domain)
		fmt.Println(ascii, err)
	}
	// Output:
	// xn--bcher-kva.example <nil>
	// xn--fa-hia.de <nil>
	// xn--53h.example <nil>
	// example.com <nil>
	//  idna: label 1: a forbidden domain code point '%'
}
