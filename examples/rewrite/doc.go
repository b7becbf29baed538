// Package rewrite gives the paths of guard.Rewrite and guard.LocalPath to servers and URL
// parsers: nginx, node, Python and net/url. These decode a path and parse it again. The package
// also attacks proxies in front of servers, httpguard.ReverseProxy among them. It has only tests.
package rewrite
