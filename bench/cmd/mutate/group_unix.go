//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup lets Cancel of the command kill its whole process group: the programs that it started too.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
