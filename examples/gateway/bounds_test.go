package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/internal/peer"
)

// childVariable says what the test program must run as: "gateway" as in runChild, "main" as
// the program.
const childVariable = "URI_GATEWAY_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childVariable) {
	case "gateway":
		runChild()
		return
	case "main":
		main()
		return
	}
	flag.Set("test.parallel", "32") // parallel tests wait, and do not compute
	os.Exit(m.Run())
}

// runChild runs a gateway that prints its address and, for each line that it reads, the
// bytes of memory that it got from the system so far.
func runChild() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	g := &Gateway{Gate: wire.NewGate(true), Hosts: everywhere, StepTimeout: 5 * long, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	server, err := g.Server()
	if err != nil {
		panic(err)
	}
	go server.Serve(l)
	fmt.Println(l.Addr())
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Println(m.Sys)
	}
}

// A child is a gateway in a process of its own.
type child struct {
	t    *testing.T
	addr string
	in   io.Writer
	out  *bufio.Reader
	log  *syncBuffer
}

func startChild(t *testing.T) *child {
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), childVariable+"=gateway")
	log := new(syncBuffer)
	process.Stderr = log
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		process.Wait()
	})
	c := &child{t, "", in, bufio.NewReader(out), log}
	c.addr = strings.TrimSpace(c.line())
	return c
}

func (c *child) line() string {
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatalf("the gateway ended: %v: %s", err, c.log)
	}
	return line
}

// memory returns the bytes of memory that the child got from the system so far.
func (c *child) memory() int {
	var n int
	fmt.Fprintln(c.in)
	fmt.Sscan(c.line(), &n)
	return n
}

// get requests u from the child, reads at most n bytes of the body and closes the
// connection. whole reports whether it read the whole body.
func (c *child) get(u string, n int64) (code int, text []byte, whole bool) {
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * long))
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", u)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		c.t.Errorf("%s: %v", u, err)
		return 0, nil, false
	}
	text = make([]byte, 4<<10)
	first, err := io.ReadFull(r.Body, text)
	if err == nil {
		_, err = io.CopyN(io.Discard, r.Body, n)
	}
	return r.StatusCode, text[:first], err == io.EOF || err == io.ErrUnexpectedEOF && r.ContentLength > 0
}

// endless serves connections: it sends an introduction, then the same text again and
// again. If ask is not empty, it does the latter only after a line that begins with
// ask, and answers the lines before it with replies.
func endless(t *testing.T, introduction, ask string, replies map[string]string, again string) string {
	chunk := []byte(strings.Repeat(again, 1+(32<<10)/len(again)))
	return peer.Serve(t, func(conn net.Conn) {
		io.WriteString(conn, introduction)
		in := bufio.NewScanner(conn)
		for ask != "" && in.Scan() && !strings.HasPrefix(in.Text(), ask) {
			verb, _, _ := strings.Cut(in.Text(), " ")
			io.WriteString(conn, replies[verb])
		}
		io.WriteString(conn, replies[ask])
		for {
			if _, err := conn.Write(chunk); err != nil {
				return
			}
		}
	})
}

// TestMemory requests endless resources. The memory of the gateway may grow by at most
// 8 MiB.
func TestMemory(t *testing.T) {
	const bound, much = 8 << 20, 32 << 20
	c := startChild(t)
	idle := c.memory()

	name := strings.Repeat("name ", 40)
	data := endless(t, "", "", nil, name+"\r\n")
	_, port, _ := net.SplitHostPort(data)
	ftp := map[string]string{
		"USER": "230 hello\r\n", "CWD": "250 ok\r\n", "TYPE": "200 ok\r\n",
		"EPSV": "229 passive (|||" + port + "|)\r\n", "NLST": "150 here it comes\r\n", "RETR": "150 here it comes\r\n",
	}
	nntp := map[string]string{"GROUP": "211 2 1 2 a.b\r\n", "ARTICLE": "220 it follows\r\n", "XOVER": "224 they follow\r\n"}
	gopher := func(again string) string { return "gopher://" + endless(t, "", "/", nil, again) }
	for _, tt := range []struct {
		name, u string
		code    int
	}{
		{"a menu", gopher("0"+name+"\t/selector\thost.example\t70\r\n") + "/1/", 200},
		{"a line of a menu", gopher("0") + "/1/", 502},
		{"a text", gopher("text ") + "/0/", 200},
		{"a text without an item type", gopher("text ") + "/x/", 200},
		{"the greeting of an FTP server", "ftp://" + endless(t, "220 ", "", nil, "x") + "/", 502},
		{"the lines of its greeting", "ftp://" + endless(t, "220-x\r\n", "", nil, "220-x\r\n") + "/", 502},
		{"the lines of another greeting", "ftp://" + endless(t, "220-x\r\n", "", nil, " x\r\n") + "/", 502},
		{"the reply to USER", "ftp://" + endless(t, "220 x\r\n", "USER", nil, "2") + "/", 502},
		{"the reply to CWD", "ftp://" + endless(t, "220 x\r\n", "CWD", map[string]string{"USER": "230 x\r\n", "CWD": "550 "}, "x") + "/a/", 502},
		{"the reply to EPSV", "ftp://" + endless(t, "220 x\r\n", "EPSV", map[string]string{"USER": "230 x\r\n", "EPSV": "229 "}, "x") + "/", 502},
		{"a directory", "ftp://" + endless(t, "220 x\r\n", "QUIT", ftp, " ") + "/", 200},
		{"a file", "ftp://" + endless(t, "220 x\r\n", "QUIT", ftp, " ") + "/f", 200},
		{"the greeting of a news server", "nntp://" + endless(t, "200 ", "", nil, "x") + "/a.b", 502},
		{"the reply to GROUP", "nntp://" + endless(t, "200 x\r\n", "GROUP", map[string]string{"GROUP": "211 1 2 3 "}, "x") + "/a.b", 502},
		{"a list of articles", "nntp://" + endless(t, "200 x\r\n", "XOVER", nntp, "1\t"+name+"\tfrom\tdate\r\n") + "/a.b", 200},
		{"a line of that", "nntp://" + endless(t, "200 x\r\n", "XOVER", nntp, "x") + "/a.b", 502},
		{"a line of an article", "nntp://" + endless(t, "200 x\r\n", "ARTICLE", nntp, "x") + "/a.b/1", 200},
		{"the fields of an answer", "http://" + endless(t, "", "GET", map[string]string{"GET": "HTTP/1.1 200 OK\r\n"}, "A: b\r\n") + "/", 502},
		{"a field of an answer", "http://" + endless(t, "", "GET", map[string]string{"GET": "HTTP/1.1 200 OK\r\n"}, "a") + "/", 502},
		{"a status line", "http://" + endless(t, "", "GET", map[string]string{"GET": "HTTP/1.1 200 "}, "a") + "/", 502},
		{"interim responses", "http://" + endless(t, "", "GET", nil, "HTTP/1.1 102 Processing\r\n\r\n") + "/", 102}, // the first of them
		{"a body", "http://" + endless(t, "", "GET", map[string]string{"GET": "HTTP/1.1 200 OK\r\n\r\n"}, "body ") + "/", 200},
	} {
		code, text, whole := c.get(tt.u, much)
		if code != tt.code {
			t.Errorf("%s: %d %q, want %d", tt.name, code, text, tt.code)
		}
		if code == 200 && whole {
			t.Errorf("%s: looks as if it had an end", tt.name)
		}
		if code/100 > 3 && len(text) > 2*maxLog {
			t.Errorf("%s: %d bytes of an error", tt.name, len(text))
		}
		if now := c.memory(); now > idle+bound {
			t.Errorf("%s: %d bytes, %d when idle", tt.name, now, idle)
		}
	}
	for line := range strings.Lines(c.log.String()) {
		if len(line) > 16<<10 {
			t.Errorf("the log has a line of %d bytes: %.200s", len(line), line)
		}
	}
	t.Logf("%d KiB when idle, at most %d KiB in all", idle>>10, c.memory()>>10)
}
