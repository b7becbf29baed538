package web

import "example.com/uri/internal/ascii"

// isDriveLetter reports whether s is a "Windows drive letter".
func isDriveLetter(s string) bool {
	return ascii.IsDrive(s) || len(s) == 2 && ascii.Letter.Has(s[0]) && s[1] == '|'
}

// startsWithDriveLetter reports whether s "starts with a Windows drive letter".
func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) &&
		(len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// hasDriveLetter reports whether the first segment of a path is a "normalized
// Windows drive letter".
func hasDriveLetter(path string) bool {
	return len(path) >= 3 && ascii.IsDrive(path[1:3]) && (len(path) == 3 || path[3] == '/')
}

// dotSegment counts the dots of a "single-dot URL path segment" or a "double-dot URL
// path segment". It returns 0 for all others.
func dotSegment(s string) int {
	if len(s) > len("%2e%2e") || len(s) == 0 {
		return 0
	}
	n := 0
	for i := 0; i < len(s); n++ {
		switch {
		case s[i] == '.':
			i++
		case len(s)-i >= 3 && s[i] == '%' && s[i+1] == '2' && s[i+2]|0x20 == 'e':
			i += 3
		default:
			return 0
		}
	}
	if n > 2 {
		return 0
	}
	return n
}
