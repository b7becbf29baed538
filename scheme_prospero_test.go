package uri

import (
	"testing"
)

func TestProspero(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"prospero://h/", Prospero{Host: "h"}, ""},
		{"prospero://host.dom//pros/name", Prospero{Host: "host.dom", Name: "/pros/name"}, ""},
		{"PROSPERO://h.:1525/a", Prospero{Host: "h.", Name: "a"}, "prospero://h./a"},
		{"prospero://[::1]:1/a#f", Prospero{Host: "[::1]", Port: 1, Name: "a"}, "prospero://[::1]:1/a"},
		{"prospero://h/a%2Fb%3bc", Prospero{Host: "h", Name: "a/b;c"}, "prospero://h/a/b%3Bc"},
		{"prospero://h/a=b?c:d@e&f~/", Prospero{Host: "h", Name: "a=b?c:d@e&f~/"}, "prospero://h/a=b%3Fc:d@e&f~/"},
		{"prospero://h/?", Prospero{Host: "h", Name: "?"}, "prospero://h/%3F"},
		{"prospero://h/;=", Prospero{Host: "h", Fields: []ProsperoField{{"", ""}}}, ""},
		{"prospero://h/a;b=c;d=e", Prospero{Host: "h", Name: "a", Fields: []ProsperoField{{"b", "c"}, {"d", "e"}}}, ""},
		{"prospero://h/a;b=c;b=d;B=", Prospero{Host: "h", Name: "a",
			Fields: []ProsperoField{{"b", "c"}, {"b", "d"}, {"B", ""}}}, ""},
		{"prospero://h/a?b;c?d=e?f", Prospero{Host: "h", Name: "a?b", Fields: []ProsperoField{{"c?d", "e?f"}}},
			"prospero://h/a%3Fb;c%3Fd=e%3Ff"},
		{"prospero://h/a;%3B%3D%2F=%3B%3D%2F", Prospero{Host: "h", Name: "a", Fields: []ProsperoField{{";=/", ";=/"}}}, ""},
	})
	checkRefused(t, []refusedRow{
		{"prospero:h", 9, RuleProsperoURL},
		{"prospero:///a", 11, RuleHost},
		{"prospero://u@h/a", 12, RuleProsperoURL},
		{"prospero://h", 12, RuleProsperoURL},
		{"prospero://h?a", 12, RuleProsperoURL},
		{"prospero://h/n;a", 16, RuleFieldspec},
		{"prospero://h/n;", 15, RuleFieldspec},
		{"prospero://h/n;a;b=c", 16, RuleFieldname},
		{"prospero://h/n;a/b=c", 16, RuleFieldname},
		{"prospero://h/a;b=c=d", 18, RuleFieldvalue},
		{"prospero://h/a;b=c/d", 18, RuleFieldvalue},
		{"prospero://h:65536/a", 17, RulePort},
		{"prospero://1.2.3.1000/a", 20, RuleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{Prospero{Name: "a"}, "Host"},
		{Prospero{Host: "h/b"}, "Host"},
	})
}
