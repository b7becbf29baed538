package uri

import (
	"testing"
)

func TestWAIS(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"wais://h/", WAIS{Host: "h"}, ""},
		{"wais://h/db", WAIS{Host: "h", Database: "db"}, ""},
		{"WAIS://h.:210/d%2fb%3F", WAIS{Host: "h.", Database: "d/b?"}, "wais://h./d%2Fb%3F"},
		{"wais://[::1]:2100/db#f", WAIS{Host: "[::1]", Port: 2100, Database: "db"}, "wais://[::1]:2100/db"},
		{"wais://h/d~b$-_.+!*'(),", WAIS{Host: "h", Database: "d~b$-_.+!*'(),"}, ""},
		{"wais://h/db?", WAIS{Host: "h", Database: "db", Search: Defined("")}, ""},
		{"wais://h/?s", WAIS{Host: "h", Search: Defined("s")}, ""},
		{"wais://h:210/db?a;b:c@d&e=f~", WAIS{Host: "h", Database: "db", Search: Defined("a;b:c@d&e=f~")},
			"wais://h/db?a;b:c@d&e=f~"},
		{"wais://h/db?a%2Fb%3Fc%20d", WAIS{Host: "h", Database: "db", Search: Defined("a/b?c d")}, ""},
		{"wais://h/%3B%2F%3F%3A%40%26%3D/%3B%2F%3F%3A%40%26%3D/%3B%2F%3F%3A%40%26%3D",
			WAIS{Host: "h", Database: ";/?:@&=", Type: Defined(";/?:@&="), Path: Defined(";/?:@&=")}, ""},
		{"wais://h/db//", WAIS{Host: "h", Database: "db", Type: Defined(""), Path: Defined("")}, ""},
		{"wais://h///", WAIS{Host: "h", Type: Defined(""), Path: Defined("")}, ""},
		{"wais://h/db/TEXT/p", WAIS{Host: "h", Database: "db", Type: Defined("TEXT"), Path: Defined("p")}, ""},
		{"wais://h/db/t%2F/1%3D2%3B3", WAIS{Host: "h", Database: "db", Type: Defined("t/"), Path: Defined("1=2;3")}, ""},
		// The document id is opaque to its end.
		{"wais://h/db/t/p/q", WAIS{Host: "h", Database: "db", Type: Defined("t"), Path: Defined("p/q")}, "wais://h/db/t/p%2Fq"},
	})
	checkRefused(t, []refusedRow{
		{"wais:h", 5, RuleWAISURL},
		{"wais:///db", 7, RuleHost},
		{"wais://u@h/db", 8, RuleWAISURL},
		{"wais://h", 8, RuleWAISURL},
		{"wais://h?s", 8, RuleWAISURL},
		{"wais://h/d;b", 10, RuleDatabase},
		{"wais://h/d=b", 10, RuleDatabase},
		{"wais://h/d:b", 10, RuleDatabase},
		{"wais://h/d@b", 10, RuleDatabase},
		{"wais://h/d&b", 10, RuleDatabase},
		{"wais://h/db?a/b", 13, RuleSearch},
		{"wais://h/db?a?b", 13, RuleSearch},
		{"wais://h/db/t", 13, RuleWAISDoc},
		{"wais://h/db/t:/p", 13, RuleWtype},
		{"wais://h/db/t?s", 13, RuleWtype},
		{"wais://h/db/t;/p", 13, RuleWtype},
		{"wais://h/db/t@/p", 13, RuleWtype},
		{"wais://h/db/t&/p", 13, RuleWtype},
		{"wais://h/db/t=/p", 13, RuleWtype},
		{"wais://h/db/t/p=q", 15, RuleWpath},
		{"wais://h/db/t/p?s", 15, RuleWpath},
		{"wais://h/db/t/p:q", 15, RuleWpath},
		{"wais://h/db/t/p@q", 15, RuleWpath},
		{"wais://h/db/t/p&q", 15, RuleWpath},
		{"wais://h/db/t/p/q;r", 17, RuleWpath},
		{"wais://h:99999/db", 13, RulePort},
	})
	checkUnwritable(t, []unwritableRow{
		{WAIS{}, "Host"},
		{WAIS{Host: "h", Search: Defined("s"), Type: Defined(""), Path: Defined("")}, "Type"},
		{WAIS{Host: "h", Search: Defined("s"), Type: Defined("")}, "Type"},
		{WAIS{Host: "h", Search: Defined(""), Path: Defined("p")}, "Path"},
		{WAIS{Host: "h", Type: Defined("t")}, "Path"},
		{WAIS{Host: "h", Path: Defined("")}, "Type"},
	})
}
