package links_test

import (
	"errors"
	"fmt"

	"example.com/uri"
	"example.com/uri/links"
)

func ExampleExtract() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://ds.internic.
net/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>.`
	for m := range links.Extract(text) {
		fmt.Println(m.Start, m.End, m.Wrapper, m.URI)
	}
	// Output:
	// 28 57 "" http://www.w3.org/Addressing/
	// 98 125 <> ftp://ds.internic.net/rfc/
	// 150 210 <> http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING
}

func ExampleExtract_hyphen() {
	for m := range links.Extract("see <URL:http://www.example.com/long-\nwinded/>") {
		fmt.Println(m.URI, "or", m.Alternatives)
	}
	// Output: http://www.example.com/long-winded/ or [http://www.example.com/longwinded/]
}

func ExampleExtractor() {
	x := links.Extractor{Schemes: []string{"doi"}}
	for m := range x.Extract("It is doi:10.1000/182, they say.") {
		fmt.Println(m.URI)
	}
	// Output: doi:10.1000/182
}

func ExampleEnding() {
	for _, test := range []struct {
		text string
		want links.Ending
	}{
		{"http://a.example/b", links.EndingText},
		{"http://a.example/b and c", links.EndingCharacter},
		{"<http://a.example/b>", links.EndingWrapper},
		{"<http://a.example/b and c>", links.EndingSpace},
		{"|http://a.example/b|c|", links.EndingOpener},
		{"[b]http://a.example[/b]", links.EndingTag},
		{"(http://a.example/b)", links.EndingBracket},
		{"http://a.example/b[label]", links.EndingLabel},
		{`"See http://a.example/b\n"`, links.EndingToken},
		{"&lt;http://a.example/b&gt;", links.EndingEntity},
		{"See http://a.example/b.", links.EndingPunctuation},
		{"('http://a.example/b')", links.EndingOpener},
		{"('see http://a.example/b');", links.EndingQuote},
		{"<!--http://a.example/b-->", links.EndingComment},
		{"http://a.example: it is here", links.EndingPunctuation},
		{"http://a.example:Connection refused", links.EndingHost},
		{"http://a.exampleの", links.EndingScript},
		{"http://a.example,http://b.example", links.EndingList},
	} {
		for m := range links.Extract(test.text) {
			fmt.Println(m.URI, m.Ending, m.Ending == test.want)
			break
		}
	}
	// Output:
	// http://a.example/b text true
	// http://a.example/b character true
	// http://a.example/b wrapper true
	// http://a.example/b space true
	// http://a.example/b opener true
	// http://a.example tag true
	// http://a.example/b bracket true
	// http://a.example/b label true
	// http://a.example/b token true
	// http://a.example/b entity true
	// http://a.example/b punctuation true
	// http://a.example/b opener true
	// http://a.example/b quote true
	// http://a.example/b comment true
	// http://a.example punctuation true
	// http://a.example host true
	// http://a.example script true
	// http://a.example list true
}

// The marks around a URI.
func ExampleWrapper() {
	for _, row := range []struct {
		wrapper links.Wrapper
		text    string
	}{
		{links.WrapperNone, `It is at http://example.com/a.`},
		{links.WrapperQuotes, `It is at "http://example.com/a".`},
		{links.WrapperAngle, `It is at <http://example.com/a>.`},
		{links.WrapperAngleURL, `It is at <URL:http://example.com/a>.`},
	} {
		for m := range links.Extract(row.text) {
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
		u, by, err := links.Expand(short)
		if errors.Is(err, links.ErrRelative) {
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

// The scheme of hosts can be another one.
func ExampleExpander_Expand() {
	u, by, err := links.Expander{Scheme: "https"}.Expand("www.example.com/x")
	fmt.Println(u, "by the rule", by, err)
	// Output: https://www.example.com/x by the rule www host <nil>
}

// Each rule, and texts that it completes.
func ExampleExpansion() {
	for _, row := range []struct {
		rule  links.Expansion
		short string
	}{
		{links.ExpansionWWWHost, "www.example.com/a"},
		{links.ExpansionFTPHost, "ftp.example.com/a"},
		{links.ExpansionGopherHost, "gopher.example.com"},
		{links.ExpansionHostAndPort, "example.com:8080/a"},
		{links.ExpansionComplete, "http://example.com/a"},
		{links.ExpansionNetworkPath, "//example.com/a"},
		{links.ExpansionMailbox, "user@example.com"},
		{links.ExpansionNone, "a/b"},
	} {
		if u, rule, _ := links.Expand(row.short); rule == row.rule {
			fmt.Printf("%-13v %-20s %q\n", rule, row.short, u)
		}
	}
	// Output:
	// www host      www.example.com/a    "http://www.example.com/a"
	// ftp host      ftp.example.com/a    "ftp://ftp.example.com/a"
	// gopher host   gopher.example.com   "gopher://gopher.example.com"
	// host and port example.com:8080/a   "http://example.com:8080/a"
	// complete      http://example.com/a "http://example.com/a"
	// network path  //example.com/a      "http://example.com/a"
	// mailbox       user@example.com     "mailto:user@example.com"
	// none          a/b                  ""
}

func ExampleRepair() {
	u, changes, err := links.Repair(" /a b/100%#x#y")
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
	repairer := links.Repairer{ToASCII: toASCII}
	for _, row := range []struct {
		kind  links.ChangeKind
		given string
	}{
		{links.ChangeTrimmed, " a"},
		{links.ChangeRemoved, "a\nb"},
		{links.ChangeEscaped, "a b"},
		{links.ChangeStrayPercent, "100%"},
		{links.ChangeSecondHash, "#a#b"},
		{links.ChangeBracket, "?a[]"},
		{links.ChangeDotSegment, "12:30"},
		{links.ChangeHostName, "//bücher.example"},
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
	_, changes, _ := links.Repair(" ht\ntp://us er@exam\nple.com:80\n80/a b?c d#e f")
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
	r := links.Repairer{ToASCII: toASCII}
	u, changes, err := r.Repair(`http://bücher.example/neu`)
	fmt.Println(u, err)
	fmt.Println(changes[0].Kind, changes[0].Old)
	// Output:
	// http://xn--bcher-kva.example/neu <nil>
	// host name bücher.example
}

// The offset is one in the text given, line break included.
func ExampleRepairError() {
	for _, href := range []string{"\nhttp://bücher.example/", "\nhttp://exa mple.com/"} {
		_, _, err := links.Repair(href)
		var e *links.RepairError
		if errors.As(err, &e) {
			fmt.Printf("%q: %v\n", href[e.Offset:], err)
		}
		if errors.Is(err, links.ErrHost) {
			fmt.Println("Set Repairer.ToASCII.")
		}
	}
	// Output:
	// "ücher.example/": links: beyond repair: no US-ASCII form of the host name at offset 9
	// Set Repairer.ToASCII.
	// " mple.com/": links: beyond repair: authority: invalid character ' ' at offset 11 (RFC 2396, 3.2)
}
