package bench

// The floors say what a look at every octet costs, before anything is parsed.

// printable tells the octets 0x21 to 0x7E from the others.
var printable [256]uint8

func init() {
	for c := 0x21; c <= 0x7e; c++ {
		printable[c] = 1
	}
}

// tableFloor makes one table load for each octet, eight in a round.
func tableFloor(s string) bool {
	ok := uint8(1)
	for len(s) >= 8 {
		ok &= printable[s[0]] & printable[s[1]] & printable[s[2]] & printable[s[3]] &
			printable[s[4]] & printable[s[5]] & printable[s[6]] & printable[s[7]]
		if ok == 0 {
			return false
		}
		s = s[8:]
	}
	for i := 0; i < len(s); i++ {
		ok &= printable[s[i]]
	}
	return ok != 0
}

const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load returns the eight octets at s[i:] as one word; the compiler makes one
// load of it.
func load(s string, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// unprintable has the high bit set of some octet unless all eight are
// printable: no octet has it set itself, none has it cleared by adding 0x5F
// (that is, is below 0x21), and none gets it by adding 1 (that is, is 0x7F).
func unprintable(w uint64) uint64 {
	low := w &^ highs
	return (w | ^(low + 0x5f*lows) | (low + lows)) & highs
}

// wordFloor looks at eight octets at a time and reads the tail by a load that
// overlaps the one before it.
func wordFloor(s string) bool {
	if len(s) < 8 {
		for i := 0; i < len(s); i++ {
			if printable[s[i]] == 0 {
				return false
			}
		}
		return true
	}
	for i := 0; i+8 <= len(s); i += 8 {
		if unprintable(load(s, i)) != 0 {
			return false
		}
	}
	return unprintable(load(s, len(s)-8)) == 0
}
