package uri

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hostsOf returns the hosts of u with their ports, as "host:port" each.
func hostsOf(u URI) (hosts []string) {
	for name, digits := range u.Hosts() {
		hosts = append(hosts, name+"|"+digits)
	}
	return hosts
}

func TestHosts(t *testing.T) {
	for in, want := range map[string]struct {
		userinfo string // "-" for none
		hosts    string // "host|port", with spaces between
	}{
		"mongodb://u:p@h1:27017,h2/db":                                 {"u:p", "h1|27017 h2|"},
		"mongodb://u:p@h1,h2:27017/db":                                 {"u:p", "h1| h2|27017"},
		"postgresql://h1:1,h2:2,h3/db?target_session_attrs=read-write": {"-", "h1|1 h2|2 h3|"},
		"postgresql://other@localhost,10.0.0.1:5433/otherdb":           {"other", "localhost| 10.0.0.1|5433"},
		"amqp://@a:1,b:2":                                              {"", "a|1 b|2"},
		"kafka://a_b:9092,c%2Cd:9093":                                  {"-", "a_b|9092 c%2Cd|9093"},
		"x://a:1,,b":                                                   {"-", "a|1 | b|"},
		"x://,":                                                        {"-", "| |"},
		"x://u@,:1":                                                    {"u", "| |1"},
		"x://:1,b:":                                                    {"-", "|1 b|"},
		"x://h:80":                                                     {"-", "h|80"},
		"x://u@[::1]:80":                                               {"u", "[::1]|80"},
		"x://[::1]":                                                    {"-", "[::1]|"},
		"//h_x":                                                        {"-", "h_x|"},
		"x://1.2.3.4:":                                                 {"-", "1.2.3.4|"},
		"x://:80":                                                      {"-", ""},
		"x://u@:80":                                                    {"u", ""},
		"x://u@":                                                       {"u", ""},
		"x:///p":                                                       {"-", ""},
		"x://a@b@c":                                                    {"-", ""},
		"x://u:p@a:1,b@c":                                              {"-", ""},
		"x://a:1:2,b":                                                  {"-", ""},
		"x://a:1,b:x":                                                  {"-", ""},
		"x://u@a:1x":                                                   {"-", ""},
		"mailto:a@b,c@d":                                               {"-", ""},
		"/h1:1,h2:2":                                                   {"-", ""},
		"":                                                             {"-", ""},
	} {
		u, err := Parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if got := strings.Join(hostsOf(u), " "); got != want.hosts {
			t.Errorf("%q: the hosts %q, want %q", in, got, want.hosts)
		}
		userinfo, ok := u.Userinfo()
		if !ok {
			userinfo = "-"
		}
		if userinfo != want.userinfo {
			t.Errorf("%q: the userinfo %q, want %q", in, userinfo, want.userinfo)
		}
		for name := range u.Hosts() { // stops when it is told
			if first, _, _ := strings.Cut(want.hosts, "|"); name != first {
				t.Errorf("%q: the first host %q", in, name)
			}
			break
		}
	}
	// The changes keep the list, or the userinfo.
	u := MustParse("mongodb://u:p@h1:1,h2:2/db")
	if got := u.WithoutUserinfo().String(); got != "mongodb://h1:1,h2:2/db" {
		t.Errorf("WithoutUserinfo: %q", got)
	}
	if got, err := u.WithHost("h"); err != nil || got.String() != "mongodb://u:p@h/db" {
		t.Errorf("WithHost: %q, %v", got, err)
	}
	if got := u.Redacted(); got != "mongodb://u:xxxxx@h1:1,h2:2/db" {
		t.Errorf("Redacted: %q", got)
	}
	if got, ok := u.HostPort(); ok {
		t.Errorf("HostPort: %q", got)
	}
}

// TestHostsRandom compares with a splitter that knows only "@", "," and ":".
func TestHostsRandom(t *testing.T) {
	r := seeded(t)
	member := regexp.MustCompile(`^[^:@]*(:[0-9]*)?$`)
	lists := 0
	for range *inputs {
		authority := pick(r, r.IntN(8), "h", "h_x", ",", ",", ":", "1", "@", ":2", "a.b", "u:p@", "%2C", "~")
		u, err := Parse("x://" + authority)
		if err != nil {
			t.Fatal(err)
		}
		userinfo, rest, has := strings.Cut(authority, "@")
		if !has {
			rest = authority
		}
		members := strings.Split(rest, ",")
		var want []string
		bad := slices.ContainsFunc(members, func(m string) bool { return !member.MatchString(m) })
		if !bad && (len(members) > 1 || members[0] != "" && members[0][0] != ':') {
			for _, m := range members {
				name, digits, _ := strings.Cut(m, ":")
				want = append(want, name+"|"+digits)
			}
		}
		if len(want) > 1 {
			lists++
		}
		if got := hostsOf(u); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", u, got, want)
		}
		if got, ok := u.Userinfo(); want != nil && (got != userinfo && has || ok != has) {
			t.Fatalf("%q: the userinfo %q, %v", u, got, ok)
		}
	}
	if lists < *inputs/20 {
		t.Errorf("%d lists", lists)
	}
}

func TestRequestTarget(t *testing.T) {
	for in, want := range map[string]string{
		"http://h":           "/",
		"http://h/":          "/",
		"http://h#f":         "/",
		"http://h?":          "/?",
		"http://h?q#f":       "/?q",
		"http://h/a%20b?q#f": "/a%20b?q",
		"http://h//a":        "//a",
		"//h":                "/",
		"/a?b":               "/a?b",
		"/":                  "/",
		"x:/a#?":             "/a",
		"file:///a":          "/a",
		"mailto:a@b":         "-",
		"x:a/b":              "-",
		"a":                  "-",
		"./a":                "-",
		"?q":                 "-",
		"#f":                 "-",
		"":                   "-",
	} {
		got, ok := MustParse(in).RequestTarget()
		if !ok {
			got += "-"
		}
		if got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, ok, want)
		}
	}
}

// TestRequestTargetRandom compares with Appendix B, and with net/url where that
// changes no byte.
func TestRequestTargetRandom(t *testing.T) {
	r := seeded(t)
	for range *inputs {
		u := randomURI(r)
		m := genericExpr.FindStringSubmatch(u.String())
		scheme, authority, path, query := m[2], m[3], m[5], m[6]
		want, ok := path+query, strings.HasPrefix(path, "/")
		if path == "" && authority != "" {
			want, ok = "/"+query, true
		}
		if scheme != "" && authority == "" && !strings.HasPrefix(path, "/") || !ok {
			want, ok = "", false
		}
		got, gotOK := u.RequestTarget()
		if got != want || gotOK != ok {
			t.Fatalf("%q: %q, %v; want %q, %v", u, got, gotOK, want, ok)
		}
		if v, err := url.Parse(u.String()); err == nil && ok && v.EscapedPath() == path && !strings.HasPrefix(path, "//") && v.RequestURI() != got {
			t.Fatalf("%q: %q, net/url has %q", u, got, v.RequestURI())
		}
	}
}

func TestDialAllocations(t *testing.T) {
	list, plain := MustParse("mongodb://u:p@h1:1,h2:2/db"), MustParse("http://h/a?b#c")
	host, empty := MustParse("http://h#c"), MustParse("http://h?b")
	for _, tt := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Hosts", 0, func() {
			for range list.Hosts() {
			}
		}},
		{"RequestTarget", 0, func() { plain.RequestTarget() }},
		{"RequestTarget of an empty path", 0, func() { host.RequestTarget() }},
		{"RequestTarget of an empty path and a query", 1, func() { empty.RequestTarget() }},
		{"ParseValues", 1, func() { _, _ = ParseValues("a=1&b=2&c") }},
	} {
		if n := testing.AllocsPerRun(100, tt.f); n > tt.want {
			t.Errorf("%s allocates %v times, want %v", tt.name, n, tt.want)
		}
	}
}
