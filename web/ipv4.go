package web

import "example.com/uri/internal/ascii"

// parseIPv4 is the "IPv4 parser". If it fails it returns the name of the validation
// error, and its place in the domain.
func parseIPv4[T ascii.Text](domain T) (address uint32, bad int, name string) {
	n := len(domain)
	if domain[n-1] == '.' {
		n--
	}
	var numbers [4]uint64
	var starts [4]int
	count, wrong := 0, -1
	for start := 0; start <= n; count++ {
		end := start
		for end < n && domain[end] != '.' {
			end++
		}
		value, ok := ipv4Number(domain[start:end])
		switch {
		case count == len(numbers):
			return 0, 0, "IPv4-too-many-parts"
		case !ok && wrong < 0:
			wrong = start
		}
		numbers[count], starts[count] = value, start
		start = end + 1
	}
	if wrong >= 0 {
		return 0, wrong, "IPv4-non-numeric-part"
	}
	last := count - 1
	for k, value := range numbers[:last] {
		if value > 255 {
			return 0, starts[k], "IPv4-out-of-range-part"
		}
		address |= uint32(value) << (24 - 8*k)
	}
	if numbers[last] >= 1<<(8*(4-last)) {
		return 0, starts[last], "IPv4-out-of-range-part"
	}
	return address | uint32(numbers[last]), 0, ""
}

// ipv4Number is the "IPv4 number parser". It returns 2^32 for any larger number too:
// no address has such a number.
func ipv4Number[T ascii.Text](s T) (value uint64, ok bool) {
	switch {
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x':
		return ascii.Number(s[2:], 16)
	case len(s) == 2 && s[0] == '0' && s[1]|0x20 == 'x': // "0x" is 0
		return 0, true
	case len(s) >= 2 && s[0] == '0':
		return ascii.Number(s[1:], 8)
	}
	return ascii.Number(s, 10)
}
