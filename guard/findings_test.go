package guard

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/uri"
)

// TestSlashes compares the findings with what browsers and curl make of a host
// name after all numbers of slashes, in all schemes.
func TestSlashes(t *testing.T) {
	const browsers, curl = " http https ftp ws wss ", " http https ftp ws wss dict ftps gopher gophers imap imaps ldap ldaps mqtt mqtts " +
		"pop3 pop3s rtsp scp sftp smb smbs smtp smtps telnet tftp "
	for _, scheme := range strings.Fields(curl + "file mailto x news about nntp wais GOPHER HTTP Smb") {
		for slashes := range 8 {
			name := " " + strings.ToLower(scheme) + " "
			finds := strings.Contains(browsers, name) || strings.Contains(curl, name) && slashes >= 1 && slashes <= 3
			text := scheme + ":" + strings.Repeat("/", slashes) + "evil.example/x"
			checkSlashes(t, text, finds)
		}
	}
	// The "relative slash" states with a base of a special scheme: two slashes and
	// any more before the host.
	for slashes := range 8 {
		checkSlashes(t, strings.Repeat("/", slashes)+"evil.example/x", slashes >= 2)
	}
}

func checkSlashes(t *testing.T, text string, finds bool) {
	u := uri.MustParse(text)
	host, _ := u.Host()
	told := false
	for f := range (Auditor{}).Findings(u) {
		told = told || f.Code == SlashConfusion && f.Severity() == Danger
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
		{"http://", "www.bank.example", "@h/", UserinfoHost},
		{"http://", "a.b", ":x@h/", UserinfoHost},
		{"http://", "localhost", "/", SpecialName},
		{"http://u@", "a.ip6-loopback.", "/", SpecialName},
		{"http://", "metadata.google.internal", ":80/", SpecialName},
		{"http://", "127.1", "/", SpecialAddress | OddIPv4},
		{"http://", "0x7f.0X.1", "/", SpecialAddress | OddIPv4},
		{"http://", "017700000001", "/", SpecialAddress | OddIPv4},
		{"http://", "7147006462", "/", SpecialAddress | OddIPv4},
		{"http://", "127.0.0.1", "/", SpecialAddress},
		{"http://h/", "..", ";/admin", DotParams},
		{"http://h/a/", ".", ";", DotParams},
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
		for f := range (Auditor{}).Findings(u) {
			found |= f.Code
		}
		if row.code&^found != 0 {
			t.Fatalf("%s: %v, and not %v", u, found, row.code&^found)
		}
	}
}
