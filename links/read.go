package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Read returns the URI that a person meant who typed or pasted a text where one URL is expected: in
// a field of a form, on a command line, in a file of settings. It says what the text is, and for each
// [Kind] its answer is exactly that of the function there. White space and invisible characters
// around the text count for nothing. These kinds are asked in this order, and the first that fits
// answers:
//
//	KindDefanged     hxxp://example[.]com, joe[at]example[.]com
//	KindEscaped      https:\/\/example.com\/a, https:&#x2F;&#x2F;example.com, https%3A%2F%2Fexample.com
//	KindPath         C:\a, C:/a, \\server\share, /home/joe/a
//	KindMailbox      joe@example.com, Joe <joe@example.com>
//	KindRemote       git@example.com:a/b.git, [2001:db8::1]:a
//	KindURI          http://example.com/, mailto:joe@example.com, http:\\example.com
//	KindFixed        http://exam ple.com/
//	KindHost         example.com/a, localhost:8080, user:password@proxy.example:3128, //example.com
//	KindEmbedded     [text](http://example.com/), GET http://example.com/ HTTP/1.1
//
// A name before ":" is a scheme if "//" follows. It also is if it is registered. If it is not, it has
// no "." in it, and neither a digit follows nor an "@": "localhost:8080" is a host. In a host of one label
// a login, a port or a "/" has to follow, and there is no white space before the first "/". A text with a
// line break in it is prose, where only KindEscaped and KindEmbedded may answer. A ".git" after a port is an error.
//
// Read guesses no harm. More than one URI is [ErrSeveral], and words are [ErrSearch]. "../a" and
// "#a" are [ErrRelative]. It is an error too if programs read different hosts in the
// text, as in "http://a@b@c/", "http://010.1/" and `http://good.example\@evil.example/`, if a host beyond US-ASCII
// is there without [Reader.ToASCII], and if nothing but an invisible character or white space is
// between the text before a scheme and the scheme. If the text has a scheme and none of this, the error is
// the [*uri.SyntaxError] of [uri.Parse]. No error shows a password.
//
// A URI that was read is no more trustworthy than the text: its scheme may be javascript. Do not open
// one of KindDefanged without asking.
func Read(text string) (Reading, error) { return Reader{}.Read(text) }

// Read is the function [Read] with the settings of r.
func (r Reader) Read(text string) (Reading, error) {
	s := strings.TrimLeftFunc(text, isInvisible)
	start := len(text) - len(s)
	s = strings.TrimRightFunc(s, isInvisible)
	x := Reading{Start: start, End: start + len(s)}
	var ok bool
	var err error
	if x.URI, ok, err = r.defanged(s); ok || err != nil {
		x.Kind = KindDefanged
		return x.unless(err)
	}
	if decoded, ok, err := unescaped(s); ok || err != nil {
		if err == nil {
			var inner Reading
			inner, err = r.read(decoded)
			x.URI, x.Kind = inner.URI, KindEscaped
		}
		return x.unless(err)
	}
	if x, err = r.read(s); err != nil {
		return Reading{}, err
	}
	x.Start += start
	x.End += start
	return x, nil
}

// unless returns x, or no Reading if err is not nil.
func (x Reading) unless(err error) (Reading, error) {
	if err != nil {
		return Reading{}, err
	}
	return x, nil
}

// defanged reads s as a URI, a host or a mailbox that was made harmless.
func (r Reader) defanged(s string) (u uri.URI, ok bool, err error) {
	restored, ok := refanged(s)
	if !ok || isProse(restored) {
		return uri.URI{}, false, nil
	}
	if u, _, ok := mailbox(restored); ok {
		return u, true, nil
	}
	if u, kind, ok, err := r.complete(restored); err != nil || ok && kind == KindURI {
		return u, err == nil, err
	}
	return r.host(restored)
}

// read reads s by the kinds of texts without escapes.
func (r Reader) read(s string) (x Reading, err error) {
	x.End = len(s)
	var ok bool
	if !isProse(s) {
		if x.URI, x.Kind, x.Start, ok, err = r.whole(s); ok || err != nil {
			if x.Start > 0 {
				x.End -= len(s) - len(strings.TrimSuffix(s, ">"))
			}
			return x.unless(err)
		}
	}
	if s == "" || s[0] == '?' || s[0] == '#' {
		return Reading{}, refusal(s)
	}
	m, ok, err := r.embedded(s)
	switch {
	case err != nil:
		return Reading{}, err
	case ok:
		return Reading{m.URI, KindEmbedded, m.Start, m.End}, nil
	}
	return Reading{}, refusal(s)
}

// whole reads all of s as one of the kinds before KindEmbedded, in their order. Only a mailbox may begin after
// the start.
func (r Reader) whole(s string) (u uri.URI, kind Kind, start int, ok bool, err error) {
	if u, ok, err = filePath(s); ok || err != nil {
		return u, KindPath, 0, ok, err
	}
	if u, start, ok = mailbox(s); ok {
		return u, KindMailbox, start, true, nil
	}
	if u, ok, err = remote(s); ok || err != nil {
		return u, KindRemote, 0, ok, err
	}
	if u, kind, ok, err = r.complete(s); ok || err != nil {
		return u, kind, 0, ok, err
	}
	u, ok, err = r.host(s)
	return u, KindHost, 0, ok, err
}

// refusal returns the error for a text that has none of the kinds.
func refusal(s string) error {
	if n := schemeBefore(s); n > 0 && (schemes.IsRegistered(s[:n]) || strings.HasPrefix(s[n:], "://")) {
		if _, err := uri.Parse(s); err != nil {
			return err
		}
	}
	if first := s[:ascii.IndexAnyOrEnd(s, 0, `/\?#`)]; first == "" && s != "" && s[0] != '?' || first == "." || first == ".." {
		return ErrRelative
	}
	return ErrSearch
}
