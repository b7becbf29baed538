package uri

import (
	"fmt"
	"io"
	"strconv"
)

// formatHiding writes s, in which passwords are hidden, for %+v and, as a Go
// string, for %#v.
func formatHiding(f fmt.State, s string) {
	if f.Flag('#') {
		io.WriteString(f, strconv.Quote(s))
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, 's'), s)
}
