package guardtest

import "time"

// SetCheckTime changes the time for one call of a check, and returns the old one.
func SetCheckTime(d time.Duration) time.Duration {
	old := checkTime
	checkTime = d
	return old
}
