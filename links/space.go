package links

import "example.com/uri/internal/ascii"

// A gap is white space in a wrapper, with the email quoting and the marks of comments in it:
// "//", "*" or "#" at the beginning of a line, with a space or tab after it.
type gap struct {
	end   int
	lines int  // line breaks
	quote int  // where the quoting begins; 0: there is none
	known bool // more text does not change it
}

// gapAt returns the gap that begins at s[i:].
func gapAt[T ascii.Text](s T, i int, atEOF bool) gap {
	g := gap{known: true}
	for i < len(s) {
		switch b := s[i]; {
		case b == '\n' && i > 0 && s[i-1] == '\r':
		case b == '\n' || b == '\r':
			g.lines++
		case table[b]&isBlank != 0:
		case g.lines > 0 && (b == '>' || b == '/' || b == '*' || b == '#'):
			j := markEnd(s, i)
			switch {
			case j == len(s):
				g.end, g.known = i, atEOF
				return g
			case b == '>' && table[s[j]]&isBlank != 0:
				if g.quote == 0 {
					g.quote = i
				}
			case s[j] != ' ' && s[j] != '\t', b == '/' && j == i+1:
				g.end = i
				return g
			}
			i = j - 1
		default:
			g.end = i
			return g
		}
		i++
	}
	g.end, g.known = i, atEOF
	return g
}

// markEnd returns where the mark ends that s[i:] begins with: one "/", "*" or "#", "//", or
// any number of ">".
func markEnd[T ascii.Text](s T, i int) int {
	j := i + 1
	for j < len(s) && s[j] == s[i] && (s[i] == '>' && j-i < maxLead || s[i] == '/' && j == i+1) {
		j++
	}
	return j
}

// gapBefore returns where the [gap] that ends before s[i:] begins, at low or later.
func gapBefore[T ascii.Text](s T, low, i int) int {
	for i > low && table[s[i-1]]&isBlank != 0 {
		i--
		if i > low && s[i-1] == '>' {
			i = quotedFrom(s, low, i)
		}
	}
	return i
}

// quotedFrom returns where the email quoting that ends before s[i:] begins, or i
// without quoting.
func quotedFrom[T ascii.Text](s T, low, i int) int {
	j := i
	for j > low && (s[j-1] == '>' || s[j-1] == ' ' || s[j-1] == '\t') {
		j--
	}
	if j > low && j < i && (s[j-1] == '\n' || s[j-1] == '\r') {
		return j
	}
	return i
}

// unbroken returns s[i:end] without its gaps, and the offsets in the result of "-" and
// "=" at the end of a line. Typesetters and quoted-printable (RFC 2045, 6.7) write
// those.
func unbroken[T ascii.Text](s T, i, end int) (text string, ends []int) {
	j := i
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
		g := gapAt(s, j, true)
		last := len(buf) - 1
		if b := buf[last]; g.lines > 0 && (b == '-' || b == '=') {
			ends = append(ends, last)
		}
		j = g.end
	}
	return string(buf), ends
}
