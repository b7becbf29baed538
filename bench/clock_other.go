//go:build !linux

package bench

import "time"

var began = time.Now()

// clock reads the time of day, for want of a thread's processor time.
func clock() time.Duration { return time.Since(began) }

const clockName = "elapsed time"
