package links

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// The naive reader of running text is a page of its own: it shares no code with
// Extract and has its own lists of characters. It knows no wrapper but the one that
// it is told of, reads each URI on its own, as often as it likes, and is slow.

// naiveBlank is white space, with email quoting and the marks of comments after a line break.
const naiveBlank = `[ \t\v\f\r\n]*[\r\n][ \t\v\f]*(>+[ \t\v\f\r\n]+|(//|[*#])[ \t][ \t\v\f\r\n]*)+|[ \t\v\f\r\n]+`

// naiveURI returns the URI that people mean by text, found in a text: without white
// space and email quoting and the backslashes of Markdown, with all that no URI may
// contain as an escape.
func naiveURI(text string) string {
	text = naiveStripped(compiled(naiveBlank).ReplaceAllString(text, ""))
	var b strings.Builder
	for rest := text; rest != ""; {
		n, char, ends := naiveToken(rest, text[:len(text)-len(rest)])
		switch {
		case n == 0 || ends && char == "":
			n, char = 1, rest[:1]
		}
		b.WriteString(char)
		rest = rest[n:]
	}
	text = b.String()
	head := compiled(`^([A-Za-z][A-Za-z0-9+.-]*:)?(//[^/?#]*)?`).FindString(text)
	rest := text[len(head):]
	before, after, ok := strings.Cut(rest, "#")
	if ok {
		rest = before + "#" + strings.ReplaceAll(after, "#", "%23")
	}
	rest = compiled(`%([0-9A-Fa-f]{2})?`).ReplaceAllStringFunc(rest, func(s string) string {
		if s == "%" {
			return "%25"
		}
		return s
	})
	for _, c := range "[]{}|\\^`" {
		rest = strings.ReplaceAll(rest, string(c), fmt.Sprintf("%%%02X", c))
	}
	return escapedUTF8(head + rest)
}

// naiveGlyphs are the special characters of troff that stand for punctuation of URLs.
var naiveGlyphs = map[string]string{
	"sh": "#", "Do": "$", "**": "*", "pl": "+", "hy": "-", "mi": "-", "en": "-", "sl": "/", "f/": "/", "eq": "=", "at": "@",
	"lB": "[", "rB": "]", "a^": "^", "ha": "^", "ru": "_", "ul": "_", "lC": "{", "ba": "|", "or": "|", "bv": "|", "br": "|",
	"rC": "}", "a~": "~", "ap": "~", "ti": "~",
}

// naiveToken returns the length of the token at the start of s, the character that it stands for, if any, and whether it
// ends a URI. The length is 0 without a token.
func naiveToken(s string, before string) (n int, char string, ends bool) {
	const name = `\([!-Z^-~]{2}|\[[!-Z^-~]{1,20}\]`
	match := func(expression string) bool {
		n = len(compiled(`^\\(?:` + expression + `)`).FindString(s))
		return n > 0
	}
	switch {
	case match(`\([^\r\n]{0,254}?\\\)`):
		return 2, "(", false
	case match(name):
		glyph := strings.Trim(s[2:n], "]")
		if char, ok := naiveGlyphs[glyph]; ok {
			return n, char, false
		}
		if m := compiled(`^u00([2-7][0-9A-F])$`).FindStringSubmatch(glyph); m != nil {
			code, _ := strconv.ParseUint(m[1], 16, 8)
			if char := string(rune(code)); compiled("[A-Za-z0-9$_.+!*(),;/?:@=&~#%^|{}\\[\\]-]").MatchString(char) {
				return n, char, false
			}
		}
		return n, "", true
	case match(`\*:`):
		return n, "", false
	case match(`\*(?:` + name + `|[A-Za-z0-9])`), match(`f(?:` + name + `|[BIRPCS1-4(\[*])`):
		return n, "", true
	case match(`:[^0-9]`), match(`:[0-9]`) && !compiled(`[A-Za-z0-9\]]$`).MatchString(before[max(0, len(before)-1):]):
		return 2, "", false
	case match(`&(?:\.|$|[^!#-;=?-~])`):
		return 2, "", false
	case match(`e[\[\]]`), match(`0[0-3][0-7]|177|(x|u00)([01][0-9A-Fa-f]|7[Ff])`):
		return n, "", true
	case match(`[nrtabfv0](?:$|[^\pL\p{Nd}]|(?:https?|ftp)://)`):
		return 2, "", true
	case match(`%[0-9A-Fa-f]{2}`):
		return 0, "", false
	case match("[!-/:-@\\[-`{-~]"):
		return 2, s[1:2], strings.Contains(`"<>`, s[1:2])
	}
	return 0, "", false
}

// naiveControl returns the length of the control sequence at s[i:], or 0.
func naiveControl(s string, i int) int {
	const esc, bel = `^(\x1b|\\(?:033|x1[bB]|u001[bB]|[eE]))`, `^(\a|\\(?:007|x07|u0007|a))`
	isEscaped := func(j int) bool {
		return s[j] == '\\' && compiled(`(^|[^\x1b\\])\\$`).MatchString(s[max(0, j-2):j])
	}
	first := len(compiled(esc).FindString(s[i:]))
	if first == 0 || isEscaped(i) {
		return 0
	}
	if n := len(compiled(`^\[[0-9;:?]*[A-Za-z]`).FindString(s[i+first:])); n > 0 && first+n <= 32 && !compiled(`^((https?|ftp)://|(www|ftp)\.)`).MatchString(s[i+first+n-1:]) {
		return first + n
	}
	words := len(compiled(`^\][0-9][A-Za-z0-9; ,=_-]*`).FindString(s[i+first:]))
	j := i + first + words
	if words == 0 || first+words >= 32 || j == len(s) || isEscaped(j) {
		return 0
	}
	if n := len(compiled(bel).FindString(s[j:])); n > 0 {
		return j + n - i
	}
	m := compiled(esc + `(\\*)`).FindStringSubmatch(s[j:])
	switch {
	case m == nil, m[2] == "", m[1] != "\x1b" && len(m[2]) < 2:
		return 0
	case m[1] == "\x1b":
		return j + 2 - i
	}
	return j + len(m[1]) + 2 - i
}

// naiveStripped returns s without control sequences. There is a NUL for those between a word and a URL.
func naiveStripped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := i
		for k := 1; n < len(s) && k > 0; n += k {
			k = naiveControl(s, n)
		}
		if n == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		if i == 0 || compiled(`[A-Za-z0-9]`).MatchString(s[i-1:i]) {
			if compiled(`^(?:https?|ftp)://`).MatchString(s[n:]) {
				b.WriteByte(0)
			}
		}
		i = n
	}
	return b.String()
}

// The characters that end a sentence or belong to one, where a URI may end.
const naiveStops = ".,;:!?*|`\\[{"

// naiveEnd returns where the URI of the text ends that begins at text[start:], without
// a wrapper, and whether the text there is one at all, and not the front of one. Its
// authority, path or opaque part begins at text[first:].
func naiveEnd(text string, start, first int) (end int, whole bool) {
	if strings.EqualFold(text[start:first], "mailto:") {
		if end := naiveAddresses(text, first); end > first && !compiled(`^(\?|%[0-9A-Fa-f]{2})`).MatchString(text[end:]) {
			text = text[:end]
		}
	}
	stop, end, whole := naiveRun(text, start, first)
	if strings.HasSuffix(text[:first], "://") {
		authority := compiled(`^[^/?#]*`).FindString(text[first:stop])
		switch cut := naiveAuthority(authority); {
		case cut < 0:
			return end, false
		case cut < len(authority):
			_, end, _ = naiveRun(text[:first+cut], start, first)
			return end, true
		case compiled(`(?i)^(https?|wss?|ftp|file):`).MatchString(text[start:]) && len(authority) >= len(strings.TrimRight(text[first:stop], ".,;:!?")) && compiled(`^([ \t\n\v\f\r]|$)`).MatchString(text[stop:]) &&
			!compiled(`^[0-9A-Fa-f:]*[.,;:!?]*$`).MatchString(authority):
			if m := compiled(`[^\\]:\pL[\pL_-]*[.,;:!?]*$`).FindStringIndex(authority); m != nil {
				host, _ := utf8.DecodeRuneInString(authority[m[0]:])
				_, end, _ = naiveRun(text[:first+m[0]+utf8.RuneLen(host)], start, first)
				return end, true
			}
		}
	}
	return end, whole
}

// naiveAddresses returns where the addresses of a mailto URL end that begin at text[i:], or i without one.
func naiveAddresses(text string, i int) int {
	end := i
	for {
		local := compiled("^([A-Za-z0-9.!$%&'*+=^_`{|}~-]|[^\\x00-\\x7F])+@").FindString(text[i:])
		if local == "" || len(local) > 3*64+1 {
			return end
		}
		i += len(local)
		if m := compiled(`^\[[0-9A-Fa-f:.]*\]`).FindString(text[i:]); m != "" {
			end = i + len(m)
		} else {
			domain := ""
			for _, c := range text[i:] {
				before, after := text[:i]+domain, text[i+len(domain):]
				if c == utf8.RuneError {
					break
				}
				if c < 0x80 && !compiled(`^[A-Za-z0-9.-]`).MatchString(after) || c >= 0x80 && !naiveInHost(before, after[utf8.RuneLen(c):], c) {
					break
				}
				domain += string(c)
			}
			switch {
			case domain == "" && compiled(`^%[0-9A-Fa-f]{2}`).MatchString(text[i:]):
				return i
			case domain == "":
				return end
			}
			end = i + len(strings.TrimRight(domain[:naiveAuthority(domain)], ".-"))
			if naiveAuthority(domain) < len(domain) {
				return end
			}
		}
		if !strings.HasPrefix(text[end:], ",") {
			return end
		}
		i = end + 1
	}
}

// naiveAuthority returns where an authority in running text ends, or -1 if its port has digits of
// US-ASCII and others.
func naiveAuthority(s string) int {
	host := s[strings.LastIndex(s, "@")+1:]
	skipped := len(s) - len(host)
	if m := compiled(`^([0-9.]+)[^\x00-\x7F]`).FindStringSubmatch(host); m != nil && compiled(`^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\.|$)){4}$`).MatchString(m[1]) && !strings.HasSuffix(m[1], ".") {
		return skipped + len(m[1])
	}
	domain := compiled(`^(\[[^\]]*\]|([A-Za-z0-9._~%-]|[^\x00-\x7F])*)`).FindString(host)
	if !strings.HasPrefix(domain, "[") {
		label := compiled(`[^.]*\.*$`).FindStringIndex(domain)[0]
		ascii := false
		for i, c := range domain[label:] {
			if unicode.IsPunct(c) && c >= 0x80 || ascii && c >= 0x80 && !unicode.In(c, unicode.Latin, unicode.M) {
				return skipped + label + i
			}
			ascii = ascii || c < 0x80 || unicode.In(c, unicode.Latin)
		}
	}
	if m := compiled(`^[\x00-\x7F]*`).FindString(host[len(domain):]); len(domain)+len(m) < len(host) {
		end := len(domain) + len(m)
		if c, _ := utf8.DecodeRuneInString(host[end:]); unicode.IsDigit(c) && compiled(`[0-9]$`).MatchString(host[:end]) {
			return -1
		}
		return skipped + end
	}
	return len(s)
}

// naiveInHost reports whether c, beyond US-ASCII, may be in an authority between before and after.
func naiveInHost(before, after string, c rune) bool {
	if strings.ContainsRune("－＿％～", c) {
		return true
	}
	switch c {
	case '·':
		return compiled(`(?i)l$`).MatchString(before) && compiled(`(?i)^l`).MatchString(after)
	case '׳', '״':
		return compiled(`\p{Hebrew}$`).MatchString(before)
	case '་':
		return compiled(`\p{Tibetan}$`).MatchString(before) && compiled(`^\p{Tibetan}`).MatchString(after)
	case '・':
		return compiled(`[ー\p{Hiragana}\p{Katakana}\p{Han}]$`).MatchString(before) && compiled(`^[ー\p{Hiragana}\p{Katakana}\p{Han}]`).MatchString(after)
	}
	wide := c > 0xFF00 && c < 0xFF5F && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	return naiveKind(c) == "word" && !unicode.IsPunct(c) && !wide
}

// naiveList finds the next item of a list of URLs.
const naiveList = `^([A-Za-z0-9._-]+=)?[A-Za-z0-9+.-]+://`

// naiveRun is naiveEnd without an end of the authority. It also returns where it stopped.
func naiveRun(text string, start, first int) (stopped, end int, whole bool) {
	before, rest := text[:start], text[first:]
	hasAuthority := strings.HasSuffix(text[:first], "://")
	// Read characters until one can be no part of the URI.
	var pieces []string
	tokens := map[int]bool{} // the pieces that are a token of more than two characters, by their ends
	for i := first; i < len(text); {
		n := 0
		switch run := len(text[i:]) - len(strings.TrimLeft(text[i:], `\`)); {
		case run > 1:
			n = 2
		case run == 1:
			var char string
			n, char, _ = naiveToken(text[i:], text[:i])
			tokens[i+n] = n > 2 && char != ""
		}
		if n == 0 {
			n = len(compiled(`^(\\%[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|(?s:.))`).FindString(text[i:]))
		}
		pieces = append(pieces, text[i:i+n])
		i += n
	}
	if hasAuthority {
		// The brackets of an IPv6 address are one piece.
		if m := compiled(`^([^/?#\[]*@)?(\[[0-9A-Fa-f:.]{0,46}\])`).FindStringSubmatch(rest); m != nil {
			at := strings.Index(rest, m[2])
			var joined []string
			for n, i := 0, 0; i < len(pieces); i++ {
				switch {
				case n == at:
					joined = append(joined, m[2])
				case n < at || n >= at+len(m[2]):
					joined = append(joined, pieces[i])
				}
				n += len(pieces[i])
			}
			pieces = joined
		}
	}
	end = first
	authority := hasAuthority
	letters := false                        // beyond US-ASCII
	var round, foreign, square, curly []int // where brackets without a partner begin
	var pair []int                          // the last outermost pair of square brackets
	unpaired := func() int {                // the first bracket without a partner, or end
		cut := end
		for _, open := range [][]int{round, foreign, square} {
			if len(open) > 0 {
				cut = min(cut, open[0])
			}
		}
		if len(curly) > 0 && curly[0]+1 < cut && text[curly[0]+1] == '{' {
			cut = curly[0]
		}
		return cut
	}
	trim := func() int {
		cut := unpaired()
		delimited := strings.HasSuffix(before, "](") && strings.HasPrefix(text[cut:], ")") ||
			compiled("(`|^'|[^']')$").MatchString(before) && strings.HasPrefix(text[cut:], before[len(before)-1:])
		if len(square) > 0 || !hasAuthority {
			pair = nil
		}
		if cut == end && cut > first && delimited {
			if !strings.HasSuffix(before, "'") || !compiled(`.[.,]$`).MatchString(text[first:cut]) {
				return cut
			}
			cut-- // and what is before it
		}
		return naiveTrim(text, start, first, cut, pair, tokens)
	}
	close := func(open *[]int) bool { // whether there is nothing to close
		if len(*open) == 0 {
			return true
		}
		*open = (*open)[:len(*open)-1]
		return false
	}
	for _, p := range pieces {
		if open := unpaired(); open < end-256 { // a partner must be within 256 bytes
			return open, trim(), true
		}
		if authority && strings.ContainsAny(p, "/?#") {
			authority = false
		}
		c, _ := utf8.DecodeRuneInString(p)
		if c == utf8.RuneError && len(p) == 1 {
			return end, trim(), true
		}
		stop := false
		after := text[end+len(p):]
		possessive := authority && compiled(`^s([^A-Za-z0-9]|$)`).MatchString(after)
		switch {
		case p == "%29":
			close(&round)
		case p[0] == '\\' && !strings.HasSuffix(text[:end], `\`) && compiled("^\\\\{2,}([nrt]\\\\*)?[\"'`]").MatchString(text[end:]),
			compiled(`^\[/[A-Za-z]{1,13}\]`).MatchString(text[end:]),
			p == "{" && naiveTag(before) != "" && strings.HasPrefix(text[end:], naiveTag(before)):
			return end, trim(), true
		case p == "*" && strings.HasSuffix(before, "/*") && strings.HasPrefix(after, "/"):
			return end, trim(), true
		case strings.Contains(",;|", p) && (authority || compiled(`^[^/?#]*/$`).MatchString(text[first:end]) && hasAuthority) && compiled(naiveList).MatchString(after):
			return end, trim(), true
		case len(p) > 1 && p[0] == '%', len(p) > 1 && p[0] == '[':
		case strings.HasPrefix(p, `\%`) && len(p) == 4:
			if authority {
				return end, trim(), false
			}
		case len(p) > 1 && p[0] == '\\':
			_, char, ends := naiveToken(text[end:], text[:end])
			switch {
			case p == `\\` && strings.HasPrefix(text[end:], `\\`):
			case ends && char == "":
				return end, trim(), true
			case ends:
				stop = true
			case authority && len(p) > 2 && strings.Contains("[]{}|^", char) && char != "":
				stop = true
			case authority && char != "" && strings.Contains("/?#", char):
				authority = false
			case char == "(":
				round = append(round, end)
			case char == "[":
				square = append(square, end)
			case char == "{":
				curly = append(curly, end)
			case char == ")":
				stop = close(&round)
			case char == "]":
				if len(square) == 1 {
					pair = []int{square[0], end + len(p)}
				}
				stop = close(&square)
			case char == "}":
				stop = close(&curly)
			}
		case p == `\` && (strings.HasSuffix(before, "]8;;") && strings.HasPrefix(after, "a")):
			return end, trim(), true
		case p == `\`:
			if !authority {
				break
			}
			next, _ := utf8.DecodeRuneInString(after)
			return end, trim(), !(next < 0x80 && (unicode.IsLetter(next) || unicode.IsDigit(next)) || next == '%')
		case p == "(":
			round = append(round, end)
		case p == ")":
			stop = close(&round)
		case p == "[" && !authority:
			square = append(square, end)
		case p == "]":
			if len(square) == 1 {
				pair = []int{square[0], end + 1}
			}
			stop = close(&square)
		case p == "{" && !authority:
			curly = append(curly, end)
		case p == "}":
			stop = close(&curly)
		case p == "%" && !authority, p == "^" && !authority:
		case strings.Contains("'|`", p) && strings.HasSuffix(before, p):
			stop = true
		case p == "|" && (compiled(`[\[!]$|\{\{$`).MatchString(before) || naiveParameter(before)):
			stop = true
		case p == "'" && strings.HasSuffix(before, "``") && strings.HasPrefix(after, "'"):
			stop = true
		case p == "'":
			stop = possessive || !strings.Contains(compiled(`\\.`).ReplaceAllString(text[first:end], ""), "'") && compiled(`^([,);\]]|/>)`).MatchString(after)
		case (p == "|" || p == "`") && !authority:
		case p == "*", p == "~":
			stop = strings.HasSuffix(before, p+p) && strings.HasPrefix(text[end+1:], p)
		case p == "&":
			stop = compiled(`(?i)^&(lt|gt|quot|apos|nbsp|#34|#39|#60|#62|#160|#x22|#x27|#x3c|#x3e|#xa0);`).MatchString(text[end:])
		case p == "[": // in the authority
			m := compiled(`^\[([^\] \t\n\v\f\r]{0,254})\]((?s:.?))((?s:.?))`).FindStringSubmatch(text[end:])
			switch {
			case m == nil || m[2] == "":
				return end, trim(), true
			case m[2] >= "\x80":
				return end, trim(), compiled(`[A-Za-z]|[^\x00-\x7F]`).MatchString(m[1])
			case strings.Contains("@:?#%-.", m[2]) && m[3] != "":
				m[2] = m[3]
			}
			return end, trim(), !compiled(`^[A-Za-z0-9/_]`).MatchString(m[2])
		case strings.Contains("|^`", p): // in the authority
			return end, trim(), !compiled(`^[!$-.0-;=@-~\x80-\x{10FFFF}]*@`).MatchString(after)
		case p == "{" || p == "%":
			return end, trim(), false
		case c < 0x80:
			stop = !compiled(`[A-Za-z0-9$_.+!;/?:@=,#-]`).MatchString(p)
		default:
			switch k := naiveKind(c); {
			case k == "breaks":
				return end, trim(), false
			case k == "outside", k == "period":
				stop = true
			case authority && !naiveInHost(text[:end], after, c):
				if compiled(`^[‐-―]\pL([A-Za-z0-9_%~-]|[\pL\pM\pN])*\.[\pL\p{Nd}]`).MatchString(text[end:]) && compiled(`\pL$`).MatchString(text[:end]) {
					return end, trim(), false
				}
				stop = true
			case authority:
				letters = true
			case k == "stops" && !letters, strings.ContainsRune("＂＇", c), unicode.IsPunct(c) && compiled(`^[A-Za-z][A-Za-z0-9+.-]*://`).MatchString(after):
				stop = true
			case c == '｜' && strings.HasSuffix(before, "｜"):
				stop = true
			case k == "private":
				stop = !compiled(`^[^#]*\?[^#]*$`).MatchString(text[first:end])
			case k == "joins":
				stop = slices.ContainsFunc([]string{"‘", "’", "‚"}, func(q string) bool { return strings.HasSuffix(before, q) })
			case k == "opens":
				foreign = append(foreign, end)
			case k == "closes":
				stop = close(&foreign)
			case k == "word":
				letters = true
			}
		}
		if stop {
			break
		}
		end += len(p)
	}
	return end, trim(), true
}

// naiveTag returns the closer of the "{name}" or "{name:...}" that before ends in.
func naiveTag(before string) string {
	return compiled(`(\{[A-Za-z]{1,14})(:[^{]*)?\}$`).ReplaceAllString(compiled(`\{[A-Za-z]{1,14}(:[^{]*)?\}$`).FindString(before), "$1}")
}

// naiveParameter reports whether before ends in the "|name=" of a template.
func naiveParameter(before string) bool {
	return compiled(`\|[ \t]*[A-Za-z0-9+._-]*[ \t]*=[ \t]*$`).MatchString(before[max(0, len(before)-72):])
}

// naiveTrim returns the end of text[first:end] without the punctuation of the sentence, marks,
// escapes of a string, and a label, which pair may be.
func naiveTrim(text string, start, first, end int, pair []int, tokens map[int]bool) int {
	before := text[:start]
	arrow := strings.HasPrefix(text[end:], ">")
	for end > first {
		s := text[first:end]
		if blank := compiled(`(` + naiveBlank + `)$`).FindString(s); blank != "" {
			end -= len(blank)
			continue
		}
		c, n := utf8.DecodeLastRuneInString(s)
		entity := compiled(`&[#A-Za-z0-9]{1,8};$`).FindString(s)
		switch {
		case strings.EqualFold(entity, "&amp;"), s == "*", tokens[end]:
			return end
		case entity != "":
			end -= len(entity)
		case arrow && (c == '-' || c == '='):
			end--
		case compiled(`[^/]\*/$`).MatchString(s), compiled(`.\*/$`).MatchString(s) && compiled(`/\*([^*\r\n]|\*[^/\r\n])*\*?$`).MatchString(before[max(0, len(before)-72):]), strings.HasSuffix(s, "//") && strings.HasSuffix(before, "//"), len(s) > 2 && strings.HasSuffix(s, "&&"):
			end -= 2
		case c == '\'' && strings.Count(s, "'")%2 == 0:
			return end
		case c == '\'', strings.ContainsRune(naiveStops, c):
			end--
		case strings.HasSuffix(s, `\&`):
			end -= 2
		case strings.ContainsRune("_~+", c) && strings.HasSuffix(before, string(c)), c == '=' && strings.HasSuffix(before, "=="):
			end--
		case c == ']' && pair != nil && pair[0] < end && pair[0] > first:
			macro := compiled(`[A-Za-z:]:$`).MatchString(before)
			label := compiled(`[A-Za-z#]|[^\x00-\x7F]`).MatchString(text[pair[0]:end]) || pair[0]+2 == end && !strings.Contains(text[first:end], "#")
			if m := compiled(`\?([^?#]*)$`).FindStringSubmatch(text[first:pair[0]]); m != nil {
				label = compiled(`=[^&]*$`).MatchString(m[1])
			}
			if !macro && (!label || strings.HasSuffix(text[:pair[0]], "_") || strings.HasSuffix(text[:pair[0]], "]")) {
				return end
			}
			end = pair[0]
		case c >= 0x80 && (c != utf8.RuneError || n > 1) && slices.Contains([]string{"stops", "joins"}, naiveKind(c)):
			end -= n
		default:
			return end
		}
	}
	return end
}

// naiveKind is the kind of a character beyond US-ASCII, from the names of its Unicode
// properties.
func naiveKind(c rune) string {
	ucschar := c >= 0xA0 && c <= 0xD7FF || c >= 0xF900 && c <= 0xFDCF || c >= 0xFDF0 && c <= 0xFFEF ||
		c >= 0x10000 && c < 0xE0000 && c&0xFFFF <= 0xFFFD || c >= 0xE1000 && c <= 0xEFFFD
	iprivate := c >= 0xE000 && c <= 0xF8FF || c >= 0xF0000 && c&0xFFFF <= 0xFFFD
	switch {
	case c == 0xAD, c >= 0xE0000 && c <= 0xE0FFF:
		return "breaks"
	case iprivate:
		return "private"
	case !ucschar, strings.ContainsRune("\u200b\u2060\ufeff\ufffd", c), unicode.Is(unicode.White_Space, c), unicode.Is(unicode.Bidi_Control, c):
		return "outside"
	case strings.ContainsRune("。｡", c):
		return "period"
	case strings.ContainsRune("’‘·–", c):
		return "joins"
	case strings.ContainsRune("…‥—―•", c):
		return "stops"
	case unicode.In(c, unicode.Ps, unicode.Pi):
		return "opens"
	case unicode.In(c, unicode.Pe, unicode.Pf):
		return "closes"
	case unicode.Is(unicode.Terminal_Punctuation, c):
		return "stops"
	}
	return "word"
}

// naiveQuoted returns the end of the URI at text[start:] in quotation marks. The part after its scheme begins
// at text[first:]. The URI goes on to the closing mark, but ends at a space within a line, and before a "." or
// "," or an escape at its end. Only in these cases punctuation before that goes too.
func naiveQuoted(text string, start, first int) int {
	inner := strings.TrimSuffix(text[first:first+strings.IndexByte(text[first:], '"')], `\`)
	inner = inner[:len(inner)-len(compiled(`(`+naiveBlank+`)$`).FindString(inner))]
	if space := naiveSpace(inner); space >= 0 {
		return naiveTrim(text, start, first, first+space, nil, nil)
	}
	m := compiled(`(?:^|[^\\])(\\[abfv0]\\*|\\+[nrt]\\*|\\+)$|([.,])$`).FindStringSubmatch(inner)
	if m != nil {
		return naiveTrim(text, start, first, first+len(inner)-len(m[1]+m[2]), nil, nil)
	}
	return first + len(inner)
}

// naiveSpace returns the offset of the first white space in s that is within a line, or -1.
func naiveSpace(s string) int {
	for _, blank := range compiled(naiveBlank).FindAllStringIndex(s, -1) {
		if !strings.ContainsAny(s[blank[0]:blank[1]], "\r\n") {
			return blank[0]
		}
	}
	return -1
}

// checkWhole checks that m is not the front of a longer run of text.
func checkWhole(t *testing.T, text string, m Match) {
	t.Helper()
	first := m.Start + strings.IndexByte(text[m.Start:], ':') + 1
	end, whole := m.End, true
	switch m.Wrapper {
	case WrapperNone:
		if strings.HasPrefix(text[first:], "//") {
			first += len("//")
		}
		end, whole = naiveEnd(text, m.Start, first)
	case WrapperQuotes:
		end = naiveQuoted(text, m.Start, first)
	default:
		whole = compiled(`^[ \t\v\f\r\n>/*#]*(\|[^<\r\n]*)?>`).MatchString(text[m.End:])
		if e := compiled(`(?:^|[^\\])(\\[abfv0]\\*|\\+[nrt]\\*|\\+)[ \t\v\f\r\n>/*#]*(\|[^<\r\n]*)?>`).FindStringSubmatchIndex(text[first:]); !whole && e != nil && (m.Wrapper == WrapperAngleURL || naiveSpace(text[first:first+e[2]]) < 0) {
			end, whole = naiveTrim(text, m.Start, first, first+e[2], nil, nil), true
		}
		if space := naiveSpace(text[first:]); !whole && m.Wrapper == WrapperAngle && space >= 0 {
			end, whole = naiveTrim(text, m.Start, first, first+space, nil, nil), true
		}
	}
	if end != m.End || !whole {
		t.Errorf("%q: found %q in %q, want %q; whole: %v", text, text[m.Start:m.End], m.Wrapper, text[m.Start:end], whole)
	}
}

// hostile are pieces of text that make it hard to say where a URI ends.
var hostile = []string{
	"http://", "https://", "a", "b.c", "/", "?", "#", "é", "中", "｜", "。", "，", "“", "”", "‘", "’", "（", "）", "\u00ad", "\ufffd", "\ue000", "٣", "\xff",
	"[", "]", "{", "}", "(", ")", "|", "\\", "^", "`", "%", "%41", "%4", "*", "**", "~~", "'", "\"", "<", ">", "<URL:", "&", "&lt;", "&amp;", "&gt", "&#39;", ";", ".", ",", ":", "!",
	" ", " ", "\n", "\n> ", "-\n", "=\n", "@", "[::1]", ":80", "1", "_", "=", "|", "|c=", "mailto:", "mailto:a@b", "foo://", "file:", "x:", "\\_", "\\/", "\\\"", "\\)", "\\n", "\\f", "R", "\\r", "\\x1b", "\\033[0m", "m", "\n// ", "\n* ", "\\&", "\\:", "'s", "](", "[[", "{{", "_", "+", "で", "1.2.3.4", ".ü", "l·l", "キ・ー", "x‐y", "、", "＂", ";http://b", "|n=x://", "{code}", "[/url]", "/*", "*/", "->", "--", "&&", "//", "\\(", "\\)", "\\(ti", "\\[lq]", "\\[u007E]", "\\*(", "rq", "\\*R", "\x1b[1m", "\x1b", "\x1b]8;;", "\a", "\x1b\\", "\\e]0;", "``", "''", "!", ":word", "{color:red}", "{color}", "/* ", "\\\\", "?b=", "==", "link:", "\x00", "\ufeff", "\u200b",
}

// differed are texts that the two readers once read differently.
var differed = []string{
	";http://b_^''。&#39;!@%41", "c=http://R~~*/:word", "http://b\\&lt;/", "http://h:refused?", "\"http://a/\\*(\"\x1b[1m1.2.3.4",
	"}?\\r;http://b!!:80\\:word",
	"?/*{{\ufeff\\)\\_http://a/\x1b]8;;\x1b\\\x00l·l{color}](l·l｜\x1b[1m//\\033[0m\\\"",
}

// TestExtractHostile reads random texts of hostile pieces with both readers.
func TestExtractHostile(t *testing.T) {
	for _, text := range differed {
		checkExtract(t, text)
	}
	r := seed.Rand(t)
	found, repaired := 0, 0
	for range *inputs {
		text := vectors.RandomText(r, 6, hostile...) + "http://a/" + vectors.RandomText(r, 12, hostile...)
		if r.IntN(4) == 0 {
			// Both sides of a mark rarely meet at random.
			pair := [][2]string{{"](", ")"}, {"`", "`"}, {"'", "'"}, {"|", "|"}, {"_", "_"}, {"<", ">"}, {"\"", "\""}, {"\"", "?\""}, {"\"", ".\""}}[r.IntN(9)]
			text = vectors.RandomText(r, 2, hostile...) + pair[0] + "http://a/" + vectors.RandomText(r, 3, hostile...) + pair[1] + vectors.RandomText(r, 2, hostile...)
		}
		checkExtract(t, text)
		for m := range Extract(text) {
			found++
			if m.Repaired {
				repaired++
			}
		}
		if t.Failed() {
			return
		}
	}
	if found < *inputs/4 || repaired < *inputs/20 {
		t.Errorf("only %d found, %d repaired", found, repaired)
	}
}
