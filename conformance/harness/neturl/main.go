// Neturl is the harness of net/url.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, `{"parser":"net/url","version":%q,"parts":["scheme","path","query","fragment"]}`+"\n", runtime.Version())
	out.Flush()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		line := in.Text()
		id, rest, _ := strings.Cut(strings.TrimPrefix(line, `{"id":`), ",")
		b, _ := hex.DecodeString(strings.TrimSuffix(strings.TrimPrefix(rest, `"hex":"`), `"}`))
		u, err := url.Parse(string(b))
		if err != nil {
			fmt.Fprintf(out, `{"id":%s,"valid":false}`+"\n", id)
			out.Flush()
			continue
		}
		fmt.Fprintf(out, `{"id":%s,"valid":true`, id)
		if u.Scheme != "" {
			fmt.Fprintf(out, `,"scheme":[0,%d]`, len(u.Scheme))
		}
		// net/url gives texts. They end where the text ends.
		end := len(b)
		if f := u.EscapedFragment(); f != "" {
			fmt.Fprintf(out, `,"fragment":[%d,%d]`, end-len(f), end)
			end -= len("#") + len(f)
		}
		if u.RawQuery != "" || u.ForceQuery {
			fmt.Fprintf(out, `,"query":[%d,%d]`, end-len(u.RawQuery), end)
			end -= len("?") + len(u.RawQuery)
		}
		path := u.EscapedPath()
		if u.Opaque != "" {
			path = u.Opaque
		}
		fmt.Fprintf(out, `,"path":[%d,%d]}`+"\n", end-len(path), end)
		out.Flush()
	}
}
