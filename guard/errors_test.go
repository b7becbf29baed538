package guard

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

func TestError(t *testing.T) {
	for _, tt := range []struct {
		err  Error
		want string
	}{
		{Error{}, "guard: : "},
		{Error{Op: "local", Part: "base", Reason: "it has userinfo", Reader: "RFC 3986"}, "guard: local: base: it has userinfo (RFC 3986)"},
		{Error{Op: "local", Part: "base", Reason: "it is long", Offset: 3}, "guard: local: base: it is long at offset 3"},
		{Error{Op: "hosts", Reason: "not a name"}, "guard: hosts: not a name at offset 0"},
		{Error{Op: "target", Part: "Host", Reason: "no port", Reference: "RFC 9110, 7.2"}, "guard: target: Host: no port at offset 0 (RFC 9110, 7.2)"},
		{
			Error{Op: "gate", Part: "address", Address: "a\nb", Reason: "it is denied", Reference: "Gate.Deny", Prefix: netip.MustParsePrefix("10.0.0.0/8")},
			`guard: gate: address "a\nb": it is denied (Gate.Deny, 10.0.0.0/8)`,
		},
		{Error{Op: "gate", Reason: "r", Reader: "a", Reference: "b"}, "guard: gate: r (a, b)"},
		{Error{Op: "gate", Address: strings.Repeat("a", 255), Reason: "r"}, `guard: gate "` + strings.Repeat("a", 255) + `": r`},
		{Error{Op: "gate", Address: strings.Repeat("a", 256), Reason: "r"}, `guard: gate "` + strings.Repeat("a", 255) + `"...: r`},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

// TestErrorSecret checks that a password in an address that is none is not shown.
func TestErrorSecret(t *testing.T) {
	for _, address := range []string{"http://u:secret@h:80", "u:secret@h:80", "u:s@secret@[::1]:80"} {
		err := Gate{}.Control("tcp", address, nil)
		for _, verb := range []string{"%v", "%+v", "%#v", "%q"} {
			if got := fmt.Sprintf(verb, err); err == nil || strings.Contains(got, "secret") {
				t.Errorf("%s: %s", address, got)
			}
		}
	}
}
