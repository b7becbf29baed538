package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/uri/internal/vectors"
)

// of returns the references of an element whose attributes are given as names and values in turn.
func of(element string, attributes ...string) []Reference {
	return slices.Collect(References(element, func(name string) (string, bool) {
		for i := 0; i < len(attributes); i += 2 {
			if attributes[i] == name {
				return attributes[i+1], true
			}
		}
		return "", false
	}))
}

// TestCommentTable checks the table in the comment of References: the uses of the attributes, and after ";" another use.
func TestCommentTable(t *testing.T) {
	values := map[string]string{"rel": "next", "style": "background:url(a)", "srcset": "a 2x"}
	others := map[string][2]string{"link": {"rel", "stylesheet"}, "script": {"type", "text/template"}}
	for _, row := range vectors.CommentTable(t, "references.go", "References") {
		tag, uses, _ := strings.Cut(strings.Join(row, " "), "> ")
		var attributes []string
		words := strings.Fields(strings.TrimPrefix(tag, "<"))
		for _, word := range words[1:] {
			name, _, _ := strings.Cut(word, "=")
			value, ok := values[name]
			if !ok {
				value = "a"
			}
			attributes = append(attributes, name, value)
		}
		first, second, more := strings.Cut(uses, "; ")
		check := func(want string, attributes ...string) {
			var got []string
			for _, r := range of(words[0], attributes...) {
				if use := fmt.Sprint(r.Use); !slices.Contains(got, use) {
					got = append(got, use)
				}
			}
			if strings.Join(got, " ") != strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(want, "Use", ""), ",", "")) {
				t.Errorf("%s: %q, want %s", words[0], got, want)
			}
		}
		check(first, attributes...)
		if other := others[words[0]]; more {
			use, _, _ := strings.Cut(second, " ")
			check(use, append([]string{other[0], other[1]}, attributes...)...)
		}
	}
}

// forms has for each kind of value in attributes.tsv a value and the references in it.
var forms = map[string]struct {
	value string
	texts []string
}{
	"URL":                     {" a b", []string{" a b"}},
	"URL or CURIE":            {"a:b", []string{"a:b"}},
	"URL set":                 {" a\tb,c\n", []string{"a", "b,c"}},
	"URL list, spaces":        {"a b", []string{"a", "b"}},
	"URL list, commas":        {"a, b c,,", []string{"a", "b c"}},
	"srcset":                  {"a 1x, b 2x, c 3q", []string{"a", "b"}},
	"CSS":                     {"background: url(a), url('b')", []string{"a", "b"}},
	"CSS url()":               {"url(a#b)", []string{"a#b"}},
	"hash name":               {"#a", []string{"#a"}},
	"token set, URLs allowed": {"a http://b c", []string{"http://b"}},
	"terms, CURIEs, URLs":     {"a b:c http://d", []string{"b:c", "http://d"}},
	"prefix: URL pairs":       {"dc: http://a og: http://b", []string{"http://a", "http://b"}},
	"refresh":                 {"1; url='a'", []string{"a"}},
	"HTML":                    {"<a href=b>", nil},
	"CSP":                     {"default-src http://a", nil},
	"JSON":                    {`{"a":"b"}`, nil},
	"token":                   {"a", nil},
}

// TestAttributesTable runs the rows of attributes.tsv: each attribute of an element by itself, with the
// attributes that its note names.
func TestAttributesTable(t *testing.T) {
	uses := map[string]Use{"embed": UseEmbed, "link": UseLink, "post": UseForm, "base": UseBase, "no": UseName, "by rel": UseLink, "by valuetype": UseEmbed}
	with := map[string][]string{ // what an attribute needs beside it
		"input src": {"type", "IMAGE"}, "link imagesrcset": {"rel", "preload", "as", "image"}, "param value": {"valuetype", "ref"},
		"meta refresh": {"http-equiv", "Refresh"}, "meta URL": {"property", "og:image"}, "meta CSP": {"http-equiv", "content-security-policy"},
	}
	n := 0
	for _, row := range tableRows(t, "attributes", 8) {
		element, attribute, kind := row[1], row[2], row[3]
		if attribute == "(text)" {
			continue // content
		}
		n++
		form, ok := forms[kind]
		if !ok {
			t.Fatalf("%s: %s", row[0], kind)
		}
		use := uses[row[4]]
		if attribute == "ping" || attribute == "attributionsrc" {
			use = UsePing
		}
		var want []Reference
		for _, text := range form.texts {
			want = append(want, Reference{attribute, text, use})
		}
		if row[5] == "yes" && use != UseEmbed && element != "link" {
			t.Errorf("%s: Chromium asks for it, the use is %v", row[0], use)
		}
		key := element + " " + attribute
		if element == "meta" {
			key = element + " " + kind
		}
		element = strings.Replace(element, "*", "any", 1)
		attributes := append([]string{attribute, form.value}, with[key]...)
		if key == "meta URL" {
			want = append(want, Reference{"property", "og:image", UseName})
		}
		if diff := cmp.Diff(want, of(element, attributes...)); diff != "" {
			t.Errorf("%s: %s %q (-want +got):\n%s", row[0], key, attributes, diff)
		}
	}
	if n != 152 {
		t.Errorf("%d attributes", n)
	}
}

// TestRowsInTable wants each attribute of the code in attributes.tsv.
func TestRowsInTable(t *testing.T) {
	known := map[string]bool{}
	for _, row := range tableRows(t, "attributes", 8) {
		known[strings.ToLower(row[1]+" "+row[2])] = true
	}
	for _, r := range rows {
		for _, element := range strings.Fields(r.elements) {
			for _, attribute := range strings.Fields(r.attribute) {
				if key := strings.ToLower(element + " " + attribute); !known[key] {
					t.Errorf("%s is in no row of attributes.tsv", key)
				}
			}
		}
	}
}

// TestUses has the attributes whose use another attribute or the value decides.
func TestUses(t *testing.T) {
	for _, tt := range []struct {
		element    string
		attributes []string
		want       []Reference
	}{
		{"A", []string{"href", "", "ping", "p q"}, []Reference{{"href", "", UseLink}, {"ping", "p", UsePing}, {"ping", "q", UsePing}}},
		{"img", []string{"src", "", "srcset", "a, b 2x", "longdesc", ""}, []Reference{{"srcset", "a", UseEmbed}, {"srcset", "b", UseEmbed}, {"longdesc", "", UseLink}}},
		{"image", []string{"src", "a"}, []Reference{{"src", "a", UseEmbed}}},
		{"link", []string{"rel", "Alternate STYLESHEET", "href", "a"}, []Reference{{"href", "a", UseEmbed}}},
		{"link", []string{"rel", "shortcut\ticon", "href", "a"}, []Reference{{"href", "a", UseEmbed}}},
		{"link", []string{"rel", "canonical", "href", "a"}, []Reference{{"href", "a", UseLink}}},
		{"link", []string{"rel", "preconnect", "href", "a"}, []Reference{{"href", "a", UseName}}},
		{"link", []string{"rel", "pingback", "href", "a"}, []Reference{{"href", "a", UsePing}}},
		{"link", []string{"rel", "dns-prefetch preload", "href", "a"}, []Reference{{"href", "a", UseEmbed}}},
		{"link", []string{"rel", "preload", "as", "IMAGE", "imagesrcset", "a 1x"}, []Reference{{"imagesrcset", "a", UseEmbed}}},
		{"link", []string{"rel", "preload", "imagesrcset", "a 1x"}, []Reference{{"imagesrcset", "a", UseName}}},
		{"link", []string{"rel", "next", "as", "image", "imagesrcset", "a 1x"}, []Reference{{"imagesrcset", "a", UseName}}},
		{"input", []string{"type", "text", "src", "a"}, []Reference{{"src", "a", UseName}}},
		{"script", []string{"src", "a"}, []Reference{{"src", "a", UseEmbed}}},
		{"script", []string{"src", "a", "type", ""}, []Reference{{"src", "a", UseEmbed}}},
		{"script", []string{"src", "a", "type", " "}, []Reference{{"src", "a", UseName}}},
		{"script", []string{"src", "a", "type", " Module "}, []Reference{{"src", "a", UseEmbed}}},
		{"script", []string{"src", "a", "type", "Text/JavaScript"}, []Reference{{"src", "a", UseEmbed}}},
		{"script", []string{"src", "a", "type", "text/javascript;charset=utf-8"}, []Reference{{"src", "a", UseName}}},
		{"script", []string{"src", "a", "type", "importmap"}, []Reference{{"src", "a", UseName}}},
		{"script", []string{"src", "a", "language", "JavaScript1.2"}, []Reference{{"src", "a", UseEmbed}}},
		{"script", []string{"src", "a", "language", "VBScript"}, []Reference{{"src", "a", UseName}}},
		{"script", []string{"src", "a", "type", "", "language", "VBScript"}, []Reference{{"src", "a", UseEmbed}}},
		{"meta", []string{"http-equiv", "refresh", "content", "3"}, []Reference{{"content", "", UseLink}}},
		{"meta", []string{"http-equiv", "refresh", "content", "x"}, nil},
		{"meta", []string{"name", "Twitter:Image", "content", "a"}, []Reference{{"content", "a", UseLink}}},
		{"meta", []string{"name", "description", "content", "http://a"}, nil},
		{"object", []string{"classid", "CLSID:1"}, []Reference{{"classid", "CLSID:1", UseName}}},
		{"param", []string{"name", "Movie", "value", "a"}, []Reference{{"value", "a", UseEmbed}}},
		{"param", []string{"name", "x", "value", "a"}, nil},
		{"svg:image", []string{"href", "a", "xlink:href", "b"}, []Reference{{"href", "a", UseEmbed}, {"xlink:href", "b", UseName}}},
		{"svg:a", []string{"href", "a", "xlink:href", "b"}, []Reference{{"href", "a", UseLink}, {"xlink:href", "b", UseName}}},
		{"svg:use", []string{"xlink:href", "#a"}, []Reference{{"xlink:href", "#a", UseName}}},
		{"svg:linearGradient", []string{"href", "#a"}, []Reference{{"href", "#a", UseName}}},
		{"svg:path", []string{"fill", "url(#a) red", "stroke", "url(b#c)"}, []Reference{{"fill", "#a", UseName}, {"stroke", "b#c", UseEmbed}}},
		{"math:semantics", []string{"definitionurl", "a"}, []Reference{{"definitionURL", "a", UseName}}},
		{"math:mi", []string{"href", "a"}, []Reference{{"href", "a", UseLink}}},
		{"p", []string{"style", "mask:url(#m);background:url()", "itemprop", "a b:c"}, []Reference{{"style", "#m", UseName}, {"itemprop", "b:c", UseName}}},
		{"unknown", []string{"href", "a", "src", "b", "data-src", "c"}, []Reference{{"data-src", "c", UseEmbed}}},
		{"", []string{"style", "src: url(a)"}, []Reference{{"style", "a", UseEmbed}}},
	} {
		if diff := cmp.Diff(tt.want, of(tt.element, tt.attributes...)); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.element, tt.attributes, diff)
		}
	}
	if got := (UseName + 1).String(); got != "invalid" || UseEmbed.String() != "embed" || UseName.String() != "name" {
		t.Errorf("%q", got)
	}
}

// TestStop ends each sequence after its first value.
func TestStop(t *testing.T) {
	attribute := func(name string) (string, bool) {
		return map[string]string{"archive": "a,b", "prefix": "x: y z: w", "itemprop": "a:b c:d", "itemtype": "a b", "srcset": "a, b", "style": "url(a)url(b)"}[name], true
	}
	for _, element := range []string{"applet", "img", "a", "svg:use"} {
		all := slices.Collect(References(element, attribute))
		for n := range all {
			var got []Reference
			for r := range References(element, attribute) {
				if got = append(got, r); len(got) == n+1 {
					break
				}
			}
			if !slices.Equal(got, all[:n+1]) {
				t.Errorf("%s: %v", element, got)
			}
		}
	}
	seen := 0
	for range Srcset("a,b c, d") {
		seen++
		break
	}
	for range Links("<a>,<b>", "<c>") {
		seen++
		break
	}
	if seen != 2 {
		t.Error(seen)
	}
	// A sequence can be used twice.
	for _, again := range []func() int{
		func() int { return len(slices.Collect(Srcset("a 1x, b 2x"))) },
		func() int { return len(slices.Collect(CSS("url(a)url(b)"))) },
		func() int { return len(slices.Collect(Links("<a>,<b>"))) },
	} {
		if n := again(); n != 2 {
			t.Error(n)
		}
	}
	links := Links("<a>,<b>")
	if n := len(slices.Collect(links)) + len(slices.Collect(links)); n != 4 {
		t.Error(n)
	}
}
