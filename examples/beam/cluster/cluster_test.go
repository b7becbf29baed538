package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/uri/crawl"
	"example.com/uri/links"
)

var (
	dirFlag  = flag.String("cluster", "", "run the pipeline on clusters in `folder`, which keeps packages")
	lineFlag = flag.Int("lines", 200000, "run it on `N` lines")
)

func TestMain(m *testing.M) {
	if os.Getenv("URI_BEAM_CLUSTER") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestCluster runs the pipeline on Flink and on Spark, and compares its output with a map
// in memory: with all processes, and with one of each kind killed in each step. Nothing
// may be left afterwards. It downloads 600 MB and takes half an hour, so it runs only with
// -cluster.
func TestCluster(t *testing.T) {
	if *dirFlag == "" {
		t.Skip("needs -cluster: it downloads 600 MB and takes half an hour")
	}
	for _, name := range []string{"java", "mvn", "pip", "pgrep"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("needs the program %s, which is not installed", name)
		}
	}
	dir := t.TempDir()
	writeLinks(t, dir, *lineFlag)
	kept, refused := judge(t, dir)
	// Flink holds a million lines in each slot.
	slots := map[string]int{"flink": max(4, *lineFlag/1000000+1), "spark": 4}
	for _, engine := range []string{"flink", "spark"} {
		flags := []string{"-spark=" + strconv.FormatBool(engine == "spark"), "-slots", strconv.Itoa(slots[engine])}
		t.Run(engine, func(t *testing.T) {
			t.Run("whole", func(t *testing.T) { runCluster(t, dir, kept, refused, flags...) })
			for _, victim := range []string{"engine", "worker"} {
				for _, step := range steps {
					t.Run(victim+"/"+step, func(t *testing.T) {
						runCluster(t, dir, kept, refused, append(slices.Clip(flags), "-kill", victim, "-in", step)...)
					})
				}
			}
		})
	}
}

// runCluster runs the program of this package and checks the output.
func runCluster(t *testing.T, dir string, kept []string, refused int, flags ...string) {
	out := t.TempDir()
	before, _ := filepath.Glob("/tmp/bin*")
	c := exec.Command(os.Args[0], append(flags, "-dir", *dirFlag, "--", "-input", filepath.Join(dir, "*.txt"), "-shards", "3",
		"-output", filepath.Join(out, "kept"), "-refused", filepath.Join(out, "refused"))...)
	c.Env = append(os.Environ(), "URI_BEAM_CLUSTER=1")
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	t.Logf("%s", said[strings.LastIndexByte(strings.TrimSpace(string(said)), '\n')+1:])
	files, _ := os.ReadDir(out)
	var lines []string
	bad := 0
	for _, file := range files {
		b, err := os.ReadFile(filepath.Join(out, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(file.Name(), "kept-") {
			lines = slices.AppendSeq(lines, strings.Lines(string(b)))
		} else {
			bad += strings.Count(string(b), "\n")
		}
	}
	slices.Sort(lines)
	if !slices.Equal(lines, kept) || bad != refused || len(files) != 6 {
		t.Errorf("%d links kept, want %d; %d lines refused, want %d; in %v", len(lines), len(kept), bad, refused, files)
	}
	if after, _ := filepath.Glob("/tmp/bin*"); !slices.Equal(after, before) {
		t.Errorf("%v was there, now %v", before, after)
	}
	if _, err := os.Stat(filepath.Join(*dirFlag, "tmp")); err == nil {
		t.Error("the temporary files of the cluster are left")
	}
}

// TestWrong gives wrong flags. The program names each before it builds or starts anything.
func TestWrong(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "packages")
	for _, tt := range []struct{ flags, want string }{
		{"", "no -dir"},
		{"-slots 0", "-slots is below 1"},
		{"-kill nobody", `-kill "nobody" is neither engine nor worker`},
		{"-kill worker -in nowhere", `-in "nowhere" is none of `},
	} {
		flags := strings.Fields(tt.flags)
		if tt.flags != "" {
			flags = append(flags, "-dir", dir)
		}
		c := exec.Command(os.Args[0], flags...)
		c.Env = append(os.Environ(), "URI_BEAM_CLUSTER=1")
		out, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "cluster: "+tt.want) {
			t.Errorf("%s: %v, %s", tt.flags, err, out)
		}
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

// TestWorker checks that nothing is left of a worker when its boot or its engine is
// killed, or the worker itself. This boot copies sleep.
func TestWorker(t *testing.T) {
	for _, name := range []string{"bash", "pgrep", "sleep"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("needs the program %s, which is not installed", name)
		}
	}
	script, err := filepath.Abs("worker")
	if err != nil {
		t.Fatal(err)
	}
	for _, victim := range []string{"boot", "engine", "worker"} {
		dir := t.TempDir()
		boot := filepath.Join(dir, "boot")
		text := `#!/usr/bin/env bash
mkdir "$TMPDIR/copy" && cp "$(which sleep)" "$TMPDIR/copy/worker"
(exec -a "worker --worker=true $1" "$TMPDIR/copy/worker" 600) & wait`
		if err := os.WriteFile(boot, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		engine := exec.Command("bash", "-c", `"$0" --id=1 & wait; exec sleep 600`, script)
		engine.Env = append(os.Environ(), "BOOT="+boot, "TMPDIR="+dir)
		if err := engine.Start(); err != nil {
			t.Fatal(err)
		}
		// find returns the processes with text in their command lines.
		find := func(text string) []int {
			out, _ := exec.Command("pgrep", "-f", "--", text+".*--semi_persist_dir="+dir).Output()
			var pids []int
			for field := range strings.FieldsSeq(string(out)) {
				pid, _ := strconv.Atoi(field)
				pids = append(pids, pid)
			}
			return pids
		}
		pids := map[string][]int{"engine": {engine.Process.Pid}}
		for range 200 {
			if pids["boot"], pids["worker"] = find("boot"), find("--worker=true"); len(pids["worker"]) == 1 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if len(pids["boot"]) != 1 || len(pids["worker"]) != 1 {
			t.Fatalf("no boot and worker: %v", pids)
		}
		if victim == "worker" {
			time.Sleep(time.Second) // the script has seen the worker
		}
		syscall.Kill(pids[victim][0], syscall.SIGKILL)
		var left []os.DirEntry
		for range 200 {
			if left, err = os.ReadDir(dir); err != nil {
				t.Fatal(err)
			}
			if len(left) == 1 && len(find("")) == 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if len(left) != 1 || len(find("")) != 0 {
			t.Errorf("%s killed: the files %v and the processes %v are left", victim, left, find(""))
		}
		engine.Process.Kill()
		engine.Wait()
	}
}

// writeLinks writes n lines to four files: three spellings of each link far from each
// other, and a few lines that are no links to visit.
func writeLinks(t *testing.T, dir string, n int) {
	const files, step = 4, 1_000_003 // a prime
	for f := range files {
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf("links-%d.txt", f)))
		if err != nil {
			t.Fatal(err)
		}
		out := bufio.NewWriter(file)
		for i := f * n / files; i < (f+1)*n/files; i++ {
			link, spelling := i*step%n/3, i*step%n%3
			switch {
			case link%100 == 7:
				fmt.Fprintf(out, "../%d\n", link)
			case link%1000 == 13:
				fmt.Fprintf(out, "http://ho st/%d\n", link)
			default:
				fmt.Fprintf(out, []string{
					"http://www%d.example.com/questions/%d?page=1\n",
					"HTTP://WWW%d.EXAMPLE.COM:80/questions/%d?page=1\n",
					" http://www%d.example.com/questions/%d?page=1#answer\n",
				}[spelling], link%1000, link)
			}
		}
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// judge returns the sorted lines of the output, and how many lines are refused. It keeps
// all keys in memory.
func judge(t *testing.T, dir string) (kept []string, refused int) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			u, _, err := links.Repair(strings.TrimSuffix(line, "\n"))
			if err != nil || u.Scheme() == "" {
				refused++
				continue
			}
			if key := string(crawl.AppendSURT(nil, u)); !seen[key] {
				seen[key] = true
				kept = append(kept, key+"\t"+u.String()+"\n")
			}
		}
	}
	slices.Sort(kept)
	return kept, refused
}
