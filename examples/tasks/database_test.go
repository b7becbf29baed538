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
		u := uri.MustParse("before")
		if err := db.QueryRow(query).Scan(&u); err == nil || u.String() != "before" {
			t.Errorf("%s: %q, %v", query, u, err)
		}
	}
}

// TestDatabaseStructs stores a scheme struct as the text of its URL.
func TestDatabaseStructs(t *testing.T) {
	db := open(t, `CREATE TABLE files (site TEXT)`)
	site := uri.FTP{Host: "example.com", Path: []string{"pub", "a/b"}}
	if _, err := db.Exec(`INSERT INTO files VALUES (?)`, site); err == nil {
		t.Error("a struct is stored")
	}
	u, err := site.URI()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO files VALUES (?)`, u); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow(`SELECT site FROM files`).Scan(&u); err != nil {
		t.Fatal(err)
	}
	if back, err := uri.FTPFrom(u); err != nil || back.Host != site.Host || !slices.Equal(back.Path, site.Path) {
		t.Errorf("%v, %v", back, err)
	}
}

// TestDatabaseKeys keeps one row for each key, with the URI found first.
func TestDatabaseKeys(t *testing.T) {
	db := open(t, `CREATE TABLE seen (key TEXT PRIMARY KEY, url TEXT NOT NULL)`)
	for _, s := range []string{"HTTP://Example.com:80/a/../%7Ejoe", "http://example.com/~joe", "http://example.com/b", "http://example.com/%62"} {
		u := uri.MustParse(s)
		if _, err := db.Exec(`INSERT OR IGNORE INTO seen VALUES (?, ?)`, crawl.Key(u), u); err != nil {
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
