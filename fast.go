package uri

import (
	"encoding/binary"
	"math/bits"
)

// The short ways of this file take eight bytes at a time. Each says what it
// leaves, and who takes over. A reader who skips them misses nothing of what the
// library does; with the build tag slowpaths none of them is taken, and the tests
// get the same answers.

// webScheme returns the length of the scheme if s begins with "http://",
// "https://" or "file://", else 0. It saves an eighth of the work of [Parse]. It
// reads all other schemes as 0, and scheme takes over.
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

// scanEscaped is [scan] for a class that escapes belong to:
//
//	escaped = "%" hex hex
//
// (RFC 2396, 2.4.1). It stops at a "%" that begins no escape. Eight bytes share
// one test. A tail shorter than eight bytes is tested as the last eight bytes of
// s, of which the first have passed before:
//
//	/a/long/path/index.html        23 bytes
//	[------][------]               two tests of eight
//	               [------]        one more test of the last eight
//
// When a test fails, scan goes on byte by byte.
func scanEscaped(s string, i int, k class) int {
	for {
		if shortWays {
			start := i
			for len(s)-i >= 8 && all8(s[i:], k) {
				i += 8
			}
			if len(s)-i < 8 && len(s)-start >= 8 && all8(s[len(s)-8:], k) {
				return len(s)
			}
		}
		i = scan(s, i, k)
		if !escaped(s, i) {
			return i
		}
		i += 3
	}
}

// all8 reports whether the first eight bytes of s are in class k.
func all8(s string, k class) bool {
	_ = s[7]
	return table[s[0]]&table[s[1]]&table[s[2]]&table[s[3]]&
		table[s[4]]&table[s[5]]&table[s[6]]&table[s[7]]&k != 0
}

// lanes returns a word with b in each of its eight bytes, which are called lanes.
func lanes(b byte) uint64 { return 0x0101010101010101 * uint64(b) }

// atLeast sets the high bit of each lane of x that is c or more. The lanes of x
// must be below 0x80. Adding 0x80-c carries into the high bit just then: for
// c = 'a' = 0x61 it adds 0x1F, and 0x61+0x1F is 0x80.
func atLeast(x uint64, c byte) uint64 { return x + lanes(0x80-c) }

// load64 reads s[i:i+8]; the first byte is the lowest lane. The compiler makes
// one load of it.
func load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// plainHostname is a short way for [hostname]. It reports ok only if the longest
// run of hostname characters at s[i:] is a hostname without a "." at its end.
// Otherwise, and if s is shorter than eight bytes, hostname takes over.
//
// Each mask below has in the high bit of a lane the answer for one byte. For
// "a-b.c/de", with 1 for the high bit:
//
//	byte     a - b . c / d e
//	letter   1 . 1 . 1 . 1 1
//	dot      . . . 1 . . . .
//	hyphen   . 1 . . . . . .
//	stop     . . . . . 1 . .      no character of a hostname
//	before   1 1 1 1 1 . . .      what lies before the first stop
//
// The first byte is the lowest lane, so a shift to the left by eight bits moves
// each answer to the byte after it: dot&(hyphen<<8) finds a "." after a "-". The
// last label begins after the last dot, here at "c". If there is no stop, the next
// eight bytes follow.
func plainHostname(s string, i int) (end int, ok bool) {
	if len(s) < 8 {
		return 0, false
	}
	top := i                              // where the last label begins
	lastDot, last := uint64(1), uint64(1) // in the low bit: the byte before is ".", is "." or "-"
	for {
		x := uint64(0)
		if i+8 <= len(s) {
			x = load64(s, i)
		} else if n := i + 8 - len(s); n < 8 {
			x = load64(s, len(s)-8) >> (8 * n) // the lanes after the end of s are zero
		}
		low := x &^ lanes(0x80)
		fold := low | lanes(0x20)
		letter := atLeast(fold, 'a') &^ atLeast(fold, 'z'+1)
		number := atLeast(low, '0') &^ atLeast(low, '9'+1)
		dot := ^atLeast(low^lanes('.'), 1)
		hyphen := ^atLeast(low^lanes('-'), 1)
		stop := (^(letter | number | dot | hyphen) | x) & lanes(0x80)

		before := (stop - 1) &^ stop // all lanes if there is no stop
		dot &= before & lanes(0x80)
		hyphen &= before & lanes(0x80)
		either := dot | hyphen
		// No "." after "." or "-", no "-" after ".".
		if dot&(either<<8|last<<7)|hyphen&(dot<<8|lastDot<<7) != 0 {
			return 0, false
		}
		if dot != 0 {
			top = i + (63-bits.LeadingZeros64(dot))/8 + 1
		}
		if stop != 0 {
			end = i + bits.TrailingZeros64(stop)/8
			return end, in(s, top, isAlpha) && table[s[end-1]]&isAlphanum != 0
		}
		i += 8
		lastDot, last = dot>>63, either>>63
	}
}

// dottedWords is a short way for [dotted]. s must have at least eight bytes. With
// 1 for the high bit of a lane, "/a/.b/c." gives
//
//	byte     / a / . b / c .
//	slash    1 . 1 . . 1 . .
//	after    . 1 . 1 . . 1 .      the byte before is "/"
//	dot      . . . 1 . . . 1
//
// and the one lane that after and dot share is that of the dot. The last lane of
// slash goes on into the next eight bytes. A tail shorter than eight bytes is
// tested as the last eight bytes of s.
func dottedWords(s string) int {
	last := uint64(0)
	for i := 0; ; i += 8 {
		if i+8 > len(s) {
			if i == len(s) {
				return -1
			}
			i, last = len(s)-8, 0
		}
		x := load64(s, i)
		low := x &^ lanes(0x80)
		slash := ^atLeast(low^lanes('/'), 1) &^ x & lanes(0x80)
		dot := ^atLeast(low^lanes('.'), 1) &^ x & lanes(0x80)
		if found := (slash<<8 | last) & dot; found != 0 {
			return i + bits.TrailingZeros64(found)/8 - 1
		}
		last = slash >> 56
	}
}

// literalWords returns how many bytes at the start of s stand for themselves by
// the table t of [escapes], in steps of eight. The bytes after that are for the
// caller.
func literalWords(s string, t *[256]uint32) (n int) {
	for ; shortWays && len(s)-n >= 8; n += 8 {
		b := s[n : n+8]
		if (t[b[0]]|t[b[1]]|t[b[2]]|t[b[3]]|t[b[4]]|t[b[5]]|t[b[6]]|t[b[7]])>>24 != 1 {
			break
		}
	}
	return n
}

// escapeWords writes escaped bytes of s to dst, by the table t of [escapes]. Each
// step stores four bytes and advances by the one or three that count, which saves
// a branch. For "a b" the steps leave in dst
//
//	a . . .            1 counts
//	a % 2 0 .          3 count
//	a % 2 0 b . . .    1 counts
//
// It stops when dst has no room for four bytes; the caller writes the next one.
func escapeWords(dst []byte, s string, t *[256]uint32) (read, written int) {
	for ; shortWays && read < len(s) && written+4 <= len(dst); read++ {
		word := t[s[read]]
		binary.LittleEndian.PutUint32(dst[written:written+4], word)
		written += int(word >> 24)
	}
	return read, written
}

// unescapeWords decodes the escapes of s into dst, eight bytes of s at a time;
// values gives the value of a hexadecimal digit. dst must be as long as s. Of
// "one%20two..." the first step copies "one%20tw", of which 3 bytes count, and
// writes the space over the "%"; the next step begins at "two". It stops at a
// wrong escape and when less than eight bytes are left; the caller goes on there.
func unescapeWords(dst []byte, s string, values *[256]uint8) (read, written int) {
	for shortWays && len(s)-read >= 8 {
		x := load64(s, read)
		binary.LittleEndian.PutUint64(dst[written:], x)
		percent := ^atLeast(x&^lanes(0x80)^lanes('%'), 1) &^ x & lanes(0x80)
		if percent == 0 {
			read, written = read+8, written+8
			continue
		}
		n := bits.TrailingZeros64(percent) / 8
		read, written = read+n, written+n
		if len(s)-read < 3 {
			break
		}
		high, low := values[s[read+1]], values[s[read+2]]
		if high|low > 15 {
			break
		}
		dst[written] = high<<4 | low
		read, written = read+3, written+1
	}
	return read, written
}
