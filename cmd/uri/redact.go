package main

import (
	"strings"

	"example.com/uri"
	"example.com/uri/internal/secret"
)

// job returns the job of prepare for f. If f.redact is set, its action accepts and
// refuses the same inputs as without it, but writes the result for the [masked] text.
// So nothing made of the password (a decoded field) can show it. If the masked text is
// refused, the result is "xxxxx".
func (c command) job(prepare func(format) (job, error), f format) (job, error) {
	j, err := prepare(f)
	if err != nil || !f.redact || c.safe {
		return j, err
	}
	unredacted := f
	unredacted.redact = false
	judge, err := prepare(unredacted)
	return oneByOne(func(b []byte, in string) ([]byte, error) {
		n := len(b)
		b, err := judge.act(b, in)
		if err != nil {
			return b[:n], err
		}
		if b, err = j.act(b[:n], masked(in)); err != nil {
			b = f.appendResult(b[:n], secret.Mask)
		}
		return b, nil
	}), err
}

// uri returns the text of u as f shows it.
func (f format) uri(u uri.URI) string {
	if f.redact {
		return u.Redacted()
	}
	return u.String()
}

// text returns s, usually a URI, as f shows it.
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

// redacted is [uri.URI.Redacted] for a text. If the text is not a URI, redacted hides the
// same bytes as the errors of package uri.
func redacted(s string) string {
	if u, err := uri.Parse(s); err == nil {
		return u.Redacted()
	}
	return secret.RedactText(s)
}

// masked returns s with "xxxxx" for each run of bytes without delimiters in the parts
// hidden by [redacted]. The delimiters stay, so the parts of s stay where they are.
func masked(s string) string {
	if u, err := uri.Parse(s); err == nil {
		return maskedURI(u).String()
	}
	return maskHidden(s, secret.AppendText(nil, s))
}

// maskedURI is [masked] for a URI.
func maskedURI(u uri.URI) uri.URI {
	s := u.String()
	return uri.MustParse(maskHidden(s, secret.AppendURI(nil, s)))
}

// maskHidden returns s with a [mask] in place of each secret.
func maskHidden(s string, secrets []secret.Span) string {
	var b strings.Builder
	at := 0
	for _, x := range secrets {
		b.WriteString(s[at:x.Lo] + mask(s[x.Lo:x.Hi]))
		at = x.Hi
	}
	return b.String() + s[at:]
}

// mask writes "xxxxx" for each run of bytes without a delimiter of any parser. Browsers
// take "\" for "/", so it is a delimiter too.
func mask(s string) string {
	var b strings.Builder
	inRun := false
	for i := range len(s) {
		isDelimiter := strings.IndexByte(`:/;?#@\`, s[i]) >= 0
		if isDelimiter {
			b.WriteByte(s[i])
		} else if !inRun {
			b.WriteString(secret.Mask)
		}
		inRun = !isDelimiter
	}
	return b.String()
}
