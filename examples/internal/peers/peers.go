// Package peers starts servers on the loopback for tests: programs of other makers, and
// functions of the tests.
package peers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/uri/internal/peer"
)

// FTP starts Debian's pyftpdlib on dir, for user or, if that is empty, for anonymous users.
// It returns the server's address. The server ends with the test.
func FTP(t testing.TB, dir, user, password string) string {
	t.Helper()
	port := freePort(t)
	args := []string{"-m", "pyftpdlib", "-i", "127.0.0.1", "-p", port, "-d", dir}
	if user != "" {
		args = append(args, "-u", user, "-P", password)
	}
	addr := net.JoinHostPort("127.0.0.1", port)
	startAt(t, "the FTP server of python3-pyftpdlib", addr, exec.Command("/usr/bin/python3", args...))
	return addr
}

// startAt starts a server and waits until it listens at an address. The server ends with the test.
func startAt(t testing.TB, name, addr string, server *exec.Cmd) {
	t.Helper()
	var output bytes.Buffer
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	stop := func() {
		server.Process.Kill()
		server.Wait()
	}
	t.Cleanup(stop)
	for range 1200 { // a JVM under load
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	t.Fatalf("%s does not answer: %s", name, output.String())
}

// freePort returns a port without a server. The system gives no such port to a connection that
// begins here, so it stays free until a server starts.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(10_000 + rand.IntN(20_000))
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}

// Gopher starts Debian's gophernicus on dir, a process for each connection as
// inetd does. It returns the server's address. The server ends with the test.
func Gopher(t testing.TB, dir string) string {
	t.Helper()
	const program = "/usr/sbin/gophernicus"
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v: is gophernicus installed?", err)
	}
	return peer.Serve(t, func(conn net.Conn) {
		file, err := conn.(*net.TCPConn).File()
		if err != nil {
			return
		}
		defer file.Close()
		_, port, _ := net.SplitHostPort(conn.LocalAddr().String())
		server := exec.Command(program, "-h", "127.0.0.1", "-p", port, "-r", dir, "-nf", "-nu", "-nm", "-nr")
		server.Stdin, server.Stdout = file, file
		server.Run()
	})
}

// Tree writes files below a new folder, by their names with slashes. They are readable for all
// users, because the servers need that.
func Tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Curl runs curl and returns its output.
func Curl(t testing.TB, args ...string) []byte {
	t.Helper()
	var stderr strings.Builder
	curl := exec.Command("curl", append([]string{"--silent", "--show-error", "--max-time", "20", "--noproxy", ""}, args...)...)
	curl.Stderr = &stderr
	out, err := curl.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("curl %s: %w: %s", strings.Join(args, " "), err, &stderr))
	}
	return out
}

// Nginx starts Debian's nginx with servers, and returns their addresses. They decode the
// path of a request. The first sends it on to the host and port back, the second answers with
// a redirect to it and a slash. The servers end with the test.
func Nginx(t testing.TB, back string) (proxy, redirects string) {
	t.Helper()
	proxyPort, redirectsPort := freePort(t), freePort(t)
	if _, ok := nginx(t, "nginx", t.TempDir(), redirectsPort, "", `
	absolute_redirect off;
	server { listen 127.0.0.1:%[3]s; location / { proxy_pass http://%[4]s$uri; } }
	server { listen 127.0.0.1:%[2]s; location / { return 302 $uri/; } }
`, proxyPort, back); !ok {
		t.Fatal("is nginx-light installed?")
	}
	return net.JoinHostPort("127.0.0.1", proxyPort), net.JoinHostPort("127.0.0.1", redirectsPort)
}
