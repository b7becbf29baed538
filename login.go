package uri

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"example.com/uri/internal/secret"
)

// A Login is the user and password of a URL: neither, a user, or a user with a
// password. There is no password without a user (RFC 1738, 3.1). A missing name
// or password differs from an empty one. Both are decoded. The zero Login has
// neither. Logins may be compared with ==.
//
// As with a [URI], %+v, %#v and log values show "xxxxx" for the password, and the
// other verbs of package fmt show the password. Package fmt calls no method for
// %p, for %w, or for an unexported field of another struct, and then shows all
// fields. In JSON a Login is a string, the userinfo of a URL with its password, or null
// if there is no user.
type Login struct {
	user, password string
	state          loginState
}

type loginState uint8

const (
	noLogin loginState = iota
	userLogin
	passwordLogin
)

// LoginUser returns the login of a user without a password.
func LoginUser(user string) Login { return Login{user: user, state: userLogin} }

// LoginPassword returns the login of a user with a password.
func LoginPassword(user, password string) Login {
	return Login{user: user, password: password, state: passwordLogin}
}

// User returns the user name and whether there is one.
func (l Login) User() (string, bool) { return l.user, l.state != noLogin }

// Password returns the password and whether there is one.
func (l Login) Password() (string, bool) { return l.password, l.state == passwordLogin }

// Format writes the login as in a URL, for %v and the verbs of strings. For %+v
// it writes "xxxxx" for the password, and for %#v the same as a Go string.
func (l Login) Format(f fmt.State, verb rune) {
	secret.FormatText(f, verb, "", "", l.text, l.redacted)
}

// LogValue returns the text that Format writes for %+v.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.redacted()) }

// MarshalJSON returns null if there is no user, else the userinfo of a URL as a string,
// with the password.
func (l Login) MarshalJSON() ([]byte, error) {
	if l.state == noLogin {
		return []byte("null"), nil
	}
	return json.Marshal(l.text())
}

// UnmarshalJSON sets l to the login that b holds as MarshalJSON writes it. If it fails,
// it leaves l unchanged. The error shows nothing of the text.
func (l *Login) UnmarshalJSON(b []byte) error {
	var s *string
	if json.Unmarshal(b, &s) != nil {
		return errors.New("uri: a login in JSON is not a string")
	}
	if s == nil {
		*l = Login{}
		return nil
	}
	user, password, ok := strings.Cut(*s, ":")
	if scanEscaped(*s, 0, isUserinfo) < len(*s) || strings.IndexByte(password, ':') >= 0 {
		return errors.New("uri: a login in JSON is not user and password (RFC 1738, 3.1)")
	}
	*l = LoginUser(decode(user))
	if ok {
		*l = LoginPassword(l.user, decode(password))
	}
	return nil
}

// redacted returns the login with the password masked.
func (l Login) redacted() string {
	l.password = secret.Mask               // not written if there is no password
	return secret.RedactUserinfo(l.text()) // the user may have an escaped ":"
}

// text returns user and password as the userinfo of a URL.
func (l Login) text() string { return string(l.appendText(nil)) }

// isText reports whether a URI with the userinfo s has the login l.
func (l *Login) isText(s string) bool {
	user, password, ok := strings.Cut(s, ":")
	return l.state != noLogin && ok == (l.state == passwordLogin) && decodesTo(user, l.user) && decodesTo(password, l.password)
}

// appendTo appends the login as it comes before a host, with its "@".
func (l Login) appendTo(dst []byte) []byte {
	if l.state == noLogin {
		return dst
	}
	return append(l.appendText(dst), '@')
}

// appendText appends user and password as the userinfo of a URL.
func (l Login) appendText(dst []byte) []byte {
	dst = AppendEscape(dst, l.user, EscapeUser)
	if l.state == passwordLogin {
		dst = append(dst, ':')
		dst = AppendEscape(dst, l.password, EscapeUser)
	}
	return dst
}
