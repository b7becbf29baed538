package uri

import "slices"

// A BaseSource says which rule of RFC 2396, 5.1 gave a base URI.
type BaseSource uint8

const (
	NoBase            BaseSource = iota
	EmbeddedBase                 // 5.1.1: the document's content
	EncapsulatingBase            // 5.1.2: the message or document around it
	RetrievalBase                // 5.1.3: the URI that it was retrieved by
	DefaultBase                  // 5.1.4: the application
)

var baseSources = [...]string{"", "embedded", "encapsulating", "retrieval", "default"}

// String returns "embedded", "encapsulating", "retrieval", "default" or, for
// NoBase, "".
func (b BaseSource) String() string { return name(baseSources[:], int(b)) }

// EstablishBase returns the base URI of a document and the rule that gave it
// (RFC 2396, 5.1). The candidates are those of 5.1.1 to 5.1.4, the innermost
// first; the zero URI is one that is missing. The first that is there counts.
// Where it is relative it is resolved against the next, which may be relative
// too. A fragment is taken off: a base is an absoluteURI.
//
// The error is a [*SyntaxError]: there is no candidate, the last that is needed
// has no scheme, or one does not resolve against the next.
func EstablishBase(embedded, encapsulating, retrieval, def URI) (URI, BaseSource, error) {
	var chain []URI
	source := NoBase
	for i, c := range [...]URI{embedded, encapsulating, retrieval, def} {
		if c == (URI{}) {
			continue
		}
		if source == NoBase {
			source = EmbeddedBase + BaseSource(i)
		}
		chain = append(chain, c)
		if c.IsAbsolute() {
			break
		}
	}
	if source == NoBase {
		return URI{}, NoBase, noScheme(URI{})
	}
	base := chain[len(chain)-1]
	if !base.IsAbsolute() {
		return URI{}, source, noScheme(base)
	}
	for _, c := range slices.Backward(chain[:len(chain)-1]) {
		var err error
		if base, err = base.Resolve(c); err != nil {
			return URI{}, source, err
		}
	}
	return base.WithoutFragment(), source, nil
}
