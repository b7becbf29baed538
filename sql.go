package uri

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

var _ driver.Valuer = URI{}

// Value returns the text of u, for a database. It implements [driver.Valuer] and
// does not fail. A password in u is stored with it.
func (u URI) Value() (driver.Value, error) { return u.s, nil }

// Scan sets u to what [Parse] reads in src, a string or []byte from a database. It
// implements sql.Scanner. Everything else is an error, and NULL is one too, since
// the zero URI is the empty reference: use sql.Null for a column that may be
// NULL. An error leaves u as it was. Scan allocates the text if src is a []byte.
func (u *URI) Scan(src any) error {
	s, err := databaseText(src)
	if err != nil {
		return err
	}
	v, err := Parse(s)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// databaseText returns the text of src, a string or []byte from a database.
func databaseText(src any) (string, error) {
	switch v := src.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	case nil:
		return "", errors.New("uri: scan: cannot read NULL; use sql.Null for a column that may be NULL")
	}
	return "", fmt.Errorf("uri: scan: cannot read a value of type %T", src)
}
