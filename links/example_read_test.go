package links_test

import (
	"errors"
	"fmt"

	"example.com/uri/links"
)

// What people type and paste where a program wants one URL.
func ExampleRead() {
	for _, text := range []string{
		"example.com/a b", "localhost:8080", "[the docs](https://example.com/docs)", `C:\Users\joe\C#.txt`, "git@example.com:joe/repo.git", "hxxps://example[.]com",
		"two words", "http://a.example/ http://b.example/", `http://good.example\@evil.example/`,
	} {
		switch x, err := links.Read(text); {
		case errors.Is(err, links.ErrSearch):
			fmt.Println("search for", text)
		case errors.Is(err, links.ErrSeveral):
			fmt.Println("one URL, please")
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Printf("%-8v %v\n", x.Kind, x.URI)
		}
	}
	// Output:
	// host     https://example.com/a%20b
	// host     http://localhost:8080/
	// embedded https://example.com/docs
	// path     file:///C:/Users/joe/C%23.txt
	// remote   ssh://git@example.com/~/joe/repo.git
	// defanged https://example.com
	// search for two words
	// one URL, please
	// links: programs read different hosts in this text
}

// Each kind, and a text of it.
func ExampleKind() {
	for _, row := range []struct {
		kind links.Kind
		text string
	}{
		{links.KindURI, "http://example.com/a"},
		{links.KindFixed, "http://exam ple.com/a"},
		{links.KindHost, "example.com/a"},
		{links.KindMailbox, "Joe <joe@example.com>"},
		{links.KindPath, "/home/joe/a"},
		{links.KindRemote, "joe@example.com:a"},
		{links.KindEmbedded, "GET http://example.com/a HTTP/1.1"},
		{links.KindEscaped, `http:\/\/example.com\/a`},
		{links.KindDefanged, "hxxp://example[.]com/a"},
	} {
		if x, err := links.Read(row.text); err == nil && x.Kind == row.kind {
			fmt.Printf("%-8v %-33s %v\n", x.Kind, row.text, x.URI)
		}
	}
	// Output:
	// uri      http://example.com/a              http://example.com/a
	// fixed    http://exam ple.com/a             http://example.com/a
	// host     example.com/a                     https://example.com/a
	// mailbox  Joe <joe@example.com>             mailto:joe@example.com
	// path     /home/joe/a                       file:///home/joe/a
	// remote   joe@example.com:a                 ssh://joe@example.com/~/a
	// embedded GET http://example.com/a HTTP/1.1 http://example.com/a
	// escaped  http:\/\/example.com\/a           http://example.com/a
	// defanged hxxp://example[.]com/a            http://example.com/a
}

// The part of the text that was read.
func ExampleReading() {
	text := "see http://example.com/a for details"
	x, err := links.Read(text)
	fmt.Println(text[x.Start:x.End], err)
	// Output: http://example.com/a <nil>
}

func ExampleReader() {
	r := links.Reader{Scheme: "http", ToASCII: toASCII}
	x, err := r.Read("bücher.example")
	fmt.Println(x.URI, err)
	_, err = links.Read("bücher.example")
	fmt.Println(errors.Is(err, links.ErrHost))
	// Output:
	// http://xn--bcher-kva.example/ <nil>
	// true
}
