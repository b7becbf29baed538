// Package idna writes an internationalized domain in ASCII as browsers do.
//
// ToASCII is the domain parser of the WHATWG URL Standard ("domain to ASCII"), not
// strict: Unicode ToASCII of UTS #46 with CheckHyphens, UseSTD3ASCIIRules,
// VerifyDnsLength, Transitional_Processing and IgnoreInvalidPunycode false,
// CheckBidi and CheckJoiners true. It fits the field ToASCII of web.Parser:
//
//	parser := web.Parser{ToASCII: idna.ToASCII}
//
// It is a module of its own, so that package web does not require
// golang.org/x/net. That module's idna package does the work. This package
// corrects it:
//
//   - Labels with the prefix xn-- are errors if they contain characters beyond ASCII,
//     or if they decode to an ASCII label, such as xn--abc-, or to another label with
//     the prefix xn-- (UTS #46, 4, step 4 and 4.1). x/net accepts some of them, and
//     accepted all before v0.55.0.
//   - The Bidi rule applies to the domain after mapping. x/net tests some characters
//     before mapping: it accepts "a\u2136", although U+2136 becomes a Hebrew letter.
//   - x/net has the tables of Unicode 15.0 until Go 1.27. Since then UTS #46 changed
//     its mapping of 71 older characters. They are mapped here.
//   - An ASCII domain is only lowercased. An empty result, or one with a forbidden
//     domain code point, is refused.
//   - DEVIATION: A label beyond ASCII has at most 1024 bytes, and so has a label with the
//     prefix xn-- beside it, because Punycode takes quadratic time. The DNS allows 63.
//
// One difference remains: with the tables of Unicode 15.0, characters of later versions
// are refused, and so is U+1806.
package idna

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxLabel is the greatest length in bytes of a label beyond ASCII.
const maxLabel = 1024

var (
	errEmpty = errors.New("idna: the domain is empty")
	errBidi  = errors.New("idna: labels that break the Bidi rule together (RFC 5893)")
)

// fullStops replaces the full stops of UTS #46.
var fullStops = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// flags are those of the URL Standard except for joiners and right-to-left labels.
var flags = []idna.Option{
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.VerifyDNSLength(false),
}

// mapper is Unicode ToASCII with flags. profile has the rules about joiners and right-to-left labels too.
var (
	mapper  = idna.New(append(flags, idna.CheckJoiners(false))...)
	profile = idna.New(append(flags, idna.CheckJoiners(true), idna.BidiRule())...)
)

// ToASCII returns a domain as a browser writes it: "bücher.example" becomes
// "xn--bcher-kva.example". An ASCII domain is lowercased and not checked for valid
// Punycode, as in the URL Standard.
//
// It returns an error if UTS #46 demands one, or if the result is empty or contains
// a forbidden domain code point (URL Standard). The error names the fault and the
// number of the label, and shows no more than one character of the domain. The domain
// must be percent-decoded and UTF-8.
//
// It does not allocate for an ASCII domain in lower case, and once for one in upper
// case. Other domains cost a few allocations for each label.
func ToASCII(domain string) (string, error) {
	ascii := domain
	if isASCII(domain) {
		ascii = strings.ToLower(domain)
	} else {
		var err error
		if ascii, err = unicodeToASCII(domain); err != nil {
			return "", err
		}
	}
	if ascii == "" {
		return "", errEmpty
	}
	for i := range len(ascii) {
		if forbidden(ascii[i]) {
			return "", labelError(strings.Count(ascii[:i], "."), fmt.Sprintf("a forbidden domain code point %q", ascii[i]))
		}
	}
	return ascii, nil
}

// unicodeToASCII is Unicode ToASCII (UTS #46, 4.2) of a domain beyond ASCII.
func unicodeToASCII(domain string) (string, error) {
	if idna.UnicodeVersion == "15.0.0" {
		domain = strings.Map(newer, domain)
	}
	labels := strings.Split(fullStops.Replace(domain), ".")
	for i, label := range labels {
		if len(label) > maxLabel && (!isASCII(label) || hasACEPrefix(label)) {
			return "", labelError(i, fmt.Sprintf("%d bytes; at most %d are allowed", len(label), maxLabel))
		}
	}
	// x/net does not return a label between mapping and decoding. With an "a" before
	// it, a label does not begin with xn--, so it is only mapped.
	mapped, err := mapper.ToUnicode("a" + strings.Join(labels, ".a"))
	if err != nil {
		only := func(label string) (string, error) { return mapper.ToUnicode("a" + label) }
		return "", faultOf(labels, only, "a character that is not allowed")
	}
	labels = strings.Split(mapped, ".")
	for i, label := range labels {
		label, ok := strings.CutPrefix(label, "a")
		if !ok {
			return "", labelError(i, "it begins with a mark")
		}
		if hasACEPrefix(label) && !validACE(label) {
			return "", labelError(i, "xn-- without a label in Punycode")
		}
		labels[i] = label
	}
	ascii, err := profile.ToASCII(strings.Join(labels, "."))
	if err != nil {
		return "", faultOf(labels, profile.ToASCII, "a character, a joiner or an order of right-to-left letters that is not allowed")
	}
	return ascii, nil
}

// labelError returns the error for labels[i]. It does not show the label, since that may be secret.
func labelError(i int, reason string) error {
	return fmt.Errorf("idna: label %d: %s", i+1, reason)
}

// faultOf returns the error with this reason for the first label refused by convert. If
// convert accepts each single label, the domain breaks the Bidi rule: it is a rule for
// all labels together.
func faultOf(labels []string, convert func(label string) (string, error), reason string) error {
	for i, label := range labels {
		if _, err := convert(label); err != nil {
			return labelError(i, reason)
		}
	}
	return errBidi
}

// validACE reports whether an ASCII label with the prefix xn-- decodes to one without, beyond ASCII.
func validACE(label string) bool {
	decoded, err := idna.Punycode.ToUnicode(label)
	return err == nil && isASCII(label) && !isASCII(decoded) && !hasACEPrefix(decoded)
}

func hasACEPrefix(s string) bool {
	return len(s) >= 4 && strings.EqualFold(s[:4], "xn--")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// forbidden reports whether c is a forbidden domain code point (URL Standard).
func forbidden(c byte) bool {
	return c <= ' ' || c == 0x7F || strings.IndexByte("#/:<>?@[\\]^|%", c) >= 0
}

// changed has the single characters of Unicode 15.0 with another mapping in UTS #46 of Unicode
// 17.0. A negative one is ignored.
var changed = map[rune]rune{
	0x04C0: 0x04CF,                                 // CYRILLIC LETTER PALOCHKA
	0x1E9E: 0x00DF,                                 // LATIN CAPITAL LETTER SHARP S
	0x2132: 0x214E,                                 // TURNED CAPITAL F
	0x2183: 0x2184,                                 // ROMAN NUMERAL REVERSED ONE HUNDRED
	0x115F: -1, 0x1160: -1, 0x3164: -1, 0xFFA0: -1, // HANGUL CHOSEONG, JUNGSEONG, halfwidth FILLER
	0x17B4: -1, 0x17B5: -1, // KHMER VOWEL INHERENT AQ, AA
	0x2F868: 0x36FC, 0x2F874: 0x5F53, 0x2F91F: 0x243AB, 0x2F95F: 0x7AEE, 0x2F9BF: 0x45D7, // five CJK COMPATIBILITY IDEOGRAPHs
	0x180E: -1, // MONGOLIAN VOWEL SEPARATOR
}

// newer maps the characters of changed, and ranges of such characters.
func newer(r rune) rune {
	switch {
	case r < 0x4C0:
		return r
	case 0x10A0 <= r && r <= 0x10C5: // GEORGIAN CAPITAL LETTER AN to HOE
		return r - 0x10A0 + 0x2D00
	case 0x2061 <= r && r <= 0x2063, // FUNCTION APPLICATION to INVISIBLE SEPARATOR
		0x206A <= r && r <= 0x206F,   // INHIBIT SYMMETRIC SWAPPING to NOMINAL DIGIT SHAPES
		0x1D173 <= r && r <= 0x1D17A: // MUSICAL SYMBOL BEGIN BEAM to END PHRASE
		return -1
	}
	if to, ok := changed[r]; ok {
		return to
	}
	return r
}
