package guard_test

import (
	"fmt"

	"example.com/uri/guard"
)

// Four readers of one text, and the host that each would connect to.
func ExampleReadings() {
	for _, r := range guard.Readings("http://0x7f.1/") {
		fmt.Println(r.By, r.Host, r.Err)
	}
	for _, r := range guard.Readings("http://good.example\\@evil.example/") {
		fmt.Printf("%s: %q, %v\n", r.By, r.Host, r.Err != nil)
	}
	// Output:
	// RFC 2396 0x7f.1 <nil>
	// RFC 3986 0x7f.1 <nil>
	// URL Standard 127.0.0.1 <nil>
	// net/url 0x7f.1 <nil>
	// RFC 2396: "", true
	// RFC 3986: "", true
	// URL Standard: "good.example", false
	// net/url: "", true
}

func ExampleReading_String() {
	r := guard.Readings("http://joe:secret@h/?token=x")[0]
	fmt.Println(r.String())
	fmt.Printf("%+v\n", r)
	fmt.Println(r.LogValue())
	// Output:
	// RFC 2396: http://joe:secret@h/?token=x
	// RFC 2396: http://joe:xxxxx@h/?token=xxxxx
	// RFC 2396: http://joe:xxxxx@h/?token=xxxxx
}
