package uri

import (
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/secret"
)

// Other is a URL of a scheme outside RFC 1738:
//
//	genericurl = scheme ":" schemepart
//	schemepart = *xchar | ip-schemepart
//
// (RFC 1738, 5).
//
// Compare the fields Name and Part, not the structs with ==. Two with the same fields may
// differ: one from a URL with a fragment may hide more of Part in logs.
type Other struct {
	Name string // of the scheme, in lower case
	Part string // all that follows the ":" of the scheme, as written

	// cut is set if a password may begin in Part and end in the fragment:
	// "x:user:pass#word@h". The fragment is left out.
	cut bool
}

// OtherFrom reads u as a URL of any scheme. It fails only if u has no scheme.
func OtherFrom(u URI) (Other, error) {
	if !u.IsAbsolute() {
		return Other{}, newFaultError(opOther, u.s, PartScheme, 0, ruleScheme, faultNoScheme)
	}
	end := int(u.uriEnd())
	return Other{strings.ToLower(u.Scheme()), u.s[u.scheme+1 : end], secret.ReachesPast(u.s, end)}, nil
}

// ParseOther is [Parse] and [OtherFrom].
func ParseOther(s string) (Other, error) { return parseWith(s, opOther, OtherFrom) }

// Scheme returns o.Name.
func (o Other) Scheme() string { return o.Name }

// URI returns the URL. It fails if Name is not the name of a scheme in lower
// case, or if Part cannot follow one.
func (o Other) URI() (URI, error) {
	if end, r := scheme(o.Name, 0); r != nil || end < len(o.Name) || o.Name != strings.ToLower(o.Name) {
		return URI{}, &FieldError{"other", "Name", "not the name of a scheme in lower case (RFC 2396, 3.1)"}
	}
	var u URI
	end, r := u.uriReference(o.Name + ":" + o.Part)
	if u.fragment != 0 {
		end, r = int(u.uriEnd()), ruleAbsoluteURI
	}
	if r != nil {
		return URI{}, writtenError(o.Name, "Part", "not what follows a scheme", o.Part, end-len(o.Name+":"), r)
	}
	return u, nil
}

// For these methods see [Scheme].

func (o Other) String() string                { return schemeString(o) }
func (o Other) Format(f fmt.State, verb rune) { formatScheme(o, f, verb) }
func (o Other) LogValue() slog.Value          { return slog.StringValue(redacted(o)) }
func (o Other) MarshalText() ([]byte, error)  { return marshalScheme(o) }
func (o *Other) UnmarshalText(s []byte) error { return unmarshal(o, string(s), ParseOther) }

// HostPort is [URI.HostPort] for the URL.
func (o Other) HostPort() (string, bool) {
	u, err := o.URI()
	if err != nil {
		return "", false
	}
	return u.HostPort()
}
