package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/uri"
	"example.com/uri/bench"
	"example.com/uri/web"
)

// deepBase has a path four levels deep, as the base of the table in RESULT.md.
const deepBase = "http://www.example.com/one/two/three/four/index.html"

// A task is work that Ada does too, with the lines of a file.
type task struct {
	name, work, base string
	lines            []string
	file             []string // the lines as the program in C++ wants them; nil: as they are
	ours             []bench.Contestant
	same             bool // the results have the same lengths in sum
}

// compareTime measures the time of this library, net/url and Ada in turns.
func compareTime(program, dir string, lists *bench.Lists, rounds int) error {
	tasks, err := tasksOf(lists)
	if err != nil {
		return err
	}
	fmt.Print("built with g++ -std=c++20 -O3 (url_aggregator, href). ns for each, processor time; they take\n"+
		"turns, and the ratios are medians of the rounds. A change is made in a copy of a URL that was parsed before.\n\n",
		"| | | minimum | median | accepted | ours takes |\n|---|---|--:|--:|--:|--:|\n")
	for _, t := range tasks {
		if t.file == nil {
			t.file = t.lines
		}
		file := filepath.Join(dir, "lines")
		if err := os.WriteFile(file, []byte(strings.Join(t.file, "\n")+"\n"), 0o666); err != nil {
			return err
		}
		row := bench.Row{Name: t.name, Inputs: t.lines, Ours: t.ours[0], Theirs: t.ours[1:]}
		var results []bench.Result
		for range rounds {
			turn, err := row.Measure(1)
			if err != nil {
				return err
			}
			ada, sum, err := t.timeAda(program, file)
			if err != nil {
				return err
			}
			if want := t.sum(); t.same && sum != want {
				return fmt.Errorf("%s: %d bytes by Ada, %d by this library", t.name, sum, want)
			}
			for i, r := range append(turn, ada) {
				if len(results) == i {
					results = append(results, r)
				} else {
					results[i].Times = append(results[i].Times, r.Times...)
				}
			}
		}
		for _, r := range results {
			_, ratio := results[0].RatioTo(r)
			fmt.Printf("| %s | %s | %.1f | %.1f | %d | %.2f |\n", t.name, r.Name, r.Min(), r.Median(), r.Accepted, ratio.Center)
		}
	}
	return nil
}

// sum is the length of all our answers.
func (t task) sum() (n int) {
	for _, s := range t.lines {
		answer, _ := t.ours[0].Answer(s)
		n += len(answer)
	}
	return n
}

// tasksOf returns the work on these lists.
func tasksOf(lists *bench.Lists) (tasks []task, err error) {
	for _, l := range []struct {
		name  string
		lines []string
	}{{"parse and serialize, all lists", lists.All}, {"kasztp", lists.Web}, {"node_files", lists.Node}, {"isaacs_files", lists.Isaacs}} {
		tasks = append(tasks, task{
			name: l.name, work: "href", lines: l.lines,
			ours: []bench.Contestant{parseWeb(l.lines), parseNet(l.lines)},
		})
	}
	paths := make([]string, len(lists.Node))
	for i, s := range lists.Node {
		paths[i] = strings.TrimPrefix(s, "file://")
	}
	base, err := web.Parse(deepBase)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(deepBase)
	if err != nil {
		return nil, err
	}
	tasks = append(tasks, task{
		name: "reference, source paths", work: "href", base: deepBase, lines: paths,
		ours: []bench.Contestant{resolveWeb(base, paths), resolveNet(u, paths)},
	}, task{
		name: "web.Valid and can_parse", work: "can_parse", lines: lists.All,
		ours: []bench.Contestant{named("web.Valid", pass(lists.All, func(s string) (string, bool) { return "x", web.Valid(s) }))},
	})
	return append(tasks, append(changeTasks(lists), paramsTask(lists))...), nil
}

// changeTasks sets parts of the URLs of the web that browsers write as they stand.
func changeTasks(lists *bench.Lists) (tasks []task) {
	var lines []string
	parsed := map[string]uri.URI{}
	for _, s := range lists.Web {
		u, err := uri.Parse(s)
		w, errWeb := web.Parse(s)
		// The methods of Ada never write the default port of a scheme.
		if _, port := u.Port(); err != nil || errWeb != nil || w.String() != s || port {
			continue
		}
		lines, parsed[s] = append(lines, s), u
	}
	for _, c := range []struct {
		name string
		set  func(u uri.URI) (uri.URI, error)
	}{
		{"WithScheme", func(u uri.URI) (uri.URI, error) { return u.WithScheme("ftp") }},
		{"WithHost", func(u uri.URI) (uri.URI, error) { return u.WithHost("new.example") }},
		{"WithPort", func(u uri.URI) (uri.URI, error) { return u.WithPort("8080") }},
		{"WithPath", func(u uri.URI) (uri.URI, error) { return u.WithPath("/new/path") }},
		{"WithQuery", func(u uri.URI) (uri.URI, error) { return u.WithQuery("a=new&b=query") }},
		{"WithFragment", func(u uri.URI) (uri.URI, error) { return u.WithFragment("new") }},
	} {
		list := make([]uri.URI, len(lines))
		for i, s := range lines {
			list[i] = parsed[s]
		}
		tasks = append(tasks, task{name: c.name, work: c.name, lines: lines, same: true, ours: []bench.Contestant{{
			Name: "uri, String",
			Pass: func() (accepted int) {
				for _, u := range list {
					if v, err := c.set(u); err == nil {
						bench.Used += len(v.String())
						accepted++
					}
				}
				return accepted
			},
			Answer: func(s string) (string, bool) {
				v, err := c.set(parsed[s])
				return v.String(), err == nil
			},
		}}})
	}
	return tasks
}

// paramsTask sets the value of the last name of each query and writes the query.
func paramsTask(lists *bench.Lists) task {
	t := task{name: "values: read, set, write", work: "params"}
	names := map[string]string{}
	set := func(query string) (string, bool) {
		values, err := uri.ParseValues(query)
		return values.With(names[query], "new").String(), err == nil
	}
	for _, s := range lists.All {
		u, err := uri.Parse(s)
		query, ok := u.Query()
		if err != nil || !ok || query == "" || names[query] != "" {
			continue
		}
		values := u.Values()
		name, _, err := values[len(values)-1].Decode()
		// Ada also writes the unchanged pairs, in its own escapes.
		names[query] = name
		ours, _ := set(query)
		form, formErr := url.ParseQuery(ours)
		if err != nil || formErr != nil || name == "" || len(form) != len(values) || strings.ContainsAny(query, "!'()~") {
			continue
		}
		t.lines = append(t.lines, query)
		t.file = append(t.file, query+"\t"+name)
	}
	t.ours = []bench.Contestant{named("uri.Values", pass(t.lines, set))}
	return t
}

// named gives a contestant its name.
func named(name string, c bench.Contestant) bench.Contestant {
	c.Name = name
	return c
}

// timeAda lets Ada do the work a few times. The median counts. The sum is the length of
// its answers.
func (t task) timeAda(program, file string) (r bench.Result, sum int, err error) {
	r.Name = "Ada"
	args := []string{"time", t.work, file, "5"}
	if t.base != "" {
		args = append(args, t.base)
	}
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return r, 0, fmt.Errorf("time of Ada, %s: %v", t.work, err)
	}
	fields := strings.Fields(string(out))
	if len(fields) != 2+5 {
		return r, 0, fmt.Errorf("the program prints %q", out)
	}
	if r.Accepted, err = strconv.Atoi(fields[0]); err != nil {
		return r, 0, err
	}
	if sum, err = strconv.Atoi(fields[1]); err != nil {
		return r, 0, err
	}
	var times []float64
	for _, f := range fields[2:] {
		ns, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return r, 0, err
		}
		times = append(times, ns)
	}
	r.Times = []float64{bench.Summary(times).Center}
	return r, sum, nil
}

// pass returns a Contestant whose Pass uses each result of work.
func pass(lines []string, work func(s string) (string, bool)) bench.Contestant {
	return bench.Contestant{Pass: func() (accepted int) {
		for _, s := range lines {
			if t, ok := work(s); ok {
				bench.Used += len(t)
				accepted++
			}
		}
		return accepted
	}, Answer: work}
}

func parseWeb(lines []string) bench.Contestant {
	c := pass(lines, func(s string) (string, bool) {
		u, err := parser.Parse(web.URL{}, s)
		return u.String(), err == nil
	})
	c.Name = "web, String"
	return c
}

func resolveWeb(base web.URL, lines []string) bench.Contestant {
	c := pass(lines, func(s string) (string, bool) {
		u, err := parser.Parse(base, s)
		return u.String(), err == nil
	})
	c.Name = "web, String"
	return c
}

func parseNet(lines []string) bench.Contestant {
	c := pass(lines, func(s string) (string, bool) {
		u, err := url.Parse(s)
		if err != nil {
			return "", false
		}
		return u.Path, true
	})
	c.Name = "net/url, Parse"
	return c
}

func resolveNet(base *url.URL, lines []string) bench.Contestant {
	c := pass(lines, func(s string) (string, bool) {
		u, err := url.Parse(s)
		if err != nil {
			return "", false
		}
		return base.ResolveReference(u).String(), true
	})
	c.Name = "net/url, String"
	return c
}
