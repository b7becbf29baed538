package links

import "example.com/uri/internal/ascii"

// A whiteSpace is the white space at one place of a wrapper. Email quoting is part of it,
// and so are the markers of comments: "//", "*" or "#" at the beginning of a line, with a
// space or tab after it.
type whiteSpace struct {
	end   int
	lines int // line breaks
	quote int // where the quoting begins; 0: there is none
}

// spaceAt returns the space at s[i:]. It looks no further than s[limit].
func (in *input[T]) spaceAt(i, limit int) (g whiteSpace) {
	s := in.s
	for ; i <= limit && in.has(i, 1); i++ {
		switch b := s[i]; {
		case b == '\n' && i > 0 && s[i-1] == '\r':
		case b == '\n' || b == '\r':
			g.lines++
		case table[b]&isBlank != 0:
		case g.lines > 0 && (b == '>' || b == '/' || b == '*' || b == '#'):
			g.end = i
			j := quotingEnd(s, i)
			switch {
			case !in.has(j, 1):
				return g
			case b == '>' && table[s[j]]&isBlank != 0:
				if g.quote == 0 {
					g.quote = i
				}
			case s[j] != ' ' && s[j] != '\t', b == '/' && j == i+1:
				return g
			}
			i = j - 1
		default:
			g.end = i
			return g
		}
	}
	g.end = i
	return g
}

// quotingEnd returns the end of the quoting or of the marker of a comment at s[i:]: any number of
// ">", "//", or one "/", "*" or "#".
func quotingEnd[T ascii.Text](s T, i int) int {
	j := i + 1
	for j < len(s) && s[j] == s[i] && (s[i] == '>' && j-i < maxLead || s[i] == '/' && j == i+1) {
		j++
	}
	return j
}

// spaceBefore returns the start of the [whiteSpace] before s[i:], but at least low.
func spaceBefore[T ascii.Text](s T, low, i int) int {
	for i > low && table[s[i-1]]&isBlank != 0 {
		i--
		j := i
		for j > low && (s[j-1] == '>' || j < i && (s[j-1] == ' ' || s[j-1] == '\t')) {
			j--
		}
		if j > low && j < i && (s[j-1] == '\n' || s[j-1] == '\r') {
			i = j // of quoting
		}
	}
	return i
}

// unbroken returns s[i:end] without white space, and the offsets in the result of "-" and "=" at the
// end of a line: those may be of a typesetter or of quoted-printable (RFC 2045, 6.7).
func (in *input[T]) unbroken(i, end int) (text string, ends []int) {
	s, j := in.s, i
	for j < end && table[s[j]]&isBlank == 0 {
		j++
	}
	if j == end {
		return string(s[i:end]), nil
	}
	buf := append(make([]byte, 0, end-i), s[i:j]...)
	for j < end {
		if b := s[j]; table[b]&isBlank == 0 {
			buf = append(buf, b)
			j++
			continue
		}
		g := in.spaceAt(j, end)
		last := len(buf) - 1
		if b := buf[last]; g.lines > 0 && (b == '-' || b == '=') {
			ends = append(ends, last)
		}
		j = g.end
	}
	return string(buf), ends
}
