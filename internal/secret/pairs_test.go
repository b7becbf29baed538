package secret

import "testing"

// TestText checks what an error shows of a text.
func TestText(t *testing.T) {
	for _, row := range [][2]string{
		// connection strings: https://www.postgresql.org/docs/current/libpq-connect.html, 34.1.1.1
		{"host=h user=u password=S dbname=d", "host=h user=u password=xxxxx dbname=d"},
		{"host=h password = 'S a=b' dbname=d", "host=h password = xxxxx dbname=d"},
		{`host=h password='it\'s S' dbname=d`, "host=h password=xxxxx dbname=d"},
		{"host=h password='it''s S' dbname=d", "host=h password=xxxxx dbname=d"},
		{"host=h password=S1 S2 dbname=d", "host=h password=xxxxx dbname=d"},
		{"host=h password=S1=S2= dbname = d", "host=h password=xxxxx dbname = d"},
		{"host=h password='S dbname=d", "host=h password=xxxxx"},
		{"host=h password= ", "host=h password= "},
		{"host=h password=S ", "host=h password=xxxxx "},
		{"host=h sslpassword\t=\tS\ndbname=d", "host=h sslpassword\t=\txxxxx\ndbname=d"},
		{"host=h password=S\tdbname=d", "host=h password=xxxxx\tdbname=d"},
		{"host=h password=S\vb=c\rd=e", "host=h password=xxxxx\vb=c\rd=e"},
		{"host=h password=S\x0eb=c", "host=h password=xxxxx"}, // white space ends at CR
		{"host=h password=S\rb=c", "host=h password=xxxxx\rb=c"},
		{"password%3DS", "password%3Dxxxxx"},
		{"password='S#a'", "password=xxxxx#a'"}, // a URI, since nothing says otherwise
		{"host=h password=S =T b=c", "host=h password=xxxxx b=c"},
		{"host=h password='' dbname='d'", "host=h password=xxxxx dbname='d'"},
		{"//:@ ?S@h", "//:xxxxx@h"},
		{" password='S#T'", " password=xxxxx"},
		{"host=h password=\u00a0S b=c", "host=h password=\u00a0xxxxx b=c"},
		{"host=h password \x7f=S b=c", "host=h password \x7f=xxxxx b=c"},
		{"host=h password \u0080=a b=c", "host=h password \u0080=a b=c"}, // a name beyond US-ASCII
		{"a=%40&password=S", "a=%40&password=xxxxx"},
		{"my/password=S", "my/password=xxxxx"},
		// of ADO.NET and ODBC
		{"Server=h; Uid=u; Pwd=S; Database=d", "Server=h; Uid=u; Pwd=xxxxx"},
		{`Data Source=h "Account Key"=S a=b`, `Data Source=h "Account Key"=xxxxx a=b`},
		// command lines
		{`mysql --user=u --password="S a=b" -h h`, `mysql --user=u --password=xxxxx -h h`},
		{"mysql --password=S a=b", "mysql --password=xxxxx"}, // the value of a query may have spaces
		{`psql "host=h password=\"S a=b\" c=d"`, `psql "host=h password=xxxxx c=d"`},
		{"A=b export API_TOKEN=`S a=b` c=d", "A=b export API_TOKEN=xxxxx c=d"},
		{`a=b --password=a\ S"b c=d"e f=g`, `a=b --password=xxxxx f=g`},
		{`a := b password := "S a=b" host=h`, `a := b password := xxxxx host=h`},
		{`a => b, password => 'S a=b', host => h`, `a => b, password => xxxxx host => h`},
		{"max_tokens=5 page_token=a key_id=b", "max_tokens=5 page_token=a key_id=b"},
		{`host="h",password="S"`, `host="h",password=xxxxx`},
		// header fields
		{"Authorization: Bearer S", "Authorization: xxxxx"},
		{"GET / HTTP/1.1\r\nProxy-Authorization:Basic S\r\nHost: h", "GET / HTTP/1.1\r\nProxy-Authorization:xxxxx"},
		{`{"AUTHORIZATION" : "S"}`, `{"AUTHORIZATION" : xxxxx`},
		{"Authorization", "Authorization"},
		{"Authorization:", "Authorization:"},
		{"an authorization of http: S", "an authorization of http: S"},
		// an IPv6 literal is no password
		{"http://[::1] /", "http://[::1] /"},
		{"http://[2001:db8::1]x:80", "http://[2001:db8::1]x:80"},
		{"[2001:db8::1]x:80", "[2001:db8::1]x:80"},
		{"https://[::1]wrong", "https://[::1]wrong"},
		{"https://[::1/a@b", "https://[::1/a@b"},
		{"https://[::1]wrong/%40", "https://[:xxxxx"},
		{"https://[u:S@h", "https://[u:xxxxx@h"},
		{"https://h/?u=http://[::1]wrong", "https://h/?u=http://[::1]wrong"},
		{"https://u:S /", "https://u:xxxxx"},
		{"ftp://[u:S]#S@h", "ftp://[u:xxxxx@h"},
		{"ftp://[::1]a?u:S#S@h", "ftp://[:xxxxx@h"},
		{"ftp://[::1?u:S@h#a@b", "ftp://[::1?u:xxxxx@h#a@b"},
		// an empty authority is no authority
		{"https:///u:S#S@h", "https:///u:xxxxx@h"},
		{"https:/u:S#S@h", "https:/u:xxxxx@h"},
		{"https:///u:S?S@h", "https:///u:xxxxx@h"},
		{"https://?u:S#S@h", "https://?u:xxxxx@h"},
		{"file:///c:/a#b@c", "file:///c:/a#b@c"},
		// a second "#"
		{"http://h.example/a#b#c@d", "http://h.example/a#b#c@d"},
		{"http://h.example:80/a#b#c@d", "http://h.example:80/a#b#c@d"},
		{"http://h.example/a:S#S#S@d", "http://h.example/a:xxxxx@d"},
		{"http://u:S#S#S@d", "http://u:xxxxx@d"},
		{"u:S#S#S@d", "u:xxxxx@d"},
		{"1u:S#S#S@d", "1u:xxxxx@d"},
		{"u:/S#S#S@d", "u:xxxxx@d"},
		{"mailto:#S:S@d", "mailto:xxxxx@d"},
		{"http://u:S@S/S@d", "http://xxxxx@d"},
		{"//:S@S/S@d", "//:xxxxx@d"},
		{":#S@d", ":xxxxx@d"},
		{"://:#S@d", "://xxxxx@d"},
		{"a:#S:S@d", "a:xxxxx@d"},
		{"/u:S#S#S@d", "/u:xxxxx@d"},
		{"//h:#S@d", "//h:xxxxx@d"},
		{"//u:S@c/S@e", "//u:xxxxx@e"},
		{"http://h.example/a:b#c@d", "http://h.example/a:b#c@d"},
		{"a#b#c@d", "a#b#c@d"},
		// the ends of a value
		{`a:b password=S\`, "a:b password=xxxxx"},
		{"a b password==S", "a b password=xxxxx"},
		{"a==b password=S", "a==b password=xxxxx"},
		{"= password=S", "= password=xxxxx"},
		{"a password=S =T b=c", "a password=xxxxx"},
		// a list of hosts has no password
		{"mongodb://h1:80,h2:81/a", "mongodb://h1:80,h2:81/a"},
		// what may be a port, a path or the rest of an opaque URI
		{"a:b", "a:b"},
		{"1a:b", "1a:b"},
		{":b", ":b"},
	} {
		if got := RedactText(row[0]); got != row[1] {
			t.Errorf("%q: %q, want %q", row[0], got, row[1])
		}
	}
}
