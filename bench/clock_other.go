//go:build !linux

package bench

import "time"

var began = time.Now()

// Clock reads the time of day, for want of a thread's processor time.
func Clock() time.Duration { return time.Since(began) }

const clockName = "elapsed time"
