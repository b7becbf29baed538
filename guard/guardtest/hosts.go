package guardtest

import (
	"iter"
	"slices"
	"strings"

	"example.com/uri/internal/hostread"
	"example.com/uri/internal/pathread"
)

// Hosts yields URLs with host as some program reads them, each once. Use them to test a
// list of forbidden hosts, such as internal names: if it lets one of the URLs pass, a
// client may connect to host.
//
// host is a name in lower case, "xn--" labels included, or an IP address without
// brackets. Some URLs contain "good.example" for the other programs. Many are no valid
// URLs: they contain control characters, spaces or characters beyond US-ASCII, and some
// are not UTF-8.
func Hosts(host string) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		words := wordsOf(host)
		for _, b := range hostread.Behaviors() {
			for _, value := range append(slices.Clone(b.Values), "") {
				for _, form := range valueForms(value, b.Raw) {
					words["value"], words["dotted"] = []string{form}, []string{strings.ReplaceAll(host, ".", form)}
					for _, text := range b.Texts {
						before, _, hasValue := strings.Cut(text, "{value}")
						switch {
						case (hasValue || strings.Contains(text, "{dotted}")) != (value != ""):
							continue
						case hasValue && strings.IndexByte("/?#", form[0]) >= 0 && !strings.Contains(before, "{host}"):
							continue // it ends the authority
						}
						for _, s := range expand(text, words) {
							if !seen[s] && !yield(s) {
								return
							}
							seen[s] = true
						}
					}
				}
			}
		}
	}
}

// References yields references to a place outside of an origin such as
// "https://good.example": to some program they lead to the host evil.example, or to
// another scheme or port. Use them to test a check of redirects: it must refuse each,
// or the sent URL must stay on the origin.
func References(origin string) iter.Seq[string] {
	const evil = "evil.example"
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		once := func(s string) bool {
			if seen[s] {
				return true
			}
			seen[s] = true
			return yield(s)
		}
		scheme, host, _ := strings.Cut(origin, "://")
		for _, s := range [...]string{
			origin + "." + evil + "/", origin + "@" + evil + "/", origin + ":443@" + evil + "/", origin + evil + "/", origin + ":81/",
			"ftp://" + host + "/", "javascript:alert(1)//" + host, "data:text/html,x",
		} {
			if !once(s) {
				return
			}
		}
		for s := range twoSlashes(evil) {
			if !once(s) {
				return
			}
		}
		for s := range Hosts(evil) {
			s = strings.ReplaceAll(s, "good.example", host)
			if rest, ok := strings.CutPrefix(s, "http:"); ok {
				s = scheme + ":" + rest
			}
			if !once(s) {
				return
			}
		}
	}
}

// twoSlashes yields references to host for some server, each once: to it they begin with two
// slashes.
func twoSlashes(host string) iter.Seq[string] {
	return spell(func(char, dot string) []string {
		return []string{
			"//" + host + char, "/" + char + "/" + host, "/" + char + host, char + char + host, char + "/" + host, "/" + dot + "/" + char + host, "/x/" + dot + dot + "/" + char + host,
			"/" + dot + char + "/" + host, "/x/" + dot + dot + char + "/" + host, "/x" + char + dot + dot + char + char + host,
		}
	}, func(s string) bool { return s[0] == '/' && pathread.StartsWithTwoSlashes(s) })
}
