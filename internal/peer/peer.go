// Package peer lets tests report a comparison with a missing program.
package peer

import (
	"fmt"
	"os"
	"testing"
)

// Missing logs that a program is not installed, so that test t compares nothing with it. It also
// appends a line to the file named by the environment variable URI_MISSING, and .ci/run
// ends with these lines.
func Missing(t testing.TB, program string) {
	t.Helper()
	t.Logf("%s is missing: nothing is compared with it", program)
	name := os.Getenv("URI_MISSING")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(f, "%s (%s)\n", program, t.Name())
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
