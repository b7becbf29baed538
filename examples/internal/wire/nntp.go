package wire

import (
	"context"

	"example.com/uri"
)

// NNTP connects to the server of x and selects its group and article, by the
// commands that RFC 1738, 3.7 has for it. It returns the last reply too; what
// follows that is the caller's to read, and the dialogue to close. The error
// wraps [ErrNotFound] if the server refuses a name.
func (c *Client) NNTP(ctx context.Context, x uri.NNTP) (d *Dialogue, reply string, err error) {
	commands, err := x.Commands()
	if err != nil {
		return nil, "", err
	}
	conn, err := c.Converse(ctx, x.HostPort())
	if err != nil {
		return nil, "", err
	}
	d = newDialogue(conn)
	if _, _, err = d.reply(20, ""); err == nil { // 200 or 201
		for _, command := range commands {
			if _, reply, err = d.Ask(2, command); err != nil {
				err = notFound(err)
				break
			}
		}
	}
	if err != nil {
		d.Close()
		return nil, "", err
	}
	return d, reply, nil
}
