package uri

import (
	"strings"

	"example.com/uri/internal/secret"
)

// Redacted returns the text of u with "xxxxx" in place of each possible password or
// key:
//
//   - In the authority, the text between the first ":" and the last "@". Both may be
//     escaped, also more than once.
//   - The same in the path, in the query and in the fragment, since each may contain a
//     URI.
//   - If a password may hold an unescaped "/", "?", "#" or "@": see the table below. The
//     same in a URI in the path, the query or the fragment.
//   - In a query or a fragment, and after ";", the value of a pair with the name of a
//     secret. The name and the delimiters may be escaped.
//
// The decoded name is cut into words: at every character other than a letter or digit, and
// before the capital of a word ("XApiKey" is "x api key"). Digits at the end, and then words
// for a repetition (confirm, confirmation, repeat, again, retype, verify), are left out. The
// name is one of a secret if:
//
//   - Its words joined end in one of these: password, passwd, passphrase, secret, token,
//     apikey, accesskey, secretkey, privatekey, sessionid, credentials.
//   - Its last word, its last two words joined, or all joined is one of these: pass,
//     userpass, pwd, signature, sig, sharedaccesssignature, credential, creds,
//     authorization, auth, jwt, xamzsignature, xamzcredential, xgoogsignature,
//     xgoogcredential.
//   - It is "key".
//   - Its last word is "key", and the word before it is one of these: api, access, secret,
//     private, subscription, client, master, auth, signing, encryption, shared, stream,
//     account, session, license, functions, pass, rss. Or its last word ends in the two
//     joined ("myauthkey").
//
// But "token" does not count after page, next, prev, previous, continuation, sync, cursor,
// start, starting, as in "page_token" and "nextpagetoken".
//
// It shows the values of other names (code, otp, session, sort_key, page_token) and the
// segments of a path.
// Errors, values in log/slog, %+v and %#v hide the same. %v and JSON show all. It
// allocates only if it hides something.
//
// This table is for valid texts that may hold an unescaped password:
//
//	URI                              hidden                                   example
//	an authority without a host      from its ":" to the last "@" of the URI  //u:xxxxx@h, from //u:p/q@h
//	one that cannot be split, no "@" all after its first ":"                  //u:xxxxx, from //u:p
//	the same, after a "["            nothing, without a later "@"             //[::1]x:80/
//	a wrong port after a name with   nothing, without a later "@"             //a.example:8o80/
//	a ".", of letters and digits
//	no authority, or an empty one    from the first ":" to the last "@"       /u:xxxxx@h, from /u:p/q@h
//	the same, opaque                 all before the last "@"                  x:xxxxx@h, from x:u:p@h
//	file; mailto and its like,       as without authority, and in the         mailto:a:xxxxx@h#c:xxxxx@e,
//	in an address with an "@"        fragment by itself                       from mailto:a:b@h#c:d@e
//
// The first ":" is after the scheme. The author of "//u:p/q@h" meant a password with "/".
// "//u:p" may be "//u:p#q@h" without its fragment.
func (u URI) Redacted() string { return secret.Redact(u.s) }

// A Redactor hides the secrets of URIs by a list of names. The zero Redactor writes the text
// of [URI.Redacted]. Every Redactor hides the other secrets of that list, in the authority
// and in URIs inside of a URI.
//
// This one writes the attribute url.full of OpenTelemetry by its semantic conventions.
// By these a list of the user replaces the Names:
//
//	Redactor{
//		Names: []string{"X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "sig", "X-Goog-Signature"},
//		Mask:  "REDACTED",
//		User:  true,
//	}
type Redactor struct {
	// Names are the names of pairs with hidden values, in this case. They are compared with
	// the decoded names of a URI, as in [Values.Get]. If Names is nil, they are the names
	// of Redacted. If it is empty and not nil, no value is hidden for its name.
	Names []string
	Mask  string // written for a secret, without escapes; "": "xxxxx"
	// User hides the user name before a password or an "@" too: "http://user@h/" becomes
	// "http://xxxxx@h/", and "http://user:password@h/" becomes "http://xxxxx:xxxxx@h/".
	User bool
}

// Redact returns the text of u without its secrets. Empty values stay empty.
func (r Redactor) Redact(u URI) string { return secret.Rules(r).Redact(u.s) }

// refuse returns the error for a valid URI, but not for op.
func (u URI) refuse(op *operation, offset int, r *rule, f *fault) error {
	return newFaultError(op, u.s, partOf(u.s, offset), offset, r, f)
}

// wrongScheme returns the error for a URI without the prefix of the URLs of op. The rule
// of these URLs is r.
func (u URI) wrongScheme(op *operation, r *rule, prefix string) error {
	end, _ := hasPrefixFold(u.s, 0, prefix)
	switch {
	case !u.IsAbsolute():
		return newFaultError(op, u.s, PartScheme, end, r, faultNoScheme)
	case !strings.EqualFold(u.Scheme(), op.scheme.Info().Name):
		return newFaultError(op, u.s, PartScheme, end, r, faultOtherScheme)
	}
	return u.refuse(op, end, r, faultPrefix)
}
