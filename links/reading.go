package links

import (
	"errors"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Kind says what a text is that a person typed or pasted. For each kind, one function of this
// module owns the answer.
type Kind uint8

const (
	KindURI      Kind = iota // an absolute URI: uri.Parse; or a URL as browsers read it, such as "http:\\h\a": web.Parse and URL.URI
	KindFixed                // a URI with a mistake in it: uri.SyntaxError.Fix
	KindHost                 // a host, perhaps with a login, a port, a path and a query: web.Parse after the scheme and "://"
	KindMailbox              // "joe@example.com" or "Joe <joe@example.com>": uri.MailtoFrom
	KindPath                 // the path of a file, as in `C:\a`, `\\server\share` and "/etc/passwd": uri.FileFromPath
	KindRemote               // "user@host:path" of git and scp: ssh://user@host/~/path, or /path if it begins with "/" (git-fetch)
	KindEmbedded             // another text with one URI in it: Extractor.Extract with Abbreviated
	KindEscaped              // a text with escapes of JSON, HTML or a URI instead of ":" or "/": the text without them
	KindDefanged             // a URI, a host or a mailbox made harmless, as "hxxp://example[.]com": the text as it was
)

var kinds = [...]string{"uri", "fixed", "host", "mailbox", "path", "remote", "embedded", "escaped", "defanged"}

// String returns the name in small letters, "uri" or "embedded".
func (k Kind) String() string { return ascii.Name(kinds[:], int(k)) }

// A Reading is the URI that a person meant by a text. A JSON handler of log/slog shows it
// with its secrets.
type Reading struct {
	URI  uri.URI
	Kind Kind
	// Start and End are byte offsets: text[Start:End] was read. For KindEmbedded that is the URI in
	// the text, for KindMailbox the address, for KindPath the path without quotation marks, and for
	// the other kinds the text without white space and invisible characters around it.
	Start, End int
}

// A Reader reads texts that people typed or pasted. The zero value works as [Read].
type Reader struct {
	// Scheme is written before a host. Empty is "https", and "http" for localhost, names below
	// it, names of one label and IP addresses, because few of these have certificates. If it is
	// not a scheme, a host gives a [*uri.SyntaxError].
	Scheme string
	// ToASCII turns a host name with characters beyond US-ASCII into US-ASCII, as
	// [web.Parser.ToASCII] does. Without it the error for such a host is [ErrHost].
	ToASCII func(name string) (string, error)
}

// ErrSeveral is the error of [Read] for a text with more than one URI in it.
var ErrSeveral = errors.New("links: more than one URI in the text")

// ErrSearch is the error of [Read] for words, and for one word that is hardly a host. A browser
// gives it to a search engine.
var ErrSearch = errors.New("links: not an address; a browser would search for it")

var (
	errDisputed = errors.New("links: programs read different hosts in this text")
	errNoHost   = errors.New("links: a URL without a host")
	errDoubled  = errors.New("links: a scheme is written twice")
	errNUL      = errors.New("links: %00 in a path ends the text in some programs")
	errCut      = errors.New("links: white space or an invisible character is in the scheme, the host or the mailbox")
	errHome     = errors.New(`links: "~" stands for the folder of a user; write the whole path`)
	errOption   = errors.New(`links: ssh may take a user or a host that begins with "-" for an option`)
	errPort     = errors.New(`links: the number after ":" may be a port or a folder: write ssh://user@host:port/path or ssh://user@host/~/path`)
	errEscapes  = errors.New("links: the escapes in this text are not those of JSON, HTML or a URI")
)
