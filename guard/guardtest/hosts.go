package guardtest

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

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
	return once(func(yield func(string) bool) {
		for _, s := range spelledHosts(host) {
			if !yield(s) {
				return
			}
		}
	})
}

// spelledHosts is Hosts with the behavior of the programs that read host in the text. A text may
// come several times.
func spelledHosts(host string) iter.Seq2[*hostread.Behavior, string] {
	return func(yield func(*hostread.Behavior, string) bool) {
		words := wordsOf(host)
		table := hostread.Behaviors()
		for i := range table {
			b := &table[i]
			for _, value := range append(slices.Clone(b.Values), "") {
				for _, form := range valueForms(value, b.Raw) {
					words["value"], words["dotted"], words["spread"] = []string{form}, dotted(host, form), spread(host, form)
					for _, text := range b.Texts {
						before, _, hasValue := strings.Cut(text, "{value}")
						switch {
						case (hasValue || strings.Contains(text, "{dotted}") || strings.Contains(text, "{spread}")) != (value != ""):
							continue
						case hasValue && strings.IndexByte("/?#", form[0]) >= 0 && !strings.Contains(before, "{host}"):
							continue // it ends the authority
						}
						for _, s := range expand(text, words) {
							if !yield(b, s) {
								return
							}
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
	return once(func(yield func(string) bool) {
		for _, s := range references(origin) {
			if !yield(s) {
				return
			}
		}
	})
}

// references is References with the behavior of the programs that leave origin, or nil if all
// programs leave it. A text may come several times.
func references(origin string) iter.Seq2[*hostread.Behavior, string] {
	const evil = "evil.example"
	return func(yield func(*hostread.Behavior, string) bool) {
		scheme, host, _ := strings.Cut(origin, "://")
		for _, s := range [...]string{
			origin + "." + evil + "/", origin + "@" + evil + "/", origin + ":443@" + evil + "/", origin + evil + "/", origin + ":81/",
			"ftp://" + host + "/", "javascript:alert(1)//" + host, "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
		} {
			if !yield(nil, s) {
				return
			}
		}
		for s := range twoSlashes(evil) {
			if !yield(nil, s) {
				return
			}
		}
		for b, s := range scripts {
			if !yield(b, s) {
				return
			}
		}
		for b, s := range spelledHosts(evil) {
			s = strings.ReplaceAll(s, "good.example", host)
			if before, rest, ok := strings.Cut(s, "http:"); ok && len(before) <= utf8.UTFMax { // a character that vanishes
				s = before + scheme + ":" + rest
				if strings.HasPrefix(rest, "//") && !yield(b, before+rest) {
					return
				}
			}
			if !yield(b, s) {
				return
			}
		}
	}
}

// scripts yields URLs of a script with a character that vanishes, and the behavior of the programs
// that run it.
func scripts(yield func(*hostread.Behavior, string) bool) {
	table := hostread.Behaviors()
	for i := range table {
		if !slices.Contains(table[i].Texts, "{value}http://{host}/") {
			continue
		}
		for _, value := range table[i].Values {
			for _, s := range [...]string{value + "javascript:alert(1)", "java" + value + "script:alert(1)", "javascript" + value + ":alert(1)"} {
				if !yield(&table[i], s) {
					return
				}
			}
		}
	}
}

// twoSlashes yields references to host for some server: to it they begin with two
// slashes.
func twoSlashes(host string) iter.Seq[string] {
	return spell(func(char, dot string) []string {
		return []string{
			"//" + host + char, "/" + char + "/" + host, "/" + char + host, char + char + host, char + "/" + host, "/" + dot + "/" + char + host, "/x/" + dot + dot + "/" + char + host,
			"/" + dot + char + "/" + host, "/x/" + dot + dot + char + "/" + host, "/x" + char + dot + dot + char + char + host,
		}
	}, func(s string) bool { return s[0] == '/' && pathread.StartsWithTwoSlashes(s) })
}
