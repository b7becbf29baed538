package guard

import (
	"net/netip"
	"strconv"
	"strings"
)

// The values of Error.Op.
const (
	opAgreement = "agreement"
	opCallbacks = "callbacks"
	opGate      = "gate"
	opHosts     = "hosts"
	opLocal     = "local"
	opOrigins   = "origins"
	opReadings  = "readings"
	opRewrite   = "rewrite"
	opTarget    = "target"
)

// The readers that an error names.
const (
	byRFC      = "RFC 3986"
	byBrowsers = "browsers"
	byNetURL   = "net/url"
	byNetHTTP  = "net/http"
	byPath     = "the path alone"
)

// An Error says why a function of this package refuses its input. Fields that do not
// apply are empty. An Error does not contain the text that is refused, except Address.
type Error struct {
	// Op is the check: "agreement" ([AgreesWithNetURL], [AgreesWithBrowsers], [ToURL],
	// [FromURL], [BrowserURL]), "callbacks", "gate", "hosts", "local" (of a [Redirector]
	// too), "origins", "readings", "rewrite", "target".
	Op string
	// Part is the part that is refused: the field of a struct ("From"), an argument
	// ("base", "reference", "routes[1].From"), the name of a [uri.Part] ("path"), or another name from
	// the reference ("request-target").
	Part string
	// Offset is the byte offset of the fault in the text of Part. It is 0 for the whole
	// part.
	Offset int
	// Reason says in a few words what is wrong. "It" is the Part, or the Reader for
	// the Op "agreement".
	Reason string
	// Reader is the program or the rule that reads the text differently: "net/url",
	// "browsers", "decoded once, parameters cut".
	Reader string
	// Reference is the source of the rule: "RFC 1918", "RFC 9112, 3.2.3", "Gate.Deny".
	Reference string
	// Address is the address or the host that a [Gate] refuses: "10.0.0.1:80",
	// "[::1]:443", "localhost".
	Address string
	// Prefix is the prefix for which a Gate refuses Address. It is the zero Prefix if
	// no prefix decided.
	Prefix netip.Prefix
	// Class is the class of Address if the Part is "address".
	Class Class
}

// Error describes the error in one line.
func (e *Error) Error() string {
	b := append([]byte("guard: "), e.Op...)
	if e.Part != "" {
		b = append(append(b, ": "...), e.Part...)
	}
	if e.Address != "" {
		b = strconv.AppendQuote(append(b, ' '), e.Address)
	}
	b = append(append(b, ": "...), e.Reason...)
	if e.Offset > 0 || e.Op == opHosts || e.Op == opOrigins || e.Op == opTarget {
		b = strconv.AppendInt(append(b, " at offset "...), int64(e.Offset), 10)
	}
	var sources []string
	for _, s := range []string{e.Reader, e.Reference} {
		if s != "" {
			sources = append(sources, s)
		}
	}
	if e.Prefix.IsValid() {
		sources = append(sources, e.Prefix.String())
	}
	if sources != nil {
		b = append(append(append(b, " ("...), strings.Join(sources, ", ")...), ')')
	}
	return string(b)
}
