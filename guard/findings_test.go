package guard

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/web"
)

// TestSlashes compares the findings with what browsers (package web) and curl make
// of a host name after all numbers of slashes, in all schemes.
func TestSlashes(t *testing.T) {
	const curl = " http https ftp ws wss dict ftps gopher gophers imap imaps ldap ldaps mqtt mqtts " +
		"pop3 pop3s rtsp scp sftp smb smbs smtp smtps telnet tftp "
	for _, scheme := range strings.Fields(curl + "file mailto x news about nntp wais GOPHER HTTP Smb") {
		for slashes := range 8 {
			name := " " + strings.ToLower(scheme) + " "
			text := scheme + ":" + strings.Repeat("/", slashes) + "evil.example/x"
			finds := browserFinds(t, text) || strings.Contains(curl, name) && slashes >= 1 && slashes <= 3
			checkSlashes(t, text, finds)
		}
	}
	for slashes := range 8 {
		text := strings.Repeat("/", slashes) + "evil.example/x"
		checkSlashes(t, text, browserFinds(t, text))
	}
}

// browserFinds reports whether a browser finds the host evil.example in text,
// against a base of another host.
func browserFinds(t *testing.T, text string) bool {
	base, err := web.Parse("http://base.example/a")
	if err != nil {
		t.Fatal(err)
	}
	if uri.MustParse(text).IsAbsolute() {
		base = web.URL{}
	}
	v, err := web.Parser{}.Parse(base, text)
	host, _ := v.Host()
	return err == nil && host == "evil.example"
}

func checkSlashes(t *testing.T, text string, finds bool) {
	u := uri.MustParse(text)
	host, _ := u.Host()
	told := false
	for _, f := range Audit(u) {
		told = told || f.Code == CodeSlashConfusion && f.Severity() == SeverityDanger
	}
	if want := finds && host == ""; told != want {
		t.Errorf("%s: told of a host: %v, want %v", text, told, want)
	}
}

// TestEscapesHideNothing escapes some characters of names and addresses that
// have findings: they still have them, since browsers and others decode before
// they look.
func TestEscapesHideNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	rows := []struct {
		before, text, after string
		code                Code
	}{
		{"http://", "www.bank.example", "@h/", CodeUserinfoHost},
		{"http://", "a.b", ":x@h/", CodeUserinfoHost},
		{"http://", "localhost", "/", CodeSpecialName},
		{"http://u@", "a.ip6-loopback.", "/", CodeSpecialName},
		{"http://", "metadata.google.internal", ":80/", CodeSpecialName},
		{"http://", "127.1", "/", CodeSpecialAddress | CodeOddIPv4},
		{"http://", "0x7f.0X.1", "/", CodeSpecialAddress | CodeOddIPv4},
		{"http://", "017700000001", "/", CodeSpecialAddress | CodeOddIPv4},
		{"http://", "7147006462", "/", CodeSpecialAddress | CodeOddIPv4},
		{"http://", "127.0.0.1", "/", CodeSpecialAddress},
		{"http://h/", "..", ";/admin", CodeDotParams},
		{"http://h/a/", ".", ";", CodeDotParams},
	}
	for n := range *inputs {
		row := rows[n%len(rows)]
		text := []byte(row.before)
		for i := range len(row.text) {
			if random.IntN(3) == 0 {
				text = fmt.Appendf(text, []string{"%%%02X", "%%%02x"}[random.IntN(2)], row.text[i])
			} else {
				text = append(text, row.text[i])
			}
		}
		u := uri.MustParse(string(text) + row.after)
		found := Code(0)
		for _, f := range Audit(u) {
			found |= f.Code
		}
		if row.code&^found != 0 {
			t.Fatalf("%s: %v, and not %v", u, codeNames(found), codeNames(row.code&^found))
		}
	}
}

// TestFindingsTogether puts pieces with findings together in every way: each keeps its
// findings whatever the others are.
func TestFindingsTogether(t *testing.T) {
	type piece struct {
		text  string
		codes Code
	}
	pieces := [][]piece{
		{{"http://", 0}},
		{{"", 0}, {"u:p@", CodePassword}, {"a.example@", CodeUserinfoHost}},
		{{"h", 0}, {"127.1", CodeOddIPv4 | CodeSpecialAddress}, {"localhost.", CodeSpecialName | CodeTrailingDot}, {"%41", CodeEscapedHost}},
		{{"", 0}, {":25", CodeBadPort}, {":99999", CodePortRange}},
		{{"", 0}, {"/", 0}, {"/..;/a", CodeDotParams}, {"/%00", CodeEscapedNull}},
		{{"", 0}, {"?%0D", CodeEscapedLineBreak}},
		{{"", 0}, {"#%0A", CodeEscapedLineBreak}},
	}
	whole := []piece{{}}
	for _, choices := range pieces {
		var longer []piece
		for _, w := range whole {
			for _, p := range choices {
				longer = append(longer, piece{w.text + p.text, w.codes | p.codes})
			}
		}
		whole = longer
	}
	for _, w := range whole {
		u := uri.MustParse(w.text)
		found := Code(0)
		for _, f := range Audit(u) {
			found |= f.Code
		}
		if w.codes&^found != 0 {
			t.Errorf("%s: %v, and not %v", u, codeNames(found), codeNames(w.codes&^found))
		}
	}
}
