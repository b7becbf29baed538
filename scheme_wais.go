package uri

import (
	"fmt"
	"log/slog"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// WAIS is a database on a Wide Area Information Server, a search in a database or
// a document of one (RFC 1738, 3.9; RFC 1625):
//
//	waisurl      = waisdatabase | waisindex | waisdoc
//	waisdatabase = "wais://" hostport "/" database
//	waisindex    = "wais://" hostport "/" database "?" search
//	waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
//	database     = *uchar
//	wtype        = *uchar
//	wpath        = *uchar
//
// (RFC 1738, 5).
type WAIS struct {
	Host       string   // as [Server.Host]
	Port       uint16   // 0: 210
	Database   string   // its name
	Search     Optional // the text to search for, defined only in a waisindex
	Type, Path Optional // the type of a document and its id, defined only in a waisdoc
}

var opWAIS = &operation{scheme: schemes.WAIS}

// WAISFrom reads u as a wais URL.
func WAISFrom(u URI) (WAIS, error) {
	srv, err := u.schemeServer(opWAIS, ruleWAISURL)
	if err != nil {
		return WAIS{}, err
	}
	w := WAIS{Host: srv.Host, Port: srv.Port}
	s, i := u.s[:u.uriEnd()], int(u.path)
	if !at(s, i, '/') {
		return WAIS{}, u.refuse(opWAIS, i, ruleWAISURL, faultByte)
	}
	i++
	end := ascii.IndexAnyOrEnd(s, i, reserved1738) // all others in a path are uchars or "~"
	w.Database = decode(s[i:end])
	if end == len(s) {
		return w, nil
	}
	i = end + 1
	switch s[end] {
	case '?':
		if end = ascii.IndexAnyOrEnd(s, i, "/?"); end < len(s) {
			return WAIS{}, u.refuse(opWAIS, end, ruleSearch, faultByte)
		}
		w.Search = Defined(decode(s[i:]))
		return w, nil
	case '/':
		if end = ascii.IndexAnyOrEnd(s, i, reserved1738); end == len(s) {
			return WAIS{}, u.refuse(opWAIS, end, ruleWAISDoc, faultByte)
		} else if s[end] != '/' {
			return WAIS{}, u.refuse(opWAIS, end, ruleWtype, faultByte)
		}
		w.Type = Defined(decode(s[i:end]))
		i = end + 1
		// DEVIATION: a "/" in a wpath is accepted, and written as an escape. This is
		// unambiguous, since the document id is opaque and ends with the URL.
		if end = ascii.IndexAnyOrEnd(s, i, ";?:@&="); end < len(s) {
			return WAIS{}, u.refuse(opWAIS, end, ruleWpath, faultByte)
		}
		w.Path = Defined(decode(s[i:]))
		return w, nil
	}
	return WAIS{}, u.refuse(opWAIS, end, ruleDatabase, faultByte)
}

// ParseWAIS is [Parse] and [WAISFrom].
func ParseWAIS(s string) (WAIS, error) { return parseWith(s, opWAIS, WAISFrom) }

// URI returns the URL. It fails if Host is not a host, or if the defined fields
// do not form a waisdatabase, waisindex or waisdoc.
func (w WAIS) URI() (URI, error) {
	dst, err := schemeAndServer("wais", Server{Host: w.Host, Port: w.Port})
	if err != nil {
		return URI{}, err
	}
	search, index := w.Search.Get()
	wtype, doc := w.Type.Get()
	wpath, hasPath := w.Path.Get()
	switch {
	case index && doc:
		return URI{}, &FieldError{"wais", "Type", "defined, and Search too (RFC 1738, 5)"}
	case index && hasPath:
		return URI{}, &FieldError{"wais", "Path", "defined, and Search too (RFC 1738, 5)"}
	case doc && !hasPath:
		return URI{}, &FieldError{"wais", "Path", "undefined, but Type is defined (RFC 1738, 5)"}
	case hasPath && !doc:
		return URI{}, &FieldError{"wais", "Type", "undefined, but Path is defined (RFC 1738, 5)"}
	}
	dst = append(dst, '/')
	dst = appendEscapeAlso(dst, w.Database, EscapePath, reserved1738)
	switch {
	case index:
		dst = append(dst, '?')
		dst = appendEscapeAlso(dst, search, EscapeQuery, "/?")
	case doc:
		dst = append(dst, '/')
		dst = appendEscapeAlso(dst, wtype, EscapePath, reserved1738)
		dst = append(dst, '/')
		dst = appendEscapeAlso(dst, wpath, EscapePath, reserved1738)
	}
	return Parse(string(dst))
}

// For these methods see [Scheme].

func (w WAIS) Scheme() string                { return "wais" }
func (w WAIS) String() string                { return schemeString(w) }
func (w WAIS) Format(f fmt.State, verb rune) { formatScheme(w, f, verb) }
func (w WAIS) LogValue() slog.Value          { return slog.StringValue(redacted(w)) }
func (w WAIS) MarshalText() ([]byte, error)  { return marshalScheme(w) }
func (w *WAIS) UnmarshalText(s []byte) error { return unmarshal(w, string(s), ParseWAIS) }
func (w WAIS) HostPort() (string, bool)      { return schemeAddr("wais", w.Host, w.Port) }
