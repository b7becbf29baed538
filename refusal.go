package uri

import (
	"strings"

	"example.com/uri/internal/schemes"
)

// refuse returns the error for a URI that is valid, but not for op.
func (u URI) refuse(op string, offset int, r Rule, f fault) error {
	return newFaultError(op, u.s, offset, r, f)
}

// wrongScheme returns the error for a URI that does not begin with prefix, with
// which each URL of the scheme x, of the rule r, begins.
func (u URI) wrongScheme(x *schemes.Info, r Rule, prefix string) error {
	f := faultByte
	if !u.IsAbsolute() {
		f = faultNoScheme
	} else if !strings.EqualFold(u.Scheme(), x.Name) {
		f = faultOtherScheme
	}
	return u.refuse(x.Name, foldedPrefix(u.s, prefix), r, f)
}

// aboveRootError returns the error for the ".." at u.s[offset:].
func aboveRootError(op string, u URI, offset int) error {
	return u.refuse(op, offset, ruleRelPath, faultAboveRoot)
}
