package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"

	"example.com/uri"
)

var (
	// ErrLogin is the error for a login that the server does not take.
	ErrLogin = errors.New("ftp: the server wants another login")
	// ErrDirectory is the error for a name that is a directory's.
	ErrDirectory = errors.New("ftp: a directory")
	// ErrNotFound is the error for a name that an FTP or NNTP server refuses.
	ErrNotFound = errors.New("not found")
)

// email is the password of an anonymous user (RFC 1738, 3.2.1).
const email = "anonymous@example.com"

// notFound wraps err in [ErrNotFound] if the server sent it. A broken connection is another
// error.
func notFound(err error) error {
	var reply *ReplyError
	if errors.As(err, &reply) {
		return fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return err
}

// temporary reports whether err is an FTP server's answer for the moment: a reply of the form
// 4yz (RFC 959, 4.2.1).
func temporary(err error) bool {
	var reply *ReplyError
	return errors.As(err, &reply) && reply.Code/100 == 4
}

// ftpNotFound is notFound for FTP, whose replies 4yz are not about the name.
func ftpNotFound(err error) error {
	if temporary(err) {
		return err
	}
	return notFound(err)
}

// A Transfer is a file from an FTP server, or the names in a directory, one a line.
type Transfer struct {
	Listing bool

	control *Dialogue
	data    net.Conn
	end     error // what Read returns after the data
}

// Read reads from the server. It returns [io.EOF] only after the server has confirmed the
// end.
func (t *Transfer) Read(b []byte) (int, error) {
	if t.end != nil {
		return 0, t.end
	}
	n, err := t.data.Read(b)
	if err == io.EOF {
		if _, _, unconfirmed := t.control.reply(2, "transfer"); unconfirmed != nil {
			err = unconfirmed
		}
		t.end = err
	}
	return n, err
}

// Close ends the transfer.
func (t *Transfer) Close() error { return errors.Join(t.data.Close(), t.control.Close()) }

// FTP begins to fetch the file or directory f, with the commands of RFC 1738, 3.2.2.
// Data connections are passive. Without a path it lists "ftp://h/". The error wraps one
// of the errors above, if it applies.
func (c *Client) FTP(ctx context.Context, f uri.FTP) (*Transfer, error) {
	if len(f.Path) == 0 {
		f.Path = []string{""}
	}
	commands, err := f.Commands()
	if err != nil {
		return nil, err
	}
	conn, err := c.ConverseWith(ctx, f)
	if err != nil {
		return nil, err
	}
	control := &ftpControl{newDialogue(conn)}
	data, err := c.ftpTransfer(ctx, f, control, conn.RemoteAddr(), commands)
	if err != nil {
		control.Close()
		return nil, err
	}
	listing := !strings.HasPrefix(commands[len(commands)-1], "RETR ")
	return &Transfer{Listing: listing, control: control.Dialogue, data: data}, nil
}

// ftpTransfer sends all commands and returns the data connection.
func (c *Client) ftpTransfer(ctx context.Context, f uri.FTP, control *ftpControl, server net.Addr, commands []string) (net.Conn, error) {
	commands, err := control.login(f, commands)
	if err != nil {
		return nil, err
	}
	last := len(commands) - 1
	for _, command := range commands[:last] {
		if _, _, err := control.cmd(2, command); err != nil {
			return nil, ftpNotFound(err)
		}
	}
	name, isFile := strings.CutPrefix(commands[last], "RETR ")
	if isFile && f.Type == 0 {
		// The client chooses (3.2.3): octets, which any file is.
		if _, _, err := control.cmd(2, "TYPE I"); err != nil {
			return nil, err
		}
	}
	host, _, err := net.SplitHostPort(server.String())
	if err != nil {
		return nil, err
	}
	port, err := control.passive()
	if err != nil {
		return nil, err
	}
	// At the server's address, whatever address it names: another would be
	// somebody else's.
	data, err := c.Converse(ctx, net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	if _, _, err := control.cmd(1, commands[last]); err != nil {
		data.Close()
		if isFile && !temporary(err) {
			if _, _, err := control.cmd(2, "CWD "+name); err == nil {
				return nil, ErrDirectory
			}
		}
		return nil, ftpNotFound(err)
	}
	return data, nil
}

// An ftpControl is a control connection.
type ftpControl struct{ *Dialogue }

// cmd sends a command and reads a reply. The first digit of its code must be class. In
// arguments the octet FF is doubled, as Telnet requires (RFC 959, 4.1; RFC 854).
func (c *ftpControl) cmd(class int, command string) (code int, text string, err error) {
	code, text, err = c.Ask(class, strings.ReplaceAll(command, "\xFF", "\xFF\xFF"))
	if err != nil {
		return 0, "", fmt.Errorf("ftp: %w", err)
	}
	return code, text, nil
}

// login logs in by the first of the commands, and returns the others.
func (c *ftpControl) login(f uri.FTP, commands []string) ([]string, error) {
	if _, _, err := c.reply(220, ""); err != nil {
		return nil, fmt.Errorf("ftp: %w", err)
	}
	code, _, err := c.cmd(0, commands[0])
	if err != nil {
		return nil, err
	}
	commands = commands[1:]
	password := "PASS " + email
	if strings.HasPrefix(commands[0], "PASS ") {
		password, commands = commands[0], commands[1:]
	} else if user, ok := f.Login.User(); ok && user != "anonymous" {
		password = ""
	}
	if code/100 == 2 {
		return commands, nil
	}
	if code/100 == 4 {
		return nil, fmt.Errorf("ftp: %w", &ReplyError{Command: "USER", Code: code})
	}
	if code != 331 || password == "" {
		return nil, ErrLogin
	}
	if _, _, err := c.cmd(2, password); err != nil {
		var reply *ReplyError
		if errors.As(err, &reply) && !temporary(err) {
			return nil, fmt.Errorf("%w: %w", ErrLogin, err)
		}
		return nil, err
	}
	return commands, nil
}

// passive asks for a port to open the data connection to.
func (c *ftpControl) passive() (port string, err error) {
	if _, reply, err := c.cmd(2, "EPSV"); err == nil {
		// "(|||port|)" (RFC 2428, 3)
		_, port, _ = strings.Cut(reply, "(|||")
		port, _, _ = strings.Cut(port, "|)")
	} else {
		_, reply, err := c.cmd(2, "PASV")
		if err != nil {
			return "", err
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
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", errors.New("ftp: no port in the reply to EPSV or PASV")
	}
	return port, nil
}
