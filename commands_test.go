package uri

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/vectors"
)

// An ftpRow is a line of testdata/ftp_wire.txt: a URL and its commands, or the
// field or rule that refuses it.
type ftpRow struct {
	line     int
	url      string
	commands []string
	refused  string
}

func ftpRows(t testing.TB) (rows []ftpRow) {
	t.Helper()
	for i, line := range vectors.Lines(t, "testdata/ftp_wire.txt") {
		url, columns, _ := strings.Cut(line, "\t")
		if line == "" || line[0] == '#' {
			continue
		}
		row := ftpRow{line: i + 1, url: url}
		if refused, ok := strings.CutPrefix(columns, "! "); ok {
			row.refused = refused
		} else {
			row.commands = quotedStrings(t, columns)
		}
		rows = append(rows, row)
	}
	return rows
}

// quotedStrings reads Go strings with a space between them.
func quotedStrings(t testing.TB, s string) (list []string) {
	t.Helper()
	for s != "" {
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		text, _ := strconv.Unquote(quoted)
		list = append(list, text)
		s = strings.TrimPrefix(s[len(quoted):], " ")
	}
	return list
}

// TestFTPWire fetches the file or directory of each row of testdata/ftp_wire.txt from a
// server on the loopback, which answers with the commands that it received.
func TestFTPWire(t *testing.T) {
	server := startFTP(t)
	sent, refused := 0, 0
	for _, row := range ftpRows(t) {
		f, err := ParseFTP(row.url)
		if row.refused != "" {
			refused++
			field := ""
			if e, ok := err.(*SyntaxError); ok {
				field = e.Rule.String()
			} else if _, err := f.Commands(); err != nil {
				field = err.(*FieldError).Field
			}
			if field != row.refused {
				t.Errorf("ftp_wire.txt:%d: refused for %q, want %q", row.line, field, row.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("ftp_wire.txt:%d: %v", row.line, err)
			continue
		}
		sent++
		// The host of the URL is where the server is; nothing else changes.
		f.Host, f.Port = server.Addr().String(), server.Port()
		data, err := fetchFTP(f)
		if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" {
			t.Fatal(err)
		}
		heard := <-server.heard
		if err != nil {
			t.Errorf("ftp_wire.txt:%d: %v", row.line, err)
		}
		if !slices.Equal(heard, row.commands) {
			t.Errorf("ftp_wire.txt:%d: sent %q, want %q", row.line, heard, row.commands)
		}
		if last := row.commands[len(row.commands)-1]; len(f.Path) > 0 && data != "data of "+last {
			t.Errorf("ftp_wire.txt:%d: got %q for %q", row.line, data, last)
		}
	}
	t.Logf("%d URLs sent with their exact commands, %d refused", sent, refused)
	if sent < 65 {
		t.Errorf("%d URLs, want at least 65", sent)
	}
}

// dialTo connects to the server that x names.
func dialTo(x interface{ HostPort() (string, bool) }) (net.Conn, error) {
	addr, ok := x.HostPort()
	if !ok {
		return nil, fmt.Errorf("%v names no server", x)
	}
	return net.Dial("tcp", addr)
}

// fetchFTP is a whole client: it sends the commands of f, with PASV before the one that
// transfers, and returns the data.
func fetchFTP(f FTP) (data string, err error) {
	commands, err := f.Commands()
	if err != nil {
		return "", err
	}
	conn, err := dialTo(f)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	replies := bufio.NewReader(conn)
	// say sends a command and returns the reply, which must be as wanted. An
	// octet FF is doubled on the Telnet connection.
	say := func(command, want string) (string, error) {
		if command != "" {
			line := strings.ReplaceAll(command, "\xFF", "\xFF\xFF") + "\r\n"
			if _, err := io.WriteString(conn, line); err != nil {
				return "", err
			}
		}
		reply, err := replies.ReadString('\n')
		if err == nil && !strings.Contains(want, reply[:1]) {
			err = fmt.Errorf("%q: %q", command, reply)
		}
		return reply, err
	}
	if _, err := say("", "2"); err != nil {
		return "", err
	}
	for _, command := range commands {
		verb, _, _ := strings.Cut(command, " ")
		if verb != "RETR" && verb != "NLST" {
			if _, err := say(command, "23"); err != nil {
				return "", err
			}
			continue
		}
		reply, err := say("PASV", "2")
		if err != nil {
			return "", err
		}
		var h [6]int
		if _, err := fmt.Sscanf(reply, "227 (%d,%d,%d,%d,%d,%d)", &h[0], &h[1], &h[2], &h[3], &h[4], &h[5]); err != nil {
			return "", err
		}
		transfer, err := net.Dial("tcp", fmt.Sprintf("%d.%d.%d.%d:%d", h[0], h[1], h[2], h[3], h[4]<<8|h[5]))
		if err != nil {
			return "", err
		}
		if _, err := say(command, "1"); err != nil {
			return "", err
		}
		b, err := io.ReadAll(transfer)
		transfer.Close()
		if err != nil {
			return "", err
		}
		if _, err := say("", "2"); err != nil {
			return "", err
		}
		data = string(b)
	}
	_, err = say("QUIT", "2")
	return data, err
}

// An ftpServer takes every command of a session down.
type ftpServer struct {
	netip.AddrPort
	heard chan []string // of each session, without PASV and QUIT
}

func startFTP(t *testing.T) ftpServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	s := ftpServer{listener.Addr().(*net.TCPAddr).AddrPort(), make(chan []string, 1)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.heard <- serveFTP(conn)
		}
	}()
	return s
}

func serveFTP(conn net.Conn) (heard []string) {
	defer conn.Close()
	fmt.Fprint(conn, "220 ready\r\n")
	var transfers net.Listener
	for lines := bufio.NewReader(conn); ; {
		line, err := lines.ReadString('\n')
		command, ok := strings.CutSuffix(line, "\r\n")
		if err != nil || !ok {
			return append(heard, "broken off: "+line)
		}
		command = strings.ReplaceAll(command, "\xFF\xFF", "\xFF")
		switch verb, _, _ := strings.Cut(command, " "); verb {
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return heard
		case "PASV":
			if transfers, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
				return append(heard, err.Error())
			}
			port := transfers.Addr().(*net.TCPAddr).Port
			fmt.Fprintf(conn, "227 (127,0,0,1,%d,%d)\r\n", port>>8, port&0xFF)
			continue
		case "RETR", "NLST":
			fmt.Fprint(conn, "150 here it comes\r\n")
			transfer, err := transfers.Accept()
			if err != nil {
				return append(heard, err.Error())
			}
			io.WriteString(transfer, "data of "+command)
			transfer.Close()
			transfers.Close()
			fmt.Fprint(conn, "226 done\r\n")
		default:
			fmt.Fprint(conn, "200 ok\r\n")
		}
		heard = append(heard, command)
	}
}

// TestHTTPWire sends the two lines to a server that says how it read them.
func TestHTTPWire(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s", r.Method, r.RequestURI, r.Host)
	}))
	defer server.Close()
	addr := strings.TrimPrefix(server.URL, "http://")
	for in, want := range map[string]string{
		"http://%s":                         "GET / %s",
		"http://%s?a=b":                     "GET /?a=b %s",
		"http://%s/a%%20b;c/../d//e?f/g?h#": "GET /a%%20b;c/../d//e?f/g?h %s",
	} {
		h, err := ParseHTTP(fmt.Sprintf(in, addr))
		if err != nil {
			t.Error(err)
			continue
		}
		lines, err := h.Commands()
		if err != nil {
			t.Error(err)
			continue
		}
		conn, err := dialTo(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, strings.Join(lines, "\r\n")+"\r\nConnection: close\r\n\r\n")
		reply, err := io.ReadAll(conn)
		conn.Close()
		if want = fmt.Sprintf(want, addr); err != nil || !bytes.HasSuffix(reply, []byte("\r\n\r\n"+want)) {
			t.Errorf("%q: %v, %q; want %q", in, err, reply, want)
		}
	}
}

// TestGopherWire sends requests to a server that answers with the request.
func TestGopherWire(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			heard, _ := io.ReadAll(conn)
			conn.Write(heard)
			conn.Close()
		}
	}()
	server := listener.Addr().(*net.TCPAddr).AddrPort()
	for _, row := range gopherRequests {
		g, err := ParseGopher(row.in)
		if err != nil {
			t.Error(err)
			continue
		}
		g.Host, g.Port = server.Addr().String(), server.Port()
		request, err := g.Request()
		if err != nil {
			t.Error(err)
			continue
		}
		conn, err := dialTo(g)
		if err != nil {
			t.Fatal(err)
		}
		conn.Write(request)
		conn.(*net.TCPConn).CloseWrite()
		heard, err := io.ReadAll(conn)
		conn.Close()
		if err != nil || string(heard) != row.want {
			t.Errorf("%q: %v, sent %q, want %q", row.in, err, heard, row.want)
		}
	}
	if len(gopherRequests) < 45 {
		t.Errorf("%d URLs, want at least 45", len(gopherRequests))
	}
}
