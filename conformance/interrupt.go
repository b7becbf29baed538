package main

import (
	"os"
	"os/signal"
	"syscall"
)

// onInterrupt calls f and ends the program if it is interrupted or terminated, until stop is called.
func onInterrupt(f func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; ok {
			f()
			os.Exit(statusNotJudged)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
