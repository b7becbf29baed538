package uri

import "testing"

func TestDefaultPort(t *testing.T) {
	for _, c := range []struct {
		scheme string
		port   uint16
	}{
		{"ftp", 21}, {"FTP", 21}, {"telnet", 23}, {"gopher", 70}, {"http", 80}, {"hTTp", 80},
		{"ws", 80}, {"WSS", 443}, {"wsss", 0}, {"nntp", 119}, {"wais", 210}, {"https", 443}, {"prospero", 1525}, {"PROSPERO", 1525},
		{"", 0}, {"file", 0}, {"mailto", 0}, {"news", 0}, {"httpss", 0}, {"prosperos", 0}, {"pr0spero", 0},
	} {
		if port, ok := DefaultPort(c.scheme); port != c.port || ok != (c.port != 0) {
			t.Errorf("%q: got %d, %t, want %d", c.scheme, port, ok, c.port)
		}
		if n := testing.AllocsPerRun(10, func() { DefaultPort(c.scheme) }); n != 0 {
			t.Errorf("%q: %v allocations", c.scheme, n)
		}
	}
}
