package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/web"
)

// say checks that a file says a sentence, wherever its lines end.
func say(t *testing.T, file, sentence string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(regexp.MustCompile(`\n\s*//`).ReplaceAllString(string(b), "\n")), " ")
	if !strings.Contains(text, sentence) {
		t.Errorf("%s does not say: %s", file, sentence)
	}
}

// TestAdvice checks advice with a choice: the code says which one is right.
func TestAdvice(t *testing.T) {
	// Programs read different hosts here, so the answer for an allow list must be false, and that for
	// a deny list true.
	u := uri.MustParse("http://a@b@evil.example/")
	hosts := must(guard.ParseHosts("evil.example"))
	var allow, deny string
	for name, matches := range map[string]func(uri.URI) bool{"Match": hosts.Match, "MayMatch": hosts.MayMatch} {
		if matches(u) {
			deny += name
		} else {
			allow += name
		}
	}
	say(t, "../COOKBOOK.md", "For a list of allowed hosts use `"+allow+"` and `"+allow+"Host`.")
	say(t, "../COOKBOOK.md", "For a list that keeps hosts out use `"+deny+"` and `"+deny+"Host`.")
	say(t, "../guard/hosts.go", "For an allow list use [Hosts."+allow+"].")
	say(t, "../guard/hosts.go", "For a deny list use [Hosts."+deny+"].")

	secret := "https://joe:secret@h/ x"
	_, refused := uri.Parse(secret)
	v := uri.MustParse(strings.TrimSuffix(secret, " x"))
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "u", v)
	var hidden, shown []string
	for _, form := range [][2]string{
		{"errors", refused.Error()}, {"log/slog", log.String()}, {"%+v", fmt.Sprintf("%+v", v)}, {"%#v", fmt.Sprintf("%#v", v)},
		{"%v", fmt.Sprintf("%v", v)}, {"JSON", string(must(json.Marshal(v)))},
	} {
		if strings.Contains(form[1], "secret") {
			shown = append(shown, form[0])
		} else {
			hidden = append(hidden, form[0])
		}
	}
	list := func(names []string, quote string) string {
		text := strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
		for _, verb := range []string{"%+v", "%#v", "%v"} {
			text = strings.ReplaceAll(text, verb, quote+verb+quote)
		}
		return text
	}
	say(t, "../README.md", "**Secrets stay hidden** in "+list(hidden, "`")+". "+list(shown, "`")+" show the whole text: to print a URL, print `u.Redacted()`.")
	say(t, "../redact.go", list(shown, "")+" show all.")
}

// TestLikeBrowsers resolves the texts of tasks.md that browsers read otherwise than RFC 3986.
func TestLikeBrowsers(t *testing.T) {
	base := "http://a/b/c"
	for _, text := range []string{"http:g", "///host", "%2e%2e"} {
		browsers := must(web.Parser{}.Parse(must(web.Parse(base)), text)).String()
		if rfc := must(uri.RFC3986.Resolve(uri.MustParse(base), uri.MustParse(text))).String(); rfc == browsers {
			t.Errorf("%s: both %s", text, rfc)
		}
		say(t, "tasks.md", "`"+text+"`")
	}
}

// TestSchemeMethods checks that the methods in the comment of the interface Scheme are methods of a struct.
func TestSchemeMethods(t *testing.T) {
	text := string(must(os.ReadFile("../scheme.go")))
	_, text, _ = strings.Cut(text, "also have these methods")
	text, _, _ = strings.Cut(text, "type Scheme interface")
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^//   - (\w+)`).FindAllStringSubmatch(text, -1) {
		if names = append(names, m[1]); !reflect.ValueOf(&uri.FTP{}).MethodByName(m[1]).IsValid() {
			t.Errorf("FTP has no method %s", m[1])
		}
	}
	if len(names) < 5 {
		t.Errorf("only %q", names)
	}
}
