package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"example.com/uri"
)

// email is the password that an anonymous user gives (RFC 1738, 3.2.1).
const email = "anonymous@example.com"

// ftp answers with the file or the directory that f names, by the commands that
// RFC 1738, 3.2.2 has for it. Data connections are passive.
func (g *Gateway) ftp(ctx context.Context, p page, f uri.FTP) error {
	if len(f.Path) == 0 {
		f.Path = []string{""} // "ftp://h" shows what "ftp://h/" does
	}
	commands, err := f.Commands()
	if err != nil {
		return status{http.StatusBadRequest, err}
	}
	control, err := g.ftpLogin(ctx, f, &commands)
	if err != nil {
		return err
	}
	defer control.Close()
	last := len(commands) - 1
	for _, command := range commands[:last] {
		if _, err := control.cmd(2, command); err != nil {
			return err
		}
	}
	name, isFile := strings.CutPrefix(commands[last], "RETR ")
	if isFile && f.Type == 0 {
		// The client chooses (3.2.3): octets, which any file is.
		if _, err := control.cmd(2, "TYPE I"); err != nil {
			return err
		}
	}
	data, err := g.ftpData(ctx, control)
	if err != nil {
		return err
	}
	defer data.Close()
	if _, err := control.cmd(1, commands[last]); err != nil {
		if isFile {
			return g.ftpDirectory(p, control, name, err)
		}
		return err
	}
	if isFile {
		if err := p.copy(data, typeByName(name)); err != nil {
			return err
		}
	} else if err := p.ftpList(data); err != nil {
		return err
	}
	if _, _, err := control.ReadResponse(2); err != nil {
		g.Log.Warn("transfer not confirmed", "uri", p.u, "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// An ftpControl is a control connection.
type ftpControl struct {
	*textproto.Conn
	host string // of the server, an address
}

// cmd sends a command and reads a reply whose first digit must be class. In
// arguments the octet FF is doubled (RFC 959, 4.1; RFC 854).
func (c *ftpControl) cmd(class int, command string) (string, error) {
	if err := c.PrintfLine("%s", strings.ReplaceAll(command, "\xFF", "\xFF\xFF")); err != nil {
		return "", err
	}
	_, message, err := c.ReadResponse(class)
	if err != nil {
		verb, _, _ := strings.Cut(command, " ") // an argument may be a password
		return "", fmt.Errorf("gateway: ftp %s: %w", verb, err)
	}
	return message, nil
}

// ftpLogin connects and logs in by the first of the commands, which it takes
// off the list.
func (g *Gateway) ftpLogin(ctx context.Context, f uri.FTP, commands *[]string) (*ftpControl, error) {
	conn, err := g.converse(ctx, f.Addr())
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		conn.Close()
		return nil, err
	}
	c := &ftpControl{textproto.NewConn(conn), host}
	if err := c.login(f, commands); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *ftpControl) login(f uri.FTP, commands *[]string) error {
	if _, _, err := c.ReadResponse(220); err != nil {
		return err
	}
	next := func() (command string) {
		command, *commands = (*commands)[0], (*commands)[1:]
		return command
	}
	if err := c.PrintfLine("%s", next()); err != nil {
		return err
	}
	code, _, err := c.ReadResponse(0)
	if err != nil {
		return err
	}
	password := "PASS " + email
	if len(*commands) > 0 && strings.HasPrefix((*commands)[0], "PASS ") {
		password = next()
	} else if user, ok := f.Login.User(); ok && user != "anonymous" {
		password = ""
	}
	switch {
	case code/100 == 2:
		return nil
	case code == 331 && password != "":
		_, err := c.cmd(2, password)
		return err
	}
	return status{http.StatusUnauthorized, errors.New("gateway: ftp: the server wants another login")}
}

// ftpData opens a data connection to the server, wherever it says it is: to
// another address it would be somebody else's.
func (g *Gateway) ftpData(ctx context.Context, c *ftpControl) (net.Conn, error) {
	var port string
	if reply, err := c.cmd(2, "EPSV"); err == nil {
		// "(|||port|)" (RFC 2428, 3)
		if _, rest, ok := strings.Cut(reply, "(|||"); ok {
			port, _, _ = strings.Cut(rest, "|)")
		}
	} else {
		reply, err := c.cmd(2, "PASV")
		if err != nil {
			return nil, err
		}
		// h1,h2,h3,h4,p1,p2 (RFC 959, 4.1.2)
		numbers := strings.FieldsFunc(reply, func(r rune) bool { return r < '0' || r > '9' })
		if n := len(numbers); n >= 6 {
			high, err1 := strconv.ParseUint(numbers[n-2], 10, 8)
			low, err2 := strconv.ParseUint(numbers[n-1], 10, 8)
			if err1 == nil && err2 == nil {
				port = strconv.FormatUint(high<<8|low, 10)
			}
		}
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return nil, errors.New("gateway: ftp: no port in the reply to PASV")
	}
	return g.converse(ctx, net.JoinHostPort(c.host, port))
}

// ftpDirectory finds out whether the name that RETR refused is a directory, and
// sends the client to its listing.
func (g *Gateway) ftpDirectory(p page, c *ftpControl, name string, refusal error) error {
	if _, err := c.cmd(2, "CWD "+name); err != nil {
		return status{http.StatusNotFound, refusal}
	}
	u, err := p.u.WithPath(p.u.Path() + "/")
	if err != nil {
		return err
	}
	return p.redirect(u)
}

// ftpList answers with a page of the names that r lists.
func (p page) ftpList(r io.Reader) error {
	up, err := p.u.Resolve(uri.MustParse("../"))
	if err != nil {
		return err
	}
	var entries []entry
	if p.u.Path() != "/" && p.u.Path() != "" {
		entries = append(entries, entry{"up", "..", up})
	}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name := strings.TrimSuffix(lines.Text(), "\r")
		if name == "" {
			continue
		}
		u, err := p.u.WithoutQuery().JoinSegments(name)
		if err != nil {
			entries = append(entries, entry{Text: name}) // "." and "..": no link
			continue
		}
		entries = append(entries, entry{"file", name, u})
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return p.list(entries, "")
}
