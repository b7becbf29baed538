// Package guardtest tests checks of URLs and servers with attack strings. They come from the
// rules of programs for names, paths and hosts, not from a list of known attacks.
//
// [DenyList], [AllowList] and [Redirects] test a function of the caller's. [NewServer] starts a
// server behind a front, such as a reverse proxy, and [Server.Attack] attacks the front. Each
// reports a [Gap] for each behavior of programs that gets through. [Hosts], [References],
// [Paths] and [Fields] yield the strings, for other tests.
package guardtest
