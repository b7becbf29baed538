package web

import (
	"net"
	"strconv"
	"strings"
	"testing"
)

// TestWithoutFragment checks that the rest of a URL is the URL that its text parses to.
func TestWithoutFragment(t *testing.T) {
	for _, v := range tableRows(t) {
		u, err := Parse(v.Input)
		if err != nil {
			continue
		}
		text, _, _ := strings.Cut(u.String(), "#")
		want, err := Parse(text)
		if got := u.WithoutFragment(); got.String() != text || err == nil && got != want && !strings.HasSuffix(text, " ") {
			t.Errorf("%q: %#v, want %#v", u.String(), got, want)
		}
	}
	if (URL{}).WithoutFragment() != (URL{}) {
		t.Error("the zero URL has a fragment")
	}
}

// TestHostPort compares HostPort with the parts of the URL, as package net splits it.
func TestHostPort(t *testing.T) {
	defaults := map[string]int{"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
	with, without := 0, 0
	for _, v := range tableRows(t) {
		u, err := Parse(v.Input)
		if err != nil {
			continue
		}
		host, _ := u.Host()
		port := defaults[u.Scheme()]
		if n, ok := u.Port(); ok {
			port = int(n)
		}
		got, ok := u.HostPort()
		if want := host != "" && port != 0 && !strings.Contains(host, "%"); ok != want || !ok && got != "" {
			t.Errorf("%q: %q, %t", u.String(), got, ok)
		}
		if !ok {
			without++
			continue
		}
		with++
		h, p, err := net.SplitHostPort(got)
		if err != nil || h != strings.Trim(host, "[]") || p != strconv.Itoa(port) {
			t.Errorf("%q: %q is %q and %q, %v", u.String(), got, h, p, err)
		}
	}
	if with < 100 || without < 100 {
		t.Errorf("%d with, %d without", with, without)
	}
	if got, ok := (URL{}).HostPort(); ok || got != "" {
		t.Errorf("the zero URL has %q", got)
	}
	for in, want := range map[string]string{
		"foo://ex%61mple:80/": "", "foo://\u00e9:80/": "", "foo://example:80/": "example:80", "http://ex%61mple/": "example:80",
	} {
		u, err := Parse(in)
		if got, ok := u.HostPort(); err != nil || got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, %v, want %q", in, got, ok, err, want)
		}
	}
}
