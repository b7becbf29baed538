package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock returns the CPU time of the calling thread. Other programs on the machine do
// not count, and neither does garbage collection on other threads.
func Clock() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err) // Linux has this clock since 2.6.12
	}
	return time.Duration(t.Nano())
}

const clockName = "processor time of the working thread"
