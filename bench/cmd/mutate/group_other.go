//go:build !unix

package main

import "os/exec"

// ownGroup does nothing: Cancel kills only the command.
func ownGroup(*exec.Cmd) {}
