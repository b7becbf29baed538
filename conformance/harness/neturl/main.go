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
		// net/url returns texts, not offsets. The last part ends at the end of the URL, and the
		// others before it. A part that net/url has changed is not found there, and is left out.
		end := len(b)
		part := func(name, text string) {
			if start := end - len(text); start >= 0 && string(b[start:end]) == text {
				fmt.Fprintf(out, `,"%s":[%d,%d]`, name, start, end)
				end = start
			}
		}
		if f := u.EscapedFragment(); f != "" {
			part("fragment", f)
			end--
		} else if strings.HasSuffix(string(b), "#") {
			end-- // net/url does not report an empty fragment
		}
		if u.RawQuery != "" || u.ForceQuery {
			part("query", u.RawQuery)
			end--
		}
		if u.Opaque != "" {
			part("path", u.Opaque)
		} else {
			part("path", u.EscapedPath())
		}
		out.WriteString("}\n")
		out.Flush()
	}
}
