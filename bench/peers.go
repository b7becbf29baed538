package bench

import (
	"net/url"

	"github.com/PuerkitoBio/purell"
	fredbi "github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/valyala/fasthttp"
)

// used takes something of every result, so that no compiler leaves a call out.
var used int

// The loops are written out for each: a call through a function value costs
// as much as a tenth of what is measured here.

func netURLParse(name string, lines []string) Contestant {
	return Contestant{name, func() (n int) {
		sum := 0
		for _, s := range lines {
			if u, err := url.Parse(s); err == nil {
				sum += len(u.Path)
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := url.Parse(s)
		if err != nil {
			return "", false
		}
		return u.String(), true
	}}
}

// fasthttpParse reads into one URI that is used again; its host and path are
// copied and percent-decoded, the path left as it is otherwise.
func fasthttpParse(lines []string) Contestant {
	u, texts := &fasthttp.URI{DisablePathNormalizing: true}, make([][]byte, len(lines))
	for i, s := range lines {
		texts[i] = []byte(s)
	}
	return Contestant{"fasthttp (reused)", func() (n int) {
		sum := 0
		for _, s := range texts {
			if u.Parse(nil, s) == nil {
				sum += len(u.PathOriginal())
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		if u.Parse(nil, []byte(s)) != nil {
			return "", false
		}
		return u.String(), true
	}}
}

func fredbiParse(name string, lines []string) Contestant {
	return Contestant{name, func() (n int) {
		sum := 0
		for _, s := range lines {
			if u, err := fredbi.Parse(s); err == nil {
				sum += len(u.Scheme())
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := fredbi.Parse(s)
		if err != nil {
			return "", false
		}
		return u.String(), true
	}}
}

// whatwgParse reads and normalises; the text is asked for where it is wanted.
func whatwgParse(lines []string, text bool) Contestant {
	return Contestant{"whatwg-url", func() (n int) {
		sum := 0
		for _, s := range lines {
			if u, err := whatwg.Parse(s); err == nil {
				sum += len(u.Pathname())
				if text {
					sum += len(u.Href(false))
				}
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := whatwg.Parse(s)
		if err != nil {
			return "", false
		}
		return u.Href(false), true
	}}
}

func netURLString(lines []string) Contestant {
	return Contestant{"net/url", func() (n int) {
		sum := 0
		for _, s := range lines {
			if u, err := url.Parse(s); err == nil {
				sum += len(u.String())
				n++
			}
		}
		used += sum
		return n
	}, netURLParse("", nil).Answer}
}

func purellNormalize(lines []string) Contestant {
	safe := purell.FlagsSafe
	return Contestant{"purell, safe flags", func() (n int) {
		sum := 0
		for _, s := range lines {
			if t, err := purell.NormalizeURLString(s, safe); err == nil {
				sum += len(t)
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		t, err := purell.NormalizeURLString(s, safe)
		return t, err == nil
	}}
}

func netURLResolve(base string, refs []string) Contestant {
	b, err := url.Parse(base)
	if err != nil {
		panic(err)
	}
	return Contestant{"net/url", func() (n int) {
		sum := 0
		for _, s := range refs {
			if r, err := url.Parse(s); err == nil {
				sum += len(b.ResolveReference(r).String())
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := b.Parse(s)
		if err != nil {
			return "", false
		}
		return u.String(), true
	}}
}

func fasthttpResolve(base string, refs []string) Contestant {
	var b, u fasthttp.URI
	if err := b.Parse(nil, []byte(base)); err != nil {
		panic(err)
	}
	return Contestant{"fasthttp (reused)", func() (n int) {
		sum := 0
		for _, s := range refs {
			b.CopyTo(&u)
			u.Update(s)
			sum += len(u.FullURI())
			n++
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		b.CopyTo(&u)
		u.Update(s)
		return u.String(), true
	}}
}

func whatwgResolve(base string, refs []string) Contestant {
	b, err := whatwg.Parse(base)
	if err != nil {
		panic(err)
	}
	return Contestant{"whatwg-url", func() (n int) {
		sum := 0
		for _, s := range refs {
			if u, err := b.Parse(s); err == nil {
				sum += len(u.Href(false))
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := b.Parse(s)
		if err != nil {
			return "", false
		}
		return u.Href(false), true
	}}
}

func pathUnescape(texts []string) Contestant {
	return Contestant{"url.PathUnescape", func() (n int) {
		sum := 0
		for _, s := range texts {
			if t, err := url.PathUnescape(s); err == nil {
				sum += len(t)
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		t, err := url.PathUnescape(s)
		return t, err == nil
	}}
}

func pathEscape(texts []string) Contestant {
	return Contestant{"url.PathEscape", func() (n int) {
		sum := 0
		for _, s := range texts {
			sum += len(url.PathEscape(s))
		}
		used += sum
		return len(texts)
	}, func(s string) (string, bool) { return url.PathEscape(s), true }}
}

func floor(name string, lines []string, valid func(string) bool) Contestant {
	return Contestant{Name: name, Pass: func() (n int) {
		for _, s := range lines {
			if valid(s) {
				n++
			}
		}
		used += n
		return n
	}}
}
