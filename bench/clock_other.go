//go:build !linux

package bench

import "time"

var began = time.Now()

// Clock returns wall time, since there is no portable CPU time of a thread.
func Clock() time.Duration { return time.Since(began) }

const clockName = "elapsed time"
