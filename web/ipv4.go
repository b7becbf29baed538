package web

import (
	"bytes"

	"example.com/uri/internal/ascii"
)

// ipv4 is the "IPv4 parser" for a domain that ends in a number. Its text begins at
// in[i]. If asWritten is true, its bytes are those of the text, so that an error can
// say which part is wrong.
func (d *parsing) ipv4(domain []byte, i int, asWritten bool) (address uint32, ok bool) {
	place := func(offset int) int {
		if asWritten {
			return i + offset
		}
		return i
	}
	n := len(domain)
	if domain[n-1] == '.' {
		n--
	}
	count := bytes.Count(domain[:n], []byte(".")) + 1
	if count > 4 {
		return 0, d.failed(ipv4TooManyParts, i)
	}
	var numbers [4]uint64
	var starts [4]int
	start := 0
	for k := range count {
		end := start
		for end < n && domain[end] != '.' {
			end++
		}
		value, isNumber := ipv4Number(domain[start:end])
		if !isNumber {
			return 0, d.failed(ipv4NonNumericPart, place(start))
		}
		numbers[k], starts[k] = value, start
		start = end + 1
	}
	last := count - 1
	for k, value := range numbers[:last] {
		if value > 255 {
			return 0, d.failed(ipv4OutOfRangePart, place(starts[k]))
		}
		address |= uint32(value) << (24 - 8*k)
	}
	if numbers[last] >= 1<<(8*(4-last)) {
		return 0, d.failed(ipv4OutOfRangePart, place(starts[last]))
	}
	return address | uint32(numbers[last]), true
}

// ipv4Number is the "IPv4 number parser". It returns 2^32 for any number of 2^32 or
// more, which no address has.
func ipv4Number(s []byte) (value uint64, ok bool) {
	if len(s) == 0 {
		return 0, false
	}
	radix := uint64(10)
	switch {
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		radix, s = 16, s[2:]
	case len(s) >= 2 && s[0] == '0':
		radix, s = 8, s[1:]
	}
	for _, b := range s {
		if table[b]&isHex == 0 || uint64(ascii.Unhex(b)) >= radix {
			return 0, false
		}
		value = min(value*radix+uint64(ascii.Unhex(b)), 1<<32)
	}
	return value, true
}
