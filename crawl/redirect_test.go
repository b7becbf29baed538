package crawl

import (
	"errors"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/vectors"
)

// TestCommentTables runs the examples in the comments of Redirect and AppendSURT.
func TestCommentTables(t *testing.T) {
	for _, row := range vectors.CommentTable(t, "redirect.go", "Redirect") {
		args := strings.Split(strings.Join(row[:2], " "), `"`) // Redirect("u", "location")
		if got, err := Redirect(uri.MustParse(args[1]), args[3]); err != nil || got.String() != row[2] {
			t.Errorf("%q: %v, %v", row, got, err)
		}
	}
	for _, row := range vectors.CommentTable(t, "key.go", "AppendSURT") {
		for i, s := range row[:len(row)/2] { // the URIs, then their SURTs
			if got := string(AppendSURT(nil, uri.MustParse(s))); got != row[len(row)/2+i] {
				t.Errorf("%q: %s is %s", row, s, got)
			}
		}
	}
}

func TestRedirect(t *testing.T) {
	for _, test := range []struct{ u, location, want string }{
		// RFC 9110, 10.2.2
		{"http://www.example.org/~tim", "/People.html#tim", "http://www.example.org/People.html#tim"},
		{"http://www.example.org/index.html#larry", "http://www.example.net/index.html", "http://www.example.net/index.html#larry"},

		{"http://h/a/b?q#f", "c", "http://h/a/c#f"},
		{"http://h/a/b?q#f", "?r", "http://h/a/b?r#f"},
		{"http://h/a/b?q#f", "", "http://h/a/b?q#f"},
		{"http://h/a/b?q#f", "#", "http://h/a/b?q#"},
		{"http://h/a/b?q#f", "#g", "http://h/a/b?q#g"},
		{"http://h/a/b?q#", "c", "http://h/a/c#"},
		{"http://h/a/b", "../../../c", "http://h/c"},
		{"http://h/a", "//g", "http://g"},
		{"http://h/a#f", "https://h/x/../a", "https://h/a#f"},
		{"http://h/a#f", "mailto:a@h", "mailto:a@h#f"},
	} {
		got, err := Redirect(uri.MustParse(test.u), test.location)
		if err != nil || got.String() != test.want {
			t.Errorf("%q, %q: got %q, %v, want %q", test.u, test.location, got, err, test.want)
		}
	}
	for _, test := range []struct{ u, location string }{
		{"http://h/a", "/a b"}, {"http://h/a", " /a"}, {"http://h/a", "/é"}, {"http://h/a", "/%"}, {"/a", "b"}, {"", ""},
	} {
		got, err := Redirect(uri.MustParse(test.u), test.location)
		var e *uri.SyntaxError
		if !errors.As(err, &e) || got != (uri.URI{}) {
			t.Errorf("%q, %q: got %q, %v", test.u, test.location, got, err)
		}
	}
}
