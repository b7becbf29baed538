package main

import (
	"math/rand/v2"
	"strings"

	"example.com/uri"
)

// pieces are put into URLs: delimiters, and words that parsers know.
var pieces = []string{
	"/", "//", "///", ":", "@", "?", "#", ".", "..", ";", "=", "&", "%2f", "%40", "%3A", "%2e", "%00", "%41", "+", "-", "_", "~", "*", "'", "(", ")", "!", "$", ",",
	"a", "h", "0", "1", "80", "65536", "127.0.0.1", "0x7f.1", "[::1]", "[::ffff:1.2.3.4]", "localhost", "evil.example", "good.example", "xn--a", "u@", "u:p@", ":80", ":443",
	"http:", "https:", "HTTP:", "ftp:", "file:", "sip:", "sips:", "ws:", "wss:", "ldap:", "urn:", "data:", "javascript:", "ssh:", "git:", "git+ssh:", "redis:", "mongodb:", "tel:", "news:", "x:", "evil.example:",
}

// changedURLs returns n different URLs that uri.Parse accepts: some of texts, and pieces
// alone, with pieces put in, and bytes taken out. Each has a scheme or an authority: some
// parsers read a host at the start of every relative path, as people write it. mailto is
// left out, because some give the host of the mail address.
func changedURLs(texts []string, n int, seed uint64) (all []string) {
	rnd := rand.New(rand.NewPCG(seed, 0))
	known := map[string]bool{}
	for len(all) < n {
		s := ""
		switch rnd.IntN(4) {
		case 0:
			s = texts[rnd.IntN(len(texts))]
			s = s[:min(len(s), 60)]
		case 1:
			s = pieces[rnd.IntN(len(pieces))] + "//good.example/a?b#c"
		case 2:
			s = []string{"http:", "https:", "ftp:", "file:", "sip:", "ldap:", "x:", ""}[rnd.IntN(8)] + "//u:p@good.example:80/a/b"
		}
		for range 1 + rnd.IntN(5) {
			i := rnd.IntN(min(len(s), 30) + 1) // where scheme and authority are
			if rnd.IntN(4) == 0 && i < len(s) {
				s = s[:i] + s[i+1:]
			} else {
				s = s[:i] + pieces[rnd.IntN(len(pieces))] + s[i:]
			}
		}
		if known[s] {
			continue
		}
		u, err := uri.Parse(s)
		if _, authority := u.Authority(); err == nil && (u.IsAbsolute() || authority) && !strings.EqualFold(u.Scheme(), "mailto") {
			known[s] = true
			all = append(all, s)
		}
	}
	return all
}
