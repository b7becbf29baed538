package uri_test

import (
	"errors"
	"fmt"
	"strings"

	"example.com/uri"
)

// A Note is a URL of a scheme that the program brings itself (RFC 1738, 4):
//
//	noteurl = "x-note://" hostport "/" topic [ "?" author ]
type Note struct {
	Host          string
	Port          uint16 // 0: 7007
	Topic, Author string
}

// NoteFrom reads u.
func NoteFrom(u uri.URI) (Note, error) {
	if !strings.EqualFold(u.Scheme(), "x-note") {
		return Note{}, errors.New("not an x-note URL")
	}
	server, err := uri.ServerFrom(u)
	if err != nil {
		return Note{}, err
	}
	topic, ok := strings.CutPrefix(u.Path(), "/")
	if !ok || strings.Contains(topic, "/") || server.Login != (uri.Login{}) {
		return Note{}, errors.New("an x-note URL is x-note://host/topic?author")
	}
	n := Note{Host: server.Host, Port: server.Port}
	author, _ := u.Query()
	if n.Topic, err = uri.Unescape(topic); err == nil {
		n.Author, err = uri.Unescape(author)
	}
	return n, err
}

// Scheme, URI and String make Note a uri.Scheme.
func (n Note) Scheme() string { return "x-note" }

func (n Note) URI() (uri.URI, error) {
	g := uri.Generic{Scheme: "x-note", Host: n.Host, Port: n.Port, Path: []string{n.Topic}}
	if n.Author != "" {
		g.Query = uri.Values{uri.Pair(uri.Escape(n.Author, uri.EscapeQueryPair))}
	}
	return g.URI()
}

func (n Note) String() string {
	u, err := n.URI()
	if err != nil {
		return err.Error()
	}
	return u.String()
}

// Interpret is uri.Interpret for one scheme more.
func Interpret(u uri.URI) (uri.Scheme, error) {
	if strings.EqualFold(u.Scheme(), "x-note") {
		return NoteFrom(u)
	}
	return uri.Interpret(u)
}

// A program adds a scheme of its own by a struct and a function that reads it.
func ExampleScheme() {
	for _, s := range []string{"x-note://h.example:80/tea%2Fcoffee?O%27Neill", "ftp://h.example/f", "x-note:///a"} {
		x, err := Interpret(uri.MustParse(s))
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%T %s\n", x, x)
		if note, ok := x.(Note); ok {
			fmt.Printf("%q by %q\n", note.Topic, note.Author)
		}
	}
	// Output:
	// uri_test.Note x-note://h.example:80/tea%2Fcoffee?O'Neill
	// "tea/coffee" by "O'Neill"
	// uri.FTP ftp://h.example/f
	// uri: x-note "x-note:///a": host: no host at offset 9 (RFC 2396, 3.2.2)
}
