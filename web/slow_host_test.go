package web

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// The host parser of the slow twin (URL Standard, 3.5) and the host serializer
// (3.6).

type slowHostKind int

const (
	slowNullHost slowHostKind = iota
	slowEmptyHost
	slowDomain
	slowIPv4
	slowIPv6
	slowOpaque
)

// A slowHost is a host (3.1), or null.
type slowHost struct {
	kind   slowHostKind
	name   string // of a domain or an opaque host
	ipv4   uint32
	pieces [8]int
}

// parseHost is the host parser.
func (p *slowParser) parseHost(input []rune, isOpaque bool) (slowHost, bool) {
	if len(input) > 0 && input[0] == '[' {
		if input[len(input)-1] != ']' {
			p.validationError("IPv6-unclosed")
			return slowHost{}, false
		}
		return p.parseIPv6(input[1 : len(input)-1])
	}
	if isOpaque {
		return p.parseOpaqueHost(input)
	}
	for i := range input {
		if slowEscapeAt(input, i) {
			p.validationError("domain-percent-encoded")
			break
		}
	}
	domain := string(slowDecode(slowPercentDecode([]byte(string(input)))))
	asciiDomain, ok := p.parseDomain(domain)
	if !ok {
		return slowHost{}, false
	}
	if slowEndsInNumber(asciiDomain) {
		return p.parseIPv4(asciiDomain)
	}
	return slowHost{kind: slowDomain, name: asciiDomain}, true
}

// slowEscapeAt reports whether input has a percent-encoded byte at i.
func slowEscapeAt(input []rune, i int) bool {
	return input[i] == '%' && i+2 < len(input) && slowASCIIHexDigit(input[i+1]) && slowASCIIHexDigit(input[i+2])
}

// slowDecode is UTF-8 decode without BOM.
func slowDecode(b []byte) []rune { return slowScalars(string(b)) }

// parseDomain is the domain parser (3.3) with beStrict false.
func (p *slowParser) parseDomain(domain string) (string, bool) {
	fail := func() (string, bool) {
		p.validationError("domain-to-ASCII")
		return "", false
	}
	ascii := true
	for _, c := range domain {
		if c > 0x7F {
			ascii = false
		}
	}
	var result string
	if ascii {
		for _, c := range domain {
			result += string(slowLower(c))
		}
	} else {
		var ok bool
		if result, ok = p.toASCII(domain); !ok {
			return fail()
		}
	}
	if result == "" {
		return fail()
	}
	for _, c := range result {
		if slowForbiddenDomain(c) {
			return fail()
		}
	}
	return result, true
}

// slowEndsInNumber is the ends in a number checker.
func slowEndsInNumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	digits := last != ""
	for _, c := range last {
		if !slowASCIIDigit(c) {
			digits = false
		}
	}
	if digits {
		return true
	}
	_, _, ok := slowIPv4Number(last)
	return ok
}

// parseIPv4 is the IPv4 parser.
func (p *slowParser) parseIPv4(input string) (slowHost, bool) {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		p.validationError("IPv4-empty-part")
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		p.validationError("IPv4-too-few-parts")
	}
	if len(parts) > 4 {
		p.validationError("IPv4-too-many-parts")
		return slowHost{}, false
	}
	var numbers []*big.Int
	for _, part := range parts {
		number, validationError, ok := slowIPv4Number(part)
		if !ok {
			p.validationError("IPv4-non-numeric-part")
			return slowHost{}, false
		}
		if validationError {
			p.validationError("IPv4-non-decimal-part")
		}
		numbers = append(numbers, number)
	}
	for _, n := range numbers {
		if n.Cmp(big.NewInt(255)) > 0 {
			p.validationError("IPv4-out-of-range-part")
			break
		}
	}
	for _, n := range numbers[:len(numbers)-1] {
		if n.Cmp(big.NewInt(255)) > 0 {
			return slowHost{}, false
		}
	}
	last := numbers[len(numbers)-1]
	limit := new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(5-len(numbers))), nil)
	if last.Cmp(limit) >= 0 {
		return slowHost{}, false
	}
	ipv4 := last.Uint64()
	for counter, n := range numbers[:len(numbers)-1] {
		power := new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(3-counter)), nil)
		ipv4 += n.Uint64() * power.Uint64()
	}
	return slowHost{kind: slowIPv4, ipv4: uint32(ipv4)}, true
}

// slowIPv4Number is the IPv4 number parser.
func slowIPv4Number(input string) (output *big.Int, validationError, ok bool) {
	if input == "" {
		return nil, false, false
	}
	base := 10
	if len(input) >= 2 && (input[:2] == "0X" || input[:2] == "0x") {
		validationError = true
		input = input[2:]
		base = 16
	} else if len(input) >= 2 && input[0] == '0' {
		validationError = true
		input = input[1:]
		base = 8
	}
	if input == "" {
		return big.NewInt(0), true, true
	}
	for _, c := range input {
		if !slowASCIIHexDigit(c) || slowHex(c) >= base {
			return nil, false, false
		}
	}
	output, ok = new(big.Int).SetString(input, base)
	return output, validationError, ok
}

// parseIPv6 is the IPv6 parser.
func (p *slowParser) parseIPv6(input []rune) (slowHost, bool) {
	failure := func(name string) (slowHost, bool) {
		p.validationError(name)
		return slowHost{}, false
	}
	var address [8]int
	pieceIndex := 0
	compress := -1 // null
	pointer := 0
	at := func(i int) rune {
		if i >= len(input) {
			return eof
		}
		return input[i]
	}
	c := func() rune { return at(pointer) }

	if c() == ':' {
		if at(pointer+1) != ':' {
			return failure("IPv6-invalid-compression")
		}
		pointer += 2
		pieceIndex++
		compress = pieceIndex
	}
	for c() != eof {
		if pieceIndex == 8 {
			return failure("IPv6-too-many-pieces")
		}
		if c() == ':' {
			if compress != -1 {
				return failure("IPv6-multiple-compression")
			}
			pointer++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && slowASCIIHexDigit(c()) {
			value = value*0x10 + slowHex(c())
			pointer++
			length++
		}
		if c() == '.' {
			if length == 0 {
				return failure("IPv4-in-IPv6-invalid-code-point")
			}
			pointer -= length
			if pieceIndex > 6 {
				return failure("IPv4-in-IPv6-too-many-pieces")
			}
			numbersSeen := 0
			for c() != eof {
				ipv4Piece := -1 // null
				if numbersSeen > 0 {
					if c() == '.' && numbersSeen < 4 {
						pointer++
					} else {
						return failure("IPv4-in-IPv6-invalid-code-point")
					}
				}
				if !slowASCIIDigit(c()) {
					return failure("IPv4-in-IPv6-invalid-code-point")
				}
				for slowASCIIDigit(c()) {
					number := int(c() - '0')
					if ipv4Piece == -1 {
						ipv4Piece = number
					} else if ipv4Piece == 0 {
						return failure("IPv4-in-IPv6-invalid-code-point")
					} else {
						ipv4Piece = ipv4Piece*10 + number
					}
					if ipv4Piece > 255 {
						return failure("IPv4-in-IPv6-out-of-range-part")
					}
					pointer++
				}
				address[pieceIndex] = address[pieceIndex]*0x100 + ipv4Piece
				numbersSeen++
				if numbersSeen == 2 || numbersSeen == 4 {
					pieceIndex++
				}
			}
			if numbersSeen != 4 {
				return failure("IPv4-in-IPv6-too-few-parts")
			}
			break
		} else if c() == ':' {
			pointer++
			if c() == eof {
				return failure("IPv6-invalid-code-point")
			}
		} else if c() != eof {
			return failure("IPv6-invalid-code-point")
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.validationError("IPv6-piece-leading-zero")
		}
		address[pieceIndex] = value
		pieceIndex++
	}
	if compress != -1 {
		swaps := pieceIndex - compress
		pieceIndex = 7
		for pieceIndex != 0 && swaps > 0 {
			other := compress + swaps - 1
			address[pieceIndex], address[other] = address[other], address[pieceIndex]
			pieceIndex--
			swaps--
		}
	} else if pieceIndex != 8 {
		return failure("IPv6-too-few-pieces")
	}
	return slowHost{kind: slowIPv6, pieces: address}, true
}

// parseOpaqueHost is the opaque-host parser. Its result for the empty
// string is an empty host.
func (p *slowParser) parseOpaqueHost(input []rune) (slowHost, bool) {
	for _, c := range input {
		if slowForbiddenHost(c) {
			p.validationError("host-invalid-code-point")
			return slowHost{}, false
		}
	}
	for _, c := range input {
		if !slowURLCodePoint(c) && c != '%' {
			p.validationError("invalid-URL-unit")
			break
		}
	}
	for i, c := range input {
		if c == '%' && !slowEscapeAt(input, i) {
			p.validationError("invalid-URL-unit")
			break
		}
	}
	if len(input) == 0 {
		return slowHost{kind: slowEmptyHost}, true
	}
	host := slowHost{kind: slowOpaque}
	for _, c := range input {
		host.name += slowPercentEncode(c, slowC0ControlSet)
	}
	return host, true
}

// serialize is the host serializer.
func (h slowHost) serialize() string {
	switch h.kind {
	case slowIPv4:
		return h.serializeIPv4()
	case slowIPv6:
		return "[" + h.serializeIPv6() + "]"
	}
	return h.name
}

// serializeIPv4 is the IPv4 serializer.
func (h slowHost) serializeIPv4() string {
	output := ""
	n := h.ipv4
	for i := 1; i <= 4; i++ {
		output = strconv.Itoa(int(n%256)) + output
		if i != 4 {
			output = "." + output
		}
		n /= 256
	}
	return output
}

// serializeIPv6 is the IPv6 serializer.
func (h slowHost) serializeIPv6() string {
	output := ""
	compress := h.compressedPiece()
	ignore0 := false
	for pieceIndex, piece := range h.pieces {
		if ignore0 && piece == 0 {
			continue
		} else if ignore0 {
			ignore0 = false
		}
		if compress == pieceIndex {
			if pieceIndex == 0 {
				output += "::"
			} else {
				output += ":"
			}
			ignore0 = true
			continue
		}
		output += fmt.Sprintf("%x", piece)
		if pieceIndex != 7 {
			output += ":"
		}
	}
	return output
}

// compressedPiece finds the IPv6 address compressed piece index, -1 for null.
func (h slowHost) compressedPiece() int {
	longestIndex, longestSize := -1, 1
	foundIndex, foundSize := -1, 0
	for pieceIndex, piece := range h.pieces {
		if piece != 0 {
			if foundSize > longestSize {
				longestIndex, longestSize = foundIndex, foundSize
			}
			foundIndex, foundSize = -1, 0
		} else {
			if foundIndex == -1 {
				foundIndex = pieceIndex
			}
			foundSize++
		}
	}
	if foundSize > longestSize {
		return foundIndex
	}
	return longestIndex
}
