package uri

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/uri/internal/bnf"
	"github.com/google/go-cmp/cmp"
)

func TestMailto(t *testing.T) {
	to := func(list ...string) Mailto { return Mailto{To: list} }
	header := func(m Mailto, pairs ...string) Mailto {
		for i := 0; i < len(pairs); i += 2 {
			m.Headers = append(m.Headers, MailtoHeader{pairs[i], pairs[i+1]})
		}
		return m
	}
	checkSchemes(t, []schemeRow{
		{"mailto:chris@example.com", to("chris@example.com"), ""},
		{"MailTo:Joe@Example.COM#f", to("Joe@Example.COM"), "mailto:Joe@Example.COM"},
		{"mailto:bill+ietf@example.org", to("bill+ietf@example.org"), ""},
		{"mailto:First.Last@Registry.Org", to("First.Last@Registry.Org"), ""},
		{"mailto:a%40b", to("a@b"), "mailto:a@b"},
		{"mailto:a@b_c", to("a@b_c"), ""},
		{"mailto:!$'*-~@a--b", to("!$'*-~@a--b"), ""},
		{"mailto:a%25b@c", to("a%b@c"), ""},
		{"mailto:gorby%25kremvax@example.com", to("gorby%kremvax@example.com"), ""},
		{"mailto:unlikely%3Faddress@example.com?blat=foop", header(to("unlikely?address@example.com"), "blat", "foop"), ""},
		{"mailto:Mike%26family@example.org", to("Mike&family@example.org"), ""},
		{"mailto:Mike&family=a%2Fb@example.org", to("Mike&family=a/b@example.org"),
			"mailto:Mike%26family%3Da%2Fb@example.org"},
		{"mailto:%2FG=Jo%2fS=Doe%2F@gw.example", to("/G=Jo/S=Doe/@gw.example"), "mailto:%2FG%3DJo%2FS%3DDoe%2F@gw.example"},
		{"mailto:?to=a/b@c", to("a/b@c"), "mailto:a%2Fb@c"},

		// Quoted local parts, and literals for domains.
		{"mailto:%22not%40me%22@example.org", to(`"not@me"@example.org`), ""},
		{"mailto:%22oh%5C%5Cno%22@example.org", to(`"oh\\no"@example.org`), ""},
		{"mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org", to(`"\\\"it's\ ugly\\\""@example.org`), ""},
		{"mailto:%22:sysmail%22@Some-Group.Some-Org", to(`":sysmail"@Some-Group.Some-Org`), ""},
		{"mailto:%22a%20,%20b%22.c@d", to(`"a , b".c@d`), "mailto:%22a%20%2C%20b%22.c@d"},
		{"mailto:%22%22@d", to(`""@d`), ""},
		{"mailto:%22%C3%A9%22@d", to(`"é"@d`), ""},
		{"mailto:%F0%9F%93%A8%EF%BF%BD@d", to("\U0001F4E8\uFFFD@d"), ""},
		{"mailto:%22%09%7F%22@d", to("\"\t\x7f\"@d"), ""},
		{"mailto:a@%5B10.0.3.19%5D", to("a@[10.0.3.19]"), ""},
		{"mailto:a@%5B%5C%5D%20@,%5D.b", to(`a@[\] @,].b`), "mailto:a@%5B%5C%5D%20%40%2C%5D.b"},
		{"mailto:a@%5B%26%3D%5D", to("a@[&=]"), ""},
		{"mailto:user@%5BIPv6:fe80::1%5D", to("user@[IPv6:fe80::1]"), ""},
		{"mailto:user@%E7%B4%8D%E8%B1%86.example.org", to("user@納豆.example.org"), ""},

		// Several addresses, as in RFC 6068 and as in RFC 2368.
		{"mailto:foo+@example.com,bar@example.com", to("foo+@example.com", "bar@example.com"), ""},
		{"mailto:a@b%2C%20c@d", to("a@b", "c@d"), "mailto:a@b,c@d"},
		{"mailto:a@b%20%09,%20%20c@d", to("a@b", "c@d"), "mailto:a@b,c@d"},
		{"mailto:?to=a@b", to("a@b"), "mailto:a@b"},
		{"mailto:a@b?To=c@d,e@f", to("a@b", "c@d", "e@f"), "mailto:a@b,c@d,e@f"},
		{"mailto:a@b?subject=x&to=c%40d&to=", header(to("a@b", "c@d"), "subject", "x"), "mailto:a@b,c@d?subject=x"},

		// Header fields.
		{"mailto:?subject=x", header(to(), "subject", "x"), ""},
		{"mailto:a@b?!~%26=1", header(to("a@b"), "!~&", "1"), ""},
		{"mailto:a@b?subject=", header(to("a@b"), "subject", ""), ""},
		{"mailto:joe@example.com?cc=bob@example.com&body=hello",
			header(to("joe@example.com"), "cc", "bob@example.com", "body", "hello"), ""},
		{"mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
			header(to("infobot@example.com"), "body", "send current-issue\r\nsend index"), ""},
		{"mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
			header(to("list@example.org"), "In-Reply-To", "<3469A91.D10AF4C@example.com>"), ""},
		{"mailto:u@e?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D", header(to("u@e"), "subject", "=?utf-8?Q?caf=C3=A9?="), ""},
		{"mailto:u@e?subject=caf%C3%A9&body=caf%E9", header(to("u@e"), "subject", "café", "body", "caf\xe9"), ""},
		{"mailto:a@b?x=/;:@$,+%26%3d%25", header(to("a@b"), "x", "/;:@$,+&=%"), "mailto:a@b?x=%2F%3B:@$,+%26%3D%25"},
		{"mailto:a@b?a/%3D=1&A=2&a/%3D=1", header(to("a@b"), "a/=", "1", "A", "2", "a/=", "1"),
			"mailto:a@b?a%2F%3D=1&A=2&a%2F%3D=1"},
		{"mailto:a@b?subject=a%0D%0ABcc:%20c@d", header(to("a@b"), "subject", "a\r\nBcc: c@d"), ""},
	})
	checkRefused(t, []refusedRow{
		{"mailto:a", 8, ruleAddrSpec},
		{"mailto://joe@example.com", 7, ruleLocalPart},
		{"mailto:/joe@h", 7, ruleLocalPart},
		{"mailto:/?to=a@b", 7, ruleLocalPart},
		{"mailto:a/b@h", 8, ruleAddrSpec},
		{"mailto:%22a/b%22@h", 11, ruleQuotedString},
		{"mailto:a@h/b", 10, ruleTo},
		{"mailto:a@h,b@c/?subject=x", 14, ruleTo},
		{"mailto:%3F/%23", 10, ruleAddrSpec},
		{"mailto:a@", 9, ruleMailDomain},
		{"mailto:@b", 7, ruleLocalPart},
		{"mailto:.a@b", 7, ruleLocalPart},
		{"mailto:a.@b", 9, ruleLocalPart},
		{"mailto:a..b@c", 9, ruleLocalPart},
		{"mailto:a@b.", 11, ruleMailDomain},
		{"mailto:a@b..c", 11, ruleMailDomain},
		{"mailto:a@b@c", 10, ruleTo},
		{"mailto:a%20b@c", 8, ruleAddrSpec},
		{"mailto:%20a@b", 7, ruleLocalPart},
		{"mailto:a@b%20", 10, ruleTo},
		{"mailto:a@%20b", 9, ruleMailDomain},
		{"mailto:a%00@b", 8, ruleAddrSpec},
		{"mailto:a@b%0D%0A", 10, ruleTo},
		{"mailto:Jo%20%3Ca@b%3E", 9, ruleAddrSpec},
		{"mailto:a(x)@b", 8, ruleAddrSpec},
		{"mailto:a@b(x)", 10, ruleTo},
		{"mailto:%22a@b", 13, ruleQuotedString},
		{"mailto:%22a%5C", 14, ruleQuotedString},
		{"mailto:%22a%22b@c", 14, ruleAddrSpec},
		{"mailto:%22a%0D%22@c", 11, ruleQuotedString},
		{"mailto:%22a%5C%0A%22@c", 14, ruleQuotedString},
		{"mailto:a@%5Bb", 13, ruleDomainLiteral},
		{"mailto:a@%5B%5B%5D", 12, ruleDomainLiteral},
		{"mailto:a@%5Bb%5Dc", 16, ruleTo},
		{"mailto:caf%E9@b", 10, ruleAddrSpec},
		{"mailto:%22%E9%22@b", 10, ruleQuotedString},
		{"mailto:%C3%A9%C3@b", 13, ruleAddrSpec},
		{"mailto:%F0%9F%93@b", 7, ruleLocalPart},
		{"mailto:%80@b", 7, ruleLocalPart},
		{"mailto:%22%80%22@b", 10, ruleQuotedString},
		{"mailto:a@b,", 11, ruleLocalPart},
		{"mailto:a@b,,c@d", 11, ruleLocalPart},
		{"mailto:,a@b", 7, ruleLocalPart},
		{"mailto:?", 8, ruleFieldName},
		{"mailto:?to=", 11, ruleMailtoURI},
		{"mailto:a@b?", 11, ruleFieldName},
		{"mailto:a@b?x", 12, ruleHfield},
		{"mailto:a@b?=x", 11, ruleFieldName},
		{"mailto:a@b?x&y=z", 12, ruleHfield},
		{"mailto:a@b?x?y=z", 12, ruleHfield},
		{"mailto:a@b?x=1&", 15, ruleFieldName},
		{"mailto:a@b?x=1&&y=2", 15, ruleFieldName},
		{"mailto:a@b?x=1=2", 14, ruleHfvalue},
		{"mailto:joe@example.com?cc=bob@example.com?body=hello", 41, ruleHfvalue},
		{"mailto:a@b?x:=1", 12, ruleFieldName},
		{"mailto:a@b?x%20y=1", 12, ruleFieldName},
		{"mailto:a@b?x%0D%0Ay=1", 12, ruleFieldName},
		{"mailto:a@b?%7F=1", 11, ruleFieldName},
		{"mailto:a@b?%C3%A9=1", 11, ruleFieldName},
		{"mailto:a@b?to=c", 15, ruleAddrSpec},
		{"mailto:a@b?to=c@d%20&x=y", 17, ruleTo},
	})
	checkUnwritable(t, []unwritableRow{
		{to(), "To"},
		{to("a"), "To[0]"},
		{to("a@b", "c"), "To[1]"},
		{to("a@b", "Jo <c@d>"), "To[1]"},
		{to("a@b,c@d"), "To[0]"},
		{to("a@b "), "To[0]"},
		{to("\"a\r\nRCPT TO:<c@d>\"@b"), "To[0]"},
		{to("caf\xe9@b"), "To[0]"},
		{to(""), "To[0]"},
		{header(to("a@b"), "a", "", "", "x"), "Headers[1]"},
		{header(to("a@b"), "a:b", "x"), "Headers[0]"},
		{header(to("a@b"), "a\r\nb", "x"), "Headers[0]"},
		{header(to("a@b"), "To", "c@d"), "Headers[0]"},
	})
}

// rfc822 is the grammar of an addr-spec (RFC 822, 6.1 and 3.3) without white
// space, comments and, as the deviation says, CR, LF and NUL.
func rfc822(t *testing.T) *bnf.Automaton {
	chars := func(name, without string) string {
		var list []string
		for b := byte(1); b < 0x80; b++ {
			if b != '\r' && b != '\n' && strings.IndexByte(without, b) < 0 {
				// The notation has no way to write <"> and controls in a literal
				// but as they are.
				list = append(list, fmt.Sprintf(`"%c"`, b))
			}
		}
		s := strings.Join(list, " | ")
		return name + " = " + strings.Replace(s, `"""`, `<">`, 1) + "\n"
	}
	controls := "\x7f"
	for b := rune(0); b < ' '; b++ {
		controls += string(b)
	}
	g := bnf.New(false)
	if err := g.Read(chars("CHAR", "") +
		chars("atom-char", "()<>@,;:\\\".[] "+controls) +
		chars("qtext", "\"\\") +
		chars("dtext", "[]\\") + `
addr-spec      = local-part "@" domain
local-part     = word *( "." word )
word           = atom | quoted-string
atom           = 1*atom-char
quoted-string  = <"> *( qtext | quoted-pair ) <">
quoted-pair    = "\" CHAR
domain         = sub-domain *( "." sub-domain )
sub-domain     = atom | domain-literal
domain-literal = "[" *( dtext | quoted-pair ) "]"
`); err != nil {
		t.Fatal(err)
	}
	return g.Rule("addr-spec")
}

// TestAddrSpecGrammar compares addrSpec with the grammar on every short text,
// plain and with each octet written as an escape.
func TestAddrSpecGrammar(t *testing.T) {
	grammar := rfc822(t)
	var texts, accepted, failed atomic.Int64
	check := func(s string) {
		ok, viable := grammar.Run(s)
		texts.Add(1)
		if ok {
			accepted.Add(1)
		}
		for _, size := range []int{1, 3} {
			text := s
			if size == 3 {
				text = ""
				for _, b := range []byte(s) {
					text += fmt.Sprintf("%%%02x", b)
				}
			}
			end, r := addrSpec(text, 0)
			if got := r == nil && end == len(text); got == ok && (ok || end == size*viable) {
				continue
			}
			if failed.Add(1) < 20 {
				t.Errorf("addrSpec(%q): %d %v, the grammar says %v, %d", text, end, r, ok, viable)
			}
		}
	}
	bnf.EveryText("", "a\"\\[]@. ,\r", *exhaustive-1, func() func(string) { return check })
	bnf.EveryText("a@", "a\"\\[]@. \x00", *exhaustive-1, func() func(string) { return check })
	for b := range 128 {
		for _, s := range []string{"%c", "a%c@b", "\"%c\"@b", "\"\\%c\"@b", "a@b%c", "a@[%c]", "a@[\\%c]", "a.%c"} {
			check(fmt.Sprintf(s, b))
		}
	}
	t.Logf("%d texts, %d accepted, %d failed", texts.Load(), accepted.Load(), failed.Load())
	if accepted.Load() == 0 {
		t.Error("no text was accepted")
	}
}

// TestMailtoUnsafe checks which header fields Unsafe returns.
func TestMailtoUnsafe(t *testing.T) {
	m, err := ParseMailto("mailto:a@b?Subject=x&BODY=a%0D%0Ab&keywords=k&cc=c@d&From=e@f&Content-Type=x" +
		"&subject=a%0D%0ABcc:g@h&keywords=%00&subject=%0D&subject=%0A&body=%00&X-Y=%00&Keywords=k&Resent-To=a@b&Received=x&MIME-Version=1")
	if err != nil {
		t.Fatal(err)
	}
	want := []MailtoHeader{{"cc", "c@d"}, {"From", "e@f"}, {"Content-Type", "x"},
		{"subject", "a\r\nBcc:g@h"}, {"keywords", "\x00"}, {"subject", "\r"}, {"subject", "\n"}, {"body", "\x00"}, {"X-Y", "\x00"}, {"Resent-To", "a@b"}, {"Received", "x"}, {"MIME-Version", "1"}}
	if diff := cmp.Diff(want, m.Unsafe()); diff != "" {
		t.Errorf("Unsafe (-want +got):\n%s", diff)
	}
	if list := (Mailto{Headers: m.Headers[:3]}).Unsafe(); list != nil {
		t.Errorf("Unsafe: %q, want none", list)
	}
}

// TestMailtoEscapes checks that the error for an escape speaks of the octet, since "%" may
// be there.
func TestMailtoEscapes(t *testing.T) {
	const want = `uri: mailto "mailto:a@b?a%20b=c": field-name: an escape of an octet that is not allowed at offset 12 (RFC 822, 3.2)`
	if _, err := ParseMailto("mailto:a@b?a%20b=c"); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
