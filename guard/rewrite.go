package guard

import (
	"fmt"
	"strings"

	"example.com/uri"
)

// A Rewrite is a route of a proxy: it moves requests from one path to another
// server, and no request leaves that path by any reading of it. Where the path of
// a request lies below From, [Rewrite.Apply] puts To in the place of From. It is
// no router: there are no patterns and no variables.
//
// Whole segments count: "/api" and "/api/x" lie below "/api", and "/apix" does
// not. A From that ends in "/" is a directory: "/api/" lies below "/api/", and
// "/api" does not.
//
// Servers read paths in many ways. The path of a request lies below From, and
// what Apply makes of it below To, for the readers of this list and for readers
// that combine them:
//
//   - "as written"
//   - "dot segments removed" (RFC 3986, 5.2.4), as all others below do too
//   - "escaped dots": "%2E" is "." (WHATWG URL, 4.4)
//   - "decoded once" and "decoded twice": all escapes are decoded first
//   - "backslash as slash": "\" is "/"
//   - "slashes merged": "//" is "/"
//   - "parameters cut": a segment ends at its first ";", before decoding or after
//
// Case counts for all of them: who ignores it has routes that say so.
type Rewrite struct {
	// From is the path that requests are taken from, as they write it: "/api".
	From string
	// To is where they go: an absolute URI with a host and no query or fragment.
	To uri.URI
	// Keep holds characters that may stand in a path as escapes although they
	// make other segments of it for those who decode them: "/", `\` or both.
	// With "/", names such as "@scope%2Fname" pass. With "%" too, they pass if
	// the "%" is an escape itself, as in "@scope%252Fname".
	Keep string
}

// A RewriteError says why [Rewrite.Apply] refuses a path or the Rewrite itself. It
// does not hold the path.
type RewriteError struct {
	Part   string // what is refused: "path", "From" or "To"
	Reader string // who sees the path elsewhere: "decoded once, parameters cut"; empty for From and To
	Reason string // what is wrong
}

// Error describes the error in one line.
func (e *RewriteError) Error() string {
	if e.Reader == "" {
		return fmt.Sprintf("guard: rewrite: %s: %s", e.Part, e.Reason)
	}
	return fmt.Sprintf("guard: rewrite: %s: %s (%s)", e.Part, e.Reason, e.Reader)
}

// Apply moves u from r.From to r.To: the scheme and the authority become those of
// To, From at the beginning of the path becomes the path of To, and the rest of
// the path and the query stay, byte for byte. A fragment is left out, since no
// request has one (RFC 9110, 7.1). From itself becomes To itself. An empty path
// behind an authority is "/" (RFC 9110, 4.2.3).
//
// Apply returns false if the path as written does not lie below From. It returns
// an error if some reader would leave From on the way through the path, even to
// come back, and if an escape makes another segment that Keep does not name.
// Other escapes, empty segments, parameters and dot segments are harmless and
// stay. A path that lies below From for some other reader only is not r's;
// [Rewrite.Claims] finds it. The error is a [*RewriteError], or a
// [*uri.SyntaxError] if the result is too long. Apply allocates the text of the
// result.
func (r Rewrite) Apply(u uri.URI) (result uri.URI, ok bool, err error) {
	if err := r.check(); err != nil {
		return uri.URI{}, false, err
	}
	rest, ok := below(requestPath(u), r.From)
	if !ok {
		return uri.URI{}, false, nil
	}
	if err := r.stays(rest); err != nil {
		return uri.URI{}, false, err
	}
	// The text from start to end is rest and the query.
	text := u.String()
	end := len(text)
	if fragment, ok := u.Fragment(); ok {
		end -= len("#") + len(fragment)
	}
	start := end - len(rest)
	if query, ok := u.Query(); ok {
		start -= len("?") + len(query)
	}
	to := r.To.String()
	fromDirectory, toDirectory := r.From[len(r.From)-1] == '/', to[len(to)-1] == '/'
	switch {
	case start == end:
		return r.To, true, nil
	case rest == "":
	case toDirectory && !fromDirectory:
		start++ // To has the "/" that follows From
	case fromDirectory && !toDirectory:
		start-- // the "/" at the end of From
	}
	if result, err = uri.Parse(to + text[start:end]); err != nil {
		return uri.URI{}, false, err
	}
	return result, true, nil
}

// Claims reports whether some reader takes the path of u for one below r.From,
// and names the first that does. Where [Rewrite.Apply] returns false and Claims
// true, another route may lead to what r guards: "/admin%2Fusers" is not below
// "/admin" as written, and a server that decodes it serves it from there. A
// proxy asks it of the routes that it guards before it takes one that it does
// not, and refuses. It allocates only if the path is longer than 256 bytes.
func (r Rewrite) Claims(u uri.URI) (reader string, ok bool) {
	path := requestPath(u)
	if path == "" || path[0] != '/' {
		return "", false
	}
	if _, ok := below(path, r.From); ok {
		return "as written", true
	}
	var room [2][256]byte
	for _, reader := range pathReaders {
		from := reader.appendPath(room[0][:0], r.From)
		if _, ok := below(string(reader.appendPath(room[1][:0], path)), string(from)); ok {
			return reader.String(), true
		}
	}
	return "", false
}

// requestPath returns the path that a request for u has.
func requestPath(u uri.URI) string {
	if _, ok := u.Authority(); ok && u.Path() == "" {
		return "/"
	}
	return u.Path()
}

// check refuses a Rewrite that leads from or to no certain path.
func (r *Rewrite) check() error {
	host, _ := r.To.Host()
	_, hasQuery := r.To.Query()
	_, hasFragment := r.To.Fragment()
	switch {
	case r.From == "" || r.From[0] != '/':
		return &RewriteError{Part: "From", Reason: `it does not begin with "/"`}
	case !plainPath(r.From):
		return &RewriteError{Part: "From", Reason: "readers see it elsewhere"}
	case !r.To.IsAbsolute() || host == "":
		return &RewriteError{Part: "To", Reason: "it is not absolute or names no host"}
	case !plainPath(r.To.Path()):
		return &RewriteError{Part: "To", Reason: "readers see its path elsewhere"}
	case hasQuery || hasFragment:
		return &RewriteError{Part: "To", Reason: "it has a query or a fragment"}
	}
	return nil
}

// below reports whether path is prefix or lies below it, and returns what follows
// prefix.
func below(path, prefix string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, prefix)
	return rest, ok && (rest == "" || rest[0] == '/' || prefix != "" && prefix[len(prefix)-1] == '/')
}

// plainPath reports whether path has no segment that some reader takes for a dot
// segment, and no escape that one takes for a delimiter. It may report false about
// others that begin with "." or ";" and contain escapes.
func plainPath(path string) bool {
	if onlyNames(path) {
		return true
	}
	for start := 0; start < len(path); {
		end, odd := scanSegment(path, start)
		if odd && path[start:end] != "" {
			w := segmentWeight(path[start:end], "")
			if w.reader != "" || w.dots || w.weight < 1 {
				return false
			}
		}
		start = end + 1
	}
	return true
}

// stays refuses the rest of a path, which follows From, if some reader leaves
// From in it.
//
// The weight of a segment is by how much it leads down at least, whoever reads
// it: 1 for a name, 0 for what may be "." or nothing, -1 for what may be "..".
// Where the sum of the weights from the left is never below 0, no reader leaves
// From, since none can read a segment as less; nor can several readers in turn,
// one that removes dot segments before another that decodes.
func (r *Rewrite) stays(rest string) error {
	if onlyNames(rest) {
		return nil
	}
	depth := 0
	for start := 0; start < len(rest); {
		end, odd := scanSegment(rest, start)
		switch {
		case odd:
			w := segmentWeight(rest[start:end], r.Keep)
			if w.reader != "" {
				return &RewriteError{"path", w.reader, "an escape makes another segment"}
			}
			if w.dots {
				return &RewriteError{"path", "decoded once", "an escape makes a dot segment"}
			}
			if depth += w.weight; depth < 0 {
				return &RewriteError{"path", r.leaves(rest), "it does not stay below From"}
			}
		case end > start:
			depth++
		}
		start = end + 1
	}
	return nil
}

// onlyNames is a short way for stays and plainPath, which most paths take. It
// reports whether scanSegment finds nothing odd in any segment of path: all are
// names or empty to everyone, and none leads up.
func onlyNames(path string) bool {
	if path != "" && (path[0] == '.' || path[0] == ';') {
		return false
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c > '/':
		case c == '%':
			if i+2 < len(path) && splits(path[i+1], path[i+2]) {
				return false
			}
		case c == '/':
			if i+1 < len(path) && (path[i+1] == '.' || path[i+1] == ';') {
				return false
			}
		}
	}
	return true
}

// splits reports whether the escape with the two digits is of a delimiter, "." or
// "%".
func splits(high, low byte) bool {
	switch unhex(high)<<4 | unhex(low) {
	case '.', '/', '\\', ';', '%':
		return true
	}
	return false
}

// scanSegment returns where the segment of path that begins at start ends, and
// whether it has an escape of a delimiter, "." or "%", or begins with "." or ";".
// A segment that has not and is not empty is a name to everyone.
func scanSegment(path string, start int) (end int, odd bool) {
	i := start
	if i < len(path) && (path[i] == '.' || path[i] == ';') {
		odd = true
	}
	for ; i < len(path) && path[i] != '/'; i++ {
		if path[i] == '%' && i+2 < len(path) && splits(path[i+1], path[i+2]) {
			odd = true
		}
	}
	return i, odd
}

// A weighed segment is what [segmentWeight] finds.
type weighed struct {
	weight int
	reader string // who sees an escaped delimiter of segments that is not kept
	dots   bool   // a dot segment beside a kept one
}

// segmentWeight returns the weight of a segment. It decodes twice, takes "\" for
// "/" and cuts parameters: nothing is a dot segment to a reader that is not one
// after that. A segment that keep lets be several to some readers is one to
// others, so it weighs what its first part does, and no part may be a dot
// segment.
func segmentWeight(segment, keep string) weighed {
	first, parts := 0, 0
	var w weighed
	var dots, others int // in the part so far
	cut := false
	part := func() {
		weight := 1
		switch {
		case others > 0 || dots > 2:
		case dots == 2:
			weight, w.dots = -1, true
		default:
			weight = 0
		}
		if parts == 0 {
			first = weight
		}
		parts++
		dots, others, cut = 0, 0, false
	}
	for i := 0; i < len(segment); {
		c, n := decodeTwice(segment, i)
		switch {
		case n > 1 && (c == '/' || c == '\\'):
			if strings.IndexByte(keep, c) < 0 || n > 3 && strings.IndexByte(keep, '%') < 0 {
				return weighed{reader: [...]string{"decoded once", "decoded twice"}[min(n-3, 1)]}
			}
			part()
		case cut:
		case c == ';':
			cut = true
		case c == '.':
			dots++
		default:
			others++
		}
		i += n
	}
	part()
	w.weight = first
	w.dots = w.dots && parts > 1
	return w
}

// leaves names the first reader that leaves From in rest.
func (r *Rewrite) leaves(rest string) string {
	const from = "/from"
	path := from + "/" + rest
	if r.From[len(r.From)-1] != '/' {
		path = from + rest
	}
	for _, reader := range pathReaders {
		if _, ok := below(string(reader.appendPath(nil, path)), from); !ok {
			return reader.String()
		}
	}
	return "several readers in turn"
}

// decodeOnce returns the byte at s[i:] after decoding, and how long it is there.
func decodeOnce(s string, i int) (c byte, n int) {
	if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
		return unhex(s[i+1])<<4 | unhex(s[i+2]), 3
	}
	return s[i], 1
}

// decodeTwice returns the byte at s[i:] after decoding twice.
func decodeTwice(s string, i int) (c byte, n int) {
	c, n = decodeOnce(s, i)
	if c != '%' || i+n >= len(s) {
		return c, n
	}
	high, m := decodeOnce(s, i+n)
	if !isHex(high) || i+n+m >= len(s) {
		return c, n
	}
	low, k := decodeOnce(s, i+n+m)
	if !isHex(low) {
		return c, n
	}
	return unhex(high)<<4 | unhex(low), n + m + k
}
