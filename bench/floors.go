package bench

// The floors are the cost of a look at every byte, without any parsing.

// printable distinguishes the bytes 0x21 to 0x7E from the others.
var printable [256]uint8

func init() {
	for c := 0x21; c <= 0x7e; c++ {
		printable[c] = 1
	}
}

// tableFloor makes one table load for each byte, and tests eight bytes at a time.
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

// load returns the eight bytes at s[i:] as one word; the compiler makes one load of it.
func load(s string, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// unprintable returns a word with some high bit set unless all eight bytes are
// printable. A byte is not printable if its high bit is set, if adding 0x5F leaves that
// bit clear (below 0x21), or if adding 1 sets it (0x7F).
func unprintable(w uint64) uint64 {
	low := w &^ highs
	return (w | ^(low + 0x5f*lows) | (low + lows)) & highs
}

// wordFloor tests eight bytes at a time. The last load overlaps the one before it.
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
