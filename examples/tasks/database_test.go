package tasks

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	_ "modernc.org/sqlite"

	"example.com/uri"
	"example.com/uri/crawl"
)

// open makes a database on disk with one table.
func open(t *testing.T, table string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "links.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := db.Exec(table); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestDatabase stores URIs, finds them and reads them: from text, from a BLOB, and
// from a column that may be NULL.
func TestDatabase(t *testing.T) {
	db := open(t, `CREATE TABLE links (page TEXT NOT NULL, next TEXT, raw BLOB)`)
	pages := []string{"http://h/%7Ea?b=%20#", "", "http://joe:secret@[::1]:8080/", "mailto:a@b", "//h?"}
	for i, s := range pages {
		u := uri.MustParse(s)
		next := sql.Null[uri.URI]{V: u, Valid: i%2 == 0}
		if _, err := db.Exec(`INSERT INTO links VALUES (?, ?, ?)`, u, next, []byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	for i, s := range pages {
		u := uri.MustParse(s)
		var text string
		var page, raw uri.URI
		var next sql.Null[uri.URI]
		row := db.QueryRow(`SELECT page, page, next, raw FROM links WHERE page = ?`, u)
		if err := row.Scan(&text, &page, &next, &raw); err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if text != s || page != u || raw != u || next.Valid != (i%2 == 0) || next.Valid && next.V != u {
			t.Errorf("%q: %q, %q, %q, %v", s, text, page, raw, next)
		}
	}
	for _, query := range []string{`SELECT NULL`, `SELECT 1`, `SELECT 'a b'`} {
		u, f := uri.MustParse("before"), uri.FTP{Host: "before"}
		if err := db.QueryRow(query).Scan(&u); err == nil || u.String() != "before" {
			t.Errorf("%s: %q, %v", query, u, err)
		}
		if err := db.QueryRow(query).Scan(&f); err == nil || f.Host != "before" {
			t.Errorf("%s: %q, %v", query, f, err)
		}
	}
}

// TestDatabaseStructs stores scheme structs. What cannot be written is not stored.
func TestDatabaseStructs(t *testing.T) {
	db := open(t, `CREATE TABLE files (site TEXT, mail TEXT, mirror TEXT)`)
	site := uri.FTP{Host: "example.com", Path: []string{"pub", "a/b"}}
	mail := uri.Mailto{To: []string{"joe@example.com"}}
	insert := `INSERT INTO files VALUES (?, ?, ?)`
	if _, err := db.Exec(insert, site, mail, sql.Null[uri.HTTP]{}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(insert, uri.FTP{}, mail, nil); err == nil {
		t.Error("an FTP without a host is stored")
	}
	var text string
	var site2 uri.FTP
	var mail2 uri.Mailto
	var mirror sql.Null[uri.HTTP]
	err := db.QueryRow(`SELECT site, site, mail, mirror FROM files`).Scan(&text, &site2, &mail2, &mirror)
	if err != nil || text != "ftp://example.com/pub/a%2Fb" || !slices.Equal(site2.Path, site.Path) || !slices.Equal(mail2.To, mail.To) || mirror.Valid {
		t.Errorf("%q, %v, %v, %v, %v", text, site2, mail2, mirror, err)
	}
	var page uri.HTTP
	if err := db.QueryRow(`SELECT site FROM files`).Scan(&page); err == nil {
		t.Errorf("an ftp URL is read as %v", page)
	}
}

// TestDatabaseKeys keeps one row for each key. The URI is what was found first.
func TestDatabaseKeys(t *testing.T) {
	db := open(t, `CREATE TABLE seen (key TEXT PRIMARY KEY, url TEXT NOT NULL)`)
	for _, s := range []string{"HTTP://Example.com:80/a/../%7Ejoe", "http://example.com/~joe", "http://example.com/b", "http://example.com/%62"} {
		u := uri.MustParse(s)
		if _, err := db.Exec(`INSERT OR IGNORE INTO seen VALUES (?, ?)`, string(crawl.AppendKey(nil, u)), u); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if err := db.QueryRow(`SELECT count(*) FROM seen`).Scan(&n); err != nil || n != 2 {
		t.Errorf("%d rows, %v", n, err)
	}
	var u uri.URI
	key := crawl.AppendKey(nil, uri.MustParse("http://EXAMPLE.com/./~joe"))
	err := db.QueryRow(`SELECT url FROM seen WHERE key = ?`, string(key)).Scan(&u)
	if err != nil || u.String() != "HTTP://Example.com:80/a/../%7Ejoe" {
		t.Errorf("%q, %v", u, err)
	}
}
