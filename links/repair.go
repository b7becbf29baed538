package links

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri"
	"example.com/uri/internal/secret"
)

// A Repairer repairs references. The zero value works as [Repair].
type Repairer struct {
	// ToASCII turns a host name with characters beyond US-ASCII into US-ASCII, as
	// the ToASCII function of an IDNA library does. It is given the name as
	// written. If it is nil, such names are refused.
	ToASCII func(name string) (string, error)
}

// A RepairError says why a text cannot be repaired.
type RepairError struct {
	// Offset is the byte offset of the error in the given text.
	Offset int
	// Err is the [*uri.SyntaxError] of the text after all repairs, an error of the
	// function [Repairer.ToASCII], or [ErrHost].
	Err error
}

// ErrHost is the error for a host name beyond US-ASCII without a function to convert
// it, or with one that returns no host name.
var ErrHost = errors.New("links: no US-ASCII form of the host name")

// Error describes the error in one line, with Offset. It shows a piece of the text of
// Err, without passwords, and of a [*uri.SyntaxError] only the rule and the reason.
func (e *RepairError) Error() string {
	var reason, rule string
	if s, ok := e.Err.(*uri.SyntaxError); ok {
		reason, rule = ": "+s.Rule.String()+": "+s.Reason(), " ("+s.Rule.Section()+")"
	} else if e.Err != nil {
		reason = ": " + strings.TrimPrefix(secret.Cause(e.Err), "links: ")
	}
	return "links: beyond repair" + reason + " at offset " + strconv.Itoa(e.Offset) + rule
}

// Unwrap returns Err.
func (e *RepairError) Unwrap() error { return e.Err }

// Repair turns a text as people and pages write it into a valid reference, and lists its
// changes in order. It escapes the characters that no URI may contain (RFC 2396, 2.4). It
// leaves out white space around the reference, a byte order mark before it, and tabs and
// line breaks in it. It guesses nothing. The kinds of repair are the [ChangeKind]
// constants. Applied to s, the changes give the text of the URI. [uri.Parse] accepts it,
// so a second repair changes nothing.
//
// Package web reads a reference as a browser does. A browser reads the result as it
// reads s, up to the added escapes and with these exceptions. (A server may tell an
// escape apart from its character.) In its special schemes it reads "\" as "/" and
// finds a host after any number of slashes. It reads "|" after a drive letter as ":".
// It replaces bytes of invalid UTF-8 with U+FFFD, while Repair escapes them. And it
// takes a byte order mark for a part of the reference.
//
// In a host, a double quote, a backquote and braces are escaped. A host with a space, a
// control, one of <>^|\[] or a "%" without an escape is refused, and so is an authority
// with "\" if browsers might read "/" and find another host. The error is a
// [*RepairError]. A host beyond US-ASCII is refused too: it needs a [Repairer] with
// ToASCII.
//
// It adds no missing slash, as in "http:/h/x", and no scheme: see [Expand].
//
// If Parse accepts s, Repair returns it unchanged and does not allocate. Otherwise it
// allocates the text of the URI, the list of changes, and an error of Parse that it
// drops. A tab or line break inside s costs one more allocation, and a returned error may
// cost more.
func Repair(s string) (uri.URI, []Change, error) {
	return Repairer{}.Repair(s)
}

// Repair is the function [Repair] with the settings of r.
func (r Repairer) Repair(s string) (uri.URI, []Change, error) {
	if u, err := uri.Parse(s); err == nil {
		return u, nil, nil
	}
	d := newRepair(s)
	if err := d.convertHost(r.ToASCII); err != nil {
		return uri.URI{}, nil, err
	}
	repaired, changes := d.write()
	u, err := uri.Parse(repaired)
	if err == nil {
		return u, changes, nil
	}
	e := &RepairError{Err: err}
	if syntax, ok := err.(*uri.SyntaxError); ok {
		e.Offset = offsetBefore(changes, syntax.Offset)
	}
	return uri.URI{}, nil, e
}

// convertHost sets d.ascii to the US-ASCII form of a host beyond US-ASCII.
func (d *repair) convertHost(toASCII func(string) (string, error)) (err error) {
	host := d.s[d.Host:d.HostEnd]
	i := strings.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf })
	if i < 0 {
		return nil
	}
	if d.ascii, err = asciiHost(host, toASCII); err != nil {
		return &RepairError{Offset: d.after(d.first, d.Host+i+1) - 1, Err: err}
	}
	return nil
}

// asciiHost returns toASCII(host), a host without escapes.
func asciiHost(host string, toASCII func(string) (string, error)) (string, error) {
	if toASCII == nil || !utf8.ValidString(host) {
		return "", ErrHost
	}
	converted, err := toASCII(host)
	if err != nil {
		return "", err
	}
	u, err := uri.Parse("//" + converted)
	if parsed, _ := u.Host(); err != nil || parsed == "" || parsed != converted || strings.Contains(converted, "%") {
		return "", ErrHost
	}
	return converted, nil
}
