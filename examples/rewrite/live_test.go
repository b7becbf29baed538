package rewrite

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os/exec"
	"path"
	"strings"
	"testing"
	"time"

	"example.com/uri"
	"example.com/uri/examples/internal/peers"
	"example.com/uri/guard"
	"example.com/uri/internal/peer"
	"example.com/uri/web"
)

// tokens are the pieces of the paths that are tried.
var tokens = []string{"a", ".", "..", "/", "/", "/..", "/../", ";", "%2e", "%2E%2e", "%2f", "%5c", "%25", "%252e", "%3f", "%23", "%20", "%00", "%09", "%0d", "%0a", "%01", "%0b", "%c2%a0", "%25%095c", "evil.example"}

// randomPaths returns n paths that begin with prefix.
func randomPaths(n int, prefix string) (all []string) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		p := prefix
		for range 1 + random.IntN(7) {
			p += tokens[random.IntN(len(tokens))]
		}
		all = append(all, p)
	}
	return all
}

// isBelow reports whether the path that a reader has found is /pub or below it once dot
// segments are removed.
func isBelow(p string) bool {
	clean := path.Clean("/" + p)
	return clean == "/pub" || strings.HasPrefix(clean, "/pub/")
}

// checkRewrite compares Apply with a reader, which returns the path that it finds, or false
// if it refuses. No path that Apply forwards may leave /pub. Some paths that it refuses must
// leave it, or the test would show nothing.
func checkRewrite(t *testing.T, paths []string, read func(p string) (string, bool)) {
	t.Helper()
	route := guard.Rewrite{From: "/pub/", To: uri.MustParse("http://backend/pub/")}
	forwarded, refused := 0, 0
	for _, p := range paths {
		u, err := uri.Parse("http://proxy" + p)
		if err != nil {
			continue
		}
		result, ok, err := route.Apply(u)
		if !ok && err == nil {
			t.Fatalf("%s is not below /pub/ as written", p)
		}
		if err != nil {
			if found, ok := read(p); ok && !isBelow(found) {
				refused++
			}
			continue
		}
		found, ok := read(result.Path())
		if ok {
			forwarded++
		}
		if ok && !isBelow(found) {
			t.Errorf("%s is forwarded, and read as %q", p, found)
		}
	}
	t.Logf("%d paths forwarded, %d that were refused leave", forwarded, refused)
	if forwarded < len(paths)/50 || refused == 0 {
		t.Errorf("only %d paths forwarded, %d that were refused leave", forwarded, refused)
	}
}

// TestNginx sends paths through Debian's nginx with proxy_pass http://back$uri, which
// decodes them, and reads the request that comes out as a server of C would: the target
// is the second word of the line.
func TestNginx(t *testing.T) {
	targets := make(chan string, 1)
	server := peer.Serve(t, func(conn net.Conn) {
		line, _ := bufio.NewReader(conn).ReadString('\n')
		_, _ = io.WriteString(conn, "HTTP/1.0 204 No Content\r\n\r\n")
		conn.Close()
		targets <- line
	})
	proxy, _ := peers.Nginx(t, server)
	checkRewrite(t, randomPaths(3000, "/pub/"), func(p string) (string, bool) {
		select { // a request left by the last path, because nginx sent another answer
		case <-targets:
		default:
		}
		status, _ := get(t, proxy, p)
		if status != "204" {
			return "", false
		}
		target := strings.TrimPrefix(<-targets, "GET ")
		if i := strings.IndexAny(target, " \t\r\n?#\x00"); i >= 0 {
			target = target[:i]
		}
		return strings.ReplaceAll(target, `\`, "/"), true
	})
}

// TestNginxRedirect sends the paths that LocalPath returns to nginx with
// return 302 $uri/. No Location may lead a browser to another host. Some paths that
// LocalPath refuses must lead to one, or the test would show nothing.
func TestNginxRedirect(t *testing.T) {
	_, redirects := peers.Nginx(t, "127.0.0.1:1")
	page, err := web.Parse("https://good.example/login")
	if err != nil {
		t.Fatal(err)
	}
	leaves := func(p string) bool {
		_, location := get(t, redirects, p)
		u, err := web.Parser{}.Parse(page, location)
		return location != "" && err == nil && u.Origin() != page.Origin()
	}
	sent, refused := 0, 0
	for _, ref := range append(randomPaths(2000, "/"), "/%09/evil.example", "/%5cevil.example", "/%2fevil.example") {
		p, err := guard.LocalPath(ref)
		if err != nil {
			if !strings.HasPrefix(ref, "//") && leaves(ref) {
				refused++
			}
			continue
		}
		if i := strings.IndexAny(p, "?#"); i >= 0 {
			p = p[:i]
		}
		sent++
		if leaves(p) {
			t.Errorf("%s gives %s, which nginx redirects to another host", ref, p)
		}
	}
	t.Logf("%d paths sent, %d that were refused leave", sent, refused)
	if sent < 200 || refused == 0 {
		t.Errorf("only %d paths sent, %d that were refused leave", sent, refused)
	}
}

// get asks the server for a target, as it is, and returns the status and the Location.
func get(t *testing.T, addr, target string) (status, location string) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, "GET %s HTTP/1.0\r\nHost: good.example\r\n\r\n", target)
	response, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(response), "\r\n\r\n")
	if len(head) > 12 {
		status = head[9:12]
	}
	if _, after, ok := strings.Cut(head, "\r\nLocation: "); ok {
		location, _, _ = strings.Cut(after, "\r\n")
	}
	return status, location
}

// TestParsers asks parsers for the path in a decoded path: net/url, and node and Python
// if they are installed.
func TestParsers(t *testing.T) {
	paths := randomPaths(20_000, "/pub/")
	t.Run("net/url", func(t *testing.T) {
		checkRewrite(t, paths, func(p string) (string, bool) {
			decoded, err := url.PathUnescape(p)
			if err != nil {
				return "", false
			}
			// net/url refuses controls, which net/http escapes in a header.
			decoded = strings.NewReplacer("\t", "%09", "\r", "%0D", "\n", "%0A", "\x00", "%00").Replace(decoded)
			v, err := url.Parse(decoded)
			if err != nil || v.Host != "" {
				return "", false
			}
			return v.EscapedPath(), true
		})
	})
	for _, tt := range []struct {
		program string
		args    []string
	}{
		{"node", []string{"-e", `
require("readline").createInterface({input: process.stdin}).on("line", p => {
	try { console.log(JSON.stringify(new URL(decodeURIComponent(p), "http://h").pathname)) } catch { console.log("!") }
})`}},
		{"python3", []string{"-c", `
import sys, json
from urllib.parse import urlsplit, unquote
for p in sys.stdin:
	try: print(json.dumps(urlsplit(unquote(p.rstrip("\n"))).path))
	except ValueError: print("!")
`}},
	} {
		program, err := exec.LookPath(tt.program)
		if err != nil {
			peer.Missing(t, tt.program)
			continue
		}
		t.Run(tt.program, func(t *testing.T) {
			// A path is forwarded as it is here: From is To.
			command := exec.Command(program, tt.args...)
			command.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
			out, err := command.Output()
			if err != nil {
				t.Fatal(err)
			}
			answers := map[string]string{}
			lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
			if len(lines) != len(paths) {
				t.Fatalf("%d answers for %d paths", len(lines), len(paths))
			}
			for i, line := range lines {
				answers[paths[i]] = line
			}
			checkRewrite(t, paths, func(p string) (string, bool) {
				answer, ok := answers[p]
				if !ok {
					t.Fatalf("%s was not asked", p)
				}
				found := ""
				if _, err := fmt.Sscanf(answer, "%q", &found); err != nil {
					return "", false
				}
				return found, true
			})
		})
	}
}

// TestTargets asks node and Python, if they are installed, for the path in the target of a
// request, which they take for a reference. ClaimedBy must report true for each target whose
// path is below /pub for one of them.
func TestTargets(t *testing.T) {
	guarded := guard.Rewrite{From: "/pub", To: uri.MustParse("http://backend/pub")}
	var paths []string
	for i, p := range randomPaths(10_000, "/") {
		p = []string{"/", "/", "//", "/%2f", "/%09/"}[i%5] + strings.TrimPrefix(p, "/") + "/pub"
		if uri.Valid("http://proxy" + p) {
			paths = append(paths, p)
		}
	}
	for _, command := range []*exec.Cmd{
		exec.Command("node", "-e", `
require("readline").createInterface({input: process.stdin}).on("line", p => {
	try { console.log(JSON.stringify(new URL(p, "http://h").pathname)) } catch { console.log("!") }
})`),
		exec.Command("python3", "-c", `
import sys, json
from urllib.parse import urlsplit
for p in sys.stdin:
	try: print(json.dumps(urlsplit(p.rstrip("\n")).path))
	except ValueError: print("!")
`),
	} {
		if command.Err != nil {
			peer.Missing(t, command.Path)
			continue
		}
		command.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if len(lines) != len(paths) {
			t.Fatalf("%d answers for %d paths", len(lines), len(paths))
		}
		below := 0
		for i, line := range lines {
			found := ""
			if _, err := fmt.Sscanf(line, "%q", &found); err != nil || !isBelow(found) {
				continue
			}
			below++
			if _, ok := guarded.ClaimedBy(uri.MustParse("http://proxy" + paths[i])); !ok {
				t.Errorf("%s is at %s for %s, and not claimed", paths[i], found, command.Path)
			}
		}
		if below < 100 {
			t.Errorf("only %d paths are below /pub for %s", below, command.Path)
		}
	}
}
