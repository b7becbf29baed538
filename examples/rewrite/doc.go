// Package rewrite runs the paths that guard.Rewrite forwards and guard.LocalPath returns
// against servers and URL parsers that decode a path and read it again: nginx, node,
// Python and net/url. It holds only tests.
package rewrite
