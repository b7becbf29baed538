package wire

import (
	"context"

	"example.com/uri"
)

// NNTP connects to the server of x and selects its group and article, with the commands
// of RFC 1738, 3.7. It also returns the last reply. The caller reads on after that, and
// closes the dialogue.
func (c *Client) NNTP(ctx context.Context, x uri.NNTP) (d *Dialogue, reply string, err error) {
	commands, err := x.Commands()
	if err != nil {
		return nil, "", err
	}
	conn, err := c.ConverseWith(ctx, x)
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
