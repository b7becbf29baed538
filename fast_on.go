//go:build !slowpaths

package uri

// shortWays is false only in tests with the build tag slowpaths, which take every
// long way. It is a constant, so the compiler removes the branches.
const shortWays = true
