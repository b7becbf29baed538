package main

import (
	"encoding/hex"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/guard"
)

var install = flag.Bool("install", false, "install the packages of npm and PyPI that TestRecorded asks")

// recorded are programs with readings in guard/guardtest/hostways.tsv, under their names there. The
// packages of npm and PyPI have the versions of native/package.json and native/requirements.txt.
var recorded = []parser{
	{name: "node:new_URL", start: []string{"node", "recorded.js"}, version: []string{"node", "--version"}},
	{name: "node:url.parse", start: []string{"node", "recorded.js"}, version: []string{"node", "--version"}},
	{name: "node:http.request(string)", start: []string{"node", "recorded.js"}, version: []string{"node", "--version"}},
	{name: "node:http.request(url.parse)", start: []string{"node", "recorded.js"}, version: []string{"node", "--version"}},
	{name: "node:engine.io-client", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("engine.io-client/package.json").version`}},
	{name: "node:needle", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("needle/package.json").version`}},
	{name: "node:parse-uri", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("parse-uri/package.json").version`}},
	{name: "node:superagent", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("superagent/package.json").version`}},
	{name: "node:uri-js", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("uri-js/package.json").version`}},
	{name: "node:urijs", start: []string{"node", "recorded.js"}, version: []string{"node", "-p", `require("urijs/package.json").version`}},
	{name: "py:urlsplit", start: []string{"python3", "recorded.py"}, version: []string{"python3", "--version"}},
	{name: "py:urllib.request", start: []string{"python3", "recorded.py"}, version: []string{"python3", "--version"}},
	{name: "py:tldextract", start: []string{"python3", "recorded.py"}, version: []string{"python3", "-c", "import tldextract; print(tldextract.__version__)"}},
	{name: "py:url_normalize", start: []string{"python3", "recorded.py"}, version: []string{"python3", "-c", "import url_normalize; print(url_normalize.__version__)"}},
	{name: "perl:HTTP-Tiny", start: []string{"perl", "recorded.pl"}, version: []string{"perl", "-MHTTP::Tiny", "-e", "print $HTTP::Tiny::VERSION"}},
	{name: "perl:URI", start: []string{"perl", "recorded.pl"}, version: []string{"perl", "-MURI", "-e", "print $URI::VERSION"}},
	{name: "php:parse_url", start: []string{"php", "recorded.php"}, version: []string{"php", "-r", "echo PHP_VERSION;"}},
	{name: "c:curl-url", build: []string{"cc", "-O2", "-o", "recorded", "recorded.c", "-lcurl"}, start: []string{"./recorded"}},
}

// TestRecorded asks each program that is there for the hosts of the texts that name it in hostways.tsv.
func TestRecorded(t *testing.T) {
	dir := t.TempDir()
	if err := unpack(dir); err != nil {
		t.Fatal(err)
	}
	if *install {
		for _, command := range [][]string{{"npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"}, {"python3", "-m", "pip", "install", "--quiet", "--target", ".", "-r", "requirements.txt"}} {
			c := exec.Command(command[0], command[1:]...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", command, err, out)
			}
		}
	}
	text, err := os.ReadFile("../../../guard/guardtest/hostways.tsv")
	if err != nil {
		t.Fatal(err)
	}
	there := installed(dir, recorded)
	for _, p := range there {
		p.start = append(slices.Clone(p.start), p.name)
		var texts, hosts []string
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if line[0] == '#' || !slices.Contains(strings.Split(f[4], ", "), p.name) {
				continue
			}
			s, err := strconv.Unquote(f[1])
			if err != nil {
				t.Fatal(err)
			}
			texts, hosts = append(texts, hex.EncodeToString([]byte(s))), append(hosts, f[2])
		}
		answers, err := ask(dir, []parser{p}, texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range answers.answers[0] {
			s, _ := hex.DecodeString(texts[i])
			if a == nil {
				t.Errorf("%s: %q is refused, want %s", p.name, s, hosts[i])
			} else if address(same(*a)) != address(same(hosts[i])) {
				t.Errorf("%s: %q: %s, want %s", p.name, s, *a, hosts[i])
			}
		}
		if len(texts) < 9 {
			t.Errorf("%s: only %d texts", p.name, len(texts))
		}
	}
}

// address returns the address to which a program connects for a host, as the record has it, or the host
// without a final dot.
func address(host string) string {
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if u, err2 := uri.Parse("//" + host); err != nil && err2 == nil {
		a, _ = guard.LooseAddr(u)
	}
	if a.IsValid() {
		return a.Unmap().WithZone("").String()
	}
	return strings.TrimSuffix(host, ".")
}

// TestUserinfo asks the same programs for a host after userinfo with escaped delimiters: no program ends
// the userinfo there, so guard.Gate takes such a URL.
func TestUserinfo(t *testing.T) {
	dir := t.TempDir()
	if err := unpack(dir); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range `/\?#@` {
		for _, userinfo := range []string{"u:p%%%02Xlocalhost", "u%%%02Xlocalhost", "localhost:80%%%02X", "localhost%%%02X", "localhost%%%02X:80"} {
			texts = append(texts, hex.EncodeToString(fmt.Appendf(nil, "http://"+userinfo+"@good.example/", c)))
		}
	}
	for _, p := range installed(dir, recorded) {
		p.start = append(slices.Clone(p.start), p.name)
		answers, err := ask(dir, []parser{p}, texts)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range answers.answers[0] {
			if a != nil && *a != "good.example" && !strings.Contains(*a, "@") { // urllib.request takes all for the name
				s, _ := hex.DecodeString(texts[i])
				t.Errorf("%s: %s: %s", p.name, s, *a)
			}
		}
	}
}
