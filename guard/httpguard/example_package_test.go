package httpguard_test

import (
	"fmt"

	"example.com/uri/guard/httpguard"
)

// A client for URLs from untrusted sources refuses an address of the own network.
func Example() {
	client := httpguard.Client{}.HTTP()
	response, err := client.Get("http://169.254.169.254/latest/meta-data/")
	if err != nil {
		fmt.Println(httpguard.WithoutURL(err))
		return
	}
	defer response.Body.Close()
	// Output:
	// guard: gate: address "169.254.169.254": the address is not public (RFC 3927, 169.254.0.0/16)
}
