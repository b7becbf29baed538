package bench

import "example.com/uri"

func oursParse(lines []string) Contestant {
	return Contestant{"uri", func() (n int) {
		sum := 0
		for _, s := range lines {
			if u, err := uri.Parse(s); err == nil {
				sum += len(u.Path())
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		u, err := uri.Parse(s)
		if err != nil {
			return "", false
		}
		return rejoined(u), true
	}}
}

// rejoined puts the components together again (RFC 2396, 5.2, step 7).
func rejoined(u uri.URI) string {
	var s string
	if scheme := u.Scheme(); scheme != "" {
		s = scheme + ":"
	}
	if authority, ok := u.Authority(); ok {
		s += "//" + authority
	}
	s += u.Path()
	if query, ok := u.Query(); ok {
		s += "?" + query
	}
	if fragment, ok := u.Fragment(); ok {
		s += "#" + fragment
	}
	return s
}

func oursValid(lines []string) Contestant {
	return Contestant{"uri", func() (n int) {
		for _, s := range lines {
			if uri.Valid(s) {
				n++
			}
		}
		used += n
		return n
	}, func(s string) (string, bool) { return s, uri.Valid(s) }}
}

// refused is the last error that was built.
var refused error

func oursRefuse(lines []string) Contestant {
	return Contestant{"uri", func() (n int) {
		for _, s := range lines {
			if _, err := uri.Parse(s); err != nil {
				refused = err
			} else {
				n++
			}
		}
		return n
	}, oursParse(nil).Answer}
}

func oursUnescape(texts []string) Contestant {
	return Contestant{"uri", func() (n int) {
		sum := 0
		for _, s := range texts {
			if t, err := uri.Unescape(s); err == nil {
				sum += len(t)
				n++
			}
		}
		used += sum
		return n
	}, func(s string) (string, bool) {
		t, err := uri.Unescape(s)
		return t, err == nil
	}}
}

func oursEscape(texts []string) Contestant {
	return Contestant{"uri", func() (n int) {
		sum := 0
		for _, s := range texts {
			sum += len(uri.Escape(s, uri.PathSegment))
		}
		used += sum
		return len(texts)
	}, func(s string) (string, bool) { return uri.Escape(s, uri.PathSegment), true }}
}
