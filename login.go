package uri

import (
	"fmt"
	"log/slog"

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
// fields. In JSON a Login is empty; store the text of the URL instead.
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
	if verb == 'v' && (f.Flag('+') || f.Flag('#')) {
		formatHiding(f, l.redacted())
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), string(l.appendText(nil)))
}

// LogValue returns the text that Format writes for %+v.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.redacted()) }

// redacted returns the login with the password masked.
func (l Login) redacted() string {
	l.password = secret.Mask // not written if there is no password
	return string(l.appendText(nil))
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
