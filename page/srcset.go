package page

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
)

// A Candidate is one image of a srcset attribute. Packages fmt and log/slog show it with its secrets.
type Candidate struct {
	Reference string // as written
	// Width is the width descriptor in pixels ("400w"), or 0 if there is none. A width above
	// math.MaxInt32 is math.MaxInt32.
	Width int
	// Density is the pixel density descriptor ("1.5x"). Without a descriptor it is one, and beside
	// a Width zero.
	Density float64
}

// Srcset yields the candidates of a srcset or imagesrcset attribute, in their order: HTML,
// "parse a srcset attribute".
//
//	a.png, b.png 2x               a.png, and b.png of the density 2
//	a,b.png 400w, c.png 800w      a,b.png 400 pixels wide, and c.png 800 pixels wide
//	a.png,b.png                   one candidate, a.png,b.png
//
// A candidate with a wrong descriptor is left out, as the standard says. The others stay. Of a width
// descriptor with a height ("400w 300h") the height is left out.
func Srcset(value string) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for s := strings.TrimLeft(value, space+","); s != ""; s = strings.TrimLeft(s, space+",") { // 4: splitting loop
			end := ascii.IndexAnyOrEnd(s, 0, space) // 6
			c, ok := Candidate{Reference: s[:end], Density: 1}, true
			s = s[end:]
			if url := strings.TrimRight(c.Reference, ","); url != c.Reference { // 8
				c.Reference = url
			} else {
				s, ok = c.describe(s)
			}
			if ok && !yield(c) {
				return
			}
		}
	}
}

// describe is the descriptor tokenizer and the descriptor parser of Srcset. It returns the text after
// the descriptors and the comma that ends them, and whether all descriptors are right. A comma in
// parentheses ends nothing.
func (c *Candidate) describe(s string) (rest string, ok bool) {
	var d descriptors
	start, parens := 0, false
	for i := range len(s) {
		switch b := s[i]; {
		case parens:
			parens = b != ')'
		case b == '(':
			parens = true
		case b == ',':
			d.add(s[start:i])
			return s[i+1:], d.apply(c)
		case isSpace(b):
			d.add(s[start:i])
			start = i + 1
		}
	}
	d.add(s[start:])
	return "", d.apply(c)
}

// descriptors are the descriptors of one candidate. width and height are 0 if there is none.
type descriptors struct {
	width, height int
	density       float64
	hasDensity    bool
	wrong         bool
}

// add adds one descriptor.
func (d *descriptors) add(text string) {
	if text == "" {
		return
	}
	number, unit := text[:len(text)-1], text[len(text)-1]
	isInteger := number != "" && ascii.All(number, ascii.Digit)
	switch {
	case unit == 'w' && isInteger:
		d.wrong = d.wrong || d.width != 0 || d.hasDensity
		d.width = integer(number)
		d.wrong = d.wrong || d.width == 0
	case unit == 'x' && isFloat(number):
		d.wrong = d.wrong || d.width != 0 || d.hasDensity || d.height != 0
		value, err := strconv.ParseFloat(number, 64)
		d.wrong = d.wrong || err != nil || value < 0
		d.density, d.hasDensity = math.Abs(value), true // -0 is 0
	case unit == 'h' && isInteger:
		d.wrong = d.wrong || d.height != 0 || d.hasDensity
		d.height = integer(number)
		d.wrong = d.wrong || d.height == 0
	default:
		d.wrong = true
	}
}

// apply sets the fields of c, and reports whether the descriptors are right.
func (d *descriptors) apply(c *Candidate) bool {
	if d.hasDensity || d.width != 0 {
		c.Width, c.Density = d.width, d.density
	}
	return !d.wrong && (d.height == 0 || d.width != 0)
}

// isFloat reports whether s is a valid floating-point number (HTML): an optional "-", digits,
// a fraction or both, and an optional exponent.
func isFloat(s string) bool {
	s = strings.TrimPrefix(s, "-")
	rest := strings.TrimLeft(s, digits)
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		if rest = strings.TrimLeft(fraction, digits); rest == fraction {
			return false
		}
	}
	if rest == s {
		return false
	}
	if rest == "" {
		return true
	}
	exponent := rest[1:]
	if exponent != "" && (exponent[0] == '-' || exponent[0] == '+') {
		exponent = exponent[1:]
	}
	return rest[0]|0x20 == 'e' && exponent != "" && ascii.All(exponent, ascii.Digit)
}
