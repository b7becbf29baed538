// Package guardtest generates attack strings for tests of servers and of programs that check
// URLs. It generates them from the rules by which programs read names, paths and hosts, not
// from a list of known attacks.
package guardtest
