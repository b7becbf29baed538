package links

import "example.com/uri/internal/ascii"

// An Ending names the rule that ended a URI in a text: why the text after it is no part of it. The file RULES.md
// of this package has examples of each.
type Ending uint8

const (
	EndingText        Ending = iota // the text ends
	EndingCharacter                 // a character that no URI or IRI contains: white space, a control, "<", ">", '"'
	EndingWrapper                   // the wrapper ends
	EndingSpace                     // a space in a wrapper, within a line
	EndingOpener                    // the closer of an opener right before the URI
	EndingTag                       // a closing tag, as in [b]http://a/b[/b]
	EndingBracket                   // a bracket without its partner
	EndingLabel                     // a label in brackets
	EndingToken                     // an escape of a string, troff or a terminal
	EndingEntity                    // an entity of HTML
	EndingPunctuation               // punctuation of the sentence
	EndingQuote                     // the end of a string that began before the URI
	EndingComment                   // the end of a comment, an arrow, or "&&"
	EndingHost                      // text that is no part of a host or port, after one
	EndingScript                    // text of another script, after a host
	EndingList                      // the next URL of a list
)

var endings = [...]string{"text", "character", "wrapper", "space", "opener", "tag", "bracket", "label", "token", "entity",
	"punctuation", "quote", "comment", "host", "script", "list"}

// String returns the name in small letters, "text" or "punctuation".
func (e Ending) String() string { return ascii.Name(endings[:], int(e)) }
