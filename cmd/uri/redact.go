package main

import (
	"regexp"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/secret"
)

// job returns the job of prepare for f. If f.redact is set, its action accepts and refuses the same
// inputs as without it, but writes the result for the [masked] text, or "xxxxx" if that is refused.
// So nothing made of the password (a decoded field) can show it.
func (c command) job(prepare func(format) (job, error), f format) (job, error) {
	j, err := prepare(f)
	if err != nil || !f.redact || c.safe {
		return j, err
	}
	unredacted := f
	unredacted.redact = false
	judge, err := prepare(unredacted)
	return job{act: func(in string) (object, error) {
		if _, err := judge.act(in); err != nil {
			return nil, err
		}
		all, err := j.act(masked(in))
		if err != nil {
			return textResult(secret.Mask, nil)
		}
		return all, nil
	}}, err
}

// uri returns the text of u as f shows it.
func (f format) uri(u uri.URI) string { return f.text(u.String()) }

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

// redacted is [uri.URI.Redacted], or for a text that is no URI hides what the errors of Parse hide.
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
	return maskHidden(s, 0, len(s), secret.AppendText(nil, s))
}

// maskedURI is [masked] for a URI.
func maskedURI(u uri.URI) uri.URI {
	s := u.String()
	return uri.MustParse(maskHidden(s, 0, len(s), secret.AppendURI(nil, s)))
}

// maskHidden returns s[from:to] with "xxxxx" for each run of bytes in one of the secrets of s,
// except for the delimiters of parsers. Browsers take "\" for "/", so it is a delimiter too.
func maskHidden(s string, from, to int, secrets []secret.Span) string {
	var b strings.Builder
	for _, x := range secrets {
		lo, hi := max(x.Lo, from), min(x.Hi, to)
		if lo >= hi {
			continue
		}
		b.WriteString(s[from:lo])
		b.WriteString(notDelimiters.ReplaceAllString(s[lo:hi], secret.Mask))
		from = hi
	}
	return b.String() + s[from:to]
}

var notDelimiters = regexp.MustCompile(`[^:/;?#@\\]+`)
