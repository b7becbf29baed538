package uri_test

import (
	"encoding/json"
	"fmt"

	"example.com/uri"
)

// In JSON an undefined part is null, and an empty one is "".
func ExampleOptional_MarshalJSON() {
	for _, s := range []string{"http://h/", "http://h/?", "http://h/?q"} {
		h, err := uri.ParseHTTP(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		text, err := json.Marshal(h.Search)
		fmt.Printf("%s %v\n", text, err)
	}
	// Output:
	// null <nil>
	// "" <nil>
	// "q" <nil>
}

// The JSON of a login has its password, as the JSON of a URI has.
func ExampleLogin_UnmarshalJSON() {
	var database struct{ Login uri.Login }
	err := json.Unmarshal([]byte(`{"Login": "app:p%40ss"}`), &database)
	password, ok := database.Login.Password()
	fmt.Println(password, ok, err)
	text, err := json.Marshal(database)
	fmt.Printf("%s %v\n", text, err)
	// Output:
	// p@ss true <nil>
	// {"Login":"app:p%40ss"} <nil>
}

func ExampleServer_HostPort() {
	s, err := uri.ServerFrom(uri.MustParse("redis://u:p@[::1]:6379/0"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.HostPort())
	s.Port = 0 // the default of its scheme, which a Server does not know
	fmt.Println(s.HostPort())
	// Output:
	// [::1]:6379 true
	//  false
}

// Several pairs may have one name.
func ExampleValues_All() {
	v := uri.MustParse("http://h/?tag=a&id=7&tag=b+c").Values()
	for tag := range v.All("tag") {
		fmt.Println(tag)
	}
	// Output:
	// a
	// b c
}
