package guard

import (
	"net/netip"
	"slices"
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

// The values of Error.Reader, besides servers.
const (
	byRFC      = "RFC 3986"
	byBrowsers = "browsers"
	byNetURL   = "net/url"
	byNetHTTP  = "net/http"
	byPath     = "the path alone"
)

// An Error says why a function of this package refuses its input. Fields that its Op does
// not use are empty. Only Address contains text that was refused.
type Error struct {
	// Op is the check: "agreement" ([AgreesWithNetURL], [AgreesWithBrowsers], [ToURL],
	// [FromURL], [BrowserURL]), "callbacks", "gate", "hosts", "local" (of a [Redirector]
	// too), "origins", "readings", "rewrite", "target". Those of package httpguard are
	// "client", "forward", "origin" and "proxy".
	Op string
	// Part is the refused part: the field of a struct ("From"), an argument ("base",
	// "reference", "routes[1].From"), the name of a [uri.Part] ("path"), or another
	// name from the reference ("request-target").
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
	// Address is the address or the host refused by a [Gate]: "10.0.0.1:80",
	// "[::1]:443", "localhost".
	Address string
	// Prefix is the prefix that made a Gate refuse Address, or the zero Prefix if no
	// prefix decided.
	Prefix netip.Prefix
	// Class is the class of Address if the Part is "address".
	Class Class
}

// maxShown is the number of bytes of an Address that Error shows: a domain name is shorter.
const maxShown = 255

// Error describes the error in one line. It shows at most 255 bytes of Address.
func (e *Error) Error() string {
	text := "guard: " + e.Op
	if e.Part != "" {
		text += ": " + e.Part
	}
	switch {
	case len(e.Address) > maxShown:
		text += " " + strconv.Quote(e.Address[:maxShown]) + "..."
	case e.Address != "":
		text += " " + strconv.Quote(e.Address)
	}
	text += ": " + e.Reason
	if e.Offset > 0 || e.Op == opHosts || e.Op == opOrigins || e.Op == opTarget {
		text += " at offset " + strconv.Itoa(e.Offset)
	}
	sources := []string{e.Reader, e.Reference, ""}
	if e.Prefix.IsValid() {
		sources[2] = e.Prefix.String()
	}
	if s := strings.Join(slices.DeleteFunc(sources, func(s string) bool { return s == "" }), ", "); s != "" {
		text += " (" + s + ")"
	}
	return text
}
