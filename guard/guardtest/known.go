package guardtest

import (
	_ "embed"
	"net/netip"
	"strconv"
	"strings"
	"sync"
)

// hostWays has the hosts that programs were seen to read in texts. Its head describes its
// columns. A new row of hostread's table has its texts here, with the programs that were asked.
//
//go:embed hostways.tsv
var hostWays string

// A reading is a text and the host that is read in it.
type reading struct{ text, host string }

// known has the programs for each reading that was seen, separated by ", ".
var known = sync.OnceValue(func() map[reading]string {
	programs := map[reading]string{}
	for line := range strings.Lines(hostWays) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 5 {
			if text, err := strconv.Unquote(f[1]); err == nil {
				programs[reading{text, f[2]}] = f[4]
			}
		}
	}
	return programs
})

// sampleOf returns the host of the kind of host with which most programs were asked.
func sampleOf(host string) string {
	addr, err := netip.ParseAddr(host)
	switch {
	case err == nil && addr.Is4():
		return "127.0.0.1"
	case err == nil:
		return "::1"
	case strings.HasPrefix(host, "xn--"):
		return "xn--bcher-kva.example"
	case host == "localhost":
		return host
	}
	return evil
}
