// Package peer lets tests serve connections, and report comparisons with missing programs.
package peer

import (
	"fmt"
	"net"
	"os"
	"testing"
)

// Serve accepts connections on a loopback address, which it returns. It calls serve with each, and
// closes the connection after that. It ends with the test.
func Serve(t testing.TB, serve func(conn net.Conn)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// Missing logs a program that is not installed: test t compares nothing with it. It also appends
// a line to the file named by the environment variable URI_MISSING. .ci/run ends with these lines.
func Missing(t testing.TB, program string) {
	t.Helper()
	t.Logf("%s is missing: nothing is compared with it", program)
	name := os.Getenv("URI_MISSING")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(f, "%s (%s)\n", program, t.Name())
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
