// Rust compares the time of this library with the parsers of Rust, and with Ada (C++) by its
// crate: parsing, resolving, normal forms, changes of one part, and Unescape. It builds one
// program with cargo, which downloads the crates, and says so if cargo is not installed.
// Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./foreign/rust
package main

import (
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/bench"
	"example.com/uri/web"
)

//go:embed native
var native embed.FS

func main() {
	rounds := flag.Int("rounds", 14, "how often each has its turn")
	target := flag.String("target", "", "keep what cargo builds in this `folder`, and use it again")
	flag.Parse()
	if err := run(*rounds, *target); err != nil {
		fmt.Fprintln(os.Stderr, "rust:", err)
		os.Exit(1)
	}
}

func run(rounds int, target string) error {
	version, err := exec.Command("rustc", "--version").Output()
	if _, cargoErr := exec.LookPath("cargo"); err != nil || cargoErr != nil {
		fmt.Println("not here: it needs cargo and rustc")
		return nil
	}
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "rust")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if target == "" {
		target = filepath.Join(dir, "target")
	}
	program, err := build(dir, target)
	if err != nil {
		return err
	}
	config, err := fs.ReadFile(native, "native/Cargo.toml")
	if err != nil {
		return err
	}
	_, crates, _ := strings.Cut(string(config), "[dependencies]\n")
	crates, profile, _ := strings.Cut(crates, "\n\n[profile.release]\n")
	fmt.Printf("%s; %s\n\n%s.\n\n", strings.TrimSpace(string(version)), strings.TrimSpace(strings.ReplaceAll(profile, "\n", ", ")),
		strings.NewReplacer("\n", ", ", ` = "=`, " ", `"`, "").Replace(crates))
	fmt.Print("ns for each line, processor time of one thread; they take turns. References, and URLs that are changed, were\n" +
		"parsed before, except for the references of url and Ada.\n\n" +
		"| | | minimum | median | accepted | ours takes |\n|---|---|--:|--:|--:|--:|\n")
	for _, t := range tasksOf(lists) {
		if err := t.measure(program, filepath.Join(dir, "lines"), rounds); err != nil {
			return err
		}
	}
	return nil
}

// build builds the program in dir and returns its path.
func build(dir, target string) (string, error) {
	if err := os.CopyFS(dir, native); err != nil {
		return "", err
	}
	cmd := exec.Command("cargo", "build", "--release", "--target-dir", target)
	cmd.Dir = filepath.Join(dir, "native")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cargo: %v: %s", err, out)
	}
	return filepath.Abs(filepath.Join(target, "release", "peers"))
}

// A task is work with the lines of a file.
type task struct {
	name, work, base string
	lines            []string
	ours             bench.Contestant
	peers            string
	same             bool // the results of all have the same length in sum
}

// measure prints the rows of the task.
func (t task) measure(program, file string, rounds int) error {
	if err := os.WriteFile(file, []byte(strings.Join(t.lines, "\n")+"\n"), 0o666); err != nil {
		return err
	}
	want := 0
	for _, s := range t.lines {
		answer, _ := t.ours.Answer(s)
		want += len(answer)
	}
	row := bench.Row{Name: t.name, Inputs: t.lines, Ours: t.ours}
	var results []bench.Result
	add := func(i int, r bench.Result) {
		if len(results) == i {
			results = append(results, r)
		} else {
			results[i].Times = append(results[i].Times, r.Times...)
		}
	}
	for range rounds {
		ours, err := row.Measure(1)
		if err != nil {
			return err
		}
		add(0, ours[0])
		for i, peer := range strings.Fields(t.peers) {
			r, size, err := ask(program, peer, t.work, file, t.base)
			switch {
			case err != nil:
				return fmt.Errorf("%s, %s: %w", t.name, peer, err)
			case t.same && size != want:
				return fmt.Errorf("%s: %d bytes by %s, %d by this library", t.name, size, peer, want)
			}
			add(i+1, r)
		}
	}
	for _, r := range results {
		least, _ := results[0].RatioTo(r)
		fmt.Printf("| %s | %s | %.1f | %.1f | %d | %.2f |\n", t.name, r.Name, r.Min(), r.Median(), r.Accepted, least)
	}
	return nil
}

// ask lets a peer do its work five times. The median counts.
func ask(program, peer, work, file, base string) (r bench.Result, size int, err error) {
	const passes = 5
	r.Name = peer
	args := []string{peer, work, file, strconv.Itoa(passes)}
	if base != "" {
		args = append(args, base)
	}
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return r, 0, err
	}
	var times [passes]float64
	if _, err := fmt.Sscan(string(out), &r.Accepted, &size, &times[0], &times[1], &times[2], &times[3], &times[4]); err != nil {
		return r, 0, fmt.Errorf("it prints %q: %w", out, err)
	}
	r.Times = []float64{bench.Summary(times[:]).Center}
	return r, size, nil
}

const base = "http://www.example.com/one/two/three/four/index.html"

// tasksOf returns the work on these lists.
func tasksOf(lists *bench.Lists) (tasks []task) {
	var files, paths, dots, changing, escaped []string
	for i, s := range lists.All {
		_, rest, _ := strings.Cut(s, "://")
		host, path, ok := strings.Cut(rest, "/")
		if !ok {
			continue
		}
		if strings.IndexByte(path, '%') >= 0 {
			escaped = append(escaped, path)
		}
		if _, err := uri.Conforms3986("file:///" + path); err == nil {
			files = append(files, "file:///"+path)
		}
		for _, made := range []string{
			"HTTP://" + strings.ToUpper(host) + "/" + path, "http://" + host + "/a/../b/./" + path, "http://" + host + "/%7euser/%c3%a4/" + path,
		}[i%3 : i%3+1] {
			if _, err := uri.Conforms3986(made); err == nil && host != "" {
				changing = append(changing, made)
			}
		}
		path, _, _ = strings.Cut(path, "?")
		path, _, _ = strings.Cut(path, "#")
		if u, err := uri.Parse(path); err != nil || u.IsAbsolute() || path == "" || path[0] == '/' || path[0] == '.' {
			continue
		}
		paths = append(paths, path)
		if front, end, ok := strings.Cut(path, "/"); ok {
			dots = append(dots, front+"/../"+end)
		}
	}
	for _, list := range []*[]string{&files, &paths, &dots, &changing, &escaped} {
		*list = strings.Split(strings.Join(*list, "\n"), "\n") // one after the other in memory, as the peers have them
	}
	b := uri.MustParse(base)
	w, _ := web.Parse(base)
	parseText := func(s string) (string, error) { return s, nil }
	parseWeb := func(s string) (string, error) { u, err := web.Parse(s); return u.String(), err }
	resolve := func(u uri.URI) (string, error) { v, err := uri.RFC3986.Resolve(b, u); return v.String(), err }
	resolveWeb := func(s string) (string, error) { u, err := web.Parser{}.Parse(w, s); return u.String(), err }
	conforms := func(s string) (string, error) { _, err := uri.Conforms3986(s); return "", err }
	normal := func(u uri.URI) (string, error) { return uri.RFC3986.Normalize(u).String(), nil }
	valid := func(s string) (string, error) {
		if !web.Valid(s) {
			return "", fmt.Errorf("not valid")
		}
		return "", nil
	}
	tasks = []task{
		{name: "Parse", work: "parse", lines: lists.All, peers: "url fluent-uri iri-string oxiri http uriparse",
			ours: pass("uri", lists.All, parseText, func(s string) (string, error) { u, err := uri.Parse(s); return u.Path(), err })},
		{name: "Conforms3986, file:///", work: "parse", lines: files, peers: "fluent-uri iri-string oxiri", ours: pass("uri", files, parseText, conforms)},
		{name: "Resolve, a path", work: "resolve", base: base, lines: paths, peers: "fluent-uri iri-string oxiri", ours: pass("uri", paths, uri.Parse, resolve)},
		{name: "Resolve, a dot segment inside", work: "resolve", base: base, lines: dots, peers: "fluent-uri iri-string oxiri",
			ours: pass("uri", dots, uri.Parse, resolve)},
		{name: "Normalize, text that has to change", work: "normalize", lines: changing, peers: "fluent-uri iri-string", ours: pass("uri", changing, uri.Parse, normal)},
		{name: "Unescape, paths with escapes", work: "unescape", lines: escaped, peers: "percent-encoding", ours: pass("uri", escaped, parseText, uri.Unescape)},
		{name: "web: Parse", work: "href", lines: lists.All, peers: "url ada", ours: pass("web", lists.All, parseText, parseWeb)},
		{name: "web: Parse, text that has to change", work: "href", lines: changing, peers: "url ada", ours: pass("web", changing, parseText, parseWeb)},
		{name: "web: Valid", work: "valid", lines: lists.All, peers: "ada", ours: pass("web", lists.All, parseText, valid)},
		{name: "web: a path", work: "resolve", base: base, lines: paths, peers: "url ada", ours: pass("web", paths, parseText, resolveWeb)},
		{name: "web: a dot segment inside", work: "resolve", base: base, lines: dots, peers: "url ada", ours: pass("web", dots, parseText, resolveWeb)},
	}
	return append(tasks, changeTasks(lists)...)
}

// changeTasks sets parts of the URLs of the web that browsers write as they stand.
func changeTasks(lists *bench.Lists) (tasks []task) {
	var lines []string
	for _, s := range lists.Web {
		u, err := uri.Parse(s)
		w, errWeb := web.Parse(s)
		if _, port := u.Port(); err == nil && errWeb == nil && w.String() == s && !port && strings.HasPrefix(s, "http") {
			lines = append(lines, s)
		}
	}
	for _, c := range []struct {
		name, work, part string
		with             func(u uri.URI, s string) (uri.URI, error)
	}{
		{"WithScheme", "scheme", "ftp", uri.URI.WithScheme},
		{"WithHost", "host", "new.example", uri.URI.WithHost},
		{"WithPort", "port", "8080", uri.URI.WithPort},
		{"WithPath", "path", "/new/path", uri.URI.WithPath},
		{"WithQuery", "query", "a=new&b=query", uri.URI.WithQuery},
		{"WithFragment", "fragment", "new", uri.URI.WithFragment},
	} {
		peers := "url ada"
		if c.work == "fragment" {
			peers += " fluent-uri"
		}
		tasks = append(tasks, task{name: c.name, work: c.work, lines: lines, peers: peers, same: true,
			ours: pass("uri", lines, uri.Parse, func(u uri.URI) (string, error) { v, err := c.with(u, c.part); return v.String(), err })})
	}
	return tasks
}

// pass is this library's contestant. Only work is timed.
func pass[T any](name string, lines []string, prepare func(string) (T, error), work func(T) (string, error)) bench.Contestant {
	list := make([]T, 0, len(lines))
	for _, s := range lines {
		if x, err := prepare(s); err == nil {
			list = append(list, x)
		}
	}
	return bench.Contestant{Name: name, Pass: func() (accepted int) {
		for _, x := range list {
			if answer, err := work(x); err == nil {
				bench.Used += len(answer)
				accepted++
			}
		}
		return accepted
	}, Answer: func(s string) (string, bool) {
		x, err := prepare(s)
		if err != nil {
			return "", false
		}
		answer, err := work(x)
		return answer, err == nil
	}}
}
