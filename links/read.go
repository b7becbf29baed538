package links

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// Read returns the URI meant by a text that was typed or pasted in the place of a URL: in a
// form, on a command line, in a file of settings. It says what the text is, and for each [Kind]
// the answer is that of the function named there. White space and invisible characters around
// the text do not count. The kinds are asked in this order, and the first that fits answers:
//
//	KindDefanged     hxxp://example[.]com, joe[at]example[.]com
//	KindEscaped      https:\/\/example.com\/a, https:&#x2F;&#x2F;example.com, https%3A%2F%2Fexample.com
//	KindPath         C:\a, "C:\a", \\server\share, /home/joe/a
//	KindMailbox      joe@example.com, Joe <joe@example.com>
//	KindRemote       git@example.com:a/b.git, [2001:db8::1]:a
//	KindURI          http://example.com/, mailto:joe@example.com, http:\\example.com
//	KindFixed        http://exam ple.com/
//	KindHost         example.com/a, localhost:8080, user:password@proxy.example:3128, //example.com
//	KindEmbedded     [text](http://example.com/), GET http://example.com/ HTTP/1.1
//
// A name before ":" is a scheme if "//" follows, or if it is registered, javascript or nntps. Another name is
// one if it has no "." in it, and neither a digit nor an "@" follows, so "localhost:8080" is a host. A host
// of one label needs a login, a port or a "/" after it. Before the first "/" of a host there is no white
// space. A text of several lines is prose: only KindEscaped and KindEmbedded read it.
//
// These texts have no answer, but an error:
//
//   - words, and a text without any: [ErrSearch];
//   - more than one URI: [ErrSeveral];
//   - a relative reference, as "../a" or "#a": [ErrRelative];
//   - a host beyond US-ASCII without [Reader.ToASCII]: [ErrHost]. Characters of full width, as in
//     "ｇｏｏｄ。example", are read as those of US-ASCII;
//   - a text with a scheme that is no URI: the [*uri.SyntaxError] of [uri.Parse];
//   - a URL of the web or of ftp without a host, or with one that programs read differently, as
//     "http://a@b@c/", "http://010.1/" and `http://good.example\@evil.example/`;
//   - other text around a URL or a mailbox with white space or an invisible character in it, as
//     "see s ftp://example.com";
//   - "~/a" and `C:a\b`, and "user@host:22/a.git", where the number is a port or a folder;
//   - git@-host:a, where "-host" may be an option of ssh.
//
// No error shows a password. A URI that was read is no more trustworthy than the text: its scheme may
// be javascript. Do not open one of KindDefanged without asking.
func Read(text string) (Reading, error) { return Reader{}.Read(text) }

// Read is the function [Read] with the settings of r.
func (r Reader) Read(text string) (Reading, error) {
	s := strings.TrimLeftFunc(text, isInvisible)
	start := len(text) - len(s)
	s = strings.TrimRightFunc(s, isInvisible)
	x := Reading{Start: start, End: start + len(s)}
	decoded, isEscaped, err := unescaped(s)
	if err != nil {
		return Reading{}, err
	}
	if isEscaped {
		s, x.Kind = decoded, KindEscaped
	}
	if u, ok, err := r.defanged(s); ok || err != nil {
		x.URI, x.Kind = u, KindDefanged
		return x.unless(err)
	}
	inner, err := r.read(s)
	if isEscaped || err != nil {
		x.URI = inner.URI
		return x.unless(err)
	}
	inner.Start += start
	inner.End += start
	return inner, nil
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
	if u, _, _, ok := mailbox(restored); ok {
		return u, true, nil
	}
	if u, kind, ok, err := r.complete(restored); err != nil || ok && kind == KindURI {
		return u, err == nil, err
	}
	return r.host(restored)
}

// read reads s by the kinds of texts without escapes.
func (r Reader) read(s string) (Reading, error) {
	if !isProse(s) {
		if x, ok, err := r.whole(s); ok || err != nil {
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
	case !ok:
		return Reading{}, refusal(s)
	}
	return Reading{m.URI, KindEmbedded, m.Start, m.End}, nil
}

// whole reads all of s as one of the kinds from KindPath to KindHost, in their order. Only a mailbox
// or a path in quotation marks may be less than all.
func (r Reader) whole(s string) (x Reading, ok bool, err error) {
	x.Kind = KindPath
	x.Start, x.End = withoutQuotes(s)
	if x.URI, ok, err = filePath(s[x.Start:x.End]); ok || err != nil {
		return x, ok, err
	}
	if u, start, end, ok := mailbox(s); ok {
		return Reading{u, KindMailbox, start, end}, true, nil
	}
	x = Reading{Kind: KindRemote, End: len(s)}
	if x.URI, ok, err = remote(s); ok || err != nil {
		return x, ok, err
	}
	if x.URI, x.Kind, ok, err = r.complete(s); ok || err != nil {
		return x, ok, err
	}
	x.Kind = KindHost
	x.URI, ok, err = r.host(s)
	return x, ok, err
}

// refusal returns the error for a text that has none of the kinds.
func refusal(s string) error {
	if n := schemeBefore(s); n > 0 && (schemes.IsKnown(s[:n]) || strings.HasPrefix(s[n:], "://")) {
		if _, err := uri.Parse(s); err != nil {
			return err
		}
	}
	if first := s[:ascii.IndexAnyOrEnd(s, 0, `/\?#`)]; first == "" && s != "" && s[0] != '?' || first == "." || first == ".." {
		return ErrRelative
	}
	return ErrSearch
}
