package tasks

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"example.com/uri"
)

// countHosts counts the hosts of a list of URLs, one a line, and the lines without a host.
func countHosts(r io.Reader) (hosts map[string]int, bad int, err error) {
	hosts = map[string]int{}
	in := bufio.NewScanner(r)
	for in.Scan() {
		u, err := uri.Parse(in.Text())
		host, ok := u.Normalize().Host()
		if err != nil || !ok {
			bad++
			continue
		}
		if _, known := hosts[host]; !known {
			host = strings.Clone(host) // the map keeps no line
		}
		hosts[host]++
	}
	return hosts, bad, in.Err()
}

// TestMillionLines counts the hosts of a million lines. The heap stays small, since
// no line is kept.
func TestMillionLines(t *testing.T) {
	const lines = 1_000_000
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriter(w)
		for i := range lines {
			line := fmt.Sprintf("HTTP://Host%d.example:80/path/%d?q=x\n", i%10, i)
			if i%1000 == 999 {
				line = "no url\n"
			}
			if _, err := out.WriteString(line); err != nil {
				break
			}
		}
		w.CloseWithError(out.Flush())
	}()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	hosts, bad, err := countHosts(r)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil || bad != lines/1000 || len(hosts) != 10 || hosts["host0.example"] != lines/10 || hosts["host9.example"] != lines/10-lines/1000 {
		t.Errorf("%v, %d bad, %v", hosts, bad, err)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 32<<20 {
		t.Errorf("the heap took %d bytes more from the system", grown)
	}
}
