package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	sitePagesAsked = flag.Int("pages", 100, "how many plain pages the site of TestFeatures has")
	otherCrawler   = flag.String("crawler", "", "a shell `command` for another crawler, which TestFeatures runs in a new folder with the site as $SITE")
)

// A featureSite has pages that crawlers lose: each of wanted can be reached by one feature only.
type featureSite struct {
	counter
	pages  int
	server string
	wanted map[string][]string // by the feature
}

// features are the plain answers of a featureSite: a type and a body, where "@" before a name is
// the path of a page to find.
var features = map[string][2]string{
	"/elements": {"text/html", `<img src=@img srcset="@srcset1 1x, @srcset2 2x"><picture><source srcset="@source 100w"></picture><script src=@script></script>
<video src=@video poster=@poster><source src=@video2><track src=@track></video><audio src=@audio></audio><object data=@object></object>
<embed src=@embed><iframe src=@iframe></iframe><iframe srcdoc="&lt;a href=@srcdoc&gt;"></iframe><map><area href=@area></map><input type=image src=@input>
<svg><image href=@svg-image /><a xlink:href=@svg-a></a></svg><table background=@table></table><meta http-equiv=refresh content="300;url=@refresh"><link rel=next href=@next>
<form method=post action=/no/post><input name=a></form><form action=/no/get><input name=q></form><a rel=nofollow href=/no/rel></a>`},
	"/noscript":        {"text/html", `<noscript><a href=@noscript-a></a><img src=@noscript-img></noscript>`},
	"/styles":          {"text/html", `<link rel=stylesheet href=/style.css><style>@import "@css-import"; p { background: url(@css-element) }</style><p style="background: url('@css-attribute')">`},
	"/style.css":       {"text/css", `@import url(/style2.css); body { background: url(@css-sheet) } @font-face { font-family: f; src: url("@css-font") }`},
	"/style2.css":      {"text/css", `p { list-style-image: url(@css-sheet2) }`},
	"/nofollow":        {"text/html", `<meta name=robots content=nofollow><a href=/no/meta>`},
	"/types/none":      {"", `<!DOCTYPE html><a href=@type-none>`},
	"/types/odd":       {"text/html charset=utf-8", `<!DOCTYPE html><a href=@type-odd>`},
	"/types/twice":     {"text/html, text/html", `<a href=@type-twice>`},
	"/types/unknown":   {"unknown/unknown", `<!DOCTYPE html><a href=@type-unknown>`},
	"/types/plain":     {"text/plain", "see $SITE@type-plain for more"},
	"/redirects":       {"text/html", `<a href=/redirect/0><a href=/loop>`},
	"/moments":         {"text/html", `<a href=/once/429><a href=/once/500><a href=/once/502><a href=/once/503><a href=/once/504><a href=/once/reset><a href=/once/short><a href=/once/chunks><a href=/always503>`},
	"/bodies":          {"text/html", `<a href=/slow><a href=/endless><a href=/zipped>`},
	"/redirect/5":      {"text/html", `<a href=@redirected>`},
	"/zip-of-the-page": {"text/html", `<a href=@zipped>`},
}

// leaf returns a body with the paths of its pages.
func (s *featureSite) leaf(body string) string {
	return strings.ReplaceAll(strings.NewReplacer("@import", "@import", "@font-face", "@font-face", "@", "/leaf/").Replace(body), "$SITE", s.server)
}

// newFeatureSite starts the site.
func newFeatureSite(t *testing.T, pages int) *featureSite {
	s := &featureSite{pages: pages, wanted: map[string][]string{}}
	for name, f := range features {
		for _, part := range strings.Split(strings.NewReplacer("@import", "", "@font-face", "").Replace(f[1]), "@")[1:] {
			leaf := part[:strings.IndexFunc(part, func(c rune) bool { return !(c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z') })]
			feature := strings.Split(name, "/")[1]
			s.wanted[feature] = append(s.wanted[feature], "/leaf/"+leaf)
		}
	}
	for name := range momentary {
		if name != "zipped" {
			s.wanted["moments"] = append(s.wanted["moments"], "/leaf/once-"+name)
		}
	}
	s.wanted["bodies"] = append(s.wanted["bodies"], "/leaf/slow", "/leaf/endless")
	for n := range pages {
		s.wanted["pages"] = append(s.wanted["pages"], fmt.Sprintf("/n/%d", n))
	}
	for month := range 12 {
		s.wanted["calendar"] = append(s.wanted["calendar"], fmt.Sprintf("/month/%d", month))
	}
	s.server = s.serve(t, s.answer)
	return s
}

func (s *featureSite) answer(w http.ResponseWriter, r *http.Request, earlier int) {
	kind, last, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	n, _ := strconv.Atoi(last)
	f, ok := features[r.URL.Path]
	switch {
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "User-agent: *\nDisallow: /no/robots\n")
	case r.URL.Path == "/":
		w.Header().Set("Link", "</leaf/field>; rel=alternate")
		io.WriteString(w, "<a href=/n/0><a href=/month/0><a href=/no/robots>")
		for path := range features {
			if !strings.Contains(path, "style.css") && path != "/style2.css" && path != "/redirect/5" && path != "/zip-of-the-page" {
				fmt.Fprintf(w, "<a href=%s>", path)
			}
		}
	case ok:
		w.Header()["Content-Type"] = []string{f[0]}
		if f[0] == "" {
			w.Header()["Content-Type"] = nil
		}
		io.WriteString(w, s.leaf(f[1]))
	case kind == "n":
		for child := 2*n + 1; child <= min(2*n+2, s.pages-1); child++ {
			fmt.Fprintf(w, "<a href=/n/%d>", child)
		}
	case kind == "month":
		fmt.Fprintf(w, "<a href=/month/%d>", n+1)
	case kind == "redirect":
		http.Redirect(w, r, fmt.Sprintf("/redirect/%d", n+1), []int{301, 302, 303, 307, 308}[n])
	case kind == "loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case kind == "once" && earlier == 0:
		momentary[last](w, r)
	case kind == "once":
		fmt.Fprintf(w, "<a href=/leaf/once-%s>", last)
	case kind == "always503":
		w.WriteHeader(503)
	case kind == "slow":
		for _, part := range []string{"<a ", "href=", "/leaf/slow", ">"} {
			io.WriteString(w, part)
			http.NewResponseController(w).Flush()
			time.Sleep(100 * time.Millisecond)
		}
	case kind == "endless":
		io.WriteString(w, "<a href=/leaf/endless>")
		for began := time.Now(); time.Since(began) < 10*time.Second; {
			if _, err := w.Write(bytes.Repeat([]byte("text "), 2000)); err != nil {
				return
			}
		}
	case kind == "zipped":
		w.Header().Set("Content-Encoding", "gzip")
		out := gzip.NewWriter(w)
		io.WriteString(out, s.leaf(features["/zip-of-the-page"][1]))
		out.Close()
	case kind != "leaf":
		http.NotFound(w, r)
	}
}

// TestFeatures crawls a site that has a page behind each thing that crawlers miss, and pages that
// must not be asked for. With -crawler it reports what another crawler finds: the table in
// README.md is from there.
func TestFeatures(t *testing.T) {
	s := newFeatureSite(t, *sitePagesAsked)
	if *otherCrawler == "" {
		got := crawlAll(t, newState(t), func(c *Crawler) {
			c.Depth, c.Tries, c.pause, c.MaxDelay = 30, 5, time.Millisecond, time.Millisecond
		}, s.server+"/")
		if got.Failed != 1 || got.Later != 1 || got.TooDeep != 1 || got.BodyCut != 1 {
			t.Errorf("%+v", got)
		}
	} else {
		c := exec.Command("/bin/sh", "-c", *otherCrawler)
		c.Dir, c.Env = t.TempDir(), append(os.Environ(), "SITE="+s.server+"/")
		out, err := c.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		t.Logf("%v: %s", err, out[max(0, len(out)-1000):])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	requests, found, all := 0, 0, 0
	for _, n := range s.asked {
		requests += n
	}
	for feature, paths := range s.wanted {
		all += len(paths)
		found += len(paths)
		if lost := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return s.asked[path] > 0 }); len(lost) > 0 {
			found -= len(lost)
			t.Errorf("%s: %d of %d are lost: %q", feature, len(lost), len(paths), lost[:min(5, len(lost))])
		}
	}
	for path, n := range s.asked {
		if strings.HasPrefix(path, "/no/") {
			t.Errorf("%s was asked for", path)
		}
		if n > 1 && path != "/robots.txt" && path != "/always503" && !strings.HasPrefix(path, "/once/") {
			t.Errorf("%s was asked for %d times", path, n)
		}
	}
	t.Logf("found %d of %d pages with %d requests", found, all, requests)
}
