package guardtest

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/punycode"
)

// words has the values of the words in the texts of hostread's table.
type words map[string][]string

// set gives the words for a value in a host.
func (w words) set(host, value string) {
	w["value"], w["dotted"], w["spread"] = []string{value}, dotted(host, value), []string{strings.Join(strings.Split(host, ""), value)}
}

// expand returns text with each word in braces replaced by each of its values.
func (w words) expand(text string) (all []string) {
	all = []string{""}
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		values := []string{""}
		if found {
			var word string
			word, rest, _ = strings.Cut(rest, "}")
			values = w[word]
		}
		var longer []string
		for _, front := range all {
			for _, value := range values {
				longer = append(longer, front+before+value)
			}
		}
		all, text = longer, rest
	}
	return all
}

// valueForms returns a value as it is, in escapes of one and of two levels, and in overlong UTF-8.
func valueForms(value string, raw bool) []string {
	if value == "" || raw {
		return []string{value}
	}
	all := []string{value}
	for _, once := range [...]string{escapedLower(value), escaped(value)} {
		all = append(all, once, escapedAgain(once))
	}
	if c := value[0]; len(value) == 1 && c < utf8.RuneSelf {
		all = append(all, escapedLower(overlong(c)))
	}
	return all
}

// folds are some of the texts that IDNA (RFC 5895, UTS #46) maps to others.
var folds = []struct{ text, as string }{
	{"\u212a", "k"}, {"\u017f", "s"}, {"\u00df", "ss"}, {"\u03c2", "\u03c3"}, {"u\u0308", "\u00fc"}, {"e\u0301", "\u00e9"},
}

// wordsOf returns the words for a host. Texts with a word without a value are left out.
func wordsOf(host string) words {
	label, tail, dot := strings.Cut(host, ".")
	if dot {
		tail = "." + tail
	}
	half, most := min(2, (len(host)+1)/2), max(len(host)-1, 0)
	w := words{
		"host": {host}, "HOST": capitals(host, label, tail), "plain": {host}, "label": {label}, "tail": {tail}, "front": {host[:half]}, "back": {host[half:]}, "most": {host[:most]}, "last": {host[most:]},
		"escaped": {escapedLower(host), escapedAgain(escapedLower(host))}, "some escaped": someEscaped(host), "long": {strings.Repeat("a.", 127)},
	}
	for i := range len(host) {
		if host[i] == '.' {
			w["merged"] = append(w["merged"], host[:i]+"."+host[i:])
		}
	}
	addr, err := netip.ParseAddr(host)
	switch {
	case err == nil && addr.Is6():
		w["host"] = []string{"[" + host + "]"}
	case err == nil:
		w["number"] = numbers(addr.As4())
		w["mapped"] = mapped(addr)
	}
	if host == "localhost" || err == nil && (addr.IsLoopback() || addr.IsUnspecified()) {
		w["local"] = []string{""}
	}
	w["folded"] = append(folded(label, tail), moved(label, '!', '~', '\uff01')+tail, moved(label, '1', '9', '\u2460')+tail)
	if text, ok := strings.CutPrefix(label, "xn--"); ok {
		w["broken"] = []string{label[:len(label)-1] + tail}
		if runes, ok := punycode.AppendDecoded(nil, text); ok {
			name := string(runes)
			w["unicode"] = append(folded(name, tail), name+tail, strings.ToUpper(name)+tail)
		}
	}
	return w
}

// capitals returns the host with capitals: all, those of its first label, the first and the last.
func capitals(host, label, tail string) []string {
	n := len(host)
	return []string{
		strings.ToUpper(host), strings.ToUpper(label) + tail, strings.ToUpper(host[:min(1, n)]) + host[min(1, n):], host[:max(n-1, 0)] + strings.ToUpper(host[max(n-1, 0):]),
	}
}

// someEscaped returns the host with its first or last character escaped, once and twice.
func someEscaped(host string) (all []string) {
	if host == "" {
		return nil
	}
	last := len(host) - 1
	for _, escape := range []func(string) string{escapedLower, escaped, func(s string) string { return escapedAgain(escaped(s)) }} {
		all = append(all, escape(host[:1])+host[1:], host[:last]+escape(host[last:]))
	}
	return all
}

// dotted returns the host with a text in the place of all dots, of the first and of the last.
func dotted(host, by string) (all []string) {
	first, last := strings.IndexByte(host, '.'), strings.LastIndexByte(host, '.')
	all = append(all, strings.ReplaceAll(host, ".", by))
	if first < last {
		all = append(all, host[:first]+by+host[first+1:], host[:last]+by+host[last+1:])
	}
	return all
}

// folded returns the host with characters of folds in its first label.
func folded(label, tail string) (all []string) {
	for _, f := range folds {
		if strings.Contains(label, f.as) {
			all = append(all, strings.ReplaceAll(label, f.as, f.text)+tail)
		}
	}
	return all
}

// moved returns s with each character from first to last as the one at the same place after to.
func moved(s string, first, last, to rune) string {
	return strings.Map(func(r rune) rune {
		if first <= r && r <= last {
			return r - first + to
		}
		return r
	}, s)
}

// numbers returns notations of an IPv4 address: its last numbers joined, and each or all of its
// numbers in octal and hexadecimal, or with zeros before them.
func numbers(a [4]byte) (all []string) {
	value := uint64(a[0])<<24 | uint64(a[1])<<16 | uint64(a[2])<<8 | uint64(a[3])
	add := func(format string, values ...any) { all = append(all, fmt.Sprintf(format, values...)) }
	for _, verb := range []string{"%d", "0x%x", "%#o", "0X%X", "0%d", "%02d"} {
		add(verb, value)
		add(verb+"."+verb, a[0], value&0xFFFFFF)
		add(verb+"."+verb+"."+verb, a[0], a[1], value&0xFFFF)
		add(verb+"."+verb+"."+verb+"."+verb, a[0], a[1], a[2], a[3])
		add(verb+".%d.%d.%d", a[0], a[1], a[2], a[3])
		add("%d.%d.%d."+verb, a[0], a[1], a[2], a[3])
	}
	return append(all, strconv.FormatUint(1<<32+value, 10))
}

// mapped returns IPv6 addresses of the IPv4 address a.
func mapped(a netip.Addr) (all []string) {
	b := a.As4()
	for _, prefix := range []string{"::ffff:", "::ffff:0:", "64:ff9b::"} {
		all = append(all, fmt.Sprintf("[%s%v]", prefix, a), fmt.Sprintf("[%s%02x%02x:%x]", prefix, b[0], b[1], uint16(b[2])<<8|uint16(b[3])))
	}
	return all
}
