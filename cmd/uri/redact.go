package main

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/secret"
)

// action returns the action that prepare makes for f. If f.redact is set, the
// action accepts and refuses the same inputs as without it, but writes the result
// for the text in which [masked] has hidden the password. So nothing that is made
// of the password, such as a decoded field, can show it. If the masked text is
// refused, the result is "xxxxx".
func (c command) action(prepare func(format) (action, error), f format) (action, error) {
	writer, err := prepare(f)
	if err != nil || !f.redact || c.safe {
		return writer, err
	}
	unredacted := f
	unredacted.redact = false
	judge, err := prepare(unredacted)
	if err != nil {
		return nil, err
	}
	return func(b []byte, in string) ([]byte, error) {
		n := len(b)
		b, err := judge(b, in)
		if err != nil {
			return b, err
		}
		if b, err = writer(b[:n], masked(in)); err != nil {
			b = f.appendResult(b[:n], secret.Mask)
		}
		return b, nil
	}, nil
}

// uri returns the text of u as f shows it.
func (f format) uri(u uri.URI) string {
	if f.redact {
		return u.Redacted()
	}
	return u.String()
}

// text returns s, which is usually a URI, as f shows it.
func (f format) text(s string) string {
	if f.redact {
		return redacted(s)
	}
	return s
}

// redacted returns the inputs of a command of this shape as -redact shows them.
func (s shape) redacted(in string) string {
	first, second, ok := strings.Cut(in, "\t")
	if s != twoFields || !ok {
		return redacted(in)
	}
	return redacted(first) + "\t" + redacted(second)
}

// redacted returns what [uri.URI.Redacted] returns. In a text that is not a URI it
// hides what the errors of package uri hide.
func redacted(s string) string {
	if u, err := uri.Parse(s); err == nil {
		return u.Redacted()
	}
	lo, hi := secret.Find(s)
	if lo == hi {
		return s
	}
	return s[:lo] + secret.Mask + s[hi:]
}

// masked returns s with "xxxxx" for each run of bytes without delimiters in what
// [redacted] hides. The delimiters stay, so that the parts of s stay where they are.
func masked(s string) string {
	if u, err := uri.Parse(s); err == nil {
		return maskedURI(u).String()
	}
	lo, hi := secret.Find(s)
	return s[:lo] + mask(s[lo:hi]) + s[hi:]
}

// maskedURI is [masked] for a URI.
func maskedURI(u uri.URI) uri.URI {
	text, short := u.String(), u.Redacted()
	if short == text {
		return u
	}
	head := ""
	if _, ok := u.Host(); ok { // what is hidden before the path is masked there
		i, _, _ := u.Span(uri.PartPath)
		j, _, _ := uri.MustParse(short).Span(uri.PartPath)
		head = maskHidden(text[:i], short[:j])
		text, short = text[i:], short[j:]
	}
	return uri.MustParse(head + maskHidden(text, short))
}

// maskHidden returns text with a mask for what is between the beginning and the end
// that it has in common with short. Neither extends into the "xxxxx" of short,
// which may replace the same letters.
func maskHidden(text, short string) string {
	if text == short {
		return text
	}
	start, end := 0, 0 // end: how many bytes from the end
	for start < min(len(text), len(short)) && text[start] == short[start] {
		start++
	}
	for end < min(len(text), len(short))-start && text[len(text)-end-1] == short[len(short)-end-1] {
		end++
	}
	start = len(strings.TrimRight(short[:start], "x"))
	end = len(strings.TrimLeft(short[len(short)-end:], "x"))
	return text[:start] + mask(text[start:len(text)-end]) + text[len(text)-end:]
}

// mask writes "xxxxx" for each run of bytes that nobody takes for delimiters.
// Browsers take "\" for "/", so it is a delimiter too.
func mask(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, `:/;?#@\`)
		if i < 0 {
			i = len(s)
		}
		if i > 0 {
			b.WriteString(secret.Mask)
		}
		b.WriteString(s[i:min(i+1, len(s))])
		s = s[min(i+1, len(s)):]
	}
	return b.String()
}
