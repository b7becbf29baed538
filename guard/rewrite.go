package guard

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// A Rewrite is a route of a proxy: it moves requests below a path to another
// server. If the path of a request is below From, [Rewrite.Apply] replaces From with
// To. A Rewrite is not a router: it has no patterns and no variables.
//
// From matches whole segments: "/api" and "/api/x" are below "/api", and "/apix" is
// not. A From that ends in "/" is a directory: "/api/" is below "/api/", and "/api"
// is not.
//
// Servers read paths in many ways. If Apply accepts a path, the path is below From
// and the result is below To for every reader of this list, and for readers that
// combine them and decode at most twice in all:
//
//   - "as written"
//   - "dot segments removed" (RFC 3986, 5.2.4); the readers below do so too
//   - "escaped dots": "%2E" is "." (WHATWG URL, 4.4)
//   - "decoded once" and "decoded twice": all escapes are decoded first
//   - "backslash as slash": "\" is "/"
//   - "slashes merged": "//" is "/"
//   - "parameters cut": a segment ends at its first ";", before or after decoding
//   - "read again": the decoded path is read once more, as a URL, a request line or a
//     string of C. It ends at "?", "#", a space, NUL, a tab, CR or LF, or tabs, CRs
//     and LFs vanish (nginx with a variable in proxy_pass, node with new URL, Python
//     with urlsplit), or white space and control characters at its end do (node, and
//     http.server of Python), or each segment ends at NUL (Jetty, CVE-2021-34429)
//   - "after a host": two slashes at the beginning precede a host, as in a reference:
//     "//h/a" is "/a" (node with new URL of the request-target, Python with urlsplit,
//     PHP with parse_url)
//
// All readers keep the case of letters. For a server that ignores case, list each
// spelling as a route.
type Rewrite struct {
	// From is the path of the requests as they write it, such as "/api". It begins
	// with "/".
	From string
	// To is an absolute URI with a host and without query and fragment.
	To uri.URI
	// Keep lists the characters "/", `\`, "?", "#", NUL, tab, CR and LF if a path may
	// contain them as escapes, although readers that decode them see other segments or
	// an end of the path. "/" accepts names such as "@scope%2Fname". Add "%" to accept
	// them escaped twice too, as in "@scope%252Fname". A space and other control
	// characters need no entry: a path may contain them unless a reader that ends the
	// path there leaves From.
	Keep string
}

// pathError returns the error for a path that a reader reads differently.
func pathError(reader, reason string) error {
	return &Error{Op: opRewrite, Part: "path", Reader: reader, Reason: reason}
}

// Apply moves u from r.From to r.To. The result has the scheme and the authority of
// To, the path of To in the place of From, and the rest of the path and the query
// of u, byte for byte. The path From alone becomes the path of To as it is. An
// empty path after an authority counts as "/" (RFC 9110, 4.2.3). Apply drops a
// fragment, since a request has none (RFC 9110, 7.1).
//
// Apply returns false if the path as written is not below From. [Rewrite.Claims]
// reports whether it is for some other reader. Apply returns an error if some reader
// leaves From on the way through the path, even if the path comes back, and if an
// escape that Keep does not list makes other segments or ends the path. It keeps all
// other escapes, empty segments, parameters and dot segments.
//
// The error is an [*Error], or a [*uri.SyntaxError] if the result is too long.
// Apply allocates only the text of the result.
func (r Rewrite) Apply(u uri.URI) (result uri.URI, ok bool, err error) {
	path := requestPath(u)
	rest, ok := below(path, r.From)
	plain := ok && onlyNames(path) // then From and rest are plain too
	if err := r.check(plain); err != nil || !ok {
		return uri.URI{}, false, err
	}
	if !plain {
		if err := r.stays(rest); err != nil {
			return uri.URI{}, false, err
		}
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
	if result, err = uri.Parse(ascii.Join(to, text[start:end])); err != nil {
		return uri.URI{}, false, err
	}
	return result, true, nil
}

// Claims reports whether the path of u is below r.From for some reader, and returns
// the name of the first such reader. If [Rewrite.Apply] returns false and Claims
// true, another route may lead to the resources that r guards: "/admin%2Fusers" is not
// below "/admin" as written, but a server that decodes the path serves it from there. A
// proxy should refuse such a path instead of trying the routes after r. Claims does not
// allocate for paths of up to 256 bytes that no reader claims.
func (r Rewrite) Claims(u uri.URI) (reader string, ok bool) {
	path := requestPath(u)
	if path == "" || path[0] != '/' {
		return "", false
	}
	if reader, ok := r.claims(path); ok || !slashFollows(path) {
		return reader, ok
	}
	for level := range 3 {
		if rest, ok := afterHost(path, level); ok {
			if reader, ok := r.claims(rest); ok {
				return reader + ", after a host", true
			}
		}
	}
	return "", false
}

// claims is Claims for a path that begins with "/", which may be escaped.
func (r *Rewrite) claims(path string) (reader string, ok bool) {
	if _, ok := below(path, r.From); ok {
		return "as written", true
	}
	var room [2][256]byte
	if !mayHold(room[0][:0], path, r.From) {
		return "", false
	}
	for reader := range readersOf(path) {
		asRoute := reader // a route is not read again: it is no request
		asRoute.again = 0
		from := asRoute.appendPath(room[0][:0], r.From)
		if _, ok := below(reader.appendPath(room[1][:0], path), from); ok {
			return reader.String(), true
		}
	}
	return "", false
}

// requestPath returns the path of a request for u, which is "/" for an empty path
// after an authority.
func requestPath(u uri.URI) string {
	path := u.Path()
	if path == "" {
		if _, ok := u.Authority(); ok {
			return "/"
		}
	}
	return path
}

// check returns an error if readers disagree about From or about the path of To, or
// if one of them is not as [Rewrite] demands. plainFrom tells it that readers
// agree about From.
func (r *Rewrite) check(plainFrom bool) error {
	host, _ := r.To.Host()
	_, hasQuery := r.To.Query()
	_, hasFragment := r.To.Fragment()
	switch {
	case strings.Trim(r.Keep, "/\\%?# \x00\t\r\n") != "":
		return &Error{Op: opRewrite, Part: "Keep", Reason: "it has characters that need no entry"}
	case r.From == "" || r.From[0] != '/':
		return &Error{Op: opRewrite, Part: "From", Reason: `it does not begin with "/"`}
	case !plainFrom && !isPath(r.From):
		return &Error{Op: opRewrite, Part: "From", Reason: "no request has this path (RFC 2396, 3.3)"}
	case !plainFrom && !plainPath(r.From) || oddEnds(r.From):
		return &Error{Op: opRewrite, Part: "From", Reason: "readers disagree about it"}
	case !r.To.IsAbsolute() || host == "":
		return &Error{Op: opRewrite, Part: "To", Reason: "it is not absolute or names no host"}
	case !plainPath(r.To.Path()) || oddEnds(r.To.Path()):
		return &Error{Op: opRewrite, Part: "To", Reason: "readers disagree about its path"}
	case hasQuery || hasFragment:
		return &Error{Op: opRewrite, Part: "To", Reason: "it has a query or a fragment"}
	}
	return nil
}

// isPath reports whether s, which begins with "/", is the path of some URI.
func isPath(s string) bool {
	rest := strings.TrimLeft(s, "/") // "//" would begin an authority
	return uri.Valid(s[len(s)-len(rest)-1:]) && !strings.ContainsAny(rest, "?#")
}

// below reports whether path is prefix or below it, and returns the part after
// prefix.
func below[T string | []byte](path, prefix T) (rest T, ok bool) {
	n := len(prefix)
	if n > len(path) || string(path[:n]) != string(prefix) {
		return rest, false
	}
	rest = path[n:]
	return rest, len(rest) == 0 || rest[0] == '/' || n > 0 && prefix[n-1] == '/'
}

// plainPath reports whether no reader sees a dot segment or an escaped delimiter in
// path. It may report false about other paths that contain escapes and a segment
// that begins with "." or ";".
func plainPath(path string) bool {
	if onlyNames(path) {
		return true
	}
	for start := 0; start < len(path); {
		end, odd := scanSegment(path, start)
		if odd && weigh(path[start:end], "").weight < 1 { // it is 0 if a reader sees a delimiter
			return false
		}
		start = end + 1
	}
	return true
}

// oddEnds reports whether path begins with two slashes, which some readers expect before
// a host, or ends in an escape that some readers trim.
func oddEnds(path string) bool {
	if strings.HasPrefix(path, "//") {
		return true
	}
	n := len(path) - len("%hh")
	if n < 0 || path[n] != '%' {
		return false
	}
	end := decodeBytes([]byte(path[max(n-len("%hh%hh"), 0):]), "") // white space has up to three octets
	return len(trimSpace(end)) < len(end)
}

// stays returns an error if some reader leaves From in rest, the part of a path
// after From.
//
// The weight of a segment is the least number of levels that it leads down for any
// reader: 1 for a name, 0 for a segment that may be "." or empty, -1 for one that
// may be "..". If the sum of the weights from the left is never below 0, no reader
// leaves From. Several readers in turn that decode at most twice in all do not
// either, such as one that removes dot segments and then one that decodes.
func (r *Rewrite) stays(rest string) error {
	depth := 0
	for start := 0; start < len(rest); {
		end, odd := scanSegment(rest, start)
		switch {
		case odd:
			w := weigh(rest[start:end], r.Keep)
			if w.reader != "" {
				return pathError(w.reader, w.reason)
			}
			if w.dots != "" {
				return pathError(w.dots, "an escape makes a dot segment")
			}
			if depth += w.weight; depth < 0 {
				return pathError(r.leaves(rest), "it does not stay below From")
			}
		case end > start:
			depth++
		}
		start = end + 1
	}
	return nil
}

// onlyNames is a fast path for plainPath and stays. It reports whether scanSegment
// finds no odd segment in path: every segment is a name or empty for all readers.
// It is true for most paths. If it is true for a path, it is true for the segments
// at the beginning and at the end.
func onlyNames(path string) bool {
	if path != "" && (path[0] == '.' || path[0] == ';') {
		return false
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c > '/':
		case c == '%':
			if i+2 < len(path) && isOddEscape(path, i) {
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

// isOddEscape reports whether the escape at path[i:] stands for a delimiter, ".", "%"
// or a character that is read again. One that isKept does not report is odd only at the
// beginning of a segment: after a name it ends the path below the same segments.
func isOddEscape(path string, i int) bool {
	switch c := ascii.Unhex(path[i+1])<<4 | ascii.Unhex(path[i+2]); c {
	case '.', '/', '\\', ';', '%':
		return true
	default:
		return isReadAgain(c) && (isKept(c) || i == 0 || path[i-1] == '/')
	}
}

// scanSegment returns the end of the segment at path[start:], which is not the end of
// path, and whether the segment is odd: whether it begins with "." or ";", or contains an
// escape that isOddEscape reports. A segment that is neither odd nor empty is a name for
// all readers.
func scanSegment(path string, start int) (end int, odd bool) {
	i := start
	odd = path[i] == '.' || path[i] == ';'
	for ; i < len(path) && path[i] != '/'; i++ {
		if path[i] == '%' && i+2 < len(path) && isOddEscape(path, i) {
			odd = true
		}
	}
	return i, odd
}

// A weighed segment is the result of weigh.
type weighed struct {
	weight int
	reader string // the reader of an escaped character that keep does not list
	reason string // why reader refuses the segment
	dots   string // the reader of a dot segment in a segment that a kept delimiter splits
}

// weigh returns the weight of a segment. It decodes twice, reads "\" as "/" and cuts
// parameters: a segment that is not a dot segment after that is not one for any reader.
// A reader that ends the path within the segment, or drops characters of it, may see
// fewer. If keep allows delimiters in the segment, it is several segments for some
// readers and one for others. Its weight is that of the first part, and no part may be
// a dot segment. In a URI a segment contains delimiters, white space and octets beyond
// US-ASCII only as escapes.
func weigh(segment, keep string) weighed {
	first, parts := 0, 0
	var w weighed
	ended := 1           // the least weight for a reader that ends the path within the first part
	var dots, others int // the number of "." and of other characters in the part so far
	cut := false         // after ";"
	level := 1           // how often the part and the delimiters around it must be decoded
	endPart := func() {
		weight := 1
		switch {
		case others > 0 || dots > 2:
		case dots == 2:
			weight, w.dots = -1, decodings[level]
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
		own := 1
		if n > 3 {
			own = 2
		}
		level = max(level, own)
		if c == '%' && splitsEscape(segment[i:]) {
			return weighed{reader: decodings[2] + ", read again", reason: "an escape ends the path or vanishes"}
		}
		switch {
		case c == '/' || c == '\\':
			if strings.IndexByte(keep, c) < 0 || own == 2 && strings.IndexByte(keep, '%') < 0 {
				return weighed{reader: decodings[own], reason: "an escape makes another segment"}
			}
			endPart()
			level = own
		case isReadAgain(c) || c >= 0x80 && dots > 0: // beyond US-ASCII it may be white space
			if isKept(c) && (strings.IndexByte(keep, c) < 0 || own == 2 && strings.IndexByte(keep, '%') < 0) {
				return weighed{reader: decodings[own] + ", read again", reason: "an escape ends the path or vanishes"}
			}
			if others == 0 && dots <= 2 && !cut {
				if parts == 0 {
					ended = min(ended, -(dots / 2))
				} else if dots > 0 {
					w.dots = decodings[own] + ", read again"
				}
			}
			if strings.IndexByte(dropped, c) < 0 && !cut {
				others++
			}
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
	endPart()
	w.weight = min(first, ended)
	if parts == 1 {
		w.dots = ""
	}
	return w
}

// decodings are the names of readers by how often they decode.
var decodings = [...]string{1: "decoded once", 2: "decoded twice"}

// leaves returns the name of the first reader that leaves From in rest.
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
