package crawl_test

import (
	"errors"
	"fmt"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/web"
)

func ExampleExtract() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://ds.internic.
net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>.`
	for m := range crawl.Extract(text) {
		fmt.Println(m.Start, m.End, m.Wrapper, m.URI)
	}
	// Output:
	// 28 57 "" http://www.w3.org/Addressing/
	// 98 125 <> ftp://ds.internic.net/rfc/
	// 150 210 <> http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
}

func ExampleExtract_hyphen() {
	for m := range crawl.Extract("see <URL:http://www.example.com/long-\nwinded/>") {
		fmt.Println(m.URI, "or", m.Alternatives)
	}
	// Output: http://www.example.com/long-winded/ or [http://www.example.com/longwinded/]
}

func ExampleExtractor() {
	x := crawl.Extractor{Schemes: []string{"doi"}}
	for m := range x.Extract("It is doi:10.1000/182, they say.") {
		fmt.Println(m.URI)
	}
	// Output: doi:10.1000/182
}

// The marks around a URI.
func ExampleWrapper() {
	for _, row := range []struct {
		wrapper crawl.Wrapper
		text    string
	}{
		{crawl.WrapperNone, `It is at http://example.com/a.`},
		{crawl.WrapperQuotes, `It is at "http://example.com/a".`},
		{crawl.WrapperAngle, `It is at <http://example.com/a>.`},
		{crawl.WrapperAngleURL, `It is at <URL:http://example.com/a>.`},
	} {
		for m := range crawl.Extract(row.text) {
			if m.Wrapper == row.wrapper {
				fmt.Printf("%-36s %#q\n", row.text, m.Wrapper)
			}
		}
	}
	// Output:
	// It is at http://example.com/a.       ``
	// It is at "http://example.com/a".     `""`
	// It is at <http://example.com/a>.     `<>`
	// It is at <URL:http://example.com/a>. `<URL:>`
}

func ExampleExpand() {
	for _, short := range []string{"www.w3.org/Addressing/", "example.com:8080/x", "user@example.com", "a/b"} {
		u, by, err := crawl.Expand(short)
		if errors.Is(err, crawl.ErrRelative) {
			fmt.Println(short, "is for a base to resolve")
			continue
		}
		fmt.Println(u, "by the rule", by)
	}
	// Output:
	// http://www.w3.org/Addressing/ by the rule www host
	// http://example.com:8080/x by the rule host and port
	// mailto:user@example.com by the rule mailbox
	// a/b is for a base to resolve
}

// In the address line of a browser a host may stand alone.
func ExampleExpander_Expand() {
	line := crawl.Expander{Scheme: "https", HostAlone: true}
	for _, typed := range []string{"example.com/x", "server:8080", "ftp.example.com", "two words"} {
		u, _, err := line.Expand(typed)
		if errors.Is(err, crawl.ErrSearch) {
			fmt.Println("search for", typed)
			continue
		}
		fmt.Println(u)
	}
	// Output:
	// https://example.com/x
	// https://server:8080
	// ftp://ftp.example.com
	// search for two words
}

// Each rule, and texts that it completes.
func ExampleExpansion() {
	for _, row := range []struct {
		rule  crawl.Expansion
		short string
	}{
		{crawl.ExpansionWWWHost, "www.example.com/a"},
		{crawl.ExpansionFTPHost, "ftp.example.com/a"},
		{crawl.ExpansionGopherHost, "gopher.example.com"},
		{crawl.ExpansionHostAndPort, "example.com:8080/a"},
		{crawl.ExpansionHostAlone, "[2001:db8::1]/a"},
		{crawl.ExpansionComplete, "http://example.com/a"},
		{crawl.ExpansionNetworkPath, "//example.com/a"},
		{crawl.ExpansionMailbox, "user@example.com"},
		{crawl.ExpansionNone, "a/b"},
	} {
		if u, rule, _ := crawl.Expand(row.short); rule == row.rule {
			fmt.Printf("%-13v %-20s %q\n", rule, row.short, u)
		}
	}
	// Output:
	// www host      www.example.com/a    "http://www.example.com/a"
	// ftp host      ftp.example.com/a    "ftp://ftp.example.com/a"
	// gopher host   gopher.example.com   "gopher://gopher.example.com"
	// host and port example.com:8080/a   "http://example.com:8080/a"
	// host alone    [2001:db8::1]/a      "http://[2001:db8::1]/a"
	// complete      http://example.com/a "http://example.com/a"
	// network path  //example.com/a      "http://example.com/a"
	// mailbox       user@example.com     "mailto:user@example.com"
	// none          a/b                  ""
}

func ExampleRepair() {
	u, changes, err := crawl.Repair(" /a b/100%#x#y")
	fmt.Println(u, err)
	for _, c := range changes {
		fmt.Printf("%d: %q -> %q (%v)\n", c.Offset, c.Old, c.New, c.Kind)
	}
	// Output:
	// /a%20b/100%25#x%23y <nil>
	// 0: " " -> "" (trimmed)
	// 3: " " -> "%20" (escaped)
	// 9: "%" -> "%25" (stray percent)
	// 12: "#" -> "%23" (second hash)
}

// Each kind of change, and a reference that has it made.
func ExampleChangeKind() {
	repairer := crawl.Repairer{ToASCII: toASCII}
	for _, row := range []struct {
		kind  crawl.ChangeKind
		given string
	}{
		{crawl.ChangeTrimmed, " a"},
		{crawl.ChangeRemoved, "a\nb"},
		{crawl.ChangeEscaped, "a b"},
		{crawl.ChangeStrayPercent, "100%"},
		{crawl.ChangeSecondHash, "#a#b"},
		{crawl.ChangeBracket, "?a[]"},
		{crawl.ChangeDotSegment, "12:30"},
		{crawl.ChangeHostName, "//bücher.example"},
	} {
		u, changes, _ := repairer.Repair(row.given)
		for _, c := range changes {
			if c.Kind == row.kind {
				fmt.Printf("%-13v %-23q %q\n", c.Kind, row.given, u)
			}
		}
	}
	// Output:
	// trimmed       " a"                    "a"
	// removed       "a\nb"                  "ab"
	// escaped       "a b"                   "a%20b"
	// stray percent "100%"                  "100%25"
	// second hash   "#a#b"                  "#a%23b"
	// bracket       "?a[]"                  "?a%5B%5D"
	// dot segment   "12:30"                 "./12:30"
	// host name     "//bücher.example"      "//xn--bcher-kva.example"
}

// The changes in each part of a reference, and around it.
func ExampleChange() {
	_, changes, _ := crawl.Repair(" ht\ntp://us er@exam\nple.com:80\n80/a b?c d#e f")
	for _, part := range []uri.Part{
		uri.PartNone, uri.PartScheme, uri.PartUserinfo, uri.PartHost, uri.PartPort, uri.PartPath, uri.PartQuery, uri.PartFragment,
	} {
		for _, c := range changes {
			if c.Part == part {
				fmt.Printf("%-9v at %2d: %4q -> %q\n", part, c.Offset, c.Old, c.New)
			}
		}
	}
	// Output:
	//           at  0:  " " -> ""
	// scheme    at  3: "\n" -> ""
	// userinfo  at 11:  " " -> "%20"
	// host      at 19: "\n" -> ""
	// port      at 30: "\n" -> ""
	// path      at 35:  " " -> "%20"
	// query     at 39:  " " -> "%20"
	// fragment  at 43:  " " -> "%20"
}

// toASCII stands for the function of an IDNA library, such as that of
// example.com/uri/idna.
func toASCII(name string) (string, error) {
	if name != "bücher.example" {
		return "", errors.New("unknown name")
	}
	return "xn--bcher-kva.example", nil
}

func ExampleRepairer() {
	r := crawl.Repairer{ToASCII: toASCII}
	u, changes, err := r.Repair(`http://bücher.example/neu`)
	fmt.Println(u, err)
	fmt.Println(changes[0].Kind, changes[0].Old)
	// Output:
	// http://xn--bcher-kva.example/neu <nil>
	// host name bücher.example
}

// Without the list of changes a reference costs one allocation.
func ExampleRepairer_Fix() {
	u, err := crawl.Repairer{}.Fix("http://{example}.com/a b?100%")
	fmt.Println(u, err)
	// Output: http://%7Bexample%7D.com/a%20b?100%25 <nil>
}

// The offset is one in the text given, line break included.
func ExampleRepairError() {
	for _, href := range []string{"\nhttp://bücher.example/", "\nhttp://exa mple.com/"} {
		_, _, err := crawl.Repair(href)
		var e *crawl.RepairError
		if errors.As(err, &e) {
			fmt.Printf("%q: %v\n", href[e.Offset:], err)
		}
		if errors.Is(err, crawl.ErrHost) {
			fmt.Println("Set Repairer.ToASCII.")
		}
	}
	// Output:
	// "ücher.example/": crawl: beyond repair: no US-ASCII form of the host name at offset 9
	// Set Repairer.ToASCII.
	// " mple.com/": crawl: beyond repair: authority: invalid character ' ' at offset 11 (RFC 2396, 3.2)
}

// A link of a page becomes an absolute URI, as a browser reads it, and a key.
func Example() {
	base, err := web.Parse("http://www.example.com/a/b.html")
	if err != nil {
		fmt.Println(err)
		return
	}
	parser := web.Parser{ToASCII: toASCII} // idna.ToASCII of example.com/uri/idna
	for _, href := range []string{` c d.html#top`, `http:../%7eme/`, `\\WWW.example.com:80\c`, `//bücher.example`} {
		link, err := parser.Parse(base, href)
		if err != nil {
			fmt.Println(err)
			continue
		}
		u, err := link.URI()
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", crawl.AppendKey(nil, u))
	}
	// Output:
	// http://www.example.com/a/c%20d.html
	// http://www.example.com/~me/
	// http://www.example.com/c
	// http://xn--bcher-kva.example/
}

func ExampleAppendKey() {
	seen := make(map[string]bool)
	var key []byte
	for _, s := range []string{"http://Example.com", "http://example.com:80/#top", "http://example.com/%7Eme", "http://example.com/~me"} {
		key = crawl.AppendKey(key[:0], uri.MustParse(s))
		fmt.Println(s, seen[string(key)])
		seen[string(key)] = true
	}
	// Output:
	// http://Example.com false
	// http://example.com:80/#top true
	// http://example.com/%7Eme false
	// http://example.com/~me true
}

func ExampleAppendSURT() {
	u := uri.MustParse("http://www.archive.org/goo/?a=2&b&a=1")
	fmt.Printf("%s\n", crawl.AppendSURT(nil, u))
	// Output: org,archive,www)/goo/?a=2&b&a=1
}

func ExampleKeyer() {
	k := crawl.Keyer{DropWWW: true, SortQuery: true, IndexNames: []string{"index.html"}}
	u := uri.MustParse("http://www.archive.org/index.html?b&a=2&a=1")
	fmt.Printf("%s\n", k.AppendKey(nil, u))
	fmt.Printf("%s\n", k.AppendSURT(nil, u))
	// Output:
	// http://archive.org/?a=1&a=2&b
	// org,archive)/?a=1&a=2&b
}
