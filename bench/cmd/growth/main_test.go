package main

import "testing"

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		longest int
		args    []string
		ok      bool
	}{
		{4 * shortest, nil, true},
		{4*shortest - 1, nil, false},
		{0, nil, false},
		{-1, nil, false},
		{1 << 24, []string{""}, false},
	} {
		if err := check(test.longest, test.args); (err == nil) != test.ok {
			t.Errorf("%d, %q: %v", test.longest, test.args, err)
		}
	}
}
