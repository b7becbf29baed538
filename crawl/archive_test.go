package crawl

import "testing"

// TestArchiveDoors checks that each name leads to the right dialect and match.
func TestArchiveDoors(t *testing.T) {
	const s = "http://www.a.www.example.com:0/%7F"
	for d, want := range map[ArchiveDialect]string{DialectSurt: "com,example,www,a)/%7f", DialectCommons: "com,example,www,a:0)/\x7f"} {
		if got := string(ArchiveKeyer{d}.AppendKey([]byte(already), s)); got != already+want {
			t.Errorf("%v: got %q, want %q", d, got, already+want)
		}
	}
	if got := string(AppendArchiveKey(nil, s)); got != "com,example,www,a)/%7f" {
		t.Errorf("got %q", got)
	}
	for m, want := range map[ArchiveMatch][2]string{
		ArchiveExact:  {"com,a)/b", "com,a)/b!"},
		ArchivePrefix: {"com,a)/b", "com,a)/c"},
		ArchiveHost:   {"com,a)/", "com,a*"},
		ArchiveDomain: {"com,a)/", "com,a-"},
	} {
		if start, end, err := ArchiveRange("http://a.com/b", m); start != want[0] || end != want[1] || err != nil {
			t.Errorf("%v: got %q, %q, %v", m, start, end, err)
		}
	}
	if start, end, err := ArchiveRange("mailto:a@b", ArchiveHost); start != "" || end != "" || err != ErrNoArchiveKey {
		t.Errorf("got %q, %q, %v", start, end, err)
	}
}

func TestParseArchiveMatch(t *testing.T) {
	for in, want := range map[string]struct {
		url string
		m   ArchiveMatch
	}{
		"*.example.com":   {"example.com", ArchiveDomain},
		"*.example.com/*": {"example.com/*", ArchiveDomain},
		"example.com/a*":  {"example.com/a", ArchivePrefix},
		"example.com/*/a": {"example.com/*/a", ArchiveExact},
		"":                {"", ArchiveExact},
	} {
		if url, m := ParseArchiveMatch(in); url != want.url || m != want.m {
			t.Errorf("%q: got %q, %v", in, url, m)
		}
	}
}
