package guard

import (
	"math/rand/v2"
	"net/netip"
	"testing"
)

// holdAddrPort holds plainAddrPort against package net/netip, which it is a short
// way for.
func holdAddrPort(t *testing.T, s string) bool {
	got, ok := plainAddrPort(s)
	want, err := netip.ParseAddrPort(s)
	if ok && (err != nil || got != want) {
		t.Fatalf("%q: %v, want %v, %v", s, got, want, err)
	}
	return ok
}

// TestPlainAddrPort tries every text of up to four characters between two halves of
// an address, and random addresses as they are written, which are all taken.
func TestPlainAddrPort(t *testing.T) {
	const alphabet = "0126fG:.%]["
	taken := 0
	for _, shape := range []struct{ before, after string }{
		{"", ""}, {"1.2.", ".3:80"}, {"1.2.3.", ""}, {"255.25", ":65535"}, {"1.1.1.1:", ""}, {"1.1.1.1:655", ""},
		{"[", "]:80"}, {"[1:2:3:4:5:6", "]:80"}, {"[::1", "]:80"}, {"[1:2:", "::]:443"}, {"[::1:2:3:4:5", ":6]:1"}, {"[2001:db8::1", ":1"},
	} {
		buf := make([]byte, 4)
		var walk func(n int)
		walk = func(n int) {
			if holdAddrPort(t, shape.before+string(buf[:n])+shape.after) {
				taken++
			}
			for k := range len(alphabet) {
				if n < len(buf) {
					buf[n] = alphabet[k]
					walk(n + 1)
				}
			}
		}
		walk(0)
	}
	if taken < 1000 {
		t.Errorf("only %d texts were taken", taken)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range *inputs {
		var b [16]byte
		for i := range b {
			b[i] = byte(random.Uint32()) & -byte(random.IntN(2))
		}
		b[0] |= 0x20 // not IPv4-mapped, whose end is dotted
		for _, a := range []netip.Addr{netip.AddrFrom16(b), netip.AddrFrom4([4]byte(b[4:]))} {
			if s := netip.AddrPortFrom(a, uint16(random.Uint32())).String(); !holdAddrPort(t, s) {
				t.Fatalf("%q was not taken", s)
			}
		}
	}
}
