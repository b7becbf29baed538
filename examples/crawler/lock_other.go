//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import (
	"errors"
	"fmt"
	"os"
)

// lock fails, since this system has no flock: without a lock several processes could damage
// a state file.
func lock(*os.File) error { return fmt.Errorf("cannot be locked: %w", errors.ErrUnsupported) }
