package uri

import (
	"encoding/binary"
	"math/bits"

	"example.com/uri/internal/ascii"
)

// Most fast paths of this file take eight bytes at a time. Each comment names the inputs
// left to another function. The build tag slowpaths turns all fast paths off, and the tests
// get the same answers: no part of the grammar is only here. The fast path of one operation
// is beside it: allowedPrefix and scanEscaped in escape.go, unchanged and splice in
// resolve.go, looksNormal in normalize.go, named in values.go.

// webScheme returns the length of the scheme if s has at least eight bytes and begins
// with "http://", "https://" or "file://", else 0, and scheme takes over. It saves an
// eighth of the work of [Parse].
func webScheme(s string) int {
	if len(s) >= len("https://") {
		switch {
		case s[:8] == "https://":
			return len("https")
		case s[:7] == "http://":
			return len("http")
		case s[:7] == "file://":
			return len("file")
		}
	}
	return 0
}

// all8 reports whether the first eight bytes of s are in class k.
func all8(s string, k class) bool {
	_ = s[7]
	return table[s[0]]&table[s[1]]&table[s[2]]&table[s[3]]&
		table[s[4]]&table[s[5]]&table[s[6]]&table[s[7]]&k != 0
}

// lanes returns a word with b in each of its eight bytes, called lanes.
func lanes(b byte) uint64 { return 0x0101010101010101 * uint64(b) }

// atLeast sets the high bit of each lane of x with a value of c or more. The lanes of x
// must be below 0x80. Adding 0x80-c sets the high bit exactly if the lane is at least
// c: for c = 'a' = 0x61 it adds 0x1F, and 0x61+0x1F is 0x80.
func atLeast(x uint64, c byte) uint64 { return x + lanes(0x80-c) }

// firstLane sets the high bit of the first lane of x with the value c, and perhaps bits
// after it. The result is 0 if no lane is c. It takes 1 from each lane of x^c. In a lane
// that was zero, and only there, this sets the high bit and borrows from the next lane.
func firstLane(x uint64, c byte) uint64 {
	x ^= lanes(c)
	return (x - lanes(1)) &^ x & lanes(0x80)
}

// plainHostname is a fast path for [hostname]. It reports ok only if the longest run of
// hostname characters at s[i:] is a hostname, without a "." at its end, with only
// letters in its last label and no "-" or "." next to another. Otherwise, and if s is
// shorter than eight bytes, hostname takes over.
//
// Each mask below has in the high bit of a lane the answer for one byte. For
// "a-b.c/de", with 1 for the high bit:
//
//	byte        a - b . c / d e
//	letter      1 . 1 . 1 . 1 1
//	separator   . 1 . 1 . . . .      "-" or "."
//	stop        . . . . . 1 . .      no character of a hostname
//	before      1 1 1 1 1 . . .      the lanes before the first stop
//	dot         . . . 1 . . . .
//	other       . 1 . . . . . .      a digit or "-", which the last label must not have
//
// The first byte is the lowest lane, so a shift to the left by a lane moves
// each answer to the byte after it: no separator, nor the first stop, may be where
// separator<<8 is set. For the same reason dot is greater than other if the last
// dot comes after all of other. If there is no stop, the next eight bytes follow.
func plainHostname(s string, i int) (end int, ok bool) {
	if len(s) < 8 {
		return 0, false
	}
	last := uint64(0x80)          // the lane before: a label begins at s[i], as after a separator
	var lastDot, lastOther uint64 // of the last eight bytes that have one
	for end = i; ; end += 8 {
		x := uint64(0)
		if end+8 <= len(s) {
			x = ascii.Load64(s, end)
		} else if n := end + 8 - len(s); n < 8 {
			x = ascii.Load64(s, len(s)-8) >> (8 * n) // the lanes after the end of s are zero
		}
		low := x &^ lanes(0x80)
		fold := low | lanes(0x20)
		letter := atLeast(fold, 'a') &^ atLeast(fold, 'z'+1)
		number := atLeast(low, '0') &^ atLeast(low, '9'+1)
		separator := atLeast(low, '-') &^ atLeast(low, '.'+1)
		stop := (^(letter | number | separator) | x) & lanes(0x80)
		before := (stop - 1) &^ stop & lanes(0x80) // all lanes if there is no stop
		separator &= before
		if (separator|stop&-stop)&(separator<<8|last) != 0 {
			return 0, false
		}
		dot := separator & (low << 6) // 0x2E has bit 1, and "-", 0x2D, has not
		if other := number&before | separator&^dot; other|dot != 0 {
			lastDot, lastOther = dot, other
		}
		if stop != 0 {
			return end + bits.TrailingZeros64(stop)/8, lastDot >= lastOther
		}
		last = separator >> 56
	}
}

// dottedWords is a fast path for [dotted]. s must have at least nine bytes. It compares
// eight bytes with "/" and the eight from the next byte on with ".". For "/a/.b/c.d"
// that is, with 0 for equal and 1 for different:
//
//	byte          / a / . b / c .
//	no "/"        0 1 0 1 1 0 1 1
//	no "." next   1 1 0 1 1 1 0 1
//	either        1 1 0 1 1 1 1 1      the one 0 is the "/" of "/."
//
// A tail shorter than nine bytes is tested as the last nine bytes of s.
func dottedWords(s string) int {
	for i := 0; i < len(s)-1; i += 8 {
		i = min(i, len(s)-9)
		different := (ascii.Load64(s, i) ^ lanes('/')) | (ascii.Load64(s, i+1) ^ lanes('.'))
		if found := firstLane(different, 0); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	return -1
}

// allAllowed8 is [isAllowed] for the first eight bytes of s, by the table t of [escapes].
func allAllowed8(s string, t *[256]uint32) bool {
	b := s[:8]
	return (t[b[0]]|t[b[1]]|t[b[2]]|t[b[3]]|t[b[4]]|t[b[5]]|t[b[6]]|t[b[7]])>>24 == 1
}

// escapeWords writes escaped bytes of s to dst, by the table t of [escapes]. Each step
// stores four bytes and advances by those that count: this saves a branch. For "a b" the
// steps leave in dst
//
//	a . . .            1 counts
//	a % 2 0 .          3 count
//	a % 2 0 b . . .    1 counts
//
// It stops when dst has no room for four bytes. The caller writes the next one.
func escapeWords(dst []byte, s string, t *[256]uint32) (read, written int) {
	for ; fastPaths && read < len(s) && written <= len(dst)-4; read++ {
		word := t[s[read]]
		binary.LittleEndian.PutUint32(dst[written:], word)
		written += int(word >> 24)
	}
	return read, written
}

// escapeRun is [escapeWords] for use in a loop. Inlined there, escapeWords would keep its
// variables on the stack and take twice the time.
//
//go:noinline
func escapeRun(dst []byte, s string, t *[256]uint32) (read, written int) {
	return escapeWords(dst, s, t)
}

// hexValue has the value of each hexadecimal digit. That of any other byte is no digit's.
var hexValue = func() (t [256]uint8) {
	for b := range t {
		t[b] = 255
		if ascii.Hex.Has(byte(b)) {
			t[b] = ascii.Unhex(byte(b))
		}
	}
	return t
}()

// unescapeWords decodes the escapes of s into dst, eight bytes of s at a time. dst must
// be as long as s. Of "one%20two..." the first step copies "one%20tw" and writes the
// space over the "%": 3 bytes count. The next step begins at "two". It stops at a wrong
// escape and when less than eight bytes are left. The caller goes on there.
func unescapeWords(dst []byte, s string) (read, written int) {
	for fastPaths && len(s)-read >= 8 {
		x := ascii.Load64(s, read)
		binary.LittleEndian.PutUint64(dst[written:], x)
		percent := firstLane(x, '%')
		if percent == 0 {
			read, written = read+8, written+8
			continue
		}
		n := bits.TrailingZeros64(percent) / 8
		read, written = read+n, written+n
		if len(s)-read < len("%hh") || hexValue[s[read+1]]|hexValue[s[read+2]] > 15 {
			break
		}
		dst[written] = hexValue[s[read+1]]<<4 | hexValue[s[read+2]]
		read, written = read+3, written+1
	}
	return read, written
}
