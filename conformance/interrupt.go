package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onInterrupt calls f and ends the program if it is interrupted or terminated, until stop is called.
func onInterrupt(f func()) (stop func()) {
	interrupted, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	forget := context.AfterFunc(interrupted, func() {
		f()
		os.Exit(statusNotJudged)
	})
	return func() {
		forget() // because end also ends the context
		end()
	}
}
