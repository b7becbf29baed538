package main

import (
	"context"
	_ "embed"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// worker is the command of the environment PROCESS.
//
//go:embed worker
var worker []byte

// A process is a process of the engine. It ends with this program.
type process struct {
	log  string // the file of its output
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// java starts a main class. Its output is in a file of the folder.
func (c *cluster) java(name string, env []string, options []string, classpath []string, args ...string) (*process, error) {
	log, err := os.Create(c.path(name + ".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	options = append(c.files(), options...)
	for _, pkg := range strings.Fields("lang lang.invoke lang.reflect io net nio text time util util.concurrent util.concurrent.atomic util.concurrent.locks") {
		options = append(options, "--add-opens=java.base/java."+pkg+"=ALL-UNNAMED")
	}
	for _, pkg := range strings.Fields("nio.ch nio.cs security.action util.calendar net.util") {
		options = append(options, "--add-opens=java.base/sun."+pkg+"=ALL-UNNAMED")
	}
	cmd := exec.Command("java", append(append(options, "-cp", strings.Join(classpath, ":")), args...)...)
	cmd.Env = append(append(os.Environ(), "TMPDIR="+c.path("tmp")), env...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.path("tmp"), log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{log.Name(), cmd, make(chan struct{})}
	go func() {
		cmd.Wait()
		close(p.done)
	}()
	c.running = append(c.running, p)
	return p, nil
}

// files returns the options with which Java leaves no file outside of the folder.
func (c *cluster) files() []string {
	return []string{"-Djava.io.tmpdir=" + c.path("tmp"), "-XX:-UsePerfData"}
}

// stop ends all processes, the last started first, and removes their files.
func (c *cluster) stop() error {
	for _, p := range slices.Backward(c.running) {
		p.cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-p.done:
		case <-time.After(20 * time.Second):
			syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
			<-p.done
		}
	}
	var left []int
	for range 300 { // the workers see that their engine has ended
		if left = c.find(""); len(left) == 0 {
			return os.RemoveAll(c.path("tmp"))
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("the processes %v are left", left)
}

// find returns the processes of the cluster with text in their command lines.
func (c *cluster) find(text string) []int {
	var pids []int
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		line, _ := os.ReadFile(name)
		ours := slices.ContainsFunc([]string{"tmp", "packages", "boot", "worker"}, func(file string) bool {
			return strings.Contains(string(line), c.path(file))
		})
		if ours && strings.Contains(string(line), text) {
			pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
			pids = append(pids, pid)
		}
	}
	return pids
}

// wait waits until a server accepts connections at an address.
func (p *process) wait(ctx context.Context, address string) error {
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn.Close()
		}
		if err := p.pause(ctx); err != nil {
			return err
		}
	}
}

// pause waits a moment for something that the process does. It returns an error if the
// process has ended.
func (p *process) pause(ctx context.Context) error {
	select {
	case <-p.done:
		text, _ := os.ReadFile(p.log)
		return fmt.Errorf("%s: the process has ended: %s", p.log, text[max(0, len(text)-1000):])
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(200 * time.Millisecond):
		return nil
	}
}

// ports returns n free ports.
func ports(n int) ([]string, error) {
	var free []string
	for range n {
		l, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		free = append(free, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return free, nil
}

// kill kills a process while a step runs.
func (c *cluster) kill(ctx context.Context, victim, step string) error {
	text := map[string]string{"engine": c.engine.killable(), "worker": "--worker=true"}[victim]
	for ctx.Err() == nil {
		if now, err := c.engine.step(ctx); err == nil && now == step {
			if pids := c.find(text); len(pids) > 0 {
				fmt.Fprintf(os.Stderr, "cluster: kill the %s %d in %q\n", victim, pids[0], step)
				return syscall.Kill(pids[0], syscall.SIGKILL)
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ctx.Err()
}
