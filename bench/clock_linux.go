package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock reads the processor time of the calling thread. What else runs on the
// machine does not count, as it would not on an idle one; nor does garbage that
// is collected on other threads.
func Clock() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err) // Linux has this clock since 2.6.12
	}
	return time.Duration(t.Nano())
}

const clockName = "processor time of the working thread"
