package uri

import (
	"slices"
	"testing"
)

func TestNNTP(t *testing.T) {
	checkSchemes(t, []schemeRow{
		{"nntp://h/a", NNTP{Host: "h", Group: "a"}, ""},
		{"nntp://h/comp.lang.c++/42", NNTP{Host: "h", Group: "comp.lang.c++", Article: Defined("42")}, ""},
		{"NNTP://h.:119/a/0007", NNTP{Host: "h.", Group: "a", Article: Defined("0007")}, "nntp://h./a/0007"},
		{"nntp://[::1]:1119/a/1", NNTP{Host: "[::1]", Port: 1119, Group: "a", Article: Defined("1")}, ""},
		{"nntp://h/a/99999999999999999999999", NNTP{Host: "h", Group: "a", Article: Defined("99999999999999999999999")}, ""},
		{"nntp://h/a/1#f", NNTP{Host: "h", Group: "a", Article: Defined("1")}, "nntp://h/a/1"},
	})
	checkRefused(t, []refusedRow{
		{"nntp:a", 5, RuleNNTPURL},
		{"nntp:///a", 7, RuleHost},
		{"nntp://u@h/a", 8, RuleNNTPURL},
		{"nntp://h", 8, RuleNNTPURL},
		{"nntp://h?a", 8, RuleNNTPURL},
		{"nntp://h/", 9, RuleGroup},
		{"nntp://h/*", 9, RuleGroup},
		{"nntp://h/1", 9, RuleGroup},
		{"nntp://h/a?1", 10, RuleGroup},
		{"nntp://h/a%2Eb", 10, RuleGroup},
		{"nntp://h/a/", 11, RuleDigits},
		{"nntp://h/g/x1", 11, RuleDigits},
		{"nntp://h/g/1x", 12, RuleDigits},
		{"nntp://h/g/1/", 12, RuleDigits},
		{"nntp://h:65536/g", 13, RulePort},
		{"nntp://256.1.1.1/g", 9, RuleIPv4address},
	})
	checkUnwritable(t, []unwritableRow{
		{NNTP{Group: "a"}, "Host"},
		{NNTP{Host: "h"}, "Group"},
		{NNTP{Host: "h", Group: "a/1"}, "Group"},
		{NNTP{Host: "h", Group: "a b"}, "Group"},
		{NNTP{Host: "h", Group: "a", Article: Defined("-1")}, "Article"},
		{NNTP{Host: "h", Group: "a", Article: Defined("1x")}, "Article"},
	})
}

func TestNNTPCommands(t *testing.T) {
	for in, want := range map[string][]string{
		"nntp://h/a.b":      {"GROUP a.b"},
		"nntp://h/a.b/42":   {"GROUP a.b", "ARTICLE 42"},
		"nntp://h/a.b/0007": {"GROUP a.b", "ARTICLE 0007"},
	} {
		n, err := ParseNNTP(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := n.Commands(); err != nil || !slices.Equal(got, want) {
			t.Errorf("Commands of %q: %q, %v; want %q", in, got, err, want)
		}
	}
	for _, n := range []NNTP{
		{},
		{Group: "a\r\nQUIT"},
		{Group: "a b"},
		{Group: "a", Article: Defined("1\r\nQUIT")},
		{Group: "a", Article: Defined("\x00")},
	} {
		got, err := n.Commands()
		if _, ok := err.(*FieldError); !ok || got != nil {
			t.Errorf("Commands of %+q: %q, %v; want a *FieldError", n, got, err)
		}
	}
}
