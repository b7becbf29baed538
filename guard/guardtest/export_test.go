package guardtest

import "time"

// SetTimes changes the time for one call of a check, for one request, for one whose end is disputed
// and for all, and returns a function that restores them.
func SetTimes(check, step, frame, all time.Duration) (restore func()) {
	saved := []time.Duration{checkTime, stepTime, frameTime, quietTime, attackTime}
	checkTime, stepTime, frameTime, quietTime, attackTime = check, step, frame, frame/20, all
	return func() {
		checkTime, stepTime, frameTime, quietTime, attackTime = saved[0], saved[1], saved[2], saved[3], saved[4]
	}
}

// Sample makes each attack on a front send one path for each behavior only, and returns a function
// that restores all.
func Sample() (restore func()) {
	sampled = true
	return func() { sampled = false }
}
