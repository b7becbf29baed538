//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a process group with the command. Its children join the group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup kills the process group of a started command.
func endGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
