package main

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/uri/bench"
	"example.com/uri/web"
)

// deepBase has a path four levels deep, as the base of the table in RESULT.md.
const deepBase = "http://www.example.com/one/two/three/four/index.html"

// compareTime measures the time of package web, net/url and Ada in turns.
func compareTime(program, dir string, lists *bench.Lists, rounds int) error {
	paths := make([]string, len(lists.Node))
	for i, s := range lists.Node {
		paths[i] = strings.TrimPrefix(s, "file://")
	}
	fmt.Print("built with g++ -std=c++20 -O3 (url_aggregator, href); package web: Parse and String. ns for each,\n"+
		"processor time; they take turns, and the ratios are medians of the rounds.\n\n",
		"| | | minimum | median | accepted | web takes |\n|---|---|--:|--:|--:|--:|\n")
	for _, w := range []struct {
		name, base string
		lines      []string
	}{
		{"parse and serialize, all lists", "", lists.All},
		{"kasztp", "", lists.Web},
		{"node_files", "", lists.Node},
		{"isaacs_files", "", lists.Isaacs},
		{"reference, source paths", deepBase, paths},
	} {
		file := filepath.Join(dir, "lines")
		if err := os.WriteFile(file, []byte(strings.Join(w.lines, "\n")+"\n"), 0o666); err != nil {
			return err
		}
		row := bench.Row{Name: w.name, Inputs: w.lines, Ours: parseWeb(w.lines), Theirs: []bench.Contestant{parseNet(w.lines)}}
		if w.base != "" {
			base, err := web.Parse(w.base)
			if err != nil {
				return err
			}
			u, err := url.Parse(w.base)
			if err != nil {
				return err
			}
			row.Ours, row.Theirs[0] = resolveWeb(base, w.lines), resolveNet(u, w.lines)
		}
		var results []bench.Result
		for range rounds {
			turn, err := row.Measure(1)
			if err != nil {
				return err
			}
			ada, err := timeAda(program, file, w.base)
			if err != nil {
				return err
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
			fmt.Printf("| %s | %s | %.1f | %.1f | %d | %.2f |\n", w.name, r.Name, r.Min(), r.Median(), r.Accepted, ratio.Center)
		}
	}
	return nil
}

// timeAda lets Ada parse a file a few times. The median counts.
func timeAda(program, file, base string) (bench.Result, error) {
	r := bench.Result{Name: "Ada, href"}
	args := []string{"time", file, "5"}
	if base != "" {
		args = append(args, base)
	}
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return r, fmt.Errorf("time of Ada: %v", err)
	}
	fields := strings.Fields(string(out))
	if len(fields) != 1+5 {
		return r, fmt.Errorf("the program prints %q", out)
	}
	if r.Accepted, err = strconv.Atoi(fields[0]); err != nil {
		return r, err
	}
	var times []float64
	for _, f := range fields[1:] {
		ns, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return r, err
		}
		times = append(times, ns)
	}
	r.Times = []float64{bench.Summary(times).Center}
	return r, nil
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
