package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Prospero is an object of the Prospero Directory Service (RFC 1738, 3.11):
//
//	prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
//	ppath       = psegment *[ "/" psegment ]
//	psegment    = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	fieldspec   = ";" fieldname "=" fieldvalue
//	fieldname   = *[ uchar | "?" | ":" | "@" | "&" ]
//	fieldvalue  = *[ uchar | "?" | ":" | "@" | "&" ]
//
// (RFC 1738, 5). A "?" does not begin a query.
type Prospero struct {
	Host string // as [Server.Host]
	Port uint16 // 0: 1525
	// Name is the host-specific object name: "/pros/name" in
	// "prospero://host.dom//pros/name". Only the server knows the meaning of a "/" in
	// it, so an escaped "/" is the same as a plain one.
	Name   string
	Fields []ProsperoField // they identify the object, in order
}

// A ProsperoField is a field of a Prospero link and its value. Either may be
// empty. Packages fmt and log/slog show it with its secrets.
type ProsperoField struct{ Name, Value string }

var opProspero = &operation{scheme: schemes.Prospero}

// ProsperoFrom reads u as a prospero URL.
func ProsperoFrom(u URI) (Prospero, error) {
	srv, err := u.schemeServer(opProspero, ruleProsperoURL)
	if err != nil {
		return Prospero{}, err
	}
	p := Prospero{Host: srv.Host, Port: srv.Port}
	s, i := u.s[:u.uriEnd()], int(u.path)
	if !at(s, i, '/') {
		return Prospero{}, u.refuse(opProspero, i, ruleProsperoURL, faultByte)
	}
	end := ascii.IndexAnyOrEnd(s, i, ";")
	p.Name = decode(s[i+1 : end])
	if n := strings.Count(s[end:], ";"); n > 0 {
		p.Fields = make([]ProsperoField, 0, n)
	}
	for end < len(s) {
		var f ProsperoField
		i = end + 1
		if end = ascii.IndexAnyOrEnd(s, i, ";=/"); end == len(s) {
			return Prospero{}, u.refuse(opProspero, end, ruleFieldspec, faultByte)
		} else if s[end] != '=' {
			return Prospero{}, u.refuse(opProspero, end, ruleFieldname, faultByte)
		}
		f.Name = decode(s[i:end])
		i = end + 1
		if end = ascii.IndexAnyOrEnd(s, i, ";=/"); end < len(s) && s[end] != ';' {
			return Prospero{}, u.refuse(opProspero, end, ruleFieldvalue, faultByte)
		}
		f.Value = decode(s[i:end])
		p.Fields = append(p.Fields, f)
	}
	return p, nil
}

// ParseProspero is [Parse] and [ProsperoFrom].
func ParseProspero(s string) (Prospero, error) { return parseWith(s, opProspero, ProsperoFrom) }

// URI returns the URL. It fails if Host is not a host.
func (p Prospero) URI() (URI, error) {
	dst, err := schemeAndServer("prospero", Server{Host: p.Host, Port: p.Port})
	if err != nil {
		return URI{}, err
	}
	dst = append(dst, '/')
	dst = appendEscapeAlso(dst, p.Name, EscapePath, ";")
	for _, f := range p.Fields {
		dst = append(dst, ';')
		dst = appendEscapeAlso(dst, f.Name, EscapeSegment, "=")
		dst = append(dst, '=')
		dst = appendEscapeAlso(dst, f.Value, EscapeSegment, "=")
	}
	return Parse(string(dst))
}

// For these methods see [Scheme].

func (p Prospero) Scheme() string                { return "prospero" }
func (p Prospero) String() string                { return schemeString(p) }
func (p Prospero) Format(f fmt.State, verb rune) { formatScheme(p, f, verb) }
func (p Prospero) LogValue() slog.Value          { return slog.StringValue(redacted(p)) }
func (p Prospero) MarshalText() ([]byte, error)  { return marshalScheme(p) }
func (p *Prospero) UnmarshalText(s []byte) error { return unmarshal(p, string(s), ParseProspero) }
func (p Prospero) HostPort() (string, bool)      { return schemeAddr("prospero", p.Host, p.Port) }
