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
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri/internal/peer"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// hostsOf returns the hosts of u with their ports, as "host:port" each.
func hostsOf(u URI) (hosts []string) {
	for name, digits := range u.Hosts() {
		hosts = append(hosts, name+"|"+digits)
	}
	return hosts
}

func TestHosts(t *testing.T) {
	for in, want := range map[string]struct {
		userinfo string // "-" for none
		hosts    string // "host|port", with spaces between
	}{
		"mongodb://u:p@h1:27017,h2/db":                                 {"u:p", "h1|27017 h2|"},
		"mongodb://u:p@h1,h2:27017/db":                                 {"u:p", "h1| h2|27017"},
		"postgresql://h1:1,h2:2,h3/db?target_session_attrs=read-write": {"-", "h1|1 h2|2 h3|"},
		"postgresql://other@localhost,10.0.0.1:5433/otherdb":           {"other", "localhost| 10.0.0.1|5433"},
		"amqp://@a:1,b:2":                                              {"", "a|1 b|2"},
		"kafka://a_b:9092,c%2Cd:9093":                                  {"-", "a_b|9092 c%2Cd|9093"},
		"x://a:1,,b":                                                   {"-", "a|1 | b|"},
		"x://,":                                                        {"-", "| |"},
		"x://u@,:1":                                                    {"u", "| |1"},
		"x://:1,b:":                                                    {"-", "|1 b|"},
		"x://h:80":                                                     {"-", "h|80"},
		"x://u@[::1]:80":                                               {"u", "[::1]|80"},
		"x://[::1]":                                                    {"-", "[::1]|"},
		"//h_x":                                                        {"-", "h_x|"},
		"x://1.2.3.4:":                                                 {"-", "1.2.3.4|"},
		"x://:80":                                                      {"-", ""},
		"x://u@:80":                                                    {"u", ""},
		"x://u@":                                                       {"u", ""},
		"x:///p":                                                       {"-", ""},
		"x://a@b@c":                                                    {"-", ""},
		"x://u:p@a:1,b@c":                                              {"-", ""},
		"x://a:1:2,b":                                                  {"-", ""},
		"x://a:1,b:x":                                                  {"-", ""},
		"x://u@a:1x":                                                   {"-", ""},
		"mailto:a@b,c@d":                                               {"-", ""},
		"/h1:1,h2:2":                                                   {"-", ""},
		"":                                                             {"-", ""},
	} {
		u, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := strings.Join(hostsOf(u), " "); got != want.hosts {
			t.Errorf("%q: the hosts %q, want %q", in, got, want.hosts)
		}
		userinfo, ok := u.Userinfo()
		if !ok {
			userinfo = "-"
		}
		if userinfo != want.userinfo {
			t.Errorf("%q: the userinfo %q, want %q", in, userinfo, want.userinfo)
		}
		for name := range u.Hosts() { // stops when it is told
			if first, _, _ := strings.Cut(want.hosts, "|"); name != first {
				t.Errorf("%q: the first host %q", in, name)
			}
			break
		}
	}
	// The changes keep the list, or the userinfo.
	u := MustParse("mongodb://u:p@h1:1,h2:2/db")
	if got := u.WithoutUserinfo().String(); got != "mongodb://h1:1,h2:2/db" {
		t.Errorf("WithoutUserinfo: %q", got)
	}
	if got, err := u.WithHost("h"); err != nil || got.String() != "mongodb://u:p@h/db" {
		t.Errorf("WithHost: %q, %v", got, err)
	}
	if got := u.Redacted(); got != "mongodb://u:xxxxx@h1:1,h2:2/db" {
		t.Errorf("Redacted: %q", got)
	}
	if got, ok := u.HostPort(); ok {
		t.Errorf("HostPort: %q", got)
	}
}

// TestHostsRandom compares with a splitter that knows only "@", "," and ":".
func TestHostsRandom(t *testing.T) {
	r := seed.Rand(t)
	member := regexp.MustCompile(`^[^:@]*(:[0-9]*)?$`)
	lists := 0
	for range *inputs {
		authority := pick(r, r.IntN(8), "h", "h_x", ",", ",", ":", "1", "@", ":2", "a.b", "u:p@", "%2C", "~")
		u, err := Parse("x://" + authority)
		if err != nil {
			t.Fatal(err)
		}
		userinfo, rest, has := strings.Cut(authority, "@")
		if !has {
			rest = authority
		}
		members := strings.Split(rest, ",")
		var want []string
		bad := slices.ContainsFunc(members, func(m string) bool { return !member.MatchString(m) })
		if !bad && (len(members) > 1 || members[0] != "" && members[0][0] != ':') {
			for _, m := range members {
				name, digits, _ := strings.Cut(m, ":")
				want = append(want, name+"|"+digits)
			}
		}
		if len(want) > 1 {
			lists++
		}
		if got := hostsOf(u); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", u, got, want)
		}
		if got, ok := u.Userinfo(); want != nil && (got != userinfo && has || ok != has) {
			t.Fatalf("%q: the userinfo %q, %v", u, got, ok)
		}
	}
	if lists < *inputs/20 {
		t.Errorf("%d lists", lists)
	}
}

func TestRequestTarget(t *testing.T) {
	for in, want := range map[string]string{
		"http://h":           "/",
		"http://h/":          "/",
		"http://h#f":         "/",
		"http://h?":          "/?",
		"http://h?q#f":       "/?q",
		"http://h/a%20b?q#f": "/a%20b?q",
		"http://h//a":        "//a",
		"//h":                "/",
		"/a?b":               "/a?b",
		"/":                  "/",
		"x:/a#?":             "/a",
		"file:///a":          "/a",
		"mailto:a@b":         "-",
		"x:a/b":              "-",
		"a":                  "-",
		"./a":                "-",
		"?q":                 "-",
		"#f":                 "-",
		"":                   "-",
	} {
		got, ok := MustParse(in).RequestTarget()
		if !ok {
			got += "-"
		}
		if got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
	}
}

// TestRequestTargetRandom compares with Appendix B, and with net/url where that
// changes no byte.
func TestRequestTargetRandom(t *testing.T) {
	r := seed.Rand(t)
	for range *inputs {
		u := randomURI(r)
		m := genericExpr.FindStringSubmatch(u.String())
		scheme, authority, path, query := m[2], m[3], m[5], m[6]
		want, ok := path+query, strings.HasPrefix(path, "/")
		if path == "" && authority != "" {
			want, ok = "/"+query, true
		}
		if scheme != "" && authority == "" && !strings.HasPrefix(path, "/") || !ok {
			want, ok = "", false
		}
		got, gotOK := u.RequestTarget()
		if got != want || gotOK != ok {
			t.Fatalf("%q: %q, %v; want %q, %v", u, got, gotOK, want, ok)
		}
		if v, err := url.Parse(u.String()); err == nil && ok && v.EscapedPath() == path && !strings.HasPrefix(path, "//") && v.RequestURI() != got {
			t.Fatalf("%q: %q, net/url has %q", u, got, v.RequestURI())
		}
	}
}

func TestDialAllocations(t *testing.T) {
	list, plain := MustParse("mongodb://u:p@h1:1,h2:2/db"), MustParse("http://h/a?b#c")
	host, empty := MustParse("http://h#c"), MustParse("http://h?b")
	for _, tt := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Hosts", 0, func() {
			for range list.Hosts() {
			}
		}},
		{"RequestTarget", 0, func() { plain.RequestTarget() }},
		{"RequestTarget of an empty path", 0, func() { host.RequestTarget() }},
		{"RequestTarget of an empty path and a query", 1, func() { empty.RequestTarget() }},
		{"ParseValues", 1, func() { _, _ = ParseValues("a=1&b=2&c") }},
	} {
		if n := testing.AllocsPerRun(100, tt.f); n > tt.want {
			t.Errorf("%s allocates %v times, want %v", tt.name, n, tt.want)
		}
	}
}

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
	server := netip.MustParseAddrPort(peer.Serve(t, func(conn net.Conn) {
		heard, _ := io.ReadAll(conn)
		conn.Write(heard)
	}))
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
