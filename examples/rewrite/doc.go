// Package rewrite runs the paths that guard.Rewrite forwards and guard.LocalPath returns
// against servers and URL parsers that decode a path and read it again: nginx, node,
// Python and net/url. It also attacks proxies, httpguard.ReverseProxy among them, in front of
// servers. It holds only tests.
package rewrite
