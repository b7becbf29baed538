package bench

import "math/rand/v2"

// escapeTexts returns a thousand strings of 100 bytes, with the given share of bytes to escape.
// uriTexts returns such strings after escaping: 100 bytes, with the given share of the encoded
// bytes written as %hh. The places are random with a fixed seed, so that no branch predictor
// learns them.
func escapeTexts(share float64) []string {
	const toEscape = " \"%<>#^`\xc3\xa9"
	return drawn(share, func(r *rand.Rand, dst []byte) []byte {
		return append(dst, toEscape[r.IntN(len(toEscape))])
	})
}

func uriTexts(share float64) []string {
	const hex = "0123456789ABCDEF"
	return drawn(share, func(r *rand.Rand, dst []byte) []byte {
		return append(dst, '%', hex[r.IntN(16)], hex[r.IntN(16)])
	})
}

// drawn makes texts of 100 bytes: units of escaped and of plain bytes in the given
// shares, shuffled.
func drawn(share float64, escaped func(*rand.Rand, []byte) []byte) []string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"
	r := rand.New(rand.NewPCG(2396, 1738))
	width := len(escaped(r, nil))
	n := int(100*share/(share*float64(width)+1-share) + 0.5) // escaped units
	texts := make([]string, 1000)
	for i := range texts {
		units := r.Perm(100 - n*width + n)
		var b []byte
		for _, u := range units {
			if u < n {
				b = escaped(r, b)
			} else {
				b = append(b, plain[r.IntN(len(plain))])
			}
		}
		texts[i] = string(b)
	}
	return texts
}

// typical has typical URLs of each scheme.
var typical = map[string][]string{
	"ftp": {
		"ftp://ftp.example.org/",
		"ftp://ftp.example.org/pub/README",
		"ftp://ftp.example.org/pub/gnu/emacs/emacs-29.4.tar.gz",
		"ftp://anonymous@ftp.example.com/pub/%2Fetc/motd;type=a",
		"ftp://user:secret@ftp.example.com:2121/home/user/letters/draft%20one.txt",
		"ftp://ftp.example.net/rfc/rfc1738.txt;type=a",
		"ftp://ftp.example.net/pub/os/Linux/distributions/debian/dists/stable/Release",
		"ftp://192.0.2.7/incoming/",
	},
	"gopher": {
		"gopher://gopher.example.org/",
		"gopher://gopher.example.org/1",
		"gopher://gopher.example.org:7070/1/world/Europe",
		"gopher://gopher.example.org/0/about/this%20server.txt",
		"gopher://gopher.example.net/7/v2/vs%09uniform%20locators",
		"gopher://gopher.example.net/9/software/archive.zip",
		"gopher://gopher.example.com/hURL:http://www.example.com/",
		"gopher://gopher.example.com/I/pictures/moon.jpg",
	},
	"http": {
		"http://www.example.com/",
		"http://www.example.com/index.html",
		"https://en.example.org/wiki/Uniform_Resource_Identifier",
		"https://example.org/search?q=uniform+resource+locators&lang=en&page=2",
		"http://www.example.net:8080/a/b/c/d.html",
		"https://shop.example.com/products/12345/reviews?sort=newest",
		"https://cdn.example.net/assets/js/app.3f9c2a1b.min.js",
		"https://example.com/caf%C3%A9/menu.pdf",
	},
}
