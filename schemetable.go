package uri

// DefaultPort returns the port that a scheme has where its URLs give none
// (RFC 1738, 3; RFC 9110, 4.2.2 for https; RFC 6455, 3 for ws and wss), and
// whether it has one. The case of the name does not matter.
func DefaultPort(scheme string) (uint16, bool) {
	var buf [len("prospero")]byte
	if len(scheme) > len(buf) {
		return 0, false
	}
	lower := buf[:len(scheme)]
	for i := range lower {
		lower[i] = scheme[i] | 0x20 // changes no scheme character but a capital
	}
	switch string(lower) {
	case "ftp":
		return 21, true
	case "telnet":
		return 23, true
	case "gopher":
		return 70, true
	case "http", "ws":
		return 80, true
	case "nntp":
		return 119, true
	case "wais":
		return 210, true
	case "https", "wss":
		return 443, true
	case "prospero":
		return 1525, true
	}
	return 0, false
}
