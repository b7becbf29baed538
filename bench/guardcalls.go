package bench

import (
	"net/url"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// guardCalls returns the calls of the functions of package guard that answer with another URL.
func guardCalls() []call {
	base := uri.MustParse("https://www.example.com/login?next=x")
	local := func(ref string) func() bool {
		return func() bool {
			u, err := guard.Local(base, ref)
			Used += len(u.Path())
			return err == nil
		}
	}
	page, _ := web.Parse("https://www.example.com/a/b?c=d#e")
	checked := uri.MustParse("https://www.example.com/a/b?c=d")
	inner := uri.MustParse("http://10.0.0.1/a/b?c=d")
	odd := uri.MustParse("http://010.0.0.1%2e/a/b?c=d")
	parsed, _ := guard.ToURL(checked)
	check := func(u uri.URI, accepted bool) func() bool {
		return func() bool { return (guard.Gate{}.Check(u) == nil) == accepted }
	}
	control := func(address string) func() bool {
		return func() bool { return guard.Gate{}.Control("tcp", address, nil) != nil }
	}
	ofURL := func(v *url.URL) func() bool {
		return func() bool {
			u, err := guard.FromURL(v)
			Used += len(u.Path())
			return err == nil
		}
	}
	return []call{
		{"guard.Local, a path", 600, 3, local("/account/orders?page=2")},
		{"guard.Local, a path with a space", 0, Free, local("/account/my orders?page=2")},
		{"guard.BrowserURL", 0, Free, func() bool {
			v, err := guard.BrowserURL(page)
			Used += len(v.Path)
			return err == nil
		}},
		{"guard.Audit", 400, 0, func() bool { return len(guard.Audit(checked)) == 0 }},
		{"guard.Audit, an address that is not public", 1000, Free, func() bool { return len(guard.Audit(inner)) > 0 }},
		{"guard.Gate.Check", 1000, 1, check(checked, true)},
		{"guard.Gate.Check, refused", 1000, 1, check(inner, false)},
		{"guard.Gate.Control, IPv4, refused", 1000, 1, control("10.0.0.1:443")},
		{"guard.Gate.Control, IPv6, refused", 1000, 1, control("[fd00::1]:443")},
		{"guard.AgreesWithNetURL", 0, 1, func() bool { return guard.AgreesWithNetURL(checked) == nil }},
		{"guard.AgreesWithNetURL, refused", 0, Free, func() bool { return guard.AgreesWithNetURL(odd) != nil }},
		{"guard.AgreesWithBrowsers", 0, 1, func() bool { return guard.AgreesWithBrowsers(checked) == nil }},
		{"guard.AgreesWithBrowsers, refused", 0, Free, func() bool { return guard.AgreesWithBrowsers(odd) != nil }},
		{"guard.FromURL", 1000, 2, ofURL(parsed)},
		{"guard.Local, refused", 0, Free, func() bool {
			_, err := guard.Local(base, "//evil.example/")
			return err != nil
		}},
		{"guard.LocalPath", 600, 3, func() bool {
			path, err := guard.LocalPath("/account/orders?page=2")
			Used += len(path)
			return err == nil
		}},
	}
}
