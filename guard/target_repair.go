package guard

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// RepairTarget is [ParseTarget] for a server that browsers talk to. They send
//
//	" < > [ ] \ ^ { | } `
//
// and bytes above 0x7F raw in a path or a query. No grammar allows them, and every
// server of the web accepts them. If ParseTarget refuses the target, RepairTarget
// escapes these characters in path and query of an origin-form, or of an absolute-form
// with "//", and tries again. Accepted targets come back byte for byte. [Target.String]
// and the other methods give the repaired text.
//
// RepairTarget changes nothing else. CR, LF, NUL, spaces and other control characters
// remain errors, because they end a request line or a string for some server, and so do
// a "%" outside an escape and a "#". The offset of the [*Error] counts in the target as
// received. An escaped "\" is a slash to some servers. A [Rewrite] refuses it.
func RepairTarget(method, target string) (Target, error) {
	t, err := ParseTarget(method, target)
	start, ok := pathStart(target)
	if err == nil || !ok || method == "CONNECT" || checkMethod(method) != nil {
		return t, err
	}
	// In harmless a "-" stands for each of these characters, so that offsets stay the same.
	harmless, repaired := []byte(target), []byte(target[:start])
	for i := start; i < len(target); i++ {
		if leftRaw(target[i]) {
			harmless[i] = '-'
			repaired = ascii.AppendEscape(repaired, target[i])
		} else {
			repaired = append(repaired, target[i])
		}
	}
	if _, err := ParseTarget(method, string(harmless)); err != nil {
		e := err.(*Error)
		if i := e.Offset; start <= i && i < len(target) && leftRaw(target[i]) { // a "-" after "%"
			e.Offset, e.Reason = strings.LastIndexByte(target[:i], '%'), `escaped: "%" begins no escape`
		}
		return Target{}, err
	}
	return ParseTarget(method, string(repaired))
}

// leftRaw reports whether browsers may send c raw in a path or a query, where no URI has it.
func leftRaw(c byte) bool {
	return c >= 0x80 || strings.IndexByte("\"<>[\\]^`{|}", c) >= 0
}

// pathStart returns the offset of path and query in origin-form, or in absolute-form with "//".
func pathStart(target string) (int, bool) {
	if strings.HasPrefix(target, "/") {
		return 0, true
	}
	scheme, rest, ok := strings.Cut(target, "://")
	if !ok || strings.ContainsAny(scheme, "/?#") {
		return 0, false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return len(scheme) + len("://") + i, true
	}
	return len(target), true
}
