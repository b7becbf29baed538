package guardtest

import (
	"iter"

	"example.com/uri/internal/pathread"
)

// Paths yields request-targets for the path guarded or a path below it, as some server
// reads them, each once and guarded itself first. Send them to a server, or to a proxy
// before it, to test a check of the path: each must be refused like guarded, or lead to
// something else.
//
// guarded begins with "/" and is the same path to all servers, as the From of a
// guard.Rewrite must be. Write the request-targets to the connection yourself, or into
// the Opaque of a url.URL: net/http escapes and cleans a path. A "\" is not allowed in
// a URL, but servers take it.
func Paths(guarded string) iter.Seq[string] { return pathread.Spellings(guarded) }
