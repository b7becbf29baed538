package guardtest

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/uri/internal/hostread"
	"example.com/uri/internal/pathread"
)

// Hosts yields URLs with host as some program reads them, each once. Use them to test a list
// of forbidden hosts: if it lets one of the URLs pass, a client may connect to host.
//
// host is a name in lower case, "xn--" labels included, or an IP address without brackets.
// Some URLs contain "good.example" for the other programs. Many are no valid URLs: they
// contain control characters, spaces or characters beyond US-ASCII, or are not UTF-8.
func Hosts(host string) iter.Seq[string] { return texts(hosts(host)) }

// evil is a host that is another one than the user's to all programs.
const evil = "evil.example"

// hosts is Hosts with the behaviors, and with the programs seen to read a host of the same kind
// in the same place. A text may come several times.
func hosts(host string) (all []attack) {
	sample := sampleOf(host)
	words, sampled := wordsOf(host), wordsOf(sample)
	for _, b := range hostread.Behaviors() {
		for _, value := range append(slices.Clone(b.Values), "") {
			for _, form := range valueForms(value, b.Raw) {
				words.set(host, form)
				sampled.set(sample, form)
				for _, text := range b.Texts {
					before, _, hasValue := strings.Cut(text, "{value}")
					switch {
					case (hasValue || strings.Contains(text, "{dotted}") || strings.Contains(text, "{spread}")) != (value != ""):
						continue
					case hasValue && strings.IndexByte("/?#", form[0]) >= 0 && !strings.Contains(before, "{host}"):
						continue // it ends the authority
					}
					texts, samples := words.expand(text), sampled.expand(text)
					for i, s := range texts {
						programs := known()[reading{s, host}]
						if programs == "" && len(samples) == len(texts) {
							programs = known()[reading{samples[i], sample}]
						}
						all = append(all, attack{b.Name, programs, s})
					}
				}
			}
		}
	}
	return all
}

// References yields references to a place outside of an origin such as
// "https://good.example": to some program they lead to the host evil.example, or to
// another scheme or port. Use them to test a check of redirects: it must refuse each,
// or the sent URL must stay on the origin.
func References(origin string) iter.Seq[string] { return texts(references(origin)) }

// references is References with the behaviors. A text may come several times.
func references(origin string) []attack {
	scheme, host, _ := strings.Cut(origin, "://")
	all := slices.Concat(others(origin, host), scripts(), twoSlashes(evil))
	for _, a := range hosts(evil) {
		a.text = strings.ReplaceAll(a.text, "good.example", host)
		if before, rest, ok := strings.Cut(a.text, "http:"); ok && len(before) <= utf8.UTFMax { // a character that vanishes
			a.text = before + scheme + ":" + rest
			if strings.HasPrefix(rest, "//") {
				all = append(all, attack{behavior: a.behavior, text: before + rest})
			}
		}
		all = append(all, a)
	}
	return all
}

// others returns URLs that leave the origin with this host for all programs.
func others(origin, host string) []attack {
	return []attack{
		{behavior: "another host that begins with the origin", text: origin + "." + evil + "/"},
		{behavior: "another host that begins with the origin", text: origin + evil + "/"},
		{behavior: "the origin as userinfo", text: origin + "@" + evil + "/"},
		{behavior: "the origin as userinfo", text: origin + ":443@" + evil + "/"},
		{behavior: "another port", text: origin + ":81/"},
		{behavior: "another scheme", text: "ftp://" + host + "/"},
		{behavior: "a script", text: "javascript:alert(1)//" + host},
		{behavior: "a script", text: "JavaScript:alert(1)"},
		{behavior: "a script", text: "data:text/html,x"},
		{behavior: "a script", text: "vbscript:x"},
	}
}

// scripts returns URLs of a script with a character that vanishes.
func scripts() (all []attack) {
	for _, b := range hostread.Behaviors() {
		if !slices.Contains(b.Texts, "{value}http://{host}/") {
			continue
		}
		for _, value := range b.Values {
			for _, s := range [...]string{value + "javascript:alert(1)", "java" + value + "script:alert(1)", "javascript" + value + ":alert(1)"} {
				all = append(all, attack{behavior: b.Name, text: s})
			}
		}
	}
	return all
}

// twoSlashes returns references to host for a server to which they begin with two slashes.
func twoSlashes(host string) []attack {
	return spell(func(char, dot string) []string {
		return []string{
			"//" + host + char, "/" + char + "/" + host, "/" + char + host, char + char + host, char + "/" + host, "/" + dot + "/" + char + host, "/x/" + dot + dot + "/" + char + host,
			"/" + dot + char + "/" + host, "/x/" + dot + dot + char + "/" + host, "/x" + char + dot + dot + char + char + host,
		}
	}, func(s string) string {
		if s[0] != '/' {
			return ""
		}
		name, ok := pathread.TwoSlashes(s)
		switch {
		case !ok:
			return ""
		case name == asWritten:
			name = "a second slash for browsers"
		}
		return "two slashes at the start: " + name
	})
}
