//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the first of a process group, which its children join.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup kills the process group of a command that was started.
func endGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
