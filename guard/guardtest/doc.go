// Package guardtest generates attack strings for tests of servers and of checks of
// URLs. They come from the rules of programs for names, paths and hosts, not from a
// list of known attacks.
package guardtest
