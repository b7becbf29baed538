package uri

import "testing"

func TestTelnet(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"telnet://melvyl.ucop.edu/", Telnet{Host: "melvyl.ucop.edu"}, ""},
		{"telnet://h", Telnet{Host: "h"}, "telnet://h/"},
		{"telnet://@h:23", Telnet{Login: LoginUser(""), Host: "h"}, "telnet://@h/"},
		{"telnet://u%2F:p@h:24/", Telnet{Login: LoginPassword("u/", "p"), Host: "h", Port: 24}, ""},
	})
	checkRefused(t, []refusedRow{
		{"telnet:h", 7, RuleTelnetURL},
		{"telnet:///", 9, RuleHost},
		{"telnet://h/x", 11, RuleTelnetURL},
		{"telnet://h//", 11, RuleTelnetURL},
		{"telnet://h?", 10, RuleTelnetURL},
		{"telnet://h/?", 11, RuleTelnetURL},
		{"telnet://u?x@h/", 10, RuleTelnetURL},
		{"telnet://a:b:c@h/", 12, RulePassword},
	})
	checkUnwritable(t, []unwritableRow{{Telnet{}, "Host"}, {Telnet{Host: "u@h"}, "Host"}})
}
