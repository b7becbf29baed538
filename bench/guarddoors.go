package bench

import (
	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// guardDoors are the functions of package guard that answer with another URL.
func guardDoors() []door {
	base := uri.MustParse("https://www.example.com/login?next=x")
	local := func(ref string) func() bool {
		return func() bool {
			u, err := guard.Local(base, ref)
			Used += len(u.Path())
			return err == nil
		}
	}
	page, _ := web.Parse("https://www.example.com/a/b?c=d#e")
	return []door{
		{"guard.Local, a path", 600, 3, local("/account/orders?page=2")},
		{"guard.Local, a path with a space", 0, Free, local("/account/my orders?page=2")},
		{"guard.BrowserURL", 0, Free, func() bool {
			v, err := guard.BrowserURL(page)
			Used += len(v.Path)
			return err == nil
		}},
		{"guard.LocalPath", 600, 3, func() bool {
			path, err := guard.LocalPath("/account/orders?page=2")
			Used += len(path)
			return err == nil
		}},
	}
}
